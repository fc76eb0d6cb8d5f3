"""What the libraries work out, against a plain search in Python."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import cardrules
import pytest

Card = tuple[int, int]  # rank, suit

HANDS = """\
cardrules: 1
game: Hands
about: Hands that are looked at.
players: 2
uses: melds, poker
cards:
  french: A..K of every suit
zones:
  stock: every card, face down
  hand: each player, face up
variables:
  shown: 0..1
options:
  hand_size: 10 in 1..13
setup: |
  shuffle stock
  deal hand_size from stock to each hand
play: |
  choose_one()
  nobody wins
rules:
  choose_one(): |
    for each player:
      choose:
        go_on:
          shown = 1
  left_over(player p): deadwood(p.hand)
  value(player p): poker_value(p.hand)
  counted(player p): count(two for two in 2..5 of p.hand when weight_of(two) is 15)
"""


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    path = tmp_path / "hands.yml"
    path.write_text(HANDS, encoding="utf-8")
    return path


def cards_of(state: cardrules.State, seat: int) -> tuple[Card, ...]:
    names = [str(card) for card in state.zone("hand", seat)]
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    return tuple(sorted((ranks.index(name[:-1]) + 1, "♣♦♥♠".index(name[-1])) for name in names))


@cache
def melds() -> tuple[frozenset[Card], ...]:
    found: list[frozenset[Card]] = []
    for rank in range(1, 14):
        found += [frozenset((rank, s) for s in suits) for n in (3, 4) for suits in combinations(range(4), n)]
    for suit in range(4):
        found += [frozenset((r, suit) for r in range(low, low + n)) for n in range(3, 12) for low in range(1, 15 - n)]
    return tuple(found)


def least_left(cards: frozenset[Card]) -> int:
    """The least weight over all ways to lay disjoint melds: plain search."""
    possible = [meld for meld in melds() if meld <= cards]
    best = sum(min(10, rank) for rank, _ in cards)
    for meld in possible:
        best = min(best, least_left(cards - meld))
    return best


def five_value(cards: tuple[Card, ...]) -> tuple[object, ...]:
    """A poker hand of five as something to compare."""
    heights = sorted((14 if rank == 1 else rank for rank, _ in cards), reverse=True)
    groups = sorted(Counter(heights).items(), key=lambda g: (-g[1], -g[0]))
    shape = tuple(number for _, number in groups)
    order = tuple(height for height, _ in groups)
    flush = len({suit for _, suit in cards}) == 1
    if heights == [14, 5, 4, 3, 2]:
        order, straight = (5,), True
    else:
        straight = len(groups) == 5 and heights[0] - heights[4] == 4
        order = (heights[0],) if straight else order
    if straight and flush:
        return (8, order)
    if shape == (4, 1):
        return (7, order)
    if shape == (3, 2):
        return (6, order)
    if flush:
        return (5, order)
    if straight:
        return (4, order)
    return ({(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0), order)


def test_deadwood_is_the_least_there_is(hands: Path) -> None:
    game = cardrules.load(hands, options={"hand_size": 11})
    melded = 0
    for seed in range(60):
        state = game.start(seed=seed)
        for seat in range(2):
            cards = frozenset(cards_of(state, seat))
            found = state.rule("left_over", seat)
            assert found == least_left(cards), sorted(cards)
            melded += found < sum(min(10, rank) for rank, _ in cards)
    assert melded > 30


def test_poker_values_order_hands_as_the_best_five_do(hands: Path) -> None:
    rng = random.Random(3)
    seen: list[tuple[int, tuple[object, ...]]] = []
    game = cardrules.load(hands, options={"hand_size": 7})
    for _ in range(150):
        state = game.start(seed=rng.randrange(10**6))
        for seat in range(2):
            best = max(five_value(five) for five in combinations(cards_of(state, seat), 5))
            seen.append((state.rule("value", seat), best))
    seen.sort(key=lambda pair: pair[0])
    for (low, one), (high, other) in pairwise(seen):
        assert (low == high) is (one == other) and one <= other
    assert {value // 1000000 - 1 for value, _ in seen} >= {0, 1, 2, 3, 4, 5}


def test_fifteens(hands: Path) -> None:
    game = cardrules.load(hands, options={"hand_size": 5})
    for seed in range(25):
        state = game.start(seed=seed)
        weights = [min(10, rank) for rank, _ in cards_of(state, 0)]
        assert state.rule("counted", 0) == sum(sum(s) == 15 for n in range(2, 6) for s in combinations(weights, n))
