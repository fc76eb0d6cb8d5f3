"""Rules that call themselves."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from ..circles import circles
from ..diagnostics import Diagnostic
from .doing import Doing
from .walk import Look, inside, within


def recursion_shrinks(look: Look) -> Iterator[Diagnostic]:
    """Rejects rules that call themselves, straight or in a circle, with nothing that gets smaller from call to call."""
    doing = Doing()
    place = {rule: number for number, rule in enumerate(look.rules)}
    for found in circles(look.rules, doing.called):
        circle = sorted((rule for rule in found if rule in place), key=place.__getitem__)
        calls = [
            (caller, call) for caller in circle for call in within(*caller.body) if isinstance(call, ir.RuleCall) and call.rule in circle
        ]
        straight = [(caller, call) for caller, call in calls if call.rule is caller]
        if len(circle) > 1 and any(smaller(caller, call) for caller, call in calls):
            calls = straight
        endless = next((call for caller, call in calls if not smaller(caller, call)), None)
        if endless is not None:
            names = " and ".join(f"`{other.name}`" for other in circle[:3])
            yield Diagnostic(
                "W0451",
                f"{names} {'calls itself' if len(circle) == 1 else 'call each other'}, and nothing gets smaller on the way",
                endless.span,
                "as large as before",
                help="pass on less than came in (`n - 1`, `rest minus card`), or say it as a loop",
                severity="warning",
            )


def smaller(caller: ir.Rule, call: ir.RuleCall) -> bool:
    """Whether a call passes on something made of the caller's own parameters, but other than they are."""
    lets = {n.local: n.value for n in within(*caller.body) if isinstance(n, ir.SetLocal)}
    return any(shrinks(argument, caller, lets, 4) for argument in call.arguments)


def shrinks(e: ir.Expression, rule: ir.Rule, lets: dict[ir.Local, ir.Expression], depth: int) -> bool:
    """Whether an argument is surely other than the parameters it is made of: less, or a part of them."""
    match e:
        case ir.Operation(operator="+" | "-" | "//" | "%") | ir.Without() | ir.Filter() | ir.Picked():
            return any(isinstance(n, ir.LocalValue) and (n.local in rule.parameters or n.local in lets) for n in within(e))
        case ir.LocalValue(local=local) if local in lets and depth:
            return shrinks(lets[local], rule, lets, depth - 1)
        case _:
            return any(isinstance(part, ir.Expression) and shrinks(part, rule, lets, depth) for part in inside(e))
