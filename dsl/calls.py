"""Calls of rules and of built-in words: whether the values in parentheses fit, and whether what is called may be called here."""

from __future__ import annotations

from . import ir, syntax
from .base import Base
from .builtins import BUILTINS
from .source import Span
from .types import UNKNOWN, many, strip
from .world import Effects

Arguments = tuple[syntax.Expression, ...]


class Calls(Base):
    """Reads `name(arguments)` where it is known what is called."""

    def arguments(
        self, name: syntax.Name, types: tuple[ir.Type, ...], given: Arguments, node: syntax.Expression, optional: int = 0, said_as: str = ""
    ):
        """Arguments checked against types, or None after a fault in their number."""
        if not len(types) - optional <= len(given) <= len(types):
            self.faults.fault(
                "E0234",
                node.span,
                f"`{name.text}` takes {len(types) or 'no'} value{'s' if len(types) != 1 else ''}, not {len(given) or 'none'}",
                label=f"write `{said_as}`" if said_as else "",
            )
            for argument in given:
                self.read(argument)
            return None
        return tuple(self.read(a) if t == UNKNOWN else self.check(a, t) for a, t in zip(given, types, strict=False))

    def call(self, rule: ir.Rule, name: syntax.Name, arguments: Arguments | None, node: syntax.Expression) -> ir.Expression:
        """A rule of the file."""
        unit = self.world.units[rule]
        head = f"{rule.name}({', '.join(f'{p.type.name} {p.name}' for p in rule.parameters)})"
        if arguments is None:
            self.faults.fault("E0234", name.span, f"`{name.text}` is a rule and is called with parentheses", label=f"write `{head}`")
            return self.unknown(node.span)
        self.calls.add(rule)
        values = self.arguments(name, tuple(p.type for p in rule.parameters), arguments, node, said_as=head)
        if unit.faulty:  # what it asks of its callers may come from its fault; that it ends the game they still need to know
            return ir.RuleCall(node.span, UNKNOWN, rule, None, values or ())
        you = self.actor(name.span, f"the rule `{name.text}` speaks of `you`") if rule.you is not None else None
        self.called(unit.effects, rule.asks, name, node)
        if values is None or (you is not None and you.type == UNKNOWN):
            return self.unknown(node.span)
        return ir.RuleCall(node.span, rule.result, rule, you, values)

    def called(self, effects: Effects, asks: bool, name: syntax.Name, node: syntax.Expression) -> None:
        """Check that what is called may be called here, and note what it does."""
        self.effects.add(effects)
        if asks and self.whole is not node:
            self.faults.fault(
                "E0236",
                name.span,
                f"`{name.text}` asks somebody or ends the game, so it can not stand inside an expression",
                label="may stop the game here",
                help=f"work it out first: `let answer = {name.text}(…)`, then use `answer`",
            )
        if self.place_of.sealed and (effects.asks or effects.ends or effects.chance):
            what = "asks somebody" if effects.asks else "ends the game" if effects.ends else "draws chance"
            self.sealed(name.span, f"`{name.text}` {what}")
        if effects.turns and not self.place_of.turn and not self.place_of.rule:
            self.faults.fault(
                "E0252", name.span, f"`{name.text}` changes the order of turns, and no turn is being taken here", label="not in a turn"
            )

    def sealed(self, span: Span, what: str) -> None:
        """Something that the body of a simultaneous choice may not do."""
        self.faults.fault(
            "E0255",
            span,
            f"{what}, which the body of a choice that all make at once may not do",
            label="not here",
            help="keep what was chosen in a variable, and go on after all have chosen",
        )

    def builtin(
        self, name: syntax.Name, owner: ir.Expression | None, arguments: Arguments | None, node: syntax.Expression
    ) -> ir.Expression:
        """A built-in word."""
        b = BUILTINS[name.text]
        if name.text == "suits" or name.text == "ranks":
            kind = self.world.kinds["suit" if name.text == "suits" else "rank"]
            return ir.Members(node.span, many(ir.Member(kind.name)), kind) if arguments is None else self.not_called(name, "a set")
        if b.of_you and (owner is not None or arguments is None):
            by = owner if owner is not None else self.actor(name.span, f"`{name.text}` is about `you`")
            return self.unknown(node.span) if by.type == UNKNOWN else ir.Builtin(node.span, b.result, b.name, (by,))
        if owner is not None and b.parameters:
            self.faults.fault("E0234", name.span, f"`{name.text}` is called with parentheses", label=f"write `{name.text}(…)`")
            return self.unknown(node.span)
        if not b.parameters:
            return ir.Builtin(node.span, b.result, b.name, ()) if arguments is None else self.not_called(name, "a built-in value")
        if arguments is None:
            self.faults.fault(
                "E0234", name.span, f"`{name.text}` is called with parentheses", label=f"write `{name.text}(…)`", notes=(b.about,)
            )
            return self.unknown(node.span)
        values = self.arguments(name, b.parameters, arguments, node, b.optional, f"{name.text}({', '.join(p.name for p in b.parameters)})")
        if values is None:
            return self.unknown(node.span)
        if name.text == "next" and len(values) == 1:
            values = (*values, ir.Constant(node.span, ir.NUMBER, 1))
        if name.text == "place" and not isinstance(strip(values[0].type), ir.Member) and values[0].type != UNKNOWN:
            self.misfit(values[0], ir.Type("member of a kind"), arguments[0].span)
        return ir.Builtin(node.span, b.result, b.name, values)

    def not_called(self, name: syntax.Name, what: str) -> ir.Expression:
        self.faults.fault(
            "E0234",
            name.span,
            f"`{name.text}` is {what} and takes nothing in parentheses",
            label="not a rule",
            help=f"write `{name.text}` alone",
        )
        return self.unknown(name.span)
