"""Walking through a checked game: what lies inside what, and what mentions what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cache, cached_property
from typing import Any, cast

from .. import ir
from ..record import Record
from ..source import Span
from ..types import item

Node = ir.Expression | ir.Statement | ir.Action | ir.Parameter
NODES = (ir.Expression, ir.Statement, ir.Action, ir.Parameter)
Key = tuple[str, ...]  # ("zone", name), ("fact", of what, name) ...


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if f.name not in ("span", "type"))


def inside(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node, in the order of its fields. What is declared elsewhere (zones, rules ...) is not entered."""
    for name in _names(type(node)):
        yield from _nodes(getattr(node, name))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, NODES):
        yield value
    elif isinstance(value, tuple):
        for part in cast("tuple[object, ...]", value):
            yield from _nodes(part)


def within(*nodes: Node) -> Iterator[Node]:
    """These nodes and all that is inside them, first to last."""
    stack = list(reversed(nodes))
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(list(inside(node))))


def blocks(nodes: Iterable[Node]) -> Iterator[tuple[ir.Statement, ...]]:
    """Every run of sentences inside these nodes, however deep."""
    for node in within(*nodes):
        for name in _names(type(node)):
            value: Any = getattr(node, name)
            if isinstance(value, tuple) and value and isinstance(value[0], ir.Statement):
                yield cast("tuple[ir.Statement, ...]", value)


def head(rule: ir.Rule) -> Span:
    """Where a rule's name stands."""
    return Span(rule.span.source, rule.span.start, min(rule.span.end, rule.span.start + len(rule.name)))


def word(span: Span, name: str) -> Span:
    """Where a word first stands in a span; the whole span where it does not."""
    import re

    found = re.search(rf"\b{re.escape(name)}\b", span.text)
    return span if found is None else Span(span.source, span.start + found.start(), span.start + found.end())


def first_line(span: Span) -> Span:
    """Of a sentence with a block under it, its own line."""
    text = span.text.split("\n", 1)[0].rstrip()
    return Span(span.source, span.start, span.start + max(1, len(text)))


def mentions(nodes: Iterable[Node]) -> Iterator[Key]:
    """What these nodes use. A variable that is only given a value, also one worked out from itself, comes as `set`."""
    setting: list[tuple[Node, str]] = [(node, "") for node in nodes]
    while setting:
        node, name = setting.pop()
        own = name
        match node:
            case ir.SetVariable(variable=variable):
                yield ("set", variable.name)
                own = variable.name
            case ir.TurnVariable(variable=variable):
                yield ("variable", variable.name)
            case ir.VariableValue(variable=variable):
                yield ("set" if variable.name == name else "variable", variable.name)
            case ir.ZonePlace(zone=zone) | ir.AllContents(zone=zone) | ir.Deal(to=zone):
                yield ("zone", zone.name)
            case ir.OptionValue(option=option):
                yield ("option", option.name)
            case ir.RuleCall(rule=rule):
                yield ("rule", rule.name)
            case ir.AttributeValue(attribute=ir.Attribute(name=of)):
                yield ("attribute", of)
            case ir.FactValue(fact=fact, owner=owner):
                yield ("fact", item(owner.type).name, fact.name)
            case _:
                pass
        if isinstance(node, ir.Expression):
            yield from of_type(node.type)
        setting.extend((part, own) for part in inside(node))


def of_type(type: ir.Type) -> Iterator[Key]:
    """The kind a type speaks of."""
    one = item(type)
    if isinstance(one, ir.Member):
        yield ("kind", one.name)


class Piece(Record):
    """A part of the file that is worked out or done as a whole. owner: what is declared by it; None: the game itself uses it."""

    owner: Key | None
    nodes: tuple[Node, ...]
    types: tuple[ir.Type, ...] = ()
    over: tuple[ir.Indexed, ...] = ()

    def mentioned(self) -> Iterator[Key]:
        """What it uses."""
        yield from mentions(self.nodes)
        for type in self.types:
            yield from of_type(type)
        for index in self.over:
            yield ("kind", index.over)


