"""What a seat calls the values that it may choose from."""

from __future__ import annotations

from collections.abc import Sequence

from ....dsl import ir
from ..knowledge.view import Sight
from ..program import of_cards
from .words import quoted


def labels(sight: Sight, kind: ir.Type, values: Sequence[int], *, merge: bool) -> dict[int, str]:
    """Values with their labels, in their order. merge: of cards that look alike to the seat only the first."""
    if of_cards(kind):
        found = sight.faces_up(values)
        return _told_apart(sight, values, merge) if found is None else found
    label = sight.words.label
    return {value: label(kind, value) for value in values}


def _told_apart(sight: Sight, cards: Sequence[int], merge: bool) -> dict[int, str]:
    """Cards with one label in several places or positions get them said."""
    words = sight.words
    spots: dict[str, dict[tuple[int, int], list[int]]] = {}
    for card in dict.fromkeys(cards):
        if card == ir.NONE:
            spots.setdefault("none", {}).setdefault((-1, -1), []).append(card)
            continue
        place = sight.place(card)
        position = sight.contents(place).index(card) if words.program.places[place].zone.ordered else -1
        spots.setdefault(sight.label(card), {}).setdefault((place, position), []).append(card)
    found: dict[int, str] = {}
    for label, where in spots.items():
        places = {place for place, _ in where}
        for (place, position), alike in where.items():
            text = quoted(label)
            if len(where) > 1 and position >= 0 and not text.startswith("#"):
                text += f" #{position + 1}"
            if len(places) > 1:
                text += f" of {words.places[place]}"
            found |= dict.fromkeys(alike[:1] if merge else alike, text)
    return {card: found[card] for card in cards if card in found}
