"""Rule files that mean harm, or might as well: each a text that must be refused, or played, in bounded time and memory.

`tests/test_hostile.py` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .files import files
from .parts import HEAD, game
from .rules import rules

__all__ = ["HEAD", "game", "texts"]


def texts() -> Iterator[tuple[str, Callable[[], str | bytes]]]:
    """Every file by name, made only when it is wanted: some are large."""
    yield from files()
    yield from rules()
