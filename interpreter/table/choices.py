"""What may be done now, as a person is offered it: cards of the hand by number, other actions in a list, large menus step by step."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from ...dsl.record import Record, Sheet
from .terminal import mark, shorten, width_of, wrap
from .words import CardOrder, counted, spoken

if TYPE_CHECKING:
    from ..machine.state.menu import Action, Choice, Choices
    from ..players.player import SeatMenu

LISTED = 12  # of one name; more of them are asked for step by step
AT_ALL = 30  # in all; where there are more, every name with several of them is asked for step by step
ASIDES = 4  # the same for what may be done at any time
LONG = 400  # more choices than that are no hand


class Entry(Record):
    """One numbered line. action None: a name whose arguments are asked for one by one. aside: it may be done at any time.

    picks: so many cards of the hand, of which some are chosen together, have the numbers from this one on.
    """

    number: int
    text: str
    name: str
    action: Action | None
    aside: bool = False
    picks: int = 0

    @property
    def last(self) -> int:
        """The last number that it has."""
        return self.number + max(1, self.picks) - 1


class Offer(Sheet):
    """entries by number from 1. in_hand: the numbers that each card of the hand has, several where it is there several times; all of
    them are to be used with the action `hand_name`. named: cards that are called by a number are meant by it, and have no other."""

    entries: list[Entry] = field(default_factory=list[Entry])
    in_hand: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    hand_name: str = ""
    named: bool = False

    @property
    def last(self) -> int:
        """The highest number there is."""
        return max((entry.last for entry in self.entries), default=0)

    @property
    def below(self) -> dict[str, list[int]]:
        """The numbers to show under the cards of the hand."""
        return {} if self.named else self.in_hand

    def at(self, number: int) -> Entry | None:
        """What a number stands for."""
        return next((entry for entry in self.entries if entry.number <= number <= entry.last), None)

    @property
    def texts(self) -> list[str]:
        """Everything that is listed in full."""
        return [entry.text for entry in self.entries if entry.action is not None]

    def add(self, text: str, name: str, action: Action | None, aside: bool, number: int = 0) -> int:
        """One more line; its number, the next one where none is given."""
        number = number or self.last + 1
        self.entries.append(Entry(number, text, name, action, aside))
        return number


def offer(decision: SeatMenu, asides: SeatMenu, hand: Sequence[str], order: CardOrder, *, brief: bool = False) -> Offer:
    """The menu for a person who holds these cards: what is asked, then what may be done at any time. brief: whatever can be asked for step
    by step is."""
    made = Offer()
    for menu, aside in ((decision, False), (asides, True)):
        listed = {name: menu.few(name, 4 * LISTED) for name in menu.names()}
        many = brief or sum(len(actions or ()) for actions in listed.values()) > (ASIDES if aside else AT_ALL)
        for name, actions in listed.items():
            if actions and not made.hand_name and not aside:
                _add_hand(made, name, actions, hand, order)
        for name, actions in listed.items():
            if not made.hand_name and not aside and (not actions or _stepped(name, actions, many)):
                _add_several(made, name, menu, hand, order)
        for name, actions in listed.items():
            if actions and name != made.hand_name and not _stepped(name, actions, many):
                for action in actions:
                    made.add(text_of(action), name, action, aside)
        for name, actions in listed.items():
            if name != made.hand_name and (not actions or _stepped(name, actions, many)):
                made.add(f"{name} {_parameters(menu, name)}", name, None, aside)
    return made


def text_of(action: Action) -> str:
    """An action as it is shown: as typed, without the quotes of names."""
    text = str(action).replace('"', "")
    return f"{action.name} (none)" if action.labels == ((),) else text


def menu_lines(made: Offer, width: int) -> list[str]:
    """The offer, with the cards of the hand as one line, in as many columns as fit; what may be done at any time below."""
    cells = [_hand_cell(made)] if made.in_hand else list[tuple[str, str]]()
    numbered = {number for numbers in made.in_hand.values() for number in numbers}
    rest = [entry for entry in made.entries if entry.number not in numbered]
    cells += [(str(entry.number), entry.text) for entry in rest if not entry.aside]
    label = max([width_of(number) for number, _ in cells] + [len(str(made.last))])
    lines = _columns(cells, width, label)
    asides = [(str(entry.number), entry.text) for entry in rest if entry.aside]
    if asides and cells:
        lines.append(mark("dim", shorten("at any time:", width)))
    return lines + _columns(asides, width, label)


def _hand_cell(made: Offer) -> tuple[str, str]:
    """The line for the cards of the hand."""
    numbers = [number for numbers in made.in_hand.values() for number in numbers]
    span = f"{min(numbers)}–{max(numbers)}" if len(numbers) > 1 else f"{numbers[0]}"
    several = next((entry for entry in made.entries if entry.picks), None)
    if several is not None:
        return span, several.text
    if len(numbers) == 1:
        return span, f"{made.hand_name} {next(iter(made.in_hand))}"
    return span, f"{made.hand_name} a card of your hand{': type what it is called' if made.named else ''}"


def _columns(cells: Sequence[tuple[str, str]], width: int, label: int) -> list[str]:
    if not cells:
        return []
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


def _add_hand(made: Offer, name: str, actions: Sequence[Action], hand: Sequence[str], order: CardOrder) -> None:
    """Actions that are one card of the hand each stand under the cards."""
    cards = {text_of(action).removeprefix(name).strip(): action for action in actions}
    if len(cards) == len(actions) and all(card in hand for card in cards):
        made.hand_name = name
        made.named = all(re.fullmatch(r"[1-9]\d{0,5}", card) for card in cards)
        for card in order.sorted(cards):
            number = int(card) if made.named else 0
            made.in_hand[card] = [made.add(text_of(cards[card]), name, cards[card], False, number)]


def _add_several(made: Offer, name: str, menu: SeatMenu, hand: Sequence[str], order: CardOrder) -> None:
    """An action that takes several cards of the hand together: their numbers stand under the cards."""
    choices = menu.choices(name)
    if choices is None or choices.least is None or not choices.items or choices.most in (None, 0):
        return
    labels = [item.label.replace('"', "") for item in in_order(choices, order)]
    if Counter(labels) - Counter(hand) or all(label.isdigit() for label in labels):
        return
    made.hand_name = name
    for number, label in enumerate(labels, made.last + 1):
        made.in_hand.setdefault(label, []).append(number)
    text = f"{name} {_how_many(choices.least, choices.most)} of your hand"
    later = ", ".join(spoken(part) for part in menu.shape(name)[1:])
    example = " ".join(str(made.last + k) for k in range(1, 1 + min(3, choices.most)))
    none = "" if choices.least else " or none"
    text += f", then {later}" if later else f", as {example}{none}"
    made.entries.append(Entry(made.last + 1, text, name, None, False, len(labels)))


def _how_many(least: int, most: int) -> str:
    if least == most:
        return counted(least, "card")
    return f"{least} to {most} cards" if least else f"up to {counted(most, 'card')}"


def in_order(choices: Choices, order: CardOrder) -> Sequence[Choice]:
    """Choices among cards as a hand is sorted; others as they are."""
    names = {item.value: item.label.replace('"', "") for item in choices.items[:LONG]}
    if len(choices.items) > LONG or not all(name in order for name in names.values()):
        return choices.items
    return sorted(choices.items, key=lambda item: order.key(names[item.value]))


def _parameters(menu: SeatMenu, name: str) -> str:
    """What is asked for step by step."""
    shape = menu.shape(name)
    return (", ".join(spoken(part) for part in shape) + " …") if shape else "…"


def _stepped(name: str, actions: Sequence[Action], many: bool) -> bool:
    return len(actions) > LISTED or (many and len(actions) > 1) or _has_numbers(name, actions)


def _has_numbers(name: str, actions: Sequence[Action]) -> bool:
    """Several actions that differ by a number: a number typed must mean that one."""
    return len(actions) > 1 and any(re.search(r"(?<!\S)-?\d+(?![^\s,)])", _bare(action, name)) for action in actions)


def _bare(action: Action, name: str) -> str:
    """Its arguments, without names in quotes: a number in these is not one to type."""
    return re.sub(r'"[^"]*"', "", str(action).removeprefix(name))
