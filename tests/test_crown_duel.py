"""Crown Duel against a plain Python player of the same rules."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field
from pathlib import Path

import cardrules
import pytest

FILE = Path(__file__).parents[1] / "games" / "crown-duel.yml"
RANKS = "A2345678"
VALUE = {rank: n for n, rank in enumerate(RANKS, 1)}


@dataclass
class Duel:
    """The rules in straight Python. hands: cards like `4♠`; scouting: the seat that lays second, or None."""

    hands: list[list[str]]
    coins_to_win: int = 4
    boost: int = 2
    truce_cancels: bool = False
    held_double: bool = False
    coins: list[int] = field(default_factory=lambda: [0, 0])
    extra: list[int] = field(default_factory=lambda: [0, 0])
    boosted: list[bool] = field(default_factory=lambda: [False, False])
    held: int = 0
    scouting: int | None = None
    laid: list[str | None] = field(default_factory=lambda: [None, None])
    used: list[list[str]] = field(default_factory=lambda: [[], []])
    over: bool = False
    winner: int | None = None

    def to_move(self) -> tuple[int, ...]:
        if self.over:
            return ()
        waiting = [seat for seat in (0, 1) if self.laid[seat] is None]
        if self.scouting is not None and len(waiting) == 2:
            return (1 - self.scouting,)
        return tuple(waiting)

    def legal(self, seat: int) -> set[str]:
        return {f"lay {card}" for card in self.hands[seat]}

    def choose(self, seat: int, action: str) -> None:
        card = action.removeprefix("lay ")
        self.hands[seat].remove(card)
        self.laid[seat] = card
        if None not in self.laid:
            self.round()

    def round(self) -> None:
        a, b = (card[0] for card in self.laid if card)
        ranks = (a, b)
        power = [self.has_power(ranks[s], ranks[1 - s]) for s in (0, 1)]
        works = {(s, r): power[s] and ranks[s] == r for s in (0, 1) for r in RANKS}
        value = [VALUE[ranks[s]] + (self.boost if self.boosted[s] else 0) for s in (0, 1)]
        for s in (0, 1):
            if works[s, "2"] and works[1 - s, "8"]:
                self.over, self.winner = True, s
                return
        winner = self.decide(works, value)
        if winner is None:
            self.held += 1
            for s in (0, 1):
                self.extra[s] += self.held_double and works[s, "5"]
        else:
            self.coins[winner] += 1 + self.held + self.extra[winner] + works[winner, "5"]
            self.held, self.extra = 0, [0, 0]
            if self.coins[winner] >= self.coins_to_win:
                self.over, self.winner = True, winner
                return
        self.boosted = [works[s, "7"] for s in (0, 1)]
        scouts = [s for s in (0, 1) if works[s, "3"]]
        self.scouting = scouts[0] if len(scouts) == 1 else None
        for s in (0, 1):
            self.used[s].append(self.laid[s] or "")
        self.laid = [None, None]
        if not self.hands[0]:
            self.over = True

    def has_power(self, mine: str, other: str) -> bool:
        if other == "6":
            return False
        return not (self.truce_cancels and other == "A" and mine not in ("A", "6"))

    def decide(self, works: dict[tuple[int, str], bool], value: list[int]) -> int | None:
        if works[0, "A"] or works[1, "A"]:
            return None
        crowns = [s for s in (0, 1) if works[s, "8"]]
        if len(crowns) == 1:
            return crowns[0]
        if value[0] == value[1]:
            return None
        higher = 0 if value[0] > value[1] else 1
        return 1 - higher if works[0, "4"] or works[1, "4"] else higher


def same(state: cardrules.State, duel: Duel) -> None:
    """Everything the two know of must be equal."""
    assert state.over == duel.over
    for seat in (0, 1):
        assert state.get("coins", seat) == duel.coins[seat]
        assert state.get("extra", seat) == duel.extra[seat]
        assert sorted(state.zone("hand", seat)) == sorted(duel.hands[seat])
    if duel.over:
        assert state.winners == (() if duel.winner is None else (duel.winner,))
        return
    assert state.get("held") == duel.held
    assert state.get("scouting") == duel.scouting
    for seat in (0, 1):
        assert state.get("boosted", seat) == duel.boosted[seat]
        assert list(state.zone("used", seat)) == duel.used[seat]


def test_rulebook_defaults() -> None:
    game = cardrules.load(FILE)
    assert game.name == "Crown Duel" and tuple(game.players) == (2,)
    assert game.options["coins_to_win"] == 4
    assert set(game.variants) == {"quick_duel", "traitor", "random_hands", "best_of_three"}
    state = game.start(seed=1)
    assert [sorted(state.zone("hand", s)) for s in (0, 1)] == [sorted(f"{r}{suit}" for r in RANKS) for suit in "♠♥"]
    assert state.to_move == (0, 1)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same rules from any position: what the rounds before left behind is chosen at the start."""
    path = tmp_path_factory.mktemp("crown") / "prepared.yml"
    path.write_text(
        """cardrules: 1
game: Crown Duel, prepared
extends: crown-duel.yml
setup: |
  move stock where suit is spades to (first of players).hand
  move stock where suit is hearts to (last of players).hand
  (first of players) chooses:
    prepare(one in 0..1, two in 0..1, waiting in 0..8):
      (first of players).boosted = one is 1
      (last of players).boosted = two is 1
      held = waiting
"""
    )
    (path.parent / "crown-duel.yml").write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")
    return path


