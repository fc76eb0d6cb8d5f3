"""What came of checking a file."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path
from typing import Any

from ...dsl.diagnostics import Diagnostic
from ...dsl.record import Sheet
from .budget import Result
from .findings import Finding

Looked = tuple[list[Diagnostic], int, list[Finding]]
"""What is suspicious in a file; how many examples were run; what failed of them."""


class Checked(Sheet):
    """What came of one file. examples: how many were run; failed: what they found; result: of the random games, where any were played."""

    file: str
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    examples: int = 0
    failed: list[Finding] = field(default_factory=list[Finding])
    result: Result | None = None
    seconds: float = 0.0  # for reading, looking over and the examples

    @property
    def findings(self) -> list[Finding]:
        """Of the examples and the games."""
        return self.failed + (self.result.findings if self.result else [])

    @property
    def status(self) -> int:
        """0: nothing wrong; 1: the file is."""
        return int(any(d.severity == "error" for d in self.diagnostics) or any(f.severity == "error" for f in self.findings))

    def summary(self) -> str:
        """One line about the whole file."""
        name = Path(self.file).name
        if errors := sum(d.severity == "error" for d in self.diagnostics):
            return f"{name}: {_count(errors, 'mistake')}"
        parts: list[str] = []
        if self.failed:
            wrong = len({f.headline for f in self.failed})
            parts.append(f"{wrong} of {_count(self.examples, 'example')} failed" if self.examples else "the examples can not be run")
        else:
            parts.append(f"{_count(self.examples, 'example')} hold{'s' if self.examples == 1 else ''}" if self.examples else "no examples")
        if self.result is not None:
            parts.append(_played(self.result))
            parts.append(f"checked in {self.seconds:.1f} s, played {self.result.seconds:.1f} s")
        return f"{name}: {'; '.join(parts)}"

    def data(self) -> dict[str, Any]:
        """The same for machines."""
        result = self.result
        return {
            "file": self.file,
            "ok": self.status == 0,
            "mistakes": [_diagnostic(d) for d in self.diagnostics],
            "examples": self.examples,
            "games": result.games if result else 0,
            "decisions": result.decisions if result else 0,
            "longest": result.longest if result else 0,
            "findings": [finding.data() for finding in self.findings],
        }


def _played(result: Result) -> str:
    faults = sum(f.severity == "error" for f in result.findings)
    outcome = f"{_count(faults, 'fault')} found" if faults else f"none stuck, longest {_count(result.longest, 'decision')}"
    return f"{_count(result.games, 'random game')}{' until interrupted' if result.interrupted else ''}, {outcome}"


def _diagnostic(mistake: Diagnostic) -> dict[str, Any]:
    span = mistake.span
    place = None if span is None else {"file": span.source.name, "line": span.line, "column": span.column}
    return {
        "code": mistake.code,
        "severity": mistake.severity,
        "message": mistake.message,
        "place": place,
        "notes": list(mistake.notes),
        "help": mistake.help,
    }


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
