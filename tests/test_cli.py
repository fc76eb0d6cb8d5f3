"""`cardrules` as people use it: through pipes and terminals, with everything that goes wrong there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Run

WAR = Path(__file__).parents[1] / "games" / "war.yml"


def games(home: Path) -> list[Path]:
    """The games that were kept."""
    return sorted((home / "cardrules").glob("*.game"))


# ------------------------------------------------------------------------------------- a game through a pipe


@pytest.mark.parametrize("game", ["feud", "crown-duel", "line-of-succession"])
def test_a_whole_game(run: Run, tmp_path: Path, game: str):
    done = run("play", game, "--seats", "you,random", "--seed", "5", typed="1\n" * 500)
    assert done.returncode == 0
    assert re.search(r"You win!|p2 wins\.|nobody wins\.", done.stdout)
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= max(80, len(str(games(tmp_path)[0])) + 40)
    (kept,) = games(tmp_path)
    assert kept.read_text().endswith('"over":true}\n')
    assert run("play", "--resume").returncode == 2  # nothing unfinished is left
    shown = run("replay", str(kept))
    assert shown.returncode == 0
    assert shown.stdout.count("\n") > 20


def test_the_same_seed_is_the_same_game(run: Run, tmp_path: Path):
    first, second = (run("play", "feud", "--seats", "you,random", "--seed", "9", typed="1\n" * 30 + "quit\n") for _ in range(2))
    assert first.stdout.split("See it again")[0] == second.stdout.split("See it again")[0]
    other = run("play", "feud", "--seats", "you,random", "--seed", "10", typed="quit\n")
    assert other.stdout.splitlines()[:15] != first.stdout.splitlines()[:15]


def test_a_match_says_how_it_stands(run: Run, tmp_path: Path):
    seats = ["--seats", "anna=random,ben=random", "--seed", "3"]
    page = run("play", "crown-duel", "--variant", "best_of_three", *seats).stdout
    kept = str(games(tmp_path)[0])
    again = run("replay", kept).stdout
    for text in (page, again):
        assert re.search(r"^game 2 of the match — anna [01] : ben [01]$", text, re.M)
        assert re.search(r"^The match: anna [012] : ben [012]$", text, re.M)
        assert "» " in text
    assert "The match" not in run("play", "crown-duel", *seats).stdout
    steps = run("replay", kept, "--step", "--as", "ben", typed="\n" * 200).stdout
    assert "» game 2 of the match — anna" in steps
    assert " ▸ you lay " in steps


def test_words_and_help(run: Run, tmp_path: Path, tucking: Path):
    typed = "?\nrules\nlog\nhand\ntable\n\nfly away\ntuck\n99\ntuck zagreb\nquit\n"
    done = run("play", str(tucking), "--seats", "you,random", typed=typed)
    assert done.returncode == 0
    for expected in (
        "tuck(card in hand)",  # what ? says of the action
        "only when notes are less than 99",
        "rounds: 3 (1 to 3). How long it takes.",  # what the rules say
        "drawer: each player, face down. Out of sight.",
        "  repeat rounds times:",
        "You can not do `fly away` now.",
        "That could be tuck",
        "The numbers go from 1 to 4.",
        "`tuck` can not have `zagreb` as its card",
        "The game is kept. Go on with: cardrules play --resume",
    ):
        assert expected in done.stdout, expected
    assert done.stdout.count("Tucking ─") == 4  # the first table, and three that were asked for


@pytest.mark.parametrize("typed", ["", "\n", "1", "no such thing\n"])
def test_the_input_may_end_anywhere(run: Run, tmp_path: Path, tucking: Path, typed: str):
    done = run("play", str(tucking), typed=typed)
    assert done.returncode == 0
    assert "The game is kept." in done.stdout
    assert len(games(tmp_path)) == 1


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
def test_letters_where_suits_can_not_be_shown(run: Run, tmp_path: Path, encoding: str):
    done = run("play", "feud", "--seed", "3", "--seats", "you,random", typed="?\nrules\nlog\n1\nquit\n", PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert ("K♠" in done.stdout) == (encoding == "utf-8")
    assert ("Ks" in done.stdout) == (encoding != "utf-8")
    assert "?" not in re.sub(r"> \?|\? explains|`\?`", "", done.stdout)


@pytest.mark.parametrize(("columns", "lines"), [("20", "6"), ("40", "10"), ("80", "24"), ("200", "60"), ("0", "0"), ("x", "")])
def test_sizes(run: Run, tmp_path: Path, columns: str, lines: str):
    done = run("play", "line-of-succession", "--seats", "you,random", typed="?\n1\nquit\n", COLUMNS=columns, LINES=lines)
    assert done.returncode == 0
    width = int(columns) if columns.isdigit() and int(columns) else 80
    tables = done.stdout.split("> ?")[0]
    assert max(map(len, tables.splitlines())) <= max(20, min(width, 132))


# ------------------------------------------------------------------------------------- wrong usage, wrong files


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["pley"], "no command `pley`; did you mean `play`?"),
        (["play"], "which game?"),
        (["play", "--sed", "3"], "no `--sed`; did you mean `--seed`"),
        (["play", "feud", "--seed", "x"], "takes a whole number that is not negative, not `x`"),
        (["play", "feud", "--players", "five"], "takes a number, not `five`"),
        (["play", "feud", "--players", "5"], "for 2 players, not 5"),
        (["play", "feud", "more"], "`more` is one too many"),
        (["play", "fued"], "no file `fued`; did you mean `feud`?"),
        (["play", "feud.yaml"], "did you mean `feud`"),
        (["play", "."], "is a directory"),
        (["play", "x" * 5000], "can not be a file"),
        (["play", "feud", "--variant", "open_hand"], "open_hand"),
        (["play", "feud", "--set", "ties_for_king"], "--set name=value"),
        (["play", "feud", "--set", "tis_for_king=3"], "did you mean `ties_for_king`? It has `relative_to`, "),
        (["play", "feud", "--variant", "long_fued"], "did you mean `long_feud`? It has `own_colours`, "),
        (["play", "crown-duel", "--variant", "quick"], "did you mean `quick_duel`? It has "),
        (["play", "feud", "--set", "ties_for_king=99"], "ties_for_king"),
        (["play", "feud", "--set", "ace_clash=maybe"], "ace_clash"),
        (["play", "feud", "--seats", "you,bott"], "did you mean `bot`"),
        (["play", "feud", "--seats", "you"], "for 2 players, not 1"),
        (["play", "--resume"], "no unfinished game"),
        (["play", "feud", "--resume", "--seed", "3"], "--resume goes on as the game was begun"),
        (["check"], "FILE is missing"),
        (["check", "nothing.yml"], "no file `nothing.yml`"),
        (["check", "feud", "--examples", "nothing.yml"], "no file `nothing.yml`"),
        (["check", str(WAR), "--examples", str(WAR)], "is a game that is checked"),
        (["replay", "nothing.game"], "no file `nothing.game`"),
        (["explain", "E9999"], "E9999"),
    ],
)
def test_wrong_usage(run: Run, tmp_path: Path, args: list[str], message: str):
    done = run(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["play", "check", "replay", "games", "new", "explain"])
def test_help(run: Run, tmp_path: Path, name: str):
    done = run(name, "--help")
    assert done.returncode == 0
    assert f"cardrules {name}" in done.stdout
    assert run().stdout.count("cardrules") > 5
    assert name in run().stdout


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x89PNG\r\n\x1a\n\x00\x00",
        b"\xff\xfe",
        b"- a\n- b\n",
        b"version: 3\nservices: {}\n",
        b"cardrules: 1\ngame: Half\nplayers: 2\n",
        b"game: [" * 5000,
    ],
)
def test_a_file_that_is_no_game(run: Run, tmp_path: Path, data: bytes):
    (tmp_path / "x.yml").write_bytes(data)
    for command in ("play", "check"):
        done = run(command, "x.yml")
        assert done.returncode == 1
        assert re.search("error|mistake|x.yml", done.stdout + done.stderr)


def test_one_file_that_is_not_there_does_not_keep_others_from_being_checked(run: Run, tmp_path: Path, tucking: Path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.yml").write_text("")
    for missing in ("nothing.yml", "folder"):
        done = run("check", missing, tucking.name, "--games", "1")
        assert done.returncode == 2
        assert missing in done.stderr
        assert tucking.name in done.stdout
    assert run("check", "empty.yml", tucking.name, "--games", "0").returncode == 1
    assert run("check", "empty.yml", "nothing.yml", "--games", "0").returncode == 2


def test_pages_where_signs_can_not_be_shown(run: Run, tmp_path: Path, tucking: Path):
    tucking.write_text(tucking.read_text().replace("players: 2", "players: two"))
    for args in (("check", tucking.name), ("play", tucking.name), ("explain", "E0203")):
        done = run(*args, PYTHONIOENCODING="ascii")
        assert "??" not in done.stdout + done.stderr
        assert "^" in done.stdout + done.stderr


def test_a_mistake_is_shown_where_it_is(run: Run, tmp_path: Path, tucking: Path):
    (tmp_path / "x.yml").write_text(tucking.read_text().replace("move card to drawer", "move card to tuckn"))
    done = run("play", "x.yml")
    assert done.returncode == 1
    line = tucking.read_text().split("move card to drawer")[0].count("\n") + 1
    assert f"x.yml:{line}:26" in done.stderr


def test_a_fault_met_in_play_is_shown_where_it_is(run: Run, tmp_path: Path, tucking: Path):
    (tmp_path / "x.yml").write_text(tucking.read_text().replace("notes: 0..99", "notes: 0..1"))
    done = run("play", "x.yml", typed="note\nnote\nnote\n")
    assert done.returncode == 1
    assert re.search(r"x\.yml:\d+", done.stderr)
    assert "notes" in done.stderr


def test_what_may_not_be_read(run: Run, tmp_path: Path, tucking: Path):
    os.chmod(tucking, 0)
    if os.access(tucking, os.R_OK):  # root may read everything: a directory where the file should be will do
        tucking.unlink()
        tucking.mkdir()
    done = run("play", str(tucking))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_letter_is_no_card(run: Run, tmp_path: Path):
    done = run("play", "feud", "--seats", "you,random", "--seed", "1", typed="j\nq\n")  # the jack and the queen may be swapped in
    assert "You can not do `j` now." in done.stdout
    assert "you swap in" not in done.stdout
    assert done.stdout.rstrip().endswith("cardrules play --resume")
    done = run("play", "feud", "--seats", "you,random", "--seed", "1", typed="swap q\nquit\n")
    assert "you swap in Q♠" in done.stdout


def test_without_input_or_output(run: Run, tmp_path: Path):
    for closed, said, status in (("<&-", "The game is kept", 0), (">&-", "there is no output", 1)):
        command = f"{Path(sys.executable).with_name('cardrules')} play feud --seats you,random {closed}"
        done = subprocess.run(
            ["sh", "-c", command], capture_output=True, text=True, env={**os.environ, "XDG_STATE_HOME": str(tmp_path)}, timeout=60
        )
        assert said in done.stdout + done.stderr
        assert done.returncode == status
        assert "Traceback" not in done.stderr


def test_games(run: Run, tmp_path: Path):
    done = run("games")
    assert done.returncode == 0
    for name in ("feud", "crown-duel", "line-of-succession"):
        assert re.search(rf"^{name} +2 players$", done.stdout, re.M)
