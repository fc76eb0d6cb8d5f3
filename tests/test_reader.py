"""The strict YAML reader: what it keeps, and what it refuses in which words."""

from __future__ import annotations

import sys

import pytest
from cardrules.dsl import reader
from cardrules.dsl.diagnostics import CODES, Diagnostic, Report
from cardrules.dsl.source import Listing, Mapping, Scalar
from hypothesis import given, settings
from hypothesis import strategies as st


def look(data: str | bytes) -> tuple[Mapping | None, list[Diagnostic]]:
    report = Report()
    source = reader.decode(data.encode() if isinstance(data, str) else data, "t.yml", report)
    return (None if source is None else reader.read(source, report)), report.diagnostics


def calls(text: str) -> int:
    """How much work it is to read a text: calls of functions, which are as many on every machine."""
    count = 0

    def note(*call: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(note)
    try:
        look(text)
    finally:
        sys.setprofile(None)
    return count


def good(text: str) -> Mapping:
    root, faults = look(text)
    assert faults == []
    assert root is not None
    return root


def scalar(node: object) -> Scalar:
    assert isinstance(node, Scalar)
    return node


@pytest.mark.parametrize(
    "text, code, line, column, shown",
    [
        ("x: 'a' is b", "E0122", 1, 4, "'"),
        ('x: "a" in y', "E0122", 1, 4, '"'),
        ("x: [a] is b", "E0122", 1, 4, "["),
        ("x: {p} wins", "E0122", 1, 4, "{"),
        ("x: !empty(deck)", "E0113", 1, 4, "!empty(deck)"),
        ("x: > 3", "E0122", 1, 4, ">"),
        ("x: | y", "E0122", 1, 4, "|"),
        ("x: a ? b : c", "E0121", 1, 10, ":"),
        ("then: draw 2, then: x", "E0121", 1, 19, ":"),
        ("any: any c in hand: c.up", "E0121", 1, 19, ":"),
        ("x: *any", "E0112", 1, 4, "*any"),
        ("x: *", "E0122", 1, 4, "*"),
        ("a: *x *y", "E0112", 1, 4, "*x"),
        ("x: @me.hand", "E0122", 1, 4, "@"),
        ("x: %odd", "E0122", 1, 4, "%"),
        ("x: `y`", "E0122", 1, 4, "`"),
        ("x: ? y", "E0122", 1, 4, "?"),
        ("x: &a y", "E0111", 1, 4, "&a"),
        ("<<: {a: 1}", "E0114", 1, 1, "<<"),
        ("a: 1\n---\nb: 2", "E0107", 2, 1, "---"),
        ("- a\n- b", "E0106", 1, 1, "-"),
        ("hello", "E0106", 1, 1, "h"),
        ("a:\n\tb: 1", "E0120", 2, 1, "\t"),
        ("a: 1\n\tb: 2", "E0120", 2, 1, "\t"),
        ("a: |\n\tfoo", "E0120", 2, 1, "\t"),
        ("a:\n  b: 1\n c: 2", "E0126", 3, 2, "c:"),
        ("a: 1\n  b: 2", "E0126", 2, 3, "b: 2"),
        ("a: b\n- c", "E0126", 2, 1, "-"),
        ("d: 1\na b c\ne: 2", "E0123", 2, 1, "a b c"),
        ("a b c\nd: 1", "E0123", 1, 1, "a b c"),
        ('x: "abc', "E0124", 1, 4, '"'),
        ("x: 'abc\ny: 2", "E0124", 1, 4, "'"),
        ('x: "a\\qb"', "E0127", 1, 7, "q"),
        ("x: [a, b\ny: 2", "E0125", 1, 9, ""),
        ("? a\n: b", "E0116", 1, 1, "?"),
        ("[a]: b", "E0116", 1, 1, "[a]"),
        ("x: a\u2028b", "E0104", 1, 5, "\u2028"),
        ("x: a\x85b", "E0104", 1, 5, "\x85"),
        ("x: a\rb: c", "E0104", 1, 5, "\r"),
        ("x: a\x1bb", "E0103", 1, 5, "\x1b"),
    ],
)
def test_each_trap_is_one_error_at_its_place(text: str, code: str, line: int, column: int, shown: str) -> None:
    root, faults = look(text)
    assert root is None
    assert [d.code for d in faults] == [code]
    span = faults[0].span
    assert span is not None
    assert (span.line, span.column, span.text) == (line, column, shown)
    assert faults[0].help
    assert code in CODES
    assert not any(word in faults[0].message for word in ("None", "True", "scalar", "<block", "yaml."))


@pytest.mark.parametrize(
    "data, code",
    [
        (b"", "E0105"),
        (b"# only a comment\n", "E0105"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "E0103"),
        ("game: Dés".encode("latin-1"), "E0102"),
        (b"x" * 250_001, "E0101"),
    ],
)
def test_what_is_no_rule_file(data: bytes, code: str) -> None:
    root, faults = look(data)
    assert root is None
    assert [(d.code, d.span) for d in faults] == [(code, None)]
    assert "t.yml" in faults[0].message


def test_a_key_written_twice_shows_both_places_and_keeps_the_first() -> None:
    root, faults = look("a: 1\nb: {c: 2, c: 3}\na: 4\n")
    assert root is not None
    assert scalar(root.get("a")).text == "1"
    assert [(d.code, d.span and d.span.line, d.related[0][0].line) for d in faults] == [("E0110", 2, 2), ("E0110", 3, 1)]


@pytest.mark.parametrize("bad", ["[" * 10_000, "{a: " * 5_000, "\n" + "".join(" " * i + "a:\n" for i in range(1, 200)), "- " * 10_000])
def test_deep_nesting_is_an_error_and_quick(bad: str) -> None:
    root, faults = look("x: " + bad)
    assert root is None
    assert len(faults) == 1
    assert calls("x: " + bad) < 1_000_000


def test_a_file_of_very_many_parts_is_refused_quickly() -> None:
    text = "a: [" + "b, " * 80_000 + "]"
    root, faults = look(text)
    assert root is None
    assert [d.code for d in faults] == ["E0101"]
    assert calls(text) < 50 * len(text)


def test_a_list_that_holds_itself_is_two_errors() -> None:
    root, faults = look("a: &a [*a]")
    assert root is None
    assert [d.code for d in faults] == ["E0111", "E0112"]


def test_alias_and_merge_bombs_end_at_once() -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"b{i}: &b{i} {{<<: [*a, *a]}}\n" for i in range(30))
    root, faults = look(bomb)
    assert root is None
    assert {d.code for d in faults} == {"E0111", "E0112", "E0114"}


