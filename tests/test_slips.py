"""Slips of people who never programmed, or have in another language: what is said, and where the caret stands."""

from __future__ import annotations

import pytest
from cardrules.dsl import parse
from cardrules.dsl.diagnostics import Diagnostic, Report


def fault(text: str, kind: str = "procedure") -> Diagnostic:
    """The one fault of a sentence."""
    report = Report()
    assert parse.sentence(kind, parse.source_scalar("t.yml", text), report) is None
    (found,) = report.diagnostics
    return found


def shown(d: Diagnostic) -> str:
    """The text above the caret, and all that is said of it."""
    assert d.span is not None
    return " | ".join((d.span.text, *(w for w in (d.message, d.label, *d.notes, d.help) if w)))


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("ties++", "ties += 1"),
        ("ties--", "ties -= 1"),
        ("++ties", "ties += 1"),
        ("ties + 1", "ties += 1"),
        ("p.ties - price", "p.ties -= price"),
        ("ties =+ 1", "ties += 1"),
        ("ties *= 2", "ties = ties * 2"),
        ("ties := 0", "ties = 0"),
        ("ties == 0", "ties = 0"),
        ("ties is 0", "ties = 0"),
        ("ties is now 0", "ties = 0"),
        ("set ties to 0", "ties = 0"),
        ("set swapped(c) = yes", "swapped(c) = yes"),
        ("let price be 3", "let price = 3"),
        ("let price := 3", "let price = 3"),
        ("increase ties by 2", "ties += 2"),
        ("add 1 to ties", "ties += 1"),
        ("subtract price from ties", "ties -= price"),
        ("ties increases by 1", "ties += 1"),
        ("put laid to tied", "move laid to tied"),
        ("discard card to pile  # it is gone", "move card to pile"),
        ("take top 3 of stock into hand", "move top 3 of stock to hand"),
        ("move laid into p.hand", "move laid to p.hand"),
        ("move laid -> tied", "move laid to tied"),
        ("winner is Anna", "win Anna"),
        ("shuffle the stock", "shuffle stock"),
        ("deal 9 cards from stock to hand", "deal 9 from stock to each hand"),
        ("Anna.hand: 2♠, 4♠", "Anna.hand = (2♠, 4♠)"),
        ("Anna.hand = 2♠, 4♠", "Anna.hand = (2♠, 4♠)"),
    ],
)
def test_what_is_meant_is_written_out(text: str, better: str) -> None:
    found = fault(text)
    assert found.label == f"write `{better}`"
    assert found.span is not None and found.span.text == text.split("  #")[0]
    assert parse.reads("procedure", parse.source_scalar("t.yml", better).content)


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("repeat forever:", "repeat:"),
        ("repeat 3:", "repeat 3 times:"),
        ("for every player:", "for each player:"),
        ("for all players:", "for each player:"),
        ("each player:", "for each player:"),
        ("until over:", "while not (over):"),
        ("each player choose:", "each player chooses:"),
        ("all players choose:", "each player chooses:"),
    ],
)
def test_what_opens_a_block_is_written_out(text: str, better: str) -> None:
    found = fault(f"{text}\n  stop")
    assert found.label == f"write `{better}`"
    assert parse.reads("procedure", parse.source_scalar("t.yml", f"{better}\n  stop").content)


@pytest.mark.parametrize("text", ["lay card in hand:", "lay(card from hand):"])
def test_an_action_is_written_out(text: str) -> None:
    assert fault(f"choose:\n  {text}\n    nothing").label == "write `lay(card in hand):`"


@pytest.mark.parametrize(
    ("text", "caret", "said"),
    [
        ("elif x:\n  nothing", "elif", "say `else if`"),
        ("draw 2", "draw", "say `move … to …`"),
        ("pick:\n  nothing", "pick", "say `choose:`"),
        ("unless over:\n  nothing", "unless", "say `if not …:`"),
        ("when over:\n  nothing", "when", "say `if …:`"),
        ("print hand", "print", "say `say`"),
        ("shufle stock", "shufle", "did you mean `shuffle`?"),
        ("Move laid to tied", "Move", "write `move`"),
        ("call battle()", "call", "a rule is called by its name"),
        ("Both players draw", "Both", "sentences begin with a word such as `move`"),
        ("move laid", "", "say where to: `move … to …`"),
        ("move 3 cards of stock to hand", "move 3 cards of stock to hand", "write `move top 3 of stock to hand`"),
        ("move 2 random cards of stock to hand", "move 2 random cards of stock to hand", "write `move random 2 of stock to hand`"),
        ("draw 1 card from the stock to hand", "draw 1 card from the stock to hand", "write `move top 1 of stock to hand`"),
        ("take all cards of laid to hand", "take all cards of laid to hand", "write `move laid to hand`"),
        ("deal 3 cards to each hand", "deal 3 cards to each hand", "write `deal 3 from stock to each hand`"),
        ("deal 3 to all players", "deal 3 to all players", "write `deal 3 from stock to each hand`"),
        ("if ties greater 3:\n  nothing", "greater", "say `>`"),
        ("if ties equals 3:\n  nothing", "equals", "say `is`"),
        ("if ties = 3:\n  nothing", "=", "say `is`"),
        ("move 11♠ to hand", "11♠", "there is no rank 11 | did you mean `J♠`? | ranks are A 2 3 4 5 6 7 8 9 10 J Q K"),
        ("move 1♠ to hand", "1♠", "did you mean `A♠`?"),
        ("move 15♠ to hand", "15♠", "no such card"),
        ("move q♠ to hand", "q♠", "did you mean `Q♠`?"),
        ("move ♠10 to hand", "♠10", "write `10♠`"),
        ("move 10s to hand", "10s", "write `10♠`"),
    ],
)
def test_what_to_say_instead(text: str, caret: str, said: str) -> None:
    found = fault(text)
    assert found.span is not None and found.span.text == caret
    assert said in shown(found)


