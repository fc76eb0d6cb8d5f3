"""A game that the machine played, told: its choices in words, and the log that `replay` takes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from ..machine.fault import GameFault
from ..machine.state.game import Game
from ..machine.state.log import header
from ..machine.state.menu import Action
from .choices import Move

if TYPE_CHECKING:
    from ..machine.state.state import State


def tell(game: Game, seats: int, seed: int, moves: Sequence[Move]) -> tuple[tuple[str, ...], list[dict[str, Any]]]:
    """The story and the log of a game. The last choice may be one that the rules go wrong on; it stands in both."""
    names = game.seat_names(seats)
    try:
        state = game.start(players=seats, seed=seed)
    except GameFault:
        return (), [header(game, names, seed)]
    for move in moves:
        action = named(state, move)
        if action is None:
            break
        try:
            state.choose(move.seat, action)
        except GameFault:
            last = f"{names[move.seat]} {action}"
            return (*state.story(), last), [*state.log, {"seat": names[move.seat], "do": str(action)}]
    return tuple(state.story()), state.log


def position(game: Game, seats: int, seed: int, moves: Sequence[Move], seconds: float = inf) -> State:
    """The state after these choices. Raises GameFault, and TimeoutError where it takes longer."""
    deadline = time.monotonic() + seconds
    state = game.start(players=seats, seed=seed)
    for move in moves:
        if time.monotonic() > deadline:
            raise TimeoutError
        action = named(state, move)
        assert action is not None
        state.choose(move.seat, action)
    return state


def named(state: State, move: Move) -> Action | None:
    """A choice of the machine's as one of the state's own."""
    legal = state.legal(move.seat)
    for line in legal.lines:
        if (line.menu.number, line.index) == (move.menu.number, move.index):
            return legal.prove_unmerged(line, move.arguments)
    return None
