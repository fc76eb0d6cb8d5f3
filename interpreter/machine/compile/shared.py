"""What emitted functions call in both modes: on sequences as Python has them, on seats, and at a game's end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any, cast

from ....dsl.ir import NONE
from ..layout import DIRECTION, PLACES, SCORED, WINNERS
from ..program import Program
from ..running import control, sequences
from ..trouble import INDEX, NOBODY, Trouble

State = list[int]
Cards = Sequence[int]


class GiveUp(Exception):
    """A fault, or something rare: `interpret` makes the run again, and says what it is."""


class Ended(Exception):
    """A rule that never stops has ended the game."""


def row(rows: Sequence[Sequence[int]], owner: int, position: int) -> int:
    """An entry of a list, counted from 1."""
    if owner == NONE or not 1 <= position <= len(rows[owner]):
        raise Trouble(INDEX)
    return rows[owner][position - 1]


def union(left: Cards, right: Cards) -> list[int]:
    """Without duplicates of what comes from the right."""
    found = list(left)
    for item in right:
        if item not in found:
            found.append(item)
    return found


def without(left: Cards, right: Cards) -> list[int]:
    return [item for item in left if item not in right]


def compare(left: Cards, right: Cards) -> int:
    """-1, 0 or 1; where one begins with the other, the longer is greater."""
    a, b = tuple(left), tuple(right)
    return (a > b) - (a < b)


def mask(seats: Cards) -> int:
    found = 0
    for seat in seats:
        found |= 1 << seat
    return found


def by_keys(items: Cards, keys: Sequence[Any], downwards: bool) -> list[int]:
    """Items in the order of their keys, equal ones as they stood."""
    return [items[k] for k in sorted(range(len(items)), key=keys.__getitem__, reverse=downwards)]


def in_order(seats: Cards) -> Sequence[int]:
    """Positions of seats, the lowest seat first."""
    found = range(len(seats))
    return found if all(a < b for a, b in pairwise(seats)) else sorted(found, key=seats.__getitem__)


def subsets(items: Cards, low: int, high: int) -> Iterator[tuple[int, ...]]:
    """By size, then in order of positions."""
    for size in range(max(low, 0), min(high, len(items)) + 1):
        yield from combinations(items, size)


def shared(program: Program) -> dict[str, Callable[..., Any]]:
    """The functions for one program, by the names that emitted code calls them."""
    layout = program.layout
    seats, faces = layout.seats, layout.card_face

    def same_cards(left: Cards, right: Cards) -> bool:
        return len(left) == len(right) and sorted([faces[c] for c in left]) == sorted([faces[c] for c in right])

    def rotate(state: State, some: Cards, start: int) -> list[int]:
        if start == NONE:
            raise Trouble(NOBODY)
        step = state[DIRECTION]
        return [seat for k in range(seats) if (seat := (start + k * step) % seats) in some]

    def turn_seat(state: State, some: Cards, start: int, skipped: int) -> int:
        stack = [*some, len(some), start, skipped]
        control.turn_seat(state, layout, stack, len(stack))
        return stack[0]

    def win(state: State, some: Cards, teams: int) -> None:
        control.win(state, layout, [*some, len(some)], len(some) + 1, teams)

    def places(state: State, among: Cards, keys: Sequence[Any], scored: int, sign: int) -> None:
        """Seats by their keys, best first, ties shared."""
        order = sorted(range(len(among)), key=keys.__getitem__, reverse=True)
        for seat in range(seats):
            state[PLACES + seat] = len(among)
        winners = rank = 0
        for at, k in enumerate(order):
            if at == 0 or keys[k] != keys[order[at - 1]]:
                rank = at
            state[PLACES + among[k]] = rank
            if rank == 0:
                winners |= 1 << among[k]
            key = keys[k]
            first: int = (*cast("tuple[int, ...]", key), 0)[0] if isinstance(key, tuple) else key
            state[layout.scores + among[k]] = first if first == NONE else sign * first
        state[WINNERS] = winners
        state[SCORED] = scored

    def next_turn(state: State, _layout: object, seat: int) -> tuple[int, int]:
        return control.next_turn(state, layout, seat)

    return {
        "row": row, "union": union, "without": without, "compare": compare, "mask": mask, "by_keys": by_keys, "in_order": in_order,
        "subsets": subsets,
        "same_cards": same_cards, "rotate": rotate, "turn_seat": turn_seat, "win": win, "places": places, "next_turn": next_turn,
        "next_seat": sequences.next_seat, "go_seat": control.go_seat, "reset_round": control.reset_round,
        "turn_variable": control.turn_variable, "take_choice": control.take_choice, "game_ended": control.game_ended,
        "begin": control.begin,
    }  # fmt: skip
