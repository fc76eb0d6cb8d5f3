"""Functions of rules that never stop."""

from __future__ import annotations

from dataclasses import replace

from ..running.shapes import size
from .loops import Loops
from .plan import Plan
from .values import Known, Value


class Routines(Loops):
    """Writes the function of a rule."""

    def __init__(self, plan: Plan, entry: int) -> None:
        super().__init__(plan, entry)
        self.exits, self.leaving = {}, []

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
        return self.function(f"r{entry}", [*plan.inputs(entry), *names])

    def function(self, name: str, inputs: list[str]) -> list[str]:
        self.plan.finish(self.entry, self.piece.weight)
        return [f"def {name}({', '.join(inputs)}):", *("    " + line for line in self.piece.lines or ["pass"])]

    # ----------------------------------------------------------------------- ends

    def RETURN(self, at: int) -> None:
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
            self.plan.domains[self.entry] = replace(values[0].known, seq=False, most=0)
            self.line(f"return {values[0].text}")
        self.piece.ended = True
