"""What is kept between runs changes nothing that anybody sees, and is never believed when it could be wrong or somebody else's."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from cardrules.dsl import cache, frozen, ir, kept, load, source
from cardrules.dsl.diagnostics import RuleError
from cardrules.dsl.ir import declared, expressions, statements, types
from cardrules.dsl.lint import look_over
from cardrules.interpreter.lab import checking

from .conftest import COMMAND, SHIPPED, Run, environment

MODULES = (source, declared, expressions, statements, types)
HIGH_CARD = """\
cardrules: 1
game: High Card
players: 2
cards:
  french: 2..5 of every suit

zones:
  stock: every card, face down
  pile: face up
options:
  many: 1 in 1..3
play: |
  repeat many times:
    move top 1 of stock to pile
  nobody wins
examples:
  one:
    do: |
      move top 1 of stock to pile
    then:
      - count(pile) is {claimed}
"""


@pytest.fixture
def drawer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where files' games are kept, which is otherwise switched off in tests."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(kept, "DRAWER", cache.Drawer("files", files=20, bytes=4_000_000))
    return tmp_path / "cache" / "cardrules" / "files"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are really read, as they are."""
    seen: list[str] = []
    of_bytes = load.of_bytes

    def watched(data: bytes | None, path: Path, *more: Any) -> ir.Game:
        seen.append(path.name)
        return of_bytes(data, path, *more)

    monkeypatch.setattr(load, "of_bytes", watched)
    monkeypatch.setattr(checking, "of_bytes", watched)
    return seen


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "high.yml"
    path.write_text(HIGH_CARD.format(claimed=1), "utf-8")
    return path


def same(a: Any, b: Any, met: dict[int, Any]) -> bool:
    """Are two records alike in all they hold, shared in the same places?"""
    waiting = [(a, b)]
    while waiting:
        a, b = waiting.pop()
        if type(a) is not type(b):
            return False
        if isinstance(a, str | int | None):
            if a != b:
                return False
            continue
        if is_dataclass(a) and not isinstance(a, type):
            if id(a) in met or isinstance(a, ir.Rule | ir.Local | source.Source):
                if id(a) in met and met[id(a)] is not b:
                    return False
                if id(a) in met:
                    continue
            met[id(a)] = b
            waiting += [(getattr(a, field.name), getattr(b, field.name)) for field in fields(a)]
        elif isinstance(a, dict):
            if [*a] != [*b]:
                return False
            waiting += zip(a.values(), b.values(), strict=True)
        elif isinstance(a, tuple | list):
            if len(a) != len(b):
                return False
            waiting += zip(a, b, strict=True)
        elif a != b:
            return False
    return True


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.yml")), ids=lambda path: path.stem)
def test_a_kept_game_is_the_game_that_was_read(path: Path, drawer: Path, read: list[str]) -> None:
    game = load.load(path)
    assert kept.game(path) is not game
    assert drawer.exists()
    read.clear()
    again = kept.game(path)
    assert read == []
    assert same(game, again, {}) and same(again, game, {})
    assert [d.message for d in look_over(game)] == [d.message for d in look_over(again)]


def test_a_difference_is_seen(file: Path) -> None:
    """The test of sameness above can fail."""
    game = load.load(file)
    other = frozen.loads(frozen.dumps(game, (ir.Rule,)), MODULES, (ir.Rule,))
    assert same(game, other, {})
    other.play.name = "other"
    assert not same(game, other, {})


@pytest.mark.parametrize("form", ["text", "short", "json", "sarif", "github"])
@pytest.mark.parametrize("claimed", [1, 2, "nonsense"], ids=["right", "a failing example", "a mistake"])
def test_a_second_check_says_the_same(form: str, claimed: object, file: Path, drawer: Path, read: list[str], run: Run) -> None:
    file.write_text(HIGH_CARD.format(claimed=claimed), "utf-8")
    command = ("check", str(file), "--games", "0", "--format", form)
    first = run(*command)
    assert read.count("high.yml") == 1
    second = run(*command)
    assert read.count("high.yml") == (2 if claimed == "nonsense" else 1), "only right files are kept"
    assert (first.returncode, first.stdout, first.stderr) == (second.returncode, second.stdout, second.stderr)
    without = run(*command, CARDRULES_CACHE="off")
    assert (first.returncode, first.stdout, first.stderr) == (without.returncode, without.stdout, without.stderr)
    assert first.returncode == (0 if claimed == 1 else 1)


