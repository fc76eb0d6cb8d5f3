"""Kuhn poker."""

from __future__ import annotations

from random import Random


class KuhnPoker:
    """Actions: "bet", "check", then "call", "fold"."""

    def __init__(self, rng: Random) -> None:
        deck = [1, 2, 3]
        rng.shuffle(deck)
        self.hands = deck[:2]
        self.paid = [1, 1]
        self.turn = 0
        self.bet_by: int | None = None
        self.over = False
        self.winners: list[int] = []

    @property
    def to_move(self) -> tuple[int, ...]:
        return (self.turn,)

    def legal(self, seat: int) -> list[str]:
        return ["bet", "check"] if self.bet_by is None else ["call", "fold"]

    def play(self, seat: int, action: str) -> None:
        if action == "bet":
            self.paid[seat] += 1
            self.bet_by = seat
            self.turn = 1 - seat
        elif action == "check":
            if seat == 1:
                self._showdown()
            self.turn = 1
        elif action == "call":
            self.paid[seat] += 1
            self._showdown()
        else:
            self._settle(1 - seat)

    def _showdown(self) -> None:
        self._settle(0 if self.hands[0] > self.hands[1] else 1)

    def _settle(self, winner: int) -> None:
        self.over = True
        self.winners = [winner]
        self.returns = [self.paid[1 - winner] if seat == winner else -self.paid[seat] for seat in (0, 1)]
