"""Whether a file gives its libraries what they ask for, and whether what it writes in place of their defaults fits."""

from __future__ import annotations

from . import ir, syntax
from .diagnostics import Report
from .libraries import Library
from .merge import bare
from .rules import rule_of, work_out
from .source import Mapping, Scalar, Span, YamlNode
from .spelling import nearest
from .types import UNKNOWN, fits, item, said
from .world import Faults, World
from .zones import dimensions

WHAT = {"kinds": "a kind", "zones": "a zone", "variables": "a variable", "attributes": "an attribute", "rules": "a rule"}


def missing(parts: dict[str, YamlNode], world: World, faults: Faults) -> None:
    """What the file does not declare at all; nothing else is said about such a name. Before anything is declared."""
    for library in world.libraries.values():
        for section, asked in library.needs.items():
            node = parts.get(section)
            there = {bare(key): key for key, _ in node.entries} if isinstance(node, Mapping) else {}
            for key, value in asked if section not in ("kinds", "attributes") else ():
                if bare(key) not in there:
                    not_there(library, section, key, value, list(there), world, faults)


def missing_words(world: World, faults: Faults) -> None:
    """The same for kinds and for what is said of cards, which may be declared in several ways. After the declarations."""
    for library in world.libraries.values():
        for key, value in library.needs.get("kinds", ()):
            if key.text not in world.kinds:
                not_there(library, "kinds", key, value, list(world.kinds), world, faults)
        for key, value in library.needs.get("attributes", ()):
            if key.text not in world.of_candidate(ir.CARD):
                not_there(library, "attributes", key, value, list(world.of_candidate(ir.CARD)), world, faults)


def not_there(library: Library, section: str, key: Scalar, value: YamlNode, there: list[str], world: World, faults: Faults) -> None:
    """One thing that is asked for and missing."""
    name = bare(key)
    if name in world.broken:
        return
    world.broken.add(name)
    near = nearest(name, there)
    line = f"{key.text}: {value.text.strip()}" if isinstance(value, Scalar) and section == "zones" else name
    about = "" if not isinstance(value, Scalar) else key_text(value) if section == "kinds" else value.comment
    faults.fault(
        "E0209",
        library.used_at,
        f"the library `{library.name}` needs {WHAT[section]} `{key.text if section == 'rules' else name}`, and this file has none",
        label=f"is it what you call `{near[0]}`?" if near else "something is missing",
        related=((key.span, "asked for here"),),
        notes=(about,) if about else (),
        help=f"declare it under `{section}`: `{line}`" + (" and who sees it" if section == "zones" else ""),
    )


def misfits(world: World, faults: Faults) -> None:
    """What the file declares in another form than its libraries need it. After all rules are worked out."""
    for library in world.libraries.values():
        for key, value in library.needs.get("zones", ()):
            sentence = world.sentence("zone", value) if isinstance(value, Scalar) else None
            zone = world.zones.get(key.text)
            if zone is not None and isinstance(sentence, syntax.ZoneSentence):
                check_zone(library, key, zone, sentence, world, faults)
        for key, value in library.needs.get("variables", ()):
            sentence = world.sentence("variable", value) if isinstance(value, Scalar) else None
            variable = world.variables.get(key.text)
            if variable is not None and isinstance(sentence, syntax.VariableSentence):
                like = same_indexes(variable.indexes, dimensions(sentence.indexes, world, faults)) and variable.type == world.type_of(
                    sentence.type, faults
                )
                if not like:
                    other(library, key, variable.span, f"must say `{key_text(value)}`", faults)
        for key, value in library.needs.get("attributes", ()):
            check_attribute(library, key, type_said(value, world, faults), world, faults)
        for key, value in library.needs.get("rules", ()):
            check_rule(library, key, type_said(value, world, faults), world, faults)
        for section, defaults in library.defaults.items():
            for key, value in defaults:
                check_default(library, section, key, value, world, faults)


def type_said(value: YamlNode, world: World, faults: Faults) -> ir.Type:
    """The type a need says; NOTHING for a rule that only does something."""
    if not isinstance(value, Scalar):
        return UNKNOWN
    if value.text.strip() == "nothing":
        return ir.NOTHING
    node = world.sentence("type", value)
    return world.type_of(node, faults) if isinstance(node, syntax.TypeWord) else UNKNOWN


def key_text(value: YamlNode) -> str:
    return " ".join(value.text.split()) if isinstance(value, Scalar) else ""


