"""Faults for other programs: SARIF 2.1.0 for code scanning, and the lines that GitHub's workflows turn into annotations."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from .diagnostics import CODES, Diagnostic
from .render import in_order
from .source import Source, Span
from .width import Glyphs

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning"}


def sarif(diagnostics: Iterable[Diagnostic], version: str) -> dict[str, object]:
    """A SARIF 2.1.0 log as plain data. version: of cardrules. Lines and columns from 1, columns in UTF-16 units, ends not included."""
    found = in_order(diagnostics)
    codes = list(dict.fromkeys(d.code for d in found))
    rules = [{"id": code, "shortDescription": {"text": CODES.get(code, code)}} for code in codes]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "cardrules", "version": version, "rules": rules}},
                "columnKind": "utf16CodeUnits",
                "results": [_result(d, codes.index(d.code)) for d in found],
            }
        ],
    }


def _result(d: Diagnostic, rule: int) -> dict[str, object]:
    words = [d.message, *((d.label,) if d.label else ()), *d.notes, *((d.help,) if d.help else ())]
    result: dict[str, object] = {
        "ruleId": d.code,
        "ruleIndex": rule,
        "level": _LEVELS[d.severity],
        "message": {"text": "\n".join(words)},
    }
    if d.span is not None:
        result["locations"] = [{"physicalLocation": _location(d.span)}]
    elif d.file:
        result["locations"] = [{"physicalLocation": {"artifactLocation": {"uri": _uri(d.file)}}}]
    if d.related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _location(span), "message": {"text": label}}
            for number, (span, label) in enumerate(d.related, 1)
        ]
    return result


def _location(span: Span) -> dict[str, object]:
    line, column = utf16_position(span.source, span.start)
    end_line, end_column = utf16_position(span.source, span.end)
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    return {"artifactLocation": {"uri": _uri(span.source.name)}, "region": region}


def utf16_position(source: Source, offset: int) -> tuple[int, int]:
    """Line and column of an offset, both from 1, where a character beyond U+FFFF counts two columns, as editors count."""
    line, column = source.position(offset)
    before = source.text[offset - column + 1 : offset]
    return line, 1 + sum(2 if c > "\uffff" else 1 for c in before)


def _uri(name: str) -> str:
    path = Path(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix(), errors="surrogateescape")


def github(diagnostics: Iterable[Diagnostic]) -> str:
    """A workflow command a fault: `::error file=…,line=…::message`. Columns only where a fault lies in one line, as GitHub wants it."""
    lines: list[str] = []
    for d in in_order(diagnostics):
        place: dict[str, object] = {}
        if d.span is not None:
            end_line, end_column = d.span.source.position(d.span.end)
            place = {"file": d.span.source.name, "line": d.span.line, "endLine": end_line}
            if end_line == d.span.line:
                place |= {"col": d.span.column, "endColumn": end_column}
        elif d.file:
            place = {"file": d.file}
        place["title"] = f"cardrules {d.code}"
        words = "; ".join(w for w in (d.message, d.label, *d.notes, d.help) if w)
        properties = ",".join(f"{key}={_property(str(value))}" for key, value in place.items())
        lines.append(f"::{_LEVELS[d.severity]} {properties}::{_data(words)}")
    return "\n".join(lines)


def _data(text: str) -> str:
    """As a command's message: its own signs by their codes, and nothing that a terminal obeys."""
    return Glyphs().text(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
