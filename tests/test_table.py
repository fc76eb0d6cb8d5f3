"""What the table looks like, and how what people type is understood."""

from __future__ import annotations

import io
import re
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import cardrules
import pytest
from cardrules.interpreter.players.human import find, tokens
from cardrules.interpreter.table import seats
from cardrules.interpreter.table.draw import Scene, result, screen
from cardrules.interpreter.table.games import UsageError
from cardrules.interpreter.table.play import settings
from cardrules.interpreter.table.terminal import Terminal, bare, clean, mark, shorten, width_of, wrap
from cardrules.interpreter.table.words import CardOrder, counted, listed, spoken, value_words

if TYPE_CHECKING:
    from .conftest import Run

GAMES = Path(cardrules.__file__).parent / "games"
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def deck() -> Any:
    return SimpleNamespace(faces=[SimpleNamespace(name=r + s, suit=i, rank=j) for i, s in enumerate("♥♠") for j, r in enumerate(RANKS)])


def zone(name: str, owner: str | None, cards: list[str | None], ordered: bool = False) -> dict[str, Any]:
    whole = f"{owner}'s {name}" if owner else name
    return {"name": whole, "zone": name, "owner": owner, "count": len(cards), "cards": cards, "deduced": False, "ordered": ordered}


def value(name: str, owner: str | None, value: Any, *indexes: Any) -> dict[str, Any]:
    return {"name": name, "owner": owner, "indexes": list(indexes), "value": value}


def position(**changes: Any) -> Any:
    view = {
        "game": "A Game",
        "seats": ["north", "south"],
        "you": "south",
        "over": False,
        "winners": [],
        "scores": None,
        "turn": "south",
        "round": 3,
        "asked": ["south"],
        "out": [],
        "zones": [
            zone("row", None, ["9♠", None, "4♥"], ordered=True),
            zone("discard", None, []),
            zone("hand", "north", [None] * 7),
            zone("hand", "south", ["10♥", "A♠", "2♥"]),
            zone("court", "north", ["K♠", "J♠"]),
        ],
        "variables": [
            value("ties", None, 2),
            value("coins_held", "north", 5),
            value("used", None, False, "K♠"),
            value("used", None, True, "J♠"),
        ],
    }
    return view | changes


def scene(**changes: Any) -> Scene:
    seen_by = {"row": "all", "discard": "all", "hand": "owner", "court": "all"}
    game: Any = SimpleNamespace(deck=deck(), zones={name: SimpleNamespace(seen_by=who) for name, who in seen_by.items()})
    return Scene(game, CardOrder(game.deck), {"north": "bot"}, **changes)


def drawn(width: int = 80, height: int | None = None, view: Any = None, **changes: Any) -> str:
    return "\n".join(bare(line).rstrip() for line in screen(view or position(), scene(**changes), width, height))


def test_cards_that_lie_open_to_a_seat_are_not_deduced() -> None:
    state = cardrules.load(GAMES / "hanabi.yml").start(seed=1, players=2)
    hands = [place for place in state.view(0)["zones"] if place["zone"] == "hand"]
    assert [place["deduced"] for place in hands] == [False, False]
    assert None not in hands[1]["cards"]


def test_what_is_deduced_is_said() -> None:
    seen, known = zone("hand", "north", ["9♠"]), zone("stock", None, ["4♥", None]) | {"deduced": True}
    text = drawn(view=position(zones=[seen, known]))
    assert "hand: 9♠\n" in text and "hand: 9♠ (deduced)" not in text
    assert "stock: 4♥ and 1 hidden (deduced)" in text


def test_the_table_shows_what_matters():
    text = drawn(numbers={"2♥": [1], "10♥": [2], "A♠": [3]}, moves=["north plays K♠", "south plays 4♥"], fresh=1)
    assert text == (
        "A Game " + "─" * 51 + " round 3 · your turn\n"
        "\n"
        "north (bot)   hand: 7 cards   court: J♠ K♠\n"
        "              coins held: 5\n"
        "\n"
        "table         row: 9♠ ?? 4♥   discard: —\n"
        "              ties: 2   used: J♠\n"
        "\n"
        "you, south\n"
        "\n"
        "hand          2♥  10♥  A♠\n"
        "              1   2    3\n"
        "\n"
        "   north plays K♠\n"
        " ▸ south plays 4♥"
    )


