"""Two positions that must look alike to a seat: a menu that differs is found, however large it is."""

from __future__ import annotations

from random import Random

import cardrules
import pytest
from cardrules.dsl.load import load_text
from cardrules.interpreter.lab.leaks import differences

GAME = """
cardrules: 1
game: Telling
players: 2
cards:
  french: A..4 of spades
zones:
  stock: every card, face down
  hand: each player, seen by owner
setup: |
  shuffle stock
  deal 1 from stock to each hand
play: |
  (first of players) chooses:
    name(n in 1..{most}, m in 1..{most}) when {guard}:
      nobody wins
    pass
  nobody wins
rules:
  low(player p): all(c.pips < 3 for c in p.hand)
"""


@pytest.mark.parametrize("most", [3, 30, 3000])
@pytest.mark.parametrize(("guard", "tells"), [("n + m > 3 or low(last of players)", True), ("n + m > 3 or low(you)", False)])
def test_a_menu_that_tells_of_hidden_cards(most: int, guard: str, tells: bool) -> None:
    guard = guard.replace("n + m > 3", f"(n + m) % 3 > 0 and n + m > {most // 2}")
    game = cardrules.Game(load_text(GAME.replace("{most}", str(most)).replace("{guard}", guard), "telling.yml"))
    found = set[str]()
    for seed in range(12):
        state = game.start(seed=seed)
        found |= {what for what, _, _ in differences(state, state.resample(0, Random(seed)), 0)}
    assert found == ({"menu"} if tells else set())
