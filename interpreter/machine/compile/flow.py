"""Branches: jumps of the flat code as Python's own words.

The code was written from sentences, so it falls apart into pieces with one entry: what a jump skips, what a LOOP jumps back over. Where a
jump fits none of the patterns here, `Unstructured` is raised.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from .. import opcodes as op
from ..running.shapes import size
from .moves import Moves
from .plan import EFFECTS
from .values import Known, Value, condition, opposite
from .writer import Piece, Unstructured

Exits = dict[int, list[str]]
"""How control leaves a loop: address -> the lines that go there."""

NAMES = {number: name for name, number in vars(op).items() if name.isupper() and isinstance(number, int)}
STORES = {
    op.STORE_LOCAL: 0, op.STORE_LOCAL_SEQUENCE: 0, op.NEXT_ITEM: 1, op.NEXT_FAMILY: 1,
}  # fmt: skip
"""Instructions that set a local, and which of their operands names it."""
FRAMED = {op.STORE_FRAME, op.STORE_FRAME_SEQUENCE, op.NEXT_FRAME}


class Flow(Moves):
    """Writes pieces of code."""

    exits: Exits  # of the loop that is being written
    leaving: list[dict[str, Known]]  # what is known of locals at each way out of the loop that is being written

    def region(self, at: int, end: int, header: bool = False) -> None:
        """Writes the code from one address up to another, where it goes on; `piece.ended` when control never comes there.

        header: the first address is where the loop begins that is being written.
        """
        while at != end and not self.piece.ended:
            if at > end:
                raise Unstructured(f"{at} lies behind {end}")
            at = self.loop(at) if at in self.plan.loops and not header else self.step(at, end)
            header = False

    @abstractmethod
    def loop(self, at: int) -> int:
        """A whole loop; gives the address behind it."""

    def step(self, at: int, end: int) -> int:
        """Writes one instruction, or a whole branch; gives the address to go on at."""
        code = self.code
        o = code[at]
        self.touched.add(at)
        self.plan.spend()
        if o in (op.JUMP_UNLESS, op.JUMP_IF):
            return self.fork(at, end)
        if o in (op.OR_ELSE, op.OR_ELSE_SEQUENCE):
            return self.or_else(at)
        if o == op.SWITCH:
            return self.switch(at, end)
        if o == op.GO_SEAT:
            return self.go_round(at)
        if o in (op.JUMP, op.LOOP):
            if at < code[at + 1] <= end:
                return code[at + 1]
            self.leave(code[at + 1], end)
            return end
        return self.instruction(at)

    def instruction(self, at: int) -> int:
        """Writes an instruction that its own method knows; gives the address behind it."""
        code = self.code
        after = at + size(code, at)
        write = getattr(self, NAMES[code[at]], None)
        if write is None:  # the next of a loop that never comes to its second round
            raise Unstructured(f"{NAMES[code[at]]} by itself")
        write(at, *code[at + 1 : after])
        return after

    def leave(self, target: int, end: int) -> None:
        """Goes to an address outside."""
        if target in self.exits:
            for line in self.exits[target]:
                self.line(line)
            self.leaving.append(dict(self.piece.locals))
            self.piece.ended = True
        elif target != end:
            raise Unstructured(f"a jump to {target}")

    def go_round(self, at: int) -> int:
        """The next who is asked in turn, or out of the loop."""
        code = self.code
        if code[at + 2] not in self.exits:
            raise Unstructured("going round without a loop")
        start, last, passed = self.scalar(), self.scalar(), self.scalar()
        seat = self.fresh()
        self.facts.faults = True
        self.line(f"{seat} = go_seat(S, layout, {passed.text}, {last.text}, {start.text}, {code[at + 1] == 1})")
        self.line(f"if {seat} == none: {'; '.join(self.exits[code[at + 2]])}")
        self.leaving.append(dict(self.piece.locals))
        self.push(Known(False, 0, self.layout.seats - 1, False).named(seat))
        return at + 3

    def plain(self, start: int, end: int) -> bool:
        """Nothing is set or changed from one address to another, and there is no loop."""
        at = start
        while at < end:
            o = self.code[at]
            if o in EFFECTS or o in STORES or o in FRAMED or o == op.LOOP or (o == op.CALL and not self.plan.still(self.code[at + 1])):
                return False
            at += size(self.code, at)
        return True

    def unchanged(self, start: int, end: int) -> bool:
        """The code from one address to another only reads the state."""
        between = self.plan.between(start, end)
        return all(self.code[at] not in EFFECTS and (self.code[at] != op.CALL or self.plan.still(self.code[at + 1])) for at in between)

    def fork(self, at: int, end: int) -> int:
        """A jump on a condition."""
        code = self.code
        target, after = code[at + 1], at + 2
        tested = self.scalar()
        if tested.constant is not None:
            if (tested.constant == 1) == (code[at] == op.JUMP_UNLESS):
                return after
            if at < target <= end:
                return target
            self.leave(target, end)
            return end
        falls, jumps = (condition(tested), opposite(tested)) if code[at] == op.JUMP_UNLESS else (opposite(tested), condition(tested))
        if target in self.exits:
            self.line(f"if {jumps}: {'; '.join(self.exits[target])}")
            self.leaving.append(dict(self.piece.locals))
            return after
        if not after <= target <= end:
            if end + 2 == target and code[end] == op.JUMP and code[target] == op.PUSH and code[end + 1] == target + 2:
                # the second part of `low <= x and x <= high`, which shares its `no` with the first
                return self.either(falls, tested, (after, end), (target, target + 2), end)
            raise Unstructured(f"a jump to {target}")
        last = self.plan.before.get(target)  # None where nothing comes there from above
        if last is not None and code[last] == op.JUMP and last >= after and target < code[last + 1] <= end:
            return self.either(falls, tested, (after, last), (target, code[last + 1]), code[last + 1])
        return self.either(falls, tested, (after, target), (target, target), target)

    def either(self, falls: str, tested: Value, yes: tuple[int, int], no: tuple[int, int], goes_on: int) -> int:
        """One of two pieces of code: the first where `falls` holds."""
        if tested.constant is not None:
            self.region(*(yes if (tested.constant == 1) == (falls == condition(tested)) else no))
            return goes_on
        if not (self.plain(*yes) and self.plain(*no)):
            self.settle()
        with self.apart() as first:
            self.region(*yes)
        with self.apart() as second:
            self.region(*no)
        if first.returned or second.returned:
            return self.return_early(falls, tested, first, second, goes_on)
        self.join(falls, first, second, tested)
        return goes_on

    def return_early(self, falls: str, tested: Value, first: Piece, second: Piece, goes_on: int) -> int:
        """Of a rule that is written into its caller: one way has its result, so the other goes on to the end by itself."""
        outer = self.piece
        for piece in (first, second):
            if not piece.ended:
                self.piece = piece
                self.region(goes_on, self.inlined_to)
                if self.piece is not piece or not piece.returned:
                    raise Unstructured("a rule without a result")
        self.piece = outer
        for piece in (first, second):
            piece.ended = piece.ended and not piece.returned
        self.join(falls, first, second, tested)
        self.piece.ended = self.piece.returned = True
        return goes_on

    inlined_to: int  # of a rule that is written into its caller: the address behind it; else 0

    def or_else(self, at: int) -> int:
        """The other value, where the first is none or empty."""
        end = self.code[at + 1]
        value = self.piece.stack.pop()
        assert isinstance(value, Value)
        if not self.plain(at + 2, end):
            self.settle()
        if not value.seq and not value.none:
            self.push(value)
            return end
        first = self.atom(value)
        with self.apart() as other:
            self.region(at + 2, end)
        with self.apart() as same:
            self.push(first if value.seq else replace(first, none=False))
        self.join(f"not {first.text}" if value.seq else f"{first.text} == none", other, same, first)
        return end

    def switch(self, at: int, end: int) -> int:
        """One of several pieces of code, by number."""
        index = self.present(self.scalar())
        table = self.layout.tables[self.code[at + 1]]
        starts = sorted(set(table))
        last = starts[-1]
        while self.code[last] != op.JUMP or last + 2 != self.code[last + 1]:
            last += size(self.code, last)
        goes_on = last + 2
        ends = [*(start - 2 for start in starts[1:]), last]
        if any(self.code[e + 1] != goes_on for e in ends) or goes_on > end:
            raise Unstructured("a switch with several ends")
        self.settle()
        which = self.atom(self.looked_up(tuple(starts.index(start) for start in table), index))
        self.arms(which, list(zip(starts, ends, strict=True)), 0)
        return goes_on

    def arms(self, which: Value, arms: list[tuple[int, int]], first: int) -> None:
        """The pieces of a switch from one on."""
        if first == len(arms) - 1 or which.constant == first:
            self.region(*arms[first])
            return
        if which.constant is not None:
            self.arms(which, arms, first + 1)
            return
        pieces: list[Piece] = []
        with self.apart() as yes:
            self.region(*arms[first])
        with self.apart() as no:
            self.arms(which, arms, first + 1)
        pieces += [yes, no]
        self.join(f"{which.text} == {first}", yes, no, which)
