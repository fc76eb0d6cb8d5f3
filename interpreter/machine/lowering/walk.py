"""Looking through the IR: everything below a node, and what a rule reads, calls or may shuffle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any
from weakref import WeakKeyDictionary, ref

from ....dsl import ir
from ....dsl.source import Span

_SHARED = (ir.Rule, ir.Fact, ir.Attribute)
_DECLARED = (ir.Zone, ir.Variable, ir.Kind, ir.Option, ir.Local, Span, ir.Type)
_LEAVES = {kind.__name__ for kind in _DECLARED} | {"str", "int", "bool", "None"}


def nodes(start: object, seen: set[int] | None = None, *, into_rules: bool = True) -> Iterator[Any]:
    """Every expression and statement below, into the rules that are called (each once); declarations are named but not entered.

    into_rules: without it, rules that are called are named but not entered either.
    """
    seen = set() if seen is None else seen
    waiting: list[Any] = [start]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(node)  # pyright: ignore[reportUnknownArgumentType]
        elif (below := _below(type(node))) is not None:  # pyright: ignore[reportUnknownArgumentType]
            if isinstance(node, _SHARED):
                if id(node) in seen:
                    continue
                seen.add(id(node))
            yield node
            if isinstance(node, ir.Rule) and not into_rules and node is not start:
                continue
            waiting.extend(below(node))


@cache
def _below(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]] | None:
    """What gives all that stands in a thing of a class, but what is never entered; None for what is not entered itself."""
    if not is_dataclass(kind) or issubclass(kind, _DECLARED):
        return None
    names = [field.name for field in fields(kind) if not _LEAVES.issuperset(str(field.type).split(" | "))]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda node: tuple(getattr(node, name) for name in names)


_DYNAMIC = {"players", "others", "next", "holder", "over", "winners", "games", "wins", "must_choose", "turns", "round_number", "is_in"}


def reads_state(rule: ir.Rule) -> bool:
    """Does the rule's value depend on anything but its arguments, the options and the number of seats?"""
    seen, waiting = {rule}, [rule]
    while waiting:
        reads, calls = _own(waiting.pop())
        if reads:
            return True
        fresh = {called for there in calls if (called := there()) is not None} - seen
        seen |= fresh
        waiting.extend(fresh)
    return False


def _own(rule: ir.Rule) -> _Own:
    """Whether the rule's own sentences read the state, and what it calls; worked out once, as rules are asked about time and again."""
    if rule not in _known:
        own = list(nodes(rule, into_rules=False))
        _known[rule] = any(_reads(node) for node in own), tuple(ref(n) for n in own if isinstance(n, ir.Rule) and n is not rule)
    return _known[rule]


_Own = tuple[bool, tuple[ref[ir.Rule], ...]]
_known: WeakKeyDictionary[ir.Rule, _Own] = WeakKeyDictionary()


def _reads(node: object) -> bool:
    return (
        isinstance(node, ir.VariableValue | ir.ZonePlace | ir.Contents | ir.AllContents | ir.Rotated)
        or (isinstance(node, ir.Builtin) and node.name in _DYNAMIC)
        or (isinstance(node, ir.Picked) and node.end == "random")
    )


def called(rule: ir.Rule) -> list[ir.Rule]:
    """The rules that a rule's own sentences call, itself included where it does; worked out once."""
    if rule not in _called:
        _called[rule] = tuple(ref(node) for node in nodes(rule.body, into_rules=False) if isinstance(node, ir.Rule))
    return [other for there in _called[rule] if (other := there()) is not None]


_called: WeakKeyDictionary[ir.Rule, tuple[ref[ir.Rule], ...]] = WeakKeyDictionary()


def free_locals(expression: ir.Expression) -> set[ir.Local]:
    """The locals that an expression reads and does not bind itself."""
    read, bound = set[ir.Local](), set[ir.Local]()
    for node in nodes(expression, into_rules=False):
        found = {value for field in fields(node) if isinstance(value := getattr(node, field.name), ir.Local)}
        if isinstance(node, ir.LocalValue):
            read |= found
        else:
            bound |= found
    return read - bound


def traits(game: ir.Game) -> list[str]:
    """Variables of a kind, one value a player, that setup sets and nothing after it: who a player is in this game."""
    setting, playing = (
        {node.variable.name for node in nodes(part) if isinstance(node, ir.SetVariable)} for part in (game.setup, (game.play, game.anytime))
    )
    return [
        name
        for name, variable in game.variables.items()
        if [index.over for index in variable.indexes] == ["player"]
        and isinstance(variable.type.of if isinstance(variable.type, ir.Maybe) else variable.type, ir.Member)
        and name in setting - playing
        and not variable.each_round
    ]


def shuffled_zones(game: ir.Game) -> set[str]:
    """The zones that may hold undrawn cards: shuffled, refilled, or swapped whole."""
    found = {zone.name for zone in game.zones.values() if zone.refill is not None}
    whole: tuple[object, ...] = (game.setup, game.play, tuple(game.rules.values()), game.anytime)
    given = tuple((e.given, e.do) for e in game.examples)
    for node in nodes((whole, given)):
        if isinstance(node, ir.Shuffle):
            if not isinstance(node.place, ir.ZonePlace):
                return set(game.zones)
            found.add(node.place.zone.name)
        elif isinstance(node, ir.Swap) and node.left.type == ir.PLACE:
            return set(game.zones)
    return found
