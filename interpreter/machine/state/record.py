"""What is kept of a game beside its state: each step with its choice, its draws and what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..chance import Draw, Tape
from ..events import Asked, Event, GameBegan, Shuffled, TurnBegan, TurnEnded
from ..knowledge.observe import Observation, Passage
from ..program import Program
from .menu import Action


@dataclass
class Step:
    """From one stop to the next. seat, action: the choice that it began with (None: the game's beginning). committed: where `seat` decides
    together with others and not all were in. turn: whose turn it is at its end. scores: where it ended the game with some. raw, cells: what
    happened as the executor reports it, and the state that it left; neither may be changed. seen: what each seat observed, filled when it
    is asked for.
    """

    program: Program
    seat: int | None
    action: Action | None
    committed: bool
    draws: tuple[Draw, ...]
    events: tuple[Event, ...]
    turn: int | None
    scores: tuple[int, ...] | None
    raw: list[int]
    cells: list[int]
    seen: dict[int, tuple[Observation, ...]] = field(default_factory=dict[int, tuple[Observation, ...]])

    @cached_property
    def passage(self) -> Passage:
        """As an observer takes it."""
        stretches = _open(self.program, self.events, self.draws, self.seat is None)
        if self.action is None:
            return Passage(self.events, stretches, scores=self.scores)
        together = self.program.menus[self.action.menu].together
        return Passage(self.events, stretches, self.seat, self.action.name, self.action.labels, together, self.scores)


@dataclass
class AskedTape(Tape):
    """A tape whose outcomes come from outside. kept: what was read, also when the run is given up for want of an outcome."""

    asked: bool = True
    kept: list[Draw] = field(default_factory=list[Draw])

    def draw(self, word: int, kind: str, place: int, sources: list[int]) -> tuple[int, int]:
        """As `Tape.draw`."""
        found = super().draw(word, kind, place, sources)
        self.kept.append(self.draws[-1])
        return found


def turn_after(turn: int | None, events: Sequence[Event]) -> int | None:
    """Whose turn it is after these events, when it was `turn`'s before."""
    for event in events:
        if isinstance(event, TurnBegan):
            turn = event.seat
        elif isinstance(event, TurnEnded):
            turn = None
    return turn


def _open(program: Program, events: Sequence[Event], draws: Sequence[Draw], first: bool) -> tuple[tuple[int, int], ...]:
    """The stretches in which nothing depends on chance or on anybody's choice, so that everybody can follow every card: from the
    beginning of a
    game to its first shuffle or decision. None where something was drawn at random without a shuffle, or when secrets are kept from game
    to game."""
    if any(draw.place < 0 for draw in draws):
        return ()
    secrets = any(cells.variable.kept and cells.variable.seen_by != "all" for cells in program.cells.values())
    starts = [0] if first else []
    starts += [i for i, event in enumerate(events) if isinstance(event, GameBegan) and event.number > 1 and not secrets]
    found: list[tuple[int, int]] = []
    for start in starts:
        end = next((i for i in range(start, len(events)) if isinstance(events[i], Shuffled | Asked)), len(events))
        found.append((start, end))
    return tuple(found)
