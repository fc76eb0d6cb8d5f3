"""The native executor does what `interpret` does: the same state, report and fault after every stop, the same records of random games."""

from __future__ import annotations

import random
import re
from array import array
from importlib.resources import files
from pathlib import Path

import pytest
from cardrules.dsl import ir, load
from cardrules.interpreter.machine.chance import Tape, seeded
from cardrules.interpreter.machine.fault import GameFault, MachineError
from cardrules.interpreter.machine.layout import OVER, STATUS
from cardrules.interpreter.machine.lowering.lower import lower
from cardrules.interpreter.machine.native import build
from cardrules.interpreter.machine.native.emit import c_text
from cardrules.interpreter.machine.native.native import Games, Native
from cardrules.interpreter.machine.native.whole import whole_text
from cardrules.interpreter.machine.program import Program
from cardrules.interpreter.machine.running.finish import Finished, finish
from cardrules.interpreter.machine.running.interpret import Machine, Subsets
from cardrules.interpreter.machine.running.policy import BROKEN, COLUMNS, CUT, ENDED, ENDING, batch, shape

FILES = sorted(
    [*(Path(str(f)) for f in files("cardrules.games").iterdir() if f.name.endswith(".yml")), *Path(__file__).parents[1].glob("games/*.yml")]
)
pytestmark = pytest.mark.skipif(build.compiler() is None, reason="there is no C compiler")


def step(machine: Machine, state: list[int], rng: random.Random) -> bool:
    """Somebody chooses something at random, now and then out of turn; False when nobody can."""
    stop = machine.stop(state)
    if stop.menu is None:
        return False
    menus = [(stop.menu, rng.choice(stop.waiting))]
    seat = rng.randrange(machine.layout.seats)
    if machine.program.anytime is not None and rng.random() < 0.3 and machine.open_anytime(state, seat):
        menus.insert(0, (machine.program.anytime, seat))
    for menu, who in menus:
        for _ in range(200):
            action = rng.randrange(len(menu.actions))
            arguments = some_arguments(machine, state, menu, action, who, rng)
            if arguments is not None and machine.allowed(state, menu, action, who, arguments):
                machine.commit(state, menu, action, who, arguments)
                return True
    return False


def some_arguments(machine, state, menu, action, seat, rng):
    arguments: list[int | tuple[int, ...]] = []
    for _ in menu.actions[action].parameters:
        domain = machine.domain(state, menu, action, seat, arguments)
        if isinstance(domain, Subsets):
            if domain.least > domain.most:
                return None
            arguments.append(tuple(rng.sample(domain.items, rng.randint(domain.least, domain.most))))
        elif not domain:
            return None
        else:
            arguments.append(rng.choice(domain))
    return arguments


def compare(machine: Machine, native: Native, state: list[int]) -> bool:
    """Runs both to the next stop. Whether the game goes on."""
    other, raw, native_raw = state[:], list[int](), list[int]()
    try:
        machine.report(state, Tape(), raw)
    except GameFault as fault:
        before = other[:]
        with pytest.raises(GameFault) as caught:
            native.report(other, native_raw)
        assert (caught.value.kind, caught.value.address, caught.value.message) == (fault.kind, fault.address, fault.message)
        assert other == before
        return False
    native.report(other, native_raw)
    assert other == state
    assert native_raw == raw
    return state[STATUS] < OVER


def play(program: Program, seeds: range, longest: int = 250) -> None:
    machine, native = Machine(program), Native(program)
    for seed in seeds:
        rng = random.Random(seed)
        state = machine.fresh(seed)
        for _ in range(longest):
            if not compare(machine, native, state) or not step(machine, state, rng):
                break


