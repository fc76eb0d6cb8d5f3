"""What a seat may do now: actions as people type them, and menus that unfold argument by argument."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import comb
from random import Random
from typing import overload

from ....dsl import ir
from ..knowledge.view import Sight
from ..program import ActionInfo, Menu, ParameterInfo
from ..running.interpret import Machine, Subsets

Value = int | tuple[int, ...]
Label = str | tuple[str, ...]

COUNTED = 20_000  # candidates that are looked at before a menu counts as too large to list
LISTED = 400  # the same for `sample`, which then goes argument by argument
TRIED = 2_000  # and so many candidates of an action are tried by it there
SHOWN, SHOWN_WIDTH = 8, 60  # actions of a menu, letters of each, in what stands for it in a debugger
ASIDE = 0.15  # how often a random player who has to decide does something out of turn first


class TooMany(Exception):
    """A menu is too large to be listed or counted; unfold it, or ask with `in`."""


class IllegalAction(Exception):
    """What was chosen is not possible. seat: who chose; typed: what; why, and what was legal instead, is in the text."""

    def __init__(self, message: str, seat: int, typed: str) -> None:
        super().__init__(message)
        self.seat = seat
        self.typed = typed


@dataclass(frozen=True)
class Action:
    """An action with its arguments. labels: the arguments as its chooser sees them; two actions are equal when name and labels are.

    arguments: run-time values for the state it came from. menu, index: where it stands in the program.
    """

    name: str
    labels: tuple[Label, ...] = ()
    arguments: tuple[Value, ...] = field(default=(), compare=False)
    menu: int = field(default=-1, compare=False, repr=False)
    index: int = field(default=-1, compare=False, repr=False)

    def __str__(self) -> str:
        """As a person would type it: `vote pass, 10`."""
        words = [label if isinstance(label, str) else f"({', '.join(label)})" for label in self.labels]
        return f"{self.name} {', '.join(words)}".rstrip()


@dataclass(frozen=True)
class Choice:
    """One thing that an argument may be."""

    label: str
    value: int


class Numbers(Sequence[Choice]):
    """The choices of a range, not written out."""

    def __init__(self, numbers: range) -> None:
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> Numbers: ...
    def __getitem__(self, index: int | slice) -> Choice | Numbers:
        if isinstance(index, slice):
            return Numbers(self.numbers[index])
        return Choice(str(self.numbers[index]), self.numbers[index])


@dataclass(frozen=True)
class Choices:
    """What the next argument may be. least, most: how many of `items` make the argument together; None: it is one of them."""

    name: str
    type: ir.Type
    items: Sequence[Choice]
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True)
class Line:
    """One action of a menu that the seat has before it."""

    menu: Menu
    index: int
    info: ActionInfo


class Budget:
    """Candidates that may still be looked at."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self) -> None:
        """One more candidate. Raises TooMany."""
        self.left -= 1
        if self.left < 0:
            raise TooMany("there are too many actions to list them")


