"""Five seats at one table: what everybody has at a glance, actions of many arguments, acting out of turn."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

import cardrules
import pytest
from cardrules.interpreter.machine.state.reading import Begun
from cardrules.interpreter.players.player import SeatState
from cardrules.interpreter.table.asides import Asides
from cardrules.interpreter.table.draw import Scene, screen
from cardrules.interpreter.table.moves import recent, together
from cardrules.interpreter.table.prompt import Leave, Prompt
from cardrules.interpreter.table.steps import Back, ask_steps
from cardrules.interpreter.table.telling import Said
from cardrules.interpreter.table.terminal import Terminal, bare, width_of
from cardrules.interpreter.table.words import CardOrder

if TYPE_CHECKING:
    from .conftest import Run

COURT = """\
cardrules: 1
game: Court
about: Favours, votes and deals.
players: 2..5

kinds:
  friend: galahad, ulysses, arianna, archie
  side: pass, fail

cards:
  french: A..K of every suit

zones:
  stock: every card, face down
  hand: each player, seen by owner
  gone: face up

variables:
  gold: each player, 0..99, starts 12
  standing: each player, each friend, 1..5, starts 2
  king: each friend, 0..9, starts 3
  talk: 0..9, starts 3

setup: |
  shuffle stock
  deal 4 from stock to each hand

play: |
  take turns from first of players until count(gone) > 9:
    choose:
      vote(s in side, n in 0..gold) when s is pass or n < 5:
        gold -= n
        standing(galahad) = 3
      drop(cards in 1..3 of hand):
        move cards to gone
  order players by gold

anytime: |
  offer(who in others, give in 0..2 of hand, pay in 0..gold, want in 0..2) when talk > 0 and pay < 10:
    talk -= 1
    let dealer = you
    who chooses:
      accept(cards in want of hand):
        move cards to dealer.hand
        move give to hand
      decline
