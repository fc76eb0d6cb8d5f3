"""What a play-test is given, tells while it runs, and gives back."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from ...dsl.record import Record
from .findings import Finding

LONGEST = 3000  # decisions: a random game that goes on longer is not going to end


@dataclass  # no Sheet: seconds are not compared
class Result:
    """games, longest (decisions), decisions in all, resampled states; findings; seconds that were played."""

    games: int = 0
    longest: int = 0
    decisions: int = 0
    resampled: int = 0
    unsampled: int = 0
    findings: list[Finding] = field(default_factory=list[Finding])
    interrupted: bool = False
    seconds: float = field(default=0.0, compare=False)


class Budget(Record):
    """How much to play. games: at most so many; seconds: in all, in which findings are also made small and told; None: 10, or where games
    are counted, as long as they take. resample: the share of stops where information is tested; world: seconds for one other world."""

    games: int | None = None
    seconds: float | None = None
    seed: int = 1
    resample: float = 0.02
    world: float = 2.0
    longest: int = LONGEST

    @property
    def time(self) -> float:
        """Seconds; infinite where only games are counted."""
        return self.seconds if self.seconds is not None else 10.0 if self.games is None else inf


class Progress(Record):
    """share: of the budget that is spent, 0 to 1."""

    games: int
    faults: int
    share: float
