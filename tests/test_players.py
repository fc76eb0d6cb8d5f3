"""Players: what they are given, and what happens when they misbehave."""

from __future__ import annotations

import io
import random
from itertools import groupby
from pathlib import Path
from time import monotonic
from typing import Any

import cardrules
import pytest
from cardrules.interpreter.machine.knowledge.resample import ResampleError
from cardrules.interpreter.players.player import PlayerFault, SeatState
from cardrules.interpreter.players.random import RandomPlayer
from cardrules.interpreter.players.search import SearchPlayer, playout
from cardrules.interpreter.table.session import Session
from cardrules.interpreter.table.terminal import Terminal

HEAD = "cardrules: 1\ngame: Try\nabout: A game for tests.\nplayers: 2\n"
PICK = HEAD + (
    "cards:\n  french: A..9 of hearts\n"
    "zones:\n  stock: every card, face down\n  hand: each player, seen by owner\n  laid: each player, face down\n"
    "setup: |\n  shuffle stock\n  deal 3 from stock to each hand\n"
    "play: |\n  repeat 3 times:\n    for each player:\n      choose:\n        lay(card in hand):\n          move card to laid\n"
    "  nobody wins\n"
)


def game(tmp_path: Path, text: str) -> cardrules.Game:
    path = tmp_path / "try.yml"
    path.write_text(text)
    return cardrules.load(path)


def quiet() -> Terminal:
    return Terminal(io.StringIO(), io.StringIO())


# ------------------------------------------------------------------------------------- what they are given


def test_a_seat_state_gives_its_own_side_only(tmp_path: Path):
    state = game(tmp_path, PICK).start(seed=1)
    seat = SeatState(state, 1)
    given = {name for name in dir(seat) if not name.startswith("_")}
    assert given == {
        "legal",
        "must_decide",
        "view",
        "information",
        "world",
        "players",
        "seat",
        "seat_names",
        "decision",
        "asides",
        "observed",
    }
    assert {name for name in dir(seat.legal) if not name.startswith("_")} == {
        "names",
        "shape",
        "few",
        "choices",
        "action",
        "begin",
        "read",
        "sample",
        "count",
        "index",
    }
    others = set(state.zone("hand", 0)) | set(state.zone("stock"))
    shown = str(seat.view()) + seat.information() + "".join(map(str, SeatState(state, 0).seat_names))
    assert not any(f"'{card}'" in shown or f" {card}" in shown for card in others)
    with pytest.raises(AttributeError):
        seat.state = state  # type: ignore[attr-defined]


def test_nothing_given_can_disturb_the_game(tmp_path: Path):
    state = game(tmp_path, PICK).start(seed=2)
    before, view = state.dumps(), state.view(0)
    seat = SeatState(state, 0)
    given = seat.view()
    given["zones"][1]["cards"].clear()
    given["zones"].reverse()
    given["seats"].append("me")
    actions = list(seat.legal)
    actions.sort(key=str, reverse=True)
    actions.clear()
    world = seat.world(random.Random(1))
    world.choose(0, next(iter(seat.legal)))
    choices = seat.legal.choices("lay")
    assert choices is not None
    assert state.dumps() == before
    assert state.view(0) == view
    assert len(seat.legal) == 3


def test_a_world_keeps_what_the_seat_knows_and_nothing_else(tmp_path: Path):
    state = game(tmp_path, PICK).start(seed=3)
    seat, rng = SeatState(state, 0), random.Random(3)
    hands = set()
    for _ in range(30):
        world = seat.world(rng)
        assert world.view(0) == state.view(0)
        hands.add(tuple(sorted(world.zone("hand", 1))))
    assert len(hands) > 10


# ------------------------------------------------------------------------------------- misbehaving ones


