"""Line of Succession against a plain Python player of the same rules."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

import cardrules
import pytest

FILE = Path(__file__).parents[1] / "games" / "line-of-succession.yml"
FAMILIES = "♣♦♥♠"
WORTH = {"♣": 5, "♦": 6, "♥": 7, "♠": 8}
LOW = {"♣": 5, "♦": 6, "♥": 7, "♠": 8}  # the highest supporter
DECK = [
    *(f"{'A' if n == 1 else n}{suit}" for suit in FAMILIES for n in range(1, LOW[suit] + 1)),
    *(f"{rank}{suit}" for suit in FAMILIES for rank in ("9", "10", "J", "Q", "K") if (rank, suit) != ("9", "♥")),
]


def supporter(card: str) -> bool:
    rank = card[:-1]
    return rank == "A" or (rank.isdigit() and int(rank) <= LOW[card[-1]])


def crown(card: str) -> bool:
    return card[:-1] == "K" and card[-1] != "♥"


def points(card: str) -> int:
    """Of favours and betrayals, from the table of the rulings."""
    table = {"9": -1, "10": -2, "J": 2}
    if supporter(card) or crown(card):
        return 0
    if card[:-1] == "Q":
        return 3 if card[-1] in "♥♦" else -3
    return 4 if card == "K♥" else table[card[:-1]]


def family(cards: list[str], suit: str) -> int:
    return sum(supporter(c) and c[-1] == suit for c in cards)


def total(mine: list[str], other: list[str], set_points: int = 5) -> int:
    score = sum(WORTH[s] for s in FAMILIES if family(mine, s) > family(other, s))
    score += set_points * min(family(mine, s) for s in FAMILIES)
    return score + sum(points(c) for c in mine)


def best(collections: list[list[str]], set_points: int = 5) -> tuple[int, ...]:
    """The winners after the last round: points, then spades, hearts, diamonds, clubs, crowns."""

    def key(seat: int) -> tuple[int, ...]:
        mine = collections[seat]
        return (total(mine, collections[1 - seat], set_points), *(family(mine, s) for s in "♠♥♦♣"), sum(map(crown, mine)))

    return tuple(s for s in (0, 1) if key(s) == max(key(0), key(1)))


@dataclass
class Line:
    """The rules in straight Python. Cards that are dealt are handed in by the test, which reads them off the game."""

    row: list[str]
    starter: int
    hands: list[list[str]]
    take_size: int = 5
    crowns_to_win: int = 3
    taken: list[bool] = field(default_factory=lambda: [False, False])
    collections: list[list[str]] = field(default_factory=lambda: [[], []])
    turns: list[int] = field(default_factory=lambda: [0, 0])
    to_move: int = 0
    crowned: int | None = None

    def __post_init__(self) -> None:
        self.to_move = self.starter

    def legal(self) -> set[str]:
        hand = self.hands[self.to_move]
        actions = {f"play {card}" for card in hand}
        if not self.taken[self.to_move] and (self.row or not hand):
            actions.add("take")
        return actions

    def choose(self, action: str) -> None:
        seat = self.to_move
        if action == "take":
            self.taken[seat] = True
            self.collections[seat] += self.row[-self.take_size :]
            self.row = self.row[: -self.take_size]
            if sum(map(crown, self.collections[seat])) >= self.crowns_to_win:
                self.crowned = seat
        else:
            self.hands[seat].remove(action.removeprefix("play "))
            self.row.append(action.removeprefix("play "))
        self.turns[seat] += 1
        self.to_move = 1 - seat

    def round_over(self) -> bool:
        return all(self.taken) and not any(self.hands)

    def next_round(self, hands: list[list[str]]) -> None:
        self.starter = self.to_move = 1 - self.starter
        self.hands, self.taken, self.turns = hands, [False, False], [0, 0]


def hands(state: cardrules.State) -> list[list[str]]:
    return [list(state.zone("hand", s)) for s in (0, 1)]


def test_the_deck() -> None:
    state = cardrules.load(FILE).start(seed=5)
    assert len(DECK) == 45
    lying = [c for z in ("stock", "box", "row") for c in state.zone(z)] + [c for h in hands(state) for c in h]
    assert sorted(lying) == sorted(DECK)
    assert [len(state.zone(z)) for z in ("stock", "box", "row")] == [30, 3, 2]
    assert sum(points(c) for c in DECK if points(c) > 0) == 18 and sum(points(c) for c in DECK if points(c) < 0) == -17


@pytest.mark.parametrize(
    "options", [{}, {"take_size": 3, "cards_each": 4}, {"crowns_to_win": 2}, {"row_at_start": 0, "set_aside": 0}], ids=str
)
def test_whole_games(options: dict[str, int]) -> None:
    """Random games of both players of the rules, compared after each action; rounds as the arithmetic of the rulebook demands."""
    game = cardrules.load(FILE, options=options)
    each, take = options.get("cards_each", 5), options.get("take_size", 5)
    rng = random.Random(3)
    ended_by_crowns = 0
    for seed in range(8):
        state = game.start(seed=seed)
        line = Line(list(state.zone("row")), state.get("starter"), hands(state), take, options.get("crowns_to_win", 3))
        assert [len(line.row), len(state.zone("box"))] == [options.get("row_at_start", 2), options.get("set_aside", 3)]
        assert [len(hand) for hand in line.hands] == [each, each]
        rounds, row = 1, len(line.row)
        while True:
            assert state.to_move == (line.to_move,) and not state.over
            assert {str(a) for a in state.legal(line.to_move)} == line.legal()
            action = rng.choice(sorted(line.legal()))
            state.choose(line.to_move, action)
            line.choose(action)
            assert list(state.zone("row")) == line.row
            assert [sorted(state.zone("collection", s)) for s in (0, 1)] == [sorted(c) for c in line.collections]
            if line.crowned is not None:
                ended_by_crowns += 1
                assert state.over and state.winners == (line.crowned,)
                break
            if line.round_over():
                assert line.turns == [each + 1, each + 1]
                assert len(line.row) >= row, "the row never shrinks over a round"
                row = len(line.row)
                if len(state.zone("stock")) < 2 * each and state.over:
                    assert state.winners == best(line.collections)
                    totals = [total(line.collections[s], line.collections[1 - s]) for s in (0, 1)]
                    assert list(state.scores or ()) == totals
                    assert [state.rule("total", s) for s in (0, 1)] == totals
                    break
                line.next_round(hands(state))
                rounds += 1
            else:
                assert abs(line.turns[0] - line.turns[1]) <= 1
                assert [sorted(h) for h in hands(state)] == [sorted(h) for h in line.hands]
                assert [state.get("taken", s) for s in (0, 1)] == line.taken
        if not options and line.crowned is None:
            assert rounds == 4 and not state.zone("stock")
    if options.get("crowns_to_win") == 2:
        assert ended_by_crowns


LAST_ROUND = """cardrules: 1
game: Line of Succession, the end
extends: line-of-succession.yml
setup: |
  starter = first of players
  {setup}
