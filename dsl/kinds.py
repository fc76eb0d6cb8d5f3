"""Kinds with their facts, the facts of cards, and attributes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from . import ir, syntax
from .base import Binding
from .cards import SUITS, Card, Deck, settled
from .decisions import Decisions
from .misspelt import nowhere_else
from .options import declare_members, named
from .record import Sheet
from .rules import rule_of
from .sections import entries, is_word, scalar
from .source import Mapping, Scalar, Span, YamlNode
from .spelling import is_near
from .statements import MOST_BRANCHES, USE_FACTS
from .types import NONE, UNKNOWN, join, maybe, said
from .world import Faults, Unit, World

BUILT_IN = ("suit", "rank", "color")


class Owner(Sheet):
    """Whose facts they are: a member or card, with its place, what the file says of it, and what it has by its making."""

    name: str
    span: Span
    said: dict[str, tuple[Scalar, YamlNode]]
    known: dict[str, ir.Expression]


def member_entries(node: YamlNode) -> tuple[tuple[Scalar, YamlNode], ...]:
    return tuple(e for e in node.entries if e[0].text != "otherwise") if isinstance(node, Mapping) else ()


def declare_kinds(node: YamlNode | None, world: World, faults: Faults) -> None:
    """The names of kinds and their members; their facts come later, as they may speak of other kinds."""
    for key, value in entries(node, "`kinds`", faults):
        if key.text in BUILT_IN:
            continue
        if not named(key, "a kind", world, faults):
            continue
        about = value.comment if isinstance(value, Scalar) else key.comment
        if isinstance(value, Mapping):
            words = tuple(syntax.Name(k.span, k.text) for k, _ in member_entries(value))
            for word in words:
                if not is_word(word.text):
                    faults.fault(
                        "E0207", word.span, f"`{word.text}` can not be a word of a kind", label="not a name", help="letters, digits and `_`"
                    )
            words = tuple(w for w in words if is_word(w.text))
        else:
            text = scalar(value, f"the kind `{key.text}`", faults)
            sentence = None if text is None else world.sentence("names", text)
            if not isinstance(sentence, syntax.Names):
                world.broken.update((key.text, *re.findall(r"\w+", value.span.text)))  # words that it may have meant to declare
                continue
            words = sentence.names
        world.add_kind(ir.Kind(key.text, declare_members(key.text, words, world, faults), {}, about, key.span))


def order_built_in(node: YamlNode | None, world: World, faults: Faults) -> None:
    """A file may give the suits, ranks and colors of its deck an order of its own, and facts."""
    for key, value in entries(node, "`kinds`", faults):
        if key.text not in BUILT_IN:
            continue
        if not world.playing_cards:
            faults.fault(
                "E0213", key.span, f"this deck has no {key.text}s", label="", help="only a `french` deck has suits, ranks and colors"
            )
            continue
        members = world.kinds[key.text].members
        words = member_entries(value)
        if not words and isinstance(value, Scalar):
            sentence = world.sentence("names", value)
            given = [(w.text, w.span) for w in sentence.names] if isinstance(sentence, syntax.Names) else []
        else:
            given = [(k.text, k.span) for k, _ in words]
        known = (*members, *SUITS) if key.text == "suit" else members
        for word, span in given:
            if word not in known:
                faults.fault(
                    "E0213",
                    span,
                    f"there is no {key.text} called `{word}`",
                    label="",
                    notes=(f"{key.text}s of this deck: {', '.join(members)}",),
                )
        listed = tuple(word for word, _ in given if word in members)
        partly = isinstance(value, Mapping) and value.get("otherwise") is not None  # the order of the deck stays
        if given and set(listed) != set(members) and not partly:
            missing = ", ".join(m for m in members if m not in listed)
            if missing:
                faults.fault(
                    "E0213",
                    key.span,
                    f"the {key.text}s {missing} of the deck are not listed",
                    label="some are missing",
                    help="list all of them, or say what holds for the others under `otherwise:`",
                )
            continue
        if key.text == "suit" and len(listed) == len(members):
            world.reorder(key.text, listed)
        kind = world.kinds[key.text]
        world.kinds[key.text] = ir.Kind(kind.name, kind.members, kind.facts, key.comment or kind.about, key.span)


def declare_facts(node: YamlNode | None, world: World, faults: Faults) -> None:
    """What the file says of each member of its kinds."""
    for key, value in entries(node, "`kinds`", faults):
        kind = world.kinds.get(key.text)
        if kind is None or not isinstance(value, Mapping):
            continue
        by_name = {k.text: (k.span, facts_said(v, k.text, faults)) for k, v in member_entries(value)}
        otherwise = facts_said(value.get("otherwise"), "otherwise", faults)
        partly = value.get("otherwise") is not None
        owners = [Owner(m, *by_name.get(m, (key.span, {})), {}) for m in kind.members if m in by_name or partly]
        if len(owners) == len(kind.members):
            kind.facts.update(collect(ir.Member(kind.name), owners, otherwise, True, world, faults))


def declare_card_facts(deck: Deck, world: World, faults: Faults) -> None:
    """What the file says of its cards, or what follows from how they were generated."""
    said_of: dict[int, dict[str, tuple[Scalar, YamlNode]]] = {}

    def owner(card: Card) -> Owner:
        if id(card.facts) not in said_of:  # generated cards share what is said of them
            playing = card.suit is not None
            said_of[id(card.facts)] = {} if playing else facts_said(card.facts, card.name, faults)
        return Owner(card.name, card.span, said_of[id(card.facts)], card.known)

    owners = [owner(card) for card in deck.cards]
    otherwise = facts_said(deck.otherwise, "otherwise", faults)
    world.card_facts.update(collect(ir.CARD, owners, otherwise, False, world, faults))


def facts_said(node: YamlNode | None, of: str, faults: Faults) -> dict[str, tuple[Scalar, YamlNode]]:
    """Facts by name; their keys may have parameters."""
    result: dict[str, tuple[Scalar, YamlNode]] = {}
    for key, value in () if node is None else entries(node, f"what is said of `{of}`", faults):
        name = key.text.split("(", 1)[0].strip()
        if name == "copies":
            continue
        if not is_word(name):
            faults.fault("E0213", key.span, f"`{name}` can not name a fact", label="not a name", help="letters, digits and `_`")
        elif name in result:
            faults.fault(
                "E0206", key.span, f"`{name}` is said twice of `{of}`", label="again", related=((result[name][0].span, "first here"),)
            )
        else:
            result[name] = (key, value)
    return result


def collect(
    type: ir.Type, owners: list[Owner], otherwise: dict[str, tuple[Scalar, YamlNode]], needed: bool, world: World, faults: Faults
) -> dict[str, ir.Fact]:
    """One `Fact` for each name, over all owners."""
    misspelt_facts(owners, otherwise, world, faults)
    names = dict.fromkeys(name for o in owners for name in (*o.known, *o.said))
    result: dict[str, ir.Fact] = {}
    for name in dict.fromkeys((*names, *otherwise)):
        if type == ir.CARD and (name in ("name", "suit", "rank", "color", "pips") or name in world.attributes):
            key = next((o.said[name][0] for o in owners if name in o.said), None) or otherwise.get(name, (None,))[0]
            faults.fault(
                "E0206",
                None if key is None else key.span,
                f"`{name}` of a card is something else already",
                label="",
                help="choose another name",
            )
            continue
        entries_ = [o.said.get(name) or (None if name in o.known else otherwise.get(name)) for o in owners]
        missing = [o for o, e in zip(owners, entries_, strict=True) if e is None and name not in o.known]
        if needed and missing:
            faults.fault(
                "E0213",
                missing[0].span,
                f"`{missing[0].name}` does not say its `{name}`",
                label="says nothing of it",
                notes=(f"nor do: {', '.join(m.name for m in missing[1:])}",) if len(missing) > 1 else (),
                help=f"add `{name}` there, or what holds for all under `otherwise:`",
            )
            continue
        heads = [e for e in entries_ if e is not None]
        if any("(" in key.text or (isinstance(v, Scalar) and v.style == "literal") for key, v in heads):
            fact = fact_rules(name, type, entries_, world, faults)
        else:
            fact = fact_values(name, owners, entries_, world, faults)
        if fact is not None:
            result[name] = fact
        else:
            world.broken.add(name)
    return result


def misspelt_facts(owners: list[Owner], otherwise: dict[str, tuple[Scalar, YamlNode]], world: World, faults: Faults) -> None:
    """A fault for each fact that stands at one place of the file alone and is spelt nearly like one that others have and its owner lacks.

    It then counts as that one.
    """
    names = dict.fromkeys(name for o in owners for name in (*o.known, *o.said)) | dict.fromkeys(otherwise)
    for owner in owners:
        for name, (key, value) in [*owner.said.items()]:
            lacking = [other for other in names if other not in owner.said and other not in owner.known and is_near(name, other)]
            if not lacking or key.span.text != name or not nowhere_else(key.span, (world.source, *world.libraries)):
                continue
            near = lacking[0]
            faults.fault(
                "E0213", key.span, f"nothing asks for the fact `{name}`", label=f"did you mean `{near}`?", help="others here have it"
            )
            del owner.said[name]
            owner.said[near] = (key, value)


def fact_rules(
    name: str, type: ir.Type, entries_: Sequence[tuple[Scalar, YamlNode] | None], world: World, faults: Faults
) -> ir.Fact | None:
    """A fact that is worked out: a rule each, shared where `otherwise` stands for several."""
    made: dict[int, Unit | None] = {}
    units: list[Unit | None] = []
    for entry in entries_:
        if entry is not None and id(entry[0]) not in made:
            it = ir.Local("it", type)
            made[id(entry[0])] = rule_of(entry[0], entry[1], world, faults, it=it)
        units.append(None if entry is None else made[id(entry[0])])
    found = [unit for unit in made.values() if unit is not None]
    if len(found) < len(made) or not found:
        return None
    types = {tuple(p.type for p in unit.rule.parameters[1:]) for unit in found}
    if len(types) > 1:
        faults.fault(
            "E0213",
            found[1].rule.span,
            f"`{name}` has not the same parameters everywhere",
            label="",
            help="give all of them the same parameters",
        )
        return None
    for unit in found:
        unit.siblings = found
    return ir.Fact(name, UNKNOWN, rules=tuple(None if u is None else u.rule for u in units))


def fact_values(
    name: str, owners: list[Owner], entries_: Sequence[tuple[Scalar, YamlNode] | None], world: World, faults: Faults
) -> ir.Fact | None:
    """A fact that is said: one value each, or a list of numbers each."""
    hint = ir.Member(name) if name in world.kinds else None
    rows: list[tuple[ir.Expression, ...] | None] = []
    cache: dict[object, tuple[ir.Expression, ...] | None] = {}
    for owner, entry in zip(owners, entries_, strict=True):
        if name in owner.known:
            rows.append((owner.known[name],))
            continue
        if entry is None:
            rows.append(())
            continue
        key = (id(entry[1]), owner.name if owner.known else "")  # generated cards say it of what they are made of
        if key not in cache:
            text = scalar(entry[1], f"`{name}`", faults, style="plain")
            sentence = None if text is None else world.sentence("fact", text)
            cache[key] = values_said(sentence, hint, owner, world, faults) if isinstance(sentence, syntax.FactSentence) else None
        rows.append(cache[key])
    if any(row is None for row in rows):
        return None
    found = cast("list[tuple[ir.Expression, ...]]", rows)
    if any(len(row) > 1 for row in found):
        return ir.Fact(name, ir.NUMBER, lists=tuple(found))
    type: ir.Type | None = UNKNOWN
    for row in found:
        for value in row:
            wider = join(type, value.type)
            if wider is None:
                faults.fault(
                    "E0213", value.span, f"`{name}` is {said(type)} elsewhere, and here {said(value.type)}", label="another kind of value"
                )
                return None
            type = wider
    unsaid = ir.Constant(owners[0].span if owners else entries_span(entries_), type, 0)
    if type not in (ir.NUMBER, ir.TRUTH):
        unsaid = ir.Constant(unsaid.span, NONE, ir.NONE)
        type = maybe(type) if any(not row for row in found) else type
    return ir.Fact(name, type, values=tuple(row[0] if row else unsaid for row in found))


def values_said(
    sentence: syntax.FactSentence, hint: ir.Type | None, owner: Owner, world: World, faults: Faults
) -> tuple[ir.Expression, ...] | None:
    """The values of a fact, in which a generated card's parts can be named."""
    checker = Decisions(world, faults)
    with checker.bound({name: Binding(value=value) for name, value in owner.known.items()}):
        values = tuple(checker.read(v, hint) for v in sentence.values)
    return values if all(settled(value, node.span, faults) for value, node in zip(values, sentence.values, strict=True)) else None


