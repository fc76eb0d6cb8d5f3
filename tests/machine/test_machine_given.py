"""Positions of examples."""

from __future__ import annotations

import cardrules
from cardrules.dsl.load import load_text

TEXT = """\
cardrules: 1
game: Twins
about: For the tests of positions.
players: 2
cards:
  Pawn: {copies: 4}
  Rook: {copies: 2}
zones:
  stock: every card, face down
  hand: each player, seen by owner
  pile: face up
play: |
  nobody wins
examples:
  copies of a card are different cards:
    seats: Anna, Ben
    given: |
      Anna.hand = "Pawn"
      Ben.hand = ("Pawn", "Rook", "Pawn")
      pile = "Rook"
    do: |
      nothing
    then:
      - count(Anna.hand) is 1
  another position begins anew:
    seats: Anna, Ben
    given: |
      Ben.hand = ("Pawn", "Pawn", "Pawn", "Pawn")
    do: |
      nothing
    then:
      - count(Ben.hand) is 4
"""


def test_copies_of_a_card_in_a_position_are_different_cards() -> None:
    game = cardrules.Game(load_text(TEXT, "twins.yml"))
    first, second = (game.rehearse(example) for example in game.ir.examples)
    assert first.zone("hand", 0) == ("Pawn",)
    assert first.zone("hand", 1) == ("Pawn", "Rook", "Pawn")
    assert first.zone("pile") == ("Rook",)
    assert first.zone("stock") == ("Pawn",)
    assert second.zone("hand", 1) == ("Pawn",) * 4
