"""The smallest game that shows a fault: fewer players, no options, another seed, choices left out, simpler choices.

Every candidate is played, and kept when it shows the same fault and is smaller. A game is its setting, its seed and the script of its
choices (see choices.py), so that any list of numbers is a game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from ...dsl import ir
from .budget import LONGEST
from .choices import Group, Script
from .settings import Setting, simpler
from .walk import OutOfTime, Walk

SEEDS = 60  # other games at random that are tried in each round
Play = Callable[[Setting, int, Script, int], Walk]


class Shrinker:
    """Makes one game smaller. play: plays a setting, a seed and a script, up to so many choices."""

    def __init__(self, game: ir.Game, found: Walk, play: Play, rng_of: Callable[[int], Script], seconds: float) -> None:
        assert found.trouble is not None
        self.game, self.play, self.rng_of = game, play, rng_of
        self.best = found
        self.key = found.trouble.key
        self.deadline = time.monotonic() + seconds
        self.tried = 0

    def run(self) -> Walk:
        """The smallest that was found in the time."""
        try:
            while self._settings() or self._seeds() or self._choices() or self._numbers():
                pass
        except OutOfTime:
            pass
        return self.best

    def _try(self, setting: Setting, seed: int, script: Script) -> bool:
        """Play a candidate; keep it when it shows the fault and is smaller. In a simpler setting it may take longer."""
        if time.monotonic() > self.deadline:
            raise OutOfTime
        self.tried += 1
        walk = self.play(setting, seed, script, length(self.best) + 2 if setting == self.best.setting else LONGEST)
        if walk.trouble is None or walk.trouble.key != self.key or size(walk) >= size(self.best):
            return False
        self.best = walk
        return True

    def _settings(self) -> bool:
        """A simpler setting: with the same choices, or with others at random."""
        for setting in simpler(self.best.setting, self.game):
            if self._try(setting, self.best.seed, Script(self.best.script)):
                return True
            if any(self._try(setting, seed, self.rng_of(seed)) for seed in range(8)):
                return True
        return False

    def _seeds(self) -> bool:
        """Another game at random, if it is shorter."""
        if length(self.best) <= 2:
            return False
        return any(self._try(self.best.setting, seed, self.rng_of(seed)) for seed in range(SEEDS))

    def _choices(self) -> bool:
        """Choices left out: halves, quarters, single ones."""
        script, changed = self._kept(), False
        part = max(1, len(script) // 2)
        while part:
            at = 0
            while at < len(script):
                if self._try(self.best.setting, self.best.seed, Script(script[:at] + script[at + part :])):
                    script, changed = self._kept(), True
                else:
                    at += part
            part //= 2
        return changed

    def _numbers(self) -> bool:
        """Simpler choices: every number as low as it goes."""
        changed = False
        at = 0
        while at < len(script := self._kept()):
            for group in _lower(script[at]):
                if self._try(self.best.setting, self.best.seed, Script((*script[:at], group, *script[at + 1 :]))):
                    changed = True
                    break
            at += 1
        return changed

    def _kept(self) -> tuple[Group, ...]:
        return self.best.script[: length(self.best)]


def length(walk: Walk) -> int:
    """How many choices it takes to show the fault."""
    assert walk.trouble is not None
    return walk.trouble.choices or len(walk.moves)


def size(walk: Walk) -> tuple[int, ...]:
    """What is smaller is easier to understand: the options, then the choices, then the numbers in them."""
    setting = walk.setting
    numbers = [number for group in walk.script[: length(walk)] for number in group]
    return (len(setting.options) + (setting.variant is not None), length(walk), setting.seats, sum(numbers), walk.seed)


def _lower(group: Group) -> Iterator[Group]:
    if any(group):
        yield tuple(0 for _ in group)
    for at, number in enumerate(group):
        for smaller in {0, number // 2, number - 1}:
            if 0 <= smaller < number:
                yield (*group[:at], smaller, *group[at + 1 :])


def shortened(walk: Walk) -> Walk:
    """The game up to where its fault is told."""
    return replace(walk, moves=walk.moves[: length(walk)], script=walk.script[: length(walk)])
