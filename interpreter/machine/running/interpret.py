"""The executor's driver: where a game begins, how it goes from stop to stop, what may be chosen there.

Places, scores and the rest of a running state are read through `layout.Layout`: `machine.program.layout`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from ....dsl import ir
from ..chance import SAMPLED, NeedChance, Tape, seeded
from ..events import Event
from ..fault import GameFault, MachineError
from ..layout import ANYTIME, ASKING, FRAME, FRESH, MENU, OUT, OVER, PC, RUNNING, STATUS, STREAM, TOP, WAITING
from ..program import Asking, Menu, Program
from ..trouble import BUDGET, DEEP, MANY, MISSING, NO_ACTION, RANGE, Trouble, out_of_bounds
from .control import begin
from .decode import ASKED, decode
from .run import STACK, run

Argument = int | tuple[int, ...]
Arguments = Sequence[Argument]
"""An action's arguments: an int each; a tuple where the parameter takes a subset."""


class Stop(NamedTuple):
    """Where the machine stands. over: nothing runs any more. waiting: seats that must still decide. asked: all the seats asked.
    acting: who `you` is in the menu, for each asked seat. menu is None when over, or when an example's `do` has run out."""

    over: bool
    menu: Menu | None
    waiting: tuple[int, ...]
    asked: tuple[int, ...]
    acting: dict[int, int]


@dataclass(frozen=True)
class Subsets:
    """The subsets of `items` with least..most members."""

    items: list[int]
    least: int
    most: int


PASSED_OVER = 5_000  # decisions in which nobody has a choice, between two stops, before a game counts as stuck: about a second
COMBINATIONS = 20_000  # argument lists that are tried to find out whether an action is possible


