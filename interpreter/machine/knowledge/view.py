"""What lies open to one seat now. Terminal, log, bots and menus read a position through this and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ....dsl.ir import NONE
from .. import layout as at
from ..program import Program
from ..running.interpret import Stop
from ..state.words import Words
from .knowledge import Mind


class Sight:
    """One seat looking at a state. mind: what it has worked out of cards that it does not see now, when that is asked for; None:
    nothing."""

    def __init__(self, words: Words, seat: int, cells: list[int], mind: Callable[[], Mind | None]) -> None:
        self.words = words
        self.seat = seat
        self._cells = cells
        self._mind = mind
        self._program: Program = words.program
        self._hidden: dict[int, dict[int, str]] = {}  # by place: labels of its cards that the seat does not see

    def contents(self, place: int) -> list[int]:
        """The cards of a place, first to last: the truth."""
        address = self._program.layout.place_address[place]
        return self._cells[address + 1 : address + 1 + self._cells[address]]

    def place(self, card: int) -> int:
        """Where a card is."""
        return self._cells[self._program.layout.where + card]

    def faces_up(self, cards: Sequence[int]) -> dict[int, str] | None:
        """The cards as they are typed, where the seat sees them all and no two are alike; else None."""
        state, faces, seat, names = self._cells, self._program.layout.faces, self.seat, self.words.cards
        found = {card: names[card] for card in cards if card != NONE and state[faces + card] >> seat & 1}
        return found if len(found) == len(cards) == len(set(found.values())) else None

    def sees(self, card: int) -> bool:
        """Whether its face lies open to the seat."""
        return bool(self._cells[self._program.layout.faces + card] >> self.seat & 1)

    def label(self, card: int) -> str:
        """What the seat calls a card: its face where it knows it; else `#3`, by its position; cards that it can not tell apart are all
        `#1`."""
        if self.sees(card):
            return self.words.card(card)
        place = self.place(card)
        if place not in self._hidden:
            self._hidden[place] = self._label(place)
        return self._hidden[place][card]

    def faces(self, place: int) -> list[str | None]:
        """The cards of a place by face, None where the seat does not know it: in order, or, where there is none, sorted."""
        names: list[str | None] = []
        for card in self.contents(place):
            label = self.label(card)
            names.append(None if label.startswith("#") else label)
        if not self._program.places[place].zone.ordered:
            ranks = self.words.ranks
            names.sort(key=lambda name: len(ranks) if name is None else ranks[name])
        return names

    def _label(self, place: int) -> dict[int, str]:
        mind = self._mind()
        hidden = [(position, card) for position, card in enumerate(self.contents(place)) if not self.sees(card)]
        if self._program.places[place].zone.ordered:
            known = {} if mind is None else {card: mind.known_at(place, position) for position, card in hidden}
            faces = self.words.faces
            return {c: f"#{p + 1}" if (face := known.get(c)) is None else faces[face] for p, c in hidden}
        left = [] if mind is None else mind.known(place)
        labels: dict[int, str] = {}
        for _, card in hidden:
            face = self._program.cards[card].face
            if face in left:
                left.remove(face)
                labels[card] = self.words.faces[face]
            else:
                labels[card] = "#1"
        return labels


def view(sight: Sight, stop: Stop, turn: int | None, scores: Sequence[Any] | None) -> dict[str, Any]:
    """What `State.view` gives: plain JSON data."""
    words, seat = sight.words, sight.seat
    program = words.program
    cells, layout, names = sight._cells, program.layout, words.names  # pyright: ignore[reportPrivateUsage]
    return {
        "game": program.game.title,
        "seats": list(names),
        "you": names[seat],
        "over": stop.over,
        "winners": [names[s] for s in range(program.seats) if cells[at.WINNERS] >> s & 1] if stop.over else [],
        "scores": None if scores is None else list(scores),
        "turn": None if turn is None else names[turn],
        "round": cells[at.ROUND] or None,
        "asked": [names[s] for s in stop.asked],
        "out": [names[s] for s in range(program.seats) if cells[at.OUT] >> s & 1],
        "zones": [
            {
                "name": words.places[number],
                "zone": place.zone.name,
                "owner": None if place.owner is None else names[place.owner],
                "count": cells[layout.place_address[number]],
                "cards": (cards := sight.faces(number)),
                "deduced": sum(card is not None for card in cards) > sum(sight.sees(card) for card in sight.contents(number)),
                "ordered": place.zone.ordered,
            }
            for number, place in enumerate(program.places)
        ],
        "variables": _variables(words, cells, 1 << seat),
    }


def _variables(words: Words, cells: list[int], bit: int) -> list[dict[str, Any]]:
    """The values that a seat may know."""
    program = words.program
    found: list[dict[str, Any]] = []
    for name, where in program.cells.items():
        variable = where.variable
        for cell, indexes in enumerate(all_indexes(where.dimensions)):
            if where.masks is not None and not cells[where.masks + cell] & bit:
                continue
            values = words.indexes(variable.indexes, indexes)
            owned = bool(variable.indexes) and variable.indexes[0].over in ("player", "team")
            found.append(
                {
                    "name": name,
                    "owner": values[0] if owned else None,
                    "indexes": values[owned:],
                    "value": words.value(variable.type, cells[where.address + cell]),
                }
            )
    return found


def all_indexes(dimensions: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Every setting of a variable's indexes, in the order of its cells: the last one runs fastest."""
    found: list[tuple[int, ...]] = [()]
    for low, size in dimensions:
        found = [(*indexes, low + k) for indexes in found for k in range(size)]
    return found
