"""What is worked out once and kept in the user's own cache folder: `$XDG_CACHE_HOME/cardrules`, or `~/.cache/cardrules`.

Nothing depends on it: where the folder is not there, not the user's alone, full, or what lies in it is damaged, all is worked out anew,
in silence. `CARDRULES_CACHE=off` in the environment keeps nothing and reads nothing.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import time
from functools import cache
from pathlib import Path
from zlib import crc32

from .record import Record

MOST_BYTES = 16_000_000  # of one file
_PACKAGE = Path(__file__).resolve().parent.parent


class Drawer(Record):
    """Files of one kind, in a folder of their own. files, bytes: what may lie in it; the oldest make room for the newest."""

    name: str
    files: int
    bytes: int

    def get(self, name: str) -> bytes | None:
        """What was put under this name; None where that is not there, damaged, or somebody else could have written it."""
        folder = _folder()
        if folder is None:
            return None
        try:
            if not all(own(path.lstat()) for path in (folder, folder / self.name)):
                return None
            handle = os.open(
                folder / self.name / name,
                os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0),
            )
            with open(handle, "rb") as file:
                found = os.fstat(handle)
                if not stat.S_ISREG(found.st_mode) or not own(found) or found.st_size > MOST_BYTES:
                    return None
                data = file.read(MOST_BYTES)
        except (OSError, ValueError):
            return None
        return data[4:] if len(data) > 4 and _sum(data[4:]) == data[:4] else None

    def put(self, name: str, data: bytes) -> None:
        """Keep this under a name, for whoever runs this next: all of it or nothing."""
        base = _folder()
        if base is None or len(data) > min(MOST_BYTES - 4, self.bytes):
            return
        folder = base / self.name
        with contextlib.suppress(OSError, ValueError):
            base.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            if not all(own(path.lstat()) for path in (base, folder)):
                return
            made = folder / f"{name}.{os.getpid()}.{time.time_ns()}"  # `tempfile` takes longer to load than all of this
            handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
            try:
                with open(handle, "wb") as file:
                    file.write(_sum(data) + data)
                os.replace(made, folder / name)
            except BaseException:  # also Ctrl-C leaves nothing behind
                with contextlib.suppress(OSError):
                    os.unlink(made)
                raise
            self._tidy(folder)

    def _tidy(self, folder: Path) -> None:
        with os.scandir(folder) as found:
            files = [(entry.stat(follow_symlinks=False), entry.path) for entry in found if entry.is_file(follow_symlinks=False)]
        room = self.bytes
        for number, (what, path) in enumerate(sorted(files, key=lambda file: -file[0].st_mtime_ns)):
            room -= what.st_size
            if number >= self.files or room < 0:
                with contextlib.suppress(OSError):
                    os.unlink(path)


@cache
def stamp() -> str | None:
    """What tells this cardrules, on this Python, from every other, also while it is being changed: its files with their sizes and times.
    None where it does not lie in files.
    """
    told = [sys.version]
    try:
        for folder in ("dsl", "interpreter"):
            for place, _, names in sorted(os.walk(_PACKAGE / folder)):
                for name in sorted(names):
                    if name.endswith((".py", ".lark")):
                        path = os.path.join(place, name)
                        found = os.stat(path)
                        told.append(f"{path} {found.st_size} {found.st_mtime_ns}")
    except OSError:
        return None
    return "\n".join(told) if len(told) > 1 else None


def _folder() -> Path | None:
    if os.environ.get("CARDRULES_CACHE") == "off":
        return None
    return place()


def place() -> Path:
    """The folder for all that is kept; it need not be there."""
    named = (os.environ.get("XDG_CACHE_HOME"), os.environ.get("LOCALAPPDATA"))
    base = next((path for path in named if path and os.path.isabs(path)), None)  # a relative one means nothing, says the XDG specification
    return Path(base or os.path.expanduser("~/.cache")) / "cardrules"


def own(found: os.stat_result) -> bool:
    """Whether something belongs to this user, and nobody else can write to it."""
    if not hasattr(os, "getuid"):
        return True
    return not stat.S_ISLNK(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022


def _sum(data: bytes) -> bytes:
    return crc32(data).to_bytes(4, "big")
