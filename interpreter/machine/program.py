"""The flat program: one game lowered for one setting of its options and one number of seats.

A program is int code plus tables that say what its numbers mean. It never changes while games run, and is shared by all of them.
A game's state is one flat list of ints; `layout.py` says where everything lives in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...dsl import ir
from ...dsl.source import Span


@dataclass(frozen=True)
class CardInfo:
    """A physical card: its face, the face's name as shown (`10♠`), and its place in the order people sort hands by (suit, then rank;
    else file order).
    """

    face: int
    name: str
    suit: int | None
    rank: int | None


@dataclass(frozen=True)
class Place:
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


@dataclass(frozen=True)
class Cells:
    """A variable's cells: `address + sum(index * stride)`; index lists are (low, size) per dimension. masks: address of who may see
    each cell's value (same strides), for secret and hidden variables, else None.
    """

    variable: ir.Variable
    address: int
    dimensions: tuple[tuple[int, int], ...]
    low: int
    high: int
    masks: int | None


@dataclass(frozen=True)
class ParameterInfo:
    """domain: code address that leaves a sequence; subsets: code addresses of least and most members, or None for one item."""

    name: str
    type: ir.Type
    domain: int
    subsets: tuple[int, int] | None
    span: Span


@dataclass(frozen=True)
class ActionInfo:
    """guard: code address or None. A `pass` added by `may` has span of its decision."""

    name: str
    parameters: tuple[ParameterInfo, ...]
    guard: int | None
    about: str
    span: Span


@dataclass(frozen=True)
class Menu:
    """A decision, or the `anytime` menu (number 0 when there is one)."""

    number: int
    actions: tuple[ActionInfo, ...]
    together: bool
    may: bool
    secretly: bool
    anytime: bool
    span: Span


@dataclass
class Program:
    """What `lower` makes. `start` is where a fresh state begins to run."""

    game: ir.Game
    options: dict[str, int]
    seats: int
    code: list[int] = field(default_factory=list[int])
    start: int = 0
    size: int = 0  # of a state
    scratch: int = 0  # of the scratch memory that expressions use
    cards: tuple[CardInfo, ...] = ()
    places: tuple[Place, ...] = ()
    cells: dict[str, Cells] = field(default_factory=dict[str, Cells])
    menus: tuple[Menu, ...] = ()
    anytime: Menu | None = None
    rules: dict[str, int] = field(default_factory=dict[str, int])  # name -> code address of pure rules (for `state.rule`)
    invariants: tuple[tuple[ir.Invariant, int], ...] = ()
    tables: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])  # facts, static attributes
    texts: list[str] = field(default_factory=list[str])  # pieces of `say`
    tells: list[ir.Tell] = field(default_factory=list[ir.Tell])
    spans: list[tuple[int, Span]] = field(default_factory=list[tuple[int, Span]])  # from this address on, sorted

    def span_at(self, address: int) -> Span | None:
        """The sentence that the code at an address came from."""
        raise NotImplementedError
