"""Looking through the IR: everything below a node, and what a rule reads, calls or may shuffle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple
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
    return any(_own(other).reads for other in _reached((rule,)))


def called(rule: ir.Rule) -> list[ir.Rule]:
    """The rules that a rule's own sentences call, itself included where it does."""
    return _there(_own(rule))


class _Own(NamedTuple):
    """What the sentences of one rule do. shuffles: names of zones; everywhere: or any zone there is; sets: names of variables."""

    reads: bool
    calls: tuple[ref[ir.Rule], ...]
    shuffles: frozenset[str]
    everywhere: bool
    sets: frozenset[str]


def _own(rule: ir.Rule) -> _Own:
    """Worked out once, as rules are asked about time and again."""
    if rule not in _known:
        _known[rule] = _of(rule.body)
    return _known[rule]


_known: WeakKeyDictionary[ir.Rule, _Own] = WeakKeyDictionary()


def _of(part: object) -> _Own:
    own = list(nodes(part, into_rules=False))
    swaps = any(isinstance(node, ir.Swap) and node.left.type == ir.PLACE for node in own)
    places = [node.place for node in own if isinstance(node, ir.Shuffle)]
    return _Own(
        any(map(_reads, own)),
        tuple(ref(node) for node in own if isinstance(node, ir.Rule)),
        frozenset(place.zone.name for place in places if isinstance(place, ir.ZonePlace)),
        swaps or not all(isinstance(place, ir.ZonePlace) for place in places),
        frozenset(node.variable.name for node in own if isinstance(node, ir.SetVariable)),
    )


def _reached(rules: Iterable[ir.Rule | None]) -> set[ir.Rule]:
    """These rules and all that they come to call."""
    seen = {rule for rule in rules if rule is not None}
    waiting = [*seen]
    while waiting:
        fresh = {*called(waiting.pop())} - seen
        seen |= fresh
        waiting += fresh
    return seen


def _reads(node: object) -> bool:
    return (
        isinstance(node, ir.VariableValue | ir.ZonePlace | ir.Contents | ir.AllContents | ir.Rotated)
        or (isinstance(node, ir.Builtin) and node.name in _DYNAMIC)
        or (isinstance(node, ir.Picked) and node.end == "random")
    )


def reads_now(expression: ir.Expression) -> bool:
    """Does its value depend on how the game stands, apart from locals?"""
    return any(_reads(node) for node in nodes(expression))


def ends(game: ir.Game) -> list[ir.End]:
    """The sentences that end the game; worked out once for all games that are played alike."""
    if game.play not in _ends:
        _ends[game.play] = tuple(ref(node) for node in nodes((game.play, game.anytime)) if isinstance(node, ir.End))
    return [end for there in _ends[game.play] if (end := there()) is not None]


_ends: WeakKeyDictionary[ir.Rule, tuple[ref[ir.End], ...]] = WeakKeyDictionary()


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
    anytime = _of(game.anytime)
    setting = {name for rule in _reached((game.setup,)) for name in _own(rule).sets}
    playing = {name for rule in _reached((game.play, *_there(anytime))) for name in _own(rule).sets} | anytime.sets
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
    anytime = _of(game.anytime)
    given = [rule for example in game.examples for rule in (example.given, example.do)]
    doing = [anytime, *map(_own, _reached((game.setup, game.play, *game.rules.values(), *given, *_there(anytime))))]
    if any(own.everywhere for own in doing):
        return set(game.zones)
    return {zone.name for zone in game.zones.values() if zone.refill is not None}.union(*(own.shuffles for own in doing))


def _there(own: _Own) -> list[ir.Rule]:
    return [rule for there in own.calls if (rule := there()) is not None]
