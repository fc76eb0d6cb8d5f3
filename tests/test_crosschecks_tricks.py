"""Games with tricks, choice by choice as OpenSpiel plays them (written down by openspiel.py): who is asked, what is legal, what is scored.

In OpenSpiel a game is one deal; here deals follow each other in one match, and the score is compared after each. They differ so:

* Hearts: OpenSpiel leaves to chance to whom cards are passed; it is told what comes next here. There the cards are passed one by one.
* Oh Hell: OpenSpiel gives a point for each trick also to who missed his bid (our `consolation`).
"""

from __future__ import annotations

import json
import string
from pathlib import Path
from typing import Any

import cardrules
import pytest

HERE = Path(__file__).parent
RECORDED = json.loads((HERE / "openspiel.json").read_text(encoding="utf-8"))
GAMES = HERE.parent / "games"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = dict(zip(string.ascii_letters, (f"{rank}{suit}" for suit in "♣♦♥♠" for rank in RANKS), strict=True))


def deal(state: cardrules.State, first: int, hands: list[str], turned: str = "") -> None:
    """Chance deals one card after another, from the seat `first`, and turns one up; the last card of a whole pack needs none."""
    for number in range(len(hands[0])):
        for place in range(len(hands)):
            if state.chance is not None:
                state.choose_chance(CARDS[hands[(first + place) % len(hands)][number]])
    for card in turned:
        state.choose_chance(CARDS[card])
    for seat, hand in enumerate(hands):
        assert sorted(state.zone("hand", seat)) == sorted(CARDS[card] for card in hand)


def play(state: cardrules.State, played: str) -> None:
    """The cards of a deal, each with what was legal."""
    for step in played.split():
        (seat,) = state.to_move
        assert {str(action) for action in state.legal(seat)} == {f"play {CARDS[card]}" for card in step[1:]}
        state.choose(seat, f"play {CARDS[step[0]]}")


@pytest.mark.parametrize("recorded", RECORDED["hearts"], ids=lambda match: "-".join(name for name, on in match["options"].items() if on))
def test_hearts_is_openspiels(recorded: dict[str, Any]) -> None:
    options = {**recorded["options"], "jack": 10 if recorded["options"]["jack"] else 0, "target": 150}
    state = cardrules.load(GAMES / "hearts.yml", options=options).start(4, chance="asked")
    state.choose_chance("p1")
    score = [0] * 4
    for number, (hands, given, played, points) in enumerate(recorded["deals"]):
        deal(state, (number + 1) % 4, hands)
        assert [state.get("score", seat) for seat in range(4)] == score
        for seat, cards in enumerate(given):
            if cards:
                assert len(state.legal(seat)) == 286  # three of thirteen
                state.choose(seat, f"give ({', '.join(sorted(CARDS[card] for card in cards))})")
        play(state, played)
        score = [a + b for a, b in zip(score, points, strict=True)]
    while state.chance is not None:  # the points are counted in the step that deals again
        state.choose_chance(state.chance[0][0])
    assert [state.get("score", seat) for seat in range(4)] == score


def test_the_moon_is_shot_in_some_of_these_games() -> None:
    moons = [points for match in RECORDED["hearts"] for *_, points in match["deals"] if sum(points) > 26]
    assert len(moons) >= 5


@pytest.mark.parametrize("recorded", RECORDED["oh_hell"], ids=lambda match: f"{match['players']}-{match['dealer']}")
def test_oh_hell_is_openspiels(recorded: dict[str, Any]) -> None:
    players, dealer = recorded["players"], recorded["dealer"]
    options = {"consolation": True, "course": "down", "largest": len(recorded["deals"])}
    state = cardrules.load(GAMES / "oh-hell.yml", options=options).start(players, chance="asked")
    state.choose_chance(state.seat_names[dealer])
    score = [0] * players
    for number, (hands, turned, bids, played, points) in enumerate(recorded["deals"]):
        deal(state, (dealer + number + 1) % players, hands, turned)
        assert [state.get("score", seat) for seat in range(players)] == score
        for bid, legal in bids:
            (seat,) = state.to_move
            assert [str(action) for action in state.legal(seat)] == [f"bid {number}" for number in legal]
            state.choose(seat, f"bid {bid}")
        play(state, played)
        score = [a + b for a, b in zip(score, points, strict=True)]
    assert state.over
    assert [state.get("score", seat) for seat in range(players)] == score
