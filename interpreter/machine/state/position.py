"""A position: the list of ints, what is asked in it, and the truth about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....dsl import ir
from ....dsl.source import Span
from .. import layout as at
from ..chance import Draw, NeedChance
from ..program import Menu
from ..running.interpret import Machine, Stop
from ..stepping import Stepper
from .actions import Action
from .scores import final_scores, returns
from .values import cell_of, cell_value, index_values, values_of
from .words import Words, listed, spoken


@dataclass(frozen=True)
class Pending:
    """A run that waits for chance: the states before its choice and to run from, what was drawn so far, what is needed next, the choice."""

    before: list[int]
    cells: list[int]
    draws: tuple[Draw, ...]
    need: NeedChance
    seat: int | None
    action: Action | None


@dataclass(frozen=True)
class Decision:
    """What is asked now. seats: all that are asked; text: in plain words; span: the sentence of the file. menu is None when nothing is."""

    menu: Menu | None
    seats: tuple[int, ...]
    text: str
    span: Span | None


class Position:
    """A game at a stop, without what led there."""

    __slots__ = ("_cells", "_pending", "_stop", "stepper", "words")

    def __init__(self, stepper: Stepper, words: Words, cells: list[int]) -> None:
        self.stepper = stepper
        self.words = words
        self._cells = cells
        self._pending: Pending | None = None
        self._stop: Stop | None = None  # once it is asked for

    @property
    def machine(self) -> Machine:
        """Its program, with the executor that tells what everything means."""
        return self.stepper.plain

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.machine.program.seats

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return self.words.names

    @property
    def stop(self) -> Stop:
        """Where the machine stands."""
        if self._stop is None:
            self._stop = self.stepper.plain.stop(self._cells)
        return self._stop

    @property
    def to_move(self) -> tuple[int, ...]:
        """Seats that must decide now; nobody while chance is asked, and when it is over."""
        return () if self._pending is not None else self.stop.waiting

    @property
    def may_act(self) -> tuple[int, ...]:
        """Seats that need not decide, but have `anytime` actions."""
        anytime = self.machine.program.anytime
        if anytime is None or self._pending is not None or self.over:
            return ()
        waiting = self.stop.waiting
        return tuple(
            seat
            for seat in range(self.players)
            if seat not in waiting and self.machine.open_anytime(self._cells, seat) and self.machine.possible(self._cells, anytime, seat)
        )

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._cells[at.STATUS] == at.OVER and self._pending is None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        return tuple(seat for seat in range(self.players) if self._cells[at.WINNERS] >> seat & 1) if self.over else ()

    @property
    def returns(self) -> list[float]:
        """What each seat gets: the place k of n (from 0) is worth 1 - 2k/(n-1), who share places get their mean; 0 for all before the end
        and when
        nobody wins; 1 or -1 for all who play together; the scores, where the file gives scores."""
        return returns(self.machine.program, self._cells) if self.over else [0.0] * self.players

    @property
    def scores(self) -> list[int] | None:
        """What the places were given by first: the first key of `order players by`, or the scores; None before the end, and where there
        is none."""
        found = final_scores(self.machine.program, self._cells)
        return None if found is None else list(found)

    @property
    def decision(self) -> Decision:
        """What is asked now, and of whom."""
        stop = self.stop
        if self._pending is not None:
            return Decision(None, (), "chance decides", None)
        if stop.menu is None or not stop.asked:
            return Decision(None, (), "the game is over" if stop.over else "nothing is asked", None)
        names = [self.words.names[seat] for seat in stop.asked]
        actions = list(dict.fromkeys(spoken(action.name) for action in stop.menu.actions))
        what = listed(actions).replace(" and ", " or ")
        return Decision(stop.menu, stop.asked, f"{listed(names)} {'chooses' if len(names) == 1 else 'choose'}: {what}", stop.menu.span)

    # ----------------------------------------------------------------------- the truth

    @property
    def cells(self) -> tuple[int, ...]:
        """The state itself."""
        return tuple(self._cells)

    def zone(self, name: str, *indexes: int | str) -> tuple[str, ...]:
        """The cards of a place, first to last, as they are: `zone("hand", 0)`, `zone("meld", 1, 3)`. Raises KeyError."""
        values = None
        for place in self.machine.program.places:
            if place.zone.name == name:
                values = values or index_values(self.words, place.zone.indexes, indexes, name)
                if tuple(values) == place.indexes:
                    first = place.address + 1
                    return tuple(self.words.card(card) for card in self._cells[first : first + self._cells[place.address]])
        raise KeyError(f"there is no zone {name}{list(indexes) or ''}")

    def get(self, name: str, *indexes: int | str) -> Any:
        """A variable's value, owner first: `get("coins", 0)`. A number, yes/no as bool, a word, a seat's number, or None. Raises
        KeyError."""
        where = self.machine.program.cells.get(name)
        if where is None:
            raise KeyError(f"there is no variable {name}")
        values = index_values(self.words, where.variable.indexes, indexes, name)
        return cell_value(self.words, where.variable.type, self._cells[where.address + cell_of(where, values)])

    def rule(self, name: str, *arguments: Any, you: int | None = None) -> Any:
        """A function of the file, worked out now: `rule("total", 0)`. Raises KeyError for one that is not there, TypeError for wrong
        arguments."""
        program = self.machine.program
        rule = program.game.rules.get(name)
        if rule is None or name not in program.rules:
            raise KeyError(f"there is no function {name}")
        values = values_of(self.words, [parameter.type for parameter in rule.parameters], arguments, name)
        if rule.you is not None:
            values.insert(0, 0 if you is None else you)
        return self._result(rule.result, self.machine.evaluate(self._cells, program.rules[name], values))

    def evaluate(self, address: int, kind: ir.Type) -> Any:
        """Pure code of the program, worked out now: claims, invariants."""
        return self._result(kind, self.machine.evaluate(self._cells, address, []))

    def _result(self, kind: ir.Type, value: int | list[int]) -> Any:
        if isinstance(value, int):
            return cell_value(self.words, kind, value)
        of = kind.of if isinstance(kind, ir.Many) else kind
        return tuple(cell_value(self.words, of, item) for item in value)
