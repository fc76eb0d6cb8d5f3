"""Every kind of mistake has a page, and every page is true.

The output blocks are written by `python -m cardrules.interpreter.lab.pages`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from cardrules.dsl.diagnostics import CODES
from cardrules.interpreter.lab import explain, pages

FOLDER = Path(__file__).parent.parent / "docs" / "errors"


def page(code: str) -> pages.Page:
    return pages.read(FOLDER / f"{code}.md")


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert explain.codes() == sorted(CODES)


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_broken_example_gives_exactly_this_output(code: str) -> None:
    found, output = pages.mistakes(page(code).broken, page(code).beside)
    assert {d.code for d in found} == {code}
    assert output == page(code).output


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_mended_example_is_right(code: str) -> None:
    found, _ = pages.mistakes(page(code).mended, page(code).beside)
    assert [d.message for d in found if d.severity == "error" or code.startswith("W")] == []


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_page_begins_with_its_code_and_says_what_it_means(code: str) -> None:
    first, _, meaning, *_ = page(code).text.splitlines()
    assert first.startswith(f"# {code}: ")
    assert len(meaning) > 30 and not meaning.startswith("```")


@pytest.mark.parametrize("written", ["E0201", "e0201", "201", "error[E0201]", " E201 "])
def test_a_code_is_known_however_it_is_written(written: str) -> None:
    assert explain.normal(written) == "E0201"


def test_explain_prints_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    code = min(CODES)
    assert explain.main(argparse.Namespace(code=code)) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{code}: ")
    assert "```" not in out
    for line in page(code).output.splitlines():
        assert f"    {line}".rstrip() in out.splitlines()


def test_explain_refuses_what_is_no_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain.main(argparse.Namespace(code="E9999")) == 2
    assert explain.main(argparse.Namespace(code="../../README")) == 2
    out, err = capsys.readouterr()
    assert not out
    assert "'E9999'" in err and "E0" in err.splitlines()[0]


def test_a_fault_of_play_names_its_page(run: Callable[..., CompletedProcess[str]], tmp_path: Path) -> None:
    (tmp_path / "game.yml").write_bytes(page("E0501").broken)
    done = run("play", str(tmp_path / "game.yml"), "--seats", "random,random", "--seed", "1")
    assert done.returncode == 1
    assert "error[E0501]: the rules went wrong here: `laid` would become 3" in done.stderr
