"""Faults of a file met in play: the message, the sentence, and that the state stays as it was."""

from __future__ import annotations

import pytest
from cardrules.interpreter.machine.fault import GameFault

HEAD = """
players: 2
cards:
  french: A..6 of spades
zones:
  stock: every card, face down
  row: face up, in order
  spot: face down, one card
variables:
  total: 0..9
  most: 0..9, capped
  big: 0..900000000000000000
  many: each 1..3, 0..9
  boss: player or none
rules:
  f(number n): f(n + 1) + 1
"""


def text(play: str, more: str = "") -> str:
    lines = "".join(f"  {line}\n" for line in play.strip("\n").splitlines())
    return f"{HEAD}{more}\nplay: |\n{lines}  nobody wins\n"


@pytest.mark.parametrize(
    ("play", "message", "sentence"),
    [
        ("total = 10", "`total` would become 10, which is outside its bounds 0..9", "total = 10"),
        (
            "repeat:\n  (first of players) chooses:\n    take(card in spot):\n      nothing\n  else:\n    nothing",
            "without a decision",
            "(first of players) chooses:",
        ),
        ("total -= 1", "outside its bounds", "total -= 1"),
        ("move exactly 7 of stock to row", "7 cards were demanded, but there are only 6", "move exactly"),
        ("move top 2 of stock to spot", "already holds a card", "move top 2"),
        ("big = 900000000000000000\nbig = big * 9", "±2^62", "big = big * 9"),
        ("total = 3 // total", "division by zero", "total = 3"),
        ("total = many(total)", "nothing at this index", "total = many"),
        ("for each player in players where it is boss:\n  total = 1\nlet p = next(boss)", "a player is wanted here", "let p"),
        ("let c = top of spot\nif c.rank < 5:\n  total = 1", "the value is none", "if c.rank"),
        ("while total is 0:\n  most = 3", "seems stuck here", "while"),
        ("total = f(1)", "call each other too deep", "f(n + 1)"),
        ("for each player:\n  choose:\n    lay(card in row):\n      nothing", "no action is possible in this decision", "choose"),
    ],
)
def test_faults(bench, play, message, sentence):
    b = bench(text(play), start=False)
    before = b.state[:]
    with pytest.raises(GameFault, match=message.replace("^", r"\^")) as caught:
        b.advance()
    assert caught.value.span is not None
    line = caught.value.span.source.line(caught.value.span.line)
    assert sentence in line, line
    assert b.state == before


def test_capped_stops_at_the_bounds(bench):
    b = bench(text("most += 99\ntotal = most\nmost -= 99"))
    assert (b.value("total"), b.value("most")) == (9, 0)


def test_asking_too_deep_is_a_fault(bench):
    more = """  h(player p): |
    p chooses:
      on:
        h(p)
"""
    b = bench(text("h(first of seats)", more))
    with pytest.raises(GameFault, match="too deep"):
        for _ in range(200):
            b.choose(0, "on")


def test_a_match_without_end_is_a_fault(bench):
    b = bench(text("nothing", "match: total is 1\n"), start=False)
    with pytest.raises(GameFault, match="1000 games"):
        b.advance()


def test_lowering_refuses_bounds_that_hold_nothing(bench):
    text_ = text("nothing").replace("total: 0..9", "total: 3..limit").replace("zones:", "options:\n  limit: 5 in 1..9\nzones:")
    assert bench(text_).value("total") == 3
    with pytest.raises(GameFault, match=r"no value at all in 3\.\.2"):
        bench(text_, limit=2)