class Legal(Sequence[Action]):
    """The actions that a seat may take at one stop. Lazy: nothing is worked out before it is asked for."""

    def __init__(self, machine: Machine, cells: list[int], seat: int, menus: Sequence[Menu], sight: Sight) -> None:
        """cells: the state, which must not change any more."""
        self.seat = seat
        self.machine = machine
        self.cells = cells
        self.sight = sight
        self.lines = [Line(menu, index, info) for menu in menus for index, info in enumerate(menu.actions)]
        self._all: list[Action] | None = None
        self._proved: dict[Action, Action] = {}

    # ----------------------------------------------------------------------- as a sequence

    def __iter__(self) -> Iterator[Action]:
        """All actions, in the order of the menu. Raises TooMany on the way when there are more than can be looked at."""
        return iter(self._all) if self._all is not None else self._actions(Budget(COUNTED))

    def __len__(self) -> int:
        """Raises TooMany."""
        return len(self._list(COUNTED))

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        return self._list(COUNTED)[index]

    def __contains__(self, action: object) -> bool:
        """An Action, or its text; always works."""
        if not isinstance(action, Action | str):
            return False
        try:
            self.resolve(action)
        except IllegalAction:
            return False
        return True

    def __bool__(self) -> bool:
        return bool(self.names())

    def __repr__(self) -> str:
        """Like a list, of the first few."""
        shown: list[str] = []
        more = False
        try:
            for action in self._actions(Budget(TRIED)) if self._all is None else self._all:
                more = len(shown) == SHOWN
                if more:
                    break
                shown.append(str(action)[:SHOWN_WIDTH])
        except TooMany:
            more = True
        return f"<Legal [{'; '.join([*shown, *(['…'] if more else [])])}]>"

    def part(self, *, anytime: bool) -> Legal:
        """The menu without, or with nothing but, what may be done at any time."""
        menus = {line.menu.number: line.menu for line in self.lines if line.menu.anytime == anytime}
        found = Legal(self.machine, self.cells, self.seat, list(menus.values()), self.sight)
        found._proved = self._proved  # what is found possible in it need not be looked at again
        return found

    # ----------------------------------------------------------------------- step by step

    def names(self) -> list[str]:
        """The names of the actions that are possible with some arguments. Raises TooMany where that takes too long to see."""
        found: dict[str, None] = {}
        for line in self.lines:
            if line.info.name not in found and next(self._unfold(line, (), Budget(COUNTED)), None) is not None:
                found[line.info.name] = None
        return list(found)

    def few(self, name: str, most: int) -> list[Action] | None:
        """The actions of this name, if there are at most so many and they are quickly found; else None."""
        lines = [line for line in self.lines if line.info.name == name]
        try:
            found = list(islice(self._actions(Budget(TRIED), lines), most + 1))
        except TooMany:
            return None
        return found if len(found) <= most else None

    def choices(self, name: str, arguments: Sequence[Value] = ()) -> Choices | None:
        """What the next argument of an action may be after these; None when it takes no more. Guards may still refuse what is put together.

        Raises IllegalAction for a name that is not in the menu.
        """
        lines = [line for line in self.lines if line.info.name == name]
        if not lines:
            raise IllegalAction(f"there is no action `{name}` here", self.seat, name)
        if len(arguments) >= len(lines[0].info.parameters):
            return None
        found = [self.domain(line, arguments) for line in lines]
        best = next((choices for choices in found if choices.items), found[0])
        if best.least is not None or isinstance(best.items, Numbers):
            return best
        merged = {choice.label: choice for choices in reversed(found) for choice in choices.items}
        order = dict.fromkeys(choice.label for choices in found for choice in choices.items)
        return Choices(best.name, best.type, [merged[label] for label in order])

    def action(self, name: str, arguments: Sequence[Value]) -> Action | None:
        """The action put together from `choices`, if it is possible."""
        for line in self.lines:
            if line.info.name == name and (action := self.prove_unmerged(line, tuple(arguments))) is not None:
                return action
        return None

    def sample(self, rng: Random) -> Action:
        """An action at random. Small menus: each action as likely as another. Larger ones: a name first, then argument by argument.
        Who has to decide seldom does something out of turn first (`ASIDE`).

        Raises IllegalAction when nothing is possible, TooMany when none is found in a reasonable number of tries.
        """
        asked = [line for line in self.lines if not line.menu.anytime]
        aside = [line for line in self.lines if line.menu.anytime]
        parts = [part for part in (asked, aside) if part]
        if len(parts) == 2 and rng.random() < ASIDE:
            parts.reverse()
        tired = False
        for part in parts:
            try:
                found = self._sampled(part, rng)
            except TooMany:
                tired = True
                continue
            if found is not None:
                return found
        if tired:
            raise TooMany("no possible action was found in a reasonable number of tries")
        raise IllegalAction("nothing is possible here", self.seat, "")

    def resolve(self, action: Action | str) -> Action:
        """The action of this menu that is meant: by its text, or by its name and labels where it comes from another state.

        Raises IllegalAction, which says what would be legal.
        """
        from .reading import read

        if isinstance(action, str):
            return read(self, action)
        if (proved := self._proved.get(action)) is not None:
            return proved
        for line in self.lines:
            if line.info.name == action.name and (found := self._labelled(line, action.labels)) is not None:
                return found
        return read(self, str(action))

    # ----------------------------------------------------------------------- unfolding

    def domain(self, line: Line, arguments: Sequence[Value], *, merge: bool = True) -> Choices:
        """What the next argument of a line may be. Cards that look alike to the seat are one choice (several, where a subset is picked)."""
        parameter = line.info.parameters[len(arguments)]
        values = self.machine.domain(self.cells, line.menu, line.index, self.seat, list(arguments))
        if isinstance(values, Subsets):
            kind = parameter.type.of if isinstance(parameter.type, ir.Many) else parameter.type
            items = self._label(kind, values.items, merge=False)
            return Choices(parameter.name, kind, items, max(0, values.least), min(values.most, len(items)))
        if isinstance(values, range) and parameter.type == ir.NUMBER:
            return Choices(parameter.name, parameter.type, Numbers(values))
        return Choices(parameter.name, parameter.type, self._label(parameter.type, values, merge=merge))

    def allowed(self, line: Line, arguments: Sequence[Value]) -> bool:
        """Does the guard of a line hold?"""
        return line.info.guard is None or self.machine.allowed(self.cells, line.menu, line.index, self.seat, list(arguments))

    def opens(self, line: Line) -> bool:
        """Does the part of the guard hold that comes before all arguments?"""
        return not line.info.first or self.machine.opens(self.cells, line.menu, line.index, self.seat)

    def prove(self, line: Line, arguments: tuple[Value, ...], labels: tuple[Label, ...]) -> Action:
        """An action that has been found possible."""
        action = Action(line.info.name, labels, arguments, line.menu.number, line.index)
        return self._proved.setdefault(action, action)

    def _label(self, kind: ir.Type, values: Sequence[int], *, merge: bool) -> list[Choice]:
        """Values with their labels, equal ones merged; cards with one label in several places or positions get them said."""
        inner = kind.of if isinstance(kind, ir.Maybe) else kind
        words, sight = self.sight.words, self.sight
        if inner != ir.CARD:
            return [Choice(quoted(words.text(kind, value)), value) for value in dict.fromkeys(values)]
        spots: dict[str, dict[tuple[int, int], list[int]]] = {}
        for value in dict.fromkeys(values):
            if value == ir.NONE:
                spots.setdefault("none", {}).setdefault((-1, -1), []).append(value)
                continue
            place = sight.place(value)
            position = sight.contents(place).index(value) if words.program.places[place].zone.ordered else -1
            spots.setdefault(sight.label(value), {}).setdefault((place, position), []).append(value)
        labels: dict[int, str] = {}
        for label, where in spots.items():
            places = {place for place, _ in where}
            for (place, position), cards in where.items():
                text = quoted(label)
                if len(where) > 1 and position >= 0 and not text.startswith("#"):
                    text += f" #{position + 1}"
                if len(places) > 1:
                    text += f" of {words.places[place]}"
                labels |= dict.fromkeys(cards[:1] if merge else cards, text)
        return [Choice(labels[value], value) for value in dict.fromkeys(values) if value in labels]

    def _actions(self, budget: Budget, lines: Sequence[Line] | None = None) -> Iterator[Action]:
        seen: set[Action] = set()
        for line in self.lines if lines is None else lines:
            for action in self._unfold(line, (), budget):
                if action not in seen:
                    seen.add(action)
                    yield action

    def _list(self, budget: int) -> list[Action]:
        if self._all is None:
            self._all = list(self._actions(Budget(budget)))
        return self._all

    def _unfold(self, line: Line, chosen: tuple[tuple[Label, Value], ...], budget: Budget, rng: Random | None = None) -> Iterator[Action]:
        """All possible actions of a line that begin with these arguments. rng: in random order."""
        arguments = tuple(value for _, value in chosen)
        if not chosen and not self.opens(line):
            return
        if len(chosen) == len(line.info.parameters):
            budget.spend()
            if self.allowed(line, arguments):
                yield self.prove(line, arguments, tuple(label for label, _ in chosen))
            return
        for option in self._options(self.domain(line, arguments), rng, budget):
            yield from self._unfold(line, (*chosen, option), budget, rng)

    def _options(self, choices: Choices, rng: Random | None, budget: Budget) -> Iterator[tuple[Label, Value]]:
        items = choices.items
        if choices.least is None:
            order: Sequence[int] = range(len(items))
            if rng is not None:
                order = rng.sample(order, min(len(order), TRIED))
            for index in order:
                item = items[index]
                yield item.label, item.value
        elif rng is None:
            for size in range(choices.least, (choices.most or 0) + 1):
                for some in subsets(list(items), size, budget):
                    yield tuple(item.label for item in some), tuple(item.value for item in some)
        elif choices.least <= (choices.most or 0):
            for _ in range(TRIED):
                yield self.some(choices, rng)

    @staticmethod
    def some(choices: Choices, rng: Random) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """A subset at random: each as likely as another, were all items different."""
        sizes = range(choices.least or 0, (choices.most or 0) + 1)
        size = rng.choices(sizes, [comb(len(choices.items), size) for size in sizes])[0] if len(sizes) > 1 else sizes[0]
        picked = [choices.items[index] for index in sorted(rng.sample(range(len(choices.items)), size))]
        return tuple(item.label for item in picked), tuple(item.value for item in picked)

    def _sampled(self, lines: Sequence[Line], rng: Random) -> Action | None:
        """An action of these lines at random; None when none is possible. Raises TooMany."""
        if not any(self._looks_large(line) for line in lines):
            try:
                actions = list(self._actions(Budget(LISTED), lines))
            except TooMany:
                pass
            else:
                return actions[int(rng.random() * len(actions))] if actions else None
        tired = False
        for line in rng.sample(lines, len(lines)):
            try:
                found = next(self._unfold(line, (), Budget(TRIED), rng), None)
            except TooMany:
                tired = True
                continue
            if found is not None:
                return found
        if tired:
            raise TooMany("no possible action was found in a reasonable number of tries")
        return None

    def _looks_large(self, line: Line) -> bool:
        """Whether a line has too many actions to list them, going by the choices along its first one."""
        parameters = line.info.parameters
        if not parameters or (len(parameters) == 1 and parameters[0].subsets is None) or not self.opens(line):
            return False
        size, arguments = 1, list[Value]()
        for _ in parameters:
            choices = self.domain(line, arguments)
            if choices.least is None:
                size *= len(choices.items)
                first = [item.value for item in choices.items[:1]]
            else:
                sizes = range(choices.least, (choices.most or 0) + 1)
                size *= sum(comb(len(choices.items), size) for size in sizes)
                first = [tuple(item.value for item in choices.items[: choices.least])]
            if size > LISTED:
                return True
            if size == 0:
                return False
            arguments += first
        return False

    def _labelled(self, line: Line, labels: Sequence[Label]) -> Action | None:
        """The action of a line with these labels."""
        if len(labels) != len(line.info.parameters):
            return None
        arguments: tuple[Value, ...] = ()
        for label in labels:
            choices = self.domain(line, arguments)
            value = pick(choices, label)
            if value is None:
                return None
            arguments = (*arguments, value)
        return self.prove(line, arguments, tuple(labels)) if self.allowed(line, arguments) else None

    def prove_unmerged(self, line: Line, arguments: tuple[Value, ...]) -> Action | None:
        """The action with these very values, if they are possible; of cards that look alike not only the first."""
        labels: list[Label] = []
        for index, value in enumerate(arguments):
            choices = self.domain(line, arguments[:index], merge=False)
            names = {item.value: item.label for item in choices.items if isinstance(value, tuple) or item.value == value}
            if isinstance(value, int):
                if value not in names or choices.least is not None:
                    return None
                labels.append(names[value])
                continue
            if choices.least is None or not choices.least <= len(value) <= (choices.most or 0) or not set(value) <= set(names):
                return None
            labels.append(tuple(names[item] for item in value))
        if len(arguments) != len(line.info.parameters) or not self.allowed(line, arguments):
            return None
        action = Action(line.info.name, tuple(labels), arguments, line.menu.number, line.index)
        self._proved[action] = action  # chosen next, it is these very cards
        return action


