"""Feud against a plain Python player of the same rules."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field
from pathlib import Path

import cardrules
import pytest

FILE = Path(__file__).parents[1] / "games" / "feud.yml"
BLACK, RED = "♠", "♥"
OWN = (BLACK, RED)  # the first seat's royals are black
WORTH = {"K": 3, "Q": 2, "J": 1}
ROYALS = ("J", "Q")


@dataclass
class Options:
    relative_to: str = "own_card"
    winner_discards: bool = False
    decisive_ace: bool = False
    ace_clash: str = "tie"
    swapping: str = "transfer"
    swaps_a_battle: int = 2
    late_swap: bool = False
    feud_exhaustion: str = "lose"
    both_out: str = "draw"
    ties_for_king: int = 3
    open_hands: bool = False


def rank(card: str) -> str:
    return card[:-1]


def worth(card: str) -> int:
    return WORTH.get(rank(card), 0)


def battle(cards: tuple[str, str], o: Options) -> int | None:
    """Which of two cards wins; None for a tie. The first is black's, the second red's."""

    def right(seat: int) -> bool:
        mine, other = cards[seat], cards[1 - seat]
        color = mine[-1] if o.relative_to == "own_card" else OWN[seat]
        says_same = rank(mine) == "A" or int(rank(mine)) % 2 == 0
        return says_same == (other[-1] == color)

    royal = [rank(card) in ROYALS for card in cards]
    if any(royal):
        if all(royal):
            return None
        seat = royal.index(True)
        return seat if cards[0][-1] != cards[1][-1] else 1 - seat
    ace = [rank(card) == "A" for card in cards]
    lost = [ace[s] and not right(s) for s in (0, 1)]
    if lost[0] != lost[1]:
        return 1 if lost[0] else 0
    if all(lost):
        return None
    if o.decisive_ace and any(ace):
        return ace.index(True)
    if right(0) == right(1):
        return None
    return 0 if right(0) else 1


@dataclass
class Feud:
    """The rules in straight Python. asked: a seat in the middle of an exchange, and the word it must answer with."""

    o: Options
    hands: list[set[str]]
    courts: list[set[str]]
    tied: list[str] = field(default_factory=list[str])
    discard: list[str] = field(default_factory=list[str])
    ties: int = 0
    swapped: set[str] = field(default_factory=set[str])
    swaps: list[int] = field(default_factory=lambda: [0, 0])
    chosen: dict[int, str] = field(default_factory=dict[int, str])
    laid: list[str] = field(default_factory=list[str])
    ready: set[int] = field(default_factory=set[int])
    asked: tuple[int, str] | None = None
    over: bool = False
    winners: tuple[int, ...] = ()

    def to_move(self) -> tuple[int, ...]:
        if self.over:
            return ()
        if self.asked:
            return (self.asked[0],)
        done = self.ready if self.laid else set(self.chosen)
        return tuple(s for s in (0, 1) if s not in done)

    def legal(self, seat: int) -> set[str]:
        """What a seat that has to move may do."""
        hand, court = self.hands[seat], self.courts[seat]
        if self.asked:
            word = self.asked[1]
            return {f"{word} {card}" for card in (hand if word == "give" else court) if worth(card) == 0}
        actions = {"turn_over"} if self.laid else {f"lay {card}" for card in hand}
        if self.ties or self.swaps[seat] >= self.o.swaps_a_battle:
            return actions
        transfer = self.o.swapping == "transfer"
        if transfer or any(worth(c) == 0 for c in hand):
            actions |= {f"swap_in {c}" for c in court if rank(c) in ROYALS and c not in self.swapped}
        if len(hand) > 1 if transfer else any(worth(c) == 0 for c in court):
            actions |= {f"swap_out {c}" for c in hand if rank(c) in ROYALS and c not in self.swapped}
        return actions

    def choose(self, seat: int, action: str) -> None:
        word, _, card = action.partition(" ")
        if word == "lay":
            self.chosen[seat] = card
            if len(self.chosen) == 2:
                self.laid = [self.chosen[s] for s in (0, 1)]
                self.chosen = {}
                for s in (0, 1):
                    self.hands[s].remove(self.laid[s])
                if not self.o.late_swap or self.ties:
                    self.fight()
        elif word == "turn_over":
            self.ready.add(seat)
            if len(self.ready) == 2:
                self.fight()
        elif word in ("swap_in", "give"):
            source, target = (self.courts, self.hands) if word == "swap_in" else (self.hands, self.courts)
            source[seat].remove(card)
            target[seat].add(card)
            self.asked = (seat, "give") if word == "swap_in" and self.o.swapping == "exchange" else None
        else:
            source, target = (self.hands, self.courts) if word == "swap_out" else (self.courts, self.hands)
            source[seat].remove(card)
            target[seat].add(card)
            self.asked = (seat, "recall") if word == "swap_out" and self.o.swapping == "exchange" else None
        if word.startswith("swap"):
            self.swapped.add(card)
            self.swaps[seat] += 1

    def fight(self) -> None:
        cards = (self.laid[0], self.laid[1])
        self.laid, self.ready, self.swapped, self.swaps = [], set(), set(), [0, 0]
        winner = battle(cards, self.o)
        if winner is not None:
            self.settle(cards, winner)
        elif self.o.ace_clash == "both_discard" and all(rank(c) == "A" for c in cards):
            self.discard += cards
        else:
            self.ties += 1
            self.tied += cards
        if not self.over:
            self.hands_left()

    def settle(self, cards: tuple[str, str], winner: int) -> None:
        loser = 1 - winner
        self.discard.append(cards[loser])
        if self.o.winner_discards:
            self.discard.append(cards[winner])
        else:
            self.hands[winner].add(cards[winner])
        if not self.ties:
            return
        price, self.ties = self.ties, 0
        self.discard += self.tied
        self.tied = []
        court = {rank(c): c for c in self.courts[loser] if worth(c)}
        if price >= self.o.ties_for_king:
            royal = court["K"]
        else:
            named = "J" if price == 1 else "Q"
            royal = court.get(named) or min(court.values(), key=worth)
        self.courts[loser].remove(royal)
        self.discard.append(royal)
        if rank(royal) == "K":
            self.over, self.winners = True, (winner,)

    def hands_left(self) -> None:
        able = tuple(s for s in (0, 1) if self.hands[s])
        if len(able) == 2:
            return
        self.over = True
        if len(able) == 1:
            self.winners = () if self.ties and self.o.feud_exhaustion == "draw" else able
        elif self.o.both_out == "royals":
            value = [sum(map(worth, court)) for court in self.courts]
            if value[0] != value[1]:
                self.winners = (0,) if value[0] > value[1] else (1,)


def same(state: cardrules.State, feud: Feud) -> None:
    """Everything the two know of must be equal."""
    assert state.over == feud.over
    assert not feud.over or state.winners == feud.winners
    for seat in (0, 1):
        assert set(state.zone("hand", seat)) == feud.hands[seat]
        assert set(state.zone("court", seat)) == feud.courts[seat]
    assert list(state.zone("tied")) == feud.tied
    assert sorted(state.zone("discard")) == sorted(feud.discard)
    assert state.get("ties") == feud.ties


def begin(options: dict[str, object], seed: int) -> tuple[cardrules.State, Feud]:
    state = load(options).start(seed=seed)
    hands, courts = ([set(state.zone(zone, s)) for s in (0, 1)] for zone in ("hand", "court"))
    return state, Feud(Options(**options), hands, courts)  # type: ignore[arg-type]


LOADED: dict[str, cardrules.Game] = {}


def load(options: dict[str, object]) -> cardrules.Game:
    if str(options) not in LOADED:
        LOADED[str(options)] = cardrules.load(FILE, options=options)
    return LOADED[str(options)]


def test_the_deal() -> None:
    state, feud = begin({}, 8)
    assert [state.get("faction", s) for s in (0, 1)] == ["black", "red"]
    for seat, suit in enumerate(OWN):
        assert feud.courts[seat] == {f"{r}{suit}" for r in "JQK"}
        assert len(feud.hands[seat]) == 10 and f"A{suit}" in feud.hands[seat]
        assert all(rank(c) == "A" or rank(c).isdigit() for c in feud.hands[seat])
    assert state.to_move == (0, 1)


BATTLES: list[dict[str, object]] = [
    {},
    {"relative_to": "own_suit"},
    {"decisive_ace": True},
    {"ace_clash": "both_discard"},
    {"decisive_ace": True, "ace_clash": "both_discard", "relative_to": "own_suit"},
]


@pytest.mark.parametrize("options", BATTLES, ids=lambda o: "-".join(map(str, o.values())) or "rulebook")
def test_every_battle(options: dict[str, object]) -> None:
    """All 423 pairs of cards that can meet; those with an Ace where an option is about Aces. The winner's card goes in half of them."""
    aces = bool({"decisive_ace", "ace_clash"} & set(options))
    missing = {(a, b) for a, b in itertools.product(cards(BLACK), cards(RED)) if a != b and ("A" in a + b or not aces)}
    assert len(missing) == (41 if aces else 423)
    for discards, seed in zip(itertools.cycle((False, True)), range(80), strict=False):
        state, start = begin({**options, "winner_discards": discards}, seed)
        for seat in (0, 1):
            for royal in ROYALS:
                state.choose(seat, f"swap_in {royal}{OWN[seat]}")
                start.choose(seat, f"swap_in {royal}{OWN[seat]}")
        met = missing & set(itertools.product(*start.hands))
        for pair in sorted(met):
            fight = state.clone()
            feud = Feud(start.o, [set(h) for h in start.hands], [set(c) for c in start.courts])
            for seat in (0, 1):
                fight.choose(seat, f"lay {pair[seat]}")
                feud.choose(seat, f"lay {pair[seat]}")
            same(fight, feud)
        missing -= met
        if not missing:
            break
    assert not missing


