"""Syntax nodes: what the grammar read, with the place of every part, and nothing yet known about names.

One frozen dataclass a construct; `parse.py` makes them, `check` gives them meaning. Every node has a `span`.
"""

from __future__ import annotations

from dataclasses import dataclass

from .source import Span


@dataclass(frozen=True)
class Node:
    """Anything read from a rule file."""

    span: Span


@dataclass(frozen=True)
class Name(Node):
    """A word of the file: a zone, a variable, a local, a kind's member, a built-in ..."""

    text: str


# --------------------------------------------------------------------------- expressions


@dataclass(frozen=True)
class Number(Node):
    value: int


@dataclass(frozen=True)
class CardLiteral(Node):
    """A playing card: `10♠`."""

    text: str


@dataclass(frozen=True)
class Text(Node):
    """A quoted name, `"Out of Tune"`, without its quotes."""

    text: str


@dataclass(frozen=True)
class YesNo(Node):
    value: bool


@dataclass(frozen=True)
class Nothing(Node):
    """`none`."""


@dataclass(frozen=True)
class ListOf(Node):
    """`(a, b, c)`: two or more."""

    items: tuple[Expression, ...]


@dataclass(frozen=True)
class Dot(Node):
    """`target.name`."""

    target: Expression
    name: Name


@dataclass(frozen=True)
class Call(Node):
    """`target(arguments)`: a rule, a table, an indexed variable or zone, or a built-in."""

    target: Expression
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Key(Node):
    """What things are ordered by; highest first unless `lowest`."""

    lowest: bool
    value: Expression


@dataclass(frozen=True)
class Comprehension(Node):
    """`target(key for name in source when condition)`."""

    target: Expression
    key: Key
    name: Name
    source: Expression
    condition: Expression | None


@dataclass(frozen=True)
class Where(Node):
    source: Expression
    condition: Expression


@dataclass(frozen=True)
class SortedBy(Node):
    source: Expression
    key: Key


@dataclass(frozen=True)
class From(Node):
    """`players from p`: the same seats, beginning with p."""

    source: Expression
    start: Expression


@dataclass(frozen=True)
class OrElse(Node):
    left: Expression
    right: Expression


@dataclass(frozen=True)
class IfElse(Node):
    """`left if condition else right`."""

    left: Expression
    condition: Expression
    right: Expression


@dataclass(frozen=True)
class Logic(Node):
    """`left and right`, `left or right`."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Not(Node):
    operand: Expression


@dataclass(frozen=True)
class Compare(Node):
    """operator: `is`, `is not`, `<`, `<=`, `>`, `>=`, `in`, `not in`."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class XofY(Node):
    """`X of Y`: a family of subsets (`2..3 of hand`) or a card (`Q of spades`); types decide."""

    left: Expression
    right: Expression


@dataclass(frozen=True)
class Range(Node):
    low: Expression
    high: Expression


@dataclass(frozen=True)
class Arithmetic(Node):
    """operator: `+`, `-`, `minus`, `*`, `//`, `%`."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Negative(Node):
    operand: Expression


@dataclass(frozen=True)
class Pick(Node):
    """`top 3 of stock`, `random of hand`; which: top, bottom, first, last, random. A count gives a set, none gives one thing."""

    which: str
    count: Expression | None
    source: Expression


@dataclass(frozen=True)
class Every(Node):
    """`each hand`: the cards of all players' hands together; `every card`."""

    name: Name


Expression = (
    Name
    | Number
    | CardLiteral
    | Text
    | YesNo
    | Nothing
    | ListOf
    | Dot
    | Call
    | Comprehension
    | Where
    | SortedBy
    | From
    | OrElse
    | IfElse
    | Logic
    | Not
    | Compare
    | XofY
    | Range
    | Arithmetic
    | Negative
    | Pick
    | Every
)

# --------------------------------------------------------------------------- statements


@dataclass(frozen=True)
class Assign(Node):
    """operator: `=`, `+=`, `-=`; target: a Name, Dot or Call that is a variable, a local or (in `given`) a zone."""

    operator: str
    target: Expression
    value: Expression


@dataclass(frozen=True)
class Let(Node):
    name: Name
    value: Expression


@dataclass(frozen=True)
class Perform(Node):
    """A rule or a card's text called as a whole sentence."""

    call: Expression


@dataclass(frozen=True)
class Move(Node):
    """facing: `up`, `down` or None. `exactly`: fewer cards than asked for is a fault."""

    what: Expression
    exactly: bool
    place: Expression
    to_bottom: bool
    facing: str | None


@dataclass(frozen=True)
class Deal(Node):
    """`deal 5 from stock to each hand`; without a count all of `source`, one by one, beginning with `start`."""

    count: Expression | None
    source: Expression
    zone: Name
    start: Expression | None


@dataclass(frozen=True)
class Shuffle(Node):
    place: Expression


@dataclass(frozen=True)
class Swap(Node):
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Reveal(Node):
    what: Expression


@dataclass(frozen=True)
class Show(Node):
    what: Expression
    to: Expression


@dataclass(frozen=True)
class Hide(Node):
    what: Expression


@dataclass(frozen=True)
class Tell(Node):
    """`tell players of hand whether suit is c`; without `of`, one fact."""

    to: Expression
    of: Expression | None
    fact: Expression


@dataclass(frozen=True)
class Out(Node):
    who: Expression


@dataclass(frozen=True)
class Back(Node):
    who: Expression


@dataclass(frozen=True)
class Win(Node):
    who: Expression


@dataclass(frozen=True)
class NobodyWins(Node):
    pass


@dataclass(frozen=True)
class OrderBy(Node):
    who: Expression
    keys: tuple[Key, ...]


@dataclass(frozen=True)
class ScoreBy(Node):
    who: Expression
    key: Key


