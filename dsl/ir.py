"""The typed program: what a rule file means, with every name resolved and every type known.

Frozen dataclasses, no text of the file left in them but names and descriptions to show; every node has its `span`.
Options and the number of seats are still open: `interpreter.machine.lower` closes them and emits the flat program.

Values at run time are small ints: numbers as they are, yes/no as 1/0, seats 0..n-1, cards as indexes into the deck, members
of a kind as their position in it. `NONE` stands for `none` in every type. A set or list is a sequence: ordered, without
duplicates where it holds cards, seats or members.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .source import Span

NONE = -(2**63)
LARGEST = 2**62  # numbers beyond ±LARGEST are a fault of the file

# --------------------------------------------------------------------------- types


@dataclass(frozen=True)
class Type:
    """A scalar type; `name` is the word people see."""

    name: str


NUMBER = Type("number")
TRUTH = Type("yes or no")
PLAYER = Type("player")
TEAM = Type("team")
CARD = Type("card")
PLACE = Type("zone")  # a zone as a place to move to; never stored in a variable
NOTHING = Type("nothing")  # a procedure that returns no value


@dataclass(frozen=True)
class Member(Type):
    """One of a kind's members. `name` is the kind's name; the kinds are in `Game.kinds`."""


@dataclass(frozen=True)
class Maybe(Type):
    """`of`, or none. `name` is built by the checker: "player or none"."""

    of: Type


@dataclass(frozen=True)
class Many(Type):
    """A sequence of `of`: `some card`, `players`, a zone's contents, `(1, -1, 2)`."""

    of: Type


# --------------------------------------------------------------------------- what a file declares


@dataclass(frozen=True)
class Option:
    """A knob. type: NUMBER (with low, high), TRUTH, or a Member of a kind of its own made of its words. default: as a run-time value."""

    name: str
    type: Type
    low: int
    high: int
    default: int
    about: str
    span: Span


@dataclass(frozen=True)
class Kind:
    """A closed list of names in order. `members` are as shown. Built-in kinds: suit, rank, color, name (of the cards).

    facts: one `Fact` for each fact its members have.
    """

    name: str
    members: tuple[str, ...]
    facts: dict[str, Fact]
    about: str
    span: Span | None


@dataclass(frozen=True)
class Fact:
    """What is said of each member of a kind or of each face of the deck; indexed by member or face.

    Exactly one of these is set. values: a constant each (of `type`). lists: numbers for positions 1, 2, ... each.
    rules: a rule each, called with `it` as the first parameter (None where a face has none of it and it does nothing).
    """

    name: str
    type: Type
    values: tuple[Expression, ...] | None = None
    lists: tuple[tuple[Expression, ...], ...] | None = None
    rules: tuple[Rule | None, ...] | None = None


@dataclass(frozen=True)
class Face:
    """One printed card. `copies` physical cards of it are made, in file order. suit, rank: members, or None for cards without."""

    name: str
    copies: Expression
    suit: int | None
    rank: int | None
    span: Span


@dataclass(frozen=True)
class Deck:
    """All faces in file order, and the facts of cards (indexed by face)."""

    faces: tuple[Face, ...]
    facts: dict[str, Fact]


@dataclass(frozen=True)
class Attribute:
    """`rule(it)` for a card `it`. May read variables; the machine tabulates those that do not."""

    name: str
    rule: Rule


@dataclass(frozen=True)
class Indexed:
    """What a zone or a variable has one of: owner (`player` or `team`, first where present), `card`, a kind's name, or `range`
    low..high.
    """

    over: str
    low: Expression | None = None
    high: Expression | None = None


@dataclass(frozen=True)
class Zone:
    """seen_by: "all", "nobody", "owner", "others", "team": who sees its cards unless turned. starts: which cards stand here in the
    beginning, asked of each card as local `it` (None: no card). refill: the zone shuffled in when this one runs out.
    """

    name: str
    indexes: tuple[Indexed, ...]
    seen_by: str
    ordered: bool
    one_card: bool
    starts: Expression | None
    it: Local | None
    refill: Zone | None
    except_top: bool
    about: str
    span: Span


@dataclass(frozen=True)
class Variable:
    """seen_by: "all", "owner" (secret), "nobody" (hidden). each_round: back to its start when a `round:` opens. low, high: for numbers."""

    name: str
    indexes: tuple[Indexed, ...]
    type: Type
    low: Expression | None
    high: Expression | None
    starts: Expression
    capped: bool
    kept: bool
    each_round: bool
    seen_by: str
    about: str
    span: Span


