"""Where rule files are found, and which come with cardrules."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from ...dsl.shipped import GAMES
from ..usage import UsageError, meant


def shipped() -> dict[str, Path]:
    """The games that come with cardrules, by name."""
    return {path.stem: path for path in sorted(GAMES.glob("*.yml"))}


def find(name: str) -> Path:
    """The rule file that is meant: a file, or a shipped game by its bare name. Raises UsageError with near names when there is none."""
    game = shipped().get(name.removesuffix(".yml"))
    return game if game is not None and not Path(name).exists() else existing(name)


def existing(name: str) -> Path:
    """The file of this name. Raises UsageError, with near names, when it is not there or is a directory."""
    if not name.strip():
        raise UsageError("the name of the file is empty.")
    path = Path(name)
    try:
        if path.is_dir():
            raise UsageError(f"{name} is a directory, not a file.")
        if path.exists():
            return path
    except (OSError, ValueError) as fault:
        raise UsageError(f"`{name[:60]}` can not be a file: {(getattr(fault, 'strerror', None) or str(fault)).casefold()}.") from None
    raise UsageError(f"there is no file `{name}`{_near(path)}")


def main(args: argparse.Namespace) -> int:
    """`cardrules games`: every shipped game with what it is about."""
    from .terminal import Terminal, mark, wrap

    terminal = Terminal()
    games = shipped()
    column = max((len(name) for name in games), default=0) + 4
    for name, path in games.items():
        about, players = describe(path)
        terminal.write(f"{mark('title', name.ljust(column))}{players}")
        terminal.write(*wrap(about, terminal.width, " " * column))
    terminal.write(
        "", "Play one: cardrules play NAME. For a game of your own: cardrules new NAME, or copy one of these files and change it:"
    )
    for path in {path.parent for path in games.values()}:
        terminal.write(f"  {path}")
    return 0


def describe(path: Path) -> tuple[str, str]:
    """The line about a game, and for how many it is ("2 players", "2 to 5 players"). Reads no more of the file than its head."""
    from ...dsl.diagnostics import Report
    from ...dsl.reader import read
    from ...dsl.source import Scalar, Source

    mapping = read(Source(str(path), path.read_text(encoding="utf-8")), Report())
    about = mapping.get("about") if mapping else None
    players = mapping.get("players") if mapping else None
    seats = re.sub(r"\s*\.\.\s*", " to ", players.text.strip()) if isinstance(players, Scalar) else "any number of"
    return (" ".join(about.text.split()) if isinstance(about, Scalar) else ""), f"{seats} players"


def _near(path: Path) -> str:
    """What may have been meant by the name of a file."""
    around = [str(p) for p in path.parent.glob("*.yml")] if path.parent.is_dir() else []
    stem = path.stem if path.suffix in (".yml", ".yaml") else str(path)
    if stem in shipped():
        return f"; did you mean `{stem}`?"
    return meant(str(path), [*around, *shipped()]) or meant(stem, shipped()) or ". `cardrules games` lists the games that come with it."
