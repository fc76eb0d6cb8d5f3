"""Feud with its default rules."""

from __future__ import annotations

from random import Random

ACE, JACK, QUEEN, KING = 1, 11, 12, 13
BLACK, RED = 0, 1
SWAPS = 2
TIES_FOR_KING = 3

Card = tuple[int, int]
"""Rank and colour: one suit of each."""


class Feud:
    """Actions: ("lay", card), ("swap_in", card), ("swap_out", card)."""

    seats = 2

    def __init__(self, rng: Random) -> None:
        stock = [(rank, color) for color in (BLACK, RED) for rank in range(2, 11)]
        rng.shuffle(stock)
        self.hands: list[list[Card]] = [[(ACE, BLACK), *stock[:9]], [(ACE, RED), *stock[9:]]]
        self.courts: list[list[Card]] = [[(rank, color) for rank in (JACK, QUEEN, KING)] for color in (BLACK, RED)]
        self.laid: list[Card | None] = [None, None]
        self.ties = 0
        self.tied: list[Card] = []
        self.swaps = [0, 0]
        self.swapped: set[Card] = set()
        self.over = False
        self.winners: list[int] = []

    @property
    def to_move(self) -> list[int]:
        return [seat for seat in (0, 1) if self.laid[seat] is None]

    def legal(self, seat: int) -> list[tuple[str, Card]]:
        return [("lay", card) for card in self.hands[seat]]

    def asides(self, seat: int) -> list[tuple[str, Card]]:
        if self.ties or self.laid[seat] is not None or self.swaps[seat] >= SWAPS:
            return []
        moves = [("swap_in", card) for card in self.courts[seat] if card[0] != KING and card not in self.swapped]
        if len(self.hands[seat]) > 1:
            moves += [("swap_out", card) for card in self.hands[seat] if card[0] in (JACK, QUEEN) and card not in self.swapped]
        return moves

    def play(self, seat: int, action: tuple[str, Card]) -> None:
        what, card = action
        if what == "lay":
            self.hands[seat].remove(card)
            self.laid[seat] = card
            if None not in self.laid:
                self._battle()
            return
        self.swaps[seat] += 1
        self.swapped.add(card)
        source, to = (self.courts, self.hands) if what == "swap_in" else (self.hands, self.courts)
        source[seat].remove(card)
        to[seat].append(card)

    def _strength(self, seat: int) -> int:
        card, other = self.laid[seat], self.laid[1 - seat]
        assert card is not None and other is not None
        rank, color = card
        same = other[1] == color
        if rank in (JACK, QUEEN):
            return 0 if same else 3
        if rank == ACE:
            return 2 if same else 0
        return 2 if same == (rank % 2 == 0) else 1

    def _battle(self) -> None:
        first, second = self._strength(0), self._strength(1)
        if first == second:
            self.ties += 1
            self.tied += [card for card in self.laid if card is not None]
        else:
            self._settle(0 if first > second else 1)
        self.laid = [None, None]
        self.swaps = [0, 0]
        self.swapped.clear()
        if self.over:
            return
        able = [seat for seat in (0, 1) if self.hands[seat]]
        if len(able) < 2:
            self.over = True
            self.winners = able

    def _settle(self, winner: int) -> None:
        loser = 1 - winner
        card = self.laid[winner]
        assert card is not None
        self.hands[winner].append(card)
        if self.ties:
            price, self.ties = self.ties, 0
            self.tied.clear()
            self._lose_royal(loser, price)

    def _lose_royal(self, seat: int, price: int) -> None:
        court = self.courts[seat]
        ranks = sorted(rank for rank, _ in court)
        lost = KING if price >= TIES_FOR_KING else JACK + min(price, 2) - 1
        if lost not in ranks:
            lost = ranks[0]
        self.courts[seat] = [card for card in court if card[0] != lost]
        if lost == KING:
            self.over = True
            self.winners = [1 - seat]
