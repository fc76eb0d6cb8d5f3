"""Decisions, turns, rounds, anytime actions, matches, the end."""

from __future__ import annotations

import pytest
from cardrules.interpreter.machine import layout as at
from cardrules.interpreter.machine.events import Asked, Chose, GameBegan, GameEnded, RoundBegan, RoundEnded, TurnBegan, TurnEnded

HEAD = """
players: 2..4
cards:
  french: A..6 of spades
zones:
  stock: every card, face down
  row: face up, in order
  hand: each player, seen by owner
variables:
  coins: each player, 0..99
  total: 0..999
"""


def text(play: str, more: str = "") -> str:
    lines = "".join(f"  {line}\n" for line in play.strip("\n").splitlines())
    return f"{HEAD}{more}\nplay: |\n{lines}"


def turns(b) -> list[int]:
    return [e.seat for e in b.events if isinstance(e, TurnBegan)]


# --------------------------------------------------------------------------- choosing


def test_later_domains_use_earlier_arguments_and_subsets(bench):
    b = bench(
        text("""
for each player:
  move top 3 of stock to hand
let p = first of players
p chooses:
  give(who in others, n in 1..2, gift in n..3 of hand) when count(gift) is not 2:
    move gift to who.hand
    total = n
nobody wins
""")
    )
    b.choose(0, "give", 1, 2, ("6♠", "5♠", "4♠"))
    assert len(b.cards("p2.hand")) == 6
    assert b.value("total") == 2
    assert [e.arguments for e in b.events if isinstance(e, Chose)] == [(1, 2, (5, 4, 3))]


def test_else_runs_when_nothing_is_possible(bench):
    b = bench(
        text("""
for each player:
  choose:
    play(card in hand):
      move card to row
  else:
    total += 10
win players where it is first of seats
""")
    )
    assert b.value("total") == 20
    assert b.stop.over
    assert b.events[-1] == GameEnded((0,))


def test_may_is_skipped_when_publicly_nothing_is_possible(bench):
    b = bench(
        text("""
for each player:
  you may choose:
    grab(card in row):
      move card to hand
move A♠ to row
for each player:
  you may choose:
    grab(card in row):
      move card to hand
nobody wins
""")
    )
    assert b.stop.waiting == (0,)
    b.choose(0, "pass")
    b.choose(1, "grab", "A♠")
    assert b.cards("p2.hand") == ["A♠"]


def test_choosing_for_another(bench):
    b = bench(
        text("""
for each player:
  if you is first of seats:
    next(you) chooses for you:
      earn:
        coins += 5
nobody wins
""")
    )
    assert b.stop.asked == (1,)
    assert b.stop.acting == {1: 0}
    b.choose(1, "earn")
    assert b.value("coins", 0) == 5


def test_simultaneous_choices_are_sealed_until_all_are_in(bench):
    b = bench(
        text("""
each player chooses:
  bid(n in 1..9) when total is 0:
    coins = n
    total += n
nobody wins
"""),
        players=3,
    )
    assert b.stop.waiting == (0, 1, 2)
    asked = len(b.events)
    b.choose(2, "bid", 7)
    b.choose(0, "bid", 1)
    assert b.stop.waiting == (1,)
    assert len(b.events) == asked
    b.choose(1, "bid", 4)
    assert [b.value("coins", s) for s in range(3)] == [1, 4, 7]
    assert [(e.seat, e.together) for e in b.events if isinstance(e, Chose)] == [(0, True), (1, True), (2, True)]
    assert sum(isinstance(e, Asked) for e in b.events) == 1


# --------------------------------------------------------------------------- anytime


ANYTIME = """
anytime: |
  pay(who in others) when coins > 0:
    coins -= 1
    who.coins += 1
  burn when coins > 0:
    coins -= 1
"""


