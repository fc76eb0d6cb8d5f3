"""Numbers with their 95 % intervals, differences of two, and how many games a difference would need.

Shares have Wilson's interval. Means, and ratios of two sums, have mean ± t · s/√n with Student's t (for a ratio s is that of the residuals,
divided by the mean of the denominator). Differences combine the two intervals (Newcombe's square-and-add), so they need no more than those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil, inf, sqrt

Z = 1.959964  # the middle 95 % of a normal distribution
SURE = 3.290527  # the middle 99.9 %: for what is picked out among many

SHARE, MEAN = "share", "mean"


@dataclass(frozen=True)
class Figure:
    """An estimate. kind: SHARE (0..1, shown as per cent) or MEAN. low, high: its 95 % interval; equal to -inf and inf where one game says
    nothing. games: how many it rests on."""

    name: str
    kind: str
    value: float
    low: float
    high: float
    games: int

    def text(self) -> str:
        """`48.2 % [45.1, 51.3]`, `12.3 [12.1, 12.5]`; `-` where there is no game."""
        return f"{self.short(self.value)}  {self.interval()}" if self.games else "-"

    def interval(self) -> str:
        """`[45.1, 51.3]`; `[?]` where there is none."""
        return "[?]" if self.low == -inf else f"[{self.number(self.low)}, {self.number(self.high)}]"

    def short(self, value: float) -> str:
        """A value of this kind, with its unit."""
        return f"{self.number(value)} %" if self.kind == SHARE else self.number(value)

    def number(self, value: float) -> str:
        """The same without the unit; digits enough for the interval."""
        if self.kind == SHARE:
            fine = self.high - self.low < 0.002 and 0 < self.value < 1
            return f"{100 * value:.{2 if fine else 1}f}"
        width = abs(self.high - self.low)
        digits = 1 if width > 0.5 or width == 0 else 2 if width > 0.05 else 3
        return f"{value:,.{0 if abs(value) >= 10_000 else digits}f}"

    def data(self) -> dict[str, object]:
        """As JSON data."""
        interval = [rounded(self.low), rounded(self.high)] if self.games and self.low != -inf else None
        return {"kind": self.kind, "value": rounded(self.value) if self.games else None, "interval": interval, "games": self.games}


def rounded(value: float) -> float:
    """A number as it stands in JSON: twelve significant digits, more than any of them means."""
    return float(f"{value:.12g}")


def wilson(hits: int, games: int, z: float = Z) -> tuple[float, float]:
    """The interval of a share; 0 to 1 when there were no games."""
    if games == 0:
        return 0.0, 1.0
    share, square = hits / games, z * z / games
    middle = (share + square / 2) / (1 + square)
    half = z * sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return (0.0 if hits == 0 else max(0.0, middle - half)), (1.0 if hits == games else min(1.0, middle + half))


def share(name: str, hits: int, games: int) -> Figure:
    """So many hits in so many games."""
    return Figure(name, SHARE, hits / games if games else 0.0, *wilson(hits, games), games)


def mean(name: str, counts: Mapping[int, int]) -> Figure:
    """The mean of values, given as how often each was met."""
    games = sum(counts.values())
    if games == 0:
        return Figure(name, MEAN, 0.0, -inf, inf, 0)
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    spread = max(0, squares * games - total * total) / (games * games)  # exact until here: whole numbers
    return _around(name, MEAN, total / games, spread, games)


def mean_of_shares(name: str, pairs: Mapping[tuple[int, int], int]) -> Figure:
    """The mean of part/whole over games, given as how often each (part, whole) was met."""
    games = sum(pairs.values())
    if games == 0:
        return Figure(name, SHARE, 0.0, -inf, inf, 0)
    ordered = sorted(pairs.items())
    value = sum(count * part / whole for (part, whole), count in ordered) / games
    spread = sum(count * (part / whole - value) ** 2 for (part, whole), count in ordered) / games
    found = _around(name, SHARE, value, spread, games)
    return Figure(name, SHARE, value, max(found.low, 0.0) if games > 1 else -inf, min(found.high, 1.0) if games > 1 else inf, games)


def ratio(name: str, kind: str, pairs: Mapping[tuple[int, int], int]) -> Figure:
    """The sum of all parts by the sum of all wholes, given as how often each (part, whole) of a game was met."""
    games, parts, wholes = sum(pairs.values()), 0, 0
    for (part, whole), count in pairs.items():
        parts, wholes = parts + part * count, wholes + whole * count
    if wholes == 0:
        return Figure(name, kind, 0.0, -inf, inf, 0)
    value = parts / wholes
    middle = wholes / games
    spread = sum(count * (part - value * whole) ** 2 for (part, whole), count in sorted(pairs.items())) / games / (middle * middle)
    found = _around(name, kind, value, spread, games)
    if kind == SHARE and games > 1:
        return Figure(name, kind, value, max(found.low, 0.0), min(found.high, 1.0), games)
    return found


def _around(name: str, kind: str, value: float, spread: float, games: int) -> Figure:
    """spread: the mean square distance from the value."""
    if games < 2:
        return Figure(name, kind, value, -inf, inf, games)
    half = student(games - 1) * sqrt(spread / (games - 1))
    return Figure(name, kind, value, value - half, value + half, games)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t, to three digits for 3 degrees of freedom and more."""
    if freedom < 3:
        return {1: 12.706, 2: 4.303}[freedom]
    z, n = Z, freedom
    return (
        z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2) + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def pairs(parts: Iterable[int], wholes: Iterable[int]) -> Counter[tuple[int, int]]:
    """How often each pair is met."""
    return Counter(zip(parts, wholes, strict=True))