def cards(own: str) -> list[str]:
    """Every card the player of a suit may ever lay."""
    return [f"{r}{own}" for r in ("A", "J", "Q")] + [f"{n}{suit}" for n in range(2, 11) for suit in (BLACK, RED)]


GAMES: list[dict[str, object]] = [
    {},
    {"relative_to": "own_suit"},
    {"winner_discards": True},
    {"decisive_ace": True, "ace_clash": "both_discard"},
    {"swapping": "exchange"},
    {"swaps_a_battle": 0},
    {"swaps_a_battle": 1},
    {"late_swap": True},
    {"late_swap": True, "swapping": "exchange", "swaps_a_battle": 4},
    {"feud_exhaustion": "draw"},
    {"both_out": "royals", "winner_discards": True},
    {"ties_for_king": 2},
    {"ties_for_king": 5},
    {"open_hands": True},
]


@pytest.mark.parametrize("options", GAMES, ids=lambda o: "-".join(f"{k}={v}" for k, v in o.items()) or "rulebook")
def test_whole_games(options: dict[str, object]) -> None:
    """Random games, both players of the rules driven with the same actions: menus, zones and counters compared at every stop."""
    rng = random.Random(5)
    swaps = 0
    for seed in range(10):
        state, feud = begin(options, seed)
        while not feud.over:
            assert state.to_move == feud.to_move()
            seat = rng.choice(feud.to_move())
            legal = feud.legal(seat)
            assert {str(action) for action in state.legal(seat)} == legal
            action = rng.choice(sorted(legal))
            swaps += action.startswith("swap")
            state.choose(seat, action)
            feud.choose(seat, action)
            if not feud.chosen and not feud.laid:
                same(state, feud)
        same(state, feud)
    assert (swaps > 0) == (options.get("swaps_a_battle") != 0)


