"""Which executor plays games at random: the fastest one there is for a program. All give the same numbers (running/policy.py): games can
begin in Python and go on as native code."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Protocol
from weakref import WeakKeyDictionary

from .running import finish as finishing
from .running import policy
from .running.finish import Finished
from .running.interpret import Machine

PATIENCE = 0.3  # seconds of games in Python, after which native code is worth a compiler's time
WORTH_WRITING = 2.0  # and after which, where there is no compiler, Python functions are worth being written


class Engine(Protocol):
    """Plays batches of random games; see `policy.batch`."""

    def __call__(self, machine: Machine, seed: int, first: int, count: int, longest: int, lead: bool) -> tuple[array[int], list[int]]:
        """Records and tally of games first to first + count - 1."""
        ...


_spent: WeakKeyDictionary[Machine, float] = WeakKeyDictionary()


def engine_for(machine: Machine, results: bool = False) -> Engine:
    """The engine for the next batch of a machine's program. results: how games end is all that is wanted (`policy.results`)."""
    from .native.native import games_for

    games = games_for(machine, _spent.get(machine, 0.0) > PATIENCE, results)
    engine = python if games is None else games.play
    return engine if not results or (games is not None and not games.counts) else _results(engine)


def _results(engine: Engine) -> Engine:
    def play(machine: Machine, seed: int, first: int, count: int, longest: int, lead: bool) -> tuple[array[int], list[int]]:
        return policy.results(machine.program, *engine(machine, seed, first, count, longest, False))

    return play


def python(machine: Machine, seed: int, first: int, count: int, longest: int, lead: bool) -> tuple[array[int], list[int]]:
    """A batch in Python: by emitted functions, once games have taken long enough to make up for writing them."""
    with _counted(machine):
        if _spent.get(machine, 0.0) > WORTH_WRITING:
            from .compile import playout

            return playout.batch(machine, seed, first, count, longest, lead)
        return policy.batch(machine, seed, first, count, longest, lead)


def finish(machine: Machine, cells: Sequence[int], word: int, longest: int, tired: Callable[[], bool] | None = None) -> Finished:
    """A given state played on at random; see `finish.finish`."""
    from .native.native import native_for

    native = native_for(machine, build=_spent.get(machine, 0.0) > PATIENCE, wait=False)
    found = None if native is None else native.finish(cells, word, longest)
    if found is not None:
        return found
    with _counted(machine):
        return finishing.finish(machine, cells, word, longest, tired)


@contextmanager
def _counted(machine: Machine) -> Generator[None]:
    """How long games take in Python is kept."""
    begun = time.monotonic()
    try:
        yield
    finally:
        _spent[machine] = _spent.get(machine, 0.0) + time.monotonic() - begun
