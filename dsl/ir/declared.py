"""What a file declares: the game, its cards, zones, variables and rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..record import Record, Sheet
from ..source import Source, Span

if TYPE_CHECKING:
    from .expressions import Expression
    from .statements import Action, Statement
    from .types import Type


class Option(Record):
    """A knob. type: NUMBER (with low, high), TRUTH, or a Member of a kind of its own made of its words. default: as a run-time value."""

    name: str
    type: Type
    low: int
    high: int
    default: int
    about: str
    span: Span


class Kind(Record):
    """A closed list of names in order. `members` are as shown. Built-in kinds: suit, rank, color, name (of the cards).

    facts: one `Fact` for each fact its members have.
    """

    name: str
    members: tuple[str, ...]
    facts: dict[str, Fact]
    about: str
    span: Span | None


class Fact(Record):
    """What is said of each member of a kind or of each face of the deck; indexed by member or face.

    Exactly one of these is set. values: a constant each (of `type`). lists: numbers for positions 1, 2, ... each.
    rules: a rule each, called with `it` as the first parameter (None where a face has none of it and it does nothing).
    """

    name: str
    type: Type
    values: tuple[Expression, ...] | None = None
    lists: tuple[tuple[Expression, ...], ...] | None = None
    rules: tuple[Rule | None, ...] | None = None


class Face(Record):
    """One printed card. `copies` physical cards of it are made, in file order. suit, rank: members, or None for cards without."""

    name: str
    copies: Expression
    suit: int | None
    rank: int | None
    span: Span


class Deck(Record):
    """All faces in file order, and the facts of cards (indexed by face)."""

    faces: tuple[Face, ...]
    facts: dict[str, Fact]


class Attribute(Record):
    """`rule(it)` for a card `it`. May read variables; the machine tabulates those that do not."""

    name: str
    rule: Rule


class Indexed(Record):
    """What a zone or a variable has one of: owner (`player` or `team`, first where present), `card`, a kind's name, or `range`
    low..high.
    """

    over: str
    low: Expression | None = None
    high: Expression | None = None


class Zone(Record):
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


class Variable(Record):
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


class Local(Record):
    """A name bound in a rule, loop, action or comprehension. Compared by identity."""

    name: str
    type: Type
    __eq__, __hash__ = object.__eq__, object.__hash__


class Rule(Sheet):
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
    __eq__, __hash__ = object.__eq__, object.__hash__


class Invariant(Record):
    """group: "always", "each turn", "each round", "at the end"."""

    name: str
    group: str
    condition: Expression
    span: Span


class PlayedMove(Record):
    """seat: index. action: as typed; the machine reads it against the menu."""

    seat: int
    cannot: bool
    action: str
    span: Span


class Example(Record):
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


class Variant(Record):
    """A named setting of options (run-time values). replaces: it writes rules in place of the game's, and so is a game of its own, which
    `load.load(path, variant=name)` gives.
    """

    name: str
    settings: dict[str, int]
    about: str
    span: Span
    replaces: bool = False


class Game(Record):
    """A whole rule file. how: how it is played, told to people, a paragraph each. sources: the texts it is made of, its own first.
    of_libraries: names that libraries declare or ask for, which the file itself need not use.
    """

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
    notes: tuple[str, ...] = ()
    how: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    of_libraries: frozenset[str] = frozenset()