def entries_span(entries_: Sequence[tuple[Scalar, YamlNode] | None]) -> Span:
    """Where the first of these entries stands."""
    return next(e[0].span for e in entries_ if e is not None)


# --------------------------------------------------------------------------- attributes


def declare_attributes(node: YamlNode | None, world: World, faults: Faults) -> None:
    """`value: condition` lines, or one expression. Values that are words make a kind of the attribute's name."""
    for key, value in entries(node, "`attributes`", faults):
        if not named(key, "an attribute", world, faults):
            continue
        it = ir.Local("it", ir.CARD)
        rule = ir.Rule(key.text, (it,), None, UNKNOWN, key.span)
        unit = Unit(rule, None, it=it)
        if isinstance(value, Mapping):
            unit.choices = choices(key.text, value, world, faults)
        else:
            text = scalar(value, f"the attribute `{key.text}`", faults, style="plain")
            unit.body = None if text is None else world.sentence("expression", text)
        world.units[rule] = unit
        world.attributes[key.text] = ir.Attribute(key.text, rule)


def choices(name: str, node: Mapping, world: World, faults: Faults) -> tuple[tuple[ir.Expression, syntax.Expression | None], ...]:
    """The lines of an attribute: a value and when it holds."""
    keys = [key for key, _ in node.entries]
    numbers = all(key.text.removeprefix("-").isdecimal() and len(key.text) < 18 for key in keys)
    truths = all(key.text in ("yes", "no") for key in keys)
    if not numbers and not truths:
        for key in keys:
            if not is_word(key.text):
                faults.fault(
                    "E0215",
                    key.span,
                    f"`{key.text}` is no value of an attribute",
                    label="",
                    help="values are all numbers, or all words, or yes and no",
                )
        words = tuple(syntax.Name(key.span, key.text) for key in keys if is_word(key.text))
        known = [k for k in world.kinds.values() if k.name != "name" and all(w.text in k.members for w in words)]
        kind = next((k.name for k in known if k.name in BUILT_IN), name)
        if kind == name:
            world.add_kind(ir.Kind(name, declare_members(name, words, world, faults), {}, "", node.span))
    else:
        kind = name
    if len(keys) > MOST_BRANCHES:
        faults.fault("E0260", keys[MOST_BRANCHES].span, f"more than {MOST_BRANCHES} values of `{name}`", label="too many", help=USE_FACTS)
        return ()
    result: list[tuple[ir.Expression, syntax.Expression | None]] = []
    for index, (key, value) in enumerate(node.entries):
        if numbers:
            shown: ir.Expression = ir.Constant(key.span, ir.NUMBER, int(key.text))
        elif truths:
            shown = ir.Constant(key.span, ir.TRUTH, int(key.text == "yes"))
        elif key.text in world.kinds[kind].members:
            shown = world.member(kind, world.kinds[kind].members.index(key.text), key.span)
        else:
            continue
        text = scalar(value, f"when `{name}` is {key.text}", faults, style="plain")
        if text is None:
            continue
        if text.text.strip() == "otherwise":
            if index + 1 < len(node.entries):
                after = node.entries[index + 1][0]
                faults.fault(
                    "E0215", after.span, "nothing after `otherwise` is ever reached", label="never reached", help="put `otherwise` last"
                )
            result.append((shown, None))
            return tuple(result)
        condition = world.sentence("expression", text)
        if condition is not None:
            result.append((shown, condition))
    none: ir.Expression = ir.Constant(node.span, NONE, ir.NONE)
    if numbers or truths:
        none = ir.Constant(node.span, ir.NUMBER if numbers else ir.TRUTH, 0)
    result.append((none, None))
    return tuple(result)
