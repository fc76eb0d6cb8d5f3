"""Bulk play by emitted functions: records and tallies as the reference has them; games by hand come out alike."""

from __future__ import annotations

from pathlib import Path
from random import Random

import cardrules
import pytest
from cardrules.dsl.load import load_text
from cardrules.interpreter.machine.compile.playout import Games
from cardrules.interpreter.machine.lowering.lower import lower
from cardrules.interpreter.machine.running import policy
from cardrules.interpreter.machine.running.interpret import Machine

ROOT = Path(__file__).parents[2]
SHIPPED = ("feud", "crown-duel", "line-of-succession", "goofspiel", "kuhn-poker", "crazy-eights", "love-letter", "go-fish", "succession")
FILES = [*(ROOT / "games" / f"{name}.yml" for name in SHIPPED), *sorted((ROOT / "tests" / "games").glob("*.yml"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_records_and_tallies_are_those_of_the_reference(path: Path) -> None:
    game = cardrules.load(path)
    for players in sorted({min(game.players), max(game.players)}):
        plain = Machine(game.machine(players).program)
        counted, bare = Games(plain), Games(plain, counts=False)
        form = policy.shape(plain.program)
        first, second = [0] * form.tally, [0] * form.tally
        for number in range(4):
            lead, longest = number % 2 == 0, (60, 7)[number // 2]
            record = policy.playout(plain, form, 5, number, longest, lead, first)
            assert counted.record(5, number, longest, lead, second) == record
            assert first == second
            winners, choices = bare.play(5, number, longest)
            assert choices == record[policy.DECISIONS]
            assert winners == (record[policy.WON_BY] if record[policy.ENDING] == policy.ENDED else 0)
        if path.stem in SHIPPED:
            assert counted.given_up == bare.given_up == 0


def both(text: str, players: int) -> tuple[Machine, Games]:
    plain = Machine(lower(load_text(text, "made-up.yml"), {}, players))
    return plain, Games(plain)


def test_a_broken_game_is_recorded_as_the_reference_does() -> None:
    text = """
cardrules: 1
game: Broken
players: 2
cards:
  french: A..6 of spades
zones:
  stock: every card, face down
variables:
  small: 0..3
play: |
  repeat:
    each player chooses:
      go(n in 0..1):
        small += n
"""
    plain, games = both(text, 2)
    form = policy.shape(plain.program)
    for number in range(5):
        first, second = [0] * form.tally, [0] * form.tally
        record = policy.playout(plain, form, 1, number, 100, False, first)
        assert record[policy.ENDING] == policy.BROKEN
        assert games.record(1, number, 100, False, second) == record
        assert first == second
    assert games.given_up == 5


ASIDES = """
cardrules: 1
game: Asides
players: 3
cards:
  french: A..K of spades
zones:
  stock: every card, face down
  hand: each player, seen by owner
  den: each player, face up
variables:
  salt: each player, 0..9, each round
setup: |
  shuffle stock
  deal 4 from stock to each hand
play: |
  repeat 6 times:
    round:
      each player chooses:
        lay(card in hand):
          move card to den
        burn(card in den, n in 1..2):
          move card to stock
        wait
  order players by count(you.den)
anytime: |
  swap_in(card in hand) when salt < 2:
    salt += 1
    move card to den
  swap_out(card in den) when salt < 2 and count(hand) < 4:
    salt += 1
    move card to hand
  snatch(card in next(you).den) when salt < 2:
    salt += 1
    move card to den
"""


def test_what_was_sealed_is_looked_at_again_after_an_aside() -> None:
    """An aside can take away what somebody else is about to burn: then that seat chooses again, and nobody else does."""
    plain, games = both(ASIDES, 3)
    form = policy.shape(plain.program)
    taken = [0] * len(plain.program.menus)
    for number in range(120):
        first, second = [0] * form.tally, [0] * form.tally
        record = policy.playout(plain, form, 2, number, 100, False, first)
        assert games.record(2, number, 100, False, second) == record
        assert first == second
        for menu, begin in enumerate(form.actions):
            taken[menu] += sum(first[(begin + k) * len(policy.ACTION) + 1] for k in range(len(plain.program.menus[menu].actions)))
    assert min(taken) > 20
    assert games.given_up == 0


@pytest.mark.parametrize("name", ["feud", "crown-duel", "line-of-succession", "goofspiel", "kuhn-poker", "crazy-eights", "succession"])
def test_games_by_hand_come_out_like_the_rule_files(name: str) -> None:
    from ..benchmarks.by_hand import BY_HAND, play
    from ..benchmarks.ours import LONGEST, PLAYERS, machine_for

    number = {"crazy-eights": 30, "succession": 300}.get(name, 600)
    games, rng = Games(machine_for(name), counts=False), Random(5)
    ours = [games.play(3, n, LONGEST) for n in range(number)]
    theirs = [play(BY_HAND[name], rng) for _ in range(number)]
    for mask in range(1 << PLAYERS.get(name, 2)):
        share = [sum(winners == mask for winners, _ in ours), sum(sum(1 << seat for seat in winners) == mask for winners, _ in theirs)]
        assert abs(share[0] - share[1]) < 5 * (number / 2) ** 0.5
    lengths = [sum(choices for _, choices in played) / number for played in (ours, theirs)]
    assert abs(lengths[0] - lengths[1]) < (0.35 if name == "crazy-eights" else 0.08) * lengths[1]
