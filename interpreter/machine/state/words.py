"""Places, cards, values and doings in words, for one game with its seats' names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....dsl import ir
from ..program import CardInfo, Place, Program
from .actions import lines

Plain = int | str | bool | None
"""A run-time value as JSON shows it: numbers, yes/no, names of members, cards and seats, none."""


class Words:
    """names: of the seats. cards: as they are typed, by number; lines: of each menu."""

    def __init__(self, program: Program, names: Sequence[str]) -> None:
        self.program = program
        self.names = tuple(names)
        self.faces = {card.face: card.name for card in program.cards}
        self._order = {face: index for index, face in enumerate(dict.fromkeys(card.face for card in sorted(program.cards, key=_sorting)))}
        self.ranks = {self.faces[face]: index for face, index in self._order.items()}
        self.places = [self._place(place) for place in program.places]
        self.cards = [quoted(card.name) for card in program.cards]
        self.lines = [lines(menu) for menu in program.menus]
        self._labels: dict[tuple[str, int], str] = {}

    def card(self, card: int) -> str:
        """A card's face, as shown."""
        return self.program.cards[card].name

    def sorted(self, faces: Sequence[int]) -> list[int]:
        """Faces in the order people sort hands by."""
        return sorted(faces, key=self._order.__getitem__)

    def value(self, kind: ir.Type, value: int) -> Plain:
        """A value as JSON data."""
        if isinstance(kind, ir.Maybe):
            kind = kind.of
        if value == ir.NONE:
            return None
        if kind == ir.TRUTH:
            return bool(value)
        if kind == ir.PLAYER:
            return self.names[value]
        if kind == ir.CARD:
            return self.card(value)
        if isinstance(kind, ir.Member):
            return self.program.game.kinds[kind.name].members[value]
        if kind == ir.TEAM:
            return " and ".join(self.names[seat] for seat in range(len(self.names)) if seat % (self.program.game.teams or 1) == value)
        if kind == ir.PLACE:
            return self.places[value]
        return value

    def text(self, kind: ir.Type, value: int | Sequence[int]) -> str:
        """A value as a person would type it: `none`, `yes`, `6♦`, `(4♠, 5♠)`."""
        if not isinstance(value, int):
            of = kind.of if isinstance(kind, ir.Many) else kind
            return "(" + ", ".join(self.text(of, item) for item in value) + ")"
        plain = self.value(kind, value)
        return shown(plain)

    def label(self, kind: ir.Type, value: int) -> str:
        """A value that is no card, as it is typed among others."""
        key = kind.name, value
        found = self._labels.get(key)
        if found is None:
            found = self._labels[key] = quoted(self.text(kind, value))
        return found

    def indexes(self, over: Sequence[ir.Indexed], indexes: Sequence[int]) -> list[Plain]:
        """The indexes of a zone or variable as JSON data."""
        return [self.value(type_over(index.over), value) for index, value in zip(over, indexes, strict=True)]

    def _place(self, place: Place) -> str:
        over = place.zone.indexes
        words = [shown(word) for word in self.indexes(over, place.indexes)]
        owned = bool(over) and over[0].over in ("player", "team")
        inner = f"{place.zone.name} {' '.join(words[owned:])}".strip()
        return f"{words[0]}'s {inner}" if owned else inner


_IRREGULAR = {"be": "is", "have": "has"}


def shown(plain: Plain) -> str:
    """A plain value as people type it."""
    if plain is None:
        return "none"
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    return str(plain)


def quoted(name: str) -> str:
    """A name as it is typed among others: in quotes where it is not one plain word."""
    return name if re.fullmatch(r"[\w♠♥♦♣#'’+.\-]+", name) else '"' + name.replace('"', "'") + '"'


def spoken(name: str) -> str:
    """A declared name as words: `swap_in` is "swap in"."""
    return name.replace("_", " ")


def does(name: str) -> str:
    """An action's name as something that somebody does: "lays", "swaps in", "passes"."""
    verb, *rest = name.split("_")
    if verb == "no":
        verb, rest = "says", [verb, *rest]
    elif verb in _IRREGULAR:
        verb = _IRREGULAR[verb]
    elif verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        verb += "es"
    elif verb.endswith("y") and len(verb) > 1 and verb[-2] not in "aeiou":
        verb = verb[:-1] + "ies"
    else:
        verb += "s"
    return " ".join([verb, *rest])


def counted(number: int, word: str = "card") -> str:
    """`a card`, `3 cards`."""
    return f"a {word}" if number == 1 else f"{number} {word}s"


def listed(words: Sequence[str]) -> str:
    """`a, b and c`; "nobody" of nothing."""
    if len(words) < 2:
        return words[0] if words else "nobody"
    return ", ".join(words[:-1]) + " and " + words[-1]


def type_over(over: str) -> ir.Type:
    """The type of an index."""
    known = {"player": ir.PLAYER, "team": ir.TEAM, "card": ir.CARD, "range": ir.NUMBER}
    return known.get(over) or ir.Member(over)


def _sorting(card: CardInfo) -> tuple[int, int, int]:
    return (10**6 if card.suit is None else card.suit, card.face if card.rank is None else card.rank, card.face)
