"""What can be worked out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..source import Span

if TYPE_CHECKING:
    pass


@dataclass(frozen=True)
class Node:
    """Anything read from a rule file."""

    span: Span


@dataclass(frozen=True)
class Name(Node):
    """A word of the file: a zone, a variable, a local, a kind's member, a built-in ..."""

    text: str


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