@dataclass(frozen=True, eq=False)
class Local:
    """A name bound in a rule, loop, action or comprehension. Compared by identity."""

    name: str
    type: Type


@dataclass(eq=False)
class Rule:
    """A function or a procedure. Compared by identity; `body` is filled after all heads are known, so that rules may call each other.

    you: the hidden first parameter, where the rule or what it calls uses `you`. result: NOTHING for a procedure without value.
    asks: it may stop at a decision, or end the game, and so is called only as a statement or as the whole right side.
    """

    name: str
    parameters: tuple[Local, ...]
    you: Local | None
    result: Type
    span: Span
    body: tuple[Statement, ...] = ()
    asks: bool = False
    about: str = ""


@dataclass(frozen=True)
class Invariant:
    """group: "always", "each turn", "each round", "at the end"."""

    name: str
    group: str
    condition: Expression
    span: Span


@dataclass(frozen=True)
class PlayedMove:
    """seat: index. action: as typed; the machine reads it against the menu."""

    seat: int
    cannot: bool
    action: str
    span: Span


@dataclass(frozen=True)
class Example:
    """seats: names in order (None: default names, smallest allowed count). given: assignments and zone settings as a rule, or None: set
    up with a fixed seed. do: runs in place of `play`. then: claims about the state after the moves.
    """

    name: str
    seats: tuple[str, ...] | None
    options: dict[str, int]
    given: Rule | None
    do: Rule | None
    moves: tuple[PlayedMove, ...]
    then: tuple[tuple[Expression, Span], ...]
    span: Span


@dataclass(frozen=True)
class Variant:
    """A named setting of options (run-time values). replaces: it writes rules in place of the game's, and so is a game of its own, which
    `load.load(path, variant=name)` gives.
    """

    name: str
    settings: dict[str, int]
    about: str
    span: Span
    replaces: bool = False


@dataclass(frozen=True)
class Game:
    """A whole rule file."""

    title: str
    about: str
    seats: tuple[int, ...]
    teams: int | None  # None: each for himself; 0: everyone together; else seat s is in team s % teams
    options: dict[str, Option]
    variants: dict[str, Variant]
    kinds: dict[str, Kind]
    deck: Deck
    attributes: dict[str, Attribute]
    zones: dict[str, Zone]
    variables: dict[str, Variable]
    rules: dict[str, Rule]
    setup: Rule | None
    play: Rule
    anytime: tuple[Action, ...]
    match: Expression | None
    invariants: tuple[Invariant, ...]
    examples: tuple[Example, ...]
    span: Span
    notes: tuple[str, ...] = field(default=())


# --------------------------------------------------------------------------- expressions


@dataclass(frozen=True)
class Expression:
    """Every expression knows its place and its type."""

    span: Span
    type: Type


@dataclass(frozen=True)
class Constant(Expression):
    """A number, yes/no, member, or NONE."""

    value: int


@dataclass(frozen=True)
class FaceConstant(Expression):
    """A card by its face, as written: one CARD, the first physical one; Many(CARD) where all copies are meant (in `given`)."""

    face: int


@dataclass(frozen=True)
class SeatConstant(Expression):
    """A seat named in an example."""

    seat: int


@dataclass(frozen=True)
class OptionValue(Expression):
    option: Option


@dataclass(frozen=True)
class LocalValue(Expression):
    """A local, parameter, `it` or `you`."""

    local: Local


@dataclass(frozen=True)
class VariableValue(Expression):
    """indexes: owner first, one for each of `variable.indexes`."""

    variable: Variable
    indexes: tuple[Expression, ...]


@dataclass(frozen=True)
class ZonePlace(Expression):
    """type PLACE."""

    zone: Zone
    indexes: tuple[Expression, ...]


@dataclass(frozen=True)
class Contents(Expression):
    """The cards at a place, first to last: Many(CARD); `place` has type PLACE (a ZonePlace or a local)."""

    place: Expression


@dataclass(frozen=True)
class AllContents(Expression):
    """`each hand`: the contents of all of a zone's places, in order of their indexes."""

    zone: Zone


@dataclass(frozen=True)
class FactValue(Expression):
    """A fact of a card or member; `.x` of none is none. arguments: the position of a list, or a fact-rule's arguments. you: for
    fact-rules that use it.
    """

    fact: Fact
    owner: Expression
    of_card: bool
    arguments: tuple[Expression, ...]
    you: Expression | None


