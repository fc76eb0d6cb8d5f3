"""The second executor from outside: a `Machine` that runs the emitted functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ....dsl.ir import NONE
from ..chance import Tape
from ..layout import PC
from ..program import Menu, Program
from ..running.interpret import Arguments, Machine, Subsets
from ..trouble import Trouble
from .module import functions, write
from .plan import FULL
from .shared import Ended, GiveUp

FAULTS = (GiveUp, Trouble, IndexError, KeyError, ZeroDivisionError, RecursionError, OverflowError)
"""What emitted code stops with where there is, or may be, a fault: `interpret` then makes the run again, and its word counts."""


class Compiled(Machine):
    """Runs states of one program by emitted functions, like `Machine` in everything. given_up: how often `interpret` had to do it."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        source = write(program, FULL)
        names = functions(program, source, FULL)
        self.given_up = 0
        self._roots = source.roots
        self._counted: list[int] = names["N"]
        self._blocks: dict[int, Callable[..., int]] = {int(name[1:]): names[name] for name in source.functions if name[0] == "b"}
        self._pieces: dict[int, tuple[Callable[..., Any], int, tuple[None, ...]]] = {
            address: (names[f"g{address}"], source.arguments[address], source.hands[address])
            for address in source.arguments
            if f"g{address}" in source.functions
        }

    # ----------------------------------------------------------------------- running

    def _go(self, state: list[int], tape: Tape | None, raw: list[int] | None) -> None:
        if state[self.layout.frames] not in self._roots:  # an example, which calls rules of its own accord
            super()._go(state, tape, raw)
            return
        before = state[:]
        told = 0 if raw is None else len(raw)
        at = (0, 0, 0) if tape is None else (tape.position, len(tape.outcomes), len(tape.draws))
        blocks, pc = self._blocks, state[PC]
        self._counted[0] = 0
        try:
            while pc >= 0:
                try:
                    while pc >= 0:
                        pc = blocks[pc](state, tape, raw)
                except Ended:
                    pc = self.layout.end
        except FAULTS:
            self.given_up += 1
            state[:] = before
            if raw is not None:
                del raw[told:]
            if tape is not None:
                tape.position = at[0]
                del tape.outcomes[at[1] :], tape.draws[at[2] :]
            super()._go(state, tape, raw)

    def settled(self, state: list[int]) -> bool:
        """At a decision: is somebody still to choose? Raises Trouble."""
        return self._settled(state, None)

    # ----------------------------------------------------------------------- what is asked

    def _piece(self, state: list[int], address: int, acting: int, arguments: Arguments) -> Any:
        """The value of a fragment; GiveUp where there is no function for it."""
        found = self._pieces.get(address)
        if found is None:
            raise GiveUp
        function, taken, hands = found
        self._counted[0] = 0
        return function(state, *hands, acting, *arguments[:taken])

    def _domain(self, state: list[int], menu: Menu, action: int, acting: int, arguments: Arguments) -> Sequence[int] | Subsets:
        parameter = menu.actions[action].parameters[len(arguments)]
        try:
            found = self._piece(state, parameter.domain, acting, arguments)
            if parameter.interval:
                low, high = found
                if low != NONE and high != NONE:
                    return range(low, high + 1)
            elif parameter.subsets is None:
                return list(found)
            else:
                least, most = (self._piece(state, address, acting, arguments) for address in parameter.subsets)
                if least != NONE and most != NONE:
                    return Subsets(list(found), max(least, 0), min(most, len(found)))
        except FAULTS:
            self.given_up += 1
        return super()._domain(state, menu, action, acting, arguments)

    def _allowed(self, state: list[int], menu: Menu, action: int, acting: int, arguments: Arguments) -> bool:
        guard = menu.actions[action].guard
        if guard is None:
            return True
        try:
            return self._piece(state, guard, acting, arguments) == 1
        except FAULTS:
            self.given_up += 1
            return super()._allowed(state, menu, action, acting, arguments)

    def _opens(self, state: list[int], menu: Menu, action: int, acting: int) -> bool:
        info = menu.actions[action]
        try:
            return all(self._piece(state, address, acting, ()) == 1 for address, _ in info.needs[: info.first])
        except FAULTS:
            self.given_up += 1
            return super()._opens(state, menu, action, acting)

    # ----------------------------------------------------------------------- questions from outside

    def leading(self, state: list[int], seat: int) -> int:
        try:
            return int(self._piece(state, self.program.leading, seat, ()))
        except FAULTS:
            self.given_up += 1
            return super().leading(state, seat)

    def evaluate(self, state: list[int], address: int, arguments: Arguments) -> int | list[int]:
        found = None if arguments else self._pieces.get(address)
        if found is not None and not found[2]:
            try:
                self._counted[0] = 0
                return int(found[0](state))
            except FAULTS:
                self.given_up += 1
        return super().evaluate(state, address, arguments)
