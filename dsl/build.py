"""Trees to syntax nodes. One method a rule or alias of the grammar, one dispatch table; no tree leaves this module."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from . import syntax as s
from .diagnostics import Report
from .source import Source, Span

# What a comparison is called in the tree, and in the node.
_COMPARISONS = {"is_": "is", "is_not": "is not", "in_": "in", "not_in": "not in"}


class Builder:
    """Builds nodes of one source. `embedded` parses the text between the braces of a `say`, given its start and end."""

    def __init__(self, source: Source, report: Report, embedded: Callable[[int, int], s.Expression | None]) -> None:
        self.source = source
        self.report = report
        self.embedded = embedded

    # ---------------------------------------------------------------- helpers; `Any` is a Tree, Word or None

    def span(self, tree: Any) -> Span:
        """Where a tree or token stands."""
        return Span(self.source, tree.start_pos, tree.end_pos)

    def name(self, token: Any) -> s.Name:
        """A word; the one inside, if it is the name of an action."""
        if getattr(token, "data", "") == "verb":
            token = token.children[0]
        return s.Name(self.span(token), str(token))

    def expr(self, tree: Any) -> s.Expression:
        return cast(s.Expression, self.node(tree))

    def maybe(self, tree: Any) -> s.Expression | None:
        """The expression of an optional part; also of a part that wraps one (`from e`, `until e`, `in e`)."""
        if tree is None:
            return None
        return self.expr(tree.children[0] if tree.data in ("start", "until", "within") else tree)

    def exprs(self, trees: list[Any]) -> tuple[s.Expression, ...]:
        return tuple(self.expr(t) for t in trees if t is not None)

    def block(self, tree: Any) -> s.Block:
        return tuple(cast(s.Statement, self.node(t)) for t in tree.children)

    def otherwise(self, tree: Any) -> s.Block | None:
        return None if tree is None else self.block(tree.children[0])

    def actions(self, tree: Any) -> tuple[s.Action, ...]:
        return tuple(self.action(t) for t in tree.children)

    def key(self, tree: Any) -> s.Key:
        lowest, value = tree.children
        return s.Key(self.span(tree), lowest is not None, self.expr(value))

    def each(self, tree: Any) -> s.Each:
        name, part, counter = tree.children
        within = self.maybe(part) if part is not None and part.data == "within" else None
        start = self.maybe(part) if part is not None and part.data == "start" else None
        return s.Each(self.span(tree), self.name(name), within, start, counter is not None)

    def action(self, tree: Any) -> s.Action:
        verb, *rest = tree.children
        parameters = tuple(self.parameter(t) for t in rest if getattr(t, "data", "") == "parameter")
        body = next((t for t in rest if getattr(t, "data", "") == "block"), None)
        guards = [t for t in rest if t is not None and t is not body and getattr(t, "data", "") != "parameter"]
        guard = self.expr(guards[0]) if guards else None
        return s.Action(self.span(tree), self.name(verb), parameters, guard, () if body is None else self.block(body))

    def parameter(self, tree: Any) -> s.Parameter:
        name, domain = tree.children
        return s.Parameter(self.span(tree), self.name(name), self.expr(domain))

    def node(self, tree: Any) -> s.Node:
        """Any expression or statement."""
        data = str(tree.data)
        span = self.span(tree)
        c: list[Any] = tree.children
        e = self.expr
        match data:
            case "name":
                return s.Name(span, str(c[0]))
            case "number":
                return s.Number(span, int(c[0]))
            case "text":
                return s.Text(span, str(c[0])[1:-1])
            case "card":
                return s.CardLiteral(span, str(c[0]))
            case "yes" | "no":
                return s.YesNo(span, data == "yes")
            case "none":
                return s.Nothing(span)
            case "list_of":
                return s.ListOf(span, self.exprs(c))
            case "dot":
                return s.Dot(span, e(c[0]), self.name(c[1]))
            case "call":
                return s.Call(span, e(c[0]), self.exprs(c[1:]))
            case "comprehension":
                return s.Comprehension(span, e(c[0]), self.key(c[1]), self.name(c[2]), e(c[3]), self.maybe(c[4]))
            case "where":
                return s.Where(span, e(c[0]), e(c[1]))
            case "sorted_by":
                return s.SortedBy(span, e(c[0]), self.key(c[1]))
            case "from_":
                return s.From(span, e(c[0]), e(c[1]))
            case "or_else":
                return s.OrElse(span, e(c[0]), e(c[2]))
            case "if_else":
                return s.IfElse(span, e(c[0]), e(c[1]), e(c[2]))
            case "logic":
                return s.Logic(span, str(c[1]), e(c[0]), e(c[2]))
            case "not_":
                return s.Not(span, e(c[0]))
            case "compare":
                return s.Compare(span, str(c[1]), e(c[0]), e(c[2]))
            case "is_" | "is_not" | "in_" | "not_in":
                return s.Compare(span, _COMPARISONS[data], e(c[0]), e(c[1]))
            case "of":
                return s.XofY(span, e(c[0]), e(c[1]))
            case "range_":
                return s.Range(span, e(c[0]), e(c[1]))
            case "arithmetic":
                return s.Arithmetic(span, str(c[1]), e(c[0]), e(c[2]))
            case "negative":
                return s.Negative(span, e(c[1]))
            case "pick":
                return s.Pick(span, str(c[0].children[0]), self.maybe(c[1]), e(c[2]))
            case "every":
                return s.Every(span, self.name(c[0]))
            case _:
                return self.statement(tree, data, span, c)

    def statement(self, tree: Any, data: str, span: Span, c: list[Any]) -> s.Node:
        """Any statement."""
        e = self.expr
        match data:
            case "assign" | "increase" | "decrease":
                return s.Assign(span, {"assign": "=", "increase": "+=", "decrease": "-="}[data], e(c[0]), e(c[1]))
            case "let":
                return s.Let(span, self.name(c[0]), e(c[1]))
            case "perform":
                return s.Perform(span, e(c[0]))
            case "move":
                exactly, what, place, facing = c
                bottom = place.data == "bottom"
                where = e(place.children[0] if bottom else place)
                return s.Move(span, e(what), exactly is not None, where, bottom, None if facing is None else facing.split()[1])
            case "deal":
                return s.Deal(span, e(c[0]), e(c[1]), self.name(c[2]), self.maybe(c[3]))
            case "deal_all":
                return s.Deal(span, None, e(c[0]), self.name(c[1]), self.maybe(c[2]))
            case "shuffle":
                return s.Shuffle(span, e(c[0]))
            case "swap":
                return s.Swap(span, e(c[0]), e(c[1]))
            case "reveal":
                return s.Reveal(span, e(c[0]))
            case "show":
                return s.Show(span, e(c[0]), e(c[1]))
            case "hide":
                return s.Hide(span, e(c[0]))
            case "tell":
                return s.Tell(span, e(c[0]), self.maybe(c[1]), e(c[2]))
            case "out":
                return s.Out(span, e(c[0]))
            case "back":
                return s.Back(span, e(c[0]))
            case "win":
                return s.Win(span, e(c[0]))
            case "nobody_wins":
                return s.NobodyWins(span)
            case "order_by":
                return s.OrderBy(span, self.players(c[0]), tuple(self.key(k) for k in c[1:]))
            case "score_by":
                return s.ScoreBy(span, self.players(c[0]), self.key(c[1]))
            case "return_":
                return s.Return(span, self.maybe(c[1]))
            case "mark":
                return s.Mark(span, " ".join(c[0].split()))
            case "say":
                return s.Say(span, self.said(c[0]))
            case _:
                return self.compound(data, span, c)

    def compound(self, data: str, span: Span, c: list[Any]) -> s.Node:
        """Any statement with a body."""
        e = self.expr
        match data:
            case "if_":
                first = (e(c[0]), self.block(c[1]))
                more = tuple((e(t.children[0]), self.block(t.children[1])) for t in c[2:] if t is not None and t.data == "elif_")
                return s.If(span, (first, *more), self.otherwise(c[-1]))
            case "while_":
                return s.While(span, e(c[0]), self.block(c[1]))
            case "repeat":
                return s.Repeat(span, self.block(c[0]), self.maybe(c[1]))
            case "repeat_times":
                return s.RepeatTimes(span, e(c[0]), self.block(c[1]))
            case "for_each":
                return s.ForEach(span, self.each(c[0]), self.block(c[1]))
            case "round_":
                return s.Round(span, self.block(c[0]))
            case "take_turns":
                _, among, start, counter, until, body = c
                return s.TakeTurns(span, self.maybe(among), self.maybe(start), counter is not None, self.maybe(until), self.block(body))
            case "go_round":
                return s.GoRound(span, self.maybe(c[1]), c[3] is not None, self.block(c[4]))
            case "you_choose":
                return s.Choose(span, None, c[0] is not None, False, False, self.actions(c[1]), self.otherwise(c[2]))
            case "you_may":
                return s.Choose(span, None, c[0] is not None, True, False, self.actions(c[2]), None)
            case "one_chooses":
                menu = next(i for i, t in enumerate(c) if getattr(t, "data", "") == "menu")
                for_you = getattr(c[menu - 1], "type", "") == "CHOOSES_FOR_YOU"
                secretly = getattr(c[1], "type", "") == "SECRETLY"
                return s.Choose(span, e(c[0]), secretly, False, for_you, self.actions(c[menu]), self.otherwise(c[menu + 1]))
            case "one_may":
                return s.Choose(span, e(c[0]), c[1] is not None, True, False, self.actions(c[3]), None)
            case "all_choose":
                return s.Choose(span, self.each(c[0]), c[1] is not None, False, False, self.actions(c[2]), None)
            case "all_may":
                return s.Choose(span, self.each(c[0]), c[1] is not None, True, False, self.actions(c[3]), None)
            case _:
                raise AssertionError(f"the grammar makes a {data} that nothing builds")

    def players(self, token: Any) -> s.Name:
        """The word `players` inside `order players by`."""
        at = token.start_pos + str(token).index("players")
        return s.Name(Span(self.source, at, at + len("players")), "players")

    def said(self, token: Any) -> tuple[str | s.Expression, ...]:
        """The pieces of the text of a `say`."""
        parts: list[str | s.Expression] = []
        text, base, done = str(token)[1:-1], token.start_pos + 1, 0
        if (lone := re.search(r"[{}]", re.sub(r"\{[^{}]*\}", lambda m: " " * len(m.group()), text))) is not None:
            at = base + lone.start()
            self.report.error(
                "E0160",
                Span(self.source, at, at + 1),
                f"this `{lone.group()}` has no partner",
                help="in a text, braces stand around what is worked out: `{count(hand)} cards`",
            )
        for found in re.finditer(r"\{([^{}]*)\}", text):
            if found.start() > done:
                parts.append(text[done : found.start()])
            inner = self.embedded(base + found.start(1), base + found.end(1))
            if inner is not None:
                parts.append(inner)
            done = found.end()
        if done < len(text):
            parts.append(text[done:])
        return tuple(parts)
