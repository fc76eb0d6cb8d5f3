"""What a designer wishes for: `turns is 12..18`, `seat 1 wins 48..52 %`, `ties < 5 %`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from ....dsl import ir
from ...usage import UsageError, meant
from .figures import SHARE, Figure
from .report import Report
from .setup import Setup

_NUMBER = r"(-?\d+(?:\.\d+)?)\s*(%?)"
_RANGE = re.compile(rf"(.+?)(?:\s+is\b|\s+in\b|\s*=|(?<=wins)|(?<=held))\s*{_NUMBER}(?:\s*\.\.\s*{_NUMBER})?\s*(%?)")
_BOUND = re.compile(rf"(.+?)\s*(?:is\s+|are\s+)?(<=?|>=?|at most|at least|below|above)\s*{_NUMBER}")
# Distances are measured in half widths of a wish. As parts of its number: the least half width, and that of a wish without an end.
LEAST_WIDTH = 0.05
ONE_SIDED = 0.25


@dataclass(frozen=True)
class Wish:
    """A figure and the range it should be in. text: as it was typed."""

    text: str
    name: str
    low: float
    high: float

    def distance(self, figure: Figure | None) -> float:
        """How far a figure is out of the range, in half widths; 0 within. inf where the figure is not known."""
        if figure is None or figure.low == -inf:
            return inf
        out = max(self.low - figure.value, figure.value - self.high, 0.0)
        middle = abs(self.low if self.high == inf else self.high if self.low == -inf else (self.low + self.high) / 2)
        half = middle * ONE_SIDED if inf in (self.high, -self.low) else (self.high - self.low) / 2
        return out / max(half, LEAST_WIDTH * middle, 1e-9)

    def verdict(self, figure: Figure | None) -> str:
        """`yes` and `no` where the interval lies within or without, else `perhaps`."""
        if figure is None or figure.low == -inf:
            return "unknown"
        if self.low <= figure.low and figure.high <= self.high:
            return "yes"
        return "no" if figure.high < self.low or figure.low > self.high else "perhaps"


def read(text: str, known: dict[str, str]) -> Wish:
    """A wish as it is typed. known: names of figures with their kinds. Raises UsageError."""
    words = " ".join(text.split())
    if found := _RANGE.fullmatch(words):
        name, first, mark, second, mark_too, last = found.groups()
        low, high, percent = float(first), float(second if second is not None else first), bool(mark or mark_too or last)
    elif found := _BOUND.fullmatch(words):
        name, sign, number, mark = found.groups()
        up = sign in (">", ">=", "at least", "above")
        low, high, percent = (float(number), inf, bool(mark)) if up else (-inf, float(number), bool(mark))
    else:
        raise UsageError(f"the wish `{text}` is not understood: `turns is 12..18`, `seat 1 wins 48..52 %` or `ties < 5 %`.")
    name = _known(name.strip(), known)
    if low > high:
        raise UsageError(f"the wish `{text}` can not come true: {low:g} is above {high:g}.")
    if percent and known[name] != SHARE:
        raise UsageError(f"the wish `{text}`: {name} is no share, so it has no %.")
    scale = 100 if known[name] == SHARE else 1
    return Wish(words, name, low / scale, high / scale)


def _known(name: str, known: dict[str, str]) -> str:
    folded = {word.casefold(): word for word in known}
    if name.casefold() in folded:
        return folded[name.casefold()]
    shown = [word for word in known if not word.startswith(("card ", "action "))]
    raise UsageError(f"nothing is called `{name}`{meant(name, known) or '; there are ' + ', '.join(shown) + '.'}")


def names(setup: Setup) -> dict[str, str]:
    """All that can be wished for in a game, with its kind; what a game does not show stays unknown."""
    return {name: kind for kind, name in _names(setup)}


def _names(setup: Setup) -> Iterator[tuple[str, str]]:
    game, seats, program = setup.game.ir, setup.players, setup.machine.program
    if game.teams == 0 or seats == 1:
        yield from ((SHARE, name) for name in ("wins" if seats == 1 else "all win", "lost"))
    else:
        side = "team" if game.teams else "seat"
        yield from ((SHARE, f"{side} {number + 1} wins") for number in range(game.teams or seats))
        yield from ((SHARE, name) for name in ("ties", "nobody wins"))
    yield from ((SHARE, name) for name in ("cut off", "faults"))
    for trait in program.traits:
        kind = program.cells[trait].variable.type
        kind = kind.of if isinstance(kind, ir.Maybe) else kind
        yield from ((SHARE, f"{trait} {member} wins") for member in game.kinds[kind.name].members)
    yield from (("mean", name) for name in ("turns", "rounds", "decisions", "branching", "reshuffles", "games of a match"))
    yield from ((SHARE, name) for name in ("forced", "no reshuffle", "one reshuffle", "more reshuffles"))
    yield from (("mean", name) for name in ("score", "winning score", "gap", "lead changes"))
    yield from (("mean", f"score of seat {seat + 1}") for seat in range(seats))
    yield from ((SHARE, name) for name in ("comebacks", "drama", "decisiveness"))
    for menu in program.menus:
        yield from ((SHARE, f"action {info.name} wins") for info in menu.actions)
    for face in dict.fromkeys(card.name for card in program.cards):
        yield from ((SHARE, name) for name in (f"card {face} wins", f"card {face} held wins"))


def distance(wishes: list[Wish], report: Report) -> float:
    """How far a report is from all wishes together."""
    return sum(wish.distance(report.figure(wish.name)) ** 2 for wish in wishes) ** 0.5