def test_values_stay_as_written() -> None:
    root = good("on: play\nlist: [Y, No, 010, 1:30, 1_000, .inf, ~, =, 2024-01-02]\nNo: Null\nempty:\n")
    assert [key.text for key, _ in root.entries] == ["on", "list", "No", "empty"]
    items = root.get("list")
    assert isinstance(items, Listing)
    assert items.flow
    assert [scalar(i).text for i in items.items] == ["Y", "No", "010", "1:30", "1_000", ".inf", "~", "=", "2024-01-02"]
    assert scalar(root.get("No")).text == "Null"
    assert scalar(root.get("empty")).text == ""


def test_places_after_cards_and_emoji_and_in_blocks() -> None:
    text = (
        'about: "♠ 😀 x"\nplay: |  # the flow\n  move ♠ to b\n  # kept\n\n  stop\n# not in the block\nrules:\n  f(card c): c is A♠  # one\n'
    )
    root = good(text)
    play = scalar(root.get("play"))
    assert play.style == "literal"
    assert play.content.text == play.text
    assert play.text.startswith("  move ♠ to b\n")
    assert play.text.rstrip().endswith("stop")
    assert play.content.column == 1
    assert play.content.line == 3
    about = scalar(root.get("about"))
    assert (about.style, about.text) == ("quoted", "♠ 😀 x")
    rules = root.get("rules")
    assert isinstance(rules, Mapping)
    key, value = rules.entries[0]
    assert (key.text, scalar(value).text, scalar(value).comment) == ("f(card c)", "c is A♠", "one")
    assert (scalar(value).span.line, scalar(value).span.column) == (9, 14)
    assert next(k for k, _ in root.entries if k.text == "play").comment == "the flow"


def test_comments_go_to_values_and_to_the_keys_of_sections() -> None:
    root = good("a:   # sect\n  b: 1   #  of b\n  c: |-  # of c\n    x  # code\n  d: {e: 1}  # of d\n  f: a#b\n")
    key, section = root.entries[0]
    assert key.comment == "sect"
    assert isinstance(section, Mapping)
    comments = {k.text: k.comment or getattr(v, "comment", "") for k, v in section.entries}
    assert comments == {"b": "of b", "c": "of c", "d": "of d", "f": ""}
    assert scalar(section.get("f")).text == "a#b"