@pytest.mark.parametrize(("truce_cancels", "held_double"), list(itertools.product((False, True), repeat=2)))
def test_every_round(prepared: Path, truce_cancels: bool, held_double: bool) -> None:
    """All 64 pairs of cards, with each boost, with rounds on hold, under each option: winner, coins, trap, scout and next boost."""
    start = cardrules.load(prepared, options={"truce_cancels": truce_cancels, "held_double": held_double}).start(seed=1)
    met = {"trap": 0, "scout": 0, "boost": 0, "hold": 0, "double": 0}
    for one, two, held in itertools.product((0, 1), (0, 1), (0, 2)):
        position = start.clone()
        position.choose(0, f"prepare {one}, {two}, {held}")
        for mine, other in itertools.product(RANKS, repeat=2):
            duel = Duel([[f"{r}♠" for r in RANKS], [f"{r}♥" for r in RANKS]], truce_cancels=truce_cancels, held_double=held_double)
            duel.boosted, duel.held = [bool(one), bool(two)], held
            state = position.clone()
            for seat, card in ((0, f"{mine}♠"), (1, f"{other}♥")):
                state.choose(seat, f"lay {card}")
                duel.choose(seat, f"lay {card}")
            same(state, duel)
            met["trap"] += duel.over and max(duel.coins) == 0
            met["scout"] += duel.scouting is not None
            met["boost"] += any(duel.boosted)
            met["hold"] += duel.held > held
            met["double"] += max(duel.coins) == held + 2
    assert all(met.values())


OPTIONS: list[dict[str, object]] = [
    {},
    {"random_hands": True},
    {"traitor": True},
    {"random_hands": True, "traitor": True, "held_double": True},
    {"truce_cancels": True, "boost": 4},
    {"coins_to_win": 2, "held_double": True},
    {"coins_to_win": 16, "boost": 0, "random_hands": True, "truce_cancels": True},
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(o) or "rulebook")
def test_whole_games(options: dict[str, object]) -> None:
    """Random games, both players of the rules driven with the same actions and compared after each."""
    game = cardrules.load(FILE, options=options)
    knobs = {key: value for key, value in options.items() if key not in ("random_hands", "traitor")}
    rng = random.Random(11)
    for seed in range(12):
        state = game.start(seed=seed)
        duel = Duel([list(state.zone("hand", s)) for s in (0, 1)], **knobs)  # type: ignore[arg-type]
        if options.get("traitor") and not options.get("random_hands"):
            assert [sum(card.endswith("♠") for card in hand) for hand in duel.hands] == [7, 1]
        assert sorted(duel.hands[0] + duel.hands[1]) == sorted(f"{r}{s}" for r in RANKS for s in "♠♥")
        rounds = 0
        while not duel.over:
            assert state.to_move == duel.to_move()
            seat = rng.choice(duel.to_move())
            assert {str(action) for action in state.legal(seat)} == duel.legal(seat)
            action = rng.choice(sorted(duel.legal(seat)))
            state.choose(seat, action)
            duel.choose(seat, action)
            if duel.to_move() in ((0, 1), ()) or duel.laid == [None, None]:
                rounds += 1
                same(state, duel)
        assert 1 <= rounds <= 8


def play(game: cardrules.Game, seed: int) -> cardrules.State:
    rng = random.Random(seed)
    state = game.start(seed=seed)
    while not state.over:
        seat = rng.choice(state.to_move)
        state.choose(seat, state.legal(seat).sample(rng))
    return state


def test_coins_end_the_game() -> None:
    game = cardrules.load(FILE, variant="quick_duel")
    quick = [play(game, seed) for seed in range(20)]
    for state in quick:
        coins = [state.get("coins", seat) for seat in (0, 1)]
        trapped = state.winners and coins[state.winners[0]] < 3
        last = {state.zone("laid", seat)[0][0] for seat in (0, 1) if state.zone("laid", seat)}
        assert not trapped or last == {"2", "8"}
        assert state.winners or max(coins) < 3
    assert any(state.winners and max(state.get("coins", seat) for seat in (0, 1)) == 3 for state in quick)


def test_a_draw_ends_a_single_game_and_is_played_again_in_a_match() -> None:
    tie = [f"lay {rank}" for rank in RANKS]
    single = cardrules.load(FILE).start(seed=3)
    match = cardrules.load(FILE, variant="best_of_three").start(seed=3)
    for state in (single, match):
        for action in tie:
            state.choose(0, action + "♠")
            state.choose(1, action + "♥")
    assert single.over and single.winners == () and list(single.returns) == [0, 0]
    assert not match.over
    assert [len(match.zone("hand", s)) for s in (0, 1)] == [8, 8]
    for _ in range(2):
        match.choose(0, "lay 8♠")
        match.choose(1, "lay 2♥")
    assert match.over and match.winners == (1,)


def test_a_match_of_draws_ends() -> None:
    state = cardrules.load(FILE, options={"wins_needed": 2, "games_at_most": 3}).start(seed=3)
    for number in range(3):
        assert not state.over, number
        for rank in RANKS:
            state.choose(0, f"lay {rank}♠")
            state.choose(1, f"lay {rank}♥")
    assert state.over and state.winners == ()


def test_the_traitor_draws_from_both_hands_before_handing_over() -> None:
    game = cardrules.load(FILE, variant="traitor")
    gifts = set[tuple[str, ...]]()
    for seed in range(40):
        state = game.start(seed=seed)
        strangers = [tuple(c for c in state.zone("hand", s) if c[-1] != own) for s, own in ((0, "♠"), (1, "♥"))]
        assert [len(s) for s in strangers] == [1, 1]
        gifts.add((strangers[0][0], strangers[1][0]))
    assert len(gifts) > 25
