"""Succession: its tables, its worked examples, and random games against a bookkeeper in plain Python."""

from __future__ import annotations

import io
import itertools
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import cardrules
import pytest
from cardrules.dsl import load
from cardrules.interpreter.lab.examples import rehearse
from cardrules.interpreter.machine.events import Chose, Turned, VariableSet

from .succession_page import COMMAND, PAGE, played

FILE = Path(__file__).parents[1] / "games" / "succession.yml"
CANDIDATES = ("galahad", "ulysses", "arianna", "archie", "venetia")
PAYS = {
    "galahad": (0, 0, 1, 3, 4),
    "ulysses": (0, 1, 2, 3, 4),
    "arianna": (0, 1, 2, 3, 4),
    "archie": (0, 0, 1, 2, 3),
    "venetia": (0, 1, 3, 4, 6),
}
STARTS = {"galahad": 3, "ulysses": 7, "arianna": 1, "archie": 2, "venetia": 2}
SQUIRE = (4, 2, 3, 2, 2)


@cache
def game(**options: Any) -> cardrules.Game:
    return cardrules.load(FILE, options=options)


@dataclass(frozen=True)
class Card:
    """copies, what it pays in a vote; of an intrigue what a candidate gains and another loses, and what gold counts in its vote."""

    copies: int
    votes: int = 0
    gain: int = 0
    loss: int = 0
    gold: int = 1


CARDS = {
    "Influence 4": Card(4, 4),
    "Influence 5": Card(4, 5),
    "Influence 6": Card(3, 6),
    "Influence 7": Card(3, 7),
    "Influence 8": Card(2, 8),
    "Influence 9": Card(2, 9),
    "Out of Tune": Card(3, 3, 2, 2),
    "Good Report": Card(2, 2, 2),
    "Glowing Report": Card(2, 3, 3, gold=0),
    "Public Scandal": Card(2, 3, loss=2, gold=2),
    "Ugly Rumour": Card(2, 2, loss=2),
    "Common Cause": Card(2, 2, 1),
    "Foul Plot": Card(1, 2, loss=1, gold=0),
    "A Knight's Tale": Card(1, 2, 2),
    "The Prodigal Son": Card(1, 3, 1),
    "The Clever Princess": Card(1, 2, 1),
    "A Moving Sermon": Card(1, 2, 2),
    "Generous Gifts": Card(1, 2, 2, gold=2),
    "A Reckless Charge": Card(1, 2, loss=2),
    "Gambling Debts": Card(1, 2, 1, 1),
    "A Secret Suitor": Card(1, 3, 1, 1),
    "Sharp Practice": Card(1, 2, loss=2, gold=0),
    "Good Graces": Card(3),
    "Big Jerk, Little Jerk": Card(1),
    "Fortune's Fool": Card(1),
    "Petty Thief": Card(2),
    "Fall from Grace": Card(1),
    "Windfall": Card(1),
    "Whispered Warning": Card(2),
    "Cold Feet": Card(2),
    "Forged Ballot": Card(1),
}


# --------------------------------------------------------------------------- the tables


def test_a_deck_of_55() -> None:
    state = game(missing_cards=0, opening_hand=0).start(players=5, seed=1)
    assert Counter(state.zone("stock")) == {name: card.copies for name, card in CARDS.items()}
    assert len(state.zone("stock")) == 55


def test_the_printed_cells_of_the_tables() -> None:
    state = opened(["squire", "taxman", "royalist", "wizard", "ambassador"])
    assert tuple(state.get("standing", 0, c) for c in CANDIDATES) == SQUIRE
    assert state.get("standing", 4, "archie") == 2
    assert state.get("standing", 3, "archie") in (1, 2)
    assert [state.get("gold", seat) for seat in range(5)] == [7, 10, 7, 7, 7]
    assert {c: state.get("king", c) for c in CANDIDATES} == STARTS
    for seat in range(5):
        assert sum(state.get("standing", seat, c) for c in CANDIDATES) == 13


