"""Bulk random play: the reference's promises, by known answers."""

from __future__ import annotations

from array import array
from pathlib import Path

import cardrules
import pytest
from cardrules.interpreter.machine.chance import pick, seeded
from cardrules.interpreter.machine.running import policy
from cardrules.interpreter.machine.trouble import RANGE

HEAD = "cardrules: 1\ngame: Try\nabout: A game for tests.\n"

RACE = (
    HEAD
    + """
players: 2..3
kinds:
  side: north, south
cards:
  french: A..4 of hearts
zones:
  stock: every card, face down
  hand: each player, seen by owner
  pile: face up
variables:
  points: each player, 0..99
  who: each player, side
setup: |
  for each player:
    who = north if you is first of seats else south
  shuffle stock
  deal 1 from stock to each hand
play: |
  take turns from first of seats until max(p.points for p in players) >= 6:
    choose:
      step(n in 1..3):
        points += n
      rest
      lay(card in hand):
        move card to pile
  shuffle pile
  order players by points
"""
)


def machine(tmp_path: Path, text: str, players: int = 2):
    path = tmp_path / "try.yml"
    path.write_text(text)
    return cardrules.load(path).machine(players)


def records(found, games: int = 200, longest: int = policy.LONGEST, lead: bool = True):
    form = policy.shape(found.program)
    rows, tally = policy.batch(found, 7, 0, games, longest, lead)
    table = [dict(zip(form.columns, rows[i : i + form.width], strict=True)) for i in range(0, len(rows), form.width)]
    return form, table, tally


def test_a_game_is_the_one_of_its_two_streams(tmp_path):
    """Played again by hand through the public state: same deal, same choices, same end."""
    (tmp_path / "try.yml").write_text(RACE)
    game = cardrules.load(tmp_path / "try.yml")
    form, table, _ = records(game.machine(2), 40)
    for number, row in enumerate(table):
        state = game.start(2, seed=(7 << 32) + 2 * number)
        word = seeded((7 << 32) + 2 * number + 1)
        decisions = choices = forced = 0
        while not state.over:
            seat = state.to_move[0]
            menu = list(state.legal(seat))
            index = 0
            if len(menu) > 1:
                index, word = pick(word, len(menu))
            decisions, choices, forced = decisions + 1, choices + len(menu), forced + (len(menu) == 1)
            state.choose(seat, menu[index])
        assert (row["decisions"], row["choices"], row["forced"]) == (decisions, choices, forced)
        assert row["turns"] == decisions
        assert [row["score 0"], row["score 1"]] == state.scores
        assert row["winners"] == sum(1 << seat for seat in state.winners)
        assert row["ending"] == policy.ENDED and row["games"] == 1 and row["scored"] == 1
        assert [row["who 0"], row["who 1"]] == [0, 1]
    assert form.columns[: len(policy.COLUMNS)] == policy.COLUMNS


def test_games_do_not_hang_on_their_batch(tmp_path):
    found = machine(tmp_path, RACE)
    whole, tally = policy.batch(found, 3, 0, 30, 500, True)
    parts, counts = array("q"), [0] * len(tally)
    for first, count in ((0, 1), (1, 13), (14, 16)):
        rows, part = policy.batch(found, 3, first, count, 500, True)
        parts.extend(rows)
        counts = [a + b for a, b in zip(counts, part, strict=True)]
    assert parts == whole and counts == tally
    other, _ = policy.batch(found, 4, 0, 30, 500, True)
    assert other != whole


def test_without_the_lead_nothing_else_changes(tmp_path):
    found = machine(tmp_path, RACE, 3)
    _, led, tally = records(found)
    _, plain, same = records(found, lead=False)
    names = ("moments", "lead_changes", "behind", "comeback", "settled")
    assert [{**row, **dict.fromkeys(names, 0)} for row in led] == plain and tally == same
    assert sum(row["lead_changes"] for row in led) > 0


@pytest.mark.parametrize("players", [2, 3])
def test_tallies_add_up(tmp_path, players):
    found = machine(tmp_path, RACE, players)
    form, table, tally = records(found)
    size = len(policy.ACTION)
    actions = [tally[i : i + size] for i in range(0, form.first_face, size)]
    step, rest, lay = (dict(zip(policy.ACTION, action, strict=True)) for action in actions)
    decisions = sum(row["decisions"] for row in table)
    assert step["offered"] == rest["offered"] == decisions
    assert step["taken"] + rest["taken"] + lay["taken"] == decisions
    assert lay["offered"] < decisions
    faces = [tally[i : i + len(policy.FACE)] for i in range(form.first_face, form.tally, len(policy.FACE))]
    assert sum(face[0] for face in faces) == lay["taken"]
    decided = [row for row in table if 0 < row["winners"] < (1 << players) - 1]
    assert 0 < step["users"] <= players * len(decided) and 0 < step["won"] <= sum(row["winners"].bit_count() for row in decided)
    owners = sum(face[3] for face in faces)  # every card that was not laid is still in a hand, and nobody can win by it
    assert owners + sum(face[1] for face in faces) == players * len(decided)


