"""Measuring: each in turn, round after round, so that what else a machine does falls on all alike."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

Runner = Callable[[int], None]
"""Plays so many games."""


def seconds(work: Callable[[], object]) -> float:
    """Processor time of one call."""
    begun = process_time()
    work()
    return process_time() - begun


def games_in(runner: Runner, wanted: float) -> int:
    """About how many games take so many seconds."""
    count = 1
    while True:
        taken = seconds(lambda: runner(count))  # noqa: B023  # called at once
        if taken > wanted / 4:
            return max(1, round(count * wanted / taken))
        count *= 2


def measured(runners: dict[str, Runner], rounds: int, wanted: float) -> dict[str, list[float]]:
    """Games a second of each, a number for each round."""
    counts = {name: games_in(runner, wanted) for name, runner in runners.items()}
    speeds: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(rounds):
        for name, runner in runners.items():
            count = counts[name]
            speeds[name].append(count / max(seconds(lambda: runner(count)), 1e-9))  # noqa: B023  # called at once
    return speeds
