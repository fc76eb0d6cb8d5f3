"""What hands are worth, against a plain search that knows nothing of the rule files, against published numbers, and against OpenSpiel.

* Cribbage: fifteens, pairs, runs, flush and nobs of 2,400 hands; no hand counts 19, 25, 26 or 27;
  and whole games as OpenSpiel plays them.
* Gin Rummy: every way to lay melds; and the deadwood that OpenSpiel finds.
* Poker: the best five of two thousand hands of seven; the 7,462 hands of five that differ in worth, in their order, and how many of all
  2,598,960 hands are of each kind.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from pathlib import Path
from typing import Any

import cardrules
import pytest

HERE = Path(__file__).parent
GAMES = HERE.parent / "games"
RECORDED = json.loads((HERE / "openspiel.json").read_text(encoding="utf-8"))
RANKS, SUITS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"), "♣♦♥♠"

Card = tuple[int, int]
"""Rank 1 to 13, the ace low; suit 0 to 3."""

PACK: list[Card] = [(rank, suit) for rank in range(1, 14) for suit in range(4)]


def named(cards: tuple[Card, ...] | list[Card]) -> tuple[str, ...]:
    return tuple(f"{RANKS[rank - 1]}{SUITS[suit]}" for rank, suit in cards)


# --------------------------------------------------------------------------- Cribbage


def crib_points(four: tuple[Card, ...], starter: Card, *, crib: bool) -> int:
    """Fifteens, pairs, runs, flush, his nobs."""
    five = (*four, starter)
    points = sum(2 for n in range(2, 6) for some in combinations(five, n) if sum(min(rank, 10) for rank, _ in some) == 15)
    held = Counter(rank for rank, _ in five)
    points += sum(n * (n - 1) for n in held.values())
    low = 1
    while low < 14:  # a run is as long as it goes, once for each way to take its cards
        high = low
        while held[high]:
            high += 1
        if high - low >= 3:
            points += (high - low) * prod(held[rank] for rank in range(low, high))
        low = high + 1
    if len({suit for _, suit in four}) == 1:
        points += 5 if starter[1] == four[0][1] else 0 if crib else 4
    return points + ((11, starter[1]) in four)


@pytest.mark.parametrize("part", range(4))
def test_cribbage_hands_count_as_worked_out(part: int) -> None:
    rng = random.Random(part)
    game = cardrules.load(GAMES / "cribbage.yml")
    seen: set[int] = set()
    for seed in range(10):
        state = game.start(2, seed=10 * part + seed)
        for seat in range(2):
            state.choose(seat, state.legal(seat).sample(rng))
        (starter,) = [card for card in PACK if named([card]) == state.zone("starter")]
        for number in range(60):
            low, suit = rng.randint(1, 10), rng.randrange(4)
            among = [card for card in PACK if card != starter]
            if number % 5 == 0:  # a flush
                among = [card for card in among if card[1] == suit]
            elif number % 2:  # a few ranks, so that there are runs and pairs
                among = [card for card in among if low <= card[0] < low + 4]
            four, crib = tuple(rng.sample(among, 4)), number % 3 == 0
            points = crib_points(four, starter, crib=crib)
            assert state.rule("worth", named(four), crib) == points, (four, starter, crib)
            seen.add(points)
    assert seen >= {*range(17)} and max(seen) >= 20
    assert not seen & {19, 25, 26, 27}  # no hand counts so


def card(told: str) -> str:
    """Of a card as OpenSpiel writes it, `TH`."""
    return f"{told[0].replace('T', '10')}{SUITS['CDHS'.index(told[1])]}"


@pytest.mark.parametrize("recorded", RECORDED["cribbage"], ids=lambda game: "-".join(map(str, game[1])))
def test_cribbage_is_openspiels(recorded: list[Any]) -> None:
    """Whole games of two. OpenSpiel lets who can not play say so; who wins in the middle of a count has the whole of it there."""
    rounds, end = recorded
    state = cardrules.load(GAMES / "cribbage.yml").start(2, chance="asked")
    state.choose_chance("p1")
    for number, told in enumerate(rounds):
        for place in range(12):
            state.choose_chance(card(told["hands"][(number + 1 + place) % 2][place // 2]))
        assert [state.get("score", seat) for seat in range(2)] == told["score"]
        for seat, away in enumerate(told["away"]):
            assert len(state.legal(seat)) == 15  # two of six
            state.choose(seat, f"lay_away ({card(away[0])}, {card(away[1])})")
        state.choose_chance(card(told["starter"]))
        for seat, played, legal in told["played"]:
            assert state.to_move == (seat,)
            assert {str(action) for action in state.legal(seat)} == {f"play {card(word)}" for word in legal}
            state.choose(seat, f"play {card(played)}")
    assert state.over
    assert state.winners == (end.index(max(end)),)


# --------------------------------------------------------------------------- Gin Rummy

MELDS = [frozenset(some) for rank in range(1, 14) for n in (3, 4) for some in combinations([(rank, suit) for suit in range(4)], n)]
MELDS += [frozenset((rank, suit) for rank in range(low, low + n)) for suit in range(4) for n in range(3, 12) for low in range(1, 15 - n)]


def weight(cards: frozenset[Card]) -> int:
    return sum(min(10, rank) for rank, _ in cards)


def least_left(cards: frozenset[Card], first: int = 0) -> int:
    """Over all sets of melds that share no card. first: melds before it are not laid any more."""
    possible = [number for number in range(first, len(MELDS)) if MELDS[number] <= cards]
    return min([weight(cards), *(least_left(cards - MELDS[number], number + 1) for number in possible)])


def test_deadwood_is_the_least_over_all_ways_to_meld() -> None:
    rng = random.Random(10)
    state = cardrules.load(GAMES / "gin-rummy.yml").start(2, seed=1)
    melded = 0
    for number in range(600):
        low = rng.randint(1, 9)
        among = PACK if number % 3 == 0 else [card for card in PACK if low <= card[0] < low + 5]
        cards = rng.sample(among, rng.choice((10, 10, 11, 8)))
        least = least_left(frozenset(cards))
        assert state.rule("deadwood", named(cards)) == least, named(cards)
        melded += least < weight(frozenset(cards))
    assert melded > 300


def test_deadwood_is_openspiels() -> None:
    state = cardrules.load(GAMES / "gin-rummy.yml").start(2, seed=1)
    for cards, least in RECORDED["gin_rummy"]:
        assert state.rule("deadwood", named([(card % 13 + 1, (3, 0, 1, 2)[card // 13]) for card in cards])) == least


# --------------------------------------------------------------------------- Poker

KINDS = ("high_card", "one_pair", "two_pairs", "three_alike", "straight", "flush", "full_house", "four_alike", "straight_flush")
# Of all hands of five: how many are of each kind, and how many of these differ in what they are worth.
PUBLISHED = {
    "straight_flush": (40, 10),
    "four_alike": (624, 156),
    "full_house": (3744, 156),
    "flush": (5108, 1277),
    "straight": (10200, 10),
    "three_alike": (54912, 858),
    "two_pairs": (123552, 858),
    "one_pair": (1098240, 2860),
    "high_card": (1302540, 1277),
}

Worth = tuple[int, tuple[int, ...]]


def five_worth(cards: tuple[Card, ...]) -> Worth:
    """The place of the kind among KINDS, then what decides between two of a kind."""
    groups = sorted(Counter(14 if rank == 1 else rank for rank, _ in cards).items(), key=lambda group: (-group[1], -group[0]))
    order, shape = tuple(height for height, _ in groups), tuple(number for _, number in groups)
    if order == (14, 5, 4, 3, 2):
        order = (5, 4, 3, 2, 1)
    straight = len(order) == 5 and order[0] - order[4] == 4
    flush = len({suit for _, suit in cards}) == 1
    alike = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0)
    return max(alike, 8 if straight and flush else 5 if flush else 4 if straight else 0), order


@cache
def fives() -> dict[str, list[tuple[Worth, tuple[Card, ...], int]]]:
    """By kind: a hand for each choice of ranks, of one suit or not, and how many hands are like it but for suits."""
    rng = random.Random(5)
    found: dict[str, list[tuple[Worth, tuple[Card, ...], int]]] = {kind: [] for kind in KINDS}
    for ranks in combinations_with_replacement(range(1, 14), 5):
        held = Counter(ranks)
        if max(held.values()) > 4:
            continue
        like = prod(comb(4, n) for n in held.values())
        mixed = tuple((rank, suit) for rank, n in held.items() for suit in rng.sample(range(4), n))
        hands = [(mixed, like)]
        if len(held) == 5:
            suit = rng.randrange(4)
            if len({suit for _, suit in mixed}) == 1:
                mixed = ((mixed[0][0], (mixed[0][1] + 1) % 4), *mixed[1:])
            hands = [(mixed, like - 4), (tuple((rank, suit) for rank in ranks), 4)]
        for cards, number in hands:
            worth = five_worth(cards)
            found[KINDS[worth[0]]].append((worth, cards, number))
    return found


@pytest.mark.parametrize("kind", PUBLISHED)
def test_poker_hands_of_five_are_as_many_as_published_and_in_order(kind: str) -> None:
    """Suits matter to a flush alone, so a hand for each choice of ranks stands for all 2,598,960."""
    state = cardrules.load(GAMES / "texas-holdem.yml").start(2, seed=1)
    hands = sorted(fives()[kind])
    values = [state.rule("poker_value", named(cards)) for _, cards, _ in hands]
    assert {KINDS[value // 1000000 - 1] for value in values} == {kind}
    assert state.rule("poker_hand_of", named(hands[0][1])) == kind
    assert all(low < high for low, high in pairwise(values))
    assert (sum(number for *_, number in hands), len(set(values))) == PUBLISHED[kind]


def test_poker_hands_of_seven_are_worth_their_best_five() -> None:
    """Two thousand hands in one order: so each two of them compare as they should."""
    rng = random.Random(7)
    state = cardrules.load(GAMES / "texas-holdem.yml").start(2, seed=1)
    found: list[tuple[int, Worth]] = []
    for number in range(2000):
        low = rng.randint(2, 8)
        among = PACK if number % 2 else [card for card in PACK if low <= card[0] < low + 5 or card == (1, number % 4)]
        cards = rng.sample(among, 7)
        found.append((state.rule("poker_value", named(cards)), max(five_worth(five) for five in combinations(cards, 5))))
    found.sort()
    for (low, one), (high, other) in pairwise(found):
        assert (low == high) is (one == other) and one <= other
    assert {KINDS[value // 1000000 - 1] for value, _ in found} == {KINDS[worth[0]] for _, worth in found} == {*KINDS}