def outcomes(options: dict[str, object], games: int = 25) -> list[tuple[int, ...]]:
    """The winners of random games."""
    found: list[tuple[int, ...]] = []
    for seed in range(games):
        rng = random.Random(seed)
        state = load(options).start(seed=seed)
        while not state.over:
            seat = rng.choice(state.to_move)
            lays = [a for a in state.legal(seat) if not a.name.startswith("swap")]
            state.choose(seat, rng.choice(lays))
        found.append(state.winners)
    return found


def test_running_out_in_a_feud_is_a_loss_or_a_draw() -> None:
    lose, draw = outcomes({"ties_for_king": 5}), outcomes({"ties_for_king": 5, "feud_exhaustion": "draw"})
    changed = [(a, b) for a, b in zip(lose, draw, strict=True) if a != b]
    assert changed and all(len(a) == 1 and b == () for a, b in changed)


def test_open_hands_are_seen_and_others_are_not() -> None:
    for options, known in (({}, False), ({"open_hands": True}, True)):
        state, feud = begin(dict(options), 3)
        for seat in (0, 1):
            told = state.information(seat)
            theirs = [line for line in told.splitlines() if all(card in line for card in feud.hands[1 - seat])]
            assert bool(theirs) == known


def test_late_swaps_open_between_laying_and_turning() -> None:
    for options, late in (({}, False), ({"late_swap": True}, True)):
        state, feud = begin(dict(options), 3)
        for seat in (0, 1):
            state.choose(seat, f"lay {sorted(feud.hands[seat])[0]}")
        assert ("turn_over" in {str(a) for a in state.legal(0)}) == late
    state, feud = begin({"late_swap": True}, 3)
    for seat in (0, 1):
        state.choose(seat, f"lay {sorted(feud.hands[seat])[0]}")
    state.choose(1, "swap_in Q♥")
    state.choose(1, "turn_over")
    assert state.to_move == (0,)
    with pytest.raises(cardrules.IllegalAction):
        state.choose(1, "swap_in J♥")
