"""The executor's driver: where a game begins, how it goes from stop to stop, what may be chosen there.

Places, scores and the rest of a running state are read through `layout.Layout`: `machine.program.layout`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .chance import Tape
from .events import Event
from .program import Menu, Program

Arguments = Sequence[int | tuple[int, ...]]
"""An action's arguments: an int each; a tuple where the parameter takes a subset."""


@dataclass(frozen=True)
class Stop:
    """Where the machine stands. over: nothing runs any more. waiting: seats that must still decide. asked: all the seats asked.
    acting: who `you` is in the menu, for each asked seat. menu is None when over, or when an example's `do` has run out."""

    over: bool
    menu: Menu | None
    waiting: tuple[int, ...]
    asked: tuple[int, ...]
    acting: dict[int, int]


@dataclass(frozen=True)
class Subsets:
    """The subsets of `items` with least..most members."""

    items: list[int]
    least: int
    most: int


class Machine:
    """Runs states of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def fresh(self, seed: int, start: int | None = None) -> list[int]:
        """A state before its first step. start: where it begins to run, instead of setup and play (an example's `start`)."""
        raise NotImplementedError

    def advance(self, state: list[int], tape: Tape, events: list[Event] | None) -> None:
        """Run to the next stop. Raises GameFault or NeedChance; the state is then as it was before."""
        raise NotImplementedError

    def stop(self, state: list[int]) -> Stop:
        """What the state waits for."""
        raise NotImplementedError

    def open_anytime(self, state: list[int], seat: int) -> bool:
        """May this seat use the anytime menu now?"""
        raise NotImplementedError

    def domain(self, state: list[int], menu: Menu, action: int, seat: int, arguments: Arguments) -> Sequence[int] | Subsets:
        """What the next argument may be, after these (a `range` where the file says `low..high`)."""
        raise NotImplementedError

    def allowed(self, state: list[int], menu: Menu, action: int, seat: int, arguments: Arguments) -> bool:
        """Does the guard hold, all arguments given? (That each argument is in its domain is for the caller to see.)"""
        raise NotImplementedError

    def possible(self, state: list[int], menu: Menu, seat: int) -> bool:
        """Is any action of the menu possible for the seat asked?"""
        raise NotImplementedError

    def commit(self, state: list[int], menu: Menu, action: int, seat: int, arguments: Arguments) -> None:
        """Note the choice, unchecked; `advance` goes on from it."""
        raise NotImplementedError

    def evaluate(self, state: list[int], address: int, arguments: Arguments) -> int | list[int]:
        """Work out pure code: a rule (`you` first where it has one), an invariant, a claim. The state does not change."""
        raise NotImplementedError
