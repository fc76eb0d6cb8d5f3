"""Sentences that are wrong: what is said of them, and where; nothing raises."""

from __future__ import annotations

import dataclasses
import re

import pytest
from cardrules.dsl import mistakes, parse
from cardrules.dsl.diagnostics import CODES, Report
from hypothesis import given, settings
from hypothesis import strategies as st

from .test_parse import look


@pytest.mark.parametrize(
    "kind, text, code, at, words",
    [
        ("expression", "a == b", "E0152", "==", "say `is`"),
        ("expression", "a != b", "E0152", "!=", "say `is not`"),
        ("expression", "a && b", "E0152", "&&", "say `and`"),
        ("expression", "a || b", "E0152", "||", "say `or`"),
        ("expression", "!a", "E0152", "!", "say `not`"),
        ("expression", "x in [a, b]", "E0152", "[", "(a, b)"),
        ("expression", "a = b", "E0152", "=", "say `is`"),
        ("expression", "x / 2", "E0152", "/", "`//`"),
        ("expression", "10 of", "E0161", "", "expected here: a value"),
        ("expression", "a and", "E0161", "", "after `and`"),
        ("expression", "a or", "E0161", "", "after `or`"),
        ("expression", "", "E0161", "", "nothing stands here"),
        ("expression", "(a + b", "E0160", "", "`)` is missing"),
        ("expression", "(a + b))", "E0160", ")", "closes nothing"),
        ("expression", "010", "E0158", "010", "write `10`"),
        ("expression", "1_000", "E0158", "1_000", "write `1000`"),
        ("expression", "9" * 5000, "E0158", "9" * 5000, "too large"),
        ("expression", '"abc', "E0153", '"abc', 'closing `"`'),
        ("expression", "a.\u00a0b", "E0152", "\u00a0", "no-break space"),
        ("expression", "a#b", "E0152", "#", "a space before it"),
        ("procedure", "if a\n  stop\n", "E0159", "", "`:` is missing"),
        ("procedure", "for each player\n  stop\n", "E0159", "", "`:` is missing"),
        ("procedure", "if (a:\n  stop\n", "E0160", ":", "`)` is missing"),
        ("procedure", "if a:\n  stop\nelif b:\n  stop\n", "E0150", "elif", "say `else if`"),
        ("procedure", "if a = b:\n  stop\n", "E0152", "=", "say `is`"),
        ("procedure", "let round = 3\n", "E0157", "round", "can not be a name"),
        ("procedure", "round = 3\n", "E0157", "round", "can not be a name"),
        ("procedure", "stop\n  stop\n", "E0154", "stop", "nothing above it opens a block"),
        ("procedure", "if a:\nstop\n", "E0154", "stop", "a block belongs here"),
        ("procedure", "if a:\n    stop\n  stop\n", "E0154", "stop", "fits no line above"),
        ("procedure", "if a: stop\n", "E0154", "stop", "in the next line"),
        ("procedure", "if a:\n\tstop\n", "E0155", "\t", "a tab"),
        ("procedure", "stop\nelse:\n  stop\n", "E0150", "else", "belongs to nothing"),
        ("procedure", "for c in hand:\n  stop\n", "E0150", "c", "for each c in"),
        ("procedure", "mvoe top 3 of stock to box\n", "E0150", "mvoe", "did you mean `move`?"),
        ("procedure", "chooose:\n  a\n", "E0150", "chooose", "did you mean `choose`?"),
        ("procedure", "tkae turns from p:\n  stop\n", "E0150", "tkae turns", "did you mean `take turns`?"),
        ("procedure", "order others by x\n", "E0150", "others", "order players by"),
        ("procedure", "choose:\n  play(card: hand):\n    stop\n", "E0150", ":", "`card in hand`"),
        ("procedure", 'say "{a"\n', "E0160", "{", "no partner"),
        ("procedure", 'say "{a +} b"\n', "E0161", "", "after `+`"),
        ("head", "let(card c)", "E0157", "let", "can not be a name"),
        ("players", "2-5", "E0150", "2-5", "write `2..5`"),
        ("players", "5..2", "E0165", "5..2", "between 1 and"),
        ("players", "1..1000000", "E0165", "1..1000000", "between 1 and"),
        ("zone", "each player, face sideways", "E0150", "face", "`face up` or `face down`"),
        ("zone", "face up, face down", "E0162", "face down", "said twice"),
        ("zone", "seen by nobody", "E0163", "nobody", "`owner`"),
        ("variable", "each player", "E0164", "each player", "add a range"),
        ("moves", "Anna\n", "E0166", "Anna", "Anna lay 4♠"),
    ],
)
def test_famous_mistakes(kind: str, text: str, code: str, at: str, words: str) -> None:
    node, faults = look(kind, text)
    assert [f.code for f in faults] == [code]
    (fault,) = faults
    assert fault.span is not None
    assert fault.span.text == at
    assert words in "\n".join((fault.message, fault.label, *fault.notes, fault.help))
    assert code in CODES
    assert code in ("E0160", "E0161", "E0162", "E0163", "E0164", "E0165") or node is None


