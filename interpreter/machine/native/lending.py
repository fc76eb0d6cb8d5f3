"""Which cards need not be copied out of their place: those that a loop only walks over, while no card moves, and those of which a constant
number is picked at once."""

from __future__ import annotations

from .. import opcodes as op
from ..program import Program
from ..running.shapes import Shapes, leaders, size
from .facts import Facts

MOVES = {
    op.DRAW_ALL, op.PICK_PLACE, op.MOVE, op.DEAL, op.SHUFFLE, op.SWAP_PLACES, op.SWAP_CARDS, op.TURN, op.SET_ZONE, op.NEW_GAME,
    op.CALL_FRAME
}  # fmt: skip
COPIED = {op.STORE_FRAME_SEQUENCE, op.STORE_LOCAL_SEQUENCE, op.COUNT, op.MASK}
STILL = {op.PUSH, op.LOAD, op.LOAD_FRAME, op.LOAD_LOCAL, op.LOAD_AT, op.INDEX, op.TABLE, op.EQUAL}  # of what says where cards go
OWN = {op.SORT, op.PLACES}  # these write among the items


def moving(program: Program, shapes: Shapes) -> set[int]:
    """The pure routines in which a card may move, by their entry."""
    code = program.layout.code
    found: set[int] = set()
    while True:
        more = {
            entry
            for entry, routine in shapes.routines.items()
            if entry not in found and any(code[at] in MOVES or (code[at] == op.CALL and code[at + 1] in found) for at in routine.stacks)
        }
        if not more:
            return found
        found |= more


def moved(code: list[int], address: int, meeting: set[int]) -> bool:
    """Whether the cards of a place are moved at once to the end of another one."""
    at = address + 1
    while at not in meeting and code[at] in STILL:
        at += size(code, at)
    return at not in meeting and code[at] == op.MOVE and code[at + 1] == 0


def lent(program: Program, shapes: Shapes, facts: Facts | None) -> set[int]:
    """Addresses of CONTENTS that begin such a loop, of which some are picked, or which are all that a fragment gives. Where whole games are
    one piece, also where all the cards move, and those of PLAYERS where everybody stays in."""
    code = program.layout.code
    lenders = {op.CONTENTS, op.PLAYERS} if facts is not None and facts.everybody else {op.CONTENTS}
    moves = moving(program, shapes)
    found: set[int] = set()
    for routine in shapes.routines.values():
        meeting = leaders(program, routine)
        for address in routine.stacks:
            if code[address] not in lenders or address + 1 in meeting:
                continue
            if code[address + 1] == op.DONE or (code[address] == op.PLAYERS and code[address + 1] in COPIED):
                found.add(address)
            if facts is not None and code[address] == op.CONTENTS and moved(code, address, meeting):
                found.add(address)
            if code[address + 1] == op.PUSH and code[address + 3] == op.PICK and address + 3 not in meeting:
                found.add(address)
            if code[address + 1] != op.ITERATE or code[address + 3] != op.NEXT_ITEM:
                continue
            slot, end = code[address + 2], code[address + 6]
            body = [at for at in routine.stacks if address < at <= end]
            still = all(code[at] not in MOVES and not (code[at] == op.CALL and code[at + 1] in moves) for at in body)
            walked = all(code[at] not in OWN or code[at + 1] != slot for at in body)
            still = still or code[address] == op.PLAYERS
            if still and walked and end > address and code[end] in (op.KEPT, op.DROP_ITEMS, op.SAME, op.DIFFERENT):
                found.add(address)
    return found