def opened(roles: list[str], **options: Any) -> cardrules.State:
    """A game in which these characters have been chosen by seat."""
    state = game(**options).start(players=len(roles), seed=3)
    while (name := "be " + roles[state.to_move[0]]) in state.legal(state.to_move[0]):
        state.choose(state.to_move[0], name)
        if state.get("role", state.to_move[0]) is not None:
            break
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_characters_are_chosen_to_the_right_and_the_last_begins(players: int) -> None:
    state = game().start(players=players, seed=players)
    chose: list[int] = []
    while "be squire" in state.legal(state.to_move[0]) or state.get("role", state.to_move[0]) is None:
        (seat,) = state.to_move
        chose.append(seat)
        legal = state.legal(seat)
        assert ("be ambassador" in legal) is (players > 3 and "ambassador" not in [state.get("role", s) for s in range(players)])
        state.choose(seat, legal[0])
    assert chose == [(chose[0] - k) % players for k in range(players)]
    assert state.to_move == (chose[-1],)
    assert [len(state.zone("hand", seat)) for seat in range(players)] == [4] * players
    state.choose(chose[-1], "draw_one")
    while state.to_move == (chose[-1],):
        state.choose(chose[-1], "done")
    assert state.to_move == ((chose[-1] + 1) % players,)


def test_the_changes_for_two() -> None:
    state = opened(["squire", "taxman"])
    starter = state.get("starter")
    assert [state.get("gold", seat) for seat in (0, 1)] == [[4, 10], [7, 5]][starter]
    assert state.zone("box") == ("Big Jerk, Little Jerk",)
    plain = opened(["squire", "taxman"], two_player_changes=False)
    assert [plain.get("gold", seat) for seat in (0, 1)] == [7, 10] and plain.zone("box") == ()


def test_two_cards_are_missing_and_nobody_knows_which() -> None:
    state = cardrules.load(FILE, variant="missing_cards").start(players=3, seed=1)
    assert len(state.zone("box")) == 2
    for seat in range(3):
        assert next(zone["cards"] for zone in state.view(seat)["zones"] if zone["zone"] == "box") == [None, None]


def test_the_worked_examples() -> None:
    assert [finding.text() for finding in rehearse(load.load(FILE))] == []


# --------------------------------------------------------------------------- what is refused


@cache
def _whole_turn() -> cardrules.State:
    ready = game()
    example = next(e for e in ready.ir.examples if e.name == "a whole turn of the squire")
    return ready.rehearse(example)


def turn_until(stop: str) -> cardrules.State:
    """The rulebook's example turn, up to the first move that begins so."""
    state = _whole_turn().clone()
    example = next(e for e in game().ir.examples if e.name == "a whole turn of the squire")
    for move in example.moves:
        if f"{state.seat_names[move.seat]} {move.action}".startswith(stop):
            return state
        if not move.cannot:
            state.choose(move.seat, move.action)
    raise AssertionError(stop)


@pytest.mark.parametrize(
    ("stop", "seat", "typed", "words"),
    [
        ("Tom offer Sue", 1, "offer Sue, none, 11, 0, 0", "pay"),
        ("Tom offer Sue", 1, 'offer Sue, "Windfall", 1, 0, 0', "`windfall` as its give: it can be 0 to 1 of"),
        ("Tom offer Sue", 1, "offer Sue, none, 0, 20, 0", "`20` as its ask: it can be 0 to 14"),
        ("Tom offer Sue", 1, "offer Sue, none, 1, 0, 3", "`3` as its want: it can be 0 to 2"),
        ("Tom offer Sue", 1, "offer Amy, none, 1, 0, 0", "`amy` as its who: it can be Sue"),
        ("Tom offer Sue", 1, "offer Sue, none, 0, 0, 0", "count(give) + pay + ask + want > 0"),
        ("Sue vote pass, 10", 0, "vote pass, 40", "`40` as its n: it can be 0 to 39"),  # all she has, and six
        ("Sue vote pass, 10", 1, "pay none, 1", "there is no action `pay none, 1`"),
        ("Sue vote pass, 10", 0, "vote maybe, 6", "pass or fail"),
        ("Sue pay none, 5", 0, "pay none, 4", "`4` as its coins: it can be 5"),
        ("Sue pay none, 5", 0, "pay none, 6", "`6` as its coins: it can be 5"),
        ("Sue pay none, 5", 0, "pay Influence 4, 2", "`2` as its coins: it can be 1"),
        ("Sue pay none, 5", 0, 'pay "Influence 9", 0', "`influence 9` as its cards: it can be"),
        ("Sue pay none, 5", 0, "overpay none, 9", "there is no action `overpay none, 9`"),  # while there is a way to pay exactly
        ("Sue pay none, 5", 1, "pay Influence 4, 2", "while Sue decides"),
        ("Sue intrigue", 1, "done", "while Sue decides"),
        ("Sue draw_one", 1, "draw_one", "while Sue decides"),
        ("Sue draw_one", 0, "buy_card", "it needs `may_buy(you)`, which is `p.role.buys_cards and"),
        ("Sue event", 0, 'event "Influence 4"', "`influence 4` as its card: it can be"),
        ("Sue done", 0, 'intrigue "Foul Plot"', "it needs `intrigues is 0`"),
    ],
)
def test_what_can_not_be_done_is_refused_and_changes_nothing(stop: str, seat: int, typed: str, words: str) -> None:
    state = turn_until(stop)
    before = state.dumps()
    with pytest.raises(cardrules.IllegalAction) as refused:
        state.choose(seat, typed)
    assert words in str(refused.value)
    assert state.dumps() == before


