"""Random play: the machine's promises hold at every stop; copies go on alike; the same seed gives the same states."""

from __future__ import annotations

import random
from importlib.resources import files

import pytest
from cardrules.dsl import load
from cardrules.interpreter.machine.chance import Tape
from cardrules.interpreter.machine.lowering.lower import lower
from cardrules.interpreter.machine.running.verify import check_state
from hypothesis import given, settings
from hypothesis import strategies as st

SMALL = """
players: 2..3
kinds:
  mood: calm, cross
cards:
  french: A..4 of spades, A..4 of hearts
zones:
  stock: face down, refilled from junk
  junk: every card, face up
  row: face up, in order
  hand: each player, seen by owner
  spot: each player, each mood, face down, one card
variables:
  coins: each player, each mood, 0..5, capped
  bid: each player, 0..3, secret, each round
anytime: |
  toss(card in hand):
    move card to junk
rules:
  strip(player p): |
    for each c in p.hand:
      p may choose:
        drop:
          move c to bottom of stock
play: |
  repeat 3 times:
    round:
      shuffle junk
      move junk to stock
      deal 2 from stock to each hand
      each player chooses:
        offer(n in 0..3):
          bid = n
      take turns from first of best(p.bid for p in players) until sum(count(p.hand) for p in seats) < 3:
        choose:
          lay(card in hand, m in mood):
            move spot(m) to row
            move card to spot(m)
            coins(m) += bid
          swap_some(gift in 1..2 of hand, who in others) when count(who.hand) > 0:
            let taken = random count(gift) of who.hand
            move gift to who.hand
            move taken to hand
          strip_it:
            strip(next(you))
            move top 1 of stock to hand
            again
        else:
          move top 2 of stock to hand
      shuffle row
      move row to junk
      for each player:
        move hand to junk
  order players by coins(calm), lowest coins(cross)
"""


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**31), players=st.integers(2, 3))
def test_small_games(bench, seed, players):
    first = bench(SMALL, players=players, seed=seed)
    rng = random.Random(seed)
    for _ in range(30):
        if not first.random_step(rng):
            break
    second = bench(SMALL, players=players, seed=seed, tape=Tape(first.tape.outcomes[:]), start=False)
    second.state = first.state[:]
    second.tape.position = first.tape.position
    marks = random.Random(seed + 1)
    again = random.Random(seed + 1)
    for _ in range(60):
        if not first.random_step(marks):
            break
        assert second.random_step(again)
        assert first.state == second.state
    assert first.stop.over or first.stop.waiting


@pytest.mark.parametrize("name", ["feud", "crown-duel", "line-of-succession"])
def test_games(bench, name):
    game = load.load(str(files("cardrules.games") / f"{name}.yml"))
    rng = random.Random(name)
    for k in range(5):
        options = {o.name: o.default if k == 0 else rng.randint(o.low, o.high) for o in game.options.values()}
        b = bench.of(lower(game, options, game.seats[0]), seed=k)
        steps = random.Random(k)
        for _ in range(2000):
            check_state(b.program, b.state)
            if not b.random_step(steps):
                break
        assert b.stop.over
        twin = bench.of(lower(game, options, game.seats[0]), seed=k)
        steps = random.Random(k)
        while twin.random_step(steps):
            pass
        assert twin.state == b.state
        assert twin.events == b.events
