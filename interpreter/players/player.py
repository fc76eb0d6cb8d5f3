"""What a player is, and what it is given: a seat's side of a game and nothing else."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ..machine.menu import Action, Legal
    from ..machine.state import State


class PlayerFault(Exception):
    """A player (not the game) did what it may not: answered with rubbish, or broke down. The text names it."""


class SeatState:
    """A game as one seat may know it. Everything given out is a copy or can not be changed, so that a player can neither look at what
    others hold nor disturb the game."""

    __slots__ = ("__state", "players", "seat", "seat_names")

    def __init__(self, state: State, seat: int) -> None:
        self.__state = state
        self.seat = seat
        self.players: int = state.players
        self.seat_names: tuple[str, ...] = tuple(state.seat_names)

    @property
    def legal(self) -> Legal:
        """What this seat may do now, worked out on a copy of the game."""
        return self.__state.clone().legal(self.seat)

    @property
    def must_decide(self) -> bool:
        """Whether the game waits for this seat; otherwise it has `anytime` actions at most."""
        return self.seat in self.__state.to_move

    def view(self) -> dict[str, Any]:
        """What lies open to this seat, as plain data."""
        return self.__state.view(self.seat)

    def information(self) -> str:
        """All it has observed since the start, as text."""
        return self.__state.information(self.seat)

    def world(self, random: Random) -> State:
        """A game that this seat can not tell from the true one, to try things out in. Raises ResampleError."""
        return self.__state.resample(self.seat, random)


class Player(Protocol):
    """Someone who decides for a seat. Players keep their own random numbers, apart from the game's."""

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    def decide(self, seat: SeatState) -> Action | str:
        """The action to take now, or its text. Called while `seat.must_decide`."""
        ...
