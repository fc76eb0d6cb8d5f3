"""Games, options, states: what is asked, chosen, copied and saved."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import cardrules
import pytest

HERE = Path(__file__).parent
PILE = HERE / "hidden" / "pile.yml"


def played(seed: int, game: str = "feud") -> cardrules.State:
    state, rng = cardrules.load(game).start(seed=seed), Random(seed)
    while not state.over:
        seat = rng.choice(state.to_move)
        state.choose(seat, state.legal(seat).sample(rng))
    return state


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"ties_for_kin": 3}, "did you mean `ties_for_king`"),
        ({"ties_for_king": 9}, "a number from 2 to 5, not `9`"),
        ({"ties_for_king": "many"}, "a number from 2 to 5"),
        ({"open_hands": "perhaps"}, "yes or no"),
        ({"ace_clash": "draw"}, "tie or both_discard"),
    ],
)
def test_wrong_options(options: dict[str, int | bool | str], said: str) -> None:
    with pytest.raises(cardrules.OptionError, match=said):
        cardrules.load("feud", options=options)


def test_options_as_people_write_them() -> None:
    game = cardrules.load("feud", variant="no_draws", options={"ties_for_king": "4", "open_hands": "yes", "ace_clash": "both_discard"})
    shown = game.options
    assert (shown["ties_for_king"], shown["open_hands"], shown["ace_clash"], shown["both_out"]) == (4, True, "both_discard", "royals")


def test_wrong_variant_players_and_names() -> None:
    with pytest.raises(cardrules.OptionError, match="no variant `no_draw`; did you mean `no_draws`"):
        cardrules.load("feud", variant="no_draw")
    game = cardrules.load("feud")
    with pytest.raises(cardrules.OptionError, match="is for 2 players, not 3"):
        game.start(players=3)
    with pytest.raises(cardrules.OptionError, match="a name of its own"):
        game.start(names=["Anna", "anna"])
    assert game.start(names=["Anna", "Ben"], seed=1).seat_names == ("Anna", "Ben")


def test_truth_is_read_by_name() -> None:
    state = cardrules.load("crown-duel").start(seed=1)
    assert state.zone("hand", 0) == tuple(f"{rank}♠" for rank in "A2345678")
    assert state.get("coins", 1) == 0 and state.get("boosted", 0) is False and state.get("scouting") is None
    with pytest.raises(KeyError):
        state.get("coins")
    with pytest.raises(KeyError):
        state.zone("nowhere")
    assert cardrules.load("line-of-succession").start(seed=1).rule("total", 0) == 0


def test_copies_go_their_own_ways() -> None:
    state = cardrules.load(PILE).start(seed=1)
    one, other = state.clone(), state.clone()
    one.choose(0, state.legal(0)[0])
    other.choose(0, state.legal(0)[1])
    assert state.zone("row") == () and one.zone("row") != other.zone("row")
    assert state != one and one != other and state == state.clone()
    assert len(one.log) == len(other.log) == len(state.log) + 1
    quick = state.clone(watched=False)
    quick.choose(0, state.legal(0)[0])
    assert quick == one


def test_returns() -> None:
    for seed in range(5):
        state = played(seed, "line-of-succession")
        assert sum(state.returns) == 0 and state.scores is not None
        assert state.winners == tuple(s for s in (0, 1) if state.returns[s] == 1) or state.returns == [0, 0]


def test_asked_chance() -> None:
    state = cardrules.load(PILE).start(seed=1, chance="asked")
    while (outcomes := state.chance) is not None:
        assert state.to_move == () and abs(sum(share for _, share in outcomes) - 1) < 1e-9
        with pytest.raises(cardrules.IllegalAction):
            state.choose_chance("no such card")
        assert cardrules.replay(state.log).chance == outcomes
        state.choose_chance(min(label for label, _ in outcomes))
    assert set(state.zone("hand", 0)) == {"2♠", "3♠", "4♠"} or len(state.zone("hand", 0)) == 3
    assert state.to_move == (0,)
    assert cardrules.replay(state.log) == state


def test_equal_faces_are_one_outcome(tmp_path: Path) -> None:
    path = tmp_path / "urn.yml"
    path.write_text(
        "cardrules: 1\ngame: Urn\nabout: One card.\nplayers: 2\n"
        "cards:\n  Red: {copies: 3}\n  Blue: {copies: 1}\n"
        "zones:\n  stock: every card, face down\n  row: face up\n"
        "setup: |\n  shuffle stock\n  move top 1 of stock to row\n"
        "play: |\n  (first of players) chooses:\n    pass\n  nobody wins\n",
        encoding="utf-8",
    )
    state = cardrules.load(path).start(chance="asked")
    assert dict(state.chance or ()) == {"Red": 0.75, "Blue": 0.25}
    state.choose_chance("Blue")
    assert state.zone("row") == ("Blue",)


def test_saved_states_are_checked() -> None:
    state = played(1)
    assert state.game.loads(state.dumps()) == state
    for text in ("", "[]", "{}", '{"log": [], "cells": []}', state.dumps()[:-20]):
        with pytest.raises(cardrules.LogError):
            state.game.loads(text)
    with pytest.raises(cardrules.LogError, match="another game"):
        cardrules.load("crown-duel").loads(state.dumps())


def test_the_same_seed_is_the_same_game_in_every_process() -> None:
    code = (
        "import cardrules, json, random\n"
        "s, r = cardrules.load('feud').start(seed=5), random.Random(5)\n"
        "while not s.over:\n"
        "    a = r.choice(s.to_move); s.choose(a, s.legal(a).sample(r))\n"
        "print(json.dumps(s.log[1:]), s.information(0))"
    )
    said = {
        subprocess.run([sys.executable, "-c", code], env={"PYTHONHASHSEED": str(seed)}, capture_output=True, check=True).stdout
        for seed in (0, 1, 2)
    }
    assert len(said) == 1 and json.dumps(played(5).log[1:]) in said.pop().decode()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda state: state.game.start(seed="a"), "the seed is a whole number, not 'a'"),
        (lambda state: state.game.start("2"), "the number of players is a whole number, not '2'"),
        (lambda state: state.resample(0, 1), r"drawn from a `random.Random\(seed\)`, not from 1"),
        (lambda state: state.choose(0, None), r"one of `state.legal\(seat\)` or its text, not None"),
        (lambda state: state.legal("x"), "a seat is a whole number, not 'x'"),
    ],
)
def test_what_is_of_the_wrong_kind_is_told(call: Callable[[cardrules.State], object], said: str) -> None:
    state = cardrules.load("crown-duel").start(seed=1)
    with pytest.raises(TypeError, match=said):
        call(state)


def test_a_menu_shows_itself_and_never_all_of_a_large_one() -> None:
    state = cardrules.load("feud").start(seed=1)
    menu = state.legal(state.to_move[0])
    assert all(str(action) in repr(menu) for action in menu[:3]) and repr(menu).startswith("<Legal [")
    large = cardrules.load("hearts").start(seed=1)
    shown = repr(large.legal(large.to_move[0]))
    assert shown.count(";") == 8 and shown.endswith("; …]>")
    assert repr(large.legal(large.to_move[0]).part(anytime=True)) == "<Legal []>"
