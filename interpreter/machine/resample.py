"""Another world that a seat can not tell from the true one.

The game is played again from the last stop before anything hidden from the seat. Each outcome of chance and each choice of others that the
seat has seen since is kept; every other one is made anew among what was possible: cards that were dealt unseen change places among
themselves, others' unseen choices are any of their legal ones. After each step the seat must observe exactly what it has observed; a step
that shows it something else is tried again, then the whole world.

Where nothing but unseen deals is hidden, every deal is as likely as another. Hidden choices are drawn as if others chose at random, and a
step that must be tried again weighs worlds a little unevenly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from ...dsl import ir
from . import layout as at
from .chance import Draw, Tape, seeded
from .events import Event
from .fault import GameFault
from .hindsight import Guide, Scene, scenes
from .interpret import Subsets
from .menu import Action, IllegalAction, Legal, Line, TooMany, Value
from .observe import Observation, Observer
from .record import Step
from .scores import final_scores

if TYPE_CHECKING:
    from .state import State

TRIES = 12  # of one step before the world is given up
WORK = 60  # times as many steps as the game has may be played for one world
GUESSES = 40  # at a choice that fits


class ResampleError(LookupError):
    """No other world was found in reasonable time."""


class Impossible(Exception):
    """This world can not go on as the seat has seen it."""


@dataclass
class Guided(Tape):
    """A tape that draws by guides, and at random where these leave it open. It leaves the game's stream alone. faces: of the cards."""

    guides: Sequence[Guide] = ()
    faces: Sequence[int] = ()
    rng: Random = field(default_factory=Random)

    def draw(self, word: int, kind: str, place: int, sources: list[int]) -> tuple[int, int]:
        """As `Tape.draw`. Raises Impossible."""
        guide = self.guides[self.position] if self.position < len(self.guides) else None
        if guide is None or (guide.kind, guide.place) != (kind, place):
            outcome = self.rng.randrange(len(sources))
        elif guide.keep is not None:
            outcome = next((i for i, source in enumerate(sources) if source == guide.keep), -1)
            if outcome < 0 and kind == "card":  # another card with that face does as well
                outcome = next((i for i, card in enumerate(sources) if self.faces[card] == self.faces[guide.keep]), -1)
            if outcome < 0:
                raise Impossible
        else:
            possible = range(len(sources))
            if kind == "card":
                possible = [i for i in possible if not guide.reserved >> sources[i] & 1]
            if not possible:
                raise Impossible
            outcome = possible[int(self.rng.random() * len(possible))]
        self.outcomes.append(outcome)
        self.position += 1
        self.draws.append(Draw(kind, place, tuple(sources), outcome))
        return outcome, word


@dataclass
class World:
    """A world in the making."""

    cells: list[int]
    steps: list[Step]


