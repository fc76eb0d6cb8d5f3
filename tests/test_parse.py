"""Sentences to nodes: every construct, places, and mistakes in the words of whoever wrote them."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cardrules.dsl import parse, reader, tables
from cardrules.dsl import syntax as s
from cardrules.dsl.automaton import Automaton
from cardrules.dsl.diagnostics import Diagnostic, Report
from cardrules.dsl.source import Listing, Mapping, Scalar, Span, YamlNode

GAMES = sorted((Path(parse.__file__).parent.parent / "games").rglob("*.yml"))


def look(kind: str, text: str) -> tuple[Any, list[Diagnostic]]:
    report = Report()
    return parse.sentence(kind, parse.source_scalar("t.yml", text), report), report.diagnostics


def good(kind: str, text: str) -> Any:
    node, faults = look(kind, text)
    assert faults == []
    return node


def said(node: Any) -> Any:
    """A node without its places: (class name, fields...), or a name's bare text."""
    if isinstance(node, tuple):
        return tuple(said(n) for n in node)
    if isinstance(node, s.Name):
        return node.text
    if isinstance(node, s.Number):
        return node.value
    if isinstance(node, s.Node):
        return (type(node).__name__, *(said(getattr(node, f.name)) for f in dataclasses.fields(node) if f.name != "span"))
    return node


def nodes(node: Any) -> Iterator[s.Node]:
    if isinstance(node, tuple):
        for part in node:
            yield from nodes(part)
    elif isinstance(node, s.Node):
        yield node
        for f in dataclasses.fields(node):
            yield from nodes(getattr(node, f.name))


def check_nesting(node: Any, outer: Span | None = None) -> None:
    """Every part lies inside its whole."""
    if isinstance(node, tuple):
        for part in node:
            check_nesting(part, outer)
    elif isinstance(node, s.Node):
        assert node.span.start <= node.span.end
        if outer is not None:
            assert outer.start <= node.span.start
            assert node.span.end <= outer.end
        for f in dataclasses.fields(node):
            check_nesting(getattr(node, f.name), node.span)


# ---------------------------------------------------------------- the grammar itself


def test_the_grammar_is_strict() -> None:
    from lark import Lark

    strict = Lark(parse.GRAMMAR, parser="lalr", lexer="basic", start=parse.STARTS, strict=True)
    words = {str(t.pattern.value) for t in strict.terminals if t.pattern.type == "str" and re.fullmatch("[a-z]+", str(t.pattern.value))}
    assert words == parse.RESERVED


def test_names_that_must_stay_free() -> None:
    free = {
        "you",
        "player",
        "players",
        "card",
        "score",
        "rank",
        "take",
        "draw",
        "pass",
        "turn",
        "order",
        "go",
        "end",
        "starts",
        "seen",
        "it",
        "twice",
        "may",
    }
    assert not free & parse.RESERVED


def test_every_rule_of_the_grammar_is_built() -> None:
    """Nothing the grammar makes is unknown to the builder: an alias without a builder would raise."""
    made = set(re.findall(r"-> (\w+)", parse.GRAMMAR))
    source = "".join((Path(parse.__file__).parent / f).read_text("utf-8") for f in ("build.py", "declarations.py"))
    fallback = {"refilled", "word_option", "copies"}
    assert {m for m in made if f'"{m}"' not in source} <= fallback


def _parsed(automaton: Automaton) -> str:
    return automaton.parse("start", automaton.words("a", 0, 1)).data


def test_the_tables_come_back_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    grammar = 'start: A\nA: "a"\n'
    tables.build(grammar, ["start"])
    (kept,) = (tmp_path / "cardrules" / tables.TABLES.name).iterdir()
    before = kept.read_bytes()
    assert _parsed(tables.build(grammar, ["start"])) == "start"
    assert kept.read_bytes() == before
    damaged = before[:-9] + b"damaged!!"
    kept.write_bytes(damaged)
    assert _parsed(tables.build(grammar, ["start"])) == "start"
    assert kept.read_bytes() != damaged
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept))
    assert _parsed(tables.build(grammar, ["start"])) == "start"


