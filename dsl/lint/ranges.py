"""Numbers that can not be: bounds that cross, values that do not fit, conditions that never change."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from .. import ir
from ..diagnostics import Diagnostic
from .values import Interval, Scene, Spans, known
from .walk import Look, mentions, within

MOST_SETTINGS = 2_000  # of options and players together, tried for one variable


def bounds_hold(look: Look) -> Iterator[Diagnostic]:
    """Rejects variables whose bounds cross, or that start outside of them, under some allowed options and number of players."""
    for variable in look.game.variables.values():
        if variable.low is None or variable.high is None:
            continue
        for scene in settings(look.game, (variable.low, variable.high, variable.starts)):
            low, high, start = (known(e, scene) for e in (variable.low, variable.high, variable.starts))
            if not isinstance(low, int) or not isinstance(high, int):
                continue
            if low > high:
                wrong = f"the bounds of `{variable.name}` cross{under(scene)}: {low}..{high}"
            elif isinstance(start, int) and start != ir.NONE and not low <= start <= high:
                wrong = f"`{variable.name}` would start with {start}{under(scene)}, and it goes from {low} to {high}"
            else:
                continue
            yield Diagnostic(
                "E0421", wrong, variable.span, "can not be", help="widen these bounds, or narrow those of the option" * bool(scene.options)
            )
            break


def settings(game: ir.Game, read: tuple[ir.Expression, ...]) -> Iterator[Scene]:
    """All options and numbers of players that these expressions ask for; the defaults first."""
    options = [game.options[key[1]] for key in dict.fromkeys(mentions(read)) if key[0] == "option"]
    by_seats = any(isinstance(e, ir.Builtin) for e in within(*read))
    columns = [sorted(ends(o), key=lambda v, o=o: v != o.default) for o in options]
    every = itertools.product(game.seats if by_seats else game.seats[:1], *columns)
    for seats, *values in itertools.islice(every, MOST_SETTINGS):
        yield Scene(game, dict(zip((o.name for o in options), values, strict=True)), seats if by_seats else None)


def ends(option: ir.Option) -> list[int]:
    """An option's values, or its ends where there are many."""
    if option.high - option.low <= 12:
        return list(range(option.low, option.high + 1))
    return sorted({option.low, option.default, option.high})


def under(scene: Scene) -> str:
    """The settings of a scene as words: the number of players, and options."""
    players = "" if scene.seats is None else f" with {scene.seats} player{'' if scene.seats == 1 else 's'}"
    said = [f"`{name}` is {value_said(scene.game.options[name], value, scene.game)}" for name, value in scene.options.items()]
    return players + (f" where {' and '.join(said)}" if said else "")


def value_said(option: ir.Option, value: int, game: ir.Game) -> str:
    """An option's value as the file writes it."""
    if option.type == ir.TRUTH:
        return "yes" if value else "no"
    return str(value) if option.type == ir.NUMBER else game.kinds[option.type.name].members[value]


def values_fit(look: Look) -> Iterator[Diagnostic]:
    """Rejects setting a variable to what lies outside of its bounds whatever happens."""
    spans = Spans(look.game)
    for piece in look.code:
        for node in within(*piece.nodes):
            if isinstance(node, ir.SetVariable) and not node.variable.capped:
                bounds, value = spans.bounds(node.variable), spans.of(node.value)
                if bounds is not None and value is not None and (value[1] < bounds[0] or value[0] > bounds[1]):
                    yield Diagnostic(
                        "E0420",
                        f"`{node.variable.name}` can never be {number(value)}: it goes from {bounds[0]} to {bounds[1]}",
                        node.span,
                        "would be a fault when it is done",
                        related=((node.variable.span, "its bounds"),),
                        help="widen the bounds, or write `capped` behind them",
                    )


def number(value: Interval) -> str:
    low, high = value
    return str(low) if low == high else f"between {low} and {high}"


def enough_to_choose(look: Look) -> Iterator[Diagnostic]:
    """Rejects `3 of S` where S never has so many."""
    spans = Spans(look.game)
    for piece in look.pieces:
        for node in within(*piece.nodes):
            if not isinstance(node, ir.Family):
                continue
            low, high, there = spans.of(node.low), spans.of(node.high), spans.size(node.source)
            if low is not None and there is not None and low[0] > there:
                yield Diagnostic(
                    "W0422",
                    f"nobody can ever choose {number(low)} of these: there {'is' if there == 1 else 'are'} at most {there}",
                    node.span,
                    "no choice at all",
                    help="choose fewer, or from more",
                    severity="warning",
                )
            elif low is not None and high is not None and low[0] > high[1]:
                yield Diagnostic(
                    "W0422",
                    f"nothing lies between {low[0]} and {high[1]}",
                    node.span,
                    "no choice at all",
                    help="write the smaller number first",
                    severity="warning",
                )


def conditions_change(look: Look) -> Iterator[Diagnostic]:
    """Rejects comparisons of numbers that come out the same in every game."""
    spans = Spans(look.game)
    for piece in look.code:
        for node in within(*piece.nodes):
            if not isinstance(node, ir.Comparison):
                continue
            if not any(isinstance(e, ir.VariableValue | ir.Aggregate) for e in (*within(node.left), *within(node.right))):
                continue
            left, right = spans.of(node.left), spans.of(node.right)
            if left is None or right is None:
                continue
            always = outcome(node.operator, left, right)
            if always is not None:
                said = node.left.span.text if len(node.left.span.text) < 40 else "this"
                yield Diagnostic(
                    "W0423",
                    f"this is always {'yes' if always else 'no'}: `{said}` is {number(left)}",
                    node.span,
                    f"always {'yes' if always else 'no'}",
                    help="compare with a number that it can come to",
                    severity="warning",
                )


def outcome(operator: str, left: Interval, right: Interval) -> bool | None:
    """What a comparison comes out as for all numbers of two intervals; None: that depends."""
    (a, b), (c, d) = left, right
    match operator:
        case "<":
            return True if b < c else False if a >= d else None
        case "<=":
            return True if b <= c else False if a > d else None
        case ">":
            return outcome("<", right, left)
        case ">=":
            return outcome("<=", right, left)
        case "is":
            return False if b < c or a > d else True if a == b == c == d else None
        case "is not":
            opposite = outcome("is", left, right)
            return None if opposite is None else not opposite
        case _:
            return None
