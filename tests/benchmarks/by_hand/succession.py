"""Succession for four with its default rules, but for deals: nobody offers anything, and a coin falls between equal votes.

What happens between two decisions is a generator, which yields who is asked and what each of them may do, and is sent what they chose.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from itertools import combinations
from random import Random
from typing import Any

from .succession_cards import (
    AMBASSADOR,
    CANDIDATES,
    CHARACTERS,
    DECK,
    KING_VOTES,
    OPENS,
    PAYS,
    ROYALIST,
    SQUIRE,
    STARTS,
    TAXMAN,
    TIPS,
    WIZARD,
    Card,
    fall,
    rise,
)

SEATS = 4
OPENING_HAND = FRESH_CARDS = 4
TOP = 10  # where a candidate is the heir at once
HIGHEST = 5  # standing with a candidate
CARD_PRICE = CURRY_PRICE = 3
VOTE_CAP, OVERREACH = 60, 6
SQUIRE_DISCOUNT, TAXMAN_SALARY = 2, 3

Action = tuple[Any, ...]
"""What is done, and with what."""
PASS, BUY, DONE = ("pass",), ("buy_card",), ("done",)
Moves = Callable[[int], list[Action]]
"""What a seat may do at a decision."""
Flow = Generator[tuple[Sequence[int], Moves], dict[int, Action] | None, Any]


class Succession:
    """A game for four."""

    seats = SEATS

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.stock = DECK[:]
        rng.shuffle(self.stock)
        self.hands: list[list[Card]] = [[] for _ in range(SEATS)]
        self.king = list(STARTS)
        self.standing = [[1] * len(CANDIDATES) for _ in range(SEATS)]
        self.gold = [0] * SEATS
        self.roles: list[int | None] = [None] * SEATS
        self.plot: Card | None = None
        self.sides = [True] * SEATS  # for pass
        self.named = [0] * SEATS
        self.backed = [0] * SEATS
        self.change = [0] * len(CANDIDATES)
        self.on_turn = -1
        self.bought = self.plotted = False
        self.over = False
        self.winners: list[int] = []
        self._flow = self._game()
        self._asked: Sequence[int] = ()
        self._answers: dict[int, Action] = {}
        self._go(None)

    # ----------------------------------------------------------------------- from outside

    @property
    def to_move(self) -> list[int]:
        return sorted(seat for seat in self._asked if seat not in self._answers)

    def legal(self, seat: int) -> list[Action]:
        return self._moves(seat)

    def asides(self, seat: int) -> list[Action]:
        able = seat == self.on_turn and self.roles[seat] == WIZARD and not self.bought and self.gold[seat] >= CARD_PRICE
        return [BUY] if able and self.stock and seat not in self._answers else []

    def play(self, seat: int, action: Action) -> None:
        if action == BUY:
            self.bought = True
            self.gold[seat] -= CARD_PRICE
            self._draw(seat)
            if not self._moves(self.to_move[0]):  # what was possible could be paid no more
                self._go(None)
            return
        self._answers[seat] = action
        if len(self._answers) == len(self._asked):
            self._go(self._answers)

    def _go(self, answers: dict[int, Action] | None) -> None:
        """On to the next decision in which something is possible."""
        try:
            while True:
                self._asked, self._moves = self._flow.send(answers)
                self._answers, answers = {}, None
                if self._moves(self._asked[0]):
                    return
        except StopIteration:
            self.over = True

    @staticmethod
    def _ask(seat: int, moves: Callable[[], list[Action]]) -> Flow:
        """What a seat chooses; None where nothing is possible."""
        answers = yield (seat,), lambda _: moves()
        return None if answers is None else answers[seat]

    @staticmethod
    def _from(seat: int) -> list[int]:
        return [(seat + k) % SEATS for k in range(SEATS)]

    # ----------------------------------------------------------------------- turns

    def _game(self) -> Flow:
        chooser = self.rng.randrange(SEATS)
        for k in range(SEATS):
            seat = (chooser - k) % SEATS
            free = [("be", role) for role in CHARACTERS if role not in self.roles]
            _, self.roles[seat] = yield from self._ask(seat, lambda free=free: free)
        starter = (chooser + 1) % SEATS
        for seat, role in enumerate(self.roles):
            assert role is not None
            self.standing[seat] = list(OPENS[role])
            self.gold[seat] += self._income(seat)
            self._draw(seat, OPENING_HAND)
        self.on_turn = starter
        while self.stock and not self.over:
            yield from self._turn(self.on_turn)
            if self.over:
                return
            self.on_turn = (self.on_turn + 1) % SEATS
        yield from self._crown()

    def _draw(self, seat: int, cards: int = 1) -> None:
        for _ in range(min(cards, len(self.stock))):
            self.hands[seat].append(self.stock.pop())

    def _income(self, seat: int) -> int:
        paid = sum(PAYS[c][self.standing[seat][c] - 1] for c in CANDIDATES)
        return paid + (TAXMAN_SALARY if self.roles[seat] == TAXMAN else 0)

    def _turn(self, seat: int) -> Flow:
        self.bought = self.plotted = False
        (what,) = yield from self._ask(seat, lambda: [("draw_one",), ("draw_four",)])
        if what == "draw_four":
            self.hands[seat] = []
            self._draw(seat, FRESH_CARDS)
            return
        self._draw(seat)
        self.gold[seat] += self._income(seat)
        while True:
            action = yield from self._ask(seat, lambda: self._turn_moves(seat))
            if action == DONE:
                return
            card = action[1]
            self.hands[seat].remove(card)
            if card.type == "event":
                yield from EVENTS[card.name](self, seat)
            else:
                yield from self._intrigue(seat, card)
                if max(self.king) >= TOP:
                    yield from self._crown()
                    return

    def _turn_moves(self, seat: int) -> list[Action]:
        hand = self.hands[seat]
        moves: list[Action] = [("event", card) for card in hand if card.type == "event" and not card.sneaky]
        if not self.plotted:
            moves += [("intrigue", card) for card in hand if card.type == "intrigue"]
        return [*moves, DONE]

    def _gain(self, seat: int, candidate: int) -> Flow:
        self._lift(seat, candidate, 1)

        def curry() -> list[Action]:
            able = self.roles[seat] == ROYALIST and self.gold[seat] >= CURRY_PRICE and self.standing[seat][candidate] < HIGHEST
            return [("curry",), PASS] if able else []

        if (yield from self._ask(seat, curry)) == ("curry",):
            self.gold[seat] -= CURRY_PRICE
            self._lift(seat, candidate, 1)

    def _lift(self, seat: int, candidate: int, by: int) -> None:
        self.standing[seat][candidate] = min(max(self.standing[seat][candidate] + by, 1), HIGHEST)

    # ----------------------------------------------------------------------- events

    def _good_graces(self, seat: int) -> Flow:
        _, candidate = yield from self._ask(seat, lambda: [("favour", c) for c in CANDIDATES])
        every = [some for size in range(SEATS + 1) for some in combinations(range(SEATS), size)]
        _, lucky = yield from self._ask(seat, lambda: [("grant", some) for some in every])
        for other in lucky:
            yield from self._gain(other, candidate)

    def _jerks(self, seat: int) -> Flow:
        others = [other for other in range(SEATS) if other != seat]
        ways: list[Action] = [("jerk", big, one, two) for big in others for one in CANDIDATES for two in CANDIDATES if two != one]
        _, big, one, two = yield from self._ask(seat, lambda: ways)
        self._lift(big, one, -1)
        self._lift(big, two, -1)
        rest: list[Action] = [("little_jerk", other, c) for other in others if other != big for c in CANDIDATES]
        _, little, candidate = yield from self._ask(seat, lambda: rest)
        self._lift(little, candidate, -1)

    def _fool(self, seat: int) -> Flow:
        _, who = yield from self._ask(seat, lambda: [("fool", who) for who in range(SEATS)])
        self.hands[who] = []

    def _thief(self, seat: int) -> Flow:
        _, who = yield from self._ask(seat, lambda: [("rob", who) for who in range(SEATS)])
        if who != seat and self.hands[who]:
            self.hands[seat].append(self.hands[who].pop(self.rng.randrange(len(self.hands[who]))))

    def _fall(self, seat: int) -> Flow:
        _, who, candidate = yield from self._ask(seat, lambda: [("disgrace", who, c) for who in range(SEATS) for c in CANDIDATES])
        self._lift(who, candidate, -1)

    def _windfall(self, seat: int) -> Flow:
        self.gold[seat] += 4
        yield from ()

    def _warning(self, seat: int) -> Flow:
        yield from self._ask(seat, lambda: [("peek", other) for other in range(SEATS) if other != seat])

    def _cold_feet(self, seat: int) -> Flow:
        every: list[Action] = [("revise", side, n) for side in (True, False) for n in range(self.named[seat] + 1)]
        _, self.sides[seat], self.named[seat] = yield from self._ask(seat, lambda: every)

    def _forgery(self, seat: int) -> Flow:
        _, who = yield from self._ask(seat, lambda: [("forge", other) for other in range(SEATS) if other != seat])
        self.sides[who] = not self.sides[who]

    # ----------------------------------------------------------------------- intrigues

    def _intrigue(self, seat: int, plot: Card) -> Flow:
        self.plot, self.plotted = plot, True
        _, up, down = yield from self._ask(seat, lambda: self._aims(plot))
        self.change = [0] * len(CANDIDATES)
        for c in up:
            self.change[c] = min(rise(c, plot.gain), 10 - self.king[c])
        for c in down:
            self.change[c] = -min(fall(c, plot.loss), self.king[c] - 1)
        votes = yield (
            self._from(seat),
            lambda other: [("vote", side, n) for side in (True, False) for n in range(self._highest_vote(other) + 1)],
        )
        assert votes is not None
        for other, (_, side, number) in votes.items():
            self.sides[other], self.named[other] = side, number
        yield from self._sneak(seat)
        for other in self._from(seat):
            yield from self._pay_vote(other)
        self._count()
        yield from self._assign()
        self.plot = None

    @staticmethod
    def _aims(plot: Card) -> list[Action]:
        ups = [c for c in CANDIDATES if plot.gainer in (None, c)]
        downs = [c for c in CANDIDATES if plot.loser in (None, c)]
        return [
            ("aim", up, down)
            for up in combinations(ups, plot.gainers)
            for down in combinations([c for c in downs if c not in up], plot.losers)
        ]

    def _sneak(self, seat: int) -> Flow:
        quiet, wanted = 0, SEATS
        while quiet < wanted:
            hand = self.hands[seat]
            moves: list[Action] = [*(("sneak", card) for card in hand if card.sneaky), PASS]
            action = yield from self._ask(seat, lambda moves=moves: moves)
            quiet += 1
            if action != PASS:
                hand.remove(action[1])
                yield from EVENTS[action[1].name](self, seat)
                quiet, wanted = 0, SEATS - 1  # all others must pass
            seat = (seat + 1) % SEATS

    def _count(self) -> None:
        balance = sum(number if side else -number for side, number in zip(self.sides, self.named, strict=True))
        for c in CANDIDATES:
            balance += KING_VOTES[c] if self.change[c] > 0 else -KING_VOTES[c] if self.change[c] < 0 else 0
        if balance > 0:
            self.king = [stands + change for stands, change in zip(self.king, self.change, strict=True)]

    def _assign(self) -> Flow:
        loudest = [seat for seat in range(SEATS) if self.named[seat] == max(self.named)]
        for c in CANDIDATES:
            if self.change[c] == 0:
                continue
            speaker = self.rng.choice(loudest)
            what = "credit" if self.change[c] > 0 else "blame"
            _, who = yield from self._ask(speaker, lambda what=what: [(what, who) for who in range(SEATS)])
            if what == "credit":
                self.gold[who] += TIPS[c]
                yield from self._gain(who, c)
            elif self.roles[who] != AMBASSADOR:
                self._lift(who, c, -1)

    # ----------------------------------------------------------------------- what a vote costs

    @property
    def _rate(self) -> int:
        return 1 if self.plot is None else self.plot.gold_counts

    def _for_free(self, seat: int) -> int:
        free = SQUIRE_DISCOUNT if self.roles[seat] == SQUIRE else 0
        return free + (self.plot.votes if self.plot is not None and seat == self.on_turn else 0)

    def _means(self, seat: int) -> int:
        return sum(card.votes for card in self.hands[seat]) + self.gold[seat] * self._rate + self._for_free(seat)

    def _highest_vote(self, seat: int) -> int:
        return min(VOTE_CAP, self._means(seat) + OVERREACH)

    def _payments(self, seat: int, exactly: bool) -> list[Action]:
        rate, due = self._rate, max(0, self.named[seat] - self._for_free(seat))
        purse = self.gold[seat] if rate else 0
        found: list[Action] = []
        hand = [card for card in self.hands[seat] if card.votes]
        for cards in (some for size in range(len(hand) + 1) for some in combinations(hand, size)):
            votes = sum(card.votes for card in cards)
            lacking = max(0, due - votes) // max(1, rate)
            for coins in range(lacking, (min(purse, lacking) if exactly else purse) + 1):
                worth = votes + coins * rate
                if worth == due if exactly else worth > due:
                    found.append(("pay", cards, coins))
        return found

    def _pay_vote(self, seat: int) -> Flow:
        paid = None
        if self._means(seat) >= self.named[seat]:
            paid = yield from self._ask(seat, lambda: self._payments(seat, True))
            if paid is None:
                paid = yield from self._ask(seat, lambda: self._payments(seat, False))
        if paid is None:
            self.named[seat] = 0
            return
        _, cards, coins = paid
        for card in cards:
            self.hands[seat].remove(card)
        self.gold[seat] -= coins

    # ----------------------------------------------------------------------- the end

    def _crown(self) -> Flow:
        tied = [c for c in CANDIDATES if self.king[c] == max(self.king)]
        heir = tied[0] if len(tied) == 1 else None
        for _ in range(2):
            if heir is None:
                heir = yield from self._final_vote(tied)
        if heir is None:
            heir = self.rng.choice(tied)
        keys = [(self.standing[s][heir], sum(card.votes for card in self.hands[s]) + self.gold[s]) for s in range(SEATS)]
        self.winners = [seat for seat in range(SEATS) if keys[seat] == max(keys)]
        self.over = True

    def _final_vote(self, tied: list[int]) -> Flow:
        self.plot = None
        votes = yield (
            self._from(self.on_turn),
            lambda other: [("back", c, n) for c in tied for n in range(self._highest_vote(other) + 1)],
        )
        assert votes is not None
        for seat, (_, candidate, number) in votes.items():
            self.backed[seat], self.named[seat] = candidate, number
        for seat in self._from(self.on_turn):
            yield from self._pay_vote(seat)
        backing = {c: sum(n for c2, n in zip(self.backed, self.named, strict=True) if c2 == c) for c in tied}
        ahead = [c for c in tied if backing[c] == max(backing.values())]
        if len(ahead) > 1:
            return None
        speaker = self.rng.choice([seat for seat in range(SEATS) if self.named[seat] == max(self.named)])
        _, who = yield from self._ask(speaker, lambda: [("credit", who) for who in range(SEATS)])
        self._lift(who, ahead[0], 1)
        return ahead[0]


EVENTS: dict[str, Callable[[Succession, int], Flow]] = {
    "Good Graces": Succession._good_graces,
    "Big Jerk, Little Jerk": Succession._jerks,
    "Fortune's Fool": Succession._fool,
    "Petty Thief": Succession._thief,
    "Fall from Grace": Succession._fall,
    "Windfall": Succession._windfall,
    "Whispered Warning": Succession._warning,
    "Cold Feet": Succession._cold_feet,
    "Forged Ballot": Succession._forgery,
}
