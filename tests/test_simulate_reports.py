"""What games in bulk show: shares, roles, teams, cards, rules, pages, lines; by known answers."""

from __future__ import annotations

import json
from collections import Counter

import cardrules
import pytest
from cardrules.interpreter.lab.simulate import rows, setup
from cardrules.interpreter.lab.simulate.page import page
from cardrules.interpreter.lab.simulate.report import report
from cardrules.interpreter.lab.simulate.text import told

from .test_simulate import COIN, FEW, HEAD, ROLES, load


def test_outcomes_apart(tmp_path):
    """Seat 1, seat 2 and a tie are a third each."""
    found = report(cardrules.playouts(load(tmp_path, COIN), 900))
    for name in ("seat 1 wins", "seat 2 wins", "ties"):
        figure = found.figures[name]
        assert figure.low <= 1 / 3 <= figure.high and figure.games == 900
    assert sum(found.figures[name].value for name in ("seat 1 wins", "seat 2 wins", "ties")) == pytest.approx(1)
    assert found.figures["branching"].value == 3 and found.figures["rounds"].value == 3
    text = "\n".join(told(found))
    assert "No seat is shown to be better off" in text and "cut off" not in text
    always = report(cardrules.playouts(load(tmp_path, COIN, sides=1), 900))
    assert always.figures["seat 2 wins"].value == 0
    assert "Seat 1 wins more than its part of 2" in "\n".join(told(always))


def test_games_cut_off_are_no_ties(tmp_path):
    games = cardrules.playouts(load(tmp_path, COIN), 50, longest=2)
    found = report(games)
    assert games.ended == 0 and found.figures["cut off"].value == 1
    assert found.figures["ties"].games == 0 and found.figures["seat 1 wins"].games == 0
    text = "\n".join(told(found))
    assert "cut off" in text and "better off" not in text
    json.dumps(found.data())


def test_shares_by_role(tmp_path):
    """The fox wins whenever it plays; a role is taken by two seats of three."""
    found = report(cardrules.playouts(load(tmp_path, ROLES), 600))
    assert found.figures["who fox wins"].value == 1 and found.figures["who hen wins"].value == 0
    third = found.figures["nobody wins"]
    assert third.low <= 1 / 3 <= third.high
    assert [use.mark for use in found.actions if use.name == "wait"] == [""]


def test_actions_and_cards_that_never_were(tmp_path):
    text = COIN.replace("rest:\n", "rest when sides > 5:\n").replace("n is 0", "n is 9")
    found = report(cardrules.playouts(load(tmp_path, text), 50))
    assert "never possible: rest" in "\n".join(told(found))


TEAMS = (
    FEW.replace("players: 2", "players: 4\nteams: 2")
    + """
variables:
  points: each player, 0..9
play: |
  for each player:
    choose:
      score(n in 1..3):
        points = n
        next(next(you)).points = n
  order players by points
"""
)


def test_teams(tmp_path):
    """Partners have the same points: the gap is the one to the other team."""
    games = cardrules.playouts(load(tmp_path, TEAMS), 600)
    found = report(games)
    third = found.figures["team 1 wins"]
    assert third.low <= 1 / 3 <= third.high and "seat 1 wins" not in found.figures and "lead changes" not in found.figures
    assert set(found.spreads["gap"]) == {0, 1, 2} and found.figures["gap"].value == pytest.approx(8 / 9, abs=0.1)
    assert found.figures["ties"].value == pytest.approx(found.spreads["gap"][0] / 600)
    assert "No team is shown" in "\n".join(told(found))


def test_rules_travel_as_text():
    """A file that uses libraries, or extends another, is the same game where there are no files."""
    for name in ("hearts", "succession"):
        game = cardrules.load(name)
        rules = setup.Rules.of(game)
        here = rules.game()
        setup._games.clear()
        there = rules.game()
        assert here is not there and here.settings == there.settings
        assert here.machine(4).program.layout.code == there.machine(4).program.layout.code


