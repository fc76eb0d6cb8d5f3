"""Games kept on disk: a file each, a line for everything that happened, written at once.

A file only ever grows: its first line says what is played and by whom, the following ones are the game's log; what is taken back
is noted, not removed. A line that was cut short (no power, a full disk) is not there.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import Any, cast

from ...dsl.record import Record
from ..home import directory

FORMAT = 1


class StoreError(Exception):
    """A kept game that can not be used. The text says why."""


class Header(Record):
    """title: of the game. path: of its rule file. players: who plays each seat, in words ("you", "bot"), by seat. started: local time."""

    title: str
    path: str
    players: tuple[str, ...]
    started: str


class Kept(Record):
    """A game as kept. over: it was played to its end."""

    path: Path
    header: Header | None
    log: list[Any]
    over: bool


class Store:
    """Writes one game. What could not be written is kept in memory and written with the next move, if that is possible then."""

    def __init__(self, path: Path, header: Header | None = None) -> None:
        """Open a kept game to go on with it, or begin one (then `header` is its first line). Nothing touches the disk before `keep`."""
        self.path = path
        self.fault = ""  # why the last attempt to write failed
        self.written = 0  # entries of the log that are surely in the file
        self._kept = 0  # entries of the log that are in the file
        self._waiting: list[str] = [] if header is None else [_line({"table": FORMAT, **header.__dict__})]
        self._stream: int | None = None

    @classmethod
    def begin(cls, header: Header) -> Store:
        """A new game's file."""
        moment = datetime.now().strftime("%Y%m%d-%H%M%S")
        plain = "".join(c if c.isalnum() and c.isascii() else "-" for c in header.title.casefold()).strip("-")[:40] or "game"
        return cls(directory() / f"{moment}-{plain}-{token_hex(2)}.game", header)

    @classmethod
    def resume(cls, kept: Kept) -> Store:
        """Go on writing a kept game. Raises StoreError while another process plays it."""
        store = cls(kept.path)
        store._kept = store.written = len(kept.log)
        try:
            store._open()
        except OSError as fault:
            store.fault = _reason(fault)
        return store

    def keep(self, log: Sequence[Any], *, over: bool = False) -> bool:
        """Write what of the log is not yet in the file. False, with `fault`, when that failed; nothing raises."""
        self._waiting += [_line(entry) for entry in log[self._kept :]]
        self._kept = len(log)
        if over:
            self._waiting.append(_line({"table": FORMAT, "over": True}))
        return self._write()

    def take_back(self, length: int) -> bool:
        """Note that only the first `length` entries of the log still hold."""
        self._kept = length
        self._waiting.append(_line({"table": FORMAT, "length": length}))
        return self._write()

    def close(self) -> None:
        """Let go of the file."""
        if self._stream is not None:
            os.close(self._stream)
            self._stream = None

    def _open(self) -> int:
        if self._stream is None:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            stream = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                _lock(stream, self.path)
                data = self.path.read_bytes()
                if not data.endswith(b"\n"):
                    os.ftruncate(stream, data.rfind(b"\n") + 1)
            except BaseException:
                os.close(stream)
                raise
            self._stream = stream
        return self._stream

    def _write(self) -> bool:
        """All lines that wait, or none of them."""
        try:
            stream = self._open()
            size = os.fstat(stream).st_size
            data = "".join(self._waiting).encode()
            written = 0
            try:
                while written < len(data):
                    written += os.write(stream, data[written:])
                os.fsync(stream)
            except OSError:
                if written:
                    os.ftruncate(stream, size)
                if not size:
                    self.close()
                    self.path.unlink(missing_ok=True)
                raise
        except OSError as fault:
            self.fault = _reason(fault)
            return False
        self._waiting.clear()
        self.written = self._kept
        self.fault = ""
        return True


def read(path: Path) -> Kept:
    """A kept game. Raises OSError, or StoreError where it is none."""
    data = path.read_bytes()
    header: Header | None = None
    log, over = list[Any](), False
    for number, line in enumerate(data[: data.rfind(b"\n") + 1].splitlines(), 1):
        try:
            entry: Any = json.loads(line)
        except (ValueError, RecursionError):
            raise StoreError(f"{path} is not a game that was kept: line {number} can not be read") from None
        if not isinstance(entry, dict) or "table" not in entry:
            log.append(entry)
            continue
        note = cast("dict[str, Any]", entry)
        if note["table"] != FORMAT:
            raise StoreError(f"{path} was kept by another version of cardrules")
        if "over" in note:
            over = True
        elif "length" in note and isinstance(note["length"], int) and 0 < note["length"] <= len(log):
            del log[note["length"] :]
        elif (header := _header(note)) is None:
            raise StoreError(f"{path} is not a game that was kept: line {number} says nothing that is known")
    if not log:
        raise StoreError(f"{path} is not a game that was kept: nothing of a game is in it")
    return Kept(path, header, log, over)


def _header(note: dict[str, Any]) -> Header | None:
    """The first line's header; None where a part of it is missing or of the wrong kind."""
    texts = [note.get(name) for name in ("title", "path", "started")]
    players: Any = note.get("players")
    if not all(isinstance(text, str) for text in texts) or not isinstance(players, list):
        return None
    kinds = cast("list[Any]", players)
    if not all(isinstance(kind, str) for kind in kinds):
        return None
    return Header(str(texts[0]), str(texts[1]), tuple(kinds), str(texts[2]))


def newest(rules: Path | None = None) -> Kept | None:
    """The unfinished game that was played last, of this rule file if one is given."""
    try:
        files = sorted(directory().glob("*.game"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    except OSError:
        return None
    for path in files:
        try:
            kept = read(path)
        except (OSError, StoreError, KeyError, TypeError, ValueError):
            continue
        if kept.over or kept.header is None or (rules is not None and Path(kept.header.path) != rules):
            continue
        return kept
    return None


def _line(entry: Any) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


def _reason(fault: OSError) -> str:
    return (fault.strerror or str(fault)).casefold()


def _lock(stream: int, path: Path) -> None:
    """Keep other processes from playing the same game, where the system can."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise StoreError(f"{path.name} is being played in another window") from None
