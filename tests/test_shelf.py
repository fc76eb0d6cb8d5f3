"""Every game that comes with cardrules: right as it is written, playable to the end, and honest about who knows what."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from random import Random

import cardrules
import pytest
from cardrules.dsl.load import load
from cardrules.interpreter.lab.check import check
from cardrules.interpreter.lab.checking import prepared
from cardrules.interpreter.lab.leaks import differences
from cardrules.interpreter.lab.playtest import Budget, Playtest
from cardrules.interpreter.lab.settings import Setting

from . import games_page

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.yml"))

# Long games are played short: one hand, one hole, one round.
SHORT: dict[str, dict[str, int | bool | str]] = {
    "blackjack": {"hands": 3},
    "bohnanza": {"offers_each": 0, "times_through": 1},
    "crazy-eights": {"target": 0},
    "cribbage": {"target": 41},
    "euchre": {"target": 5},
    "gin-rummy": {"most_hands": 1},
    "dominion": {"piles": 1},
    "golf-six": {"holes": 1},
    "hearts": {"target": 10},
    "lost-cities": {"rounds": 1},
    "love-letter": {"tokens": 2},
    "oh-hell": {"largest": 4},
    "president": {"deals": 1},
    "six-nimmt": {"heads_to_end": 1},
    "skat": {"deals": 2},
    "spades": {"target": 100, "floor": -50},
    "sushi-go": {"rounds": 1},
    "texas-holdem": {"most_hands": 3},
    "war": {"most_battles": 40},
}

each_game = pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)


def options(path: Path) -> dict[str, int | bool | str]:
    return SHORT.get(path.stem, {})


@each_game
def test_nothing_is_suspicious_and_the_examples_hold(path: Path) -> None:
    done = check(str(path), None, Budget(games=0))
    assert [diagnostic.message for diagnostic in done.diagnostics] == []
    assert [finding.text() for finding in done.findings] == []
    assert done.examples > 0


@each_game
def test_it_says_how_it_is_played_and_what_its_options_do(path: Path) -> None:
    game = load(path)
    assert game.how and game.about
    assert [option.name for option in game.options.values() if not option.about] == []


@each_game
def test_it_has_the_mechanisms_that_the_page_of_games_says(path: Path) -> None:
    assert path.stem in games_page.BY_GAME, "say in games_page.py which mechanisms it has"
    text = path.read_text(encoding="utf-8")
    for number in games_page.BY_GAME[path.stem]:
        name, pattern = games_page.MECHANISMS[number]
        assert re.search(pattern, text, re.MULTILINE), name


def test_the_page_of_games_is_up_to_date() -> None:
    assert games_page.page({}) == games_page.PAGE.read_text(encoding="utf-8"), "run `python tests/games_page.py`"


@each_game
def test_random_games_end_with_invariants_and_all_cards(path: Path) -> None:
    game = load(path)
    playtest = Playtest(game, partial(prepared, str(path), game), Budget(games=1))
    for seats in sorted({min(game.seats), max(game.seats)}):
        walk = playtest.walk(Setting(seats, None, options(path)), 7)
        assert walk.trouble is None, f"{walk.trouble.headline} ({seats} players)"
        assert walk.ended


@each_game
def test_every_card_is_somewhere(path: Path) -> None:
    game = cardrules.load(path, options=options(path))
    rng = Random(5)
    for players in sorted({min(game.players), max(game.players)}):
        state = game.start(players, seed=5)
        program = state.machine.program
        for _ in range(15):
            held = [card for place in range(len(program.places)) for card in state.sight(0).contents(place)]
            assert sorted(held) == list(range(len(program.cards)))
            if state.over:
                break
            seat = state.to_move[0]
            state.choose(seat, state.legal(seat).sample(rng))


@each_game
def test_at_the_full_table_nobody_can_tell_another_world_from_this_one(path: Path) -> None:
    game = cardrules.load(path, options=options(path))
    rng = Random(6)
    state = game.start(max(game.players), seed=6)
    for _ in range(2):
        for _ in range(3):
            if not state.over:
                seat = rng.choice(state.to_move)
                state.choose(seat, state.legal(seat).sample(rng))
        for seat in rng.sample(range(state.players), min(2, state.players)):
            other = state.resample(seat, rng)
            assert list(differences(state, other, seat)) == [] if seat in state.to_move else other.view(seat) == state.view(seat)
