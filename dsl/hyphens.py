"""Names with a hyphen, `hand-size`: told once, and read on as what was meant, so that nothing else follows from them.

An underscore takes the place of each hyphen; no offset changes, and what is found wrong further on is shown in the file as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from .diagnostics import Diagnostic, Report
from .parts import FILE
from .source import Mapping, Scalar, Source, Span, YamlNode

_WORD = r"[A-Za-z_]\w*(?:-\w+)+"
_ALONE = re.compile(rf"(?<![\w-]){_WORD}(?![\w-])")
_HEAD = re.compile(rf"^[ \t]*({_WORD})[ \t]*(?:\(.*\))?(?:[ \t]+when\b.*)?:[ \t]*(?:#.*)?$", re.M)  # of an action
_BOUND = re.compile(rf"(?:\blet[ \t]+|\beach[ \t]+|\bfor[ \t]+|[(,][ \t]*)({_WORD})(?=[ \t]+in\b|[ \t]*=)")
_QUIET = re.compile(r'"[^"\n]*"|#[^\n]*')  # what is no name
_OF_MEMBERS = ("kinds", "attributes")
_NAMING = {
    "options": "an option",
    "variants": "a variant",
    "kinds": "a kind",
    "attributes": "an attribute",
    "zones": "a zone",
    "variables": "a variable",
    "rules": "a rule",
}
_WITHIN = ("needs", "defaults", "trial")  # parts of a library that hold parts


def mended(source: Source, root: Mapping, report: Report) -> Source:
    """The source with underscores in the names that have hyphens, which are told; the same one where there are none."""
    found: dict[str, tuple[Span, str]] = {}
    for span, what in _declared(root):
        found.setdefault(span.text, (span, what))
    declared = {name for section, value in root.entries if section.text in (*_NAMING, "cards") for name in _names(value)}
    for span in _sentences(root):
        for match in _ALONE.finditer(_without_quiet(span.text)):
            word = Span(source, span.start + match.start(), span.start + match.end())
            parts = word.text.split("-")
            if word.text not in found and word.text.replace("-", "_") in declared and not all(p in declared or p.isdigit() for p in parts):
                found[word.text] = (word, "")
    if not found:
        return source
    uses = re.compile("|".join(rf"(?<![\w-]){re.escape(word)}(?![\w-])" for word in sorted(found, key=len, reverse=True)))
    for word, (span, what) in found.items():
        _tell(report, word, span, what, sum(match.group() == word for match in uses.finditer(source.text)) - 1)
    return Source(source.name, uses.sub(lambda match: match.group().replace("-", "_"), source.text))


def shown_in(source: Source, diagnostics: list[Diagnostic], mended: Source) -> list[Diagnostic]:
    """Diagnostics of the mended source, at their places in the file as it is."""

    def there(span: Span | None) -> Span | None:
        return span if span is None or span.source is not mended else Span(source, span.start, span.end)

    return [replace(d, span=there(d.span), related=tuple((there(span) or span, word) for span, word in d.related)) for d in diagnostics]


def _tell(report: Report, word: str, span: Span, what: str, more: int) -> None:
    better = word.replace("-", "_")
    notes = (f"it stands {more} more time{'s' if more > 1 else ''} in this file",) if more else ()
    if not what:
        report.error("E0204", span, f"nothing is called `{word}` here", label=f"did you mean `{better}`?", notes=notes)
        return
    code = "E0213" if what == "a fact" else "E0207"
    help = f"a name is letters, digits and `_`: write `{better}`{' everywhere' if more else ''}"
    report.error(code, span, f"`{word}` can not name {what}", label="not a name", notes=notes, help=help)


def _declared(root: Mapping) -> Iterator[tuple[Span, str]]:
    """Where something is declared by a name with a hyphen, and what it would be."""
    for section, value in root.entries:
        if section.text in _WITHIN and isinstance(value, Mapping):
            yield from _declared(value)
        elif isinstance(value, Mapping) and section.text in (*_NAMING, "cards"):
            for key, below in value.entries:
                if section.text in _NAMING:
                    yield from _in_head(key, _NAMING[section.text])
                if section.text == "options" and isinstance(below, Scalar):
                    yield from _words(below, "a word of an option")
                elif section.text in _OF_MEMBERS:
                    yield from _members(below, section.text)
                elif section.text == "cards":
                    if key.text.startswith("each "):
                        yield from _words(key, "a fact")
                    yield from _facts(below)
                elif section.text == "rules" and isinstance(below, Scalar):
                    yield from _bound(below)
        elif isinstance(value, Scalar) and section.text in ("setup", "play", "anytime"):
            yield from _bound(value)


def _in_head(key: Scalar, what: str) -> Iterator[tuple[Span, str]]:
    """A name, and those of its parameters."""
    for number, match in enumerate(_ALONE.finditer(key.span.text)):
        first = number == 0 and match.start() == 0
        if first or "(" in key.span.text[: match.start()]:
            yield _at(key.span, match), what if first else "a parameter"


def _members(below: YamlNode, section: str) -> Iterator[tuple[Span, str]]:
    if isinstance(below, Mapping):
        for member, said in below.entries:
            yield from _in_head(member, "a word of a kind")
            if section == "kinds":
                yield from _facts(said)
    elif isinstance(below, Scalar) and section == "kinds":
        yield from _words(below, "a word of a kind")


def _facts(said: YamlNode) -> Iterator[tuple[Span, str]]:
    if isinstance(said, Mapping):
        for fact, value in said.entries:
            yield from _in_head(fact, "a fact")
            if isinstance(value, Scalar):
                yield from _bound(value)


def _words(text: Scalar, what: str) -> Iterator[tuple[Span, str]]:
    for match in _ALONE.finditer(text.span.text):
        yield _at(text.span, match), what


def _bound(block: Scalar) -> Iterator[tuple[Span, str]]:
    """Actions, and names that sentences give."""
    text = _without_quiet(block.content.text)
    for pattern, what in ((_HEAD, "an action"), (_BOUND, "a value")):
        for match in pattern.finditer(text):
            yield Span(block.span.source, block.content.start + match.start(1), block.content.start + match.end(1)), what


def _names(node: YamlNode) -> Iterator[str]:
    """What may be declared here: all keys, and the words of lists."""
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield key.text.split("(", 1)[0].strip()
            yield from _names(value)
    elif isinstance(node, Scalar) and node.style == "plain":
        yield from re.findall(r"\w+", node.text) if "," in node.text or " or " in node.text else ()


def _sentences(node: YamlNode, within: bool = False) -> Iterator[Span]:
    """Texts that are sentences or expressions."""
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield from _sentences(value, within or (key.text in FILE and key.text not in ("how", "about", "game", "cards", "examples")))
    elif isinstance(node, Scalar) and within and node.style in ("plain", "literal"):
        yield node.content


def _without_quiet(text: str) -> str:
    """The text with blanks for quotations and comments."""
    return _QUIET.sub(lambda match: " " * len(match.group()), text)


def _at(span: Span, match: re.Match[str]) -> Span:
    return Span(span.source, span.start + match.start(), span.start + match.end())
