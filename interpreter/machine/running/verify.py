"""The machine's own promises about a state, for tests."""

from __future__ import annotations

from ....dsl.ir import NONE
from ..fault import MachineError
from ..layout import ASKING, FRAME, OVER, PC, STATUS, TOP
from ..program import Program


def check_state(program: Program, state: list[int]) -> None:
    """Every card in exactly one place, lengths within their slots, empty slots zero, tables of faces and places true, variables within
    their bounds, nothing left of frames that ended. Raises MachineError that names what does not hold."""
    layout = program.layout
    if len(state) != layout.size:
        raise MachineError(f"a state of {len(state)} words instead of {layout.size}")
    _check_cards(program, state)
    for name, cells in program.cells.items():
        number = list(program.cells).index(name)
        for cell in range(layout.variable_cells[number]):
            value = state[cells.address + cell]
            if value == NONE:
                if not layout.variable_none[number]:
                    raise MachineError(f"{name}[{cell}] is none")
            elif not cells.low <= value <= cells.high:
                raise MachineError(f"{name}[{cell}] is {value}, not in {cells.low}..{cells.high}")
            if cells.masks is not None and not 0 <= state[cells.masks + cell] <= layout.everyone:
                raise MachineError(f"{name}[{cell}] is seen by {state[cells.masks + cell]:b}")
    if not layout.frames <= state[FRAME] <= state[TOP] <= layout.size:
        raise MachineError("the frames stand outside their words")
    if any(state[state[TOP] :]):
        raise MachineError("a frame that ended was not cleared")
    if state[STATUS] == ASKING and layout.code[state[PC] + 1] >= len(program.menus):
        raise MachineError("the state asks a decision that is not there")
    if state[STATUS] == OVER and state[TOP] != layout.frames:
        raise MachineError("frames are left after the end")


def _check_cards(program: Program, state: list[int]) -> None:
    layout = program.layout
    where: dict[int, int] = {}
    for number, place in enumerate(program.places):
        count = state[place.address]
        if not 0 <= count <= place.capacity:
            raise MachineError(f"{place.name} holds {count} of {place.capacity} cards")
        slots = state[place.address + 1 : place.address + 1 + place.capacity]
        if any(slots[count:]):
            raise MachineError(f"{place.name} has something behind its last card")
        undrawn = [card for card in slots[:count] if state[layout.undrawn + card]]
        if undrawn != sorted(undrawn):
            raise MachineError(f"{place.name} has undrawn cards out of the deck's order")
        for card in slots[:count]:
            if card in where:
                raise MachineError(f"{program.cards[card].name} lies in {place.name} and elsewhere")
            where[card] = number
            if state[layout.where + card] != number:
                raise MachineError(f"{program.cards[card].name} lies in {place.name}, but not by the table of places")
            if state[layout.undrawn + card] not in (0, 1) or not 0 <= state[layout.faces + card] <= layout.everyone:
                raise MachineError(f"the marks of {program.cards[card].name} are broken")
    if len(where) != len(program.cards):
        raise MachineError(f"{len(program.cards) - len(where)} cards lie nowhere")