def test_byte_order_mark_and_windows_line_ends() -> None:
    root = good("\ufeffa: 1\r\nb: |\r\n  x\r\n  y\r\nc: 3")
    a, b, c = (scalar(v) for _, v in root.entries)
    assert (a.span.line, a.span.column) == (1, 4)
    assert b.text == "  x\r\n  y\r\n"
    assert (c.span.line, c.span.column, c.text) == (5, 4, "3")
    assert root.span.source.line(1) == "a: 1"


def test_a_block_without_a_last_line_end() -> None:
    play = scalar(good("play: |\n  stop").get("play"))
    assert play.text == "  stop"
    assert scalar(good("play: |").get("play")).text == ""


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.sampled_from("ab:#-|>{}[],'\"&*!%@`? \n\t\r♠<=.0\\~"), max_size=60) | st.text(max_size=30))
def test_no_text_raises(text: str) -> None:
    root, faults = look(text.encode("utf-8", "surrogatepass"))
    assert root is not None or faults
    for fault in faults:
        assert fault.code in CODES
        if fault.span is not None:
            assert 0 <= fault.span.start <= fault.span.end <= len(fault.span.source.text)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=80))
def test_no_bytes_raise(data: bytes) -> None:
    root, faults = look(data)
    assert root is not None or faults


HEADS = """\
setup: |
  shuffle stock
play:
  repeat:
    round:
      nothing
rules:
  grown(number n):
    n + 1
  settle(player winner): # the loser pays
    let loser = next(winner)
    move loser.laid to discard
  lay_open():
    if open_hands:
      reveal each hand
  paid(number n):
    pay(n)
    pay(n)
cards:
  Old Man (grey):
    strength: 3
examples:
  one:
    seats: Anna, Ben
    given:
      Anna.hand = 2♠
    moves: |
      Anna lay 2♠
"""


def test_a_forgotten_bar_is_said_where_it_belongs_and_nothing_else() -> None:
    root, faults = look(HEADS)
    assert root is None
    assert [(d.code, d.span and d.span.line, d.span and d.span.text) for d in faults] == [
        ("E0205", line, ":") for line in (3, 10, 13, 16, 25)
    ]
    assert faults[0].help == "write `|` after the colon of line 3"


def test_where_all_bars_stand_nothing_is_missed() -> None:
    text = HEADS.replace("loser pays", "loser: pays")
    for head in ("play:", "settle(player winner):", "lay_open():", "paid(number n):", "given:"):
        text = text.replace(head, head + " |")
    good(text)


def test_looking_for_bars_takes_little_work_in_any_file() -> None:
    for text in ("\n".join(" " * i + "f(x):" for i in range(400)), "rules:\n" + "  f():\n    x +\n" * 4000, "f(x):\n" + " " * 90_000):
        assert calls(text) < 200 * len(text)


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "label"),
    [
        ("a: {b: c\nd: {e: f}", "E0125", 1, 9, "add `}` here"),
        ("a: {b: c  # so it is\nd: {e: f}", "E0125", 1, 9, "add `}` here"),
        ("a: {b: c", "E0125", 1, 9, "add `}` here"),
        ("a:\n  b:c d\n  e: f", "E0123", 2, 4, "add a space after it"),
        ("a: 1\nb:c  # d: e", "E0123", 2, 2, "add a space after it"),
        ("a:\n  b: 1\nc: 2\n  d: 3", "E0126", 3, 1, "indent it by 2 spaces"),
        ("a:\nc: 2\n  d: 3", "E0126", 2, 1, "indent it by 2 spaces"),
        ("a:\n  b: |\n    x\nc: |\n    y\n  d: 3", "E0126", 4, 1, "indent it by 2 spaces"),
    ],
)
def test_the_caret_stands_where_the_slip_is(text: str, code: str, line: int, column: int, label: str) -> None:
    root, (fault,) = look(text)
    assert root is None
    assert fault.span is not None
    assert (fault.code, fault.span.line, fault.span.column, fault.label) == (code, line, column, label)


def test_carets_run_under_no_comment() -> None:
    _, (fault,) = look("a:\n  b c  # which is this\n  d: e")
    assert fault.span is not None
    assert (fault.code, fault.span.text) == ("E0123", "b c")