class Broken:
    name = "clumsy"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def decide(self, seat: SeatState) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    "answer", [None, 7, "fly", "", "lay K♠", object(), [], ("lay",), ZeroDivisionError("x"), RecursionError(), KeyError("lay")]
)
def test_a_wrong_answer_names_its_player_and_changes_nothing(tmp_path: Path, answer: Any):
    state = game(tmp_path, PICK).start(seed=4, names=("north", "south"))
    before = state.dumps()
    with pytest.raises(PlayerFault, match=r"north \(clumsy\)"):
        Session(state, {0: Broken(answer), 1: RandomPlayer(1)}, quiet()).run()
    assert state.dumps() == before


def test_an_action_of_another_game_is_no_action_here(tmp_path: Path):
    other = game(tmp_path, PICK.replace("lay(", "put(")).start(seed=4)
    stranger = next(iter(other.legal(0)))
    state = game(tmp_path, PICK).start(seed=4)
    with pytest.raises(PlayerFault):
        Session(state, {0: Broken(stranger), 1: RandomPlayer(1)}, quiet()).run()


def test_a_player_without_a_name_is_called_by_its_class(tmp_path: Path):
    class Nameless:
        def decide(self, seat: SeatState) -> Any:
            return None

    state = game(tmp_path, PICK).start(seed=4)
    with pytest.raises(PlayerFault, match="Nameless"):
        Session(state, {0: Nameless(), 1: RandomPlayer(1)}, quiet()).run()  # type: ignore[dict-item]


# ------------------------------------------------------------------------------------- random and search


def test_random_players_with_one_seed_play_one_game(tmp_path: Path):
    logs: list[Any] = []
    for _ in range(2):
        state = game(tmp_path, PICK).start(seed=5)
        Session(state, {0: RandomPlayer(1), 1: RandomPlayer(2)}, quiet()).run()
        assert state.over
        logs.append(state.log)
    assert logs[0] == logs[1]


def test_it_finds_the_winning_action(tmp_path: Path):
    text = HEAD + (
        "cards:\n  french: A..9 of hearts\nzones:\n  stock: every card, face down\n"
        "play: |\n  (first of players) chooses:\n    name(n in 0..9):\n      if n is 7:\n        win you\n      win opponent\n"
    )
    for seed in range(10):
        state = game(tmp_path, text).start(seed=seed)
        assert str(SearchPlayer(seconds=5, seed=seed, steady=True).decide(SeatState(state, 0))) == "name 7"


def test_it_answers_from_a_menu_too_large_to_list(tmp_path: Path):
    text = HEAD + (
        "cards:\n  french: A..K of every suit\nzones:\n  stock: every card, face down\n  hand: each player, seen by owner\n"
        "setup: |\n  deal 26 from stock to each hand\n"
        "play: |\n  (first of players) chooses:\n    give(few in 0..26 of hand, n in 0..1000000):\n      nobody wins\n"
    )
    state = game(tmp_path, text).start(seed=1)
    assert SearchPlayer(playouts=60, seconds=5, seed=1).decide(SeatState(state, 0)) in state.legal(0)


def test_it_can_not_tell_apart_what_the_seat_can_not(tmp_path: Path):
    state = cardrules.load("crown-duel", options={"random_hands": True}).start(seed=6)
    rng = random.Random(6)
    worlds = [state.resample(0, rng) for _ in range(4)]
    assert len({world.zone("hand", 1) for world in worlds}) > 1
    chosen = {str(SearchPlayer(playouts=48, seconds=60, seed=3, steady=True).decide(SeatState(world, 0))) for world in worlds}
    assert len(chosen) == 1


def test_it_plays_on_what_it_sees_when_no_other_world_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    state = game(tmp_path, PICK).start(seed=7)

    def nothing(*_: Any, **__: Any) -> Any:
        raise ResampleError("none found")

    monkeypatch.setattr(type(state), "resample", nothing)
    assert SearchPlayer(seed=1).decide(SeatState(state, 0)) in state.legal(0)


