"""What commands share about how they are used: wrong usage as a sentence, near words, settings as they are typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..dsl import kept

if TYPE_CHECKING:
    from .machine.state.game import Game, Value


class UsageError(Exception):
    """The command was not used as it can be. The text says how it can."""


def meant(word: str, candidates: Iterable[str]) -> str:
    """`; did you mean …?` with one or two names, or "" where nothing is near."""
    from ..dsl.spelling import nearest

    names = list(dict.fromkeys(candidates))
    near = nearest(word, names) or nearest(word, names, limit=2)
    return "; did you mean " + " or ".join(f"`{name}`" for name in near) + "?" if near else ""


def settings(pairs: Sequence[str], flag: str = "--set ") -> dict[str, Value]:
    """`--set` pairs as options with their values as typed. Raises UsageError where one is no pair."""
    values: dict[str, Value] = {}
    for pair in pairs:
        key, equals, text = (part.strip() for part in pair.partition("="))
        if not equals or not key or not text:
            raise UsageError(f"`{flag}{pair}` sets nothing: it is `{flag}name=value`.")
        values[key] = text
    return values


def chosen(path: Path, variants: Sequence[str], options: dict[str, Value]) -> Game:
    """The game of a file, to be played: it has no examples, and so is lowered much sooner.

    Several variants together: the settings of all but the last become options. What is set by hand goes before.
    Raises RuleError, OptionError.
    """
    from .machine.state.game import Game

    def of(variant: str | None, options: dict[str, Value]) -> Game:
        return Game(kept.game(path, variant=variant, examples=False), variant, options)

    if len(variants) < 2:
        return of(variants[0] if variants else None, options)
    merged: dict[str, Value] = {}
    plain = of(None, {}).options
    for name in variants:
        merged |= {key: value for key, value in of(name, {}).options.items() if value != plain[key]}
    return of(variants[-1], merged | options)
