"""Mistakes in a rule file as values: what is wrong, where, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .source import Span


@dataclass(frozen=True)
class Diagnostic:
    """One fault. `message` stands alone; `label` stands under the carets; `related` are further places with a word each; `notes` say
    what was expected or what is there instead; `help` says how to mend it. span None: about the file as a whole. severity: "error" or
    "warning".
    """

    code: str
    message: str
    span: Span | None
    label: str = ""
    related: tuple[tuple[Span, str], ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    severity: str = "error"


class RuleError(Exception):
    """A rule file that is wrong. `diagnostics`: every fault, in file order."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__("\n".join(d.message for d in diagnostics))
        self.diagnostics = diagnostics


@dataclass
class Report:
    """Collects faults while a file is read; nothing is raised before the end."""

    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])

    def error(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        label: str = "",
        related: tuple[tuple[Span, str], ...] = (),
        notes: tuple[str, ...] = (),
        help: str = "",
    ) -> None:
        """Note a fault."""
        self.diagnostics.append(Diagnostic(code, message, span, label, related, notes, help))

    def raise_errors(self) -> None:
        """Raise RuleError when there is any error."""
        if any(d.severity == "error" for d in self.diagnostics):
            raise RuleError(self.diagnostics)
