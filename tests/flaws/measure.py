"""Runs `check` on every planted flaw, for figures: python tests/flaws/measure.py [--games N] [NAME …]"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from cardrules.interpreter.lab import check
from cardrules.interpreter.lab.findings import Finding
from cardrules.interpreter.lab.playtest import Budget

HERE = Path(__file__).parent


def files() -> list[Path]:
    """All planted flaws."""
    return sorted(HERE.glob("*.yml"))


def expected(path: Path) -> tuple[set[str], set[int]]:
    """Kinds of finding (or E, W: found before any game is played), and the lines that are marked."""
    lines = path.read_text(encoding="utf-8").splitlines()
    kinds = {kind.strip() for kind in lines[0].removeprefix("# expected:").split(",")}
    return kinds, {number for number, line in enumerate(lines, 1) if line.endswith("# FLAW")}


def found(path: Path, done: check.Checked) -> str | Finding | None:
    """The code, or the finding, that names a marked line (or, of what lies at several, its first line)."""
    kinds, lines = expected(path)
    for d in done.diagnostics:
        if d.span is not None and d.span.line in lines and d.code[0] in kinds:
            return d.code
    return next((f for f in done.findings if f.kind in kinds and f.span is not None and f.span.line in lines), None)


def main() -> int:
    """1 when a flaw was not found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--games", type=int)
    parser.add_argument("--seconds", type=float, default=10.0)
    args = parser.parse_args()
    missed = 0
    paths = [path for path in files() if not args.names or path.stem in args.names]
    for path in paths:
        start = time.monotonic()
        done = check.check(str(path), None, Budget(args.games, args.seconds))
        what = found(path, done)
        missed += what is None
        if isinstance(what, Finding):
            told = f"{what.kind}, {len(what.story)} choices, {what.setting}"
        else:
            told = what or f"NOT FOUND: {[d.code for d in done.diagnostics]} {[(f.kind, f.span and f.span.line) for f in done.findings]}"
        others = len(done.diagnostics) + len(done.findings) - 1
        print(f"{path.stem:24} {time.monotonic() - start:5.1f} s  {told}" + (f" (and {others} more)" if others > 0 else ""), flush=True)
    print(f"{len(paths) - missed} of {len(paths)} found")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