class Plan:
    """What can be otherwise for a seat. Worked out once for a state; worlds are made from it."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.machine = state.machine
        self.scenes = scenes(state, seat)
        self._faces = [card.face for card in self.machine.program.cards]
        self._watchers, self._seen = _watchers(state, seat)
        self._base = World([], [])
        fixed = next((i for i, scene in enumerate(self.scenes) if scene.free), len(self.scenes))
        self._base = self._play(Random(0), fixed)

    def world(self, rng: Random) -> State:
        """A world. Raises ResampleError."""
        length = len(self.scenes) - len(self._base.steps) + 1
        true = self.state.stop
        for _ in range(WORK):
            try:
                world = self._play(rng, len(self.scenes))
            except Impossible:
                continue
            stop = self.machine.stop(world.cells)
            if (stop.over, stop.menu, stop.asked, stop.waiting) == (true.over, true.menu, true.asked, true.waiting):
                world.cells[at.STREAM] = seeded(rng.getrandbits(62))
                return self.state.other(world.cells, world.steps, self.seat)
        name = self.state.seat_names[self.seat]
        raise ResampleError(f"no other world was found that {name} could not tell from this one ({WORK} times {length} steps were tried)")

    def _play(self, rng: Random, until: int) -> World:
        """Play up to a step, from where the worlds part. Raises Impossible."""
        world = World(self._base.cells, list(self._base.steps))
        for index in range(len(world.steps), until):
            scene = self.scenes[index]
            for _ in range(TRIES if scene.free else 1, 0, -1):
                try:
                    cells, step = self._step(world, scene, rng)
                except (Impossible, GameFault):
                    continue
                if (step.events, step.action, step.scores) == (scene.step.events, scene.step.action, scene.step.scores):
                    break
                # a seat's knowledge depends on its observations alone, and so far they are the true ones: its true mind may judge
                if self._watchers[index].copy().watch(step.passage) == self._seen[index]:
                    break
            else:
                raise Impossible
            step.seen[self.seat] = self._seen[index]
            world.cells = cells
            world.steps.append(step)
        return world

    def _step(self, world: World, scene: Scene, rng: Random) -> tuple[list[int], Step]:
        """One step on a copy. Raises Impossible, GameFault."""
        tape = Guided(guides=scene.guides, faces=self._faces, rng=rng)
        true, machine = scene.step, self.machine
        action: Action | None = None
        if true.seat is None or true.action is None:
            cells = self.state.fresh_cells()
        else:
            cells = world.cells[:]
            action = self._choice(world, scene, rng)
            machine.commit(cells, machine.program.menus[action.menu], action.index, true.seat, action.arguments)
        events: list[Event] = []
        machine.advance(cells, tape, events)
        return cells, Step(
            machine.program,
            true.seat,
            action,
            true.committed,
            tuple(tape.draws),
            tuple(events),
            true.turn,
            final_scores(machine.program, cells),
        )

    def _choice(self, world: World, scene: Scene, rng: Random) -> Action:
        """What the seat of a step chooses in this world. Raises Impossible."""
        true = scene.step
        assert true.seat is not None and true.action is not None
        if scene.certain and self._possible(world.cells, true.seat, true.action):
            return true.action
        seen = self.state.other(world.cells, world.steps, None)
        legal = seen.legal(true.seat)
        if scene.own:
            try:
                return legal.resolve(true.action)
            except IllegalAction:
                raise Impossible from None
        return guess(legal, scene, rng)

    def _possible(self, cells: list[int], seat: int, action: Action) -> bool:
        """Whether the very same action is possible here."""
        machine = self.machine
        menu = machine.program.menus[action.menu]
        if menu.anytime:
            if not machine.open_anytime(cells, seat):
                return False
        elif cells[at.MENU] != menu.number or not cells[at.WAITING] >> seat & 1:
            return False
        for number, value in enumerate(action.arguments):
            domain = machine.domain(cells, menu, action.index, seat, action.arguments[:number])
            if isinstance(domain, Subsets):
                if isinstance(value, int) or not domain.least <= len(value) <= domain.most or not set(value) <= set(domain.items):
                    return False
            elif value not in domain:
                return False
        return menu.actions[action.index].guard is None or machine.allowed(cells, menu, action.index, seat, action.arguments)


def resample(state: State, seat: int, rng: Random) -> State:
    """A state that the seat can not tell from this one, with a stream of chance of its own. Raises ResampleError."""
    return state.plan(seat).world(rng)


def _watchers(state: State, seat: int) -> tuple[list[Observer], list[tuple[Observation, ...]]]:
    """The seat before each step, and what it then observed."""
    observer = state.fresh_observer(seat)
    watchers: list[Observer] = []
    seen: list[tuple[Observation, ...]] = []
    for step in state.steps:
        watchers.append(observer)
        observer = observer.copy()
        seen.append(observer.watch(step.passage))
    return watchers, seen


# --------------------------------------------------------------------------- others' choices


def guess(legal: Legal, scene: Scene, rng: Random) -> Action:
    """A legal action that fits what the seat knows of another's choice. Raises Impossible."""
    lines = [line for line in legal.lines if scene.name is None or line.info.name == scene.name]
    for _ in range(GUESSES if lines else 0):
        if scene.name is None:
            try:
                action = legal.sample(rng)
            except (TooMany, IllegalAction):
                break
            if not any(scene.reserved >> card & 1 for card in _cards(legal, action)):
                return action
            continue
        line = rng.choice(lines)
        arguments = _arguments(legal, line, scene, rng)
        action = None if arguments is None else legal.prove_unmerged(line, arguments)
        if action is not None:
            return legal.resolve(action)  # of cards that look alike the first one, as when it is typed
    raise Impossible


def _arguments(legal: Legal, line: Line, scene: Scene, rng: Random) -> tuple[Value, ...] | None:
    """Arguments for an action, known ones as they are; None where there are none."""
    chosen: tuple[Value, ...] = ()
    for parameter, known in zip(line.info.parameters, scene.arguments, strict=True):
        values = legal.machine.domain(legal.cells, line.menu, line.index, legal.seat, chosen)
        if isinstance(values, Subsets):
            if not isinstance(known, tuple):
                return None
            kept = [_like(legal, parameter.type, value, values.items) for value in known[0]]
            some = _subset(values, kept, known[1], scene.reserved if _of_cards(parameter.type) else 0, rng)
            if some is None:
                return None
            chosen = (*chosen, some)
        elif isinstance(known, int):
            value = _like(legal, parameter.type, known, values)
            if value is None:
                return None
            chosen = (*chosen, value)
        else:
            rest = [value for value in values if value == ir.NONE or not scene.reserved >> value & 1]
            if not rest:
                return None
            chosen = (*chosen, rng.choice(rest))
    return chosen


def _subset(values: Subsets, kept: Sequence[int | None], size: int, reserved: int, rng: Random) -> tuple[int, ...] | None:
    """A subset of this size with what is known to be in it."""
    rest = [value for value in values.items if value not in kept and not reserved >> value & 1]
    missing = size - len(kept)
    if None in kept or len(set(kept)) < len(kept) or not 0 <= missing <= len(rest) or not values.least <= size <= values.most:
        return None
    some = {*kept, *rng.sample(rest, missing)}
    return tuple(value for value in values.items if value in some)


def _like(legal: Legal, kind: ir.Type, value: int, values: Sequence[int]) -> int | None:
    """The value, or, where it is not to be had, a card with the same face."""
    if value in values or value == ir.NONE or not _of_cards(kind):
        return value if value in values else None
    cards = legal.machine.program.cards
    return next((card for card in values if card != ir.NONE and cards[card].face == cards[value].face), None)


def _cards(legal: Legal, action: Action) -> list[int]:
    """The cards among an action's arguments."""
    line = next(line for line in legal.lines if (line.menu.number, line.index) == (action.menu, action.index))
    found: list[int] = []
    for parameter, value in zip(line.info.parameters, action.arguments, strict=True):
        if _of_cards(parameter.type):
            found += [card for card in (value if isinstance(value, tuple) else (value,)) if card != ir.NONE]
    return found


def _of_cards(kind: ir.Type) -> bool:
    while isinstance(kind, ir.Many | ir.Maybe):
        kind = kind.of
    return kind == ir.CARD
