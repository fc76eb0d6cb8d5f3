"""How much thinking a decision gets: time, or, where a game has to be the same again, so many decisions of trial games."""

from __future__ import annotations

from time import monotonic

PACE = 50_000  # decisions of trial games that count as a second: emitted code plays more, the interpreter fewer
WORLD = 15  # what each observation counts that a world has to agree with


class Budget:
    """seconds: for a decision. steady: count what is done in place of time, so that the same seed thinks the same on any machine."""

    def __init__(self, seconds: float, *, steady: bool) -> None:
        self._seconds = seconds
        self.steady = steady
        self._begun = monotonic()
        self._done = 0

    def begin(self) -> None:
        """A new decision."""
        self._begun = monotonic()
        self._done = 0

    def spend(self, decisions: int) -> None:
        """So many decisions of trial games were played."""
        self._done += decisions

    @property
    def used(self) -> float:
        """The share of the budget that is used; may be more than 1."""
        if self.steady:
            return self._done / (PACE * self._seconds)
        return (monotonic() - self._begun) / self._seconds
