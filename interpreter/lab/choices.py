"""How a random game chooses: every choice is a few small numbers, so that a game can be played again, and shortened.

0 always stands for what is simplest: the first seat, the first action, the first argument, the smallest set.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import combinations, islice
from math import comb

from ...dsl import ir
from ...dsl.record import Record, Sheet
from ..machine.program import Menu, ParameterInfo
from ..machine.running.interpret import Machine, Subsets
from .reach import Reach

ENOUGH = 60  # argument lists of one action that are looked at before it counts as large
TRIES = 40  # of arguments at random for a large action
OUT_OF_TURN = 8  # one choice in so many is an `anytime` action, where one is possible

Arguments = tuple[int | tuple[int, ...], ...]
Group = tuple[int, ...]


class Script(Sheet):
    """The numbers of a game, a group for each choice. They are read first; then they are drawn, or, without `rng`, all 0. taken: what was
    given out."""

    groups: Sequence[Group] = ()
    rng: random.Random | None = None
    taken: list[list[int]] = field(default_factory=list[list[int]])

    def begin(self) -> None:
        """The next choice begins."""
        self.taken.append([])

    def draw(self, among: int) -> int:
        """A number from 0 to among - 1."""
        if among <= 1:
            return 0
        group, place = self.taken[-1], len(self.taken) - 1
        if place < len(self.groups):
            number = self.groups[place][len(group)] % among if len(group) < len(self.groups[place]) else 0
        else:
            number = 0 if self.rng is None else int(self.rng.random() * among)
        group.append(number)
        return number


class Move(Record):
    """A choice of the machine's. only: nothing else was possible for this seat."""

    seat: int
    menu: Menu
    index: int
    arguments: Arguments
    only: bool

    @property
    def name(self) -> str:
        """Of the action."""
        return self.menu.actions[self.index].name


