"""Logs: written, read, damaged, played again."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import cardrules
import pytest
from cardrules.interpreter.machine.state import log as logs


def played(game: cardrules.Game, decisions: int = 6) -> cardrules.State:
    state, rng = game.start(seed=3, names=["Anna", "Ben"]), Random(3)
    for _ in range(decisions):
        seat = rng.choice(state.to_move)
        state.choose(seat, state.legal(seat).sample(rng))
    return state


def test_a_log_says_everything(tmp_path: Path) -> None:
    state = played(cardrules.load("feud", options={"ties_for_king": 4}))
    header = state.log[0]
    assert header["game"] == "Feud" and header["seed"] == 3 and header["names"] == ["Anna", "Ben"]
    assert header["options"]["ties_for_king"] == 4 and state.game.source_text in header["texts"].values()
    assert sum("do" in entry for entry in state.log) == 6
    logs.write(state.log, tmp_path / "log")
    again = cardrules.replay(tmp_path / "log")
    assert again == state and again.log == state.log
    assert [again.information(seat) for seat in (0, 1)] == [state.information(seat) for seat in (0, 1)]


def test_a_log_needs_no_file_but_itself(tmp_path: Path) -> None:
    (tmp_path / "mine.yml").write_text("extends: base\ngame: Mine\n", encoding="utf-8")
    (tmp_path / "base.yml").write_text(cardrules.load("crown-duel").source_text, encoding="utf-8")
    state = played(cardrules.load(tmp_path / "mine.yml"), 4)
    log = json.loads(json.dumps(state.log))
    for path in tmp_path.glob("*.yml"):
        path.unlink()
    logs._loaded.cache_clear()
    assert cardrules.replay(log).information(0) == state.information(0)


def test_a_half_written_last_line_is_not_there(tmp_path: Path) -> None:
    state = played(cardrules.load("feud"))
    path = tmp_path / "log"
    logs.write(state.log, path)
    path.write_bytes(path.read_bytes()[:-5])
    assert logs.read(path) == state.log[:-1]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda log: log[1:], "not the header"),
        (lambda log: [], "empty"),
        (lambda log: [log[0] | {"format": 99}, *log[1:]], "another version"),
        (lambda log: [log[0] | {"hash": "0"}, *log[1:]], "not the ones"),
        (lambda log: [*log, {"seat": "Carl", "do": "lay A♠"}], "no seat `Carl`"),
        (lambda log: [*log, {"seat": "Anna", "do": "fly"}], "could not be chosen"),
        (lambda log: [*log, {"seat": "Anna", "do": "lay A♠", "with": [[[1]]]}], "not what an action is taken with"),
        (lambda log: [*log[:1], {"what": 1}, *log[1:]], "entry 2 of the log: this is neither"),
        (lambda log: [log[0] | {"seed": 4}, *log[1:]], "was drawn, but now"),
    ],
)
def test_damage_is_told(damage: object, said: str) -> None:
    log = played(cardrules.load("feud")).log
    with pytest.raises(cardrules.LogError, match=said):
        cardrules.replay(damage(log))  # type: ignore[operator]


def test_a_line_that_is_no_json_is_named(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text('{"format": 1}\nnonsense\n{}\n', encoding="utf-8")
    with pytest.raises(cardrules.LogError, match="line 2 is not JSON"):
        logs.read(path)


def test_what_a_seat_sees_has_no_seed() -> None:
    state = cardrules.load("feud").start(seed=987654321)
    for seat in (0, 1):
        assert "987654321" not in json.dumps(state.view(seat)) + state.information(seat)
