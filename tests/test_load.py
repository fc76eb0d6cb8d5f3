"""Files: what can be wrong with them before their rules are read, and files that extend others."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from cardrules.dsl import ir, load
from cardrules.dsl.diagnostics import RuleError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

GAMES = Path(load.__file__).parent.parent / "games"
SHIPPED = sorted(GAMES.glob("*.yml"))

SMALL = """\
cardrules: 1
game: Small
players: 2
options:
  size: 3 in 1..5                    # cards each
variants:
  large: {size: 5}
  lowest_wins:
    set: {size: 1}
    rules:
      key(player p): 0 - sum(c.pips for c in p.hand)
cards:
  french: A..K of every suit
zones:
  stock: every card, face down
  hand: each player, seen by owner
setup: |
  shuffle stock
  deal size from stock to each hand
play: |
  order players by key(you)
rules:
  key(player p): sum(c.pips for c in p.hand)
invariants:
  always:
    hands stay: all(count(p.hand) <= size for p in seats)
examples:
  nothing happens:
    then:
      - over
"""


def faults(text: str, name: str = "small.yml") -> list[tuple[str, str]]:
    with pytest.raises(RuleError) as caught:
        load.load_text(text, name)
    return [(d.code, d.message) for d in caught.value.diagnostics]


def file_faults(path: Path) -> list[tuple[str, str]]:
    with pytest.raises(RuleError) as caught:
        load.load(path)
    return [(d.code, d.message) for d in caught.value.diagnostics]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_games_that_come_along_load(path: Path) -> None:
    game = load.load(path)
    assert game.seats and game.deck.faces and game.play.body and game.examples


def test_a_file_and_its_text_are_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "small.yml"
    path.write_text(SMALL)
    from_file, from_text = load.load(path), load.load_text(SMALL, "small.yml")
    assert (from_file.title, list(from_file.rules)) == (from_text.title, list(from_text.rules)) == ("Small", ["key"])


# ------------------------------------------------------------------ files that are none


def test_a_missing_file(tmp_path: Path) -> None:
    [(code, message)] = file_faults(tmp_path / "nowhere.yml")
    assert code == "E0300" and "nowhere.yml" in message and message.startswith("there is no file")


def test_a_directory(tmp_path: Path) -> None:
    assert file_faults(tmp_path) == [("E0300", f"{tmp_path} is a directory, not a rule file")]


def test_a_name_that_can_be_no_path() -> None:
    assert file_faults(Path("a\0b"))[0][0] == "E0300"
    assert file_faults(Path("x" * 5000))[0][0] == "E0300"


def test_an_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert file_faults(tmp_path / "closed.yml") == [("E0300", f"{tmp_path / 'closed.yml'} may not be read")]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n# nothing\n",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"game: \xff\xfe",
        b"\0" * 50,
        b"version: 3\nservices:\n  web: {image: nginx}\n",
        b"- a\n- b\n",
    ],
    ids=["empty", "comments", "png", "latin", "zeros", "compose", "list"],
)
def test_what_is_no_rule_file_is_one_fault(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.yml"
    path.write_bytes(content)
    assert len(file_faults(path)) == 1


def test_a_half_written_game_says_what_is_missing() -> None:
    found = faults("cardrules: 1\ngame: Half\nplayers: 2\n")
    assert found == [("E0202", f"the file has no `{name}`") for name in ("cards", "zones", "play")]


# ------------------------------------------------------------------ extends


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.yml").write_text(text)


def test_a_file_that_extends_another_is_put_over_it(tmp_path: Path) -> None:
    over = (
        "cardrules: 1\nextends: small.yml\ngame: Bigger\noptions:\n  size: 4 in 1..9\n  more: no\nrules:\n  key(player p): count(p.hand)\n"
    )
    write(tmp_path, small=SMALL, over=over)
    game = load.load(tmp_path / "over.yml")
    assert game.title == "Bigger"
    assert {name: o.default for name, o in game.options.items()} == {"size": 4, "more": 0}
    assert [type(s.value) for s in game.rules["key"].body if isinstance(s, ir.Return)] == [ir.Aggregate]
    assert list(game.zones) == ["stock", "hand"] and game.setup is not None
    assert len(game.invariants) == 1 and game.examples == ()


def test_a_fault_of_the_extended_file_is_shown_there(tmp_path: Path) -> None:
    write(tmp_path, small=SMALL.replace("p.hand)\ninv", "p.hnd)\ninv"), over="cardrules: 1\nextends: small.yml\ngame: Bigger\n")
    with pytest.raises(RuleError) as caught:
        load.load(tmp_path / "over.yml")
    spans = [d.span for d in caught.value.diagnostics]
    assert [s.source.name.endswith("small.yml") for s in spans if s is not None] == [True]


def test_a_game_that_comes_along_can_be_extended(tmp_path: Path) -> None:
    path = tmp_path / "mine.yml"
    path.write_text(f"cardrules: 1\nextends: {SHIPPED[0].stem}\ngame: Mine\n")
    assert load.load(path).zones.keys() == load.load(SHIPPED[0]).zones.keys()


@pytest.mark.parametrize("name", ["../small.yml", "/etc/passwd", "sub/small.yml", "..", ".hidden.yml", "a\\b.yml", "nowhere.yml"])
def test_only_bare_names_are_extended(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()
    write(tmp_path, small=SMALL)
    write(folder, over=f"cardrules: 1\nextends: {name}\ngame: X\n")
    assert [code for code, _ in file_faults(folder / "over.yml")] == ["E0212"]


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()
    write(tmp_path, small=SMALL)
    (folder / "small.yml").symlink_to(tmp_path / "small.yml")
    write(folder, over="cardrules: 1\nextends: small.yml\ngame: X\n")
    assert [code for code, _ in file_faults(folder / "over.yml")] == ["E0212"]


def test_files_that_extend_each_other(tmp_path: Path) -> None:
    write(
        tmp_path,
        a="cardrules: 1\nextends: b\ngame: A\n",
        b="cardrules: 1\nextends: a\ngame: B\n",
        own="cardrules: 1\nextends: own\ngame: O\n",
    )
    assert [code for code, _ in file_faults(tmp_path / "a.yml")] == ["E0212"]
    assert [code for code, _ in file_faults(tmp_path / "own.yml")] == ["E0212"]


# ------------------------------------------------------------------ variants


def test_variants_are_settings() -> None:
    game = load.load_text(SMALL, "small.yml")
    assert {name: v.settings for name, v in game.variants.items()} == {"large": {"size": 5}, "lowest_wins": {"size": 1}}


def test_a_variant_may_replace_rules() -> None:
    plain, changed = load.load_text(SMALL, "small.yml"), load.load_text(SMALL, "small.yml", variant="lowest_wins")

    def kind(game: ir.Game) -> str:
        [answer] = game.rules["key"].body
        assert isinstance(answer, ir.Return)
        return type(answer.value).__name__

    assert (kind(plain), kind(changed)) == ("Aggregate", "Operation")


def test_rules_of_a_variant_are_checked_without_it_being_asked_for() -> None:
    assert [code for code, _ in faults(SMALL.replace("0 - sum(c.pips", "0 - sum(c.pops"))] == ["E0238"]


# ------------------------------------------------------------------ whatever the text


LINES = [line for path in SHIPPED for line in path.read_text(encoding="utf-8").splitlines()]
TEXTS = [path.read_text(encoding="utf-8") for path in SHIPPED]


@given(st.integers(0, 2**32), st.integers(1, 4))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_changed_game_loads_or_says_what_is_wrong(seed: int, changes: int) -> None:
    rng = random.Random(seed)
    lines = rng.choice(TEXTS).splitlines()
    del lines[90:]  # the examples say the same again and again
    for _ in range(changes):
        at = rng.randrange(len(lines))
        match rng.randrange(5):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, rng.choice(LINES))
            case 2:
                lines[at] = lines[at].replace(" ", "", 1) if rng.random() < 0.5 else lines[at][: rng.randrange(len(lines[at]) + 1)]
            case 3:
                words, other = lines[at].split(" "), rng.choice(LINES).split()
                words[rng.randrange(len(words))] = rng.choice(other) if other else ""
                lines[at] = " ".join(words)
            case _:
                other_at = rng.randrange(len(lines))
                lines[at], lines[other_at] = lines[other_at], lines[at]
    try:
        load.load_text("\n".join(lines) + "\n", "changed.yml")
    except RuleError as fault:
        assert fault.diagnostics
        assert all(d.message and d.code and "nested too deeply" not in d.message for d in fault.diagnostics)