def settings(game: ir.Game, rng: random.Random) -> list[tuple[dict[str, int], int]]:
    """What is played: the game as it stands with the fewest, all of a variant's and some options at random with the most players."""
    default = {name: option.default for name, option in game.options.items()}
    drawn = {option.name: rng.randint(option.low, option.high) for option in game.options.values() if rng.random() < 0.5}
    variant = rng.choice([{}, *(variant.settings for variant in game.variants.values())])
    return [(default, min(game.seats)), (default | drawn | variant, max(game.seats))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_stop_is_the_same(path, monkeypatch):
    monkeypatch.setattr(build, "GAME_LEVEL", "-O0")  # many programs, a few games of each
    game = load.load(path)
    for options, seats in settings(game, random.Random(path.stem)):
        try:
            program = lower(game, options, seats)
        except GameFault:
            continue  # these options can not be played
        play(program, range(2), 150)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_whole_games_are_the_same(path, monkeypatch):
    monkeypatch.setattr(build, "WHOLE_LEVEL", "-O0")
    game = load.load(path)
    for options, seats in settings(game, random.Random(path.stem)):
        try:
            program = lower(game, options, seats)
        except GameFault:
            continue
        if program.anytime is None:  # else they can not be one piece
            whole_games_agree(program, 3, 150)


def whole_games_agree(program: Program, games: int, longest: int) -> tuple[array[int], list[int]]:
    """What both come to."""
    found = Games(program).batch(7, 3, games, longest, True)
    assert found == batch(Machine(program), 7, 3, games, longest, True)
    return found


@pytest.mark.parametrize("path", FILES[::3], ids=lambda path: path.stem)
def test_records_are_the_same(path):
    game = load.load(path)
    for options, seats in settings(game, random.Random(path.stem))[:1]:
        program = lower(game, options, seats)
        native = Native(program)
        assert native.batch(7, 3, 4, 120, True) == batch(Machine(program), 7, 3, 4, 120, True)
        assert native.batch(-1, 0, 3, 25, False) == batch(Machine(program), -1, 0, 3, 25, False)


EVERYTHING = """
players: 2..3
kinds:
  mood: calm, cross
cards:
  french: A..5 of spades, A..5 of hearts
attributes:
  warm: rank is A or suit is hearts
  level: pips + count(row)
zones:
  stock: face down, refilled from junk except top
  junk: every card, face up
  row: face up, in order
  hand: each player, seen by owner
  spot: each player, each mood, face down, one card
variables:
  coins: each player, each mood, 0..5, capped
  bid: each player, 0..3, secret, each round
  friend: player or none
  luck: -20..90, kept
anytime: |
  toss(card in hand) when count(hand) > 1:
    move card to junk
  peek(c in stock, m in mood) when spot(m) is empty:
    show c to you
    you chooses:
      on:
        nothing
      off(n in 1..2):
        luck = luck + n - n
rules:
  strip(player p): |
    for each c in p.hand:
      p may choose:
        drop:
          move c to bottom of stock
  pairs(player p): |
    for each s in 2..3 of p.hand:
      if same(c.rank for c in s):
        return s
    return p.hand where warm or level > 4
  depth(number n): 0 if n <= 0 else 1 + depth(n - 1)
setup: |
  luck = random of (1, 2, 50)
play: |
  repeat 2 times:
    round:
      shuffle junk
      move junk to stock
      deal 2 from stock to each hand
      each player chooses:
        offer(n in 0..3):
          bid = n
      take turns from first of best(p.bid for p in players) until sum(count(p.hand) for p in seats) < 3:
        choose:
          lay(card in hand, m in mood):
            move spot(m) to row
            move card to spot(m)
            coins(m) += bid
            friend = you if card.warm else none
          swap_some(gift in 1..2 of hand, who in others) when count(who.hand) > 0:
            let taken = random count(gift) of who.hand
            move gift to who.hand
            move taken to hand
            reverse
          strip_it when depth(luck // 7) < 4:
            strip(next(you))
            move top 1 of stock to hand
            again
        else:
          move top 2 of stock to hand
      shuffle row
      move row to junk
      for each player:
        say "{you} has {count(pairs(you))} of {hand}"
        move hand to junk
  order players by coins(calm), lowest coins(cross)
"""


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_of_everything(bench, players):
    program = bench(EVERYTHING, players=players, start=False).program
    play(program, range(12), 60)
    native = Native(program)
    assert native.batch(1, 0, 30, 60, True) == batch(Machine(program), 1, 0, 30, 60, True)
    assert whole_text(program) is None
    start, end = EVERYTHING.index("anytime:"), EVERYTHING.index("rules:")
    whole_games_agree(bench(EVERYTHING[:start] + EVERYTHING[end:], players=players, start=False).program, 60, 60)


MANY_WAYS = """
players: 3..4
cards:
  french: A..6 of spades, A..6 of hearts
zones:
  stock: every card, face down, refilled from junk
  junk: face up
  hand: each player, seen by owner
  row: face up, in order
variables:
  coins: each player, 0..9, capped
  latest: player or none
  score: each player, 0..99, kept
setup: |
  move first of (stock where pips is 6) to junk
  shuffle stock
  deal 2 from stock to each hand
play: |
  repeat:
    round:
      each player chooses:
        bid(n in 0..2) when n is 0 or must_choose(opponent_of(you)):
          coins += n
        lay_two(cards in 2..2 of hand):
          move cards to row
      go round from first of players until all pass:
        may choose:
          give(card in hand, who in others, n in 0..1) when n + count(who.hand) < 4:
            move card to who.hand
            coins += n
          swap_all(cards in 1..2 of hand) when same(c.suit for c in cards):
            move cards to bottom of row
            latest = you
      fill()
      for each player in players where coins > 4:
        if count(players) > 2:
          out you
  until count(row) > 6 or count(players) < 3 or round_number > 5
  for each player in seats:
    score += coins
  if latest is none:
    nobody wins
  win latest
match: max(p.score for p in seats) > 9 or games > 3
rules:
  opponent_of(player p): next(p)
  fill(): |
    for each player:
      let c = pick(you)
      if c is not none:
        move c to row
      move top 1 of stock to hand
  pick(player p): |
    p may choose:
      lay(card in p.hand where pips < 4):
        return card
      drop(card in p.hand) when count(p.hand) > 3:
        move card to junk
    return none
"""


@pytest.mark.parametrize("players", [3, 4])
def test_whole_games_with_many_kinds_of_decisions(bench, players):
    program = bench(MANY_WAYS, players=players, start=False).program
    for longest, ending in ((400, ENDED), (30, CUT)):
        assert ending in whole_games_agree(program, 40, longest)[0][ENDING :: shape(program).width]


PICKS = """
players: 2
cards:
  french: A..4 of spades
zones:
  pool: every card, face up
  row: face up, in order
  hand: each player, face up, in order
variables:
  seen: 0..1000000
play: |
  take turns from first of players until pool is empty:
    choose:
      keep(card in pool):
        move card to hand
      lay(card in pool):
        move card to row
    let which = (row if count(hand) > 1 else hand)
    seen = sum(c.pips for c in top 2 of row) + 3 * sum(c.pips for c in bottom 2 of row) + 10 * sum(c.pips for c in first 2 of hand)
    seen += 100 * sum(c.pips for c in last 3 of hand) + 1000 * count(top 9 of row)
    if which is not empty:
      seen += 2000 * (top of which).pips + 20000 * count((row if count(hand) > 1 else hand) where pips > 1)
    say "{seen} {top 3 of row} {last 2 of hand} {row}"
  order players by count(hand)
"""


def test_what_is_picked_leaves_the_place_as_it_was(bench):
    program = bench(PICKS, start=False).program
    assert c_text(program).count("pick_lent(c, ") >= 5
    play(program, range(12), 60)


BREAKS = (
    "total = 10",
    "total -= 1",
    "repeat:\n  (first of players) chooses:\n    take(card in spot):\n      nothing\n  else:\n    nothing",
    "move exactly 7 of stock to row",
    "move top 2 of stock to spot",
    "big = 900000000000000000\nbig = big * 9",
    "big = 900000000000000000\nbig = big * big * big",
    "total = 3 // total",
    "total = 3 % total",
    "total = many(total)",
    "for each player in players where it is boss:\n  total = 1\nlet p = next(boss)",
    "let c = top of spot\nif c.rank < 5:\n  total = 1",
    "while total is 0:\n  most = 3",
    "total = f(1)",
    "total = g(1, stock)",
    "total = count(0..20000)",
    "for each player:\n  choose:\n    lay(card in row):\n      nothing",
)

FAULTS = """
players: 2
cards:
  french: A..6 of spades
zones:
  stock: every card, face down
  row: face up, in order
  spot: face down, one card
variables:
  total: 0..9
  most: 0..9, capped
  big: 0..900000000000000000
  many: each 1..3, 0..9
  boss: player or none
rules:
  f(number n): f(n + 1) + 1
  g(number n, some card s): g(n + 1, s) + count(s)
play: |
  (first of seats) chooses:
    break(n in 0..COUNT):
BRANCHES
  nobody wins
"""


def test_faults_are_the_same(bench):
    branches = ""
    for k, lines in enumerate(BREAKS):
        branches += f"      if n is {k}:\n" + "".join(f"        {line}\n" for line in lines.splitlines())
    program = bench(FAULTS.replace("COUNT", str(len(BREAKS) - 1)).replace("BRANCHES\n", branches), start=False).program
    machine, native = Machine(program), Native(program)
    kinds: set[int] = set()
    for k in range(len(BREAKS)):
        state = machine.fresh(1)
        assert compare(machine, native, state)
        menu = machine.stop(state).menu
        assert menu is not None
        machine.commit(state, menu, 0, 0, [k])
        after = state[:]
        assert not compare(machine, native, state), BREAKS[k]
        with pytest.raises(GameFault) as caught:
            machine.report(after, Tape(), None)
        kinds.add(caught.value.kind)
    assert len(kinds) >= 11
    rows, tally = native.batch(3, 0, 60, 100, True)
    assert (rows, tally) == batch(machine, 3, 0, 60, 100, True)
    assert set(rows[ENDING :: shape(program).width]) == {BROKEN}
    assert whole_games_agree(program, 60, 100)[0].tolist().count(BROKEN) >= 60
    assert len(COLUMNS) <= shape(program).width


def test_a_match_goes_on_and_is_given_up(bench):
    text = "players: 2\ncards:\n  french: A..4 of spades\nzones:\n  stock: every card, face down\nvariables:\n  n: 0..9, kept\n"
    play(
        bench(
            text + "play: |\n  n += 1\n  (first of seats) chooses:\n    on:\n      win first of seats\nmatch: n is 3\n", start=False
        ).program,
        range(2),
    )
    play(bench(text + "play: |\n  win first of seats\nmatch: n is 3\n", start=False).program, range(1))


def test_a_score_that_is_none_stays_none(bench):
    text = "players: 2..3\ncards:\n  french: A..4 of spades\nzones:\n  stock: every card, face down\n  pile: each player, face up\n"
    text += "setup: |\n  move top of stock to (first of seats).pile\nplay: |\n  order players by lowest max(c.pips for c in pile)\n"
    program = bench(text, start=False).program
    play(program, range(1))
    b = bench(text)
    assert b.state[b.program.layout.scores + 1] == ir.NONE


WIDE = """
players: 2
cards:
  french: A..K of spades, A..K of hearts
zones:
  stock: every card, face down
  row: face up, in order
play: |
  take turns from first of seats until count(row) > 20:
    choose:
      lay(few in 1..4 of stock, n in 1..9) when n > count(few):
        move few to row
      far(n in 1..4000000000) when n % 5 is 0:
        move top of stock to row
  nobody wins
"""


def test_wide_menus_are_sampled_alike(bench):
    program = bench(WIDE, start=False).program
    assert Native(program).batch(2, 0, 3, 100, True) == whole_games_agree_at(program, 2)


def whole_games_agree_at(program: Program, seed: int) -> tuple[array[int], list[int]]:
    found = Games(program).batch(seed, 0, 3, 100, True)
    assert found == batch(Machine(program), seed, 0, 3, 100, True)
    return found


def test_finish_plays_a_given_state_on(bench):
    program = bench(EVERYTHING, players=2, start=False).program
    machine, native = Machine(program), Native(program)
    state, rng = machine.fresh(4), random.Random(4)
    machine.report(state, Tape(), None)
    before = state[:]
    for word in range(8):
        for longest in (1, 7, 1000):
            assert native.finish(state, seeded(word), longest) == finish(machine, state, seeded(word), longest)
    assert state == before
    ends = [native.finish(state, seeded(word), 1000) for word in range(8)]
    assert all(end is not None and end.cells is not None and end.cells[STATUS] == OVER for end in ends)
    assert len({end.made for end in ends if end is not None}) > 1
    while step(machine, state, rng):
        machine.report(state, Tape(), None)
        assert native.finish(state, 5, 30) == finish(machine, state, 5, 30)


def test_finish_counts_up_to_a_fault(bench):
    program = bench(FAULTS.replace("COUNT", "1").replace("BRANCHES\n", "      total = 10\n"), start=False).program
    machine = Machine(program)
    state = machine.fresh(1)
    machine.report(state, Tape(), None)
    assert Native(program).finish(state, 1, 9) == finish(machine, state, 1, 9) == Finished(None, 1)


def test_an_example_goes_on_in_python(bench):
    game = load.load(str(files("cardrules.games") / "line-of-succession.yml"))
    program = lower(game, {name: option.default for name, option in game.options.items()}, 2)
    machine, native = Machine(program), Native(program)
    state = machine.fresh(1, program.examples[0].start)
    machine.report(state, Tape(), None)
    assert native.finish(state, 1, 50) is None
    assert finish(machine, state, 1, 50).made > 2


def test_a_state_that_can_not_be_breaks_off_and_does_no_harm(bench):
    program = bench(EVERYTHING, players=2, start=False).program
    machine, native = Machine(program), Native(program)
    state = machine.fresh(4)
    machine.report(state, Tape(), None)
    rng = random.Random(1)
    broken = 0
    for _ in range(400):
        wrong = state[:]
        for _ in range(3):
            wrong[rng.randrange(len(wrong))] = rng.choice((-1, 1, 77, ir.NONE, 1 << 40, rng.randrange(9)))
        try:
            native.finish(wrong, 1, 30)
        except MachineError:
            broken += 1
    assert broken > 40
    assert native.finish(state, 3, 30) == finish(machine, state, 3, 30)


def test_the_text_holds_nothing_of_the_file():
    game = load.load(str(files("cardrules.games") / "crown-duel.yml"))
    program = lower(game, {name: option.default for name, option in game.options.items()}, 2)
    for text in (c_text(program), whole_text(program)):
        assert text is not None
        assert '"' not in re.sub('#include "[a-z]+.[ch]"', "", text)
        assert not any(word in text for word in ("crown", "truce", "wins the round", "coins", "♠"))
