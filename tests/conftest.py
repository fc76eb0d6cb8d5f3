"""The command line for tests: run in a process of its own, in a directory of its own."""

from __future__ import annotations

import io
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from cardrules.dsl import kept
from cardrules.dsl.cache import Drawer
from cardrules.interpreter.cli import main
from hypothesis import settings

# The same examples at every run: what fails, fails for everybody. Other ones: `settings.load_profile("default")`, or tests/programs.
settings.register_profile("steady", derandomize=True, database=None, deadline=None)
settings.load_profile("steady")

COMMAND = [str(Path(sys.executable).with_name("cardrules"))]

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
  Ghent: {copies: 1}
  Hull: {copies: 1}

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
    parser.addoption(
        "--every", action="store_true", help="what holds for all games: try it with every shipped game, not with the usual ones"
    )
    parser.addoption("--hostile", action="store_true", help="try every file of tests/hostile in every command")


# Shipped games that between them use the whole language, with which the long tests of what holds for all games are run.
USUAL = {"feud", "crown-duel", "line-of-succession", "succession", "kuhn-poker", "goofspiel", "crazy-eights", "love-letter", "hanabi"}
SHIPPED = Path(__file__).parent.parent / "games"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of shipped games only the usual ones, unless all are asked for; test_shelf.py looks at each of them in any case."""
    if config.getoption("--every"):
        return
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        path = item.callspec.params.get("path") if isinstance(item, pytest.Function) and hasattr(item, "callspec") else None
        other = isinstance(path, Path) and path.parent == SHIPPED and path.stem not in USUAL and item.path.name != "test_shelf.py"
        (left if other else kept).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)


@pytest.fixture(scope="session", autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where everything is kept that tests leave behind: nothing of the user's is touched."""
    os.environ["XDG_STATE_HOME"] = str(home := tmp_path_factory.mktemp("state"))
    return home


@pytest.fixture(scope="session", autouse=True)
def nothing_kept() -> None:
    """Files are read anew each time: tests that change what reading does neither meet what was kept nor leave anything behind."""
    kept.DRAWER = Drawer("none", files=0, bytes=0)


Run = Callable[..., "subprocess.CompletedProcess[str]"]


def environment(home: Path, **more: str) -> dict[str, str]:
    """What the command runs in: no colour of ours, no size of ours, its games in `home`."""
    dropped = ("NO_COLOR", "COLUMNS", "LINES", "PYTHONIOENCODING", "PYTHONUTF8")
    kept = {key: value for key, value in os.environ.items() if key not in dropped}
    return {**kept, "XDG_STATE_HOME": str(home), "PYTHONIOENCODING": "utf-8", "TERM": "xterm", **more}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("play", "feud", typed="1\\n", COLUMNS="40")`: a command to its end, with pipes of the encoding that PYTHONIOENCODING names.

    It runs in this process, which is faster; with `full_after`, in one whose files can not grow beyond so many bytes, as on a full disk.
    """

    def command(*args: str, typed: str = "", full_after: int | None = None, **more: str) -> subprocess.CompletedProcess[str]:
        env = environment(tmp_path, **more)
        encoding = env["PYTHONIOENCODING"]
        status, out, err = (
            here(list(args), typed.encode(encoding), env, encoding, tmp_path, monkeypatch)
            if full_after is None
            else apart(list(args), typed.encode(encoding), env, tmp_path, full_after)
        )
        assert b"Traceback" not in out + err, err
        return subprocess.CompletedProcess(args, status, out.decode(encoding), err.decode(encoding))

    return command


def here(
    args: list[str], typed: bytes, env: dict[str, str], encoding: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[int, bytes, bytes]:
    """Run a command in this process: its status, and what it wrote."""
    out, err = io.BytesIO(), io.BytesIO()
    with monkeypatch.context() as patch:
        patch.chdir(home)
        for name in os.environ.keys() - env.keys():
            patch.delenv(name)
        for name, value in env.items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding))
        patch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding))
        patch.setattr(sys, "stderr", io.TextIOWrapper(err, encoding))
        try:
            status = main(args)
        except SystemExit as end:  # argparse, after --help
            status = int(end.code or 0)
        sys.stdout.flush()
        sys.stderr.flush()
        return status, out.getvalue(), err.getvalue()


def apart(args: list[str], typed: bytes, env: dict[str, str], home: Path, full_after: int) -> tuple[int, bytes, bytes]:
    """Run a command in a process of its own, on a disk that is soon full."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (full_after, full_after))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    done = subprocess.run([*COMMAND, *args], input=typed, capture_output=True, env=env, cwd=home, timeout=60, preexec_fn=limit)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., subprocess.Popen[bytes]]:
    """`start("play", "feud")`: a command that goes on running, with pipes."""

    def command(*args: str) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        # What runs in a shell's background is started deaf to Ctrl-C; the command is to hear it.
        hears = partial(signal.signal, signal.SIGINT, signal.default_int_handler)
        return subprocess.Popen(
            [*COMMAND, *args], stdin=pipe, stdout=pipe, stderr=pipe, env=environment(tmp_path), cwd=tmp_path, preexec_fn=hears
        )

    return command


@pytest.fixture
def tucking(tmp_path: Path) -> Path:
    """The rule file of a game of cards with telling names, which nobody but their owner ever sees."""
    path = tmp_path / "tucking.yml"
    path.write_text(TUCKING)
    return path
