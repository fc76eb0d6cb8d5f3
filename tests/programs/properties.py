"""What holds for every program and every game of it. Each function raises AssertionError where it does not.

`python -m tests.programs 0 1000` asks them all of the programs of these seeds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import cast

import cardrules
from cardrules.dsl import ir
from cardrules.dsl.load import load_text
from cardrules.interpreter.machine.compile.machine import Compiled
from cardrules.interpreter.machine.native.build import compiler
from cardrules.interpreter.machine.native.native import games_for, native_for
from cardrules.interpreter.machine.running.cards import settle_order
from cardrules.interpreter.machine.running.policy import batch
from cardrules.interpreter.machine.running.verify import check_state

from .whole import Program

LONGEST = 1000  # decisions
LOOKED_AT = 10  # stops of a game, where looking takes time
LISTED = 300  # actions of a menu that is compared whole


@lru_cache(maxsize=8)
def read(text: str) -> ir.Game:
    """The game, without a mistake."""
    return load_text(text, "made-by-chance.yml")


def chosen(program: Program, seed: int) -> tuple[cardrules.Game, int]:
    """The program with a variant and options by the seed, and the number of players."""
    rng = Random(seed)
    game = read(program.text)
    numbers = [option for option in game.options.values() if option.type == ir.NUMBER]
    options = {option.name: rng.choice((option.low, option.high)) for option in numbers if rng.random() < 0.3}
    variant = rng.choice([None, None, *game.variants])
    return cardrules.Game(game, variant, options), rng.choice(game.seats)


def started(program: Program, seed: int) -> cardrules.State:
    """A game of it, with all by the seed."""
    game, players = chosen(program, seed)
    return game.start(players=players, seed=seed)


def act(state: cardrules.State, rng: Random) -> None:
    """Any seat that can does anything it can."""
    seat = rng.choice(state.may_act) if rng.random() < 0.15 and state.may_act else rng.choice(state.to_move)
    state.choose(seat, state.legal(seat).sample(rng))


def stops(program: Program, seed: int) -> Iterator[cardrules.State]:
    """The same state at every stop of a game, the end included."""
    state, rng = started(program, seed), Random(seed)
    for _ in range(LONGEST):
        yield state
        if state.over:
            return
        act(state, rng)
    raise AssertionError(f"not over after {LONGEST} decisions")


def some(program: Program, seed: int) -> Iterator[cardrules.State]:
    """Some stops of a game, all the same in the beginning."""
    return (stop for number, stop in enumerate(stops(program, seed)) if number < LOOKED_AT or number % LOOKED_AT == 0)


def menu(state: cardrules.State, seat: int) -> object:
    """What a seat is offered, in words."""
    legal = state.legal(seat)
    try:
        if len(legal) <= LISTED:
            return sorted(map(str, legal))
    except cardrules.TooMany:
        pass
    return legal.names()


def told(state: cardrules.State, seat: int) -> object:
    """Everything that a state shows a seat."""
    return state.view(seat), state.information(seat), state.decision.text, menu(state, seat)


# --------------------------------------------------------------------------- the properties


def plays_to_an_end(program: Program, seed: int) -> None:
    """No fault is met, no card is lost, all bounds are kept, and what is claimed holds, at every stop."""
    cards = None
    for stop in stops(program, seed):
        check_state(stop.machine.program, list(stop.cells))
        assert stop.fault_check() == []
        now = sorted(card for place in stop.machine.program.places for card in stop.zone(place.zone.name, *place.indexes))
        assert cards in (None, now)
        cards = now


def same_seed_same_game(program: Program, seed: int) -> None:
    """A seed gives one log, and one state at its end."""
    first, second = ([*stops(program, seed)][-1] for _ in range(2))
    assert json.dumps(first.log) == json.dumps(second.log)
    assert first.cells == second.cells


def copies_are_exact(program: Program, seed: int) -> None:
    """Copied, saved and loaded, or played again from its log, a game stands where it stood, and goes on alike."""
    for stop in some(program, seed):
        saved = stop.dumps()
        others = [stop.clone(), stop.game.loads(saved), cardrules.replay(cast("list[dict[str, object]]", json.loads(json.dumps(stop.log))))]
        for other in others:
            assert other == stop
            assert other.dumps() == saved
            assert [told(other, seat) for seat in range(stop.players)] == [told(stop, seat) for seat in range(stop.players)]
        if not stop.over:
            for other in others:
                act(other, Random(seed))
            assert others[0].cells == others[1].cells == others[2].cells
        assert stop.dumps() == saved


def unseen_cards_may_change_places(program: Program, seed: int) -> None:
    """Two cards that a seat does not know changed over, wherever they lie: its view and its menu stay the same."""
    rng = Random(seed)
    for stop in some(program, seed):
        for seat in range(stop.players):
            sight = stop.sight(seat)
            unknown = [card for card in range(len(stop.machine.program.cards)) if sight.label(card).startswith("#")]
            if len(unknown) < 2:
                continue
            one, two = rng.sample(unknown, 2)
            other = stop.other(_changed_over(stop, one, two), list(stop.steps), seat)
            assert other.view(seat) == stop.view(seat)
            assert menu(other, seat) == menu(stop, seat)


def worlds_look_alike(program: Program, seed: int) -> None:
    """A resampled world shows a seat the same, and offers it the same."""
    rng = Random(seed)
    for stop in some(program, seed):
        for seat in range(stop.players):
            try:
                other = stop.resample(seat, rng, patience=0.05)
            except cardrules.ResampleError:
                continue
            assert told(other, seat) == told(stop, seat)


def executors_agree(program: Program, seed: int) -> None:
    """Emitted Python functions come to the same state at every stop, and random games in bulk to the same records."""
    game, players = chosen(program, seed)
    machine = game.machine(players)
    other = cardrules.Game(game.ir, game.variant, game.options)
    other.stepper(players).quicken()
    compiled = other.stepper(players).machine
    assert isinstance(compiled, Compiled)
    state, twin = game.start(players=players, seed=seed), other.start(players=players, seed=seed)
    rng, same = Random(seed), Random(seed)
    for _ in range(LONGEST):
        assert state.cells == twin.cells
        if state.over:
            break
        act(state, rng)
        act(twin, same)
    assert state.log == twin.log
    assert batch(machine, seed, 0, 4, LONGEST, False) == batch(compiled, seed, 0, 4, LONGEST, False)


def native_code_agrees(program: Program, seed: int) -> None:
    """Random games in bulk come to the same records as native code, where there is a compiler."""
    game, players = chosen(program, seed)
    machine = game.machine(players)
    for native in (native_for(machine), games_for(machine)):
        assert (native is None) == (compiler() is None)
        if native is not None:
            assert native.play(machine, seed, 0, 20, LONGEST, False) == batch(machine, seed, 0, 20, LONGEST, False)


PROPERTIES = (plays_to_an_end, same_seed_same_game, copies_are_exact, unseen_cards_may_change_places, worlds_look_alike, executors_agree)
EXECUTORS = (native_code_agrees,)


def _changed_over(state: cardrules.State, one: int, two: int) -> list[int]:
    """The state's cells with two cards in each other's place."""
    layout, cells = state.machine.layout, list(state.cells)
    for row in (layout.faces, layout.undrawn, layout.where):
        cells[row + one], cells[row + two] = cells[row + two], cells[row + one]
    change = {one: two, two: one}
    for place in {cells[layout.where + one], cells[layout.where + two]}:
        first = layout.place_address[place] + 1
        for slot in range(first, first + cells[first - 1]):
            cells[slot] = change.get(cells[slot], cells[slot])
        settle_order(cells, layout, place)
    return cells
