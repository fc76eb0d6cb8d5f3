"""Emitted functions against the interpreter: the same state, report, draws, menus and faults after every stop."""

from __future__ import annotations

from itertools import combinations, islice
from pathlib import Path
from random import Random

import cardrules
import pytest
from cardrules.dsl.load import load_text
from cardrules.interpreter.machine.chance import NeedChance, Tape
from cardrules.interpreter.machine.compile import plan
from cardrules.interpreter.machine.compile.listing import listing
from cardrules.interpreter.machine.compile.machine import Compiled
from cardrules.interpreter.machine.compile.module import write
from cardrules.interpreter.machine.compile.playout import Games
from cardrules.interpreter.machine.fault import GameFault
from cardrules.interpreter.machine.layout import OVER, STATUS
from cardrules.interpreter.machine.lowering.lower import lower
from cardrules.interpreter.machine.program import Menu
from cardrules.interpreter.machine.running import policy
from cardrules.interpreter.machine.running.interpret import Machine, Subsets

from ..programs import program

ROOT = Path(__file__).parents[2]
FILES = [*sorted((ROOT / "games").glob("*.yml")), *sorted((ROOT / "tests" / "games").glob("*.yml"))]
SETTINGS = [(path, variant) for path in FILES for variant in (None, *cardrules.load(path).variants)]
LONGEST = 60
MOST = 40

Move = tuple[int, tuple[int | tuple[int, ...], ...]]
Run = tuple[object, list[int], list[int], Tape]


def moves(machine: Machine, state: list[int], menu: Menu, seat: int) -> list[Move]:
    """Some of what a seat may do."""
    found: list[Move] = []

    def further(action: int, arguments: tuple[int | tuple[int, ...], ...]) -> None:
        if len(found) > MOST:
            return
        if len(arguments) == len(menu.actions[action].parameters):
            if machine.allowed(state, menu, action, seat, arguments):
                found.append((action, arguments))
            return
        domain = machine.domain(state, menu, action, seat, arguments)
        values = list(domain) if not isinstance(domain, Subsets) else subsets(domain)
        for value in values[:MOST]:
            further(action, (*arguments, value))

    for action in range(len(menu.actions)):
        if machine.opens(state, menu, action, seat):
            further(action, ())
    return found


def subsets(domain: Subsets) -> list[tuple[int, ...]]:
    sizes = range(domain.least, domain.most + 1)
    return [chosen for size in sizes for chosen in islice(combinations(domain.items, size), MOST)]


def stopped(machine: Machine, state: list[int], outcomes: list[int], asked: bool) -> Run:
    """A run to the next stop: what it raised, and what it left."""
    state, raw, tape = state[:], list[int](), Tape(outcomes[:], asked)
    try:
        machine.report(state, tape, raw)
    except GameFault as fault:
        return (fault.kind, fault.address, fault.message), [], [], Tape()
    except NeedChance as need:
        return (need.kind, need.sources), [], [], Tape()
    return None, state, raw, tape


def play(plain: Machine, compiled: Compiled, seed: int, longest: int = LONGEST) -> object:
    """A game by both, each step compared; a fault that it met, or None."""
    rng = Random(seed)
    program = plain.program
    state = plain.fresh(seed)
    for _ in range(longest):
        before = state
        asked = rng.random() < 0.1
        first, second = (stopped(machine, before, [], asked) for machine in (plain, compiled))
        assert first == second
        assert all(type(word) is int for word in (*second[1], *second[2]))
        if asked:
            first, second = (stopped(machine, before, [], False) for machine in (plain, compiled))
            assert first == second
        if first[0] is not None:
            return first[0]
        again = stopped(compiled, before, first[3].outcomes, True)  # the same from a tape that is read
        assert again[:3] == second[:3]
        state = first[1]
        for _, address in program.invariants:
            assert plain.evaluate(state, address, []) == compiled.evaluate(state, address, [])
        if state[STATUS] == OVER:
            return None
        seat, menu, found = choice(plain, compiled, state, rng)
        action, arguments = rng.choice(found)
        plain.commit(state, menu, action, seat, arguments)
    return None


def choice(plain: Machine, compiled: Machine, state: list[int], rng: Random) -> tuple[int, Menu, list[Move]]:
    """Who chooses, from which menu, and what there is, by both alike."""
    stop = plain.stop(state)
    anytime = plain.program.anytime
    tries = [(rng.randrange(plain.program.seats), anytime)] if anytime is not None and rng.random() < 0.3 else []
    for seat, menu in [*tries, (rng.choice(stop.waiting), stop.menu)]:
        assert menu is not None
        if not menu.anytime or plain.open_anytime(state, seat):
            found = moves(plain, state, menu, seat)
            assert found == moves(compiled, state, menu, seat)
            if found:
                return seat, menu, found
    raise AssertionError("nothing is possible")


@pytest.mark.parametrize(("path", "variant"), SETTINGS, ids=lambda part: part.stem if isinstance(part, Path) else str(part))
def test_every_shipped_game_runs_alike(path: Path, variant: str | None) -> None:
    game = cardrules.load(path, variant=variant)
    for players in sorted({min(game.players), max(game.players)}):
        plain = Machine(game.machine(players).program)
        compiled = Compiled(plain.program)
        for seed in range(2):
            assert play(plain, compiled, seed) is None
        if path.stem in ("feud", "crown-duel", "line-of-succession", "goofspiel", "kuhn-poker"):
            assert compiled.given_up == 0


