"""What a game can be played with: numbers of players, variants, and values of options."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import field, replace

from ...dsl import ir
from ...dsl.record import Record

Value = int | bool | str  # an option's value, as people write it


class Setting(Record):
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

    def without(self, name: str) -> Setting:
        """The same with one option left as it is."""
        return replace(self, options={key: value for key, value in self.options.items() if key != name})


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


def plain(game: ir.Game) -> list[Setting]:
    """The base game and every variant, for every number of players."""
    return [Setting(seats, variant) for variant in (None, *game.variants) for seats in game.seats]


def singles(game: ir.Game) -> list[Setting]:
    """Every option's values one by one, with the fewest players and with the most."""
    return [
        Setting(seats, options={option.name: value})
        for seats in sorted({min(game.seats), max(game.seats)})
        for option in game.options.values()
        for value in values(option, game)
        if value != default(option, game)
    ]


def pairs(game: ir.Game, rng: random.Random) -> Iterator[Setting]:
    """Few settings in which every two things that can be chosen meet: numbers of players, variants, values of options.

    Each setting takes a pair that has not been met yet and fills the rest up with what meets most of the others.
    """
    names = ["", "variant", *(f"option {name}" for name in game.options)]
    choices: list[list[Value | None]] = [[*game.seats], [None, *game.variants], *(list(values(o, game)) for o in game.options.values())]
    open_ = {(a, x, b, y) for a in range(len(names)) for b in range(a) for x in range(len(choices[a])) for y in range(len(choices[b]))}
    while open_:
        a, x, b, y = rng.choice(sorted(open_))
        chosen = {a: x, b: y}
        for c in rng.sample(range(len(names)), len(names)):
            if c not in chosen:
                order = rng.sample(range(len(choices[c])), len(choices[c]))
                chosen[c] = max(order, key=lambda z: sum(_pair(c, z, d, w) in open_ for d, w in chosen.items()))
        open_ -= {_pair(c, z, d, w) for c, z in chosen.items() for d, w in chosen.items() if c != d}
        picked = [choices[c][chosen[c]] for c in range(len(names))]
        options = dict(zip(game.options, picked[2:], strict=True))
        seats, variant = picked[0], picked[1]
        assert isinstance(seats, int)
        assert variant is None or isinstance(variant, str)
        yield Setting(seats, variant, {name: value for name, value in options.items() if value is not None})


def anything(game: ir.Game, rng: random.Random) -> Setting:
    """A random setting: any number of players, any variant or none, and about half of the options at a random value."""
    options: dict[str, Value] = {}
    for option in game.options.values():
        if rng.random() < 0.5:
            number = option.type == ir.NUMBER
            options[option.name] = rng.randint(option.low, option.high) if number else rng.choice(values(option, game))
    return Setting(rng.choice(game.seats), rng.choice([None, *game.variants]), options)


def simpler(setting: Setting, game: ir.Game) -> Iterator[Setting]:
    """Settings that are one step simpler: no options at all, no variant, an option less, fewer players."""
    if setting.options:
        yield replace(setting, options={})
    if setting.variant is not None:
        yield replace(setting, variant=None)
    if len(setting.options) > 1:
        for name in setting.options:
            yield setting.without(name)
    for seats in game.seats:
        if seats < setting.seats:
            yield replace(setting, seats=seats)


def _pair(a: int, x: int, b: int, y: int) -> tuple[int, int, int, int]:
    return (a, x, b, y) if a > b else (b, y, a, x)
