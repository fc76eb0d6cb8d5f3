"""The types of values, and the number that stands for `none`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass

NONE = -(2**63)
LARGEST = 2**62  # numbers beyond ±LARGEST are a fault of the file


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
