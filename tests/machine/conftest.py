"""A bench for the machine: a rule file as text, run step by step on bare states."""

from __future__ import annotations

import random
from collections.abc import Sequence
from textwrap import dedent

import pytest
from cardrules.dsl import load
from cardrules.interpreter.machine.chance import Tape
from cardrules.interpreter.machine.events import Event
from cardrules.interpreter.machine.lowering.lower import lower
from cardrules.interpreter.machine.program import Program
from cardrules.interpreter.machine.running.interpret import Machine, Stop, Subsets
from cardrules.interpreter.machine.running.verify import check_state


class Bench:
    """One program, and one state of it that has run to its first stop."""

    def __init__(self, text: str, players: int = 2, seed: int = 1, tape: Tape | None = None, start: bool = True, **options: int) -> None:
        game = load.load_text("cardrules: 1\ngame: Bench\nabout: A bench.\n" + dedent(text), "bench.yml")
        settings = {name: option.default for name, option in game.options.items()} | options
        self._begin(lower(game, settings, players), seed, tape, start)

    @classmethod
    def of(cls, program: Program, seed: int) -> Bench:
        """A bench for a program that is there already."""
        bench = cls.__new__(cls)
        bench._begin(program, seed, None, True)
        return bench

    def _begin(self, program: Program, seed: int, tape: Tape | None, start: bool) -> None:
        self.program = program
        self.machine = Machine(self.program)
        self.tape = Tape() if tape is None else tape
        self.events: list[Event] = []
        self.state = self.machine.fresh(seed)
        if start:
            self.advance()

    def advance(self) -> None:
        self.machine.advance(self.state, self.tape, self.events)
        check_state(self.program, self.state)

    @property
    def stop(self) -> Stop:
        return self.machine.stop(self.state)

    def card(self, name: str) -> int:
        return next(k for k, card in enumerate(self.program.cards) if card.name == name)

    def cards(self, place: str) -> list[str]:
        """What lies at a place, first to last."""
        found = next(p for p in self.program.places if p.name == place)
        return [self.program.cards[c].name for c in self.state[found.address + 1 : found.address + 1 + self.state[found.address]]]

    def value(self, name: str, cell: int = 0) -> int:
        return self.state[self.program.cells[name].address + cell]

    def face(self, name: str) -> int:
        """Mask of the seats that see the card's face."""
        return self.state[self.program.layout.faces + self.card(name)]

    def undrawn(self) -> int:
        at = self.program.layout.undrawn
        return sum(self.state[at : at + len(self.program.cards)])

    def rule(self, name: str, *arguments: int) -> int | list[int]:
        return self.machine.evaluate(self.state, self.program.rules[name], arguments)

    def choose(self, seat: int, action: str, *arguments: str | int | Sequence[str], anytime: bool = False) -> None:
        menu = self.program.anytime if anytime else self.stop.menu
        assert menu is not None
        number = next(k for k, a in enumerate(menu.actions) if a.name == action)
        values = [self.card(a) if isinstance(a, str) else a if isinstance(a, int) else tuple(self.card(c) for c in a) for a in arguments]
        for k, value in enumerate(values):
            domain = self.machine.domain(self.state, menu, number, seat, values[:k])
            assert set(value) <= set(domain.items) if isinstance(domain, Subsets) and isinstance(value, tuple) else value in domain  # type: ignore[operator]
        assert self.machine.allowed(self.state, menu, number, seat, values)
        self.machine.commit(self.state, menu, number, seat, values)
        self.advance()

    def random_step(self, rng: random.Random) -> bool:
        """Somebody who must choose chooses something; False when nobody must."""
        stop = self.stop
        if stop.menu is None:
            return False
        seat = rng.choice(stop.waiting)
        for _ in range(1000):
            action = rng.randrange(len(stop.menu.actions))
            values: list[int | tuple[int, ...]] = []
            for _parameter in stop.menu.actions[action].parameters:
                domain = self.machine.domain(self.state, stop.menu, action, seat, values)
                if isinstance(domain, Subsets):
                    size = rng.randint(domain.least, max(domain.least, domain.most))
                    if size > len(domain.items):
                        break
                    values.append(tuple(rng.sample(domain.items, size)))
                elif not domain:
                    break
                else:
                    values.append(rng.choice(domain))
            else:
                if self.machine.allowed(self.state, stop.menu, action, seat, values):
                    self.machine.commit(self.state, stop.menu, action, seat, values)
                    self.advance()
                    return True
        raise AssertionError("no possible action was found")


@pytest.fixture(scope="session")
def bench() -> type[Bench]:
    return Bench
