"""Lines of Python as they are written: what lies on the operand stack as expressions, and what locals are known to hold.

Nothing on the stack is worked out before it is used; what would change meanwhile is put into a variable first.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from ....dsl.ir import LARGEST
from ..fault import MachineError
from .plan import BULK, Plan
from .values import STATE, Known, Value, closed, number, reads, unknown, wrap

GIVE_UP = "raise GiveUp"
MAY_FAULT = "!"  # in `reads`: working it out may meet a fault
LIGHT = 40  # loops and calls that are counted in advance; longer loops count as they go


@dataclass
class Items:
    """On the stack, in place of the items that a loop walks over. kept: the variable that gathers what the loop leaves; keyed: what it
    gathers are keys of the items, in the variable `keys`."""

    source: Value
    kept: Value | None = None
    keys: str = ""


@dataclass
class Piece:
    """Lines written apart. frame: words of the frame that are at hand, by offset; ended: control never comes to their end;
    returned: for the result of a rule that is written into its caller lies on the stack."""

    lines: list[str] = field(default_factory=list[str])
    stack: list[Value | Items] = field(default_factory=list[Value | Items])
    locals: dict[str, Known] = field(default_factory=dict[str, Known])
    frame: dict[int, Value] = field(default_factory=dict[int, Value])
    ended: bool = False
    returned: bool = False
    weight: int = 0


class Unstructured(MachineError):
    """Code jumps in a way that has no Python words; it is left to `interpret`."""


class Writer:
    """Writes one function."""

    def __init__(self, plan: Plan, entry: int) -> None:
        self.plan, self.code, self.layout = plan, plan.code, plan.layout
        self.entry = entry  # of the routine whose code is being written
        self.facts = plan.found(entry)
        self.piece = Piece()
        self.names = 0
        self.touched: set[int] = set()  # addresses of the code that was written
        self.prefix = "l"  # of locals; another one in a rule that is written into its caller
        self.around = 0  # loops around what is being written

    @property
    def bulk(self) -> bool:
        return self.plan.mode == BULK

    # ----------------------------------------------------------------------- lines

    def line(self, text: str) -> None:
        self.piece.lines.append(text)

    def give_up_if(self, test: str) -> None:
        """A fault, or so rare that `interpret` may do it: the run is made again there."""
        self.facts.faults = True
        self.line(f"if {test}: {GIVE_UP}")

    def weigh(self, jumps: int) -> None:
        self.piece.weight += jumps

    def heavy(self, weight: int) -> list[str]:
        """The lines that count so many loops and calls in advance, where they are worth it."""
        if weight <= LIGHT:
            return []
        self.facts.faults = True
        return [f"N[0] += {weight}", "if N[0] > LIMIT: raise GiveUp"]

    def fresh(self, letter: str = "t") -> str:
        self.names += 1
        return f"{letter}{self.names}"

    @contextmanager
    def apart(self) -> Generator[Piece]:
        """What is written meanwhile goes to a piece of its own, which begins with the same stack and locals."""
        outer = self.piece
        piece = self.piece = Piece([], outer.stack[:], dict(outer.locals), dict(outer.frame))
        yield piece
        self.piece = outer

    def adopt(self, piece: Piece) -> None:
        """What was written apart belongs here after all."""
        outer = self.piece
        outer.lines.extend(piece.lines)
        outer.stack, outer.locals, outer.frame, outer.ended = piece.stack, piece.locals, piece.frame, piece.ended
        outer.returned = piece.returned
        outer.weight += piece.weight

    def inner(self, lines: list[str]) -> None:
        """Lines of a block."""
        self.piece.lines.extend("    " + text for text in lines or ["pass"])

    # ----------------------------------------------------------------------- the stack

    def push(self, value: Value | Items) -> None:
        self.piece.stack.append(value)

    def scalar(self) -> Value:
        """Pops a number."""
        value = self.piece.stack.pop()
        assert isinstance(value, Value) and not value.seq, "a number was expected on the stack"
        return value

    def sequence(self) -> Value:
        """Pops a sequence."""
        value = self.piece.stack.pop()
        assert isinstance(value, Value) and value.seq, "a sequence was expected on the stack"
        return value

    def scalar_or_sequence(self) -> Value:
        """Pops a value of any kind."""
        value = self.piece.stack.pop()
        assert isinstance(value, Value)
        return value

    def variable(self, value: Value, letter: str = "t") -> Value:
        """The value in a variable of its own."""
        name = self.fresh(letter)
        self.line(f"{name} = {value.text}")
        return replace(
            value,
            text=name,
            reads=frozenset((name,)),
            atom=True,
            negated="",
            linear=None,
            place=None,
            address=None,
            parts=None,
            optional=None,
            one=None,
            within=None,
        )

    def atom(self, value: Value) -> Value:
        """The value as something cheap to write twice."""
        return value if value.atom else self.variable(value)

    def look(self, value: Value) -> str:
        """The text of a sequence that is only read, before anything changes: a place's own list in bulk play."""
        return f"S[{value.address.text}]" if self.bulk and value.address is not None else value.text

    def items(self, value: Value, aside: bool = False) -> str:
        """The text of a sequence to be walked over. aside: nothing changes meanwhile."""
        text = self.look(value) if aside else value.text
        if ":=" in text:
            return self.variable(value).text
        return f"({text})" if " if " in text and not closed(text) else text

    def settle(self, what: str | None = None) -> None:
        """Puts what lies on the stack and reads this (None: anything) into variables, before it changes."""
        for at, value in enumerate(self.piece.stack):
            if isinstance(value, Value) and (value.reads - {MAY_FAULT} if what is None else what in value.reads):
                self.piece.stack[at] = replace(self.variable(value), drawn=False)

    def changes_state(self) -> None:
        """What was read of the state is put into variables first."""
        self.settle(STATE)

    # ----------------------------------------------------------------------- locals

    def local(self, offset: int) -> Value:
        name = self.local_name(offset)
        return self.piece.locals.get(name, unknown(False)).held(name)

    def local_sequence(self, offset: int) -> Value:
        name = self.local_name(offset)
        return self.piece.locals.get(name, unknown(True)).held(name)

    def local_name(self, offset: int) -> str:
        """The variable that stands for a local."""
        return f"{self.prefix}{offset}"

    def assign(self, name: str, value: Value) -> None:
        """A local is set."""
        self.settle(name)
        if value.text != name:
            self.line(f"{name} = {value.text}")
        self.piece.locals[name] = value.known

    # ----------------------------------------------------------------------- checks

    def present(self, value: Value) -> Value:
        """Not none, or else a fault."""
        if not value.none:
            return value
        if value.text == "none":
            self.give_up_if("True")
            return number(0)
        value = self.atom(value)
        self.give_up_if(f"{value.text} == none")
        return self.narrowed(replace(value, none=False))

    def narrowed(self, value: Value) -> Value:
        """What was found out about a variable holds wherever it stands."""
        if value.text in self.piece.locals:
            self.piece.locals[value.text] = value.known
        for offset, other in self.piece.frame.items():
            if other.text == value.text:
                self.piece.frame[offset] = value
        return value

    def within(self, value: Value, low: int, high: int) -> Value:
        """A number between these, or else a fault."""
        if not value.none and low <= value.low and value.high <= high:
            return value
        value = self.atom(value)
        self.give_up_if(f"not {low} <= {value.text} <= {high}")
        return self.narrowed(replace(value, none=False, low=max(low, min(value.low, high)), high=min(high, max(value.high, low))))

    def in_range(self, value: Value) -> Value:
        """A number that has not grown too large."""
        if value.low >= -LARGEST and value.high <= LARGEST:
            return value
        return self.within(value, -LARGEST, LARGEST)

    # ----------------------------------------------------------------------- joining

    def join(self, test: str, yes: Piece, no: Piece, value: Value) -> None:
        """Goes on after two pieces, of which one was run. value: what is tested."""
        height = len(self.piece.stack)
        self.piece.weight += max(yes.weight, no.weight)
        if yes.ended or no.ended:
            self._one(test, yes, no)
            return
        if len(yes.stack) != len(no.stack):
            raise Unstructured("two ways leave different things")
        known = {name: yes.locals[name].join(no.locals[name]) for name in yes.locals if name in no.locals}
        self.piece.frame = {offset: value for offset, value in yes.frame.items() if no.frame.get(offset) == value}
        ways = list(zip(yes.stack[height:], no.stack[height:], strict=True))
        if not yes.lines and not no.lines:
            for a, b in ways:
                self.push(self._either(test, a, b, value))
            return
        for a, b in ways:
            assert isinstance(a, Value) and isinstance(b, Value)
            name = self.fresh()
            yes.lines.append(f"{name} = {a.text}")
            no.lines.append(f"{name} = {b.text}")
            self.push(a.known.join(b.known).named(name))
        self.branch(test, yes.lines, no.lines)
        self.piece.locals = known

    def branch(self, test: str, yes: list[str], no: list[str]) -> None:
        """An `if` with what there is to do."""
        if not yes and not no:
            return
        if not yes:
            self.line(f"if not ({test}):")
            self.inner(no)
            return
        self.line(f"if {test}:")
        self.inner(yes)
        if no and no[0].startswith("if ") and sum(not text.startswith("    ") for text in no) == 1:
            self.line("el" + no[0])
            self.piece.lines.extend(no[1:])
        elif no:
            self.line("else:")
            self.inner(no)

    def _one(self, test: str, yes: Piece, no: Piece) -> None:
        """At least one of the pieces never comes to its end."""
        if yes.ended and not no.ended:
            self.line(f"if {test}:")
            self.inner(yes.lines)
            self.piece.lines.extend(no.lines)
        elif no.ended and not yes.ended:
            self.branch(test, [], no.lines)
            self.piece.lines.extend(yes.lines)
        else:
            self.branch(test, yes.lines, no.lines)
            self.piece.ended = True
            return
        left = no if yes.ended else yes
        self.piece.stack, self.piece.locals, self.piece.frame = left.stack, left.locals, left.frame

    def _either(self, test: str, a: Value | Items, b: Value | Items, value: Value) -> Value:
        assert isinstance(a, Value) and isinstance(b, Value)
        known = a.known.join(b.known)
        of = reads(a, b, value)
        if not a.seq and a.bit and b.bit:
            if b.constant == 0:
                text = test if a.constant == 1 else f"{bracket(test)} and {wrap(a)}"
                return Value(text, low=0, high=1, none=False, reads=of, truth=True)
            if a.constant == 1:
                return Value(f"{bracket(test)} or {wrap(b)}", low=0, high=1, none=False, reads=of, truth=True)
            if b.constant == 1:
                return Value(f"not ({test}) or {wrap(a)}", low=0, high=1, none=False, reads=of, truth=True)
            if a.constant == 0:
                text = f"not ({test})" if b.constant == 1 else f"not ({test}) and {wrap(b)}"
                return Value(text, low=0, high=1, none=False, reads=of, truth=True)
        text = f"{wrap(a)} if {test} else {wrap(b)}"
        return replace(known.named(""), text=text, atom=False, reads=of)


def bracket(test: str) -> str:
    """A test as a part of a larger one."""
    return f"({test})" if " or " in test or " if " in test else test
