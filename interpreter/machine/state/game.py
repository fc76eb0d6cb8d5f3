"""A rule file, ready to be played with its options settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from ....dsl import ir, kept
from ....dsl.shipped import GAMES
from ..running.interpret import Machine
from ..stepping import Stepper
from .values import whole
from .words import Words, listed

if TYPE_CHECKING:
    from .state import State

Value = int | bool | str
"""An option's value as people write it."""


class OptionError(Exception):
    """A variant, option, value or number of players that the game does not have. The text says what there is."""


class Game:
    """A game with its options settled. Make one with `cardrules.load`."""

    def __init__(self, game: ir.Game, variant: str | None = None, options: Mapping[str, Value] | None = None) -> None:
        """options: what differs from the variant. Raises OptionError."""
        self.ir = game
        self.variant = variant
        self.settings = _settle(game, variant, options or {})
        self._steppers: dict[int, Stepper] = {}
        self._words: Words | None = None  # of the last game that was begun
        self._staged: dict[tuple[tuple[str, int], ...], Game] = {}  # for examples with options of their own

    def __repr__(self) -> str:
        return f"<Game {self.name!r}>"

    @property
    def name(self) -> str:
        """The title."""
        return self.ir.title

    @property
    def about(self) -> str:
        """What the file says about itself, in a line or two."""
        return self.ir.about

    @property
    def players(self) -> tuple[int, ...]:
        """How many may play."""
        return self.ir.seats

    @property
    def options(self) -> dict[str, Value]:
        """All options as they are settled: numbers, yes/no as bool, words."""
        return {name: option_value(self.ir, option, self.settings[name]) for name, option in self.ir.options.items()}

    @property
    def variants(self) -> dict[str, str]:
        """Names of the variants, each with what the file says about it."""
        return {name: variant.about for name, variant in self.ir.variants.items()}

    @property
    def source_text(self) -> str:
        """The rule file's text."""
        return self.ir.span.source.text

    @property
    def texts(self) -> dict[str, str]:
        """The texts of all files the game is made of, by name, its own first."""
        return {self.ir.span.source.name: self.source_text} | {source.name: source.text for source in self.ir.sources}

    @property
    def hash(self) -> str:
        """A fingerprint of these texts."""
        digest = sha256()
        for text in self.texts.values():
            digest.update(f"{len(text)}:{text}".encode())
        return digest.hexdigest()

    def seat_names(self, players: int) -> tuple[str, ...]:
        """The names that seats have when nobody gives others."""
        return tuple(f"p{seat + 1}" for seat in range(players))

    def machine(self, players: int) -> Machine:
        """The executor for a number of players; lowered once."""
        return self.stepper(players).plain

    def stepper(self, players: int) -> Stepper:
        """What runs games of a number of players from stop to stop."""
        if players not in self._steppers:
            from ..lowering.lower import lower

            self._steppers[players] = Stepper(Machine(lower(self.ir, self.settings, players)))
        return self._steppers[players]

    def words(self, names: Sequence[str]) -> Words:
        """The words for a game of these players."""
        if self._words is None or self._words.names != tuple(names):
            self._words = Words(self.machine(len(names)).program, names)
        return self._words

    def start(
        self, players: int | None = None, seed: int | None = None, names: Sequence[str] | None = None, chance: str = "sampled"
    ) -> State:
        """A new game, at its first decision.

        players: default, as many as there are names, else the fewest allowed. seed: of the game's chance; None: another one every time.
        chance: "sampled", or "asked": the game waits in `state.chance` for each outcome. Raises OptionError; GameFault where setup meets
        one; TypeError for a seed or number that is none.
        """
        from .state import State

        if chance not in ("sampled", "asked"):
            raise OptionError(f'chance is "sampled" or "asked", not {chance!r}')
        players = self._players(players, names)
        if seed is None:
            seed = SystemRandom().randrange(10**9)
        return State.begin(self, self._names(players, names), whole(seed, "the seed"), asked=chance == "asked")

    def rehearse(self, example: ir.Example) -> State:
        """The position in which an example's moves begin; its claims are then `state.claims()`. Raises OptionError, GameFault."""
        from .state import State

        game, players = self.set_for(example)
        return State.begin(game, game._names(players, example.seats), 1, example=example)

    def set_for(self, example: ir.Example) -> tuple[Game, int]:
        """The game with an example's options, and how many play. Raises OptionError."""
        game, settings = self, {**self.settings, **example.options}
        if settings != self.settings:
            key = tuple(sorted(settings.items()))
            if key not in self._staged:
                self._staged[key] = Game(self.ir, self.variant)
                self._staged[key].settings = settings
            game = self._staged[key]
        return game, game._players(len(example.seats) if example.seats else None, None)

    def loads(self, text: str) -> State:
        """A state from `state.dumps()`. Raises LogError."""
        from .log import load_state

        return load_state(self, text)

    def _players(self, players: int | None, names: Sequence[str] | None) -> int:
        if players is None:
            players = len(names) if names is not None else min(self.players)
        players = whole(players, "the number of players")
        if players not in self.players:
            counts = listed([str(count) for count in self.players]).replace(" and ", " or ")
            raise OptionError(f"{self.name} is for {counts} players, not {players}")
        if names is not None and len(names) != players:
            raise OptionError(f"{players} players need {players} names, not {len(names)}")
        return players

    def _names(self, players: int, names: Sequence[str] | None) -> tuple[str, ...]:
        if names is None:
            return self.seat_names(players)
        if len({name.casefold() for name in names}) < len(names):
            raise OptionError(f"each seat needs a name of its own, not {listed(list(names))}")
        if not all(name.strip() and name.isprintable() for name in names):
            raise OptionError("a seat's name is a word or two, not empty and in one line")
        return tuple(names)


