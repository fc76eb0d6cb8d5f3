"""Rules that call themselves."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from ..diagnostics import Diagnostic
from .walk import Look, inside, within


def recursion_shrinks(look: Look) -> Iterator[Diagnostic]:
    """Rejects rules that call themselves with nothing that gets smaller from call to call."""
    for rule in look.rules:
        lets = {n.local: n.value for n in within(*rule.body) if isinstance(n, ir.SetLocal)}
        for node in within(*rule.body):
            if isinstance(node, ir.RuleCall) and node.rule is rule and not any(shrinks(a, rule, lets, 4) for a in node.arguments):
                yield Diagnostic(
                    "W0451",
                    f"`{rule.name}` calls itself, and nothing gets smaller on the way",
                    node.span,
                    "as large as before",
                    help="pass on less than came in (`n - 1`, `rest minus card`), or say it as a loop",
                    severity="warning",
                )
                break


def shrinks(e: ir.Expression, rule: ir.Rule, lets: dict[ir.Local, ir.Expression], depth: int) -> bool:
    """Whether an argument is surely other than the parameters it is made of: less, or a part of them."""
    match e:
        case ir.Operation(operator="+" | "-" | "//" | "%") | ir.Without() | ir.Filter() | ir.Picked():
            return any(isinstance(n, ir.LocalValue) and (n.local in rule.parameters or n.local in lets) for n in within(e))
        case ir.LocalValue(local=local) if local in lets and depth:
            return shrinks(lets[local], rule, lets, depth - 1)
        case _:
            return any(isinstance(part, ir.Expression) and shrinks(part, rule, lets, depth) for part in inside(e))
