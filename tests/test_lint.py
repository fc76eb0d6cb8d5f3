"""What is suspicious in a file that is otherwise right. What each check says and keeps silent about stands in `tests/errors`."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from cardrules.dsl import ir, lint, load
from cardrules.dsl.diagnostics import CODES, Diagnostic, RuleError
from cardrules.dsl.lint import deck, values, walk
from cardrules.interpreter.lab import check
from cardrules.interpreter.lab.playtest import Budget
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

TESTS = Path(__file__).parent
GAMES = [*(TESTS / "games").glob("*.yml"), *(Path(load.__file__).parent.parent / "games").glob("*.yml")]
RIGHT = sorted((TESTS / "errors" / "right").glob("*.yml"))


def codes(text: str) -> list[str]:
    return [d.code for d in lint.look_over(load.load_text(text, "game.yml"))]


def test_every_check_has_a_file_that_it_rejects() -> None:
    shown = "".join(path.read_text(encoding="utf-8") for path in (TESTS / "errors").glob("*.txt"))
    looked_for = {code for code in CODES if "0400" <= code[1:] < "0500"}
    assert looked_for - set(re.findall(r"\[([EW]\d{4})\]", shown)) == set()


def test_only_what_is_surely_wrong_is_an_error() -> None:
    for path in (TESTS / "errors").glob("*.yml"):
        try:
            game = load.load_text(path.read_text(encoding="utf-8"), path.name)
        except RuleError:
            continue
        for found in lint.look_over(game):
            assert found.severity == ("warning" if found.code.startswith("W") else "error")


def test_warnings_are_told_and_do_not_fail_a_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.yml"
    path.write_text((TESTS / "errors" / "unused-let.yml").read_text(encoding="utf-8"), encoding="utf-8")
    done = check.check(str(path), None, Budget(games=2))
    assert [d.code for d in done.diagnostics] == ["W0407"]
    assert (done.status, done.result is not None) == (0, True)


def test_what_is_surely_wrong_fails_a_check(tmp_path: Path) -> None:
    path = tmp_path / "game.yml"
    path.write_text((TESTS / "errors" / "loop-without-end.yml").read_text(encoding="utf-8"), encoding="utf-8")
    assert check.check(str(path), None, Budget(games=0)).status == 1


def test_a_file_does_not_answer_for_the_one_it_extends(tmp_path: Path) -> None:
    base = RIGHT[0].read_text(encoding="utf-8") + "\nkinds:\n  weather: sun, rain\n"
    assert codes(base) == ["W0404"]
    (tmp_path / "base.yml").write_text(base, encoding="utf-8")
    over = tmp_path / "over.yml"
    over.write_text("cardrules: 1\ngame: Over\nextends: base\nkinds:\n  tide: ebb, flow\n", encoding="utf-8")
    assert ["tide" in d.message for d in lint.look_over_file(over, load.load(over))] == [True]


def test_a_rule_used_by_a_variant_only_is_used() -> None:
    text = next(p for p in RIGHT if p.stem == "used-by-a-variant").read_text(encoding="utf-8")
    game = load.load_text(text, "game.yml")
    assert [d.code for d in lint.look_over(game)] == ["W0405"]
    assert lint.look_over(game, (load.load_text(text, "game.yml", variant="doubled"),)) == []


def test_options_that_no_deal_asks_for_are_not_tried() -> None:
    """What is found is what is found with all of them."""
    count = 0
    for path in [*GAMES, *(TESTS / "errors").glob("*deal*.yml")]:
        try:
            game = load.load(path)
        except RuleError:
            continue
        found: dict[int, Diagnostic] = {}
        for _, options in deck.settings(game):
            for seats in game.seats:
                for diagnostic in deck.Dealing(game, values.Scene(game, options, seats)).follow():
                    assert diagnostic.span is not None
                    found.setdefault(diagnostic.span.start, diagnostic)
        assert deck.deals_fit(walk.Look(game, ())) == [*found.values()]
        count += len(found)
    assert count


@given(st.integers(0, 2**32))
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_loads_can_be_looked_over(seed: int) -> None:
    rng = random.Random(seed)
    lines = rng.choice(RIGHT).read_text(encoding="utf-8").splitlines()
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    words = lines[at].split(" ")
    words[rng.randrange(len(words))] = rng.choice(lines[other].split() or [""])
    lines[at] = " ".join(words)
    try:
        game: ir.Game = load.load_text("\n".join(lines) + "\n", "changed.yml")
    except RuleError:
        return
    for found in lint.look_over(game):
        assert found.code in CODES and found.span is not None and found.span.text


def test_a_file_that_can_be_set_in_very_many_ways_is_looked_over_too() -> None:
    options = "options:\n" + "".join(f"  o{i}: 5 in 0..10\n" for i in range(40))
    moves = "".join(f"  for each player:\n    move top o{i} of stock to hand\n" for i in range(40))
    text = RIGHT[0].read_text(encoding="utf-8")
    text = (
        text.replace("cards:\n", f"{options}cards:\n", 1)
        .replace("players: 2..4", "players: 2..64")
        .replace("setup: |\n", f"setup: |\n{moves}")
    )
    assert set(codes(text)) <= {"W0440"}
