"""Decisions in bulk play: a function for each menu that counts what its seats may do, draws, and lays the choice out for its body.

No action is made: each has a list of the values its argument may take, or a number of 0 or 1. Menus that are unusual (subsets, what
reads who must choose, several seats where there is an anytime menu) and asides themselves are left to `policy.py`, over the same
fragments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from .. import opcodes as op
from ..chance import HIGH, INCREMENT, MASK, MULTIPLIER
from ..layout import ACTED, ASKING, FRESH, MENU, PC, STATUS
from ..program import Menu
from ..running.policy import ENOUGH, OUT_OF_TURN, VISITS
from .frames import Frames
from .plan import Plan
from .values import Known, Value, condition, reads, wrap
from .writer import Piece, Unstructured, bracket

WORD, MADE, LONGEST, PASSED = range(4)
"""In the list Z of a game: the policy's stream, choices made so far and at most, decisions passed over since the last one."""
CUT, LEFT = -2, -3
"""In place of an address: no more choices are made; the decision is left to `policy.py`."""
PASSED_OVER = 4_990  # a little fewer than `interpret` allows, which then says whether that is too many


@dataclass
class Kept:
    """What an action has. count: how many, as text; values: the variable of the list, where it has an argument."""

    count: str
    values: str | None


class Choices(Frames):
    """Writes the function of a menu."""

    def __init__(self, plan: Plan, menu: Menu, ask: int) -> None:
        super().__init__(plan, plan.calls.owners[menu.number])
        self.menu, self.ask = menu, ask
        self.owner = plan.calls.owners[menu.number]
        self.base = plan.calls.base(self.owner)
        self.asking = plan.program.asking[menu.number]
        self.slow = self.unusual()

    def unusual(self) -> bool:
        """Is this left to `policy.py` altogether?"""
        plan = self.plan
        asides = plan.program.anytime is not None
        if plan.asks_who_waits or (asides and (self.menu.anytime or self.asking.capacity != 1)):
            return True
        if any(not plan.still(address) for address, (number, _, _) in plan.arguments.items() if number == self.menu.number):
            return True
        return any(p.subsets is not None for a in self.menu.actions for p in a.parameters)

    def function_of_menu(self) -> list[str]:
        """The lines. Raises Unstructured."""
        if self.slow:
            lines = [self.leave_it()]
        else:
            if self.asking.capacity == 1:
                self.one_seat()
            else:
                self.together()
            lines = self.start_of_frame() + self.piece.lines
        return [f"def m{self.menu.number}(S):", *("    " + line for line in lines)]

    def leave_it(self) -> str:
        return f"S[{STATUS}] = {ASKING}; S[{FRESH}] = 1; S[{MENU}] = {self.menu.number}; S[{PC}] = {self.ask}; return {LEFT}"

    # ----------------------------------------------------------------------- what a seat may do

    def fragment_value(self, address: int) -> list[Value]:
        """Writes a fragment here; gives what it leaves."""
        height, weight = len(self.piece.stack), self.piece.weight
        self.region(address, max(a for a in self.plan.routines[address].stacks if self.code[a] == op.DONE))
        values = [value for value in self.piece.stack[height:] if isinstance(value, Value)]
        del self.piece.stack[height:]
        for line in self.heavy(self.piece.weight - weight):
            self.line(line)
        return values

    def kept(self, k: int) -> Kept:
        """Writes what action k has."""
        action = self.menu.actions[k]
        name = f"{'d' if action.parameters else 'c'}{k}"
        tests = [address for address, _ in action.needs[: action.first]]
        with self.apart() as piece:
            if action.parameters:
                self.values(k, name)
        if not action.parameters and action.guard is None:
            return Kept("1", None)
        start = f"{name} = ()" if action.parameters else f"{name} = 0"
        inner = piece.lines if action.parameters else [f"{name} = 1"]
        surely = self.tested(tests, start, inner)
        if surely is False:
            return Kept("0", name if action.parameters else None)
        if not action.parameters:
            return Kept(name, None)
        return Kept(f"len({name})", name)

    def tested(self, tests: list[int], start: str, inner: list[str]) -> bool:
        """Writes `inner` under all the tests; False where one of them never holds."""
        pieces: list[tuple[Piece, str]] = []
        for address in tests:
            with self.apart() as piece:
                (value,) = self.fragment_value(address)
            if value.constant is not None and value.constant != 1:
                return False
            if value.constant is None:
                pieces.append((piece, condition(value)))
        if not pieces:
            for line in inner:
                self.line(line)
            return True
        self.line(start)
        for piece, test in reversed(pieces):
            inner = [*piece.lines, f"if {test}:", *("    " + line for line in inner)]
        for line in inner:
            self.line(line)
        return True

    def values(self, k: int, name: str) -> None:
        """Writes the list of what the arguments of an action may be: values, or tuples of them where it takes several."""
        action = self.menu.actions[k]
        guards = [] if action.early else [address for address, _ in action.needs[action.first :]]
        source = self.domain(k, 0)
        if len(action.parameters) == 1:
            if guards and source.most >= VISITS:
                source = self.atom(source)
                self.line(f"if len({source.text}) >= {VISITS}: {self.leave_it()}")
            lines = self.filtered(source, guards, name)
            most = source.most
            if lines is not None:
                self.line(f"{name} = []")
                self.walked(0, source, lines)
        else:
            self.line(f"{name} = []")
            most = nodes = source.most
            with self.apart() as piece:
                piece.locals[self.argument(k, 0)] = self.one_of(source)
                nodes += self.deeper(k, 1, source.most, guards, name)
            if nodes >= VISITS:
                raise Unstructured("more combinations than are looked at")
            most = nodes
            self.walked(0, source, piece.lines)
        if most > ENOUGH:
            self.line(f"if len({name}) > {ENOUGH}: {self.leave_it()}")

    def argument(self, k: int, number: int) -> str:
        """The local that holds an argument."""
        return f"l{1 + self.asking.parameters[k][number][0]}"

    def one_of(self, source: Value) -> Known:
        return Known(False, source.low, source.high, source.none, 0, source.truth)

    def domain(self, k: int, number: int) -> Value:
        """Writes what an argument may be."""
        parameter = self.menu.actions[k].parameters[number]
        found = self.fragment_value(parameter.domain)
        if not parameter.interval:
            return found[0]
        low, high = (self.present(value) for value in found)
        most = max(high.high - low.low + 1, 0)
        return Value(f"range({low.text}, {wrap(high)} + 1)", True, low.low, high.high, False, most, reads(low, high))

    def walked(self, number: int, source: Value, lines: list[str]) -> None:
        self.line(f"for l{1 + number} in {self.items(source, True)}:")
        self.inner(lines)

    def deeper(self, k: int, number: int, ways: int, guards: list[int], name: str) -> int:
        """Writes the loops over the arguments from one on; gives how many beginnings of lists they can look at."""
        action = self.menu.actions[k]
        if number == len(action.parameters):
            names = ", ".join(self.argument(k, n) for n in range(number))
            lines = [f"{name}.append(({names}))"]
            for piece, test in reversed(self.tests(guards)):
                lines = [*piece.lines, f"if {test}:", *("    " + line for line in lines)]
            for line in lines:
                self.line(line)
            return 0
        source = self.domain(k, number)
        with self.apart() as piece:
            piece.locals[self.argument(k, number)] = self.one_of(source)
            nodes = self.deeper(k, number + 1, ways * source.most, guards, name)
        self.walked(number, source, piece.lines)
        return ways * source.most + nodes

    def tests(self, guards: list[int]) -> list[tuple[Piece, str]]:
        """What must hold of complete arguments."""
        ways: list[tuple[Piece, str]] = []
        for guard in guards:
            with self.apart() as piece:
                (value,) = self.fragment_value(guard)
            if value.constant != 1:
                ways.append((piece, condition(value)))
        return ways

    def filtered(self, source: Value, guards: list[int], name: str) -> list[str] | None:
        """Those values for which all of these hold: written as one line, or what is to be done for each."""
        with self.apart() as outer:
            outer.locals["l1"] = self.one_of(source)
            ways = self.tests(guards)
        if all(not piece.lines for piece, _ in ways):
            tests = " and ".join(bracket(test) for _, test in ways)
            self.line(f"{name} = [l1 for l1 in {self.items(source, True)} if {tests}]" if tests else f"{name} = {self.look(source)}")
            return None
        lines = [f"{name}.append(l1)"]
        for piece, test in reversed(ways):
            lines = [*piece.lines, f"if {test}:", *("    " + line for line in lines)]
        return lines

    # ----------------------------------------------------------------------- a decision of one seat

    def one_seat(self) -> None:
        block, word = self.asking.block, self.word_address
        self.line("N[0] = 0")
        asides = self.plan.program.anytime is not None
        if asides:  # looked at, but drawn only where something is chosen here
            self.line(f"aside = (Z[{WORD}] * {MULTIPLIER} + {INCREMENT}) & {MASK}")
            self.line(f"if (aside >> {HIGH}) % {OUT_OF_TURN} == {OUT_OF_TURN - 1}: {self.leave_it()}")
        acting = self.plan.word(self.owner, block.acting)
        self.line(f"l0 = S[{word(block.acting)}]")
        self.piece.locals["l0"] = replace(acting, low=max(acting.low, 0), high=min(acting.high, self.layout.seats - 1), none=False)
        kept = [self.kept(k) for k in range(len(self.menu.actions))]
        self.total(kept)
        self.nobody(kept)
        self.line(f"if Z[{MADE}] >= Z[{LONGEST}]: return {CUT}")
        if asides:
            self.line(f"Z[{WORD}] = aside")
        self.line(f"S[{MENU}] = {self.menu.number}; Z[{MADE}] += 1; Z[{PASSED}] = 0; S[{word(block.index)}] = 1")
        self.line(f"S[{word(block.you)}] = l0")
        self.drawn(kept)
        self.taken(kept, f"S[{word(block.asked)}]", lambda k: self.commit_one(k))

    def total(self, kept: list[Kept]) -> None:
        counts = [one.count for one in kept if one.count != "0"]
        self.line(f"n = {' + '.join(counts) or '0'}")

    def nobody(self, kept: list[Kept]) -> None:
        """Where nothing is possible."""
        asking = self.asking
        passing = asking.passing if asking.skips and self.menu.may else -1
        if passing < 0 and any(one.count == "1" for one in kept):
            return
        self.line(f"if n == {1 if passing >= 0 else 0}:")
        if not self.menu.may and asking.otherwise < 0:
            self.inner(["raise GiveUp"])
            return
        on = asking.otherwise if asking.otherwise >= 0 else self.ask + 2
        self.inner(
            [
                f"S[{MENU}] = {self.menu.number}; Z[{PASSED}] += 1",
                f"if Z[{PASSED}] > {PASSED_OVER}: raise GiveUp",
                f"return {on}",
            ]
        )

    def drawn(self, kept: list[Kept]) -> None:
        """Writes the draw of j among n."""
        if [one.count for one in kept] == ["1"]:
            self.line("j = 0")
            return
        self.line("if n > 1:")
        wide = 1 << 32
        self.inner(
            [
                f"word = Z[{WORD}] = (Z[{WORD}] * {MULTIPLIER} + {INCREMENT}) & {MASK}",
                f"j = word >> {HIGH}",
                f"j = j % n if j < {wide} - {wide} % n else drawn_again(Z, n)",
            ]
        )
        self.line("else: j = 0")

    def taken(self, kept: list[Kept], seat: str, commit: Callable[[int], list[str]]) -> None:
        """Writes what is done with the action that j falls to."""
        some = [(k, one) for k, one in enumerate(kept) if one.count != "0"]
        for at, (k, one) in enumerate(some):
            lines = commit(k)
            if self.plan.counts:
                value = f"{one.values}[j]" if one.values is not None else "None"
                counts = ", ".join(other.count for other in kept)
                lines = [f"chose({self.menu.number}, {seat}, ({counts},), {k}, {value})", *lines]
            if at == len(some) - 1:
                for line in lines:
                    self.line(line)
            else:
                self.line(f"if j < {one.count}:")
                self.inner(lines)
                self.line(f"j -= {one.count}")

    def commit_one(self, k: int) -> list[str]:
        block, word = self.asking.block, self.word_address
        lines = [f"S[{word(block.chosen)}] = {k + 1}"]
        lines += self.arguments_laid(k, lambda offset: word(block.arguments + offset))
        if k != self.asking.passing:
            lines.append(f"S[{ACTED}] |= 1 << l0")
        return [*lines, f"return {self.asking.bodies[k]}"]

    def arguments_laid(self, k: int, word: Callable[[int], str]) -> list[str]:
        """The chosen arguments go to their words."""
        if k >= len(self.menu.actions) or not self.menu.actions[k].parameters:
            return []
        words = [f"S[{word(offset)}]" for offset, _ in self.asking.parameters[k]]
        return [f"{', '.join(words)} = d{k}[j]"]

    # ----------------------------------------------------------------------- a decision of several seats

    def together(self) -> None:
        """All of them work out what they may do; then each chooses, for no choice can be seen before all are made."""
        block, word = self.asking.block, self.word_address
        self.line("N[0] = 0; waiting = 0; found = [None] * " + str(self.layout.seats))
        count = self.fresh("n")
        self.line(f"{count} = S[{word(block.count)}]")
        seat_known = Known(False, 0, self.layout.seats - 1, False)
        with self.apart() as piece:
            self.line(f"l0 = S[{word(block.acting)} + i]")
            piece.locals["l0"] = seat_known
            kept = [self.kept(k) for k in range(len(self.menu.actions))]
            self.total(kept)
            passing = self.asking.passing if self.asking.skips and self.menu.may else -1
            names = ", ".join(one.values or one.count for one in kept)
            lines = [f"seat = S[{word(block.asked)} + i]; found[seat] = (i, l0, n, {names}); waiting |= 1 << seat"]
            if passing >= 0 or not any(one.count == "1" for one in kept):
                self.line(f"if n > {1 if passing >= 0 else 0}:")
                self.inner(lines)
                if not self.menu.may and self.asking.otherwise < 0:
                    self.line("else: raise GiveUp")
            else:
                self.line(lines[0])
        self.line(f"for i in range({count}):")
        self.inner(piece.lines)
        if not (self.menu.may and not self.asking.skips):
            self.line("if not waiting:")
            on = [f"return {self.ask + 2}"]
            if self.asking.otherwise >= 0:
                on = [f"return {self.asking.otherwise} if {count} else {self.ask + 2}"]
            self.inner([f"S[{MENU}] = {self.menu.number}; Z[{PASSED}] += 1", f"if Z[{PASSED}] > {PASSED_OVER}: raise GiveUp", *on])
        self.line(f"S[{MENU}] = {self.menu.number}; Z[{PASSED}] = 0")
        with self.apart() as piece:
            names = ", ".join(one.values or (f"x{k}" if one.count in "01" else one.count) for k, one in enumerate(kept))
            self.line("if one is None: continue")
            self.line(f"i, l0, n, {names} = one")
            self.line(f"if Z[{MADE}] >= Z[{LONGEST}]: return {CUT}")
            self.line(f"Z[{MADE}] += 1")
            self.drawn(kept)
            self.taken(kept, f"S[{word(block.asked)} + i]", self.commit_sealed)
        self.line("for one in found:")
        self.inner(piece.lines)
        self.line(f"return {self.ask + 2}")

    def commit_sealed(self, k: int) -> list[str]:
        block, word = self.asking.block, self.word_address
        lines = [f"S[{word(block.chosen)} + i] = {k + 1}"]
        step = f"i * {block.words}" if block.words > 1 else "i"
        lines += self.arguments_laid(k, lambda offset: f"{word(block.arguments + offset)} + {step}")
        return lines if k == len(self.asking.bodies) - 1 else [*lines, "continue"]
