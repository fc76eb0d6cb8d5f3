"""What a game can be played with: numbers of players, variants, and values of options."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from ...dsl import ir

Value = int | bool | str  # an option's value, as people write it


@dataclass(frozen=True)
class Setting:
    """One way to set a game up. options: what differs from the variant (or the base game)."""

    seats: int
    variant: str | None = None
    options: dict[str, Value] = field(default_factory=dict[str, Value])

    def __str__(self) -> str:
        parts = [f"{self.seats} players" if self.seats != 1 else "1 player"]
        if self.variant is not None:
            parts.append(f"variant {self.variant}")
        parts += [f"{name} {shown(value)}" for name, value in self.options.items()]
        return ", ".join(parts)

    @property
    def key(self) -> tuple[str | None, tuple[tuple[str, Value], ...]]:
        """What of the setting decides how the rule file is read."""
        return self.variant, tuple(self.options.items())


def shown(value: Value) -> str:
    """An option's value as a rule file writes it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def values(option: ir.Option, game: ir.Game) -> list[Value]:
    """The values of an option that are worth a try: each switch and word, the bounds of a number and its default."""
    if option.type == ir.TRUTH:
        return [False, True]
    if isinstance(option.type, ir.Member):
        return list(game.kinds[option.type.name].members)
    return sorted({option.low, option.default, option.high})


def default(option: ir.Option, game: ir.Game) -> Value:
    """The default as people write it."""
    if option.type == ir.TRUTH:
        return bool(option.default)
    return game.kinds[option.type.name].members[option.default] if isinstance(option.type, ir.Member) else option.default


def systematic(game: ir.Game) -> Iterator[Setting]:
    """For every number of players: the base game, every variant, and every option's values one by one."""
    for seats in game.seats:
        yield Setting(seats)
    for seats in game.seats:
        for variant in game.variants:
            yield Setting(seats, variant)
        for option in game.options.values():
            for value in values(option, game):
                if value != default(option, game):
                    yield Setting(seats, options={option.name: value})


def anything(game: ir.Game, rng: random.Random) -> Setting:
    """A random setting: any number of players, any variant or none, and about half of the options at a random value."""
    options: dict[str, Value] = {}
    for option in game.options.values():
        if rng.random() < 0.5:
            number = option.type == ir.NUMBER
            options[option.name] = rng.randint(option.low, option.high) if number else rng.choice(values(option, game))
    return Setting(rng.choice(game.seats), rng.choice([None, *game.variants]), options)
