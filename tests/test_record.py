"""Records are what dataclasses of the same fields would be."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from typing import Any

import pytest
from cardrules.dsl.record import Record, Sheet


class Point(Record):
    x: int
    y: int = 2


class Bag(Sheet):
    name: str
    things: list[int] = field(default_factory=list[int])


class Named(Bag):
    more: int = 1


@dataclass
class PlainBag:
    name: str
    things: list[int] = field(default_factory=list[int])


def test_a_record() -> None:
    point = Point(1)
    assert (point.x, point.y) == (1, 2)
    assert point == Point(x=1, y=2) == Point(1, 2) != Point(1, 3)
    assert hash(point) == hash(Point(1, 2))
    assert replace(point, x=5) == Point(5)
    assert repr(point) == "Point(x=1, y=2)"
    match point:
        case Point(x, y):
            assert (x, y) == (1, 2)
    with pytest.raises(FrozenInstanceError):
        point.x = 3  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del point.x


def test_a_sheet_is_written_on() -> None:
    bag, other = Bag("a"), Bag("a")
    bag.things.append(1)
    assert other.things == [] and bag != other
    other.things = [1]
    assert bag == other
    assert [f.name for f in fields(bag)] == [f.name for f in fields(PlainBag)]
    assert repr(bag) == repr(PlainBag("a", [1])).removeprefix("Plain")
    assert Named("a", [1]) != bag and Named("a").more == 1
    with pytest.raises(TypeError):
        hash(bag)


@pytest.mark.parametrize(
    "make", [lambda: Point(), lambda: Point(1, 2, 3), lambda: Point(1, z=2), lambda: Bag(), lambda: Bag("a", nothing=1)]
)
def test_what_is_not_as_declared(make: Any) -> None:
    with pytest.raises(TypeError):
        make()