"""


def last_round(folder: Path, setup: str) -> Path:
    """The last round alone: a card each, after a set-up of the test's own."""
    (folder / "line-of-succession.yml").write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")
    path = folder / "end.yml"
    path.write_text(LAST_ROUND.format(setup=setup.replace("\n", "\n  ")), encoding="utf-8")
    return path


@pytest.mark.parametrize("set_points", [5, 0, 11])
def test_scoring_of_random_collections(tmp_path: Path, set_points: int) -> None:
    setup = """shuffle stock
for each player:
  move top (random of (0..17)) of stock to collection
  move (first (count(collection where kind is crown) - 2) of (collection where kind is crown)) to bottom of stock
move last (count(stock) - 2) of stock to box"""
    game = cardrules.load(last_round(tmp_path, setup), options={"cards_each": 1, "set_points": set_points})
    rng = random.Random(9)
    compared = 0
    for seed in range(80):
        state = game.start(seed=seed)
        finish(state, rng)
        collections = [list(state.zone("collection", s)) for s in (0, 1)]
        if max(sum(map(crown, c)) for c in collections) < 3:
            compared += 1
            totals = [total(collections[s], collections[1 - s], set_points) for s in (0, 1)]
            assert list(state.scores or ()) == totals
            assert state.winners == best(collections, set_points)
    assert compared > 60