def other(library: Library, key: Scalar, span: Span, wanted: str, faults: Faults) -> None:
    """One thing that is declared in another form."""
    faults.fault(
        "E0209",
        span,
        f"the library `{library.name}` needs `{bare(key)}` in another form: it {wanted}",
        label="does not fit",
        related=((key.span, "asked for here"),),
    )


def check_zone(library: Library, key: Scalar, zone: ir.Zone, wanted: syntax.ZoneSentence, world: World, faults: Faults) -> None:
    indexes = dimensions(wanted.indexes, world, faults)
    seen = wanted.seen_by or {"up": "all", "down": "nobody", None: zone.seen_by}[wanted.face]
    like = same_indexes(zone.indexes, indexes) and zone.seen_by == seen
    like = like and zone.one_card == wanted.one_card and zone.ordered >= wanted.ordered
    if not like or (wanted.starts is not None and zone.starts is None):
        other(library, key, zone.span, f"must say `{' '.join(wanted.span.text.split()) or 'nothing more'}`", faults)


def same_indexes(left: tuple[ir.Indexed, ...], right: tuple[ir.Indexed, ...] | None) -> bool:
    return right is not None and [i.over for i in left] == [i.over for i in right]


def check_attribute(library: Library, key: Scalar, wanted: ir.Type, world: World, faults: Faults) -> None:
    attribute, fact = world.attributes.get(key.text), world.card_facts.get(key.text)
    found = attribute.rule.result if attribute is not None else fact.type if fact is not None else UNKNOWN
    span = attribute.rule.span if attribute is not None else library.used_at
    if not agrees(found, wanted):
        other(library, key, span, f"must be {said(wanted)}, and is {said(found)}", faults)


def check_rule(library: Library, key: Scalar, result: ir.Type, world: World, faults: Faults) -> None:
    """A rule of the file against a head and what it must give back."""
    rule = world.rules.get(bare(key))
    head = world.sentence("head", key)
    if rule is None or not isinstance(head, syntax.Head) or rule.span is key.span or world.units[rule].faulty:
        return
    wanted = [world.type_of(typed.type, faults) for typed in head.parameters or ()]
    given = [p.type for p in rule.parameters]
    if wanted != given:
        other(library, key, rule.span, f"must have the head `{key.text}`", faults)
    elif not agrees(rule.result, result):
        gives = "must give nothing back" if result == ir.NOTHING else f"must give back {said(result)}, and gives {said(rule.result)}"
        other(library, key, rule.span, gives, faults)


def agrees(found: ir.Type, wanted: ir.Type) -> bool:
    """Whether a value can stand where another type was meant: one thing for a set, but not a set for one thing."""
    if UNKNOWN in (found, wanted):
        return True
    if ir.NOTHING in (found, wanted):
        return found == wanted
    return fits(found, wanted) and not (isinstance(found, ir.Many) and not isinstance(wanted, ir.Many))


def check_default(library: Library, section: str, key: Scalar, value: YamlNode, world: World, faults: Faults) -> None:
    """What the file wrote in place of a default: it must be of the same form."""
    name = bare(key)
    if section == "rules" and name in world.rules and world.rules[name].span is not key.span:
        quiet = Faults(Report())
        unit = rule_of(key, value, world, quiet)
        if unit is not None:
            work_out(unit, world, quiet)
            del world.units[unit.rule]
            result = UNKNOWN if quiet.report.diagnostics else unit.rule.result
            check_rule(library, key, result, world, faults)
    elif section == "zones" and name in world.zones and world.zones[name].span is not key.span:
        sentence = world.sentence("zone", value) if isinstance(value, Scalar) else None
        if isinstance(sentence, syntax.ZoneSentence):
            indexes = dimensions(sentence.indexes, world, faults)
            if not same_indexes(world.zones[name].indexes, indexes) or world.zones[name].one_card != sentence.one_card:
                other(library, key, world.zones[name].span, f"must be one as `{key_text(value)}` is", faults)
    elif section == "variables" and name in world.variables and world.variables[name].span is not key.span:
        sentence = world.sentence("variable", value) if isinstance(value, Scalar) else None
        if isinstance(sentence, syntax.VariableSentence):
            variable = world.variables[name]
            like = same_indexes(variable.indexes, dimensions(sentence.indexes, world, faults))
            if not like or item(variable.type) != item(world.type_of(sentence.type, faults)):
                other(library, key, variable.span, f"must be one as `{key_text(value)}` is", faults)
