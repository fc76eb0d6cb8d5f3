"""How faults are shown, and which names are suggested."""

from __future__ import annotations

import json
import re

import pytest
from cardrules.dsl import render
from cardrules.dsl.diagnostics import CODES, Diagnostic
from cardrules.dsl.source import Source, Span
from cardrules.dsl.spelling import nearest
from cardrules.dsl.width import Glyphs
from hypothesis import given
from hypothesis import strategies as st


def at(text: str, word: str, name: str = "games/x.yml") -> Span:
    source = Source(name, text)
    start = text.index(word)
    return Span(source, start, start + len(word))


def columns(shown: str) -> int:
    glyphs = Glyphs()
    return sum(glyphs.width(glyphs.char(c), c) for c in shown)


def test_a_fault_with_everything() -> None:
    span = at("\n" * 60 + "        lay(card in hnd):\n", "hnd", "games/feud.yml")
    fault = Diagnostic("E0150", "there is no zone called `hnd`", span, "did you mean `hand`?", notes=("zones here: stock, hand",))
    assert render.render([fault]) == (
        "error[E0150]: there is no zone called `hnd`\n"
        "  ╭─ games/feud.yml:61:21\n"
        "61│         lay(card in hnd):\n"
        "  │                     ^^^ did you mean `hand`?\n"
        "  ╰─ zones here: stock, hand.  `cardrules explain E0150`\n"
        "\n"
        "1 mistake in games/feud.yml"
    )


