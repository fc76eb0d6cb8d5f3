"""How far a play-test is, in one line of a terminal that is written over."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .budget import Progress

WIDTH = 24  # of the bar
EVERY = 0.1  # seconds between two drawings


class Bar:
    """A callable for `Playtest`; `clear` before anything else is written."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.drawn = 0.0

    def __call__(self, progress: Progress) -> None:
        """Draw, unless that was just done."""
        if (now := time.monotonic()) - self.drawn < EVERY:
            return
        self.drawn = now
        faults = f", {progress.faults} found" if progress.faults else ""
        draw(self.name, progress.share, f"{progress.games:,} games{faults}")

    def clear(self) -> None:
        """Take the line away."""
        if self.drawn:
            wipe()
            self.drawn = 0.0


def draw(name: str, share: float, words: str) -> None:
    """Write the line over the last one."""
    full = int(share * WIDTH)
    try:
        room = os.get_terminal_size(sys.stderr.fileno()).columns or 80  # a terminal need not know
    except OSError:
        room = 80
    line = f"{name} [{'#' * full}{'.' * (WIDTH - full)}] {words}"
    print(f"\r{line[: room - 1]}\x1b[K", end="", file=sys.stderr, flush=True)


def wipe() -> None:
    """Take the line away."""
    print("\r\x1b[K", end="", file=sys.stderr, flush=True)
