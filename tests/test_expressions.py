"""What expressions mean: names, types, and which words stand for what."""

from __future__ import annotations

import pytest
from cardrules.dsl import ir, load
from cardrules.dsl.diagnostics import RuleError

FILE = """\
cardrules: 1
game: Test
players: 2 or 4
teams: 2
options:
  size: 3 in 1..9
  clash: tie or both
  late: no
  finish: tie or royals
kinds:
  heir:
    anna: {{starts: 3, pays: 0 1 3, rise(number n): n + 1}}
    ben: {{starts: 2, pays: 1 2 3, rise(number n): n}}
cards:
  french: A..K of every suit
attributes:
  light: pips
  power:
    strong: rank >= 10
    weak: otherwise
zones:
  stock: every card, face down
  hand: each player, seen by owner
  laid: each player, face down, one card
  meld: each player, each 1..4, face up
  row: face up, in order
variables:
  coins: each player, 0..20
  standing: each player, each heir, 0..9
  king: each heir, 0..9
  score_of: each team, 0..9
  leader: player or none
  bid: each player, 0..9, secret
play: |
  nobody wins
rules:
  double(number n): n * 2
  mine(): hand
  asked(player p): |
    p chooses:
      one:
        return 1
      two:
        return 2
  probe(player p, card c, heir h, suit s, some card cs): {}
"""


def probe(expression: str) -> ir.Expression:
    """The meaning of an expression over p, c, h, s and cs."""
    game = load.load_text(FILE.format(expression), "test.yml")
    [answer] = game.rules["probe"].body
    assert isinstance(answer, ir.Return) and answer.value is not None
    return answer.value


def fault(expression: str) -> str:
    """The code of the one fault of an expression."""
    with pytest.raises(RuleError) as caught:
        probe(expression)
    [only] = caught.value.diagnostics
    return only.code


@pytest.mark.parametrize(
    ("expression", "type"),
    [
        ("1 + 2 * size", "number"),
        ("late", "yes or no"),
        ("clash", "clash"),
        ("p.coins", "number"),
        ("p.hand", "some card"),
        ("p.laid", "card or none"),
        ("p.laid.rank", "rank or none"),
        ("p.laid is empty", "yes or no"),
        ("p.meld(2)", "some card"),
        ("each hand", "some card"),
        ("everything", "some card"),
        ("c.light", "number"),
        ("c.power", "power"),
        ("heir", "some heir"),
        ("suits", "some suit"),
        ("h.starts", "number"),
        ("h.pays(2)", "number"),
        ("h.rise(4)", "number"),
        ("p.standing(anna)", "number"),
        ("king(h)", "number"),
        ("p.team", "team"),
        ("p.partner", "player or none"),
        ("p.score_of", "number"),
        ("next(p, 2)", "player"),
        ("holder(c)", "player or none"),
        ("players where coins > 2", "some player"),
        ("players from p", "some player"),
        ("cs by lowest rank", "some card"),
        ("top 3 of stock", "some card"),
        ("top of stock", "card or none"),
        ("first of players", "player or none"),
        ("2..5", "some number"),
        ("J..K", "some rank"),
        ("Q of spades", "card"),
        ("Q of s", "card or none"),
        ("A♠", "card"),
        ("(A♠, 2♠)", "some card"),
        ("cs + A♠", "some card"),
        ("cs minus p.hand", "some card"),
        ("cs where suit is s or else p.hand", "some card"),
        ("p if late else none", "player or none"),
        ("sum(x.light for x in cs)", "number"),
        ("count(x for x in cs when x.suit is s)", "number"),
        ("max(x.rank for x in cs)", "rank or none"),
        ("best(q.coins for q in players)", "some player"),
        ("best((q.coins, count(q.hand)) for q in players)", "some player"),
        ("any(sum(x.light for x in pair) is 15 for pair in 2..3 of cs)", "yes or no"),
        ("min(1, size)", "number"),
        ("same_cards(cs, A♠)", "yes or no"),
        ("winners is p", "yes or no"),
        ("double(double(2))", "number"),
        ("mine()", "some card"),
        ("place(h)", "number"),
        ("next_rank(c.rank)", "rank or none"),
    ],
)
def test_types(expression: str, type: str) -> None:
    assert probe(expression).type.name == type


def test_a_number_is_a_rank_where_a_rank_is_wanted() -> None:
    rank = probe("c.rank is 10")
    assert isinstance(rank, ir.Comparison) and isinstance(rank.right, ir.Constant)
    assert (rank.right.type, rank.right.value) == (ir.Member("rank"), 9)
    among = probe("c.rank in 9..J")
    assert isinstance(among, ir.Contained) and among.source.type == ir.Many("some rank", ir.Member("rank"))
    turned = probe("10 is c.rank")
    assert isinstance(turned, ir.Comparison) and turned.left.type == ir.Member("rank")


