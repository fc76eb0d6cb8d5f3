"""What a claim is made of: the values to tell when it does not hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...dsl import ir
from ..machine.fault import GameFault
from ..machine.running.interpret import Machine
from ..machine.state.game import Game
from ..machine.state.state import State
from ..machine.state.words import Words

PLAIN = (ir.Constant, ir.FaceConstant, ir.SeatConstant)


def parts(claim: ir.Expression) -> list[ir.Expression]:
    """The expressions of a claim whose values explain it, each once, in order; constants explain nothing."""
    found: dict[str, ir.Expression] = {}
    for part in _parts(claim):
        if not _constant(part):
            found.setdefault(part.span.text, part)
    found.pop(claim.span.text, None)
    return list(found.values())


def told(machine: Machine, words: Words, cells: Sequence[int], part: ir.Expression, address: int) -> str:
    """A line for a person: what a part is in a state, given its code in the machine's program."""
    said = " ".join(part.span.text.split())
    try:
        value = machine.evaluate(list(cells), address, [])
    except GameFault as fault:
        return f"`{said}` can not be worked out: {fault.message}"
    if isinstance(part.type, ir.Many) and isinstance(value, int):  # a sequence without items
        return f"`{said}` is empty"
    return f"`{said}` is {words.text(part.type, value)}"


def broken(game: Game, state: State, invariant: ir.Invariant) -> tuple[str, ...]:
    """What the parts of an invariant are where it does not hold, at the end of a state's last step; a line each."""
    more = tuple(replace(invariant, condition=part) for part in parts(invariant.condition))
    explained = Game(replace(game.ir, invariants=(invariant, *more), examples=()), game.variant, game.options)
    machine = explained.machine(state.players)
    (_, whole), *rest = machine.program.invariants
    for group, cells in state.moments():
        if group == invariant.group and not holds(machine, cells, whole):
            return tuple(told(machine, state.words, cells, part.condition, address) for part, address in rest)
    return ()


def holds(machine: Machine, cells: Sequence[int], address: int) -> bool:
    """Whether a condition holds; not where it can not be worked out."""
    try:
        return bool(machine.evaluate(list(cells), address, []))
    except GameFault:
        return False


def _parts(claim: ir.Expression) -> Iterator[ir.Expression]:
    match claim:
        case ir.Both(left=left, right=right) | ir.Either(left=left, right=right):
            yield from _parts(left)
            yield from _parts(right)
        case ir.Operation(operator="not", operands=operands):
            for operand in operands:
                yield from _parts(operand)
        case ir.Comparison(left=left, right=right):
            yield from (left, right)
        case ir.Contained(item=item, source=source):
            yield from (item, source)
        case ir.Builtin(arguments=arguments) | ir.RuleCall(arguments=arguments):
            yield from arguments
        case ir.Aggregate(source=source):
            yield source
        case _:
            yield claim


def _constant(part: ir.Expression) -> bool:
    if isinstance(part, ir.Sequence):
        return all(_constant(item) for item in part.items)
    return isinstance(part, PLAIN)
