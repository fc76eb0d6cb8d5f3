"""Other files that a rule file names: looked for beside it and among cardrules' own, never elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field
from pathlib import Path

from .diagnostics import Report
from .reader import decode, read
from .record import Sheet
from .shipped import GAMES, LIBRARIES
from .source import Mapping, Source

_LIBRARY = re.compile(r"^library[ \t]*:", re.MULTILINE)


class Shelf(Sheet):
    """Where files are looked for, and the texts that were read so far, in order. texts: by name, the only files there are.

    asked: what was looked for, and which file it was; opened: the bytes of these files. So it can be told later whether all is as it was.
    """

    report: Report
    texts: dict[str, str] | None = None
    read: list[Source] = field(default_factory=list[Source])
    asked: dict[tuple[str, str, bool], str | None] = field(default_factory=dict[tuple[str, str, bool], str | None])
    opened: dict[str, bytes] = field(default_factory=dict[str, bytes])

    def find(self, name: str, folder: Path, *, library: bool) -> Path | None:
        """The file of a bare name, beside in `folder` or among cardrules' own: a library, or anything else."""
        if self.texts is not None:
            named = [Path(known) for known in self.texts if Path(known).name == with_ending(name)]
            return next((path for path in named if (_LIBRARY.search(self.texts[str(path)]) is not None) is library), None)
        path = found(name, folder, library=library)
        self.asked[name, str(folder), library] = None if path is None else str(path)
        return path

    def open(self, path: Path) -> Mapping | None:
        """The sections of a file that was found, or None after a fault, which is noted as one of that file."""
        name, self.report.file = self.report.file, str(path)
        if self.texts is not None:
            data: bytes | None = self.texts[str(path)].encode("utf-8", "surrogatepass")
        else:
            data = contents(path, path.name, self.report)
        source = None if data is None else decode(data, str(path), self.report)
        if data is not None:
            self.opened[str(path)] = data
        if source is not None:
            self.read.append(source)
        root = None if source is None else read(source, self.report)
        self.report.file = name
        return root


def found(name: str, folder: Path, *, library: bool) -> Path | None:
    """The file of a bare name on disk."""
    for place in (folder, LIBRARIES if library else GAMES):
        path = place / with_ending(name)
        if is_inside(path, place) and (not library or is_library(path)):
            return path
    return None


def bare_name(name: str) -> bool:
    """Whether a name can be that of a file beside another: no path, nothing hidden."""
    return bool(name) and not any(sign in name for sign in "/\\\0") and not name.startswith(".") and len(name) <= 100


def with_ending(name: str) -> str:
    """The name of a rule file, with its ending."""
    return name if name.endswith((".yml", ".yaml")) else f"{name}.yml"


def is_inside(path: Path, folder: Path) -> bool:
    """Whether a file really lies in a folder; a link out of it does not."""
    try:
        return path.is_file() and path.resolve().parent == folder.resolve()
    except OSError:
        return False


def is_library(path: Path) -> bool:
    """Whether a rule file says that it is a library."""
    try:
        return _LIBRARY.search(path.read_text("utf-8", "replace")) is not None
    except OSError:
        return False


def libraries_beside(folder: Path) -> Iterable[str]:
    """The names of the libraries that can be used from a folder."""
    found = [path for place in (folder, LIBRARIES) for path in sorted(place.glob("*.yml")) if is_library(path)]
    return dict.fromkeys(path.stem for path in found)


def contents(path: Path, shown: str, report: Report) -> bytes | None:
    """The bytes of a file, or None after a fault."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        report.error("E0300", None, f"there is no file {shown}", help="`cardrules games` lists the games that come with cardrules")
    except IsADirectoryError:
        report.error("E0300", None, f"{shown} is a directory, not a rule file")
    except PermissionError:
        report.error("E0300", None, f"{shown} may not be read", help="its permissions do not allow it")
    except (OSError, ValueError) as fault:
        report.error("E0300", None, f"{shown} can not be read: {getattr(fault, 'strerror', None) or 'not a path'}")
    return None
