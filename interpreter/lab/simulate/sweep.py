"""Many settings of the same game, ranked by how near they come to what is wished for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import inf
from typing import Any

from ...machine.state.game import Value
from ...usage import UsageError
from .figures import rounded
from .report import Report
from .wishes import Wish, distance

MOST = 400  # settings of a grid
SHOWN = ("seat 1 wins", "wins", "all win", "ties", "turns", "rounds", "decisions", "gap")  # without wishes
_SPAN = re.compile(r"(-?\d+)\.\.(-?\d+)(?:/(\d+))?")

Point = tuple[tuple[str, Value], ...]
"""A setting: knobs with their values; a knob called `variant` is one."""


@dataclass(frozen=True)
class Tried:
    """A setting and what came of it. Without a report: why it can not be played."""

    point: Point
    report: Report | None
    why: str = ""


def knob(text: str) -> tuple[str, list[Value]]:
    """`k=1..8`, `k=0..20/5`, `k=yes,no`, `variant=base,quick`. Raises UsageError."""
    name, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not name or not values:
        raise UsageError(f"`--sweep {text}` has no values: it is `--sweep name=1..8` or `--sweep name=yes,no`.")
    if found := _SPAN.fullmatch(values.replace(" ", "")):
        low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
        if low > high or step == 0:
            raise UsageError(f"`--sweep {text}` is an empty range.")
        if (high - low) // step >= MOST:
            raise UsageError(f"`--sweep {text}` has {(high - low) // step + 1:,} values; {MOST} are the most.")
        spread: list[Value] = list(range(low, high + 1, step))
    else:
        spread = list(dict.fromkeys(value.strip() for value in values.split(",")))
    if len(spread) < 2 or not all(str(value) for value in spread):
        raise UsageError(f"`--sweep {text}` has nothing to go through: it is `--sweep name=1..8` or `--sweep name=yes,no`.")
    return name, spread


def grid(knobs: Sequence[tuple[str, list[Value]]]) -> list[Point]:
    """Every combination. Raises UsageError for too many, and for a knob that is there twice."""
    names = [name for name, _ in knobs]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise UsageError(f"`{twice}` is swept twice.")
    points = [tuple(zip(names, values, strict=True)) for values in product(*(values for _, values in knobs))]
    if len(points) > MOST:
        raise UsageError(f"that makes {len(points):,} settings; {MOST} are the most.")
    return points


def shown(point: Point) -> str:
    """`ties_for_king 2, late_swap yes`."""
    words = {True: "yes", False: "no"}
    return ", ".join(f"{name} {words[value] if isinstance(value, bool) else value}" for name, value in point)


@dataclass(frozen=True)
class Sweep:
    """All settings tried, in the order of the grid, and the wishes. left: settings that were not played to the end, after Ctrl-C."""

    tried: list[Tried]
    wishes: list[Wish]
    left: int = 0

    @property
    def ranked(self) -> list[Tried]:
        """Nearest to the wishes first; as they came where there are none."""
        return sorted(self.tried, key=lambda tried: self.distance(tried)) if self.wishes else self.tried

    def distance(self, tried: Tried) -> float:
        """Of a setting from the wishes."""
        return inf if tried.report is None else distance(self.wishes, tried.report)

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "wishes": [wish.text for wish in self.wishes],
            "left": self.left,
            "settings": [
                {
                    "setting": dict(tried.point),
                    "distance": None if (far := self.distance(tried)) == inf else rounded(far),
                    "wishes": None if tried.report is None else [w.verdict(tried.report.figure(w.name)) for w in self.wishes],
                    "report": None if tried.report is None else tried.report.data(),
                    "why": tried.why or None,
                }
                for tried in self.ranked
            ],
        }

    @property
    def names(self) -> list[str]:
        """The figures that a table shows."""
        wished = list(dict.fromkeys(wish.name for wish in self.wishes))
        return wished or [name for name in SHOWN if any(t.report is not None and name in t.report.figures for t in self.tried)][:5]

    def told(self) -> list[str]:
        """As text: a line for each setting, best first."""
        rows = [["", "setting", *self.names, *(["distance", "as wished"] if self.wishes else [])]]
        for rank, tried in enumerate(self.ranked, 1):
            if tried.report is None:
                rows.append([str(rank), shown(tried.point), f"can not be played: {tried.why}"])
                continue
            figures = [tried.report.figure(name) for name in self.names]
            row = [str(rank), shown(tried.point), *("-" if f is None else f.text() for f in figures)]
            if self.wishes:
                far = self.distance(tried)
                row += ["-" if far == inf else f"{far:.2f}", ", ".join(w.verdict(tried.report.figure(w.name)) for w in self.wishes)]
            rows.append(row)
        if len(rows) == 1:
            return ["  No setting was played."]
        full = [row for row in rows if len(row) == len(rows[0])]
        wide = [max(len(row[column]) for row in full) for column in range(len(rows[0]))]
        wide[1] = max(len(row[1]) for row in rows)
        lines = ["  ".join(word.ljust(width) for word, width in zip(row, wide, strict=False)).rstrip() for row in rows]
        return [f"  {line}" for line in lines] + self._best()

    def _best(self) -> list[str]:
        """What is to be said of the first place."""
        ranked = [tried for tried in self.ranked if tried.report is not None]
        if self.left or not self.wishes or not ranked or self.distance(ranked[0]) == inf:
            return []
        if self.distance(ranked[0]) > 0:
            return ["", f"  No setting fulfils every wish; nearest: {shown(ranked[0].point)}."]
        good = [tried for tried in ranked if self.distance(tried) == 0]
        return ["", f"  {len(good)} of {len(self.tried)} settings fulfil{'s' * (len(good) == 1)} every wish."]
