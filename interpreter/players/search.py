"""A player that looks ahead: it plays games to their end in worlds that it can not tell from the true one, and takes what did best.

Every world is tried with every candidate, so that luck cancels out of the comparison; after each phase the weaker half of the candidates
is dropped. The budget counts trial games and time, and is spent even when there is nothing to choose: how long an answer takes says nothing
about the cards.
"""

from __future__ import annotations

from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from .player import SeatMenu, SeatState

if TYPE_CHECKING:
    from ..machine.menu import Action
    from ..machine.state import State

CANDIDATES = 24  # of a larger menu, a sample is looked at
LONGEST = 400  # decisions of a trial game; one that is not over by then counts as even
ASIDES = 3  # `anytime` actions in a row; after them it decides, so that it can not dither for ever


class SearchPlayer:
    """playouts: trial games for a decision; seconds: how long they may take. seed: of its own stream; None: different every time."""

    name = "bot"

    def __init__(self, playouts: int = 600, seconds: float = 0.8, seed: int | None = None) -> None:
        self._playouts = playouts
        self._seconds = seconds
        self._random = Random(seed)
        self._asides = 0

    def decide(self, seat: SeatState) -> Action:
        """The most promising action."""
        from ..machine.resample import ResampleError

        deadline = monotonic() + self._seconds
        try:
            return self._search(seat, deadline)
        except ResampleError:  # it knows too much to imagine another world: it plays on what it sees, never on the truth
            return seat.legal.sample(self._random)

    def _search(self, seat: SeatState, deadline: float) -> Action:
        from ..machine.resample import ResampleError

        field = candidates(seat.legal, self._random)
        anytime = seat.world(self._random).machine.program.anytime
        aside = -1 if anytime is None else anytime.number
        if self._asides >= ASIDES:
            field = [action for action in field if action.menu != aside] or field
        self._random.shuffle(field)  # equals are not taken by their place in the menu
        totals = dict.fromkeys(range(len(field)), 0.0)
        left, alive, tried = self._playouts, list(totals), 0
        phases = max(1, (len(field) - 1).bit_length())
        begun, budget = monotonic(), max(deadline - monotonic(), 0.0)
        for phase in range(phases):
            share = max(1, left // (phases - phase) // len(alive))
            until = begun + budget * (phase + 1) / phases
            for _ in range(share):
                try:
                    world = seat.world(self._random)
                except ResampleError:
                    if tried:
                        break  # what the other worlds showed has to do
                    raise
                tried += 1
                for index in alive:
                    totals[index] += self._try(world, seat.seat, field[index])
                    left -= 1
                if monotonic() > until:
                    break
            alive.sort(key=lambda index: -totals[index])
            alive = alive[: max(1, (len(alive) + 1) // 2)]
        chosen = field[alive[0]]
        self._asides = self._asides + 1 if chosen.menu == aside else 0
        return chosen

    def _try(self, world: State, seat: int, action: Action) -> float:
        """What the seat gets when it takes the action in this world and everybody goes on at random."""
        from ..machine.fault import GameFault

        trial = world.clone(watched=False)
        try:
            trial.choose(seat, action)
            return playout(trial, self._random)[seat]
        except GameFault:  # of a world that may never come true
            return 0.0


def candidates(legal: SeatMenu, random: Random) -> list[Action]:
    """The actions to compare: all of a small menu, a sample of a large one."""
    from ..machine.menu import TooMany

    try:
        if len(legal) <= CANDIDATES:
            return list(legal)
    except TooMany:
        pass
    sample = {str(action): action for action in (legal.sample(random) for _ in range(2 * CANDIDATES))}
    return list(sample.values())[:CANDIDATES]


def playout(state: State, random: Random, longest: int = LONGEST) -> list[float]:
    """Play the state on at random, and return what each seat gets (nothing, when it is not over after so many decisions)."""
    for _ in range(longest):
        if state.over:
            return list(state.returns)
        seat = random.choice(state.to_move)
        state.choose(seat, state.legal(seat).sample(random))
    return list(state.returns) if state.over else [0.0] * state.players
