"""Cards, positions and arguments as observations tell them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Any

from ....dsl import ir
from ..program import ParameterInfo
from ..state.words import Words, counted, listed, spoken


def cards_words(names: Sequence[str | None]) -> str:
    """`6♦`, `a card`, `5 cards`, `A♠, 2♠ and 3 cards`; in order where some are not known in between."""
    known = [name for name in names if name is not None]
    hidden = len(names) - len(known)
    if not known:
        return counted(hidden)
    if not hidden:
        return ", ".join(known)
    if None not in names[: len(known)]:
        return f"{', '.join(known)} and {counted(hidden)}"
    return ", ".join("a card" if name is None else name for name in names)


def places_words(positions: Sequence[int]) -> str:
    """`3`, `3–5`, `5, 1, 2`."""
    if len(positions) > 2 and all(b - a == 1 for a, b in pairwise(positions)):
        return f"{positions[0]}–{positions[-1]}"
    return ", ".join(map(str, positions))


def arguments_words(labels: Sequence[str | tuple[str, ...]], parameters: Sequence[ParameterInfo]) -> str:
    """What follows the action as told: ` p2, 10`; of many arguments each with its name: ` p2: give 4♠ and a card, pay 2,
    want 1`. Equal cards of a set are counted."""
    named = len(labels) > 2 or (len(labels) == 2 and parameters[0].subsets is not None)
    words: list[str] = []
    for label, parameter in zip(labels, parameters, strict=True):
        if isinstance(label, str):
            text = label.replace('"', "")
        else:
            parts = [(name.replace('"', ""), len(list(same))) for name, same in groupby(label)]
            told = [part for name, count in parts for part in ([counted(count)] if name == "a card" else [name] * count)]
            text = (listed(told) if named else ", ".join(told)) if told else "nothing"
            text = f"({text})" if len(labels) > 1 and not named else text
        words.append(f"{spoken(parameter.name)} {text}" if named and not (not words and parameter.type == ir.PLAYER) else text)
    if not words:
        return ""
    if not named:
        return f" {', '.join(words)}"
    first = f" {words.pop(0)}" if parameters[0].type == ir.PLAYER else ""
    return f"{first}: {', '.join(words)}"


def plain(labels: Sequence[str | tuple[str, ...]]) -> list[Any]:
    """Arguments as JSON data."""
    return [label if isinstance(label, str) else list(label) for label in labels]


def hidden(label: str | tuple[str, ...]) -> bool:
    """Whether a card is called by its position, as its face is not known."""
    return label.startswith("#") if isinstance(label, str) else any(item.startswith("#") for item in label)


def seats(words: Words, mask: int) -> list[str]:
    """The names of the seats of a mask."""
    return [name for seat, name in enumerate(words.names) if mask >> seat & 1]


def learners(words: Words, names: Sequence[str]) -> str:
    """`p1 learns`, `p1 and p2 learn`; all of three or more: `everybody learns`."""
    if len(names) > 2 and len(names) == len(words.names):
        return "everybody learns"
    return f"{listed(names)} {'learns' if len(names) == 1 else 'learn'}"
