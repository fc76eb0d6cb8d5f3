"""What is told of cards (`tell`): in words that stand by themselves, and beside the cards for as long as they can be followed."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import cardrules
from cardrules.interpreter.machine.knowledge.observe import Observation
from cardrules.interpreter.table.draw import View
from cardrules.interpreter.table.remarks import told_of

GAMES = Path(cardrules.__file__).parent / "games"

TELLING = """\
cardrules: 1
game: Telling
players: 2
kinds:
  colour: red, blue
cards:
  each colour, number 1..4: {copies: 1}
zones:
  stock: every card, face down
  hand: each player, seen by others, in order
variables:
  mark: 0..9
  done: each player, yes or no
setup: |
  deal 4 from stock to each hand
play: |
  take turns from first of players until turns(first of players) > 4:
    CHOOSE:
      hint(named in colour):
        BODY
      pass
  nobody wins
"""


def telling(tmp_path: Path, body: str, choose: str = "choose", after: str = "") -> cardrules.State:
    (tmp_path / "telling.yml").write_text(TELLING.replace("BODY", body.replace("\n", "\n        ")).replace("CHOOSE", choose) + after)
    return cardrules.load(tmp_path / "telling.yml").start(seed=1, names=["ann", "ben"])


def last_told(state: cardrules.State, seat: int) -> list[str]:
    return [seen.text for seen in state.history(seat) if seen.kind == "told"]


def remarks(state: cardrules.State, seat: int) -> dict[str, str]:
    return told_of(cast(View, state.view(seat)), state.history(seat), state.game.ir)


def test_a_hint_is_told_with_what_was_chosen(tmp_path: Path) -> None:
    state = telling(tmp_path, "tell seats of next(you).hand whether colour is named")
    state.choose(0, "hint red")
    assert "ann and ben learn of ben's hand whether colour is red: " in last_told(state, 1)[0]
    (told,) = [seen for seen in state.history(1) if seen.kind == "told"]
    assert told.data["fact"] == "colour is red"
    assert told.data["lasting"] is True
    truth = {str(place): card.startswith("red") for place, card in enumerate(state.zone("hand", 1), 1)}
    assert told.data["outcomes"] == truth


def test_what_was_chosen_in_secret_stays_secret(tmp_path: Path) -> None:
    state = telling(tmp_path, "tell seats of next(you).hand whether colour is named", "secretly choose")
    state.choose(0, "hint red")
    assert "colour is named" in last_told(state, 1)[0]
    assert "colour is red" in last_told(state, 0)[0]
    assert remarks(state, 1) == {}  # nobody could say what it means


def test_an_action_that_asks_again_says_only_what_the_file_says(tmp_path: Path) -> None:
    """Inside it another one of its kind may have been chosen last."""
    state = telling(
        tmp_path, "if mark < 2:\n  mark += 1\n  again_please()\ntell seats of next(you).hand whether colour is named", after=AGAIN
    )
    state.choose(0, "hint red")
    state.choose(0, "hint blue")
    state.choose(0, "hint red")
    assert len(last_told(state, 1)) == 1
    assert "colour is named" in last_told(state, 1)[0]


AGAIN = """\
rules:
  again_please(): |
    choose:
      hint(named in colour):
        if mark < 2:
          mark += 1
          again_please()
      pass
