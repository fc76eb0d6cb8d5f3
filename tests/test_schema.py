"""The schema for editors agrees with the checker, and with the reference."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from cardrules.dsl import load
from cardrules.dsl.diagnostics import Report, RuleError
from cardrules.dsl.parts import FILE
from cardrules.dsl.reader import decode, read
from cardrules.dsl.schema import schema
from cardrules.dsl.sections import NEEDED, SECTIONS
from cardrules.dsl.source import Listing, Mapping, YamlNode

if TYPE_CHECKING:
    from .conftest import Run

ROOT = Path(__file__).parent.parent
ERRORS = ROOT / "tests" / "errors"
GOOD = sorted([*ROOT.glob("games/*.yml"), *ROOT.glob("games/lib/*.yml"), *ROOT.glob("tests/games/*.yml"), *ROOT.glob("tests/hidden/*.yml")])


def data(node: YamlNode) -> Any:
    """A file as an editor's language server (YAML 1.2) reads it."""
    if isinstance(node, Mapping):
        return {key.text: data(value) for key, value in node.entries}
    if isinstance(node, Listing):
        return [data(item) for item in node.items]
    if node.style == "plain":
        if node.text in ("", "~", "null"):
            return None
        if node.text in ("true", "false"):
            return node.text == "true"
        if re.fullmatch(r"[-+]?[0-9]+", node.text):
            return int(node.text)
    return node.text


def parsed(text: str) -> Any:
    report = Report()
    source = decode(text.encode(), "x.yml", report)
    root = None if source is None else read(source, report)
    assert root is not None, report.diagnostics
    return data(root)


def faults(text: str) -> list[str]:
    return [fault.json_path for fault in jsonschema.Draft7Validator(schema()).iter_errors(parsed(text))]


def mistakes(text: str, name: str) -> set[str]:
    """The codes of a file's mistakes."""
    try:
        load.load_text(text, name)
    except RuleError as fault:
        return {d.code for d in fault.diagnostics}
    return set()


def everywhere(node: Any) -> list[dict[str, Any]]:
    found = [node] if isinstance(node, dict) else []
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        found += everywhere(inner)
    return found


def test_it_is_a_schema() -> None:
    jsonschema.Draft7Validator.check_schema(schema())


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_every_game_fits(path: Path) -> None:
    assert faults(path.read_text("utf-8")) == []


def test_files_with_mistakes_elsewhere_fit_as_well() -> None:
    """A file whose keys are right fits, whatever is wrong with its sentences: the schema never blames what the checker does not."""
    looked = 0
    for path in sorted(ERRORS.glob("*.yml")):
        text = path.read_text("utf-8")
        codes = mistakes(text, path.name)
        if codes & {"E0200", "E0201", "E0202", "E0205", "E0208", "E0211", "E0214", "E0219"} or min(codes, default="E9") < "E0150":
            continue
        looked += 1
        assert faults(text) == [], path.name
    assert looked > 50


CHANGES = {
    "a key that does not exist": ("zones:", "zoens:"),
    "no play": ("play: |\n  win first of players\n", ""),
    "a version that does not exist": ("cardrules: 1", "cardrules: 2"),
    "a group of invariants that does not exist": ("invariants:\n  always:", "invariants:\n  allways:"),
    "a part of an example that does not exist": ("    then:", "    than:"),
    "a number in place of a block": ("play: |\n  win first of players\n", "play: 5\n"),
    "a list in place of names": ("zones:\n  stock: every card, face down\n  hand: each player, seen by owner\n", "zones:\n  - stock\n"),
    "claims that are no list": ("    then:\n      - pot is 0\n", "    then: pot is 0\n"),
}
BASE = """\
cardrules: 1
game: Base
players: 2
cards:
  french: A..K of every suit
zones:
  stock: every card, face down
  hand: each player, seen by owner
variables:
  pot: 0..9
play: |
  win first of players
invariants:
  always:
    yes it is: pot is 0
examples:
  e:
    then:
      - pot is 0
"""


def test_the_base_of_the_changes_is_good() -> None:
    load.load_text(BASE, "base.yml")
    assert faults(BASE) == []


@pytest.mark.parametrize("what", CHANGES)
def test_a_wrong_key_does_not_fit(what: str) -> None:
    old, new = CHANGES[what]
    assert old in BASE
    wrong = BASE.replace(old, new)
    assert faults(wrong)
    with pytest.raises(RuleError):
        load.load_text(wrong, "base.yml")


def test_a_variant_file_needs_less() -> None:
    assert faults("cardrules: 1\nextends: feud\noptions:\n  n: 3 in 1..9\n") == []
    assert faults("cardrules: 1\noptions:\n  n: 3 in 1..9\n")
    assert faults("cardrules: 1\nlibrary: X\noptions:\n  n: 3 in 1..9\n") == []


def test_nothing_in_it_makes_an_editor_guess() -> None:
    for node in everywhere(schema()):
        assert not {"oneOf", "anyOf", "allOf"} & node.keys()


def test_every_key_has_a_word_for_people() -> None:
    assert all(node["description"] for node in everywhere(schema()) if "type" in node and "$schema" not in node and "description" in node)
    for name in SECTIONS:
        assert FILE[name].about and not FILE[name].about.endswith(".")
    assert set(NEEDED) <= set(SECTIONS)


def test_the_reference_says_the_same() -> None:
    table = (ROOT / "docs" / "language.md").read_text("utf-8").partition("| section | what stands in it |")[2].partition("\n\n")[0]
    rows = dict(re.findall(r"^\| (`.+?`) \| (.+) \|$", table, re.M))
    assert rows.pop("`game`, `about`") == "title, and what it is about in a line or two"
    assert rows == {f"`{name}`": part.about for name, part in FILE.items() if name not in ("game", "about")}


def test_the_command_prints_it(run: Run) -> None:
    done = run("schema")
    assert done.returncode == 0 and json.loads(done.stdout) == schema()
