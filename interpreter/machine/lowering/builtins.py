"""Built-in words to code."""

from __future__ import annotations

from collections.abc import Callable

from ....dsl import ir
from .. import opcodes as op
from ..layout import GAMES, ROUND, STATUS, WINNERS
from ..layout import OVER as GAME_IS_OVER
from .expressions import Expressions


def _range(x: Expressions, count: int) -> None:
    x.push(0)
    x.push(count - 1)
    x.emit(op.INTERVAL)


def _others(x: Expressions, a: tuple[ir.Expression, ...]) -> None:
    x.emit(op.PLAYERS)
    x.scalar(a[0])
    x.emit(op.SINGLE, op.WITHOUT)


def _next(x: Expressions, a: tuple[ir.Expression, ...]) -> None:
    x.scalar(a[0])
    x.count_or_one(a[1] if len(a) > 1 else None)
    x.emit(op.NEXT_SEAT)


def _plain(instruction: int) -> Callable[[Expressions, tuple[ir.Expression, ...]], None]:
    def write(x: Expressions, a: tuple[ir.Expression, ...]) -> None:
        for argument in a:
            x.scalar(argument)
        x.emit(instruction)

    return write


def _next_rank(x: Expressions, a: tuple[ir.Expression, ...]) -> None:
    ranks = len(x.program.game.kinds["rank"].members)
    if "next_rank" not in x.named_tables:
        x.named_tables["next_rank"] = x.table((*range(1, ranks), ir.NONE))
    x.through(x.named_tables["next_rank"], a[0])


def _number(x: Expressions, a: tuple[ir.Expression, ...]) -> None:
    if "number" not in x.named_tables:
        x.named_tables["number"] = x.table(tuple(x.pips(r) for r in range(len(x.program.game.kinds["rank"].members))))
    x.through(x.named_tables["number"], a[0])


def _place(x: Expressions, a: tuple[ir.Expression, ...]) -> None:
    x.scalar(a[0])
    x.push(1)
    x.emit(op.ADD)


def _same_cards(x: Expressions, a: tuple[ir.Expression, ...]) -> None:
    x.sequence(a[0])
    x.sequence(a[1])
    x.emit(op.SAME_CARDS)


def _over(x: Expressions, a: tuple[ir.Expression, ...]) -> None:
    x.emit(op.LOAD, STATUS, op.PUSH, GAME_IS_OVER, op.EQUAL)


def _empty(x: Expressions, a: tuple[ir.Expression, ...]) -> None:
    x.sequence(a[0])
    x.emit(op.COUNT, op.PUSH, 0, op.EQUAL)


def _item(x: Expressions, a: tuple[ir.Expression, ...]) -> None:
    x.sequence(a[0], True)
    x.scalar(a[1])
    x.emit(op.ITEM)


BUILTINS: dict[str, Callable[[Expressions, tuple[ir.Expression, ...]], None]] = {
    "seats": lambda x, a: _range(x, x.layout.seats),
    "players": lambda x, a: x.emit(op.PLAYERS),
    "others": _others,
    "everything": lambda x, a: _range(x, x.layout.cards),
    "next": _next,
    "opponent": lambda x, a: x.through(x.seat_table("opponent", lambda s: (s + 1) % x.layout.seats), a[0]),
    "partner": lambda x, a: x.through(x.seat_table("partner", x.partner), a[0]),
    "team": lambda x, a: x.through(x.seat_table("team", x.team), a[0]),
    "teams": lambda x, a: _range(x, 1 + max(x.team(seat) for seat in range(x.layout.seats))),
    "holder": _plain(op.HOLDER),
    "place": _place,
    "next_rank": _next_rank,
    "number": _number,
    "same_cards": _same_cards,
    "over": _over,
    "winners": lambda x, a: x.emit(op.LOAD, WINNERS, op.SEATS),
    "games": lambda x, a: x.emit(op.LOAD, GAMES),
    "wins": lambda x, a: x.per_seat(x.layout.wins, a[0]),
    "turns": lambda x, a: x.per_seat(x.layout.turns, a[0]),
    "must_choose": _plain(op.WAITS),
    "round_number": lambda x, a: x.emit(op.LOAD, ROUND),
    "is_in": _plain(op.IS_IN),
    "empty": _empty,
    "item": _item,
}
