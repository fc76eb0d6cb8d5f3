"""Cards: moves, faces, shuffled piles, refills, deals, swaps."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from cardrules.interpreter.machine import chance
from cardrules.interpreter.machine.chance import NeedChance, Tape
from cardrules.interpreter.machine.events import Moved, Shuffled, Told, Turned, VariableSet, VariableTurned

DECK = """
players: 2
cards:
  french: A..6 of spades
zones:
  stock: every card, face down
  row: face up, in order
  hand: each player, seen by owner
  spot: each player, face down, one card
  pile: face down, refilled from row
"""


def setup(body: str, more: str = "") -> str:
    lines = "".join(f"  {line}\n" for line in body.strip().splitlines())
    return f"{DECK}{more}\nplay: |\n{lines}  nobody wins\n"


def test_moves_keep_order_and_take_the_zones_face(bench):
    b = bench(setup("move top 3 of stock to row\nfor each player:\n  move first 2 of stock to hand"))
    assert b.cards("row") == ["6♠", "5♠", "4♠"]
    assert b.face("6♠") == 0b11
    assert b.cards("p1.hand") == ["A♠", "2♠"]
    assert b.cards("p2.hand") == ["3♠"]
    assert (b.face("A♠"), b.face("3♠")) == (0b01, 0b10)


def test_to_bottom_and_turned(bench):
    b = bench(setup("move top of stock to row\nmove top 2 of stock to bottom of row face down\nmove A♠ to stock face up"))
    assert b.cards("row") == ["4♠", "5♠", "6♠"]
    assert b.face("5♠") == 0
    assert b.cards("stock") == ["2♠", "3♠", "A♠"]
    assert b.face("A♠") == 0b11


def test_events_say_who_saw_what(bench):
    b = bench(setup("for each player:\n  move top of stock to hand\nmove 6♠ to row\nmove top 2 of stock to row"))
    first, second, third, *both = [e for e in b.events if isinstance(e, Moved)]
    assert (first.before, first.after, second.after) == (0, 0b01, 0b10)
    assert (third.before, third.after) == (0b01, 0b11)
    assert len({e.group for e in both}) == 1
    assert third.group != both[0].group
    assert [e.source_position for e in both] == [3, 2]


def test_a_shuffled_pile_is_drawn_when_it_is_looked_at(bench):
    b = bench(setup("shuffle stock\nif count(stock where rank is A) is 1:\n  move top 2 of stock to row"))
    assert b.undrawn() == 4
    assert [len(d.sources) for d in b.tape.draws] == [6, 5]
    assert b.cards("stock") == sorted(b.cards("stock"), key=lambda c: "A23456".index(c[0]))
    assert Shuffled(0, (0, 1, 2, 3, 4, 5)) in b.events


def test_named_cards_leave_a_shuffled_pile_undrawn(bench):
    b = bench(setup("shuffle stock\nmove stock where rank is A or rank is 3 to row"))
    assert b.cards("row") == ["A♠", "3♠"]
    assert b.tape.draws == []
    assert b.undrawn() == 4


def test_a_whole_pile_in_order_is_drawn(bench):
    b = bench(setup("shuffle stock\nmove stock to row"))
    assert len(b.tape.draws) == 5  # the last card needs no chance
    assert b.undrawn() == 0


def test_what_is_laid_on_a_shuffled_pile_is_known(bench):
    b = bench(setup("move A♠ to row\nshuffle stock\nmove A♠ to stock\nmove top of stock to row"))
    assert b.cards("row") == ["A♠"]
    assert b.tape.draws == []


def test_drawing_from_an_empty_pile_moves_what_there_is(bench):
    b = bench(setup("move top 9 of stock to row"))
    assert len(b.cards("row")) == 6


def test_refill_goes_under_what_is_left(bench):
    b = bench(setup("move 2 of spades to pile\nmove stock to row\nmove top 3 of pile to spare", "  spare: face up, in order\n"))
    assert b.cards("spare")[0] == "2♠"
    assert len(b.cards("spare")) == 3
    assert b.cards("row") == []
    assert b.undrawn() == 3


def test_refill_except_top(bench):
    text = setup("move stock to row\nmove top 2 of pile to spare", "  spare: face up, in order\n").replace(
        "from row", "from row except top"
    )
    b = bench(text)
    assert b.cards("row") == ["6♠"]
    assert len(b.cards("spare")) == 2


def test_deal_goes_round(bench):
    b = bench(setup("deal 2 from stock to each hand"))
    assert b.cards("p1.hand") == ["6♠", "4♠"]
    assert b.cards("p2.hand") == ["5♠", "3♠"]


def test_deal_all(bench):
    b = bench(setup("deal stock to each hand"))
    assert (len(b.cards("p1.hand")), len(b.cards("p2.hand")), b.cards("stock")) == (3, 3, [])


def test_swaps(bench):
    b = bench(setup("move A♠ to row\nmove 2♠ to row\nmove 3♠ to pile\nswap row with pile\nswap 3♠ with 6♠"))
    assert b.cards("pile") == ["A♠", "2♠"]
    assert b.cards("row") == ["6♠"]
    assert b.cards("stock") == ["4♠", "5♠", "3♠"]
    assert (b.face("A♠"), b.face("3♠"), b.face("6♠")) == (0, 0, 0b11)


def test_turning(bench):
    b = bench(setup("move A♠ to row\nmove 2♠ to row\nhide first of row\nreveal 6♠\nshow 5♠ to first of seats"))
    assert (b.face("A♠"), b.face("2♠"), b.face("6♠"), b.face("5♠")) == (0, 0b11, 0b11, 0)
    assert [(e.how, e.viewers) for e in b.events if isinstance(e, Turned)] == [("hide", 0), ("reveal", 0b11), ("show", 0b01)]


def test_secret_variables(bench):
    more = "variables:\n  bid: each player, 0..9, secret\n"
    b = bench(setup("for each player:\n  bid = 3\nfor each player:\n  reveal bid\n", more))
    assert [(e.value, e.viewers) for e in b.events if isinstance(e, VariableSet)] == [(3, 0b01), (3, 0b10)]
    assert [e.viewers for e in b.events if isinstance(e, VariableTurned)] == [0b11, 0b11]


def test_tell(bench):
    b = bench(setup("move A♠ to row\nmove 2♠ to row\ntell players of row whether rank is A"))
    assert [(e.card, e.outcome, e.viewers) for e in b.events if isinstance(e, Told)] == [(0, True, 3), (1, False, 3)]


# --------------------------------------------------------------------------- chance


def test_the_stream_gives_the_same_numbers_for_ever():
    word = chance.seeded(7)
    found = []
    for k in (2, 6, 52, 1000):
        outcome, word = chance.pick(word, k)
        found.append(outcome)
    assert (found, word) == KNOWN


KNOWN = ([1, 0, 27, 222], 1054728482416614247)


def test_shuffles_are_fair(bench):
    text = setup("shuffle stock\nmove top 4 of stock to row").replace("A..6", "A..4")
    b = bench(text, start=False)
    seen = Counter()
    for seed in range(2400):
        state = b.machine.fresh(seed)
        b.machine.advance(state, Tape(), None)
        place = b.program.places[1]
        seen[tuple(state[place.address + 1 : place.address + 5])] += 1
    assert set(seen) == set(itertools.permutations(range(4)))
    statistic = sum((n - 100) ** 2 / 100 for n in seen.values())
    assert statistic < 49.7  # chi-square, 23 degrees of freedom, one in a thousand


def test_sampled_asked_and_replayed_are_one(bench):
    text = setup("shuffle stock\nmove top 3 of stock to row\nmove random of row to stock")
    sampled = bench(text, seed=5)
    replayed = bench(text, seed=5, tape=Tape(sampled.tape.outcomes[:]))
    assert replayed.state == sampled.state
    asked = bench(text, seed=5, start=False)
    outcomes: list[int] = []
    needs: list[int] = []
    while True:
        before = asked.state[:]
        try:
            asked.machine.advance(asked.state, Tape(outcomes[:], asked=True), None)
            break
        except NeedChance as need:
            assert asked.state == before
            needs.append(need.outcomes)
            outcomes.append(sampled.tape.outcomes[len(outcomes)])
    assert asked.state == sampled.state
    assert needs == [6, 5, 4, 3]


def test_an_outcome_that_can_not_be_is_refused(bench):
    b = bench(setup("shuffle stock\nmove top of stock to row"), start=False)
    with pytest.raises(ValueError, match="outcome 6 of 6"):
        b.machine.advance(b.state, Tape([6]), None)
