"""Crazy Eights for two with default rules, hand after hand to 100 points."""

from __future__ import annotations

from random import Random

EIGHT = 8
HAND = 7
DRAWS = 3
TARGET = 100

Card = tuple[int, int]
"""Rank and suit."""
DECK: list[Card] = [(rank, suit) for suit in range(4) for rank in range(1, 14)]

Action = tuple[str, Card | None, int]


def worth(card: Card) -> int:
    return 50 if card[0] == EIGHT else min(card[0], 10)


class CrazyEights:
    """Actions: ("lay", card, its suit), ("eight", card, the suit named), ("draw", None, 0), ("pass", None, 0)."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.points = [0, 0]
        self.dealer = rng.randrange(2)
        self.over = False
        self.winners: list[int] = []
        self._deal()

    def _deal(self) -> None:
        self.stock = DECK[:]
        self.rng.shuffle(self.stock)
        self.hands = [[self.stock.pop() for _ in range(HAND)] for _ in range(2)]
        eights: list[Card] = []
        while self.stock[-1][0] == EIGHT:
            eights.append(self.stock.pop())
        self.pile = [self.stock.pop()]
        if eights:
            self.stock += eights
            self.rng.shuffle(self.stock)
        self.wanted = self.pile[-1][1]
        self.passes = 0
        self.drawn = 0
        self.turn = 1 - self.dealer

    @property
    def to_move(self) -> tuple[int, ...]:
        return (self.turn,)

    def _can_draw(self) -> bool:
        return bool(self.stock) or len(self.pile) > 1

    def legal(self, seat: int) -> list[Action]:
        hand, rank, wanted = self.hands[seat], self.pile[-1][0], self.wanted
        moves: list[Action] = []
        for card in hand:
            if card[0] != EIGHT and (card[1] == wanted or card[0] == rank):
                moves.append(("lay", card, card[1]))
        for card in hand:
            if card[0] == EIGHT:
                moves += [("eight", card, suit) for suit in range(4)]
        if not moves:
            moves.append(("draw", None, 0) if self.drawn < DRAWS and self._can_draw() else ("pass", None, 0))
        return moves

    def play(self, seat: int, action: Action) -> None:
        what, card, suit = action
        if what == "draw":
            self.drawn += 1
            if not self.stock:
                self.stock, self.pile = self.pile[:-1], self.pile[-1:]
                self.rng.shuffle(self.stock)
            self.hands[seat].append(self.stock.pop())
            return
        if card is not None:
            self.hands[seat].remove(card)
            self.pile.append(card)
            self.wanted = suit
            self.passes = 0
        elif not self._can_draw():
            self.passes += 1
        self.turn = 1 - seat
        self.drawn = 0
        if self.passes == 2 or not self.hands[seat]:
            self._score()

    def _score(self) -> None:
        loads = [sum(worth(card) for card in hand) for hand in self.hands]
        least = min(loads)
        lightest = [seat for seat in (0, 1) if loads[seat] == least]
        for seat in lightest:
            self.points[seat] += (sum(loads) - 2 * least) // len(lightest)
        if max(self.points) >= TARGET:
            self.over = True
            self.winners = [seat for seat in (0, 1) if self.points[seat] == max(self.points)]
        else:
            self.dealer = 1 - self.dealer
            self._deal()
