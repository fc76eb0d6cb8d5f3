"""What seats know: by groups of places, through shuffles, unseen choices and equal faces."""

from __future__ import annotations

import json
from pathlib import Path

import cardrules


def game(name: str) -> cardrules.Game:
    return cardrules.load(Path(__file__).parent / "hidden" / f"{name}.yml")


def cards(state: cardrules.State, seat: int, name: str) -> list[str | None]:
    return next(zone["cards"] for zone in state.view(seat)["zones"] if zone["name"] == name)


def test_before_a_shuffle_everybody_knows_where_every_card_goes() -> None:
    state = game("pile").start(seed=1)
    assert cards(state, 1, "aside") == ["A♠"]
    assert "A♠ goes from stock to aside" in state.information(1)


def test_a_shuffle_forgets_order_and_an_unseen_deal_who_has_what() -> None:
    state = game("pile").start(seed=1)
    assert cards(state, 1, "p1's hand") == [None] * 3
    assert None not in cards(state, 0, "p1's hand")
    assert "p1 draws 3 cards from stock to hand" in state.information(1)


def test_a_card_laid_unseen_and_turned_up_gives_the_rest_away_again() -> None:
    state = game("simultaneous").start(seed=1)
    assert cards(state, 0, "p2's hand") == ["A♥", "2♥", "3♥", "4♥"]
    state.choose(1, "lay 3♥")
    assert cards(state, 0, "p2's hand") == ["A♥", "2♥", "3♥", "4♥"]
    state.choose(0, "lay A♠")
    assert cards(state, 0, "p2's hand") == ["A♥", "2♥", "4♥"]


def test_no_trace_of_a_choice_or_of_the_order_of_choices_before_all_are_in() -> None:
    first, second = game("simultaneous").start(seed=1), game("simultaneous").start(seed=1)
    before = first.view(0), first.information(0)
    first.choose(1, "lay 3♥")
    assert (first.view(0), first.information(0)) == before
    first.choose(0, "lay A♠")
    second.choose(0, "lay A♠")
    assert "p1 decides: lay A♠" in second.information(0)
    second.choose(1, "lay 3♥")
    assert first.information(0) == second.information(0)
    assert first.information(1) == second.information(1)


def test_a_card_passed_on_unseen_is_one_of_those_that_lay_there() -> None:
    state = game("draft").start(seed=3)
    mine = state.zone("hand", 0)
    state.choose(0, f"keep {mine[0]}")
    state.choose(1, f"keep {state.zone('hand', 1)[0]}")
    # the two that were not kept came over: each seat knows what the other can have
    assert cards(state, 0, "p2's hand") == sorted(mine[1:], key=mine.index) or None not in cards(state, 0, "p2's hand")
    assert cards(state, 1, "p1's kept") == [None]
    assert mine[0] not in json.dumps(state.view(1), ensure_ascii=False) + state.information(1)


def test_equal_faces_are_one_and_known_when_nothing_else_is_there() -> None:
    state = game("equal").start(seed=1)
    state.choose(0, "lay Guard")
    assert "p1 lays Guard" in state.information(1)  # both hidden cards are Guards: whichever it was, it is one
    assert cards(state, 1, "p1's laid") == ["Guard"]
    assert cards(state, 1, "p1's hand") == ["Guard"]


def test_observations_are_plain_and_json() -> None:
    state = game("draft").start(seed=3)
    for seat in (0, 1):
        for observation in state.history(seat):
            assert observation.text and "\n" not in observation.text
            json.dumps(observation.data)
