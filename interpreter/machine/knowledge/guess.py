"""What another seat may have chosen, as far as a seat knows it: any action that fits, all alike likely where they can be listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from random import Random

from ....dsl import ir
from .. import layout as at
from ..program import Menu, of_cards
from ..running.interpret import Machine, Subsets
from ..state.menu import Action, Value
from .hindsight import Known, Scene

LISTED = 400  # argument lists that are looked at; of larger menus an action is put together at random
GUESSES = 40  # times that this is tried
WIDE = 0.03  # how often cards are chosen without regard to what the seat sees of them later


class Impossible(Exception):
    """The world in the making can not go on as the seat has seen it."""


def guess(machine: Machine, cells: list[int], scene: Scene, rng: Random, *, wide: bool = False) -> Action:
    """An action that fits what is known of a step's choice; its labels are left out.

    Cards that the seat sees later it takes just where the true choice did: such a card came where it was seen by this choice, or by no
    choice. wide: without regard to that. Raises Impossible, GameFault.
    """
    seat, true = scene.step.seat, scene.step.action
    assert seat is not None and true is not None
    menu = machine.program.menus[true.menu]
    if not is_open(machine, cells, menu, seat):
        raise Impossible
    wide = wide or rng.random() < WIDE
    taken = 0 if wide else _mask(menu, true) & scene.reserved
    guesser = _Guesser(machine, cells, menu, seat, 0 if wide else scene.reserved & ~taken)
    lines: list[tuple[int, Sequence[Known | None]]] = []
    for index, info in enumerate(menu.actions):
        if scene.name is None:
            lines.append((index, [None] * len(info.parameters)))
        elif info.name == scene.name:
            lines.append((index, scene.arguments))
    listed: list[tuple[int, tuple[Value, ...]]] = []
    for index, known in lines:
        for arguments in guesser.unfold(index, known, ()):
            if not taken & ~_mask(menu, Action("", (), arguments, menu.number, index)):
                listed.append((index, arguments))
            if len(listed) > LISTED:
                break
    if not listed:
        raise Impossible
    if len(listed) <= LISTED:
        index, chosen = listed[int(rng.random() * len(listed))]
        return guesser.action(index, chosen)
    for _ in range(GUESSES):
        index, known = rng.choice(lines)
        found = guesser.put_together(index, known, rng)
        if found is not None:
            return guesser.action(index, found)
    raise Impossible


def is_open(machine: Machine, cells: list[int], menu: Menu, seat: int) -> bool:
    """Whether a seat may choose from a menu now."""
    if menu.anytime:
        return machine.open_anytime(cells, seat)
    return cells[at.MENU] == menu.number and bool(cells[at.WAITING] >> seat & 1)


def _mask(menu: Menu, action: Action) -> int:
    """The cards among an action's arguments, as a mask."""
    mask = 0
    for parameter, value in zip(menu.actions[action.index].parameters, action.arguments, strict=True):
        if of_cards(parameter.type):
            for card in value if isinstance(value, tuple) else (value,):
                mask |= 0 if card == ir.NONE else 1 << card
    return mask


