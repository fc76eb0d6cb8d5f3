"""What is known of a program whose whole games are one piece of C: all its states come from its own start."""

from __future__ import annotations

from .. import opcodes as op
from ..layout import DIRECTION
from ..program import Program
from ..running.shapes import Routine, fragments, size
from .opening import opening

FRAME_READS = {op.LOAD_FRAME, op.LOAD_FRAME_SEQUENCE, op.NEXT_FRAME}


class Facts:
    """shuffles: some pile is ever shuffled. everybody: no seat ever goes out. forward: play never turns round. waits, acted: somebody reads
    who must still decide, who chose something other than pass. framed: the fragments that read the frame of the rule that asks."""

    def __init__(self, program: Program, routines: dict[int, Routine]) -> None:
        self.program, self.layout, self.code = program, program.layout, program.layout.code
        self.routines = self._reached(routines)
        self.instructions = {address for routine in self.routines.values() for address in routine.stacks}
        used = {self.code[address] for address in self.instructions}
        self.shuffles = op.SHUFFLE in used or any(refill >= 0 for refill in self.layout.place_refill)
        self.everybody, self.waits, self.acted = op.SET_OUT not in used, op.WAITS in used, op.ACTED in used
        self.forward = not any(self._turns(address) for address in self.instructions)
        self.opening = opening(program, self.routines)
        self.framed = {entry for entry, routine in self.routines.items() if any(self.code[at] in FRAME_READS for at in routine.stacks)}

    def _reached(self, routines: dict[int, Routine]) -> dict[int, Routine]:
        """Those that play can come to: not those of examples."""
        program, code = self.program, self.code
        waiting = [program.start, program.layout.end, *fragments(program), *([program.leading] if program.leading >= 0 else [])]
        found: dict[int, Routine] = {}
        while waiting:
            entry = waiting.pop()
            if entry not in found:
                found[entry] = routines[entry]
                waiting += [code[a + 1] for a in routines[entry].stacks if code[a] in (op.CALL, op.CALL_FRAME)]
        return found

    def _turns(self, address: int) -> bool:
        """Play is turned round here, or, for all that is known, may be."""
        code = self.code
        if code[address] == op.MARK:
            return code[address + 1] == 2
        before = next((at for at in self.instructions if at + size(code, at) == address), -1)
        return code[address] == op.STORE and code[address + 1] == DIRECTION and (before < 0 or code[before] == op.NEGATE)

    def variable(self, address: int) -> int | None:
        """The variable whose cell this is, or whose first one."""
        layout = self.layout
        for number, start in enumerate(layout.variable_address):
            if start <= address < start + layout.variable_cells[number]:
                return number
        return None

    def cell(self, text: str, address: int) -> tuple[str, bool, bool]:
        """How a word of the state is read, of which the address, or that of the first of its variable's cells, is known (else it is
        negative); whether it is never none; whether it is 0 or 1."""
        layout = self.layout
        if 0 <= address < layout.scores or layout.wins <= address < layout.faces:
            return text, True, False
        variable = self.variable(address)
        if variable is None or layout.variable_none[variable]:
            return text, False, False
        low, high = layout.variable_low[variable], layout.variable_high[variable]
        return f"cell({text}, {low}, {high})", True, low >= 0 and high <= 1

    # ----------------------------------------------------------------------- rules that may stop

    def one_piece(self) -> bool:
        """Can whole games be one piece: nobody acts out of turn, and frames are as deep as they can be known to be?"""
        program, code = self.program, self.code
        if program.anytime is not None:
            return False
        tops = {program.start, program.layout.end}
        for entry, routine in self.routines.items():
            framed = code[entry] == op.ENTER_FRAME
            if framed and any(code[at] == op.HALT for at in routine.stacks):
                return False
            if entry in tops and any(code[at] in FRAME_READS or code[at] in (op.STORE_FRAME, op.ASK) for at in routine.stacks):
                return False
        deepest = max((self._depth(top, set()) for top in tops), default=0)
        return deepest <= self.layout.size - self.layout.frames

    def _depth(self, entry: int, above: set[int]) -> int:
        """Words that a routine's frame and those of what it calls take at most; more than there are where it may come to itself."""
        if entry in above:
            return self.layout.size + 1
        code, routine = self.code, self.routines[entry]
        called = {code[at + 1] for at in routine.stacks if code[at] == op.CALL_FRAME}
        below = max((2 + self._depth(one, above | {entry}) for one in called), default=0)
        return below + (code[entry + 1] if code[entry] == op.ENTER_FRAME else 0)
