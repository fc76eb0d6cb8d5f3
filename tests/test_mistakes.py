"""Every file in `tests/errors` has the fault it is named after; its message stands beside it.

`pytest --regenerate` writes the messages afresh."""

from __future__ import annotations

from pathlib import Path

import pytest
from cardrules.dsl import load, render
from cardrules.dsl.diagnostics import CODES, RuleError

FOLDER = Path(__file__).parent / "errors"
FILES = sorted(FOLDER.glob("*.yml"))


def messages(path: Path) -> RuleError:
    with pytest.raises(RuleError) as caught:
        load.load_text(path.read_text(encoding="utf-8"), path.name)
    return caught.value


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_fault_is_explained(path: Path, request: pytest.FixtureRequest) -> None:
    shown = render.render(messages(path).diagnostics)
    expected = path.with_suffix(".txt")
    if request.config.getoption("--regenerate"):
        expected.write_text(shown, encoding="utf-8")
    assert shown == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_headlines_stand_alone_and_are_said_once(path: Path) -> None:
    found = messages(path).diagnostics
    assert {d.code for d in found} <= set(CODES)
    assert len({(d.code, d.message) for d in found}) == len(found)
    for d in found:
        assert "unknown" not in d.message
        assert d.message[0].islower() or d.message[0] == "`"
        assert len(d.message) <= 120
