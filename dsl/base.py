"""What all parts of the checker share: the scope of names, who acts, and how a value is made to fit what is wanted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

from . import ir, syntax
from .builtins import NAMES, TYPE_WORDS
from .record import Record, Sheet
from .source import Span
from .types import NONE, UNKNOWN, fits, item, join, many, said, strip
from .world import Effects, Faults, World


class Binding(Record):
    """What a name of a scope stands for: a local, or a value known already (a seat's name in an example)."""

    local: ir.Local | None = None
    value: ir.Expression | None = None
    assignable: bool = False
    span: Span | None = None


class Frame(Sheet):
    """Names bound together; `candidate`: the card, seat or member whose attributes can be read bare."""

    names: dict[str, Binding]
    candidate: ir.Local | None = None


class Place(Sheet):
    """Where a sentence stands: what may be said there."""

    loop: bool = False
    turn: bool = False
    sealed: bool = False  # the body of a simultaneous choice
    rule: bool = False
    given: bool = False


class Base(ABC):
    """State of checking one rule, procedure or expression. `you` is None where nobody acts."""

    def __init__(self, world: World, faults: Faults) -> None:
        self.world = world
        self.faults = faults
        self.frames: list[Frame] = [Frame({})]
        self.you: ir.Local | None = None
        self.hidden: ir.Local | None = None  # the `you` a rule is passed by who calls it
        self.used_you = False
        self.effects = Effects()
        self.calls: set[ir.Rule] = set()
        self.whole: syntax.Expression | None = None  # the call that is a whole sentence or right side, and may ask
        self.place_of = Place()
        self.returned: ir.Type | None = None

    # ------------------------------------------------------------------ to be given by the parts

    @abstractmethod
    def read(self, node: syntax.Expression, hint: ir.Type | None = None) -> ir.Expression:
        """The meaning of an expression. hint: the type wanted, which decides what ambiguous words mean; not yet demanded."""

    # ------------------------------------------------------------------ scope

    @contextmanager
    def bound(self, names: dict[str, Binding] | None = None, candidate: ir.Local | None = None) -> Generator[Frame]:
        """A scope with these names; `it` and its attributes where there is a candidate."""
        frame = Frame(dict(names or {}), candidate)
        if candidate is not None:
            frame.names["it"] = Binding(candidate)
        self.frames.append(frame)
        try:
            yield frame
        finally:
            self.frames.pop()

    @contextmanager
    def acting(self, you: ir.Local | None) -> Generator[None]:
        """Somebody else is `you`."""
        before, self.you = self.you, you
        try:
            yield
        finally:
            self.you = before

    @contextmanager
    def at(self, place: Place) -> Generator[None]:
        before, self.place_of = self.place_of, place
        try:
            yield
        finally:
            self.place_of = before

    def find(self, name: str) -> Binding | None:
        """The local of this name."""
        return next((frame.names[name] for frame in reversed(self.frames) if name in frame.names), None)

    def bind(self, name: syntax.Name, type: ir.Type, *, assignable: bool = False, like_type: bool = False) -> ir.Local:
        """A new local in the innermost scope, which may not be called like anything else but (like_type) its own type: `card in hand`."""
        local = ir.Local(name.text, type)
        other = self.find(name.text)
        excused = like_type and (name.text in TYPE_WORDS or name.text in self.world.kinds or name.text == item(type).name)
        excused = excused or self.world.elsewhere(name.text, name.span)
        if other is not None and other.local is not None and other.local.name == name.text:
            self.faults.fault(
                "E0240",
                name.span,
                f"`{name.text}` is the name of another value here",
                label="named again",
                related=((other.span, "first here"),) if other.span else (),
                help=f"to change it write `{name.text} = …` without `let`" if other.assignable else "choose another name",
            )
        elif not excused and (name.text in self.world.declared or name.text in NAMES or name.text in self.world.members):
            what = self.world.declared.get(
                name.text, ("a word of the cards and kinds" if name.text in self.world.members else "built in", name.span)
            )
            self.faults.fault(
                "E0240",
                name.span,
                f"`{name.text}` is already a name of this file",
                label=what[0],
                related=((what[1], "declared here"),) if what[1] != name.span else (),
                help="choose another name for this value",
            )
        self.frames[-1].names[name.text] = Binding(local, assignable=assignable, span=name.span)
        return local

    def actor(self, span: Span, why: str) -> ir.Expression:
        """`you`, or a fault where nobody acts."""
        if self.you is None:
            self.faults.fault(
                "E0232",
                span,
                f"nobody acts here: {why}",
                label="whose?",
                help="say whose (`p.hand`), or all players' together (`each hand`), or begin with `for each player:`",
            )
            return self.unknown(span)
        if self.you is self.hidden:
            self.used_you = True
        return ir.LocalValue(span, ir.PLAYER, self.you)

    # ------------------------------------------------------------------ fitting

    def unknown(self, span: Span) -> ir.Expression:
        """Stands for an expression with a fault; fits everywhere."""
        return ir.Constant(span, UNKNOWN, ir.NONE)

    def check(self, node: syntax.Expression, wanted: ir.Type) -> ir.Expression:
        """The meaning of an expression that must be of this type."""
        return self.fit(self.read(node, wanted), wanted, node.span)

    def condition(self, node: syntax.Expression) -> ir.Expression:
        return self.check(node, ir.TRUTH)

    def fit(self, value: ir.Expression, wanted: ir.Type, span: Span) -> ir.Expression:
        """The value as the wanted type: a single thing as a set of one, a zone as a place; a fault where it does not fit."""
        if UNKNOWN in (value.type, wanted) or value.type == wanted:
            return value
        if wanted == ir.PLACE:
            place = self.as_place(value)
            if place is not None:
                return place
        elif isinstance(wanted, ir.Many):
            if wanted.of == ir.CARD and isinstance(value, ir.Only):
                return value.source
            if value.type == NONE:
                return ir.Sequence(span, wanted, ())
            if fits(value.type, wanted):
                return value if isinstance(value.type, ir.Many) else ir.Sequence(span, wanted, (value,))
        elif isinstance(value.type, ir.Many):
            pass
        elif value.type == NONE:
            if isinstance(wanted, ir.Maybe):
                return replace(value, type=wanted)
        elif strip(value.type) == strip(wanted):
            return value
        self.misfit(value, wanted, span)
        return self.unknown(span)

    def misfit(self, value: ir.Expression, wanted: ir.Type, span: Span) -> None:
        """A value of the wrong type."""
        help = ""
        text = " ".join(span.text.split())
        if isinstance(value.type, ir.Many) and fits(value.type, wanted):
            help = f"take one of them: `first of {text}`" if " " not in text else "take one of them: `first of (…)`"
        elif value.type == ir.NOTHING:
            help = "a rule gives a value with `return`"
        elif wanted == ir.TRUTH and isinstance(value, ir.FaceConstant) and any(frame.candidate is not None for frame in self.frames):
            help = f"write `it is {text}`"
        elif wanted == ir.TRUTH and isinstance(value.type, ir.Member):
            help = f"say what is compared with it: `{value.type.name} is {text}`"
        self.faults.fault(
            "E0230", span, f"{said(wanted)} is wanted here, and this is {said(value.type)}", label=said(value.type), help=help
        )

    def as_place(self, value: ir.Expression) -> ir.Expression | None:
        """The place whose contents a value is."""
        if isinstance(value, ir.Only):
            value = value.source
        return value.place if isinstance(value, ir.Contents) else None

    def place(self, node: syntax.Expression) -> ir.Expression:
        """An expression that must be a zone."""
        return self.check(node, ir.PLACE)

    def as_set(self, value: ir.Expression) -> ir.Expression:
        """Any value as a set."""
        if isinstance(value, ir.Only) and value.type != UNKNOWN and isinstance(value.source.type, ir.Many):
            return value.source
        if isinstance(value.type, ir.Many) or value.type == UNKNOWN:
            return value
        return ir.Sequence(value.span, many(value.type), () if value.type == NONE else (value,))

    def set_of(self, node: syntax.Expression, hint: ir.Type | None = None) -> ir.Expression:
        """An expression read as a set of whatever it is."""
        return self.as_set(self.read(node, hint))

    def common(self, left: ir.Expression, right: ir.Expression, span: Span) -> tuple[ir.Expression, ir.Expression, ir.Type]:
        """Two values of one type, for both ends of a choice between them."""
        type = join(left.type, right.type)
        if type is None:
            self.faults.fault(
                "E0231", span, f"this is {said(left.type)} or {said(right.type)}: both must be of one kind", label="two kinds of things"
            )
            return left, right, UNKNOWN
        if isinstance(type, ir.Many):
            return self.fit(left, type, left.span), self.fit(right, type, right.span), type
        return left, right, type