@pytest.mark.parametrize("width", [20, 33, 40, 59, 60, 80, 132])
@pytest.mark.parametrize("height", [6, 10, 24, None])
def test_no_line_is_wider_than_the_terminal(width: int, height: int | None):
    view = position()
    view["seats"] = ["a_long_name_of_a_seat", "south"]
    view["zones"].append(zone("court", "a_long_name_of_a_seat", [f"{r}♠" for r in RANKS]))
    view["game"] = "A Game with a Title that is a good deal longer than it need be"
    moves = ["south plays a card whose name nobody could have foreseen, and then another one " * 2] * 9
    lines = screen(view, scene(moves=moves, fresh=2), width, height)
    assert max(width_of(line) for line in lines) <= width
    assert height is None or len(lines) <= height
    assert any("10♥" in line for line in lines), "nobody can choose from a hand that is not there"
    if height is None or height > 10:
        assert any("K♠" in line for line in lines)


def test_a_screen_that_is_much_too_low_says_that_there_is_more():
    lines = drawn(width=33, height=7, moves=MOVES, fresh=2).splitlines()
    assert len(lines) == 7
    assert re.fullmatch(r"… \d+ more lines above: type table", lines[0])
    assert lines[-1].endswith("move 8")


MOVES = [f"move {number}" for number in range(9)]


def test_a_low_screen_loses_old_moves_and_empty_places_first():
    tall, low = drawn(height=30, moves=MOVES), drawn(height=9, moves=MOVES)
    assert "discard" in tall
    assert "discard" not in low
    assert len(low.splitlines()) < len(tall.splitlines())
    assert "10♥" in low


def test_the_end_in_words():
    over = position(over=True, winners=["south"], scores=[12, 15])
    assert result(over) == ["You win!", "Scores: north 12, south 15"]
    assert result(over, personal=False)[0] == "south wins."
    assert result(position(over=True, winners=["north"]))[0] == "north wins."
    assert result(position(over=True))[0] == "The game is over: nobody wins."
    assert result(position(over=True, winners=["north", "south"]))[0] == "north and south win."


# ------------------------------------------------------------------------------------- terminals


def terminal(encoding: str, typed: str = "") -> tuple[Terminal, io.BytesIO]:
    raw = io.BytesIO()
    return Terminal(io.TextIOWrapper(raw, encoding), io.StringIO(typed)), raw


@pytest.mark.parametrize(
    ("encoding", "shown"), [("utf-8", "lay 4♠ ─ Ł"), ("ascii", "lay 4s - ?"), ("cp1252", "lay 4s - ?"), ("cp437", "lay 4s ─ ?")]
)
def test_every_encoding_gets_what_it_can_show(encoding: str, shown: str):
    page, raw = terminal(encoding)
    page.write("lay 4♠ ─ Ł")
    assert raw.getvalue().decode(encoding) == shown + "\n"


def test_a_rule_file_can_not_reach_the_terminal():
    page, raw = terminal("utf-8")
    page.write("\x1b[2J\x07evil\u202e\r\n" + mark("red", "\x1b]0;x\x07"))
    assert not set(raw.getvalue()) & {0x1B, 0x07, 0x0D}
    assert clean("a\tb\nc") == "a b c"


def test_red_suits_where_there_are_colours():
    page, raw = terminal("utf-8")
    page.color = True
    page.write("10♥ 4♠", mark("title", "T"))
    assert raw.getvalue().decode() == "\x1b[31m10♥\x1b[39m 4♠\n\x1b[1mT\x1b[0m\n"


def test_what_is_typed_in_a_pipe_stands_in_the_page():
    page, raw = terminal("utf-8", "lay 4s\n\n")
    assert [page.ask("> "), page.ask("> "), page.ask("> ")] == ["lay 4s", "", None]
    assert raw.getvalue().decode() == "> lay 4s\n> \n> \n"


def test_widths():
    assert width_of("王あé") == 5
    assert width_of(mark("red", "10♥")) == 3
    assert shorten("abcdef", 4) == "abc…"
    assert wrap("one two three", 9, "- ", "  ") == ["- one two", "  three"]
    assert wrap("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]


# ------------------------------------------------------------------------------------- what is typed

ACTIONS = ["lay 4♠", "lay 10♥", "lay A♠", "swap_in Q♠", "swap_out J♠", "give p2, (4♠, 5♠)"]
NAMES = [text.split()[0] for text in ACTIONS]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("lay 4♠", ["lay 4♠"]),
        ("4s", ["lay 4♠"]),
        ("10 hearts", ["lay 10♥"]),
        ("LAY  ten of Hearts", ["lay 10♥"]),
        ("ace of spades", ["lay A♠"]),
        ("ace", ["lay A♠"]),
        ("10", ["lay 10♥"]),
        ("swap in q", ["swap_in Q♠"]),
        ("swapin", ["swap_in Q♠"]),
        ("q", ["swap_in Q♠"]),
        ("swap", ["swap_in Q♠", "swap_out J♠"]),
        ("lay", ["lay 4♠", "lay 10♥", "lay A♠"]),
        ("give p2 4s 5s", ["give p2, (4♠, 5♠)"]),
        ("g", ["give p2, (4♠, 5♠)"]),
        ("lay 5s", []),
        ("", []),
        ("  , ", []),
    ],
)
def test_words_find_their_action(typed: str, meant: list[str]):
    assert [ACTIONS[index] for index in find(typed, ACTIONS, NAMES)] == meant


