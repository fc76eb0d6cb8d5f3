"""What a menu's domains and guards read: whether all of it is public, and whether some of it surely is secret to who chooses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, cast

from . import ir
from .types import item

if TYPE_CHECKING:
    from .world import World

_BUILTIN_FACTS = (ir.AttributeValue, ir.FactValue)


def parts(value: object) -> Iterator[ir.Expression]:
    """The expressions directly inside an expression."""
    if not is_dataclass(value):
        return
    for field in fields(value):
        inner: Any = getattr(value, field.name)
        if isinstance(inner, ir.Expression):
            yield inner
        elif isinstance(inner, tuple):
            yield from (i for i in cast("tuple[Any, ...]", inner) if isinstance(i, ir.Expression))


def public(action: ir.Action) -> bool:
    """Whether everybody can tell if this action is possible: its domains and guard read only open cards and values."""
    lit: frozenset[ir.Local] = frozenset()
    for parameter in action.parameters:
        if not open_to_all(bare(parameter.domain), set(), lit):
            return False
        if from_open_zone(parameter.domain, lit):
            lit |= {parameter.local}
    return action.guard is None or open_to_all(action.guard, set(), lit)


def bare(domain: ir.Expression) -> ir.Expression:
    """Of a domain that is simply a zone, or subsets of one, only the number of cards matters: replaced by that."""
    if isinstance(domain, ir.Family):
        source = bare(domain.source)
        return ir.Builtin(domain.span, ir.TRUTH, "all", (domain.low, domain.high, source))
    if isinstance(domain, ir.Contents | ir.AllContents):
        return ir.Builtin(domain.span, ir.TRUTH, "empty", (domain,))
    return domain


def open_to_all(value: ir.Expression, asked: set[ir.Rule], lit: frozenset[ir.Local]) -> bool:
    """Whether everybody can work this value out. Conservative: a card's face counts as open only where it surely lies open.

    asked: rules looked at already; lit: locals that stand for open cards.
    """
    match value:
        case ir.VariableValue(variable=variable) if variable.seen_by != "all":
            return False
        case ir.Builtin(name="empty", arguments=(source,)) if isinstance(source, ir.Contents | ir.AllContents):
            return all(open_to_all(p, asked, lit) for p in parts(source))
        case ir.Aggregate(operator="count", condition=None, source=ir.Contents() | ir.AllContents()):
            return all(open_to_all(p, asked, lit) for p in parts(value.source))
        case ir.Contents(place=place):
            if not isinstance(place, ir.ZonePlace) or place.zone.seen_by != "all":
                return False
        case ir.AllContents(zone=zone):
            return zone.seen_by == "all"
        case ir.AttributeValue() | ir.FactValue() if item(_owner(value).type) == ir.CARD:
            if not from_open_zone(_owner(value), lit):
                return False
        case ir.RuleCall(rule=rule) | ir.AttributeValue(attribute=ir.Attribute(rule=rule)):
            if not rule_open(rule, asked):
                return False
        case ir.Builtin(name="everything" | "same_cards" | "holder"):
            return False
        case _:
            pass
    if isinstance(value, ir.Filter | ir.Aggregate | ir.Ordered) and from_open_zone(value.source, lit):
        lit |= {value.it}
    return all(open_to_all(p, asked, lit) for p in parts(value))


def _owner(value: ir.Expression) -> ir.Expression:
    return value.card if isinstance(value, ir.AttributeValue) else cast(ir.FactValue, value).owner


def from_open_zone(card: ir.Expression, lit: frozenset[ir.Local]) -> bool:
    """Whether a card surely lies where everybody sees it."""
    match card:
        case ir.FaceConstant():
            return True
        case ir.LocalValue(local=local):
            return local in lit
        case (
            ir.Only(source=source)
            | ir.Picked(source=source)
            | ir.Filter(source=source)
            | ir.Ordered(source=source)
            | ir.Family(source=source)
        ):
            return from_open_zone(source, lit)
        case ir.Contents(place=ir.ZonePlace(zone=zone)) | ir.AllContents(zone=zone):
            return zone.seen_by == "all"
        case _:
            return False


def rule_open(rule: ir.Rule, asked: set[ir.Rule]) -> bool:
    """Whether a pure rule reads only what everybody knows; a rule met while it is being asked about counts as open."""
    if rule in asked:
        return True
    asked.add(rule)
    return all(open_to_all(e, asked, frozenset()) for statement in rule.body for e in in_statement(statement))


def in_statement(statement: object) -> Iterator[ir.Expression]:
    """The outermost expressions of a statement and of those in it."""
    if not is_dataclass(statement):
        return
    for field in fields(statement):
        inner: Any = getattr(statement, field.name)
        for part in cast("tuple[Any, ...]", inner) if isinstance(inner, tuple) else (inner,):
            if isinstance(part, ir.Expression):
                yield part
            elif isinstance(part, ir.Statement | ir.Action | ir.Parameter):
                yield from in_statement(part)


# --------------------------------------------------------------------------- sure leaks


def leak(value: ir.Expression, you: ir.Local, world: World) -> str | None:
    """What a domain or guard reads that the seat `you` surely may not know, in words; None where that is not sure."""
    match value:
        case ir.VariableValue(variable=variable) if variable.name not in world.turned:
            if variable.seen_by == "nobody":
                return f"the hidden `{variable.name}`"
            if variable.seen_by == "owner" and variable.indexes and is_other(value.indexes[0], you):
                return f"another player's secret `{variable.name}`"
        case ir.Filter(source=source) if any(_reads_face(p, value.it) for p in _all(value.condition)):
            hidden = _hidden(source, you, world)
            if hidden is not None:
                return hidden
        case ir.Aggregate(source=source) if any(
            _reads_face(p, value.it) for e in (value.key, value.condition) if e is not None for p in _all(e)
        ):
            hidden = _hidden(source, you, world)
            if hidden is not None:
                return hidden
        case ir.AttributeValue() | ir.FactValue() if item(_owner(value).type) == ir.CARD:
            hidden = _hidden(_owner(value), you, world)
            if hidden is not None:
                return hidden
        case _:
            pass
    for part in parts(value):
        found = leak(part, you, world)
        if found is not None:
            return found
    return None


def is_other(seat: ir.Expression, you: ir.Local) -> bool:
    """Whether a seat surely is not `you`."""
    match seat:
        case ir.Builtin(name="opponent", arguments=(ir.LocalValue(local=local),)):
            return local is you
        case ir.Builtin(name="next", arguments=(ir.LocalValue(local=local), ir.Constant(value=1))):
            return local is you
        case _:
            return False


def _all(value: ir.Expression) -> Iterator[ir.Expression]:
    yield value
    for part in parts(value):
        yield from _all(part)


def _reads_face(value: ir.Expression, it: ir.Local) -> bool:
    if not isinstance(value, _BUILTIN_FACTS):
        return False
    owner = _owner(value)
    return isinstance(owner, ir.LocalValue) and owner.local is it and it.type == ir.CARD


def _hidden(source: ir.Expression, you: ir.Local, world: World) -> str | None:
    """The zone that surely keeps these cards' faces from `you`."""
    match source:
        case ir.Only(source=inner) | ir.Picked(source=inner) | ir.Filter(source=inner) | ir.Ordered(source=inner):
            return _hidden(inner, you, world)
        case ir.Contents(place=ir.ZonePlace(zone=zone, indexes=indexes)) if not world.turned & {zone.name, "*"}:
            if zone.seen_by == "nobody":
                return f"cards that lie face down in `{zone.name}`"
            if zone.seen_by == "owner" and indexes and is_other(indexes[0], you):
                return f"another player's `{zone.name}`"
        case _:
            pass
    return None
