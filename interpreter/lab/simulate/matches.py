"""Games between players that think, recorded like random ones (machine/running/policy.py)."""

from __future__ import annotations

from array import array

from ...machine.fault import GameFault, MachineError
from ...machine.running.interpret import Machine
from ...machine.running.policy import Playout, Shape, shape
from ...machine.state.menu import Action, IllegalAction
from ...machine.state.state import State
from ...players.kinds import made
from ...players.player import Player, PlayerFault, SeatState
from .setup import Setup

SEATS = 64  # numbers of players' own streams are apart by so many


class Match(Playout):
    """A game whose seats are asked through their own view of it. The position is kept twice: as the players see it, with its history, and
    as the bare state from which records are taken."""

    def __init__(self, setup: Setup, machine: Machine, form: Shape, seed: int, number: int, tally: list[int]) -> None:
        super().__init__(machine, form, seed, number, number < setup.lead, tally)
        self.setup, self.first = setup, (seed << 32) + 2 * number
        own = (self.first + 1) * SEATS
        self.players: list[Player] = [made(kind, own + seat, setup.think, steady=True) for seat, kind in enumerate(setup.kinds)]
        self.seen: State | None = None

    def decide(self) -> None:
        """Somebody does something out of turn, or the first who must decide does. Raises GameFault, PlayerFault."""
        if self.seen is None:
            self.seen = self.setup.game.start(self.form.seats, self.first)
        state = self.seen
        for seat in state.may_act:
            consider = getattr(self.players[seat], "consider", None)
            if consider is not None and (idea := self._ask(seat, consider)) is not None:
                return self._do(state, seat, idea)
        seat = min(state.to_move)
        answer = self._ask(seat, self.players[seat].decide)
        if answer is None:
            raise PlayerFault(f"{self._who(seat)} answered with nothing")
        self._do(state, seat, answer)

    def _who(self, seat: int) -> str:
        return f"the player at seat {seat + 1} ({self.setup.kinds[seat]})"

    def _ask(self, seat: int, ask: object) -> Action | str | None:
        assert callable(ask) and self.seen is not None
        try:
            answer: object = ask(SeatState(self.seen, seat))
        except GameFault:
            raise
        except Exception as fault:
            raise PlayerFault(f"{self._who(seat)} broke down: {type(fault).__name__}: {fault}") from fault
        if answer is not None and not isinstance(answer, Action | str):
            raise PlayerFault(f"{self._who(seat)} answered with {answer!r}, which is no action")
        return answer

    def _do(self, state: State, seat: int, answer: Action | str) -> None:
        try:
            action = state.legal(seat).resolve(answer)
        except IllegalAction as fault:
            raise PlayerFault(f"{self._who(seat)} answered with what is not allowed: {fault}") from fault
        menu = self.program.menus[action.menu]
        kept, _ = self.look(menu, seat)
        self.enact(menu, seat, kept, action.index, action.arguments)
        state.choose(seat, action)

    def run(self) -> None:
        """To the next stop; both positions must agree there."""
        super().run()
        if self.seen is not None and list(self.seen.cells) != self.state:
            raise MachineError("a game that was watched went another way than the same game unwatched")


def batch(setup: Setup, seed: int, first: int, count: int) -> tuple[array[int], list[int]]:
    """Records and tally of games between the setup's players."""
    form = shape(setup.machine.program)
    rows, tally = array("q"), [0] * form.tally
    for number in range(first, first + count):
        rows.extend(Match(setup, setup.machine, form, seed, number, tally).play(setup.longest))
    return rows, tally


def fault_of(setup: Setup, seed: int, number: int) -> GameFault | None:
    """The fault that a game meets, in words, by playing it once more; None where it meets none."""
    form = shape(setup.machine.program)
    tally = [0] * form.tally
    if setup.seats is None:
        game = Playout(setup.machine, form, seed, number, False, tally)
    else:
        game = Match(setup, setup.machine, form, seed, number, tally)
    game.play(setup.longest)
    return game.fault
