"""Planted flaws are found by `check`, and told with the line they stand on."""

from __future__ import annotations

import argparse
import itertools
import json
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cardrules.interpreter.lab import check, checking, settings
from cardrules.interpreter.lab.findings import Finding
from cardrules.interpreter.lab.playtest import Budget, Progress

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


@pytest.mark.parametrize("group", ["always", "each turn", "each round", "at the end"])
def test_an_invariant_is_told_with_what_its_parts_are(group: str, tmp_path: Path) -> None:
    text = SOUND.replace("  take turns", "  round:\n    take turns").replace("    choose:\n      lay", "      choose:\n        lay")
    text = text.replace("        move card to pile\n        laid += 1", "          move card to pile\n          laid += 1")
    text += f"invariants:\n  {group}:\n    sparse: count(pile) <= 3 and not (first of players).hand is none\n"
    finding = only(checked(tmp_path, text))
    cards = len(finding.story)
    assert f"`count(pile)` is {cards}" in finding.notes
    assert any(note.startswith("`(first of players).hand` is ") for note in finding.notes)


def test_an_invariant_that_can_not_be_worked_out(tmp_path: Path) -> None:
    text = SOUND + "invariants:\n  each turn:\n    it divides: 8 // (4 - count(pile)) > 0\n"
    finding = only(checked(tmp_path, text))
    assert finding.kind == "invariant" and "can not be worked out at the end of a turn: division by zero" in finding.headline
    assert finding.span is not None and finding.span.line == line(text, "it divides")
    assert len(finding.story) == 4
    assert "`8 // (4 - count(pile))` can not be worked out: division by zero" in finding.notes


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


@pytest.mark.parametrize("options", ["", "    options: {spare: 2}\n"])
def test_what_an_example_shows_is_reached(options: str, tmp_path: Path) -> None:
    text = SOUND.replace("options:", "options:\n  spare: 1 in 1..2")
    text = (
        text.replace("play: |\n", "play: |\n  if count(pile) + spare > 99:\n    nobody wins\n", 1)
        + "rules:\n  rare(): count(pile) + spare\n"
    )
    kinds = [(f.kind, f.span.line if f.span else 0) for f in checked(tmp_path, text, games=120).findings if f.kind == "unreached"]
    assert kinds == [("unreached", line(text, "nobody wins")), ("unreached", line(text, "rare()"))]
    shown = f"examples:\n  it is rare:\n{options}    do: |\n      nobody wins\n    then:\n      - rare() > 0\n"
    kinds = [(f.kind, f.span.line if f.span else 0) for f in checked(tmp_path, text + shown, games=120).findings if f.kind == "unreached"]
    assert kinds == [("unreached", line(text, "nobody wins"))]


def test_an_option_that_changes_only_what_is_won(tmp_path: Path) -> None:
    text = SOUND.replace("options:", "options:\n  worth: 1 in 1..9").replace("order players by laid", "score players by worth * laid")
    assert not checked(tmp_path, text, games=120).findings


@pytest.mark.parametrize(
    "effect", ["reveal top of stock", "show top of stock to first of players", "tell players whether stock is empty", 'say "a pack"']
)
def test_an_option_that_changes_only_what_is_seen(effect: str, tmp_path: Path) -> None:
    text = SOUND.replace("options:", "options:\n  open: no").replace("play: |\n", f"play: |\n  if open:\n    {effect}\n")
    assert [finding.kind for finding in checked(tmp_path, text, games=120).findings] == []


def arguments(*files: str, **more: object) -> argparse.Namespace:
    given = {"examples": None, "games": 20, "seconds": None, "seed": None, "format": "text", "watch": False}
    return argparse.Namespace(files=list(files), **{**given, **more})


def test_what_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.yml", tmp_path / "bad.yml"
    good.write_text(SOUND + EXAMPLE, encoding="utf-8")
    bad.write_text(SOUND.replace("0..9", "0..2"), encoding="utf-8")
    assert check.main(arguments(str(good), str(bad))) == 1
    out = capsys.readouterr().out
    assert re.search(
        r"good.yml: 1 example holds; 20 random games, none stuck, longest 10 decisions; checked in [0-9.]+ s, played [0-9.]+ s\n", out
    )
    assert "game of 2 players" in out and "p1 lay" in out and "cardrules replay " in out
    assert check.main(arguments(str(good))) == 0


def test_the_log_of_a_finding_can_be_replayed(tmp_path: Path) -> None:
    import cardrules

    finding = only(checked(tmp_path, SOUND + "invariants:\n  always:\n    the pile is low: count(pile) <= 3\n"))
    assert finding.saved is not None
    log = [json.loads(entry) for entry in Path(finding.saved).read_text(encoding="utf-8").splitlines()]
    assert len(cardrules.replay(log).zone("pile")) == 4


def test_the_games_of_findings_are_kept_in_one_place(tmp_path: Path, state: Path) -> None:
    wrong = SOUND + "invariants:\n  always:\n    low: count(pile) <= 3\n  at the end:\n    lower: count(pile) < 3\n"
    first = [finding.saved for finding in checked(tmp_path, wrong).findings]
    assert len(first) == 1 and first[0] is not None
    folder = Path(first[0]).parent
    assert folder.parent == state / "cardrules" / "findings"
    assert [finding.saved for finding in checked(tmp_path, wrong.replace("<= 3", "<= 2")).findings] == first
    assert [str(path) for path in folder.iterdir()] == first
    assert checked(tmp_path, SOUND).findings == []
    assert list(folder.iterdir()) == []


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