def test_warnings_are_kept(file: Path, drawer: Path, read: list[str], run: Run) -> None:
    file.write_text(HIGH_CARD.format(claimed=1).replace("options:\n", "options:\n  idle: yes\n"), "utf-8")
    first, second = (run("check", str(file), "--games", "0") for _ in range(2))
    assert "idle" in first.stdout
    assert (first.stdout, read) == (second.stdout, ["high.yml"])


def test_a_check_with_games_reads_the_file_once_or_not_at_all(file: Path, drawer: Path, read: list[str], run: Run) -> None:
    first = run("check", str(file), "--games", "3", "--format", "json")
    assert read == ["high.yml"]
    second = run("check", str(file), "--games", "3", "--format", "json")  # the game itself was not kept by then
    third = run("check", str(file), "--games", "3", "--format", "json")
    assert read == ["high.yml", "high.yml"]
    assert first.stdout == second.stdout == third.stdout


def test_examples_of_another_file_are_always_run(file: Path, tmp_path: Path, drawer: Path, run: Run) -> None:
    more = tmp_path / "more.yml"
    more.write_text("examples:\n  two:\n    do: |\n      move top 2 of stock to pile\n    then:\n      - count(pile) is 2\n", "utf-8")
    assert run("check", str(file), "--games", "0").stdout == "high.yml: 1 example holds\n"
    assert run("check", str(file), "--games", "0", "--examples", str(more)).stdout == "high.yml: 1 example holds\n"
    more.write_text("examples: {}\n", "utf-8")
    assert run("check", str(file), "--games", "0", "--examples", str(more)).stdout == "high.yml: no examples\n"


def test_a_changed_file_is_read_again(file: Path, drawer: Path) -> None:
    assert kept.game(file).title == "High Card"
    was = file.stat()
    file.write_text(HIGH_CARD.format(claimed=1).replace("High Card", "Late Card"), "utf-8")
    os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))  # of the same size and time
    assert kept.game(file).title == "Late Card"


def test_files_that_a_file_names(tmp_path: Path, drawer: Path, read: list[str]) -> None:
    """A library or an extended file that changes, comes or goes makes what was kept worthless."""
    base, own, lib = tmp_path / "base.yml", tmp_path / "own.yml", tmp_path / "helpful.yml"
    base.write_text(HIGH_CARD.format(claimed=1), "utf-8")
    trial = "trial:\n  players: 2\n  cards:\n    french: 2..5 of every suit\n  zones:\n    stock: every card\n  play: |\n    nobody wins\n"
    lib.write_text("cardrules: 1\nlibrary: helpful\nrules:\n  three(): 3\n" + trial, "utf-8")
    own.write_text("cardrules: 1\nextends: base\nuses: helpful\ngame: Own\n", "utf-8")
    assert {*kept.game(own).options} == {"many"}
    kept.game(own)
    assert read == ["own.yml"]
    base.write_text(base.read_text("utf-8").replace("many", "several"), "utf-8")
    assert {*kept.game(own).options} == {"several"}
    lib.write_text(lib.read_text("utf-8").replace("three()", "four()"), "utf-8")
    assert "four" in kept.game(own).rules
    assert read == ["own.yml"] * 3
    kept.game(own)
    assert read == ["own.yml"] * 3
    lib.unlink()
    with pytest.raises(RuleError):
        kept.game(own)