def pick(choices: Choices, label: Label) -> Value | None:
    """The value behind a label, or a tuple of labels; None when there is none."""
    if isinstance(label, str):
        if choices.least is not None:
            return None
        if isinstance(choices.items, Numbers):
            return int(label) if re.fullmatch(r"-?\d{1,19}", label) and int(label) in choices.items.numbers else None
        return next((item.value for item in choices.items if item.label == label), None)
    if choices.least is None or not choices.least <= len(label) <= (choices.most or 0):
        return None
    wanted = list(label)
    values: list[int] = []
    for item in choices.items:
        if item.label in wanted:
            wanted.remove(item.label)
            values.append(item.value)
    return None if wanted else tuple(values)


def subsets(items: Sequence[Choice], size: int, budget: Budget) -> Iterator[tuple[Choice, ...]]:
    """All subsets of a size, those that look alike once: of items with one label the first ones are taken."""
    before = [[j for j in range(i) if items[j].label == items[i].label][-1:] for i in range(len(items))]

    def grow(start: int, chosen: tuple[int, ...]) -> Iterator[tuple[Choice, ...]]:
        budget.spend()
        if len(chosen) == size:
            yield tuple(items[i] for i in chosen)
            return
        for index in range(start, len(items) - (size - len(chosen)) + 1):
            if all(earlier in chosen for earlier in before[index]):
                yield from grow(index + 1, (*chosen, index))

    return grow(0, ())


def parameter_types(info: ActionInfo) -> list[tuple[ParameterInfo, ir.Type, bool]]:
    """For each parameter: itself, the type of one item without `or none`, and whether it takes a subset."""
    found: list[tuple[ParameterInfo, ir.Type, bool]] = []
    for parameter in info.parameters:
        kind = parameter.type.of if isinstance(parameter.type, ir.Many) else parameter.type
        found.append((parameter, kind.of if isinstance(kind, ir.Maybe) else kind, parameter.subsets is not None))
    return found


def quoted(name: str) -> str:
    """A name as it is typed among others: in quotes where it is not one plain word."""
    return name if re.fullmatch(r"[\w♠♥♦♣#'’+.\-]+", name) else '"' + name.replace('"', "'") + '"'
