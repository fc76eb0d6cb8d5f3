"""Loops that can neither end nor ask."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from ..diagnostics import Diagnostic
from ..flow import stops
from .doing import Doing, Thing, any_zone
from .reach import returns
from .walk import Look, first_line, within


def loops_end(look: Look) -> Iterator[Diagnostic]:
    """Rejects loops that ask nobody, are left by nothing, and whose condition reads nothing that their body changes."""
    doing = Doing()
    for piece in look.code:
        for node in within(*piece.nodes):
            if not isinstance(node, ir.Loop | ir.TakeTurns):
                continue
            condition = node.go_on if isinstance(node, ir.Loop) else node.until
            changed = doing.changes(*node.body)
            if isinstance(node, ir.TakeTurns):
                changed.add(("turns",))
            if changed & {("asks",), ("ends",)} or stops(node.body) or returns(node.body):
                continue
            read = doing.reads(*(e for e in (condition, node.among if isinstance(node, ir.TakeTurns) else None) if e is not None))
            if may_change(read, changed, look) or (isinstance(node, ir.TakeTurns) and ("seats in",) in changed):
                continue
            why = "nothing leaves it" if condition is None else "what its condition asks for never changes in it"
            yield Diagnostic(
                "E0431",
                f"this loop never ends: nobody is asked in it, and {why}",
                first_line(node.span) if condition is None else condition.span,
                "for ever" if condition is None else "stays as it is",
                help="change in the loop what its condition asks for, or leave it with `stop`",
            )


def may_change(read: set[Thing], changed: set[Thing], look: Look) -> bool:
    """Whether a condition that reads these may come out otherwise after these have changed."""
    if ("chance",) in read or read & changed or (("zones",) in changed and any_zone(read)):
        return True
    reset = ("each round",) in changed
    return reset and any(isinstance(t, tuple) and t[0] == "variable" and look.game.variables[t[1]].each_round for t in read)