class Look:
    """A game as all checks look at it. others: the games its variants make of it by replacing rules."""

    def __init__(self, game: ir.Game, others: tuple[ir.Game, ...] = ()) -> None:
        self.game = game
        self.others = others

    @cached_property
    def pieces(self) -> list[Piece]:
        """Everything the file says."""
        return list(pieces(self.game))

    @cached_property
    def code(self) -> list[Piece]:
        """What happens in a game: its course and its rules, without claims and scenes."""
        game = self.game
        roots = [Piece(None, game.setup.body)] if game.setup is not None else []
        return [*roots, Piece(None, game.play.body), Piece(None, game.anytime), *(Piece(("rule", r.name), r.body) for r in self.rules)]

    @cached_property
    def rules(self) -> list[ir.Rule]:
        """The file's rules, and those of its cards and kinds."""
        return [*self.game.rules.values(), *(rule for _, fact in facts(self.game) for rule in fact.rules or () if rule is not None)]


def facts(game: ir.Game) -> Iterator[tuple[str, ir.Fact]]:
    """All facts, each with what it is said of."""
    yield from (("card", fact) for fact in game.deck.facts.values())
    for kind in game.kinds.values():
        yield from ((kind.name, fact) for fact in kind.facts.values())


def pieces(game: ir.Game) -> Iterator[Piece]:
    """Everything a file says, by what it is said of."""
    for rule in (game.setup, game.play):
        if rule is not None:
            yield Piece(None, rule.body)
    yield Piece(None, game.anytime)
    yield Piece(None, () if game.match is None else (game.match,))
    yield Piece(None, tuple(i.condition for i in game.invariants))
    for example in game.examples:
        done = tuple(s for rule in (example.given, example.do) if rule is not None for s in rule.body)
        yield Piece(None, (*done, *(claim for claim, _ in example.then)))
    yield Piece(None, tuple(face.copies for face in game.deck.faces))
    for name, fact in game.deck.facts.items():
        if fact.values is not None:
            yield Piece(None, (), tuple(v.type for v in fact.values if v.span.text == name))
    for rule in game.rules.values():
        yield Piece(("rule", rule.name), rule.body, tuple(p.type for p in rule.parameters))
    for attribute in game.attributes.values():
        yield Piece(("attribute", attribute.name), attribute.rule.body)
    for of, fact in facts(game):
        said = (*(fact.values or ()), *(v for list_ in fact.lists or () for v in list_))
        yield Piece(
            ("fact", of, fact.name), (*said, *(s for rule in fact.rules or () if rule is not None for s in rule.body)), (fact.type,)
        )
    for zone in game.zones.values():
        own = ("zone", zone.name)
        yield Piece(None if zone.starts is not None else own, () if zone.starts is None else (zone.starts,))
        yield Piece(own, tuple(e for i in zone.indexes for e in (i.low, i.high) if e is not None), (), zone.indexes)
        if zone.refill is not None:
            yield Piece(own, (ir.ZonePlace(zone.span, ir.PLACE, zone.refill, ()),))
    for variable in game.variables.values():
        bounds = (variable.low, variable.high, variable.starts, *(e for i in variable.indexes for e in (i.low, i.high)))
        yield Piece(("variable", variable.name), tuple(e for e in bounds if e is not None), (variable.type,), variable.indexes)


def reached(game: ir.Game) -> set[Key]:
    """What the game uses, also by way of other things it uses."""
    by_owner: dict[Key, list[Piece]] = {}
    stack: list[Key] = []
    for piece in pieces(game):
        if piece.owner is None:
            stack.extend(piece.mentioned())
        else:
            by_owner.setdefault(piece.owner, []).append(piece)
    found: set[Key] = set()
    while stack:
        key = stack.pop()
        if key not in found:
            found.add(key)
            as_owner = ("variable", key[1]) if key[0] == "set" else key
            stack.extend(k for piece in by_owner.get(as_owner, ()) for k in piece.mentioned())
    return found
