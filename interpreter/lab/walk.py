"""One random game, watched: played to its end with everything checked at every stop that the language promises."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from ...dsl.source import Span
from ..machine.fault import GameFault, MachineError
from ..machine.game import Game
from ..machine.menu import Action, TooMany
from ..machine.state import State
from ..machine.verify import check_state
from .findings import Finding
from .settings import Setting

LONGEST = 3000  # decisions: a random game that goes on longer is not going to end
OUT_OF_TURN = 0.15  # how often a seat that only may act does so


@dataclass
class Walk:
    """What came of one game. digest: equal for two games in which all the same happened. chosen: how often each action was. offered: names
    that were possible. resampled, unsampled: how often a seat's information was tested, and how often no other world was found."""

    setting: Setting
    seed: int
    decisions: int = 0
    digest: str = ""
    finding: Finding | None = None
    chosen: Counter[str] = field(default_factory=Counter[str])
    offered: set[str] = field(default_factory=set[str])
    resampled: int = 0
    unsampled: int = 0


def walk(game: Game, setting: Setting, seed: int, *, resample: float = 0.0, longest: int = LONGEST) -> Walk:
    """Play `game` (loaded for `setting`) at random from `seed`. resample: the share of stops where every seat's information is tested."""
    return _Walker(game, setting, seed, resample, longest).run()


class _Walker:
    def __init__(self, game: Game, setting: Setting, seed: int, resample: float, longest: int) -> None:
        self.game, self.setting, self.seed, self.longest = game, setting, seed, longest
        self.resample = resample
        self.rng = random.Random(seed)
        self.spies = random.Random(seed)  # apart from the players' stream, so that testing changes no game
        self.result = Walk(setting, seed)
        self.story: list[str] = []
        self.state: State | None = None

    def run(self) -> Walk:
        """The whole game, up to its end or its first fault."""
        result = self.result
        try:
            state = self.state = self.game.start(players=self.setting.seats, seed=self.seed)
            result.finding = self.watch(state)
            while result.finding is None and not state.over:
                seat, action = self.pick(state)
                self.story.append(f"{state.seat_names[seat]} {action}")
                result.chosen[action.name] += 1
                result.decisions += 1
                state.choose(seat, action)
                result.finding = self.watch(state)
                if result.decisions >= self.longest and not state.over and result.finding is None:
                    result.finding = self.endless(state)
        except Stuck as stuck:
            result.finding = stuck.finding
        except GameFault as fault:
            result.finding = self.finding("fault", fault.message, fault.span)
        ending = "" if self.state is None or not self.state.over else f"{self.state.returns} {self.state.scores}"
        result.digest = hashlib.sha256("\n".join([*self.story, ending]).encode()).hexdigest()
        return result

    def pick(self, state: State) -> tuple[int, Action]:
        """Who acts now, and how. Raises Stuck when a seat that must act can not."""
        free = state.may_act
        if free and self.rng.random() < OUT_OF_TURN:
            seat = self.rng.choice(free)
        elif state.to_move:
            seat = self.rng.choice(state.to_move)
        else:
            raise Stuck(self.finding("stuck", "the game stands still: it is not over, and nobody has to act", None))
        legal = state.legal(seat)
        names = legal.names()
        if not names:
            raise Stuck(self.finding("stuck", "a seat must act, and nothing is possible", None))
        self.result.offered.update(names)
        return seat, legal.sample(self.rng)

    def watch(self, state: State) -> Finding | None:
        """The first thing that does not hold at this stop."""
        try:
            check_state(state.machine.program, list(state.cells))
        except MachineError as error:
            return self.finding("conservation", f"cardrules itself lost its way: {error}", state.decision.span)
        for invariant, message in state.fault_check():
            return self.finding(
                "invariant", f"the invariant “{invariant.name}” does not hold {_when(invariant.group)}", invariant.span, message
            )
        if self.resample and self.spies.random() < self.resample:
            for seat in range(self.setting.seats):
                if leak := self.leak(state, seat):
                    return leak
        return None

    def leak(self, state: State, seat: int) -> Finding | None:
        """What a seat could tell from two positions that must look alike to it."""
        self.result.resampled += 1
        try:
            other = state.resample(seat, random.Random(self.spies.random()))
        except LookupError:
            self.result.unsampled += 1
            return None
        for what, mine, theirs in differences(state, other, seat):
            name = state.seat_names[seat]
            return self.finding(
                "leak",
                f"the {what} of a seat shows what it can not know",
                None,
                f"{name} sees {mine}",
                f"but had the hidden cards lain otherwise: {theirs}",
            )
        return None

    def endless(self, state: State) -> Finding:
        """A game that does not end."""
        often = Counter(told.split(maxsplit=1)[1] for told in self.story[-100:]).most_common(3)
        note = "the last 100 choices were " + ", ".join(f"{count} × {action}" for action, count in often)
        return self.finding("endless", f"the game does not end: after {self.longest} decisions it still goes on", state.decision.span, note)

    def finding(self, kind: str, headline: str, span: Span | None, *notes: str) -> Finding:
        """A finding of this game."""
        log = None if self.state is None else self.state.log
        return Finding(kind, headline, span, notes, self.setting, self.seed, tuple(self.story), log)


class Stuck(Exception):
    """A game that can not go on."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.headline)
        self.finding = finding


def differences(state: State, other: State, seat: int) -> Iterator[tuple[str, str, str]]:
    """What differs for a seat between two states: (what, in the first, in the second). Nothing, when it can not tell them apart."""
    for what in ("view", "information"):
        mine, theirs = getattr(state, what)(seat), getattr(other, what)(seat)
        if mine != theirs:
            yield what, *_first_difference(str(mine), str(theirs))
    mine, theirs = (menu(s, seat) for s in (state, other))
    if mine != theirs:
        yield "menu", ", ".join(sorted(mine - theirs)) or "less", ", ".join(sorted(theirs - mine)) or "less"


def menu(state: State, seat: int) -> set[str]:
    """What a seat may do, as it would type it; only the names of the actions, where there are too many to list."""
    legal = state.legal(seat)
    try:
        return {str(action) for action in legal}
    except TooMany:
        return set(legal.names())


def _first_difference(mine: str, theirs: str) -> tuple[str, str]:
    at = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs)))
    begin = max(0, at - 30)
    return f"… {mine[begin : at + 40]} …", f"… {theirs[begin : at + 40]} …"


def _when(group: str) -> str:
    return {"each turn": "at the end of a turn", "each round": "at the end of a round", "at the end": "at the end of the game"}.get(
        group, ""
    ).strip()
