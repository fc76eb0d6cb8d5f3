"""Another world that a seat can not tell from the true one.

The game is played again from the last stop before anything hidden from the seat. Each outcome of chance and each choice of others that
the seat has seen
since is kept; every other one is made anew among what was possible: cards that were dealt unseen change places among themselves, others'
unseen
choices are any of their legal ones. After each step the seat must observe exactly what it has observed; a step that shows it something
else is
tried again, then the whole world.

Where nothing but unseen deals is hidden, every deal is as likely as another. Hidden choices are drawn as if others chose at random, and a
step that must be tried again weighs worlds a little unevenly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from ...dsl import ir
from .chance import Draw, Tape, seeded
from .events import Chose, Event, GameBegan, Moved, Shuffled, Turned, VariableSet
from .interpret import Subsets
from .menu import Action, Legal, Line, TooMany, Value
from .observe import Observer
from .record import Step

if TYPE_CHECKING:
    from .state import State

TRIES = 12  # of one step before the world is given up
WORK = 60  # times as many steps as the game has may be played for one world
GUESSES = 40  # at a choice that fits


class ResampleError(LookupError):
    """No other world was found in reasonable time."""


class Impossible(Exception):
    """This world can not go on as the seat has seen it."""


@dataclass(frozen=True)
class Guide:
    """One draw. keep: what must come up, None where the seat does not know; reserved: mask of cards that the seat sees later."""

    kind: str
    place: int
    keep: int | None
    reserved: int


@dataclass
class Guided(Tape):
    """A tape that draws by guides, and at random where these leave it open. It leaves the game's stream alone."""

    guides: Sequence[Guide] = ()
    rng: Random = field(default_factory=Random)

    def draw(self, word: int, kind: str, place: int, sources: list[int]) -> tuple[int, int]:
        """As `Tape.draw`. Raises Impossible."""
        guide = self.guides[self.position] if self.position < len(self.guides) else None
        if guide is None or (guide.kind, guide.place) != (kind, place):
            outcome = self.rng.randrange(len(sources))
        elif guide.keep is not None:
            if guide.keep not in sources:
                raise Impossible
            outcome = sources.index(guide.keep)
        else:
            open_ = range(len(sources)) if kind != "card" else [i for i, card in enumerate(sources) if not guide.reserved >> card & 1]
            if not open_:
                raise Impossible
            outcome = self.rng.choice(open_)
        self.outcomes.append(outcome)
        self.position += 1
        self.draws.append(Draw(kind, place, tuple(sources), outcome))
        return outcome, word


@dataclass(frozen=True)
class Scene:
    """One step as the seat knows it. name: of another's choice, None where that is hidden; arguments: as far as they are known (None:
    hidden;
    a subset: the known cards and how many there are). free: something about it can be otherwise."""

    step: Step
    guides: tuple[Guide, ...]
    reserved: int
    own: bool
    name: str | None
    arguments: tuple[int | tuple[tuple[int, ...], int] | None, ...]
    free: bool


