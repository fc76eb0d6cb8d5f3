"""What a seat may do at a decision in bulk play: no action is made, each has a list of the values its argument may take, or a number of 0
or 1."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from .. import opcodes as op
from ..program import Menu
from ..running.policy import ENOUGH, VISITS
from .blocks import Blocks
from .plan import Plan
from .values import Known, Value, condition, reads, wrap
from .writer import Piece, Unstructured, bracket


@dataclass
class Kept:
    """What an action has. count: how many, as text; values: the variable of the list, where it has an argument."""

    count: str
    values: str | None


class Menus(Blocks):
    """Writes what a menu comes to for one seat, in l0."""

    def __init__(self, plan: Plan, menu: Menu, owner: int) -> None:
        super().__init__(plan, owner, -1)
        self.menu, self.asking = menu, plan.program.asking[menu.number]

    @abstractmethod
    def left_open(self) -> str:
        """The line that leaves a decision to the policy, before anybody has chosen now."""

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
                self.line(f"if len({source.text}) >= {VISITS}: {self.left_open()}")
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
            self.line(f"if len({name}) > {ENOUGH}: {self.left_open()}")

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
