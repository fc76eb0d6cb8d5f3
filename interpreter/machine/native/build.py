"""From C text to a shared library, kept in the user's cache folder.

The compiler is the system's, or the one in the package `ziglang` (the extra `native`). A library is named after all it depends on. It is
loaded only from a folder that is the user's own, where nobody else can write, and only when it is byte for byte what was built.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import metadata, util
from pathlib import Path

from ....dsl.cache import own, place
from .numbers import header

SOURCES = Path(__file__).parent
FLAGS = ("-std=gnu11", "-fPIC", "-fvisibility=hidden", "-fwrapv", "-fno-strict-aliasing", "-fno-sanitize=undefined", "-w")
RUNTIME_LEVEL, GAME_LEVEL, WHOLE_LEVEL = "-O2", "-O1", "-O2"
PATIENCE = 120  # seconds for a compiler
KEPT = 200  # files


STEPS, GAMES, RESULTS = "game", "games", "results"
"""Kinds of libraries. STEPS: a game from stop to stop, linked with the fixed part. GAMES: whole games as one piece of code, the fixed part
compiled with them (whole.py). RESULTS: the same, and nothing counted but how games end."""


class NoNative(Exception):
    """There is no native code for this game here. The text is one line that says why."""


@dataclass(frozen=True)
class Compiler:
    """command: how it is called; version: what tells two of them apart."""

    command: tuple[str, ...]
    version: str


@cache
def compiler() -> Compiler | None:
    """The C compiler of this machine, or None."""
    for name in ("cc", "gcc", "clang"):
        path = shutil.which(name)
        if path is not None:
            found = Path(path).resolve().stat()
            return Compiler((path,), f"{path} {found.st_size} {found.st_mtime_ns}")
    if util.find_spec("ziglang") is not None:
        return Compiler((sys.executable, "-m", "ziglang", "cc"), f"ziglang {metadata.version('ziglang')}")
    return None


@dataclass(frozen=True)
class Names:
    """What a game's library and the fixed part of it are called, and what they are compiled with. options: those of the game's text."""

    compiler: Compiler
    game: str
    options: tuple[str, ...]
    runtime: str
    numbers: str


def kept(text: str, kind: str = STEPS) -> ctypes.CDLL | None:
    """The library of a game's C text, if it was built before. Raises NoNative."""
    names = _names(text, kind)
    try:
        path = _kept(_folder(), names.game)
        return None if path is None else ctypes.CDLL(str(path))
    except OSError as error:
        raise NoNative(f"a native library could not be read: {error.strerror or error}") from None


def built(text: str, kind: str = STEPS) -> ctypes.CDLL:
    """The library of a game's C text, built where it is not there yet. Raises NoNative."""
    names = _names(text, kind)
    numbers = {"numbers.h": names.numbers}
    try:
        folder = _folder()
        path = _kept(folder, names.game)
        if path is None:
            parts: tuple[str, ...] = ()
            if kind == STEPS:
                part = _kept(folder, names.runtime)
                if part is None:
                    part = _build(names, folder, names.runtime, (RUNTIME_LEVEL, "-c", str(SOURCES / "runtime.c")), numbers)
                for path in (part, part.with_name(f"{part.name}.sum")):
                    path.touch()  # it is in use: it must not be the oldest file
                parts = (str(part),)
            path = _build(names, folder, names.game, (*names.options, "-shared", "game.c", *parts), numbers | {"game.c": text})
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise NoNative(f"a native library could not be made: {error.strerror or error}") from None


def _names(text: str, kind: str) -> Names:
    found = compiler()
    if found is None:
        raise NoNative("there is no C compiler here; `pip install 'cardrules[native]'` brings one")
    numbers = header()
    fixed = (numbers, *(path.read_text("utf-8") for path in sorted(SOURCES.glob("*.[ch]"))))
    ending = ".dll" if os.name == "nt" else ".so"
    options = (GAME_LEVEL,) if kind == STEPS else (WHOLE_LEVEL, "-fstrict-aliasing", f"-DCOUNTS={int(kind == GAMES)}")
    game = f"{kind}-{_key(found, *options, *fixed, text)}{ending}"
    return Names(found, game, options, f"runtime-{_key(found, RUNTIME_LEVEL, *fixed)}.o", numbers)


def _key(compiler: Compiler, *parts: str) -> str:
    return sha256(repr((compiler.version, FLAGS, *parts)).encode()).hexdigest()[:32]


def _folder() -> Path:
    """Where libraries are kept. Raises NoNative where somebody else could write into it."""
    folder = place() / "native"
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if not all(own(path.lstat()) for path in (folder, folder.parent)):
        raise NoNative(f"native libraries are not kept in {folder}, where others could change them")
    return folder


def _kept(folder: Path, name: str) -> Path | None:
    """A file that was built before, if it is still what it was."""
    path = folder / name
    try:
        if own(path.lstat()) and (folder / f"{name}.sum").read_text("ascii") == sha256(path.read_bytes()).hexdigest():
            return path
    except (OSError, ValueError):
        pass
    return None


def _build(names: Names, folder: Path, name: str, arguments: tuple[str, ...], files: dict[str, str]) -> Path:
    """Compiles in a folder of its own, where these files lie, then moves the result to its name."""
    with tempfile.TemporaryDirectory(dir=folder) as own:
        for file, content in files.items():
            (Path(own) / file).write_text(content, "utf-8")
        made, total = Path(own) / name, Path(own) / "sum"
        command = (*names.compiler.command, *FLAGS, "-I.", f"-I{SOURCES}", *arguments, "-o", name)
        try:
            done = subprocess.run(command, cwd=own, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL, check=False)
        except subprocess.TimeoutExpired:
            raise NoNative(f"the C compiler did not finish within {PATIENCE} seconds") from None
        if done.returncode or not made.exists():
            said = next((line.strip() for line in done.stderr.splitlines() if "error" in line.lower()), f"status {done.returncode}")
            raise NoNative(f"the C compiler failed: {said}")
        made.chmod(0o700)
        total.write_text(sha256(made.read_bytes()).hexdigest(), "ascii")
        os.replace(made, folder / name)
        os.replace(total, folder / f"{name}.sum")
    _tidy(folder)
    return folder / name


def _tidy(folder: Path) -> None:
    """Only the newest files stay."""
    files = sorted((path for path in folder.iterdir() if path.is_file()), key=lambda path: path.stat().st_mtime)
    for path in files[: max(0, len(files) - 2 * KEPT)]:
        path.unlink(missing_ok=True)
