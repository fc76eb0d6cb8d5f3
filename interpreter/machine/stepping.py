"""Which executor runs a game from stop to stop: `interpret`, and emitted functions once so many steps were made that writing them pays.
Both leave the same state and report the same."""

from __future__ import annotations

from .chance import Tape
from .running.interpret import Machine

STEPS = 1_000  # about half a second of `interpret`; functions are written in 0.02 to 1 s


class Stepper:
    """Runs states of one program, for all games of it. plain: its `interpret`; machine: the executor to be used now."""

    def __init__(self, plain: Machine) -> None:
        self.plain = self.machine = plain
        self._left = STEPS

    def report(self, cells: list[int], tape: Tape, raw: list[int] | None) -> None:
        """As `Machine.report`. Raises GameFault, NeedChance."""
        if self._left > 0:
            self._left -= 1
            if self._left == 0:
                self.quicken()
        self.machine.report(cells, tape, raw)

    def quicken(self) -> None:
        """Write the functions now."""
        from .compile.machine import Compiled

        self._left = 0
        if not isinstance(self.machine, Compiled):
            self.machine = Compiled(self.plain.program)
