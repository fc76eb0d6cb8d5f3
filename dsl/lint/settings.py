"""Options and variants that change nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from .walk import Look


def idle_settings(look: Look) -> Iterator[Diagnostic]:
    """Rejects options that can be one thing only, variants equal to the game as it is, and variants equal to each other."""
    game = look.game
    for option in game.options.values():
        if option.low == option.high:
            yield Diagnostic(
                "W0408",
                f"`{option.name}` can only be {option.default}",
                option.span,
                "nothing to choose from",
                help=f"give it bounds: `{option.default} in {option.default}..{option.default + 5}`",
                severity="warning",
            )
    met: dict[tuple[tuple[str, int], ...], str] = {}
    for variant in game.variants.values():
        changes = tuple(sorted((name, value) for name, value in variant.settings.items() if value != game.options[name].default))
        if variant.replaces:
            continue
        if not changes:
            yield Diagnostic(
                "W0409",
                f"the variant `{variant.name}` is the game as it is",
                variant.span,
                "sets nothing to another value",
                help="set an option to something other than its default",
                severity="warning",
            )
        elif changes in met:
            yield Diagnostic(
                "W0409",
                f"the variants `{met[changes]}` and `{variant.name}` are the same",
                variant.span,
                "the same settings",
                related=((game.variants[met[changes]].span, "as here"),),
                help="keep one of them",
                severity="warning",
            )
        met.setdefault(changes, variant.name)
