"""Loops, rounds, turns and decisions: sentences that hold others and say who acts."""

from __future__ import annotations

from dataclasses import replace

from . import ir, syntax
from .knowing import leak, public
from .source import Span
from .statements import Sentences, Statements
from .types import UNKNOWN, many


class Decisions(Sentences):
    """Reads compound sentences."""

    def compound(self, node: syntax.Statement) -> Statements:
        match node:
            case syntax.If():
                return self.branch(node)
            case syntax.While():
                condition = self.condition(node.condition)
                return (ir.Loop(node.span, True, condition, self.loop(node.body)),)
            case syntax.Repeat():
                body = self.loop(node.body)
                go_on = None
                if node.until is not None:
                    go_on = ir.Operation(node.until.span, ir.TRUTH, "not", (self.condition(node.until),))
                return (ir.Loop(node.span, False, go_on, body),)
            case syntax.RepeatTimes():
                return (ir.RepeatTimes(node.span, self.check(node.count, ir.NUMBER), self.loop(node.body)),)
            case syntax.ForEach():
                return self.for_each(node)
            case syntax.Round():
                return (ir.Round(node.span, self.block(node.body)),)
            case syntax.TakeTurns():
                return self.take_turns(node)
            case syntax.GoRound():
                start = self.start(node.span, node.start)
                you = ir.Local("you", ir.PLAYER)
                with self.acting(you), self.at(replace(self.place_of, loop=True, turn=False)):
                    return (ir.GoRound(node.span, you, start, node.for_good, self.block(node.body)),)
            case syntax.Choose():
                return (self.choose(node),)
            case _:
                raise AssertionError(type(node).__name__)

    def loop(self, body: syntax.Block) -> Statements:
        with self.at(replace(self.place_of, loop=True)):
            return self.block(body)

    def start(self, span: Span, node: syntax.Expression | None) -> ir.Expression:
        """Where a round of seats begins: the first player who is in, unless said."""
        if node is not None:
            return self.check(node, ir.PLAYER)
        return ir.Picked(span, ir.PLAYER, "first", None, ir.Builtin(span, many(ir.PLAYER), "players", ()))

    def seats(self, each: syntax.Each) -> ir.Expression:
        """The seats of `each player [in S] [from p]`."""
        if each.within is None:
            source: ir.Expression = ir.Builtin(each.span, many(ir.PLAYER), "players", ())
        else:
            source = self.check(each.within, many(ir.PLAYER))
        if each.start is not None:
            source = ir.Rotated(each.span, many(ir.PLAYER), source, self.check(each.start, ir.PLAYER))
        return source

    def for_each(self, node: syntax.ForEach) -> Statements:
        each = node.each
        if each.name.text == "player":
            source = self.seats(each)
            you = ir.Local("you", ir.PLAYER)
            with self.acting(you), self.at(replace(self.place_of, loop=True)):
                return (ir.ForEach(node.span, you, source, not of_all_seats(source), each.counterclockwise, self.block(node.body)),)
        if each.within is None:
            self.faults.fault(
                "E0251",
                each.span,
                f"in what does `{each.name.text}` run?",
                label="",
                help=f"write `for each {each.name.text} in …:`, or `for each player:`",
            )
            source, one = self.unknown(each.span), UNKNOWN
        else:
            source, one = self.source(each.within)
        if each.start is not None:
            source = ir.Rotated(each.span, many(ir.PLAYER), self.fit(source, many(ir.PLAYER), each.span), self.check(each.start, ir.PLAYER))
        asked_before = self.effects.asks
        self.effects.asks = False
        with self.bound(), self.at(replace(self.place_of, loop=True)):
            item = self.bind(each.name, one, like_type=True)
            body = self.block(node.body)
        if isinstance(source, ir.Family) and self.effects.asks:
            self.faults.fault(
                "E0239",
                each.span,
                "a loop over choices of several can not ask anybody",
                label="",
                help="find the one wanted first, then ask",
            )
        self.effects.asks |= asked_before
        return (ir.ForEach(node.span, item, source, False, each.counterclockwise, body),)

    def take_turns(self, node: syntax.TakeTurns) -> Statements:
        among = None if node.among is None else self.check(node.among, many(ir.PLAYER))
        start = self.start(node.span, node.start)
        with self.acting(None):
            until = None if node.until is None else self.condition(node.until)
        you = ir.Local("you", ir.PLAYER)
        with self.acting(you), self.at(replace(self.place_of, loop=True, turn=True)):
            body = self.block(node.body)
        return (ir.TakeTurns(node.span, you, among, start, node.counterclockwise, until, body),)

    # ------------------------------------------------------------------ decisions

    def choose(self, node: syntax.Choose) -> ir.Choose:
        """A decision: who is asked, as whom, and the menu."""
        if self.place_of.sealed:
            self.sealed(node.span, "this asks somebody")
        self.effects.asks = True
        together = isinstance(node.asked, syntax.Each)
        acting: ir.Expression | None = None
        if isinstance(node.asked, syntax.Each):
            if node.asked.name.text != "player":
                self.faults.fault("E0251", node.asked.name.span, "only players choose", label="write `each player`")
            asked = self.seats(node.asked)
        elif node.asked is None:
            asked = self.actor(node.span, "nobody is there to choose")
        else:
            asked = self.asked(node.asked)
            if node.for_you:
                acting = self.actor(node.span, "nobody is there to choose for")
        place = replace(self.place_of, sealed=True, loop=False, turn=False) if together else self.place_of
        if node.for_you:
            with self.at(place):
                menu = self.menu(node.menu, node.may)
        else:
            with self.acting(ir.Local("you", ir.PLAYER)), self.at(place):
                menu = self.menu(node.menu, node.may)
        otherwise = None if node.otherwise is None else self.block(node.otherwise)
        is_open = all(public(action) for action in menu)
        return ir.Choose(node.span, asked, together, acting, node.may, node.secretly, is_open, menu, otherwise)

    def asked(self, node: syntax.Expression) -> ir.Expression:
        value = self.read(node)
        if value.type == many(ir.PLAYER):
            self.faults.fault(
                "E0230",
                node.span,
                "one player chooses, and these may be several",
                label="several",
                help="write `each player in … chooses:`",
            )
            return self.unknown(node.span)
        return self.fit(value, ir.PLAYER, node.span)

    def menu(self, actions: tuple[syntax.Action, ...], may: bool) -> tuple[ir.Action, ...]:
        """The actions of a menu; each name once, and with the same parameters wherever it stands."""
        first: dict[str, Span] = {}
        for action in actions:
            name = action.name
            if name.text in first:
                self.faults.fault(
                    "E0257",
                    name.span,
                    f"`{name.text}` is offered twice in one choice",
                    label="again",
                    related=((first[name.text], "first here"),),
                    help="give the two different names",
                )
                continue
            first[name.text] = name.span
            parameters = tuple(p.name.text for p in action.parameters)
            known = self.world.actions.setdefault(name.text, (parameters, name.span))
            if known[0] != parameters:
                before = f"{name.text}({', '.join(known[0])})" if known[0] else name.text
                self.faults.fault(
                    "E0256",
                    name.span,
                    f"`{name.text}` has other parameters elsewhere",
                    label=f"elsewhere `{before}`",
                    related=((known[1], "first here"),),
                    help="an action has the same parameters throughout a file; rename one of them",
                )
        if may and "pass" in first:
            self.faults.fault("E0257", first["pass"], "`may choose` offers `pass` by itself", label="twice", help="leave this line out")
        return tuple(self.action(action) for action in actions)

    def action(self, node: syntax.Action) -> ir.Action:
        you = ir.Local("you", ir.PLAYER)
        parameters: list[ir.Parameter] = []
        with self.acting(you), self.bound():
            for parameter in node.parameters:
                domain, one = self.source(parameter.domain)
                local = self.bind(parameter.name, one, like_type=True)
                parameters.append(ir.Parameter(local, domain, parameter.span))
            guard = None if node.guard is None else self.condition(node.guard)
            for value in (*(p.domain for p in parameters), *([guard] if guard is not None else [])):
                secret = leak(value, you, self.world)
                if secret is not None:
                    self.faults.fault(
                        "E0258",
                        value.span,
                        f"what is offered here depends on {secret}, which the player who chooses can not know",
                        label="would give it away",
                        help="let the body of the action look at it instead",
                    )
            body = self.block(node.body)
        return ir.Action(node.name.text, you, tuple(parameters), guard, body, "", node.span)


def of_all_seats(source: ir.Expression) -> bool:
    """Whether players are taken from `seats`, where also those are meant who are out."""
    while isinstance(source, ir.Filter | ir.Ordered | ir.Rotated):
        source = source.source
    return isinstance(source, ir.Builtin) and source.name == "seats"
