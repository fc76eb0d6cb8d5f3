"""The same games by hand, and in OpenSpiel where it is installed. (RLCard has none of them.)"""

from __future__ import annotations

from random import Random
from typing import Any

from .by_hand import BY_HAND, play
from .timing import Runner

OPENSPIEL = {
    "goofspiel": "goofspiel(num_cards=8,imp_info=True)",
    "kuhn-poker": "kuhn_poker",
    "crazy-eights": "crazy_eights(players=2)",
}
"""OpenSpiel's Crazy Eights is one hand; ours and the one by hand go on to 100 points, so compare decisions there, not games."""


def by_hand(name: str) -> Runner:
    """Plain Python."""
    kind, rng = BY_HAND[name], Random(1)

    def run(games: int) -> None:
        for _ in range(games):
            play(kind, rng)

    return run


def _pyspiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        return None
    return pyspiel


def missing() -> str | None:
    """What is not measured, and how it could be."""
    return None if _pyspiel() is not None else "OpenSpiel is not measured: `pip install open_spiel` adds it."


def openspiel(name: str) -> dict[str, Runner]:
    """OpenSpiel's game by the usual Python loop, and wholly in C++."""
    spiel = _pyspiel()
    if spiel is None or name not in OPENSPIEL:
        return {}
    game, rng = spiel.load_game(OPENSPIEL[name]), Random(1)
    bots = [spiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(game.num_players())]

    def loop(games: int) -> None:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(rng.choices([action for action, _ in outcomes], [chance for _, chance in outcomes])[0])
                elif state.is_simultaneous_node():
                    state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(game.num_players())])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))

    def inside(games: int) -> None:
        for number in range(games):
            spiel.evaluate_bots(game.new_initial_state(), bots, number)

    return {"OpenSpiel, Python loop": loop, "OpenSpiel, C++ bots": inside}
