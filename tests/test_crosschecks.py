"""Shipped games against what others have worked out: published values, and games as OpenSpiel plays them (written down by openspiel.py).

Where the rules are the same everything must be: who is asked, what is legal, what is won. They differ so:

* Goofspiel: OpenSpiel plays the last round by itself, and a prize with a tie is gone (our `ties: discard`).
* Crazy Eights: in OpenSpiel the card turned up stays in its dealer's hand as well, and number cards count their place in the pack instead
  of their number; so hands are compared, and points are counted here. A blocked game ends there one pass later.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import cardrules
import pytest

HERE = Path(__file__).parent
RECORDED = json.loads((HERE / "openspiel.json").read_text(encoding="utf-8"))
GAMES = HERE.parent / "games"
FIGURES = ("Jack", "Queen", "King")
SUITS, RANKS = "♣♦♥♠", ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")

Line = tuple[list[str], list[str], list[list[str]], "cardrules.State"]
"""A whole game: what chance was, what was chosen, what was legal at each choice, and the end."""


def lines(state: cardrules.State, drawn: list[str], chosen: list[str], legal: list[list[str]], asked: Counter[str]) -> Iterator[Line]:
    """Every way in which a game can go. asked: what the seat that chooses has observed is noted there."""
    if state.over:
        yield drawn, chosen, legal, state
    elif state.chance is not None:
        for outcome, _ in state.chance:
            after = state.clone()
            after.choose_chance(outcome)
            yield from lines(after, [*drawn, outcome], chosen, legal, asked)
    else:
        (seat,) = state.to_move
        asked[f"{seat}\n{state.information(seat)}"] += 1
        names = [str(action) for action in state.legal(seat)]
        for name in names:
            after = state.clone()
            after.choose(seat, name)
            yield from lines(after, drawn, [*chosen, name], [*legal, names], asked)


# --------------------------------------------------------------------------- Kuhn poker

BETS = {"check": 0, "fold": 0, "bet": 1, "call": 1}


@pytest.fixture(scope="module")
def kuhn() -> tuple[list[Line], Counter[str]]:
    asked: Counter[str] = Counter()
    state = cardrules.load(GAMES / "kuhn-poker.yml").start(chance="asked")
    return list(lines(state, [], [], [], asked)), asked


def test_kuhn_poker_is_openspiels(kuhn: tuple[list[Line], Counter[str]]) -> None:
    found = [
        [[FIGURES.index(card) for card in drawn[:2]], [BETS[action] for action in chosen], state.returns]
        for drawn, chosen, _, state in kuhn[0]
    ]
    assert sorted(found) == sorted(RECORDED["kuhn"])
    assert all(len(names) == 2 for _, _, legal, _ in kuhn[0] for names in legal)


def test_kuhn_poker_has_twelve_information_states(kuhn: tuple[list[Line], Counter[str]]) -> None:
    assert len(kuhn[1]) == 12
    assert set(kuhn[1].values()) == {2}  # two cards that the other may have


def test_kuhn_poker_is_worth_an_eighteenth_to_the_second_player(kuhn: tuple[list[Line], Counter[str]]) -> None:
    """Each of two strategies holds its player's share against all 64 plain ones of the other, so that is the value."""
    third = Fraction(1, 3)
    first = {("Jack", ""): third, ("Queen", ""): Fraction(0), ("King", ""): Fraction(1)}
    first |= {("Jack", "01"): Fraction(0), ("Queen", "01"): 2 * third, ("King", "01"): Fraction(1)}
    second = {("Jack", "1"): Fraction(0), ("Queen", "1"): third, ("King", "1"): Fraction(1)}
    second |= {("Jack", "0"): third, ("Queen", "0"): Fraction(0), ("King", "0"): Fraction(1)}

    def worth(*strategies: dict[tuple[str, str], Fraction]) -> Fraction:
        total = Fraction(0)
        for drawn, chosen, _, state in kuhn[0]:
            chance = Fraction(1, 6)
            before = ""
            for number, action in enumerate(chosen):
                bets = strategies[number % 2][drawn[number % 2], before]
                chance *= bets if BETS[action] else 1 - bets
                before += str(BETS[action])
            total += chance * Fraction(state.returns[0])
        return total

    plain = [dict(zip(keys, map(Fraction, bets), strict=True)) for keys in (first, second) for bets in product((0, 1), repeat=6)]
    assert min(worth(first, other) for other in plain[64:]) == Fraction(-1, 18)
    assert max(worth(other, second) for other in plain[:64]) == Fraction(-1, 18)


# --------------------------------------------------------------------------- Leduc poker

BET = {"fold": 0, "check": 1, "call": 1, "raise": 2}
# OpenSpiel's cards 0 to 5 are two of each rank; ours of one rank differ in colour.
LEDUC = tuple(f"{colour} {figure}" for figure in ("jack", "queen", "king") for colour in ("black", "red"))