# --------------------------------------------------------------------------- who knows what


def values(state: cardrules.State, seat: int, name: str) -> dict[str, Any]:
    """The values of a variable of each player, as far as a seat knows them."""
    return {v["owner"]: v["value"] for v in state.view(seat)["variables"] if v["name"] == name}


def hand(state: cardrules.State, seat: int, of: int) -> list[str | None]:
    """A hand as a seat sees it."""
    names = state.seat_names
    return next(zone["cards"] for zone in state.view(seat)["zones"] if zone["zone"] == "hand" and zone["owner"] == names[of])


def test_votes_are_secret_until_they_are_revealed_one_after_another() -> None:
    state = turn_until("Sue pass")
    assert values(state, 2, "named") == {"Amy": 13}
    assert values(state, 0, "named") == {"Sue": 10}
    for seat in range(5):
        state.choose(seat, "pass")
    assert values(state, 3, "named")["Sue"] == 10 and "Amy" not in values(state, 3, "named")
    state.choose(0, "pay none, 5")
    assert values(state, 3, "said")["Tom"] == "pass"


def told(state: cardrules.State, seat: int) -> str:
    """What the last step showed to a seat."""
    return " ".join(observation.text for observation in state.events(seat))


def test_an_offered_card_is_seen_by_the_one_it_is_offered_to() -> None:
    state = opened(["squire", "taxman", "royalist", "wizard"])
    (active,) = state.to_move
    dealer, third = (active + 1) % 4, (active + 2) % 4
    card = state.zone("hand", dealer)[0]
    state.choose(dealer, f'offer {state.seat_names[active]}, "{card}", 0, 0, 0')
    assert card in told(state, active) and card not in told(state, third)
    assert [name for name in hand(state, third, dealer) if name] == []
    state.choose(active, "accept none")
    assert card in state.zone("hand", active) and card not in told(state, third)
    assert [name for name in hand(state, third, active) if name] == []


def test_cards_are_shown_to_one_or_to_all() -> None:
    state = opened(["squire", "taxman", "royalist", "wizard"])
    (active,) = state.to_move
    one, third = (active + 1) % 4, (active + 2) % 4
    first, second = state.zone("hand", active)[:2]
    state.choose(active, f'show_card "{first}", {state.seat_names[one]}')
    assert first in told(state, one) and first not in told(state, third)
    state.choose(active, f'show_all "{second}"')
    assert all(second in told(state, seat) for seat in range(4))


def test_who_can_not_pay_shows_the_hand_and_counts_nothing() -> None:
    """Found by chance: in some random game somebody votes too much."""
    for seed in range(20):
        rng = random.Random(seed)
        state = game(deals=False).start(players=4, seed=seed)
        while not state.over:
            seat = rng.choice(state.to_move)
            state.choose(seat, state.legal(seat).sample(rng))
            shown = [e for e in state.steps[-1].events if isinstance(e, Turned) and e.how == "reveal"]
            if not shown:
                continue
            names = {state.machine.program.places[e.place].owner for e in shown}
            for owner in names:
                assert owner is not None and state.get("named", owner) == 0
                for other in range(4):
                    assert all(card in told(state, other) for card in state.zone("hand", owner))
            return
    pytest.fail("nobody voted too much")


def test_a_whispered_warning_tells_one_player() -> None:
    ready = game()
    state = ready.rehearse(next(e for e in ready.ir.examples if e.name == "a whispered warning shows one vote to one player"))
    state.choose(1, "peek Sue")
    assert ["6" in told(state, seat) for seat in range(3)] == [False, True, False]


# --------------------------------------------------------------------------- random games against a bookkeeper


