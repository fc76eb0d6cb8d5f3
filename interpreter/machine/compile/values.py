"""What is known of a value while code is written: the Python expression that gives it, and its range."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ....dsl.ir import LARGEST, NONE

ANY = -LARGEST, LARGEST
STATE = "S"  # in `reads`: the expression reads the state


@dataclass(frozen=True)
class Value:
    """A value that is not yet worked out. text: its Python expression.

    seq: a sequence; then the range is that of its items, and most the greatest number of them. low, high, none: the numbers it can be,
    and whether it can be none. reads: local variables it reads, and STATE. truth: Python's True or False may come instead of 1 and 0.
    atom: a name or a number, cheap to write twice. negated: the opposite, where that is shorter than `not`.

    linear: of an address or place, base and terms (text, stride): the text is their sum. place: of a sequence, the place it is the whole
    content of, and address where that lies. parts: of a sequence written item by item, its items. optional: of a sequence of at most one
    item, that item or none; one: likewise the item's text and that of the test whether there is one, which comes first, and in bulk play
    what takes it out of its place ("": unknown). drawn: of cards, none of them is undrawn. within: of a sequence of those items of another
    that are in a set, the texts of the set and of the other.
    """

    text: str
    seq: bool = False
    low: int = -LARGEST
    high: int = LARGEST
    none: bool = True
    most: int = 1 << 14
    reads: frozenset[str] = frozenset()
    truth: bool = False
    atom: bool = False
    negated: str = ""
    linear: tuple[int, tuple[tuple[str, int], ...]] | None = None
    place: Value | None = None
    address: Value | None = None
    parts: tuple[Value, ...] | None = None
    optional: Value | None = None
    one: tuple[str, str, str] | None = None
    drawn: bool = False
    within: tuple[str, str] | None = None

    def made(self, text: str, of: frozenset[str] | None = None, most: int | None = None) -> Value:
        """Another sequence of the same items, or some of them. of: what it reads."""
        return Value(
            text,
            True,
            self.low,
            self.high,
            self.none,
            self.most if most is None else most,
            self.reads if of is None else of,
            drawn=self.drawn,
        )

    @property
    def constant(self) -> int | None:
        """Its number, where that is known."""
        if self.seq or self.low != self.high or self.none:
            return NONE if not self.seq and self.text == "none" else None
        return self.low

    @property
    def bit(self) -> bool:
        """It is 0 or 1."""
        return not self.none and self.low >= 0 and self.high <= 1

    @property
    def known(self) -> Known:
        """Its range, without where it comes from."""
        same = self if self.fixed else None
        return Known(self.seq, self.low, self.high, self.none, self.most, self.truth, same)

    @property
    def fixed(self) -> bool:
        """It is a constant."""
        if self.seq:
            return self.parts is not None and all(part.constant is not None for part in self.parts)
        return self.constant is not None and not self.reads


@dataclass(frozen=True)
class Known:
    """The range of a local, an argument or a result."""

    seq: bool
    low: int = -LARGEST
    high: int = LARGEST
    none: bool = True
    most: int = 1 << 14
    truth: bool = False
    same: Value | None = None  # the constant that it always is

    def join(self, other: Known | None) -> Known:
        """What is true of both."""
        if other is None:
            return self
        return Known(
            self.seq,
            min(self.low, other.low),
            max(self.high, other.high),
            self.none or other.none,
            max(self.most, other.most),
            self.truth or other.truth,
            self.same if self.same == other.same else None,
        )

    def held(self, name: str) -> Value:
        """The same, or the constant that it is."""
        return self.same if self.same is not None else self.named(name)

    def named(self, name: str) -> Value:
        """A variable with this range."""
        return Value(name, self.seq, self.low, self.high, self.none, self.most, frozenset((name,)), self.truth, True)


def item(known: Known) -> Known:
    """What is known of one item of a sequence."""
    return replace(known, seq=False, most=0, same=None)


def number(n: int) -> Value:
    """A constant."""
    if n == NONE:
        return Value("none", low=LARGEST, high=-LARGEST, none=True, atom=True)
    return Value(str(n), low=n, high=n, none=False, atom=n >= 0)


def unknown(seq: bool) -> Known:
    """Anything at all."""
    return Known(seq, truth=not seq)


def wrap(value: Value) -> str:
    """The text as a part of a larger expression."""
    return value.text if value.atom or (value.text[-1] in ")]" and closed(value.text)) else f"({value.text})"


def closed(text: str) -> bool:
    """Does the text hold together: a call, a subscript or something in brackets as a whole?"""
    start = 0
    while start < len(text) and (text[start].isalnum() or text[start] in "_."):
        start += 1
    if start == len(text) or text[start] not in "([{":
        return False
    depth = 0
    for at in range(start, len(text)):
        depth += text[at] in "([{"
        depth -= text[at] in ")]}"
        if depth == 0 and at < len(text) - 1 and text[at + 1] not in "[(":
            return False
    return True


def truth(text: str, *of: Value, negated: str = "") -> Value:
    """A comparison."""
    return Value(text, low=0, high=1, none=False, reads=reads(*of), truth=True, negated=negated)


def reads(*of: Value) -> frozenset[str]:
    """What an expression of these reads."""
    return frozenset[str]().union(*(value.reads for value in of))


def whole(value: Value) -> str:
    """The text of a number that is never True or False, to be kept in the state."""
    if not value.truth or value.seq:
        return value.text
    return f"+{wrap(value)}"


def condition(value: Value) -> str:
    """The text of a test: is it 1?"""
    if not value.bit:
        return f"{wrap(value)} == 1"
    return wrap(value) if " if " in value.text else value.text


def opposite(value: Value) -> str:
    """The text of a test: is it not 1?"""
    if value.negated:
        return value.negated
    return f"not {wrap(value)}" if value.bit else f"{wrap(value)} != 1"


def narrowed(value: Value) -> Value:
    """The same after a check that it is not none."""
    return replace(value, none=False)
