"""What sentences mean, who acts in them, and what they may not do."""

from __future__ import annotations

import pytest
from cardrules.dsl import ir, load
from cardrules.dsl.diagnostics import RuleError

FILE = """\
cardrules: 1
game: Test
players: 2..4
cards:
  french: A..K of every suit
zones:
  stock: every card, face down
  hand: each player, seen by owner
  laid: each player, face down, one card
  row: face up, in order
variables:
  coins: each player, 0..20
  pot: 0..99
  leader: player or none
  bid: each player, 0..9, secret
  card_down: card or none, hidden
rules:
  total(player p): sum(c.pips for c in p.hand)
  ask(player p): |
    p chooses:
      one:
        return 1
      two:
        return 2
  finish(): |
    win first of players
  turn_round(): |
    reverse
  probe(player p, card c): |
{}
play: |
  nobody wins
"""


def game(sentences: str) -> ir.Game:
    return load.load_text(FILE.format("\n".join("    " + line for line in sentences.splitlines())), "test.yml")


def body(sentences: str) -> tuple[ir.Statement, ...]:
    return game(sentences).rules["probe"].body


def codes(sentences: str) -> list[str]:
    with pytest.raises(RuleError) as caught:
        game(sentences)
    return [d.code for d in caught.value.diagnostics]


def test_a_single_card_is_moved_as_a_set() -> None:
    [move] = body("move c to p.hand face up")
    assert isinstance(move, ir.Move) and isinstance(move.what, ir.Sequence) and move.face == "up"
    assert isinstance(move.to, ir.ZonePlace) and move.to.type == ir.PLACE


def test_exactly_says_how_many() -> None:
    [move] = body("move exactly 5 of stock to bottom of row")
    assert isinstance(move, ir.Move) and isinstance(move.exactly, ir.Constant) and move.to_bottom
    assert (move.exactly.value, type(move.what)) == (5, ir.Picked)


def test_changes_by_so_much_are_complete() -> None:
    [add, less] = body("p.coins += 2\npot -= total(p)")
    assert isinstance(add, ir.SetVariable) and isinstance(add.value, ir.Operation) and add.value.operator == "+"
    assert isinstance(less, ir.SetVariable) and isinstance(less.value, ir.Operation) and isinstance(less.value.operands[1], ir.RuleCall)


def test_a_kept_value_may_become_none_later() -> None:
    first, second = body("let found = p\nfound = none")
    assert isinstance(first, ir.SetLocal) and isinstance(second, ir.SetLocal)
    assert first.local is second.local and first.local.type.name == "player or none"


def test_what_asks_is_worked_out_before() -> None:
    asked, stored = body("pot = ask(p)")
    assert isinstance(asked, ir.SetLocal) and isinstance(asked.value, ir.RuleCall) and asked.value.rule.asks
    assert isinstance(stored, ir.SetVariable) and isinstance(stored.value, ir.LocalValue) and stored.value.local is asked.local
    assert game("pot = ask(p)").rules["probe"].asks


def test_each_player_is_you_and_who_is_out_is_skipped() -> None:
    [loop] = body("for each player from p counterclockwise:\n  coins += 1")
    assert isinstance(loop, ir.ForEach) and loop.skip_out and loop.counterclockwise and isinstance(loop.source, ir.Rotated)
    [change] = loop.body
    assert isinstance(change, ir.SetVariable) and isinstance(change.indexes[0], ir.LocalValue) and change.indexes[0].local is loop.item


def test_a_decision_has_its_menu() -> None:
    [choice] = body("p may choose:\n  give(who in others, gift in 1..2 of hand) when coins > 0:\n    move gift to who.hand")
    assert isinstance(choice, ir.Choose) and choice.may and not choice.together
    [action] = choice.menu
    assert [(q.local.name, q.local.type.name, type(q.domain).__name__) for q in action.parameters] == [
        ("who", "player", "Builtin"),
        ("gift", "some card", "Family"),
    ]
    assert isinstance(choice.asked, ir.LocalValue) and action.guard is not None


def test_a_menu_is_open_when_all_it_reads_is_public() -> None:
    def is_open(menu: str) -> bool:
        [choice] = body(f"p chooses:\n  {menu}\n  wait")
        assert isinstance(choice, ir.Choose)
        return choice.open_menu

    assert is_open("lay(x in hand)")
    assert is_open("lay(x in row where rank is K) when coins > 2 and pot is 0")
    assert is_open("lay(x in hand) when count(hand) > 2")
    assert not is_open("lay(x in hand where rank is K)")
    assert not is_open("lay(x in hand) when x.suit is hearts")
    assert not is_open("lay(x in hand) when total(you) > 9")
    assert not is_open("lay when bid > 2")


def test_simultaneous_choices_name_who_is_asked() -> None:
    [choice] = body("each player from p secretly chooses:\n  lay(x in hand):\n    move x to laid")
    assert isinstance(choice, ir.Choose) and choice.together and choice.secretly and isinstance(choice.asked, ir.Rotated)


def test_somebody_may_choose_for_you() -> None:
    [loop] = body("for each player:\n  p chooses for you:\n    spend:\n      coins -= 1")
    assert isinstance(loop, ir.ForEach)
    [choice] = loop.body
    assert isinstance(choice, ir.Choose) and isinstance(choice.acting, ir.LocalValue) and choice.acting.local is loop.item


