"""What is known of a program before code is written for it, and what is found out while it is written.

Code is written a few times over: each time what was found out the time before (ranges of arguments, results and words of frames) makes it
tighter. Everything is true from the first time on, for what is not known may be anything.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import cast

from ....dsl import ir
from .. import opcodes as op
from ..fault import MachineError
from ..layout import DIRECTION
from ..program import Program
from ..running.shapes import Routine, fragments, shapes, size
from .calls import Calls
from .values import Known, unknown

BULK, FULL = "bulk", "full"
"""bulk: whole games at random, where nothing is told and all chance comes from the stream. full: with a tape and a report."""

PATIENCE = 60, 5_000
"""How many instructions are written in all before the rest is left to `interpret`: for each that there is, and besides. (Loops are written
over until their ranges settle, rules into rules; games of the shelf write each instruction up to thirteen times.)"""

COUNTED = 1 << 40  # more than anything that the machine counts: rounds, turns, games

EFFECTS = {  # draws, or changes the state
    op.DRAW_ALL, op.PICK_PLACE, op.PICK_RANDOM, op.STORE, op.MOVE, op.DEAL, op.SHUFFLE, op.SWAP_PLACES, op.SWAP_CARDS, op.TURN,
    op.TURN_VARIABLE, op.TELL, op.SET_OUT, op.SET_ZONE, op.SET_VARIABLE, op.RESET_VARIABLES, op.SAY, op.TURN_BEGAN, op.TURN_ENDED,
    op.NEXT_TURN, op.MARK, op.ROUND_BEGAN, op.ROUND_ENDED, op.FORGET, op.WIN, op.PLACES,
}  # fmt: skip
STOPS = {
    op.ASK, op.TAKE, op.CALL_FRAME, op.ENTER_FRAME, op.RETURN_FRAME, op.HALT, op.LEAVE_ANYTIME, op.WIN, op.PLACES, op.CLEAR,
    op.GAME_OVER, op.NEW_GAME, op.FALL_OFF, op.DONE, op.STORE_RUN,
}  # fmt: skip


@dataclass
class Facts:
    """Found out about one routine. weight: the most loops and calls that it counts as (those of long loops are counted as they go);
    frame: what the words of its frame hold, by offset."""

    parameters: list[Known]
    result: Known | None = None
    weight: int = 1 << 20
    faults: bool = True
    frame: dict[int, Known] = field(default_factory=dict[int, Known])


class TooLong(MachineError):
    """So much has been written that the rest is left to `interpret`."""


class Plan:
    """One program, to be written in one mode."""

    def __init__(self, program: Program, mode: str, counts: bool = False) -> None:
        """counts: in bulk, what statistics need is counted."""
        self.program, self.layout, self.mode, self.counts = program, program.layout, mode, counts
        self.code = program.layout.code
        self.invariants = tuple(address for _, address in program.invariants)
        extra = (*self.invariants, *((program.leading,) if program.leading >= 0 else ()))
        found = shapes(program, extra)
        self.routines: dict[int, Routine] = self._reached(found.routines)
        self.lengths = found.lengths
        self.before: dict[int, int] = {}  # the instruction in front of an address
        self.loops: dict[int, int] = {}  # where a loop begins -> its LOOP
        self.instructions = sorted({address for routine in self.routines.values() for address in routine.stacks})
        for address in self.instructions:
            self.before[address + size(self.code, address)] = address
            if self.code[address] == op.LOOP:
                self.loops[self.code[address + 1]] = address
        codes = {self.code[address] for address in self.instructions}
        self.somebody_out = op.SET_OUT in codes
        self.marks = op.MARK in codes
        self.no_asides = False  # what is done out of turn is left to the policy
        self.asks_who_waits = op.WAITS in codes
        self.asks_who_acted = op.ACTED in codes
        self.one_direction = not self._turns_round()
        self.facts = {entry: Facts([unknown(kind == "q") for kind in r.parameters]) for entry, r in self.routines.items()}
        self.next_facts: dict[int, Facts] = {}
        self.domains: dict[int, Known] = {}
        self.shuffled: set[int] | None = None  # places that can hold undrawn cards, once that is known
        self.arguments = self._arguments()
        self.calls = Calls(program, self.routines)
        self._still: dict[int, bool] = {}
        self._recursive: dict[int, bool] = {}
        self.asked: dict[int, int] = {}  # of each menu that is asked, where
        self._round = 0
        self._done: set[int] = set()
        self._shuffled: set[int] = set()
        self.tables: dict[str, object] = {}
        self._names: dict[tuple[str, object], str] = {}
        self._patience = PATIENCE[0] * len(self.instructions) + PATIENCE[1]

    def _reached(self, routines: dict[int, Routine]) -> dict[int, Routine]:
        """Those that play can come to: not those of examples."""
        program, code = self.program, self.code
        waiting = [program.start, program.layout.end, *self.fragments()]
        if program.anytime is not None:
            waiting.append(program.anytime_code[0])
        found: set[int] = set()
        while waiting:
            entry = waiting.pop()
            if entry not in found:
                found.add(entry)
                waiting += [code[a + 1] for a in routines[entry].stacks if code[a] in (op.CALL, op.CALL_FRAME)]
        for routine in routines.values():
            routine.callers &= found
        return {entry: routine for entry, routine in routines.items() if entry in found}

    def _turns_round(self) -> bool:
        code = self.code
        for address in self.instructions:
            if code[address] == op.MARK and code[address + 1] == 2:
                return True
            if code[address] == op.STORE and code[address + 1] == DIRECTION and code[self.before[address]] == op.NEGATE:
                return True
        return False

    def _arguments(self) -> dict[int, tuple[int, int, int]]:
        """For each fragment of a menu: the menu and the action it belongs to, and how many arguments it takes."""
        found: dict[int, tuple[int, int, int]] = {}
        for menu in self.program.menus:
            for k, action in enumerate(menu.actions):
                every = len(action.parameters)
                for taken, parameter in enumerate(action.parameters):
                    for address in (parameter.domain, *(parameter.subsets or ())):
                        found[address] = (menu.number, k, taken)
                if action.guard is not None:
                    found[action.guard] = (menu.number, k, 0 if action.early else every)
                for n, (address, _) in enumerate(action.needs):
                    found[address] = (menu.number, k, 0 if n < action.first else every)
        return found

    # ----------------------------------------------------------------------- what routines do

    def still(self, entry: int) -> bool:
        """A routine only reads, with all that it calls."""
        if entry not in self.routines:
            return False  # called by code that nobody can reach
        if entry not in self._still:
            seen, waiting = {entry}, [entry]
            found = True
            while waiting:
                for address in self.routines[waiting.pop()].stacks:
                    o = self.code[address]
                    found = found and o not in EFFECTS
                    if o in (op.CALL, op.CALL_FRAME) and self.code[address + 1] not in seen:
                        seen.add(self.code[address + 1])
                        waiting.append(self.code[address + 1])
            self._still[entry] = found
        return self._still[entry]

    def recursive(self, entry: int) -> bool:
        """Can a rule come to call itself?"""
        if entry not in self._recursive:
            seen = set[int]()
            waiting = [entry]
            while waiting:
                addresses = self.routines[waiting.pop()].stacks
                called = {self.code[a + 1] for a in addresses if self.code[a] in (op.CALL, op.CALL_FRAME)} & self.routines.keys()
                waiting += called - seen
                seen |= called
            self._recursive[entry] = entry in seen
        return self._recursive[entry]

    def inputs(self, entry: int) -> list[str]:
        """What a routine's function takes before its arguments: the state, the tape (None where chance has no say), the report."""
        return ["S"] if self.mode == BULK or self.still(entry) else ["S", "T", "R"]

    def between(self, start: int, end: int) -> list[int]:
        """Addresses of instructions from one to another."""
        return self.instructions[bisect_left(self.instructions, start) : bisect_left(self.instructions, end)]

    def pure(self) -> list[int]:
        """Rules that never stop, those first that are called by others."""
        found: list[int] = []

        def visit(entry: int) -> None:
            if entry in seen:
                return
            seen.add(entry)
            for address in sorted(self.routines[entry].stacks):
                if self.code[address] in (op.CALL, op.CALL_FRAME):
                    visit(self.code[address + 1])
            if self.code[entry] == op.ENTER:
                found.append(entry)

        seen: set[int] = set()
        for entry in self.routines:
            visit(entry)
        return found

    def short(self, entry: int, most: int) -> bool:
        """A rule that only reads, gives a result, has at most so many instructions, and does not call itself."""
        routine = self.routines[entry]
        if len(routine.stacks) > most or not routine.result or not self.still(entry):
            return False
        return all(self.code[a + 1] != entry for a in routine.stacks if self.code[a] == op.CALL)

    def sets(self, entry: int, offset: int) -> bool:
        """Does a rule set one of its parameters?"""
        stores = (op.STORE_LOCAL, op.STORE_LOCAL_SEQUENCE)
        return sum(self.code[a] in stores and self.code[a + 1] == offset for a in self.routines[entry].stacks) > 1

    def end_of(self, entry: int) -> int:
        """The address behind a routine's last instruction."""
        last = max(self.routines[entry].stacks)
        return last + size(self.code, last)

    def inputs_of(self, entry: int) -> list[tuple[str, Known]]:
        """The locals that a fragment begins with: who acts, and the arguments chosen so far."""
        if entry == self.program.leading:
            return [("l0", Known(False, 0, self.layout.seats - 1, False))]
        if entry not in self.arguments:
            return []
        number, action, count = self.arguments[entry]
        found = [("l0", Known(False, 0, self.layout.seats - 1, False))]
        at = 1
        parameters = self.program.menus[number].actions[action].parameters
        for parameter, (_, capacity) in zip(parameters[:count], self.program.asking[number].parameters[action], strict=False):
            known = self.domains.get(parameter.domain, unknown(False))
            found.append((f"l{at}", replace(known, seq=capacity > 0, most=capacity, same=None)))
            at += capacity + 1 if capacity else 1
        return found

    def fragments(self) -> Iterator[int]:
        """Code that is run by itself: of menus, invariants, how well a seat stands."""
        yield from fragments(self.program)
        yield from self.invariants
        if self.program.leading >= 0:
            yield self.program.leading

    # ----------------------------------------------------------------------- what is found out

    def shuffles(self, low: int, high: int) -> None:
        """One of these places is shuffled, or comes by shuffled cards."""
        self._shuffled.update(range(low, high + 1))

    def forget_tables(self) -> None:
        """Code is written anew, with tables of its own."""
        self.tables, self._names = {}, {}

    def begin_round(self) -> None:
        """Code is written once more."""
        self.next_facts = {}
        self._done = set()
        self.no_asides = False
        self._shuffled = {place for place, other in enumerate(self.layout.place_refill) if other >= 0}
        self._round += 1

    def end_round(self) -> None:
        """What was found out holds the next time. Who is never called from what was written may get anything."""
        for entry, facts in self.next_facts.items():
            callers = self.routines[entry].callers
            uncalled = len(facts.parameters) != len(self.routines[entry].parameters)
            if uncalled or not callers or any(caller not in self.next_facts for caller in callers):
                facts.parameters = self.facts[entry].parameters
        self.facts = {**self.facts, **self.next_facts}
        self.shuffled = self._shuffled

    def found(self, entry: int) -> Facts:
        """What is being found out about a routine."""
        if entry not in self.next_facts:
            self.next_facts[entry] = Facts([], None, 0, False)
        return self.next_facts[entry]

    def finish(self, entry: int, weight: int) -> None:
        """A routine has been written."""
        self.found(entry).weight = weight
        self._done.add(entry)

    def left_out(self, entry: int) -> None:
        """A routine could not be written: whoever calls it gives up."""
        facts = self.found(entry)
        facts.result, facts.faults = None, True
        self.finish(entry, facts.weight)

    def spend(self) -> None:
        """One more instruction is written. Raises TooLong."""
        self._patience -= 1
        if self._patience < 0:
            raise TooLong("too much has been written for this program")

    def latest(self, entry: int) -> Facts:
        """What is known of a routine's result, weight and faults."""
        return self.next_facts[entry] if entry in self._done else self.facts[entry]

    def called(self, entry: int, arguments: list[Known]) -> None:
        """A routine is called with these."""
        facts = self.found(entry)
        if facts.parameters:
            facts.parameters = [a.join(b) for a, b in zip(facts.parameters, arguments, strict=True)]
        else:
            facts.parameters = arguments

    def stored(self, entry: int, offset: int, value: Known) -> None:
        """A word of a routine's frame is set."""
        frame = self.found(entry).frame
        frame[offset] = value.join(frame.get(offset, Known(False, 0, 0, False, 0)))

    def word(self, entry: int, offset: int) -> Known:
        """What a word of a routine's frame can hold; anything, where nobody can say whose frame it is (a decision that is never asked)."""
        if self._round == 1 or entry not in self.facts:
            return unknown(False)
        return self.facts[entry].frame.get(offset, Known(False, 0, 0, False, 0))

    def constant(self, letter: str, value: object) -> str:
        """The name of a value that never changes."""
        key = (letter, tuple(cast("dict[int, int]", value).items()) if isinstance(value, dict) else value)
        if key not in self._names:
            name = self._names[key] = f"{letter}{len(self._names)}"
            self.tables[name] = value
        return self._names[key]

    # ----------------------------------------------------------------------- the state

    def cells(self, low: int, high: int) -> Known:
        """What the words of the state between two addresses can hold, where they are variables."""
        layout = self.layout
        found: Known | None = None
        for number, address in enumerate(layout.variable_address):
            if address <= high and low < address + layout.variable_cells[number]:
                one = Known(False, layout.variable_low[number], layout.variable_high[number], layout.variable_none[number] == 1)
                found = one.join(found)
                if low < address or high >= address + layout.variable_cells[number]:
                    return unknown(False)
        if found is None:
            scores = low < layout.wins and high >= layout.scores
            return Known(False, -ir.LARGEST, ir.LARGEST, False) if scores else Known(False, -1, COUNTED, False)
        return found

    def variable(self, address: int) -> int:
        """The variable whose cell this is."""
        layout = self.layout
        for number, start in enumerate(layout.variable_address):
            if start <= address < start + layout.variable_cells[number]:
                return number
        raise KeyError(address)

    def may_be_undrawn(self, low: int, high: int) -> bool:
        """Can one of these places hold undrawn cards?"""
        return self.shuffled is None or any(place in self.shuffled for place in range(low, high + 1))
