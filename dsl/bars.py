"""Blocks of sentences whose `|` was forgotten: the commonest slip, and one that YAML only stumbles over some lines later."""

from __future__ import annotations

import re

from .diagnostics import Report
from .parts import FILE
from .record import Record
from .source import Source, Span

_HEAD = re.compile(r"[A-Za-z_]\w*\([^()]*\)")
_BLOCKS = {0: ("setup", "play", "anytime"), 2: ("given", "do", "moves")}
_NO_COLON = re.compile(r"[A-Za-z_]\w*(?:\([^()]*\))? *\|")  # `play |`
_MOST_TRIED = 20  # bodies that are read to find out what they are; a file with more of them is no real one
# A line that only a sentence begins so.
_SENTENCE = re.compile(
    r"(?:let|move|deal|shuffle|swap|reveal|show|hide|tell|out|back|win|say|return|stop|again|skip|reverse|nothing|order|score) +\S.*"
    r"|(?:stop|again|skip|reverse|nothing|return|nobody wins)"
    r"|(?:if|while|for|repeat|else|round|choose|take turns|go round|each|may choose|secretly)\b.*:"
    r"|[A-Za-z_][\w.()]* *(?:=|\+=|-=) *\S.*"
)


class _Line(Record):
    """A line of the file: where it starts, its indent, and its text without indent and comment ("" where nothing is left)."""

    start: int
    indent: int
    text: str


def missing_bars(source: Source, report: Report) -> bool:
    """Report each part that holds sentences without the `|` they need. True where there is any: YAML would misread all of it."""
    lines = _lines(source.text)
    before = len(report.diagnostics)
    path: list[tuple[int, str]] = []  # the keys that the line belongs to, with their indents
    number = tried = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        key, colon, rest = line.text.partition(":")
        if _NO_COLON.fullmatch(line.text) is not None:
            start = line.start + line.indent
            end = start + len(line.text.rstrip("| "))
            report.error(
                "E0123", Span(source, start, end), "`:` is missing", label="add `:` after this", help=f"write `{source.text[start:end]}: |`"
            )
            number = _end(lines, number, line.indent)
            continue
        if line.indent == 0 and path and path[0][1] in _BLOCKS[0] and key not in FILE and _of_block(path[0][1], line.text):
            start = line.start
            report.error(
                "E0126",
                Span(source, start, start + len(line.text)),
                "this line is indented too little",
                label=f"it belongs to `{path[0][1]}`",
                help="lines that belong together begin in the same column",
            )
            return True
        if not colon:
            continue
        while path and path[-1][0] >= line.indent:
            path.pop()
        path.append((line.indent, key))
        blocky, bare = rest.lstrip().startswith(("|", ">")), not rest.strip() and _holds_sentences([name for _, name in path])
        if not blocky and not bare:
            continue
        end = _end(lines, number, line.indent)
        body = [below for below in lines[number:end] if below.text]
        sure = blocky or (bool(body) and (_HEAD.fullmatch(key) is None or _SENTENCE.fullmatch(body[0].text) is not None))
        if body and not sure and tried < _MOST_TRIED:
            tried += 1
            sure = _are_sentences(body, source)
        if sure:
            number = end
            if bare:
                _report(source, line.start + line.indent + len(key), key, report)
    return len(report.diagnostics) > before


def _of_block(part: str, text: str) -> bool:
    """Whether a line can only be meant to stand in this part."""
    action = part == "anytime" and re.fullmatch(r"\w+(?:\(.* in .*)?(?: when .*)?:", text) is not None
    return action or _SENTENCE.fullmatch(text) is not None


def _end(lines: list[_Line], number: int, indent: int) -> int:
    """Where the lines below one that is indented so far end."""
    while number < len(lines) and (not lines[number].text or lines[number].indent > indent):
        number += 1
    return number


def _lines(text: str) -> list[_Line]:
    result: list[_Line] = []
    start = 0
    for whole in text.split("\n"):
        plain = re.sub(r"(^|[ \t])#.*", "", whole).rstrip()
        result.append(_Line(start, len(plain) - len(plain.lstrip(" ")), plain.lstrip(" ")))
        start += len(whole) + 1
    return result


def _holds_sentences(path: list[str]) -> bool:
    """Whether a key, under these other keys, may hold sentences."""
    depth = len(path) - 1
    if depth == 2 and path[0] == "examples":
        return path[-1] in _BLOCKS[2]
    return (depth == 0 and path[-1] in _BLOCKS[0]) or (depth > 0 and _HEAD.fullmatch(path[-1]) is not None)


def _are_sentences(body: list[_Line], source: Source) -> bool:
    """Whether lines read as sentences and not as one expression, which a rule may be as well."""
    from .parse import reads

    last = body[-1]
    content = Span(source, body[0].start, last.start + last.indent + len(last.text))
    return not reads("expression", content) and reads("procedure", content)


def _report(source: Source, colon: int, key: str, report: Report) -> None:
    report.error(
        "E0205",
        Span(source, colon, colon + 1),
        f"the sentences of `{key}` need a `|` before them",
        label="the `|` is missing",
        help=f"write `|` after the colon of line {source.position(colon)[0]}",
    )