@dataclass(frozen=True)
class Return(Node):
    value: Expression | None


@dataclass(frozen=True)
class Mark(Node):
    """A sentence of fixed words: `stop`, `again`, `skip`, `reverse`, `end turn`, `nothing`."""

    word: str


@dataclass(frozen=True)
class Say(Node):
    """`text` as written between the quotes; `parts`: literal pieces and the expressions in braces, in order."""

    parts: tuple[str | Expression, ...]


@dataclass(frozen=True)
class If(Node):
    """branches: (condition, body), tested in order."""

    branches: tuple[tuple[Expression, Block], ...]
    otherwise: Block | None


@dataclass(frozen=True)
class While(Node):
    condition: Expression
    body: Block


@dataclass(frozen=True)
class Repeat(Node):
    body: Block
    until: Expression | None


@dataclass(frozen=True)
class RepeatTimes(Node):
    count: Expression
    body: Block


@dataclass(frozen=True)
class Each(Node):
    """`each NAME [in S] [from p] [counterclockwise]`; `player` binds `you`."""

    name: Name
    within: Expression | None
    start: Expression | None
    counterclockwise: bool


@dataclass(frozen=True)
class ForEach(Node):
    each: Each
    body: Block


@dataclass(frozen=True)
class Round(Node):
    body: Block


@dataclass(frozen=True)
class TakeTurns(Node):
    among: Expression | None
    start: Expression | None
    counterclockwise: bool
    until: Expression | None
    body: Block


@dataclass(frozen=True)
class GoRound(Node):
    start: Expression | None
    for_good: bool
    body: Block


@dataclass(frozen=True)
class Parameter(Node):
    """`name in domain` of an action."""

    name: Name
    domain: Expression


@dataclass(frozen=True)
class Action(Node):
    name: Name
    parameters: tuple[Parameter, ...]
    guard: Expression | None
    body: Block


@dataclass(frozen=True)
class Choose(Node):
    """A decision. asked: None (`you`), an expression (`p chooses`), or Each (`each player chooses`)."""

    asked: Expression | Each | None
    secretly: bool
    may: bool
    for_you: bool
    menu: tuple[Action, ...]
    otherwise: Block | None


Statement = (
    Assign
    | Let
    | Perform
    | Move
    | Deal
    | Shuffle
    | Swap
    | Reveal
    | Show
    | Hide
    | Tell
    | Out
    | Back
    | Win
    | NobodyWins
    | OrderBy
    | ScoreBy
    | Return
    | Mark
    | Say
    | If
    | While
    | Repeat
    | RepeatTimes
    | ForEach
    | Round
    | TakeTurns
    | GoRound
    | Choose
)
Block = tuple[Statement, ...]

# --------------------------------------------------------------------------- declarations


@dataclass(frozen=True)
class TypeWord(Node):
    """A type as written: `player`, `candidate or none`, `yes or no`, `0..20` (low and high set), `any`. `some`: a set of these."""

    word: str
    low: Expression | None = None
    high: Expression | None = None
    or_none: bool = False
    some: bool = False


@dataclass(frozen=True)
class TypedName(Node):
    """A parameter of a rule: `player p`, `some card paid`."""

    type: TypeWord
    name: Name


@dataclass(frozen=True)
class Head(Node):
    """`supporters(player p, suit s)`; parameters is None when there are no parentheses."""

    name: Name
    parameters: tuple[TypedName, ...] | None


@dataclass(frozen=True)
class Index(Node):
    """`each player`, `each candidate`, `each 1..4`: what a zone or variable has one of."""

    name: Name | None
    low: Expression | None = None
    high: Expression | None = None


@dataclass(frozen=True)
class OptionSentence(Node):
    """`4 in 1..16`, `no`, `tie or both_discard`: exactly one of number, switch, words is set."""

    number: int | None
    low: int | None
    high: int | None
    switch: bool | None
    words: tuple[Name, ...]


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class VariableSentence(Node):
    """`each player, 0..20, starts 0, capped`; marks: among capped, secret, hidden, kept, each round."""

    indexes: tuple[Index, ...]
    type: TypeWord
    starts: Expression | None
    marks: tuple[Name, ...]


@dataclass(frozen=True)
class PlayersSentence(Node):
    """`2..5, or 4 or 6`: the allowed seat counts."""

    counts: tuple[int, ...]


@dataclass(frozen=True)
class TeamsSentence(Node):
    """`2, alternating` or `everyone`."""

    count: int | None
    alternating: bool
    everyone: bool


@dataclass(frozen=True)
class Batch(Node):
    """`A..5 9..K of clubs` or `2..A of every suit`: spans of ranks, each (low, high)."""

    spans: tuple[tuple[Name, Name], ...]
    suit: Name | None  # None: every suit


@dataclass(frozen=True)
class DeckSentence(Node):
    """The `french` deck. copies: `twice` is 2, `decks copies` an expression."""

    batches: tuple[Batch, ...]
    copies: Expression | None


@dataclass(frozen=True)
class Generator(Node):
    """A generated run of cards: `each colour, number 1..5`; each part a kind (name only) or a named range."""

    parts: tuple[tuple[Name, Expression | None], ...]


@dataclass(frozen=True)
class Names(Node):
    """`clubs, diamonds`: a kind's members."""

    names: tuple[Name, ...]


@dataclass(frozen=True)
class FactSentence(Node):
    """What stands for a fact: one expression, or several numbers for positions 1, 2, ... (`0 0 1 3 4`)."""

    values: tuple[Expression, ...]


@dataclass(frozen=True)
class Played(Node):
    """One line of an example's `moves`: `Anna lay 4♠`, or `Anna cannot lay 4♠`. `action` is the text after the seat."""

    seat: Name
    cannot: bool
    action: str
