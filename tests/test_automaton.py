"""Our small automaton does with Lark's tables what Lark does with them: the same words, trees, places and faults."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from cardrules.dsl import parse
from cardrules.dsl.automaton import BadSign, BadWord, Tree, Word
from cardrules.dsl.layout import BadLayout, arrange
from cardrules.dsl.load import load
from cardrules.dsl.source import Source, Span
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.utils import TextSlice

from .conftest import SHIPPED
from .test_parse_mistakes import WORDS


@cache
def lark() -> Any:
    made: Any = Lark(parse.GRAMMAR, parser="lalr", lexer="basic", start=parse.STARTS, propagate_positions=True, maybe_placeholders=True)
    made.lexer = made._build_lexer()
    return made


def plain(tree: Any) -> Any:
    """A tree of ours or of Lark as plain data, with its places."""
    if isinstance(tree, Tree):
        return tree.data, tree.start_pos, tree.end_pos, [plain(child) for child in tree.children]
    if hasattr(tree, "meta"):
        return str(tree.data), tree.meta.start_pos, tree.meta.end_pos, [plain(child) for child in tree.children]
    return None if tree is None else (tree.type, str(tree), tree.start_pos, tree.end_pos)


def words_of_lark(content: Span) -> Iterator[Word]:
    try:
        for token in lark().lex(TextSlice(content.source.text, content.start, content.end)):
            yield Word(str(token), token.type, token.start_pos, token.end_pos)
    except UnexpectedCharacters as fault:
        raise BadSign(fault.pos_in_stream) from None


def of_lark(kind: str, content: Span) -> Any:
    """What Lark makes of a sentence."""
    attempt = before = lark().parse_interactive(start=parse._STARTS[kind])
    last = None
    try:
        for word in arrange(words_of_lark(content), kind, content):
            before = attempt.copy(deepcopy_values=False)
            token = Token(word.type, str(word), word.start_pos, end_pos=word.end_pos)
            attempt.feed_token(token)
            last = token
        before = attempt.copy(deepcopy_values=False)
        return plain(attempt.feed_eof(last))
    except BadLayout as fault:
        return "layout", fault.code, fault.span
    except BadSign as fault:
        return "sign", fault.at
    except UnexpectedToken as fault:
        return "word", fault.token.type, fault.token.start_pos, before.accepts()


def of_ours(kind: str, content: Span) -> Any:
    """The same of our own."""
    read: list[Word] = []
    try:
        return plain(parse._tree(kind, content, read))
    except BadLayout as fault:
        return "layout", fault.code, fault.span
    except BadSign as fault:
        return "sign", fault.at
    except BadWord as fault:
        return "word", fault.word.type, fault.word.start_pos, parse.parser().next(parse._STARTS[kind], read)


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.yml")), ids=lambda path: path.stem)
def test_sentences_of_games(path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[tuple[str, Span]] = []
    tree = parse._tree

    def noted(kind: str, content: Span, read: list[Word]) -> Tree:
        met.append((kind, content))
        return tree(kind, content, read)

    monkeypatch.setattr(parse, "_tree", noted)
    load(path)
    monkeypatch.undo()
    assert met
    for kind, content in met:
        assert of_ours(kind, content) == of_lark(kind, content)
        start, end, text = content.start, content.end, content.source.text
        words = [*parse.parser().words(text, start, end)]
        assert [plain(word) for word in words] == [plain(t) for t in lark().lex(TextSlice(text, start, end))]


SIGNS = [*WORDS, " ", "#", "'", "10♠", "-", "..", "of", "or else", "or", "top", "secret", "seen", "by", "chooses", "may choose", '"a"', "é"]


@given(st.sampled_from(sorted(parse._STARTS)), st.lists(st.sampled_from(SIGNS), max_size=12), st.sampled_from(["", "\n", " x"]))
def test_any_words(kind: str, words: list[str], before: str) -> None:
    text = before + " ".join(words)
    content = Span(Source("any", text), len(before), len(text))
    assert of_ours(kind, content) == of_lark(kind, content)


@given(st.data())
def test_sentences_that_are_cut_or_lack_a_word(data: st.DataObject) -> None:
    """Nearly right ones: faults in the midst of deep trees."""
    kind, text = data.draw(st.sampled_from(SENTENCES))
    parts = text.split(" ")
    at = data.draw(st.integers(0, len(parts) - 1))
    parts[at : at + data.draw(st.integers(0, 2))] = data.draw(st.lists(st.sampled_from(SIGNS), max_size=1))
    changed = " ".join(parts)
    content = Span(Source("any", changed), 0, len(changed))
    assert of_ours(kind, content) == of_lark(kind, content)


SENTENCES = [
    ("expression", "( best ( ( a , b ) for p in S when c ) ) where it is not top 3 of ( first of row . rank ) or else - x * 2 - 1"),
    (
        "procedure",
        'if a is b :\n  move exactly top 2 of stock to bottom of pile face down\nelse if not c :\n  say "{a} b"\nelse :\n  stop\n',
    ),
    (
        "procedure",
        "each player p in others secretly chooses :\n  lay ( card in hand , n in 1 .. 3 ) when n > 2 :\n    move card to pile\n  pass\n",
    ),
    ("actions", "note when ( notes < 99 ) and yes :\n  notes += 1\nstop ( p in players )\n"),
    ("zone", "each player , each 1 .. ( n + 1 ) , seen by owner , in order , refilled from discard except top"),
    ("variable", "each player , 0 .. 9 * ( a - b ) or none , starts 1 if a else 2 , capped"),
    ("deck", "2 .. A of every suit , J of hearts , twice , ( n ) copies"),
    ("head", "rule ( player p , some card or none c , yes or no d , n )"),
    ("option", "- 3 in - 5 .. 5"),
    ("players", "2 .. 4 , or 6"),
    ("generator", "each a 1 .. ( 3 ) , b , each c"),
    ("names", "a , b , c"),
    ("teams", "2 , alternating"),
    ("type", "some card or none"),
]


def test_faults_of_both_kinds_are_met() -> None:
    """The comparison above sees faults, not only trees."""
    for text, kind in [("a b", "word"), ("a ; b", "sign"), ("(a", "word"), ("", "word")]:
        content = Span(Source("any", text), 0, len(text))
        assert of_ours("expression", content)[0] == of_lark("expression", content)[0] == kind