def test_a_name_in_quotes_is_meant_as_it_stands():
    texts = ['offer Sue, ("Influence 4"), 9', 'offer Sue, ("Influence 9"), 2']
    assert find("offer sue influence 9", texts) == [1]
    assert find('offer sue "influence 9"', texts) == [1]
    assert find('offer sue "influence 9"', texts[:1]) == []
    assert find('offer sue "influence"', texts) == [0, 1]


def test_a_number_is_never_cut_short(run: Run) -> None:
    assert find("bid 1", ["bid 10", "bid 2"], ["bid", "bid"]) == []
    assert find("bid1", ["bid 10"], ["bid"]) == []
    assert find("1", ["lay 10♥"], ["lay"]) == []
    start = ("play", "blackjack", "--seed", "3", "--seats", "you")
    assert "can be 10, 20" in " ".join(run(*start, typed="bet 5\n").stdout.split())
    assert "you bet" not in run(*start, typed="5\n").stdout
    assert "you bet 50" in run(*start, typed="50\n").stdout


def test_numbers_to_choose_from_are_typed_themselves(run: Run) -> None:
    page = run("play", "blackjack", "--seed", "3", "--seats", "you", typed="bet\n3\n20\n").stdout
    assert "n: a number, 10, 20, 30" in page
    assert "you bet 20" in page
    page = run("play", "golf-six", "--seed", "3", "--seats", "you,random", typed="1\n3\n1\n4\n").stdout
    assert re.findall(r"you turn up (\d)", page)[-1] == "4"
    assert "s: a number, 1–2, 4–6" in page


def test_cards_called_by_numbers_are_meant_by_them(run: Run) -> None:
    page = run("play", "goofspiel", "--seed", "3", "--seats", "you,random", typed="1\n3\n1\n").stdout
    assert "type what it is called" in page
    assert not re.search(r"^ +1 +2 +3 +4$", page, re.M)
    assert "you bid 3" in page
    assert page.count("you bid 1\n") == 1


def test_the_exact_word_goes_before_a_longer_one():
    bids = ["bid 1", "bid 10", "bid 11", "pass"]
    assert find("bid 1", bids, ["bid"] * 3 + ["pass"]) == [0]
    assert find("1", bids, ["bid"] * 3 + ["pass"]) == [0]
    assert tokens("vote pass, 10") == ("vote", "pass", "10")


def test_seats():
    assert seats.seating(None, None, (2,)) == seats.Seating(None, ("you", "bot"))
    assert seats.seating(None, 4, (2, 3, 4)).kinds == ("you", "bot", "bot", "bot")
    assert seats.seating("you, random", None, (2,)).kinds == ("you", "random")
    assert seats.seating("north=you,south=bot", 2, (2,)) == seats.Seating(("north", "south"), ("you", "bot"))
    assert seats.counts((2, 3, 4, 5)) == "2 to 5"
    assert seats.counts((4, 6)) == "4 or 6"


@pytest.mark.parametrize(
    ("text", "count", "message"),
    [
        ("you,bott", None, "did you mean `bot`"),
        ("you,x9=bot", None, "name all seats or none"),
        ("a=you,A=bot", None, "same name"),
        ("1=you,b=bot", None, "can not be a seat's name"),
        ("a b=you,b=bot", None, "can not be a seat's name"),
        ("you", None, "for 2 players, not 1"),
        ("you,bot", 3, "do not agree"),
        (None, 7, "for 2 players, not 7"),
        ("", None, "nobody of the kind"),
    ],
)
def test_wrong_seats(text: str | None, count: int | None, message: str):
    with pytest.raises(UsageError, match=message):
        seats.seating(text, count, (2,))


def test_settings():
    assert settings(["a=3", "b=yes", "c = no", "d=tie", "e=-1"]) == {"a": "3", "b": "yes", "c": "no", "d": "tie", "e": "-1"}
    for wrong in ("a", "=3", "a="):
        with pytest.raises(UsageError, match="name=value"):
            settings([wrong])


def test_words():
    assert (counted(1, "card"), counted(0, "card")) == ("1 card", "0 cards")
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed([]) == ""
    assert spoken("swap_in") == "swap in"
    assert [value_words(v) for v in (None, True, 3, "red", [1, 2])] == ["none", "yes", "3", "red", "1 and 2"]
    order = CardOrder(deck())
    assert order.sorted(["K♠", "A♠", "10♥", "2♥", "?"]) == ["2♥", "10♥", "A♠", "K♠", "?"]


