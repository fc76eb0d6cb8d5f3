"""What lies on the operand stack at every address: found out once for a program, so that code can be written for it in another language.

The code is run with kinds in place of values. A sequence of a known number of items is written as its items and a `PUSH` of how many they
are; which pushes are such lengths shows only where the value is used, so the walk is made again until no more of them are found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ....dsl import ir
from .. import opcodes as op
from ..fault import MachineError
from ..program import Program

SCALAR, SEQUENCE, RUN, ITEMS, FAMILY = "s", "q", "r", "i", "f"

# For each instruction: its operands, what it takes from the stack (last on top), what it leaves. Those that do more are in `Walk._step`.
EFFECTS: dict[int, tuple[int, str, str]] = {
    op.PUSH: (1, "", "s"), op.LOAD: (1, "", "s"), op.LOAD_FRAME: (1, "", "s"), op.LOAD_LOCAL: (1, "", "s"), op.LOAD_AT: (0, "s", "s"),
    op.TABLE: (1, "s", "s"), op.EQUAL: (0, "ss", "s"), op.JUMP_UNLESS: (1, "s", ""), op.JUMP: (1, "", ""), op.JUMP_IF: (1, "s", ""),
    op.STORE_LOCAL: (1, "s", ""), op.STORE_FRAME: (1, "s", ""), op.NOT: (0, "s", "s"), op.INDEX: (3, "ss", "s"),
    op.NEXT_ITEM: (3, "", ""), op.PLACE_CARD: (0, "s", "s"), op.ADD: (0, "ss", "s"), op.SUBTRACT: (0, "ss", "s"),
    op.MULTIPLY: (0, "ss", "s"), op.DIVIDE: (0, "ss", "s"), op.REMAINDER: (0, "ss", "s"), op.NEGATE: (0, "s", "s"),
    op.LESS: (0, "ss", "s"), op.AT_MOST: (0, "ss", "s"), op.SMALLER: (0, "ss", "s"), op.GREATER: (0, "ss", "s"), op.POP: (0, "s", ""),
    op.POP_SEQUENCE: (0, "q", ""), op.OR_ELSE: (1, "s", ""), op.OR_ELSE_SEQUENCE: (1, "q", ""), op.STORE: (1, "s", ""),
    op.ONLY: (0, "q", "s"), op.CALL: (1, "", ""), op.ENTER: (1, "", ""), op.RETURN: (0, "", ""), op.CALL_FRAME: (1, "", ""),
    op.ENTER_FRAME: (1, "", ""), op.RETURN_FRAME: (0, "", ""), op.SWITCH: (1, "s", ""), op.LOOP: (1, "", ""),
    op.LOAD_FRAME_SEQUENCE: (1, "", "q"), op.LOAD_LOCAL_SEQUENCE: (1, "", "q"), op.STORE_FRAME_SEQUENCE: (2, "q", ""),
    op.STORE_LOCAL_SEQUENCE: (2, "q", ""), op.NEXT_FRAME: (2, "", "s"), op.NEXT_LOCAL: (2, "", "s"), op.CLEAR: (2, "", ""),
    op.ROW: (1, "ss", "s"), op.COUNT: (0, "q", "s"), op.CONTENTS: (0, "s", "q"), op.ALL_CONTENTS: (2, "", "q"),
    op.CONTAINS: (0, "qs", "s"), op.SINGLE: (0, "s", "q"), op.CONCATENATE: (0, "qq", "q"), op.UNION: (0, "qq", "q"),
    op.WITHOUT: (0, "qq", "q"), op.INTERVAL: (0, "ss", "q"), op.COMPARE: (0, "qq", "s"), op.ROTATE: (0, "qs", "q"),
    op.ITEM: (0, "qs", "s"), op.PICK: (1, "qs", "q"), op.MASK: (0, "q", "s"), op.SEATS: (0, "s", "q"), op.ROW_ALL: (1, "s", "q"),
    op.ITERATE: (1, "q", ""), op.KEEP: (2, "s", ""), op.KEPT: (1, "", "q"), op.DROP_ITEMS: (1, "", ""), op.BEST: (3, "q", ""),
    op.SORT: (2, "", "q"), op.SAME: (1, "", "s"), op.DIFFERENT: (1, "", "s"), op.FAMILY: (1, "qss", ""), op.NEXT_FAMILY: (3, "", ""),
    op.DROP_FAMILY: (1, "", ""), op.SAME_CARDS: (0, "qq", "s"), op.PLAYERS: (0, "", "q"), op.IS_IN: (0, "s", "s"),
    op.NEXT_SEAT: (0, "ss", "s"), op.HOLDER: (0, "s", "s"), op.DRAW_ALL: (0, "s", "s"), op.PICK_PLACE: (2, "ss", "q"),
    op.PICK_RANDOM: (1, "qs", "q"), op.MOVE: (2, "qss", ""), op.DEAL: (2, "sss", ""), op.SHUFFLE: (0, "s", ""),
    op.SWAP_PLACES: (0, "ss", ""), op.SWAP_CARDS: (0, "ss", ""), op.TURN: (1, "qs", ""), op.TURN_VARIABLE: (2, "ss", ""),
    op.TELL: (1, "sss", ""), op.SET_OUT: (1, "q", ""), op.SET_ZONE: (0, "sq", ""), op.SET_VARIABLE: (1, "ss", ""),
    op.RESET_VARIABLES: (0, "", ""), op.SAY: (1, "", ""), op.TURN_SEAT: (0, "qss", "s"), op.TURN_BEGAN: (0, "s", ""),
    op.TURN_ENDED: (0, "s", ""), op.NEXT_TURN: (0, "s", "ss"), op.MARK: (1, "", ""), op.GO_SEAT: (2, "sss", "s"),
    op.ROUND_BEGAN: (0, "", ""), op.ROUND_ENDED: (0, "", ""), op.ACTED: (0, "s", "s"), op.FORGET: (0, "s", ""),
    op.CHECK_SEAT: (0, "s", "s"), op.WAITS: (0, "s", "s"), op.FLIP: (0, "s", "s"), op.REVERSE: (0, "q", "q"),
    op.STORE_RUN: (2, "r", ""), op.ASK: (1, "", ""), op.TAKE: (1, "", ""), op.WIN: (1, "q", ""), op.PLACES: (3, "", ""),
    op.GAME_OVER: (0, "", ""), op.NEW_GAME: (0, "", ""), op.HALT: (1, "", ""), op.LEAVE_ANYTIME: (0, "", ""), op.FALL_OFF: (0, "", ""),
    op.DONE: (0, "", ""),
}  # fmt: skip
ENDS = {op.RETURN, op.RETURN_FRAME, op.WIN, op.PLACES, op.HALT, op.LEAVE_ANYTIME, op.FALL_OFF, op.DONE}


@dataclass(frozen=True)
class Item:
    """One thing on the stack. kind: SCALAR; SEQUENCE; RUN (items whose number was popped); ITEMS (of a loop: they, and what it keeps of
    them) or FAMILY (those that subsets are made of).

    constant, pushed: of a scalar that is known, its value and the addresses of the pushes it came from. slot: where the loop keeps its
    counters in L. pile: what each round of the loop has left on top of its items so far, where it left anything.
    """

    kind: str
    constant: int | None = None
    pushed: frozenset[int] = frozenset()
    slot: int = -1
    pile: Item | None = None


Stack = tuple[Item, ...]
ONE = Item(SCALAR)
MANY = Item(SEQUENCE)


@dataclass
class Routine:
    """Code that is entered at one address: a rule, a fragment of a menu, the game from its start.

    framed: its locals live in the state and it may stop. parameters: kinds of what it takes from its caller's stack, last on top.
    result: what it leaves there (fragments: also several); None where it never comes back. stacks: for every address that can be reached,
    what lies above its caller's values before the instruction.
    """

    entry: int
    framed: bool
    parameters: tuple[str, ...]
    result: Stack | None = None
    stacks: dict[int, Stack] = field(default_factory=dict[int, Stack])
    callers: set[int] = field(default_factory=set[int])


@dataclass
class Shapes:
    """routines: by their entry. lengths: addresses of the pushes that make a sequence of so many items below them."""

    routines: dict[int, Routine]
    lengths: frozenset[int]


def size(code: list[int], address: int) -> int:
    """Words of the instruction at an address."""
    return 1 + EFFECTS[code[address]][0]


def fragments(program: Program) -> Iterator[int]:
    """Addresses of the code that menus run by itself."""
    for menu in program.menus:
        for action in menu.actions:
            for parameter in action.parameters:
                yield parameter.domain
                yield from parameter.subsets or ()
            if action.guard is not None:
                yield action.guard
            yield from (address for address, _ in action.needs)


def starts(program: Program) -> Iterator[int]:
    """Addresses from which a whole game, the rest of one or an example runs."""
    yield program.start
    yield program.layout.end
    if program.anytime is not None:
        yield program.anytime_code[0]
    yield from (example.start for example in program.examples)


def shapes(program: Program, extra: tuple[int, ...] = ()) -> Shapes:
    """The stack at every address that play can reach. extra: more fragments (invariants, claims, `program.rules`).

    Raises MachineError where two ways to one address leave different things.
    """
    lengths: frozenset[int] = frozenset()
    while True:
        walk = Walk(program, lengths)
        for address in starts(program):
            walk.enter(address, True)
        for address in (*fragments(program), *extra):
            walk.enter(address)
        walk.run()
        if walk.found <= lengths:
            return Shapes(walk.routines, lengths)
        lengths |= walk.found


class Walk:
    """One walk over all code, with the pushes that are lengths as far as they are known; found: those met now."""

    def __init__(self, program: Program, lengths: frozenset[int]) -> None:
        self.program = program
        self.code = program.layout.code
        self.lengths = lengths
        self.found: set[int] = set()
        self.routines: dict[int, Routine] = {}
        self._waiting: list[tuple[Routine, int]] = []

    # ----------------------------------------------------------------------- routines

    def enter(self, address: int, framed: bool = False) -> Routine:
        """The routine that begins here; framed: also without `ENTER_FRAME`. Its parameters are what its first instructions store; a
        fragment that calls a rule at once hands its own on."""
        if address not in self.routines:
            code = self.code
            taken: list[str] = []
            if code[address] == op.CALL and not framed:
                taken = list(reversed(self.enter(code[address + 1]).parameters))
            elif code[address] in (op.ENTER, op.ENTER_FRAME):
                at = address + 2
                while code[at] in (op.STORE_LOCAL, op.STORE_FRAME, op.STORE_LOCAL_SEQUENCE, op.STORE_FRAME_SEQUENCE):
                    taken.append(EFFECTS[code[at]][1])
                    at += size(code, at)
            routine = Routine(address, framed or code[address] == op.ENTER_FRAME, tuple(reversed(taken)))
            self.routines[address] = routine
            self._reach(routine, address, tuple(Item(kind) for kind in routine.parameters))
        return self.routines[address]

    def run(self) -> None:
        """Until nothing changes any more."""
        while self._waiting:
            routine, address = self._waiting.pop()
            self._step(routine, address)

    def _reach(self, routine: Routine, address: int, stack: Stack) -> None:
        """Control comes to an address with this stack."""
        if self.code[address] == op.NEXT_ITEM:
            stack = self._piled(address, stack)
        before = routine.stacks.get(address)
        joined = stack if before is None else self._join(before, stack, address)
        if joined != before:
            routine.stacks[address] = joined
            self._waiting.append((routine, address))

    # ----------------------------------------------------------------------- kinds

    def _wrong(self, address: int, what: str) -> MachineError:
        return MachineError(f"address {address}: {what}")

    def _counted(self, stack: Stack) -> Stack:
        """The stack with the sequence on top that its constant top says there is."""
        top = stack[-1]
        assert top.constant is not None
        start = len(stack) - 1 - top.constant
        if start < 0 or any(item.kind != SCALAR for item in stack[start:]):
            raise MachineError("a length without its items")
        self.found |= top.pushed
        return (*stack[:start], MANY)

    def _join(self, a: Stack, b: Stack, address: int) -> Stack:
        """What is true of both."""
        while len(a) != len(b) or (a and a[-1].kind != b[-1].kind):
            first, second = bool(a) and a[-1].constant is not None, bool(b) and b[-1].constant is not None
            if not first and not second:
                raise self._wrong(address, "two ways leave different things")
            a = self._counted(a) if first else a
            b = self._counted(b) if second else b
        return tuple(self._both(x, y, address) for x, y in zip(a, b, strict=True))

    def _both(self, a: Item, b: Item, address: int) -> Item:
        if a.kind != b.kind or a.slot != b.slot:
            raise self._wrong(address, "two ways leave different things")
        if a.kind == SCALAR:
            return replace(a, pushed=a.pushed | b.pushed) if a.constant == b.constant else ONE
        if a.pile is None or b.pile is None:
            return replace(a, pile=a.pile or b.pile)
        return replace(a, pile=self._join((a.pile,), (b.pile,), address)[0])

    def _piled(self, address: int, stack: Stack) -> Stack:
        """What a round of a loop left on its items is part of them when the next one begins."""
        at = self._loop(address, stack, self.code[address + 1])
        above = stack[at + 1 :]
        if len(above) > 1:
            above = self._counted(stack)[at + 1 :]
        if len(above) > 1:
            raise self._wrong(address, "more than one value is left by a round of a loop")
        if not above:
            return stack
        loop = stack[at]
        pile = above[0] if loop.pile is None else self._join((loop.pile,), above, address)[0]
        return (*stack[:at], replace(loop, pile=pile))

    def _loop(self, address: int, stack: Stack, slot: int) -> int:
        """Where on the stack the items of the loop with these counters lie."""
        for at in range(len(stack) - 1, -1, -1):
            if stack[at].slot == slot:
                return at
        raise self._wrong(address, "a loop without its items")

    def _pop(self, stack: Stack, kinds: str, address: int) -> Stack:
        for kind in reversed(kinds):
            if not stack:
                raise self._wrong(address, "the stack is empty")
            if kind == SEQUENCE and stack[-1].constant is not None:
                stack = self._counted(stack)
            if stack[-1].kind != kind:
                raise self._wrong(address, f"{stack[-1].kind} instead of {kind}")
            stack = stack[:-1]
        return stack

    # ----------------------------------------------------------------------- instructions

    def _step(self, routine: Routine, address: int) -> None:
        code = self.code
        stack = routine.stacks[address]
        o = code[address]
        after = address + size(code, address)
        if o == op.PUSH:
            item = Item(SCALAR, code[address + 1], frozenset((address,)))
            stack = self._counted((*stack, item)) if address in self.lengths else (*stack, item)
        elif o == op.POP and stack and stack[-1].kind == SEQUENCE:
            stack = (*stack[:-1], Item(RUN))
        elif o in (op.CALL, op.CALL_FRAME):
            self._call(routine, address, stack)
            return
        elif o in (op.OR_ELSE, op.OR_ELSE_SEQUENCE):
            rest = self._pop(stack, EFFECTS[o][1], address)
            self._reach(routine, code[address + 1], (*rest, ONE if o == op.OR_ELSE else MANY))
            stack = rest
        elif o in (op.ITERATE, op.FAMILY):
            kind = ITEMS if o == op.ITERATE else FAMILY
            stack = (*self._pop(stack, EFFECTS[o][1], address), Item(kind, slot=code[address + 1]))
        elif o in (op.KEPT, op.DROP_ITEMS, op.SORT, op.SAME, op.DIFFERENT, op.DROP_FAMILY, op.PLACES):
            stack = self._finish(address, stack)
        elif o == op.SAY:
            parts = (part for part in self.program.texts[code[address + 1]] if not isinstance(part, str))
            stack = self._pop(stack, "".join(SEQUENCE if isinstance(part, ir.Many) else SCALAR for part in parts), address)
        else:
            stack = self._pop(stack, EFFECTS[o][1], address)
            self._jump(routine, address, stack)
            stack = (*stack, *(ONE if kind == SCALAR else MANY for kind in EFFECTS[o][2]))
        if o in (op.RETURN, op.RETURN_FRAME, op.DONE):
            self._return(routine, address, stack)
        elif o not in ENDS and o not in (op.JUMP, op.LOOP, op.SWITCH, op.TAKE):
            self._reach(routine, after, stack)

    def _jump(self, routine: Routine, address: int, stack: Stack) -> None:
        """The other ways to go on."""
        code = self.code
        o = code[address]
        if o in (op.JUMP, op.LOOP, op.JUMP_IF, op.JUMP_UNLESS):
            self._reach(routine, code[address + 1], stack)
        elif o in (op.NEXT_FRAME, op.NEXT_LOCAL, op.GO_SEAT):
            self._reach(routine, code[address + 2], stack)
        elif o in (op.NEXT_ITEM, op.NEXT_FAMILY):
            self._loop(address, stack, code[address + 1])
            self._reach(routine, code[address + 3], stack)
        elif o == op.SWITCH:
            for target in set(self.program.layout.tables[code[address + 1]]):
                self._reach(routine, target, stack)
        elif o in (op.ASK, op.TAKE, op.HALT, op.LEAVE_ANYTIME, op.FALL_OFF):
            if stack:
                raise self._wrong(address, "something lies on the stack where the game stops")
            asking = self.program.asking[code[address + 1]] if o in (op.ASK, op.TAKE) else None
            if asking is not None and o == op.TAKE:
                for target in (*asking.bodies, asking.after):
                    self._reach(routine, target, ())
            elif asking is not None and asking.otherwise >= 0:
                self._reach(routine, asking.otherwise, ())

    def _call(self, routine: Routine, address: int, stack: Stack) -> None:
        called = self.enter(self.code[address + 1])
        called.callers.add(routine.entry)
        stack = self._pop(stack, "".join(called.parameters), address)
        if called.framed and stack:
            raise self._wrong(address, "something lies on the stack below a rule that may stop")
        if called.result is not None:
            self._reach(routine, address + 2, (*stack, *called.result))

    def _return(self, routine: Routine, address: int, stack: Stack) -> None:
        if len(stack) > 1 and self.code[address] != op.DONE:
            stack = self._counted(stack)
        result = stack if routine.result is None else self._join(routine.result, stack, address)
        if result != routine.result:
            routine.result = result
            for caller in routine.callers:
                code = self.code
                for at in list(self.routines[caller].stacks):
                    if code[at] in (op.CALL, op.CALL_FRAME) and code[at + 1] == routine.entry:
                        self._waiting.append((self.routines[caller], at))

    def _finish(self, address: int, stack: Stack) -> Stack:
        """The end of a loop over items."""
        o = self.code[address]
        at = self._loop(address, stack, self.code[address + 1])
        pile = stack[at].pile
        if o in (op.SORT, op.PLACES) and pile is not None and pile.kind == SCALAR:
            if pile.constant != 0:
                raise self._wrong(address, "keys that are no sequences")
            self.found |= pile.pushed
        left = EFFECTS[o][2]
        return (*stack[:at], *(ONE if kind == SCALAR else MANY for kind in left))


def leaders(program: Program, routine: Routine) -> set[int]:
    """Addresses of a routine where control can come from elsewhere than the instruction before."""
    found = {routine.entry}
    code = program.layout.code
    for address in routine.stacks:
        o = code[address]
        if o in (op.JUMP, op.LOOP, op.JUMP_IF, op.JUMP_UNLESS, op.OR_ELSE, op.OR_ELSE_SEQUENCE):
            found.add(code[address + 1])
        elif o in (op.NEXT_FRAME, op.NEXT_LOCAL, op.GO_SEAT):
            found.add(code[address + 2])
        elif o in (op.NEXT_ITEM, op.NEXT_FAMILY):
            found.add(code[address + 3])
        elif o == op.SWITCH:
            found.update(program.layout.tables[code[address + 1]])
        elif o == op.CALL_FRAME:
            found.add(address + 2)
        elif o in (op.ASK, op.TAKE):
            asking = program.asking[code[address + 1]]
            found.update((address + 2, asking.otherwise) if o == op.ASK else (*asking.bodies, asking.after))
    ordered = sorted(routine.stacks)
    found.update(b for a, b in pairwise(ordered) if a + size(code, a) != b)
    return found & routine.stacks.keys()