@dataclass(frozen=True)
class AttributeValue(Expression):
    """Also the built-in attributes `suit rank color name pips` (attribute None, by `builtin`). Of none: none."""

    attribute: Attribute | None
    builtin: str | None
    card: Expression


@dataclass(frozen=True)
class RuleCall(Expression):
    """you: given where rule.you is."""

    rule: Rule
    you: Expression | None
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Operation(Expression):
    """Numbers: + - * // % (// and % round down; by 0 is a fault), negate. Truth: not. Operands by position."""

    operator: str
    operands: tuple[Expression, ...]


@dataclass(frozen=True)
class Comparison(Expression):
    """operator: is, is not, <, <=, >, >=. Two scalars, or two sequences (compared in order; < and the like item by item)."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Contained(Expression):
    """`item in set`."""

    item: Expression
    source: Expression


@dataclass(frozen=True)
class Both(Expression):
    """`left and right`; right is not worked out when left is no."""

    left: Expression
    right: Expression


@dataclass(frozen=True)
class Either(Expression):
    """`left or right`; right is not worked out when left is yes."""

    left: Expression
    right: Expression


@dataclass(frozen=True)
class Conditional(Expression):
    condition: Expression
    yes: Expression
    no: Expression


@dataclass(frozen=True)
class OrElse(Expression):
    """left, unless it is none or empty: then right."""

    left: Expression
    right: Expression


@dataclass(frozen=True)
class Sequence(Expression):
    """Items one after another. An item of a Many type is spliced in; a `none` is left out in a set (`keep_none`: kept, in lists of
    keys).
    """

    items: tuple[Expression, ...]
    keep_none: bool = False


@dataclass(frozen=True)
class Union(Expression):
    """`left + right` of sets: what is in the left, then what is only in the right."""

    left: Expression
    right: Expression


@dataclass(frozen=True)
class Without(Expression):
    """`left minus right`."""

    left: Expression
    right: Expression


@dataclass(frozen=True)
class Interval(Expression):
    """`low..high` of numbers or members, ascending; empty when low > high."""

    low: Expression
    high: Expression


@dataclass(frozen=True)
class Members(Expression):
    """All members of a kind, in order."""

    kind: Kind


@dataclass(frozen=True)
class Only(Expression):
    """The single thing in a sequence: its first, or none (a one-card zone read as its card)."""

    source: Expression


@dataclass(frozen=True)
class Filter(Expression):
    """`source where condition`, asked with each item as `it`."""

    source: Expression
    it: Local
    condition: Expression


@dataclass(frozen=True)
class Ordered(Expression):
    """`source by key`: stable, highest first unless lowest. key may be a Sequence (compared item by item)."""

    source: Expression
    it: Local
    key: Expression
    lowest: bool


@dataclass(frozen=True)
class Rotated(Expression):
    """`source from start`: seats in order of play beginning with start (which need not be among them)."""

    source: Expression
    start: Expression


@dataclass(frozen=True)
class Picked(Expression):
    """end: top, last (from the end); bottom, first (from the beginning); random. count None: one thing or none; else a set: `top n` in
    the order they are taken, `bottom n` likewise, `first n`/`last n` in their order, `random n` without repetition.
    """

    end: str
    count: Expression | None
    source: Expression


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Family(Expression):
    """All subsets of `source` with low..high members; only as a domain, of a parameter or a comprehension or a loop."""

    low: Expression
    high: Expression
    source: Expression


@dataclass(frozen=True)
class Builtin(Expression):
    """name, with the arguments by position:

    seats, players, others(you), everything; next(p, k), opponent(p), partner(p), team(p); holder(card) (owner of the zone it is in, or
    none); place(member) (1-based), next_rank(rank), number(rank) (a rank's pips: A 1 ... K 13; else its number); same_cards(a, b)
    (equal faces, order apart); over, winners, games, wins(p), must_choose(p), turns(p), round_number; is_in(p) (not out); empty(set);
    item(list, position from 0)
    """

    name: str
    arguments: tuple[Expression, ...]


# --------------------------------------------------------------------------- statements


@dataclass(frozen=True)
class Statement:
    span: Span


@dataclass(frozen=True)
class SetVariable(Statement):
    """The value is complete (`x += 1` comes as x = x + 1). Out of bounds: a fault, or stopped at the bound where capped."""

    variable: Variable
    indexes: tuple[Expression, ...]
    value: Expression


@dataclass(frozen=True)
class SetLocal(Statement):
    """`let` and later assignments. value may be a RuleCall that asks."""

    local: Local
    value: Expression


@dataclass(frozen=True)
class SetZone(Statement):
    """In `given`: the place holds exactly these cards, first to last; what they push out goes under the first `every card` zone."""

    place: ZonePlace
    cards: Expression


@dataclass(frozen=True)
class Perform(Statement):
    """call: a RuleCall or a FactValue with a rule; its value is dropped."""

    call: Expression


@dataclass(frozen=True)
class Move(Statement):
    """what: Many(CARD) (a single card comes as a Sequence). to: PLACE. face: up, down or None (the zone's own)."""

    what: Expression
    to: Expression
    to_bottom: bool
    face: str | None
    exactly: Expression | None  # how many are demanded


@dataclass(frozen=True)
class Deal(Statement):
    """count None: all. One card at a time, round the players of `to`'s owner index from `start`."""

    count: Expression | None
    source: Expression  # PLACE
    to: Zone
    start: Expression | None


@dataclass(frozen=True)
class Shuffle(Statement):
    place: Expression


@dataclass(frozen=True)
class Swap(Statement):
    """Two PLACEs exchange all their cards, or two CARDs their places."""

    left: Expression
    right: Expression


@dataclass(frozen=True)
class Turn(Statement):
    """Cards are turned: how is "reveal" (all see), "hide" (nobody but the zone's own viewers unless those are all), or "show" (to these
    seats, once).
    """

    how: str
    cards: Expression
    to: Expression | None


@dataclass(frozen=True)
class TurnVariable(Statement):
    """The same for the value of a secret or hidden variable."""

    how: str
    variable: Variable
    indexes: tuple[Expression, ...]
    to: Expression | None


@dataclass(frozen=True)
class Tell(Statement):
    """These seats learn, for each card of `of` (as `it`), whether the fact holds; without `of`, whether it holds."""

    to: Expression
    of: Expression | None
    it: Local | None
    fact: Expression


@dataclass(frozen=True)
class SetOut(Statement):
    """Seats leave the game (out) or come back."""

    who: Expression
    out: bool


@dataclass(frozen=True)
class End(Statement):
    """The game ends. who: the winners (empty: nobody wins). places: seats ordered by keys, each asked with local `you` (ties share).
    score: the key gives each seat's return. Exactly one of winners, keys is set.
    """

    winners: Expression | None
    you: Local | None
    keys: tuple[tuple[Expression, bool], ...]  # (key, lowest)
    among: Expression | None
    score: bool


@dataclass(frozen=True)
class Return(Statement):
    value: Expression | None


@dataclass(frozen=True)
class Leave(Statement):
    """word: "stop" (the innermost loop, turns or window), "end turn" (this turn's body)."""

    word: str


@dataclass(frozen=True)
class TurnMark(Statement):
    """word: again, skip, reverse; read when the turn ends."""

    word: str


@dataclass(frozen=True)
class Say(Statement):
    """Pieces of text and public values, for all."""

    parts: tuple[str | Expression, ...]


@dataclass(frozen=True)
class If(Statement):
    condition: Expression
    yes: tuple[Statement, ...]
    no: tuple[Statement, ...]


@dataclass(frozen=True)
class Loop(Statement):
    """while: tested before (`test_first`), repeat: until tested after. Neither: for ever, until left."""

    test_first: bool
    go_on: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class RepeatTimes(Statement):
    count: Expression
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class ForEach(Statement):
    """Over a snapshot. skip_out: the items are players, and who is out by then is skipped."""

    item: Local
    source: Expression
    skip_out: bool
    counterclockwise: bool
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class Round(Statement):
    body: tuple[Statement, ...]


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class GoRound(Statement):
    """The body for seat after seat until all but the last who acted have passed since. for_good: who passed is not asked again."""

    you: Local
    start: Expression
    for_good: bool
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class Parameter:
    """domain: a sequence, or a Family (then `local` is Many)."""

    local: Local
    domain: Expression
    span: Span


@dataclass(frozen=True)
class Action:
    """One line of a menu. `you`: who acts. A guard may use the parameters."""

    name: str
    you: Local
    parameters: tuple[Parameter, ...]
    guard: Expression | None
    body: tuple[Statement, ...]
    about: str
    span: Span


@dataclass(frozen=True)
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
