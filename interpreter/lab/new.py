"""`cardrules new NAME`: a small game to start from."""

from __future__ import annotations

import argparse
import re
import sys
from itertools import count
from pathlib import Path

WINDOWS = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


class Unusable(Exception):
    """A name or place that no rule file can have; the message says why."""


def main(args: argparse.Namespace) -> int:
    """Write NAME.yml. 0, or 2 with one sentence about what is in the way; nothing that exists is overwritten."""
    try:
        path = write(args.name)
    except Unusable as error:
        print(f"cardrules: {error}", file=sys.stderr)
        return 2
    print(f"Wrote {path}, a small game to change as you like.\n  cardrules play {path}\n  cardrules check {path}")
    return 0


def write(name: str) -> Path:
    """Write the starter game as `name` (with or without .yml, with or without a folder). Raises Unusable."""
    path = Path(name)
    stem = path.name.removesuffix(".yml").removesuffix(".yaml")
    if name.endswith(("/", "\\")) or not re.fullmatch(r"[^\W_][\w-]*", stem) or stem.casefold() in WINDOWS:
        raise Unusable(f"{name!r} can not be the name of a game: use letters, digits, - and _, like `river-crossing`")
    path = path.with_name(f"{stem}.yml")
    if not path.parent.is_dir():
        raise Unusable(f"there is no folder {str(path.parent)!r} to write {path.name} into")
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(starter(re.sub(r"[-_]+", " ", stem).strip().capitalize()))
    except FileExistsError:
        free = next(other for n in count(2) if not (other := path.with_name(f"{stem}-{n}.yml")).exists())
        raise Unusable(f"{path} is there already, and is left as it is; `cardrules new {free.with_suffix('')}` is free") from None
    except OSError as error:
        raise Unusable(f"{path} can not be written: {error.strerror}") from None
    return path


def starter(title: str) -> str:
    """The text of the starter game under a title."""
    from importlib import resources

    return resources.files(__package__ or "").joinpath("starter.yml").read_text(encoding="utf-8").replace("game: Magpies", f"game: {title}")
