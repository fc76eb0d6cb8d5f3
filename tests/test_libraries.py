"""`uses`: parts of several games in files of their own; what they need, what may be replaced, and where mistakes are shown."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import cardrules
import pytest
from cardrules.dsl import lint, load
from cardrules.dsl.diagnostics import Diagnostic, RuleError
from cardrules.dsl.shipped import LIBRARIES
from cardrules.interpreter.lab.check import check
from cardrules.interpreter.lab.playtest import Budget
from cardrules.interpreter.machine.state import log

if TYPE_CHECKING:
    from .conftest import Run

COUNTING = """\
cardrules: 1
library: Counting
about: What the cards of a hand count together.
needs:
  zones:
    hand: each player                # the cards that count
defaults:
  options:
    bonus: 0 in 0..5                 # for every card
  rules:
    worth(card): card.pips
    counted(player p): |
      nothing
variables:
  best_so_far: 0..99
rules:
  total(player p): |
    let most = sum(worth(c) + bonus for c in p.hand)
    best_so_far = max(best_so_far, most)
    counted(p)
    return most
  heavy(number limit): each hand where worth(it) > limit
trial:
  players: 2
  cards:
    french: A..K of every suit
  zones:
    stock: every card, face down
    hand: each player, face up
  play: |
    deal 2 from stock to each hand
    let first_total = total(first of players)
    if first_total > 3:
      win first of players
    nobody wins
examples:
  a hand is added up:
    seats: Anna, Ben
    given: |
      Anna.hand = (3♠, K♥)
    do: |
      let found = total(Anna)
      if found is 16:
        win Anna
    then:
      - winners is Anna
      - best_so_far is 16
"""
GAME = """\
cardrules: 1
game: High Card
about: Who has the heavier hand?
players: 2
uses: counting
cards:
  french: A..K of every suit
zones:
  stock: every card, face down
  hand: each player, seen by owner
variables:
  hands: each player, 0..99
setup: |
  shuffle stock
  deal 3 from stock to each hand
play: |
  for each player:
    hands = total(you)
  order players by hands
