"""What is kept of a game beside its state: each step with its choice. The rest is worked out when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ..chance import Draw, Tape
from ..events import Asked, Event, GameBegan, Shuffled
from ..knowledge.observe import Observation, Passage
from ..program import Program
from ..running.decode import CHOSE, TURN_BEGAN, TURN_ENDED, decode, entries
from ..stepping import Stepper
from .actions import Action
from .scores import final_scores


class Happened(NamedTuple):
    """What came of a run: the executor's report (decode.py), and what was drawn."""

    raw: list[int]
    draws: tuple[Draw, ...]


class Step:
    """From one stop to the next. seat, action: the choice that it began with (None: the game's beginning). before, cells: the states before
    the choice and after it, which never change. seen: what each seat observed, filled when it is asked for.
    """

    def __init__(
        self,
        stepper: Stepper,
        before: list[int],
        seat: int | None,
        action: Action | None,
        cells: list[int],
        happened: Happened | None = None,
    ) -> None:
        """happened: where outcomes came from elsewhere than from the state's own stream."""
        self.seat = seat
        self.action = action
        self.before = before
        self.cells = cells
        self.seen: dict[int, tuple[Observation, ...]] = {}
        self._stepper = stepper
        self._happened = happened

    @property
    def program(self) -> Program:
        """Of the game."""
        return self._stepper.plain.program

    @property
    def raw(self) -> list[int]:
        """What happened, as the executor reports it."""
        return self._run.raw

    @property
    def draws(self) -> tuple[Draw, ...]:
        """What was drawn."""
        return self._run.draws

    @property
    def _run(self) -> Happened:
        """The step is made once more where nothing was written down."""
        if self._happened is None:
            cells, tape, raw = self.before[:], Tape(), list[int]()
            if self.action is not None and self.seat is not None:
                menu = self.program.menus[self.action.menu]
                self._stepper.plain.commit(cells, menu, self.action.index, self.seat, self.action.arguments)
            self._stepper.report(cells, tape, raw)
            self._happened = Happened(raw, tuple(tape.draws))
        return self._happened

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What happened."""
        return tuple(decode(self.program, self.raw))

    @property
    def committed(self) -> bool:
        """Whether `seat` decides together with others and not all were in."""
        if self.action is None or not self.program.menus[self.action.menu].together:
            return False
        return all(kind != CHOSE or words[0] != self.seat for kind, words in entries(self.raw))

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Where it ended the game with some."""
        return final_scores(self.program, self.cells)

    @cached_property
    def turned(self) -> bool:
        """Whether a turn began or ended in it."""
        return any(kind in (TURN_BEGAN, TURN_ENDED) for kind, _ in entries(self.raw))

    @property
    def turn(self) -> int | None:
        """Whose turn it is after it, where one began or ended."""
        kind, words = [entry for entry in entries(self.raw) if entry[0] in (TURN_BEGAN, TURN_ENDED)][-1]
        return words[0] if kind == TURN_BEGAN else None

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


def _open(program: Program, events: Sequence[Event], draws: Sequence[Draw], first: bool) -> tuple[tuple[int, int], ...]:
    """The stretches in which nothing depends on chance or on anybody's choice, so that everybody can follow every card: from the
    beginning of a game to its first shuffle or decision. None where something was drawn at random without a shuffle, or when secrets are
    kept from game to game."""
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