def test_leduc_poker_has_936_information_states() -> None:
    asked: Counter[str] = Counter()
    count = sum(1 for _ in lines(cardrules.load(GAMES / "leduc-poker.yml").start(chance="asked"), [], [], [], asked))
    assert (len(asked), count) == (936, 5520) == (RECORDED["leduc"]["information_states"], RECORDED["leduc"]["games"])


def test_leduc_poker_is_openspiels() -> None:
    game = cardrules.load(GAMES / "leduc-poker.yml")
    for history, legal, returns in RECORDED["leduc"]["some"]:
        state = game.start(chance="asked")
        expected = iter(legal)
        for step, action in enumerate(history):
            if state.chance is not None:
                assert step < 2 or len(state.zone("board")) == 0
                state.choose_chance(LEDUC[action])
                continue
            (seat,) = state.to_move
            names = {BET[str(move)]: str(move) for move in state.legal(seat)}
            assert sorted(names) == next(expected)
            state.choose(seat, names[action])
        assert state.over
        assert state.returns == returns


# --------------------------------------------------------------------------- Goofspiel

ORDERS = {"random": "shuffled", "descending": "falling", "ascending": "rising"}


@pytest.mark.parametrize("recorded", RECORDED["goofspiel"], ids=lambda game: f"{game['players']}-{game['order']}-{game['bids'][0]}")
def test_goofspiel_is_openspiels(recorded: dict[str, Any]) -> None:
    options = {"ties": "discard", "cards_each": recorded["cards"], "prize_order": ORDERS[recorded["order"]]}
    state = cardrules.load(GAMES / "goofspiel.yml", options=options).start(recorded["players"], chance="asked")
    prizes = iter(recorded["prizes"])
    bids = [*recorded["bids"]]
    hands = [set(range(1, recorded["cards"] + 1)) for _ in range(recorded["players"])]
    bids.append([(hand - {bid[seat] for bid in bids}).pop() for seat, hand in enumerate(hands)])  # played by itself
    for bid in bids:
        while state.chance is not None:
            outcomes = [outcome for outcome, _ in state.chance]
            state.choose_chance(outcomes[0] if len(outcomes) == 1 else str(next(prizes)))
        assert state.to_move == tuple(range(state.players))
        for seat, card in enumerate(bid):
            assert {str(action) for action in state.legal(seat)} == {f"bid {number}" for number in hands[seat]}
            hands[seat].remove(card)
            state.choose(seat, f"bid {card}")
    assert state.over
    assert state.returns == recorded["points"]


# --------------------------------------------------------------------------- Crazy Eights


def crazy(card: int) -> str:
    return f"{RANKS[card // 4]}{SUITS[card % 4]}"


def recorded_action(number: int) -> str:
    return crazy(number) if number < 52 else "draw" if number == 52 else "pass"


def worth(card: str) -> int:
    rank = card[:-1]
    return 50 if rank == "8" else 1 if rank == "A" else 10 if rank in "JQK" else int(rank)


@pytest.mark.parametrize(
    "recorded", RECORDED["crazy_eights"], ids=lambda game: f"{game['players']}-{'special' if game['special'] else 'plain'}-{game['turned']}"
)
def test_crazy_eights_is_openspiels(recorded: dict[str, Any]) -> None:
    options = {"target": 0, "draws": 5, "hold_back": True, "reshuffle": False, "actions": recorded["special"]}
    state = cardrules.load(GAMES / "crazy-eights.yml", options=options).start(recorded["players"], chance="asked")

    def chance(outcome: str) -> None:
        assert state.chance is not None
        state.choose_chance(outcome)

    chance(state.seat_names[recorded["dealer"]])
    for number in range(len(recorded["dealt"][0])):
        for hand in recorded["dealt"]:
            chance(crazy(hand[number]))
    for card in recorded["turned"]:
        chance(crazy(card))
    for seat, legal, action, drawn in recorded["steps"]:
        assert state.to_move == (seat,)
        names: dict[str, str] = {}
        for move in state.legal(seat):
            word = move.labels[0] if move.labels else {"take_cards": "draw"}.get(move.name, move.name)
            assert isinstance(word, str)
            names[word] = str(move)
        assert set(names) == {recorded_action(number) for number in legal}
        if isinstance(action, list):
            state.choose(seat, f"eight {crazy(action[0])}, {SUIT_NAMES[action[1]]}")
        else:
            state.choose(seat, names[recorded_action(action)])
        for card in drawn:
            if state.chance is not None:  # the last card of the stock needs no chance
                chance(crazy(card))
    left = [sorted(state.zone("hand", seat)) for seat in range(state.players)]
    assert left == [sorted(map(crazy, hand)) for hand in recorded["left"]]
    assert state.over
    assert state.returns == [-sum(map(worth, hand)) for hand in left]
