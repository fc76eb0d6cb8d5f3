"""Which executor plays games in bulk: the fastest one there is for a program. All give the same numbers (running/policy.py)."""

from __future__ import annotations

from array import array
from typing import Protocol

from .running import policy
from .running.interpret import Machine


class Engine(Protocol):
    """Plays batches of random games; see `policy.batch`."""

    def __call__(self, machine: Machine, seed: int, first: int, count: int, longest: int, lead: bool) -> tuple[array[int], list[int]]:
        """Records and tally of games first to first + count - 1."""
        ...


def engine_for(machine: Machine) -> Engine:
    """The engine for a machine's program."""
    return policy.batch
