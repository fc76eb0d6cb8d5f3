"""No byte that reaches a seat depends on a card that it has never seen."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import cardrules
import pytest
from cardrules.interpreter.machine.events import Moved

HERE = Path(__file__).parent
GAMES = [*sorted((HERE / "hidden").glob("*.yml")), *sorted((HERE.parent / "games").glob("*.yml"))]


def exits(state: cardrules.State, seat: int) -> str:
    """Everything that a state tells a seat."""
    found = [json.dumps(state.view(seat), ensure_ascii=False), state.information(seat), state.decision.text]
    found += [json.dumps(observation.data, ensure_ascii=False) for observation in state.history(seat)]
    legal = state.legal(seat)
    found.append(str(legal.names()))
    rng = Random(1)
    found += [str(legal.sample(rng)) for _ in range(5 if legal else 0)]
    for wrong in ("nonsense", *(f"{name} nonsense" for name in legal.names())):
        with pytest.raises(cardrules.IllegalAction) as error:
            state.choose(seat, wrong)
        found.append(str(error.value))
    return "\n".join(found)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_equal_knowledge_is_told_in_equal_bytes(path: Path) -> None:
    """Also catches ids, positions and orders that betray something, which no search for a name would find."""
    rng = Random(9)
    state = cardrules.load(path).start(seed=9)
    for _ in range(3):
        for _ in range(rng.randrange(1, 5)):
            if not state.over:
                seat = rng.choice(state.to_move)
                state.choose(seat, state.legal(seat).sample(rng))
        for seat in range(state.players):
            other = state.resample(seat, rng)
            told = exits(state, seat)
            assert exits(other, seat) == told
            watcher = other.fresh_observer(seat)  # what it would have observed, had it been there
            watched = [seen.text for step in other.steps for seen in watcher.watch(step.passage)]
            assert "\n".join(watched) == state.information(seat)


def test_the_marker_card_reaches_nobody_who_has_not_seen_it(tmp_path: Path) -> None:
    """A card with a name like no other: whoever has not seen it reads its name nowhere."""
    text = (HERE / "hidden" / "pile.yml").read_text().replace("french: A..9 of spades", "french: A..9 of spades\n  Zanzibar: {}")
    path = tmp_path / "marked.yml"
    path.write_text(text)
    game = cardrules.load(path)
    unseen = 0
    for seed in range(12):
        rng = Random(seed)
        state = game.start(seed=seed)
        while state.zone("hand", 0) and state.zone("hand", 1):  # then everybody can work out what is left
            for seat in range(state.players):
                shown = any(
                    (event.before | event.after) >> seat & 1 and state.words.card(event.card) == "Zanzibar"
                    for step in state.steps
                    for event in step.events
                    if isinstance(event, Moved)
                )
                unseen += not shown
                assert shown == ("Zanzibar" in exits(state, seat))
            seat = rng.choice(state.to_move)
            state.choose(seat, state.legal(seat).sample(rng))
    assert unseen > 20


def test_a_number_chosen_is_not_taken_for_the_card_that_moves_then() -> None:
    """A seat's number may be the number of a card: what is told must not depend on that."""
    game = cardrules.load(HERE / "hidden" / "theft.yml")
    told: set[str] = set()
    for seed in range(60):
        state = game.start(seed=seed)
        state.choose(0, "steal p2")
        told.add(next(seen.text for seen in state.history(2) if seen.kind == "chose"))
    assert told == {"p1 steals p2"}


def test_places_that_cards_are_gathered_from_are_told_in_an_order_that_betrays_nothing() -> None:
    """Not in the order of the cards' numbers: whose lowest card is lower must not show."""
    game = cardrules.load(HERE / "hidden" / "gathered.yml")
    told: set[tuple[str, ...]] = set()
    for seed in range(20):
        state = game.start(seed=seed)
        for seat in (0, 1):
            state.choose(seat, state.legal(seat).sample(Random(seed)))
        gathered = [seen.data["from"] for seen in state.events(0) if seen.kind == "moved" and seen.data["to"] == "stock"]
        assert len(gathered) > 3
        told.add(tuple(gathered))
    assert len(told) == 1