def brute(hand: list[str], gold: int, rate: int, due: int) -> set[tuple[tuple[str, ...], int]]:
    """All ways to pay a vote exactly."""
    votes = [card for card in hand if CARDS[card].votes]
    found: set[tuple[tuple[str, ...], int]] = set()
    for size in range(len(votes) + 1):
        for some in itertools.combinations(votes, size):
            for coins in range((gold if rate else 0) + 1):
                if sum(CARDS[card].votes for card in some) + rate * coins == due:
                    found.add((tuple(sorted(some)), coins))
    return found


def changes(plot: str, up: tuple[str, ...], down: tuple[str, ...], king: dict[str, int]) -> dict[str, int]:
    """What an intrigue does when it passes."""
    change: dict[str, int] = {}
    for c in up:
        gain = CARDS[plot].gain
        gain = min(gain, 1) if c == "ulysses" else gain + 1 if c == "arianna" else gain
        change[c] = min(10, king[c] + gain) - king[c]
    for c in down:
        loss = CARDS[plot].loss
        loss = loss + 1 if c == "ulysses" else min(loss, 1) if c == "arianna" else 0 if c == "archie" else loss
        change[c] = max(1, king[c] - loss) - king[c]
    return {c: change[c] for c in CANDIDATES if change.get(c)}


@dataclass
class Books:
    """Gold and the King's favour, kept by hand from what players choose."""

    state: cardrules.State
    gold: list[int] = field(default_factory=list[int])
    king: dict[str, int] = field(default_factory=lambda: dict(STARTS))
    plot: str = ""
    change: dict[str, int] = field(default_factory=dict[str, int])
    open: list[str] = field(default_factory=list[str])  # candidates for whom credit or blame is still to come
    offered: tuple[int, int, int, int] = (0, 0, 0, 0)  # dealer, answerer, pay, ask
    credit: tuple[int, int, int] = (0, 0, 0)  # on sale: by whom, to whom, for how much; deals may be made before the answer

    @property
    def players(self) -> int:
        return self.state.players

    def seat(self, label: str) -> int:
        return self.state.seat_names.index(label)

    def income(self, seat: int) -> int:
        extra = 3 if self.state.get("role", seat) == "taxman" else 0
        return extra + sum(PAYS[c][self.state.get("standing", seat, c) - 1] for c in CANDIDATES)

    def before(self, seat: int, action: cardrules.Action) -> None:
        """What a choice will do, worked out from the state before it."""
        label = action.labels
        match action.name:
            case "draw_one":
                self.gold[seat] += self.income(seat)
            case "pay" | "overpay":
                self.gold[seat] -= int(str(label[1]))
            case "buy_card" | "curry":
                self.gold[seat] -= 3
            case "event" if label[0] == '"Windfall"' or label[0] == "Windfall":
                self.gold[seat] += 4
            case "offer":
                self.offered = (seat, self.seat(str(label[0])), int(str(label[2])), int(str(label[3])))
            case "accept":
                dealer, other, pay, ask = self.offered
                self.gold[dealer] += ask - pay
                self.gold[other] += pay - ask
            case "sell_credit":
                self.credit = (seat, self.seat(str(label[0])), int(str(label[1])))
            case "buy":
                seller, buyer, price = self.credit
                self.gold[seller] += price
                self.gold[buyer] += self.tip() - price
                self.open.pop(0)
            case "credit" if self.open:
                self.gold[self.seat(str(label[0]))] += self.tip()
                self.open.pop(0)
            case "blame":
                self.open.pop(0)
            case "intrigue":
                self.plot = str(label[0]).strip('"')
            case "aim":
                self.change = changes(self.plot, tuple(label[0]), tuple(label[1]), self.king)
                self.open = list(self.change)
            case _:
                pass

    def tip(self) -> int:
        return 3 if self.open[0] == "venetia" else 0

    def after(self) -> None:
        """What a choice did by itself: votes counted, a common proposal carried out."""
        events = self.state.steps[-1].events
        if any(isinstance(event, VariableSet) and event.variable == "passed" for event in events):
            votes = [(self.state.get("said", s), self.state.get("named", s)) for s in range(self.players)]
            ayes = sum(n for side, n in votes if side == "pass") + 5 * (self.change.get("galahad", 0) > 0)
            noes = sum(n for side, n in votes if side == "fail") + 5 * (self.change.get("galahad", 0) < 0)
            assert self.state.get("passed") is (ayes > noes)
            for c, n in self.change.items():
                self.king[c] += n if ayes > noes else 0
        chose = [event for event in events if isinstance(event, Chose)]
        names = [self.state.machine.program.menus[event.menu].actions[event.action].name for event in chose]
        if names and set(names) == {"propose"} and len({event.arguments for event in chose}) == 1 and self.open:
            (proposed,) = chose[0].arguments
            assert isinstance(proposed, int)
            self.gold[proposed] += self.tip() if self.change[self.open[0]] > 0 else 0
            self.open.pop(0)


