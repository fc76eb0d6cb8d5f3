"""`cardrules check --watch`: a file is checked again whenever it is saved, and what is new or gone is told."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from ...dsl.diagnostics import Diagnostic
from .budget import Progress
from .checked import Checked
from .findings import Finding

LOOK = 0.2  # seconds between two looks at the files

Problem = Diagnostic | Finding


class Saved(KeyboardInterrupt):
    """The file was saved while games were played: they end as with Ctrl-C."""


class Watch:
    """Checks one file again and again. check: with what is to be called after each game; tell: shows problems; say: writes a line."""

    def __init__(
        self,
        file: str,
        check: Callable[[Callable[[Progress], None]], Checked],
        tell: Callable[[list[Problem]], None],
        say: Callable[[str], None],
        bar: Callable[[Progress], None] | None = None,
    ) -> None:
        self.file, self.check, self.tell, self.say, self.bar = file, check, tell, say, bar
        self.known: dict[object, Problem] = {}
        self.stamp: object = None
        self.first = True

    def run(self) -> int:
        """Until Ctrl-C; the exit status of the last check."""
        status = 0
        try:
            while True:
                self.stamp = stamp(self.file)
                done = self.check(self._look)
                if done.result is not None and done.result.interrupted and stamp(self.file) == self.stamp:
                    return done.status
                if stamp(self.file) != self.stamp:
                    self.say("saved again")
                    continue
                status = done.status
                self.compare(done)
                while stamp(self.file) == self.stamp:
                    time.sleep(LOOK)
        except KeyboardInterrupt:
            return status

    def _look(self, progress: Progress) -> None:
        if stamp(self.file) != self.stamp:
            raise Saved
        if self.bar is not None:
            self.bar(progress)

    def compare(self, done: Checked) -> None:
        """Tell what is new and what is gone since the last check."""
        now = {key(problem): problem for problem in (*done.diagnostics, *done.findings)}
        new = [problem for name, problem in now.items() if name not in self.known]
        gone = [problem for name, problem in self.known.items() if name not in now]
        for problem in gone:
            self.say(f"gone: {headline(problem)}")
        self.tell(new)
        still = len(now) - len(new)
        parts = [f"{len(new)} new", f"{len(gone)} gone", f"{still} still there"] if not self.first and (self.known or now) else []
        self.say("; ".join([done.summary(), *([", ".join(parts)] if parts else [])]))
        self.known, self.first = now, False


def stamp(file: str) -> object:
    """Changes when the file, or another rule file beside it, is saved; a file that is being replaced is as if it had not changed yet."""
    folder = Path(file).resolve().parent
    found: list[tuple[str, int, int]] = []
    for path in sorted(folder.glob("*.yml")):
        try:
            status = os.stat(path)
        except OSError:
            continue
        found.append((path.name, status.st_mtime_ns, status.st_size))
    return tuple(found)


def key(problem: Problem) -> object:
    """The same problem, though its line may have moved."""
    if isinstance(problem, Finding):
        return problem.kind, " ".join(problem.span.text.split()) if problem.span is not None else problem.headline
    return problem.code, problem.message


def headline(problem: Problem) -> str:
    """What it was, in a line."""
    return problem.headline if isinstance(problem, Finding) else problem.message
