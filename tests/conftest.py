"""The command line for tests: run in a process of its own, in a directory of its own."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "cardrules.interpreter.cli"]

TUCKING = """\
cardrules: 1
game: Tucking
about: Each tucks three cards away; nobody ever sees them.
players: 2

options:
  rounds: 3 in 1..3                  # how long it takes

cards:
  Aalborg: {copies: 1}
  Bogota: {copies: 1}
  Cordoba: {copies: 1}
  Denver: {copies: 1}
  Essen: {copies: 1}
  Fes: {copies: 1}

zones:
  stock: every card, face down
  hand: each player, seen by owner
  drawer: each player, face down     # out of sight

variables:
  notes: 0..99

setup: |
  shuffle stock
  deal 3 from stock to each hand

play: |
  repeat rounds times:
    round:
      for each player:
        choose:
          tuck(card in hand):
            move card to drawer
  nobody wins

anytime: |
  note when notes < 99:              # changes nothing anybody could not see
    notes += 1
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="write the messages of tests/errors afresh")


Run = Callable[..., "subprocess.CompletedProcess[str]"]


def environment(home: Path, **more: str) -> dict[str, str]:
    """What the command runs in: no colour of ours, no size of ours, its games in `home`."""
    dropped = ("NO_COLOR", "COLUMNS", "LINES", "PYTHONIOENCODING", "PYTHONUTF8")
    kept = {key: value for key, value in os.environ.items() if key not in dropped}
    return {**kept, "XDG_STATE_HOME": str(home), "PYTHONIOENCODING": "utf-8", "TERM": "xterm", **more}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """`run("play", "feud", typed="1\\n", COLUMNS="40")`: a command to its end. full_after: no file can grow beyond so many bytes."""

    def command(*args: str, typed: str = "", full_after: int | None = None, **more: str) -> subprocess.CompletedProcess[str]:
        def limit() -> None:
            if full_after is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (full_after, full_after))
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

        env = environment(tmp_path, **more)
        encoding = env["PYTHONIOENCODING"].split(":")[0]
        done = subprocess.run(
            [*COMMAND, *args], input=typed.encode(encoding), capture_output=True, env=env, cwd=tmp_path, timeout=60, preexec_fn=limit
        )
        out, err = done.stdout.decode(encoding), done.stderr.decode(encoding)
        assert "Traceback" not in out + err, err
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    return command


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., subprocess.Popen[bytes]]:
    """`start("play", "feud")`: a command that goes on running, with pipes."""

    def command(*args: str) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        return subprocess.Popen([*COMMAND, *args], stdin=pipe, stdout=pipe, stderr=pipe, env=environment(tmp_path), cwd=tmp_path)

    return command


@pytest.fixture
def tucking(tmp_path: Path) -> Path:
    """The rule file of a game of cards with telling names, which nobody but their owner ever sees."""
    path = tmp_path / "tucking.yml"
    path.write_text(TUCKING)
    return path
