"""A rule file played by each executor, and through the API, as one writes a loop over states."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random

import cardrules
from cardrules.interpreter.machine.compile.playout import Games
from cardrules.interpreter.machine.native.native import games_for
from cardrules.interpreter.machine.running import policy
from cardrules.interpreter.machine.running.interpret import Machine

from .timing import Runner

GAMES = Path(__file__).parents[2] / "games"
OPTIONS: dict[str, dict[str, int | str]] = {
    "goofspiel": {"cards_each": 8, "ties": "discard"},
    "texas-holdem": {"most_hands": 1},
    "gin-rummy": {"most_hands": 1},
}
"""What the others' rules are, where the file's own are not these."""
VARIANTS = {"succession": "no_deals", "texas-holdem": "fixed_limit"}
PLAYERS = {"succession": 4}
LONGEST = 5_000


def game_for(name: str) -> cardrules.Game:
    """A shipped game with the rules that the others have."""
    return cardrules.load(GAMES / f"{name}.yml", variant=VARIANTS.get(name), options=OPTIONS.get(name, {}))


def machine_for(name: str) -> Machine:
    """Its program, for as many players."""
    return Machine(game_for(name).machine(PLAYERS.get(name, 2)).program)


def through_the_api(name: str) -> Runner:
    """States, menus and choices, after the first half second of them."""
    game, players, numbers, rng = game_for(name), PLAYERS.get(name, 2), count(), Random(1)
    game.stepper(players).quicken()

    def run(games: int) -> None:
        for _ in range(games):
            state = game.start(players, seed=next(numbers))
            while not state.over:
                seat = state.to_move[0]
                state.choose(seat, state.legal(seat).sample(rng))

    return run


def interpret(machine: Machine) -> Runner:
    """The reference of bulk play."""
    form, numbers = policy.shape(machine.program), count()

    def run(games: int) -> None:
        for _ in range(games):
            policy.playout(machine, form, 1, next(numbers), LONGEST, False, [0] * form.tally)

    return run


def compiled(machine: Machine, counts: bool) -> Runner:
    """Emitted functions; counts: with records and tallies."""
    games, numbers = Games(machine, counts), count()
    tally = [0] * games.form.tally

    def run(wanted: int) -> None:
        for _ in range(wanted):
            if counts:
                games.record(1, next(numbers), LONGEST, False, tally)
            else:
                games.play(1, next(numbers), LONGEST)

    return run


def native(machine: Machine, counts: bool = True) -> Runner | None:
    """Native code; None where there is none. counts: with records and tallies."""
    found = games_for(machine, results=not counts)
    if found is None:
        return None
    batches = count()

    def run(games: int) -> None:
        found.play(machine, next(batches), 0, games, LONGEST, False)

    return run


OURS: dict[str, Callable[[Machine], Runner | None]] = {
    "interpret": interpret,
    "compile": lambda machine: compiled(machine, False),
    "compile, with statistics": lambda machine: compiled(machine, True),
    "native": lambda machine: native(machine, False),
    "native, with statistics": native,
}
