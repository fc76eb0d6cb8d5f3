"""Two rule sets side by side: what differs, how surely, and how many games more it would take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .figures import Difference, difference
from .report import Report
from .text import INTERRUPTED, heading


@dataclass(frozen=True)
class Comparison:
    """The same figures of two reports."""

    first: Report
    second: Report

    @property
    def differences(self) -> dict[str, Difference]:
        """By name, for all figures that both have, from games of both."""
        pairs = ((name, figure, self.second.figures.get(name)) for name, figure in self.first.figures.items())
        return {name: difference(figure, other) for name, figure, other in pairs if other is not None and figure.games and other.games}

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "first": self.first.data(),
            "second": self.second.data(),
            "differences": {name: found.data() for name, found in self.differences.items()},
        }

    def told(self) -> list[str]:
        """As text."""
        first, second = self.first, self.second
        lines = [f"A  {heading(first.setup, first.games, first.seed)}", f"B  {heading(second.setup, second.games, second.seed)}"]
        lines += [*([INTERRUPTED] if first.interrupted or second.interrupted else []), ""]
        if not (first.games and second.games):
            return [*lines, "  One of them was not played: there is nothing to compare."]
        rows = [("", "A", "B", "B - A", "")]
        for name, found in self.differences.items():
            a, b = found.first, found.second
            rows.append((name, a.short(a.value), b.short(b.value), found.text(), found.verdict()))
        wide = [max(len(row[column]) for row in rows) for column in range(4)]
        lines += [
            f"  {row[0].ljust(wide[0])}  {row[1].rjust(wide[1])}  {row[2].rjust(wide[2])}  {row[3].ljust(wide[3])}  {row[4]}".rstrip()
            for row in rows
        ]
        alone = [name for one, other in ((first, second), (second, first)) for name in one.figures if name not in other.figures]
        if alone:
            lines.append(f"  only in one of them: {', '.join(alone)}")
        return lines
