"""How far a simulation is, in one line of a terminal that is written over."""

from __future__ import annotations

import sys
import time

from ..bar import draw, wipe

EVERY = 0.1  # seconds between two drawings


class Bar:
    """Called with how many games of a setting are done; knows how many there will be altogether."""

    def __init__(self, name: str, quiet: bool) -> None:
        self.name = name
        self.live = sys.stderr.isatty() and not quiet
        self.whole = self.before = self.last = 0
        self.begun = time.monotonic()
        self.drawn = 0.0

    def plan(self, games: int) -> None:
        """So many games will be played."""
        self.whole = games

    def __call__(self, done: int, of: int) -> None:
        """Draw, unless that was just done."""
        total = self.before + done
        if done == of:
            self.before += of
        now = time.monotonic()
        if not self.live or now - self.drawn < EVERY:
            return
        self.drawn = now
        share = min(1.0, total / max(1, self.whole))
        left = (now - self.begun) * (1 - share) / max(share, 1e-9)
        draw(self.name, share, f"{total:,} games, {_time(left)} left")

    def clear(self) -> None:
        """Take the line away."""
        if self.drawn:
            wipe()
            self.drawn = 0.0


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.0f} h"
