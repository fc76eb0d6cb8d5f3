"""A player that takes any action, each as likely as another."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from .player import SeatState

if TYPE_CHECKING:
    from ..machine.state.menu import Action


class RandomPlayer:
    """seed: of its own stream; None: different every time."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def decide(self, seat: SeatState) -> Action:
        """Any legal action."""
        return seat.legal.sample(self._random)
