"""Choices without a choice."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from ..diagnostics import Diagnostic
from .ranges import outcome
from .values import Spans
from .walk import Look, first_line, within


def choices_possible(look: Look) -> Iterator[Diagnostic]:
    """Rejects choices of which surely no action is ever possible and that say nothing for that case."""
    spans = Spans(look.game)
    for piece in look.code:
        for node in within(*piece.nodes):
            if not isinstance(node, ir.Choose) or node.may or node.otherwise is not None:
                continue
            reasons = [never(action, spans) for action in node.menu]
            known = [reason.span for reason in reasons if reason is not None]
            if len(known) == len(reasons):
                yield Diagnostic(
                    "E0432",
                    "nothing can ever be chosen here",
                    first_line(node.span),
                    "no action is possible",
                    related=tuple((span, "never so") for span in known),
                    help="offer an action that is possible, or say with `else:` what happens otherwise",
                )


def never(action: ir.Action, spans: Spans) -> ir.Expression | None:
    """Why an action surely is never possible: its guard, or the domain that has nothing in it."""
    guard = action.guard
    if isinstance(guard, ir.Constant) and guard.value == 0:
        return guard
    if isinstance(guard, ir.Comparison):
        left, right = spans.of(guard.left), spans.of(guard.right)
        if left is not None and right is not None and outcome(guard.operator, left, right) is False:
            return guard
    for parameter in action.parameters:
        domain = parameter.domain
        if isinstance(domain, ir.Family):
            low, there = spans.of(domain.low), spans.size(domain.source)
            if low is not None and there is not None and low[0] > there:
                return domain
        elif spans.size(domain) == 0:
            return domain
    return None
