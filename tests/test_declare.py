"""Declarations: options, kinds, decks, attributes, zones, variables."""

from __future__ import annotations

import pytest
from cardrules.dsl import ir, load
from cardrules.dsl.diagnostics import RuleError

HEAD = "cardrules: 1\ngame: Test\nplayers: 2..4\n"
TAIL = "play: |\n  nobody wins\n"
CARDS = "cards:\n  french: A..K of every suit\n"
ZONES = "zones:\n  stock: every card, face down\n"


def game(text: str = "", *, cards: str = CARDS, zones: str = ZONES) -> ir.Game:
    return load.load_text(HEAD + cards + zones + text + TAIL, "test.yml")


def codes(text: str = "", *, cards: str = CARDS, zones: str = ZONES) -> list[str]:
    with pytest.raises(RuleError) as caught:
        game(text, cards=cards, zones=zones)
    return [d.code for d in caught.value.diagnostics]


def numbers(values: tuple[ir.Expression, ...] | None) -> list[int]:
    return [v.value for v in values or () if isinstance(v, ir.Constant)]


# ------------------------------------------------------------------ options


def test_options_have_types_defaults_bounds_and_descriptions() -> None:
    options = game("options:\n  size: 4 in 1..9     # how many\n  open: yes\n  clash: tie or both\n").options
    assert [(o.name, o.type.name, o.low, o.high, o.default, o.about) for o in options.values()] == [
        ("size", "number", 1, 9, 4, "how many"),
        ("open", "yes or no", 0, 1, 1, ""),
        ("clash", "clash", 0, 1, 0, ""),
    ]


def test_the_words_of_an_option_are_a_kind() -> None:
    found = game("options:\n  clash: tie or both\n")
    assert found.kinds["clash"].members == ("tie", "both")
    assert found.options["clash"].type == ir.Member("clash")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("options:\n  a: 9 in 1..4\n", "E0210"),
        ("options:\n  a: one\n", "E0210"),
        ("options:\n  a: one or one\n", "E0206"),
        ("options:\n  a-b: yes\n", "E0207"),
        ("options:\n  move: yes\n", "E0207"),
        ("options:\n  count: yes\n", "E0206"),
        ("options:\n  a: yes\nvariants:\n  x: {a: 2}\n", "E0211"),
        ("options:\n  a: yes\nvariants:\n  x: {b: yes}\n", "E0211"),
        ("options:\n  a: 2 in 1..4\nvariants:\n  x: {a: 5}\n", "E0211"),
        ("kinds:\n  side: left, right\noptions:\n  left: yes\nvariables:\n  right: yes or no\n", "E0206"),
        ("teams: 3\n", "E0218"),
        ("kinds:\n  side:\n    left: {pay: 1}\n    right: {tip: 1}\n", "E0213"),
        ("kinds:\n  side:\n    left: {pay: 1}\n    right: {pay: yes}\n", "E0213"),
        ("attributes:\n  light:\n    1: otherwise\n    2: rank is K\n", "E0215"),
        ("attributes:\n  light: shade\n  shade: light\n", "E0215"),
        ("variables:\n  a: 5..1\n", "E0217"),
        ("variables:\n  a: yes or no, capped\n", "E0217"),
        ("variables:\n  a: 0..9, secret\n", "E0217"),
        ("variables:\n  a: some card\n", "E0217"),
        ("variables:\n  a: 0..b\n  b: 0..9\n", "E0204"),
        ("variables:\n  b: 0..9\n  a: 0..b\n", "E0217"),
        ("variables:\n  a: each colour, 0..9\n", "E0220"),
        ("variables:\n  a: each 1..3, each player, 0..9\n", "E0216"),
    ],
)
def test_what_can_not_be_declared(text: str, code: str) -> None:
    assert set(codes(text)) == {code}


# ------------------------------------------------------------------ decks


def test_ranks_stand_in_written_order_over_all_suits() -> None:
    found = game(cards="cards:\n  french: A..5 9..K of clubs, A..6 9..K of diamonds, A..7 10..K of hearts, A..K of spades\n")
    assert found.kinds["rank"].members == ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    assert len(found.deck.faces) == 10 + 11 + 11 + 13
    assert [f.name for f in found.deck.faces][:6] == ["A♣", "2♣", "3♣", "4♣", "5♣", "9♣"]


