"""Does it matter in which order the bodies of sealed choices run? They are run again the other way round."""

from __future__ import annotations

from ..machine import layout as at
from ..machine.chance import Tape
from ..machine.fault import GameFault
from ..machine.program import Menu, Program
from ..machine.running.interpret import Machine


def order_matters(machine: Machine, menu: Menu, sealed: list[int], after: list[int]) -> str | None:
    """What differs when the seats' choices are carried out in the opposite order; None where all comes out alike.

    sealed: the state when all choices are in; after: what came of it. Where chance had a say before the next stop, nothing is compared.
    """
    other = _reversed(machine.program, menu, sealed)
    tape = Tape()
    try:
        machine.advance(other, tape, None)
    except GameFault:
        return None
    if tape.draws or other[at.STREAM] != after[at.STREAM]:
        return None
    return _difference(machine.program, after, other)


def _reversed(program: Program, menu: Menu, state: list[int]) -> list[int]:
    block, cells = program.asking[menu.number].block, state[:]
    frame = cells[at.FRAME]
    count = cells[frame + block.count]
    for base, words in ((block.asked, 1), (block.acting, 1), (block.chosen, 1), (block.arguments, block.words)):
        start = frame + base
        rows = [state[start + i * words : start + (i + 1) * words] for i in range(count)]
        for i, row in enumerate(reversed(rows)):
            cells[start + i * words : start + (i + 1) * words] = row
    return cells


def _difference(program: Program, one: list[int], other: list[int]) -> str | None:
    layout = program.layout
    for variable, cells in zip(program.cells.values(), layout.variable_cells, strict=True):
        span = slice(variable.address, variable.address + cells)
        if one[span] != other[span]:
            return f"the other way round, `{variable.variable.name}` would be different"
    for place in program.places:
        span = slice(place.address + 1, place.address + 1 + place.capacity)
        mine, theirs = one[span], other[span]
        if one[place.address] != other[place.address] or (mine != theirs if place.zone.ordered else sorted(mine) != sorted(theirs)):
            return f"the other way round, other cards would lie in {place.name}"
    words = slice(at.PLACES, at.PLACES + layout.seats)
    if one[at.WINNERS] != other[at.WINNERS] or one[words] != other[words]:
        return "the other way round, others would win"
    return None
