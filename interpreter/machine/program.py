"""The flat program: one game lowered for one setting of its options and one number of seats.

A program is int code plus tables that say what its numbers mean. It never changes while games run, and is shared by all of them.
A game's state is one flat list of ints; `layout.py` says where everything lives in it.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import field

from ...dsl import ir
from ...dsl.record import Record, Sheet
from ...dsl.source import Span
from .layout import Layout


class CardInfo(Record):
    """A physical card: its face, the face's name as shown (`10♠`), and its place in the order people sort hands by (suit, then rank;
    else file order).
    """

    face: int
    name: str
    suit: int | None
    rank: int | None


class Place(Record):
    """One place for cards: a zone for one owner and one setting of its other indexes.

    name: as a rule file would say it with default seat names (`p1.hand`, `row`, `p2.meld(3)`); owner: seat, or None (a team's zone:
    None, see team). viewers: mask of the seats that see its cards when they are not turned; everyone: mask of all seats.
    """

    zone: ir.Zone
    name: str
    owner: int | None
    team: int | None
    indexes: tuple[int, ...]
    address: int  # of its length; slots follow
    capacity: int
    viewers: int


class Cells(Record):
    """A variable's cells: `address + sum(index * stride)`; index lists are (low, size) per dimension. masks: address of who may see
    each cell's value (same strides), for secret and hidden variables, else None.
    """

    variable: ir.Variable
    address: int
    dimensions: tuple[tuple[int, int], ...]
    low: int
    high: int
    masks: int | None


class ParameterInfo(Record):
    """domain: code address that leaves a sequence (interval: the lowest and the highest number); subsets: code addresses of least and most
    members, or None for one item. kept_in: the variable that the body puts it into, as it is and first of all; or nothing."""

    name: str
    type: ir.Type
    domain: int
    subsets: tuple[int, int] | None
    interval: bool
    span: Span
    kept_in: str = ""


class ActionInfo(Record):
    """guard: code address or None. needs: the parts of a guard that is an `and` of several, each with its own code, to say which of them
    fails; first: so many of them, from the beginning, read none of the parameters. A `pass` added by `may` has the span of its decision."""

    name: str
    parameters: tuple[ParameterInfo, ...]
    guard: int | None
    about: str
    span: Span
    needs: tuple[tuple[int, ir.Expression], ...] = ()
    first: int = 0

    @property
    def early(self) -> bool:
        """Does the guard read none of the parameters?"""
        return self.first == len(self.needs)


class Menu(Record):
    """A decision, or the `anytime` menu (number 0 when there is one)."""

    number: int
    actions: tuple[ActionInfo, ...]
    together: bool
    may: bool
    secretly: bool
    anytime: bool
    span: Span


class Block(Record):
    """Where a decision's choices live: offsets in the frame of the rule that asks.

    count: how many seats are asked; asked, acting, chosen: a word for each of them (chosen: 0 until it has decided, then its action + 1);
    arguments: `words` for each of them; index: whose body runs next; you, current: where bodies read who acts, and the arguments.
    """

    count: int
    asked: int
    index: int
    acting: int
    chosen: int
    arguments: int
    current: int
    you: int
    words: int


class Asking(Record):
    """How the machine carries out a decision.

    parameters: for each action, for each parameter, its offset among the arguments and the most items of its sequence (0: one value).
    capacity: most seats. bodies: addresses; after: behind the decision; otherwise: address of `else`, or -1. passing: the action `pass`,
    or -1. skips: with nothing else possible it is passed over.
    """

    block: Block
    parameters: tuple[tuple[tuple[int, int], ...], ...]
    capacity: int
    bodies: tuple[int, ...]
    after: int
    otherwise: int
    passing: int
    skips: bool


class ExampleCode(Record):
    """start: what `Machine.fresh` takes; then: addresses of the claims, as in `example.then`."""

    example: ir.Example
    start: int
    then: tuple[int, ...]


class Program(Sheet):
    """What `lower` makes. `start` is where a fresh state begins to run."""

    game: ir.Game
    options: dict[str, int]
    seats: int
    layout: Layout  # with the code and its tables
    start: int = 0
    cards: tuple[CardInfo, ...] = ()
    places: tuple[Place, ...] = ()
    cells: dict[str, Cells] = field(default_factory=dict[str, Cells])
    menus: tuple[Menu, ...] = ()
    anytime: Menu | None = None
    rules: dict[str, int] = field(default_factory=dict[str, int])  # name -> code address of pure rules (for `state.rule`)
    sequences: set[int] = field(default_factory=set[int])  # those of these addresses whose value is a sequence
    invariants: tuple[tuple[ir.Invariant, int], ...] = ()
    examples: tuple[ExampleCode, ...] = ()  # those for this number of seats
    leading: int = -1  # address of a fragment whose one local is a seat: the higher its number, the better the seat stands; -1: unknown
    traits: tuple[str, ...] = ()  # variables of a kind, one value a player, that only setup sets: roles, sides
    anytime_code: tuple[int, int] = (0, 0)  # where an anytime action's choice is taken up, and the words of its frame
    asking: list[Asking] = field(default_factory=list[Asking])  # by number of the menu
    texts: list[tuple[str | ir.Type, ...]] = field(default_factory=list[tuple[str | ir.Type, ...]])  # of `say`: a type stands for a value
    tells: list[ir.Tell] = field(default_factory=list[ir.Tell])
    spans: list[tuple[int, Span]] = field(default_factory=list[tuple[int, Span]])  # from this address on, sorted

    def span_at(self, address: int) -> Span | None:
        """The sentence that the code at an address came from."""
        at = bisect_right(self.spans, address, key=lambda entry: entry[0]) - 1
        return self.spans[at][1] if at >= 0 else None


def of_cards(kind: ir.Type) -> bool:
    """Whether values of a type are cards."""
    while isinstance(kind, ir.Many | ir.Maybe):
        kind = kind.of
    return kind == ir.CARD
