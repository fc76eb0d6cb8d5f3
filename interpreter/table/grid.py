"""Everybody's numbers at a glance: a row for each seat, a column for each value, the members of a kind side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...dsl.record import Record
from .terminal import mark, shorten, width_of
from .words import spoken, value_words

if TYPE_CHECKING:
    from .draw import View

DULL = ("no", "none", "—")
NOTHING = (None, False, 0)
CUT = (5, 4, 3)  # letters of headings that have to be cut
SHORTEST = CUT[-1]


class Column(Record):
    """heading, and a cell for each row. group: the variable that a member's column belongs to."""

    heading: str
    cells: tuple[str, ...]
    group: str = ""

    @property
    def needed(self) -> int:
        """What its cells need."""
        return max(map(width_of, self.cells), default=0)


class Grid(Record):
    """rows: their labels. columns: all of one length, one cell a row. marked: rows to stand out."""

    rows: tuple[str, ...]
    columns: tuple[Column, ...]
    marked: tuple[int, ...] = ()


def wanted(view: View) -> bool:
    """Whether seats are shown as rows of a table: many of them, or with values for each member of a kind."""
    return len(view["seats"]) > 3 or any(
        v["owner"] is not None and len(v["indexes"]) == 1 and not isinstance(v["value"], bool) for v in view["variables"]
    )


def seat_grid(view: View, seats: Sequence[str], labels: Sequence[str], counts: Sequence[Column]) -> tuple[list[Grid], set[str]]:
    """Tables of all values that are known of each of these seats, and the names of the variables that are in them.

    labels: what each row is called. counts: further columns to begin with.
    """
    plain, by_member = _values(view)
    numbered = {v["name"] for v in view["variables"] if v["indexes"] and isinstance(v["indexes"][0], int)}
    marked = (seats.index(view["you"]),)
    columns = list(counts)
    used: set[str] = set()
    for name, values in plain.items():
        if all(seat in values for seat in seats):
            used.add(name)
            cells = tuple(value_words(values[seat]) for seat in seats)
            if not all(cell in DULL for cell in cells):
                columns.append(Column(spoken(name), tuple("·" if cell in DULL else cell for cell in cells)))
    grids = list[Grid]()
    for name, values in by_member.items():
        if not all(seat in values for seat in seats):
            continue
        used.add(name)
        members = list(values[seats[0]])
        rows = [values[seat] for seat in seats]
        if name in numbered:  # places with numbers: a number alone says nothing, and most of them are often idle
            busy = [member for member in members if any(row[member] not in NOTHING for row in rows)]
            columns += [Column(f"{spoken(name)} {member}", tuple(value_words(row[member]) for row in rows)) for member in busy]
            continue
        names = list(labels)
        for other, line in values_by_kind(view).items():  # what belongs to nobody, of the same members, below
            if other not in used and list(line) == members:
                used.add(other)
                if not any(line.values()):
                    continue
                rows.append(line)
                names.append(spoken(other))
        cells = [Column(member, tuple(value_words(row[member]) for row in rows), spoken(name)) for member in members]
        grids.append(Grid(tuple(names), tuple(cells), marked))
    return [*([Grid(tuple(labels), tuple(columns), marked)] if columns else []), *grids], used


def values_by_kind(view: View) -> dict[str, dict[str, Any]]:
    """The variables of nobody that have one value for each member of a kind, and are not yes or no."""
    found: dict[str, dict[str, Any]] = {}
    for v in view["variables"]:
        if v["owner"] is None and len(v["indexes"]) == 1 and not isinstance(v["value"], bool):
            found.setdefault(v["name"], {})[value_words(v["indexes"][0])] = v["value"]
    return found


def lines(grids: Sequence[Grid], width: int) -> list[str]:
    """The tables as text of at most so many columns: beside one another where rows are the same and there is room, else cut in parts."""
    found: list[str] = []
    for grid in _merged(grids, width):
        found += _drawn(grid, width)
    return found


def _values(view: View) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, dict[str, Any]]]]:
    """Values of seats: by name and seat; by name, seat and member."""
    plain: dict[str, dict[str, Any]] = {}
    by_member: dict[str, dict[str, dict[str, Any]]] = {}
    for v in view["variables"]:
        if v["owner"] is None:
            continue
        if not v["indexes"]:
            plain.setdefault(v["name"], {})[v["owner"]] = v["value"]
        elif len(v["indexes"]) == 1 and not isinstance(v["value"], bool):
            by_member.setdefault(v["name"], {}).setdefault(v["owner"], {})[value_words(v["indexes"][0])] = v["value"]
    return plain, by_member


def _merged(grids: Sequence[Grid], width: int) -> list[Grid]:
    """Tables whose rows begin alike, as one, where that fits."""
    found: list[Grid] = []
    for grid in grids:
        if found and grid.rows[: len(found[-1].rows)] == found[-1].rows:
            more = len(grid.rows) - len(found[-1].rows)
            before = [Column(c.heading, (*c.cells, *[""] * more), c.group) for c in found[-1].columns]
            both = Grid(grid.rows, (*before, *grid.columns), grid.marked)
            if _fitting(both, width) is not None:
                found[-1] = both
                continue
        found.append(grid)
    return found


def _fitting(grid: Grid, width: int) -> int | None:
    """How many letters of members' headings there is room for; None when not even a few."""
    longest = max((width_of(c.heading) for c in grid.columns if c.group), default=SHORTEST)
    for letters in dict.fromkeys(min(longest, letters) for letters in (longest, *CUT)):
        if _label(grid) + sum(2 + _width(column, letters) for column in grid.columns) <= width and _distinct(grid, letters):
            return letters
    return None


def _distinct(grid: Grid, letters: int) -> bool:
    short = [column.heading[:letters] for column in grid.columns if column.group]
    return len(set(short)) == len(short)


def _width(column: Column, letters: int) -> int:
    return max(column.needed, min(width_of(column.heading), letters) if column.group else width_of(column.heading))


def _label(grid: Grid) -> int:
    return max(map(width_of, grid.rows))


def _drawn(grid: Grid, width: int) -> list[str]:
    letters = _fitting(grid, width)
    if letters is None and len(grid.columns) > 1:  # the first columns that fit, then the rest
        split = next(
            (n for n in range(len(grid.columns) - 1, 1, -1) if _fitting(Grid(grid.rows, grid.columns[:n]), width) is not None),
            1,
        )
        parts = (grid.columns[:split], grid.columns[split:])
        return [line for part in parts for line in _drawn(Grid(grid.rows, part, grid.marked), width)]
    letters = letters or SHORTEST
    label = min(_label(grid), width // 2)
    groups = list(dict.fromkeys(column.group for column in grid.columns if column.group))
    head = (groups[0] if len(groups) == 1 and not any(not c.group for c in grid.columns) else "").ljust(label)
    found = [mark("dim", shorten(head, label) + "".join("  " + _cell(_heading(c, letters), _width(c, letters)) for c in grid.columns))]
    for number, row in enumerate(grid.rows):
        name = shorten(row, label)
        text = "".join("  " + _cell(column.cells[number], _width(column, letters)) for column in grid.columns)
        room = width - label
        text = text if width_of(text) <= room else shorten(text, room)
        found.append((mark("title", name) if number in grid.marked else name) + " " * (label - width_of(name)) + text.rstrip())
    return [line.rstrip() for line in found]


def _heading(column: Column, letters: int) -> str:
    return column.heading[:letters] if column.group else column.heading


def _cell(text: str, width: int) -> str:
    return text + " " * (width - width_of(text))