@pytest.mark.parametrize(
    "text",
    [
        "a word b",
        "\tword",
        "a\t\tword",
        "♠ word",
        "日本 word",
        "e\u0301 word",
        "😀 word",
        "\u202e word",
        "\u200b word",
        "a \x07 word",
        "日 ♠ e\u0301\t word \t x",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_carets_stand_under_the_word(text: str, encoding: str) -> None:
    out = render.render([Diagnostic("E0150", "m", at(text, "word"))], encoding=encoding)
    out.encode(encoding)
    line, carets = out.splitlines()[2:4]
    assert columns(line[: line.index("word")]) == columns(carets[: carets.index("^")])
    assert carets.endswith(" ^^^^")


@pytest.mark.parametrize("word, width", [("日本", 4), ("♠♠", 2), ("😀", 2), ("e\u0301", 1), ("\t", 4), ("\u202e", 6)])
def test_as_many_carets_as_columns(word: str, width: int) -> None:
    out = render.render([Diagnostic("E0150", "m", at(f"a {word} b", word))])
    assert out.splitlines()[3].count("^") == width


def test_nothing_of_the_file_reaches_the_terminal_raw() -> None:
    bad = "x \x1b[31m \u202e \u2066 y"
    out = render.render([Diagnostic("E0150", bad, at(bad, "y", "a\x1b.yml"), bad, notes=(bad,), help=bad)])
    assert not re.search("[\x1b\u202e\u2066]", out)
    assert not re.search("[\x1b\u202e]", render.short([Diagnostic("E0150", bad, at(bad, "y"))]))


def test_an_output_without_boxes_gets_plain_signs() -> None:
    out = render.render([Diagnostic("E0150", "m", at("a ♠ b", "b"))], encoding="ascii")
    assert out.isascii()
    assert "\\u2660" in out


def test_colour_changes_nothing_else() -> None:
    fault = Diagnostic("E0150", "m", at("a b", "b"), "l", related=((at("a b", "a"), "r"),), notes=("n",), help="h")
    colored = render.render([fault], color=True)
    assert "\x1b[" in colored
    assert re.sub("\x1b\\[[0-9;]*m", "", colored) == render.render([fault])


def test_related_places_and_several_words_after() -> None:
    text = "hand: a\nb: c\nhand: d\n"
    source = Source("x.yml", text)
    other = Source("y.yml", "z: 1\n")
    fault = Diagnostic(
        "E0110", "twice", Span(source, 13, 17), "second",
        ((Span(source, 0, 4), "first"), (Span(other, 0, 1), "there")), ("note one", "note two"), "help me"
    )  # fmt: skip
    assert render.render([fault]).splitlines() == [
        "error[E0110]: twice",
        "  ╭─ x.yml:3:1",
        " 3│ hand: d",
        "  │ ^^^^ second",
        " 1│ hand: a",
        "  │ ---- first",
        "  ├─ y.yml:1:1",
        " 1│ z: 1",
        "  │ - there",
        "  ╰─ note one",
        "     note two",
        "     help me  `cardrules explain E0110`",
        "",
        "1 mistake in x.yml",
    ]


def test_order_repeats_and_cap() -> None:
    source = Source("x.yml", "a" * 100)
    faults = [Diagnostic("E0150", f"m{i}", Span(source, i, i + 1)) for i in reversed(range(60))]
    ordered = render.in_order([*faults, *faults])
    assert [d.message for d in ordered] == [f"m{i}" for i in range(60)]
    out = render.render([*faults, *faults])
    assert out.count("error[") == 50
    assert "… and 10 more" in out
    assert out.endswith("60 mistakes in x.yml")


def test_a_fault_without_a_place_and_the_end_of_a_file() -> None:
    empty = Diagnostic("E0105", "x.yml is empty", None, help="write something")
    assert render.render([empty]) == "error[E0105]: x.yml is empty\n  write something.  `cardrules explain E0105`\n\n1 mistake"
    source = Source("x.yml", "a:\n")
    out = render.render([Diagnostic("E0161", "m", Span(source, 3, 3))])
    assert "x.yml:2:1" in out
    assert "^" in out
    assert render.render([]) == ""


def test_long_lines_are_cut_to_the_fault() -> None:
    text = "x" * 5000 + " word " + "y" * 5000
    out = render.render([Diagnostic("E0150", "m", at(text, "word"))])
    line, carets = out.splitlines()[2:4]
    assert len(line) < 150
    assert line.index("word") == carets.index("^^^^")


def test_short_and_json() -> None:
    fault = Diagnostic("E0150", "wrong", at("ab\ncd e", "e"), "l", notes=("n",), help="h")
    warning = Diagnostic("E0105", "empty", None, severity="warning")
    assert render.short([fault, warning]).splitlines() == ["warning[E0105]: empty", "games/x.yml:2:4: error[E0150]: wrong"]
    data = json.loads(json.dumps(render.as_json([fault])))
    assert data == [
        {
            "code": "E0150", "severity": "error", "message": "wrong", "file": "games/x.yml", "line": 2, "column": 4, "end_line": 2,
            "end_column": 5,
            "label": "l", "related": [], "notes": ["n"], "help": "h",
        }
    ]  # fmt: skip
    assert render.summary([fault, warning]) == "1 mistake and 1 warning in games/x.yml"


@given(st.text(max_size=40), st.integers(0, 40), st.integers(0, 40), st.sampled_from(["utf-8", "ascii", "cp437"]))
def test_any_text_can_be_shown(text: str, start: int, length: int, encoding: str) -> None:
    source = Source("x.yml", text)
    start = min(start, len(text))
    span = Span(source, start, min(len(text), start + length))
    out = render.render([Diagnostic("E0150", text, span, text, help=text)], encoding=encoding)
    out.encode(encoding)
    assert "\x1b" not in out


def test_every_code_has_a_title() -> None:
    assert all(re.fullmatch(r"[EW]0\d{3}", code) and title for code, title in CODES.items())


# ---------------------------------------------------------------- spelling


@pytest.mark.parametrize(
    "word, wanted",
    [
        ("hnd", ["hand"]),
        ("mvoe", ["move"]),
        ("Hand", ["hand"]),
        ("swapin", ["swap_in"]),
        ("collecton", ["collection"]),
        ("x", []),
        ("zebra", []),
        ("", []),
    ],
)
def test_the_nearest_name(word: str, wanted: list[str]) -> None:
    assert nearest(word, ["hand", "move", "swap_in", "collection", "stock"]) == wanted


def test_silent_when_unsure() -> None:
    assert nearest("bat", ["cat", "hat"]) == []
    assert nearest("bat", ["cat", "hat"], limit=2) == ["cat", "hat"]
    assert nearest("ab", ["xy", "a"]) == []


def test_long_words_are_quick() -> None:
    assert nearest("a" * 100_000, ["b" * 100_000] * 50) == []
