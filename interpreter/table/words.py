"""How cards, values and names are put into words, and in which order cards are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...dsl import ir


def spoken(name: str) -> str:
    """A declared name as words: `swap_in` is "swap in"."""
    return name.replace("_", " ")


def counted(number: int, word: str) -> str:
    """`1 card`, `3 cards`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def article(noun: str) -> str:
    """`a card`, `an event`."""
    return f"{'an' if noun[:1].lower() in ('a', 'e', 'i', 'o', 'u') else 'a'} {noun}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + f" {last} {words[-1]}"


def value_words(value: Any) -> str:
    """A value of a view: yes, no, none, or as it is."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return listed([value_words(item) for item in value])  # pyright: ignore[reportUnknownVariableType]
    return str(value)


class CardOrder:
    """The order people sort a hand in: by suit, then rank; cards without them in file order."""

    def __init__(self, deck: ir.Deck) -> None:
        self._keys: dict[str, tuple[int, int, int]] = {}
        for index, face in enumerate(deck.faces):
            suit = face.suit if face.suit is not None else 10**6
            rank = face.rank if face.rank is not None else index
            self._keys.setdefault(face.name, (suit, rank, index))

    def key(self, card: str) -> tuple[int, int, int]:
        """For `sorted`; what is no card of the deck comes last."""
        return self._keys.get(card, (10**7, 0, 0))

    def sorted(self, cards: Iterable[str]) -> list[str]:
        """The cards in this order."""
        return sorted(cards, key=self.key)

    def __contains__(self, card: object) -> bool:
        return card in self._keys
