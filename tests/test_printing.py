"""What is printed reads as what was printed: every sentence of every file here, of the reference, of random programs, and random trees."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from cardrules.dsl import parse, printing, syntax
from cardrules.dsl.diagnostics import Report, RuleError
from cardrules.dsl.load import load, load_text
from cardrules.dsl.source import Source, Span
from hypothesis import given, settings
from hypothesis import strategies as st

from .programs import program
from .test_docs import BASES, BLOCKS, spliced, write

HERE = Path(__file__).parent
GAMES = [path for folder in ("../games", "games", "hidden") for path in sorted((HERE / folder).glob("*.yml"))]
FAULTY = sorted((HERE / "errors").glob("*.yml"))[::4]
Sentence = tuple[str, Any]


def bare(node: Any) -> Any:
    """A node without its places."""
    if isinstance(node, tuple):
        return tuple(bare(part) for part in node)
    if is_dataclass(node):
        return type(node).__name__, *(bare(getattr(node, field.name)) for field in fields(node) if field.name != "span")
    return node


def read_again(kind: str, node: Any) -> Any:
    """What the printed text of a node reads as."""
    text = printing.sentence(node)
    report = Report()
    again = parse.sentence(kind, parse.source_scalar("printed", text), report)
    assert not report.diagnostics, f"{text}\n{report.diagnostics[0].message}"
    return again


@pytest.fixture
def sentences(monkeypatch: pytest.MonkeyPatch) -> list[Sentence]:
    """Every sentence that is read from here on."""
    found: list[Sentence] = []
    read = parse.sentence

    def noted(kind: str, scalar: Any, report: Any) -> Any:
        before = len(report.diagnostics)
        node = read(kind, scalar, report)
        if node is not None and len(report.diagnostics) == before:
            found.append((kind, node))
        return node

    monkeypatch.setattr(parse, "sentence", noted)
    return found


def check(sentences: list[Sentence]) -> int:
    """Print and read each again; how many there were."""
    seen = list(sentences)
    for kind, node in seen:
        assert bare(read_again(kind, node)) == bare(node)
    sentences.clear()
    return len(seen)


def test_every_sentence_of_the_games(sentences: list[Sentence]) -> None:
    for path in GAMES:
        load(path)
        assert check(sentences) > 5, path


def test_every_sentence_of_the_reference(sentences: list[Sentence], tmp_path: Path) -> None:
    read = 0
    for block in BLOCKS:
        if block.mark in ("base", "file", "in") and block.language == "yaml":
            text = spliced(BASES[block.name].text, block.text) if block.mark == "in" else block.text
            load(write(tmp_path, text, "page.yml"))
            read += check(sentences)
    assert read > 400


def test_every_sentence_of_files_with_mistakes_that_can_be_read(sentences: list[Sentence]) -> None:
    read = 0
    for path in FAULTY:
        with suppress(RuleError):
            load(path)
        read += check(sentences)
    assert read > 200


def test_every_sentence_of_random_programs(sentences: list[Sentence]) -> None:
    for seed in range(8):
        load_text(program(seed).text, "random.yml")
        assert check(sentences) > 20


def test_what_is_printed_is_printed_again_alike(sentences: list[Sentence]) -> None:
    load(HERE.parent / "games" / "feud.yml")
    for kind, node in list(sentences):
        text = printing.sentence(node)
        assert printing.sentence(read_again(kind, node)) == text


def test_a_block_as_people_write_it() -> None:
    text = """\
let best = first of (players where it is not you by lowest fish)
if count(hand) - (2 - 1) is 3 and not (a or b):
  move top 2 of stock to bottom of best.hand face down
else:
  may choose:
    lay(card in hand where rank is not K, n in 0..-(1 - fish)) when n > 0:
      say "{you} lays {card}."
    show
take turns among players where hand is not empty from next(you) counterclockwise until over:
  deal stock to each hand from you"""
    node = parse.sentence("procedure", parse.source_scalar("typed", text), Report())
    assert printing.sentence(node) == text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("procedure", "deal 2 * n from stock to each hand from next(you)"),
        ("variable", "each player, each 1..2 * n + 1, -(a + b) * 3..(a - b) // 2 - (c - 1), starts 0, capped"),
        ("type", "0..count(seats) * (n - 1) % 3 or none"),
        ("head", "bid(player, yes or no fair, some card paid)"),
    ],
)
def test_as_it_is_written(kind: str, text: str) -> None:
    node = parse.sentence(kind, parse.source_scalar("typed", text), report := Report())
    assert not report.diagnostics, report.diagnostics[0].message
    assert printing.sentence(node) == text
    assert bare(read_again(kind, node)) == bare(node)


# --------------------------------------------------------------------------- random trees

NOWHERE = Span(Source("nowhere", ""), 0, 0)
NAMES = st.sampled_from(["hand", "p", "fish"]).map(lambda text: syntax.Name(NOWHERE, text))


def parts(inner: st.SearchStrategy[Any]) -> Iterator[st.SearchStrategy[Any]]:
    """Every construct around smaller expressions."""

    def of(kind: Any, *arguments: Any) -> st.SearchStrategy[Any]:
        return st.builds(kind, st.just(NOWHERE), *(a if isinstance(a, st.SearchStrategy) else st.sampled_from(a) for a in arguments))

    few, maybe = st.lists(inner, max_size=3).map(tuple), st.none() | inner
    key = of(syntax.Key, (True, False), inner)
    yield of(syntax.ListOf, st.lists(inner, min_size=2, max_size=3).map(tuple))
    yield of(syntax.Dot, inner, NAMES)
    yield of(syntax.Call, inner, few)
    yield of(syntax.Comprehension, inner, key, NAMES, inner, maybe)
    yield of(syntax.Where, inner, inner)
    yield of(syntax.SortedBy, inner, key)
    yield of(syntax.From, inner, inner)
    yield of(syntax.OrElse, inner, inner)
    yield of(syntax.IfElse, inner, inner, inner)
    yield of(syntax.Logic, ("and", "or"), inner, inner)
    yield of(syntax.Not, inner)
    yield of(syntax.Compare, ("is", "is not", "<", "<=", ">", ">=", "in", "not in"), inner, inner)
    yield of(syntax.XofY, inner, inner)
    yield of(syntax.Range, inner, inner)
    yield of(syntax.Arithmetic, ("+", "-", "minus", "*", "//", "%"), inner, inner)
    yield of(syntax.Negative, inner)
    yield of(syntax.Pick, ("top", "bottom", "first", "last", "random"), maybe, inner)
    yield of(syntax.Every, NAMES)


leaves = (
    NAMES
    | st.integers(0, 99).map(lambda value: syntax.Number(NOWHERE, value))
    | st.sampled_from(["10♠", "A♥"]).map(lambda text: syntax.CardLiteral(NOWHERE, text))
    | st.sampled_from(["Out of Tune", ""]).map(lambda text: syntax.Text(NOWHERE, text))
    | st.booleans().map(lambda value: syntax.YesNo(NOWHERE, value))
    | st.just(syntax.Nothing(NOWHERE))
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(tree=st.recursive(leaves, lambda inner: st.one_of(*parts(inner)), max_leaves=12))
def test_any_expression(tree: Any) -> None:
    assert bare(read_again("expression", tree)) == bare(tree)
