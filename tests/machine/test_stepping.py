"""Games through the API are the same whichever executor runs them: menus, logs, what each seat sees and remembers, text for text."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from random import Random

import cardrules
import pytest
from cardrules.dsl.load import load_text
from cardrules.interpreter.machine import stepping
from cardrules.interpreter.machine.compile.machine import Compiled

from ..programs import program

ROOT = Path(__file__).parents[2]
FILES = [
    *sorted((ROOT / "games").glob("*.yml")),
    *(path for folder in ("games", "hidden") for path in sorted((ROOT / "tests" / folder).glob("*.yml"))),
]
LONGEST = 30
SHOWN = 20


def told(game: cardrules.Game, players: int, seed: int) -> list[str]:
    """A game at random, with everything that can be asked of a state."""
    state, rng, found = game.start(players, seed=seed), Random(seed), list[str]()
    while not state.over and len(found) < LONGEST:
        seat = rng.choice((*state.to_move, *state.may_act))
        legal = state.legal(seat)
        try:
            found.append(f"{seat}: {[(str(action), action.arguments) for action in islice(legal, SHOWN)]}")
        except cardrules.TooMany:
            found.append(f"{seat}: {legal.names()}")
        state.choose(seat, legal.sample(rng))
    found += [json.dumps(entry) for entry in state.log]
    found += [f"{state.cells} {state.returns} {state.scores} {state.may_act}"]
    return found + [f"{state.information(seat)}\n{json.dumps(state.view(seat))}" for seat in range(players)]


def alike(game: cardrules.Game, seeds: int) -> None:
    """Compares the executors."""
    for players in sorted({min(game.players), max(game.players)}):
        plain = [told(game, players, seed) for seed in range(seeds)]
        stepper = game.stepper(players)
        stepper.quicken()
        assert [told(game, players, seed) for seed in range(seeds)] == plain
        assert isinstance(stepper.machine, Compiled)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_is_the_same_text_for_text(path: Path) -> None:
    alike(cardrules.load(path), 1)


@pytest.mark.parametrize("seed", range(6))
def test_a_game_made_by_chance_is_the_same_text_for_text(seed: int) -> None:
    alike(cardrules.Game(load_text(program(seed).text, "made-by-chance.yml"), None, {}), 2)


def test_functions_are_written_once_steps_were_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping, "STEPS", 20)
    game, other = (cardrules.load(ROOT / "games" / "crown-duel.yml") for _ in range(2))
    assert [told(game, 2, seed) for seed in range(6)] == [told(other, 2, seed) for seed in range(6)]
    assert isinstance(game.stepper(2).machine, Compiled)
    assert not isinstance(game.machine(2), Compiled)
