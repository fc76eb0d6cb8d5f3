"""The candidates, characters and cards of Succession."""

from __future__ import annotations

from typing import NamedTuple

GALAHAD, ULYSSES, ARIANNA, ARCHIE, VENETIA = CANDIDATES = range(5)
STARTS = (3, 7, 1, 2, 2)
PAYS = ((0, 0, 1, 3, 4), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4), (0, 0, 1, 2, 3), (0, 1, 3, 4, 6))
KING_VOTES = (5, 0, 0, 0, 0)
TIPS = (0, 0, 0, 0, 3)

SQUIRE, TAXMAN, ROYALIST, WIZARD, AMBASSADOR = CHARACTERS = range(5)
OPENS = ((4, 2, 3, 2, 2), (3, 2, 2, 2, 4), (3, 3, 2, 2, 3), (3, 3, 4, 1, 2), (2, 3, 3, 2, 3))


class Card(NamedTuple):
    """votes: what it pays in a vote; of an intrigue: what gold counts in its vote, how much it does to how many, and to whom."""

    name: str
    type: str
    votes: int = 0
    gain: int = 0
    gainers: int = 0
    loss: int = 0
    losers: int = 0
    gainer: int | None = None
    loser: int | None = None
    gold_counts: int = 1
    sneaky: bool = False


def influence(votes: int) -> Card:
    return Card(f"Influence {votes}", "influence", votes)


COPIES: list[tuple[int, Card]] = [
    (4, influence(4)),
    (4, influence(5)),
    (3, influence(6)),
    (3, influence(7)),
    (2, influence(8)),
    (2, influence(9)),
    (3, Card("Out of Tune", "intrigue", 3, 2, 1, 2, 1)),
    (2, Card("Good Report", "intrigue", 2, 2, 1)),
    (2, Card("Glowing Report", "intrigue", 3, 3, 1, gold_counts=0)),
    (2, Card("Public Scandal", "intrigue", 3, loss=2, losers=1, gold_counts=2)),
    (2, Card("Ugly Rumour", "intrigue", 2, loss=2, losers=1)),
    (2, Card("Common Cause", "intrigue", 2, 1, 2)),
    (1, Card("Foul Plot", "intrigue", 2, loss=1, losers=2, gold_counts=0)),
    (1, Card("A Knight's Tale", "intrigue", 2, 2, 1, gainer=GALAHAD)),
    (1, Card("The Prodigal Son", "intrigue", 3, 1, 1, gainer=ULYSSES)),
    (1, Card("The Clever Princess", "intrigue", 2, 1, 1, gainer=ARIANNA)),
    (1, Card("A Moving Sermon", "intrigue", 2, 2, 1, gainer=ARCHIE)),
    (1, Card("Generous Gifts", "intrigue", 2, 2, 1, gainer=VENETIA, gold_counts=2)),
    (1, Card("A Reckless Charge", "intrigue", 2, loss=2, losers=1, loser=GALAHAD)),
    (1, Card("Gambling Debts", "intrigue", 2, 1, 1, 1, 1, loser=ULYSSES)),
    (1, Card("A Secret Suitor", "intrigue", 3, 1, 1, 1, 1, loser=ARIANNA)),
    (1, Card("Sharp Practice", "intrigue", 2, loss=2, losers=1, loser=VENETIA, gold_counts=0)),
    (3, Card("Good Graces", "event")),
    (1, Card("Big Jerk, Little Jerk", "event")),
    (1, Card("Fortune's Fool", "event")),
    (2, Card("Petty Thief", "event")),
    (1, Card("Fall from Grace", "event")),
    (1, Card("Windfall", "event")),
    (2, Card("Whispered Warning", "event", sneaky=True)),
    (2, Card("Cold Feet", "event", sneaky=True)),
    (1, Card("Forged Ballot", "event", sneaky=True)),
]
DECK = [card for copies, card in COPIES for _ in range(copies)]


def rise(candidate: int, number: int) -> int:
    return {ULYSSES: min(number, 1), ARIANNA: number + 1}.get(candidate, number)


def fall(candidate: int, number: int) -> int:
    return {ULYSSES: number + 1, ARIANNA: min(number, 1), ARCHIE: 0}.get(candidate, number)