def test_it_beats_a_random_player(tmp_path: Path):
    text = PICK.replace("  nobody wins\n", "  order players by sum(c.pips for c in laid where rank in 2..5)\n").replace(
        "repeat 3", "repeat 2"
    )
    rules, score = game(tmp_path, text), 0.0
    for number in range(12):
        state = rules.start(seed=number)
        searching = number % 2
        Session(state, {searching: SearchPlayer(playouts=60, seconds=5, seed=number), 1 - searching: RandomPlayer(number)}, quiet()).run()
        score += state.returns[searching]
    assert score > 0


def test_playouts_end(tmp_path: Path):
    state = game(tmp_path, PICK).start(seed=8)
    assert playout(state.machine, list(state.cells), random.Random(1)) == [0.0, 0.0]
    assert playout(state.machine, list(state.cells), random.Random(1), longest=1) == [0.0, 0.0]
    assert not state.over


DEAL = HEAD + (
    "cards:\n  french: A..4 of hearts\nzones:\n  stock: every card, face down\n"
    "variables:\n  coins: each player, 0..9\n  asked: 0..9\n"
    "play: |\n  repeat 3 times:\n    (first of players) chooses:\n      go\n      wait\n  order players by coins\n"
    "anytime: |\n  ask(who in others) when asked < 2:\n    asked += 1\n    let giver = you\n    who chooses:\n"
    "      accept:\n        GAIN += 2\n      decline\n"
)


@pytest.mark.parametrize(("gain", "answer"), [("giver.coins", "decline"), ("coins", "accept")])
def test_offers_are_answered_by_what_comes_of_them(tmp_path: Path, gain: str, answer: str):
    state = game(tmp_path, DEAL.replace("GAIN", gain)).start(seed=1)
    state.choose(1, "ask p1")
    answers = [str(SearchPlayer(playouts=200, seconds=5, seed=seed).decide(SeatState(state, 0))) for seed in range(4)]
    assert answers == [answer] * 4


def test_offers_are_made_where_that_is_good_and_not_where_it_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("cardrules.interpreter.players.search.PROBE", 1.0)
    for gain, made in (("giver.coins", True), ("coins", False)):
        state = game(tmp_path, DEAL.replace("GAIN", gain)).start(seed=1)
        seat = SeatState(state, 1)
        ideas = [SearchPlayer(playouts=200, seconds=5, seed=seed).consider(seat) for seed in range(4)]
        assert [str(idea) == "ask p1" for idea in ideas] == [made] * 4
        assert state.may_act == (1,)


def test_it_does_not_act_out_of_turn_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("cardrules.interpreter.players.search.PROBE", 1.0)
    text = DEAL.replace("asked < 2", "asked < 9").replace("GAIN += 2", "giver.coins = min(9, giver.coins + 2)")
    state = game(tmp_path, text).start(seed=1)
    bots = {seat: SearchPlayer(playouts=20, seconds=1, seed=seat) for seat in (0, 1)}
    Session(state, bots, quiet()).run()
    acted = [(step.seat, step.action.name) for step in state.steps if step.action is not None]
    for who in (0, 1):
        own = groupby(name for seat, name in acted if seat == who)
        assert 1 <= max(len(list(same)) for name, same in own if name == "ask") <= 2


def test_steady_bots_think_the_same_again(tmp_path: Path):
    rules = game(tmp_path, PICK.replace("nobody wins", "order players by sum(c.pips for c in laid)"))
    logs: list[Any] = []
    for _ in range(2):
        state = rules.start(seed=5)
        bots = {seat: SearchPlayer(seconds=0.05, seed=seat, steady=True) for seat in (0, 1)}
        Session(state, bots, quiet()).run()
        logs.append(state.log)
    assert logs[0] == logs[1]


def test_a_decision_takes_no_longer_than_it_may(tmp_path: Path):
    text = PICK.replace("repeat 3 times", "repeat 300 times").replace("move card to laid", "shuffle stock")
    state = game(tmp_path, text).start(seed=8)
    begun = monotonic()
    SearchPlayer(seconds=0.2, seed=1).decide(SeatState(state, 0))
    assert monotonic() - begun < 2
