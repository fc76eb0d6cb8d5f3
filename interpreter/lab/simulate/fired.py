"""In how many of some games each rule ran: games played once more with a trap at the beginning of each rule, set anew for each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ....dsl import ir
from ...machine import opcodes as op
from ...machine.chance import Tape
from ...machine.fault import GameFault
from ...machine.program import Program
from ...machine.running.interpret import Machine
from ...machine.running.policy import Playout, shape
from .setup import Setup

SAMPLE = 100  # games


class _Trapped(Machine):
    """A machine that notes which of some addresses it comes to."""

    def __init__(self, program: Program, traps: dict[int, str]) -> None:
        super().__init__(program)
        self.traps = traps
        self.code = {address: program.layout.code[address] for address in traps}
        self.met: set[str] = set()

    def set_all(self) -> None:
        self.met = set()
        for address in self.traps:
            self.program.layout.code[address] = op.FALL_OFF

    def report(self, state: list[int], tape: Tape, raw: list[int] | None) -> None:
        """The same, made again after each trap, which is taken away."""
        code = self.program.layout.code
        before = state[:]
        while True:
            try:
                return super().report(state, tape, raw)
            except GameFault as fault:
                if fault.address not in self.traps or code[fault.address] != op.FALL_OFF:
                    raise
                self.met.add(self.traps[fault.address])
                code[fault.address] = self.code[fault.address]
                state[:], tape = before, Tape()
                if raw is not None:
                    raw.clear()


def fired(setup: Setup, seed: int, games: int) -> dict[str, int]:
    """For each rule that does something, by name: in how many of the first games of this seed, played at random, it ran."""
    from ...machine.lowering.lower import lower

    game = setup.game
    program = lower(game.ir, game.settings, setup.players)
    named = {id(rule.span): name for name, rule in _doing(game.ir)}
    enters = (op.ENTER, op.ENTER_FRAME)
    traps = {at: named[id(span)] for at, span in program.spans if id(span) in named and program.layout.code[at] in enters}
    machine, form = _Trapped(program, traps), shape(program)
    counts: Counter[str] = Counter()
    tally = [0] * form.tally
    for number in range(min(games, SAMPLE)):
        machine.set_all()
        Playout(machine, form, seed, number, False, tally).play(setup.longest)
        counts.update(machine.met)
    return {name: counts[name] for name in dict.fromkeys(named.values())}


def _doing(game: ir.Game) -> Iterator[tuple[str, ir.Rule]]:
    """The rules that do something, with what they are called: those that only work something out are left out."""
    for name, rule in game.rules.items():
        if rule.body and (rule.asks or rule.result == ir.NOTHING):
            yield name, rule
    members = [(kind.members, kind.facts) for kind in game.kinds.values()]
    for names, facts in [*members, (tuple(face.name for face in game.deck.faces), game.deck.facts)]:
        for fact in facts.values():
            for name, rule in zip(names, fact.rules or (), strict=False):
                if rule is not None and rule.body and (rule.asks or rule.result == ir.NOTHING):
                    yield f"{fact.name} of {name}", rule