# --------------------------------------------------------------------------- planted flaws, a file each

FLAWS = Path(__file__).parent / "flaws"
QUICK = [
    "passing-for-ever",
    "dead-with-five",
    "follow-suit",
    "debts",
    "beside-the-row",
    "state-that-repeats",
    "two-on-one-place",
    "off-the-end",
]


def expected(path: Path) -> tuple[set[str], set[int]]:
    """The kinds that the first line of a planted flaw names, and the lines that are marked."""
    lines = path.read_text(encoding="utf-8").splitlines()
    kinds = {kind.strip() for kind in lines[0].removeprefix("# expected:").split(",")}
    return kinds, {number for number, content in enumerate(lines, 1) if content.endswith("# FLAW")}


@pytest.mark.parametrize("name", QUICK)
def test_a_planted_flaw_is_found(name: str) -> None:
    path = FLAWS / f"{name}.yml"
    kinds, lines = expected(path)
    done = check.check(str(path), None, Budget(games=25))
    codes = {d.code[0] for d in done.diagnostics if d.span is not None and d.span.line in lines}
    met = {f.kind for f in done.findings if f.span is not None and f.span.line in lines}
    assert kinds & (codes | met), (done.diagnostics, done.findings)


def test_all_planted_flaws_say_what_is_expected() -> None:
    paths = sorted(FLAWS.glob("*.yml"))
    assert len(paths) >= 30
    for path in paths:
        kinds, lines = expected(path)
        assert kinds and lines, path.name


def test_a_fault_is_replayed_up_to_the_choice_that_went_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from cardrules.interpreter import cli

    finding = only(checked(tmp_path, SOUND.replace("laid: each player, 0..9", "laid: each player, 0..2")))
    assert "`laid` would become 3, which is outside its bounds 0..2" in finding.headline
    assert finding.saved is not None
    assert cli.main(["replay", finding.saved]) == 1
    shown = capsys.readouterr()
    assert f"Then {finding.story[-1].replace(' lay', ' chooses: lay')}" in shown.out
    assert "laid += 1" in shown.err


def test_every_two_things_meet() -> None:
    import cardrules

    game = cardrules.load("feud").ir
    chosen = list(settings.pairs(game, random.Random(1)))
    assert len(chosen) < 60
    for a, b in itertools.combinations(game.options.values(), 2):
        met = {(s.options[a.name], s.options[b.name]) for s in chosen}
        assert met == set(itertools.product(settings.values(a, game), settings.values(b, game)))


def test_ctrl_c_gives_what_is_there(tmp_path: Path) -> None:
    def progress(now: Progress) -> None:
        if now.games == 7:
            raise KeyboardInterrupt

    (tmp_path / "game.yml").write_text(SOUND, encoding="utf-8")
    done = check.check(str(tmp_path / "game.yml"), None, Budget(games=100), progress)
    assert done.result is not None and done.result.interrupted and done.result.games == 7
    assert "7 random games until interrupted" in done.summary()


@pytest.mark.parametrize("step", ["of_bytes", "look_over", "rehearse"])
def test_ctrl_c_before_any_game(step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from cardrules.interpreter import start

    def interrupted(*given: object) -> None:
        raise KeyboardInterrupt

    (tmp_path / "game.yml").write_text(SOUND, encoding="utf-8")
    monkeypatch.setattr(checking, step, interrupted)
    monkeypatch.setattr(sys, "argv", ["cardrules", "check", str(tmp_path / "game.yml")])
    assert start.main() == 130
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "\ncardrules: stopped\n")


def test_ctrl_c_while_it_is_still_loading(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from cardrules.interpreter import start

    class Interrupted:
        def find_spec(self, name: str, *more: object) -> None:
            if name == "cardrules.interpreter.cli":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "cardrules.interpreter.cli", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])
    assert start.main() == 130
    assert capsys.readouterr() == ("", "")


# as from a shell: a test may itself be run where Ctrl-C is ignored
START = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); from cardrules.interpreter.cli import main; "
COMMAND = [sys.executable, "-c", START + "sys.exit(main())", "check"]


def test_a_bar_on_a_terminal_and_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "game.yml").write_text(SOUND, encoding="utf-8")
    host, terminal = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, str(tmp_path / "game.yml"), "--seconds", "60"], stdout=subprocess.PIPE, stderr=terminal, text=True
    )
    shown = ""
    try:
        while "games" not in shown:
            assert select.select([host], [], [], 30)[0], "no bar"
            shown += os.read(host, 1000).decode()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
    finally:
        process.kill()
        os.close(terminal)
        os.close(host)
    assert "game.yml [" in shown
    assert "until interrupted" in out and process.returncode == 0


def test_watch_tells_what_is_new_and_gone(tmp_path: Path) -> None:
    path = tmp_path / "game.yml"
    path.write_text(SOUND, encoding="utf-8")
    process = subprocess.Popen([*COMMAND, str(path), "--watch", "--games", "3"], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        assert "3 random games" in process.stdout.readline()
        path.write_text(SOUND.replace("card in hand", "card in hnd"), encoding="utf-8")
        shown = ""
        while "1 new" not in shown:
            shown += process.stdout.readline()
        assert "did you mean `hand`" in shown
        path.write_text(SOUND, encoding="utf-8")
        shown = ""
        while "1 gone" not in shown:
            shown += process.stdout.readline()
        assert "gone: " in shown and "hnd" in shown
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
    finally:
        process.kill()
        process.stdout.close()
