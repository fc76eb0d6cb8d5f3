"""Random programs: each is right, plays to an end, and keeps every promise of the language.

`python -m tests.programs 0 1000` tries many.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from cardrules.interpreter.machine.native import build
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .programs import Program, program, programs
from .programs.properties import PROPERTIES, executors_agree, native_code_agrees, stops

FOUND = sorted((Path(__file__).parent / "programs" / "found").glob("*.yml"))
seeds = st.integers(0, 2**16)


@pytest.mark.parametrize("check", PROPERTIES, ids=lambda check: check.__name__)
@settings(max_examples=12, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(made=programs(), seed=seeds)
def test_of_hypothesis(check: Callable[[Program, int], None], made: Program, seed: int) -> None:
    check(made, seed)


@pytest.mark.parametrize("check", PROPERTIES, ids=lambda check: check.__name__)
def test_of_seeds(check: Callable[[Program, int], None]) -> None:
    """Larger ones than Hypothesis begins with."""
    for seed in range(8):
        check(program(seed), seed)


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_was_found_once(path: Path) -> None:
    """Programs with which something went wrong; the number in the name is the game's seed."""
    for check in PROPERTIES:
        check(Program(path.read_text(encoding="utf-8")), int(path.stem.partition("-")[0]))


@pytest.mark.parametrize("seed", [34, 200])
def test_emitted_python(seed: int) -> None:
    """34: a decision that is never asked. 200: a rule with a loop that never comes to its second round, which others call."""
    executors_agree(program(seed), seed)


@pytest.mark.skipif(build.compiler() is None, reason="there is no C compiler")
def test_native_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "GAME_LEVEL", "-O0")  # many programs, a few games of each
    for seed in range(6):
        native_code_agrees(program(seed), seed)


def test_a_seed_is_a_program() -> None:
    assert program(5) == program(5) != program(6)


def test_they_use_the_whole_language() -> None:
    """Among a few dozen every construct stands somewhere, and most games come to decisions."""
    texts = "\n".join(program(seed).text for seed in range(120))
    for words in CONSTRUCTS.strip().replace("\n", "|").split("|"):
        assert words in texts, words
    decisions = [sum(1 for _ in stops(program(seed), seed)) - 1 for seed in range(20)]
    assert sum(number > 0 for number in decisions) > 12


CONSTRUCTS = """
seen by owner|seen by others|seen by team|face down|face up|in order|one card|refilled from gone|except top|each team|each mood
secret|hidden|capped|kept|each round|or none|starts|yes or no|twice|copies|otherwise|does()|variants:|options:|attributes:|anytime:|match:
for each player|counterclockwise|while |until |repeat |times:|take turns|among |go round|for good|round:|if |else if |else:|return
choose:|may choose:|chooses:|chooses for you:|each player chooses:|each player in|secretly|pass|wait| when |in 1..2 of|in 0..2 of
move |deal |shuffle |swap |reveal |show |hide |tell | whether |say |let |random of|out |back |again|skip|reverse|end turn|stop
win |nobody wins|order players by|score players by|first of|last 2 of|top 2 of|bottom of| or else | where | by lowest | minus | from
count(|sum(|any(|all(|min(|max(|same(|different(|best(|worst(|not in|is not|//|%|turns(|place(|next(|each hand
"""
