"""How text of a file is shown at a terminal: what each character becomes, and how many columns it takes."""

from __future__ import annotations

import unicodedata

_TAB = "    "
# Marks that turn the direction of the text around them: shown as they are, they could make a line look like another one.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_JOINER = "\u200d"


class Glyphs:
    """Characters as an output of some encoding can show them."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self.encoding = encoding

    def can(self, text: str) -> bool:
        """Whether the output can hold a text."""
        try:
            text.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def char(self, c: str) -> str:
        """One character as shown: a tab as blanks; control, turning and invisible signs, and what the output can not hold, escaped."""
        if c == "\t":
            return _TAB
        if c.isascii() and c.isprintable():
            return c
        invisible = unicodedata.category(c) in ("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp") and c != _JOINER
        if invisible or c in _TURNING or not self.can(c):
            return f"\\x{ord(c):02x}" if ord(c) < 128 else c.encode("ascii", "backslashreplace").decode("ascii")
        return c

    def text(self, text: str) -> str:
        """A text as it is shown."""
        return "".join(self.char(c) for c in text)

    def width(self, shown: str, c: str) -> int:
        """How many columns a character takes, given how it is shown."""
        if shown != c:
            return len(shown)
        if unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Me", "Cf"):
            return 0
        return 2 if unicodedata.east_asian_width(c) in ("W", "F") else 1
