"""`cardrules check FILE…`: mistakes, then the file's own examples, then random games."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ...dsl import diagnostics, kept, source
from ...dsl.diagnostics import Diagnostic, RuleError
from ...dsl.source import Span
from . import findings
from .bar import Bar
from .budget import Budget, Progress
from .checked import Checked, Looked
from .findings import Finding

if TYPE_CHECKING:
    from ...dsl import ir
    from ...dsl.finding import Shelf


def main(args: argparse.Namespace) -> int:
    """Check `args.files`; the exit status is the worst of theirs. Ctrl-C ends the random games, and what was found by then is told."""
    budget = Budget(args.games, args.seconds, 1 if args.seed is None else args.seed)
    if args.watch:
        return _watch(args, budget)
    results: list[Checked] = []
    for file in args.files:
        bar = _bar(file, args.format)
        done = check(file, args.examples, budget, bar or _quiet)
        if bar is not None:
            bar.clear()
        results.append(done)
        if args.format in ("text", "short"):
            _tell(done, args.format == "short")
        if done.result is not None and done.result.interrupted:
            break
    if args.format not in ("text", "short"):
        _tell_programs(results, args.format)
    return max(done.status for done in results)


def _watch(args: argparse.Namespace, budget: Budget) -> int:
    """Check one file whenever it is saved, until Ctrl-C. Raises UsageError for several."""
    from ..usage import UsageError
    from .watch import Watch

    if len(args.files) != 1 or args.format not in ("text", "short"):
        raise UsageError("--watch takes one file, and shows what it finds as text or short")
    file, bar = args.files[0], _bar(args.files[0], args.format)

    def clear() -> None:
        if bar is not None:
            bar.clear()

    def tell(problems: list[Diagnostic | Finding]) -> None:
        clear()
        found = [p for p in problems if isinstance(p, Diagnostic)], [p for p in problems if isinstance(p, Finding)]
        _tell(Checked(file, found[0], failed=found[1]), args.format == "short", summary=False)

    def say(line: str) -> None:
        clear()
        print(line, flush=True)

    return Watch(file, lambda progress: check(file, args.examples, budget, progress), tell, say, bar).run()


def check(file: str, examples: str | None, budget: Budget, progress: Callable[[Progress], None] = lambda progress: None) -> Checked:
    """All three steps for one file; a later one only where the earlier ones found nothing that would make it pointless."""
    done, start = Checked(file), time.monotonic()
    games: list[ir.Game] = []  # the file's, where it had to be read

    def look(data: bytes | None, shelf: Shelf) -> Looked:
        from . import checking

        game, found = checking.look(file, examples, data, shelf)
        games.append(game)
        return found

    try:
        what = "check" if examples is None else None
        done.diagnostics, done.examples, done.failed = kept.kept(Path(file), what, look, (source, diagnostics, findings))
        if budget.games != 0 and not games:
            games.append(kept.game(file))
    except RuleError as error:
        done.diagnostics = error.diagnostics
        return done
    done.seconds = time.monotonic() - start
    if budget.games != 0:
        from . import checking

        done.result = checking.play(file, games[0], budget, progress)
    return done


def _tell(done: Checked, short: bool, summary: bool = True) -> None:
    """Mistakes and findings, then the line about the whole. short: a line each, as editors read it."""
    from ...dsl.render import render

    if short:
        for d in done.diagnostics:
            print(f"{_place(d.span, done.file)}: {d.severity}[{d.code}]: {d.message}")
        for f in done.findings:
            print(f"{_place(f.span, done.file)}: {f.severity}: {f.headline}")
        return
    if done.diagnostics:
        print(render(done.diagnostics, encoding=sys.stdout.encoding).rstrip("\n"), flush=True)
    for finding in done.findings:
        print(finding.text(), end="\n\n")
    if summary and not any(d.severity == "error" for d in done.diagnostics):
        print(done.summary(), flush=True)


def _tell_programs(results: list[Checked], form: str) -> None:
    """The same for other programs, all files at once."""
    import json

    from ... import __version__
    from ...dsl import formats

    if form == "json":
        print(json.dumps({"files": [done.data() for done in results]}, ensure_ascii=False, indent=2))
    elif form == "sarif":
        print(json.dumps(formats.sarif(_everything(results), __version__), indent=2))
    else:
        print(formats.github(_everything(results)), flush=True)


def _everything(results: list[Checked]) -> list[Diagnostic]:
    """Mistakes and findings alike, for formats that know of no difference; the code of a finding is its kind."""
    found = [d for done in results for d in done.diagnostics]
    for done in results:
        found += [
            Diagnostic(f.kind.replace(" ", "-"), f.headline, f.span, notes=f.notes, severity=f.severity, file="" if f.span else done.file)
            for f in done.findings
        ]
    return found


def _place(span: Span | None, file: str) -> str:
    return f"{span.source.name}:{span.line}:{span.column}" if span else file


def _bar(file: str, form: str) -> Bar | None:
    """A bar, where somebody looks at a terminal."""
    return Bar(Path(file).name) if sys.stderr.isatty() and form == "text" else None


def _quiet(progress: Progress) -> None:
    pass
