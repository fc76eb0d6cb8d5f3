"""Expressions: single values, numbers, choices between values, sums over sets."""

from __future__ import annotations

from dataclasses import replace

from . import ir, syntax
from .builtins import AGGREGATES
from .calls import Arguments
from .sets import SET, Sets
from .spelling import nearest
from .types import NAME, NONE, RANK, UNKNOWN, item, many, maybe, said, strip

_WHOLE_TRUTH = ("any", "all", "same", "different")


class Expressions(Sets):
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

    # ------------------------------------------------------------------ numbers and truth

    def arithmetic(self, node: syntax.Arithmetic, hint: ir.Type | None) -> ir.Expression:
        if node.span.text.rpartition(".")[2] in self.world.misnamed:  # `my-hand` can be no name, which was said where it is declared
            return self.unknown(node.span)
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
