"""Games in bulk as columns of numbers: what `cardrules.playouts` gives."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ...machine.running.policy import ACTION, ENDED, FACE, LONGEST, decided, shape
from ...machine.state.game import Game, load
from ...machine.state.values import whole
from .batches import Progress, outcomes
from .pace import Outcome
from .setup import Rules, Setup, count_of, seats_of


class Playouts:
    """The records of many games. `games["decisions"]` is a column: an `array` of ints, one for each game, in the order of their numbers,
    which numpy reads without copying; `games.columns` are their names. Seats are counted from 0 in them: "place 0", "score 0".

    winners: for each game the seats that won it as a mask, of which bit 0 is the first seat: 1, 2 and 3 are the first, the second, both.
    Scores are all 0 where the game gives none (column "scored"). Games with `games["ending"]` other than 0 were cut off (1) or
    met a fault of the rules (2). tally: counts of actions and faces, see `action` and `face`.
    """

    def __init__(self, setup: Setup, seed: int, found: Sequence[Outcome]) -> None:
        self.setup, self.seed = setup, seed
        self.program = setup.machine.program
        self.shape = shape(self.program)
        self.columns = self.shape.columns
        self.players = setup.players
        self._rows = array("q")
        self.numbers: list[range] = []  # the numbers of the games that are here
        self.tally = [0] * self.shape.tally
        for outcome in sorted(found, key=lambda outcome: outcome.first):
            self._rows.extend(outcome.rows)
            self.numbers.append(range(outcome.first, outcome.first + outcome.count))
            self.tally = [a + b for a, b in zip(self.tally, outcome.tally, strict=True)]

    def __repr__(self) -> str:
        return f"<{len(self):,} games of {self.setup.game.name}, {self.players} players>"

    def __len__(self) -> int:
        return len(self._rows) // self.shape.width

    def __getitem__(self, column: str) -> array[int]:
        """A column. Raises KeyError."""
        if column not in self.columns:
            raise KeyError(f"there is no column {column!r}; there are {', '.join(self.columns)}")
        return self._rows[self.columns.index(column) :: self.shape.width]

    @property
    def winners(self) -> array[int]:
        """For each game the mask of the seats that won."""
        return self["winners"]

    @property
    def scores(self) -> list[array[int]]:
        """For each seat the column of its scores; all 0 in games that give no scores (column `scored`)."""
        return [self[f"score {seat}"] for seat in range(self.players)]

    @property
    def rows(self) -> memoryview:
        """All of it, two-dimensional: games by columns."""
        return memoryview(self._rows).cast("B").cast("q", (len(self), self.shape.width)) if self._rows else memoryview(self._rows)

    def wins(self, seat: int) -> int:
        """How many of the decided games the seat won, alone or with others."""
        program = self.program
        pairs = zip(self["ending"], self["winners"], strict=True)
        return sum(1 for ending, winners in pairs if winners >> seat & 1 and decided(program, ending, winners))

    @property
    def ended(self) -> int:
        """How many games came to their end."""
        return self["ending"].count(ENDED)

    def action(self, menu: int, action: int) -> dict[str, int]:
        """What the tally says of an action of a menu: offered, taken, users, won."""
        first = (self.shape.actions[menu] + action) * len(ACTION)
        return dict(zip(ACTION, self.tally[first : first + len(ACTION)], strict=True))

    def face(self, face: int) -> dict[str, int]:
        """What the tally says of a face: taken, users, won, owners, owned."""
        first = self.shape.first_face + face * len(FACE)
        return dict(zip(FACE, self.tally[first : first + len(FACE)], strict=True))

    def number(self, index: int) -> int:
        """The number of a game in its batch, by its place in the columns: different only where some were interrupted."""
        for numbers in self.numbers:
            if index < len(numbers):
                return numbers[index]
            index -= len(numbers)
        raise IndexError("there are not so many games")


def playouts(
    game: Game | str | Path,
    n: int,
    seed: int = 0,
    players: int | None = None,
    policy: str | Sequence[str] = "random",
    workers: int = 1,
    longest: int = LONGEST,
    think: float = 0.1,
    lead: bool = True,
    statistics: bool = True,
) -> Playouts:
    """Play n games in bulk and return their records.

    game: from `load`, or what `load` takes. players: how many play, by default the fewest. policy: a word for all seats or one for each:
    "random", "bot", "bot:0.2" (a bot that thinks so many seconds). workers: processes. longest: choices before a game is cut off. think:
    what bots think about a decision, in seconds (counted, not measured, so that the same seed gives the same games). lead: without it, who
    leads is not followed, which saves time where no native code plays. statistics: without them only how games end is kept, with the
    numbers of decisions, turns and rounds: all other columns and the tally are 0.

    The same seed gives the same records, whatever `workers` is. Raises OptionError; ValueError for a policy that there is not and for a
    number that is too small; TypeError for what is no number; GameFault where the rules can not be played with these options; PlayerFault.
    """
    n, seed, workers = whole(n, "the number of games"), whole(seed, "the seed"), whole(workers, "the number of workers")
    longest = whole(longest, "the number of choices before a game is cut off")
    setup = setup_of(game, players, policy, longest, think, n if lead and statistics else 0)
    return gathered(replace(setup, results=not statistics), seed, n, workers)


def setup_of(game: Game | str | Path, players: int | None, policy: str | Sequence[str], longest: int, think: float, lead: int) -> Setup:
    """The Setup of a call of `playouts`."""
    from ...players.kinds import KINDS, parted

    game = game if isinstance(game, Game) else load(game)
    if players is None and not isinstance(policy, str):
        players = len(policy)
    players = count_of(game, None if players is None else whole(players, "the number of players"))
    if longest < 1:
        raise ValueError(f"the number of choices before a game is cut off is 1 or more, not {longest}")
    words = (policy,) * players if isinstance(policy, str) else tuple(policy)
    if len(words) != players:
        raise ValueError(f"{players} players need {players} words of policy, not {len(words)}")
    for word in words:
        if parted(word) is None:
            raise ValueError(f"there is no policy {word!r}; there are {', '.join(KINDS)}")
    return Setup(Rules.of(game), players, seats_of(words), think, longest, lead)


def gathered(
    setup: Setup,
    seed: int,
    games: int,
    workers: int = 1,
    cluster: str | None = None,
    progress: Progress | None = None,
    keep: bool = False,
) -> Playouts:
    """All games of a setup. keep: after Ctrl-C, give what is there."""
    if games < 0:
        raise ValueError("the number of games can not be negative")
    if workers < 1:
        raise ValueError(f"the number of workers is 1 or more, not {workers}")
    found: list[Outcome] = []
    done = 0
    try:
        for outcome in outcomes(setup, seed, games, workers, cluster):
            found.append(outcome)
            done += outcome.count
            if progress is not None:
                progress(done, games)
    except KeyboardInterrupt:
        if not keep:
            raise
    return Playouts(setup, seed, found)
