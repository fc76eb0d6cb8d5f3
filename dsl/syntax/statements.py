"""What can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .expressions import Node

if TYPE_CHECKING:
    from .expressions import Expression, Key, Name


class Assign(Node):
    """operator: `=`, `+=`, `-=`; target: a Name, Dot or Call that is a variable, a local or (in `given`) a zone."""

    operator: str
    target: Expression
    value: Expression


class Let(Node):
    name: Name
    value: Expression


class Perform(Node):
    """A rule or a card's text called as a whole sentence."""

    call: Expression


class Move(Node):
    """facing: `up`, `down` or None. `exactly`: fewer cards than asked for is a fault."""

    what: Expression
    exactly: bool
    place: Expression
    to_bottom: bool
    facing: str | None


class Deal(Node):
    """`deal 5 from stock to each hand`; without a count all of `source`, one by one, beginning with `start`."""

    count: Expression | None
    source: Expression
    zone: Name
    start: Expression | None


class Shuffle(Node):
    place: Expression


class Swap(Node):
    left: Expression
    right: Expression


class Reveal(Node):
    what: Expression


class Show(Node):
    what: Expression
    to: Expression


class Hide(Node):
    what: Expression


class Tell(Node):
    """`tell players of hand whether suit is c`; without `of`, one fact."""

    to: Expression
    of: Expression | None
    fact: Expression


class Out(Node):
    who: Expression


class Back(Node):
    who: Expression


class Win(Node):
    who: Expression


class NobodyWins(Node):
    pass


class OrderBy(Node):
    who: Expression
    keys: tuple[Key, ...]


class ScoreBy(Node):
    who: Expression
    key: Key


class Return(Node):
    value: Expression | None


class Mark(Node):
    """A sentence of fixed words: `stop`, `again`, `skip`, `reverse`, `end turn`, `nothing`."""

    word: str


class Say(Node):
    """`text` as written between the quotes; `parts`: literal pieces and the expressions in braces, in order."""

    parts: tuple[str | Expression, ...]


class If(Node):
    """branches: (condition, body), tested in order."""

    branches: tuple[tuple[Expression, Block], ...]
    otherwise: Block | None


class While(Node):
    condition: Expression
    body: Block


class Repeat(Node):
    body: Block
    until: Expression | None


class RepeatTimes(Node):
    count: Expression
    body: Block


class Each(Node):
    """`each NAME [in S] [from p] [counterclockwise]`; `player` binds `you`."""

    name: Name
    within: Expression | None
    start: Expression | None
    counterclockwise: bool


class ForEach(Node):
    each: Each
    body: Block


class Round(Node):
    body: Block


class TakeTurns(Node):
    among: Expression | None
    start: Expression | None
    counterclockwise: bool
    until: Expression | None
    body: Block


class GoRound(Node):
    start: Expression | None
    for_good: bool
    body: Block


class Parameter(Node):
    """`name in domain` of an action."""

    name: Name
    domain: Expression


class Action(Node):
    name: Name
    parameters: tuple[Parameter, ...]
    guard: Expression | None
    body: Block


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
