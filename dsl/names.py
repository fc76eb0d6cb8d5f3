"""What a name means: a local, something of the candidate or of an owner, something declared, or a built-in."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import replace

from . import ir, syntax
from .builtins import AGGREGATES, BUILTINS, CARD_ATTRIBUTES
from .calls import Arguments, Calls
from .habits import NUMBER_WORDS
from .spelling import nearest
from .synonyms import alike
from .types import NONE, SUIT, UNKNOWN, item, many, maybe, said, strip

CARD_IN_LETTERS = re.compile(r"([AJQK])([SHDC])", re.IGNORECASE)
OF_DECKS = ("A", "J", "Q", "K", "clubs", "diamonds", "hearts", "spades")
MOST_LISTED = 24


class Names(Calls):
    """Resolves `name`, `owner.name`, `name(arguments)` and `owner.name(arguments)`."""

    def refer(
        self,
        name: syntax.Name,
        owner: syntax.Expression | None,
        arguments: Arguments | None,
        node: syntax.Expression,
        hint: ir.Type | None,
    ) -> ir.Expression:
        """The value such a reference stands for."""
        if owner is not None:
            return self.of_owner(name, self.read(owner), arguments, node)
        for frame in reversed(self.frames):
            binding = frame.names.get(name.text)
            if binding is not None:
                if arguments is not None:
                    return self.not_called(name, "a value of its own")
                if binding.local is not None:
                    value = ir.LocalValue(name.span, binding.local.type, binding.local)
                    return ir.Contents(name.span, many(ir.CARD), value) if binding.local.type == ir.PLACE else value
                assert binding.value is not None
                return replace(binding.value, span=name.span)
            if frame.candidate is not None and name.text in self.world.of_candidate(frame.candidate.type) and not self.hidden_by(name):
                it = ir.LocalValue(name.span, frame.candidate.type, frame.candidate)
                return self.of_thing(name, it, arguments, node)
        return self.declared(name, arguments, node, hint)

    def hidden_by(self, name: syntax.Name) -> bool:
        """Whether a library means a value of its own by a name that the file using it gave to something else."""
        return self.find(name.text) is not None and self.world.elsewhere(name.text, name.span)

    # ------------------------------------------------------------------ names of the file

    def declared(self, name: syntax.Name, arguments: Arguments | None, node: syntax.Expression, hint: ir.Type | None) -> ir.Expression:
        world, text = self.world, name.text
        if text == "you":
            return self.actor(name.span, "there is no `you`")
        if text in world.broken:
            return self.unknown(node.span)
        if text in world.zones:
            return self.indexed(world.zones[text], name, None, arguments, node)
        if text in world.variables:
            return self.indexed(world.variables[text], name, None, arguments, node)
        if text in world.rules:
            return self.call(world.rules[text], name, arguments, node)
        if text in world.options:
            option = world.options[text]
            return ir.OptionValue(node.span, option.type, option) if arguments is None else self.not_called(name, "an option")
        if text in AGGREGATES and arguments is not None:
            return self.aggregate_of(name, arguments, node, hint)
        if (text in BUILTINS and text not in ("suits", "ranks")) or (text in ("suits", "ranks") and world.playing_cards):
            return self.builtin(name, None, arguments, node)
        as_member = self.member(name, arguments, hint)
        if as_member is not None:
            return as_member
        if any(frame.candidate is not None and frame.candidate.type == UNKNOWN for frame in self.frames):
            return self.unknown(node.span)  # what it may be asked for depends on what it is, which has a fault
        if text in world.kinds:
            if arguments is not None:
                return self.not_called(name, "a kind")
            if hint is None or isinstance(hint, ir.Many) or not (text in world.attributes or text in CARD_ATTRIBUTES):
                kind = world.kinds[text]
                return ir.Members(node.span, many(ir.Member(text)), kind)
        if text in world.attributes or text in world.card_facts or text in CARD_ATTRIBUTES:
            self.faults.fault(
                "E0233", name.span, f"of which card is this the `{text}`?", label="no card is meant here", help=f"write `card.{text}`"
            )
            return self.unknown(node.span)
        return self.no_such(name, arguments is not None)

    def member(self, name: syntax.Name, arguments: Arguments | None, hint: ir.Type | None) -> ir.Expression | None:
        """A member of a kind; which kind, the type wanted decides where several have it."""
        kinds = self.world.members.get(name.text)
        if not kinds or (name.text in self.world.kinds and isinstance(hint, ir.Many)):
            return None
        wanted = item(hint) if hint is not None else None
        chosen = next(((kind, index) for kind, index in kinds if isinstance(wanted, ir.Member) and wanted.name == kind), None)
        if chosen is None and len(kinds) == 1:
            chosen = kinds[0]
        if chosen is None:
            words = ", ".join(kind for kind, _ in kinds)
            self.faults.fault(
                "E0235", name.span, f"`{name.text}` can mean several things here", label="which?", notes=(f"it is a word of: {words}",)
            )
            return self.unknown(name.span)
        if arguments is not None:
            return self.not_called(name, f"a {chosen[0]}")
        return self.world.member(chosen[0], chosen[1], name.span)

    def no_such(self, name: syntax.Name, called: bool) -> ir.Expression:
        """An unknown name."""
        if ("cards" in self.world.broken and name.text in OF_DECKS) or any(head.startswith(name.text) for head in self.world.torn):
            return self.unknown(name.span)
        locals_ = [n for frame in self.frames for n in frame.names]
        candidates = [n for frame in self.frames if frame.candidate for n in self.world.of_candidate(frame.candidate.type)]
        if called:
            there, what = [*self.world.rules, *(b.name for b in BUILTINS.values() if b.parameters), *AGGREGATES], "rule"
            listed = [f"rules here: {', '.join(self.world.rules) or 'none'}"]
        else:
            there, what = [*locals_, *candidates, *self.world.values()], "name"
            world = self.world
            listed = [f"values here: {some_of([*locals_, *world.variables, *world.options, *world.zones])}"]
            if candidates:
                listed.append(f"of `it`: {', '.join(dict.fromkeys(candidates))}")
        card = CARD_IN_LETTERS.fullmatch(name.text)
        if card is not None and self.world.playing_cards:
            better = card[1].upper() + "♠♥♦♣"["shdc".index(card[2].lower())]
            self.faults.fault("E0204", name.span, f"nothing is called `{name.text}` here", label=f"write `{better}`")
            return self.unknown(name.span)
        number = None if called else NUMBER_WORDS.get(name.text.casefold())
        if number is not None:
            self.faults.fault("E0204", name.span, f"nothing is called `{name.text}` here", label=f"write `{number}`")
            return self.unknown(name.span)
        near = nearest(name.text, list(dict.fromkeys(there))) or ([] if called else self.meant(name.text))
        if near and near[0] in self.world.zones:
            what = "zone"
            listed = [f"zones here: {', '.join(self.world.zones)}"]
        elif near and near[0] in self.world.variables:
            what, listed = "variable", [f"variables here: {', '.join(self.world.variables)}"]
        code = "E0203" if what == "zone" else "E0204"
        message = f"there is no {what} called `{name.text}`" if what != "name" else f"nothing is called `{name.text}` here"
        self.faults.unknown(code, name.span, message, near, notes=tuple(listed))
        return self.unknown(name.span)

    def meant(self, word: str) -> list[str]:
        """What a word that nothing is called like may stand for: yes, no or none; or, for the deck, the zone where the cards begin."""
        where = [zone.name for zone in self.world.zones.values() if zone.starts is not None]
        return alike(word, ("yes", "no", "none")) or (where[:1] if alike(word, ("stock",)) else [])

    # ------------------------------------------------------------------ zones and variables

    def indexed(
        self,
        entity: ir.Zone | ir.Variable,
        name: syntax.Name,
        owner: ir.Expression | None,
        arguments: Arguments | None,
        node: syntax.Expression,
    ) -> ir.Expression:
        """A zone or variable with its owner and other indexes."""
        what = "zone" if isinstance(entity, ir.Zone) else "variable"
        dimensions = list(entity.indexes)
        values: list[ir.Expression] = []
        if dimensions and dimensions[0].over in ("player", "team"):
            first = dimensions.pop(0)
            by = owner if owner is not None else self.actor(name.span, f"`{name.text}` is a {what} of each {first.over}")
            if by.type == UNKNOWN:
                for argument in arguments or ():
                    self.read(argument)
                return self.unknown(node.span)
            if first.over == "team" and strip(by.type) == ir.PLAYER:
                by = ir.Builtin(by.span, ir.TEAM, "team", (by,))
            values.append(by)
        elif owner is not None:
            self.faults.fault(
                "E0233",
                name.span,
                f"`{name.text}` is one {what} for all, nobody's own",
                label="has no owner",
                help=f"write `{name.text}` alone",
            )
            return self.unknown(node.span)
        given = arguments or ()
        if len(given) != len(dimensions):
            words = ", ".join(f"a {d.over}" if d.over != "range" else "a number" for d in dimensions)
            if len(given) > len(dimensions) and len(given) == len(entity.indexes):
                help = f"the owner stands before a dot: `p.{name.text}" + ("(…)`" if dimensions else "`")
            else:
                help = f"write `{name.text}({words})`" if dimensions else f"write `{name.text}` alone"
            message = (
                f"which `{name.text}`? there is one for each {' and '.join(d.over if d.over != 'range' else 'number' for d in dimensions)}"
            )
            if not dimensions:
                message = f"`{name.text}` takes nothing in parentheses"
            self.faults.fault("E0234", node.span, message, label=f"{len(dimensions)} needed, {len(given)} given", help=help)
            for argument in given:
                self.read(argument)
            return self.unknown(node.span)
        for dimension, argument in zip(dimensions, given, strict=True):
            values.append(self.check(argument, index_type(dimension)))
        if isinstance(entity, ir.Variable):
            return ir.VariableValue(node.span, entity.type, entity, tuple(values))
        contents = ir.Contents(node.span, many(ir.CARD), ir.ZonePlace(node.span, ir.PLACE, entity, tuple(values)))
        return ir.Only(node.span, maybe(ir.CARD), contents) if entity.one_card else contents

    # ------------------------------------------------------------------ after a dot

    def of_owner(self, name: syntax.Name, owner: ir.Expression, arguments: Arguments | None, node: syntax.Expression) -> ir.Expression:
        """`owner.name`, perhaps called."""
        if owner.type == UNKNOWN or name.text in self.world.broken:
            for argument in arguments or ():
                self.read(argument)
            return self.unknown(node.span)
        if owner.type == NONE or (isinstance(owner.type, ir.Many)):
            few = " of several" if isinstance(owner.type, ir.Many) else ""
            self.faults.fault(
                "E0233",
                owner.span,
                f"`.{name.text}` is asked{few or ' of nothing'}, and only one thing can have it",
                label=said(owner.type),
                help=f"`first of {owner.span.text}` is one of them" if few and "\n" not in owner.span.text else "",
            )
            return self.unknown(node.span)
        thing = strip(owner.type)
        if name.text in self.world.of_candidate(thing):
            return self.of_thing(name, owner, arguments, node)
        entity = self.world.zones.get(name.text) or self.world.variables.get(name.text)
        if entity is not None and thing in (ir.PLAYER, ir.TEAM):
            return self.indexed(entity, name, owner, arguments, node)
        there = list(dict.fromkeys(self.world.of_candidate(thing)))
        if name.text in self.world.rules:
            help = f"rules are called with their values in parentheses: `{name.text}({' '.join(owner.span.text.split())})`"
        else:
            help = ""
        self.faults.unknown(
            "E0238",
            name.span,
            f"{said(thing)} has no `{name.text}`",
            nearest(name.text, there),
            notes=(f"{said(thing)} has: {', '.join(there) or 'nothing'}",),
            help=help,
        )
        return self.unknown(node.span)

    def of_thing(self, name: syntax.Name, owner: ir.Expression, arguments: Arguments | None, node: syntax.Expression) -> ir.Expression:
        """Something that `owner`, a card, member, seat or team, surely has."""
        world, thing = self.world, strip(owner.type)
        none = isinstance(owner.type, ir.Maybe)
        if thing == ir.PLAYER and name.text in BUILTINS:
            return self.builtin(name, owner, arguments, node)
        if thing in (ir.PLAYER, ir.TEAM):
            return self.indexed(world.zones.get(name.text) or world.variables[name.text], name, owner, arguments, node)
        fact = world.facts_of(thing).get(name.text)
        if fact is not None:
            return self.fact(fact, name, owner, arguments, node)
        if arguments is not None:
            return self.not_called(name, "an attribute")
        if name.text in world.attributes:
            attribute = world.attributes[name.text]
            self.calls.add(attribute.rule)
            result = attribute.rule.result
            return ir.AttributeValue(node.span, maybe(result) if none else result, attribute, None, owner)
        type = CARD_ATTRIBUTES[name.text][0]
        none = none or ((type == SUIT or name.text in ("rank", "color", "pips")) and any(face.suit is None for face in world.faces))
        return ir.AttributeValue(node.span, maybe(type) if none else type, None, name.text, owner)

    def fact(
        self, fact: ir.Fact, name: syntax.Name, owner: ir.Expression, arguments: Arguments | None, node: syntax.Expression
    ) -> ir.Expression:
        """A fact: a value, a list read by position, or a rule."""
        of_card = strip(owner.type) == ir.CARD
        none = isinstance(owner.type, ir.Maybe)
        if fact.values is not None:
            if arguments is not None:
                return self.not_called(name, "a fact")
            return ir.FactValue(node.span, maybe(fact.type) if none else fact.type, fact, owner, of_card, (), None)
        if fact.lists is not None:
            if arguments is None or len(arguments) != 1:
                self.faults.fault("E0234", name.span, f"`{name.text}` is a list: say which of it", label=f"write `{name.text}(1)`")
                return self.unknown(node.span)
            position = self.read(arguments[0])
            if isinstance(strip(position.type), ir.Member):
                position = ir.Builtin(position.span, ir.NUMBER, "place", (position,))
            position = self.fit(position, ir.NUMBER, arguments[0].span)
            return ir.FactValue(node.span, fact.type, fact, owner, of_card, (position,), None)
        rules = [rule for rule in fact.rules or () if rule is not None]
        unit = self.world.units[rules[0]]
        parameters = rules[0].parameters[1:]
        if arguments is None:
            self.faults.fault(
                "E0234", name.span, f"`{name.text}` is a rule and is called with parentheses", label=f"write `{name.text}(…)`"
            )
            return self.unknown(node.span)
        values = self.arguments(name, tuple(p.type for p in parameters), arguments, node)
        self.calls.update(rules)
        if any(self.world.units[rule].faulty for rule in rules):
            return self.unknown(node.span)
        you = self.actor(name.span, f"`{name.text}` speaks of `you`") if any(rule.you is not None for rule in rules) else None
        for rule in rules:
            self.called(self.world.units[rule].effects, any(r.asks for r in rules), name, node)
        if values is None or (you is not None and you.type == UNKNOWN):
            return self.unknown(node.span)
        result = unit.rule.result
        return ir.FactValue(node.span, result, fact, owner, of_card, values, you)

    @abstractmethod
    def aggregate_of(self, name: syntax.Name, arguments: Arguments, node: syntax.Expression, hint: ir.Type | None) -> ir.Expression:
        """`count(set)`, `min(a, b)`."""


def some_of(names: Iterable[str]) -> str:
    """Names for a note, not so many that nobody reads them."""
    listed = list(dict.fromkeys(names))
    return ", ".join(listed[:MOST_LISTED]) + (", …" if len(listed) > MOST_LISTED else "") or "none"


def index_type(index: ir.Indexed) -> ir.Type:
    """What stands in parentheses for an index of a zone or variable."""
    if index.over == "range":
        return ir.NUMBER
    return {"card": ir.CARD, "player": ir.PLAYER, "team": ir.TEAM}.get(index.over) or ir.Member(index.over)
