"""What is played in bulk, as plain data that goes to other processes and machines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...machine.running.interpret import Machine
from ...machine.state.game import Game, OptionError, Value
from ...machine.state.words import listed

KEPT = 64  # games that a process keeps ready


@dataclass(frozen=True)
class Rules:
    """A rule file with everything it is made of, and its options settled. texts: (name, text), the file itself first."""

    texts: tuple[tuple[str, str], ...]
    variant: str | None
    options: tuple[tuple[str, Value], ...]

    @classmethod
    def of(cls, game: Game) -> Rules:
        """The rules of a game; in this process the game itself will be used for them."""
        rules = cls(tuple(game.texts.items()), game.variant, tuple(game.options.items()))
        if rules not in _games:
            _keep(rules, game)
        return rules

    def game(self) -> Game:
        """The game, read once in each process. Its examples are left out: they are not played, and it is lowered much sooner."""
        from ....dsl import load as loading

        if self not in _games:
            (name, text), others = self.texts[0], dict(self.texts[1:])
            _keep(self, Game(loading.load_text(text, name, variant=self.variant, files=others), self.variant, dict(self.options)))
        return _games[self]


_games: dict[Rules, Game] = {}


def _keep(rules: Rules, game: Game) -> None:
    if len(_games) >= KEPT:
        del _games[next(iter(_games))]
    _games[rules] = Game(replace(game.ir, examples=()), game.variant, game.options)


@dataclass(frozen=True)
class Setup:
    """seats: a word for each (players/kinds.py), or None: all play at random, in bulk. think: seconds of a bot for a decision, counted, not
    measured. longest: choices before a game is cut off. lead: the lead is followed in the games below this number. results: how games end
    is all that is wanted."""

    rules: Rules
    players: int
    seats: tuple[str, ...] | None
    think: float
    longest: int
    lead: int
    results: bool = False

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.rules.game()

    @property
    def machine(self) -> Machine:
        """Its executor. Raises GameFault where the rules can not be played so."""
        return self.game.machine(self.players)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Who plays, by seat."""
        return self.seats if self.seats is not None else ("random",) * self.players


def seats_of(words: Sequence[str]) -> tuple[str, ...] | None:
    """The `seats` of a Setup: None where everybody plays at random."""
    return None if all(word == "random" for word in words) else tuple(words)


def count_of(game: Game, players: int | None) -> int:
    """How many play: as many as asked for, or the fewest. Raises OptionError for a number that the game is not for."""
    players = min(game.players) if players is None else players
    if players not in game.players:
        counts = listed([str(count) for count in game.players]).replace(" and ", " or ")
        raise OptionError(f"{game.name} is for {counts} players, not {players}")
    return players