@pytest.mark.parametrize(
    "text",
    [
        "or", "and == 1", "a and and", "a andb", "x inhand", "1and 2", "a or or b", "not", "a not b", "is", "a is", "a isb", "where a",
        "a wheree b",
        "hand where", "top of", "topp 3 of stock", "if a else b", "a if b", "each", "a of of b",
    ],
)  # fmt: skip
def test_slips_are_no_programs(text: str) -> None:
    node, faults = look("expression", text)
    assert node is None
    assert len(faults) == 1


@pytest.mark.parametrize("style", ["quoted", "folded"])
def test_sentences_are_neither_quoted_nor_folded(style: str) -> None:
    scalar = dataclasses.replace(parse.source_scalar("t.yml", "a"), style=style)
    report = Report()
    assert parse.sentence("expression", scalar, report) is None
    assert [d.code for d in report.diagnostics] == ["E0151"]


@pytest.mark.parametrize("text", ["not " * 3000 + "x", "-" * 3000 + "x", "1" + " + 1" * 3000, "f(" * 3000 + ")" * 3000, "(" * 3000 + "x"])
def test_deep_expressions_are_refused(text: str) -> None:
    node, faults = look("expression", text)
    assert node is None
    assert len(faults) == 1


def test_deep_blocks_are_refused() -> None:
    node, faults = look("procedure", "".join(" " * i + "round:\n" for i in range(300)) + " " * 300 + "stop\n")
    assert node is None
    assert [f.code for f in faults] == ["E0156"]


def test_no_message_shows_a_terminal() -> None:
    for name in parse.parser().terminals:
        words = mistakes.expectation({name}, None)
        assert not re.search(r"[A-Z]{2}|__|ANON", words.replace("`A♠`", "")), words


WORDS = [
    "move",
    "let",
    "if",
    "else",
    "choose",
    ":",
    "\n",
    "\n  ",
    "\n    ",
    "x",
    "3",
    "(",
    ")",
    ",",
    "..",
    "of",
    "in",
    "is",
    "♠",
    "10♠",
    '"',
    "#",
    "=",
    "\t",
    "\r\n",
    "where",
    "{",
    "not",
]


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(
        [
            "expression",
            "procedure",
            "actions",
            "zone",
            "variable",
            "option",
            "players",
            "teams",
            "deck",
            "generator",
            "names",
            "fact",
            "head",
            "type",
            "moves",
        ]
    ),
    st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join) | st.text(max_size=20),
)
def test_no_text_raises(kind: str, text: str) -> None:
    node, faults = look(kind, text)
    assert node is not None or faults
    for fault in faults:
        assert fault.code in CODES
        assert fault.span is not None
        assert 0 <= fault.span.start <= fault.span.end <= len(text)
