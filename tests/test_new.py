"""The starter game: written where it may be, right, and worth playing."""

from __future__ import annotations

import argparse
from pathlib import Path

import cardrules
import pytest
from cardrules.interpreter.lab import check, new
from cardrules.interpreter.lab.playtest import Budget


def run(name: str) -> int:
    return new.main(argparse.Namespace(name=name))


def test_the_starter_game_passes_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("river-crossing") == 0
    done = check.check("river-crossing.yml", None, Budget(games=60))
    assert (done.status, done.findings, done.examples) == (0, [], 2)
    assert cardrules.load("river-crossing.yml").name == "River crossing"


def test_nothing_is_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.yml").write_text("mine")
    assert run("mine") == 2
    assert Path("mine.yml").read_text() == "mine"
    said = capsys.readouterr().err
    assert "mine.yml is there already" in said and "`cardrules new mine-2` is free" in said
    assert run("mine-2") == 0 and run("mine") == 2
    assert "`cardrules new mine-3` is free" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["", ".", "..", "a b", "-x", "no?", "NUL", "folder/", "x/../.y"])
def test_bad_names_are_explained(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").mkdir()
    assert run(name) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert [p.name for p in tmp_path.rglob("*")] == ["x"]


def test_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tmp_path / "none" / "game")) == 2
    assert "no folder" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["game.yml", "sub/game", "éclair", "my_2nd"])
def test_good_names(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    assert run(name) == 0
    assert Path(f"{name.removesuffix('.yml')}.yml").is_file()
