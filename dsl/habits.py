"""Numbers and comments as YAML and other languages have them, and what they would be here."""

from __future__ import annotations

import re
from typing import Any

from .diagnostics import Report
from .source import Span

_COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBER_WORDS = {word: n for n, word in enumerate(_COUNTED, 1)}
YES_NO = {"yes": "yes", "on": "yes", "true": "yes", "y": "yes", "no": "no", "off": "no", "false": "no", "n": "no"}


def number(found: Any, span: Span, line: list[Any], accepts: set[str], report: Report) -> bool:
    """`1:30` and `1,000`: a fault at the sign inside what looks like one number."""
    if found.type not in ("COLON", "COMMA") or not line or line[-1].type != "NUMBER" or line[-1].end_pos != span.start:
        return False
    whole = re.compile(r"\d+(:\d\d)+|\d{1,3}(,\d{3})+(?!\d)").match(span.source.text, line[-1].start_pos)
    if whole is None or whole.end() <= span.start:
        return False
    text = whole.group()
    help = f"write `{text.replace(',', '')}`" if "," in text else "there are no times of day here; count in one unit"
    report.error(
        "E0158", Span(span.source, *whole.span()), f"`{text}` is not a number", label="a number is written in plain digits", help=help
    )
    return True


def comment_after(span: Span) -> tuple[str, ...]:
    """A note where a comment has swallowed the rest of a sentence that is not finished."""
    found = re.compile(r"[ \t]+(#[^\r\n]{0,20})").match(span.source.text, span.end)
    return () if found is None else (f"from `#` on the line is a comment: `{found[1].strip()}`",)


def cut_by_comma(names: list[Span], report: Report) -> None:
    """Report a part in braces whose comma was meant to stand inside parentheses. names: the keys (with their values) in order."""
    for name in names:
        text = name.text
        if text.count("(") > text.count(")") and '"' not in text and "'" not in text:
            report.error(
                "E0128",
                name,
                "this comma in braces cuts a sentence in two",
                label="cut off after this",
                notes=("in braces a comma always separates",),
                help="write these facts on lines of their own, without braces",
            )
            return
