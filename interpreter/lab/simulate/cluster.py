"""Batches played by the workers of a Dask scheduler. What a lost worker had is played again by another."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

from ...players.player import PlayerFault
from .pace import Outcome, Pace, play
from .setup import Setup

SECONDS = 1.0  # that a batch should take: each brings the rules along
AHEAD = 2  # batches that wait for each thread
PATIENCE = 5  # seconds for the scheduler to answer
TRIES = 10  # workers that may die over one batch


class ClusterError(Exception):
    """The cluster can not be used. The text says why."""


def spread(address: str, setup: Setup, seed: int, pace: Pace) -> Iterator[Outcome]:
    """Give out all batches of `pace`. Raises ClusterError, PlayerFault."""
    try:
        import distributed  # pyright: ignore[reportMissingImports]
    except ImportError:
        raise ClusterError("--cluster needs Dask: pip install 'cardrules[cluster]'") from None
    dask: Any = distributed
    print(f"cardrules: waiting up to {PATIENCE} s for the Dask scheduler at {address}", file=sys.stderr, flush=True)
    try:
        client = dask.Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError):
        raise ClusterError(f"no Dask scheduler answers at {address}") from None
    with client:
        yield from _spread(dask, client, address, setup, seed, pace)


def _check(client: Any, address: str) -> None:
    """See to it that there are workers, and that they play as this machine would."""
    from .... import __version__

    answers: dict[str, Any] = client.run(version, on_error="return")
    found = [answer for answer in answers.values() if not isinstance(answer, OSError)]  # that is a worker that went away meanwhile
    if not found:
        raise ClusterError(f"the scheduler at {address} has no workers")
    for answer in found:
        if isinstance(answer, Exception):
            raise ClusterError(f"cardrules can not be used by the workers at {address}: {type(answer).__name__}: {answer}")
        if answer != __version__:
            raise ClusterError(f"the workers at {address} have cardrules {answer}, here it is {__version__}")


def version() -> str:
    """Of cardrules, where this is asked."""
    from .... import __version__

    return __version__


def _spread(dask: Any, client: Any, address: str, setup: Setup, seed: int, pace: Pace) -> Iterator[Outcome]:
    pace.seconds = SECONDS
    _check(client, address)
    threads = max(1, sum(client.nthreads().values()))
    since: dict[str, tuple[float, int]] = {}

    def give() -> Any:
        batch = pace.next(threads)
        if batch is None:
            return None
        future = client.submit(play, setup, seed, *batch, pure=False, retries=TRIES)
        since[future.key] = time.monotonic(), batch[1]
        return future

    first = [future for _ in range(threads * AHEAD) if (future := give()) is not None]
    done: Any = dask.as_completed(first)
    for future in done:
        try:
            outcome: Outcome = future.result()
        except PlayerFault:
            raise
        except Exception as fault:
            raise ClusterError(f"the cluster at {address} could not play: {type(fault).__name__}: {fault}") from fault
        start, count = since.pop(future.key)
        pace.took(count, (time.monotonic() - start) / AHEAD)
        yield outcome
        if (another := give()) is not None:
            done.add(another)
