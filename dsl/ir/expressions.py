"""Expressions: every one knows its place and its type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..record import Record
from ..source import Span

if TYPE_CHECKING:
    from .declared import Attribute, Fact, Kind, Local, Option, Rule, Variable, Zone
    from .types import Type


class Expression(Record):
    """Every expression knows its place and its type."""

    span: Span
    type: Type


class Constant(Expression):
    """A number, yes/no, member, or NONE."""

    value: int


class FaceConstant(Expression):
    """A card by its face, as written: one CARD, the first physical one; Many(CARD) where all copies are meant (in `given`)."""

    face: int


class SeatConstant(Expression):
    """A seat named in an example."""

    seat: int


class OptionValue(Expression):
    option: Option


class LocalValue(Expression):
    """A local, parameter, `it` or `you`."""

    local: Local


class VariableValue(Expression):
    """indexes: owner first, one for each of `variable.indexes`."""

    variable: Variable
    indexes: tuple[Expression, ...]


class ZonePlace(Expression):
    """type PLACE."""

    zone: Zone
    indexes: tuple[Expression, ...]


class Contents(Expression):
    """The cards at a place, first to last: Many(CARD); `place` has type PLACE (a ZonePlace or a local)."""

    place: Expression


class AllContents(Expression):
    """`each hand`: the contents of all of a zone's places, in order of their indexes."""

    zone: Zone


class FactValue(Expression):
    """A fact of a card or member; `.x` of none is none. arguments: the position of a list, or a fact-rule's arguments. you: for
    fact-rules that use it.
    """

    fact: Fact
    owner: Expression
    of_card: bool
    arguments: tuple[Expression, ...]
    you: Expression | None


class AttributeValue(Expression):
    """Also the built-in attributes `suit rank color name pips` (attribute None, by `builtin`). Of none: none."""

    attribute: Attribute | None
    builtin: str | None
    card: Expression


class RuleCall(Expression):
    """you: given where rule.you is."""

    rule: Rule
    you: Expression | None
    arguments: tuple[Expression, ...]


class Operation(Expression):
    """Numbers: + - * // % (// and % round down; by 0 is a fault), negate. Truth: not. Operands by position."""

    operator: str
    operands: tuple[Expression, ...]


class Comparison(Expression):
    """operator: is, is not, <, <=, >, >=. Two scalars, or two sequences (compared in order; < and the like item by item)."""

    operator: str
    left: Expression
    right: Expression


class Contained(Expression):
    """`item in set`."""

    item: Expression
    source: Expression


class Both(Expression):
    """`left and right`; right is not worked out when left is no."""

    left: Expression
    right: Expression


class Either(Expression):
    """`left or right`; right is not worked out when left is yes."""

    left: Expression
    right: Expression


class Conditional(Expression):
    condition: Expression
    yes: Expression
    no: Expression


class OrElse(Expression):
    """left, unless it is none or empty: then right."""

    left: Expression
    right: Expression


class Sequence(Expression):
    """Items one after another. An item of a Many type is spliced in; a `none` is left out in a set (`keep_none`: kept, in lists of
    keys).
    """

    items: tuple[Expression, ...]
    keep_none: bool = False


class Union(Expression):
    """`left + right` of sets: what is in the left, then what is only in the right."""

    left: Expression
    right: Expression


class Without(Expression):
    """`left minus right`."""

    left: Expression
    right: Expression


class Interval(Expression):
    """`low..high` of numbers or members, ascending; empty when low > high."""

    low: Expression
    high: Expression


class Members(Expression):
    """All members of a kind, in order."""

    kind: Kind


class Only(Expression):
    """The single thing in a sequence: its first, or none (a one-card zone read as its card)."""

    source: Expression


class Filter(Expression):
    """`source where condition`, asked with each item as `it`."""

    source: Expression
    it: Local
    condition: Expression


class Ordered(Expression):
    """`source by key`: stable, highest first unless lowest. key may be a Sequence (compared item by item)."""

    source: Expression
    it: Local
    key: Expression
    lowest: bool


class Rotated(Expression):
    """`source from start`: seats in order of play beginning with start (which need not be among them)."""

    source: Expression
    start: Expression


class Picked(Expression):
    """end: top, last (from the end); bottom, first (from the beginning); random. count None: one thing or none; else a set: `top n` in
    the order they are taken, `bottom n` likewise, `first n`/`last n` in their order, `random n` without repetition.
    """

    end: str
    count: Expression | None
    source: Expression


class Aggregate(Expression):
    """`operator(key for it in source when condition)`. operator: sum count any all min max same different best worst.

    best and worst give the items (Many) whose key is highest or lowest; sum of nothing is 0, min and max of nothing none; same: all
    keys are equal; different: all keys differ. `count(set)`, `min(a, b)` and the like come as aggregates over a Sequence with the item
    itself as key.
    """

    operator: str
    it: Local
    source: Expression
    condition: Expression | None
    key: Expression


class Family(Expression):
    """All subsets of `source` with low..high members; only as a domain, of a parameter or a comprehension or a loop."""

    low: Expression
    high: Expression
    source: Expression


class Builtin(Expression):
    """name, with the arguments by position:

    seats, players, others(you), everything; next(p, k), opponent(p), partner(p), team(p); holder(card) (owner of the zone it is in, or
    none); place(member) (1-based), next_rank(rank), number(rank) (a rank's pips: A 1 ... K 13; else its number); same_cards(a, b)
    (equal faces, order apart); over, winners, games, wins(p), must_choose(p), turns(p), round_number; is_in(p) (not out); empty(set);
    item(list, position from 0)
    """

    name: str
    arguments: tuple[Expression, ...]
