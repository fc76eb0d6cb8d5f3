"""`cardrules simulate` as it is typed."""

from __future__ import annotations

import csv
import json
import shlex
import signal
from pathlib import Path
from time import monotonic, sleep

import pytest
from cardrules.interpreter.cli import main
from cardrules.interpreter.lab.simulate import command
from cardrules.interpreter.lab.simulate.playouts import gathered

RACE = """\
cardrules: 1
game: Race
about: First to some points.
players: 2..3

options:
  goal: 5 in 1..30                   # points to win
  double: no                         # a step of two

variants:
  long: {goal: 9}

cards:
  french: A..4 of hearts

zones:
  stock: every card, face down

variables:
  points: each player, 0..99

play: |
  take turns from first of seats until any(p.points >= goal for p in players):
    choose:
      step:
        points += 1
      jump when double:
        points += 2
      rest
  order players by points
"""


@pytest.fixture
def race(tmp_path: Path) -> Path:
    path = tmp_path / "race.yml"
    path.write_text(RACE)
    return path


def test_every_number_of_players(run, race):
    done = run("simulate", "race.yml", "-n", "60")
    assert done.returncode == 0 and not done.stderr
    assert "Race: 60 games of 2 players (all random), seed 0" in done.stdout and "60 games of 3 players" in done.stdout
    assert "seat 3 wins" in done.stdout and "never possible: jump" in done.stdout
    assert run("simulate", "race.yml", "-n", "60", "--players", "2").stdout in done.stdout
    assert run("simulate", "race.yml", "-n", "60", "--seed", "1").stdout != done.stdout


def test_json_is_the_same_whoever_plays(run, race):
    one = run("simulate", "race.yml", "-n", "400", "--json", "--workers", "1")
    assert one.stdout == run("simulate", "race.yml", "-n", "400", "--json", "--workers", "2").stdout
    first, second = json.loads(one.stdout)["reports"]
    assert first["players"] == 2 and second["figures"]["seat 1 wins"]["games"] == 400
    assert sum(first["spreads"]["turns"].values()) == 400
    assert first["actions"][0]["name"] == "step" and first["options"] == {"goal": 5, "double": False}


def test_settings(run, race):
    long = run("simulate", "race.yml", "-n", "30", "--players", "2", "--variant", "long", "--set", "double=yes")
    assert "Race, variant long, double yes: 30 games" in long.stdout
    assert "jump" in long.stdout and "never possible" not in long.stdout


@pytest.mark.parametrize("what", ["long", "goal=9", "other.yml"])
def test_against_a_variant_a_setting_a_file(run, race, what):
    (race.parent / "other.yml").write_text(RACE.replace("goal: 5", "goal: 9"))
    done = run("simulate", "race.yml", "-n", "80", "--players", "2", "--against", what)
    assert done.returncode == 0
    assert done.stdout.splitlines()[1].startswith("B  Race")
    turns = next(line for line in done.stdout.splitlines() if line.strip().startswith("turns"))
    assert turns.endswith("more") and "+" in turns
    assert "no difference shown with 80 games" in done.stdout


def test_a_sweep_is_ranked(run, race):
    asked = ("--sweep", "goal=2..8/2", "--sweep", "double=no,yes", "--wish", "turns is 14..18", "--wish", "seat 1 wins 30..70 %")
    done = run("simulate", "race.yml", "-n", "60", *asked)
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and lines[0] == "Race: 60 games of 2 players for each setting, seed 0"
    assert lines[3].split("  ")[2:3] == ["goal 4, double no"] or "goal" in lines[3]
    data = json.loads(run("simulate", "race.yml", "-n", "60", *asked, "--json").stdout)["sweep"]
    far = [setting["distance"] for setting in data["settings"]]
    assert far == sorted(far) and len(far) == 8
    assert data["wishes"] == ["turns is 14..18", "seat 1 wins 30..70 %"]
    variants = run("simulate", "race.yml", "-n", "20", "--sweep", "variant=base,long")
    assert "variant long" in variants.stdout and "variant base" in variants.stdout


def test_a_matrix(run, race):
    done = run("simulate", "race.yml", "-n", "8", "--players", "2", "--matrix", "random,bot:0.05", "--set", "goal=2")
    assert done.returncode == 0
    assert "random against bot:0.05: seat 1" in done.stdout and "bot:0.05 against bot:0.05" in done.stdout
    data = json.loads(run("simulate", "race.yml", "-n", "8", "--players", "3", "--matrix", "random", "--json").stdout)["matrix"]
    assert data[0]["players"] == 3 and len(data[0]["cells"][0]["by seat"]) == 3


def test_players_that_think(run, race):
    done = run("simulate", "race.yml", "-n", "6", "--seats", "bot,random", "--think", "0.1", "--set", "goal=3")
    assert "6 games of 2 players (bot, random)" in done.stdout
    assert done.stdout == run("simulate", "race.yml", "-n", "6", "--seats", "bot,random", "--think", "0.1", "--set", "goal=3").stdout


def test_files(run, race, tmp_path):
    done = run("simulate", "race.yml", "-n", "25", "--csv", "games.csv", "--html", "page.html", "--rules")
    assert done.returncode == 0
    lines = list(csv.DictReader((tmp_path / "games.csv").open()))
    assert len(lines) == 50 and lines[0]["players"] == "2" and lines[-1]["players"] == "3"
    assert lines[0]["place 3"] == "" and {line["place 3"] for line in lines[25:]} >= {"1"}
    assert "<svg" in (tmp_path / "page.html").read_text()


