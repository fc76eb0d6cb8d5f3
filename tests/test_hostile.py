"""Rule files that mean harm are refused, or played, within two seconds and 500 MB.

`pytest --hostile` tries all of them in every command."""

from __future__ import annotations

import os
import resource
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from cardrules.dsl.load import load
from cardrules.interpreter.cli import main

from .hostile import HEAD, game, texts

TEXTS = dict(texts())
SECONDS = 2.0
MEMORY = 500_000_000
# What shows each kind of defence, and is quick.
QUICK = (
    "merge keys", "aliases", "brackets", "braces", "50 MB", "deep indentation", "one long key", "quoted", "many documents",
    "a million copies", "copies by an option", "a million numbers", "numbers by numbers", "packs without number",
    "a zone each 1..1000000000", "a variable each 1..1000000000000000000", "an option to 1000000000000000000", "zones in dimensions",
    "variables in dimensions", "many seats", "a rule that calls itself", "rules that call each other", "a procedure that calls itself",
    "60 attributes, each reading the next twice", "a long number", "a long value", "parentheses", "nots", "long dots", "a long product",
    "nested any", "three ranges of a million", "a range to the end of numbers", "names with escapes", "cards with escapes",
    "keys with escapes",
    "a value with turned letters", "a comment with turned letters", "extends ../secret", "extends /etc/passwd", "extends link",
    "extends circle",
)  # fmt: skip


@dataclass
class Ran:
    """How a command ended: its status (negative: killed), seconds of the processor, and what it wrote."""

    status: int
    seconds: float
    text: str


def ran(args: list[str], folder: Path) -> Ran:
    """Run a command in a process of its own with no more memory and time than a hostile file may take."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        inside(args, folder, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        written = pipe.read()
    _, status, used = os.wait4(child, 0)
    return Ran(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, written.decode("utf-8", "replace"))


def inside(args: list[str], folder: Path, writing: int) -> None:
    """The child: the command, and the end of the process."""
    status = 99
    try:
        os.chdir(folder)
        os.environ["XDG_STATE_HOME"] = str(folder)
        now = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, now + MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(5 * SECONDS), int(5 * SECONDS)))
        os.dup2(writing, 1)
        os.dup2(writing, 2)
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - for as long as the process lives
        sys.stdout = open(1, "w", encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
        try:
            status = main(args)
        except SystemExit as end:
            status = int(end.code or 0)
        except BaseException:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with what paths may climb or lead to."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "secret.yml").write_text("SECRET: 1\n")
    (tmp_path / "inner" / "link.yml").symlink_to(tmp_path / "secret.yml")
    (tmp_path / "inner" / "circle.yml").write_text(game(head=HEAD + "extends: harm\n"))
    return tmp_path / "inner"


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    """The parser, read once for all children."""
    load(Path(__file__).parent / "games" / "market.yml")


def bounded(done: Ran) -> None:
    assert done.status in (0, 1, 2), done.text[-2000:]
    assert done.seconds < SECONDS
    assert "Traceback" not in done.text and "defect" not in done.text
    assert not set("\x1b\x07\u202e\u2066") & set(done.text)
    assert "SECRET" not in done.text and "root:" not in done.text


def written(name: str, folder: Path) -> str:
    text = TEXTS[name]()
    (folder / "harm.yml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return "harm.yml"


@pytest.mark.parametrize("name", QUICK)
def test_a_file_that_means_harm_is_bounded(name: str, folder: Path) -> None:
    file = written(name, folder)
    bounded(ran(["check", "--games", "0", file], folder))
    bounded(ran(["play", file, "--seats", "random,random", "--seed", "1"], folder))


COMMANDS: dict[str, Callable[[str], list[str]]] = {
    "check": lambda file: ["check", "--games", "1", "--seconds", "0.1", file],
    "play": lambda file: ["play", file, "--seats", "random,random", "--seed", "1"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_all_of_them(command: str, folder: Path, request: pytest.FixtureRequest) -> None:
    """Every file in every command; without `--hostile` only how each is refused before anything is read of it."""
    names = list(TEXTS) if request.config.getoption("--hostile") else ["zeros", "noise"]
    for name in names:
        bounded(ran(COMMANDS[command](written(name, folder)), folder))


def test_a_game_list_shows_no_escapes(folder: Path) -> None:
    from cardrules.interpreter.table.games import describe
    from cardrules.interpreter.table.terminal import Terminal

    about, _ = describe(folder / written("names with escapes", folder))
    assert about.startswith("\x1b]0;")
    assert "\x1b" not in Terminal().shown(about)


def test_the_file_that_others_are_made_of_is_good(folder: Path) -> None:
    (folder / "harm.yml").write_text(game())
    done = ran(["check", "--games", "2", "harm.yml"], folder)
    assert done.status == 0, done.text
