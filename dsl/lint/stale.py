"""Values that an action out of turn may have changed before they are used."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from ..diagnostics import Diagnostic
from .doing import Doing, Thing, any_zone
from .walk import Look, Node, blocks, first_line, within


def values_fresh(look: Look) -> Iterator[Diagnostic]:
    """Rejects a `let` that a choice uses although an action of `anytime` may have changed what it was worked out from."""
    doing = Doing()
    by: dict[Thing, str] = {}
    for action in look.game.anytime:
        for thing in doing.changes(action):
            by.setdefault(thing, action.name)
    for piece in look.code if by else ():
        for block in (piece.nodes, *blocks(piece.nodes)):
            yield from stale_in(block, by, doing)


def stale_in(block: tuple[Node, ...], by: dict[Thing, str], doing: Doing) -> Iterator[Diagnostic]:
    """Stale values of one run of sentences. by: what may change, and the action that changes it."""
    lets: dict[ir.Local, tuple[ir.SetLocal, str]] = {}
    for s in block:
        if isinstance(s, ir.SetLocal):
            lets.pop(s.local, None)
            read = doing.reads(s.value)
            action = next((by[thing] for thing in read if thing in by), by.get(("zones",)) if any_zone(read) else None)
            if action is not None:
                lets[s.local] = (s, action)
            continue
        for use in in_menus(s) if lets else ():
            if use.local in lets:
                first, action = lets.pop(use.local)
                yield Diagnostic(
                    "W0450",
                    f"`{use.local.name}` may be out of date in this choice: `{action}` can come before it",
                    use.span,
                    "worked out before the choice",
                    related=((first_line(first.span), "here"),),
                    help="work it out inside the choice, or make it a rule",
                    severity="warning",
                )


def in_menus(s: Node) -> Iterator[ir.LocalValue]:
    """Locals read in the menus of a sentence."""
    for node in within(s):
        if isinstance(node, ir.Choose):
            for action in node.menu:
                yield from (n for n in within(action) if isinstance(n, ir.LocalValue))
