"""Which line is indented wrongly: the line at which a block stops making sense is often the right one after a wrong one.

A line that opens something is followed by one that stands a step further right; every other line stands in a column that is open above it.
The wrong line is the one that, put into another column, leaves the fewest lines that do not stand so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from .diagnostics import Report
from .parts import FILE
from .record import Record
from .source import Source, Span

_OPENS = re.compile(r":$|:[ ]+\|[-+0-9]*$")
_ON_ITS_OWN = re.compile(rf"(?:{'|'.join(FILE)}):(?:$|[ ])")
_MOST_LINES = 400  # of one part of a file that are looked at, and
_ABOVE = 60  # of these above the place of the fault as candidates, and
_BELOW = 8  # below it as witnesses
_MOST_COLUMNS = 8  # that a line is tried in


class Line(Record):
    """A line with something on it. number: from 1. column: how far it is indented. opens: something must stand below it, or may, if it is
    a name. block: `|` ends it. text: where it stands."""

    number: int
    column: int
    opens: bool
    block: bool
    text: Span


class Misplaced(Record):
    """A line that is indented wrongly, and the column it belongs in."""

    line: Line
    column: int

    @property
    def message(self) -> str:
        """What is wrong with it."""
        return f"this line is indented too {'far' if self.line.column > self.column else 'little'}"

    @property
    def label(self) -> str:
        """What to do."""
        if self.column == 0:
            return "begin it in the first column"
        return f"indent it by {self.column} space{'s' if self.column > 1 else ''}"


def misplaced(source: Source, number: int) -> Misplaced | None:
    """The line, at or above this one (from 1), whose indentation is to blame where this one can not be placed; None: nobody knows."""
    lines = list(_lines(source, number))
    at = next((i for i, line in enumerate(lines) if line.number == number), None)
    if at is None:
        return None
    steps = _steps(source)
    least = len(_strangers(lines[: at + 1], steps))
    best: tuple[tuple[int, int, bool, int], Misplaced] | None = None
    for i in range(at, max(-1, at - _ABOVE), -1):
        for column in _columns(lines, i, steps):
            moved = [*lines[:i], replace(lines[i], column=column), *lines[i + 1 :]]
            strangers = _strangers(moved, steps)
            above = sum(n <= at for n in strangers)
            if at in strangers or i in strangers or above > least or (above == least and i != at):
                continue
            own = (_ON_ITS_OWN.match(lines[i].text.text) is not None) == (column == 0)
            rank = (-above, next((n for n in strangers if n > at), len(lines)), own and 0 in (column, lines[i].column), i)
            if best is None or rank > best[0]:
                best = (rank, Misplaced(lines[i], column))
    return None if best is None else best[1]


def blamed(source: Source, number: int, code: str, report: Report) -> bool:
    """Report another line than this one (from 1), where that is the one to blame."""
    found = misplaced(source, number)
    if found is None or found.line.number == number:
        return False
    below = Span(source, source.start(number), source.start(number) + len(source.line(number)))
    indent = len(below.text) - len(below.text.lstrip())
    report.error(
        code,
        found.line.text,
        found.message,
        label=found.label,
        related=((Span(source, below.start + indent, below.end), "so this line fits nothing"),),
        help="lines that belong together begin in the same column",
    )
    return True


def part_inside(source: Source, name: str, report: Report) -> bool:
    """Report a part of the file that is missing because it stands, indented, in another."""
    found = re.search(rf"^[ ]+({name}:)(?=[ ]*(?:$|[|#]|\S))", source.text, re.MULTILINE)
    if found is None:
        return False
    report.error(
        "E0126",
        Span(source, *found.span(1)),
        "this line is indented too far",
        label="begin it in the first column",
        help=f"`{name}` is a part of the file and belongs to no other",
    )
    return True


def _lines(source: Source, number: int) -> Iterator[Line]:
    """The lines of the part of the file around a line, without those that only go on with the one before."""
    first = number
    while first > 1 and number - first < _MOST_LINES and (first == number or _ON_ITS_OWN.match(source.line(first)) is None):
        first -= 1
    open_brackets, before = 0, None
    for n in range(first, min(number + 3 * _BELOW, source.lines) + 1):
        whole = source.line(n)
        code = re.sub(r"(^|[ \t])#.*", "", whole).rstrip()
        column = len(code) - len(code.lstrip(" "))
        if not code.strip():
            continue
        if n > number and column == 0:
            return
        bare = re.sub(r'"[^"]*"', "", code)
        goes_on = open_brackets > 0
        open_brackets = max(0, open_brackets + sum(bare.count(b) for b in "([{") - sum(bare.count(b) for b in ")]}"))
        if goes_on and (before is None or column > before.column):
            continue
        open_brackets = max(0, sum(bare.count(b) for b in "([{") - sum(bare.count(b) for b in ")]}"))
        start = source.start(n)
        opens = _OPENS.search(code)
        before = Line(
            n, column, opens is not None, code.rstrip("-+0123456789").endswith("|"), Span(source, start + column, start + len(code))
        )
        yield before


def _steps(source: Source) -> tuple[int, ...]:
    """How far the lines of this file stand from what they belong to: the commonest, names and sentences apart."""
    counts: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    before, inside = None, -1
    for n in range(1, min(source.lines, 20 * _MOST_LINES) + 1):
        code = re.sub(r"(^|[ \t])#.*", "", source.line(n)).rstrip()
        column = len(code) - len(code.lstrip(" "))
        if not code.strip():
            continue
        if column <= inside:
            inside = -1
        if before is not None and before[1] and column > before[0]:
            counts[inside >= 0][column - before[0]] += 1
        before = (column, _OPENS.search(code) is not None)
        if inside < 0 and code.endswith("|"):
            inside = column
    return tuple(count.most_common(1)[0][0] if count else 2 for count in counts)


def _strangers(lines: list[Line], steps: tuple[int, ...]) -> list[int]:
    """Which lines (by place) do not stand where the lines above allow it."""
    result: list[int] = []
    stack: list[int] = []
    inside = -1  # the column of the line whose block of sentences this is
    before: Line | None = None
    for i, line in enumerate(lines):
        if before is not None and line.column not in _allowed(before, stack, inside, steps):
            result.append(i)
        while stack and stack[-1] > line.column:
            stack.pop()
        if not stack or stack[-1] < line.column:
            stack.append(line.column)
        if line.column <= inside:
            inside = -1
        if inside < 0 and line.block:
            inside = line.column
        before = line
    return result


def _allowed(before: Line, stack: list[int], inside: int, steps: tuple[int, ...]) -> set[int]:
    """The columns in which a line may stand below another."""
    if not before.opens:
        return set(stack)
    deeper = {before.column + steps[inside >= 0]}
    if inside >= 0 or before.block:
        return deeper
    return deeper | set(stack)  # a name alone is something too; items of a list stand below it as well


def _columns(lines: list[Line], i: int, steps: tuple[int, ...]) -> list[int]:
    """Other columns in which a line might be meant to stand, the nearest first."""
    above = {line.column for line in lines[:i]} | {lines[i - 1].column + step for step in steps if i > 0}
    nearest = sorted(above - {lines[i].column}, key=lambda column: (abs(column - lines[i].column), column))
    return list(dict.fromkeys([*nearest[:_MOST_COLUMNS], 0]))