def test_an_ace_may_be_high() -> None:
    found = game(cards="cards:\n  french: 10..A of hearts, 10..A of spades\n")
    assert found.kinds["rank"].members == ("10", "J", "Q", "K", "A")
    assert found.kinds["suit"].members == ("hearts", "spades")


def test_cards_by_name_have_facts_and_copies() -> None:
    deck = game(
        "kinds:\n  type: spell, trap\n",
        cards="cards:\n  otherwise: {cost: 1}\n  Bolt: {copies: 3, type: spell}\n  Pit, the deep one: {type: trap, cost: 4}\n  Blank:\n",
    ).deck
    assert [(f.name, numbers((f.copies,))) for f in deck.faces] == [("Bolt", [3]), ("Pit, the deep one", [1]), ("Blank", [1])]
    assert numbers(deck.facts["cost"].values) == [1, 4, 1]
    assert numbers(deck.facts["type"].values) == [0, 1, ir.NONE]
    assert deck.facts["type"].type.name == "type or none"


def test_cards_may_be_generated() -> None:
    deck = game("kinds:\n  colour: red_, blue\n", cards="cards:\n  each colour, number 1..3: {copies: 3 if number is 1 else 2}\n").deck
    assert [f.name for f in deck.faces] == ["red_ 1", "red_ 2", "red_ 3", "blue 1", "blue 2", "blue 3"]
    assert numbers(deck.facts["colour"].values) == [0, 0, 0, 1, 1, 1]
    assert numbers(deck.facts["number"].values) == [1, 2, 3, 1, 2, 3]


def test_a_deck_may_be_doubled() -> None:
    assert numbers((game(cards="cards:\n  french: 2..A of every suit, twice\n").deck.faces[0].copies,)) == [2]


@pytest.mark.parametrize(
    "cards",
    [
        "  french: K..2 of every suit\n",
        "  french: 2..Z of hearts\n",
        "  french: A..K of harts\n",
        "  french: 2..5 of hearts, 5 2 of spades\n",
    ],
)
def test_a_deck_that_is_wrong_is_one_fault(cards: str) -> None:
    assert codes(cards="cards:\n" + cards, text="attributes:\n  high: rank is K\n  low: rank is 2 and suit is hearts\n") == ["E0214"]


# ------------------------------------------------------------------ kinds and attributes


def test_facts_are_values_lists_and_rules() -> None:
    kind = game(
        "kinds:\n  heir:\n    otherwise: {tip: 0}\n    anna: {starts: 3, pays: 0 1 3, rise(number n): n + 1}\n"
        "    ben:\n      starts: 2\n      pays: 1 2 3\n      tip: 2\n      rise(number n): n\n"
    ).kinds["heir"]
    assert kind.members == ("anna", "ben")
    assert numbers(kind.facts["starts"].values) == [3, 2] and numbers(kind.facts["tip"].values) == [0, 2]
    assert [numbers(row) for row in kind.facts["pays"].lists or ()] == [[0, 1, 3], [1, 2, 3]]
    rules = kind.facts["rise"].rules or ()
    assert [(r.parameters[0].name, r.parameters[0].type, r.result) for r in rules if r] == [("it", ir.Member("heir"), ir.NUMBER)] * 2


def test_suits_may_get_an_order_and_facts() -> None:
    kind = game("kinds:\n  suit:\n    spades: {worth: 8}\n    hearts: {worth: 7}\n    diamonds: {worth: 6}\n    clubs: {worth: 5}\n").kinds[
        "suit"
    ]
    assert kind.members == ("spades", "hearts", "diamonds", "clubs")
    assert numbers(kind.facts["worth"].values) == [8, 7, 6, 5]


def test_an_attribute_with_words_is_a_kind() -> None:
    found = game("attributes:\n  power:\n    strong: rank >= 10\n    weak: otherwise\n  half:\n    good: rank is K\n")
    assert found.kinds["power"].members == ("strong", "weak")
    assert found.attributes["power"].rule.result == ir.Member("power")
    assert found.attributes["half"].rule.result.name == "half or none"


