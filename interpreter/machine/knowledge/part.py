"""A stretch of a game whose worlds are made by themselves.

Where all cards lie together and are shuffled, nothing of what was hidden before bears on what follows: what was public is the same in all
worlds. So a game falls into parts, each of which is made anew alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from random import Random
from typing import NamedTuple

from ..events import GameBegan, Shuffled
from ..program import Program
from ..state.record import Step
from .chain import Chain
from .deals import Deals
from .guess import Impossible
from .hindsight import Scene
from .replay import Course, Replay, Stretch

CHANCE = 40  # times as many steps as a part has may be played for one world made by chance
MENDING = 400  # the same for one world of a chain
LEAST = 2000  # steps for one world of a chain, however short the part


class Made(NamedTuple):
    """A part as it can have gone. cells: the state that it leaves; courses: gives its steps. They are played when they are asked for."""

    cells: list[int]
    courses: Callable[[], list[Course]]


class Part:
    """Steps of a seat's game that are made anew together."""

    def __init__(self, replay: Replay, stretch: Stretch) -> None:
        """Raises Late."""
        self._replay = replay
        self._stretch = stretch
        self._deals = Deals(replay, stretch)
        self._chain: Chain | None = None

    def world(self, rng: Random, patience: float) -> Made | None:
        """The part anew; None where that is not found. Raises Late."""
        length = self._stretch.end - self._stretch.first + 1
        if self._chain is None:
            played = length > 1  # else the deal alone makes the world
            made = self._by_chance(rng, ceil(CHANCE * length * patience) if played else LEAST)
            if made is not None:
                return made
            self._chain = Chain(self._replay, self._deals, self._stretch, max(LEAST, MENDING * length))
        courses = self._chain.world(rng, patience)
        return None if courses is None else Made(courses[-1].cells, lambda: courses)

    def _by_chance(self, rng: Random, limit: int) -> Made | None:
        """Worlds made by chance, until one fits; None where none does in so many steps."""
        replay, deals = self._replay, self._deals
        end = replay.work + limit
        while replay.work < end:
            replay.work += 1
            cells, change = deals.deal(rng)
            courses: list[Course] = []
            try:
                for index in range(deals.until, self._stretch.end):
                    courses.append(replay.step(index, cells, rng))
                    cells = courses[-1].cells
            except Impossible:
                continue
            if replay.stands(cells, self._stretch.end):
                return Made(cells, partial(self._played, change, courses))
        return None

    def _played(self, change: dict[int, int], courses: list[Course]) -> list[Course]:
        return [*self._deals.follow(change), *courses]


def gatherings(program: Program, scenes: Sequence[Scene], first: int) -> list[int]:
    """The steps after `first` in which all cards are shuffled together, or the game begins again, and no choice that began them is hidden.

    None where a variable is hidden from some: what it holds may outlast the cards.
    """
    if any(cells.variable.seen_by != "all" for cells in program.cells.values()):
        return []
    every = len(program.cards)
    return [i for i, scene in enumerate(scenes) if i > first and not scene.chosen and _gathers(scene.step, every)]


def _gathers(step: Step, every: int) -> bool:
    return any((isinstance(e, Shuffled) and len(e.cards) == every) or (isinstance(e, GameBegan) and e.number > 1) for e in step.events)