# ---------------------------------------------------------------- what sentences mean


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("hand where follows or else discards()", ("OrElse", ("Where", "hand", "follows"), ("Call", "discards", ()))),
        ("a or b and not c is d", ("Logic", "or", "a", ("Logic", "and", "b", ("Not", ("Compare", "is", "c", "d"))))),
        ("a if b else c", ("IfElse", "a", "b", "c")),
        ("a is not b", ("Compare", "is not", "a", "b")),
        ("a not in b", ("Compare", "not in", "a", "b")),
        ("2..3 of hand", ("XofY", ("Range", 2, 3), "hand")),
        ("Q of spades", ("XofY", "Q", "spades")),
        ("top 3 of stock", ("Pick", "top", 3, "stock")),
        ("first of row.rank", ("Pick", "first", None, ("Dot", "row", "rank"))),
        ("each hand", ("Every", "hand")),
        ("every card", ("Every", "card")),
        ("players by lowest laid.number from p", ("From", ("SortedBy", "players", ("Key", True, ("Dot", "laid", "number"))), "p")),
        ("best((a, b) for p in S when c)", ("Comprehension", "best", ("Key", False, ("ListOf", ("a", "b"))), "p", "S", "c")),
        ("p.standing(galahad)", ("Call", ("Dot", "p", "standing"), ("galahad",))),
        ("-x * 2 - 1", ("Arithmetic", "-", ("Arithmetic", "*", ("Negative", "x"), 2), 1)),
        ("S minus T where c", ("Where", ("Arithmetic", "minus", "S", "T"), "c")),
        ("10♠", ("CardLiteral", "10♠")),
        ('name is "Out of Tune"', ("Compare", "is", "name", ("Text", "Out of Tune"))),
        ("yes", ("YesNo", True)),
        ("none", ("Nothing",)),
        ("a\n  or else b", ("OrElse", "a", "b")),
    ],
)
def test_expressions(text: str, wanted: object) -> None:
    node = good("expression", text)
    assert said(node) == wanted
    check_nesting(node)


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("move exactly 5 of stock to bottom of pile face down", ("Move", ("XofY", 5, "stock"), True, "pile", True, "down")),
        ("deal 5 from stock to each hand", ("Deal", 5, "stock", "hand", None)),
        ("deal stock to each hand from p", ("Deal", None, "stock", "hand", "p")),
        ("swap top of stock with b", ("Swap", ("Pick", "top", None, "stock"), "b")),
        ("tell players of hand whether suit is c", ("Tell", "players", "hand", ("Compare", "is", "suit", "c"))),
        ("tell players whether c", ("Tell", "players", None, "c")),
        ("standing(c) -= 1", ("Assign", "-=", ("Call", "standing", ("c",)), 1)),
        ("let x = e", ("Let", "x", "e")),
        ("turn()", ("Perform", ("Call", "turn", ()))),
        ("order players by a, lowest b", ("OrderBy", "players", (("Key", False, "a"), ("Key", True, "b")))),
        ("score players by x", ("ScoreBy", "players", ("Key", False, "x"))),
        ("nobody  wins", ("NobodyWins",)),
        ("end  turn", ("Mark", "end turn")),
        ("return", ("Return", None)),
        ('say "{a} and {b + 1}!"', ("Say", ("a", " and ", ("Arithmetic", "+", "b", 1), "!"))),
        ("repeat 4 times:\n  stop", ("RepeatTimes", 4, (("Mark", "stop"),))),
        ("repeat:\n  stop\nuntil c", ("Repeat", (("Mark", "stop"),), "c")),
        ("for each player in S counterclockwise:\n  skip", ("ForEach", ("Each", "player", "S", None, True), (("Mark", "skip"),))),
        (
            "take turns among S where c from p until d:\n  again",
            ("TakeTurns", ("Where", "S", "c"), "p", False, "d", (("Mark", "again"),)),
        ),
        ("go round from p until all pass for good:\n  nothing", ("GoRound", "p", True, (("Mark", "nothing"),))),
        ("secretly choose:\n  pass", ("Choose", None, True, False, False, (("Action", "pass", (), None, ()),), None)),
        ("p may choose:\n  deal", ("Choose", "p", False, True, False, (("Action", "deal", (), None, ()),), None)),
        ("p chooses for you:\n  show\nelse:\n  stop",
         ("Choose", "p", False, False, True, (("Action", "show", (), None, ()),), (("Mark", "stop"),))),
        (
            "each player in S secretly chooses:\n  vote(n in 0..gold) when n > 1",
            (
                "Choose", ("Each", "player", "S", None, False), True, False, False,
                (("Action", "vote", (("Parameter", "n", ("Range", 0, "gold")),), ("Compare", ">", "n", 1), ()),), None,
            ),
        ),
        ("may choose:\n  take", ("Choose", None, False, True, False, (("Action", "take", (), None, ()),), None)),
        ("if a:\n  stop\nelse if b:\n  skip\nelse:\n  again",
         ("If", (("a", (("Mark", "stop"),)), ("b", (("Mark", "skip"),))), (("Mark", "again"),))),
    ],
)  # fmt: skip
def test_statements(text: str, wanted: object) -> None:
    block = good("procedure", text + "\n")
    assert said(block) == (wanted,)
    check_nesting(block)
    assert all(n.span.text == n.span.text.strip() for n in nodes(block))


