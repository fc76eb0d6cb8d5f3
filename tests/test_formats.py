"""Faults for other programs: SARIF and GitHub's workflow commands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from cardrules.dsl import formats, load, render
from cardrules.dsl.diagnostics import Diagnostic, RuleError
from cardrules.dsl.source import Source, Span

if TYPE_CHECKING:
    from .conftest import Run

FAULTY = sorted((Path(__file__).parent / "errors").glob("*.yml"))
ERRORS = [path for path in FAULTY if path.with_suffix(".txt").read_text("utf-8").startswith(("error[E01", "error[E02", "error[E03"))]


def at(text: str, word: str, name: str = "games/x.yml") -> Span:
    start = text.index(word)
    return Span(Source(name, text), start, start + len(word))


def results(*diagnostics: Diagnostic) -> list[Any]:
    log: Any = formats.sarif(diagnostics, "1.2.3")
    return log["runs"][0]["results"]


def region(diagnostic: Diagnostic) -> tuple[int, int, int, int]:
    found = results(diagnostic)[0]["locations"][0]["physicalLocation"]["region"]
    return found["startLine"], found["startColumn"], found["endLine"], found["endColumn"]


def test_a_sarif_log_has_what_the_standard_requires() -> None:
    log: Any = formats.sarif([Diagnostic("E0203", "there is no zone", at("a\nb word", "word"), "here", notes=("n",), help="h")], "1.2.3")
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    assert run["columnKind"] == "utf16CodeUnits"
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("cardrules", "1.2.3")
    (rule,) = driver["rules"]
    assert rule == {"id": "E0203", "shortDescription": {"text": "an unknown zone"}}
    (result,) = run["results"]
    assert (result["ruleId"], result["ruleIndex"], result["level"]) == ("E0203", 0, "error")
    assert result["message"]["text"] == "there is no zone\nhere\nn\nh"
    place = result["locations"][0]["physicalLocation"]
    assert place == {
        "artifactLocation": {"uri": "games/x.yml"},
        "region": {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 7},
    }
    assert json.loads(json.dumps(log)) == log


@pytest.mark.parametrize(
    "text, column, width",
    [("word", 1, 4), ("♠♠ word", 4, 4), ("😀 word", 4, 4), ("🂡🂢 word", 6, 4), ("日本\tword", 4, 4), ("e\u0301 word", 4, 4)],
)
def test_columns_count_utf16_units(text: str, column: int, width: int) -> None:
    assert region(Diagnostic("E0150", "m", at(f"x\r\n{text}\r\n", "word"))) == (2, column, 2, column + width)


def test_a_wide_fault_ends_after_all_its_units() -> None:
    assert region(Diagnostic("E0150", "m", at("a 😀♠ b", "😀♠"))) == (1, 3, 1, 6)
    assert region(Diagnostic("E0150", "m", at("a 😀\n😀 b", "😀\n😀"))) == (1, 3, 2, 3)


def test_further_places_come_with_their_words() -> None:
    (found,) = results(Diagnostic("E0110", "twice", at("a\nb", "b"), related=((at("a\nb", "a"), "the first time"),)))
    (related,) = found["relatedLocations"]
    assert related["message"] == {"text": "the first time"}
    assert related["physicalLocation"]["region"]["startLine"] == 1


def test_a_fault_of_a_whole_file_names_the_file_alone() -> None:
    (found,) = results(Diagnostic("E0202", "m", None, file="a b/♠.yml"))
    assert found["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": "a%20b/%E2%99%A0.yml"}}}]
    assert "locations" not in results(Diagnostic("E0202", "m", None))[0]


def test_warnings_and_the_order_of_rules() -> None:
    found = results(Diagnostic("E0204", "b", at("a b", "b")), Diagnostic("E0203", "a", at("a b", "a"), severity="warning"))
    assert [(r["ruleId"], r["ruleIndex"], r["level"]) for r in found] == [("E0203", 0, "warning"), ("E0204", 1, "error")]


def test_a_workflow_command() -> None:
    fault = Diagnostic("E0203", "no zone `x`", at("a\nb word", "word"), "did you mean `y`?", notes=("zones: y",))
    assert formats.github([fault]) == (
        "::error file=games/x.yml,line=2,endLine=2,col=3,endColumn=7,title=cardrules E0203::no zone `x`; did you mean `y`?; zones: y"
    )


def test_workflow_commands_can_not_be_smuggled_in() -> None:
    wild = "100%\r\n::error::x \x1b[2J\u202e"
    out = formats.github([Diagnostic("E0203", wild, at("a", "a", "a,b:c%\n.yml"), wild)])
    assert out.count("\n") == 0 and "\r" not in out
    assert out.startswith("::error file=a%2Cb%3Ac%25%0A.yml,line=1,")
    assert "100%25%0D%0A::error::x" in out
    assert not re.search("[\x1b\u202e]", out)


def test_columns_only_within_one_line() -> None:
    out = formats.github([Diagnostic("E0203", "m", at("ab\ncd", "b\nc"))])
    assert "line=1,endLine=2,title" in out and "col=" not in out
    assert formats.github([Diagnostic("E0203", "m", None, file="x.yml")]) == "::error file=x.yml,title=cardrules E0203::m"


@pytest.mark.parametrize("path", ERRORS[::9], ids=lambda path: path.stem)
def test_all_formats_tell_of_the_same_faults(path: Path) -> None:
    with pytest.raises(RuleError) as caught:
        load.load(path)
    faults = caught.value.diagnostics
    number = len(render.as_json(faults))
    assert len(results(*faults)) == len(formats.github(faults).splitlines()) == len(render.short(faults).splitlines()) == number
    for line in render.short(faults).splitlines():
        assert line.startswith(f"{path}:")


def test_the_command_writes_them(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.yml").write_text("cardrules: 1\ngame: ♠\n")
    done = run("check", "x.yml", "--format", "sarif")
    assert done.returncode == 1
    log = json.loads(done.stdout)
    assert {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in log["runs"][0]["results"]} == {"x.yml"}
    done = run("check", "x.yml", "--format", "github")
    assert done.returncode == 1
    assert all(line.startswith("::error file=x.yml,") for line in done.stdout.splitlines())
    done = run("check", "x.yml")
    assert "╭─ x.yml\n" in done.stdout and "in x.yml" in done.stdout


def test_a_good_file_has_no_results(run: Run) -> None:
    done = run("check", "crown-duel", "--games", "0", "--format", "sarif")
    assert done.returncode == 0
    assert json.loads(done.stdout)["runs"][0]["results"] == []
    assert run("check", "crown-duel", "--games", "0", "--format", "github").stdout.strip() == ""
