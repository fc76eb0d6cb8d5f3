"""What is suspicious in a rule file that is otherwise right: looked for by `cardrules check`, never when a game is played.

A check is a function from a `Look` at the game to diagnostics; `CHECKS` lists them all. Codes that begin with W are warnings; those with
E are surely wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from .. import ir
from ..diagnostics import Diagnostic
from .choices import choices_possible
from .coverage import attribute_lines
from .deck import deals_fit
from .loops import loops_end
from .ranges import bounds_hold, conditions_change, enough_to_choose, values_fit
from .reach import sentences_reached
from .recursion import recursion_shrinks
from .secrets import menus_keep_secrets
from .settings import idle_settings
from .stale import values_fresh
from .unused import unused_names, unused_values
from .walk import Look

CHECKS: tuple[Callable[[Look], Iterable[Diagnostic]], ...] = (
    unused_names,
    unused_values,
    idle_settings,
    attribute_lines,
    bounds_hold,
    values_fit,
    enough_to_choose,
    conditions_change,
    sentences_reached,
    loops_end,
    choices_possible,
    menus_keep_secrets,
    values_fresh,
    recursion_shrinks,
    deals_fit,
)


def look_over(game: ir.Game, others: tuple[ir.Game, ...] = ()) -> list[Diagnostic]:
    """Everything suspicious, in file order. others: the games of variants that replace rules, which use what the game itself may not.

    What stands in a file that this one extends is that file's own affair, unless it is surely wrong.
    """
    look = Look(game, others)
    own = game.span.source
    found = {(d.code, d.message, d.span): d for check in CHECKS for d in done(check, look)}
    kept = [
        d for d in found.values() if d.span is None or d.severity == "error" or (d.span.source is own and not follows(d, found.values()))
    ]
    return sorted(kept, key=lambda d: (d.span is not None, d.span.start if d.span is not None else 0))


def done(check: Callable[[Look], Iterable[Diagnostic]], look: Look) -> list[Diagnostic]:
    """What a check says; nothing where rules are nested too deeply for it."""
    try:
        return list(check(look))
    except RecursionError:
        return []


def follows(warning: Diagnostic, found: Iterable[Diagnostic]) -> bool:
    """Whether a warning only repeats what an error says: it stands where the error names its reason, or is due to what the error names."""
    errors = [d for d in found if d.severity == "error"]
    reasons = {span for d in errors for span, _ in d.related}
    return warning.span in reasons or bool({d.span for d in errors} & {span for span, _ in warning.related})


def look_over_file(path: str | Path, game: ir.Game) -> list[Diagnostic]:
    """The same for the game of a file, with its variants. Raises RuleError where the file has changed meanwhile and is wrong."""
    from ..load import load

    return look_over(game, tuple(load(path, variant=v.name) for v in game.variants.values() if v.replaces))
