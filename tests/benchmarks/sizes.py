"""What a state costs: copies, memory."""

from __future__ import annotations

import tracemalloc

import cardrules

from .ours import GAMES
from .timing import seconds

NAMES = ("feud", "crown-duel", "line-of-succession", "succession", "goofspiel", "kuhn-poker", "crazy-eights")
COPIES = 2_000


def report() -> str:
    """A line for each game."""
    lines = ["copies of a state (microseconds), its ints alone, and the memory of 100,000 states (MB)"]
    for name in NAMES:
        state = cardrules.load(GAMES / f"{name}.yml").start(seed=1)
        cells = list(state.cells)
        whole = min(seconds(lambda: [state.clone() for _ in range(COPIES)]) for _ in range(5)) / COPIES * 1e6  # noqa: B023
        ints = min(seconds(lambda: [cells[:] for _ in range(COPIES)]) for _ in range(5)) / COPIES * 1e6  # noqa: B023
        tracemalloc.start()
        kept = [cells[:] for _ in range(COPIES)]
        memory = tracemalloc.get_traced_memory()[0] / len(kept) * 1e5 / 1e6
        tracemalloc.stop()
        lines.append(f"  {name:20} {whole:8.2f} {ints:8.2f} {memory:8.0f}")
    return "\n".join(lines)
