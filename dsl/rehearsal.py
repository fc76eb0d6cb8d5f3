"""A game with worked examples that stand in a file of their own, whose one key is `examples`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from . import ir
from .diagnostics import Report, RuleError
from .finding import Shelf, contents
from .load import built, whole
from .reader import decode, read
from .sections import known_keys
from .source import Mapping, Source, YamlNode
from .world import Faults


def load_with_examples(path: str | Path, examples: str | Path) -> ir.Game:
    """The game of the rule file `path` with the examples of the file `examples` in place of its own; their places are places of that file.

    Raises RuleError for whatever is wrong with either.
    """
    report = Report()
    root = _root(Path(path), report)
    base = None if root is None else whole(root.span.source, root, Path(path).parent, Shelf(report))
    more = _root(Path(examples), report)
    if base is not None and more is not None:
        own = known_keys(more.entries, ("examples",), "a file of examples", Faults(report))
        report.file = str(path)
        game = built(replace(base, root=_with(base.root, more, own.get("examples"))), report, None)
        report.raise_errors()
        if game is not None:
            return game
    raise RuleError(report.diagnostics)


def _root(path: Path, report: Report) -> Mapping | None:
    report.file = str(path)
    data = contents(path, str(path), report)
    source: Source | None = None if data is None else decode(data, str(path), report)
    return None if source is None else read(source, report)


def _with(base: Mapping, more: Mapping, examples: YamlNode | None) -> Mapping:
    entries = [(key, value) for key, value in base.entries if key.text != "examples"]
    if examples is not None:
        entries += [(key, value) for key, value in more.entries if key.text == "examples"]
    return Mapping(base.span, tuple(entries), base.flow)
