"""Worlds against all that there are: none missing, none too many, each as often as it should be."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import cardrules
import pytest
from cardrules.interpreter.machine.knowledge import part
from cardrules.interpreter.machine.knowledge.hindsight import scenes

Position = tuple[tuple[str | int, ...], ...]

SMALL = {
    "follow": """
players: 2
cards:
  french: A..4 of spades, A..2 of hearts
zones:
  stock: every card, face down
  hand: each player, seen by owner
  table: each player, face up, one card
  gone: face up
variables:
  leader: player
setup: |
  shuffle stock
  deal 2 from stock to each hand
play: |
  repeat 2 times:
    for each player in players from leader:
      choose:
        play(card in hand where suit is leader.table.suit or else hand):
          move card to table
    leader = first of best(p.table.rank for p in players when p.table.suit is leader.table.suit)
    for each player:
      move table to gone
  win leader
""",
    "duel": """
players: 2
cards:
  Guard: {copies: 2, value: 1}
  Priest: {copies: 2, value: 2}
  Baron: {copies: 2, value: 3}
zones:
  stock: every card, face down
  hand: each player, seen by owner
  gone: face up
setup: |
  shuffle stock
  deal 1 from stock to each hand
play: |
  for each player:
    move top of stock to hand
    choose:
      drop(card in hand):
        move card to gone
    if sum(c.value for c in each hand) > 4:
      say "more than four"
  for each player:
    choose:
      stay
  nobody wins
""",
    "told": """
players: 2
cards:
  french: A..3 of spades, A..3 of hearts
zones:
  stock: every card, face down
  hand: each player, seen by others, in order
  gone: face up
setup: |
  shuffle stock
  deal 2 from stock to each hand
play: |
  for each player:
    choose:
      hint(s in suit):
        tell players of opponent.hand whether suit is s
      drop(card in hand):
        move card to gone
  choose_again()
rules:
  choose_again(): |
    for each player:
      choose:
        stay
    nobody wins
""",
    "theft": """
players: 2
cards:
  french: A..6 of spades
zones:
  stock: every card, face down
  hand: each player, seen by owner
setup: |
  shuffle stock
  deal 2 from stock to each hand
play: |
  for each player:
    choose:
      steal:
        move random of opponent.hand to hand
  for each player:
    choose:
      stay
  nobody wins
""",
    "draft": """
players: 2
cards:
  french: A..6 of spades
zones:
  stock: every card, face down
  hand: each player, seen by owner
  kept: each player, face down
setup: |
  shuffle stock
  deal 2 from stock to each hand
play: |
  each player chooses:
    keep(card in hand):
      move card to kept
  swap (first of players).hand with (last of players).hand
  for each player:
    choose:
      stay
  nobody wins
""",
    "back": """
players: 2
cards:
  french: A..6 of spades
zones:
  stock: every card, face down
  hand: each player, seen by owner
  row: face up
setup: |
  shuffle stock
  deal 1 from stock to each hand
play: |
  for each player:
    choose:
      lay(card in hand):
        move card to row
    move row to stock
    shuffle stock
    move top of stock to hand
  for each player:
    choose:
      stay
  nobody wins
""",
    "ballot": """
players: 2
kinds:
  side: aye, nay
cards:
  french: A..5 of spades
zones:
  stock: every card, face down
  hand: each player, seen by owner
variables:
  said: each player, side, secret
  named: each player, 0..9, secret
setup: |
  shuffle stock
  deal 2 from stock to each hand
play: |
  each player secretly chooses:
    vote(s in side, n in 0..sum(c.pips for c in hand)):
      said = s
      named = n
  (first of players) secretly chooses:
    lower(n in 0..named):
      named = n
  for each player:
    reveal named
  for each player:
    choose:
      stay
  nobody wins
""",
    "again": """
players: 2
cards:
  french: A..4 of spades
zones:
  stock: every card, face down
  burnt: face down
  hand: each player, seen by owner
  row: face up
play: |
  repeat 2 times:
    move everything to stock
    shuffle stock
    move top of stock to burnt
    deal 1 from stock to each hand
    for each player:
      choose:
        play(card in hand):
          move card to row
  nobody wins
