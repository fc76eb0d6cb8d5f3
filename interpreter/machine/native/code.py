"""The instructions of one routine as C statements.

The operand stack is gone: a value that is constant or only read stays an expression until it is needed, everything else has a variable of
its own. Where ways meet, values lie in the variables of their height: `s2`, or `q2` and `n2` for a sequence, whose items lie in a stack of
their own (the heap), above those of the sequences below. Only numbers of the program go into the text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ....dsl.ir import NONE
from .. import opcodes as op
from ..program import Program
from ..running.shapes import FAMILY, ITEMS, RUN, SCALAR, SEQUENCE, Shapes, Stack, size
from .facts import Facts
from .quiet import quiet_loops

FITS = {"ADD": "add", "SUBTRACT": "subtract", "MULTIPLY": "multiply", "DIVIDE": "divide", "REMAINDER": "remainder_of"}
ARITHMETIC = {getattr(op, name): function for name, function in FITS.items()}


def number(value: int) -> str:
    """A word as C writes it."""
    return "NONE" if value == NONE else str(value) if abs(value) < 1 << 31 else f"INT64_C({value})"


class Writers(dict[int, Callable[..., None]]):
    """How instructions are written: functions of the writer and the operands."""

    def of(self, *instructions: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
        """The function below writes these."""

        def note(function: Callable[..., None]) -> Callable[..., None]:
            self.update(dict.fromkeys(instructions, function))
            return function

        return note


@dataclass(frozen=True)
class Value:
    """What is known of one thing on the stack. text: its expression (of a sequence the address of its items), count: how many there are.

    atom: it may be written twice. truth: it is 0 or 1. sure: it is never none. state: it reads the state; reads: and these locals. slot:
    of a loop. single: at most one item. lent: the items are those of a place, which must not be written; everybody: they are all seats.
    cards: they are cards, none of them none. base: of an address, or an expression of addresses: the first one.
    """

    kind: str
    text: str = ""
    count: str = ""
    atom: bool = True
    truth: bool = False
    sure: bool = False
    state: bool = False
    reads: frozenset[int] = frozenset()
    slot: int = -1
    single: bool = False
    lent: bool = False
    everybody: bool = False
    cards: bool = False
    base: int = -1


class Writer:
    """Writes one routine, or the one function of all code that may stop."""

    def __init__(
        self, program: Program, shapes: Shapes, writers: Writers, tracked: set[int], lent: set[int], top: str, facts: Facts | None
    ) -> None:
        """lent: addresses of sequences that are not copied (lending.py). tracked: the routines that are told how deep their caller's locals
        reach; top: how deep those of this one do. facts: of a program whose whole games are one piece; else None."""
        self.program, self.layout, self.code, self.shapes = program, program.layout, program.layout.code, shapes
        self.writers, self.tracked, self.lent, self.top, self.facts = writers, tracked, lent, top, facts
        self.walked: dict[int, tuple[str, bool]] = {}  # by slot of a loop over items: where it ends, and whether they are cards
        self.changes: set[int] = set()  # instructions before which it is noted that the state changes
        self.counting: set[int] = set()  # slots of loops of which only is wanted how many items they keep
        self.quiet: list[tuple[int, int]] = []  # loops that count their rounds in a variable: first address, last one
        self.rounds: set[int] = set()  # addresses of NEXT_FRAME and NEXT_LOCAL that walk over all seats
        self.counts: dict[int, int] = {}  # of the frame: words known to hold how many items follow
        self.lines: list[str] = []
        self.variables: dict[str, str] = {}  # name -> C type
        self.arrays: dict[int, int] = {}  # local of a sequence -> most items
        self.stack: list[Value] = []
        self.called: set[int] = set()  # pure routines
        self.framed: set[int] = set()  # routines that may stop, where whole games are one piece
        self.address = 0
        self.meeting: set[int] = set()
        self.live = False
        self._fresh = 0

    # ----------------------------------------------------------------------- pieces

    def put(self, line: str) -> None:
        self.lines.append(f"    {line}")

    def known(self, text: str, low: int, high: int) -> str:
        """A value that is surely between these, so that the compiler knows it too."""
        return text if self.facts is None else f"cell({text}, {low}, {high})"

    def fresh(self, letter: str) -> str:
        self._fresh += 1
        return f"{letter}{self._fresh}"

    def variable(self, name: str, kind: str = "word") -> str:
        self.variables[name] = kind
        return name

    def local(self, offset: int) -> str:
        return self.variable(f"l{offset}")

    def sequence_local(self, offset: int) -> tuple[str, str]:
        return self.variable(f"Q{offset}", "const word *"), self.variable(f"N{offset}")

    def temporary(self, text: str, *, truth: bool = False, sure: bool = False) -> Value:
        """A variable with this value."""
        name = self.fresh("t")
        self.put(f"word {name} = {text};")
        return Value(SCALAR, name, truth=truth, sure=sure)

    def push(self, text: str, *, truth: bool = False, sure: bool = False) -> None:
        """A variable or a number."""
        self.stack.append(Value(SCALAR, text, truth=truth, sure=sure))

    def push_now(self, text: str, *, truth: bool = False, sure: bool = False) -> None:
        """A value that is worked out here and now."""
        self.stack.append(self.temporary(text, truth=truth, sure=sure))

    def push_read(self, text: str, address: int = -1, reads: frozenset[int] = frozenset()) -> None:
        """A word of the state; address: where it is known, or the first of its variable's cells."""
        sure = truth = False
        if self.facts is not None:
            text, sure, truth = self.facts.cell(text, address)
        self.stack.append(Value(SCALAR, text, atom=False, state=True, truth=truth, sure=sure, reads=reads))

    def push_sequence(self, text: str, count: str, *, single: bool = False, cards: bool = False) -> None:
        self.stack.append(Value(SEQUENCE, text, count, single=single, cards=cards))

    def next_is(self, instruction: int) -> bool:
        """Whether this one comes next, and only from here."""
        after = self.address + size(self.code, self.address)
        return self.code[after] == instruction and after not in self.meeting

    def walks_next(self, store: int, following: int, offset: int) -> bool:
        """Whether all that comes of the sequence that is stored now is a walk over it, from its begin; then that one is noted."""
        code, at = self.code, self.address + 3
        walk = [op.PUSH, 0, store, offset, following, offset]
        if code[at : at + 6] != walk or {at, at + 2} & self.meeting:
            return False
        self.rounds.add(at + 4)
        return True

    def pop(self) -> Value:
        return self.stack.pop()

    def atom(self) -> Value:
        """The value on top, taken off, to be written more than once."""
        value = self.pop()
        if value.atom:
            return value
        return self.temporary(value.text, truth=value.truth, sure=value.sure)

    def truth(self) -> str:
        value = self.pop()
        return value.text if value.truth else f"{value.text} == 1"

    def drop_loop(self, slot: int) -> None:
        """Off the stack goes a loop, with all that lies on it."""
        while self.pop().slot != slot:
            pass

    def heap(self) -> str:
        """Where free memory begins, above every sequence on the stack."""
        for value in reversed(self.stack):
            if value.kind in (SEQUENCE, RUN) and not value.lent and value.count != "0":
                return f"{value.text} + {value.count}"
            if value.kind in (ITEMS, FAMILY):
                return f"T{value.slot}"
        return "h"

    def free(self) -> str:
        """A pointer to it."""
        name = self.fresh("p")
        self.put(f"word *{name} = {self.heap()};")
        return name

    def settle(self, state: bool = True, local: int | None = None) -> None:
        """Before the state or a local changes: what reads it gets its value now."""
        for i, value in enumerate(self.stack):
            if value.kind == SCALAR and ((state and value.state) or (local is not None and local in value.reads)):
                self.stack[i] = self.temporary(value.text, truth=value.truth, sure=value.sure)

    def fails(self, *, here: bool = True) -> None:
        """What follows may fail, or change the state, in the runtime."""
        self.settle()
        if here:
            self.put(f"c->pc = {self.address};")

    # ----------------------------------------------------------------------- ways

    def canonical(self, height: int, kind: str, slot: int = -1) -> Value:
        if kind == SCALAR:
            return Value(SCALAR, self.variable(f"s{height}"))
        if kind in (SEQUENCE, RUN):
            return Value(kind, self.variable(f"q{height}", "word *"), self.variable(f"n{height}"))
        return Value(kind, slot=slot)

    def arrive(self, stack: Stack) -> None:
        """Here ways meet: everything lies where its height says."""
        self.stack = [self.canonical(height, item.kind, item.slot) for height, item in enumerate(stack)]

    def lay(self, values: list[Value]) -> None:
        """Puts values where their heights say."""
        moves: list[tuple[str, str]] = []
        for height, value in enumerate(values):
            home = self.canonical(height, value.kind, value.slot)
            if value.kind in (SCALAR, SEQUENCE, RUN) and value.text != home.text:
                moves.append((home.text, value.text))
            if value.kind in (SEQUENCE, RUN) and value.count != home.count:
                moves.append((home.count, value.count))
        if len(moves) > 1:  # what is written first may be read by the next
            for i, (home, text) in enumerate(moves):
                if any(f"{earlier}" in text for earlier, _ in moves[:i]):
                    name = self.fresh("m")
                    self.put(f"{self.variables[home]} {name} = {text};")
                    moves[i] = (home, name)
            moves = [*(m for m in moves if not m[1].startswith("m")), *(m for m in moves if m[1].startswith("m"))]
        for home, text in moves:
            self.put(f"{home} = {text};")

    # ----------------------------------------------------------------------- counts of loops and calls

    def _quiet_at(self, address: int) -> tuple[int, int] | None:
        return next((loop for loop in self.quiet if loop[0] <= address <= loop[1]), None)

    @property
    def jumps(self) -> str:
        """Where loops and calls are counted here."""
        return "c->jumps" if self._quiet_at(self.address) is None else self.variable("J", "counter")

    def jump(self) -> None:
        """A loop or a call is counted."""
        if self.jumps == "J":
            self.put(f"if (UNLIKELY(++J > JUMPS)) fault(c, BUDGET, {self.address});")
        else:
            self.put(f"jump(c, {self.address});")

    def leave(self, target: int | None) -> None:
        """On the way to another address (None: out of the routine) the count goes with it."""
        here, there = self._quiet_at(self.address), None if target is None else self._quiet_at(target)
        if here == there:
            return
        if here is not None:
            self.put("c->jumps = J;")
        if there is not None:
            self.put(f"{self.variable('J', 'counter')} = c->jumps;")

    # ----------------------------------------------------------------------- jumps

    def go(self, target: int) -> None:
        """Jump, with what is on the stack now, which stays as it is for what follows here."""
        values = list(self.stack)
        if self.code[target] == op.NEXT_ITEM:
            values = self.pile(values, self.code[target + 1])
        self.lay(values)
        self.leave(target)
        self.put(f"goto L{target};")

    def pile(self, values: list[Value], slot: int) -> list[Value]:
        """What a round of a loop leaves goes on top of its items."""
        loop = next(i for i in range(len(values) - 1, -1, -1) if values[i].slot == slot)
        for value in values[loop + 1 :]:
            if value.kind == SCALAR:
                self.put(f"room(c, T{slot}, 1, {self.address});")
                self.put(f"*T{slot}++ = {value.text};")
            else:
                count = value.count
                self.put(f"room(c, T{slot}, {count} + 1, {self.address});")
                self.put(f"memmove(T{slot}, {value.text}, (size_t)({count}) * sizeof(word));")
                self.put(f"T{slot} += {count}; *T{slot}++ = {count};")
        return values[: loop + 1]

    def when(self, condition: str, target: int) -> None:
        """Jump if."""
        self.put(f"if ({condition}) {{")
        self.go(target)
        self.put("}")

    def write(self, stacks: dict[int, Stack], meeting: set[int]) -> None:
        """All these addresses in order; ways meet at those of `meeting`."""
        self.meeting = meeting
        self.quiet = quiet_loops(self.code, sorted(stacks), self.lent)
        after = -1
        for address in sorted(stacks):
            if address in meeting:
                if self.live and after == address:
                    self.fall(address)
                self.lines.append(f"L{address}:;")
                self.arrive(stacks[address])
                self.counts.clear()
                self.live = True
            self.address = address
            self.instruction()
            after = address + size(self.code, address)
        self.live = False

    def fall(self, address: int) -> None:
        values = self.stack
        if self.code[address] == op.NEXT_ITEM:
            values = self.pile(values, self.code[address + 1])
        self.lay(values)
        self.leave(address)

    def stop(self) -> None:
        """Nothing comes after this."""
        self.live = False

    def instruction(self) -> None:
        o = self.code[self.address]
        if o in self.changes:
            self.put("c->changes++;")
        operands = self.code[self.address + 1 : self.address + size(self.code, self.address)]
        if o == op.PUSH and self.address in self.shapes.lengths:
            self.counted(operands[0])
        elif o in ARITHMETIC or o in (op.LESS, op.AT_MOST):
            self.arithmetic(o)
        else:
            self.writers[o](self, *operands)

    # ----------------------------------------------------------------------- values

    def counted(self, count: int) -> None:
        """So many values become a sequence."""
        items = [self.pop().text for _ in range(count)][::-1]
        start = self.free()
        if items:
            self.put(f"room(c, {start}, {count}, {self.address});")
        for i, item in enumerate(items):
            self.put(f"{start}[{i}] = {item};")
        self.push_sequence(start, str(count))

    def wanted(self, value: Value) -> None:
        if not value.sure:
            self.put(f"wanted(c, {value.text}, {self.address});")

    def arithmetic(self, o: int) -> None:
        b, a = self.atom(), self.atom()
        self.wanted(a)
        self.wanted(b)
        if o in ARITHMETIC:
            self.push_now(f"{ARITHMETIC[o]}(c, {a.text}, {b.text}, {self.address})", sure=True)
            return
        state, reads = a.state or b.state, a.reads | b.reads
        text = f"({a.text} {'<' if o == op.LESS else '<='} {b.text})"
        self.stack.append(Value(SCALAR, text, atom=False, truth=True, sure=True, state=state, reads=reads))

    def checked(self, index: str, size: int, constant: bool) -> None:
        if not constant or not 0 <= int(index) < size:
            self.put(f"CHECK({index}, {size}, {self.address});")

    def place(self) -> str:
        """The address of a place on the stack, as an expression that may be written twice."""
        value = self.atom()
        if value.text.isdigit():
            return f"S + {self.layout.place_address[int(value.text)]}"
        self.put(f"CHECK({value.text}, {len(self.layout.place_address)}, {self.address});")
        name = self.fresh("a")
        self.put(f"word *{name} = S + place_address[{value.text}];")
        return name

    def call(self, target: int) -> None:
        called = self.shapes.routines[target]
        self.called.add(target)
        self.settle()
        taken = self.stack[len(self.stack) - len(called.parameters) :]
        heap = self.heap()
        del self.stack[len(self.stack) - len(called.parameters) :]
        arguments = ["c", heap]
        if target in self.tracked:
            self.put(f"call_at(c, {self.top}, {self.address});")
            arguments.append(self.top)
        else:
            self.jump()
        for value in taken:
            arguments += [value.text] if value.kind == SCALAR else [value.text, value.count]
        result = called.result
        if result is None:
            self.put(f"r{target}({', '.join(arguments)});")
            self.put(f"fault(c, INTERNAL, {self.address});")
            self.stop()
        elif not result:
            self.put(f"r{target}({', '.join(arguments)});")
        elif result[0].kind == SCALAR:
            self.push_now(f"r{target}({', '.join(arguments)})")
        else:
            start, count = self.fresh("p"), self.fresh("c")
            self.put(f"word *{start} = {heap};")
            arguments[1] = start
            self.put(f"word {count} = r{target}({', '.join(arguments)});")
            self.push_sequence(start, count)
