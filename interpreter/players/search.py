"""A player that looks ahead: it plays games to their end in worlds that it can not tell from the true one, and takes what did best.

Every world is tried with every candidate, so that luck cancels out of the comparison; after each phase the weaker half of the candidates
is dropped. Where a world takes longer to make than games in it take to play, each candidate is tried several times in it. The budget counts
trial games and time, and is spent even when there is nothing to choose: how long an answer takes says nothing about the cards.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import TYPE_CHECKING

from .budget import WORLD, Budget
from .player import SeatMenu, SeatState

if TYPE_CHECKING:
    from ..machine.running.interpret import Machine
    from ..machine.state.menu import Action
    from ..machine.state.state import State

CANDIDATES = 24  # of a larger menu, a sample is looked at
LONGEST = 400  # decisions of a trial game; one that is not over by then counts as even
TRIALS = 8  # of a candidate in one world, at most
ASIDES = 2  # things done out of turn between two decisions of its own; so games go on
PROBE = 0.1  # how often it thinks about doing something out of turn
IDEAS = 3  # so many of these are compared with doing nothing
WORLDS = 4  # fewer worlds than that say nothing about an idea
REST = 4  # decisions without imagining, after no world could be imagined
LONG_REST = 40  # at most so many, after that took much longer than a decision may


class SearchPlayer:
    """playouts: trial games for a decision; seconds: how long they may take. seed: of its own stream; None: different every time. steady:
    it does the same again with the same seed, whatever time that takes."""

    name = "bot"

    def __init__(self, playouts: int = 600, seconds: float = 0.8, seed: int | None = None, *, steady: bool = False) -> None:
        self._playouts = playouts
        self._patience = min(1.0, seconds / 4)  # of the making of worlds
        self._budget = Budget(seconds, steady=steady)
        self._random = Random(seed)
        self._asides = 0
        self._rest = 0
        self._making = 0.0  # the share of the budget that went into making worlds

    def decide(self, seat: SeatState) -> Action:
        """The most promising action."""
        from ..machine.knowledge.resample import ResampleError

        idea = self.consider(seat)
        if idea is not None:
            return idea
        self._asides = 0
        if self._rest:
            self._rest -= 1
            return seat.decision.sample(self._random)
        self._budget.begin()
        self._making = 0.0
        try:
            return self._search(seat)
        except ResampleError:  # it knows too much to imagine another world: it plays on what it sees, never on the truth
            self._rest = REST
            return seat.decision.sample(self._random)
        finally:
            self._rest = max(self._rest, min(int(self._making) - 2, LONG_REST))

    def consider(self, seat: SeatState) -> Action | None:
        """Something that may be done at any time, where that surely looks better than to let things go on; seldom tried."""
        from ..machine.knowledge.resample import ResampleError
        from ..machine.state.menu import IllegalAction, TooMany

        if self._random.random() >= PROBE or self._asides >= ASIDES or self._rest:
            return None
        menu = seat.asides
        self._budget.begin()
        try:
            sample = {str(action): action for action in (menu.sample(self._random) for _ in range(IDEAS))}
            found = self._better(seat, list(sample.values()))
        except (IllegalAction, TooMany, ResampleError):
            return None
        self._asides += found is not None
        return found

    # ----------------------------------------------------------------------- comparing

    def _search(self, seat: SeatState) -> Action:
        from ..machine.knowledge.resample import ResampleError

        field = Field(candidates(seat.decision, self._random))
        phases, left, worlds = max(1, (len(field.actions) - 1).bit_length()), self._playouts, 0
        for phase in range(phases):
            until, least = (phase + 1) / phases, left - left // (phases - phase)
            while not worlds or (self._budget.used <= until and left - len(field.alive) >= least):
                try:
                    world, made = self._world(seat)
                except ResampleError:
                    if worlds:
                        break  # what the other worlds showed has to do
                    raise
                before = self._budget.used
                left -= self._round(world, seat.seat, field, shorten=not worlds)
                played = self._budget.used - before
                worlds += 1
                for _ in range(min(TRIALS, int(made / played) if played else 1) - 1):
                    left -= self._round(world, seat.seat, field)
            field.halve()
        return field.best

    def _round(self, world: State, seat: int, field: Field, *, shorten: bool = False) -> int:
        """Every candidate tried once; gives the number of trial games. shorten: where they take long, the field becomes what was tried."""
        before = self._budget.used
        for done, index in enumerate(field.alive, 1):
            field.add(index, self._try(world, seat, field.actions[index]))
            if shorten and done >= 2 and (self._budget.used - before) / done * len(field.alive) > 1 / 2:
                field.alive = field.alive[:done]  # fewer candidates, each looked at more than once
                break
        return len(field.alive)

    def _better(self, seat: SeatState, ideas: list[Action]) -> Action | None:
        """The idea that did better than nothing, in the same worlds, by more than chance would have it."""
        worlds = 0
        gains: list[list[float]] = [[] for _ in ideas]
        while worlds * (len(ideas) + 1) < self._playouts and (self._budget.used < 1 or worlds < WORLDS):
            if worlds and self._budget.used / worlds * WORLDS > 2:
                return None  # there will be too few of them
            world, _ = self._world(seat)
            worlds += 1
            nothing = self._try(world, seat.seat, None)
            for gain, idea in zip(gains, ideas, strict=True):
                gain.append(self._try(world, seat.seat, idea) - nothing)
        index = max(range(len(ideas)), key=lambda i: sum(gains[i]))
        return ideas[index] if surely_positive(gains[index]) else None

    def _world(self, seat: SeatState) -> tuple[State, float]:
        """A world, and the share of the budget that it took. Raises ResampleError."""
        before = self._budget.used
        self._budget.spend(WORLD * seat.observed)
        try:
            world = seat.world(self._random, self._patience)
        finally:
            made = self._budget.used - before
            self._making += made
        return world, made

    def _try(self, world: State, seat: int, action: Action | None) -> float:
        """What the seat gets when it takes the action in this world (None: nothing) and everybody goes on at random."""
        from ..machine.fault import GameFault

        machine, cells = world.machine, list(world.cells)
        try:
            if action is not None:
                found = world.legal(seat).resolve(action)
                machine.commit(cells, machine.program.menus[found.menu], found.index, seat, found.arguments)
        except GameFault:  # of a world that may never come true
            return 0.0
        return playout(machine, cells, self._random, budget=self._budget)[seat]


class Field:
    """Candidates that are compared. alive: the places of those that are still tried."""

    def __init__(self, actions: list[Action]) -> None:
        self.actions = actions
        self.alive = list(range(len(actions)))
        self._totals, self._counts = [0.0] * len(actions), [0] * len(actions)

    def add(self, index: int, outcome: float) -> None:
        """A trial of a candidate, and what the seat got."""
        self._totals[index] += outcome
        self._counts[index] += 1

    def halve(self) -> None:
        """The weaker half is dropped."""
        self.alive.sort(key=lambda index: -self._totals[index] / self._counts[index])
        self.alive = self.alive[: max(1, (len(self.alive) + 1) // 2)]

    @property
    def best(self) -> Action:
        """The first of those that are left."""
        return self.actions[self.alive[0]]


def surely_positive(gains: list[float]) -> bool:
    """Whether a mean is above 0 by more than its standard error."""
    count = len(gains)
    if count < WORLDS:
        return False
    mean = sum(gains) / count
    spread = sum((gain - mean) ** 2 for gain in gains) / (count - 1)
    return mean > sqrt(spread / count) > 0 or (mean > 0 and spread == 0)


def candidates(legal: SeatMenu, random: Random) -> list[Action]:
    """The actions to compare: all of a small menu, a sample of a large one. In random order, but name after name in turn, so that the first
    few of them are of many kinds."""
    from ..machine.state.menu import TooMany

    field: list[Action] = []
    try:
        for action in legal:
            field.append(action)
            if len(field) > CANDIDATES:
                break
    except TooMany:
        field = []
    if not 0 < len(field) <= CANDIDATES:
        sample = {str(action): action for action in (legal.sample(random) for _ in range(2 * CANDIDATES))}
        field = list(sample.values())[:CANDIDATES]
    random.shuffle(field)
    ranks: dict[str, int] = {}
    keyed: list[tuple[int, Action]] = []
    for action in field:
        ranks[action.name] = ranks.get(action.name, -1) + 1
        keyed.append((ranks[action.name], action))
    return [action for _, action in sorted(keyed, key=lambda pair: pair[0])]


def playout(machine: Machine, cells: list[int], random: Random, longest: int = LONGEST, budget: Budget | None = None) -> list[float]:
    """Play a game on at random, nobody out of turn, and return what each seat gets (nothing, when it is not over after so many decisions,
    when twice the time is used, or when the rules meet a fault)."""
    from ..machine.engine import finish
    from ..machine.layout import OVER, STATUS
    from ..machine.state.scores import returns

    tired = None if budget is None or budget.steady else lambda: budget.used > 2
    end = finish(machine, cells, random.getrandbits(62), longest, tired)
    if budget is not None:
        budget.spend(end.made)
    if end.cells is None or end.cells[STATUS] != OVER:
        return [0.0] * machine.program.seats
    return returns(machine.program, end.cells)