def test_places_by_keys_bind_you() -> None:
    [end] = body("order players by total(you), lowest coins")
    assert isinstance(end, ir.End) and end.winners is None and [lowest for _, lowest in end.keys] == [False, True]
    second = end.keys[1][0]
    assert isinstance(second, ir.VariableValue) and isinstance(second.indexes[0], ir.LocalValue) and second.indexes[0].local is end.you


def test_until_is_turned_round() -> None:
    [loop] = body("repeat:\n  pot += 1\nuntil pot is 9")
    assert isinstance(loop, ir.Loop) and not loop.test_first and isinstance(loop.go_on, ir.Operation) and loop.go_on.operator == "not"


def test_cards_and_secret_values_are_turned() -> None:
    cards, value = body("show p.hand to next(p)\nreveal p.bid")
    assert isinstance(cards, ir.Turn) and isinstance(cards.cards, ir.Contents) and cards.how == "show"
    assert isinstance(value, ir.TurnVariable) and value.variable.name == "bid"


def test_what_is_told_is_asked_of_each_card() -> None:
    [tell] = body("tell players of p.hand whether rank is K")
    assert isinstance(tell, ir.Tell) and tell.it is not None and isinstance(tell.fact, ir.Comparison)


@pytest.mark.parametrize(
    ("sentences", "code"),
    [
        ("stop", "E0252"),
        ("take turns from p:\n  stop\nend turn", "E0252"),
        ("c = p.laid", "E0250"),
        ("row = c", "E0250"),
        ("pot + 1", "E0150"),
        ("total(p)", "E0251"),
        ("reveal pot", "E0251"),
        ("let x = 1\nlet x = 2", "E0240"),
        ("let hand = 1", "E0240"),
        ("if pot > 1:\n  let x = 1\npot = x", "E0204"),
        ("pot = p", "E0230"),
        ("move p to row", "E0230"),
        ("move c to pot", "E0230"),
        ("move 2 of p.hand to row", "E0239"),
        ("move exactly p.hand to row", "E0230"),
        ("deal 5 from stock to each row", "E0233"),
        ("for each x:\n  nothing", "E0251"),
        ("for each pair in 2 of p.hand:\n  p chooses:\n    one", "E0239"),
        ("take turns from p until coins > 2:\n  nothing", "E0232"),
        ("players chooses:\n  one", "E0230"),
        ("p chooses:\n  one\n  one", "E0257"),
        ("p chooses:\n  one\np chooses:\n  one(x in hand)", "E0256"),
        ("p may choose:\n  pass", "E0257"),
        ("each player chooses:\n  one:\n    win you", "E0255"),
        ("each player chooses:\n  one:\n    pot = ask(you)", "E0255"),
        ("each player chooses:\n  one:\n    move random of hand to row", "E0255"),
        ("each player chooses:\n  one:\n    finish()", "E0255"),
        ("p chooses:\n  one when card_down is none", "E0258"),
        ("p chooses:\n  pick(x in stock where rank is K)", "E0258"),
        ("p chooses:\n  one when any(x.rank is K for x in next(you).hand)", "E0258"),
        ("p chooses:\n  one when next(you).bid > 2", "E0258"),
        ('say "{p.bid}"', "E0259"),
        ("if pot > 2:\n  return 1", "E0254"),
        ("if pot > 2:\n  return 1\nreturn p", "E0231"),
        ("if ask(p) is 1:\n  nothing", "E0236"),
    ],
)
def test_what_sentences_may_not_do(sentences: str, code: str) -> None:
    assert codes(sentences) == [code]


def test_a_secret_that_the_file_shows_is_left_to_play() -> None:
    [choice, _] = body("p chooses:\n  pick(x in stock where rank is K)\nshow top of stock to p")
    assert isinstance(choice, ir.Choose) and not choice.open_menu


# ------------------------------------------------------------------ the course of a game


def play(sentences: str) -> list[str]:
    text = FILE.format("    nothing").replace("  nobody wins\n", "".join(f"  {line}\n" for line in sentences.splitlines()))
    try:
        load.load_text(text, "test.yml")
    except RuleError as fault:
        return [d.code for d in fault.diagnostics]
    return []


@pytest.mark.parametrize(
    "sentences",
    [
        "repeat:\n  round:\n    pot += 1",
        "take turns from first of players:\n  coins += 1",
        "finish()",
        "if pot is 0:\n  nobody wins\nelse:\n  finish()",
        "repeat:\n  pot += 1\nuntil pot is 9\nscore players by coins",
    ],
)
def test_play_that_ends(sentences: str) -> None:
    assert play(sentences) == []


@pytest.mark.parametrize(
    "sentences",
    [
        "pot = 1",
        "repeat:\n  pot += 1\n  if pot is 3:\n    stop",
        "if pot is 0:\n  nobody wins",
        "while pot is 0:\n  nobody wins",
        "take turns from first of players until pot is 3:\n  coins += 1",
    ],
)
def test_play_that_may_run_off_its_end(sentences: str) -> None:
    assert play(sentences) == ["E0253"]


def test_turns_are_changed_where_they_are_taken() -> None:
    assert play("take turns from first of players:\n  turn_round()") == []
    assert play("turn_round()\nnobody wins") == ["E0252"]
    assert play("again\nnobody wins") == ["E0252"]


def test_nobody_acts_in_play() -> None:
    assert play("move hand to row\nnobody wins") == ["E0232"]
