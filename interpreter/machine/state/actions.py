"""What menus are made of: actions, what their arguments may be, and what is said where something is not possible."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from random import Random
from typing import Final, NamedTuple, overload

from ....dsl import ir
from ..program import ActionInfo, Menu

TRIED = 2_000  # candidates of an action that are tried at random

Value = int | tuple[int, ...]
Label = str | tuple[str, ...]


class TooMany(Exception):
    """A menu is too large to be listed or counted; unfold it, or ask with `in`."""


class IllegalAction(Exception):
    """What was chosen is not possible. seat: who chose; typed: what; why, and what was legal instead, is in the text."""

    def __init__(self, message: str, seat: int, typed: str) -> None:
        super().__init__(message)
        self.seat = seat
        self.typed = typed


class Action:
    """An action with its arguments. labels: the arguments as its chooser sees them; two actions are equal when name and labels are.

    arguments: run-time values for the state it came from. menu, index: where it stands in the program.
    """

    __slots__ = ("arguments", "index", "labels", "menu", "name")

    def __init__(
        self, name: str, labels: tuple[Label, ...] = (), arguments: tuple[Value, ...] = (), menu: int = -1, index: int = -1
    ) -> None:
        self.name: Final = name
        self.labels: Final = labels
        self.arguments: Final = arguments
        self.menu: Final = menu
        self.index: Final = index

    def __eq__(self, other: object) -> bool:
        return self.name == other.name and self.labels == other.labels if isinstance(other, Action) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.name, self.labels))

    def __repr__(self) -> str:
        return f"Action(name={self.name!r}, labels={self.labels!r}, arguments={self.arguments!r})"

    def __str__(self) -> str:
        """As a person would type it: `vote pass, 10`."""
        words = [label if isinstance(label, str) else f"({', '.join(label)})" for label in self.labels]
        return f"{self.name} {', '.join(words)}".rstrip()


class Choice(NamedTuple):
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
    """One action of a menu that a seat may have before it. short: it has one argument at most, which is no subset; alone: no other of the
    menu has its name."""

    menu: Menu
    index: int
    info: ActionInfo
    short: bool
    alone: bool


def lines(menu: Menu) -> tuple[Line, ...]:
    """All of a menu."""
    names = [info.name for info in menu.actions]
    short = [len(info.parameters) < 2 and all(parameter.subsets is None for parameter in info.parameters) for info in menu.actions]
    return tuple(Line(menu, index, info, short[index], names.count(info.name) == 1) for index, info in enumerate(menu.actions))


class Budget:
    """Candidates that may still be looked at."""

    def __init__(self, left: int) -> None:
        self.left = left

    def check(self, candidates: int) -> None:
        """Raises TooMany where so many are too many."""
        if candidates > self.left:
            raise TooMany("there are too many actions to list them")

    def spend(self, candidates: int = 1) -> None:
        """So many more candidates. Raises TooMany."""
        self.left -= candidates
        if self.left < 0:
            raise TooMany("there are too many actions to list them")


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


def options(choices: Choices, rng: Random | None, budget: Budget) -> Iterator[tuple[Label, Value]]:
    """What an argument may be, with its labels. rng: in random order, of very many some. Raises TooMany."""
    items = choices.items
    if choices.least is None and rng is None:
        yield from ((str(value), value) for value in items.numbers) if isinstance(items, Numbers) else items
    elif choices.least is None:
        assert rng is not None
        for index in rng.sample(range(len(items)), min(len(items), TRIED)):
            yield items[index]
    elif rng is None:
        for size in range(choices.least, (choices.most or 0) + 1):
            for members in subsets(list(items), size, budget):
                yield tuple([item.label for item in members]), tuple([item.value for item in members])
    elif choices.least <= (choices.most or 0):
        for _ in range(TRIED):
            yield some(choices, rng)


def some(choices: Choices, rng: Random) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """A subset at random: each as likely as another, were all items different."""
    sizes = range(choices.least or 0, (choices.most or 0) + 1)
    size = rng.choices(sizes, [comb(len(choices.items), size) for size in sizes])[0] if len(sizes) > 1 else sizes[0]
    picked = [choices.items[index] for index in sorted(rng.sample(range(len(choices.items)), size))]
    return tuple(item.label for item in picked), tuple(item.value for item in picked)


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
