"""Sentences: the text of a scalar to syntax nodes, or one diagnostic that says what is wrong with it.

One LALR parser, built at the first sentence, serves every kind. It reads a slice of the whole file, so all places are places of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from . import syntax as s
from . import tables
from .automaton import Automaton, BadSign, BadWord, Tree, Word
from .declarations import DeclarationBuilder
from .diagnostics import Report
from .layout import BadLayout, arrange
from .source import Scalar, Source, Span

GRAMMAR = Path(__file__).with_name("grammar.lark").read_text("utf-8")
RESERVED: frozenset[str] = frozenset(re.findall(r'"([a-z]+)"', GRAMMAR))
"""Words of the grammar: a declaration may not use them as names."""

# A kind of sentence, and where the grammar starts for it.
_STARTS = {
    "expression": "expression", "procedure": "procedure", "actions": "actions", "head": "head", "type": "type_", "option": "option",
    "zone": "zone", "variable": "variable", "players": "players", "teams": "teams", "deck": "deck", "generator": "generator",
    "names": "names", "seats": "names", "fact": "expression",
}  # fmt: skip
STARTS = sorted(set(_STARTS.values()))
# Deeper trees than this are refused: whoever walks them does so by recursion.
_DEEPEST = 120


@lru_cache(maxsize=1)
def parser() -> Automaton:
    """The one parser."""
    return tables.build(GRAMMAR, STARTS)


def sentence(kind: str, scalar: Scalar, report: Report) -> Any:
    """The sentence in a scalar as a node of `syntax`, or None when it is wrong, which is then reported.

    kinds and results: expression (Expression), procedure (Block), actions (a tuple of Action), option, zone, variable, players,
    teams, deck and fact (OptionSentence ... FactSentence), generator, head (Generator, Head), type (TypeWord), names and seats (Names),
    moves (a tuple of Played).
    """
    if scalar.style in ("quoted", "folded"):
        what = "in quotes" if scalar.style == "quoted" else "folded with `>`"
        report.error(
            "E0151",
            scalar.span,
            f"a sentence can not be {what}",
            label="as it stands this is mere text",
            help="write it without quotes, or as a block: `|` and the sentences indented below",
        )
        return None
    content = scalar.content
    if kind == "moves":
        return _moves(content, report)
    if kind == "fact" and (numbers := re.fullmatch(r"\s*-?\d{1,18}(?:[ \t]+-?\d{1,18})+\s*", content.text)) is not None:
        return _numbers(content, numbers.group())
    read = _read(kind, content, report)
    return s.FactSentence(read.span, (read,)) if kind == "fact" and read is not None else read


def _read(kind: str, content: Span, report: Report) -> Any:
    read: list[Word] = []
    try:
        tree = _tree(kind, content, read)
    except (BadLayout, BadSign, BadWord) as fault:
        _explain(fault, kind, content, read, report)
        return None
    if _depth(tree) > _DEEPEST:
        report.error("E0156", content, "this is nested too deeply", help="name a part of it with `let`, or make a rule of it")
        return None
    source = content.source
    builder = DeclarationBuilder(source, report, lambda start, end: _read("expression", Span(source, start, end), report))
    return _build(builder, kind, tree)


def _tree(kind: str, content: Span, read: list[Word]) -> Tree:
    """read: the words that fit are put there. Raises BadLayout, BadSign, BadWord."""
    words = parser().words(content.source.text, content.start, content.end)
    return parser().parse(_STARTS[kind], arrange(words, kind, content), read)


def _explain(fault: BadLayout | BadSign | BadWord, kind: str, content: Span, read: list[Word], report: Report) -> None:
    """Report what is wrong with a sentence. read: the words before it. What knows of mistakes is large, and loaded when there is one."""
    from . import mistakes
    from .shapes import misshapen
    from .steps import blamed

    if isinstance(fault, BadLayout):
        if fault.code != "E0154" or not blamed(content.source, fault.span.line, fault.code, report):
            report.error(fault.code, fault.span, fault.message, label=fault.label, help=fault.help)
    elif misshapen(kind, content, report):
        pass
    elif isinstance(fault, BadSign):
        mistakes.character(content, fault.at, read, report)
    else:
        mistakes.token(kind, content, fault.word, read, parser().next(_STARTS[kind], read), report)


def reads(kind: str, content: Span) -> bool:
    """Whether a text is a sentence of this kind, as far as its grammar goes."""
    try:
        _tree(kind, content, [])
    except (BadLayout, BadSign, BadWord):
        return False
    return True


def _build(b: Any, kind: str, tree: Any) -> Any:
    makers: dict[str, Callable[[Any], Any]] = {
        "expression": lambda t: b.expr(t.children[0]), "fact": lambda t: b.expr(t.children[0]),
        "procedure": b.block, "actions": b.actions,
        "head": b.head, "type": b.type_sentence, "option": b.option, "zone": b.zone, "variable": b.variable, "players": b.player_counts,
        "teams": b.teams, "deck": b.deck, "generator": b.generator, "names": b.names, "seats": b.names,
    }  # fmt: skip
    return makers[kind](tree)


def _depth(tree: Any) -> int:
    """How deep a tree is, without recursion."""
    deepest, level = 0, [tree]
    while level:
        deepest += 1
        level = [child for node in level for child in node.children if hasattr(child, "children")]
    return deepest


def _numbers(content: Span, text: str) -> s.FactSentence:
    values: list[s.Expression] = []
    for found in re.finditer(r"-?\d+", text):
        span = Span(content.source, content.start + found.start(), content.start + found.end())
        values.append(s.Number(span, int(found.group())))
    return s.FactSentence(content, tuple(values))


_MOVE = re.compile(r"[ \t]*(?P<seat>[A-Za-z_][A-Za-z_0-9]*)[ \t]+(?P<cannot>cannot[ \t]+)?(?P<action>\S.*?)[ \t]*")


def _moves(content: Span, report: Report) -> tuple[s.Played, ...] | None:
    """The lines of an example's `moves`. What is played is read later, against what may be played then."""
    played: list[s.Played] = []
    good = True
    start = content.start
    for line in content.text.splitlines(keepends=True):
        text = re.sub(r"(^|[ \t])#.*", "", line.rstrip("\r\n"))
        at, start = start, start + len(line)
        if not text.strip():
            continue
        span = Span(content.source, at + len(text) - len(text.lstrip()), at + len(text.rstrip()))
        found = _MOVE.fullmatch(text)
        if found is None:
            good = False
            report.error(
                "E0166",
                span,
                "this is not a move",
                label="who, and what",
                help="write a line such as `Anna lay 4♠` or `Anna cannot lay 4♠`",
            )
            continue
        seat = s.Name(Span(content.source, at + found.start("seat"), at + found.end("seat")), found["seat"])
        played.append(s.Played(span, seat, found["cannot"] is not None, found["action"]))
    return tuple(played) if good else None


def source_scalar(name: str, text: str) -> Scalar:
    """A plain scalar that is a whole text of its own: for text that does not come from a file (a typed rule, a test)."""
    source = Source(name, text)
    span = Span(source, 0, len(text))
    return Scalar(span, text, "plain", span, "")
