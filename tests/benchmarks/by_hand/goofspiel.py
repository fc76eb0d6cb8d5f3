"""Goofspiel for two with eight cards each; a prize for which both bid the same is gone."""

from __future__ import annotations

from random import Random

CARDS = 8


class Goofspiel:
    """Cards are their numbers."""

    def __init__(self, rng: Random) -> None:
        self.prizes = list(range(1, CARDS + 1))
        rng.shuffle(self.prizes)
        self.hands = [list(range(1, CARDS + 1)) for _ in range(2)]
        self.bids: list[int | None] = [None, None]
        self.points = [0, 0]
        self.prize = self.prizes.pop()
        self.over = False
        self.winners: list[int] = []

    @property
    def to_move(self) -> list[int]:
        return [seat for seat in (0, 1) if self.bids[seat] is None]

    def legal(self, seat: int) -> list[int]:
        return list(self.hands[seat])

    def play(self, seat: int, action: int) -> None:
        self.hands[seat].remove(action)
        self.bids[seat] = action
        first, second = self.bids
        if first is None or second is None:
            return
        if first != second:
            self.points[0 if first > second else 1] += self.prize
        self.bids = [None, None]
        if self.prizes:
            self.prize = self.prizes.pop()
        else:
            self.over = True
            self.winners = [seat for seat in (0, 1) if self.points[seat] == max(self.points)]
