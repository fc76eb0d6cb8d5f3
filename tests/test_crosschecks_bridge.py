"""Bridge against the published duplicate scores, worked out anew for each contract, and whole deals as OpenSpiel plays them.

OpenSpiel is told who deals and who is vulnerable; here the number of the board says who deals, and an option who is vulnerable. It gives a
score to each player, here each side has one.
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
BRIDGE = HERE.parent / "games" / "bridge.yml"
STRAINS = ("club", "diamond", "heart", "spade", "no_trump")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = dict(zip(string.ascii_letters, (f"{rank}{suit}" for suit in "♣♦♥♠" for rank in RANKS), strict=True))

# What one to thirteen tricks too few cost: not doubled, doubled; a redoubled contract costs twice as much as a doubled one.
DOWN = {
    False: ([50 * n for n in range(1, 14)], [100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500]),
    True: ([100 * n for n in range(1, 14)], [200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800]),
}
# Some lines of the score cards one can buy: contract, doubled (1) or redoubled (2), vulnerable, tricks more or fewer, score.
PUBLISHED = [
    ((1, "no_trump"), 0, False, 0, 90),
    ((2, "spade"), 0, True, 1, 140),
    ((1, "club"), 0, False, 6, 190),
    ((3, "no_trump"), 0, False, 0, 400),
    ((3, "no_trump"), 0, True, 1, 630),
    ((4, "heart"), 0, True, 0, 620),
    ((5, "diamond"), 0, False, 0, 400),
    ((6, "no_trump"), 0, False, 0, 990),
    ((6, "spade"), 0, True, 1, 1460),
    ((7, "no_trump"), 0, True, 0, 2220),
    ((1, "club"), 1, False, 0, 140),
    ((2, "heart"), 1, False, 0, 470),
    ((2, "spade"), 1, True, 2, 1070),
    ((1, "club"), 2, True, 6, 2630),
    ((7, "no_trump"), 2, True, 0, 2980),
    ((4, "spade"), 1, False, -3, -500),
    ((4, "spade"), 1, True, -3, -800),
    ((7, "no_trump"), 2, True, -13, -7600),
    ((7, "no_trump"), 2, False, -13, -7000),
]


def score(level: int, strain: str, doubled: int, vulnerable: bool, extra: int) -> int:
    """What the side that plays gets. doubled: 0, 1 doubled, 2 redoubled. extra: tricks more than bid; below nothing, fewer."""
    if extra < 0:
        plain, twice = DOWN[vulnerable]
        return -(plain[-extra - 1] if doubled == 0 else doubled * twice[-extra - 1])
    trick = 20 if strain in ("club", "diamond") else 30
    below = (level * trick + (10 if strain == "no_trump" else 0)) << doubled
    bonus = 50 if below < 100 else 500 if vulnerable else 300
    slam = {6: (500, 750), 7: (1000, 1500)}.get(level, (0, 0))[vulnerable]
    insult = (0, 50, 100)[doubled]
    over = (trick, 200 if vulnerable else 100, 400 if vulnerable else 200)[doubled]
    return below + bonus + slam + insult + extra * over


def contract(game: cardrules.Game, level: int, strain: str, doubled: int) -> cardrules.State:
    """After an auction of one bid."""
    state = game.start(seed=1)
    for call in (f"bid {level}, {strain}", *("double", "redouble")[:doubled], *["pass"] * 3):
        state.choose(state.to_move[0], call)
    return state


def scored(state: cardrules.State, vulnerable: bool, extra: int) -> int:
    found = state.rule("made", vulnerable, extra) if extra >= 0 else -state.rule("down", vulnerable, -extra)
    assert isinstance(found, int)
    return found


@pytest.mark.parametrize("level", range(1, 8))
def test_every_contract_scores_as_in_duplicate(level: int) -> None:
    """35 contracts, three ways to be doubled, either vulnerability, fourteen numbers of tricks: 2,940 scores."""
    game = cardrules.load(BRIDGE)
    count = 0
    for strain in STRAINS:
        for doubled in range(3):
            state = contract(game, level, strain, doubled)
            for vulnerable in (False, True):
                for tricks in range(14):
                    extra = tricks - level - 6
                    assert scored(state, vulnerable, extra) == score(level, strain, doubled, vulnerable, extra), (
                        strain,
                        doubled,
                        vulnerable,
                        tricks,
                    )
                    count += 1
    assert count == 420


def test_published_scores() -> None:
    game = cardrules.load(BRIDGE)
    for (level, strain), doubled, vulnerable, extra, points in PUBLISHED:
        assert (
            scored(contract(game, level, strain, doubled), vulnerable, extra) == points == score(level, strain, doubled, vulnerable, extra)
        )


@pytest.mark.parametrize("recorded", RECORDED["bridge"], ids=lambda deal: f"{deal['vulnerable']}-{deal['score'][0]}")
def test_bridge_is_openspiels(recorded: dict[str, Any]) -> None:
    state = cardrules.load(BRIDGE, options={"first_board": recorded["dealer"] + 1, "vulnerability": recorded["vulnerable"]}).start(
        chance="asked"
    )
    for number in range(51):  # the last card needs no chance
        seat = (recorded["dealer"] + 1 + number) % 4
        state.choose_chance(CARDS[recorded["hands"][seat][number // 4]])
    calls = ["pass", "double", "redouble", *(f"bid {level}, {strain}" for level in range(1, 8) for strain in STRAINS)]
    for seat, call, legal in recorded["calls"]:
        assert state.to_move == (seat,)
        assert {str(action) for action in state.legal(seat)} == {calls[number] for number in legal}
        state.choose(seat, calls[call])
    for step in recorded["played"].split():
        seat = int(step[0])  # declarer's also when dummy plays
        assert state.to_move == (seat,)
        assert {str(action) for action in state.legal(seat)} == {f"play {CARDS[card]}" for card in step[2:]}
        state.choose(seat, f"play {CARDS[step[1]]}")
    assert state.over
    assert [state.get("score", team) for team in range(2)] == recorded["score"][:2]
