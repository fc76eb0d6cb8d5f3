"""Decisions as C, where whole games are one piece: for each menu `any`, whether a seat has something to choose, and `choose`, which chooses
at random as policy.py says. What is rare or long (subsets, large menus) is left to the runtime (menus.c)."""

from __future__ import annotations

from ..program import ActionInfo, Menu, ParameterInfo, Program, of_cards
from ..running.interpret import COMBINATIONS
from ..running.policy import VISITS
from ..trouble import MANY, MISSING
from .code import Writer
from .facts import Facts


def reads_frame(w: Writer, menu: Menu) -> bool:
    """Does some fragment of the menu read the frame of the rule that asks?"""
    return w.facts is not None and any(address in w.facts.framed for action in menu.actions for address in _fragments(action))


def _fragments(action: ActionInfo) -> list[int]:
    found = [address for address, _ in action.needs]
    if action.guard is not None:
        found.append(action.guard)
    for parameter in action.parameters:
        found += [parameter.domain, *(parameter.subsets or ())]
    return found


def heads(menu: Menu) -> list[str]:
    """Declarations of a menu's functions."""
    number = menu.number
    return [f"static word any{number}(Context *c, word acting)", f"static word choose{number}(Context *c, word acting, word seat, word *L)"]


def functions(program: Program, facts: Facts, menu: Menu, first: int) -> list[str]:
    """A menu's functions. first: index of its first action in tallies."""
    return _Decision(program, facts, menu, first).text()