class Chooser:
    """Chooses for all seats. offered: names of actions that were possible; playable: faces that were possible arguments."""

    def __init__(self, machine: Machine, script: Script, reach: Reach) -> None:
        self.machine, self.script, self.reach = machine, script, reach
        self.offered: set[str] = set()
        self.playable: set[int] = set()

    def choose(self, cells: list[int], menu: Menu, waiting: Sequence[int]) -> Move | None:
        """Somebody's choice; None when nobody can do anything. Raises GameFault."""
        self.script.begin()
        anytime = self.machine.program.anytime
        if anytime is not None and self.script.draw(OUT_OF_TURN) == OUT_OF_TURN - 1:
            seat = self.script.draw(self.machine.program.seats)
            if self.machine.open_anytime(cells, seat) and (move := self._of(cells, anytime, seat)) is not None:
                return move
        seat = waiting[self.script.draw(len(waiting))]
        return self._of(cells, menu, seat)

    def _of(self, cells: list[int], menu: Menu, seat: int) -> Move | None:
        found: list[tuple[int, Arguments | None]] = []  # None: an action with many arguments, to be put together at random
        for index, action in enumerate(menu.actions):
            if action.early and action.guard is not None and not self._allowed(cells, menu, index, seat, ()):
                continue
            few = list(islice(self._arguments(cells, menu, index, seat, ()), ENOUGH + 1))
            if few:
                self.offered.add(action.name)
                self._note(menu, index, few)
                found += [(index, None)] * (ENOUGH // 6) if len(few) > ENOUGH else [(index, arguments) for arguments in few]
        while found:
            index, arguments = found[self.script.draw(len(found))]
            arguments = arguments if arguments is not None else self._put_together(cells, menu, index, seat)
            if arguments is not None:
                return Move(seat, menu, index, arguments, len(found) == 1)
            found = [entry for entry in found if entry != (index, None)]
        return None

    def _allowed(self, cells: list[int], menu: Menu, index: int, seat: int, arguments: Arguments) -> bool:
        return self.reach.guarded(self.machine.program, lambda: self.machine.allowed(cells, menu, index, seat, arguments))

    def _domain(self, cells: list[int], menu: Menu, index: int, seat: int, arguments: Arguments) -> Sequence[int] | Subsets:
        return self.reach.guarded(self.machine.program, lambda: self.machine.domain(cells, menu, index, seat, arguments))

    def _note(self, menu: Menu, index: int, few: list[Arguments]) -> None:
        cards = self.machine.program.cards
        for k, parameter in enumerate(menu.actions[index].parameters):
            if of_cards(parameter):
                for arguments in few:
                    value = arguments[k]
                    self.playable.update(cards[card].face for card in (value if isinstance(value, tuple) else (value,)) if card != ir.NONE)

    def _arguments(self, cells: list[int], menu: Menu, index: int, seat: int, chosen: Arguments) -> Iterator[Arguments]:
        """All arguments that are possible after these, simplest first; of cards that look alike the first."""
        action = menu.actions[index]
        if len(chosen) == len(action.parameters):
            if action.guard is None or action.early or self._allowed(cells, menu, index, seat, chosen):
                yield chosen
            return
        for value in self._values(cells, menu, index, seat, chosen):
            yield from self._arguments(cells, menu, index, seat, (*chosen, value))

    def _values(self, cells: list[int], menu: Menu, index: int, seat: int, chosen: Arguments) -> Iterator[int | tuple[int, ...]]:
        domain = self._domain(cells, menu, index, seat, chosen)
        cards = of_cards(menu.actions[index].parameters[len(chosen)])
        if isinstance(domain, Subsets):
            alike = {card: self._looks(cells, card, seat) if cards else card for card in domain.items}
            seen: set[tuple[object, ...]] = set()
            for size in range(domain.least, domain.most + 1):
                for some in combinations(domain.items, size):
                    looks = tuple(alike[item] for item in some)
                    if looks not in seen:
                        seen.add(looks)
                        yield some
        elif cards:
            met: set[object] = set()
            for card in domain:
                if (look := self._looks(cells, card, seat)) not in met:
                    met.add(look)
                    yield card
        else:
            yield from domain

    def _put_together(self, cells: list[int], menu: Menu, index: int, seat: int) -> Arguments | None:
        for _ in range(TRIES):
            chosen: Arguments = ()
            for parameter in menu.actions[index].parameters:
                value = self._some(self._domain(cells, menu, index, seat, chosen), cells, seat, parameter)
                if value is None:
                    break
                chosen = (*chosen, value)
            else:
                action = menu.actions[index]
                if action.guard is None or action.early or self._allowed(cells, menu, index, seat, chosen):
                    return chosen
        return next(self._arguments(cells, menu, index, seat, ()), None)

    def _some(self, domain: Sequence[int] | Subsets, cells: list[int], seat: int, parameter: ParameterInfo) -> int | tuple[int, ...] | None:
        cards = of_cards(parameter)
        if isinstance(domain, Subsets):
            if domain.least > domain.most:
                return None
            size = domain.least + self._size([comb(len(domain.items), k) for k in range(domain.least, domain.most + 1)])
            rest, kept = list(domain.items), list[int]()
            for _ in range(size):
                kept.append(rest.pop(self.script.draw(len(rest))))
            return self._first_alike(domain.items, kept, cells, seat) if cards else tuple(item for item in domain.items if item in kept)
        if not domain:
            return None
        value = domain[self.script.draw(len(domain))]
        return self._first_alike(domain, [value], cells, seat)[0] if cards else value

    def _size(self, weights: list[int]) -> int:
        """The number of a weight, drawn by weight."""
        total = sum(weights)
        at = self.script.draw(min(total, 1 << 30)) * total // min(total, 1 << 30)
        for size, weight in enumerate(weights):
            at -= weight
            if at < 0:
                return size
        return len(weights) - 1

    def _first_alike(self, items: Sequence[int], wanted: list[int], cells: list[int], seat: int) -> tuple[int, ...]:
        """The first items that look like these: what a person means who names them."""
        left = [self._looks(cells, item, seat) for item in wanted]
        found: list[int] = []
        for item in items:
            if (look := self._looks(cells, item, seat)) in left:
                left.remove(look)
                found.append(item)
        return tuple(found)

    def _looks(self, cells: list[int], card: int, seat: int) -> tuple[int, ...]:
        """Two cards with equal looks are one choice to this seat."""
        if card == ir.NONE:
            return (-1,)
        program = self.machine.program
        layout = program.layout
        place = cells[layout.where + card]
        address = program.places[place].address
        seen = cells[layout.faces + card] >> seat & 1 and not cells[layout.undrawn + card]
        position = cells[address + 1 : address + 1 + cells[address]].index(card) if program.places[place].zone.ordered else -1
        return (place, program.cards[card].face if seen else -1, position)


def of_cards(parameter: ParameterInfo) -> bool:
    """Does a parameter take cards?"""
    kind: ir.Type = parameter.type
    while isinstance(kind, ir.Many | ir.Maybe):
        kind = kind.of
    return kind == ir.CARD
