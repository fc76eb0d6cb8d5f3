"""Faults of a rule file that show only in play."""

from __future__ import annotations

from ...dsl.diagnostics import Diagnostic
from ...dsl.source import Span
from .trouble import CODES, OTHERWISE


class GameFault(Exception):
    """The rule file is wrong: a value left its bounds, a pile its size, a decision had no action.

    message: one sentence in the file's words. span: the sentence of the file that was running, where there is one. kind: its number in
    trouble.py, and address: of the instruction that met it; -1 where the executor did not.
    """

    def __init__(self, message: str, span: Span | None, kind: int = -1, address: int = -1) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.kind = kind
        self.address = address

    @property
    def diagnostic(self) -> Diagnostic:
        """The fault as a mistake of the file is told; its place is the sentence that was running."""
        return Diagnostic(CODES.get(self.kind, OTHERWISE), f"the rules went wrong here: {self.message}", self.span)


class MachineError(Exception):
    """The machine broke one of its own promises (a card in two places, a length beyond its slots): our defect, never the file's."""
