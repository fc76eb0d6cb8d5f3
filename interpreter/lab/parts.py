"""What a claim is made of: the values to tell when it does not hold."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl import ir

PLAIN = (ir.Constant, ir.FaceConstant, ir.SeatConstant)


def parts(claim: ir.Expression) -> list[ir.Expression]:
    """The expressions of a claim whose values explain it, each once, in order; constants explain nothing."""
    found: dict[str, ir.Expression] = {}
    for part in _parts(claim):
        if not _constant(part):
            found.setdefault(part.span.text, part)
    found.pop(claim.span.text, None)
    return list(found.values())


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
