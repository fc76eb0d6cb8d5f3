"""The strict loader: bytes to a text, a text to YAML nodes that know their place; every trap of YAML its own error.

PyYAML's pure-Python loader reads everywhere: the one in C is faster but not installed everywhere, takes tabs that this one
refuses, and words its faults differently, and a mistake must read the same on every machine. Its events are enough: its composer
would recurse and keep aliases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from .diagnostics import Report
from .habits import cut_by_comma
from .source import Listing, Mapping, Scalar, Source, Span, YamlNode

# A rule file has ten to thirty thousand bytes and a few hundred nodes; what is larger by far would only keep people waiting.
MOST_BYTES = 100_000
MOST_NODES = 8_000
MOST_DEPTH = 24

_BREAKS = re.compile("[\x85\u2028\u2029]|\r(?!\n)")
_CONTROL = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|\ufeff")
_BREAK_NAMES = {
    "\x85": "NEL, U+0085",
    "\u2028": "LINE SEPARATOR, U+2028",
    "\u2029": "PARAGRAPH SEPARATOR, U+2029",
    "\r": "a lone carriage return",
}


def decode(data: bytes, name: str, report: Report) -> Source | None:
    """The text of a file, or None when it is no rule file at all; then why is reported. A byte order mark is dropped."""
    if len(data) > MOST_BYTES:
        report.error(
            "E0101", None, f"{name} is too large for a rule file: {len(data):,} bytes", help=f"at most {MOST_BYTES:,} bytes are read"
        )
        return None
    if b"\0" in data[:4096]:
        report.error("E0103", None, f"{name} is not a text file", help="a rule file is plain text in UTF-8")
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        report.error(
            "E0102",
            None,
            f"{name} is not in UTF-8: byte {data[fault.start]:#04x} in line {line}",
            help="save the file with the encoding UTF-8 (in many editors: Save with encoding)",
        )
        return None
    source = Source(name, text.removeprefix("\ufeff"))
    if (found := _CONTROL.search(source.text)) is not None:
        code = f"U+{ord(found.group()):04X}"
        report.error("E0103", Span(source, *found.span()), f"a character that no text has: {code}", label=code, help="delete it")
        return None
    if (found := _BREAKS.search(source.text)) is not None:
        report.error(
            "E0104",
            Span(source, *found.span()),
            f"an unusual line end: {_BREAK_NAMES[found.group()]}",
            label="this looks like a line end",
            help="end lines in the usual way; an editor can convert the file",
        )
        return None
    return source


def read(source: Source, report: Report) -> Mapping | None:
    """The YAML of a rule file, or None when it can not be relied upon; faults are reported.

    A key written twice is reported and its first value kept.
    """
    import yaml

    from .bars import missing_bars

    before = len(report.diagnostics)
    if missing_bars(source, report):
        return None
    events = cast(Any, yaml.parse(source.text, Loader=yaml.SafeLoader))  # pyright: ignore[reportUnknownMemberType]
    try:
        root = _Reader(source, report).document(events)
    except yaml.MarkedYAMLError as fault:
        if not any(d.code in ("E0111", "E0112", "E0113") for d in report.diagnostics[before:]):  # else it follows from those
            from .yaml_faults import explain

            explain(source, fault, report)
        return None
    except _Refused as fault:
        report.error(fault.code, fault.span, fault.message, label="here it goes too far", help=fault.help)
        return None
    fatal = any(d.code != "E0110" for d in report.diagnostics[before:])
    return None if fatal else root


@dataclass(frozen=True)
class _Refused(Exception):
    """Too much of a thing to go on reading."""

    code: str
    span: Span
    message: str
    help: str


class _Reader:
    """Builds nodes from PyYAML's events."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.nodes = 0

    def document(self, events: Iterator[Any]) -> Mapping | None:
        import yaml

        root: YamlNode | None = None
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self.report.error(
                        "E0107",
                        self.span(event),
                        "a second document begins here",
                        label="the file ends before this line",
                        help="a rule file holds one game: delete the line of dashes",
                    )
                    return None
            elif isinstance(event, yaml.NodeEvent):
                root = self.node(event, events, 1)
        if isinstance(root, Mapping):
            return root
        if root is None or (isinstance(root, Scalar) and not root.text):
            self.report.error("E0105", None, f"{self.source.name} is empty", help="`cardrules new NAME` writes a file to start from")
        else:
            what = "a list" if isinstance(root, Listing) else "a text"
            self.report.error(
                "E0106",
                Span(self.source, root.span.start, min(root.span.end, root.span.start + 1)),
                f"this is {what}, not a rule file",
                help="a rule file is made of sections: a word at the start of a line, `:`, and what belongs to it",
            )
        return None

    def span(self, event: Any) -> Span:
        return Span(self.source, event.start_mark.index, event.end_mark.index)

    def node(self, event: Any, events: Iterator[Any], depth: int) -> YamlNode:
        """The node that begins with this event."""
        import yaml

        self.nodes += 1
        at = Span(self.source, event.start_mark.index, event.start_mark.index + 1)
        if depth > MOST_DEPTH:
            raise _Refused("E0115", at, f"this is nested more than {MOST_DEPTH} deep", "a rule file never needs so many levels")
        if self.nodes > MOST_NODES:
            raise _Refused("E0101", at, f"the file has more than {MOST_NODES:,} parts", "a rule file is much smaller")
        self.plain_only(event)
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(event, events, depth)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[YamlNode] = []
            for inner in events:
                if isinstance(inner, yaml.SequenceEndEvent):
                    return Listing(self.whole(event, inner), tuple(items), bool(event.flow_style))
                items.append(self.node(inner, events, depth + 1))
        return self.scalar(event)

    def plain_only(self, event: Any) -> None:
        """Report anchors, aliases and tags: what YAML has beyond texts, lists and sections."""
        import yaml

        text, start = self.source.text, event.start_mark.index
        word = re.compile(r"\S*").match(text, start)
        span = Span(self.source, start, word.end() if word is not None and word.end() > start else start + 1)
        help = "a sentence can not begin with this sign; turn it round, or put brackets around the first word"
        if isinstance(event, yaml.AliasEvent):
            self.report.error("E0112", span, f"`{span.text}` is an alias of YAML: rule files have none", label="begins with `*`", help=help)
        elif event.anchor is not None:
            self.report.error(
                "E0111", span, f"`{span.text}` is an anchor of YAML: rule files have none", label="begins with `&`", help=help
            )
        elif getattr(event, "tag", None) is not None:
            better = "say `not` instead of `!`" if text.startswith("!", start) else help
            self.report.error("E0113", span, f"`{span.text}` is a tag of YAML: rule files have none", label="begins with `!`", help=better)

    def mapping(self, event: Any, events: Iterator[Any], depth: int) -> Mapping:
        import yaml

        entries: list[tuple[Scalar, YamlNode]] = []
        first: dict[str, Scalar] = {}
        for inner in events:
            if isinstance(inner, yaml.MappingEndEvent):
                if event.flow_style:
                    cut_by_comma([k.span.to(v.span) for k, v in entries], self.report)
                return Mapping(self.whole(event, inner), tuple(entries), bool(event.flow_style))
            key = self.key(self.node(inner, events, depth + 1))
            value = self.node(next(events), events, depth + 1)
            if key.text in first:
                self.report.error(
                    "E0110",
                    key.span,
                    f"`{key.text}` is written twice here",
                    label="the second time",
                    related=((first[key.text].span, "the first time"),),
                    help="join the two, or give one another name",
                )
                continue
            first[key.text] = key
            entries.append((self.commented(key, value), value))
        raise AssertionError("YAML events end inside a mapping")

    def key(self, node: YamlNode) -> Scalar:
        """A key must be a word or sentence in one line."""
        text, start = self.source.text, node.span.start
        explicit = text[:start].rstrip(" \t\r\n")
        asked = explicit.endswith("?") and not explicit[:-1].strip("\n").endswith(":") and explicit[-2:-1] in ("", " ", "\n", "{", ",")
        if not isinstance(node, Scalar) or asked:
            what = Span(self.source, len(explicit) - 1, len(explicit)) if asked else node.span
            self.report.error(
                "E0116", what, "this can not be a key", label="a list, a section or `?`", help="write a word, `:`, and its value"
            )
            return Scalar(node.span, node.span.text, "plain", node.span, "")
        if node.text == "<<" and node.style == "plain":
            self.report.error(
                "E0114", node.span, "`<<` merges sections in YAML: rule files do not", label="a merge key", help="write the lines out"
            )
        return node

    def whole(self, first: Any, last: Any) -> Span:
        """The span of a mapping or list: to its bracket, or to the last sign of its last line."""
        start, end = first.start_mark.index, last.end_mark.index
        if not first.flow_style:
            end = start + len(self.source.text[start:end].rstrip())
        return Span(self.source, start, max(end, start))

    def scalar(self, event: Any) -> Scalar:
        import yaml

        span = self.span(event)
        if not isinstance(event, yaml.ScalarEvent):
            return Scalar(span, "", "plain", span, "")
        text = self.source.text
        if event.style == "|":
            start = text.find("\n", span.start) + 1 or len(text)
            content = Span(self.source, start, max(start, span.end))
            return Scalar(span, content.text, "literal", content, "")
        if event.style in ("'", '"', ">"):
            return Scalar(span, event.value, "folded" if event.style == ">" else "quoted", span, self.comment_after(span.end))
        return Scalar(span, span.text, "plain", span, self.comment_after(span.end))

    def comment_after(self, offset: int) -> str:
        """The comment between an offset and the end of its line, if nothing else stands there."""
        found = re.compile(r"[ \t]+#[ \t]*([^\r\n]*)").match(self.source.text, offset)
        return "" if found is None else found.group(1).rstrip()

    def commented(self, key: Scalar, value: YamlNode) -> Scalar:
        """The key with the comment on its line, where its value is a block or a section."""
        if isinstance(value, Scalar) and value.style != "literal":
            return key
        text = self.source.text
        if isinstance(value, Scalar):
            found = re.compile(r"\|[-+0-9]*").match(text, value.span.start)
            after = found.end() if found is not None else value.span.start
        elif value.flow:
            after = value.span.end
        else:
            after = text.find(":", key.span.end) + 1
        comment = self.comment_after(after)
        return Scalar(key.span, key.text, key.style, key.content, comment) if comment else key
