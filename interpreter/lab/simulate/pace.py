"""A batch of games, and how large the next one should be."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from ...machine.engine import engine_for
from ...machine.running.policy import results
from .setup import Setup

SECONDS = 0.25  # that a batch should take
MOST = 100_000  # games of a batch


@dataclass(frozen=True)
class Outcome:
    """What came of games first to first + count - 1."""

    first: int
    count: int
    rows: array[int]
    tally: list[int]


def play(setup: Setup, seed: int, first: int, count: int) -> Outcome:
    """Play a batch. Raises GameFault where the rules can not be played so, PlayerFault."""
    if setup.seats is not None:
        from .matches import batch

        found = batch(setup, seed, first, count)
        return Outcome(first, count, *(results(setup.machine.program, *found) if setup.results else found))
    if first < setup.lead < first + count:
        return _joined(play(setup, seed, first, setup.lead - first), play(setup, seed, setup.lead, first + count - setup.lead))
    machine = setup.machine
    return Outcome(first, count, *engine_for(machine, setup.results)(machine, seed, first, count, setup.longest, first < setup.lead))


def _joined(one: Outcome, next_: Outcome) -> Outcome:
    tally = [a + b for a, b in zip(one.tally, next_.tally, strict=True)]
    return Outcome(one.first, one.count + next_.count, one.rows + next_.rows, tally)


class Pace:
    """Cuts what is left into batches that take about so long, by how long the last ones took."""

    def __init__(self, games: int, seconds: float = SECONDS) -> None:
        self.games, self.seconds = games, seconds
        self.begun = 0  # games that were given out
        self.rate = 0.0  # games a second, of one player of batches
        self.again: list[tuple[int, int]] = []  # batches whose player was lost

    @property
    def left(self) -> int:
        """Games that nobody plays yet."""
        return self.games - self.begun + sum(count for _, count in self.again)

    def next(self, sharing: int = 1) -> tuple[int, int] | None:
        """First game and number of games of another batch; None when all are given out. sharing: how many play."""
        if self.again:
            return self.again.pop()
        if self.begun == self.games:
            return None
        fair = -(-(self.games - self.begun) // sharing)
        count = max(1, min(int(self.rate * self.seconds), fair, MOST))
        self.begun += count
        return self.begun - count, count

    def took(self, count: int, seconds: float) -> None:
        """A batch of so many games took so long."""
        self.rate = count / max(seconds, 1e-6)
