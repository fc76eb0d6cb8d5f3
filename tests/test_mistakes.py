"""Every file in `tests/errors` has the fault it is named after; its message stands beside it. Those in `right` have none.

`pytest --regenerate` writes the messages afresh."""

from __future__ import annotations

from pathlib import Path

import pytest
from cardrules.dsl import load, render
from cardrules.dsl.diagnostics import CODES, Diagnostic, RuleError
from cardrules.dsl.lint import look_over

FOLDER = Path(__file__).parent / "errors"
ROOT = Path(load.__file__).parent.parent
FILES = sorted(FOLDER.glob("*.yml"))
RIGHT = [
    *sorted((FOLDER / "right").glob("*.yml")),
    *sorted((ROOT / "games").glob("*.yml")),
    *sorted((FOLDER.parent / "games").glob("*.yml")),
]


def messages(path: Path) -> list[Diagnostic]:
    """What is wrong or suspicious in a file, as `check` finds it without playing."""
    text = path.read_text(encoding="utf-8")
    try:
        game = load.load_text(text, path.name)
        others = tuple(load.load_text(text, path.name, variant=v.name) for v in game.variants.values() if v.replaces)
    except RuleError as fault:
        return fault.diagnostics
    return look_over(game, others)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_fault_is_explained(path: Path, request: pytest.FixtureRequest) -> None:
    found = messages(path)
    assert found
    shown = render.render(found)
    expected = path.with_suffix(".txt")
    if request.config.getoption("--regenerate"):
        expected.write_text(shown, encoding="utf-8")
    assert shown == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_headlines_stand_alone_and_are_said_once(path: Path) -> None:
    found = messages(path)
    assert {d.code for d in found} <= set(CODES)
    assert len({(d.code, d.message) for d in found}) == len(found)
    for d in found:
        assert "unknown" not in d.message
        assert d.message[0].islower() or d.message[0] == "`"
        assert len(d.message) <= 120


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_nothing_is_said_of_what_is_right(path: Path) -> None:
    assert render.render(messages(path)) == ""
