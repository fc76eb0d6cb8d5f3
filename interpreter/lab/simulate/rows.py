"""A line for each game, as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from ....dsl import ir
from ...machine.running.policy import COLUMNS
from .playouts import Playouts

ENDINGS = ("ended", "cut off", "fault")
_LEFT_OUT = ("fault", "address", "scored", "ending", "winners")


def write(file: TextIO, groups: Iterable[tuple[str, Playouts]]) -> None:
    """Write the games of several settings, each under its name. Settings may differ in players; then columns stay empty."""
    found = list(groups)
    most = max((games.players for _, games in found), default=0)
    traits = list(dict.fromkeys(name for _, games in found for name, _ in games.shape.traits))
    plain = [name for name in COLUMNS if name not in _LEFT_OUT]
    seats = [f"{name} {seat + 1}" for name in ("place", "score", *traits) for seat in range(most)]
    out = csv.writer(file, lineterminator="\n")
    out.writerow(["setting", "players", "game", "ending", "winners", *(name.replace("_", " ") for name in plain), *seats])
    for name, games in found:
        for row in _rows(games, plain, traits, most):
            out.writerow([name, games.players, *row])


def _rows(games: Playouts, plain: Sequence[str], traits: Sequence[str], most: int) -> Iterator[list[object]]:
    columns = {name: games[name] for name in games.columns}
    members = {name: _members(games, name) for name, _ in games.shape.traits}
    numbers = [number for numbers in games.numbers for number in numbers]
    for index, number in enumerate(numbers):
        mask = columns["winners"][index]
        winners = "+".join(str(seat + 1) for seat in range(games.players) if mask >> seat & 1)
        row: list[object] = [number, ENDINGS[columns["ending"][index]], winners, *(columns[name][index] for name in plain)]
        scored = columns["scored"][index]
        for name in ("place", "score", *traits):
            for seat in range(most):
                column = columns.get(f"{name} {seat}")
                if column is None or (name == "score" and not scored):
                    row.append("")
                elif name == "place":
                    row.append(column[index] + 1)
                else:
                    row.append(members[name][column[index]] if name in members and column[index] != ir.NONE else column[index])
        yield row


def _members(games: Playouts, trait: str) -> tuple[str, ...]:
    kind = games.program.cells[trait].variable.type
    kind = kind.of if isinstance(kind, ir.Maybe) else kind
    return games.program.game.kinds[kind.name].members