def lead(tmp_path: Path, course: str, key: str = "points") -> dict[str, int]:
    """What is recorded of a game in which the seats of `course` get a point one after another, each in a round of its own."""
    body = "".join(f"  step({who})\n" for who in course)
    seats = {"a": "first of seats", "b": "last of seats"}
    text = (
        HEAD
        + "players: 2\ncards:\n  french: A of hearts\nzones:\n  stock: every card, face down\n"
        + "variables:\n  points: each player, 0..99\nplay: |\n"
        + body.replace("step(a)", f"step({seats['a']})").replace("step(b)", f"step({seats['b']})")
        + f"  order players by {key}\nrules:\n  step(player p): |\n    p.points += 1\n    round:\n      nothing\n"
    )
    _, table, _ = records(machine(tmp_path, text), 1)
    return table[0]


def test_the_lead_by_known_answers(tmp_path):
    row = lead(tmp_path, "abb")  # a leads, then both, then b
    assert (row["moments"], row["lead_changes"], row["behind"], row["comeback"], row["settled"]) == (3, 1, 1, 0, 1)
    row = lead(tmp_path, "aabbb")  # a, a, a, both, b
    assert (row["moments"], row["lead_changes"], row["behind"], row["comeback"], row["settled"]) == (5, 1, 3, 1, 3)
    row = lead(tmp_path, "abba")  # nobody wins: all share the first place
    assert row["winners"] == 3 and (row["moments"], row["lead_changes"], row["behind"], row["settled"]) == (4, 1, 0, 0)
    row = lead(tmp_path, "abb", "lowest points")  # b leads, then both, then a, who wins
    assert (row["winners"], row["lead_changes"], row["behind"], row["settled"]) == (1, 1, 1, 1)


def test_cut_off_and_broken_games(tmp_path):
    found = machine(tmp_path, RACE)
    _, table, _ = records(found, 20, longest=2)
    assert all(row["ending"] == policy.CUT and row["decisions"] == 2 for row in table)
    broken = machine(tmp_path, RACE.replace("points: each player, 0..99", "points: each player, 0..5"))
    _, table, _ = records(broken, 60)
    assert {row["ending"] for row in table} == {policy.BROKEN}
    assert {row["fault"] for row in table} == {RANGE}
    kept = ("ending", "fault", "address", "decisions")
    assert all(not any(value for name, value in row.items() if name not in kept) for row in table)


def test_reshuffles_are_those_after_a_piles_first(tmp_path):
    text = RACE.replace("  shuffle pile\n", "  shuffle pile\n  move pile to stock\n  shuffle stock\n")
    _, table, _ = records(machine(tmp_path, text))
    assert {row["reshuffles"] for row in table} == {1}  # the pile's own shuffle is its first


WIDE = (
    HEAD
    + """
players: 1
cards:
  french: A..9 of hearts, A..8 of spades
zones:
  stock: every card, face down
  hand: each player, seen by owner
  pile: face up
variables:
  n: 0..1000
  size: 0..99
setup: |
  for each player:
    move stock to hand
play: |
  for each player:
    choose:
      spread(low in 0..29, high in 0..29 where it > low):
        n = 30 * low + high
      pick(cards in 1..9 of hand):
        size = count(cards)
        move cards to pile
      odd(k in 0..999) when k is 77:
        nothing
  win first of seats
"""
)


def test_large_actions_are_put_together(tmp_path):
    """Of 435 and of many thousand lists 256 count each; lists beyond the first 256 are met, sizes of subsets evenly."""
    found = machine(tmp_path, WIDE, 1)
    form = policy.shape(found.program)
    size = found.program.cells["size"].address
    number = found.program.cells["n"].address
    sizes, numbers = [0] * 10, set()
    tally = [0] * form.tally
    for k in range(600):
        game = policy.Playout(found, form, 5, k, False, tally)
        row = game.play(10)
        assert row[policy.CHOICES] == row[policy.WIDEST] == 256 + 256 + 1
        sizes[game.state[size]] += 1
        numbers.add(game.state[number])
    assert max(numbers) > 700  # the first 256 lists end at 9, 29
    assert all(10 <= count <= 70 for count in sizes[1:])  # about 33 each
