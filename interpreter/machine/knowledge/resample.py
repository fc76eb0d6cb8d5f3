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
from math import inf
from random import Random
from typing import TYPE_CHECKING

from .. import layout as at
from ..chance import seeded
from .part import Made, Part, gatherings
from .replay import Course, Late, Replay, Stretch

if TYPE_CHECKING:
    from ..state.record import Step
    from ..state.state import State


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
        self._cuts = gatherings(state.machine.program, replay.scenes, self._first)
        self._earlier: list[Course] = []  # the steps before the last part, once they are made
        self._part: Part | None = None  # the one that the game is in, or an earlier one that is being made

    def world(self, rng: Random, patience: float = 1.0, deadline: float = inf) -> State:
        """A world. Raises ResampleError, Late."""
        self._replay.deadline = deadline
        try:
            return self._found(rng, patience)
        finally:
            self._replay.deadline = inf  # a world's history may be asked for later

    def _found(self, rng: Random, patience: float) -> State:
        while self._cuts:  # one world of the earlier parts does for all: the last does not depend on them
            made = self._made(self._cuts[0] + 1, rng, patience)
            # the step of the gathering shows that it leads there; it is made once more, with what it deals, in the part that follows
            self._earlier += made.courses()[:-1]
            self._part = None
            del self._cuts[0]
        made = self._made(len(self._replay.scenes), rng, patience)
        return self._world(made.cells, partial(self._history, self._earlier, made), rng)

    def _made(self, end: int, rng: Random, patience: float) -> Made:
        """The part up to a step, anew."""
        if self._part is None:
            first = self._first + len(self._earlier)
            before = self._earlier[-1].cells if self._earlier else self._replay.cells[first]
            self._part = Part(self._replay, Stretch(first, end, before))
        made = self._part.world(rng, patience)
        if made is None:
            raise _none(self._state, self._seat)
        return made

    def _history(self, earlier: list[Course], made: Made) -> list[Step]:
        return self._replay.history(self._first, [*earlier, *made.courses()])

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
