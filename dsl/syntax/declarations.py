"""What can be declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .expressions import Node

if TYPE_CHECKING:
    from .expressions import Expression, Name


class TypeWord(Node):
    """A type as written: `player`, `candidate or none`, `yes or no`, `0..20` (low and high set), `any`. `some`: a set of these."""

    word: str
    low: Expression | None = None
    high: Expression | None = None
    or_none: bool = False
    some: bool = False


class TypedName(Node):
    """A parameter of a rule: `player p`, `some card paid`."""

    type: TypeWord
    name: Name


class Head(Node):
    """`supporters(player p, suit s)`; parameters is None when there are no parentheses."""

    name: Name
    parameters: tuple[TypedName, ...] | None


class Index(Node):
    """`each player`, `each candidate`, `each 1..4`: what a zone or variable has one of."""

    name: Name | None
    low: Expression | None = None
    high: Expression | None = None


class OptionSentence(Node):
    """`4 in 1..16`, `no`, `tie or both_discard`: exactly one of number, switch, words is set."""

    number: int | None
    low: int | None
    high: int | None
    switch: bool | None
    words: tuple[Name, ...]


class ZoneSentence(Node):
    """`each player, seen by owner, in order, one card`. start: the condition of `every card [where c]`, True for all cards, None for
    none.
    """

    indexes: tuple[Index, ...]
    face: str | None  # up, down
    seen_by: str | None  # owner, others, team
    ordered: bool
    one_card: bool
    starts: Expression | bool | None
    refilled_from: Expression | None
    except_top: bool


class VariableSentence(Node):
    """`each player, 0..20, starts 0, capped`; marks: among capped, secret, hidden, kept, each round."""

    indexes: tuple[Index, ...]
    type: TypeWord
    starts: Expression | None
    marks: tuple[Name, ...]


class PlayersSentence(Node):
    """`2..5, or 4 or 6`: the allowed seat counts."""

    counts: tuple[int, ...]


class TeamsSentence(Node):
    """`2, alternating` or `everyone`."""

    count: int | None
    alternating: bool
    everyone: bool


class Batch(Node):
    """`A..5 9..K of clubs` or `2..A of every suit`: spans of ranks, each (low, high)."""

    spans: tuple[tuple[Name, Name], ...]
    suit: Name | None  # None: every suit


class DeckSentence(Node):
    """The `french` deck. copies: `twice` is 2, `decks copies` an expression."""

    batches: tuple[Batch, ...]
    copies: Expression | None


class Generator(Node):
    """A generated run of cards: `each colour, number 1..5`; each part a kind (name only) or a named range."""

    parts: tuple[tuple[Name, Expression | None], ...]


class Names(Node):
    """`clubs, diamonds`: a kind's members."""

    names: tuple[Name, ...]


class FactSentence(Node):
    """What stands for a fact: one expression, or several numbers for positions 1, 2, ... (`0 0 1 3 4`)."""

    values: tuple[Expression, ...]


class Played(Node):
    """One line of an example's `moves`: `Anna lay 4♠`, or `Anna cannot lay 4♠`. `action` is the text after the seat."""

    seat: Name
    cannot: bool
    action: str
