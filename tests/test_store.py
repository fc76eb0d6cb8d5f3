"""Games kept on disk: nothing that was written is lost, nothing that was not is missed."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest
from cardrules.interpreter.table import store
from cardrules.interpreter.table.store import Header, Store, StoreError

HEADER = Header("A Game", "/rules/a.yml", ("you", "bot"), "2030-01-01T10:00:00")


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def test_every_entry_is_in_the_file_at_once(state_home: Path):
    game = Store.begin(HEADER)
    assert game.path.parent == state_home / "cardrules"
    for length in (1, 2, 3):
        assert game.keep([{"n": n} for n in range(length)])
        assert store.read(game.path).log == [{"n": n} for n in range(length)]  # while it is still open
    assert store.read(game.path).header == HEADER
    assert os.stat(game.path).st_mode & 0o077 == 0  # it holds what the players may not know


def test_what_is_taken_back_is_gone_but_the_file_only_grew():
    game = Store.begin(HEADER)
    game.keep([1, 2, 3])
    size = game.path.stat().st_size
    game.take_back(2)
    game.keep([1, 2, 9])
    assert store.read(game.path).log == [1, 2, 9]
    assert game.path.stat().st_size > size


def test_a_line_cut_short_is_not_there_and_is_mended():
    game = Store.begin(HEADER)
    game.keep([1, {"long": "entry"}])
    game.close()
    whole = game.path.read_bytes()
    for cut in range(1, 18):
        game.path.write_bytes(whole[:-cut])
        kept = store.read(game.path)
        assert kept.log == [1]
        again = Store.resume(kept)
        again.keep([1, "new"])
        again.close()
        assert store.read(game.path).log == [1, "new"]


def test_a_full_disk_loses_nothing(monkeypatch: pytest.MonkeyPatch):
    game = Store.begin(HEADER)
    game.keep([1])
    write = os.write

    def full(stream: int, data: bytes) -> int:
        if len(data) > 3:
            return write(stream, data[:3])  # some of it still fits
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    assert not game.keep([1, "second"])
    assert game.fault == "no space left on device"
    assert store.read(game.path).log == [1]
    monkeypatch.setattr(os, "write", write)
    assert game.keep([1, "second", "third"])
    assert store.read(game.path).log == [1, "second", "third"]
    assert game.fault == ""


def test_the_newest_unfinished_game_is_found(tmp_path: Path):
    other = Header("Other", "/rules/b.yml", ("you",), "2030-01-01T10:00:00")
    games = [Store.begin(header) for header in (HEADER, other, HEADER)]
    for age, game in enumerate(games):
        game.keep([age])
        os.utime(game.path, (1000 + age, 1000 + age))
    games[2].keep([2], over=True)
    (tmp_path / "cardrules" / "broken.game").write_text("{nothing\n")
    for game in games:
        game.close()
    newest, of_file = store.newest(), store.newest(Path("/rules/a.yml"))
    assert newest is not None and newest.path == games[1].path
    assert of_file is not None and of_file.path == games[0].path
    assert store.newest(Path("/rules/none.yml")) is None


def test_a_game_is_played_in_one_window_at_a_time():
    game = Store.begin(HEADER)
    game.keep([1])
    with pytest.raises(StoreError, match="another window"):
        Store.resume(store.read(game.path))
    game.close()
    Store.resume(store.read(game.path)).close()


@pytest.mark.parametrize(
    "data", [b"", b"\x89PNG\r\n\x1a\n\x00\x00\n", b"game: Feud\n", b"[" * 100_000 + b"\n", json.dumps({"table": 99}).encode() + b"\n"]
)
def test_what_is_no_game_is_said_to_be_none(tmp_path: Path, data: bytes):
    path = tmp_path / "x.game"
    path.write_bytes(data)
    with pytest.raises(StoreError):
        store.read(path)


def test_where_games_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    assert store.directory() == tmp_path / "cardrules"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")  # the convention: not absolute, not used
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(store.sys, "platform", "linux")
    assert store.directory() == tmp_path / ".local/state/cardrules"
    monkeypatch.setattr(store.sys, "platform", "darwin")
    assert store.directory() == tmp_path / "Library/Application Support/cardrules"
    monkeypatch.setattr(store.sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert store.directory() == tmp_path / "local/cardrules"
