"""Many games as batches: here, in processes of this machine, or on a cluster. A game depends on its number and the seed alone, so what
comes out does not depend on how games are cut into batches or on who plays them."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...machine.engine import engine_for
from ...machine.running.policy import results
from .setup import Setup

SECONDS = 0.25  # that a batch should take
MOST = 100_000  # games of a batch
ALONE = 0.5  # seconds of work for which no processes are started

Progress = Callable[[int, int], None]
"""Called with how many games are done, of how many."""


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


def outcomes(setup: Setup, seed: int, games: int, workers: int = 1, cluster: str | None = None) -> Iterator[Outcome]:
    """The outcomes of all batches, in any order. cluster: address of a Dask scheduler. Raises GameFault, PlayerFault, and ClusterError or
    WorkerLost where others play."""
    pace = Pace(games)
    begun = time.monotonic()
    while (batch := pace.next()) is not None:
        start = time.monotonic()
        outcome = play(setup, seed, *batch)
        pace.took(batch[1], time.monotonic() - start)
        yield outcome
        if (workers > 1 or cluster is not None) and pace.left and (cluster is not None or time.monotonic() - begun > ALONE / 4):
            break
    if not pace.left:
        return
    if cluster is not None:
        from .cluster import spread

        yield from spread(cluster, setup, seed, pace)
    else:
        from .workers import spread as share

        yield from share(setup, seed, pace, workers)
