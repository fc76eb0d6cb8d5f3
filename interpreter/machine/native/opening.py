"""The opening that all games of a program have in common: up to the first draw. It is played once; games begin where it ends."""

from __future__ import annotations

from collections.abc import Iterator

from ....dsl.record import Record
from .. import opcodes as op
from ..program import Program
from ..running.shapes import ENDS, Routine, leaders, size

LEAVES = {  # draws, counts or ends something
    op.SHUFFLE, op.PICK_RANDOM, op.WIN, op.PLACES, op.GAME_OVER, op.ROUND_BEGAN, op.ROUND_ENDED, op.TURN_BEGAN, op.TURN_ENDED
}  # fmt: skip
REFILLS = {op.DEAL, op.PICK_PLACE}  # these shuffle, where a place has another to be refilled from


class Opening(Record):
    """top: address outside of any rule where games that are opened begin. rule, inside: at top stands a call of this rule, and games go on
    in it at this address; else both are -1."""

    top: int
    rule: int
    inside: int


def opening(program: Program, routines: dict[int, Routine]) -> Opening:
    """As much of the opening as is found."""
    return _Finder(program, routines).find()


class _Finder:
    def __init__(self, program: Program, routines: dict[int, Routine]) -> None:
        self.program, self.routines, self.code = program, routines, program.layout.code
        refills = any(refill >= 0 for refill in program.layout.place_refill)
        self.leaves = LEAVES | (REFILLS if refills else set[int]())

    def find(self) -> Opening:
        code, at = self.code, self.program.start
        while code[at] in (op.NEW_GAME, op.CALL):
            if code[at] == op.CALL:
                called = self.routines[code[at + 1]]
                if called.result or called.parameters:
                    break
                if self._does(called.entry):
                    inside = self._inside(called)
                    return Opening(at, called.entry, inside) if inside >= 0 else Opening(at, -1, -1)
            at += size(code, at)
        return Opening(at, -1, -1)

    def _does(self, entry: int) -> bool:
        """Whether a rule leaves the opening, or something that it calls."""
        seen, waiting = {entry}, [entry]
        while waiting:
            for address in self.routines[waiting.pop()].stacks:
                if self.code[address] in self.leaves:
                    return True
                if self.code[address] == op.CALL and self.code[address + 1] not in seen:
                    seen.add(self.code[address + 1])
                    waiting.append(self.code[address + 1])
        return False

    def _left(self, address: int) -> bool:
        o = self.code[address]
        return o in self.leaves or o in ENDS or (o == op.CALL and self._does(self.code[address + 1]))

    def _inside(self, rule: Routine) -> int:
        """Where a sentence of the rule begins that every way through it comes to first, and from where no earlier local is read; or -1."""
        seen: set[int] = set()
        ends: set[int] = set()
        waiting = [rule.entry]
        while waiting:
            address = waiting.pop()
            if address in seen:
                continue
            seen.add(address)
            if self._left(address):
                ends.add(address)
            else:
                waiting += self._ways(address)
        if len(ends) != 1 or self.code[min(ends)] in ENDS:
            return -1
        meeting = leaders(self.program, rule)
        ordered = sorted(rule.stacks)
        at = ordered.index(min(ends))
        while at >= 0 and rule.stacks[ordered[at]] and ordered[at] not in meeting:
            at -= 1
        start = ordered[at]
        return -1 if rule.stacks[start] or start == rule.entry or self._live(rule)[start] else start

    def _ways(self, address: int) -> Iterator[int]:
        code, o = self.code, self.code[address]
        if o in (op.JUMP, op.LOOP, op.JUMP_IF, op.JUMP_UNLESS, op.OR_ELSE, op.OR_ELSE_SEQUENCE):
            yield code[address + 1]
        elif o == op.NEXT_LOCAL:
            yield code[address + 2]
        elif o in (op.NEXT_ITEM, op.NEXT_FAMILY):
            yield code[address + 3]
        elif o == op.SWITCH:
            yield from self.program.layout.tables[code[address + 1]]
        if o not in ENDS and o not in (op.JUMP, op.LOOP, op.SWITCH):
            yield address + size(code, address)

    def _live(self, rule: Routine) -> dict[int, set[int]]:
        """For each address the locals that are read later, before they are set."""
        live: dict[int, set[int]] = {address: set() for address in rule.stacks}
        changed = True
        while changed:
            changed = False
            for address in sorted(rule.stacks, reverse=True):
                read, written = self._locals(address)
                later = set[int]().union(*(live[way] for way in self._ways(address) if way in live))
                found = read | (later - written)
                if found != live[address]:
                    live[address], changed = found, True
        return live

    def _locals(self, address: int) -> tuple[set[int], set[int]]:
        """The locals that an instruction reads, and sets."""
        code, o = self.code, self.code[address]
        if o in (op.LOAD_LOCAL, op.LOAD_LOCAL_SEQUENCE):
            return {code[address + 1]}, set()
        if o in (op.STORE_LOCAL, op.STORE_LOCAL_SEQUENCE):
            return set(), {code[address + 1]}
        if o == op.NEXT_LOCAL:
            return {code[address + 1], code[address + 1] + 1}, set()
        if o in (op.KEEP, op.BEST):
            return {code[address + 2]}, set()
        if o in (op.NEXT_ITEM, op.NEXT_FAMILY):
            return set(), {code[address + 2]}
        return set(), set()