def test_a_file_that_comes_to_stand_before_a_shipped_one(tmp_path: Path, drawer: Path) -> None:
    own = tmp_path / "own.yml"
    own.write_text("cardrules: 1\nextends: kuhn-poker\ngame: Own\n", "utf-8")
    assert "pile" not in kept.game(own).zones
    (tmp_path / "kuhn-poker.yml").write_text(HIGH_CARD.format(claimed=1), "utf-8")
    assert "pile" in kept.game(own).zones


def test_variants_are_kept_apart(tmp_path: Path, drawer: Path) -> None:
    path = tmp_path / "two.yml"
    more = "rules:\n  worth(): 3\nvariants:\n  other:\n    rules:\n      worth(): many\n"
    path.write_text(HIGH_CARD.format(claimed=1) + more, "utf-8")
    for _ in range(2):
        plain, other = (kept.game(path, variant=variant).rules["worth"].span.line for variant in (None, "other"))
        assert plain < other


def test_places_are_shown_under_the_name_that_was_given(file: Path, drawer: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    assert [kept.game(name).span.source.name for name in (file, "high.yml", file)] == [str(file), "high.yml", str(file)]


def test_another_version_reads_anew(file: Path, drawer: Path, read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    kept.game(file)
    monkeypatch.setattr(cache, "stamp", lambda: "another")
    kept.game(file)
    monkeypatch.setattr(cache, "stamp", lambda: None)  # not in files: nothing tells two versions apart
    kept.game(file)
    assert read == ["high.yml"] * 3


def test_the_stamp_sees_every_change_of_cardrules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dsl" / "deep").mkdir(parents=True)
    (tmp_path / "interpreter").mkdir()
    for name in ("dsl/deep/a.py", "dsl/grammar.lark", "interpreter/b.py"):
        (tmp_path / name).write_text("1")
    monkeypatch.setattr(cache, "_PACKAGE", tmp_path)
    told: set[str | None] = {cache.stamp.__wrapped__()}
    for name in ("dsl/deep/a.py", "dsl/grammar.lark", "interpreter/b.py", "interpreter/c.py"):
        (tmp_path / name).write_text("22")
        told.add(cache.stamp.__wrapped__())
    assert len(told) == 5


def _damaged(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40] + b"?" * 40)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:2000])


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _writable(path: Path) -> None:
    path.chmod(0o666)


def _link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _open_folder(path: Path) -> None:
    path.parent.chmod(0o777)


def _linked_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("moved"))
    path.parent.symlink_to(path.parent.with_name("moved"))


@pytest.mark.parametrize("harm", [_damaged, _cut, _empty, _writable, _link, _pipe, _folder, _open_folder, _linked_folder])
def test_what_is_damaged_or_open_to_others_is_not_believed(harm: Callable[[Path], None], file: Path, drawer: Path, read: list[str]) -> None:
    kept.game(file)
    (entry,) = drawer.iterdir()
    harm(entry)
    assert kept.game(file).title == "High Card"
    assert read == ["high.yml"] * 2


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners here")
@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_belongs_to_somebody_else_is_not_believed(
    what: str, file: Path, drawer: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.game(file)
    (entry,) = drawer.iterdir()
    foreign = (entry if what == "file" else drawer).stat().st_ino
    own = cache.own
    monkeypatch.setattr(cache, "own", lambda found: found.st_ino != foreign and own(found))
    kept.game(file)
    assert read == ["high.yml"] * 2
    monkeypatch.undo()
    me = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: me + 1)
    assert not cache.own(entry.stat())


def test_a_folder_that_takes_nothing(file: Path, drawer: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: object) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr(os, "replace", full)
    assert kept.game(file).title == "High Card"
    assert [*drawer.iterdir()] == [], "nothing half written is left"
    monkeypatch.undo()
    for place in ("/dev/null", "/dev/null/deeper", "\0", str(file)):
        if "\0" not in place:
            monkeypatch.setenv("XDG_CACHE_HOME", place)
        assert kept.game(file).title == "High Card"


