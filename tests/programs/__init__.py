"""Random rule files that are right: each loads without a mistake and plays to an end.

`programs()` is a Hypothesis strategy; `program(seed)` gives always the same one for a seed. `python -m tests.programs SEED` prints it.
"""

from __future__ import annotations

from hypothesis import strategies as st

from .chooser import Chooser
from .whole import Maker, Program

__all__ = ["Program", "program", "programs"]


def program(seed: int) -> Program:
    """The program of a seed."""
    return Maker(Chooser.of_seed(seed)).make()


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Any program; shrinks to short ones."""
    return Maker(Chooser.of_hypothesis(draw)).make()
