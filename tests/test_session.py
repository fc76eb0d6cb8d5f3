"""A game that is interrupted, gone on with, taken back, shared: nothing is lost, and nothing is seen that may not be."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cardrules.interpreter.table import store

if TYPE_CHECKING:
    from .conftest import Run

CARDS = ["Aalborg", "Bogota", "Cordoba", "Denver", "Essen", "Fes", "Ghent", "Hull"]
Start = Callable[..., "subprocess.Popen[bytes]"]


def here(home: Path) -> dict[str, str]:
    """An environment whose games are kept in `home`."""
    return {**os.environ, "XDG_STATE_HOME": str(home)}


def the_game(home: Path) -> Path:
    """The only game that was kept."""
    (path,) = (home / "cardrules").glob("*.game")
    return path


def hand(page: str) -> list[str]:
    """The cards of the hand on the last table of a page."""
    return re.findall(r"^hand +(.*)$", page, re.M)[-1].split()


def until(process: subprocess.Popen[bytes], text: bytes, count: int = 1) -> bytes:
    """Read what a process writes until the text has come so often. Fails after 20 seconds."""
    assert process.stdout is not None
    seen, end = b"", time.monotonic() + 20
    while seen.count(text) < count:
        assert select.select([process.stdout], [], [], max(0.0, end - time.monotonic()))[0], seen
        piece = os.read(process.stdout.fileno(), 65536)
        assert piece, seen
        seen += piece
    return seen


def test_quit_and_go_on(run: Run, tmp_path: Path, tucking: Path):
    first = run("play", str(tucking), "--seats", "you,random", typed="1\nnote\nquit\n")
    again = run("play", "--resume", typed="log\n1\n1\n")
    assert hand(first.stdout) == hand(again.stdout.split("> log")[0])
    assert "Going on with Tucking" in again.stdout
    assert "you tuck" in again.stdout.split("> log")[1]  # what was played before is still told
    assert "nobody wins" in again.stdout
    assert store.read(the_game(tmp_path)).over
    assert run("play", "--resume").returncode == 2


def test_going_on_with_the_game_of_a_file(run: Run, tmp_path: Path, tucking: Path):
    run("play", str(tucking), typed="quit\n")
    run("play", "feud", typed="quit\n")
    assert "Going on with Feud" in run("play", "--resume", typed="quit\n").stdout
    assert "Going on with Tucking" in run("play", "tucking.yml", "--resume", typed="quit\n").stdout
    assert "no unfinished game of crown-duel" in run("play", "crown-duel", "--resume").stderr


def test_kill_minus_nine_loses_nothing(start: Start, run: Run, tmp_path: Path, tucking: Path):
    process = start("play", str(tucking), "--seats", "you,random")
    assert process.stdin is not None
    process.stdin.write(b"note\n1\n")
    process.stdin.flush()
    page = until(process, b"> ", 3).decode()
    process.send_signal(signal.SIGKILL)
    process.communicate()
    again = run("play", "--resume", typed="quit\n").stdout
    assert hand(page) == hand(again)
    assert len(hand(again)) == 2
    assert re.findall(r"notes: (\d+)", page)[-1] == re.findall(r"notes: (\d+)", again)[-1] != "0"


def test_control_c(start: Start, tmp_path: Path, tucking: Path):
    process = start("play", str(tucking))
    until(process, b"> ")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"The game is kept" in out
    assert err.strip() == b"cardrules: stopped"
    assert store.read(the_game(tmp_path)).over is False


def test_a_rule_file_that_has_changed(run: Run, tmp_path: Path, tucking: Path):
    run("play", str(tucking), "--seats", "you,random", typed="1\nquit\n")
    text = tucking.read_text()
    assert "has changed" not in run("play", "--resume", typed="quit\n").stdout
    tucking.write_text(text.replace("nobody wins", "win players"))
    changed = run("play", "--resume", typed="quit\n")
    assert "has changed since; this game goes on under the rules it was begun with" in " ".join(changed.stdout.split())
    tucking.write_text("no game at all")
    assert "has changed since" in " ".join(run("play", "--resume", typed="quit\n").stdout.split())
    tucking.unlink()
    gone = run("play", "--resume", typed="1\n1\n")
    assert "can not be read any more" in " ".join(gone.stdout.split())
    assert "nobody wins" in gone.stdout  # under the old rules


def test_a_full_disk(run: Run, tmp_path: Path, tucking: Path):
    run("play", str(tucking), "--seats", "you,random", typed="note\nquit\n")
    size = the_game(tmp_path).stat().st_size + 100  # there is room for the rules and a move or two
    the_game(tmp_path).unlink()
    done = run("play", str(tucking), "--seats", "you,random", typed="note\n" * 60 + "1\n1\n1\n", full_after=size)
    assert done.returncode == 0
    said = " ".join(done.stdout.split())
    assert said.count("can not be kept just now") == 1
    assert re.search(r"The game is kept up to move \d in \S+ ?\S+\.game; after that: file too large\.", said)
    assert "nobody wins" in done.stdout
    kept = store.read(the_game(tmp_path))  # what was written is whole
    assert not kept.over
    assert "notes:" in run("play", "--resume", typed="quit\n").stdout


def test_no_place_to_keep_games(run: Run, tmp_path: Path, tucking: Path):
    (tmp_path / "cardrules").write_text("a file in the way")
    done = run("play", str(tucking), "--seats", "you,random", typed="1\nquit\n")
    assert done.returncode == 0
    assert "can not be kept just now" in done.stdout
    assert "The game could not be kept." in done.stdout


@pytest.mark.parametrize("args", [["games"], ["play", "feud", "--seats", "random,random"], ["check", "feud", "--games", "1"], []])
def test_a_closed_pipe(start: Start, args: list[str]):
    process = start(*args)
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, err = process.communicate(timeout=30)
    assert err == b""
    assert process.returncode in (0, 1)


@pytest.mark.parametrize("args", [["games"], ["play", "feud", "--seats", "random,random"], ["rules"]])
def test_an_output_that_takes_no_more(tmp_path: Path, args: list[str]):
    command = str(Path(sys.executable).with_name("cardrules"))
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [command, *args], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, env=here(tmp_path), timeout=30
        )
    assert done.returncode in (1, 2)
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"cardrules: ")


# ------------------------------------------------------------------------------------- taking back


def test_undo(run: Run, tmp_path: Path, tucking: Path):
    typed = "note\nnote\nundo\nundo\nundo\nnote\n1\nundo\nquit\n"
    page = run("play", str(tucking), "--seats", "you,random", typed=typed).stdout
    notes = re.findall(r"notes: (\d+)", page)
    assert notes[:4] == ["1", "2", "1", "1"]  # 0 at the start, and again after the second undo: not worth a word
    assert page.count("Taken back.") == 2
    assert "there is no decision of yours" in page
    assert "p2 has decided since" in page
    assert f"notes: {notes[-1]}" in run("play", "--resume", typed="undo\nquit\n").stdout  # what was taken back stays so, also after a break


def test_no_undo_of_what_came_out_together(run: Run, tmp_path: Path):
    typed = "lay 3h\nlay 2s\nundo\nquit\n"
    page = run("play", "feud", "--seed", "12", "--seats", "anna=you,ben=you", typed=typed).stdout
    assert "can not be taken back: what anna has chosen has come out since" in page
    assert "Taken back" not in page


def test_no_undo_once_something_was_seen(run: Run, tmp_path: Path, tucking: Path):
    open_ = (
        tucking.read_text()
        .replace("notes += 1", "notes += 1\n    move first of hand to table")
        .replace("zones:", "zones:\n  table: face up")
    )
    (tmp_path / "open.yml").write_text(open_)
    page = run("play", "open.yml", "--seats", "you,random", typed="note\nundo\nquit\n").stdout
    assert "can not be taken back: p2 has seen something" in page
    drawn = tucking.read_text().replace("notes += 1", "notes += 1\n    move random of hand to drawer")
    (tmp_path / "drawn.yml").write_text(drawn)
    page = run("play", "drawn.yml", "--seats", "you,random", typed="note\nundo\nquit\n").stdout
    assert "can not be taken back: chance" in page


# ------------------------------------------------------------------------------------- several people at one screen


def test_two_at_one_screen_see_their_own_cards_only(run: Run, tmp_path: Path, tucking: Path):
    typed = "?\nlog\nrules\n1\n" * 6
    page = run("play", str(tucking), "--seats", "north=you,south=you", typed=typed).stdout
    parts = re.split(r"─+ (north|south) is next ─+\n", page)
    seen: dict[str, set[str]] = {"north": set(), "south": set()}
    for name, part in zip(parts[1::2], parts[2::2], strict=True):
        rest = part.split("nobody wins")[0]
        table = "\n".join(line for line in rest.splitlines() if "copies" not in line)
        seen[name] |= {card for card in CARDS if card in table}
    assert len(seen["north"]) == len(seen["south"]) == 3
    assert not seen["north"] & seen["south"]
    assert parts[0].strip() == ""


def test_one_person_never_sees_a_bots_cards(run: Run, tmp_path: Path, tucking: Path):
    page = run("play", str(tucking), "--seats", "you,random", typed="?\nlog\n1\n" * 3).stdout
    assert len({card for card in CARDS if card in page}) == 3


def test_at_once_without_seeing_the_other_choice(run: Run, tmp_path: Path, tucking: Path):
    text = (
        tucking.read_text()
        .replace("for each player:\n        choose:\n  ", "each player chooses:\n")
        .replace("            move card", "          move card")
    )
    (tmp_path / "once.yml").write_text(text)
    page = run("play", "once.yml", "--seats", "a=you,b=you", typed="1\nlog\n2\nquit\n").stdout
    of_b = page.split("b is next")[1].split("a is next")[0]
    assert "Everybody chooses at the same time" in of_b
    assert "tucks" not in of_b.split("> 2")[0]  # a has decided, b can not know


# ------------------------------------------------------------------------------------- a real terminal


def at_terminal(home: Path, *args: str, typed: list[str], **more: str) -> str:
    """What a terminal of 80 columns and 24 lines gets to show."""
    command = str(Path(sys.executable).with_name("cardrules"))
    pid, screen = pty.fork()
    if pid == 0:
        os.chdir(home)
        dropped = ("NO_COLOR", "COLUMNS", "LINES")
        env = {key: value for key, value in os.environ.items() if key not in dropped}
        os.execve(command, [command, *args], {**env, "XDG_STATE_HOME": str(home), **more})
    import fcntl
    import struct
    import termios

    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    seen, end = b"", time.monotonic() + 30
    waiting = list(typed)
    with contextlib.suppress(OSError):
        while time.monotonic() < end:
            if not select.select([screen], [], [], 0.5)[0]:
                if not waiting:
                    continue
            else:
                seen += os.read(screen, 65536)
            if waiting and re.search(rb"(> |looks\. )$", seen):
                os.write(screen, waiting.pop(0).encode() + b"\n")
                seen += b" "
    os.close(screen)
    os.waitpid(pid, 0)
    return seen.decode(errors="replace")


@pytest.mark.parametrize(
    ("more", "coloured"), [({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colours(tmp_path: Path, more: dict[str, str], coloured: bool):
    page = at_terminal(tmp_path, "play", "feud", "--seats", "you,random", "--seed", "1", typed=["1", "quit"], PYTHONUTF8="1", **more)
    assert ("\x1b[31m" in page) == coloured
    assert ("\x1b[2J" in page) == (more["TERM"] != "dumb")
    assert "The game is kept." in page
    first = re.split(r"\x1b\[2J|> ", page)[1 if more["TERM"] != "dumb" else 0]
    assert first.count("\n") <= 24


def test_the_screen_is_emptied_between_two_people(tmp_path: Path, tucking: Path):
    page = at_terminal(tmp_path, "play", str(tucking), "--seats", "a=you,b=you", typed=["", "1", "", "quit"], TERM="xterm", PYTHONUTF8="1")
    before, after = page.split("b is next")
    assert before.rstrip().endswith("\x1b[3J")  # and so is what could be scrolled back to
    assert after.index("\x1b[3J") < after.index("You choose")
    assert not {c for c in CARDS if c in after} & {c for c in CARDS if c in before}


def test_several_at_one_screen_step_in_by_name(run: Run) -> None:
    """Nobody is asked out of turn; who has something to say takes the screen, and the one who was asked is asked again."""
    names = ("anna", "ben", "cleo")
    start = ("play", "succession", "--seats", ",".join(f"{name}=you" for name in names), "--seed", "4")
    chosen = "be squire\nbe taxman\nbe royalist\n"
    page = run(*start, typed=f"{chosen}quit\n").stdout
    *_, first = order = re.findall(r"─+ (\w+) is next ─+", page)
    assert len(order) == 3  # who chose last begins
    assert "You may do something first" not in page
    other, third = (name for name in names if name != first)
    assert f"somebody else does something first: /{other}, /{third}" in page
    page = run(*start, typed=f"/{order[1]}\n{chosen}/{third[0]}\nshow_all\n1\n/{other}\n\nquit\n").stdout
    assert re.findall(r"─+ (\w+) is next ─+", page) == [order[0], order[1], order[0], order[1], first, third, first, other, first]
    assert f"{order[1]} can do nothing out of turn just now." in page  # nobody deals before the first turn
    assert f"▸ {third} show" in page.split(f"{first} is next")[2]
