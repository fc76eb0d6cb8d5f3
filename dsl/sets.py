"""Sets: lists, ranges, cards of a zone that fit, in an order, or picked out; and families of subsets."""

from __future__ import annotations

from . import ir, syntax
from .comparing import Comparing
from .spelling import nearest
from .types import NONE, RANK, SUIT, UNKNOWN, item, join, many, maybe, said, strip

SET = many(UNKNOWN)


class Sets(Comparing):
    """Reads what stands for several things, or for some of them."""

    def list_of(self, node: syntax.ListOf, hint: ir.Type | None) -> ir.Expression:
        """`(a, b, c)`: what they are joined into; of different kinds only as keys."""
        wanted = item(hint) if hint is not None and item(hint) != UNKNOWN else None
        values: dict[int, ir.Expression] = {}
        for sure in (True, False):  # the words that can mean one thing only decide what the others mean
            for index, part in enumerate(node.items):
                if self.weak(part) is not sure and index not in values:
                    values[index] = self.read(part, wanted)
                    if wanted is None and values[index].type not in (UNKNOWN, NONE):
                        wanted = item(values[index].type)
        items = tuple(values[index] for index in range(len(node.items)))
        type: ir.Type | None = UNKNOWN
        for value in items:
            type = None if type is None else join(type, value.type)
        if type is None:
            self.faults.fault("E0231", node.span, "the values of a list must be of one kind", label=", ".join(said(i.type) for i in items))
            return self.unknown(node.span)
        return ir.Sequence(node.span, many(item(type)), items)

    def key(self, node: syntax.Key) -> ir.Expression:
        """What is compared by: a number, a member, or several of them in a list."""
        if isinstance(node.value, syntax.ListOf):
            items = tuple(self.read(i) for i in node.value.items)
            for value in items:
                self.comparable(value)
            return ir.Sequence(node.span, many(ir.NUMBER), items, keep_none=True)
        value = self.read(node.value)
        self.comparable(value)
        return value

    def comparable(self, value: ir.Expression) -> None:
        one = item(value.type)
        if one not in (ir.NUMBER, ir.TRUTH, UNKNOWN, NONE) and not isinstance(one, ir.Member):
            self.faults.fault("E0230", value.span, f"{said(value.type)} is neither high nor low", label="has no order")

    def where(self, node: syntax.Where, hint: ir.Type | None) -> ir.Expression:
        if isinstance(node.source, syntax.XofY):
            self.faults.fault(
                "E0239",
                node.span,
                "`where` stands outside of the choice of several",
                label="put it in parentheses",
                help=f"write `{node.source.left.span.text} of ({node.source.right.span.text} where …)`",
            )
            return self.unknown(node.span)
        source = self.set_of(node.source, SET if hint is None else many(item(hint)))
        it = ir.Local("it", item(source.type))
        with self.bound(candidate=it):
            condition = self.condition(node.condition)
        if source.type == UNKNOWN:
            return self.unknown(node.span)
        return ir.Filter(node.span, source.type, source, it, condition)

    def sorted_by(self, node: syntax.SortedBy) -> ir.Expression:
        source = self.set_of(node.source, SET)
        it = ir.Local("it", item(source.type))
        with self.bound(candidate=it):
            key = self.key(node.key)
        return ir.Ordered(node.span, source.type, source, it, key, node.key.lowest)

    def or_else(self, node: syntax.OrElse, hint: ir.Type | None) -> ir.Expression:
        left, right = self.pair(node.left, node.right, hint)
        if isinstance(left.type, ir.Many) or isinstance(right.type, ir.Many):
            left, right = self.as_set(left), self.as_set(right)
        left, right, type = self.common(left, right, node.span)
        if not isinstance(right.type, ir.Maybe) and right.type != NONE:
            type = strip(type)
        return ir.OrElse(node.span, type, left, right)

    def x_of_y(self, node: syntax.XofY) -> ir.Expression:
        """A card by rank and suit; a family of subsets has no value of its own."""
        ranks = self.world.kinds["rank"].members if self.world.playing_cards else ()
        as_rank = (
            node.left.text if isinstance(node.left, syntax.Name) else str(node.left.value) if isinstance(node.left, syntax.Number) else ""
        )
        right = self.read(node.right, SUIT if as_rank in ranks else SET)
        if strip(right.type) != SUIT:
            self.faults.fault(
                "E0239",
                node.span,
                "a choice of several can only be what a player picks from, or what a loop runs over",
                label="not a value",
                help="one set of cards is `top 2 of …`, `first 2 of …` or `random 2 of …`",
            )
            return self.unknown(node.span)
        left = self.check(node.left, RANK)
        if isinstance(left, ir.Constant) and isinstance(right, ir.Constant) and UNKNOWN not in (left.type, right.type):
            for index, face in enumerate(self.world.faces):
                if (face.rank, face.suit) == (left.value, right.value):
                    return ir.FaceConstant(node.span, ir.CARD, index)
            self.faults.fault("E0204", node.span, "this card is not in the deck", label="not in the deck")
            return self.unknown(node.span)
        it = ir.Local("it", ir.CARD)
        card = ir.LocalValue(node.span, ir.CARD, it)
        held: list[ir.Expression] = []
        for type, value in ((RANK, left), (SUIT, right)):
            held.append(ir.Comparison(node.span, ir.TRUTH, "is", ir.AttributeValue(node.span, type, None, type.name, card), value))
        everything = ir.Builtin(node.span, many(ir.CARD), "everything", ())
        found = ir.Filter(node.span, many(ir.CARD), everything, it, ir.Both(node.span, ir.TRUTH, held[0], held[1]))
        return ir.Only(node.span, maybe(ir.CARD), found)

    def source(self, node: syntax.Expression) -> tuple[ir.Expression, ir.Type]:
        """What a parameter, a loop or a sum runs over, and the type of one item: a set, or a family of subsets (then one item is a set)."""
        if isinstance(node, syntax.XofY) and not self.is_card(node):
            low, high = (node.left.low, node.left.high) if isinstance(node.left, syntax.Range) else (node.left, node.left)
            source = self.set_of(node.right, SET)
            bounds = self.check(low, ir.NUMBER), self.check(high, ir.NUMBER)
            return ir.Family(node.span, source.type, *bounds, source), source.type
        source = self.set_of(node, SET)
        if isinstance(node, syntax.Number):
            self.faults.fault(
                "E0230",
                node.span,
                f"one number is nothing to choose from: {node.value}",
                label="a single number",
                help=f"write a range, such as `1..{max(node.value, 2)}`, or what it is taken from",
            )
            return self.unknown(node.span), UNKNOWN
        return source, item(source.type)

    def is_card(self, node: syntax.XofY) -> bool:
        suits = self.world.kinds["suit"].members if self.world.playing_cards else ()
        return isinstance(node.right, syntax.Name) and node.right.text in suits

    def interval(self, node: syntax.Range, hint: ir.Type | None) -> ir.Expression:
        low, high = self.pair(node.low, node.high, item(hint) if hint is not None else None)
        if UNKNOWN in (low.type, high.type):
            return self.unknown(node.span)
        one = strip(low.type)
        if one != strip(high.type) or (one != ir.NUMBER and not isinstance(one, ir.Member)):
            self.faults.fault(
                "E0230",
                node.span,
                f"a range runs between numbers or members of a kind, not from {said(low.type)} to {said(high.type)}",
                label="",
            )
            return self.unknown(node.span)
        return ir.Interval(node.span, many(one), low, high)

    def pick(self, node: syntax.Pick) -> ir.Expression:
        source = self.set_of(node.source, SET)
        if node.which == "random":
            self.effects.chance = True
            if self.place_of.sealed:
                self.sealed(node.span, "`random` draws chance")
        if isinstance(node.count, syntax.Name) and node.count.text in ("card", "cards"):
            better = f"{node.which} of {' '.join(node.source.span.text.split())}"
            self.faults.fault("E0150", node.count.span, f"`{node.count.text}` can not stand here", label=f"write `{better}`")
            return self.unknown(node.span)
        count = None if node.count is None else self.check(node.count, ir.NUMBER)
        type = maybe(item(source.type)) if count is None else source.type
        if isinstance(node.source, syntax.Number):  # `random of 1..6` is (random of 1)..6, which nobody means
            self.faults.fault(
                "E0230",
                node.span,
                f"one number is nothing to pick from: {node.source.value}",
                label="a single number",
                help=f"a range stands in parentheses: `{node.which} of (1..6)`",
            )
        return ir.Picked(node.span, type, node.which, count, source)

    def every(self, node: syntax.Every) -> ir.Expression:
        text = node.name.text
        if text == "card":
            return ir.Builtin(node.span, many(ir.CARD), "everything", ())
        if text in self.world.zones:
            return ir.AllContents(node.span, many(ir.CARD), self.world.zones[text])
        if text == "player":
            return ir.Builtin(node.span, many(ir.PLAYER), "players", ())
        if text not in self.world.broken:
            self.faults.unknown(
                "E0203",
                node.name.span,
                f"there is no zone called `{text}`",
                nearest(text, list(self.world.zones)),
                label="not a zone",
                notes=(f"zones here: {', '.join(self.world.zones)}",),
            )
        return self.unknown(node.span)