class Machine:
    """Runs states of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = program.layout
        self._stack = [0] * STACK
        self._locals = [0] * STACK
        self._fresh: list[int] | None = None  # before its first step, made when first asked for

    # ----------------------------------------------------------------------- running

    def fresh(self, seed: int, start: int | None = None) -> list[int]:
        """A state before its first step. start: where it begins to run, instead of setup and play (an example's `start`)."""
        if self._fresh is None:
            self._fresh = [0] * self.layout.size
            begin(self._fresh, self.layout, True)
            self._fresh[FRAME] = self._fresh[TOP] = self.layout.frames
        state = self._fresh[:]
        state[PC] = self.program.start if start is None else start
        state[STREAM] = seeded(seed)
        return state

    def advance(self, state: list[int], tape: Tape, events: list[Event] | None, raw: list[int] | None = None) -> None:
        """Run to the next stop. raw: an empty list that gets what happened as the executor reports it. Raises GameFault or NeedChance:
        state, tape and events are then as before."""
        raw = [] if raw is None and events is not None else raw
        before, position, draws = state[:], tape.position, len(tape.draws)
        try:
            self.report(state, tape, raw)
        except (NeedChance, GameFault):
            state[:] = before
            tape.position = position
            del tape.draws[draws:]
            raise
        if events is not None and raw:
            events.extend(decode(self.program, raw))

    def report(self, state: list[int], tape: Tape, raw: list[int] | None) -> None:
        """The same for a state that is thrown away when this raises; what happens goes into raw as the executor reports it (decode.py)."""
        passed = 0
        try:
            while state[STATUS] < OVER and not (state[STATUS] == ASKING and self._settled(state, raw)):
                passed += 1
                if passed > PASSED_OVER:
                    raise self._at(state[PC], BUDGET)
                self._go(state, tape, raw)
        except Trouble as trouble:
            raise self._fault(trouble) from None

    def _go(self, state: list[int], tape: Tape | None, raw: list[int] | None) -> None:
        """One run: to the next decision or end. Raises Trouble, NeedChance."""
        run(self.program, state, self._stack, self._locals, state[PC], 0, tape, raw)

    def _fault(self, trouble: Trouble) -> GameFault:
        message = out_of_bounds(self.program, trouble) if trouble.kind == RANGE else trouble.message
        return GameFault(message, self.program.span_at(trouble.pc), trouble.kind, trouble.pc)

    def _settled(self, state: list[int], raw: list[int] | None) -> bool:
        """At a decision: is somebody still to choose? Works out anew who is, where that is due; when nobody is, the machine goes on."""
        number = state[MENU]
        menu, asking = self.program.menus[number], self.program.asking[number]
        block, frame = asking.block, state[FRAME]
        count = state[frame + block.count]
        if state[FRESH]:
            again, state[FRESH] = state[FRESH] == 2, 0
            waiting = nobody = 0
            for i in range(count):
                seat, chosen = state[frame + block.asked + i], state[frame + block.chosen + i]
                if chosen:
                    if not again or self._legal(state, menu, seat, chosen - 1, self._arguments(state, asking, i, chosen - 1)):
                        continue
                    state[frame + block.chosen + i] = 0
                if self._something(state, menu, seat, -1 if not asking.skips and menu.may else asking.passing if menu.may else -1):
                    waiting |= 1 << seat
                else:
                    nobody += 1
                    if not menu.may and asking.otherwise < 0:
                        raise self._at(state[PC], NO_ACTION)
            state[WAITING] = waiting
            if not again and raw is not None and waiting:
                seats = [state[frame + block.asked + i] for i in range(count)]
                raw.extend((ASKED, 1 + count, number, *seats))
            if count and nobody == count and asking.otherwise >= 0:
                state[STATUS], state[PC] = RUNNING, asking.otherwise
                return False
        if state[WAITING]:
            return True
        state[STATUS], state[PC] = RUNNING, state[PC] + 2
        return False

    def _at(self, pc: int, kind: int) -> Trouble:
        trouble = Trouble(kind)
        trouble.pc = pc
        return trouble

    # ----------------------------------------------------------------------- what is asked

    def stop(self, state: list[int]) -> Stop:
        """What the state waits for."""
        if state[STATUS] != ASKING:
            return Stop(state[STATUS] == OVER, None, (), (), {})
        menu, block, frame = self.program.menus[state[MENU]], self.program.asking[state[MENU]].block, state[FRAME]
        count = state[frame + block.count]
        if count == 1:
            seat = state[frame + block.asked]
            asked = (seat,)
            return Stop(False, menu, asked if state[WAITING] >> seat & 1 else (), asked, {seat: state[frame + block.acting]})
        asked = tuple(state[frame + block.asked : frame + block.asked + count])
        acting = {seat: state[frame + block.acting + i] for i, seat in enumerate(asked)}
        return Stop(False, menu, tuple([seat for seat in asked if state[WAITING] >> seat & 1]), asked, acting)

    def open_anytime(self, state: list[int], seat: int) -> bool:
        """May this seat use the anytime menu now? Not once it has committed, not within an anytime action, not when it is out."""
        if self.program.anytime is None or state[STATUS] != ASKING or state[ANYTIME] or state[OUT] >> seat & 1:
            return False
        block, frame = self.program.asking[state[MENU]].block, state[FRAME]
        for i in range(state[frame + block.count]):
            if state[frame + block.asked + i] == seat and state[frame + block.chosen + i]:
                return False
        return True

    def _acting(self, state: list[int], menu: Menu, seat: int) -> int:
        if menu.anytime:
            return seat
        block, frame = self.program.asking[menu.number].block, state[FRAME]
        for i in range(state[frame + block.count]):
            if state[frame + block.asked + i] == seat:
                return state[frame + block.acting + i]
        raise MachineError(f"seat {seat} is not asked")

    def _fragment(self, state: list[int], address: int, acting: int, arguments: Arguments, menu: Menu, action: int) -> int:
        """Runs a fragment of a menu, whose locals are who acts and the arguments. Gives the height of the stack."""
        locals_ = self._locals
        locals_[0] = acting
        at = 1
        for value, (_, capacity) in zip(arguments, self.program.asking[menu.number].parameters[action], strict=False):
            if isinstance(value, int):
                locals_[at] = value
                at += 1
            else:
                locals_[at] = len(value)
                locals_[at + 1 : at + 1 + len(value)] = value
                at += capacity + 1
        return run(self.program, state, self._stack, locals_, address, 0, None, None)

    def domain(self, state: list[int], menu: Menu, action: int, seat: int, arguments: Arguments) -> Sequence[int] | Subsets:
        """What the next argument may be, after these (a `range` where the file says `low..high`). Raises GameFault."""
        try:
            return self._domain(state, menu, action, self._acting(state, menu, seat), arguments)
        except Trouble as trouble:
            raise self._fault(trouble) from None

    def _domain(self, state: list[int], menu: Menu, action: int, acting: int, arguments: Arguments) -> Sequence[int] | Subsets:
        parameter = menu.actions[action].parameters[len(arguments)]
        stack = self._stack
        top = self._fragment(state, parameter.domain, acting, arguments, menu, action)
        if parameter.interval:
            if ir.NONE in (stack[0], stack[1]):
                raise self._at(parameter.domain, MISSING)
            return range(stack[0], stack[1] + 1)
        items = stack[0 : top - 1]
        if parameter.subsets is None:
            return items
        bounds: list[int] = []
        for address in parameter.subsets:
            self._fragment(state, address, acting, arguments, menu, action)
            if stack[0] == ir.NONE:
                raise self._at(address, MISSING)
            bounds.append(stack[0])
        return Subsets(items, max(bounds[0], 0), min(bounds[1], len(items)))

    def allowed(self, state: list[int], menu: Menu, action: int, seat: int, arguments: Arguments) -> bool:
        """Does the guard hold, all arguments given? (That each argument is in its domain is for the caller to see.) Raises GameFault."""
        try:
            return self._allowed(state, menu, action, self._acting(state, menu, seat), arguments)
        except Trouble as trouble:
            raise self._fault(trouble) from None

    def _allowed(self, state: list[int], menu: Menu, action: int, acting: int, arguments: Arguments) -> bool:
        guard = menu.actions[action].guard
        if guard is None:
            return True
        self._fragment(state, guard, acting, arguments, menu, action)
        return self._stack[0] == 1

    def kept(
        self, state: list[int], menu: Menu, action: int, seat: int, arguments: tuple[Argument, ...], values: Iterable[Argument]
    ) -> list[Argument]:
        """Those of the values of an action's last argument for which the guard holds, after the other arguments. Raises GameFault."""
        try:
            acting = self._acting(state, menu, seat)
            return [value for value in values if self._allowed(state, menu, action, acting, (*arguments, value))]
        except Trouble as trouble:
            raise self._fault(trouble) from None

    def opens(self, state: list[int], menu: Menu, action: int, seat: int) -> bool:
        """Does that part of the guard hold which comes before all arguments? Raises GameFault."""
        try:
            return self._opens(state, menu, action, self._acting(state, menu, seat))
        except Trouble as trouble:
            raise self._fault(trouble) from None

    def _opens(self, state: list[int], menu: Menu, action: int, acting: int) -> bool:
        info = menu.actions[action]
        for address, _ in info.needs[: info.first]:
            self._fragment(state, address, acting, (), menu, action)
            if self._stack[0] != 1:
                return False
        return True

    def unmet(self, state: list[int], menu: Menu, action: int, seat: int, arguments: Arguments) -> ir.Expression | None:
        """The first part of the guard that does not hold, all arguments given. Raises GameFault."""
        acting = self._acting(state, menu, seat)
        try:
            for address, part in menu.actions[action].needs:
                self._fragment(state, address, acting, arguments, menu, action)
                if self._stack[0] != 1:
                    return part
        except Trouble as trouble:
            raise self._fault(trouble) from None
        return None

    def _legal(self, state: list[int], menu: Menu, seat: int, action: int, arguments: Arguments) -> bool:
        """Are these arguments in their domains, and does the guard hold?"""
        acting = self._acting(state, menu, seat)
        for k, value in enumerate(arguments):
            domain = self._domain(state, menu, action, acting, arguments[:k])
            if isinstance(domain, Subsets):
                if isinstance(value, int) or not domain.least <= len(value) <= domain.most or not set(value) <= set(domain.items):
                    return False
            elif value not in domain:
                return False
        return self._allowed(state, menu, action, acting, arguments)

    def possible(self, state: list[int], menu: Menu, seat: int) -> bool:
        """Is any action of the menu possible for this seat? Raises GameFault."""
        try:
            return self._something(state, menu, seat, -1)
        except Trouble as trouble:
            raise self._fault(trouble) from None

    def _something(self, state: list[int], menu: Menu, seat: int, besides: int) -> bool:
        acting = self._acting(state, menu, seat)
        return any(k != besides and self._any_arguments(state, menu, k, acting) for k in range(len(menu.actions)))

    def _any_arguments(self, state: list[int], menu: Menu, action: int, acting: int) -> bool:
        info = menu.actions[action]
        if info.first and not self._opens(state, menu, action, acting):
            return False
        if not info.parameters:
            return True
        if info.early and len(info.parameters) == 1 and info.parameters[0].subsets is None:
            domain = self._domain(state, menu, action, acting, ())
            return not isinstance(domain, Subsets) and len(domain) > 0
        left = COMBINATIONS

        def any_from(arguments: list[int | tuple[int, ...]]) -> bool:
            nonlocal left
            left -= 1
            if left < 0:
                raise self._at(info.parameters[0].domain, MANY)
            if len(arguments) == len(info.parameters):
                return info.early or self._allowed(state, menu, action, acting, arguments)
            domain = self._domain(state, menu, action, acting, arguments)
            if isinstance(domain, Subsets):
                sizes = range(domain.least, domain.most + 1)
                return any(any_from([*arguments, subset]) for size in sizes for subset in combinations(domain.items, size))
            return any(any_from([*arguments, value]) for value in domain)

        return any_from([])

    # ----------------------------------------------------------------------- choosing

    def _arguments(self, state: list[int], asking: Asking, i: int, action: int) -> list[int | tuple[int, ...]]:
        """What the i-th seat asked has sealed."""
        base = state[FRAME] + asking.block.arguments + i * asking.block.words
        found: list[int | tuple[int, ...]] = []
        for offset, capacity in asking.parameters[action]:
            value = state[base + offset]
            found.append(tuple(state[base + offset + 1 : base + offset + 1 + value]) if capacity else value)
        return found

    def commit(self, state: list[int], menu: Menu, action: int, seat: int, arguments: Arguments) -> None:
        """Note the choice, unchecked; `advance` goes on from it. Raises GameFault when an anytime action finds no room for its frame."""
        asking = self.program.asking[menu.number]
        block = asking.block
        i = 0
        if menu.anytime:
            start, words = self.program.anytime_code
            top = state[TOP]
            if top + 2 + words > self.layout.size:
                raise self._fault(self._at(state[PC], DEEP))
            state[top], state[top + 1] = state[PC], state[FRAME]
            state[FRAME], state[TOP] = top + 2, top + 2 + words
            frame = top + 2
            state[frame + block.count], state[frame + block.asked], state[frame + block.acting] = 1, seat, seat
            state[ANYTIME], state[STATUS], state[PC] = frame, RUNNING, start
        else:
            frame = state[FRAME]
            while state[frame + block.asked + i] != seat:
                i += 1
            state[WAITING] &= ~(1 << seat)
        state[frame + block.chosen + i] = action + 1
        base = frame + block.arguments + i * block.words
        for value, (offset, capacity) in zip(arguments, asking.parameters[action], strict=True):
            if isinstance(value, int):
                state[base + offset] = value
            else:
                state[base + offset : base + offset + 1 + capacity] = [len(value), *value, *([0] * (capacity - len(value)))]

    # ----------------------------------------------------------------------- questions from outside

    def leading(self, state: list[int], seat: int) -> int:
        """How well a seat stands by `program.leading`, or none. The state does not change. Raises GameFault."""
        self._locals[0] = seat
        try:
            run(self.program, state, self._stack, self._locals, self.program.leading, 0, None, None)
        except Trouble as trouble:
            raise self._fault(trouble) from None
        return self._stack[0]

    def evaluate(self, state: list[int], address: int, arguments: Arguments) -> int | list[int]:
        """Work out pure code: a rule (`you` first where it has one), an invariant, a claim. A sequence comes as a list.

        The state does not change; chance is drawn from a copy's stream. Raises GameFault.
        """
        stack = self._stack
        top = 0
        for value in arguments:
            if isinstance(value, int):
                stack[top] = value
                top += 1
            else:
                stack[top : top + len(value)] = value
                stack[top + len(value)] = len(value)
                top += len(value) + 1
        try:
            top = run(self.program, state[:], stack, self._locals, address, top, SAMPLED, None)
        except Trouble as trouble:
            raise self._fault(trouble) from None
        return stack[0] if top == 1 and address not in self.program.sequences else stack[0 : top - 1]