STRONG = (
    HEAD
    + """
players: 2
cards:
  french: A..6 of hearts
zones:
  stock: every card, face down
  hand: each player, seen by owner
  pile: each player, face up
setup: |
  shuffle stock
  deal 3 from stock to each hand
play: |
  for each player:
    choose:
      lay(card in hand):
        move card to pile
  if holder(A♥) is none:
    nobody wins
  win holder(A♥)
"""
)


def test_a_card_that_wins(tmp_path):
    found = report(cardrules.playouts(load(tmp_path, STRONG), 500))
    ace = next(use for use in found.cards if use.name == "A♥")
    assert ace.mark == "strong" and ace.won.value == 1 and ace.had.value == 1
    assert all(use.won.value < 0.6 for use in found.cards if use is not ace)
    assert found.figure("card A♥ wins") == ace.won and found.figure("action lay wins") is not None
    assert found.figure("card nothing wins") is None


def test_faults_are_told(tmp_path):
    found = report(cardrules.playouts(load(tmp_path, COIN.replace("n: 0..9", "n: 0..1")), 80))
    assert len(found.faults) == 1 and "n" in found.faults[0].message and "outside its bounds" in found.faults[0].message
    assert found.faults[0].place.endswith(":20:13") and 0 < found.faults[0].games < 80
    assert "fault of the rules in" in "\n".join(told(found))
    assert found.figures["faults"].value == found.faults[0].games / 80


def test_rules_that_ran(tmp_path):
    text = COIN + "rules:\n  fall(): |\n    n = 0\n  never(): |\n    n = 9\n"
    text = text.replace(
        "          rest:\n            n = 0\n", "          rest:\n            if n > 9:\n              never()\n            fall()\n"
    )
    games = cardrules.playouts(load(tmp_path, text), 150)
    found = report(games, rules=True)
    assert found.sampled == 100 and found.rules["never"] == 0
    rests = sum(Counter(choices)["rest"] > 0 for choices in _choices(load(tmp_path, text), 100))
    assert found.rules["fall"] == rests


def _choices(game: cardrules.Game, games: int):
    """The actions of the first games of seed 0, by their own streams."""
    from cardrules.interpreter.machine.chance import pick, seeded

    for number in range(games):
        state, word = game.start(2, seed=2 * number), seeded(2 * number + 1)
        taken = []
        while not state.over:
            menu = list(state.legal(0))
            index, word = pick(word, len(menu))
            taken.append(menu[index].name)
            state.choose(0, menu[index])
        yield taken


def test_the_page_needs_nothing(tmp_path):
    import re
    from xml.etree import ElementTree

    found = report(cardrules.playouts(load(tmp_path, STRONG.replace("game: Try", "game: Try <b>")), 80))
    text = page("Try <b>", [found], [("Table", ["a < b"])])
    assert "<b>" not in text and "&lt;b&gt;" in text and "a &lt; b" in text
    assert not re.search(r"(?:src|href)=|@import|url\(|<script", text)
    plots = re.findall(r"<svg.*?</svg>", text, re.S)
    assert len(plots) >= 4
    for plot in plots:
        assert ElementTree.fromstring(plot).tag == "svg"
    whole = sum(found.spreads["decisions"].values())
    assert f"{whole:,} games, 100.0 %" in text


def test_lines_of_games(tmp_path):
    import csv
    import io

    games = cardrules.playouts(load(tmp_path, ROLES), 30)
    other = cardrules.playouts(load(tmp_path, COIN), 5)
    file = io.StringIO()
    rows.write(file, [("roles", games), ("coin", other)])
    lines = list(csv.DictReader(io.StringIO(file.getvalue())))
    assert len(lines) == 35 and [line["game"] for line in lines[:30]] == [str(k) for k in range(30)]
    for line, mask in zip(lines, games.winners, strict=False):
        assert line["winners"] == {0: "", 1: "1", 2: "2"}[mask] and line["ending"] == "ended"
        assert {line["who 1"], line["who 2"]} <= {"fox", "hen", "owl"}
        assert (line["who 1"] == "fox") == (mask == 1)
    assert {line["who 1"] for line in lines[30:]} == {""}
