"""Where a random program gets its choices from: Hypothesis, which can shrink them, or a seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Chooser:
    """number(low, high) draws one of low..high; everything else is made of that. The first of a list is what shrinking leads to."""

    def __init__(self, number: Callable[[int, int], int]) -> None:
        self.number = number

    @classmethod
    def of_seed(cls, seed: int) -> Chooser:
        """Always the same choices for the same seed."""
        return cls(Random(seed).randint)

    @classmethod
    def of_hypothesis(cls, draw: st.DrawFn) -> Chooser:
        """Choices that Hypothesis makes."""
        return cls(lambda low, high: draw(st.integers(low, high)))

    def one(self, items: Sequence[T]) -> T:
        """One of them, all alike."""
        return items[self.number(0, len(items) - 1)]

    def some(self, items: Sequence[T], least: int, most: int) -> list[T]:
        """So many of them, in their order."""
        left = list(range(len(items)))
        while len(left) > max(least, min(most, len(items), self.number(least, max(least, most)))):
            left.pop(self.number(0, len(left) - 1))
        return [items[i] for i in left]

    def chance(self, percent: int) -> bool:
        """True in so many cases of a hundred; shrinks to False."""
        return self.number(0, 99) >= 100 - percent
