"""What a player is, and what it is given: a seat's side of a game and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, overload

if TYPE_CHECKING:
    from ..machine.state.menu import Action, Choices, Legal
    from ..machine.state.reading import Begun
    from ..machine.state.state import State


class PlayerFault(Exception):
    """A player (not the game) did what it may not: answered with rubbish, or broke down. The text names it."""


class SeatMenu(Sequence["Action"]):
    """What a seat may do now. Lazy: a menu may be too large to list; then `names` and `choices` unfold it, and `len` raises TooMany."""

    __slots__ = ("__legal",)

    def __init__(self, legal: Legal) -> None:
        self.__legal = legal  # holds the whole position, and so is kept back

    def __iter__(self) -> Iterator[Action]:
        return iter(self.__legal)

    def __len__(self) -> int:
        return len(self.__legal)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        return self.__legal[index]

    def __contains__(self, action: object) -> bool:
        return action in self.__legal

    def names(self) -> list[str]:
        """Names of the actions that are possible; of all, where it takes long to see whether they are."""
        from ..machine.state.menu import TooMany

        try:
            return self.__legal.names()
        except TooMany:
            return list(dict.fromkeys(line.info.name for line in self.__legal.lines))

    def shape(self, name: str) -> tuple[str, ...]:
        """The names of an action's parameters."""
        infos = (line.info for line in self.__legal.lines if line.info.name == name)
        return next((tuple(parameter.name for parameter in info.parameters) for info in infos), ())

    def few(self, name: str, most: int) -> list[Action] | None:
        """The actions of a name, if they are no more than that; None when they are, or would take long to find."""
        return self.__legal.few(name, most)

    def choices(self, name: str, arguments: Sequence[int | tuple[int, ...]] = ()) -> Choices | None:
        """What the next argument of an action may be after these; None when it takes no more."""
        return self.__legal.choices(name, arguments)

    def action(self, name: str, arguments: Sequence[int | tuple[int, ...]]) -> Action | None:
        """The action put together from `choices`, if it is possible."""
        return self.__legal.action(name, arguments)

    def read(self, typed: str) -> Action:
        """The action that a text means. Raises IllegalAction, which says what is wrong with it in the game's words."""
        return self.__legal.resolve(typed)

    def begin(self, typed: str) -> Action | Begun:
        """The same for a text that may break off before all arguments are there."""
        from ..machine.state.reading import begin

        return begin(self.__legal, typed)

    def sample(self, rng: Random) -> Action:
        """An action at random."""
        return self.__legal.sample(rng)


class SeatState:
    """A game as one seat may know it. Everything given out is a copy or can not be changed, so that a player can neither look at what
    others hold nor disturb the game."""

    __slots__ = ("__state", "players", "seat", "seat_names")

    def __init__(self, state: State, seat: int) -> None:
        self.__state = state
        self.seat = seat
        self.players = state.players
        self.seat_names = state.seat_names

    @property
    def legal(self) -> SeatMenu:
        """What this seat may do now."""
        return SeatMenu(self.__state.legal(self.seat))

    @property
    def decision(self) -> SeatMenu:
        """The same without what may be done at any time."""
        return SeatMenu(self.__state.legal(self.seat).part(anytime=False))

    @property
    def asides(self) -> SeatMenu:
        """What this seat may do besides, because it may be done at any time."""
        return SeatMenu(self.__state.legal(self.seat).part(anytime=True))

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

    @property
    def observed(self) -> int:
        """How many things it has observed since the start."""
        return len(self.__state.history(self.seat))

    def world(self, random: Random, patience: float = 1.0) -> State:
        """A game that this seat can not tell from the true one, to try things out in. patience: below 1, less is tried to find one. Raises
        ResampleError."""
        return self.__state.resample(self.seat, random, patience)


def part(legal: Legal, *, anytime: bool) -> Legal:
    """The menu without, or with nothing but, what may be done at any time."""
    return legal.part(anytime=anytime)


class Player(Protocol):
    """Someone who decides for a seat. Players keep their own random numbers, apart from the game's.

    A player may also have `consider(seat) -> Action | str | None`: what it does of `seat.asides` while the game waits for somebody else.
    """

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    def decide(self, seat: SeatState) -> Action | str:
        """The action to take now, or its text. Called while `seat.must_decide`."""
        ...