TIES = [
    ("A♠", "J♥ J♦ J♣ J♠", (0,)),  # 8 points each, more spades
    ("A♥", "Q♥ J♥ J♦", (0,)),
    ("A♦", "J♠ J♥ J♦", (0,)),
    ("A♣", "Q♥ J♠", (0,)),
    ("A♦", "A♠ 10♠", (1,)),  # spades before diamonds
    ("A♥ Q♠", "A♦ 10♠", (0,)),  # hearts before diamonds
    ("A♣ 10♠", "A♦ Q♠", (1,)),  # diamonds before clubs
    ("", "K♠", (1,)),
    ("K♣ K♦", "K♠", (0,)),
    ("A♠ A♥", "2♠ 2♥", (0, 1)),
]


@pytest.mark.parametrize(("mine", "other", "winners"), TIES)
def test_tie_breaks(tmp_path: Path, mine: str, other: str, winners: tuple[int, ...]) -> None:
    """Equal points go on to spades, hearts, diamonds, clubs, crowns; all equal is a shared win. In the one round both take a nine."""
    lines = [f"move {card} to (first of players).collection" for card in mine.split()]
    lines += [f"move {card} to (last of players).collection" for card in other.split()]
    lines += ["move 9♠ to row", "move stock where not (rank is 9) to box"]
    game = cardrules.load(last_round(tmp_path, "\n".join(lines)), options={"cards_each": 1, "take_size": 1})
    state = game.start(seed=1)
    finish(state, random.Random(1))
    scores = list(state.scores or ())
    assert scores[0] == scores[1]
    assert state.winners == winners


def finish(state: cardrules.State, rng: random.Random) -> None:
    """Play on to the end."""
    while not state.over:
        (seat,) = state.to_move
        state.choose(seat, state.legal(seat).sample(rng))


def test_open_information_shows_the_cards_set_aside() -> None:
    closed, shown = (cardrules.load(FILE, variant=v).start(seed=4) for v in (None, "open_information"))
    for state, known in ((closed, False), (shown, True)):
        for seat in (0, 1):
            (box,) = [z for z in state.view(seat)["zones"] if z["zone"] == "box"]
            assert box["count"] == 3
            assert all((card is not None) == known for card in box["cards"])


def test_the_starter_is_drawn_or_given() -> None:
    for first, starters in (("by_lot", {0, 1}), ("first_seat", {0})):
        game = cardrules.load(FILE, options={"first_game": first})
        assert {game.start(seed=seed).get("starter") for seed in range(12)} == starters


def test_the_loser_starts_the_next_game_of_a_match() -> None:
    game = cardrules.load(FILE, variant="match")
    rng = random.Random(2)
    seen = 0
    for seed in range(6):
        state = game.start(seed=seed)
        while not state.over:
            before = [list(state.zone("collection", s)) for s in (0, 1)]
            rows = list(state.zone("row"))
            (seat,) = state.to_move
            action = state.legal(seat).sample(rng)
            state.choose(seat, action)
            if not state.over and any(before) and not any(state.zone("collection", s) for s in (0, 1)):
                if str(action) == "take":
                    before[seat] += rows[-5:]
                crowned = sum(map(crown, before[seat])) == 3
                winners = (seat,) if crowned else best(before)
                seen += 1
                if len(winners) == 1:
                    assert state.get("starter") == 1 - winners[0]
        assert state.winners
    assert seen >= 6


@pytest.mark.parametrize(("after", "opener"), [("alternate", 1), ("keep", 0)])
def test_after_a_shared_win_the_starter_changes_or_stays(tmp_path: Path, after: str, opener: int) -> None:
    (tmp_path / "line-of-succession.yml").write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")
    path = tmp_path / "shared.yml"
    path.write_text(
        """cardrules: 1
game: Line of Succession, shared at once
extends: line-of-succession.yml
play: |
  (first of players) chooses:
    share
  win seats
"""
    )
    options = {"first_game": "first_seat", "after_shared_win": after, "wins_needed": 2}
    state = cardrules.load(path, options=options).start(seed=1)
    assert state.get("opener") == state.get("starter") == 0
    state.choose(0, "share")
    assert not state.over
    assert state.get("opener") == state.get("starter") == opener
