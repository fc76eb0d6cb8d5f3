"""How far a play-test is, in one line of a terminal that is written over."""

from __future__ import annotations

import os
import sys
import time

from .playtest import Progress

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
        full = int(progress.share * WIDTH)
        faults = f", {progress.faults} found" if progress.faults else ""
        try:
            room = os.get_terminal_size(sys.stderr.fileno()).columns or 80  # a terminal need not know
        except OSError:
            room = 80
        line = f"{self.name} [{'#' * full}{'.' * (WIDTH - full)}] {progress.games:,} games{faults}"
        print(f"\r{line[: room - 1]}\x1b[K", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take the line away."""
        if self.drawn:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self.drawn = 0.0