"""


@pytest.fixture
def court(tmp_path: Path) -> cardrules.State:
    path = tmp_path / "court.yml"
    path.write_text(COURT)
    return cardrules.load(path).start(players=5, seed=1)


def drawn(state: cardrules.State, width: int, height: int | None) -> list[str]:
    scene = Scene(state.game.ir, CardOrder(state.game.ir.deck), {}, turns=1)
    return [bare(line).rstrip() for line in screen(state.view(0), scene, width, height)]  # type: ignore[arg-type]


@pytest.mark.parametrize("width", [30, 40, 80])
def test_everybodys_numbers_are_rows_and_columns(court: cardrules.State, width: int):
    lines = drawn(court, width, 20)
    assert max(map(width_of, lines)) <= width
    assert len(lines) <= 20
    rows = [line for line in lines if re.match(r"(you, )?p\d +", line)]
    wide = [line for line in rows if line.split()[-4:] == ["2"] * 4]
    assert len(wide) == 5  # a row for each seat with its four standings
    assert any(re.fullmatch(r"king +3 +3 +3 +3", line) for line in lines)
    assert all("12" in line.split() for line in rows[:5])
    assert any("gal" in line and "arc" in line for line in lines)


def test_long_piles_are_counted_unless_the_whole_table_is_asked_for(run: Run, tmp_path: Path):
    (tmp_path / "court.yml").write_text(COURT)
    page = run("play", "court.yml", "--seats", "you,random,random,random,random", "--seed", "1", typed="quit\n").stdout
    assert "stock: 32 cards" in page
    assert "turn 1 · your turn" in page


# ------------------------------------------------------------------------------------- step by step


def stepped(state: cardrules.State, begun: str, typed: str) -> tuple[object, str]:
    page = io.TextIOWrapper(io.BytesIO(), "utf-8")
    legal = SeatState(state, 0).legal
    read = legal.begin(begun)
    assert isinstance(read, Begun)
    answer = ask_steps(Prompt(Terminal(page, io.StringIO(typed)), {}, str), legal, read.name, CardOrder(state.game.ir.deck), read.arguments)
    page.seek(0)
    return answer, page.read()


def test_arguments_are_asked_for_one_by_one_with_what_is_possible(court: cardrules.State):
    answer, page = stepped(court, "offer", "p3\n\n2\n1\n")
    assert str(answer) == "offer p3, (), 2, 1"
    assert "who: one of these" in page
    assert "up to 2 of these" in page
    assert "offer (who p3, give nothing) · pay: a number, 0–12" in page
    assert len(page.splitlines()) < 20


def test_one_can_go_back_and_is_told_what_fails(court: cardrules.State):
    answer, page = stepped(court, "offer p3", "none\nback\nnone\n11\n1\nback\n4\n0\n")
    assert str(answer) == "offer p3, (), 4, 0"
    assert "it needs `pay < 10`" in " ".join(page.split())
    answer, _ = stepped(court, "offer", "back\n")
    assert isinstance(answer, Back)
    with pytest.raises(Leave):
        stepped(court, "offer", "p2\n")
    assert str(stepped(court, "offer", "p2\nvote fail 3\n")[0]) == "vote fail, 3"  # another action in its place


def test_a_step_takes_what_follows_too_and_a_name_in_quotes_as_it_stands(court: cardrules.State):
    card, other = court.zone("hand", 0)[:2]
    answer, page = stepped(court, "offer p3", f'"{card}", 2\n1\n')
    assert str(answer) == f"offer p3, ({card}), 2, 1"
    assert "pay: a number" not in page
    answer, page = stepped(court, "offer p3", f'"joker 2"\n{card} {other}\n2, 1\n')
    assert card in str(answer) and other in str(answer)
    assert "can not have `joker 2` as its give" in page


def test_one_line_is_enough(run: Run, tmp_path: Path):
    (tmp_path / "court.yml").write_text(COURT)
    typed = "pass 90\nvote fail 7\noffer p3 none 10 0\npass 5\nquit\n"
    page = run("play", "court.yml", "--players", "5", "--seats", "you,random,random,random,random", "--seed", "1", typed=typed).stdout
    told = " ".join(page.split())
    assert "You can not do `pass 90` now." in told
    assert "`vote fail, 7` is not possible (it needs `s is pass or n < 5`" in told
    assert "(it needs `pay < 10`" in told
    assert "you vote pass, 5" in told
    assert page.count("gold") < 8  # what is refused draws no new table


# ------------------------------------------------------------------------------------- out of turn


def test_when_people_are_asked():
    turns = Asides("turns")
    assert turns.due(0, 1, "a", ["offer"])
    assert not turns.due(0, 1, "b", ["offer"])
    assert turns.due(0, 1, "c", ["offer", "show"])  # something new
    assert not turns.due(0, 1, "d", [])
    assert turns.due(0, 1, "e", ["offer"])  # possible again
    assert turns.due(0, 2, "e", ["offer"])  # a new turn
    always, never = Asides("always"), Asides("never")
    assert [always.due(0, 1, stop, ["offer"]) for stop in "aabb"] == [True, False, True, False]
    assert not never.due(0, 1, "a", ["offer"])


def test_a_person_may_act_while_others_decide(run: Run, tmp_path: Path):
    (tmp_path / "court.yml").write_text(COURT)
    typed = "\noffer p2 none 3 1\n\n\n\n\n\nquit\n"
    seats = "a=random,b=random,me=you,d=random,e=random"
    page = run("play", "court.yml", "--seats", seats, "--seed", "3", "--ask-anytime", "turns", typed=typed.replace("p2", "a")).stdout
    assert "a chooses: vote or drop. You may do something first; Enter goes on." in " ".join(page.split())
    assert "you offer a: give nothing, pay 3, want 1" in " ".join(page.split())
    assert re.search(r"a (accepts|declines)", page)
    silent = run("play", "court.yml", "--seats", seats, "--seed", "3", typed="quit\n").stdout
    assert "You may do something first" not in silent  # input from a pipe answers decisions only


def test_who_looks_on_sees_the_whole_game(run: Run, tmp_path: Path):
    (tmp_path / "court.yml").write_text(COURT)
    page = run("play", "court.yml", "--seats", "random,random,random,random,random", "--seed", "3").stdout
    assert "you, p1" not in page
    assert re.search(r"p1 (votes|drops|offers)", page)
    assert re.search(r"p2 (votes|drops|offers)", page)
    assert re.search(r"(wins|win)\.", page)


# ------------------------------------------------------------------------------------- what happened


def test_moves_that_are_alike_are_one_line():
    moves = ["a passes", "b passes", "c passes", "c draws a card", "c draws a card", "round 2"]
    assert together(moves, ["a", "b", "c"]) == ["a, b and c each: passes", "c draws a card ×2", "round 2"]


def test_long_histories_are_folded():
    moves = [f"move {number}" for number in range(30)]
    told = recent(moves, 20, 6, [])
    assert [line.text for line in told] == ["… 15 more: log", *moves[-5:]]
    assert [line.text for line in recent(moves, 2, 4, [])] == moves[-4:]
    moves[15] = Said("south wins the battle")
    assert [line.text for line in recent(moves, 20, 3, [])] == ["… 18 more: log", moves[15], moves[29]]
    assert [line.fresh for line in recent(moves, 2, 4, [])] == [False, False, True, True]


def test_a_pager_shows_a_screenful_at_a_time(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LINES", "10")
    monkeypatch.setenv("COLUMNS", "80")
    page = io.StringIO()
    pager = Terminal(page, io.StringIO("\nq\n"))
    monkeypatch.setattr(Terminal, "height", 10)
    pager.page([f"line {number}" for number in range(40)])
    assert "line 39" in page.getvalue()  # nobody looks: all of it
    pager.live = True
    page.seek(0)
    page.truncate()
    pager.page([f"line {number}" for number in range(40)])
    assert "line 15" in page.getvalue()
    assert "line 16" not in page.getvalue()
    assert "24 more lines" in page.getvalue()


def test_what_is_listed_in_full_may_be_typed_with_none(run: Run, tmp_path: Path):
    (tmp_path / "gifts.yml").write_text(
        "cardrules: 1\ngame: Gifts\nplayers: 2\ncards:\n  french: A..4 of spades\nzones:\n  stock: every card, face down\n"
        "  hand: each player, seen by owner\nsetup: |\n  deal 2 from stock to each hand\nplay: |\n  (first of players) chooses:\n"
        "    give(cards in 0..1 of hand, n in 2..2):\n      move cards to opponent.hand\n  nobody wins\n"
    )
    page = run("play", "gifts.yml", "--seats", "you,random", "--seed", "1", typed="give none, 2\n").stdout
    assert "You can not do" not in page
    assert "nobody wins" in page.casefold()


def test_values_of_numbered_places_are_named_and_idle_ones_left_out(run: Run) -> None:
    page = run("play", "blackjack", "--seed", "3", "--seats", "you,random,random", typed="50\n").stdout
    assert "stake" not in page.split("> 50")[0]  # nobody has bet yet
    assert re.search(r"^ +chips  stake 1$", page.split("> 50")[1], re.M)
    assert re.search(r"^you, p1 +450 +50$", page, re.M)
    assert re.search(r"^p2 \(random\) +\d+ +\d+$", page, re.M)
