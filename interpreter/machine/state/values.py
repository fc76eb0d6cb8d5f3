"""Values as callers of the API give and take them: numbers, bools, words, seats as numbers, None."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from ....dsl import ir
from ..program import Cells
from .words import Words, type_over


def whole(value: object, what: str) -> int:
    """A whole number from a caller, numpy's too. Raises TypeError in a sentence that begins with what it is."""
    try:
        return operator.index(value)  # pyright: ignore[reportArgumentType]
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {value!r:.80}") from None


def cell_value(words: Words, kind: ir.Type, value: int) -> Any:
    """A run-time value for the caller: players and teams by number, members and cards by name."""
    inner = kind.of if isinstance(kind, ir.Maybe) else kind
    if value != ir.NONE and inner in (ir.PLAYER, ir.TEAM):
        return value
    return words.value(kind, value)


def cell_of(where: Cells, indexes: Sequence[int]) -> int:
    """Which of a variable's cells has these indexes. Raises KeyError."""
    cell = 0
    for (low, size), index in zip(where.dimensions, indexes, strict=True):
        if not 0 <= index - low < size:
            raise KeyError(f"{where.variable.name} has nothing at {index}")
        cell = cell * size + index - low
    return cell


def value_of(words: Words, kind: ir.Type, value: Any, name: str) -> int:
    """A value as the caller gives it, as a run-time value: a member by its name, a card by its face (the first such card), a seat by
    number or name.

    Raises KeyError.
    """
    inner = kind.of if isinstance(kind, ir.Maybe) else kind
    if value is None:
        return ir.NONE
    if isinstance(value, int):
        return int(value)
    names: Sequence[str] = ()
    if isinstance(inner, ir.Member):
        names = words.program.game.kinds[inner.name].members
    elif inner == ir.CARD:
        names = [card.name for card in words.program.cards]
    elif inner == ir.PLAYER:
        names = words.names
    if value not in names:
        raise KeyError(f"{name}: there is no {inner.name} `{value}`")
    return names.index(value)


def values_of(words: Words, kinds: Sequence[ir.Type], values: Sequence[Any], name: str) -> list[int | tuple[int, ...]]:
    """Arguments of a rule. Raises TypeError where there are too many or too few, KeyError."""
    if len(kinds) != len(values):
        raise TypeError(f"{name} takes {len(kinds)} arguments, not {len(values)}")
    found: list[int | tuple[int, ...]] = []
    for kind, value in zip(kinds, values, strict=True):
        if isinstance(kind, ir.Many):
            found.append(tuple(value_of(words, kind.of, item, name) for item in value))
        else:
            found.append(value_of(words, kind, value, name))
    return found


def index_values(words: Words, over: Sequence[ir.Indexed], indexes: Sequence[int | str], name: str) -> list[int]:
    """Indexes of a zone or variable as given, owner first. Raises KeyError."""
    if len(over) != len(indexes):
        raise KeyError(f"{name} has {len(over)} indexes, not {len(indexes)}")
    return [value_of(words, type_over(index.over), value, name) for index, value in zip(over, indexes, strict=True)]
