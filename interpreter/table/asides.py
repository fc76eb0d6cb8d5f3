"""When a person is asked whether to do something while the game waits for somebody else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from ...dsl.record import Sheet

POLICIES = ("always", "turns", "never")


class Asides(Sheet):
    """always: whenever somebody else is asked something new. turns: once a turn, and when something becomes possible that was not possible
    at the stop before. never: only when the person steps in by himself."""

    policy: str = "turns"
    _turn: dict[int, int] = field(default_factory=dict[int, int])  # by seat: the number of the turn it was asked in
    _offered: dict[int, set[str]] = field(default_factory=dict[int, set[str]])  # what it has been offered in it
    _stop: dict[int, object] = field(default_factory=dict[int, object])  # the decision it was asked at

    def due(self, seat: int, turn: int, stop: object, names: Sequence[str]) -> bool:
        """Is the seat to be asked now? turn: a number that changes with every turn and round; stop: who is asked what; names: of the
        actions that it could take."""
        if self._turn.get(seat) != turn:
            self._turn[seat], self._offered[seat] = turn, set()
        offered = self._offered[seat]
        fresh = bool(set(names) - offered)
        self._offered[seat] = set(names)
        moved_on = self._stop.get(seat) != stop
        self._stop[seat] = stop
        if not names or self.policy == "never":
            return False
        return fresh or (self.policy == "always" and moved_on)
