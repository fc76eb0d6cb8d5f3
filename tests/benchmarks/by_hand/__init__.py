"""The shipped duels and some classics as plain Python classes, as one writes them by hand: what the speed of rule files is held against.

Each has `to_move` (the seats that must decide, lowest first), `legal(seat)`, a list, `play(seat, action)`, `over` and `winners`. Where a
game has moves out of turn, `asides(seat)` lists them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from .crazy_eights import CrazyEights
from .crown_duel import CrownDuel
from .feud import Feud
from .goofspiel import Goofspiel
from .kuhn_poker import KuhnPoker
from .line_of_succession import LineOfSuccession
from .succession import Succession


class Game(Protocol):
    """A game by hand."""

    over: bool
    winners: list[int]

    @property
    def to_move(self) -> Sequence[int]: ...
    def legal(self, seat: int) -> list[Any]: ...
    def play(self, seat: int, action: Any) -> None: ...


BY_HAND: dict[str, type[Any]] = {
    "feud": Feud,
    "crown-duel": CrownDuel,
    "line-of-succession": LineOfSuccession,
    "goofspiel": Goofspiel,
    "kuhn-poker": KuhnPoker,
    "crazy-eights": CrazyEights,
    "succession": Succession,
}


def play(kind: type[Any], rng: Random) -> tuple[list[int], int]:
    """A game at random, as bulk play does it: the winners, and how many choices were made."""
    game = kind(rng)
    choices = 0
    asides = getattr(game, "asides", None)
    while not game.over:
        choices += 1
        if asides is not None and rng.randrange(8) == 7:
            seat = rng.randrange(game.seats)
            moves = asides(seat)
            if moves:
                game.play(seat, rng.choice(moves))
                continue
        seat = game.to_move[0]
        game.play(seat, rng.choice(game.legal(seat)))
    return game.winners, choices
