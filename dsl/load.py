"""A rule file, with what it extends and the libraries it uses, to the typed game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from . import ir
from .declare import build
from .diagnostics import Report, RuleError
from .finding import Shelf, bare_name, contents, with_ending
from .hyphens import mended, shown_in
from .libraries import Library, as_game, brought_in, used_by
from .merge import merged, with_variant
from .options import replaces_rules
from .reader import decode, read
from .record import Record
from .shipped import GAMES
from .source import Mapping, Source
from .spelling import nearest

MOST_FILES = 8  # in a chain of `extends`


class Whole(Record):
    """The sections of a file with all that they are made of, and the texts they come from, its own first."""

    source: Source
    root: Mapping
    libraries: tuple[Library, ...]
    sources: tuple[Source, ...]


def load(path: str | Path, *, variant: str | None = None) -> ir.Game:
    """The game of a rule file. variant: matters only where it replaces rules; its settings are in `Game.variants`.

    Raises RuleError, with every fault, for whatever is wrong with the file.
    """
    path, shelf = Path(path), Shelf(Report(file=str(path)))
    return of_bytes(contents(path, str(path), shelf.report), path, shelf, variant)


def load_text(text: str, name: str, *, variant: str | None = None, files: dict[str, str] | None = None) -> ir.Game:
    """The same from a text. `name` is shown; other files that it names are looked for beside it and among cardrules' own, or, where `files`
    are given (texts by name), among these alone.
    """
    return of_bytes(text.encode("utf-8", "surrogatepass"), Path(name), Shelf(Report(file=name), files), variant)


def of_bytes(data: bytes | None, path: Path, shelf: Shelf, variant: str | None = None) -> ir.Game:
    """The game of what a file holds (None: it could not be read, which the shelf's report says). Raises RuleError."""
    report, game = shelf.report, None
    written: Source | None = None  # the text as it is, where names in it had to be mended
    source: Source | None = None
    try:
        source = None if data is None else decode(data, report.file, report)
        root = None if source is None else read(source, report)
        if source is not None and root is not None and (better := mended(source, root, report)) is not source:
            written, source = source, better
            root = read(better, Report(file=report.file))
        if source is not None and root is not None and not any(d.severity == "error" for d in report.diagnostics if d.code < "E0106"):
            found = whole(source, root, path.parent, shelf)
            if found is not None:
                game = built(found, report, variant)
    except RecursionError:
        report.error("E0156", None, "something in this file is nested too deeply")
    if written is not None and source is not None:
        report.diagnostics[:] = shown_in(written, report.diagnostics, source)
    report.diagnostics.sort(key=lambda d: (d.span is not None, d.span.start if d.span is not None else 0))
    report.raise_errors()
    if game is None:
        raise RuleError([*report.diagnostics])
    return game


def whole(source: Source, root: Mapping, folder: Path, shelf: Shelf) -> Whole | None:
    """A file put over the one it extends, with the parts of its libraries; None after a fault of one of those files."""
    game = extended(root, folder, shelf, [source.name])
    if game is None:
        return None
    libraries = used_by(game, shelf)
    if libraries is None:
        return None
    return Whole(source, brought_in(as_game(game), libraries), libraries, (source, *shelf.read))


def built(found: Whole, report: Report, variant: str | None) -> ir.Game | None:
    """The game, or the game a variant makes by replacing rules; such variants are checked in any case."""
    game = of_sections(found, found.root, report)
    variants = found.root.get("variants")
    if game is None or not isinstance(variants, Mapping):
        return game
    for key, value in variants.entries:
        if replaces_rules(value) and isinstance(value, Mapping):
            other = Report(file=report.file)
            changed = of_sections(found, with_variant(found.root, value), other)
            report.diagnostics.extend(d for d in other.diagnostics if d not in report.diagnostics)
            if key.text == variant:
                game = changed
    return game


def of_sections(found: Whole, root: Mapping, report: Report) -> ir.Game | None:
    """The game of these sections. What is wrong in a library while the file itself has mistakes follows from those."""
    game = build(found.source, root, report, found.libraries)
    others = {library.root.span.source for library in found.libraries} - {found.source}
    mistakes = [d for d in report.diagnostics if d.span is None or d.span.source not in others]
    if mistakes:
        report.diagnostics[:] = [d for d in report.diagnostics if d in mistakes or d.code < "E0200"]
    return None if game is None else replace(game, sources=found.sources)


def extended(root: Mapping, folder: Path, shelf: Shelf, chain: list[str]) -> Mapping | None:
    """A file's sections put over those of the file it extends."""
    named = next(((k, v) for k, v in root.entries if k.text == "extends"), None)
    if named is None:
        return root
    report = shelf.report
    span = named[1].span
    name = getattr(named[1], "text", "").strip()
    if not bare_name(name):
        report.error(
            "E0212",
            span,
            "what a file extends is named by its bare name",
            label="not a bare name",
            help="put the file beside this one, or name one of cardrules' games",
        )
        return None
    bare = with_ending(name)
    found = shelf.find(name, folder, library=False)
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
    base = shelf.open(found)
    if base is not None and base.get("library") is not None:
        report.error("E0212", span, f"{bare} is a library and can not be extended", label="not a game", help=f"write `uses: {found.stem}`")
        return None
    base = None if base is None else extended(base, found.parent, shelf, [*chain, resolved])
    return None if base is None else merged(base, root)