"""


def test_the_same_sentence_again_is_told_again(tmp_path: Path) -> None:
    state = telling(tmp_path, "for each c in colour:\n  tell seats of next(you).hand whether colour is c")
    state.choose(0, "hint red")
    assert len(last_told(state, 1)) == 2


def test_what_may_change_is_no_remark(tmp_path: Path) -> None:
    state = telling(tmp_path, "tell seats of next(you).hand whether number > mark")
    state.choose(0, "hint red")
    assert last_told(state, 1)
    assert remarks(state, 1) == {}


def test_hints_stay_beside_the_cards_in_hanabi() -> None:
    state = cardrules.load(GAMES / "hanabi.yml").start(seed=3, players=2, names=["ann", "ben"])
    teller = state.to_move[0]
    holder, names = 1 - teller, state.seat_names
    place = f"{names[holder]}'s hand"
    colour, number = state.zone("hand", holder)[0].split()
    state.choose(teller, f"hint_colour {names[holder]}, {colour}")
    assert remarks(state, holder)[place].startswith("#1")
    assert f"not {colour}" in remarks(state, holder)[place]
    assert remarks(state, teller) == remarks(state, holder)  # who told it sees as well what has been told
    state.choose(holder, next(str(action) for action in state.legal(holder) if action.name == "hint_number"))
    state.choose(teller, f"hint_number {names[holder]}, {number}")
    assert remarks(state, holder)[place].startswith(f"#1 {colour} {number}")
    second = [text for text in remarks(state, holder)[place].split("; ") if text.startswith("#2")]
    state.choose(holder, "throw #1")  # the others move up, a new one comes last
    now = remarks(state, holder)[place]
    assert not now.startswith(f"#1 {colour} {number}")
    assert now.split("; ")[0].split(" ", 1)[1] == second[0].split(" ", 1)[1]
    assert "#5" not in now


def seen(kind: str, **data: Any) -> Observation:
    return Observation(kind, "", data)


def told(place: str, fact: str, outcomes: dict[str, bool]) -> Observation:
    return seen("told", place=place, fact=fact, lasting=True, to=["ann"], outcomes=outcomes)


def followed(*history: Observation, count: int = 4) -> str:
    """What stands beside ann's hand of hidden cards after this."""
    game: Any = type("Game", (), {"zones": {"hand": type("Zone", (), {"seen_by": "others"})()}})()
    hand = {
        "name": "ann's hand",
        "zone": "hand",
        "owner": "ann",
        "count": count,
        "cards": [None] * count,
        "deduced": False,
        "ordered": True,
    }
    return told_of(cast(View, {"zones": [hand]}), history, game).get("ann's hand", "")


RED = told("ann's hand", "colour is red", {"1": False, "2": True, "3": True, "4": False})


def test_remarks_in_words() -> None:
    assert followed(RED) == "#1 not red; #2–#3 red; #4 not red"
    assert followed(RED, told("ann's hand", "number is 3", {"2": True, "3": False})) == "#1 not red; #2 red 3; #3 red, not 3; #4 not red"
    assert followed(told("ann's hand", "number is 3", {"1": True, "2": False})) == "#1 is 3; #2 not 3"
    assert followed(RED, told("ann's hand", "colour is blue", {"1": False, "2": False})).startswith("#1 not red or blue; #2–#3 red")
    assert followed(told("ann's hand", 'name is "Guard"', {"1": True})) == "#1 Guard"
    assert followed(told("ann's hand", "colour is not red", {"1": False, "2": True})) == "#1 red; #2 not red"
    assert followed(told("ann's hand", "weight is 3", {"1": True, "2": False})) == "#1 is weight 3; #2 not weight 3"
    assert followed(told("ann's hand", "pips > 3 or suit is hearts", {"1": True})) == "#1 pips > 3 or suit is hearts: yes"


def test_remarks_follow_the_cards() -> None:
    away = seen("moved", **{"from": "ann's hand", "to": "pile", "cards": [None], "positions": [2]})
    assert followed(RED, away, count=3) == "#1 not red; #2 red; #3 not red"
    new = seen("moved", **{"from": "stock", "to": "ann's hand", "cards": [None], "to_positions": [1]})
    assert followed(RED, new, count=5) == "#2 not red; #3–#4 red; #5 not red"
    chosen = seen(
        "chose", seat="ann", action="play", arguments=["#4"], **{"from": "ann's hand", "to": "pile", "positions": [4], "moved": []}
    )
    assert followed(RED, chosen, count=3) == "#1 not red; #2–#3 red"
    there = seen("moved", **{"from": "ann's hand", "to": "ben's hand", "cards": [None], "positions": [2], "to_positions": [1]})
    back = seen("moved", **{"from": "ben's hand", "to": "ann's hand", "cards": [None], "positions": [1], "to_positions": [4]})
    assert followed(RED, there, back) == "#1 not red; #2 red; #3 not red; #4 red"


def test_remarks_end_where_cards_can_not_be_followed() -> None:
    assert followed(RED, seen("shuffled", place="ann's hand")) == ""
    assert (
        followed(RED, seen("moved", **{"from": "ann's hand", "to": "ann's hand", "cards": [None], "positions": [1], "to_positions": [4]}))
        == ""
    )
    assert followed(RED, seen("game", number=2)) == ""
    assert (
        followed(RED, seen("moved", **{"from": "ann's hand", "to": "pile", "cards": [None] * 4, "positions": [1, 2, 3, 4]}), count=0) == ""
    )


def test_the_table_shows_what_was_told(run: Any) -> None:
    page = run("play", "hanabi", "--seed", "3", "--seats", "you,random,random", typed="2\nquit\n").stdout
    assert "told of hand: #1" in page