def means(state: cardrules.State, seat: int) -> tuple[int, int, int]:
    """What a vote still costs a seat, what gold counts, and all that it can pay."""
    (plot,) = state.zone("scheme") or ("",)
    rate = CARDS[plot].gold if plot else 1
    free = 2 * (state.get("role", seat) == "squire") + (CARDS[plot].votes if plot and state.get("on_turn") == seat else 0)
    power = sum(CARDS[card].votes for card in state.zone("hand", seat)) + rate * state.get("gold", seat)
    return max(0, state.get("named", seat) - free), rate, power + free


@pytest.mark.parametrize("seed", range(12))
def test_random_games_against_a_bookkeeper(seed: int) -> None:
    rng = random.Random(seed)
    players = 2 + seed % 4
    state = game().start(players=players, seed=seed)
    books = Books(state)
    intrigues = 0
    while not state.over:
        seat = rng.choice(state.may_act) if state.may_act and rng.random() < 0.1 else rng.choice(state.to_move)
        legal = state.legal(seat)
        action = legal.sample(rng)
        if action.name in ("pay", "overpay"):
            check_payments(state, seat, legal)
        if books.gold:
            books.before(seat, action)
        intrigues = 0 if action.name in ("draw_one", "draw_four") else intrigues + (action.name == "intrigue")
        assert intrigues <= 1
        state.choose(seat, action)
        if not books.gold and all(state.get("role", s) is not None for s in range(players)):
            books.gold = [state.get("gold", s) for s in range(players)]
        elif books.gold:
            books.after()
            assert [state.get("gold", s) for s in range(players)] == books.gold, str(action)
        assert {c: state.get("king", c) for c in CANDIDATES} == books.king, str(action)
        assert all(1 <= state.get("standing", s, c) <= 5 for s in range(players) for c in CANDIDATES)
        assert state.fault_check() == []
    highest = max(books.king.values())
    heir = state.get("heir")
    assert books.king[heir] == highest
    standing = [state.get("standing", s, heir) for s in range(players)]
    left = [sum(CARDS[card].votes for card in state.zone("hand", s)) + state.get("gold", s) for s in range(players)]
    assert state.winners == tuple(s for s in range(players) if (standing[s], left[s]) == max(zip(standing, left, strict=True)))


def check_payments(state: cardrules.State, seat: int, legal: cardrules.Legal) -> None:
    """The ways to pay that are offered are all there are; too much is paid only where nothing fits."""
    due, rate, power = means(state, seat)
    assert power >= state.get("named", seat)
    if len(state.zone("hand", seat)) > 7:
        return
    exact = brute(list(state.zone("hand", seat)), state.get("gold", seat), rate, due)
    asked = state.decision.menu
    assert asked is not None and [action.name for action in asked.actions] == ["pay" if exact else "overpay"]
    if exact:
        wanted = {f"pay ({', '.join(quoted(card) for card in some)}), {coins}" for some, coins in exact}
        assert all(text in legal for text in wanted)
        assert "overpay none, 1" not in legal
        offered = {cleaned(action) for action in itertools.takewhile(lambda action: action.name == "pay", legal)}
        assert offered == exact


def quoted(card: str) -> str:
    return f'"{card}"'


def cleaned(action: cardrules.Action) -> tuple[tuple[str, ...], int]:
    return tuple(sorted(label.strip('"') for label in action.labels[0])), int(str(action.labels[1]))


# --------------------------------------------------------------------------- a whole game at the terminal


def test_the_game_in_the_docs_is_what_its_command_shows(tmp_path: Path) -> None:
    """Written afresh by `python tests/succession_page.py`, after changes of the rules, the table or the bots."""
    page = PAGE.read_text(encoding="utf-8")
    assert f"`{COMMAND}`" in page
    shown = page.split("```text\n")[1].split("\n```")[0]
    typed = re.findall(r"^(?:[a-z]+)?> ?(.*)$", shown, re.M)
    assert played(io.StringIO("".join(f"{line}\n" for line in typed)), str(tmp_path)) == shown
    assert re.search(r"\b(you|anna|ben|cleo|dora)( and .+)? wins?\b", shown.split("\n> ")[-1])
