"""A few mutated files at each run; `python tests/fuzz.py 100000` for many."""

from __future__ import annotations

import pytest
from cardrules.dsl.diagnostics import RuleError
from cardrules.dsl.load import load_text

from .fuzz import fuzz, slips


def test_mutated_files_have_mistakes_with_places() -> None:
    outcome = fuzz(40, seed=1)
    assert outcome.files == 40
    assert outcome.bad == []


def test_a_slip_is_blamed_on_its_own_line() -> None:
    found = [slip for slip in slips(40, seed=1) if slip.blamed is not None]
    assert len(found) > 25
    assert sum(slip.blamed == slip.line for slip in found) >= 0.8 * len(found)


@pytest.mark.parametrize(
    "old, new, line",
    [("cardrules: 1", "  cardrules: 1", 1), ("play: |", "pl: |", 7), ("zones:", "14:", 5), ("cards:", "\tcards:", 3)],
)
def test_places_of_slips_in_the_outer_form(old: str, new: str, line: int) -> None:
    text = "cardrules: 1\ngame: X\ncards:\n  french: A..K of every suit\nzones:\n"
    text += "  stock: every card, face down\nplay: |\n  nobody wins\nplayers: 2\n"
    load_text(text, "x.yml")
    with pytest.raises(RuleError) as caught:
        load_text(text.replace(old, new), "x.yml")
    span = caught.value.diagnostics[0].span
    assert span is not None and span.line == line
