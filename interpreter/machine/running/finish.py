"""A given state played on at random: trial games of players that look ahead. Every executor does it alike, number for number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..chance import Tape
from ..fault import GameFault
from ..layout import OVER, PC, STATUS, WAITING
from ..program import Menu
from ..trouble import NO_ACTION
from .interpret import Machine
from .policy import Arguments, Playout, Possible

LOOK = 16  # choices between two looks at whether it takes too long


@dataclass(frozen=True)
class Finished:
    """cells: the state in the end; None where the rules met a fault. made: the choices up to there."""

    cells: list[int] | None
    made: int


class _Finish(Playout):
    """The rest of one game. Nobody does anything out of turn, and nothing is counted but choices."""

    def __init__(self, machine: Machine, cells: Sequence[int], word: int) -> None:
        self.machine, self.program = machine, machine.program
        self.state, self.word = list(cells), word
        self.made = 0

    def run(self) -> None:
        self.machine.report(self.state, Tape(), None)

    def decide(self) -> None:
        waiting, menu = self.state[WAITING], self.machine.stop(self.state).menu
        if menu is None or not self.choose(menu, (waiting & -waiting).bit_length() - 1):
            raise GameFault("no action is possible", None, NO_ACTION, self.state[PC])

    def enact(self, menu: Menu, seat: int, kept: list[Possible], action: int, arguments: Arguments) -> None:
        self.machine.commit(self.state, menu, action, seat, arguments)


def finish(machine: Machine, cells: Sequence[int], word: int, longest: int, tired: Callable[[], bool] | None = None) -> Finished:
    """Play a state on, by the policy of policy.py without asides: to its end, or for at most `longest` choices. word: of the players' own
    stream. tired: asked now and then, whether to leave it at that."""
    game = _Finish(machine, cells, word)
    try:
        game.run()
        while game.state[STATUS] < OVER and game.made < longest and not (tired and game.made % LOOK == LOOK - 1 and tired()):
            game.decide()
            game.made += 1
            game.run()
    except GameFault:
        return Finished(None, game.made)
    return Finished(game.state, game.made)