@pytest.mark.parametrize(
    "kind, text, wanted",
    [
        ("option", "4 in -1..16", ("OptionSentence", 4, -1, 16, None, ())),
        ("option", "no", ("OptionSentence", None, None, None, False, ())),
        ("option", "tie or both_discard", ("OptionSentence", None, None, None, None, ("tie", "both_discard"))),
        (
            "zone", "each player, each 1..4, seen by owner, in order, one card",
            ("ZoneSentence", (("Index", "player", None, None), ("Index", None, 1, 4)), None, "owner", True, True, None, None, False),
        ),
        ("zone", "every card, face down", ("ZoneSentence", (), "down", None, False, False, True, None, False)),
        ("zone", "face up, refilled from discard except top", ("ZoneSentence", (), "up", None, False, False, None, "discard", True)),
        (
            "variable", "each player, 0..n - 1, starts -2, capped, each round",
            ("VariableSentence", (("Index", "player", None, None),),
             ("TypeWord", "number", 0, ("Arithmetic", "-", "n", 1), False, False), ("Negative", 2), ("capped", "each round")),
        ),
        ("variable", "player or none", ("VariableSentence", (), ("TypeWord", "player", None, None, True, False), None, ())),
        ("variable", "yes or no, secret", ("VariableSentence", (), ("TypeWord", "yes or no", None, None, False, False), None, ("secret",))),
        ("players", "2..5, or 7 or 8", ("PlayersSentence", (2, 3, 4, 5, 7, 8))),
        ("teams", "2, alternating", ("TeamsSentence", 2, True, False)),
        ("teams", "everyone", ("TeamsSentence", None, False, True)),
        ("deck", "A..5 9..K of clubs, 7 of hearts",
         ("DeckSentence", (("Batch", (("A", "5"), ("9", "K")), "clubs"), ("Batch", (("7", "7"),), "hearts")), None)),
        ("deck", "2..A of every suit, twice", ("DeckSentence", (("Batch", (("2", "A"),), None),), 2)),
        ("deck", "2..A of every suit, decks copies", ("DeckSentence", (("Batch", (("2", "A"),), None),), "decks")),
        ("generator", "each colour, number 1..5", ("Generator", (("colour", None), ("number", ("Range", 1, 5))))),
        ("names", "clubs, diamonds", ("Names", ("clubs", "diamonds"))),
        ("fact", "0 0 1 -3", ("FactSentence", (0, 0, 1, -3))),
        ("fact", "n + 1", ("FactSentence", (("Arithmetic", "+", "n", 1),))),
        ("head", "f(some card paid, number n)", ("Head", "f", (
            ("TypedName", ("TypeWord", "card", None, None, False, True), "paid"),
            ("TypedName", ("TypeWord", "number", None, None, False, False), "n")))),
        ("head", "f", ("Head", "f", None)),
        ("head", "f()", ("Head", "f", ())),
        ("type", "role or none", ("TypeWord", "role", None, None, True, False)),
        ("moves", "  Anna lay 4♠  # first\n\n  Ben cannot pass\n", (("Played", "Anna", False, "lay 4♠"), ("Played", "Ben", True, "pass"))),
    ],
)  # fmt: skip
def test_declarations(kind: str, text: str, wanted: object) -> None:
    node = good(kind, text)
    assert said(node) == wanted
    check_nesting(node)


