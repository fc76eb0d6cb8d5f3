"""Where the frames of rules that may stop can lie, and where they return to."""

from __future__ import annotations

from .. import opcodes as op
from ..program import Program
from ..running.shapes import Routine, Stack

PLACES = 8  # addresses of one rule's frames that are followed


class Calls:
    """The calls of rules that may stop. Code outside of any rule (the game from its start, from its end) counts as one routine, `top`."""

    def __init__(self, program: Program, routines: dict[int, Routine]) -> None:
        self.program, self.layout, self.code = program, program.layout, program.layout.code
        self.top = program.start
        self.returns: dict[int, set[tuple[int, int]]] = {}
        self.calls: dict[int, set[int]] = {}
        self.owners: dict[int, int] = {}  # of decisions, by menu: who asks
        self.blocks: dict[int, int] = {}  # of addresses of code that may stop: whose it is
        self.stacks: dict[int, Stack] = {}  # what lies on the operand stack there
        anytime = program.anytime_code[0] if program.anytime is not None else -1
        for entry, routine in routines.items():
            if not routine.framed or (self.code[entry] != op.ENTER_FRAME and not self._runs(routine)):
                continue
            owner = entry if self.code[entry] == op.ENTER_FRAME or entry == anytime else self.top
            for address in routine.stacks:
                self.blocks[address] = owner
                self.stacks[address] = routine.stacks[address]
                if self.code[address] == op.CALL_FRAME:
                    called = self.code[address + 1]
                    self.returns.setdefault(called, set()).add((address + 2, owner))
                    self.calls.setdefault(owner, set()).add(called)
                elif self.code[address] == op.ASK:
                    self.owners[self.code[address + 1]] = owner
        self._bases = self._places(anytime)

    def _runs(self, routine: Routine) -> bool:
        """A part of the game, not a fragment."""
        return all(self.code[address] != op.DONE for address in routine.stacks)

    def words(self, entry: int) -> int:
        """Words of a routine's frame."""
        return self.code[entry + 1] if self.code[entry] == op.ENTER_FRAME else 0

    def _places(self, anytime: int) -> dict[int, set[int] | None]:
        found: dict[int, set[int] | None] = {self.top: {self.layout.frames}}
        if anytime >= 0:
            found[anytime] = None
        waiting = list(found)
        while waiting:
            caller = waiting.pop()
            bases = found[caller]
            tops = None if bases is None else {base + self.words(caller) for base in bases}
            for called in self.calls.get(caller, ()):
                before = found.get(called, set[int]())
                after = None if before is None or tops is None else before | {top + 2 for top in tops}
                if after is not None and len(after) > PLACES:
                    after = None
                if after != before or called not in found:
                    found[called] = after
                    waiting.append(called)
        return found

    def base(self, entry: int) -> int | None:
        """The address of a routine's frame, where there is only one."""
        bases = self._bases.get(entry)
        return next(iter(bases)) if bases is not None and len(bases) == 1 else None

    def free(self, entry: int) -> int | None:
        """The first word behind the frame, likewise."""
        base = self.base(entry)
        return None if base is None else base + self.words(entry)

    def recursive(self, entry: int) -> bool:
        """Can the routine come to call itself?"""
        seen: set[int] = set()
        waiting = list(self.calls.get(entry, ()))
        while waiting:
            called = waiting.pop()
            if called not in seen:
                seen.add(called)
                waiting.extend(self.calls.get(called, ()))
        return entry in seen
