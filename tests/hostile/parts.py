"""A small good game, with other parts in place of its own."""

from __future__ import annotations

HEAD = """\
cardrules: 1
game: Harm
about: A file that means harm.
players: 2..3
"""
CARDS = """\
cards:
  french: A..K of every suit
"""
ZONES = """\
zones:
  stock: every card, face down
  hand: each player, seen by owner
"""
VARIABLES = """\
variables:
  pot: 0..100
  leader: player
"""
SETUP = """\
setup: |
  shuffle stock
  deal 5 from stock to each hand
"""
PLAY = """\
play: |
  win first of players
"""
PARTS = {"head": HEAD, "cards": CARDS, "zones": ZONES, "variables": VARIABLES, "setup": SETUP, "play": PLAY, "rules": ""}


def game(**parts: str) -> str:
    """A small good game with these parts in place of its own."""
    return "".join({**PARTS, **{name: text if text.endswith("\n") else text + "\n" for name, text in parts.items()}}.values())


def play(*lines: str) -> str:
    """The part `play` with these sentences."""
    return "play: |\n" + "".join(f"  {line}\n" for line in lines)
