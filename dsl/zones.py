"""Zones and variables."""

from __future__ import annotations

from . import ir, syntax
from .cards import constant, settled
from .decisions import Decisions
from .options import named
from .sections import entries, scalar
from .source import Span, YamlNode
from .spelling import nearest
from .types import UNKNOWN, said, strip
from .world import Faults, World


def set_late(declared: object, field: str, value: object) -> None:
    """Complete a declaration that other declarations had to know before it could be complete. Nothing changes after the file is built."""
    object.__setattr__(declared, field, value)


def dimensions(nodes: tuple[syntax.Index, ...], world: World, faults: Faults) -> tuple[ir.Indexed, ...] | None:
    """What there is one of each: an owner first, then kinds, cards and numbers."""
    result: list[ir.Indexed] = []
    for node in nodes:
        if node.name is None:
            assert node.low is not None and node.high is not None
            low, high = fixed(node.low, ir.NUMBER, world, faults), fixed(node.high, ir.NUMBER, world, faults)
            result.append(ir.Indexed("range", low, high))
        elif node.name.text in ("player", "team"):
            if result:
                faults.fault(
                    "E0216", node.span, f"`each {node.name.text}` comes first", label="", help="the owner stands before everything else"
                )
                return None
            result.append(ir.Indexed(node.name.text))
        elif node.name.text == "card" or node.name.text in world.kinds:
            result.append(ir.Indexed(node.name.text))
        else:
            if node.name.text not in world.broken:
                words = ["player", "team", "card", *world.kinds]
                faults.unknown(
                    "E0220",
                    node.name.span,
                    f"there is no kind of thing called `{node.name.text}`",
                    nearest(node.name.text, words),
                    label="not a kind",
                    notes=(f"kinds here: {', '.join(words)}",),
                )
            return None
    return tuple(result)


def fixed(node: syntax.Expression, wanted: ir.Type, world: World, faults: Faults) -> ir.Expression:
    """A bound or start: worked out once, from numbers, options and `count(seats)`."""
    value = fold(Decisions(world, faults).check(node, wanted))
    return value if settled(value, node.span, faults) else ir.Constant(node.span, UNKNOWN, 0)


def fold(value: ir.Expression) -> ir.Expression:
    """A number where an expression of numbers alone stands."""
    known = constant(value)
    return value if known is None else ir.Constant(value.span, ir.NUMBER, known)


def declare_zones(node: YamlNode | None, world: World, faults: Faults) -> None:
    """Zones with their indexes, viewers, order and size."""
    refills: list[tuple[ir.Zone, syntax.Expression]] = []
    starts: list[tuple[ir.Zone, syntax.Expression]] = []
    found = entries(node, "`zones`", faults)
    for key, value in found:
        if not named(key, "a zone", world, faults):
            continue
        world.broken.add(key.text)
        text = scalar(value, f"the zone `{key.text}`", faults, style="plain")
        sentence = None if text is None else world.sentence("zone", text)
        if text is None or not isinstance(sentence, syntax.ZoneSentence):
            continue
        zone = zone_of(key.text, sentence, text.comment, key.span, world, faults)
        if zone is None:
            continue
        world.zones[zone.name] = zone
        world.broken.discard(zone.name)
        if sentence.refilled_from is not None:
            refills.append((zone, sentence.refilled_from))
        if sentence.starts is not None and not isinstance(sentence.starts, bool):
            starts.append((zone, sentence.starts))
    for zone, where in refills:
        source = world.zones.get(where.text) if isinstance(where, syntax.Name) else None
        if source is not None and not source.indexes and not zone.indexes:
            set_late(zone, "refill", source)
        elif source is not None or Decisions(world, faults).place(where).type != UNKNOWN:
            faults.fault("E0216", where.span, "only a zone that is one for all can be refilled, and from such a one", label="")
    for zone, condition in starts:
        it = ir.Local("it", ir.CARD)
        checker = Decisions(world, faults)
        with checker.bound(candidate=it):
            set_late(zone, "starts", checker.condition(condition))
        set_late(zone, "it", it)
    if world.zones and not any(zone.starts is not None for zone in world.zones.values()) and len(world.zones) == len(found):
        faults.fault(
            "E0216",
            found[0][0].span,
            "no zone says where the cards are at the start",
            label="",
            help="write `stock: every card, face down`",
        )


