"""Rules in English, for people who do not read them: what an action takes, and when it is allowed."""

from __future__ import annotations

import re
from pathlib import Path

import cardrules
import pytest
from cardrules.interpreter.table.english import English
from cardrules.interpreter.table.explain import actions_of, explain_offer

SHIPPED = sorted((Path(cardrules.__file__).parent / "games").glob("*.yml"))

HEAD = """\
cardrules: 1
game: Words
players: 2..3
options:
  most: 3 in 1..9
  strict: no
kinds:
  weather: sun, rain, storm
cards:
  french: A..K of every suit
zones:
  stock: every card, face down
  pile: face up, in order
  hand: each player, seen by owner
variables:
  coins: each player, 0..9
  level: 0..9
  tired: each player, yes or no
  open: yes or no
play: |
  for each player:
    choose:
      ACTION:
        level = 0
      wait
  nobody wins
rules:
  is_wet(weather w): w is not sun
  fits(card c): c.pips > level
"""


def said(tmp_path: Path, action: str) -> tuple[str, str]:
    """What is said of an action in a small game: what it needs, when it is allowed."""
    (tmp_path / "words.yml").write_text(HEAD.replace("ACTION", action))
    game = cardrules.load(tmp_path / "words.yml", options={"most": 4})
    (found,) = actions_of(game.ir)[re.split(r"\W", action)[0]]
    english = English(game.ir, game.settings)
    return english.needs(found), "" if found.guard is None else english.condition(found.guard)


@pytest.mark.parametrize(
    ("parameters", "needs"),
    [
        ("card in hand", "a card of your hand"),
        ("c in hand where rank is 8", "a card of your hand whose rank is 8"),
        ("c in hand where fits(it)", "a card of your hand"),
        ("c in hand where rank in J..K and fits(it)", "a card of your hand whose rank is from J to K"),
        ("c in hand where suit in (hearts, spades)", "a card of your hand whose suit is hearts or spades"),
        ("w in weather where is_wet(it)", "a weather that is wet"),
        ("w in (weather where it is not rain)", "a weather that is not rain"),
        ("who in others where coins > 0", "another player whose coins are more than 0"),
        ("who in others, w in weather", "who: another player; a weather"),
        ("who in players, n in 0..who.coins", "who: a player; a number from 0 to that player's coins"),
        ("n in 1..most", "a number from 1 to 4"),
        ("n in (2..min(most, coins) where it % 2 is 0)", "a number from 2 to the lower of 4 and your coins that can be divided by 2"),
        ("cards in 1..3 of hand", "1 to 3 cards of your hand"),
        ("cards in 0..1 of pile", "up to 1 card of the pile"),
        ("cards in 2 of (hand where pips > 5)", "2 cards of your hand whose pips are more than 5"),
        ("cards in level of hand", "cards of your hand"),
    ],
)
def test_what_an_action_needs(tmp_path: Path, parameters: str, needs: str) -> None:
    assert said(tmp_path, f"lay({parameters})") == (needs, "")


@pytest.mark.parametrize(
    ("guard", "words"),
    [
        ("level < most", "level is less than 4"),
        ("coins >= 3 and open", "your coins are at least 3 and open"),
        ("not (coins >= 3)", "your coins are less than 3"),
        ("pile is not empty", "the pile is not empty"),
        ("not tired and (level is 1 or level is 3)", "not tired and either level is 1 or level is 3"),
        ("(last of pile).suit is hearts", "the suit of the last card of the pile is hearts"),
        ("count(hand) > most", "the number of cards in your hand is more than 4"),
        ("strict or level is 2", "level is 2"),
        ("not strict", ""),
        ("level in 2..most", "level is from 2 to 4"),
        ("all(p.tired for p in players)", ""),
        ("level is 2 and any(fits(c) for c in hand)", "level is 2"),
        ("level is 2 or any(fits(c) for c in hand)", ""),
    ],
)
def test_when_it_is_allowed(tmp_path: Path, guard: str, words: str) -> None:
    assert said(tmp_path, f"lay when {guard}") == ("", words)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_no_signs_of_rules_in_any_game(path: Path) -> None:
    game = cardrules.load(path)
    english = English(game.ir, game.settings)
    for actions in actions_of(game.ir).values():
        for action in actions:
            text = f"{english.needs(action)} {'' if action.guard is None else english.condition(action.guard)}"
            assert not re.search(r"[_(){}<>=\"]|\b(it|where|None)\b|\.\w", text), text


def test_the_page_about_a_decision_has_no_rule_code() -> None:
    from cardrules.interpreter.players.player import SeatState
    from cardrules.interpreter.table.choices import offer
    from cardrules.interpreter.table.words import CardOrder

    state = cardrules.load(next(path for path in SHIPPED if path.stem == "succession")).start(players=3, seed=1)
    seat = SeatState(state, state.to_move[0])
    made = offer(seat.decision, seat.asides, [], CardOrder(state.game.ir.deck))
    text = "\n".join(explain_offer(state.game, seat.view(), made, seat.legal, 80))  # type: ignore[arg-type]
    assert "a character that is free" in text
    assert "is_free" not in text
