"""Comparisons: `is`, `in`, `<` and the rest; words whose meaning the other side decides."""

from __future__ import annotations

from dataclasses import replace

from . import ir, syntax
from .names import Names
from .source import Span
from .types import NAME, NONE, RANK, UNKNOWN, fits, item, many, said, strip


class Comparing(Names):
    """Compares values, single or in sets."""

    def weak(self, node: syntax.Expression) -> bool:
        """Whether what is wanted decides what the words mean: numbers that may be ranks, members of several kinds."""
        match node:
            case syntax.Number() | syntax.Text() | syntax.CardLiteral() | syntax.Nothing():
                return True
            case syntax.Name():
                return node.text in self.world.members and self.find(node.text) is None
            case syntax.Range():
                return self.weak(node.low) and self.weak(node.high)
            case syntax.ListOf():
                return all(self.weak(i) for i in node.items)
            case syntax.IfElse():
                return self.weak(node.left) and self.weak(node.right)
            case _:
                return False

    def pair(self, left: syntax.Expression, right: syntax.Expression, hint: ir.Type | None = None) -> tuple[ir.Expression, ir.Expression]:
        """Two expressions of one kind; the surer one decides what the other's words mean."""
        if hint is not None and item(hint) != UNKNOWN:
            return self.read(left, hint), self.read(right, hint)
        if self.weak(left) and not self.weak(right):
            second = self.read(right)
            return self.read(left, self.as_hint(second.type)), second
        first = self.read(left)
        return first, self.read(right, self.as_hint(first.type))

    def as_hint(self, type: ir.Type) -> ir.Type | None:
        return None if type in (UNKNOWN, NONE) else type

    def compare(self, node: syntax.Compare) -> ir.Expression:
        """`left operator right`."""
        if node.operator in ("in", "not in"):
            return self.contained(node)
        if isinstance(node.right, syntax.Name) and node.right.text == "empty" and node.operator in ("is", "is not"):
            return self.negated(self.empty(node), node.operator == "is not")
        left, right = self.pair(node.left, node.right)
        if UNKNOWN in (left.type, right.type):
            return self.unknown_truth(node.span)
        if ir.NOTHING in (left.type, right.type):
            self.misfit(left if left.type == ir.NOTHING else right, ir.Type("value"), node.span)
            return self.unknown_truth(node.span)
        if node.operator in ("is", "is not"):
            return self.equal(node, left, right)
        return self.ordered(node, left, right)

    def unknown_truth(self, span: Span) -> ir.Expression:
        return ir.Constant(span, UNKNOWN, 0)

    def negated(self, value: ir.Expression, no: bool) -> ir.Expression:
        return ir.Operation(value.span, ir.TRUTH, "not", (value,)) if no else value

    def empty(self, node: syntax.Compare) -> ir.Expression:
        """`x is empty`."""
        value = self.read(node.left, many(UNKNOWN))
        if isinstance(value.type, ir.Maybe) and not isinstance(value, ir.Only):
            return ir.Comparison(node.span, ir.TRUTH, "is", value, ir.Constant(node.span, NONE, ir.NONE))
        source = self.as_set(value)
        if source.type == UNKNOWN:
            return self.unknown_truth(node.span)
        if not isinstance(value.type, ir.Many) and not isinstance(value, ir.Only):
            self.faults.fault("E0230", node.left.span, f"only a set can be empty, and this is {said(value.type)}", label=said(value.type))
        return ir.Builtin(node.span, ir.TRUTH, "empty", (source,))

    def equal(self, node: syntax.Compare, left: ir.Expression, right: ir.Expression) -> ir.Expression:
        left, right = self.by_number(left, right)
        if not fits(left.type, right.type):
            a, b = said(left.type), said(right.type)
            message = f"{a} never is {b}" if node.operator == "is" else f"{a} never is {b}, so this always holds"
            self.faults.fault("E0231", node.span, message, label="two different things", notes=self.what_fits(item(left.type), node.right))
            return self.unknown_truth(node.span)
        if isinstance(left.type, ir.Many) or isinstance(right.type, ir.Many):
            if NONE in (left.type, right.type):
                source = left if right.type == NONE else right
                return self.negated(ir.Builtin(node.span, ir.TRUTH, "empty", (source,)), node.operator == "is not")
            left, right = self.as_set(left), self.as_set(right)
        else:
            left, right = self.by_name(left, right)
        return ir.Comparison(node.span, ir.TRUTH, node.operator, left, right)

    def what_fits(self, wanted: ir.Type, node: syntax.Expression) -> tuple[str, ...]:
        """What could be compared instead."""
        if isinstance(wanted, ir.Member) and wanted.name in self.world.kinds and wanted.name != "name":
            return (f"{wanted.name}: {', '.join(self.world.kinds[wanted.name].members)}",)
        return ()

    def by_number(self, left: ir.Expression, right: ir.Expression) -> tuple[ir.Expression, ir.Expression]:
        """A rank beside a number that is no rank literally is compared as a number."""
        for a, b in ((left, right), (right, left)):
            if strip(a.type) == RANK and strip(b.type) == ir.NUMBER:
                number = ir.Builtin(a.span, ir.NUMBER, "number", (a,))
                return (number, right) if a is left else (left, number)
        return left, right

    def by_name(self, left: ir.Expression, right: ir.Expression) -> tuple[ir.Expression, ir.Expression]:
        """A card compared with a card as written is compared by name: any copy of it will do."""
        if isinstance(left, ir.FaceConstant) or isinstance(right, ir.FaceConstant):
            return self.named(left), self.named(right)
        return left, right

    def named(self, card: ir.Expression) -> ir.Expression:
        if isinstance(card, ir.FaceConstant):
            return ir.Constant(card.span, NAME, card.face)
        return card if card.type == NONE else ir.AttributeValue(card.span, NAME, None, "name", card)

    def ordered(self, node: syntax.Compare, left: ir.Expression, right: ir.Expression) -> ir.Expression:
        """`<` and the like."""
        left, right = self.by_number(left, right)
        if not fits(left.type, right.type):
            self.faults.fault(
                "E0231", node.span, f"{said(left.type)} and {said(right.type)} have no order between them", label="two different things"
            )
            return self.unknown_truth(node.span)
        for value in (left, right):
            one = item(value.type)
            if one not in (ir.NUMBER, UNKNOWN, NONE) and not isinstance(one, ir.Member):
                help = "compare something of the cards: `card.rank`" if one == ir.CARD else ""
                self.faults.fault("E0231", value.span, f"{said(value.type)} is neither high nor low", label="has no order", help=help)
                return self.unknown_truth(node.span)
        if isinstance(left.type, ir.Many) != isinstance(right.type, ir.Many):
            left, right = self.as_set(left), self.as_set(right)
        return ir.Comparison(node.span, ir.TRUTH, node.operator, left, right)

    def contained(self, node: syntax.Compare) -> ir.Expression:
        """`x in set`."""
        if self.weak(node.left) and not self.weak(node.right):
            source = self.set_of(node.right, many(UNKNOWN))
            thing = self.read(node.left, item(source.type))
        else:
            thing = self.read(node.left)
            source = self.set_of(node.right, many(thing.type) if self.as_hint(thing.type) else many(UNKNOWN))
        if UNKNOWN in (thing.type, source.type):
            return self.unknown_truth(node.span)
        if isinstance(thing.type, ir.Many):
            self.faults.fault(
                "E0230",
                node.left.span,
                "only one thing can be asked to be in a set",
                label=said(thing.type),
                help="write `all(x in … for x in …)`",
            )
            return self.unknown_truth(node.span)
        if strip(thing.type) == RANK and item(source.type) == ir.NUMBER:
            thing = ir.Builtin(thing.span, ir.NUMBER, "number", (thing,))
        if not fits(thing.type, source.type):
            self.faults.fault(
                "E0231",
                node.span,
                f"{said(thing.type)} is never in {said(source.type)}",
                label="two different things",
                notes=self.what_fits(item(thing.type), node.right),
            )
            return self.unknown_truth(node.span)
        result = self.among(node.span, thing, source)
        return self.negated(result, node.operator == "not in")

    def among(self, span: Span, thing: ir.Expression, source: ir.Expression) -> ir.Expression:
        """`thing in source`, by names where one side is cards as written."""
        if isinstance(source, ir.Sequence):
            items = source.items
            if any(isinstance(i, ir.FaceConstant) for i in items) and all(isinstance(i, ir.FaceConstant) or i.type == NONE for i in items):
                return ir.Contained(
                    span, ir.TRUTH, self.named(thing), replace(source, type=many(NAME), items=tuple(map(self.named, items)), keep_none=True)
                )
            if any(isinstance(i.type, ir.Maybe) or i.type == NONE for i in items):
                source = replace(source, keep_none=True)
        if isinstance(thing, ir.FaceConstant):
            it = ir.Local("it", ir.CARD)
            held = ir.AttributeValue(span, NAME, None, "name", ir.LocalValue(span, ir.CARD, it))
            key = ir.Comparison(span, ir.TRUTH, "is", held, self.named(thing))
            return ir.Aggregate(span, ir.TRUTH, "any", it, source, None, key)
        return ir.Contained(span, ir.TRUTH, thing, source)