def test_switched_off(file: Path, drawer: Path, read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDRULES_CACHE", "off")
    kept.game(file)
    assert not drawer.exists()
    monkeypatch.delenv("CARDRULES_CACHE")
    kept.game(file)
    monkeypatch.setenv("CARDRULES_CACHE", "off")
    kept.game(file)
    assert read == ["high.yml"] * 3


def test_a_folder_without_a_root_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "some/where")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert cache.place() == Path.home() / ".cache" / "cardrules"


def test_the_oldest_make_room(drawer: Path) -> None:
    small = cache.Drawer("files", files=3, bytes=10_000)
    for number in range(6):
        small.put(f"n{number}", b"x" * 100)
        os.utime(drawer / f"n{number}", ns=(number, number))
    small.put("n6", b"x" * 100)
    assert {path.name for path in drawer.iterdir()} == {"n4", "n5", "n6"}
    small.put("large", b"x" * 9_800)
    assert {path.name for path in drawer.iterdir()} == {"large", "n6"}
    small.put("too large", b"x" * 10_001)
    assert {path.name for path in drawer.iterdir()} == {"large", "n6"}
    assert small.get("n6") == b"x" * 100 and small.get("n1") is None


class Evil:
    """What a pickle could do to whoever reads it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, ("echo harm",)


@pytest.mark.parametrize(
    "harmful",
    [
        pickle.dumps(Evil()),
        pickle.dumps(subprocess.Popen),
        b"\x80\x04\x8c\x17cardrules.dsl.ir.declared\x8c\x09TYPE_CHECKING\x93.",
        b"\x80\x04\x8c\x19cardrules.dsl.ir.declared\x8c\x09dataclass\x93.",
        b"\x80\x04\x8c\x14cardrules.dsl.source\x8c\x0cbisect_right\x93.",
        b"\x80\x04\x8c\x14cardrules.dsl.source\x8c\x0fSource.__init__\x93.",
    ],
)
def test_nothing_but_records_is_read(harmful: bytes) -> None:
    with pytest.raises((pickle.UnpicklingError, AttributeError)):
        frozen.loads(harmful, MODULES, (ir.Rule,))


def test_rules_in_circles_and_long_chains(tmp_path: Path) -> None:
    """Five hundred rules, each calling the next, are kept as well."""
    lines = [f"  r{number}(number n): r{number + 1}(n) + 1" for number in range(500)]
    rules = "rules:\n" + "\n".join(lines) + "\n  r500(number n): n\n"
    path = tmp_path / "chain.yml"
    path.write_text(HIGH_CARD.format(claimed=1) + rules, "utf-8")
    game = load.load(path)
    assert same(game, frozen.loads(frozen.dumps(game, (ir.Rule,)), MODULES, (ir.Rule,)), {})


def test_many_at_once(file: Path, tmp_path: Path) -> None:
    """Commands that read and write the same things at the same time say what one alone says."""
    env = environment(tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"))
    command = [*COMMAND, "check", str(file), "--games", "0"]
    pipe = subprocess.PIPE
    started = [subprocess.Popen(command, env=env, stdout=pipe, stderr=pipe, cwd=tmp_path) for _ in range(4)]
    said = {(p.communicate(timeout=60), p.returncode) for p in started}
    assert said == {((b"high.yml: 1 example holds\n", b""), 0)}
    assert not [path for path in (tmp_path / "cache" / "cardrules" / "files").iterdir() if len(path.name) != 40]


def test_a_known_file_needs_neither_parser_nor_machine(file: Path, tmp_path: Path) -> None:
    """The second check of a file loads none of what is slow to load."""
    env = environment(tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"))
    code = (
        "import sys; from cardrules.interpreter.start import main; sys.argv = ['cardrules', 'check', sys.argv[1], '--games', '0']; main(); "
        "print(sorted({'yaml', 'cardrules.dsl.load', 'cardrules.interpreter.machine.lowering.lower'} & {*sys.modules}))"
    )
    said = [subprocess.run([sys.executable, "-c", code, str(file)], env=env, capture_output=True, text=True).stdout for _ in range(2)]
    assert "yaml" in said[0]
    assert said[1] == "high.yml: 1 example holds\n[]\n"
