"""Libraries: files of parts that several games use. Which a file uses, and their parts put beside the file's own."""

from __future__ import annotations

from pathlib import Path

from .finding import Shelf, bare_name, libraries_beside
from .merge import Entries, bare
from .parts import LIBRARY, LIBRARY_PARTS
from .record import Record
from .sections import entries, known_keys
from .source import Mapping, Scalar, Span, YamlNode
from .spelling import nearest
from .world import Faults

MOST_LIBRARIES = 16


class Library(Record):
    """A library in use. used_at: where a file says so. needs: what it asks for, by section and name, as it says so."""

    name: str
    root: Mapping
    used_at: Span
    needs: dict[str, tuple[tuple[Scalar, YamlNode], ...]]
    defaults: dict[str, tuple[tuple[Scalar, YamlNode], ...]]

    def declares(self) -> frozenset[str]:
        """All names that it declares or asks for."""
        own = [key for section in LIBRARY_PARTS for key, _ in entries_of(self.root.get(section))]
        asked = [key for found in (*self.needs.values(), *self.defaults.values()) for key, _ in found]
        return frozenset(bare(key) for key in (*own, *asked))


def used_by(root: Mapping, shelf: Shelf) -> tuple[Library, ...] | None:
    """The libraries that a file uses, also by way of other libraries, each once; None after a fault."""
    found: dict[str, Library] = {}
    title = root.get("library")
    if title is not None and root.get("trial") is None:
        shelf.report.error(
            "E0202",
            title.span,
            "a library is a part of games and no game itself",
            label="has no `trial`",
            help=f"write `uses: {Path(title.span.source.name).stem}` in a game; or give it a `trial`, a small game for its examples",
        )
        return None
    if title is not None:
        itself = library_of(title.span.text, root, title.span, shelf)
        if itself is None:
            return None
        found[root.span.source.name] = itself
    waiting = [root]
    good = True
    while waiting:
        user = waiting.pop(0)
        for name, span in named_in(user, shelf):
            path = shelf.find(name, Path(span.source.name).parent, library=True) if bare_name(name) else None
            if path is None:
                not_found(name, span, shelf)
                good = False
                continue
            if str(path) in found:
                continue
            if len(found) >= MOST_LIBRARIES:
                shelf.report.error("E0209", span, f"more than {MOST_LIBRARIES} libraries", label="one too many")
                return None
            opened = shelf.open(path)
            library = None if opened is None else library_of(name, opened, span, shelf)
            if library is None:
                good = False
                continue
            found[str(path)] = library
            waiting.append(library.root)
    return tuple(found.values()) if good else None


def named_in(root: Mapping, shelf: Shelf) -> list[tuple[str, Span]]:
    """The names after `uses`, with their places."""
    result: list[tuple[str, Span]] = []
    for key, value in root.entries:
        if key.text != "uses":
            continue
        if not isinstance(value, Scalar):
            shelf.report.error(
                "E0205", value.span, "`uses` is a line of names", label="not a line", help="write them with commas: `uses: tricks, melds`"
            )
            continue
        at = value.content.start
        for piece in value.text.split(","):
            name = piece.strip()
            start = at + len(piece) - len(piece.lstrip())
            result.append((name, Span(value.span.source, start, start + max(1, len(name)))))
            at += len(piece) + 1
    return result


def not_found(name: str, span: Span, shelf: Shelf) -> None:
    """Say that there is no such library."""
    if not bare_name(name):
        help = "put the file beside this one"
        shelf.report.error("E0209", span, "a library is named by its bare name", label="not a bare name", help=help)
        return
    there = list(libraries_beside(Path(span.source.name).parent))
    near = nearest(name, there)
    shelf.report.error(
        "E0209",
        span,
        f"there is no library {name}",
        label=f"did you mean `{near[0]}`?" if near else "not found",
        notes=() if near else (f"libraries here: {', '.join(there) or 'none'}",),
        help="looked for beside this file and among cardrules' own",
    )


def library_of(name: str, root: Mapping, used_at: Span, shelf: Shelf) -> Library | None:
    """A library's parts; None where their shape is wrong."""
    faults = Faults(shelf.report)
    before = len(shelf.report.diagnostics)
    parts = known_keys(root.entries, tuple(LIBRARY), "a library", faults)
    asked: list[dict[str, tuple[tuple[Scalar, YamlNode], ...]]] = []
    for part in ("needs", "defaults"):
        sections = known_keys(entries(parts.get(part), f"`{part}`", faults), tuple(LIBRARY[part].parts), f"`{part}`", faults)
        asked.append({section: entries(node, f"`{section}`", faults) for section, node in sections.items()})
    return None if len(shelf.report.diagnostics) > before else Library(name, root, used_at, *asked)


def brought_in(root: Mapping, libraries: tuple[Library, ...]) -> Mapping:
    """A file's sections, each followed by what its libraries have there: their own, and their defaults that the file does not replace."""
    result: Entries = list(root.entries)
    for library in libraries:
        own_file = library.root.span.source is root.span.source  # a library in its trial
        for section in LIBRARY_PARTS:
            own = next((v for k, v in result if k.text == section), None)
            there = {bare(key) for key, _ in entries_of(root.get(section))}
            more = [] if own_file else [*entries_of(library.root.get(section))]
            more += [(key, value) for key, value in library.defaults.get(section, ()) if bare(key) not in there]
            if more:
                add(result, section, own, more)
    return Mapping(root.span, tuple(result), root.flow)


def add(sections: Entries, name: str, own: YamlNode | None, more: Entries) -> None:
    """Further entries at the end of a section; invariants go into their groups."""
    groups = list(entries_of(own))
    if name == "invariants":
        for key, value in more:
            at = next((i for i, (k, _) in enumerate(groups) if k.text == key.text), None)
            if at is None:
                groups.append((key, value))
            else:
                there = groups[at][1]
                groups[at] = (groups[at][0], Mapping(there.span, (*entries_of(there), *entries_of(value)), False))
    else:
        groups += more
    whole = Mapping(more[0][0].span if own is None else own.span, tuple(groups), False)
    for index, (key, _) in enumerate(sections):
        if key.text == name:
            sections[index] = (key, whole)
            return
    at = more[0][0].span
    sections.append((Scalar(at, name, "plain", at, ""), whole))


def entries_of(node: YamlNode | None) -> tuple[tuple[Scalar, YamlNode], ...]:
    """The entries of a section that has the right shape."""
    return node.entries if isinstance(node, Mapping) else ()


def as_game(root: Mapping) -> Mapping:
    """Of a library the small game in which its examples are played: its `trial`, with its own parts as if that used it."""
    title = root.get("library")
    if title is None:
        return root
    result: Entries = []
    for key, value in root.entries:
        if key.text == "library":
            result.append((Scalar(key.span, "game", key.style, key.content, key.comment), value))
        elif key.text not in ("needs", "defaults", "trial"):
            result.append((key, value))
    for key, value in entries_of(root.get("trial")):
        own = next((v for k, v in result if k.text == key.text), None)
        if isinstance(own, Mapping) and isinstance(value, Mapping):
            add(result, key.text, own, list(value.entries))
        else:
            result.append((key, value))
    return Mapping(root.span, tuple(result), root.flow)
