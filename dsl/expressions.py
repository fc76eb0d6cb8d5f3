"""Expressions: sets, numbers, choices between values, sums over sets."""

from __future__ import annotations

from dataclasses import replace

from . import ir, syntax
from .builtins import AGGREGATES
from .comparing import Comparing
from .names import Arguments
from .spelling import nearest
from .types import NAME, NONE, RANK, SUIT, UNKNOWN, item, join, many, maybe, said, strip

SET = many(UNKNOWN)
_WHOLE_TRUTH = ("any", "all", "same", "different")


class Expressions(Comparing):
    """Reads every expression of the language."""

    def read(self, node: syntax.Expression, hint: ir.Type | None = None) -> ir.Expression:
        match node:
            case syntax.Name():
                return self.refer(node, None, None, node, hint)
            case syntax.Dot():
                return self.refer(node.name, node.target, None, node, hint)
            case syntax.Call():
                return self.read_call(node, hint)
            case syntax.Number():
                return self.number(node, hint)
            case syntax.CardLiteral() | syntax.Text():
                return self.face(node, hint)
            case syntax.YesNo():
                return ir.Constant(node.span, ir.TRUTH, int(node.value))
            case syntax.Nothing():
                return ir.Constant(node.span, NONE, ir.NONE)
            case syntax.ListOf():
                return self.list_of(node, hint)
            case syntax.Comprehension():
                return self.comprehension(node, hint)
            case syntax.Where():
                return self.where(node, hint)
            case syntax.SortedBy():
                return self.sorted_by(node)
            case syntax.From():
                source = self.check(node.source, many(ir.PLAYER))
                return ir.Rotated(node.span, many(ir.PLAYER), source, self.check(node.start, ir.PLAYER))
            case syntax.OrElse():
                return self.or_else(node, hint)
            case syntax.IfElse():
                condition = self.condition(node.condition)
                yes, no, type = self.common(*self.pair(node.left, node.right, hint), node.span)
                return ir.Conditional(node.span, type, condition, yes, no)
            case syntax.Logic():
                return self.logic(node)
            case syntax.Not():
                return ir.Operation(node.span, ir.TRUTH, "not", (self.condition(node.operand),))
            case syntax.Compare():
                return self.compare(node)
            case syntax.XofY():
                return self.x_of_y(node)
            case syntax.Range():
                return self.interval(node, hint)
            case syntax.Arithmetic():
                return self.arithmetic(node, hint)
            case syntax.Negative():
                return ir.Operation(node.span, ir.NUMBER, "negate", (self.check(node.operand, ir.NUMBER),))
            case syntax.Pick():
                return self.pick(node)
            case syntax.Every():
                return self.every(node)

    def read_call(self, node: syntax.Call, hint: ir.Type | None) -> ir.Expression:
        match node.target:
            case syntax.Name() as name:
                return self.refer(name, None, node.arguments, node, hint)
            case syntax.Dot(target=owner, name=name):
                return self.refer(name, owner, node.arguments, node, hint)
            case _:
                self.faults.fault(
                    "E0234",
                    node.target.span,
                    "only rules, lists and indexed names take something in parentheses",
                    label="can not be called",
                )
                return self.unknown(node.span)

    # ------------------------------------------------------------------ single values

    def number(self, node: syntax.Number, hint: ir.Type | None) -> ir.Expression:
        """A number, or the rank of that number where a rank is wanted."""
        if hint is not None and item(hint) == RANK:
            ranks = self.world.kinds["rank"].members
            if str(node.value) in ranks:
                return self.world.member("rank", ranks.index(str(node.value)), node.span)
            if "cards" in self.world.broken:
                return self.unknown(node.span)
            self.faults.fault(
                "E0231",
                node.span,
                f"no card of this deck has the rank {node.value}",
                label="not a rank here",
                notes=(f"ranks: {', '.join(ranks)}",),
            )
            return self.unknown(node.span)
        return ir.Constant(node.span, ir.NUMBER, node.value)

    def face(self, node: syntax.CardLiteral | syntax.Text, hint: ir.Type | None) -> ir.Expression:
        """A card as written; its name where a name is wanted."""
        names = self.world.kinds["name"].members if "name" in self.world.kinds else ()
        if node.text not in names:
            if "cards" not in self.world.broken:
                near = nearest(node.text, list(names))
                label = f"did you mean {near[0]}?" if near else "not in the deck"
                self.faults.fault("E0204", node.span, f"there is no card called {node.text}", label=label)
            return self.unknown(node.span)
        index = names.index(node.text)
        if hint is not None and item(hint) == NAME:
            return ir.Constant(node.span, NAME, index)
        return ir.FaceConstant(node.span, ir.CARD, index)

    # ------------------------------------------------------------------ sets

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

    # ------------------------------------------------------------------ numbers and truth

    def arithmetic(self, node: syntax.Arithmetic, hint: ir.Type | None) -> ir.Expression:
        if node.operator == "minus" or (node.operator == "+" and hint is not None and isinstance(hint, ir.Many)):
            return self.of_sets(node, *self.pair(node.left, node.right, hint))
        left = self.read(node.left)
        right = self.read(node.right, None if item(left.type) in (ir.NUMBER, RANK, NONE, UNKNOWN) else left.type)
        if node.operator == "+" and ir.NUMBER not in (strip(left.type), strip(right.type)) and UNKNOWN not in (left.type, right.type):
            return self.of_sets(node, left, right)
        help = "cards are taken from a set by `minus`" if node.operator == "-" and isinstance(left.type, ir.Many) else ""
        operands: list[ir.Expression] = []
        for value, part in ((left, node.left), (right, node.right)):
            if help and value.type != ir.NUMBER:
                self.faults.fault(
                    "E0230", node.span, f"a number is wanted here, and this is {said(value.type)}", label=said(value.type), help=help
                )
                return self.unknown(node.span)
            if strip(value.type) == RANK:
                self.faults.fault(
                    "E0230",
                    part.span,
                    "a rank is not a number",
                    label="a rank",
                    help="`card.pips` is its number; `next_rank(r)` the rank above",
                )
                return self.unknown(node.span)
            operands.append(self.fit(value, ir.NUMBER, part.span))
        return ir.Operation(node.span, ir.NUMBER, node.operator, tuple(operands))

    def of_sets(self, node: syntax.Arithmetic, left: ir.Expression, right: ir.Expression) -> ir.Expression:
        left, right, type = self.common(self.as_set(left), self.as_set(right), node.span)
        if isinstance(type, ir.Many) and type.of == ir.NUMBER and node.operator == "minus":
            self.faults.fault("E0230", node.span, "`minus` takes members from a set; numbers are subtracted with `-`", label="write `-`")
            return self.unknown(node.span)
        return (ir.Union if node.operator == "+" else ir.Without)(node.span, type, left, right)

    def logic(self, node: syntax.Logic) -> ir.Expression:
        left = self.condition(node.left)
        if node.operator == "or" and isinstance(node.left, syntax.Compare) and node.left.operator in ("is", "is not"):
            right = self.read(node.right, ir.TRUTH)
            if isinstance(strip(right.type), ir.Member | ir.Many) or strip(right.type) in (ir.NUMBER, ir.CARD, ir.PLAYER):
                alike = f"`{node.left.left.span.text} in ({node.left.right.span.text}, {node.right.span.text})`"
                self.faults.fault(
                    "E0230",
                    node.right.span,
                    f"after `or` stands a whole condition, not {said(right.type)}",
                    label="",
                    help=f"write {alike}",
                )
                return self.unknown(node.span)
            right = self.fit(right, ir.TRUTH, node.right.span)
        else:
            right = self.condition(node.right)
        return (ir.Both if node.operator == "and" else ir.Either)(node.span, ir.TRUTH, left, right)

    # ------------------------------------------------------------------ sums and the like

    def comprehension(self, node: syntax.Comprehension, hint: ir.Type | None) -> ir.Expression:
        """`sum(key for name in source when condition)`."""
        operator = node.target.text if isinstance(node.target, syntax.Name) else ""
        if operator not in AGGREGATES:
            self.faults.fault(
                "E0234",
                node.target.span,
                "`for` can not stand in these parentheses",
                label="",
                notes=(f"it can in: {', '.join(AGGREGATES)}",),
            )
            return self.unknown(node.span)
        source, one = self.source(node.source)
        with self.bound():
            it = self.bind(node.name, one, like_type=True)
            condition = None if node.condition is None else self.condition(node.condition)
            key = self.aggregate_key(operator, node.key, hint)
        if node.key.lowest:
            operator = {"best": "worst", "worst": "best"}.get(operator, operator)
        if operator == "count" and key.type == ir.TRUTH and not (isinstance(key, ir.LocalValue) and key.local is it):
            condition = key if condition is None else ir.Both(node.span, ir.TRUTH, condition, key)
            key = ir.LocalValue(node.span, one, it)
        return self.aggregate(node, operator, it, source, condition, key)

    def aggregate_key(self, operator: str, key: syntax.Key, hint: ir.Type | None) -> ir.Expression:
        if operator in ("any", "all"):
            return self.condition(key.value)
        if operator == "sum":
            return self.check(key.value, ir.NUMBER)
        if operator in ("count", "same", "different"):
            return self.read(key.value)
        return self.key(key)

    def aggregate(
        self,
        node: syntax.Expression,
        operator: str,
        it: ir.Local,
        source: ir.Expression,
        condition: ir.Expression | None,
        key: ir.Expression,
    ) -> ir.Expression:
        if source.type == UNKNOWN:
            return self.unknown(node.span)
        if operator in _WHOLE_TRUTH:
            type: ir.Type = ir.TRUTH
        elif operator in ("sum", "count"):
            type = ir.NUMBER
        elif operator in ("min", "max"):
            type = maybe(key.type)
        else:
            type = many(it.type)
        return ir.Aggregate(node.span, type, operator, it, source, condition, key)

    def aggregate_of(self, name: syntax.Name, arguments: Arguments, node: syntax.Expression, hint: ir.Type | None) -> ir.Expression:
        operator = name.text
        if not arguments:
            self.faults.fault("E0234", node.span, f"`{operator}` of what?", label="nothing is given")
            return self.unknown(node.span)
        if len(arguments) == 1:
            source = self.set_of(arguments[0], SET)
        else:
            source = self.list_of(syntax.ListOf(node.span, arguments), None if operator not in ("sum", "count") else hint)
        it = ir.Local("it", item(source.type))
        key: ir.Expression = ir.LocalValue(node.span, it.type, it)
        if source.type != UNKNOWN:
            if operator in ("any", "all"):
                key = self.fit(key, ir.TRUTH, node.span)
            elif operator == "sum":
                key = self.fit(key, ir.NUMBER, node.span)
            elif operator in ("min", "max", "best", "worst"):
                self.comparable(key)
        result = self.aggregate(node, operator, it, source, None, key)
        if operator in ("min", "max") and len(arguments) > 1 and source.type != UNKNOWN:
            result = replace(result, type=strip(result.type))  # of something there is always one
        return result
