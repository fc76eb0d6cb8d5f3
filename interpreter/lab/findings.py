"""What a play-test found, as values, and how it is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...dsl.record import Record
from ...dsl.source import Span

if TYPE_CHECKING:
    from .settings import Setting

TOLD = 8  # moves of a story that are told; the log has them all


class Finding(Record):
    """One fault of a rule file, met in an example or a game.

    kind: a word for machines, see KINDS in docs/design.md. headline: one sentence, the same however it was met. span: the line of the file
    that it is about. notes: what was seen, a line each. setting, seed: the game (None: an example). story: what was chosen, in order, in
    plain words. log: what `replay` takes; `saved` is where it was written. met: in how many games. severity: "error", or "warning" for what
    may well be meant.
    """

    kind: str
    headline: str
    span: Span | None
    notes: tuple[str, ...] = ()
    setting: Setting | None = None
    seed: int | None = None
    story: tuple[str, ...] = ()
    log: list[dict[str, Any]] | None = None
    saved: str | None = None
    met: int = 1
    severity: str = "error"

    @property
    def key(self) -> tuple[str, str, int | None]:
        """Findings with equal keys are one, whatever the numbers in them."""
        return (self.kind, self.headline, None) if self.span is None or self.kind == "example" else (self.kind, "", self.span.start)

    def text(self, mark: Callable[[str], str] = lambda severity: severity) -> str:
        """The finding for a person. mark: how the severity is shown."""
        lines = [f"{mark(self.severity)}: {self.headline}"]
        if self.span is not None:
            line, column = self.span.line, self.span.column
            code = self.span.source.line(line)
            end = len(code) - column + 1
            width = max(1, min(self.span.end - self.span.start, end))
            margin = " " * len(str(line))
            lines.append(f"  {margin}╭─ {self.span.source.name}:{line}:{column}")
            lines.append(f"  {line}│ {code.replace(chr(9), ' ')}")
            lines.append(f"  {margin}│ {' ' * (column - 1)}{'^' * width}")
        lines += [f"  {note}" for note in self.notes]
        if self.setting is not None:
            lines.append(f"  in a game of {self.setting}, seed {self.seed}" + (f"; met in {self.met} games" if self.met > 1 else ""))
            if len(self.story) > TOLD:
                lines.append(f"    … {len(self.story) - TOLD} choices before these")
            lines += [f"    {told}" for told in self.story[-TOLD:]]
        if self.saved is not None:
            lines.append(f"  watch it: cardrules replay {self.saved}")
        return "\n".join(lines)

    def data(self) -> dict[str, object]:
        """The finding as JSON data."""
        from .settings import shown

        place = None if self.span is None else {"file": self.span.source.name, "line": self.span.line, "column": self.span.column}
        setting = self.setting
        game = setting and {
            "players": setting.seats,
            "variant": setting.variant,
            "options": {name: shown(value) for name, value in setting.options.items()},
            "seed": self.seed,
        }
        return {
            "kind": self.kind,
            "severity": self.severity,
            "message": self.headline,
            "place": place,
            "notes": list(self.notes),
            "game": game,
            "story": list(self.story),
            "log": self.saved,
            "met": self.met,
        }


def merged(findings: list[Finding]) -> list[Finding]:
    """Findings with equal keys made one; in the order they were first met."""
    found: dict[object, Finding] = {}
    for finding in findings:
        first = found.get(finding.key)
        found[finding.key] = finding if first is None else replace(first, met=first.met + finding.met)
    return list(found.values())
