"""Names with a hyphen: one message each, wherever they are declared and however often they are used."""

from __future__ import annotations

import re

import pytest
from cardrules.dsl.diagnostics import RuleError
from cardrules.dsl.load import load_text

GAME = """\
cardrules: 1
game: Herons
players: 2..4
options:
  hand_size: 4 in 1..6
  ties: shared or no_one
variants:
  short_game: {hand_size: 2}
kinds:
  bird:
    grey_heron: {leg_count: 2}
    egret: {leg_count: 3}
  weather: sun, light_rain
cards:
  Old Boot: {copies: 9, big_price: 2, sort_of: egret}
  each bird, low_number 1..3: {copies: 2}
attributes:
  is_cheap: big_price < 2
  kind_of_fish:
    small_fry: big_price is 0
    pike: otherwise
zones:
  fish_pond: every card, face down
  hand: each player, seen by owner
variables:
  my_coins: each player, 0..300
  sky: weather
setup: |
  shuffle fish_pond
  deal hand_size from fish_pond to each hand
play: |
  for each player:
    let first_card = first of hand
    choose:
      sell_card(some_card in hand where big_price <= my_coins or low_number > 1) when not wet_day():
        my_coins += pay_out(some_card, 2)
        move some_card to fish_pond
      pass
    if first_card.is_cheap and first_card.kind_of_fish is small_fry:
      my_coins += first_card.sort_of.leg_count
    repeat_it()
  if ties is no_one:
    nobody wins
  order players by my_coins
rules:
  pay_out(card, number how_many): card.big_price * how_many
  wet_day(): sky is light_rain
  repeat_it(): |
    for each small_bird in bird where it is not grey_heron:
      my_coins += small_bird.leg_count
"""

NAMES = {
    "hand_size": "an option",
    "no_one": "a word of an option",
    "short_game": "a variant",
    "grey_heron": "a word of a kind",
    "light_rain": "a word of a kind",
    "leg_count": "a fact",
    "big_price": "a fact",
    "sort_of": "a fact",
    "low_number": "a fact",
    "is_cheap": "an attribute",
    "kind_of_fish": "an attribute",
    "small_fry": "a word of a kind",
    "fish_pond": "a zone",
    "my_coins": "a variable",
    "first_card": "a value",
    "sell_card": "an action",
    "some_card": "a value",
    "pay_out": "a rule",
    "wet_day": "a rule",
    "repeat_it": "a rule",
    "how_many": "a parameter",
    "small_bird": "a value",
}


def faults(text: str) -> RuleError:
    with pytest.raises(RuleError) as met:
        load_text(text, "herons.yml")
    return met.value


def test_the_game_is_right_and_all_its_names_are_tried() -> None:
    load_text(GAME, "herons.yml")
    words = set(re.findall(r"[a-z]+(?:_[a-z]+)+", GAME))
    assert words == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_with_a_hyphen_is_one_fault(name: str) -> None:
    text = re.sub(rf"\b{name}\b", name.replace("_", "-"), GAME)
    (fault,) = faults(text).diagnostics
    assert fault.message == f"`{name.replace('_', '-')}` can not name {NAMES[name]}"
    assert f"write `{name}`" in fault.help
    assert fault.span is not None
    assert fault.span.text == name.replace("_", "-")  # in the file as it is
    assert fault.span.start in [found.start() for found in re.finditer(fault.span.text, text)]


def test_all_names_at_once() -> None:
    text = GAME.replace("_", "-")
    assert len(faults(text).diagnostics) == len(NAMES)


def test_what_else_is_wrong_is_told_in_the_file_as_it_is() -> None:
    text = GAME.replace("fish_pond", "fish-pond").replace(
        "deal hand_size from fish-pond to each hand", "deal hand_size from fish-pond to each hnd"
    )
    first, second = sorted(faults(text).diagnostics, key=lambda fault: fault.code != "E0207")
    assert first.message == "`fish-pond` can not name a zone"
    assert second.span is not None
    assert second.span.text == "hnd"
    assert "fish-pond to each hnd" in second.span.source.line(second.span.line)


@pytest.mark.parametrize(
    "use",
    [
        "deal hand_size from",
        "to fish_pond",
        "<= my_coins",
        "= pay_out(",
        "card.big_price",
        "is light_rain",
        "bird.leg_count",
        "    repeat_it()",
    ],
)
def test_a_hyphen_in_a_use_only_is_one_fault(use: str) -> None:
    (name,) = re.findall(r"[a-z]+_[a-z]+", use)
    assert GAME.count(use) == 1
    (fault,) = faults(GAME.replace(use, use.replace("_", "-"))).diagnostics
    assert fault.message == f"nothing is called `{name.replace('_', '-')}` here"
    assert fault.label == f"did you mean `{name}`?"


def test_a_difference_stays_a_difference() -> None:
    load_text(GAME.replace("card.big_price * how_many", "card.big_price-how_many"), "herons.yml")
    load_text(GAME.replace("game: Herons", "game: Herons at the fish-pond").replace("# so", "# hand-size"), "herons.yml")