def zone_of(name: str, s: syntax.ZoneSentence, about: str, span: Span, world: World, faults: Faults) -> ir.Zone | None:
    """The zone a sentence declares; None after a fault."""
    indexes = dimensions(s.indexes, world, faults)
    if indexes is None:
        return None
    owned = bool(indexes) and indexes[0].over in ("player", "team")
    if s.seen_by is None and s.face is None:
        faults.fault(
            "E0216", s.span, f"who sees the cards of `{name}`?", label="not said", help="write `face up`, `face down`, or `seen by owner`"
        )
        return None
    if s.seen_by is not None and s.face is not None:
        faults.fault(
            "E0216", s.span, f"`{name}` says twice who sees its cards", label="", help=f"leave out `face {s.face}` or `seen by {s.seen_by}`"
        )
        return None
    if s.seen_by is not None and not owned:
        faults.fault(
            "E0216",
            s.span,
            f"`{name}` has no owner, so nobody sees it as `{s.seen_by}`",
            label="",
            help="write `each player, …`, or `face up` or `face down`",
        )
        return None
    seen_by = s.seen_by or ("all" if s.face == "up" else "nobody")
    starts: ir.Expression | None = None
    it: ir.Local | None = None
    if s.starts is not None:
        if indexes:
            faults.fault(
                "E0216",
                s.span,
                f"`{name}` is several zones, and a card can start in one only",
                label="",
                help="let the cards start in one zone and deal them in `setup`",
            )
            return None
        starts, it = ir.Constant(s.span, ir.TRUTH, 1), ir.Local("it", ir.CARD)
    if s.one_card and s.starts is not None and s.starts is True:
        faults.fault("E0216", s.span, f"`{name}` holds one card and can not hold every card", label="")
    return ir.Zone(name, indexes, seen_by, s.ordered, s.one_card, starts, it, None, s.except_top, about, span)


# --------------------------------------------------------------------------- variables


def declare_variables(node: YamlNode | None, world: World, faults: Faults) -> None:
    """Variables with their indexes, type, bounds, start and marks."""
    for key, value in entries(node, "`variables`", faults):
        if not named(key, "a variable", world, faults):
            continue
        world.broken.add(key.text)
        text = scalar(value, f"the variable `{key.text}`", faults, style="plain")
        sentence = None if text is None else world.sentence("variable", text)
        if text is None or not isinstance(sentence, syntax.VariableSentence):
            continue
        variable = variable_of(key.text, sentence, text.comment, key.span, world, faults)
        if variable is not None:
            world.variables[key.text] = variable
            world.broken.discard(key.text)


def variable_of(name: str, s: syntax.VariableSentence, about: str, span: Span, world: World, faults: Faults) -> ir.Variable | None:
    """The variable a sentence declares; None after a fault."""
    indexes = dimensions(s.indexes, world, faults)
    type = UNKNOWN if s.type.word == "any" else world.type_of(s.type, faults)
    if indexes is None or type == UNKNOWN:
        return None
    if isinstance(type, ir.Many) or strip(type) == ir.PLACE:
        help = "keep cards in a zone" if strip(type) == ir.PLACE or type == ir.Many("some card", ir.CARD) else ""
        faults.fault("E0217", s.type.span, f"a variable holds one value, not {said(type)}", label="", help=help)
        return None
    marks = {mark.text for mark in s.marks}
    low = high = None
    if strip(type) == ir.NUMBER:
        if s.type.low is None or s.type.high is None:
            faults.fault("E0217", s.type.span, f"`{name}` needs bounds", label="how low, how high?", help="write `0..20`")
            return None
        low, high = fixed(s.type.low, ir.NUMBER, world, faults), fixed(s.type.high, ir.NUMBER, world, faults)
        a, b = constant(low), constant(high)
        if a is not None and b is not None and a > b:
            faults.fault(
                "E0217",
                s.type.span,
                f"the bounds of `{name}` are the wrong way round",
                label="nothing is between them",
                help=f"write `{b}..{a}`",
            )
            return None
    elif "capped" in marks:
        faults.fault("E0217", s.span, f"only numbers can be capped, and `{name}` is {said(type)}", label="")
        return None
    if {"secret", "hidden"} <= marks:
        faults.fault("E0217", s.span, "secret: its owner knows it; hidden: nobody does", label="both at once", help="leave one of them out")
    if "secret" in marks and (not indexes or indexes[0].over != "player"):
        faults.fault(
            "E0217",
            s.span,
            f"`{name}` has no owner who could know it",
            label="secret from whom?",
            help="write `each player, …`, or `hidden`",
        )
        return None
    start = default_start(type, low, high, s.span) if s.starts is None else fixed(s.starts, type, world, faults)
    a, b, c = (None if e is None else constant(e) for e in (low, high, start))
    if s.starts is not None and a is not None and b is not None and c is not None and type == ir.NUMBER and not a <= c <= b:
        faults.fault("E0217", s.starts.span, f"`{name}` can not start outside of its bounds", label=f"not in {a}..{b}")
    seen_by = "owner" if "secret" in marks else "nobody" if "hidden" in marks else "all"
    return ir.Variable(
        name, indexes, type, low, high, start, "capped" in marks, "kept" in marks, "each round" in marks, seen_by, about, span
    )


def default_start(type: ir.Type, low: ir.Expression | None, high: ir.Expression | None, span: Span) -> ir.Expression:
    """What a variable without `starts` begins with: none, 0 or the lower bound, no, or the first member or seat."""
    if isinstance(type, ir.Maybe):
        return ir.Constant(span, type, ir.NONE)
    zero = ir.Constant(span, type, 0)
    if low is None or high is None:
        return zero
    a, b = constant(low), constant(high)
    if a is not None and b is not None:
        return zero if a <= 0 <= b else low
    at_least = ir.Comparison(span, ir.TRUTH, "<=", low, zero)
    at_most = ir.Comparison(span, ir.TRUTH, "<=", zero, high)
    return ir.Conditional(span, ir.NUMBER, ir.Both(span, ir.TRUTH, at_least, at_most), zero, low)