def test_cards_to_choose_are_sorted_and_several_numbers_choose_several(run: Run) -> None:
    start = ("play", "hearts", "--seed", "3", "--seats", "you,random,random")
    listed = run(*start, typed="give\n").stdout
    assert re.findall(r"\d+ (\S+)", listed.split("do\nsomething else)\n")[1].split("gift>")[0])[:4] == ["3♣", "4♣", "8♣", "9♣"]
    for typed in ("1 2 3", "give 1 2 3", "give\n1 2 3"):
        page = run(*start, typed=f"{typed}\ntable\n").stdout
        hands = [line.split() for line in re.findall(r"^hand +(.*)$", page, re.M)]
        assert {"3♣", "4♣", "8♣"} <= set(hands[0])
        assert not {"3♣", "4♣", "8♣"} & set(hands[-1])


def test_numbers_mean_what_they_are_shown_under(run: Run) -> None:
    page = run("play", "hearts", "--seed", "3", "--seats", "you,random,random", typed="1\n1 2\n1 2 18\n").stdout
    hand, below = re.findall(r"^hand +(.*)\n +(.*)$", page, re.M)[0]
    assert len(hand.split()) == 16 and below.split() == [str(number) for number in range(1, 17)]
    assert "1–17  give 3 cards of your hand, as 1 2 3" in page
    assert " ".join(page.split()).count("the cards have the numbers 1 to 17") == 3


def test_copies_of_a_card_have_numbers_of_their_own(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pairs.yml").write_text(
        "cardrules: 1\ngame: Pairs\nplayers: 2\ncards:\n  Old Hen: {copies: 14}\nzones:\n  stock: every card, face down\n"
        "  hand: each player, seen by owner\nsetup: |\n  deal 7 from stock to each hand\nplay: |\n  (first of players) chooses:\n"
        "    give(cards in 3..4 of hand, n in 1..2):\n      move cards to opponent.hand\n    keep(card in stock)\n  nobody wins\n"
    )
    page = run("play", "pairs.yml", "--seats", "you,random", typed="2 4 7\n2\n").stdout
    assert re.search(r"^ +1 +2 +3 +4 +5 +6 +7$", page, re.M)
    assert "1–7  give 3 to 4 cards of your hand, then n" in page
    assert "n: a number, 1–2" in page
    assert "nobody wins" in page


def test_numbers_without_a_list_mean_nothing(run: Run) -> None:
    """Where numbers of one card stand under the hand, those of several are not guessed."""
    page = run("play", "gin-rummy", "--seed", "3", "--seats", "you,random", typed="1 2 3\nquit\n").stdout
    assert "Type one number" in " ".join(page.split())


COMMANDS = {
    "?": "You are asked for",
    "log": "stock is shuffled",
    "rules": "Where cards lie",
    "table": "you, p1",
    "hand": "you, p1",
    "undo": "That can not be taken back",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_work_where_an_argument_is_asked_for(run: Run, command: str) -> None:
    page = run("play", "hearts", "--seed", "3", "--seats", "you,random,random", typed=f"give\n{command}\n1 2 3\n").stdout
    shown = page.split(f"gift> {command}\n")[1]
    assert COMMANDS[command] in shown.split("gift>")[0]
    assert "you give" in shown.split("gift> 1 2 3")[1]  # what was asked for is still asked for
    assert "gift: 3 of these" in shown.split("gift>")[0] or command == "undo"


def test_quit_where_an_argument_is_asked_for(run: Run) -> None:
    page = run("play", "hearts", "--seed", "3", "--seats", "you,random,random", typed="give\nquit\n").stdout
    assert page.endswith("gift> quit\n\nThe game is kept. Go on with: cardrules play --resume\n")


def test_what_can_be_chosen_goes_before_a_command(run: Run, tmp_path: Path) -> None:
    (tmp_path / "words.yml").write_text(
        "cardrules: 1\ngame: Words\nplayers: 2\nkinds:\n  word: log, table, undo\ncards:\n  french: A..4 of spades\nzones:\n"
        "  stock: every card, face down\nplay: |\n  repeat 2 times:\n    (first of players) chooses:\n"
        '      write(who in players, w in word, n in 1..20):\n        say "to {who}: {w}"\n  nobody wins\n'
    )
    typed = "1\nback\nundo\nundo\nlog\n3\n1\nno\n/log\n/undo\n/quit\n"
    page = run("play", "words.yml", "--seats", "back=you,no=random", typed=typed).stdout
    assert "to back (you): log" in page
    assert page.count("who> ") == 2 and page.count("w> ") == 4 and page.count("n> ") == 2
    assert "game 1" in page.split("w> /log")[1] and "Taken back." in page.split("w> /undo")[1]