def quantile(counts: Mapping[int, int], part: float) -> int:
    """The least value that at least this part of all reach or stay below."""
    left = part * sum(counts.values())
    value = 0
    for value, count in sorted(counts.items()):
        left -= count
        if left <= 1e-9:
            return value
    return value


# --------------------------------------------------------------------------- two of them


@dataclass(frozen=True)
class Difference:
    """The second figure minus the first. needed: about so many games on each side would show a difference as large as this one; None where
    it is shown."""

    first: Figure
    second: Figure
    value: float
    low: float
    high: float
    needed: float | None

    @property
    def shown(self) -> bool:
        """Is there a difference, as far as these games tell?"""
        return self.needed is None

    def number(self, value: float) -> str:
        """A difference with its sign: in points for shares."""
        fine = self.second if self.second.high - self.second.low < self.first.high - self.first.low else self.first
        digits = fine.number(abs(value))
        return digits if not digits.strip("0.,") else f"{'+' if value > 0 else '-'}{digits}"

    def text(self) -> str:
        """`+3.1 [+0.2, +6.0]`; shares in points."""
        if self.low == -inf:
            return f"{self.number(self.value)}  [?]"
        return f"{self.number(self.value)}  [{self.number(self.low)}, {self.number(self.high)}]"

    def verdict(self) -> str:
        """In plain words."""
        if self.needed is None:
            return "more" if self.value > 0 else "less"
        games = min(self.first.games, self.second.games)
        start = f"no difference shown with {games:,} games"
        if self.value == 0 or self.needed == inf:
            return start
        return f"{start}; about {about(self.needed)} would be needed"

    def data(self) -> dict[str, object]:
        """As JSON data."""
        known = self.low != -inf
        return {
            "first": self.first.data(),
            "second": self.second.data(),
            "difference": rounded(self.value),
            "interval": [rounded(self.low), rounded(self.high)] if known else None,
            "shown": self.shown,
            "needed": None if self.needed in (None, inf) else ceil(self.needed),
            "verdict": self.verdict(),
        }


def difference(first: Figure, second: Figure) -> Difference:
    """How the second differs from the first."""
    value = second.value - first.value
    if -inf in (first.low, second.low):
        return Difference(first, second, value, -inf, inf, inf)
    down = sqrt((second.value - second.low) ** 2 + (first.high - first.value) ** 2)
    up = sqrt((second.high - second.value) ** 2 + (first.value - first.low) ** 2)
    low, high = value - down, value + up
    if low > 0 or high < 0 or (low == high == value != 0):
        return Difference(first, second, value, low, high, None)
    toward_zero = down if value > 0 else up
    games = min(first.games, second.games)
    needed = inf if value == 0 else max(games + 1, games * (toward_zero / value) ** 2)
    return Difference(first, second, value, low, high, needed)


def about(games: float) -> str:
    """A number of games, rounded so that it does not claim too much: 12,000."""
    if games > 1e9:
        return "more than a billion"
    size = 10 ** max(0, len(str(int(games))) - 2)
    return f"{ceil(games / size) * size:,}"
