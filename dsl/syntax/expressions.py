"""What can be worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..record import Record
from ..source import Span

if TYPE_CHECKING:
    pass


class Node(Record):
    """Anything read from a rule file."""

    span: Span


class Name(Node):
    """A word of the file: a zone, a variable, a local, a kind's member, a built-in ..."""

    text: str


class Number(Node):
    value: int


class CardLiteral(Node):
    """A playing card: `10♠`."""

    text: str


class Text(Node):
    """A quoted name, `"Out of Tune"`, without its quotes."""

    text: str


class YesNo(Node):
    value: bool


class Nothing(Node):
    """`none`."""


class ListOf(Node):
    """`(a, b, c)`: two or more."""

    items: tuple[Expression, ...]


class Dot(Node):
    """`target.name`."""

    target: Expression
    name: Name


class Call(Node):
    """`target(arguments)`: a rule, a table, an indexed variable or zone, or a built-in."""

    target: Expression
    arguments: tuple[Expression, ...]


class Key(Node):
    """What things are ordered by; highest first unless `lowest`."""

    lowest: bool
    value: Expression


class Comprehension(Node):
    """`target(key for name in source when condition)`."""

    target: Expression
    key: Key
    name: Name
    source: Expression
    condition: Expression | None


class Where(Node):
    source: Expression
    condition: Expression


class SortedBy(Node):
    source: Expression
    key: Key


class From(Node):
    """`players from p`: the same seats, beginning with p."""

    source: Expression
    start: Expression


class OrElse(Node):
    left: Expression
    right: Expression


class IfElse(Node):
    """`left if condition else right`."""

    left: Expression
    condition: Expression
    right: Expression


class Logic(Node):
    """`left and right`, `left or right`."""

    operator: str
    left: Expression
    right: Expression


class Not(Node):
    operand: Expression


class Compare(Node):
    """operator: `is`, `is not`, `<`, `<=`, `>`, `>=`, `in`, `not in`."""

    operator: str
    left: Expression
    right: Expression


class XofY(Node):
    """`X of Y`: a family of subsets (`2..3 of hand`) or a card (`Q of spades`); types decide."""

    left: Expression
    right: Expression


class Range(Node):
    low: Expression
    high: Expression


class Arithmetic(Node):
    """operator: `+`, `-`, `minus`, `*`, `//`, `%`."""

    operator: str
    left: Expression
    right: Expression


class Negative(Node):
    operand: Expression


class Pick(Node):
    """`top 3 of stock`, `random of hand`; which: top, bottom, first, last, random. A count gives a set, none gives one thing."""

    which: str
    count: Expression | None
    source: Expression


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