class _Decision:
    def __init__(self, program: Program, facts: Facts, menu: Menu, first: int) -> None:
        self.program, self.facts, self.menu, self.first = program, facts, menu, first
        self.asking = program.asking[menu.number]
        self.besides = self.asking.passing if menu.may and self.asking.skips else -1
        self.lines: list[str] = []

    def text(self) -> list[str]:
        return [*self._any(), "", *self._choose(), ""]

    def put(self, line: str) -> None:
        self.lines.append(f"    {line}")

    # ----------------------------------------------------------------------- what fragments say

    def _needs(self, action: ActionInfo, otherwise: str) -> None:
        for address, _ in action.needs[: action.first]:
            self.put(f"c->jumps = 0; if (g{address}(c, h, L, 0) != 1) {otherwise}")

    def _domain(self, parameter: ParameterInfo, k: int, heap: str) -> None:
        """d: the items, n: how many; of an interval d is its lowest number."""
        self.put("c->jumps = 0;")
        if parameter.interval:
            self.put(f"g{parameter.domain}(c, {heap}, L, 0);")
            self.put(f"if ({heap}[0] == NONE || {heap}[1] == NONE) fault(c, {MISSING}, {parameter.domain});")
            self.put(f"word d{k} = {heap}[0], n{k} = {heap}[1] < d{k} ? 0 : {heap}[1] - d{k} + 1;")
        else:
            self.put(f"const word *d{k};")
            self.put(f"word n{k} = g{parameter.domain}(c, {heap}, L, &d{k});")

    @staticmethod
    def _item(parameter: ParameterInfo, k: int, index: str) -> str:
        return f"d{k} + {index}" if parameter.interval else f"d{k}[{index}]"

    def _simple(self, action: ActionInfo) -> bool:
        """One argument, which is not tested further: every item of its domain is a possibility."""
        return len(action.parameters) == 1 and action.early and action.parameters[0].subsets is None

    def _walked(self, action: ActionInfo) -> bool:
        return all(parameter.subsets is None for parameter in action.parameters)

    def _walk(self, number: int, limit: int, full: list[str], tired: str) -> None:
        """Nested loops over all argument lists."""
        action, words = self.menu.actions[number], self.asking.parameters[number]
        self.put(f"word left = {limit - 1};")
        depth, heap = len(action.parameters), "h"
        for k, parameter in enumerate(action.parameters):
            self._domain(parameter, k, heap)
            if not parameter.interval and (k + 1 < depth or not action.early):
                self.put(f"word *h{k} = d{k} == {heap} ? {heap} + n{k} : {heap};")
                heap = f"h{k}"
            self.put(f"for (word i{k} = 0; i{k} < n{k}; i{k}++) {{")
            self.put(f"L[{1 + words[k][0]}] = {self._item(parameter, k, f'i{k}')};")
            self.put(f"if (--left < 0) {tired}")
        if not action.early:
            self.put(f"c->jumps = 0; if (g{action.guard}(c, {heap}, L, 0) != 1) continue;")
        for line in full:
            self.put(line)
        for _ in range(depth):
            self.put("}")

    # ----------------------------------------------------------------------- is there anything?

    def _any(self) -> list[str]:
        self.lines = [f"{heads(self.menu)[0]} {{"]
        self.put("word *h = c->heap;")
        self.put(f"word L[{self.asking.block.words + 1}];")
        self.put("L[0] = acting; c->chance = 0;")
        for number, action in enumerate(self.menu.actions):
            if number == self.besides:
                continue
            self.put("{")
            if not self._walked(action):
                self.put(f"if (any_arguments(c, &actions{self.menu.number}[{number}], acting)) goto found;")
            else:
                self._needs(action, f"goto none{number};")
                if not action.parameters:
                    self.put("goto found;")
                elif self._simple(action):
                    self._domain(action.parameters[0], 0, "h")
                    self.put("if (n0 > 0) goto found;")
                else:
                    self._walk(number, COMBINATIONS, ["goto found;"], f"fault(c, {MANY}, {action.parameters[0].domain});")
            self.put("}")
            self.put(f"none{number}:;")
        self.put("c->chance = 1;")
        self.put("return 0;")
        self.put("found:")
        self.put("c->chance = 1;")
        self.put("return 1;")
        return [*self.lines, "}"]

    # ----------------------------------------------------------------------- a choice

    def _choose(self) -> list[str]:
        self.lines = [f"{heads(self.menu)[1]} {{"]
        self.put("word *h = c->heap;")
        self.put("word total = 0, drawn, action;")
        self.put("L[0] = acting; c->chance = 0;")
        for k in range(len(self.menu.actions)):
            self._possible(k)
        self.put("c->chance = 1;")
        counts = [f"count{k}" for k in range(len(self.menu.actions))]
        self.put(f"if (!({' + '.join(counts[k] for k in range(len(counts)) if k != self.besides) or '0'})) return -1;")
        self.put(f"total = {' + '.join(counts)};")
        self.put("drawn = draw_policy(c, total);")
        for k, action in enumerate(self.menu.actions):
            self.put(f"if (drawn < count{k}) {{")
            self.put(f"action = {k};")
            self._taken(k, action)
            self.put("goto chosen;")
            self.put("}")
            self.put(f"drawn -= count{k};")
        self.put("IMPOSSIBLE;")
        self.put("chosen:")
        self.put("watch_choice(c, total);")
        for k, count in enumerate(counts):
            self.put(f"watch_offered(c, {self.first + k}, {count});")
        self.put(f"watch_taken(c, {self.first} + action, seat);")
        self._cards()
        self.put("return action;")
        return [*self.lines, "}"]

    def _possible(self, k: int) -> None:
        """count: how many possibilities; large: there may be more; with what is kept of them."""
        action, number = self.menu.actions[k], self.menu.number
        self.put(f"word count{k} = 0, large{k} = 0;")
        if not self._walked(action):
            self.put(f"word *kept{k} = c->kept + {k} * ENOUGH;")
            self.put(f"count{k} = possibilities(c, &actions{number}[{k}], acting, kept{k}, &large{k});")
            return
        if not action.parameters:
            self._needs(action, f"goto none{k};")
            self.put(f"count{k} = 1;")
        elif self._simple(action):
            parameter = action.parameters[0]
            self.put(f"{'word ' if parameter.interval else 'const word *'}kept{k} = 0;")
            self._needs(action, f"goto none{k};")
            self.put("{")
            self._domain(parameter, 0, "h")
            self.put(f"kept{k} = d0; count{k} = n0;")
            self.put("}")
            self.put(f"if (count{k} > ENOUGH) {{ count{k} = ENOUGH; large{k} = 1; }}")
            if not parameter.interval and any(_fragments(later) for later in self.menu.actions[k + 1 :]):
                self.put(f"if (kept{k} == h) {{ copy(c->kept + {k} * ENOUGH, kept{k}, count{k}); kept{k} = c->kept + {k} * ENOUGH; }}")
        else:
            words = self.asking.parameters[k]
            self.put(f"word kept{k}[ENOUGH][{len(words)}];")
            self._needs(action, f"goto none{k};")
            self.put("{")
            keep = [f"if (count{k} == ENOUGH) {{ large{k} = 1; goto none{k}; }}"]
            keep += [f"kept{k}[count{k}][{i}] = L[{1 + offset}];" for i, (offset, _) in enumerate(words)]
            self._walk(k, VISITS, [*keep, f"count{k}++;"], f"{{ large{k} = 1; goto none{k}; }}")
            self.put("}")
        self.put(f"none{k}:;")

    def _taken(self, k: int, action: ActionInfo) -> None:
        """The arguments of what was drawn come to L."""
        if not action.parameters:
            return
        words, number = self.asking.parameters[k], self.menu.number
        every = self.asking.block.words
        at_random = f"large{k} && random_list(c, &actions{number}[{k}], acting, L, {every})"
        self.put(f"if (!({at_random})) {{")
        if not self._walked(action):
            self.put(f"possibility(c, &actions{number}[{k}], acting, kept{k}, drawn);")
            self.put(f"copy(L + 1, c->locals + 1, {every});")
        elif self._simple(action):
            item = f"kept{k} + drawn" if action.parameters[0].interval else f"kept{k}[drawn]"
            self.put(f"L[{1 + words[0][0]}] = {item};")
        else:
            for i, (offset, _) in enumerate(words):
                self.put(f"L[{1 + offset}] = kept{k}[drawn][{i}];")
        self.put("}")

    def _cards(self) -> None:
        """Cards among the arguments are counted."""
        lines: list[str] = []
        for k, action in enumerate(self.menu.actions):
            counts: list[str] = []
            for parameter, (offset, capacity) in zip(action.parameters, self.asking.parameters[k], strict=False):
                if of_cards(parameter.type):
                    first, count = (2 + offset, f"L[{1 + offset}]") if capacity else (1 + offset, "1")
                    counts.append(f"watch_cards(c, L + {first}, {count}, seat);")
            if counts:
                lines.append(f"case {k}: {' '.join(counts)} break;")
        if lines:
            for line in ("switch (action) {", *lines, "}"):
                self.put(line)
