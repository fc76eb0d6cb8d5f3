"""Many games as batches: here, in processes of this machine, or on a cluster. A game depends on its number and the seed alone, so what
comes out does not depend on how games are cut into batches or on who plays them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from .pace import Outcome, Pace, play
from .setup import Setup

ALONE = 0.5  # seconds of work for which no processes are started

Progress = Callable[[int, int], None]
"""Called with how many games are done, of how many."""


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
