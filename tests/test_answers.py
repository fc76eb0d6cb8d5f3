"""A seat that has sealed its choice may still have to answer another's offer."""

from __future__ import annotations

from pathlib import Path
from random import Random

import cardrules

FILE = Path(__file__).parent / "hidden" / "answer.yml"


def answered() -> cardrules.State:
    """Two have voted; the first has then answered an offer of the third."""
    state = cardrules.load(FILE).start(players=3, seed=4, names=["Anna", "Ben", "Cleo"])
    state.choose(0, "vote 5")
    state.choose(1, "vote 7")
    state.choose(2, f"offer Anna, {state.zone('hand', 2)[0]}")
    state.choose(0, "accept 3")
    return state


def test_a_sealed_choice_is_told_as_it_was_made() -> None:
    state = answered()
    assert "3" in " ".join(o.text for o in state.events(0))
    state.choose(2, "vote 9")
    told = [" ".join(o.text for o in state.events(seat)) for seat in range(3)]
    assert "vote 5" in told[0].replace("votes", "vote")
    assert state.get("vote", 0) == 5 and state.get("gold", 0) == 7


def test_worlds_with_a_choice_still_sealed() -> None:
    state = answered()
    rng = Random(1)
    seen = set[int]()
    for _ in range(30):
        other = state.resample(2, rng)
        assert other.view(2) == state.view(2) and other.information(2) == state.information(2)
        other.choose(2, "vote 0")
        seen.add(other.get("vote", 0))
    assert len(seen) > 3  # what Anna has sealed is anybody's guess
    for _ in range(10):
        other = state.resample(0, rng)
        assert other.view(0) == state.view(0) and other.information(0) == state.information(0)
        other.choose(2, "vote 0")
        assert other.get("vote", 0) == 5


def test_worlds_after_the_votes_are_revealed() -> None:
    state = answered()
    state.choose(2, "vote 9")
    for seat in range(3):
        other = state.resample(seat, Random(seat))
        assert other.view(seat) == state.view(seat) and other.information(seat) == state.information(seat)
        assert [other.get("vote", s) for s in range(3)] == [5, 7, 9]
