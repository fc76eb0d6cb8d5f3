"""Syntax errors in the words of whoever wrote the file."""

from __future__ import annotations

from typing import Any

from .diagnostics import Report
from .source import Span


def character(content: Span, at: int, fed: list[Any], report: Report) -> None:
    """Report a character that begins no word."""
    span = Span(content.source, at, at + 1)
    report.error("E0152", span, f"`{span.text}` has no meaning here")


def token(kind: str, content: Span, found: Any, fed: list[Any], accepts: set[str], report: Report) -> None:
    """Report a word that can not stand where it stands."""
    if found.type == "$END":
        at = fed[-1].end_pos if fed else content.start
        report.error("E0150", Span(content.source, at, at), "something is missing here")
        return
    report.error("E0150", Span(content.source, found.start_pos, found.end_pos), f"`{found}` can not stand here")
