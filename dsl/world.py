"""What a rule file declares, by name; and what is found out about its rules while they are checked."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Map
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from . import ir, syntax
from .builtins import AGGREGATES, BUILTINS, CARD_ATTRIBUTES, NAMES, TYPE_WORDS
from .diagnostics import Report
from .misspelt import declaration
from .record import Sheet
from .source import Scalar, Source, Span
from .spelling import nearest
from .types import UNKNOWN

if TYPE_CHECKING:
    from .libraries import Library


class Effects(Sheet):
    """What running something may do. turns: it says `again`, `skip` or `reverse`. never_returns: nothing runs after it."""

    asks: bool = False
    ends: bool = False
    chance: bool = False
    turns: bool = False
    never_returns: bool = False

    def add(self, other: Effects) -> None:
        """What calls something does what that does."""
        self.asks |= other.asks
        self.ends |= other.ends
        self.chance |= other.chance
        self.turns |= other.turns


class Unit(Sheet):
    """A rule with the sentences it is made of.

    it: the card or member a fact-rule or attribute is about. hidden: the `you` it may be passed; None where nobody ever acts (attributes).
    choices: of an attribute, values with their conditions (None: otherwise), in order. siblings: the rules that together are one fact.
    faulty: there is a fault in it, so that what seems to follow for its callers may be none of theirs.
    """

    rule: ir.Rule
    body: syntax.Block | syntax.Expression | None
    it: ir.Local | None = None
    hidden: ir.Local | None = None
    choices: tuple[tuple[ir.Expression, syntax.Expression | None], ...] = ()
    effects: Effects = field(default_factory=Effects)
    siblings: list[Unit] = field(default_factory=list["Unit"])
    calls: set[ir.Rule] = field(default_factory=set[ir.Rule])
    faulty: bool = False
    __eq__, __hash__ = object.__eq__, object.__hash__

    def outside(self) -> tuple[object, ...]:
        """What callers see of it."""
        e = self.effects
        return (self.rule.result, self.rule.you is None, e.asks, e.ends, e.chance, e.turns, e.never_returns, self.faulty)


class Faults:
    """Reports faults, each once: the same fault met again is counted in a note of the first."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self._met: dict[tuple[str, str], tuple[int, int]] = {}
        self._places: set[tuple[str, int]] = set()

    def fault(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        label: str = "",
        related: tuple[tuple[Span, str], ...] = (),
        notes: tuple[str, ...] = (),
        help: str = "",
    ) -> None:
        """Note a fault, unless the same one stands already, or another of its code at this very place."""
        place = (code, -1 if span is None else span.start)
        if span is not None and place in self._places:
            return
        self._places.add(place)
        if (code, message) in self._met:
            index, count = self._met[code, message]
            self._met[code, message] = (index, count + 1)
            return
        self._met[code, message] = (len(self.report.diagnostics), 0)
        self.report.error(code, span, message, label=label, related=related, notes=notes, help=help)

    def unknown(
        self, code: str, span: Span, message: str, near: list[str], *, label: str = "unknown", notes: tuple[str, ...] = (), help: str = ""
    ) -> None:
        """Note that nothing has the name at this place. near: the name that may be meant; where rather that is misspelt, it is told."""
        where = declaration(span, near[0]) if near else None
        if where is None:
            self.fault(code, span, message, label=f"did you mean `{near[0]}`?" if near else label, notes=notes, help=help)
            return
        self.fault(
            "E0222",
            where,
            f"nothing uses `{near[0]}`, and `{span.text}` is nowhere declared",
            label=f"did you mean `{span.text}`?",
            related=((span, "used here"),),
            help="write the name alike in both places",
        )

    def finish(self) -> None:
        """Add how often each fault came again."""
        for index, count in self._met.values():
            if count:
                found = self.report.diagnostics[index]
                note = f"the same fault stands {count} more time{'s' if count > 1 else ''} further on"
                self.report.diagnostics[index] = replace(found, notes=(*found.notes, note))


