"""The text of a rule file and places in it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, eq=False)
class Source:
    """A file's text. `name` is shown to people, as they gave it. Offsets count characters of `text` (no BOM, lines end in \\n or
    \\r\\n).
    """

    name: str
    text: str = field(repr=False)
    _starts: list[int] = field(default_factory=list[int], repr=False)

    def __post_init__(self) -> None:
        self._starts.append(0)
        self._starts.extend(i + 1 for i, c in enumerate(self.text) if c == "\n")

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


@dataclass(frozen=True)
class Span:
    """Characters start..end (end not included) of a source."""

    source: Source
    start: int
    end: int

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


@dataclass(frozen=True)
class Scalar:
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


@dataclass(frozen=True)
class Mapping:
    """entries in file order; keys are unique. flow: written in braces."""

    span: Span
    entries: tuple[tuple[Scalar, YamlNode], ...]
    flow: bool

    def get(self, key: str) -> YamlNode | None:
        """The value under a key, or None."""
        return next((value for name, value in self.entries if name.text == key), None)


@dataclass(frozen=True)
class Listing:
    """A YAML sequence."""

    span: Span
    items: tuple[YamlNode, ...]
    flow: bool


YamlNode = Scalar | Mapping | Listing
