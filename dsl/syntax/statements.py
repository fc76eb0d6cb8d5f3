"""What can be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .expressions import Node

if TYPE_CHECKING:
    from .expressions import Expression, Key, Name


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