def load(path: str | Path, variant: str | None = None, options: Mapping[str, Value] | None = None) -> Game:
    """Read a rule file, or a shipped game by its bare name ("feud").

    Raises RuleError with everything that is wrong in the file; OptionError; OSError where the file can not be read.
    """
    return Game(kept.game(find(path), variant=variant), variant, options)


def find(path: str | Path) -> Path:
    """The file that is meant: that path, or where there is none, the shipped game of this name."""
    found = Path(path)
    if not found.exists() and isinstance(path, str) and path == found.name:
        shipped = GAMES / f"{path.removesuffix('.yml')}.yml"
        if shipped.exists():
            return shipped
    return found


def option_value(game: ir.Game, option: ir.Option, value: int) -> Value:
    """An option's run-time value as people write it."""
    if option.type == ir.TRUTH:
        return bool(value)
    return game.kinds[option.type.name].members[value] if isinstance(option.type, ir.Member) else value


def _settle(game: ir.Game, variant: str | None, options: Mapping[str, Value]) -> dict[str, int]:
    """Every option's run-time value. Raises OptionError."""
    settings = {name: option.default for name, option in game.options.items()}
    if variant is not None:
        if variant not in game.variants:
            raise OptionError(f"{game.title} has no variant `{variant}`{_instead(variant, game.variants)}")
        settings |= game.variants[variant].settings
    for name, value in options.items():
        option = game.options.get(name)
        if option is None:
            raise OptionError(f"{game.title} has no option `{name}`{_instead(name, game.options)}")
        settings[name] = _read(game, option, value)
    return settings


def _read(game: ir.Game, option: ir.Option, value: Value) -> int:
    """An option's value as given, as a run-time value."""
    shown = value if isinstance(value, str) else "yes" if value is True else "no" if value is False else str(value)
    text = str(shown).strip().casefold()
    if option.type == ir.TRUTH:
        if text in ("yes", "true", "on"):
            return 1
        if text in ("no", "false", "off"):
            return 0
        raise OptionError(f"option `{option.name}` is yes or no, not `{shown}`")
    if isinstance(option.type, ir.Member):
        members = game.kinds[option.type.name].members
        for index, member in enumerate(members):
            if member.casefold() == text:
                return index
        raise OptionError(f"option `{option.name}` is {listed(list(members)).replace(' and ', ' or ')}, not `{shown}`")
    digits = text.removeprefix("-")
    number = int(text) if digits.isascii() and digits.isdigit() and len(digits) < 19 and not isinstance(value, bool) else None
    if number is None or not option.low <= number <= option.high:
        raise OptionError(f"option `{option.name}` is a number from {option.low} to {option.high}, not `{shown}`")
    return number


def _instead(word: str, names: Mapping[str, object]) -> str:
    """The nearest name there is, and all of them."""
    from ....dsl.spelling import nearest

    if not names:
        return "; it has none"
    beginning = [name for name in names if len(word) > 2 and name.startswith(word)]
    near = nearest(word, names) or (beginning if len(beginning) == 1 else [])
    every = f"it has {', '.join(f'`{name}`' for name in names)}"
    return f"; did you mean `{near[0]}`? {every[:1].upper()}{every[1:]}" if near else f"; {every}"
