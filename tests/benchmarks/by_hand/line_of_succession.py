"""Line of Succession with its default rules."""

from __future__ import annotations

from random import Random

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
WORTH = (5, 6, 7, 8)
JACK, QUEEN, KING = 11, 12, 13
RANKS = {
    CLUBS: [1, 2, 3, 4, 5, 9, 10, 11, 12, 13],
    DIAMONDS: [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13],
    HEARTS: [1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13],
    SPADES: list(range(1, 14)),
}
CARDS_EACH = 5
TAKE_SIZE = 5
ROW_AT_START = 2
SET_ASIDE = 3
SET_POINTS = 5
CROWNS_TO_WIN = 3

Card = tuple[int, int]
"""Rank and suit."""
DECK: list[Card] = [(rank, suit) for suit, ranks in RANKS.items() for rank in ranks]


def is_crown(card: Card) -> bool:
    return card[0] == KING and card[1] != HEARTS


def is_favour(card: Card) -> bool:
    rank, suit = card
    return not is_crown(card) and (rank in (JACK, KING) or (rank == QUEEN and suit in (DIAMONDS, HEARTS)))


def is_supporter(card: Card) -> bool:
    return card[0] < 9


def points(card: Card) -> int:
    rank = card[0]
    if is_crown(card) or is_supporter(card):
        return 0
    if is_favour(card):
        return {KING: 4, QUEEN: 3, JACK: 2}[rank]
    return {9: -1, 10: -2, QUEEN: -3}[rank]


class LineOfSuccession:
    """Actions: a card, or None to take."""

    def __init__(self, rng: Random) -> None:
        self.stock = DECK[:]
        rng.shuffle(self.stock)
        del self.stock[-SET_ASIDE:]
        self.row = [self.stock.pop() for _ in range(ROW_AT_START)]
        self.starter = rng.randrange(2)
        self.collections: list[list[Card]] = [[], []]
        self.over = False
        self.winners: list[int] = []
        self._begin_round()

    def _begin_round(self) -> None:
        self.hands = [[self.stock.pop() for _ in range(CARDS_EACH)] for _ in range(2)]
        self.taken = [False, False]
        self.turn = self.starter

    @property
    def to_move(self) -> tuple[int, ...]:
        return (self.turn,)

    def legal(self, seat: int) -> list[Card | None]:
        moves: list[Card | None] = list(self.hands[seat])
        if not self.taken[seat] and (self.row or not self.hands[seat]):
            moves.append(None)
        return moves

    def play(self, seat: int, action: Card | None) -> None:
        if action is not None:
            self.hands[seat].remove(action)
            self.row.append(action)
        else:
            self.taken[seat] = True
            self.collections[seat] += self.row[-TAKE_SIZE:]
            del self.row[-TAKE_SIZE:]
            if self._crowns(seat) >= CROWNS_TO_WIN:
                self.over = True
                self.winners = [seat]
                return
        self.turn = 1 - seat
        if all(self.taken) and not any(self.hands):
            self.starter = 1 - self.starter
            if len(self.stock) < 2 * CARDS_EACH:
                self._end()
            else:
                self._begin_round()

    def _crowns(self, seat: int) -> int:
        return sum(is_crown(card) for card in self.collections[seat])

    def _families(self, seat: int) -> list[int]:
        sizes = [0, 0, 0, 0]
        for card in self.collections[seat]:
            if is_supporter(card):
                sizes[card[1]] += 1
        return sizes

    def _end(self) -> None:
        families = [self._families(seat) for seat in (0, 1)]
        keys: list[tuple[int, ...]] = []
        for seat in (0, 1):
            own, other = families[seat], families[1 - seat]
            majorities = sum(worth for worth, mine, theirs in zip(WORTH, own, other, strict=True) if mine > theirs)
            total = majorities + SET_POINTS * min(own) + sum(points(card) for card in self.collections[seat])
            keys.append((total, own[SPADES], own[HEARTS], own[DIAMONDS], own[CLUBS], self._crowns(seat)))
        self.over = True
        self.winners = [seat for seat in (0, 1) if keys[seat] == max(keys)]
