"""Planted flaws are found by `check`, and told with the line they stand on."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest
from cardrules.interpreter.lab import check
from cardrules.interpreter.lab.findings import Finding
from cardrules.interpreter.lab.playtest import Budget

SOUND = """\
cardrules: 1
game: Sound
about: Lay a card each turn; the higher hand at the end wins.
players: 2
options:
  dealt: 4 in 2..5
cards:
  french: A..6 of every suit
zones:
  stock: every card, face down
  hand: each player, seen by owner
  pile: face up
variables:
  laid: each player, 0..9
setup: |
  shuffle stock
  deal dealt from stock to each hand
play: |
  take turns from first of players until all(p.hand is empty for p in players):
    choose:
      lay(card in hand):
        move card to pile
        laid += 1
  order players by laid
"""


def checked(folder: Path, text: str, **budget: object) -> check.Checked:
    path = folder / "game.yml"
    path.write_text(text, encoding="utf-8")
    return check.check(str(path), None, Budget(**{"games": 40, **budget}))  # type: ignore[arg-type]


def only(done: check.Checked, *codes: str) -> Finding:
    """The one finding; `codes`: what is seen without playing."""
    assert [d.code for d in done.diagnostics] == [*codes], [d.message for d in done.diagnostics]
    (finding,) = done.findings
    return finding


def line(text: str, part: str) -> int:
    return next(number for number, content in enumerate(text.splitlines(), 1) if part in content)


def test_a_sound_game_has_no_findings(tmp_path: Path) -> None:
    done = checked(tmp_path, SOUND)
    assert (done.status, done.findings) == (0, [])
    assert done.result is not None and done.result.games == 40
    assert done.result.longest == 10  # five cards each, with the option at its upper bound


def test_a_decision_that_nobody_can_take(tmp_path: Path) -> None:
    text = SOUND.replace("until all(p.hand is empty for p in players)", "until count(pile) > 20")
    finding = only(checked(tmp_path, text))
    assert finding.kind == "no action" and finding.severity == "error"
    assert finding.span is not None and finding.span.line == line(text, "choose:")
    assert finding.setting is not None and finding.setting.options == {}  # the plainest game that shows it
    assert len(finding.story) == 8


def test_players_who_may_pass_for_ever(tmp_path: Path) -> None:
    text = SOUND.replace("until all(p.hand is empty for p in players)", "until count(pile) > 20").replace(
        "      lay(", "      pass\n      lay("
    )
    finding = only(checked(tmp_path, text, games=2, longest=100))
    assert finding.kind == "passing"
    assert finding.span is not None and finding.span.line == line(text, "choose:")
    assert all(told.endswith(" pass") for told in finding.story[-2:]) and len(finding.story) <= 12


def test_a_loop_without_a_decision(tmp_path: Path) -> None:
    text = SOUND.replace("  order players", "  while stock is not empty:\n    nothing\n  order players")
    finding = only(checked(tmp_path, text, games=1), "E0431")
    assert finding.kind == "loop"
    assert finding.span is not None and finding.span.line == line(text, "while")


def test_too_few_cards_for_exactly(tmp_path: Path) -> None:
    text = SOUND.replace("  deal dealt from stock to each hand", "  for each player:\n    move exactly 4 * dealt of stock to hand")
    finding = only(checked(tmp_path, text.replace("0..9", "0..20")), "W0440")
    assert finding.kind == "fault"
    assert finding.span is not None and finding.span.line == line(text, "exactly")
    assert not finding.story


def test_a_variable_over_its_bounds(tmp_path: Path) -> None:
    text = SOUND.replace("laid: each player, 0..9", "laid: each player, 0..2")
    finding = only(checked(tmp_path, text))
    assert finding.kind == "fault"
    assert finding.span is not None and finding.span.line == line(text, "laid += 1")
    assert "bounds" in finding.headline and len(finding.story) == 5


def test_an_invariant_that_breaks(tmp_path: Path) -> None:
    text = SOUND + "invariants:\n  always:\n    the pile is low: count(pile) <= 3\n"
    finding = only(checked(tmp_path, text))
    assert finding.kind == "invariant" and "the pile is low" in finding.headline
    assert finding.span is not None and finding.span.line == line(text, "the pile is low")
    assert len(finding.story) == 4
    assert finding.met > 1


@pytest.mark.parametrize("group", ["each turn", "at the end"])
def test_invariants_of_turns_and_of_the_end(group: str, tmp_path: Path) -> None:
    text = SOUND + f"invariants:\n  {group}:\n    the pile is low: count(pile) <= 3\n"
    finding = only(checked(tmp_path, text))
    assert finding.kind == "invariant"
    assert len(finding.story) == 4 if group == "each turn" else len(finding.story) >= 4


@pytest.mark.parametrize(("group", "kinds"), [("each turn", []), ("always", ["invariant"])])
def test_an_invariant_of_turns_may_be_broken_within_one(group: str, kinds: list[str], tmp_path: Path) -> None:
    choice = SOUND[SOUND.index("    choose:") : SOUND.index("  order players")]
    text = SOUND.replace(choice, choice * 2).replace("4 in 2..5", "4 in 4..4")
    text += f"invariants:\n  {group}:\n    the pile is even: count(pile) % 2 is 0\n"
    assert [f.kind for f in checked(tmp_path, text).findings] == kinds


EXAMPLE = """\
examples:
  laying:
    seats: Anna, Ben
    given: |
      Anna.hand = (A♠, 2♠)
      Ben.hand = (A♥, 2♥)
    moves: |
      Anna lay A♠
      Ben cannot lay A♠
      Ben lay 2♥
    then:
      - count(pile) is 2
      - Anna.laid + Ben.laid is 2
