"""docs/tutorial.md, done as it says: its commands are run, what it shows comes out, and its changes fit."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

TUTORIAL = Path(__file__).parents[1] / "docs" / "tutorial.md"
FILE = "magpies.yml"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def blocks() -> Iterator[tuple[str, list[str]]]:
    """The page's blocks in order: their kind, and their lines."""
    text = TUTORIAL.read_text(encoding="utf-8")
    for kind, body in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield kind, body.splitlines()


def changed(text: str, lines: list[str]) -> str:
    """A file after a change as `diff` writes it: what it takes away or keeps must stand there once, one line after another."""
    old = "".join(line[1:] + "\n" for line in lines if not line.startswith("+"))
    new = "".join(line[1:] + "\n" for line in lines if not line.startswith("-"))
    assert text.count(old) == 1, old
    return text.replace(old, new)


def commands(lines: list[str]) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """Of a block with commands: the words of each, what is typed, and what is shown."""
    parts = re.split(r"^\$ ", "\n".join(lines), flags=re.MULTILINE)
    for part in parts[1:]:
        first, *rest = part.splitlines()
        typed = [line[2:] for line in rest if line.startswith("> ")]
        yield shlex.split(first), typed, [line for line in rest if not line.startswith("> ")]


def shows(output: str, wanted: list[str]) -> bool:
    """Whether lines come in this order, one right after the other but for `…`, which is anything; blanks count as one."""

    def plain(text: str) -> str:
        return re.sub(r"[ \t]+", " ", text).strip()

    pattern = r"\s*".join(".*?" if line.strip() == "…" else re.escape(plain(line)).replace("…", ".*?") for line in wanted)
    return re.search(pattern, "\n".join(map(plain, output.splitlines())), re.DOTALL) is not None


def test_the_tutorial_does_what_it_says(run: Run, tmp_path: Path) -> None:
    path = tmp_path / FILE
    ran = 0
    for kind, lines in blocks():
        if kind == "diff":
            path.write_text(changed(path.read_text(encoding="utf-8"), lines), encoding="utf-8")
            continue
        assert kind == "console"
        for (program, *arguments), typed, wanted in commands(lines):
            assert program == "cardrules"
            done = run(*arguments, typed="".join(f"{line}\n" for line in typed))
            output = done.stdout + done.stderr
            assert done.returncode == (1 if any(line.startswith("error") for line in wanted) else 0), output
            assert shows(output, wanted), f"{arguments}\n{output}"
            ran += 1
    assert ran > 8


def test_what_is_not_shown_is_noticed() -> None:
    assert shows("a  b\nc d\ne", ["a b", "…", "e"])
    assert not shows("a b\nc d\ne", ["a b", "e"])
    assert not shows("a b", ["b", "a"])
