"""What a seat has seen since of each draw and each choice: what of them can be otherwise for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....dsl import ir
from ..chance import Draw
from ..events import Chose, Event, GameBegan, Moved, Shuffled, Turned, VariableSet, VariableTurned
from ..program import of_cards
from ..state.record import Step

if TYPE_CHECKING:
    from ..state.state import State


Known = int | tuple[tuple[int, ...], int] | None
"""An argument as far as it is known: a value; of a subset the known members and how many there are; None: hidden."""


@dataclass(frozen=True)
class Guide:
    """One draw. keep: what must come up, None where the seat does not know; reserved: mask of cards that the seat sees later."""

    kind: str
    place: int
    keep: int | None
    reserved: int


@dataclass(frozen=True)
class Scene:
    """One step as the seat knows it. name: of another's choice, None where that is hidden; arguments: as far as they are known. reserved:
    mask of cards that the seat sees later; shuffled: the same just after each shuffle of the step. free: something about the step can be
    otherwise. certain: the choice itself can not.
    """

    step: Step
    guides: tuple[Guide, ...]
    reserved: int
    shuffled: tuple[int, ...]
    own: bool
    name: str | None
    arguments: tuple[Known, ...]
    free: bool
    certain: bool

    @property
    def chosen(self) -> bool:
        """Whether another's choice can be otherwise."""
        return self.step.seat is not None and not self.own and not self.certain


def scenes(state: State, seat: int) -> list[Scene]:
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
    guides = _guides(step, steps[index - 1].cells if index else None, masks, seat)
    shuffled = tuple(masks[i + 1] for i, event in enumerate(step.events) if isinstance(event, Shuffled))
    free = any(guide.keep is None for guide in guides)
    if step.seat is None or step.action is None:
        return Scene(step, guides, masks[0], shuffled, False, None, (), free, False)
    if step.seat == seat:
        unseen = any("#" in label for labels in step.action.labels for label in ((labels,) if isinstance(labels, str) else labels))
        return Scene(step, guides, masks[0], shuffled, True, step.action.name, (), free, not unseen)
    later, at = _effect(steps, index)
    if later < 0:
        return Scene(step, guides, masks[0], shuffled, False, None, (), True, False)
    chose = steps[later].events[at]
    assert isinstance(chose, Chose)
    info = step.program.menus[chose.menu].actions[chose.action]
    if chose.secretly:
        if len(step.program.menus[chose.menu].actions) > 1:
            return Scene(step, guides, masks[0], shuffled, False, None, (), True, False)
        found: list[Known] = []
        for parameter, value in zip(info.parameters, chose.arguments, strict=True):
            seen = False
            if parameter.kept_in and isinstance(value, int) and not of_cards(parameter.type):
                seen = _comes_out(steps, later, at, parameter.kept_in, value, seat)
            found.append(value if seen and isinstance(value, int) else None)
        certain = None not in found
        return Scene(step, guides, masks[0], shuffled, False, info.name, tuple(found), free or not certain, certain)
    known: list[Known] = []
    for parameter, value in zip(info.parameters, chose.arguments, strict=True):
        kind = parameter.type.of if isinstance(parameter.type, ir.Many) else parameter.type
        if (kind.of if isinstance(kind, ir.Maybe) else kind) != ir.CARD:
            known.append(value if isinstance(value, int) else (value, len(value)))
        elif isinstance(value, tuple):
            known.append((tuple(card for card in value if masks[0] >> card & 1), len(value)))
        else:
            known.append(value if value == ir.NONE or masks[0] >> value & 1 else None)
    certain = not any(value is None or (isinstance(value, tuple) and len(value[0]) < value[1]) for value in known)
    return Scene(step, guides, masks[0], shuffled, False, info.name, tuple(known), free or not certain, certain)


def _effect(steps: Sequence[Step], index: int) -> tuple[int, int]:
    """The step in which the choice of a step took effect, and which of its events tells that; -1, -1 while it is sealed, or when it was
    withdrawn."""
    seat, action = steps[index].seat, steps[index].action
    assert action is not None
    for later, step in enumerate(steps[index:], index):
        if later > index and step.seat == seat and step.action is not None and step.action.menu == action.menu:
            break
        for at, event in enumerate(step.events):
            if isinstance(event, Chose) and event.seat == seat and event.menu == action.menu:
                return later, at
        if not steps[index].committed:
            break
    return -1, -1


def _comes_out(steps: Sequence[Step], index: int, at: int, variable: str, value: int, seat: int) -> bool:
    """Whether the seat has seen what a variable holds since an event (as the first thing after it) put this value into it, before
    anything else was put there."""
    cell: tuple[int, ...] | None = None
    for later in range(index, len(steps)):
        for event in steps[later].events[at + 1 if later == index else 0 :]:
            if not isinstance(event, VariableSet | VariableTurned) or event.variable != variable:
                continue
            if isinstance(event, VariableSet):
                if cell is None:
                    if event.value != value:
                        return False
                    cell = event.indexes
                elif event.indexes == cell:
                    return False
            if event.indexes == cell and event.viewers >> seat & 1:
                return event.value == value
    return False


def _guides(step: Step, before: Sequence[int] | None, masks: Sequence[int], seat: int) -> tuple[Guide, ...]:
    """For each draw of a step: whether the seat has seen since what came up. before: what the step began with, if not a fresh state."""
    guides: list[Guide] = []
    position = 0
    undrawn = step.program.layout.undrawn
    for draw in step.draws:
        value = draw.sources[draw.outcome]
        start = position
        if draw.kind == "card" and (before is None or not before[undrawn + value]):  # what moved before it was shuffled was not drawn
            shuffles = (i for i, event in enumerate(step.events) if isinstance(event, Shuffled) and value in event.cards)
            start = max(position, next(shuffles, position))
        found = next((i for i in range(start, len(step.events)) if _shows(step.events, i, draw, value)), None)
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


def _shows(events: Sequence[Event], index: int, draw: Draw, value: int) -> bool:
    """Whether this event is probably what a draw was for."""
    event = events[index]
    if draw.kind != "card":
        return isinstance(event, VariableSet) and event.value == value
    if isinstance(event, Moved):
        if event.card != value or draw.place not in (-1, event.source):
            return False
        # cards that are gathered where some of them lie still are not drawn by that
        gathered = event.source == event.to and any(isinstance(later, Shuffled) and value in later.cards for later in events[index + 1 :])
        return not gathered
    return isinstance(event, Turned) and event.card == value
