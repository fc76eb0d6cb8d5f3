"""The text of a rule file and places in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from .record import Record


class Source(Record):
    """A file's text. `name` is shown to people, as they gave it. Offsets count characters of `text` (no BOM, lines end in \\n or
    \\r\\n).
    """

    name: str
    text: str
    __eq__, __hash__ = object.__eq__, object.__hash__

    def __repr__(self) -> str:
        return f"Source({self.name!r})"

    @cached_property
    def _starts(self) -> list[int]:
        """Where lines begin."""
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    @property
    def lines(self) -> int:
        """How many lines there are; after a last line end comes an empty one."""
        return len(self._starts)

    def start(self, number: int) -> int:
        """The offset at which a line (from 1) begins."""
        return self._starts[number - 1]

    def line(self, number: int) -> str:
        """The text of a line (from 1), without its end."""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


class Span(Record):
    """Characters start..end (end not included) of a source."""

    source: Source
    start: int
    end: int

    def __init__(self, source: Source, start: int, end: int) -> None:  # there are more of these than of anything else
        own = self.__dict__
        own["source"], own["start"], own["end"] = source, start, end

    def __hash__(self) -> int:
        return hash((self.source, self.start, self.end))

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    def to(self, other: Span) -> Span:
        """From the start of this one to the end of the other."""
        return Span(self.source, self.start, other.end)


# --------------------------------------------------------------------------- YAML, with positions


class Scalar(Record):
    """A scalar as written. style: plain, literal (`|`), quoted, folded (`>`).

    text: for plain and literal the raw slice of the file that `content` covers; for quoted and folded the decoded text.
    content: where the text itself stands (a literal block: from the first column after its header line to its last line break).
    comment: the text after `#` on the line where the value (or, for a mapping or literal, its key) stands, without `#`; else "".
    """

    span: Span
    text: str
    style: str
    content: Span
    comment: str


class Mapping(Record):
    """entries in file order; keys are unique. flow: written in braces."""

    span: Span
    entries: tuple[tuple[Scalar, YamlNode], ...]
    flow: bool

    def get(self, key: str) -> YamlNode | None:
        """The value under a key, or None."""
        return next((value for name, value in self.entries if name.text == key), None)


class Listing(Record):
    """A YAML sequence."""

    span: Span
    items: tuple[YamlNode, ...]
    flow: bool


YamlNode = Scalar | Mapping | Listing