def test_games_that_break(run, race):
    race.write_text(RACE.replace("0..99", "0..2"))
    done = run("simulate", "race.yml", "-n", "20", "--players", "2")
    assert done.returncode == 1 and "fault of the rules in 20 games" in done.stdout and "race.yml:26:9" in done.stdout
    race.write_text(RACE.replace("points: each player, 0..99", "points: each player, 0..goal - goal - 1"))
    done = run("simulate", "race.yml", "-n", "20")
    assert done.returncode == 1 and not done.stdout


def test_a_setting_that_can_not_be_played(run, race):
    race.write_text(RACE.replace("points: each player, 0..99", "points: each player, 0..goal - 2"))
    done = run("simulate", "race.yml", "-n", "20", "--sweep", "goal=1,6", "--wish", "turns < 20")
    assert "can not be played" in done.stdout


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("--agains x", "did you mean `--against`"),
        ("--sweep goal", "has no values"),
        ("--sweep goal=3", "nothing to go through"),
        ("--sweep gaol=1..3", "did you mean `goal`"),
        ("--sweep goal=1..99", "a number from 1 to 30"),
        ("--sweep goal=1..3 --wish turn=3", "did you mean `turns`"),
        ("--sweep goal=1..3 --wish rubbish", "not understood"),
        ("--wish turns=3", "there is none"),
        ("--against lnog", "there is no file `lnog`"),
        ("--against goal=", "--against goal="),
        ("--against long --sweep goal=1..3", "do not go together"),
        ("--seats bot,bto", "did you mean `bot`"),
        ("--seats bot,you", "nobody is at the table"),
        ("--seats bot:x,bot", "`bot:SECONDS`"),
        ("--seats bot", "for 2 or 3 players, not 1"),
        ("--seats bot,bot --players 3", "do not agree"),
        ("--matrix bot,random --seats bot,bot", "takes no --seats"),
        ("--players 7", "not 7"),
        ("-n 0", "from 1 to"),
        ("-n x", "takes a whole number"),
        ("--workers 0", "a number of processes from 1"),
        ("--longest 0", "a number of choices from 1"),
        ("--workers 2 --cluster tcp://x", "take one of them"),
        ("--csv none/at/all.csv", "no folder none/at to write all.csv into"),
        ("--csv -", "no name of a file"),
        ("--csv same --html same", "both be written into same"),
        ("--sweep goal=1..3 --set goal=2", "`goal` is swept"),
        ("--against=", "the name of the file is empty"),
        ("--variant lnog", "did you mean `long`"),
    ],
)
def test_wrong_usage(run, race, asked, said):
    done = run("simulate", "race.yml", *asked.split(), COLUMNS="200")
    assert done.returncode == 2 and not done.stdout
    assert said in done.stderr and len(done.stderr.splitlines()) == 1


def test_ctrl_c_gives_what_is_there(start, tmp_path):
    path = tmp_path / "race.yml"
    path.write_text(RACE.replace("points: each player, 0..99", "points: each player, 0..9999").replace("in 1..30", "in 1..9000"))
    game = start("simulate", "race.yml", "-n", "9000000", "--players", "2", "--set", "goal=60", "--workers", "2", "--csv", "games.csv")
    begun = monotonic()
    while not (tmp_path / "games.csv").exists() and monotonic() < begun + 60:  # made just before the first game
        sleep(0.1)
    sleep(4)
    game.send_signal(signal.SIGINT)
    out, err = game.communicate(timeout=240)
    assert game.returncode == 130 and not err.strip(), err
    assert "interrupted: this is what there was by then" in out.decode() and "seat 1 wins" in out.decode()
    lines = (tmp_path / "games.csv").read_text().splitlines()
    assert 1 < len(lines) < 9_000_000 and lines[1].startswith('"Race, goal 60",2,')


@pytest.mark.parametrize(
    ("asked", "said", "never"),
    [
        (["--against", "goal=4"], "One of them was not played", "difference"),
        (["--sweep", "goal=2..5", "--wish", "turns=1..2"], "(interrupted: 0 of 4 settings were played to the end)", "No setting fulfils"),
        (["--matrix", "random,bot"], "not played", "[0.0, 100.0]"),
    ],
)
def test_what_was_not_played_is_not_judged(tmp_path, monkeypatch, capsys, asked, said, never):
    def some(setup, seed, games, *further, **named):
        return gathered(setup, seed, min(games, 5))

    monkeypatch.setattr(command, "gathered", some)  # five games, then Ctrl-C
    (tmp_path / "race.yml").write_text(RACE)
    assert main(["simulate", str(tmp_path / "race.yml"), "-n", "40", "--players", "2", *asked]) == 130
    told = capsys.readouterr().out
    assert "interrupted" in told and said in told and never not in told


def test_a_sweep_interrupted_between_two_settings(tmp_path, monkeypatch, capsys):
    begun = iter((40, 0))

    def some(setup, seed, games, *further, **named):
        return gathered(setup, seed, next(begun))

    monkeypatch.setattr(command, "gathered", some)
    (tmp_path / "race.yml").write_text(RACE)
    assert main(["simulate", str(tmp_path / "race.yml"), "-n", "40", "--players", "2", "--sweep", "goal=2..5"]) == 130
    assert "(interrupted: 1 of 4 settings were played to the end)" in capsys.readouterr().out


def test_readme_shows_what_is_printed(run):
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    shown = readme[readme.index("    $ cardrules simulate") : readme.index("\n\n`simulate FILE` plays")].splitlines()
    asked = shlex.split(shown[0].strip().removeprefix("$ cardrules "))
    done = run(*asked, COLUMNS="200")
    assert [line.removeprefix("    ").rstrip() for line in shown[1:]] == done.stdout.rstrip().splitlines()