class _Guesser:
    def __init__(self, machine: Machine, cells: list[int], menu: Menu, seat: int, reserved: int) -> None:
        self._machine = machine
        self._cells = cells
        self._menu = menu
        self._seat = seat
        self._reserved = reserved

    def unfold(self, index: int, known: Sequence[Known], chosen: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
        """All argument lists that fit."""
        if len(chosen) == len(known):
            if self._allowed(index, chosen):
                yield chosen
            return
        values = self._machine.domain(self._cells, self._menu, index, self._seat, chosen)
        if isinstance(values, Subsets):
            for some in self._subsets(values, index, known[len(chosen)], len(chosen)):
                yield from self.unfold(index, known, (*chosen, some))
        else:
            for value in self._values(values, index, known[len(chosen)], len(chosen)):
                yield from self.unfold(index, known, (*chosen, value))

    def put_together(self, index: int, known: Sequence[Known], rng: Random) -> tuple[Value, ...] | None:
        """One argument after another, each at random; None where that comes to nothing."""
        chosen: tuple[Value, ...] = ()
        for number, what in enumerate(known):
            values = self._machine.domain(self._cells, self._menu, index, self._seat, chosen)
            if isinstance(values, Subsets):
                kept, rest, sizes = self._parts(values, index, what, number)
                if kept is None or not sizes:
                    return None
                weights = [comb(len(rest), size - len(kept)) for size in sizes]
                size = rng.choices(sizes, weights)[0]
                some = {*kept, *rng.sample(rest, size - len(kept))}
                chosen = (*chosen, tuple(value for value in values.items if value in some))
            else:
                fitting = self._values(values, index, what, number)
                if not fitting:
                    return None
                chosen = (*chosen, fitting[int(rng.random() * len(fitting))])
        return chosen if self._allowed(index, chosen) else None

    def action(self, index: int, arguments: tuple[Value, ...]) -> Action:
        """As an action; of cards that look alike to their chooser the first one is taken, as when it is typed."""
        info = self._menu.actions[index]
        merged: tuple[Value, ...] = ()
        for number, value in enumerate(arguments):
            if isinstance(value, int) and value != ir.NONE and of_cards(info.parameters[number].type):
                values = self._machine.domain(self._cells, self._menu, index, self._seat, merged)
                if not isinstance(values, Subsets):
                    looks = self._looks(value)
                    value = next((card for card in values if card != ir.NONE and self._looks(card) == looks), value)
            merged = (*merged, value)
        if merged != arguments and not self._allowed(index, merged):
            merged = arguments
        return Action(info.name, (), merged, self._menu.number, index)

    def _looks(self, card: int) -> tuple[int, int]:
        """What a card looks like to its chooser, and where it lies; a number of its own where its place tells it apart."""
        layout = self._machine.layout
        place = self._cells[layout.where + card]
        if self._machine.program.places[place].zone.ordered:
            return -card - 2, place
        seen = self._cells[layout.faces + card] >> self._seat & 1
        return (layout.card_face[card] if seen else -1), place

    def _allowed(self, index: int, arguments: tuple[Value, ...]) -> bool:
        return self._menu.actions[index].guard is None or self._machine.allowed(self._cells, self._menu, index, self._seat, arguments)

    def _values(self, values: Sequence[int], index: int, known: Known, number: int) -> Sequence[int]:
        cards = of_cards(self._menu.actions[index].parameters[number].type)
        if isinstance(known, int):
            like = self._like(known, values, cards)
            return () if like is None else (like,)
        if not cards or not self._reserved:
            return values
        return [value for value in values if value == ir.NONE or not self._reserved >> value & 1]

    def _subsets(self, values: Subsets, index: int, known: Known, number: int) -> Iterator[tuple[int, ...]]:
        kept, rest, sizes = self._parts(values, index, known, number)
        if kept is None:
            return
        for size in sizes:
            for more in combinations(rest, size - len(kept)):
                some = {*kept, *more}
                yield tuple(value for value in values.items if value in some)

    def _parts(self, values: Subsets, index: int, known: Known, number: int) -> tuple[list[int] | None, list[int], list[int]]:
        """Of a subset: what is in it for sure (None: that can not be), what else may be, and the sizes it may have."""
        cards = of_cards(self._menu.actions[index].parameters[number].type)
        members, size = known if isinstance(known, tuple) else ((), None)
        kept = [self._like(value, values.items, cards) for value in members]
        if None in kept or len(set(kept)) < len(kept):
            return None, [], []
        rest = [value for value in values.items if value not in kept and not (cards and self._reserved >> value & 1)]
        sizes = range(max(values.least, len(kept)), min(values.most, len(kept) + len(rest)) + 1)
        return [value for value in kept if value is not None], rest, [s for s in sizes if size is None or s == size]

    def _like(self, value: int, values: Sequence[int], cards: bool) -> int | None:
        """The value, or, where it is not to be had, a card with the same face."""
        if value in values:
            return value
        if value == ir.NONE or not cards:
            return None
        face = self._machine.layout.card_face
        return next((card for card in values if card != ir.NONE and face[card] == face[value]), None)


def renamed(machine: Machine, action: Action, rename: dict[int, int]) -> Action:
    """The action with other cards in the place of some."""
    if not rename:
        return action
    info = machine.program.menus[action.menu].actions[action.index]
    arguments: list[Value] = []
    for parameter, value in zip(info.parameters, action.arguments, strict=True):
        if of_cards(parameter.type):
            value = rename.get(value, value) if isinstance(value, int) else tuple(rename.get(card, card) for card in value)
        arguments.append(value)
    return Action(action.name, (), tuple(arguments), action.menu, action.index)
