"""A rule file, with what it extends, to the typed game."""

from __future__ import annotations

from pathlib import Path

from . import ir
from .declare import build
from .diagnostics import Report, RuleError
from .merge import merged, with_variant
from .options import replaces_rules
from .reader import decode, read
from .source import Mapping, Source
from .spelling import nearest

GAMES = Path(__file__).resolve().parent.parent / "games"
MOST_FILES = 8  # in a chain of `extends`


def load(path: str | Path, *, variant: str | None = None) -> ir.Game:
    """The game of a rule file. variant: matters only where it replaces rules; its settings are in `Game.variants`.

    Raises RuleError, with every fault, for whatever is wrong with the file.
    """
    path = Path(path)
    report = Report(file=str(path))
    data = contents(path, str(path), report)
    source = None if data is None else decode(data, str(path), report)
    return from_source(source, path.parent, report, variant)


def load_text(text: str, name: str, *, variant: str | None = None, files: dict[str, str] | None = None) -> ir.Game:
    """The same from a text. `name` is shown; what it extends is looked for beside it and among cardrules' own games, or, where `files` are
    given (texts by name), among these alone.
    """
    report = Report(file=name)
    source = decode(text.encode("utf-8", "surrogatepass"), name, report)
    return from_source(source, Path(name).parent, report, variant, files)


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


def from_source(source: Source | None, folder: Path, report: Report, variant: str | None, files: dict[str, str] | None = None) -> ir.Game:
    """Read, merge, check."""
    game: ir.Game | None = None
    try:
        root = None if source is None else read(source, report)
        if source is not None and root is not None and not any(d.severity == "error" for d in report.diagnostics if d.code < "E0106"):
            root = extended(root, folder, report, [source.name], files)
            if root is not None:
                game = built(source, root, report, variant)
    except RecursionError:
        report.error("E0156", None, "something in this file is nested too deeply")
    report.diagnostics.sort(key=lambda d: (d.span is not None, d.span.start if d.span is not None else 0))
    report.raise_errors()
    if game is None:
        raise RuleError([*report.diagnostics])
    return game


def built(source: Source, root: Mapping, report: Report, variant: str | None) -> ir.Game | None:
    """The game, or the game a variant makes by replacing rules; such variants are checked in any case."""
    game = build(source, root, report)
    variants = root.get("variants")
    if game is None or not isinstance(variants, Mapping):
        return game
    for key, value in variants.entries:
        if replaces_rules(value) and isinstance(value, Mapping):
            other = Report(file=report.file)
            changed = build(source, with_variant(root, value), other)
            report.diagnostics.extend(d for d in other.diagnostics if d not in report.diagnostics)
            if key.text == variant:
                game = changed
    return game


def extended(root: Mapping, folder: Path, report: Report, chain: list[str], files: dict[str, str] | None = None) -> Mapping | None:
    """A file's sections put over those of the file it extends."""
    named = next(((k, v) for k, v in root.entries if k.text == "extends"), None)
    if named is None:
        return root
    span = named[1].span
    name = getattr(named[1], "text", "").strip()
    if not name or "/" in name or "\\" in name or name.startswith(".") or "\0" in name or len(name) > 100:
        report.error(
            "E0212",
            span,
            "what a file extends is named by its bare name",
            label="not a bare name",
            help="put the file beside this one, or name one of cardrules' games",
        )
        return None
    bare = name if name.endswith((".yml", ".yaml")) else f"{name}.yml"
    given = [Path(known) for known in files or () if Path(known).name == bare]
    found = next(iter(given), None) if files is not None else next((p for f in (folder, GAMES) if is_inside(p := f / bare, f)), None)
    if found is None:
        near = nearest(bare, [p.name for p in GAMES.glob("*.yml")])
        report.error(
            "E0212",
            span,
            f"there is no rule file {bare}",
            label=f"did you mean `{near[0]}`?" if near else "not found",
            notes=("looked for beside this file and among cardrules' own games",),
        )
        return None
    resolved = str(found.resolve())
    if resolved in chain or str(found) in chain or len(chain) >= MOST_FILES or str(Path(chain[0]).resolve()) == resolved:
        report.error(
            "E0212",
            span,
            f"this file and {bare} extend each other" if len(chain) < MOST_FILES else "too many files extend each other",
            label="a circle",
        )
        return None
    name, report.file = report.file, str(found)
    data = contents(found, bare, report) if files is None else files[str(found)].encode("utf-8", "surrogatepass")
    source = None if data is None else decode(data, str(found), report)
    base = None if source is None else read(source, report)
    base = None if base is None else extended(base, found.parent, report, [*chain, resolved], files)
    report.file = name
    return None if base is None else merged(base, root)


def is_inside(path: Path, folder: Path) -> bool:
    """Whether a file really lies in a folder; a link out of it does not."""
    try:
        return path.is_file() and path.resolve().parent == folder.resolve()
    except OSError:
        return False
