"""What a seat may do now: a menu that unfolds argument by argument, listed or sampled where it is asked to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import comb
from random import Random
from typing import Any, overload

from ....dsl import ir
from ..knowledge.view import Sight
from ..program import Menu
from ..running.interpret import Machine, Subsets
from .actions import TRIED, Action, Budget, Choice, Choices, IllegalAction, Label, Line, Numbers, TooMany, Value, options, pick
from .labels import labels

COUNTED = 20_000  # candidates that are looked at before a menu counts as too large to list
LISTED = 400  # the same for `sample`, which then goes argument by argument
KEPT = 100  # answers about what the next argument may be that are kept
SHOWN, SHOWN_WIDTH = 8, 60  # actions of a menu, letters of each, in what stands for it in a debugger
ASIDE = 0.15  # how often a random player who has to decide does something out of turn first

Found = tuple[Line, tuple[Value, ...], tuple[Label, ...]]
"""An action that is possible, in its parts: the line of the menu, the arguments, their labels."""


class Legal(Sequence[Action]):
    """The actions that a seat may take at one stop. Lazy: nothing is worked out before it is asked for."""

    __slots__ = ("_all", "_domains", "_menus", "_opened", "_proved", "cells", "lines", "machine", "seat", "sight")

    def __init__(self, machine: Machine, cells: list[int], seat: int, menus: Sequence[Menu], sight: Sight) -> None:
        """cells: the state, which must not change any more."""
        self.seat = seat
        self.machine = machine
        self.cells = cells
        self.sight = sight
        lines = sight.words.lines
        self.lines: Sequence[Line] = lines[menus[0].number] if len(menus) == 1 else [line for menu in menus for line in lines[menu.number]]
        self._menus = len(menus)
        self._opened: dict[tuple[int, int], bool] = {}
        self._domains: dict[tuple[int, int, tuple[Value, ...]], Choices] = {}
        self._all: list[Action] | None = None
        self._proved: dict[Action, Action] = {}

    # ----------------------------------------------------------------------- as a sequence

    def __iter__(self) -> Iterator[Action]:
        """All actions, in the order of the menu. Raises TooMany on the way when there are more than can be looked at."""
        try:
            return iter(self._list(LISTED))
        except TooMany:
            return self._actions(Budget(COUNTED))

    def __len__(self) -> int:
        """Raises TooMany."""
        return len(self._list(COUNTED))

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        return self._list(COUNTED)[index]

    def __contains__(self, action: object) -> bool:
        """An Action, or its text; always works."""
        if not isinstance(action, Action | str):
            return False
        try:
            self.resolve(action)
        except IllegalAction:
            return False
        return True

    def __bool__(self) -> bool:
        return bool(self.names())

    def __repr__(self) -> str:
        """Like a list, of the first few."""
        shown: list[str] = []
        more = False
        try:
            for action in self._actions(Budget(TRIED)) if self._all is None else self._all:
                more = len(shown) == SHOWN
                if more:
                    break
                shown.append(str(action)[:SHOWN_WIDTH])
        except TooMany:
            more = True
        return f"<Legal [{'; '.join([*shown, *(['…'] if more else [])])}]>"

    def part(self, *, anytime: bool) -> Legal:
        """The menu without, or with nothing but, what may be done at any time."""
        menus = {line.menu.number: line.menu for line in self.lines if line.menu.anytime == anytime}
        found = Legal(self.machine, self.cells, self.seat, list(menus.values()), self.sight)
        found._proved = self._proved  # what is found possible in it need not be looked at again
        return found

    # ----------------------------------------------------------------------- step by step

    def names(self) -> list[str]:
        """The names of the actions that are possible with some arguments. Raises TooMany where that takes too long to see."""
        found: dict[str, None] = {}
        for line in self.lines:
            if line.info.name not in found and next(self._unfold(line, (), (), Budget(COUNTED)), None) is not None:
                found[line.info.name] = None
        return list(found)

    def few(self, name: str, most: int) -> list[Action] | None:
        """The actions of this name, if there are at most so many and they are quickly found; else None."""
        lines = [line for line in self.lines if line.info.name == name]
        try:
            found = list(islice(self._actions(Budget(TRIED), lines), most + 1))
        except TooMany:
            return None
        return found if len(found) <= most else None

    def choices(self, name: str, arguments: Sequence[Value] = ()) -> Choices | None:
        """What the next argument of an action may be after these; None when it takes no more. Guards may still refuse what is put together.

        Raises IllegalAction for a name that is not in the menu.
        """
        lines = [line for line in self.lines if line.info.name == name]
        if not lines:
            raise IllegalAction(f"there is no action `{name}` here", self.seat, name)
        if len(arguments) >= len(lines[0].info.parameters):
            return None
        found = [self.domain(line, tuple(arguments)) for line in lines]
        best = next((choices for choices in found if choices.items), found[0])
        if best.least is not None or isinstance(best.items, Numbers):
            return best
        merged = {choice.label: choice for choices in reversed(found) for choice in choices.items}
        order = dict.fromkeys(choice.label for choices in found for choice in choices.items)
        return Choices(best.name, best.type, [merged[label] for label in order])

    def action(self, name: str, arguments: Sequence[Value]) -> Action | None:
        """The action put together from `choices`, if it is possible."""
        for line in self.lines:
            if line.info.name == name and (action := self.prove_unmerged(line, tuple(arguments))) is not None:
                return action
        return None

    def sample(self, rng: Random) -> Action:
        """An action at random. Small menus: each action as likely as another. Larger ones: a name first, then argument by argument.
        Who has to decide seldom does something out of turn first (`ASIDE`).

        Raises IllegalAction when nothing is possible, TooMany when none is found in a reasonable number of tries.
        """
        if self._menus < 2:
            parts = [self.lines]
        else:
            asked = [line for line in self.lines if not line.menu.anytime]
            aside = [line for line in self.lines if line.menu.anytime]
            parts = [aside, asked] if rng.random() < ASIDE else [asked, aside]
        tired = False
        for part in parts:
            try:
                found = self._sampled(part, rng)
            except TooMany:
                tired = True
                continue
            if found is not None:
                return found
        if tired:
            raise TooMany("no possible action was found in a reasonable number of tries")
        raise IllegalAction("nothing is possible here", self.seat, "")

    def resolve(self, action: Action | str) -> Action:
        """The action of this menu that is meant: by its text, or by its name and labels where it comes from another state.

        Raises IllegalAction, which says what would be legal.
        """
        from .reading import read

        if isinstance(action, str):
            return read(self, action)
        if self._all is not None and any(listed is action for listed in self._all):
            return action
        if (proved := self._proved.get(action)) is not None:
            return proved
        for line in self.lines:
            if line.info.name == action.name and (found := self._labelled(line, action.labels)) is not None:
                return found
        return read(self, str(action))

    # ----------------------------------------------------------------------- unfolding

    def domain(self, line: Line, arguments: tuple[Value, ...], *, merge: bool = True) -> Choices:
        """What the next argument of a line may be. Cards that look alike to the seat are one choice (several, where a subset is picked)."""
        key = line.menu.number, line.index, arguments
        found = self._domains.get(key) if merge else None
        if found is None:
            found = self._choices(line, arguments, merge)
            if merge and len(self._domains) < KEPT:
                self._domains[key] = found
        return found

    def _choices(self, line: Line, arguments: tuple[Value, ...], merge: bool) -> Choices:
        parameter = line.info.parameters[len(arguments)]
        kind = parameter.type
        values = self.machine.domain(self.cells, line.menu, line.index, self.seat, arguments)
        if isinstance(values, Subsets):
            kind = kind.of if isinstance(kind, ir.Many) else kind
            items = self._label(kind, values.items, merge=False)
            return Choices(parameter.name, kind, items, max(0, values.least), min(values.most, len(items)))
        items = Numbers(values) if isinstance(values, range) and kind == ir.NUMBER else self._label(kind, values, merge=merge)
        return Choices(parameter.name, kind, items)

    def _label(self, kind: ir.Type, values: Sequence[int], *, merge: bool) -> list[Choice]:
        return [Choice(label, value) for value, label in labels(self.sight, kind, values, merge=merge).items()]

    def allowed(self, line: Line, arguments: tuple[Value, ...]) -> bool:
        """Does the guard of a line hold?"""
        return line.info.guard is None or self.machine.allowed(self.cells, line.menu, line.index, self.seat, arguments)

    def opens(self, line: Line) -> bool:
        """Does the part of the guard hold that comes before all arguments?"""
        if not line.info.first:
            return True
        key = line.menu.number, line.index
        found = self._opened.get(key)
        if found is None:
            found = self._opened[key] = self.machine.opens(self.cells, line.menu, line.index, self.seat)
        return found

    def prove(self, line: Line, arguments: tuple[Value, ...], said: tuple[Label, ...]) -> Action:
        """An action that has been found possible."""
        action = Action(line.info.name, said, arguments, line.menu.number, line.index)
        return self._proved.setdefault(action, action)

    def _actions(self, budget: Budget, lines: Sequence[Line] | None = None) -> Iterator[Action]:
        """The actions of these lines (all of them), one by one. Raises TooMany."""
        seen: set[Action] = set()
        for line in self.lines if lines is None else lines:
            for found in self._unfold(line, (), (), budget):
                action = self.prove(*found)
                if line.alone:
                    yield action
                elif action not in seen:
                    seen.add(action)
                    yield action

    def _list(self, budget: int) -> list[Action]:
        if self._all is None:
            found = self._found(self.lines, Budget(budget))
            self._all = [Action(line.info.name, said, values, line.menu.number, line.index) for line, values, said in found]
        return self._all

    def _found(self, lines: Sequence[Line], budget: Budget) -> list[Found]:
        """The same at once. Raises TooMany."""
        found: list[Found] = []
        for line in lines:
            if not self.opens(line):
                continue
            if line.info.parameters:
                self._gather(line, (), (), budget, found)
            else:
                budget.spend()
                found.append((line, (), ()))
        if all(line.alone for line in lines):
            return found
        apart: dict[tuple[str, tuple[Label, ...]], Found] = {}
        for one in found:
            apart.setdefault((one[0].info.name, one[2]), one)
        return list(apart.values())

    def _gather(self, line: Line, arguments: tuple[Value, ...], said: tuple[Label, ...], budget: Budget, found: list[Found]) -> None:
        """Everything possible of a line that goes on after these arguments. Raises TooMany."""
        named = self._named(line, arguments, budget)
        if len(arguments) + 1 < len(line.info.parameters):
            for value, label in named.items():
                self._gather(line, (*arguments, value), (*said, label), budget, found)
            return
        budget.spend(len(named))
        kept: Iterable[Value] = named
        if not line.info.early:
            kept = self.machine.kept(self.cells, line.menu, line.index, self.seat, arguments, named)
        found += [(line, (*arguments, value), (*said, named[value])) for value in kept]

    def _named(self, line: Line, arguments: tuple[Value, ...], budget: Budget) -> Mapping[Any, Label]:
        """The values of the next argument, with their labels. Raises TooMany."""
        if line.short:
            kind = line.info.parameters[0].type
            values = self.machine.domain(self.cells, line.menu, line.index, self.seat, ())
            if not isinstance(values, Subsets | range):
                return labels(self.sight, kind, values, merge=True)
        choices = self.domain(line, arguments)
        if choices.least is not None:
            return {values: said for said, values in options(choices, None, budget)}
        if isinstance(choices.items, Numbers):
            budget.check(len(choices.items))
            return {value: str(value) for value in choices.items.numbers}
        return {item.value: item.label for item in choices.items}

    def _unfold(
        self, line: Line, arguments: tuple[Value, ...], said: tuple[Label, ...], budget: Budget, rng: Random | None = None
    ) -> Iterator[Found]:
        """Everything possible of a line that begins with these arguments. rng: in random order. Raises TooMany."""
        if not arguments and not self.opens(line):
            return
        early, missing = line.info.early, len(line.info.parameters) - len(arguments)
        if missing == 0:
            budget.spend()
            if early or self.allowed(line, arguments):
                yield line, arguments, said
            return
        for label, value in options(self.domain(line, arguments), rng, budget):
            values = (*arguments, value)
            if missing > 1:
                yield from self._unfold(line, values, (*said, label), budget, rng)
                continue
            budget.spend()
            if early or self.allowed(line, values):
                yield line, values, (*said, label)

    def _sampled(self, lines: Sequence[Line], rng: Random) -> Action | None:
        """An action of these lines at random; None when none is possible. Raises TooMany."""
        if not any(self._looks_large(line) for line in lines):
            try:
                every = self._found(lines, Budget(LISTED))
            except TooMany:
                pass
            else:
                return self.prove(*every[int(rng.random() * len(every))]) if every else None
        tired = False
        for line in rng.sample(lines, len(lines)):
            try:
                found = next(self._unfold(line, (), (), Budget(TRIED), rng), None)
            except TooMany:
                tired = True
                continue
            if found is not None:
                return self.prove(*found)
        if tired:
            raise TooMany("no possible action was found in a reasonable number of tries")
        return None

    def _looks_large(self, line: Line) -> bool:
        """Whether a line has too many actions to list them, going by the choices along its first one."""
        if line.short or not self.opens(line):
            return False
        size, arguments = 1, tuple[Value, ...]()
        for _ in line.info.parameters:
            choices = self.domain(line, arguments)
            if choices.least is None:
                size *= len(choices.items)
                first = [item.value for item in choices.items[:1]]
            else:
                sizes = range(choices.least, (choices.most or 0) + 1)
                size *= sum([comb(len(choices.items), size) for size in sizes])
                first = [tuple([item.value for item in choices.items[: choices.least]])]
            if size > LISTED:
                return True
            if size == 0:
                return False
            arguments = (*arguments, *first)
        return False

    def _labelled(self, line: Line, labels: Sequence[Label]) -> Action | None:
        """The action of a line with these labels."""
        if len(labels) != len(line.info.parameters):
            return None
        arguments: tuple[Value, ...] = ()
        for label in labels:
            choices = self.domain(line, arguments)
            value = pick(choices, label)
            if value is None:
                return None
            arguments = (*arguments, value)
        return self.prove(line, arguments, tuple(labels)) if self.allowed(line, arguments) else None

    def prove_unmerged(self, line: Line, arguments: tuple[Value, ...]) -> Action | None:
        """The action with these very values, if they are possible; of cards that look alike not only the first."""
        labels: list[Label] = []
        for index, value in enumerate(arguments):
            choices = self.domain(line, arguments[:index], merge=False)
            names = {item.value: item.label for item in choices.items if isinstance(value, tuple) or item.value == value}
            if isinstance(value, int):
                if value not in names or choices.least is not None:
                    return None
                labels.append(names[value])
                continue
            if choices.least is None or not choices.least <= len(value) <= (choices.most or 0) or not set(value) <= set(names):
                return None
            labels.append(tuple(names[item] for item in value))
        if len(arguments) != len(line.info.parameters) or not self.allowed(line, arguments):
            return None
        action = Action(line.info.name, tuple(labels), arguments, line.menu.number, line.index)
        self._proved[action] = action  # chosen next, it is these very cards
        return action