""",
}
DECISIONS = {"ballot": 3, "follow": 3, "duel": 1, "told": 2, "theft": 2, "draft": 2, "back": 2, "again": 2}
SAMPLES = 300


@pytest.mark.parametrize("name", SMALL)
def test_every_world_comes_up_as_often_as_it_should(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / f"{name}.yml"
    path.write_text(f"cardrules: 1\ngame: {name.title()}\n{SMALL[name]}")
    rng = Random(7)
    state = cardrules.load(path).start(seed=11)
    for _ in range(DECISIONS[name]):
        seat = rng.choice(state.to_move)
        state.choose(seat, state.legal(seat).sample(rng))
    for seat in range(state.players):
        expected = worlds(state, seat)
        for chance in (40, 0):  # worlds made by chance, and a chain of them
            monkeypatch.setattr(part, "CHANCE", chance)
            here = state.clone()
            counts = Counter(position(here.resample(seat, rng)) for _ in range(SAMPLES))
            assert set(counts) <= set(expected)
            strange = sum((counts[key] - SAMPLES * share) ** 2 / (SAMPLES * share) for key, share in expected.items())
            assert strange < limit(len(expected) - 1)


def limit(freedom: int) -> float:
    """What chi-square of so many degrees of freedom exceeds about once in a hundred thousand times (Wilson and Hilferty)."""
    return freedom * (1 - 2 / (9 * freedom) + 4.3 * (2 / (9 * freedom)) ** 0.5) ** 3 if freedom else 1e-9


def position(state: cardrules.State) -> Position:
    """Where every card lies, as far as that matters (not in what order where nobody can see one), and every variable."""
    places = state.machine.program.places
    cells = state.cells
    found: list[tuple[str | int, ...]] = []
    for number, place in enumerate(places):
        cards = state.sight(0).contents(number)
        names = [state.words.card(card) for card in cards]
        undrawn = any(cells[state.machine.layout.undrawn + card] for card in cards)
        found.append(tuple(names if place.zone.ordered and not undrawn else sorted(names)))
    for where in state.machine.program.cells.values():
        count = 1
        for _, size in where.dimensions:
            count *= size
        found.append(tuple(cells[where.address : where.address + count]))
    return tuple(found)


def worlds(state: cardrules.State, seat: int) -> dict[Position, float]:
    """The chance of each position in which the seat may be, when hidden choices were made at random and those it saw were sure."""
    found: Counter[Position] = Counter()
    steps = state.steps[1:]
    wanted = state.information(seat)
    partial = [""]
    for step in state.steps:
        partial.append("\n".join([*partial[-1:], *(seen.text for seen in step.seen[seat])]).strip("\n"))

    def go(world: cardrules.State, index: int, weight: float) -> None:
        if world.chance is not None:
            for outcome, chance in world.chance:
                other = world.clone()
                other.choose_chance(outcome)
                go(other, index, weight * chance)
            return
        if world.information(seat) != partial[index + 1]:
            return
        if index == len(steps):
            if (world.to_move, world.over) == (state.to_move, state.over):
                assert world.information(seat) == wanted
                found[position(world)] += weight
            return
        step = steps[index]
        assert step.seat is not None and step.action is not None
        if step.seat not in world.to_move and step.seat not in world.may_act:
            return
        legal = world.legal(step.seat)
        if step.seat == seat or hidden_nothing(state, seat, index):
            if step.action in legal:
                other = world.clone()
                other.choose(step.seat, step.action)
                go(other, index + 1, weight)
            return
        actions = list(legal)
        for action in actions:
            other = world.clone()
            other.choose(step.seat, action)
            go(other, index + 1, weight / len(actions))

    start = state.game.start(players=state.players, chance="asked")
    go(start, 0, 1.0)
    total = sum(found.values())
    return {key: weight / total for key, weight in found.items()}


def hidden_nothing(state: cardrules.State, seat: int, index: int) -> bool:
    """Whether the seat knows for sure what was chosen."""
    return scenes(state, seat)[index + 1].certain
