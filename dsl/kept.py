"""What was worked out from a rule file, kept until the file, another one that it names, or cardrules itself is no longer what it was.

Only right files are kept: what is said about a wrong one may depend on anything that lies around.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from . import cache, frozen

if TYPE_CHECKING:
    from . import ir
    from .finding import Shelf

DRAWER = cache.Drawer("files", files=400, bytes=64_000_000)
T = TypeVar("T")


def game(path: str | Path, *, variant: str | None = None, examples: bool = True) -> ir.Game:
    """What `load.load` gives, with its errors; as it was read before, where nothing has changed. examples: with those of the file."""
    from . import ir, source
    from .ir import declared, expressions, statements, types

    def read(data: bytes | None, shelf: Shelf) -> ir.Game:
        from .load import of_bytes

        found = of_bytes(data, Path(path), shelf, variant)
        return found if examples else replace(found, examples=())

    modules = (source, declared, expressions, statements, types)
    return kept(Path(path), f"game {variant} {examples}", read, modules, (ir.Rule,))


def kept(
    path: Path,
    what: str | None,
    work_out: Callable[[bytes | None, Shelf], T],
    modules: tuple[ModuleType, ...],
    circling: tuple[type, ...] = (),
) -> T:
    """What is worked out from a file's bytes and what a shelf finds for it; or what was kept of that.

    what: in a word, with whatever else it depends on (None: it is not to be kept). modules, circling: as `frozen` has them. Raises whatever
    `work_out` raises, which is given None where the file can not be read.
    """
    try:
        data = path.read_bytes()
    except (OSError, ValueError):
        data = None
    stamp = None if what is None or data is None else cache.stamp()
    name = "" if stamp is None else sha256(repr((stamp, what, str(path), data)).encode()).hexdigest()[:40]
    found = DRAWER.get(name) if name else None
    if found is not None:
        with suppress(Exception):  # damaged: as good as none
            asked, opened, value = frozen.loads(found, ())
            if _as_it_was(asked, opened):
                return frozen.loads(value, modules, circling)
    from .diagnostics import Report
    from .finding import Shelf, contents

    shelf = Shelf(Report(file=str(path)))
    result = work_out(contents(path, str(path), shelf.report) if data is None else data, shelf)
    if name:
        with suppress(RecursionError, pickle.PicklingError):  # nested deeply
            DRAWER.put(name, frozen.dumps((shelf.asked, _digests(shelf.opened), frozen.dumps(result, circling))))
    return result


def _as_it_was(asked: dict[tuple[str, str, bool], str | None], opened: dict[str, str]) -> bool:
    """Whether all other files are found where they were, with the same contents."""
    if not asked:
        return True
    from .finding import found

    for (name, folder, library), was in asked.items():
        now = found(name, Path(folder), library=library)
        if was != (None if now is None else str(now)):
            return False
    return all(sha256(Path(path).read_bytes()).hexdigest() == digest for path, digest in opened.items())


def _digests(opened: dict[str, bytes]) -> dict[str, str]:
    return {path: sha256(data).hexdigest() for path, data in opened.items()}