"""


def folder_with(folder: Path, game: str = GAME, library: str = COUNTING) -> Path:
    (folder / "counting.yml").write_text(library, encoding="utf-8")
    (folder / "high-card.yml").write_text(game, encoding="utf-8")
    return folder / "high-card.yml"


def mistakes(path: Path) -> list[Diagnostic]:
    try:
        load.load(path)
    except RuleError as fault:
        return fault.diagnostics
    return []


def only(path: Path) -> Diagnostic:
    (found,) = mistakes(path)
    return found


def test_its_parts_are_used_as_if_they_stood_in_the_file(tmp_path: Path) -> None:
    path = folder_with(tmp_path)
    game = cardrules.load(path)
    assert game.options == {"bonus": 0} and game.name == "High Card"
    state = game.start(seed=3)
    assert state.over
    assert state.get("best_so_far") == max(state.get("hands", 0), state.get("hands", 1))
    assert lint.look_over_file(path, game.ir) == []


def test_defaults_are_replaced_by_name(tmp_path: Path) -> None:
    path = folder_with(tmp_path, GAME + "options:\n  bonus: 2 in 1..3\nrules:\n  worth(card): 1\n")
    game = cardrules.load(path)
    assert game.options == {"bonus": 2}
    assert game.start(seed=3).get("best_so_far") == 9
    assert lint.look_over_file(path, game.ir) == []


def test_a_library_is_checked_by_its_trial(tmp_path: Path) -> None:
    folder_with(tmp_path)
    done = check(str(tmp_path / "counting.yml"), None, Budget(games=3))
    assert (done.status, done.examples, done.diagnostics) == (0, 1, [])
    wrong = COUNTING.replace("best_so_far is 16", "best_so_far is 17")
    folder_with(tmp_path, library=wrong)
    assert check(str(tmp_path / "counting.yml"), None, Budget(games=0)).status == 1


def test_a_library_without_a_trial_is_no_game(tmp_path: Path) -> None:
    folder_with(tmp_path, library=COUNTING[: COUNTING.index("trial:")])
    found = only(tmp_path / "counting.yml")
    assert found.code == "E0202" and "uses: counting" in found.help
    assert not mistakes(tmp_path / "high-card.yml")


SHIPPED = sorted(LIBRARIES.glob("*.yml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_libraries_that_come_along(path: Path) -> None:
    done = check(str(path), None, Budget(games=12))
    assert done.status == 0, "\n".join([*(d.message for d in done.diagnostics), *(f.text() for f in done.findings)])
    assert done.examples and not done.diagnostics


# ------------------------------------------------------------------ what is wrong, and where


@pytest.mark.parametrize("name", ["../counting", "/etc/passwd", "sub/counting", ".counting", "a\\b", "nowhere", "high-card", "", "link"])
def test_libraries_are_found_by_bare_name_alone(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()
    folder_with(tmp_path)
    path = folder_with(folder, GAME.replace("uses: counting", f"uses: counting, {name}"))
    (folder / "link.yml").symlink_to(tmp_path / "counting.yml")
    found = only(path)
    assert found.code == "E0209" and found.span is not None
    assert name in found.span.text or not name


def test_a_near_name_is_suggested(tmp_path: Path) -> None:
    assert only(folder_with(tmp_path, GAME.replace("uses: counting", "uses: countng"))).label == "did you mean `counting`?"


def test_what_it_needs_and_the_file_has_not(tmp_path: Path) -> None:
    found = only(folder_with(tmp_path, GAME.replace("hand:", "held:").replace("each hand", "each held")))
    assert found.code == "E0209" and "needs a zone `hand`" in found.message
    assert found.span is not None and found.span.source.name.endswith("high-card.yml") and found.span.line == 5
    assert [span.source.name.endswith("counting.yml") for span, _ in found.related] == [True]


FORMS = {
    "a zone of another form": ("  hand: each player, seen by owner", "  hand: seen by owner, face up", "hand"),
    "a rule with other values": ("setup:", "rules:\n  worth(card, number n): n\nsetup:", "worth"),
    "a rule that gives something else": ("setup:", "rules:\n  worth(card): card.suit\nsetup:", "worth"),
    "a rule that gives something back": ("setup:", "rules:\n  counted(player p): count(p.hand)\nsetup:", "counted"),
}


@pytest.mark.parametrize("what", FORMS)
def test_what_is_declared_in_another_form(tmp_path: Path, what: str) -> None:
    old, new, name = FORMS[what]
    if what == "a zone of another form":
        new, old = "  hand: each 1..2, face up", old
    path = folder_with(tmp_path, GAME.replace(old, new).replace("deal 3 from stock to each hand", "nothing"))
    found = only(path)
    assert found.code == "E0209" and f"`{name}`" in found.message
    assert found.span is not None and found.span.source.name.endswith("high-card.yml")


def test_a_name_given_twice_is_shown_in_the_file_itself(tmp_path: Path) -> None:
    found = only(folder_with(tmp_path, GAME.replace("  hands: each", "  heavy: 0..3\n  hands: each")))
    assert found.code == "E0206" and "`Counting`" not in found.message
    assert found.span is not None and found.span.source.name.endswith("high-card.yml")
    assert "the library `counting` has this name already" in found.help


def test_a_fault_of_the_library_is_shown_there_and_once_the_file_is_right(tmp_path: Path) -> None:
    wrong = COUNTING.replace("worth(c) + bonus for", "worth(c) + bonos for")
    found = only(folder_with(tmp_path, library=wrong))
    assert found.code == "E0204" and found.span is not None and found.span.source.name.endswith("counting.yml")
    found = only(folder_with(tmp_path, GAME.replace("by hands", "by handz"), wrong))
    assert found.span is not None and found.span.source.name.endswith("high-card.yml")
    found = only(folder_with(tmp_path, library=wrong.replace("rules:\n  total", "rulez:\n  total")))
    assert found.code == "E0201" and found.span is not None and found.span.source.name.endswith("counting.yml")


def test_values_of_a_library_do_not_clash_with_names_of_the_game(tmp_path: Path) -> None:
    game = GAME.replace("  hands: each", "  most: 0..9\n  limit: each player, 0..9\n  hands: each")
    game += "attributes:\n  c: pips + 0\n"
    path = folder_with(
        tmp_path, game.replace("    hands = total(you)", "    hands = total(you) + count(heavy(12)) + most + limit + (first of hand).c")
    )
    assert mistakes(path) == []


def test_a_library_is_no_game_to_extend(tmp_path: Path) -> None:
    folder_with(tmp_path)
    (tmp_path / "over.yml").write_text("cardrules: 1\ngame: Over\nextends: counting.yml\n", encoding="utf-8")
    found = only(tmp_path / "over.yml")
    assert found.code == "E0212" and "uses: counting" in found.help


def test_libraries_use_others_and_each_comes_once(tmp_path: Path) -> None:
    folder_with(tmp_path, GAME.replace("uses: counting", "uses: more, counting"))
    more = "cardrules: 1\nlibrary: More\nabout: More.\nuses: counting, more\nrules:\n  double(player p): 2 * count(p.hand)\n"
    (tmp_path / "more.yml").write_text(more, encoding="utf-8")
    game = load.load(tmp_path / "high-card.yml")
    assert list(game.rules) == ["double", "total", "heavy", "worth", "counted"]
    assert [Path(source.name).name for source in game.sources] == ["high-card.yml", "more.yml", "counting.yml"]


# ------------------------------------------------------------------ what is kept


def test_a_log_holds_the_libraries_it_was_played_with(tmp_path: Path) -> None:
    path = tmp_path / "own.yml"
    path.write_text((Path(LIBRARIES).parent / "hearts.yml").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "tricks.yml").write_text((LIBRARIES / "tricks.yml").read_text(encoding="utf-8"), encoding="utf-8")
    state, rng = cardrules.load(path, options={"target": 10}).start(seed=4), random.Random(4)
    for _ in range(40):
        seat = state.to_move[0]
        state.choose(seat, state.legal(seat).sample(rng))
    (tmp_path / "tricks.yml").write_text("cardrules: 1\nlibrary: Nothing\n", encoding="utf-8")
    again = log.replay(state.log)
    assert again.cells == state.cells and again.game.hash == state.game.hash
    assert cardrules.load(Path(LIBRARIES).parent / "hearts.yml").hash == state.game.hash


def test_a_variant_file_may_replace_what_the_game_may(tmp_path: Path) -> None:
    folder_with(tmp_path)
    over = "cardrules: 1\ngame: Over\nextends: high-card.yml\nrules:\n  worth(card): 2\n"
    (tmp_path / "over.yml").write_text(over, encoding="utf-8")
    assert cardrules.load(tmp_path / "over.yml").start(seed=3).get("best_so_far") == 6
    (tmp_path / "over.yml").write_text(over.replace("worth(card)", "heavy(number limit)"), encoding="utf-8")
    assert only(tmp_path / "over.yml").code == "E0206"


def test_the_play_test_does_not_speak_of_what_a_game_leaves_unused(run: Run) -> None:
    told = run("check", str(LIBRARIES.parent / "hearts.yml"), "--games", "0").stdout
    assert "warning" not in told and "5 examples hold" in told
