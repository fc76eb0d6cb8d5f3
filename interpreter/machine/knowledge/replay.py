"""A game played again as one seat has seen it: what the seat knows is kept, the rest is given or made anew.

A world in the making is, for each step, the choice that began it and what was drawn in it. `rename` lets one world follow another with two
or more unseen cards in each other's place.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf
from random import Random
from typing import TYPE_CHECKING

from ....dsl.ir import NONE
from ..chance import Draw, Tape
from ..fault import GameFault
from ..program import of_cards
from ..running.interpret import Machine, Subsets
from ..state.menu import Action, IllegalAction, Legal
from ..state.record import Happened, Step
from ..state.scores import final_scores
from .guess import Impossible, guess, is_open, renamed
from .hindsight import Guide, Scene, scenes
from .observe import Observation, Observer
from .sameness import Shown
from .view import Sight

if TYPE_CHECKING:
    from ..state.state import State

PINNED = 12  # outcomes of a draw that are tried to see whether it could have been another
PINS = 6  # times
UNPLAYABLE = 1000  # how far off a step is that can not be played
NOBODY: dict[int, int] = {}  # changes place with nobody


class Late(Exception):
    """The time given to a world is over."""


@dataclass
class Guided(Tape):
    """A tape that draws by guides, then by a wish, and at random where these leave it open. It leaves the game's stream alone.

    faces: of the cards; wish: values drawn in another world; rename: cards that take each other's place from the draw `since` on.
    """

    guides: Sequence[Guide] = ()
    faces: Sequence[int] = ()
    rng: Random = field(default_factory=Random)
    wish: Sequence[Draw] = ()
    rename: dict[int, int] = field(default_factory=dict[int, int])
    since: int = 0

    def draw(self, word: int, kind: str, place: int, sources: list[int]) -> tuple[int, int]:
        """As `Tape.draw`. Raises Impossible."""
        now = self.position
        guide = self.guides[now] if now < len(self.guides) else None
        if guide is not None and (guide.kind, guide.place) != (kind, place):
            guide = None
        if guide is not None and guide.keep is not None:
            outcome = next((i for i, source in enumerate(sources) if source == guide.keep), -1)
            if outcome < 0 and kind == "card":  # another card with that face does as well
                outcome = next((i for i, card in enumerate(sources) if self.faces[card] == self.faces[guide.keep]), -1)
            if outcome < 0:
                raise Impossible
        else:
            reserved = guide.reserved if guide is not None and kind == "card" else 0
            outcome = self._wished(now, kind, sources, reserved)
            if outcome < 0:
                possible = [i for i, card in enumerate(sources) if not reserved >> card & 1] if reserved else range(len(sources))
                if not possible:
                    raise Impossible
                outcome = possible[int(self.rng.random() * len(possible))]
        self.outcomes.append(outcome)
        self.position += 1
        self.draws.append(Draw(kind, place, tuple(sources), outcome))
        return outcome, word

    def _wished(self, now: int, kind: str, sources: list[int], reserved: int) -> int:
        """What the other world had here; -1 where that can not be."""
        if now >= len(self.wish) or self.wish[now].kind != kind:
            return -1
        value = self.wish[now].sources[self.wish[now].outcome]
        for wanted in (self.rename.get(value, value), value) if kind == "card" and now >= self.since else (value,):
            if wanted in sources and not reserved >> wanted & 1:
                return sources.index(wanted)
        return -1


@dataclass(frozen=True)
class Course:
    """What a step was made of: the choice (None: the beginning), what was drawn, the report, and the state it left."""

    action: Action | None
    draws: tuple[Draw, ...]
    raw: list[int]
    cells: list[int]


@dataclass(frozen=True)
class Stretch:
    """Steps from `first` up to and without `end`, and the state that they begin from."""

    first: int
    end: int
    before: list[int]


class Replay:
    """One seat's game, to be played again. Worked out once for a state. deadline: of the monotonic clock, after which no step is played."""

    def __init__(self, state: State, seat: int, deadline: float = inf) -> None:
        """Raises Late."""
        self.state = state
        self.deadline = deadline
        self.seat = seat
        self.machine: Machine = state.machine
        self.scenes = scenes(state, seat)
        self.shown = Shown(self.machine.program, seat)
        self.work = 0  # steps played so far
        self._faces = self.machine.program.layout.card_face
        self._seen: list[tuple[Observation, ...]] = []
        self._watchers: list[Observer] = []
        self.cells = [state.fresh_cells(), *(scene.step.cells for scene in self.scenes)]  # the truth before each step, and now
        self._truth = [
            self.shown.lines(before, scene.step.raw, scene.step.draws, scene.step.seat is None)
            for scene, before in zip(self.scenes, self.cells, strict=False)
        ]
        for index, scene in enumerate(self.scenes):
            if any(guide.keep is None and guide.kind != "card" for guide in scene.guides):
                self.scenes[index] = self._pinned(index, scene)

    def step(
        self,
        index: int,
        before: list[int],
        rng: Random,
        wish: Course | None = None,
        rename: dict[int, int] = NOBODY,
        since: int | None = None,
    ) -> Course:
        """Play a step, after which everything is as the seat has seen it so far.

        before: the state to play it from; wish: the step in another world, which is followed where that can be; rename: cards that are in
        each other's place there, from the draw `since` of this step on (None: in its choice too). Raises Impossible.
        """
        course = self.try_step(index, before, rng, wish, rename, since)
        if not self.fits(index, before, course):
            raise Impossible
        return course

    def try_step(
        self,
        index: int,
        before: list[int],
        rng: Random,
        wish: Course | None = None,
        rename: dict[int, int] = NOBODY,
        since: int | None = None,
        machine: Machine | None = None,
        raw: list[int] | None = None,
    ) -> Course:
        """The same, whatever the step shows. machine: another one of the same program; raw: an empty list for the report. Raises Late."""
        self.work += 1
        if time.monotonic() > self.deadline:
            raise Late
        scene = self.scenes[index]
        machine = machine or self.machine
        tape = Guided(
            [], guides=scene.guides, faces=self._faces, rng=rng, wish=() if wish is None else wish.draws, rename=rename, since=since or 0
        )
        action: Action | None = None
        raw = [] if raw is None else raw
        try:
            cells = before[:]
            if scene.step.seat is not None and scene.step.action is not None:
                action = self._choice(index, before, rng, wish, rename if since is None else NOBODY, machine)
                machine.commit(cells, machine.program.menus[action.menu], action.index, scene.step.seat, action.arguments)
            machine.report(cells, tape, raw)
        except GameFault:
            raise Impossible from None
        return Course(action, tuple(tape.draws), raw, cells)

    def fits(self, index: int, before: list[int], course: Course) -> bool:
        """Whether the seat has observed in this step what it observes in the course."""
        true = self.scenes[index].step
        lines = self.shown.lines(before, course.raw, course.draws, true.seat is None)
        if lines == self._truth[index] and final_scores(self.machine.program, course.cells) == true.scores:
            return True
        # a seat's knowledge depends on its observations alone, and so far they are the true ones: its true mind may judge
        self._watch()
        action = (
            true.action if course.action is not None and true.seat != self.seat else course.action
        )  # how others see theirs is their affair
        watcher = self._watchers[index].facing(before).copy()
        return watcher.watch(self.record(index, before, course, action).passage) == self._seen[index]

    def off(self, index: int, before: list[int], rng: Random, machine: Machine, raw: list[int]) -> tuple[int, list[int]]:
        """How far a step is from what the seat has seen, and, where the choice that it saw is not possible, the cards to choose from
        instead. machine and raw as in `try_step`.
        """
        try:
            course = self.try_step(index, before, rng, machine=machine, raw=raw)
        except Impossible:
            return UNPLAYABLE, self._offered(index, before)
        lines, true = self.shown.lines(before, course.raw, course.draws, self.scenes[index].step.seat is None), self._truth[index]
        return abs(len(lines) - len(true)) + sum(line != other for line, other in zip(lines, true, strict=False)), []

    def stands(self, cells: list[int], end: int) -> bool:
        """Whether the same is asked of the same seats as it was before the step `end`, or is now."""
        if end < len(self.scenes):
            return True  # the step that follows the last one of a part shows it
        stop, true = self.machine.stop(cells), self.state.stop
        return (stop.over, stop.menu, stop.asked, stop.waiting) == (true.over, true.menu, true.asked, true.waiting)

    def _offered(self, index: int, cells: list[int]) -> list[int]:
        """The cards among which the seat of a step may choose where it did not choose any of them."""
        scene = self.scenes[index]
        seat, action = scene.step.seat, scene.step.action
        if seat is None or action is None or not scene.certain:
            return []
        menu = self.machine.program.menus[action.menu]
        if not is_open(self.machine, cells, menu, seat):
            return []
        for number, value in enumerate(action.arguments):
            if not of_cards(menu.actions[action.index].parameters[number].type):
                continue
            domain = self.machine.domain(cells, menu, action.index, seat, action.arguments[:number])
            items = domain.items if isinstance(domain, Subsets) else domain
            if not set(value if isinstance(value, tuple) else (value,)) <= set(items):
                return [card for card in items if card != NONE]
        return []

    def _pinned(self, index: int, scene: Scene) -> Scene:
        """The scene with what can be told from it for sure: seats and numbers drawn where no other would have shown the same.

        Whether one would is tried in a few worlds, each with other cards.
        """
        rng, before, guides = Random(0), self.cells[index], list(scene.guides)
        for number, (guide, draw) in enumerate(zip(scene.guides, scene.step.draws, strict=True)):
            if guide.keep is not None or guide.kind == "card" or len(draw.sources) > PINNED:
                continue
            for outcome in range(len(draw.sources)):
                draws = (*scene.step.draws[:number], replace(draw, outcome=outcome))
                wish = Course(None, draws, [], [])
                if outcome != draw.outcome and any(self._goes(index, before, rng, wish) for _ in range(PINS)):
                    break
            else:
                guides[number] = replace(guide, keep=draw.sources[draw.outcome])
        return replace(scene, guides=tuple(guides), free=scene.free and (scene.chosen or any(g.keep is None for g in guides)))

    def _goes(self, index: int, before: list[int], rng: Random, wish: Course) -> bool:
        """Whether a step can be played so."""
        try:
            self.step(index, before, rng, wish)
        except Impossible:
            return False
        return True

    def record(self, index: int, before: list[int], course: Course, action: Action | None) -> Step:
        """A step for a state's history. before: the state that it began from."""
        happened = Happened(course.raw, course.draws)
        return Step(self.state.stepper, before, self.scenes[index].step.seat, action, course.cells, happened)

    def history(self, first: int, courses: Sequence[Course]) -> list[Step]:
        """Steps for a state's history, which the seat has observed as it has: the true ones up to `first`, then these. Choosers see their
        choices as in this world."""
        self._watch()
        steps = [scene.step for scene in self.scenes[:first]]
        before = self.cells[first]
        for index, course in enumerate(courses, first):
            true = self.scenes[index].step
            action = course.action
            if action is not None and action is not true.action and true.seat is not None:
                legal = self.state.other(before, steps[:], None).legal(true.seat)
                line = next(line for line in legal.lines if (line.menu.number, line.index) == (action.menu, action.index))
                action = legal.prove_unmerged(line, action.arguments) or action
            steps.append(self.record(index, before, course, action))
            steps[-1].seen[self.seat] = self._seen[index]
            before = course.cells
        return steps

    def _watch(self) -> None:
        """Work out the seat before each step, and what it then observed."""
        if self._watchers:
            return
        observer = self.state.fresh_observer(self.seat)
        for scene in self.scenes:
            self._watchers.append(observer)
            observer = observer.copy()
            self._seen.append(observer.watch(scene.step.passage))

    # ----------------------------------------------------------------------- choices

    def _choice(self, index: int, cells: list[int], rng: Random, wish: Course | None, rename: dict[int, int], machine: Machine) -> Action:
        """What the seat of a step chooses in this world. Raises Impossible, GameFault."""
        scene = self.scenes[index]
        true = scene.step
        assert true.seat is not None and true.action is not None
        if scene.certain and self._possible(cells, true.seat, true.action, machine):
            return true.action
        if scene.own:  # perhaps with another card that looks the same
            return self._own(index, cells)
        if not scene.certain and wish is not None and wish.action is not None:
            action = renamed(machine, wish.action, rename)
            if self._possible(cells, true.seat, action, machine):
                return action
        return guess(machine, cells, scene, rng)

    def _own(self, index: int, cells: list[int]) -> Action:
        """The seat's own choice, which it knows by what it saw of it."""
        true = self.scenes[index].step
        assert true.action is not None
        self._watch()
        sight = Sight(self.state.words, self.seat, cells, lambda: self._watchers[index].mind)
        menu = self.machine.program.menus[true.action.menu]
        if not is_open(self.machine, cells, menu, self.seat):
            raise Impossible
        try:
            return Legal(self.machine, cells, self.seat, [menu], sight).resolve(true.action)
        except IllegalAction:
            raise Impossible from None

    def _possible(self, cells: list[int], seat: int, action: Action, machine: Machine) -> bool:
        """Whether the very same action is possible here."""
        menu = machine.program.menus[action.menu]
        if not is_open(machine, cells, menu, seat):
            return False
        for number, value in enumerate(action.arguments):
            domain = machine.domain(cells, menu, action.index, seat, action.arguments[:number])
            if isinstance(domain, Subsets):
                if isinstance(value, int) or not domain.least <= len(value) <= domain.most or not set(value) <= set(domain.items):
                    return False
            elif value not in domain:
                return False
        return menu.actions[action.index].guard is None or machine.allowed(cells, menu, action.index, seat, action.arguments)
