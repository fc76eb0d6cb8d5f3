"""A few mutated files at each run; `python tests/fuzz.py 100000` for many."""

from __future__ import annotations

import pytest
from cardrules.dsl.diagnostics import RuleError
from cardrules.dsl.load import load_text

from .fuzz import SLIPS, WILD, fuzz


def test_mutated_files_have_mistakes_with_places_and_slips_on_their_own_line() -> None:
    outcome = fuzz(160, seed=1)
    assert outcome.kinds.total() == 160
    assert set(outcome.kinds) == {mutation.__name__ for mutation in WILD + SLIPS}
    assert [(one.kind, one.path.name, one.bad) for one in outcome.bad] == []
    missed, hits = len(outcome.missed), outcome.hits.total()
    assert hits > 40
    assert hits >= 0.85 * (hits + missed)


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
