"""What a finished game was worth to each seat."""

from __future__ import annotations

from .. import layout as at
from ..program import Program


def returns(program: Program, cells: list[int]) -> list[float]:
    """A number for each seat; see `State.returns`."""
    seats, layout = program.seats, program.layout
    if cells[at.SCORED] == 2:
        return [float(cells[layout.scores + seat]) for seat in range(seats)]
    winners = cells[at.WINNERS]
    if program.game.teams == 0:
        return [1.0 if winners else -1.0] * seats
    if not winners:
        return [0.0] * seats
    places = cells[at.PLACES : at.PLACES + seats]
    if seats == 1:
        return [1.0]
    order = sorted(range(seats), key=lambda seat: places[seat])
    worth = [1 - 2 * k / (seats - 1) for k in range(seats)]
    found = [0.0] * seats
    for place in set(places):
        sharing = [k for k, seat in enumerate(order) if places[seat] == place]
        mean = sum(worth[k] for k in sharing) / len(sharing)
        for k in sharing:
            found[order[k]] = mean
    return found


def final_scores(program: Program, cells: list[int]) -> tuple[int, ...] | None:
    """The numbers that places were given by; None before the end, and where there are none."""
    layout = program.layout
    over = cells[at.STATUS] == at.OVER and cells[at.SCORED]
    return tuple(cells[layout.scores : layout.scores + program.seats]) if over else None