def machines(text: str, players: int = 2) -> tuple[Machine, Compiled]:
    game = load_text(text, "made-up.yml")
    program = lower(game, dict.fromkeys(game.options, 0), players)
    return Machine(program), Compiled(program)


FAULTY = """
cardrules: 1
game: Faulty
players: 2
cards:
  french: A..6 of spades
zones:
  stock: every card, face down
  spot: face down, one card
variables:
  small: 0..3
  free: 0..900000000000000000
  boss: player or none
setup: |
  free = 1
  small = 1
play: |
  repeat:
    each player chooses:
      go(n in 0..4):
        {sentence}
rules:
  deep(number n): deep(n + 1) + 1 if n >= 0 else 0
"""


@pytest.mark.parametrize(
    "sentence",
    [
        "small += n",
        "free = 7 // (2 - n)",
        "free = free * 1000000",
        "move top 2 of stock to spot",
        "move exactly 5 of stock to spot",
        "free = deep(n)",
        "free = (top of spot).pips + 1",
        "let p = next(boss)",
        "while n > 2:\n          small = n",
    ],
)
def test_a_fault_is_the_same_fault_at_the_same_place(sentence: str) -> None:
    plain, compiled = machines(FAULTY.replace("{sentence}", sentence))
    assert any(play(plain, compiled, seed, 12) is not None for seed in range(6))
    assert compiled.given_up > 0


def test_the_listing_names_the_lines_of_the_file_and_nothing_else_of_it() -> None:
    program = machines(FAULTY.replace("{sentence}", 'say "nothing; raise SystemExit"  # \\u000b raise SystemExit'))[0].program
    for bulk in (False, True):
        shown = listing(program, bulk)
        compile(shown, "listing", "exec")
        assert all("SystemExit" not in line or line.startswith("#") for line in shown.splitlines())
        assert "each player chooses:" in shown


@pytest.mark.parametrize("seed", range(8))
def test_programs_made_by_chance_run_alike(seed: int) -> None:
    game = cardrules.Game(load_text(program(seed).text, "made-by-chance.yml"), None, {})
    plain = Machine(game.machine(min(game.players)).program)
    compiled = Compiled(plain.program)
    for number in range(2):
        assert play(plain, compiled, number) is None
    games, form = Games(plain), policy.shape(plain.program)
    for number in range(2):
        first, second = [0] * form.tally, [0] * form.tally
        record = policy.playout(plain, form, 3, number, LONGEST, number == 0, first)
        assert games.record(3, number, LONGEST, number == 0, second) == record
        assert first == second


DEEP = """
cardrules: 1
game: Deep
players: 3
cards:
  french: A..6 of spades
zones:
  stock: every card, face down
variables:
  salt: each player, 0..900, capped
  total: 0..900, capped
setup: |
  (first of players).salt = 2
play: |
  {loops}
  total += f{rules}(1)
  each player chooses:
    go(n in 0..total // 200):
      salt += {sums}
  stop_early()
  nobody wins
rules:
  stop_early(): |
    for each player:
      if salt >= 0:
        total += 1
        stop
  f0(number x): x + total
  {calls}
"""


def deep(rules: int) -> str:
    """Seven loops in one another, four sums, and a rule that comes to 4 ** rules calls."""
    loops = "".join(f"for each p{k} in players:\n{'  ' * (k + 2)}" for k in range(7)) + "total += 1"
    calls = [f"f{k}(number x): (f{k - 1}(x) + f{k - 1}(x + 1) - f{k - 1}(x - {k}) + f{k - 1}({k})) % 900" for k in range(1, rules + 1)]
    sums = "total"
    for k in range(4):
        sums = f"sum(({sums} + q{k}.salt) % 7 for q{k} in players)"
    return DEEP.format(loops=loops, calls="\n  ".join(calls), sums=sums, rules=rules)


@pytest.mark.parametrize("patience", [(60, 5_000), (1, 100)])
def test_little_is_written_however_deep_a_program_is(patience: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Text grows with the program, not with what it comes to. Where it would grow too long the interpreter plays; games are the same."""
    monkeypatch.setattr(plan, "PATIENCE", patience)
    plain, compiled = machines(deep(6), 3)
    words = len(plain.program.layout.code)
    assert all(len(write(plain.program, mode).text) < 1_000 * words for mode in (plan.BULK, plan.FULL))
    assert play(plain, compiled, 3) is None
    assert Games(plain).record(3, 0, LONGEST, False, [0] * 1_000) == policy.batch(plain, 3, 0, 1, LONGEST, False)[0].tolist()


def test_calls_too_many_are_a_fault_also_where_they_are_written_into_one_another() -> None:
    plain, compiled = machines(deep(8), 3)
    assert play(plain, compiled, 3) is not None


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    from cardrules.interpreter.cli import main

    assert main(["compile", "kuhn-poker"]) == 0
    assert "def b" in capsys.readouterr().out
    assert main(["compile", "kuhn-poker", "--bulk", "--set", "ante=2"]) == 0
    assert "def m0(S):" in capsys.readouterr().out
    assert main(["compile", "kuhn-poker", "--players", "5"]) == 2
    assert "2 players, not 5" in capsys.readouterr().err
    assert main(["compile", "nowhere.yml"]) == 2
