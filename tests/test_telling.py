"""How a seat is told what it has seen: "you", lines of the game, how a match stands, what means nothing yet."""

from __future__ import annotations

from typing import Any

import pytest
from cardrules.interpreter.machine.knowledge.observe import Observation
from cardrules.interpreter.table.moves import recent
from cardrules.interpreter.table.telling import Said, idle, match_result, personal, told_moves

NAMES = ("p1", "p2", "mary p1")


@pytest.mark.parametrize(
    ("kind", "text", "data", "told"),
    [
        ("chose", "p1 lays 3♥", {"seat": "p1", "action": "lay", "arguments": ["3♥"]}, "you lay 3♥"),
        ("chose", "p1 is taxman", {"seat": "p1", "action": "be", "arguments": ["taxman"]}, "you are taxman"),
        ("chose", "p1 begs", {"seat": "p1", "action": "beg", "arguments": []}, "you beg"),
        ("chose", "p1 passes", {"seat": "p1", "action": "pass", "arguments": []}, "you pass"),
        ("chose", "p1 swaps in Q♠", {"seat": "p1", "action": "swap_in", "arguments": ["Q♠"]}, "you swap in Q♠"),
        ("chose", "p1 says no thanks", {"seat": "p1", "action": "no_thanks", "arguments": []}, "you say no thanks"),
        ("chose", "p2 lays a card", {"seat": "p2", "action": "lay", "arguments": ["a card"]}, "p2 lays a card"),
        ("chose", "mary p1 passes", {"seat": "mary p1", "action": "pass", "arguments": []}, "mary p1 passes"),
        ("chose", "p2 asks p1, 10", {"seat": "p2", "action": "ask", "arguments": ["p1", "10"]}, "p2 asks you, 10"),
        ("chose", "p1 votes p1", {"seat": "p1", "action": "vote", "arguments": ["p1"]}, "you vote yourself"),
        ("chose", "p1, for p2, plays 4♠", {"seat": "p1", "for": "p2", "action": "play", "arguments": ["4♠"]}, "you, for p2, play 4♠"),
        ("chose", "p2, for p1, plays 4♠", {"seat": "p2", "for": "p1", "action": "play", "arguments": ["4♠"]}, "p2, for you, plays 4♠"),
        ("decided", "p1 decides: lay 3♥", {"seat": "p1", "action": "lay", "arguments": ["3♥"]}, "you decide: lay 3♥"),
        ("moved", "p1 draws 3♥ from stock to hand", {}, "you draw 3♥ from stock to hand"),
        ("moved", "3♥ goes from mary p1's hand to p1's hand", {}, "3♥ goes from mary p1's hand to your hand"),
        ("turned", "p2's laid: 3♥ is shown to p1 and p2", {"to": ["p1", "p2"]}, "p2's laid: 3♥ is shown to you and p2"),
        ("told", "p1 learns whether it rains: yes", {"to": ["p1"]}, "you learn whether it rains: yes"),
        ("out", "p1 is out", {"seat": "p1"}, "you are out"),
        ("end", "p1 wins", {"winners": ["p1"]}, "you win"),
        ("end", "p1 and p2 win", {"winners": ["p1", "p2"]}, "you and p2 win"),
        ("said", "p1's hand: p1 wins, mary p1 too", {"text": ""}, "p1's hand: p1 (you) wins, mary p1 too"),
    ],
)
def test_own_doings(kind: str, text: str, data: dict[str, Any], told: str):
    seen = Observation(kind, text, data)
    assert personal(seen, NAMES, "p1") == told
    assert personal(seen, NAMES, "") == text


def test_a_match_and_lines_of_the_game():
    history = [
        Observation("game", "game 1", {"number": 1}),
        Observation("said", "p1 is ahead", {"text": "p1 is ahead"}),
        Observation("end", "p2 wins", {"winners": ["p2"]}),
        Observation("game", "game 2", {"number": 2}),
    ]
    told = told_moves(history, ("p1", "p2"), "p1")
    assert match_result(history, ("p1", "p2")) == ["The match: p1 0 : p2 1"]
    assert match_result(history[:3], ("p1", "p2")) == []
    assert told == ["p1 (you) is ahead", "p2 wins", "game 2 of the match — p1 0 : p2 1"]
    assert [isinstance(line, Said) for line in told] == [True, False, True]
    assert [line.said for line in recent(told, 1, 8, ("p1", "p2"))] == [True, False, True]


def test_the_own_choice_is_told_once():
    decided = Observation("decided", "p1 decides: lay 3♥", {"seat": "p1", "action": "lay", "arguments": ["3♥"]})
    chose = Observation("chose", "p1 lays 3♥", {"seat": "p1", "action": "lay", "arguments": ["3♥"]})
    assert told_moves([decided], ("p1", "p2"), "p1") == ["you decide: lay 3♥"]
    assert told_moves([decided, chose], ("p1", "p2"), "p1") == ["you lay 3♥"]


def test_what_means_nothing_yet():
    def zone(name: str, owner: str | None, count: int) -> dict[str, Any]:
        return {"name": f"{owner}'s {name}" if owner else name, "zone": name, "owner": owner, "count": count}

    view: Any = {
        "zones": [zone("hand", "p1", 2), zone("hand", "p2", 0), zone("gift", None, 0), zone("discard", None, 0)],
        "variables": [{"name": name, "value": value} for name, value in (("extra", 0), ("ties", 0), ("lives", 3), ("scout", None))],
    }
    history = [
        Observation("moved", "", {"from": "discard", "to": "p1's hand"}),
        Observation("value", "", {"name": "ties", "value": 2}),
        Observation("value", "", {"name": "extra", "value": 0}),
    ]
    assert idle(view, history) == {"gift", "extra", "scout"}


def test_moves_from_a_place_to_itself_are_left_out():
    history = [
        Observation("moved", "52 cards go from stock to stock", {"from": "stock", "to": "stock"}),
        Observation("moved", "2♦ goes from stock to box", {"from": "stock", "to": "box"}),
    ]
    assert told_moves(history, NAMES, "p1") == ["2♦ goes from stock to box"]
