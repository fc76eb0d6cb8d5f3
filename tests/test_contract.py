"""What holds for every game: the shipped ones and small ones that use what those do not."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cardrules
import pytest
from cardrules.interpreter.lab.settings import anything
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

HERE = Path(__file__).parent
GAMES = [*sorted((HERE.parent / "games").glob("*.yml")), *sorted((HERE / "games").glob("*.yml"))]
LONGEST = 3000  # decisions; no random game of these comes near it
WORLDS = 12  # of a game

every_game = pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
few = settings(
    max_examples=1, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
seeds = st.integers(0, 2**32)


@cache
def plain(path: Path) -> cardrules.Game:
    return cardrules.load(path)


def started(path: Path, seed: int) -> cardrules.State:
    """A game from a seed, with players, variant and options by it."""
    setting = anything(plain(path).ir, random.Random(seed))
    return cardrules.load(path, variant=setting.variant, options=setting.options).start(players=setting.seats, seed=seed)


def act(state: cardrules.State, rng: random.Random) -> tuple[int, str]:
    """Any seat that can does anything it can."""
    seat = rng.choice(state.may_act) if state.may_act and rng.random() < 0.15 else rng.choice(state.to_move)
    action = state.legal(seat).sample(rng)
    state.choose(seat, action)
    return seat, str(action)


def stops(state: cardrules.State, seed: int) -> Iterator[cardrules.State]:
    """The game at every stop, the end included."""
    rng = random.Random(seed)
    for _ in range(LONGEST):
        yield state
        if state.over:
            return
        act(state, rng)
    pytest.fail(f"not over after {LONGEST} decisions")


def some(stops: Iterator[cardrules.State]) -> Iterator[cardrules.State]:
    """The first dozen stops of a game, then every twelfth: enough of a long one for what is slow to look at."""
    return (stop for number, stop in enumerate(stops) if number < 12 or number % 12 == 0)


@every_game
@few
@given(seed=seeds)
def test_cards_invariants_and_ends(path: Path, seed: int) -> None:
    state = started(path, seed)
    cards = sum(z["count"] for z in state.view(0)["zones"])
    for stop in stops(state, seed):
        assert stop.fault_check() == []
        assert sum(z["count"] for z in stop.view(0)["zones"]) == cards
    assert len(state.returns) == state.players
    assert all(-1 <= r <= 1 for r in state.returns) or state.scores is not None
    assert set(state.winners) <= set(range(state.players))


@every_game
@few
@given(seed=seeds)
def test_who_may_act_and_how(path: Path, seed: int) -> None:
    state = started(path, seed)
    for stop in some(stops(state, seed)):
        if stop.over:
            assert stop.to_move == stop.may_act == ()
        else:
            assert stop.to_move
        assert not set(stop.to_move) & set(stop.may_act)
        for seat in range(stop.players):
            if seat not in (*stop.to_move, *stop.may_act):
                assert len(stop.legal(seat)) == 0
                continue
            legal = stop.legal(seat)
            assert legal.names()
            action = legal.sample(random.Random(seed))
            assert action in legal and str(action) in legal
            assert set(legal.names()) >= {action.name}


@every_game
@few
@given(seed=seeds)
def test_small_menus_are_complete_and_without_doubles(path: Path, seed: int) -> None:
    for stop in some(stops(started(path, seed), seed)):
        for seat in (*stop.to_move, *stop.may_act):
            legal = stop.legal(seat)
            try:
                size = len(legal)
            except cardrules.TooMany:
                continue
            if size > 200:
                continue
            texts = [str(action) for action in legal]
            assert len(texts) == size == len(set(texts))
            assert {action.name for action in legal} == set(legal.names())


@every_game
@few
@given(seed=seeds)
def test_illegal_actions_change_nothing(path: Path, seed: int) -> None:
    rng = random.Random(seed)
    last = "nothing_of_the_sort"
    for number, stop in enumerate(stops(started(path, seed), seed)):
        if number % 10:
            continue
        before = stop.dumps()
        for seat in range(stop.players):
            for text in ("", "nothing_of_the_sort", "pass pass", last, "♠", "play 99♠", "9" * 50):
                if text not in stop.legal(seat):
                    with pytest.raises(cardrules.IllegalAction) as refused:
                        stop.choose(seat, text)
                    assert str(refused.value)
        assert stop.dumps() == before
        if not stop.over:
            last = str(stop.legal(stop.to_move[0]).sample(rng))


@every_game
@few
@given(seed=seeds)
def test_clone_and_save_and_replay_give_the_same_state(path: Path, seed: int) -> None:
    rng = random.Random(seed)
    for number, stop in enumerate(stops(started(path, seed), seed)):
        if number % 5:
            continue
        saved = stop.dumps()
        copy = stop.clone()
        assert copy == stop and copy.dumps() == saved
        if number % 20 == 0:
            again = cardrules.replay(json.loads(json.dumps(stop.log)))
            assert again == stop and again.dumps() == saved
            assert [again.view(seat) for seat in range(stop.players)] == [stop.view(seat) for seat in range(stop.players)]
            assert [again.information(seat) for seat in range(stop.players)] == [stop.information(seat) for seat in range(stop.players)]
        if number % 10 == 0:
            loaded = stop.game.loads(saved)
            assert loaded == stop and loaded.dumps() == saved and loaded.log == stop.log
            if not stop.over:
                where = rng.getstate()
                act(copy, rng)
                rng.setstate(where)
                act(loaded, rng)
                assert copy == loaded
        assert stop.dumps() == saved


@every_game
@few
@given(seed=seeds)
def test_the_same_seed_is_the_same_game(path: Path, seed: int) -> None:
    logs = []
    for _ in range(2):
        state = started(path, seed)
        for _ in stops(state, seed):
            pass
        logs.append(json.dumps(state.log))
    assert logs[0] == logs[1]


@every_game
@few
@given(seed=seeds)
def test_a_seat_can_not_tell_a_resampled_world_apart(path: Path, seed: int) -> None:
    rng = random.Random(seed)
    left = WORLDS
    for stop in stops(started(path, seed), seed):
        if stop.over or rng.random() > 0.08:
            continue
        for seat in range(stop.players):
            left -= 1
            if left < 0:
                return
            other = stop.resample(seat, rng)
            assert other.view(seat) == stop.view(seat)
            assert other.information(seat) == stop.information(seat)
            assert other.to_move == stop.to_move or len(stop.to_move) > 1
            if seat in (*stop.to_move, *stop.may_act):
                assert menu(other, seat) == menu(stop, seat)


def menu(state: cardrules.State, seat: int) -> object:
    legal = state.legal(seat)
    try:
        if len(legal) <= 500:
            return sorted(map(str, legal))
    except cardrules.TooMany:
        pass
    return legal.names()


@every_game
@few
@given(seed=seeds)
def test_nothing_a_seat_has_not_seen_is_named_to_it(path: Path, seed: int) -> None:
    """Every face has one card: its name must be in no byte of a seat's view or observations before it lay where that seat could see it,
    or was named in a choice that was open to it."""
    state = started(path, seed)
    game = state.game.ir
    names = {face.name for face in game.deck.faces}
    if len(names) < sum(z["count"] for z in state.view(0)["zones"]):
        return
    sealed: list[tuple[int, str]] = []
    shown = [set[str]() for _ in range(state.players)]
    rng = random.Random(seed)
    turned = any(word in path.read_text(encoding="utf-8") for word in ("reveal ", "show "))
    while True:
        for seat in range(state.players):
            shown[seat] |= lying_open(state, seat, turned, shown[seat])
            text = json.dumps(state.view(seat), ensure_ascii=False) + state.information(seat)
            hidden = {name for name in names - shown[seat] if len(name) > 1}
            assert [name for name in sorted(hidden) if f"{name}" in text.replace("10", "T") and "10" not in name] == []
        if state.over:
            return
        asked = state.to_move
        seat, action = act(state, rng)
        sealed.append((seat, action))
        shown[seat] |= {name for name in names if name in action}
        if len(asked) == 1 or set(state.to_move) != set(asked) - {seat}:
            for _, text in sealed:
                for seen in shown:
                    seen |= {name for name in names if name in text}
            sealed.clear()


def lying_open(state: cardrules.State, seat: int, turned: bool, shown: set[str]) -> set[str]:
    """Cards in zones that the seat sees, by the zones' declarations alone. turned: some of the game's cards are turned by its rules, so
    what any seat can see now counts for all."""
    found = set[str]()
    unseen = 0
    for zone in state.view(seat)["zones"]:
        declared = state.game.ir.zones[zone["zone"]]
        sees = {
            "all": True,
            "nobody": False,
            "owner": zone["owner"] == state.seat_names[seat],
            "others": zone["owner"] != state.seat_names[seat],
            "team": True,
        }[declared.seen_by]
        if sees or turned:
            found |= {card for card in zone["cards"] if card is not None}
        else:
            owner = () if zone["owner"] is None else (zone["owner"],)
            unseen += not set(state.zone(zone["zone"], *owner)) <= shown
    return found if unseen > 1 else {face.name for face in state.game.ir.deck.faces}  # in one place alone: known by what is left


@every_game
def test_chance_can_be_asked_for_outcome_by_outcome(path: Path) -> None:
    rng = random.Random(5)
    state = plain(path).start(seed=5, chance="asked")
    asked = 0
    for _ in range(300):
        if (outcomes := state.chance) is not None:
            asked += 1
            assert abs(sum(probability for _, probability in outcomes) - 1) < 1e-9
            assert state.to_move == ()
            state.choose_chance(rng.choice(outcomes)[0])
        elif state.over:
            break
        else:
            act(state, rng)
    assert bool(asked) == any(step.draws for step in state.steps)
