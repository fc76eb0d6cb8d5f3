"""Bulk play by emitted functions: records and tallies as the reference has them; games by hand come out alike."""

from __future__ import annotations

from pathlib import Path
from random import Random

import cardrules
import pytest
from cardrules.interpreter.machine.compile.playout import Games
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


def test_a_broken_game_is_recorded_as_the_reference_does() -> None:
    from cardrules.dsl.load import load_text
    from cardrules.interpreter.machine.lowering.lower import lower

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
    plain = Machine(lower(load_text(text, "broken.yml"), {}, 2))
    games, form = Games(plain), policy.shape(plain.program)
    for number in range(5):
        first, second = [0] * form.tally, [0] * form.tally
        record = policy.playout(plain, form, 1, number, 100, False, first)
        assert record[policy.ENDING] == policy.BROKEN
        assert games.record(1, number, 100, False, second) == record
        assert first == second
    assert games.given_up == 5


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
