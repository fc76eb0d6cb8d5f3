"""The same games by hand, and in OpenSpiel and RLCard where they are installed and have them."""

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


RLCARD = {"texas-holdem": "limit-holdem", "gin-rummy": "gin-rummy"}
"""One hand each. RLCard's limit hold'em lets one fold where checking is free, so that random games are a third shorter. Its Leduc poker has
blinds instead of antes, its blackjack neither bets nor doubling: they are other games than ours."""


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


def _rlcard() -> Any:
    try:
        import rlcard
        import rlcard.agents
    except ImportError:
        return None
    return rlcard


def missing() -> list[str]:
    """What is not measured, and how it could be."""
    others = {"OpenSpiel": ("open_spiel", _pyspiel()), "RLCard": ("rlcard", _rlcard())}
    return [f"{name} is not measured: `pip install {package}` adds it." for name, (package, module) in others.items() if module is None]


def rlcard(name: str) -> dict[str, Runner]:
    """RLCard's game by its own loop, which makes vectors of what is seen at every choice."""
    found = _rlcard()
    if found is None or name not in RLCARD:
        return {}
    env = found.make(RLCARD[name])
    env.set_agents([found.agents.RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def run(games: int) -> None:
        for _ in range(games):
            env.run(is_training=False)

    return {"RLCard": run}


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