class Plan:
    """What can be otherwise for a seat. Worked out once for a state; worlds are made from it."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.scenes = _scenes(state, seat)
        state.history(seat)  # fills `seen` of all steps
        self.base: State | None = None
        self.observer: Observer = state.fresh_observer(seat)
        self.start = 0
        fixed = next((i for i, scene in enumerate(self.scenes) if scene.free), len(self.scenes))
        if fixed:
            world, observer = self._world(Random(0), fixed, 1)
            self.base, self.observer, self.start = world, observer, fixed

    def world(self, rng: Random) -> State:
        """A world. Raises ResampleError."""
        work = WORK * (len(self.scenes) - self.start) + WORK
        while work > 0:
            try:
                world, observer = self._world(rng, len(self.scenes), TRIES)
            except Impossible:
                work -= len(self.scenes) - self.start + 1
                continue
            state = self.state
            if world.to_move == state.to_move and world.over == state.over and world.stop.asked == state.stop.asked:
                world.adopt(self.seat, observer, seeded(rng.getrandbits(62)))
                return world
            work -= len(self.scenes) - self.start + 1
        raise ResampleError(f"no other world was found that {self.state.seat_names[self.seat]} could not tell from this one")

    def _world(self, rng: Random, until: int, tries: int) -> tuple[State, Observer]:
        """Play up to a step. Raises Impossible."""
        world, observer = self.base, self.observer.copy()
        if world is not None:
            world = world.clone()
        for scene in self.scenes[self.start : until]:
            for left in range(tries if scene.free else 1, 0, -1):
                try:
                    tried = self._play(world, scene, rng)
                except Impossible:
                    if left == 1:
                        raise
                    continue
                watching = observer.copy() if left > 1 else observer
                step = tried.steps[-1]
                seen = watching.watch(step.passage)
                if seen == scene.step.seen[self.seat]:
                    step.seen[self.seat] = seen
                    world, observer = tried, watching
                    break
            else:
                raise Impossible
        assert world is not None
        return world, observer

    def _play(self, world: State | None, scene: Scene, rng: Random) -> State:
        """One step on a copy."""
        from .fault import GameFault
        from .menu import IllegalAction

        tape = Guided(guides=scene.guides, rng=rng)
        try:
            if world is None:
                return self.state.again(tape)
            step = scene.step
            assert step.seat is not None and step.action is not None
            copy = world.clone()
            legal = copy.legal(step.seat)
            if not legal.lines:
                raise Impossible
            action = legal.resolve(step.action) if scene.own else guess(legal, scene, rng)
            copy.choose_with(step.seat, action, tape)
            return copy
        except (GameFault, IllegalAction) as fault:
            raise Impossible from fault


def resample(state: State, seat: int, rng: Random) -> State:
    """A state that the seat can not tell from this one, with a stream of chance of its own. Raises ResampleError."""
    return state.plan(seat).world(rng)


# --------------------------------------------------------------------------- others' choices


def guess(legal: Legal, scene: Scene, rng: Random) -> Action:
    """A legal action that fits what the seat knows of another's choice. Raises Impossible."""
    lines = [line for line in legal.lines if scene.name is None or line.info.name == scene.name]
    for _ in range(GUESSES):
        if scene.name is None:
            try:
                action = legal.sample(rng)
            except (TooMany, LookupError):
                raise Impossible from None
            if not any(scene.reserved >> card & 1 for card in _cards(legal, action)):
                return action
            continue
        line = rng.choice(lines) if lines else None
        if line is None:
            break
        arguments = _arguments(legal, line, scene, rng)
        action = None if arguments is None else legal.prove_unmerged(line, arguments)
        if action is not None:
            return action
        if not scene.free:
            break
    raise Impossible


def _arguments(legal: Legal, line: Line, scene: Scene, rng: Random) -> tuple[Value, ...] | None:
    """Arguments for an action, known ones as they are."""
    chosen: tuple[Value, ...] = ()
    for parameter, known in zip(line.info.parameters, scene.arguments, strict=True):
        values = legal.machine.domain(legal.cells, line.menu, line.index, legal.seat, list(chosen))
        kind = parameter.type.of if isinstance(parameter.type, ir.Many | ir.Maybe) else parameter.type
        if isinstance(values, Subsets):
            if not isinstance(known, tuple):
                return None
            kept, size = known
            rest = [v for v in values.items if v not in kept and not (kind == ir.CARD and scene.reserved >> v & 1)]
            if not set(kept) <= set(values.items) or len(rest) < size - len(kept) or not values.least <= size <= values.most:
                return None
            some = {*kept, *rng.sample(rest, size - len(kept))}
            chosen = (*chosen, tuple(v for v in values.items if v in some))
        elif isinstance(known, int):
            if known not in values:
                return None
            chosen = (*chosen, known)
        else:
            rest = [v for v in values if v == ir.NONE or not scene.reserved >> v & 1]
            if not rest:
                return None
            chosen = (*chosen, rng.choice(rest))
    return chosen


def _cards(legal: Legal, action: Action) -> list[int]:
    """The cards among an action's arguments."""
    line = next(line for line in legal.lines if (line.menu.number, line.index) == (action.menu, action.index))
    found: list[int] = []
    for parameter, value in zip(line.info.parameters, action.arguments, strict=True):
        kind = parameter.type.of if isinstance(parameter.type, ir.Many) else parameter.type
        if (kind.of if isinstance(kind, ir.Maybe) else kind) == ir.CARD:
            found += [v for v in (value if isinstance(value, tuple) else (value,)) if v != ir.NONE]
    return found


# --------------------------------------------------------------------------- what the seat has seen since


