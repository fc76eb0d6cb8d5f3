"""Sentences that do something, and decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..record import Record
from ..source import Span

if TYPE_CHECKING:
    from .declared import Local, Variable, Zone
    from .expressions import Expression, ZonePlace


class Statement(Record):
    span: Span


class SetVariable(Statement):
    """The value is complete (`x += 1` comes as x = x + 1). Out of bounds: a fault, or stopped at the bound where capped."""

    variable: Variable
    indexes: tuple[Expression, ...]
    value: Expression


class SetLocal(Statement):
    """`let` and later assignments. value may be a RuleCall that asks."""

    local: Local
    value: Expression


class SetZone(Statement):
    """In `given`: the place holds exactly these cards, first to last; what they push out goes under the first `every card` zone."""

    place: ZonePlace
    cards: Expression


class Perform(Statement):
    """call: a RuleCall or a FactValue with a rule; its value is dropped."""

    call: Expression


class Move(Statement):
    """what: Many(CARD) (a single card comes as a Sequence). to: PLACE. face: up, down or None (the zone's own)."""

    what: Expression
    to: Expression
    to_bottom: bool
    face: str | None
    exactly: Expression | None  # how many are demanded


class Deal(Statement):
    """count None: all. One card at a time, round the players of `to`'s owner index from `start`."""

    count: Expression | None
    source: Expression  # PLACE
    to: Zone
    start: Expression | None


class Shuffle(Statement):
    place: Expression


class Swap(Statement):
    """Two PLACEs exchange all their cards, or two CARDs their places."""

    left: Expression
    right: Expression


class Turn(Statement):
    """Cards are turned: how is "reveal" (all see), "hide" (nobody but the zone's own viewers unless those are all), or "show" (to these
    seats, once).
    """

    how: str
    cards: Expression
    to: Expression | None


class TurnVariable(Statement):
    """The same for the value of a secret or hidden variable."""

    how: str
    variable: Variable
    indexes: tuple[Expression, ...]
    to: Expression | None


class Tell(Statement):
    """These seats learn, for each card of `of` (as `it`), whether the fact holds; without `of`, whether it holds."""

    to: Expression
    of: Expression | None
    it: Local | None
    fact: Expression


class SetOut(Statement):
    """Seats leave the game (out) or come back."""

    who: Expression
    out: bool


class End(Statement):
    """The game ends. who: the winners (empty: nobody wins). places: seats ordered by keys, each asked with local `you` (ties share).
    score: the key gives each seat's return. Exactly one of winners, keys is set.
    """

    winners: Expression | None
    you: Local | None
    keys: tuple[tuple[Expression, bool], ...]  # (key, lowest)
    among: Expression | None
    score: bool


class Return(Statement):
    value: Expression | None


class Leave(Statement):
    """word: "stop" (the innermost loop, turns or window), "end turn" (this turn's body)."""

    word: str


class TurnMark(Statement):
    """word: again, skip, reverse; read when the turn ends."""

    word: str


class Say(Statement):
    """Pieces of text and public values, for all."""

    parts: tuple[str | Expression, ...]


class If(Statement):
    condition: Expression
    yes: tuple[Statement, ...]
    no: tuple[Statement, ...]


class Loop(Statement):
    """while: tested before (`test_first`), repeat: until tested after. Neither: for ever, until left."""

    test_first: bool
    go_on: Expression | None
    body: tuple[Statement, ...]


class RepeatTimes(Statement):
    count: Expression
    body: tuple[Statement, ...]


class ForEach(Statement):
    """Over a snapshot. skip_out: the items are players, and who is out by then is skipped (not so over `seats`)."""

    item: Local
    source: Expression
    skip_out: bool
    counterclockwise: bool
    body: tuple[Statement, ...]


class Round(Statement):
    body: tuple[Statement, ...]


class TakeTurns(Statement):
    """Seats of `among` (None: all who are in) in order from `start`, each bound to `you`. until is asked before each turn, without
    `you`.
    """

    you: Local
    among: Expression | None
    start: Expression
    counterclockwise: bool
    until: Expression | None
    body: tuple[Statement, ...]


class GoRound(Statement):
    """The body for seat after seat until all but the last who acted have passed since. for_good: who passed is not asked again."""

    you: Local
    start: Expression
    for_good: bool
    body: tuple[Statement, ...]


class Parameter(Record):
    """domain: a sequence, or a Family (then `local` is Many)."""

    local: Local
    domain: Expression
    span: Span


class Action(Record):
    """One line of a menu. `you`: who acts. A guard may use the parameters."""

    name: str
    you: Local
    parameters: tuple[Parameter, ...]
    guard: Expression | None
    body: tuple[Statement, ...]
    about: str
    span: Span


class Choose(Statement):
    """A decision.

    asked: PLAYER, or Many(PLAYER) where `together` (all at once; bodies run afterwards in that order). acting: who `you` is in the
    menu, where it is not the seat asked (`chooses for you`). may: an action `pass` with an empty body is in the menu, and the decision
    is passed over when nothing else is possible and `open_menu`. secretly: name and arguments are known to their seat alone. open_menu:
    guards and domains read only what everybody knows.
    """

    asked: Expression
    together: bool
    acting: Expression | None
    may: bool
    secretly: bool
    open_menu: bool
    menu: tuple[Action, ...]
    otherwise: tuple[Statement, ...] | None
