"""Every example of the language reference is run: whole games and fragments are loaded and played, values are worked out, tables compared.

How an example says what it is (a comment on the line before its fence):
    base: NAME      a whole game, kept under that name
    in: NAME        sections that replace or add to those of the base of that name
    file: NAME      a variant file of a base
    library: NAME   a library, which any of them may use
    position: NAME  assignments that the `values` of that base start from
    values: NAME    expressions, each with its value after `# is`
    table: NAME, reserved   compared with what the language knows
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cardrules
import pytest
from cardrules.dsl.builtins import AGGREGATES, BUILTINS, CARD_ATTRIBUTES
from cardrules.dsl.parse import RESERVED
from cardrules.dsl.shipped import LIBRARIES

if TYPE_CHECKING:
    from .conftest import Run

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "language.md"
WHOLE = {"cardrules", "game", "about", "players", "teams", "uses", "cards", "setup", "play", "anytime", "match", "invariants", "examples"}


@dataclass(frozen=True)
class Block:
    line: int
    mark: str
    name: str
    language: str
    text: str


def blocks() -> Iterator[Block]:
    lines = PAGE.read_text(encoding="utf-8").split("\n")
    at = 0
    while at < len(lines):
        if lines[at].startswith("```"):
            end = lines.index("```", at + 1)
            mark = re.fullmatch(r"<!-- (\w+)(?:: (\S+))? -->", lines[at - 1])
            yield Block(
                at + 1, mark[1] if mark else "", (mark[2] or "") if mark else "", lines[at][3:], "\n".join(lines[at + 1 : end]) + "\n"
            )
            at = end
        at += 1


BLOCKS = list(blocks())
BASES = {b.name: b for b in BLOCKS if b.mark == "base"}
FILES = {b.name: b for b in BLOCKS if b.mark in ("file", "library")}


def pieces(text: str, indent: str) -> dict[str, str]:
    """A text cut before every line that begins a key at this indent."""
    found: dict[str, str] = {}
    key = ""
    for line in text.splitlines(keepends=True):
        if start := re.match(rf"{indent}([^\s#].*?):(\s|$)", line):
            key = start[1]
        found[key] = found.get(key, "") + line
    return found


def spliced(base: str, fragment: str) -> str:
    """The base with the fragment's sections in it; the base's own claims are dropped, since the fragment may change what they speak of."""
    sections = {key: text for key, text in pieces(base, "").items() if key not in ("invariants", "examples")}
    for key, text in pieces(fragment, "").items():
        if key in WHOLE or key not in sections:
            sections[key] = text
            continue
        mine, new = pieces(sections[key], "  "), pieces(text, "  ")
        new.pop("", None)
        sections[key] = "".join({**mine, **new}.values()).rstrip("\n") + "\n"
    return "\n".join(sections.values())


def write(folder: Path, text: str, name: str) -> Path:
    """The text as a file, with every file of the page beside it."""
    for other in (*BASES.values(), *FILES.values()):
        (folder / (other.name if other.name.endswith(".yml") else f"{other.name}.yml")).write_text(other.text, encoding="utf-8")
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def play(path: Path) -> None:
    """Random games of every variant and number of seats, to their end, with every invariant looked at."""
    rng = random.Random(7)
    for variant in (None, *cardrules.load(path).variants):
        game = cardrules.load(path, variant=variant)
        for seats in game.players:
            for seed in range(3):
                state = game.start(players=seats, seed=seed)
                for _ in range(2000):
                    assert not state.fault_check()
                    if state.over:
                        break
                    seat = rng.choice(state.may_act if state.may_act and rng.random() < 0.2 else state.to_move)
                    state.choose(seat, state.legal(seat).sample(rng))
                assert state.over, f"{path.name} does not end"


def examples(path: Path) -> int:
    """Run the worked examples of a file; how many there are."""
    from cardrules.interpreter.lab.check import check
    from cardrules.interpreter.lab.playtest import Budget

    done = check(str(path), None, Budget(games=0))
    assert done.status == 0, "\n".join([*(d.message for d in done.diagnostics), *(f.text() for f in done.failed)])
    return done.examples


def named(*marks: str) -> list[pytest.param]:  # type: ignore[valid-type]
    return [pytest.param(b, id=f"line{b.line}") for b in BLOCKS if b.mark in marks]


def test_every_example_says_what_it_is() -> None:
    strays = [b.line for b in BLOCKS if b.language == "yaml" and b.mark not in ("base", "in", "file", "library")]
    assert not strays
    assert {b.mark for b in BLOCKS} == {"base", "in", "file", "library", "position", "values", "reserved"}
    assert all(b.name in BASES for b in BLOCKS if b.mark in ("in", "position", "values"))


@pytest.mark.parametrize("block", named("base"))
def test_whole_games(block: Block, tmp_path: Path) -> None:
    path = write(tmp_path, block.text, f"{block.name}.yml")
    play(path)
    assert examples(path) == block.text.count("    moves: |")


@pytest.mark.parametrize("block", named("in"))
def test_fragments(block: Block, tmp_path: Path) -> None:
    path = write(tmp_path, spliced(BASES[block.name].text, block.text), f"{block.name}-line{block.line}.yml")
    play(path)
    examples(path)


@pytest.mark.parametrize("block", named("file"))
def test_variant_files(block: Block, tmp_path: Path) -> None:
    path = write(tmp_path, block.text, block.name)
    assert cardrules.load(path).name == "Short Herons"
    play(path)


@pytest.mark.parametrize("block", named("library"))
def test_libraries(block: Block, tmp_path: Path) -> None:
    path = write(tmp_path, block.text, block.name)
    play(path)
    assert examples(path) == 1


def test_the_table_of_libraries() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("| library | what it has |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.M) == [path.stem for path in sorted(LIBRARIES.glob("*.yml"))]


@pytest.mark.parametrize("name", sorted({b.name for b in BLOCKS if b.mark == "values"}))
def test_values(name: str, tmp_path: Path) -> None:
    given = next(b for b in BLOCKS if b.mark == "position" and b.name == name).text
    claims: list[str] = []
    for block in BLOCKS:
        if block.mark == "values" and block.name == name:
            for line in block.text.splitlines():
                expression, value = line.split("# is ")
                claims.append(f"({expression.strip()}) is {value.strip()}")
    assert len(claims) > 40
    text = "examples:\n  values:\n    seats: Anna, Ben, Cleo\n    given: |\n"
    text += "".join(f"      {line}\n" for line in given.splitlines())
    text += "    then:\n" + "".join(f"      - {claim}\n" for claim in claims)
    assert examples(write(tmp_path, spliced(BASES[name].text, text), "values.yml")) == 1


def test_tables() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, about in {
        **{b.name: b.about for b in BUILTINS.values()},
        **{name: about for name, (_, about) in CARD_ATTRIBUTES.items()},
        **AGGREGATES,
    }.items():
        assert f"| `{name}` | {about} |" in page
    reserved = next(b for b in BLOCKS if b.mark == "reserved")
    assert reserved.text.split() == sorted(RESERVED)


README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_readme_shows_the_games_as_they_are(tmp_path: Path) -> None:
    shown = re.findall(r"```yaml\n(.*?)```", README, re.S)
    whole = [text for text in shown if text.startswith("cardrules:")]
    line = (ROOT / "games" / "line-of-succession.yml").read_text(encoding="utf-8")
    for text in shown:
        if text not in whole:
            for part in text.strip("\n").split("\n\n"):
                assert part in line
    (variant,) = whole
    (tmp_path / "feud.yml").write_text((ROOT / "games" / "feud.yml").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "mine.yml").write_text(variant, encoding="utf-8")
    assert cardrules.load(tmp_path / "mine.yml").options["ties_for_king"] == 2


def test_readme_python_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"```python\n(.*?)```", README, re.S)
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("(")


def test_readme_mistakes_are_real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from cardrules.interpreter.cli import main

    text = (ROOT / "games" / "feud.yml").read_text(encoding="utf-8")
    for right, wrong in (("lay(card in hand)", "lay(card in hnd)"), ("ties_for_king: 3 in", "ties_for_king: 7 in")):
        assert right in text
        text = text.replace(right, wrong)
    (tmp_path / "my-feud.yml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(["check", "my-feud.yml"]) == 1
    told = capsys.readouterr().out.rstrip()
    shown = README.split("    $ cardrules check my-feud.yml\n")[1].split("\n\nAll mistakes")[0]
    assert told == "\n".join(line.removeprefix("    ") for line in shown.rstrip().split("\n"))


def test_readme_shows_the_session_as_it_is(run: Run) -> None:
    page = run("play", "feud", "--seed", "12", typed="swap_in qs\nlay qs\nlay 8s\nquit\n").stdout
    played = page.split("> swap_in qs\n\n")[1].split("> lay 8s\n")[0]
    shown = README[README.index("    Feud ─") : README.index("    > lay 8s\n")]
    assert "\n".join(line.removeprefix("    ") for line in shown.split("\n")) == played