def test_words_of_declarations_are_names_elsewhere() -> None:
    assert said(good("expression", "starts + order.seen(twice) + capped")) is not None
    assert said(good("procedure", "take = 1\nscore = 2\nrank = 3\nend = 4\n"))[0] == ("Assign", "=", "take", 1)


# ---------------------------------------------------------------- places


def from_yaml(text: str, key: str) -> Scalar:
    report = Report()
    source = reader.decode(text.encode(), "t.yml", report)
    assert source is not None
    root = reader.read(source, report)
    assert root is not None
    value = root.get(key)
    assert isinstance(value, Scalar)
    return value


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_places_in_blocks_after_cards_emoji_windows_line_ends_and_comments(end: str, mark: str) -> None:
    lines = [
        'about: "😀 ♠"',
        "play: |  # flow",
        "    if a is A♠:",
        "          # odd, and 😀",
        "",
        "        move 10♥ to hand  # ♠",
        "    else:",
        "      # after else",
        "        stop",
    ]
    scalar = from_yaml(mark + end.join(lines), "play")
    report = Report()
    block = parse.sentence("procedure", scalar, report)
    assert report.diagnostics == []
    check_nesting(block)
    card = next(n for n in nodes(block) if isinstance(n, s.CardLiteral) and n.text == "10♥")
    assert (card.span.line, card.span.column, card.span.text) == (6, 14, "10♥")
    move = next(n for n in nodes(block) if isinstance(n, s.Move))
    assert move.span.text == "move 10♥ to hand"
    assert isinstance(block[0], s.If)
    assert block[0].otherwise is not None


def test_places_of_expressions_inside_a_text() -> None:
    scalar = from_yaml('play: |\n  say "♠ {a} 😀 {b.c}"\n', "play")
    (say,) = parse.sentence("procedure", scalar, Report())
    dot = next(n for n in nodes(say) if isinstance(n, s.Dot))
    assert (dot.span.line, dot.span.column, dot.span.text) == (2, 17, "b.c")


def test_a_mistake_at_the_end_is_shown_after_the_last_word() -> None:
    scalar = from_yaml("a: x and   # why\nb: 1\n", "a")
    report = Report()
    assert parse.sentence("expression", scalar, report) is None
    (fault,) = report.diagnostics
    assert fault.span is not None
    assert (fault.span.line, fault.span.column) == (1, 9)


def test_a_sentence_may_go_on_inside_brackets() -> None:
    block = good("procedure", "choose:\n  offer(x in a,\n      y in b):\n    stop\nstop\n")
    assert [type(n).__name__ for n in block] == ["Choose", "Mark"]


# ---------------------------------------------------------------- the shipped games


def sentences(node: YamlNode, path: tuple[str, ...]) -> Iterator[tuple[str, Scalar]]:
    """The sentences of a file with their kinds, by section."""
    if isinstance(node, Mapping):
        for key, value in node.entries:
            if path[:1] in (("rules",), ("defaults",)) and len(path) == 1:
                yield "head", key
            yield from sentences(value, (*path, key.text))
    elif isinstance(node, Listing):
        for item in node.items:
            yield from sentences(item, path)
    elif node.style == "literal" and path != ("how",):
        yield {"anytime": "actions", "moves": "moves"}.get(path[-1], "procedure"), node
    elif node.style == "plain" and path:
        by_section = {
            "rules": "expression",
            "invariants": "expression",
            "zones": "zone",
            "variables": "variable",
            "match": "expression",
            "players": "players",
            "options": "option",
        }
        kind = "expression" if path[-1] == "then" else by_section.get(path[0])
        if kind is not None:
            yield kind, node


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.name)
def test_every_sentence_of_the_shipped_games(path: Path) -> None:
    report = Report()
    source = reader.decode(path.read_bytes(), path.name, report)
    assert source is not None
    root = reader.read(source, report)
    assert root is not None
    found = 0
    for kind, scalar in sentences(root, ()):
        check_nesting(parse.sentence(kind, scalar, report))
        found += 1
    assert report.diagnostics == []
    assert found > 5
