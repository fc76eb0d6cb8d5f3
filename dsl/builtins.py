"""The names every rule file may use, with their types: the one source for the checker and the reference."""

from __future__ import annotations

from . import ir
from .record import Record
from .types import NAME, RANK, SUIT, UNKNOWN, many, maybe

CARDS = many(ir.CARD)
SEATS = many(ir.PLAYER)
COLOR = ir.Member("color")


class BuiltinName(Record):
    """A built-in word; it is called where `parameters` is not empty.

    parameters: types in order (UNKNOWN: anything), of which the last `optional` may be left out. of_you: alone, it is about you.
    dotted: its argument may stand before a dot (`p.partner`).
    """

    name: str
    parameters: tuple[ir.Type, ...]
    result: ir.Type
    about: str
    optional: int = 0
    of_you: bool = False
    dotted: bool = False


BUILTINS: dict[str, BuiltinName] = {
    b.name: b
    for b in (
        BuiltinName("players", (), SEATS, "the players still in, in order of seats"),
        BuiltinName("others", (), SEATS, "the players still in, without you", of_you=True),
        BuiltinName("seats", (), SEATS, "all seats, also who is out"),
        BuiltinName("everything", (), CARDS, "every card of the game"),
        BuiltinName(
            "next", (ir.PLAYER, ir.NUMBER), ir.PLAYER, "the next player after p who is still in; `next(p, 2)`: the second next", optional=1
        ),
        BuiltinName("opponent", (ir.PLAYER,), ir.PLAYER, "the other one of two players", of_you=True, dotted=True),
        BuiltinName("partner", (ir.PLAYER,), maybe(ir.PLAYER), "the next player of the same team", of_you=True, dotted=True),
        BuiltinName("team", (ir.PLAYER,), ir.TEAM, "the team of a player", of_you=True, dotted=True),
        BuiltinName("teams", (), many(ir.TEAM), "all teams"),
        BuiltinName("holder", (ir.CARD,), maybe(ir.PLAYER), "the owner of the zone a card is in"),
        BuiltinName("place", (UNKNOWN,), ir.NUMBER, "which member of its kind something is, from 1"),
        BuiltinName("next_rank", (RANK,), maybe(RANK), "the rank above"),
        BuiltinName("same_cards", (CARDS, CARDS), ir.TRUTH, "whether two sets hold equal cards, in any order"),
        BuiltinName("suits", (), many(SUIT), "all suits of the deck"),
        BuiltinName("ranks", (), many(RANK), "all ranks of the deck, lowest first"),
        BuiltinName("over", (), ir.TRUTH, "whether the game has ended"),
        BuiltinName("winners", (), SEATS, "who won this game; before it ends, who won the last game of the match"),
        BuiltinName("games", (), ir.NUMBER, "games of the match that are finished"),
        BuiltinName("wins", (ir.PLAYER,), ir.NUMBER, "games of the match that p has won"),
        BuiltinName("must_choose", (ir.PLAYER,), ir.TRUTH, "whether the game waits for p"),
        BuiltinName("turns", (ir.PLAYER,), ir.NUMBER, "turns that p has begun in this round"),
        BuiltinName("round_number", (), ir.NUMBER, "which round of the game it is, from 1"),
    )
}

CARD_ATTRIBUTES: dict[str, tuple[ir.Type, str]] = {
    "name": (NAME, "the name of a card"),
    "suit": (SUIT, "the suit of a playing card"),
    "rank": (RANK, "the rank of a playing card"),
    "color": (COLOR, "red or black"),
    "pips": (ir.NUMBER, "A 1, 2 to 10, J 11, Q 12, K 13"),
}

AGGREGATES: dict[str, str] = {
    "any": "whether the key holds for one of them",
    "all": "whether the key holds for each of them",
    "count": "how many they are",
    "sum": "the keys added up",
    "min": "the lowest key; none of nothing",
    "max": "the highest key; none of nothing",
    "same": "whether all keys are equal",
    "different": "whether no two keys are equal",
    "best": "those with the highest key",
    "worst": "those with the lowest key",
}

WORDS = frozenset({"you", "it", "empty"})
TYPE_WORDS: dict[str, ir.Type] = {
    "player": ir.PLAYER,
    "team": ir.TEAM,
    "card": ir.CARD,
    "number": ir.NUMBER,
    "zone": ir.PLACE,
    "yes or no": ir.TRUTH,
}

NAMES = frozenset(BUILTINS) | frozenset(CARD_ATTRIBUTES) | frozenset(AGGREGATES) | WORDS
