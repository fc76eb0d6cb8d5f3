"""Functions of rules that never stop."""

from __future__ import annotations

from dataclasses import replace

from ..running.shapes import size
from .items import ItemLoops
from .plan import Plan
from .values import Known, Value, item
from .writer import Unstructured

INLINED = 48  # instructions of a rule that is written into its callers
NESTED = 5
TOGETHER = 400  # instructions of all rules that are written into one call, one within another


class Routines(ItemLoops):
    """Writes the function of a rule."""

    def __init__(self, plan: Plan, entry: int) -> None:
        super().__init__(plan, entry)
        self.exits, self.leaving = {}, []
        self.inlined_to = 0
        self.depth = 0  # of rules written into one another
        self.room = 0  # instructions that may still be written into the outermost of them

    def rule(self) -> list[str]:
        """The function of a rule. Raises Unstructured."""
        entry, plan, code = self.entry, self.plan, self.code
        routine, facts = plan.routines[entry], plan.facts[entry]
        at = entry + 2
        names: list[str] = []
        for _ in routine.parameters:
            names.append(f"l{code[at + 1]}")
            at += size(code, at)
        names.reverse()
        for name, known in zip(names, facts.parameters, strict=True):
            self.piece.locals[name] = known
        self.region(at, plan.end_of(entry))
        if plan.recursive(entry):  # each of its calls is counted as it comes
            self.piece.lines[:0] = [f"N[0] += {self.piece.weight + 1}", "if N[0] > LIMIT: raise GiveUp"]
            self.piece.weight, self.facts.faults = 0, True
        return self.function(f"r{entry}", [*plan.inputs(entry), *names])

    def function(self, name: str, inputs: list[str]) -> list[str]:
        self.plan.finish(self.entry, self.piece.weight)
        return [f"def {name}({', '.join(inputs)}):", *("    " + line for line in self.piece.lines or ["pass"])]

    # ----------------------------------------------------------------------- rules within rules

    def inline(self, entry: int) -> bool:
        plan, code = self.plan, self.code
        routine = plan.routines[entry]
        if self.depth >= NESTED or not plan.short(entry, INLINED):
            return False
        room = (self.room if self.depth else TOGETHER) - len(routine.stacks)
        if room < 0:
            return False
        self.room = room
        outer, names, leaving, exits, around = self.piece, self.names, self.leaving, self.exits, self.around
        prefix, inlined_to = self.prefix, self.inlined_to
        self.prefix, self.exits, self.around, self.inlined_to = f"{self.fresh('u')}_", {}, 0, plan.end_of(entry)
        self.depth += 1
        try:
            with self.apart() as piece:
                at = entry + 2
                for _ in routine.parameters:
                    self._parameter(at, entry)
                    at += size(code, at)
                self.region(at, self.inlined_to)
                if not piece.returned or self.piece is not piece:
                    raise Unstructured("a rule without a result")
        except Unstructured:
            self.piece, self.names, self.leaving = outer, names, leaving
            return False
        finally:
            self.prefix, self.exits, self.around, self.inlined_to = prefix, exits, around, inlined_to
            self.depth -= 1
        piece.ended = piece.returned = False
        piece.locals, piece.frame = outer.locals, outer.frame
        piece.weight += 1
        self.adopt(piece)
        return True

    def _parameter(self, at: int, entry: int) -> None:
        """An argument is what was given itself, where that can not change."""
        value = self.scalar_or_sequence()
        name = self.local_name(self.code[at + 1])
        if self.plan.sets(entry, self.code[at + 1]) or not (value.atom or value.fixed):
            value = self.variable(value)
            if self.plan.sets(entry, self.code[at + 1]):
                self.assign(name, value)
                return
        self.piece.locals[name] = replace(value.known, same=value)

    # ----------------------------------------------------------------------- ends

    def RETURN(self, at: int) -> None:
        if self.inlined_to:
            if self.around or not self.piece.stack or not isinstance(self.piece.stack[-1], Value):
                raise Unstructured("a result within a loop")
            self.piece.ended = self.piece.returned = True
            return
        if self.plan.routines[self.entry].result:
            value = self.piece.stack.pop()
            assert isinstance(value, Value)
            self.facts.result = value.known.join(self.facts.result)
            self.line(f"return {value.text}")
        else:
            self.line("return")
        self.piece.ended = True

    def DONE(self, at: int) -> None:
        values = [value for value in self.piece.stack if isinstance(value, Value)]
        if len(values) == 2:
            low, high = values
            self.plan.domains[self.entry] = Known(False, low.low, high.high, False)
            self.line(f"return {low.text}, {high.text}")
        else:
            self.facts.result = values[0].known.join(self.facts.result)
            self.plan.domains[self.entry] = item(values[0].known)
            self.line(f"return {values[0].text}")
        self.piece.ended = True
