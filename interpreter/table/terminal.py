"""What people see and type: the width, colours and letters an output can show, and lines read from an input.

Everything else writes plain text with suit signs; only this module knows about escape codes and encodings. Text of a rule file is a
stranger's: control characters never reach the terminal.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import re
import select
import shutil
import sys
import unicodedata
from collections.abc import Sequence
from typing import TextIO

SUIT_LETTERS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
_PLAIN = {
    **SUIT_LETTERS,
    "─": "-",
    "·": ".",
    "…": "...",
    "–": "-",
    "—": "-",
    "▸": ">",
    "×": "x",
    "’": "'",
    "“": '"',
    "”": '"',
    "»": "*",
    "│": "|",
    "╭": "-",
    "╰": "`",
    "├": "-",
}
_RED = re.compile(r"(?<!\w)(?:10|[2-9AJQK])?[♥♦]")
_MARK = {"title": "1", "dim": "2", "red": "31", "new": "1", "bad": "31"}


def width_of(text: str) -> int:
    """How many columns a text takes; marks take none."""
    text = bare(text) if "\ue000" in text else text
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def clean(text: str) -> str:
    """The text without control characters (each becomes a space), on one line."""
    return "".join(" " if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co") else c for c in text)


def shorten(text: str, width: int) -> str:
    """The text cut to so many columns, with … where something is missing."""
    if width_of(text) <= width:
        return text
    kept, room = "", max(0, width - 1)
    for character in text:
        room -= width_of(character)
        if room < 0:
            break
        kept += character
    return kept.rstrip() + "…"


def wrap(text: str, width: int, indent: str = "", hang: str | None = None) -> list[str]:
    """The text on lines of at most so many columns; later lines start with `hang` (default: `indent`). Longer words are cut up."""
    hang = indent if hang is None else hang
    if width - max(width_of(indent), width_of(hang)) < 6:
        indent = hang = ""
    width = max(width, 4)
    lines, line, fresh = list[str](), indent, True
    for word in text.split():
        while True:
            gap = "" if fresh else " "
            room = width - width_of(line) - len(gap)
            if width_of(word) <= room:
                line, fresh = line + gap + word, False
                break
            if not fresh:
                lines.append(line)
                line, fresh = hang, True
                continue
            head = word[: max(1, room)]
            while len(head) > 1 and width_of(head) > room:
                head = head[:-1]
            lines.append(line + head)
            word, line, fresh = word[len(head) :], hang, True
            if not word:
                break
    if not fresh or not lines:
        lines.append(line)
    return lines


class Terminal:
    """An output and an input. `live`: a person looks at a screen that may be cleared; otherwise text is only ever appended."""

    def __init__(self, output: TextIO | None = None, source: TextIO | None = None) -> None:
        self.output = output or sys.stdout
        self.source = source or sys.stdin or io.StringIO()  # without an input nothing is ever typed
        self._screen = self.output.isatty()
        tty = self.output.isatty() and os.environ.get("TERM", "") != "dumb"
        self.live = tty and self.source.isatty()
        self.color = tty and not os.environ.get("NO_COLOR")
        signs = _can_show(self.output, "♠♥♦♣")
        self._plain = {c: plain for c, plain in _PLAIN.items() if not (signs if c in SUIT_LETTERS else _can_show(self.output, c))}

    @property
    def width(self) -> int:
        """Columns to use: the terminal's, else 80."""
        return max(20, min(shutil.get_terminal_size((80, 24)).columns, 132))

    @property
    def height(self) -> int | None:
        """Lines of the screen; None where there is none, and a page may be as long as it likes."""
        return max(6, shutil.get_terminal_size((80, 24)).lines) if self._screen else None

    def room(self, taken: int) -> int | None:
        """Lines that are left when some are taken."""
        return None if self.height is None else self.height - taken

    def shown(self, text: str) -> str:
        """The text as this output can show it: colours and signs, or letters. Marks `{title}…{/}` come from `mark` alone."""
        parts = list[str]()
        for piece in re.split("(\ue000[a-z]*\ue001)", text):
            if piece.startswith("\ue000"):
                if self.color:
                    parts.append(f"\x1b[{_MARK.get(piece[1:-1], '0')}m")
                continue
            piece = clean(piece)
            if self.color:
                piece = _RED.sub(lambda match: f"\x1b[31m{match.group()}\x1b[39m", piece)
            parts.append(piece)
        line = "".join(parts)
        return "".join(self._plain.get(c, c) for c in line) if self._plain else line

    def write(self, *lines: str) -> None:
        """Append lines."""
        encoding = self.output.encoding or "utf-8"
        text = "".join(self.shown(line).rstrip() + "\n" for line in lines)
        self.output.write(text.encode(encoding, "replace").decode(encoding))
        self.output.flush()

    def page(self, lines: Sequence[str], *, last: bool = False) -> str | None:
        """Lines, a screenful at a time where somebody looks; Enter shows more, `q` is enough. last: begin with the last screenful, and go
        back from there. Returns what was typed to leave, "" at the end of the page, None at the end of the input."""
        height = self.height
        if not self.live or height is None or len(lines) <= height - 1:
            self.write(*lines)
            return ""
        size = height - 2
        starts = list(range(0, len(lines), size))
        if last:
            starts = sorted({max(0, len(lines) - size * (k + 1)) for k in range(len(starts))}, reverse=True)
        for number, start in enumerate(starts):
            end = starts[number - 1] if last and number else start + size
            self.clear()
            self.write(*lines[start:end])
            if number < len(starts) - 1:
                left = start if last else len(lines) - end
                prompt = f"— {left} {'earlier' if last else 'more'} lines: Enter shows them, q is enough — "
                asked = self.ask(prompt if width_of(prompt) < self.width else f"— {left} {'earlier' if last else 'more'}; q ends — ")
                if asked is None or asked:
                    return asked
        return ""

    def interrupted(self) -> bool:
        """Whether somebody at the keyboard has typed a line since; it is read and forgotten."""
        if not self.live:
            return False
        typed = False
        try:
            while select.select([self.source], [], [], 0)[0]:
                typed = True
                if not self.source.readline():
                    break
        except (OSError, ValueError):
            return typed
        return typed

    def clear(self, *, secret: bool = False) -> None:
        """An empty screen where that is possible. secret: what was there must not be scrolled back to."""
        if self.live:
            self.output.write("\x1b[H\x1b[2J" + ("\x1b[3J" if secret else ""))
            self.output.flush()

    def ask(self, prompt: str) -> str | None:
        """A line that was typed; None at the end of the input."""
        if self.live and self.source is sys.stdin and self.output is sys.stdout:
            return self._edited(prompt)
        self.output.write(self.shown(prompt))
        self.output.flush()
        try:
            line = self.source.readline()
        except UnicodeDecodeError:
            line = "\n"
        if not self.source.isatty():  # what came from a pipe is not on the page yet
            self.write(line.rstrip("\r\n") if line else "")
        return line.strip() if line else None

    def _edited(self, prompt: str) -> str | None:
        """The same where a line can be edited, and earlier ones called back."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # pyright: ignore[reportUnusedImport]
        try:
            return input(self.shown(prompt)).strip()
        except EOFError:
            return None
        except UnicodeDecodeError:
            return ""


def plainly() -> str:
    """The name of an error handler for outputs that can not show every sign: those of this module become letters, others `?`."""

    def plain(fault: UnicodeError) -> tuple[str, int]:
        if not isinstance(fault, UnicodeEncodeError):
            raise fault
        return "".join(_PLAIN.get(c, "?") for c in fault.object[fault.start : fault.end]), fault.end

    codecs.register_error("cardrules.plainly", plain)
    return "cardrules.plainly"


def mark(style: str, text: str) -> str:
    """The text in a style (title, dim, red, new, bad) where the terminal has colours. It takes no columns."""
    return f"\ue000{style}\ue001{clean(text)}\ue000\ue001" if text else ""


def bare(text: str) -> str:
    """A marked text without its marks."""
    return re.sub("\ue000[a-z]*\ue001", "", text)


def _can_show(output: TextIO, signs: str) -> bool:
    """Whether the output's encoding has these signs."""
    try:
        signs.encode(output.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
