"""What happened, as the machine reports it: one value for each thing, with masks of the seats that saw what.

The executor writes ints into a flat list; `decode` (decode.py) makes these values of them. Places are numbers in `program.places`,
masks have bit s set for seat s.
"""

from __future__ import annotations

from dataclasses import field

from ...dsl import ir
from ...dsl.record import Record


class Moved(Record):
    """A card went from one place to another (or to another position of the same place).

    before, after: masks of the seats that see its face at the source and at the destination. source_position: only meaningful to a seat
    where the source is ordered. group: cards moved by one sentence share the number, which no other sentence of the same step has.
    """

    card: int
    source: int
    source_position: int
    to: int
    to_position: int
    before: int
    after: int
    group: int


class Shuffled(Record):
    """A place was shuffled; cards: what it holds, in the deck's order."""

    place: int
    cards: tuple[int, ...]


class Turned(Record):
    """A card was turned where it lies. how: "reveal", "hide", "show". viewers: who sees its face now (show: to whom it was shown, once)."""

    how: str
    card: int
    place: int
    position: int
    viewers: int


class VariableSet(Record):
    """variable: its name; indexes: owner first, as run-time values; viewers: who may know the value."""

    variable: str
    indexes: tuple[int, ...]
    value: int
    viewers: int


class VariableTurned(Record):
    """The value of a secret or hidden variable was turned. how and viewers as in `Turned`."""

    how: str
    variable: str
    indexes: tuple[int, ...]
    value: int
    viewers: int


class Told(Record):
    """`tell`: viewers learn whether the fact holds, of a card at a place, or at all (card None; place and position -1).

    tell: its sentence, `program.tells[tell]`.
    """

    card: int | None
    place: int
    position: int
    outcome: bool
    viewers: int
    tell: int


class SeatOut(Record):
    """A seat left the game, or came back (out False)."""

    seat: int
    out: bool


class TurnBegan(Record):
    seat: int


class TurnEnded(Record):
    """cells: the whole state at this moment, for what must hold then; the truth."""

    seat: int
    cells: tuple[int, ...] = field(default=(), compare=False, repr=False)


class RoundBegan(Record):
    number: int


class RoundEnded(Record):
    """cells: as in `TurnEnded`."""

    number: int
    cells: tuple[int, ...] = field(default=(), compare=False, repr=False)


class Shown(Record):
    """A value within a `say`; a tuple where it is a sequence."""

    type: ir.Type
    value: int | tuple[int, ...]


class Said(Record):
    """For all to hear: text and values in order."""

    parts: tuple[str | Shown, ...]


class Asked(Record):
    """Seats are asked; menu: number of the decision in `program.menus`."""

    menu: int
    seats: tuple[int, ...]


class Chose(Record):
    """A chosen action begins to run. seat: who was asked; acting: who `you` is in it. arguments: ints, tuples for subsets.

    secretly: name and arguments are for the seat alone. together: it was chosen at once with others, whose choices were all in.
    """

    seat: int
    acting: int
    menu: int
    action: int
    arguments: tuple[int | tuple[int, ...], ...]
    secretly: bool
    together: bool


class GameBegan(Record):
    """number: 1 for the first game of a match."""

    number: int


class GameEnded(Record):
    winners: tuple[int, ...]


Event = (
    Moved
    | Shuffled
    | Turned
    | VariableSet
    | VariableTurned
    | Told
    | SeatOut
    | TurnBegan
    | TurnEnded
    | RoundBegan
    | RoundEnded
    | Said
    | Asked
    | Chose
    | GameBegan
    | GameEnded
)