def test_an_attribute_with_numbers_is_nought_where_no_line_fits() -> None:
    rule = game("attributes:\n  points:\n    -2: rank is 10\n    4: rank is K\n").attributes["points"].rule
    assert rule.result == ir.NUMBER
    [first] = rule.body
    assert isinstance(first, ir.If) and isinstance(first.no[0], ir.If)
    assert [numbers((s.value,)) for s in first.no[0].no if isinstance(s, ir.Return) and s.value] == [[0]]


# ------------------------------------------------------------------ zones and variables


def test_zones() -> None:
    lines = (
        "stock: every card where rank is K, face down, refilled from used except top  # deck",
        "used: every card, face up",
        "hand: each player, seen by owner, in order",
        "meld: each player, each 1..4, face up",
        "spot: face up, one card",
    )
    zones = game(zones="zones:\n" + "".join(f"  {line}\n" for line in lines)).zones
    stock = zones["stock"]
    assert (stock.seen_by, stock.refill is zones["used"], stock.except_top, stock.about) == ("nobody", True, True, "deck")
    assert isinstance(stock.starts, ir.Comparison) and stock.it is not None
    assert (zones["hand"].seen_by, zones["hand"].ordered, [i.over for i in zones["meld"].indexes]) == ("owner", True, ["player", "range"])
    assert zones["spot"].one_card and zones["spot"].starts is None


@pytest.mark.parametrize(
    "zone",
    [
        "face down, seen by owner, each player",
        "in order",
        "seen by owner",
        "each player, every card, face down",
        "every card, face down, one card",
        "face up, refilled from hand",
    ],
)
def test_zones_that_can_not_be(zone: str) -> None:
    assert codes(zones=ZONES + f"  hand: each player, seen by owner\n  odd: {zone}\n") == ["E0216"]


def test_some_zone_holds_the_cards_at_the_start() -> None:
    assert codes(zones="zones:\n  pile: face up\n") == ["E0216"]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("0..9", 0),
        ("3..9", 3),
        ("-4..9", 0),
        ("yes or no", 0),
        ("player", 0),
        ("player or none", ir.NONE),
        ("suit", 0),
        ("2..9, starts 5", 5),
    ],
)
def test_variables_start_as_the_language_says(text: str, start: int) -> None:
    assert numbers((game(f"variables:\n  a: {text}\n").variables["a"].starts,)) == [start]


def test_variables_have_indexes_and_marks() -> None:
    v = game("variables:\n  bid: each player, each suit, 0..60, secret, kept, each round, capped   # a bid\n").variables["bid"]
    assert [i.over for i in v.indexes] == ["player", "suit"]
    assert (v.seen_by, v.kept, v.each_round, v.capped, v.about) == ("owner", True, True, True, "a bid")


def test_bounds_may_use_options_and_seats() -> None:
    v = game("options:\n  most: 9 in 1..20\nvariables:\n  a: 0..most + count(seats), starts most\n").variables["a"]
    assert isinstance(v.high, ir.Operation) and isinstance(v.starts, ir.OptionValue)


@pytest.mark.parametrize("kind", ["red green", "red, green,", "[red, green]"])
def test_of_cards_of_a_kind_that_is_wrong_nothing_more_is_said(kind: str) -> None:
    text = f"kinds:\n  colour: {kind}\nrules:\n  low(card c): c.number < 3 and c.colour is red\n"
    assert len(codes(text, cards="cards:\n  each colour, number 1..5: {copies: 2}\n")) == 1
    generator = "kinds:\n  colour: red, green\nrules:\n  low(card c): c.number < 3 and c.colour is red\n"
    assert len(codes(generator, cards="cards:\n  each colour and number 1..5: {copies: 2}\n")) == 1


def test_of_words_that_an_option_meant_to_declare_nothing_more_is_said() -> None:
    assert codes("options:\n  clash: tie/both\nrules:\n  fair(): clash is both or clash is tie\n") == ["E0150"]