"""


def test_an_example_that_holds(tmp_path: Path) -> None:
    done = checked(tmp_path, SOUND + EXAMPLE, games=0)
    assert (done.status, done.examples, done.findings) == (0, 1, [])


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ("count(pile) is 2", "count(pile) is 3", ["`count(pile)` is 2"]),
        ("Anna.laid + Ben.laid is 2", "Anna.laid is Ben.laid + 1", ["`Anna.laid` is 1", "`Ben.laid + 1` is 2"]),
        ("Ben lay 2♥", "Ben lay 3♥", ["lay A♥", "lay 2♥"]),
        ("Ben cannot lay A♠", "Ben cannot lay A♥", ["possible"]),
        ("Ben lay 2♥", "Anna lay 2♠", ["Ben"]),
    ],
)
def test_an_example_that_fails(right: str, wrong: str, words: list[str], tmp_path: Path) -> None:
    text = SOUND + EXAMPLE.replace(right, wrong)
    finding = only(checked(tmp_path, text, games=0))
    assert finding.kind == "example"
    assert finding.span is not None and finding.span.line == line(text, wrong)
    for word in words:
        assert word in finding.text()


def test_examples_in_a_file_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "game.yml").write_text(SOUND, encoding="utf-8")
    more = tmp_path / "more.yml"
    more.write_text(EXAMPLE, encoding="utf-8")
    done = check.check(str(tmp_path / "game.yml"), str(more), Budget(games=0))
    assert (done.status, done.examples) == (0, 1)
    more.write_text(EXAMPLE.replace("count(pile) is 2", "count(pile) is 3"), encoding="utf-8")
    done = check.check(str(tmp_path / "game.yml"), str(more), Budget(games=0))
    (finding,) = done.findings
    assert finding.span is not None and (finding.span.source.name, finding.span.line) == (str(more), line(EXAMPLE, "count(pile)"))


def test_an_option_without_effect_and_an_action_without_occasion(tmp_path: Path) -> None:
    text = SOUND.replace("options:", "options:\n  idle: no").replace("  shuffle", "  if idle:\n    nothing\n  shuffle")
    text = text.replace("      lay(", "      win_all when count(pile) > 99:\n        win you\n      lay(")
    done = checked(tmp_path, text, games=200)
    assert done.status == 0
    assert sorted((f.kind, f.span.line if f.span else 0, f.severity) for f in done.findings) == [
        ("idle option", line(text, "idle: no"), "warning"),
        ("unreached", line(text, "win_all"), "warning"),
    ]


def arguments(*files: str, **more: object) -> argparse.Namespace:
    given = {"examples": None, "games": 20, "seconds": None, "seed": None, "format": "text"}
    return argparse.Namespace(files=list(files), **{**given, **more})


def test_what_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.yml", tmp_path / "bad.yml"
    good.write_text(SOUND + EXAMPLE, encoding="utf-8")
    bad.write_text(SOUND.replace("0..9", "0..2"), encoding="utf-8")
    assert check.main(arguments(str(good), str(bad))) == 1
    out = capsys.readouterr().out
    assert "good.yml: 1 example holds; 20 random games, none stuck, longest 10 decisions\n" in out
    assert "game of 2 players" in out and "p1 lay" in out and "cardrules replay " in out
    assert check.main(arguments(str(good))) == 0


def test_the_log_of_a_finding_can_be_replayed(tmp_path: Path) -> None:
    import cardrules

    finding = only(checked(tmp_path, SOUND + "invariants:\n  always:\n    the pile is low: count(pile) <= 3\n"))
    assert finding.saved is not None
    log = [json.loads(entry) for entry in Path(finding.saved).read_text(encoding="utf-8").splitlines()]
    assert len(cardrules.replay(log).zone("pile")) == 4


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = SOUND.replace("0..9", "0..2")
    (tmp_path / "game.yml").write_text(text, encoding="utf-8")
    assert check.main(arguments(str(tmp_path / "game.yml"), format="json")) == 1
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert not file["ok"]
    (finding,) = file["findings"]
    assert finding["place"]["line"] == line(text, "laid += 1")
    assert finding["game"]["players"] == 2


def test_mistakes_of_several_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.yml").write_text(SOUND.replace("card in hand", "card in hnd"), encoding="utf-8")
    assert check.main(arguments(str(tmp_path / "one.yml"), str(tmp_path / "two.yml"))) == 1
    out = capsys.readouterr().out
    assert out.count("did you mean `hand`") == 2
    assert "1 mistake in " in out and "one.yml\n" in out and "two.yml\n" in out


def test_the_same_seed_plays_the_same_games(tmp_path: Path) -> None:
    first, again, other = (checked(tmp_path, SOUND, seed=seed).result for seed in (3, 3, 4))
    assert first == again != other
