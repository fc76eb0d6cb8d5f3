"""The executor's report, a flat list of ints, made into events. Each entry: kind, number of ints that follow, those ints."""

from __future__ import annotations

from collections.abc import Iterator

from .. import events as ev
from ..events import Event
from ..program import Program

(
    MOVED, SHUFFLED, TURNED, VARIABLE_SET, VARIABLE_TURNED, TOLD, SEAT_OUT, TURN_BEGAN, TURN_ENDED,
    ROUND_BEGAN, ROUND_ENDED, SAID, ASKED, CHOSE, GAME_ENDED, GAME_BEGAN,
) = range(16)  # fmt: skip

HOW = ("reveal", "hide", "show")


def indexes(program: Program, variable: int, cell: int) -> tuple[int, ...]:
    """The indexes of a variable's cell, owner first."""
    found: list[int] = []
    for low, size in reversed(tuple(program.cells.values())[variable].dimensions):
        found.append(low + cell % size)
        cell //= size
    return tuple(reversed(found))


def _one(program: Program, kind: int, a: list[int]) -> Event:
    names = tuple(program.cells)
    if kind == MOVED:
        return ev.Moved(*a)
    if kind == SHUFFLED:
        return ev.Shuffled(a[0], tuple(a[1:]))
    if kind == TURNED:
        return ev.Turned(HOW[a[0]], *a[1:])
    if kind == VARIABLE_SET:
        return ev.VariableSet(names[a[0]], indexes(program, a[0], a[1]), a[2], a[3])
    if kind == VARIABLE_TURNED:
        return ev.VariableTurned(HOW[a[0]], names[a[1]], indexes(program, a[1], a[2]), a[3], a[4])
    if kind == TOLD:
        return ev.Told(None if a[0] < 0 else a[0], a[1], a[2], a[3] == 1, a[4], a[5])
    if kind == SEAT_OUT:
        return ev.SeatOut(a[0], a[1] == 1)
    if kind == TURN_BEGAN:
        return ev.TurnBegan(a[0])
    if kind == TURN_ENDED:
        return ev.TurnEnded(a[0], tuple(a[1:]))
    if kind == ROUND_BEGAN:
        return ev.RoundBegan(a[0])
    if kind == ROUND_ENDED:
        return ev.RoundEnded(a[0], tuple(a[1:]))
    if kind == SAID:
        return _said(program, a)
    if kind == ASKED:
        return ev.Asked(a[0], tuple(a[1:]))
    if kind == CHOSE:
        return _chose(program, a)
    if kind == GAME_ENDED:
        return ev.GameEnded(tuple(a))
    return ev.GameBegan(a[0])


def _said(program: Program, a: list[int]) -> ev.Said:
    from ....dsl import ir

    parts: list[str | ev.Shown] = []
    at = 1
    for piece in program.texts[a[0]]:
        if isinstance(piece, str):
            parts.append(piece)
        elif isinstance(piece, ir.Many):
            parts.append(ev.Shown(piece, tuple(a[at + 1 : at + 1 + a[at]])))
            at += 1 + a[at]
        else:
            parts.append(ev.Shown(piece, a[at]))
            at += 1
    return ev.Said(tuple(parts))


def _chose(program: Program, a: list[int]) -> ev.Chose:
    seat, acting, number, action = a[:4]
    menu = program.menus[number]
    arguments: list[int | tuple[int, ...]] = []
    at = 4
    for parameter in menu.actions[action].parameters:
        if parameter.subsets is None:
            arguments.append(a[at])
            at += 1
        else:
            arguments.append(tuple(a[at + 1 : at + 1 + a[at]]))
            at += 1 + a[at]
    return ev.Chose(seat, acting, number, action, tuple(arguments), menu.secretly, menu.together)


def entries(raw: list[int]) -> Iterator[tuple[int, list[int]]]:
    """The entries of a report: the kind of each, and its ints."""
    at = 0
    while at < len(raw):
        end = at + 2 + raw[at + 1]
        yield raw[at], raw[at + 2 : end]
        at = end


def decode(program: Program, raw: list[int]) -> list[Event]:
    """Events in the order they happened."""
    return [_one(program, kind, words) for kind, words in entries(raw)]
