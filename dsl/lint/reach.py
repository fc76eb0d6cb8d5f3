"""Sentences that are never reached."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from .. import ir
from ..diagnostics import Diagnostic
from ..flow import goes_on
from .doing import Doing
from .walk import Look, Node, blocks, first_line, within


class Ends:
    """Which rules never come back to who calls them, as far as the file's own rules say."""

    def __init__(self, look: Look) -> None:
        self.never: set[ir.Rule] = set()
        changed = True
        while changed:
            changed = False
            for rule in look.rules:
                if rule not in self.never and not goes_on(rule.body, self.ends) and not returns(rule.body):
                    self.never.add(rule)
                    changed = True

    def ends(self, rule: ir.Rule) -> bool:
        return rule in self.never


def returns(body: tuple[Node, ...]) -> bool:
    return any(isinstance(node, ir.Return) for node in within(*body))


def sentences_reached(look: Look) -> Iterator[Diagnostic]:
    """Rejects sentences after one that always leaves: `win`, `stop`, `return`, `end turn`, a rule that ends the game."""
    ends, doing = Ends(look), Doing()
    for piece in look.code:
        done: set[int] = set()
        for block in (piece.nodes, *blocks(piece.nodes)):
            for before, after in itertools.pairwise(block):
                if not isinstance(before, ir.Statement) or not isinstance(after, ir.Statement) or goes_on((before,), ends.ends):
                    continue
                if any(isinstance(n, ir.TakeTurns) for n in within(before)) and ("seats in",) in doing.changes(before):
                    continue  # turns also end when everybody is out
                if after.span.start not in done and after.span.start > before.span.start:
                    here = first_line(after.span)
                    yield Diagnostic(
                        "W0430",
                        f"`{here.text}` is never reached" if len(here.text) < 60 else "this sentence is never reached",
                        here,
                        "nothing gets here",
                        related=((first_line(before.span), "after this nothing goes on"),),
                        help="delete it, or move it up",
                        severity="warning",
                    )
                done |= {s.span.start for s in block if isinstance(s, ir.Statement)}
                break