def test_anytime_works_the_interrupted_decision_out_anew(bench):
    b = bench(
        text(
            """
for each player:
  coins = 1
ask(first of seats)
nobody wins
""",
            ANYTIME
            + """
rules:
  ask(player p): |
    for each c in (top 3 of stock):
      p chooses:
        keep when p.coins > 0:
          move c to p.hand
        drop:
          move c to row
""",
        )
    )
    machine, state = b.machine, b.state
    assert machine.open_anytime(state, 1)
    b.choose(0, "keep")
    keep = b.stop.menu
    assert machine.allowed(state, keep, 0, 0, ())
    b.choose(0, "pay", 1, anytime=True)
    assert not machine.allowed(state, keep, 0, 0, ())
    b.choose(1, "pay", 0, anytime=True)
    b.choose(0, "keep")
    b.choose(1, "burn", anytime=True)
    assert not machine.allowed(state, b.program.anytime, 1, 1, ())
    b.choose(0, "drop")
    assert b.cards("p1.hand") == ["6♠", "5♠"]
    assert b.cards("row") == ["4♠"]
    assert b.stop.over


def test_anytime_can_leave_nothing_but_else(bench):
    b = bench(
        text(
            """
for each player:
  coins = 1
for each player in players where it is first of seats:
  choose:
    buy when coins > 0:
      coins -= 1
  else:
    total = 7
nobody wins
""",
            ANYTIME,
        )
    )
    b.choose(0, "burn", anytime=True)
    assert b.value("total") == 7
    assert b.stop.over


def test_a_sealed_choice_that_became_illegal_is_withdrawn(bench):
    b = bench(
        text(
            """
for each player:
  coins = 1
each player chooses:
  guess when sum(p.coins for p in seats) > 1:
    total += 1
  wait:
    total += 10
nobody wins
""",
            ANYTIME,
        )
    )
    b.choose(0, "guess")
    assert not b.machine.open_anytime(b.state, 0)
    assert b.stop.waiting == (1,)
    b.choose(1, "burn", anytime=True)
    assert b.stop.waiting == (0, 1)
    assert b.machine.open_anytime(b.state, 0)
    b.choose(0, "wait")
    b.choose(1, "wait")
    assert b.value("total") == 20


# --------------------------------------------------------------------------- turns and rounds


TURN = """
take turns from {start}{tail}:
  choose:
    go:
      total += 1
    again:
      total += 1
      again
    skip:
      total += 1
      skip
    turn_back:
      total += 1
      reverse
    leave:
      total += 1
      stop
    cut:
      end turn
      total = 999
nobody wins
"""


def turning(start: str = "first of seats", tail: str = "") -> str:
    return text(TURN.format(start=start, tail=tail))


def test_marks_of_a_turn(bench):
    b = bench(turning(), players=4)
    for seat, action in [(0, "go"), (1, "again"), (1, "skip"), (3, "turn_back"), (2, "skip"), (0, "cut"), (3, "leave")]:
        b.choose(seat, action)
    assert turns(b) == [0, 1, 1, 3, 2, 0, 3]
    assert [e.seat for e in b.events if isinstance(e, TurnEnded)] == turns(b)
    assert b.value("total") == 6
    assert b.state[at.DIRECTION] == 1


def test_turns_until_is_asked_before_each_turn(bench):
    b = bench(turning(tail=" until total is 3"), players=3)
    for seat in (0, 1, 2):
        b.choose(seat, "go")
    assert b.stop.over


def test_turns_counterclockwise(bench):
    b = bench(turning(start="first of seats counterclockwise", tail=" until total is 4"), players=3)
    for seat in (0, 2, 1, 0):
        b.choose(seat, "go")
    assert b.stop.over


GO = """
go round from first of seats until all pass{good}:
  choose:
    raise_it:
      total += 1
    pass
nobody wins
"""


@pytest.mark.parametrize(
    ("good", "moves"),
    [
        ("", [(0, 0), (1, 0), (2, 0)]),
        ("", [(0, 1), (1, 0), (2, 0)]),
        ("", [(0, 0), (1, 1), (2, 0), (0, 1), (1, 0), (2, 0)]),
        (" for good", [(0, 0), (1, 1), (2, 1), (1, 1), (2, 0)]),
        (" for good", [(0, 0), (1, 0), (2, 0)]),
        (" for good", [(0, 0), (1, 0), (2, 1)]),
    ],
)
def test_go_round(bench, good, moves):
    b = bench(text(GO.format(good=good)), players=3)
    for seat, raises in moves:
        assert b.stop.waiting == (seat,)
        b.choose(seat, "raise_it" if raises else "pass")
    assert b.stop.over


