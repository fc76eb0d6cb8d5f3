"""The types of values, and the number that stands for `none`."""

from __future__ import annotations

from ..record import Record

NONE = -(2**63)
LARGEST = 2**62  # numbers beyond ±LARGEST are a fault of the file


class Type(Record):
    """A scalar type; `name` is the word people see."""

    name: str


NUMBER = Type("number")
TRUTH = Type("yes or no")
PLAYER = Type("player")
TEAM = Type("team")
CARD = Type("card")
PLACE = Type("zone")  # a zone as a place to move to; never stored in a variable
NOTHING = Type("nothing")  # a procedure that returns no value


class Member(Type):
    """One of a kind's members. `name` is the kind's name; the kinds are in `Game.kinds`."""


class Maybe(Type):
    """`of`, or none. `name` is built by the checker: "player or none"."""

    of: Type


class Many(Type):
    """A sequence of `of`: `some card`, `players`, a zone's contents, `(1, -1, 2)`."""

    of: Type