class World(Sheet):
    """Everything declared. `declared` says what a name is and where, for clashes and suggestions."""

    source: Source
    report: Report
    libraries: dict[Source, Library] = field(default_factory=dict[Source, "Library"])
    options: dict[str, ir.Option] = field(default_factory=dict[str, ir.Option])
    kinds: dict[str, ir.Kind] = field(default_factory=dict[str, ir.Kind])
    zones: dict[str, ir.Zone] = field(default_factory=dict[str, ir.Zone])
    variables: dict[str, ir.Variable] = field(default_factory=dict[str, ir.Variable])
    attributes: dict[str, ir.Attribute] = field(default_factory=dict[str, ir.Attribute])
    card_facts: dict[str, ir.Fact] = field(default_factory=dict[str, ir.Fact])
    rules: dict[str, ir.Rule] = field(default_factory=dict[str, ir.Rule])
    units: dict[ir.Rule, Unit] = field(default_factory=dict[ir.Rule, Unit])
    faces: tuple[ir.Face, ...] = ()
    teams: int | None = None
    playing_cards: bool = False
    declared: dict[str, tuple[str, Span]] = field(default_factory=dict[str, tuple[str, Span]])
    members: dict[str, list[tuple[str, int]]] = field(default_factory=dict[str, list[tuple[str, int]]])
    widened: dict[Span, ir.Type] = field(default_factory=dict[Span, ir.Type])
    actions: dict[str, tuple[tuple[str, ...], Span]] = field(default_factory=dict[str, tuple[tuple[str, ...], Span]])
    turned: set[str] = field(default_factory=set[str])  # zones and variables whose faces the file shows to somebody
    _sentences: dict[tuple[str, int], tuple[Scalar, Any]] = field(default_factory=dict[tuple[str, int], tuple[Scalar, Any]])
    torn: list[str] = field(default_factory=list[str])  # heads of rules that can not be read: what they declare is not sure
    misnamed: list[str] = field(default_factory=list[str])  # what can be no name but was to be one
    broken: set[str] = field(default_factory=set[str])  # names whose declaration has a fault: they silence what follows

    # ------------------------------------------------------------------ declaring

    def declare(self, what: str, name: str, span: Span, faults: Faults) -> bool:
        """Whether the name is free; else a fault. A kind and an attribute of one section may share their name."""
        from .parse import RESERVED

        if name in RESERVED:
            faults.fault(
                "E0207",
                span,
                f"`{name}` is a word of the language and can not name {what}",
                label="reserved",
                help=f"call it `{name}_` or another word",
            )
        elif name in NAMES and not (what == "a kind" and name in CARD_ATTRIBUTES):
            faults.fault(
                "E0206",
                span,
                f"`{name}` is built in and can not name {what}",
                label="built in",
                help="choose another name",
            )
        elif name in self.declared:
            first, where = self.declared[name]
            help = "give one of them another name"
            if where.source is not span.source:  # what the file itself says is what can be changed
                of = self.libraries.get(where.source) or self.libraries.get(span.source)
                if where.source is self.source:
                    first, where, what, span = what, span, first, where
                help = f"the library `{of.name}` has this name already: give yours another" if of is not None else help
            faults.fault(
                "E0206",
                span,
                f"`{name}` is named twice: as {first} and as {what}",
                label=f"{what} here",
                related=((where, f"{first} here"),),
                help=help,
            )
        else:
            self.declared[name] = (what, span)
            return True
        return False

    def add_kind(self, kind: ir.Kind) -> None:
        """A kind and its members as names."""
        self.kinds[kind.name] = kind
        for index, member in enumerate(kind.members):
            self.members.setdefault(member, []).append((kind.name, index))

    def add_kind_only(self, kind: ir.Kind) -> None:
        """A kind whose members are no words of the file, such as the names of cards."""
        self.kinds[kind.name] = kind

    def never_returns(self, rule: ir.Rule) -> bool:
        """Whether nothing runs after a call of this rule, as far as is found out."""
        unit = self.units.get(rule)
        return unit is not None and unit.effects.never_returns

    def reorder(self, name: str, members: tuple[str, ...]) -> None:
        """Give a built-in kind's members another order."""
        kind = self.kinds[name]
        for member in kind.members:
            self.members[member] = [entry for entry in self.members[member] if entry[0] != name]
        self.add_kind(replace(kind, members=members))

    def member(self, kind: str, index: int, span: Span) -> ir.Constant:
        """A member as a value."""
        return ir.Constant(span, ir.Member(kind), index)

    # ------------------------------------------------------------------ asking

    def elsewhere(self, name: str, span: Span) -> bool:
        """Whether a library speaks here, and this name is declared in another file: the library's own names then come first."""
        return span.source in self.libraries and name in self.declared and self.declared[name][1].source is not span.source

    def facts_of(self, type: ir.Type) -> Map[str, ir.Fact]:
        """The facts that a card or a member of a kind has."""
        if type == ir.CARD:
            return self.card_facts
        if isinstance(type, ir.Member) and type.name in self.kinds:
            return self.kinds[type.name].facts
        return {}

    def of_candidate(self, type: ir.Type) -> Iterator[str]:
        """All that a candidate of this type has, by name."""
        if type == ir.CARD:
            yield from self.attributes
            yield from self.card_facts
            yield from (name for name in CARD_ATTRIBUTES if self.playing_cards or name == "name")
        elif isinstance(type, ir.Member):
            yield from self.facts_of(type)
        elif type in (ir.PLAYER, ir.TEAM):
            for entity in (*self.zones.values(), *self.variables.values()):
                if entity.indexes and (entity.indexes[0].over == type.name or (type == ir.PLAYER and entity.indexes[0].over == "team")):
                    yield entity.name
            yield from (b.name for b in BUILTINS.values() if b.dotted and type == ir.PLAYER)

    def values(self) -> list[str]:
        """Every name that can begin an expression."""
        return [
            *self.zones,
            *self.variables,
            *self.options,
            *self.rules,
            *self.kinds,
            *(m for m in self.members if m.isidentifier()),
            *BUILTINS,
            *AGGREGATES,
            "you",
        ]

    def type_named(self, word: str) -> ir.Type | None:
        """The type a word stands for."""
        if word in TYPE_WORDS:
            return TYPE_WORDS[word]
        return ir.Member(word) if word in self.kinds else None

    def type_of(self, node: syntax.TypeWord, faults: Faults) -> ir.Type:
        """The type as written; UNKNOWN after a fault."""
        from .types import many, maybe

        found = ir.NUMBER if node.low is not None else self.type_named(node.word)
        if found is None:
            words = [*TYPE_WORDS, *self.kinds]
            if node.word not in self.broken:
                faults.unknown(
                    "E0220",
                    node.span,
                    f"there is no kind of thing called `{node.word}`",
                    nearest(node.word, words),
                    label="not a kind",
                    notes=(f"kinds here: {', '.join(words)}",),
                )
            return UNKNOWN
        if node.some:
            return many(found)
        return maybe(found) if node.or_none else found

    def sentence(self, kind: str, scalar: Scalar) -> Any:
        """The sentence in a scalar, read once; None after a fault in its grammar."""
        from .parse import sentence

        known = self._sentences.get((kind, id(scalar)))
        if known is None:
            known = self._sentences[kind, id(scalar)] = (scalar, sentence(kind, scalar, self.report))
        return known[1]
