"""Worlds that a seat can not tell from the true one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import cardrules
import pytest

HERE = Path(__file__).parent
GAMES = [*sorted((HERE / "hidden").glob("*.yml")), *sorted((HERE.parent / "games").glob("*.yml"))]


def walk(state: cardrules.State, rng: Random, decisions: int) -> None:
    for _ in range(decisions):
        if state.over:
            return
        seat = rng.choice(state.to_move)
        state.choose(seat, state.legal(seat).sample(rng))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_view_menu_and_observations_are_equal(path: Path) -> None:
    rng = Random(4)
    state = cardrules.load(path).start(seed=4)
    for _ in range(4):
        for seat in range(state.players):
            before = state.dumps()
            other = state.resample(seat, rng)
            assert other.view(seat) == state.view(seat)
            assert other.information(seat) == state.information(seat)
            assert (other.to_move, other.over) == (state.to_move, state.over)
            names = state.legal(seat).names() if seat in state.to_move else []
            assert names == (other.legal(seat).names() if names else [])
            assert state.dumps() == before
            assert other.game.loads(other.dumps()) == other
            assert cardrules.replay(other.log).information(seat) == other.information(seat)
            walk(other, rng, 3)
        walk(state, rng, 3)


def test_every_hidden_card_moves_that_could_move_and_evenly() -> None:
    state = cardrules.load(HERE / "hidden" / "pile.yml").start(seed=2)
    hidden = {*state.zone("hand", 0), *state.zone("stock")}
    counts = dict.fromkeys(hidden, 0)
    for seed in range(500):
        other = state.resample(1, Random(seed))
        assert other.zone("hand", 1) == state.zone("hand", 1)
        for card in other.zone("hand", 0):
            counts[card] += 1
    assert all(240 < count < 360 for count in counts.values())  # three of five cards: 300 on the average


def test_a_sealed_choice_is_made_anew() -> None:
    state = cardrules.load(HERE / "hidden" / "simultaneous.yml").start(seed=2)
    state.choose(0, "lay 2♠")
    rng = Random(1)
    laid: set[str] = set()
    for _ in range(60):
        other = state.resample(1, rng)
        assert other.to_move == (1,)
        other.choose(1, "lay A♥")
        laid |= set(other.zone("used", 0))
    assert laid == {"A♠", "2♠", "3♠", "4♠"}


def test_what_was_kept_in_a_draft_is_made_anew_and_what_was_seen_is_not() -> None:
    state = cardrules.load(HERE / "hidden" / "draft.yml").start(seed=5)
    walk(state, Random(5), 2)
    mine = sorted(state.zone("hand", 1))
    kept: set[str] = set()
    for seed in range(60):
        other = state.resample(1, Random(seed))
        assert sorted(other.zone("hand", 1)) == mine
        kept |= set(other.zone("kept", 0))
    unseen = {f"{rank}♠" for rank in "A23456789"} - {*mine, *state.zone("kept", 1), *state.zone("hand", 0)}
    assert kept == unseen


def test_no_other_world_is_an_error_and_never_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardrules.interpreter.machine.knowledge import replay

    def nothing(*_: object, **__: object) -> None:
        raise replay.Impossible

    state = cardrules.load(HERE / "hidden" / "pile.yml").start(seed=2)
    monkeypatch.setattr(replay.Replay, "try_step", nothing)
    with pytest.raises(cardrules.ResampleError):
        state.resample(1, Random(1))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_deals_drawn_without_playing_are_what_playing_gives(path: Path) -> None:
    from cardrules.interpreter.machine.knowledge.deals import Deals
    from cardrules.interpreter.machine.knowledge.replay import Replay, Stretch

    rng = Random(3)
    state = cardrules.load(path).start(seed=3)
    for _ in range(3):
        for seat in range(state.players):
            replay = Replay(state, seat)
            first = next((i for i, scene in enumerate(replay.scenes) if scene.free), len(replay.scenes))
            deals = Deals(replay, Stretch(first, len(replay.scenes), replay.cells[first]))
            for _ in range(3 if deals.courses else 0):
                cells, change = deals.deal(rng)
                assert cells == deals.follow(change)[-1].cells
        walk(state, rng, 3)


def test_a_world_that_takes_too_long_is_an_error_and_one_without_limit_is_not() -> None:
    state = cardrules.load(HERE / "hidden" / "pile.yml").start(seed=2)
    with pytest.raises(cardrules.ResampleError):
        state.resample(1, Random(1), seconds=0.0)
    assert state.resample(1, Random(1)).information(1) == state.information(1)
