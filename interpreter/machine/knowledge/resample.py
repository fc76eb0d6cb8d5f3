"""Another world that a seat can not tell from the true one.

The game is played again from the last stop before anything hidden from the seat. Each outcome of chance and each choice of others that the
seat has seen since is kept; every other one is made anew among what was possible: cards that were dealt unseen change places among
themselves, others' unseen choices are any of their legal ones. After each step the seat must observe exactly what it has observed.

Deals on which nothing has depended yet are drawn without playing (deals.py). As long as worlds made by chance fit often enough they are
drawn so, each by itself: every way in which chance can have gone is then as likely as another, and others chose at random. Where they are
too rare, a chain goes from world to world by small changes (chain.py): each way is as likely as another in the long run, worlds that
follow each other are alike, and where one change at a time does not lead from some worlds to others these may be missed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from math import ceil, inf
from random import Random
from typing import TYPE_CHECKING

from .. import layout as at
from ..chance import seeded
from .chain import Chain
from .deals import Deals
from .guess import Impossible
from .replay import Course, Late, Replay

if TYPE_CHECKING:
    from ..state.record import Step
    from ..state.state import State

CHANCE = 40  # times as many steps as the game has may be played for one world made by chance
MENDING = 400  # the same for one world of a chain
LEAST = 2000  # steps for one world of a chain, however short the game


class ResampleError(LookupError):
    """No other world was found in reasonable time."""


class Plan:
    """What can be otherwise for a seat. Worked out once for a state; worlds are made from it."""

    def __init__(self, state: State, seat: int, deadline: float = inf) -> None:
        """Raises Late."""
        self._state = state
        self._seat = seat
        self._replay = replay = Replay(state, seat, deadline)
        self._first = next((i for i, scene in enumerate(replay.scenes) if scene.free), len(replay.scenes))
        self._deals = Deals(replay, self._first)
        self._chain: Chain | None = None

    def world(self, rng: Random, patience: float = 1.0, deadline: float = inf) -> State:
        """A world. Raises ResampleError, Late."""
        self._replay.deadline = deadline
        try:
            return self._found(rng, patience)
        finally:
            self._replay.deadline = inf  # a world's history may be asked for later

    def _found(self, rng: Random, patience: float) -> State:
        length = len(self._replay.scenes) - self._first + 1
        if self._chain is None:
            played = length > 1  # else the deal alone makes the world
            world = self._by_chance(rng, ceil(CHANCE * length * patience) if played else LEAST)
            if world is not None:
                return world
            self._chain = Chain(self._replay, self._deals, self._first, max(LEAST, MENDING * length))
        courses = self._chain.world(rng, patience)
        if courses is None:
            raise _none(self._state, self._seat)
        return self._world(courses[-1].cells, partial(self._replay.history, self._first, courses), rng)

    def _by_chance(self, rng: Random, limit: int) -> State | None:
        """Worlds made by chance, until one fits; None where none does in so many steps."""
        replay, deals = self._replay, self._deals
        end = replay.work + limit
        while replay.work < end:
            replay.work += 1
            cells, change = deals.deal(rng)
            courses: list[Course] = []
            try:
                for index in range(deals.until, len(replay.scenes)):
                    courses.append(replay.step(index, cells, rng))
                    cells = courses[-1].cells
            except Impossible:
                continue
            if replay.stands(cells):
                return self._world(cells, partial(self._history, change, courses), rng)
        return None

    def _history(self, change: dict[int, int], courses: list[Course]) -> list[Step]:
        return self._replay.history(self._first, [*self._deals.follow(change), *courses])

    def _world(self, cells: list[int], past: Callable[[], list[Step]], rng: Random) -> State:
        cells = cells[:]
        cells[at.STREAM] = seeded(rng.getrandbits(62))
        return self._state.other(cells, past, self._seat)


def resample(state: State, seat: int, rng: Random, patience: float = 1.0, seconds: float = inf) -> State:
    """A state that the seat can not tell from this one, with a stream of chance of its own. patience: the share of the usual steps that may
    be played to find it; seconds: the time. Raises ResampleError."""
    deadline = time.monotonic() + seconds
    try:
        return state.plan(seat, deadline).world(rng, patience, deadline)
    except Late:
        raise _none(state, seat) from None


def _none(state: State, seat: int) -> ResampleError:
    name = state.seat_names[seat]
    return ResampleError(f"no other world was found that {name} could not tell from this one, in the time that is given to it")
