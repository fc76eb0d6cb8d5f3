"""The players that can be asked for by a word."""

from __future__ import annotations

import re
from collections.abc import Callable

from .player import Player

Maker = Callable[[int | None, float, bool], Player]
"""seed: of its own random numbers; think: seconds for a decision; steady: with the same seed it answers the same moves alike."""


def _random(seed: int | None, think: float, steady: bool) -> Player:
    from .random import RandomPlayer

    return RandomPlayer(seed)


def _bot(seed: int | None, think: float, steady: bool) -> Player:
    from .search import SearchPlayer

    return SearchPlayer(playouts=round(600 * max(1.0, think)), seconds=think, seed=seed, steady=steady)


KINDS: dict[str, Maker] = {"bot": _bot, "random": _random}
_WORD = re.compile(r"(\w+)(?::(\d+(?:\.\d+)?))?")


def parted(word: str) -> tuple[str, float | None] | None:
    """A kind and the seconds it thinks, where those are given: `bot`, `bot:0.2`. None for what is neither."""
    found = _WORD.fullmatch(word)
    if found is None or found[1] not in KINDS or (found[2] is not None and not 0 < float(found[2]) <= 3600):
        return None
    return found[1], None if found[2] is None else float(found[2])


def made(word: str, seed: int | None, think: float, *, steady: bool = False) -> Player:
    """The player for a word like `bot` or `bot:0.2` (it thinks so many seconds, in place of `think`). Raises ValueError."""
    found = parted(word)
    if found is None:
        raise ValueError(f"there is no player of the kind {word!r}; there are {', '.join(KINDS)}")
    kind, own = found
    return KINDS[kind](seed, think if own is None else own, steady)
