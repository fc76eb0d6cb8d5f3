"""Players against players, seats swapped: does playing better win, and what is the first seat worth between equals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .figures import Figure, share
from .playouts import Playouts


@dataclass(frozen=True)
class Cell:
    """One player of the kind `one` at a table of `others`, in every seat in turn. won: its share of the games won by one seat alone; seats:
    the same in each seat; even: what it would win if playing made no difference."""

    one: str
    other: str
    won: Figure
    seats: tuple[Figure, ...]
    even: float
    games: int

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "player": self.one,
            "against": self.other,
            "games": self.games,
            "wins": self.won.data(),
            "by seat": [figure.data() for figure in self.seats],
            "verdict": self.verdict(),
        }

    def verdict(self) -> str:
        """In plain words. Of a kind against itself: the first seat."""
        figure = self.seats[0] if self.one == self.other else self.won
        if not self.games:
            return "not played"
        what = "seat 1" if self.one == self.other else self.one
        if figure.low > self.even:
            return f"{what} wins more"
        if figure.high < self.even:
            return f"{what} wins less"
        return f"no difference shown with {figure.games:,} games won"


def matrix(kinds: Sequence[str], players: int, games: int, play: Callable[[tuple[str, ...], int], Playouts]) -> list[Cell]:
    """Each kind against each, itself included. games: for each cell, shared among the seats. play: so many games with these seats."""
    cells: list[Cell] = []
    for i, one in enumerate(kinds):
        for j, other in enumerate(kinds):
            if players == 2 and j < i:  # the same games from the other side
                cells.append(_turned(next(cell for cell in cells if (cell.one, cell.other) == (other, one))))
                continue
            if one == other:
                found = [play((one,) * players, games)]
                wins = [[_alone(found[0], seat) for seat in range(players)]]
                counts = [sum(wins[0])] * players
                by_seat = wins[0]
            else:
                each = max(1, -(-games // players))
                found = [play(tuple(one if seat == k else other for seat in range(players)), each) for k in range(players)]
                by_seat = [_alone(played, k) for k, played in enumerate(found)]
                counts = [sum(_alone(played, seat) for seat in range(players)) for played in found]
            seats = tuple(share(f"seat {k + 1}", by_seat[k], counts[k]) for k in range(players))
            won = share(one, 0, 0) if one == other else share(one, sum(by_seat), sum(counts))
            cells.append(Cell(one, other, won, seats, 1 / players, sum(len(played) for played in found)))
    return cells


def _turned(cell: Cell) -> Cell:
    """A cell of a game for two, as the other player sees it."""
    hits = [round(figure.value * figure.games) for figure in cell.seats]
    seats = tuple(share(f"seat {k + 1}", cell.seats[1 - k].games - hits[1 - k], cell.seats[1 - k].games) for k in range(2))
    won = share(cell.other, cell.won.games - sum(hits), cell.won.games)
    return Cell(cell.other, cell.one, won, seats, cell.even, cell.games)


def _alone(games: Playouts, seat: int) -> int:
    """Games that a seat won, and nobody with it."""
    return sum(ending == 0 and mask == 1 << seat for ending, mask in zip(games["ending"], games["winners"], strict=True))


def told(cells: Sequence[Cell]) -> list[str]:
    """As text: a table, row against column, then what it says."""
    kinds = list(dict.fromkeys(cell.one for cell in cells))
    at = {(cell.one, cell.other): cell for cell in cells}
    words = {key: cell.seats[0].text() + " (seat 1)" if key[0] == key[1] else cell.won.text() for key, cell in at.items()}
    wide = max(len(word) for word in (*kinds, *words.values()))
    lines = ["  wins against".ljust(16) + "".join(f"  {kind.ljust(wide)}" for kind in kinds)]
    for one in kinds:
        lines.append(f"  {one.ljust(14)}" + "".join(f"  {words[one, other].ljust(wide)}" for other in kinds))
    even = f"{100 * cells[0].even:.1f} %"
    lines = [line.rstrip() for line in lines]
    lines += ["", f"  Of the games that one seat won alone; {even} would be even. Each player sat in every seat as often; by seat:"]
    for cell in cells:
        by_seat = ", ".join(f"{figure.name} {figure.text()}" for figure in cell.seats)
        lines.append(f"    {cell.one} against {cell.other}: {by_seat}: {cell.verdict()}")
    return lines
