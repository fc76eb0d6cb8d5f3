"""The pages of the error catalogue as data: run their examples, and write their outputs afresh.

A page is Markdown with fenced blocks: `yaml broken` (a rule file with the mistake), `text` (what is printed then) and `yaml mended`.
A block `yaml beside NAME` is a further file in the same folder. In a block marked `escaped`, backslash escapes stand for what a page
can not show: `\\t`, `\\x80` (a byte), `\\repeat{100}{text}`.

An empty `broken` block stands for a file that is not there.

    python -m cardrules.interpreter.lab.pages       writes every page's output block
"""

from __future__ import annotations

import contextlib
import random
import re
import sys
import tempfile
from pathlib import Path

from ...dsl.diagnostics import Diagnostic, RuleError
from ...dsl.record import Record
from .explain import catalogue

FENCED = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = "game.yml"  # what the examples' file is called


class Page(Record):
    """One page. broken, mended: the bytes of a rule file; beside: further files by name; output: what loading `broken` prints."""

    code: str
    text: str
    broken: bytes
    output: str
    mended: bytes
    beside: dict[str, bytes]

    def with_output(self, output: str) -> str:
        """The page's text with another output block."""
        return FENCED.sub(lambda found: f"```text\n{output}```" if found[1] == "text" else found[0], self.text)


def read(path: Path) -> Page:
    """Read a page. Raises ValueError when a block is missing or written twice."""
    text = path.read_text(encoding="utf-8")
    blocks: dict[str, bytes] = {}
    for info, body in FENCED.findall(text):
        key = info.removesuffix(" escaped")
        if key in blocks:
            raise ValueError(f"{path}: two blocks `{key}`")
        blocks[key] = _unescape(body) if key != info else body.encode()
    for key in ("yaml broken", "text", "yaml mended"):
        if key not in blocks:
            raise ValueError(f"{path}: no block `{key}`")
    beside = {key.removeprefix("yaml beside "): body for key, body in blocks.items() if key.startswith("yaml beside ")}
    return Page(path.stem, text, blocks["yaml broken"], blocks["text"].decode(), blocks["yaml mended"], beside)


def mistakes(content: bytes, beside: dict[str, bytes]) -> tuple[list[Diagnostic], str]:
    """Load a rule file and look it over, as `check` does: its diagnostics, and what is printed (both empty when nothing is wrong)."""
    from ...dsl.lint import look_over_file
    from ...dsl.load import load
    from ...dsl.render import render

    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in {**beside, NAME: content}.items():
            if text:
                Path(name).write_bytes(text)
        try:
            found = look_over_file(NAME, load(NAME)) or played(NAME)
        except RuleError as error:
            found = error.diagnostics
    return found, render(found).rstrip("\n") + "\n" if found else ""


def played(path: str) -> list[Diagnostic]:
    """What goes wrong in one game of random choices."""
    from ..machine.fault import GameFault
    from ..machine.state.game import load as load_game

    rng = random.Random(1)
    try:
        state = load_game(path).start(seed=1)
        while not state.over:
            seat = state.to_move[0]
            state.choose(seat, state.legal(seat).sample(rng))
    except GameFault as fault:
        return [fault.diagnostic]
    return []


def main() -> int:
    """Write every page's output block."""
    folder = Path(str(catalogue()))
    for path in sorted(folder.glob("*.md")):
        page = read(path)
        found, output = mistakes(page.broken, page.beside)
        path.write_text(page.with_output(output), encoding="utf-8")
        if {d.code for d in found} != {page.code}:
            print(f"{page.code}: the broken example gives {', '.join(d.code for d in found) or 'nothing'}", file=sys.stderr)
        left, said = mistakes(page.mended, page.beside)
        if any(d.severity == "error" or page.code.startswith("W") for d in left):
            print(f"{page.code}: the mended example is wrong\n{said}", file=sys.stderr)
    return 0


def _unescape(body: str) -> bytes:
    return re.sub(rb"\\(?:repeat\{(\d+)\}\{([^}]*)\}|x([0-9a-f]{2})|(.))", _escaped, body.encode())


def _escaped(found: re.Match[bytes]) -> bytes:
    if found[1]:
        return _unescape(found[2].decode()) * int(found[1])
    if found[3]:
        return bytes([int(found[3], 16)])
    return {b"t": b"\t", b"r": b"\r", b"n": b"\n"}.get(found[4], found[4])


if __name__ == "__main__":
    sys.exit(main())
