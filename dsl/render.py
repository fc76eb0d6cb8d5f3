"""How faults are shown: with the line and a caret, in one line each, or as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from .diagnostics import Diagnostic
from .record import Record
from .source import Source, Span
from .width import Glyphs

MOST_SHOWN = 50
_WIDEST = 132  # columns of a line of the file; a longer one is cut to the part with the fault


class _Style(Record):
    """The signs of the frame, and the codes of colours ("" without)."""

    top: str
    bar: str
    more: str
    end: str
    cut: str
    error: str = ""
    warning: str = ""
    frame: str = ""
    bold: str = ""
    reset: str = ""


_BOXES = ("╭─", "│", "├─", "╰─", "…")
_ASCII = ("--", "|", "--", "`-", "...")


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """By file and position, each once; what concerns the file as a whole first."""

    def place(d: Diagnostic) -> tuple[str, int, int]:
        return (d.file, -1, -1) if d.span is None else (d.span.source.name, d.span.start, d.span.end)

    seen: set[tuple[object, ...]] = set()
    once: list[Diagnostic] = []
    for d in sorted(diagnostics, key=place):
        key = (d.code, d.message, *place(d))
        if key not in seen:
            seen.add(key)
            once.append(d)
    return once


def render(diagnostics: Iterable[Diagnostic], *, color: bool = False, encoding: str = "utf-8") -> str:
    """Every fault with its line and a caret, then how many there are.

    Text that `encoding` can not hold is escaped, and the frame drawn in ASCII.
    """
    glyphs = Glyphs(encoding)
    boxes = _BOXES if glyphs.can("".join(_BOXES)) else _ASCII
    style = _Style(*boxes, "\x1b[1;31m", "\x1b[1;33m", "\x1b[36m", "\x1b[1m", "\x1b[0m") if color else _Style(*boxes)
    ordered = in_order(diagnostics)
    shown = ["\n".join(_one(d, style, glyphs)) for d in ordered[:MOST_SHOWN]]
    if len(ordered) > MOST_SHOWN:
        shown.append(f"{style.cut} and {len(ordered) - MOST_SHOWN} more")
    if ordered:
        shown.append(glyphs.text(summary(ordered)))
    return "\n\n".join(shown)


def summary(diagnostics: list[Diagnostic]) -> str:
    """`2 mistakes in game.yml`."""
    files = list(dict.fromkeys(name for d in diagnostics if (name := file_of(d))))
    where = "" if not files else f" in {files[0]}" if len(files) == 1 else f" in {len(files)} files"
    counts: list[str] = []
    for severity, word in (("error", "mistake"), ("warning", "warning")):
        if number := sum(d.severity == severity for d in diagnostics):
            counts.append(f"{number} {word}{'' if number == 1 else 's'}")
    return " and ".join(counts) + where


def short(diagnostics: Iterable[Diagnostic], *, encoding: str = "utf-8") -> str:
    """One line a fault: `file:line:column: error[CODE]: message`."""
    glyphs = Glyphs(encoding)
    lines: list[str] = []
    for d in in_order(diagnostics):
        place = f"{d.file}: " if d.file else "" if d.span is None else f"{d.span.source.name}:{d.span.line}:{d.span.column}: "
        lines.append(glyphs.text(f"{place}{d.severity}[{d.code}]: {d.message}"))
    return "\n".join(lines)


def as_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, object]]:
    """Plain data; lines and columns from 1, the end not included, None without a place."""
    return [
        {
            "code": d.code,
            "severity": d.severity,
            "message": d.message,
            **_place(d.span),
            "file": file_of(d) or None,
            "label": d.label,
            "related": [{**_place(span), "label": label} for span, label in d.related],
            "notes": list(d.notes),
            "help": d.help,
        }
        for d in in_order(diagnostics)
    ]


def file_of(d: Diagnostic) -> str:
    """The name of the file a fault is about; "" where it is about none."""
    return d.file if d.span is None else d.span.source.name


def _place(span: Span | None) -> dict[str, object]:
    if span is None:
        return {"file": None, "line": None, "column": None, "end_line": None, "end_column": None}
    end_line, end_column = span.source.position(span.end)
    return {"file": span.source.name, "line": span.line, "column": span.column, "end_line": end_line, "end_column": end_column}


def _one(d: Diagnostic, style: _Style, glyphs: Glyphs) -> list[str]:
    hue = style.error if d.severity == "error" else style.warning
    lines = [f"{hue}{d.severity}[{d.code}]{style.reset}{style.bold}: {glyphs.text(d.message)}{style.reset}"]
    explain = f"`cardrules explain {d.code}`"
    words = [glyphs.text(w) for w in (*d.notes, d.help) if w]
    words = [w if w.endswith((".", "?", "!")) else f"{w}." for w in words[-1:]] if len(words) == 1 else words
    tail = f"{words[-1]}  {explain}" if words else explain
    if d.span is None:
        if d.file and d.file not in d.message:
            lines.append(f"{style.frame}  {style.top}{style.reset} {glyphs.text(d.file)}")
        return [*lines, *(f"  {w}" for w in (*words[:-1], tail))]
    spans = [d.span, *(span for span, _ in d.related)]
    gutter = max(2, *(len(str(span.line)) for span in spans))
    margin = " " * gutter

    def framed(sign: str, text: str = "", number: str = "") -> str:
        return f"{style.frame}{number:>{gutter}}{sign}{style.reset}{text}".rstrip()

    lines.append(framed(style.top, f" {glyphs.text(d.span.source.name)}:{d.span.line}:{d.span.column}"))
    before: tuple[Source, int] = (d.span.source, -1)
    for span, label, sign in ((d.span, d.label, "^"), *((span, label, "-") for span, label in d.related)):
        if span.source is not before[0]:
            lines.append(framed(style.more, f" {glyphs.text(span.source.name)}:{span.line}:{span.column}"))
        text, start, width = _line(span, style, glyphs)
        if (span.source, span.line) != before:
            lines.append(framed(style.bar, f" {text}", str(span.line)))
        color = hue if sign == "^" else style.frame
        lines.append(framed(style.bar, f" {' ' * start}{color}{sign * width} {glyphs.text(label)}".rstrip() + style.reset))
        before = (span.source, span.line)
    lines.append(framed(style.end, f" {words[0] if len(words) > 1 else tail}"))
    lines.extend(f"{margin}{' ' * len(style.end)} {w}" for w in (*words[1:-1], tail) if len(words) > 1)
    return lines


def _line(span: Span, style: _Style, glyphs: Glyphs) -> tuple[str, int, int]:
    """The line a span begins in as it is shown; the column (from 0) and the number of carets."""
    whole = span.source.line(span.line)
    before = max(0, span.column - 1 - _WIDEST)  # no more than this can be shown, however long the line is
    after = len(whole) - (span.column - 1 + _WIDEST)
    whole = whole[before : before + 2 * _WIDEST]
    first = span.column - 1 - before
    last = min(len(whole), max(first, first + span.end - span.start))
    cells = [glyphs.char(c) for c in whole]
    widths = [glyphs.width(cell, c) for cell, c in zip(cells, whole, strict=True)]
    begin, end = 0, len(cells)
    if before > 0 or after > 0 or sum(widths) > _WIDEST:
        while begin < first and sum(widths[begin:last]) > _WIDEST // 2:
            begin += 1
        end = begin
        room = _WIDEST
        while end < len(cells) and room >= widths[end]:
            room -= widths[end]
            end += 1
    left = style.cut if before + begin > 0 else ""
    text = left + "".join(cells[begin:end]) + (style.cut if end < len(cells) or after > 0 else "")
    start = len(left) + sum(widths[begin:first])
    return text, start, max(1, sum(widths[first : min(last, end)]))