@pytest.mark.parametrize("text", ["ties times 2", "swap hand", "swaps", "let price = 3 + = 4", "if ties + 1:\n  nothing\n  ties +"])
def test_nothing_wild_is_guessed(text: str) -> None:
    report = Report()
    parse.sentence("procedure", parse.source_scalar("t.yml", text), report)
    assert not any("did you mean" in shown(d) or "write `" in shown(d) for d in report.diagnostics)


@pytest.mark.parametrize(
    "text",
    [
        "choose:\n  lay(card in hand)\n    move card to laid",
        "choose:\n  draw\n  lay(card in hand) when ties is 0\n    move card to laid",
        "each player chooses:\n  draw:\n    if x:\n      nothing\n  stop\n    nothing",
    ],
)
def test_an_action_without_its_colon(text: str) -> None:
    found = fault(text)
    assert (found.code, found.label) == ("E0159", "add `:` here")
    assert found.span is not None and found.span.line == text.count("\n")
    assert found.span.source.line(found.span.line)[: found.span.column - 1].rstrip() == found.span.source.line(found.span.line)


def test_an_indented_line_that_is_in_no_menu_is_no_action() -> None:
    assert fault("shuffle stock\n  nothing").code == "E0154"


@pytest.mark.parametrize(
    ("kind", "text", "caret", "said"),
    [
        ("option", "3", "3", "write `3 in 0..10`"),
        ("option", "40", "40", "write `40 in 0..80`"),
        ("option", "2..5", "2..5", "write `2 in 2..5`"),
        ("option", "3, 2..5", "3, 2..5", "write `3 in 2..5`"),
        ("option", "3 in 2-5", "3 in 2-5", "write `3 in 2..5`"),
        ("option", "2 to 5, starts 3", "2 to 5, starts 3", "write `3 in 2..5`"),
        ("option", "yes or no", "yes or no", "write `no`: a switch is written with its default"),
        ("option", "yes/no", "yes/no", "write `no`: a switch is written with its default"),
        ("option", "lose, draw", "lose, draw", "write `lose or draw`"),
        ("players", "2-4", "2-4", "write `2..4`"),
        ("players", "2 to 4 players", "2 to 4 players", "write `2..4`"),
        ("players", "at least 3", "at least 3", "write `3..6`"),
        ("zone", "hidden", "hidden", "say `face down`"),
        ("zone", "each player, hidden", "hidden", "say `face down`"),
        ("zone", "per player, face up", "per player", "say `each player`"),
        ("zone", "all cards, face down", "all cards", "say `every card`"),
        ("zone", "face down, shuffled", "shuffled", "say `shuffle` in `setup`"),
        ("variable", "number = 3", "number = 3", ""),
        ("variable", "0 to 12", "0 to 12", "write `0..12`"),
        ("variable", "0..12, = 3", "= 3", "say `starts 3`"),
        ("variable", "0..12, starts at 3", "starts at 3", "say `starts 3`"),
        ("variable", "each player, up to 5", "up to 5", "write `0..5`"),
        ("variable", "per player, 0..5", "per player", "say `each player`"),
        ("deck", "A-K of hearts", "A-K of hearts", "write `A..K of hearts`"),
        ("deck", "A..K of all suits", "A..K of all suits", "write `A..K of every suit`"),
        ("variable", "0", "0", "such as `0..20`"),
        ("seats", "Anna, Ben and Cleo", "Anna, Ben and Cleo", "write `Anna, Ben, Cleo`"),
        ("head", "settle winner", "settle winner", "write `settle(winner)`"),
        ("expression", "else", "else", "say `otherwise`"),
        ("expression", "if rank is K", "if rank is K", "leave `if` out"),
        ("expression", "swaps += 1", "swaps += 1", "write `|` after the colon"),
        ("expression", "move laid to tied", "move laid to tied", "write `|` after the colon"),
    ],
)
def test_declarations_as_they_are_guessed(kind: str, text: str, caret: str, said: str) -> None:
    found = fault(text, kind)
    assert found.span is not None
    assert said in shown(found)
    assert found.span.text == caret or not said


@pytest.mark.parametrize(("who", "said"), [("everyone", "lies `face up`"), ("nobody", "lies `face down`"), ("you", "say `seen by owner`")])
def test_who_sees_a_zone(who: str, said: str) -> None:
    report = Report()
    parse.sentence("zone", parse.source_scalar("t.yml", f"each player, seen by {who}"), report)
    (found,) = report.diagnostics
    assert said in shown(found)