def _scenes(state: State, seat: int) -> list[Scene]:
    """What is known of each step, from what was seen up to now."""
    steps = list(state.steps)
    bit = 1 << seat
    seen = 0
    faces = state.machine.program.layout.faces
    for card in range(len(state.machine.program.cards)):
        if state.cells[faces + card] & bit:
            seen |= 1 << card
    masks: list[list[int]] = []
    for step in reversed(steps):
        masks.append(_seen_after(step, seen, bit))
        seen = masks[-1][0]
    masks.reverse()
    return [_scene(steps, index, masks[index], seat) for index in range(len(steps))]


def _seen_after(step: Step, seen: int, bit: int) -> list[int]:
    """For each event of a step, and after the last: the cards that the seat sees from there on before they are shuffled, as a mask."""
    masks = [seen]
    stretches = step.passage.open
    for index in range(len(step.events) - 1, -1, -1):
        event = step.events[index]
        if isinstance(event, Moved):
            if (event.before | event.after) & bit or any(start <= index < end for start, end in stretches):
                seen |= 1 << event.card
        elif isinstance(event, Turned):
            if event.viewers & bit:
                seen |= 1 << event.card
        elif isinstance(event, Shuffled):
            for card in event.cards:
                seen &= ~(1 << card)
        elif isinstance(event, GameBegan) and event.number > 1:
            seen = 0
        masks.append(seen)
    masks.reverse()
    return masks


def _scene(steps: Sequence[Step], index: int, masks: Sequence[int], seat: int) -> Scene:
    step = steps[index]
    guides = _guides(step, masks, seat)
    free = any(guide.keep is None for guide in guides)
    if step.seat is None or step.action is None:
        return Scene(step, guides, masks[0], False, None, (), free)
    if step.seat == seat:
        return Scene(step, guides, masks[0], True, step.action.name, (), free)
    chose = _effect(steps, index)
    if chose is None or chose.secretly:
        return Scene(step, guides, masks[0], False, None, (), True)
    info = step.program.menus[chose.menu].actions[chose.action]
    known: list[int | tuple[tuple[int, ...], int] | None] = []
    for parameter, value in zip(info.parameters, chose.arguments, strict=True):
        kind = parameter.type.of if isinstance(parameter.type, ir.Many) else parameter.type
        if (kind.of if isinstance(kind, ir.Maybe) else kind) != ir.CARD:
            known.append(value if isinstance(value, int) else (value, len(value)))
        elif isinstance(value, tuple):
            known.append((tuple(card for card in value if masks[0] >> card & 1), len(value)))
        else:
            known.append(value if value == ir.NONE or masks[0] >> value & 1 else None)
    free = free or any(value is None or (isinstance(value, tuple) and len(value[0]) < value[1]) for value in known)
    return Scene(step, guides, masks[0], False, info.name, tuple(known), free)


def _effect(steps: Sequence[Step], index: int) -> Chose | None:
    """The event in which the choice of a step took effect; None while it is sealed, or when it was withdrawn."""
    seat = steps[index].seat
    for later, step in enumerate(steps[index:], index):
        if later > index and step.seat == seat:
            return None
        found = next((event for event in step.events if isinstance(event, Chose) and event.seat == seat), None)
        if found is not None:
            return found
        if not steps[index].committed:
            return None
    return None


def _guides(step: Step, masks: Sequence[int], seat: int) -> tuple[Guide, ...]:
    """For each draw of a step: whether the seat has seen since what came up."""
    guides: list[Guide] = []
    position = 0
    for draw in step.draws:
        value = draw.sources[draw.outcome]
        found = next((i for i in range(position, len(step.events)) if _shows(step.events[i], draw, value)), None)
        if found is not None:
            position = found
        reserved = masks[position]
        if draw.kind == "card":
            guides.append(Guide(draw.kind, draw.place, value if reserved >> value & 1 else None, reserved))
            continue
        event = step.events[position] if found is not None else None
        known = isinstance(event, VariableSet) and bool(event.viewers >> seat & 1)
        guides.append(Guide(draw.kind, draw.place, value if known else None, 0))
    return tuple(guides)


def _shows(event: Event, draw: Draw, value: int) -> bool:
    """Whether this is probably what a draw was for."""
    if draw.kind != "card":
        return isinstance(event, VariableSet) and event.value == value
    if isinstance(event, Moved):
        return event.card == value and draw.place in (-1, event.source)
    return isinstance(event, Turned) and event.card == value
