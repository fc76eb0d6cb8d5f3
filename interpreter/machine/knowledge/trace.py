"""Which cards' faces the executor reads: what happened may depend on those, and on no others."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field

from ..program import Program
from ..running.interpret import Machine


@dataclass
class Reads:
    """reads: of each read the table, the card, and how long the report was. raw: the report that grows meanwhile."""

    raw: list[int] = field(default_factory=list[int])
    reads: list[tuple[int, int, int]] = field(default_factory=list[tuple[int, int, int]])


class _Column(tuple[int, ...]):
    """A table that tells when it is read."""

    number: int
    reads: Reads

    def __getitem__(self, index: int) -> int:  # type: ignore[override]
        self.reads.reads.append((self.number, index, len(self.reads.raw)))
        return super().__getitem__(index)


def traced(program: Program) -> tuple[Machine, Reads]:
    """A machine that notes which faces it reads. Tables that may be of something else count too, so that it errs on the safe side."""
    reads = Reads()

    def column(number: int, values: tuple[int, ...] | list[int]) -> _Column:
        found = _Column(values)
        found.number, found.reads = number, reads
        return found

    layout = copy(program.layout)
    layout.tables = [column(i, values) if len(values) >= layout.cards else values for i, values in enumerate(layout.tables)]
    layout.card_face = column(-1, layout.card_face)  # type: ignore[assignment]
    twin = copy(program)
    twin.layout = layout
    return Machine(twin), reads
