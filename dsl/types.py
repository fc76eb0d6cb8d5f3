"""Types of expressions: how they are made, joined and said."""

from __future__ import annotations

from . import ir

UNKNOWN = ir.Type(
    "unknown"
)  # of an expression with a fault, or of a rule not yet worked out: fits everywhere, so that nothing follows from it
NONE = ir.Type("none")
RANK = ir.Member("rank")
SUIT = ir.Member("suit")
NAME = ir.Member("name")


def maybe(of: ir.Type) -> ir.Type:
    """`of`, or none. A set needs no none: it can be empty."""
    if of in (UNKNOWN, NONE) or isinstance(of, ir.Maybe | ir.Many):
        return of
    return ir.Maybe(f"{of.name} or none", of)


def many(of: ir.Type) -> ir.Many:
    """A sequence of `of`."""
    of = strip(of)
    return ir.Many(f"some {of.name}", of)


def strip(of: ir.Type) -> ir.Type:
    """Without `or none`."""
    return of.of if isinstance(of, ir.Maybe) else of


def item(of: ir.Type) -> ir.Type:
    """What one thing of it is: the items of a set, else the type without `or none`."""
    return strip(of.of) if isinstance(of, ir.Many) else strip(of)


def join(left: ir.Type, right: ir.Type) -> ir.Type | None:
    """The type that holds both, or None."""
    if left == right or right == UNKNOWN:
        return left
    if left == UNKNOWN:
        return right
    if NONE in (left, right):
        return maybe(right if left == NONE else left)
    if isinstance(left, ir.Many) or isinstance(right, ir.Many):
        inner = join(item(left), item(right))
        return None if inner is None else many(inner)
    return maybe(strip(left)) if strip(left) == strip(right) else None


def fits(left: ir.Type, right: ir.Type) -> bool:
    """Whether values of the two can be equal; a set of one equals its member."""
    left, right = item(left), item(right)
    return left == right or UNKNOWN in (left, right) or NONE in (left, right)


def said(of: ir.Type) -> str:
    """The type as words in a sentence: `a number`, `some card`, `a suit`."""
    if isinstance(of, ir.Many):
        return of.name
    if of in (NONE, ir.TRUTH, ir.NOTHING):
        return of.name
    return f"{'an' if of.name[:1] in 'aeio' else 'a'} {of.name}"
