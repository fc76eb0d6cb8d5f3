"""What may be done now, as a person is offered it: cards of the hand by number, other actions in a list, large menus step by step."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .terminal import mark, width_of, wrap
from .words import CardOrder

if TYPE_CHECKING:
    from ..machine.menu import Action
    from ..players.player import SeatMenu

LISTED = 12  # of one name; more of them are asked for step by step


@dataclass(frozen=True)
class Entry:
    """One numbered line. action None: a name whose arguments are asked for one by one."""

    number: int
    text: str
    name: str
    action: Action | None


@dataclass
class Offer:
    """entries by number from 1. in_hand: the numbers of the cards of the hand, all of them to be used with the action `hand_name`."""

    entries: list[Entry] = field(default_factory=list[Entry])
    in_hand: dict[str, int] = field(default_factory=dict[str, int])
    hand_name: str = ""

    @property
    def texts(self) -> list[str]:
        """Everything that is listed in full."""
        return [entry.text for entry in self.entries if entry.action is not None]


def offer(legal: SeatMenu, hand: Sequence[str], order: CardOrder) -> Offer:
    """The menu for a person who holds these cards."""
    listed, stepped = _by_name(legal)
    made = Offer()
    for name, actions in listed.items():
        cards = {str(action).removeprefix(name).strip(): action for action in actions}
        if not made.hand_name and len(cards) == len(actions) and all(card in hand for card in cards):
            made.hand_name = name
            for card in order.sorted(cards):
                number = made.in_hand[card] = len(made.entries) + 1
                made.entries.append(Entry(number, str(cards[card]), name, cards[card]))
    for name, actions in listed.items():
        if name == made.hand_name:
            continue
        if len(actions) > LISTED or _has_numbers(name, actions):
            stepped.append(name)
            continue
        for action in actions:
            made.entries.append(Entry(len(made.entries) + 1, str(action), name, action))
    for name in stepped:
        made.entries.append(Entry(len(made.entries) + 1, f"{name} …", name, None))
    return made


def menu_lines(made: Offer, width: int) -> list[str]:
    """The offer, with the cards of the hand as one line, in as many columns as fit."""
    cells = list[tuple[str, str]]()
    if made.in_hand:
        numbers = sorted(made.in_hand.values())
        span = f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"
        cells.append(
            (span, f"{made.hand_name} a card of your hand" if len(numbers) > 1 else f"{made.hand_name} {next(iter(made.in_hand))}")
        )
    cells += [(str(entry.number), entry.text) for entry in made.entries if entry.number not in set(made.in_hand.values())]
    if not cells:
        return []
    label = max(width_of(number) for number, _ in cells)
    if any(label + 3 + width_of(text) > width for _, text in cells):
        return [line for number, text in cells for line in wrap(f"{number.rjust(label)}  {text}", width, " ", "   ")]
    cell = max(width_of(text) for _, text in cells) + label + 4
    columns = max(1, min((width - 1) // cell, -(-len(cells) // 4)))
    rows = -(-len(cells) // columns)
    lines = list[str]()
    for row in range(rows):
        line = " "
        for number, text in cells[row::rows]:
            line += " " * (label - width_of(number)) + mark("title", number) + f"  {text}" + " " * (cell - label - 2 - width_of(text))
        lines.append(line.rstrip())
    return lines


def _by_name(legal: SeatMenu) -> tuple[dict[str, list[Action]], list[str]]:
    """Actions to list by name, and the names that have too many."""
    from ..machine.menu import TooMany

    try:
        listed: dict[str, list[Action]] = {}
        if len(legal) <= 40 * LISTED:
            for action in legal:
                listed.setdefault(action.name, []).append(action)
            return listed, []
    except TooMany:
        pass
    return {}, list(legal.names())


def _has_numbers(name: str, actions: Sequence[Action]) -> bool:
    """Several actions that differ by a number: a number typed must mean that one."""
    return len(actions) > 1 and any(re.search(r"(?<!\S)-?\d+(?![^\s,)])", str(action).removeprefix(name)) for action in actions)
