"""Faults of a rule file that show only in play."""

from __future__ import annotations

from ...dsl.source import Span


class GameFault(Exception):
    """The rule file is wrong: a value left its bounds, a pile its size, a decision had no action.

    message: one sentence in the file's words. span: the sentence of the file that was running, where there is one.
    """

    def __init__(self, message: str, span: Span | None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


class MachineError(Exception):
    """The machine broke one of its own promises (a card in two places, a length beyond its slots): our defect, never the file's."""