def test_a_word_of_two_kinds_means_what_is_wanted() -> None:
    first, second = probe("clash is tie"), probe("finish is tie")
    assert isinstance(first, ir.Comparison) and first.right.type == ir.Member("clash")
    assert isinstance(second, ir.Comparison) and second.right.type == ir.Member("finish")
    assert fault("place(tie)") == "E0235"


def test_where_speaks_of_the_candidate_and_you_of_who_acts() -> None:
    found = probe("players where coins > you.coins")
    assert isinstance(found, ir.Filter) and isinstance(found.condition, ir.Comparison)
    left, right = found.condition.left, found.condition.right
    assert isinstance(left, ir.VariableValue) and isinstance(right, ir.VariableValue)
    assert isinstance(left.indexes[0], ir.LocalValue) and left.indexes[0].local is found.it
    assert isinstance(right.indexes[0], ir.LocalValue) and right.indexes[0].local.name == "you"


def test_a_set_of_one_equals_its_member() -> None:
    found = probe("winners is p")
    assert isinstance(found, ir.Comparison)
    assert isinstance(found.left.type, ir.Many) and isinstance(found.right, ir.Sequence)


def test_a_card_as_written_is_any_copy_of_it() -> None:
    same, held = probe("c is A♠"), probe("A♠ in p.hand")
    assert isinstance(same, ir.Comparison) and same.right.type == ir.Member("name")
    assert isinstance(held, ir.Aggregate) and held.operator == "any"
    among = probe("c in (A♠, none)")
    assert isinstance(among, ir.Contained) and isinstance(among.source, ir.Sequence) and among.source.keep_none


def test_a_zone_of_one_card_is_its_card_or_a_set_as_wanted() -> None:
    assert isinstance(probe("p.laid"), ir.Only)
    counted = probe("count(p.laid)")
    assert isinstance(counted, ir.Aggregate) and isinstance(counted.source, ir.Contents)


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("hnd", "E0203"),
        ("nowhere_at_all", "E0204"),
        ("p.hnd", "E0238"),
        ("c.lihgt", "E0238"),
        ("each hnad", "E0203"),
        ("light", "E0233"),
        ("row.light", "E0233"),
        ("p.row", "E0233"),
        ("p.standing", "E0234"),
        ("standing(p, h)", "E0234"),
        ("p.coins(3)", "E0234"),
        ("double()", "E0234"),
        ("double", "E0234"),
        ("next", "E0234"),
        ("size(2)", "E0234"),
        ("double(c)", "E0230"),
        ("random of 1..6", "E0230"),
        ("c + 1", "E0230"),
        ("c.rank + 1", "E0230"),
        ("c.rank is clubs", "E0231"),
        ("c.suit is 3", "E0231"),
        ("c.rank is J or Q", "E0230"),
        ("c < A♠", "E0231"),
        ("p in cs", "E0231"),
        ("cs in cs", "E0230"),
        ("(1, c)", "E0231"),
        ("p if late else c", "E0231"),
        ("sum(x for x in cs)", "E0230"),
        ("max(x for x in cs)", "E0230"),
        ("double(x for x in cs)", "E0234"),
        ("2 of cs", "E0239"),
        ("2 of cs where light > 2", "E0239"),
        ("asked(p) + 1", "E0236"),
        ("count(c for c in cs)", "E0240"),
        ("count(row for row in cs)", "E0240"),
        ("size is empty", "E0230"),
        ("c..A♠", "E0230"),
        ('c is "Nobody"', "E0204"),
        ("not c", "E0230"),
        ("late and size", "E0230"),
    ],
)
def test_each_fault_is_one_fault(expression: str, code: str) -> None:
    assert fault(expression) == code


def test_what_follows_from_a_fault_is_silent() -> None:
    with pytest.raises(RuleError) as caught:
        probe("(nowhere + 1) * 2 is count(nowhere where rank is K) and nowhere in cs")
    [only] = caught.value.diagnostics
    assert only.notes[-1] == "the same fault stands 2 more times further on"


def test_a_rule_that_calls_itself_has_the_type_of_its_other_case() -> None:
    text = FILE.format("down(3)") + "  down(number n): none if n < 1 else (n if n > 8 else down(n - 1))\n"
    game = load.load_text(text, "test.yml")
    assert game.rules["down"].result.name == "number or none"
    assert any("down" in note for note in game.notes)


def test_you_is_passed_to_rules_that_speak_of_it() -> None:
    game = load.load_text(FILE.format("mine()"), "test.yml")
    assert game.rules["mine"].you is not None and game.rules["double"].you is None
    [answer] = game.rules["probe"].body
    assert isinstance(answer, ir.Return) and isinstance(answer.value, ir.RuleCall)
    assert isinstance(answer.value.you, ir.LocalValue) and answer.value.you.local is game.rules["probe"].you
