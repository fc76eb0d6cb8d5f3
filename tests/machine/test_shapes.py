"""What lies on the stack: every program is typed, and the kinds are those that the executor meets."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from cardrules.dsl import load
from cardrules.interpreter.machine import opcodes as op
from cardrules.interpreter.machine.fault import MachineError
from cardrules.interpreter.machine.lowering.lower import lower
from cardrules.interpreter.machine.program import Program
from cardrules.interpreter.machine.running.shapes import EFFECTS, leaders, shapes, size, starts

FILES = sorted(
    [*(Path(str(f)) for f in files("cardrules.games").iterdir() if f.name.endswith(".yml")), *Path(__file__).parents[1].glob("games/*.yml")]
)

BENCH = """
players: 2
cards:
  french: A..3 of spades
zones:
  stock: every card, face down
variables:
  n: 0..9
rules:
  pair(number a, number b): (a, b)
  maybe(number a): |
    if a is 0:
      return (a, a, 3)
    return (a, a + 1)
  never(number a): never(a) + 1
  best_of(number a): |
    for each s in 1..2 of stock:
      if count(s) is a:
        return count(s)
    return 0
setup: |
  shuffle stock
play: |
  n = count(maybe(n)) + count(pair(1, 2)) + count((n, 2, 3))
  n = best_of(n)
  n = never(1)
  nobody wins
"""


def everything(program: Program) -> tuple[int, ...]:
    """All code that is not entered by play."""
    claims = (address for example in program.examples for address in example.then)
    return (*(address for _, address in program.invariants), *claims, *program.rules.values())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_program_is_typed(path):
    game = load.load(path)
    default = {name: option.default for name, option in game.options.items()}
    for settings in (default, *(default | variant.settings for variant in game.variants.values())):
        for seats in game.seats:
            program = lower(game, settings, seats)
            found = shapes(program, everything(program))
            code = program.layout.code
            for routine in found.routines.values():
                assert leaders(program, routine) <= routine.stacks.keys()
                for address, stack in routine.stacks.items():
                    assert code[address] in EFFECTS
                    if code[address] in (op.ASK, op.TAKE, op.HALT, op.LEAVE_ANYTIME):
                        assert routine.framed
                        assert not stack
            assert all(found.routines[address].framed for address in starts(program))
            for name, address in program.rules.items():
                result = found.routines[address].result
                if address in program.sequences:
                    assert result is None or [item.kind for item in result] == ["q"], name


def test_kinds_of_rules(bench):
    program = bench(BENCH, start=False).program
    found = shapes(program, everything(program))

    def rule(name: str) -> tuple[tuple[str, ...], str | None]:
        routine = found.routines[program.rules[name]]
        return routine.parameters, None if routine.result is None else "".join(item.kind for item in routine.result)

    assert rule("pair") == (("s", "s"), "q")
    assert rule("maybe") == (("s",), "q")
    assert rule("never") == (("s",), None)
    assert rule("best_of") == (("s",), "s")
    assert found.lengths
    assert all(program.layout.code[address] == op.PUSH for address in found.lengths)


def test_stacks_that_do_not_fit_are_a_defect(bench):
    program = bench(BENCH, start=False).program
    code = program.layout.code
    at = 0
    while code[at] != op.CONCATENATE and code[at] != op.COUNT:
        at += size(code, at)
    code[at] = op.NOT  # wants one value where a sequence lies
    with pytest.raises(MachineError, match=r"address \d+"):
        shapes(program, everything(program))
