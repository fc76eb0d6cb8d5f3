"""Attributes: whether every card fits a line, and every line some card."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from ..diagnostics import Diagnostic
from .values import Scene, known
from .walk import Look

Line = tuple[ir.Expression, ir.Expression | None]  # a value, and when it holds (None: otherwise)


def lines(rule: ir.Rule) -> list[Line]:
    """The lines of an attribute, the one for what fits none of them last; empty where it is one expression."""
    result: list[Line] = []
    body = rule.body
    while len(body) == 1:
        match body[0]:
            case ir.If(condition=condition, yes=(ir.Return(value=value),), no=no) if value is not None:
                result.append((value, condition))
                body = no
            case ir.Return(value=value) if value is not None and result:
                return [*result, (value, None)]
            case _:
                return []
    return []


def attribute_lines(look: Look) -> Iterator[Diagnostic]:
    """Rejects attributes in which some card fits no line, and lines that come too late for every card.

    Lines that ask for options or for what changes in a game count as fitting where they might.
    """
    faces = look.game.deck.faces
    scene = Scene(look.game, cards=tuple(range(len(faces))))
    for attribute in look.game.attributes.values():
        rows = lines(attribute.rule)
        if not rows:
            continue
        *own, (last, _) = rows
        settled: set[int] = set()  # faces that surely found their line
        open_ = set(range(len(faces)))  # faces that surely found none
        for value, condition in own:
            assert condition is not None
            if scene.patience.left < len(faces):
                return
            fits = {face: fitting(condition, attribute.rule, face, scene) for face in range(len(faces))}
            if all(fits[face] == 0 or face in settled for face in fits):
                none = not any(fits.values())
                yield Diagnostic(
                    "W0411",
                    f"no card ever is `{value.span.text}` by this line of `{attribute.name}`",
                    condition.span,
                    "fits no card of the deck" if none else "what fits here fits a line above",
                    help="mend the condition" if none else "move this line up, or mend its condition",
                    severity="warning",
                )
            settled |= {face for face, fit in fits.items() if fit}
            open_ -= {face for face, fit in fits.items() if fit != 0}
        implied = last.span.start <= own[0][0].span.start
        if implied and open_ and last.type != ir.TRUTH:
            yield uncovered(attribute, last, [faces[i].name for i in sorted(open_)])


def uncovered(attribute: ir.Attribute, last: ir.Expression, left: list[str]) -> Diagnostic:
    named = f"{', '.join(left[:5])}{' …' if len(left) > 5 else ''}"
    instead = "0" if last.type == ir.NUMBER else "none"
    return Diagnostic(
        "W0410",
        f"no line of `{attribute.name}` fits {len(left)} card{'s' if len(left) > 1 else ''}: {named}",
        attribute.rule.span,
        f"these have {instead}",
        help=f"end it with the line `{'0' if instead == '0' else '…'}: otherwise`",
        severity="warning",
    )


def fitting(condition: ir.Expression, rule: ir.Rule, face: int, scene: Scene) -> int | None:
    """Whether a face fits a line; None: it depends."""
    scene.locals = {rule.parameters[0]: face}
    found = known(condition, scene)
    return found if isinstance(found, int) else None