def test_rounds_reset_and_end_even_when_left(bench):
    b = bench(
        text("""
repeat:
  round:
    total = 0
    for each player:
      coins += 1
      if round_number is 3:
        stop
    if round_number is 2:
      stop
until round_number is 5
nobody wins
""").replace("coins: each player, 0..99", "coins: each player, 0..99, each round")
    )
    assert [e.number for e in b.events if isinstance(e, RoundBegan)] == [1, 2]
    assert [e.number for e in b.events if isinstance(e, RoundEnded)] == [1, 2]
    assert b.value("coins") == 1


def test_leaving_loops_from_inside_an_action(bench):
    b = bench(
        text(
            """
for each player:
  repeat 1 times:
    take turns from you:
      choose:
        leave:
          leave_it()
          stop
nobody wins
""",
            """
rules:
  leave_it(): |
    for each c in stock:
      total += 1
      if total is 2:
        return
    total = 50
""",
        )
        .replace("leave_it: |", "leave_it(): |")
        .replace("          return\n", "          stop\n")
        .replace("  repeat:\n", "  repeat 1 times:\n")
    )
    b.choose(0, "leave")
    b.choose(1, "leave")
    assert b.stop.over
    assert b.state[at.DIRECTION] == 1


def test_who_is_out_is_skipped(bench):
    b = bench(
        text("""
for each player:
  coins = 1
  if you is first of seats:
    out next(you)
order players by coins
"""),
        players=3,
    )
    assert [b.value("coins", s) for s in range(3)] == [1, 0, 1]
    places = b.state[at.PLACES : at.PLACES + 3]
    assert places == [0, 2, 0]


# --------------------------------------------------------------------------- the end


def test_places_share_ties_and_keys_count_in_order(bench):
    b = bench(
        text(
            """
for each player:
  coins = 5 if place_of(you) > 1 else 9
  move top place_of(you) of stock to hand
order players by coins, lowest count(hand)
""",
            """
rules:
  place_of(player p): count(p.hand) + count(seats where count(hand) > 0) + 1
""",
        ),
        players=3,
    )
    assert b.state[at.PLACES : at.PLACES + 3] == [0, 1, 2]
    assert b.state[b.program.layout.scores : b.program.layout.scores + 3] == [9, 5, 5]
    assert b.state[at.SCORED] == 1


def test_the_end_comes_in_the_middle_of_anything(bench):
    b = bench(
        text(
            """
round:
  take turns from first of seats:
    deep(you)
""",
            """
rules:
  deep(player p): |
    for each c in stock:
      p chooses:
        finish:
          win p
          total = 99
        on
""",
        ).replace("        on\n", "        on:\n          total += 1\n")
    )
    b.choose(0, "on")
    b.choose(0, "finish")
    assert b.stop.over
    assert b.value("total") == 1
    assert b.state[at.WINNERS] == 0b01
    with_more = b.state[:]
    b.advance()
    assert b.state == with_more


def test_a_match_keeps_what_is_kept(bench):
    b = bench(
        text(
            """
shuffle stock
move top of stock to row
for each player:
  coins += 1
  grudge += 1
next(first of seats, games) chooses:
  beat:
    win first of seats
""",
            "match: any(wins(p) is 2 for p in seats)\n",
        ).replace("variables:", "variables:\n  grudge: each player, 0..9, kept")
    )
    stream = b.state[at.STREAM]
    b.choose(0, "beat")
    assert not b.stop.over
    assert b.value("grudge") == 2
    assert b.value("coins") == 1
    assert len(b.cards("row")) == 1
    assert b.state[at.STREAM] != stream
    b.choose(1, "beat")
    assert b.stop.over
    assert [type(e) for e in b.events if isinstance(e, GameBegan | GameEnded)] == [GameBegan, GameEnded] * 2
