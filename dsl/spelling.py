""" "Did you mean": names that a misspelt word may stand for; none rather than a wild guess."""

from __future__ import annotations

from collections.abc import Iterable

from .synonyms import alike, fold


def nearest(word: str, candidates: Iterable[str], *, limit: int = 1) -> list[str]:
    """The candidates nearest to a word, best first, at most `limit`. Case and `_` against `-` or blank count for nothing.

    Where no spelling is near: those that mean the same. Empty when nothing fits, or when more than `limit` are equally near: a guess
    must be worth reading.
    """
    candidates = list(candidates)
    folded = fold(word)
    allowed = _allowed(len(folded))
    found: list[tuple[int, str]] = []
    for candidate in dict.fromkeys(candidates):
        if candidate == word:
            continue
        distance = _distance(folded, fold(candidate), allowed)
        if distance is not None:
            found.append((distance, candidate))
    found.sort(key=lambda pair: (pair[0], pair[1]))
    if len(found) > limit and found[limit][0] == found[0][0]:
        return []
    return [candidate for _, candidate in found[:limit]] or alike(word, candidates)[:limit]


def is_near(word: str, other: str) -> bool:
    """Whether two words are spelt nearly alike."""
    return _distance(fold(word), fold(other), _allowed(len(fold(word)))) is not None


def _allowed(length: int) -> int:
    """How many slips a word of this length may hold."""
    return 0 if length <= 1 else 1 if length <= 4 else 2 if length <= 8 else 3


def _distance(left: str, right: str, most: int) -> int | None:
    """Slips (a letter more, fewer, other, or two swapped) between two words, or None when more than `most`."""
    if abs(len(left) - len(right)) > most or (most >= min(len(left), len(right)) and left != right):
        return None
    before: list[int] = []
    above = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return None
        before, above = above, row
    return above[-1] if above[-1] <= most else None
