"""Who plays: `--seats you,bot` or `--seats north=you,south=bot`, made into players."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...dsl.record import Record
from ..players import kinds
from ..players.player import Player
from ..usage import UsageError, meant

PERSON = "you"
KINDS = (PERSON, *kinds.KINDS)
_NAME = re.compile(r"[^\W\d_]\w{0,19}")


class Seating(Record):
    """names: of the seats, or None for the default ones. kinds: a word of KINDS for each seat."""

    names: tuple[str, ...] | None
    kinds: tuple[str, ...]


def seating(text: str | None, count: int | None, allowed: Sequence[int]) -> Seating:
    """What was asked for with `--seats` and `--players`, for a game that so many can play. Raises UsageError."""
    if text is None:
        number = count if count is not None else min((n for n in allowed if n > 1), default=allowed[0])
        _check_count(number, allowed)
        return Seating(None, (PERSON, *["bot"] * (number - 1)))
    names, kinds = list[str](), list[str]()
    for part in text.split(","):
        name, equals, kind = part.strip().rpartition("=")
        kinds.append(_kind(kind.strip()))
        if equals:
            if not name.strip():
                raise UsageError(f"`{part.strip()}` names nobody: it is `name={kind.strip()}`.")
            if not _NAME.fullmatch(name.strip()):
                raise UsageError(f"`{name.strip()}` can not be a seat's name: a letter, then letters, digits and _, at most 20.")
            names.append(name.strip())
    if names and len(names) != len(kinds):
        raise UsageError("name all seats or none: `--seats north=you,south=bot` or `--seats you,bot`.")
    if len({name.casefold() for name in names}) != len(names):
        raise UsageError("two seats have the same name.")
    if count is not None and count != len(kinds):
        raise UsageError(f"--players {count} and --seats with {len(kinds)} do not agree.")
    _check_count(len(kinds), allowed)
    return Seating(tuple(names) or None, tuple(kinds))


def player_for(kind: str, seed: int | None, think: float, *, steady: bool = False) -> Player | None:
    """The player for a word of KINDS; None for a person. seed: of its own random numbers; think: seconds for a decision; steady:
    with the same seed it answers the same moves alike."""
    return None if kind == PERSON else kinds.made(kind, seed, think, steady=steady)


def counts(allowed: Sequence[int]) -> str:
    """`2`, `2 to 5`, `4 or 6` players."""
    numbers = sorted(allowed)
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return " or ".join(str(n) for n in numbers)


def _check_count(number: int, allowed: Sequence[int]) -> None:
    if number not in allowed:
        raise UsageError(f"this game is for {counts(allowed)} players, not {number}.")


def _kind(word: str) -> str:
    if word in KINDS:
        return word
    raise UsageError(f"nobody of the kind `{word}` can play{meant(word, KINDS) or '; there are ' + ', '.join(KINDS) + '.'}")
