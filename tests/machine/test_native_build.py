"""Native libraries: built once, kept safely, done without."""

from __future__ import annotations

import logging
import os
import sys
from importlib.resources import files
from pathlib import Path

import cardrules
import pytest
from cardrules.dsl import load
from cardrules.interpreter.machine import engine
from cardrules.interpreter.machine.lowering.lower import lower
from cardrules.interpreter.machine.native import build, native
from cardrules.interpreter.machine.native.build import Compiler, NoNative
from cardrules.interpreter.machine.running import policy
from cardrules.interpreter.machine.running.interpret import Machine
from cardrules.interpreter.machine.state.state import State
from cardrules.interpreter.players.player import SeatState
from cardrules.interpreter.players.search import SearchPlayer

needs_compiler = pytest.mark.skipif(build.compiler() is None, reason="there is no C compiler")


@pytest.fixture(scope="module")
def machine() -> Machine:
    game = load.load(str(files("cardrules.games") / "kuhn-poker.yml"))
    return Machine(lower(game, {name: option.default for name, option in game.options.items()}, 2))


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty cache folder, and nothing known of any machine."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    native._made.clear()
    native._told.clear()
    engine._spent.clear()
    return tmp_path / "cardrules" / "native"


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what is built from now on."""
    names: list[str] = []
    run = build._build

    def noted(*arguments):
        names.append(arguments[2].partition("-")[0])
        return run(*arguments)

    monkeypatch.setattr(build, "_build", noted)
    return names


@needs_compiler
def test_built_once_and_kept(machine, fresh, monkeypatch):
    names = counted(monkeypatch)
    first = native.Native(machine.program)
    assert names == ["runtime", "game"]
    assert native.Native(machine.program).batch(1, 0, 5, 50, True) == first.batch(1, 0, 5, 50, True)
    assert names == ["runtime", "game"]
    assert fresh.stat().st_mode & 0o077 == 0
    assert sorted(path.suffix for path in fresh.iterdir()) == [".o", ".so", ".sum", ".sum"]


@needs_compiler
def test_a_damaged_library_is_built_again(machine, fresh, monkeypatch):
    records = native.Native(machine.program).batch(1, 0, 5, 50, True)
    (library,) = fresh.glob("game-*.so")
    library.unlink()
    library.write_bytes(b"\x7fELF and then nothing")
    names = counted(monkeypatch)
    assert native.native_for(machine, build=False) is None
    again = native.native_for(machine)
    assert names == ["game"]
    assert again is not None
    assert again.batch(1, 0, 5, 50, True) == records


@needs_compiler
@pytest.mark.skipif(not hasattr(os, "getuid"), reason="the system has no such rights")
def test_a_library_that_others_could_change_is_not_loaded(machine, fresh, monkeypatch):
    native.Native(machine.program)
    names = counted(monkeypatch)
    (library,) = fresh.glob("game-*.so")
    library.chmod(0o722)
    assert native.native_for(machine, build=False) is None
    native.Native(machine.program)
    assert names == ["game"]
    fresh.chmod(0o777)
    with pytest.raises(NoNative, match="others could change"):
        native.Native(machine.program)


@needs_compiler
def test_results_alone_are_those_of_all_engines(machine, monkeypatch):
    slow = engine.engine_for(machine, results=True)(machine, 5, 0, 40, 50, True)
    engine._spent[machine] = engine.PATIENCE + 1
    assert native.games_for(machine, results=True).kind == build.RESULTS
    fast = engine.engine_for(machine, results=True)(machine, 5, 0, 40, 50, True)
    assert fast == slow == policy.results(machine.program, *policy.batch(machine, 5, 0, 40, 50, True))
    assert fast[0] != policy.batch(machine, 5, 0, 40, 50, True)[0]
    assert not any(fast[1])
    monkeypatch.setattr(native, "whole_text", lambda program: None)
    native._made.clear()
    assert native.games_for(machine, results=True).kind == build.STEPS
    assert engine.engine_for(machine, results=True)(machine, 5, 0, 40, 50, True) == slow


def test_without_a_compiler_games_go_on_in_python(machine, monkeypatch, caplog):
    monkeypatch.setattr(build, "compiler", lambda: None)
    engine._spent[machine] = 100.0
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert engine.engine_for(machine)(machine, 5, 0, 3, 50, True) == policy.batch(machine, 5, 0, 3, 50, True)
    (told,) = caplog.messages
    assert "no C compiler" in told
    assert "\n" not in told


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("import sys; sys.exit('game.c:1: error: no')", "game.c:1: error: no"),
        ("import sys; sys.exit(3)", "status 3"),
        ("pass", "status 0"),
    ],
)
def test_a_compiler_that_fails_is_told_in_one_line(machine, monkeypatch, script, said):
    monkeypatch.setattr(build, "compiler", lambda: Compiler((sys.executable, "-c", script), "1"))
    with pytest.raises(NoNative, match=said) as caught:
        native.Native(machine.program)
    assert "\n" not in str(caught.value)
    engine._spent[machine] = 100.0
    assert engine.engine_for(machine) is engine.python


def test_a_compiler_that_is_gone_is_told(machine, monkeypatch):
    monkeypatch.setattr(build, "compiler", lambda: Compiler(("/nowhere/cc",), "1"))
    with pytest.raises(NoNative, match="could not be made"):
        native.Native(machine.program)


@needs_compiler
def test_games_begin_in_python_and_go_on_natively(machine):
    assert engine.engine_for(machine) is engine.python
    played = engine.engine_for(machine)(machine, 5, 0, 3, 50, True)
    engine._spent[machine] = engine.PATIENCE + 1
    chosen = engine.engine_for(machine)
    assert chosen is not engine.python
    assert chosen(machine, 5, 0, 3, 50, True) == played
    engine._spent.clear()
    assert engine.engine_for(machine) is not engine.python


@needs_compiler
def test_a_bot_with_a_seed_answers_alike_with_and_without(monkeypatch):
    state = cardrules.load("crown-duel").start(seed=3)
    slow = engine.finishing.finish
    in_python: list[bool] = []

    def noted(*arguments):
        in_python.append(True)
        return slow(*arguments)

    monkeypatch.setattr(engine.finishing, "finish", noted)
    assert native.native_for(state.machine) is not None
    first = answers(state.clone())
    assert not in_python
    monkeypatch.setattr(native, "native_for", lambda *_, **__: None)
    assert answers(state.clone()) == first
    assert in_python


def answers(state: State) -> list[str]:
    """What two bots with seeds do in their first turns."""
    bots = [SearchPlayer(playouts=60, seconds=0.3, seed=seat, steady=True) for seat in (0, 1)]
    said: list[str] = []
    for _ in range(6):
        seat = state.to_move[0]
        said.append(str(bots[seat].decide(SeatState(state, seat))))
        state.choose(seat, said[-1])
    return said


@needs_compiler
def test_old_libraries_make_room(machine, fresh, monkeypatch):
    monkeypatch.setattr(build, "KEPT", 3)
    native.Native(machine.program)
    for k in range(8):
        (fresh / f"game-{k}.so").write_bytes(b"old")
        os.utime(fresh / f"game-{k}.so", (k, k))
    (fresh / "runtime-x.o").write_bytes(b"new")
    build._tidy(fresh)
    assert len(list(fresh.iterdir())) == 6
    assert native.native_for(machine, build=False) is not None
