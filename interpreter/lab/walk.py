"""One random game, watched: played to its end with everything checked at every stop that the language promises."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from dataclasses import field
from itertools import pairwise

from ...dsl import ir
from ...dsl.record import Record, Sheet
from ...dsl.source import Span
from ..machine import layout as at
from ..machine.chance import SAMPLED
from ..machine.fault import GameFault, MachineError
from ..machine.program import Program
from ..machine.running.decode import ROUND_ENDED, TURN_ENDED, entries
from ..machine.running.interpret import Machine, Stop
from ..machine.running.verify import check_state
from ..machine.state.scores import returns
from ..machine.trouble import BUDGET, DEEP, GAMES, MANY, NO_ACTION, NO_END
from .budget import LONGEST
from .choices import Chooser, Move, Script
from .reach import Reach
from .sealed import order_matters
from .settings import Setting

WINDOW = 200  # decisions at the end of such a game, by which it is told what keeps it going
# by number in trouble.py; all others are a "fault" of the file
FAULTS = {
    BUDGET: "loop",
    DEEP: "loop",
    NO_ACTION: "no action",
    NO_END: "no end",
    MANY: "too many",
    GAMES: "long",
}


MOMENTS = {TURN_ENDED: "each turn", ROUND_ENDED: "each round"}
"""When invariants must hold; the report has the whole state then."""


class Trouble(Record):
    """What went wrong, as `Finding` has it. choices: how many to tell; 0: all that were made."""

    kind: str
    headline: str
    span: Span | None
    notes: tuple[str, ...] = ()
    choices: int = 0
    severity: str = "error"

    @property
    def key(self) -> tuple[str, str | int]:
        """Equal for what is the same fault met in another game."""
        return self.kind, self.headline if self.span is None else self.span.start


class Walk(Sheet):
    """What came of one game. digest: equal for two games in which all the same was chosen, with the same result; shown: equal only if all
    the same was seen by everybody before the last choice. ended: it came to its end. held: how often a face was in a hand when its owner
    could choose from it."""

    setting: Setting
    seed: int
    moves: list[Move] = field(default_factory=list[Move])
    script: tuple[tuple[int, ...], ...] = ()
    digest: str = ""
    shown: str = ""
    trouble: Trouble | None = None
    warnings: list[Trouble] = field(default_factory=list[Trouble])
    ended: bool = False
    winners: int = 0
    returns: tuple[float, ...] = ()
    offered: set[str] = field(default_factory=set[str])
    playable: set[int] = field(default_factory=set[int])
    held: Counter[int] = field(default_factory=Counter[int])

    @property
    def decisions(self) -> int:
        """How many choices were made."""
        return len(self.moves)


class OutOfTime(Exception):
    """The time is over in the middle of a game."""


class Walker:
    """Plays games of one program. sealed: how often the order of each sealed decision has been tried."""

    def __init__(self, machine: Machine, reach: Reach, deadline: float = float("inf")) -> None:
        self.machine, self.reach, self.deadline = machine, reach, deadline
        program = machine.program
        self.program = program
        self.marked = any(i.group in MOMENTS.values() for i in program.game.invariants)
        self.tables = repr(_tables(program)).encode()  # by which reports are told to players
        self.sealed: Counter[int] = Counter()
        self.raw: list[int] = []  # what the executor reported of the last step
        self.hands = [(n, p) for n, p in enumerate(program.places) if p.owner is not None and p.zone.seen_by == "owner"]
        layout = program.layout
        counters = [] if reach.counted else [at.ROUND, *range(layout.turns, layout.turns + layout.seats)]
        skipped = {at.STREAM, *counters}
        self.parts = [slice(a, b) for a, b in _gaps(skipped, layout.size)]

    def play(self, setting: Setting, seed: int, script: Script, longest: int = LONGEST) -> Walk:
        """A whole game, up to its end or its first fault. Raises OutOfTime."""
        walk = Walk(setting, seed)
        self.reach.set_traps(self.program)
        self.reach.ending = None
        chooser = Chooser(self.machine, script, self.reach)
        try:
            walk.trouble = self._play(walk, chooser, longest)
        except GameFault as fault:
            kind, match = FAULTS.get(fault.kind, "fault"), self.program.game.match
            span = _loop(self.program.game, fault.span) if kind == "loop" else fault.span
            walk.trouble = Trouble(kind, fault.message, match.span if kind == "long" and match is not None else span)
        except MachineError as error:
            walk.trouble = Trouble("defect", f"cardrules itself lost its way, please report it: {error}", None)
        finally:
            self.reach.again(self.program)
        walk.script = tuple(tuple(group) for group in script.taken[: len(walk.moves)])
        walk.offered, walk.playable = chooser.offered, chooser.playable
        told = [f"{move.seat} {move.name} {move.arguments}" for move in walk.moves]
        walk.digest = hashlib.sha256("\n".join([*told, str(walk.ended), str(walk.winners), str(walk.returns)]).encode()).hexdigest()
        return walk

    def _play(self, walk: Walk, chooser: Chooser, longest: int) -> Trouble | None:
        machine, program = self.machine, self.program
        cells = machine.fresh(walk.seed)
        told = hashlib.sha256(self.tables + repr(cells).encode())
        self._advance(cells)
        seen: dict[int, list[int]] = {}  # when each state was met, the first two times
        forced: dict[int, tuple[int, int]] = {}  # those since somebody could have done otherwise: when, and the stream of chance
        while True:
            trouble = self._watch(cells)
            if trouble is not None:
                return trouble
            stop = machine.stop(cells)
            count = len(walk.moves)
            if stop.over:
                walk.ended, walk.winners, walk.returns = True, cells[at.WINNERS], tuple(returns(program, cells))
                return self._nobody(cells)
            if stop.menu is None or not stop.waiting:
                return Trouble("defect", "cardrules itself stands still, please report it: nobody has to act", None)
            key = hash(tuple(tuple(cells[part]) for part in self.parts))
            times = seen.setdefault(key, [])
            if len(times) < 2:
                times.append(count)
            first, stream = forced.setdefault(key, (count, cells[at.STREAM]))
            if first < count and stream == cells[at.STREAM] and program.anytime is None:
                return self._endless(walk, stop, first, count)
            if count >= longest:
                circling = len(times) == 2 and all(known[0] < count // 2 for known in seen.values())
                return self._endless(walk, stop, *(times if circling else (-1, -1)))
            self._hold(walk, cells, stop)
            if count % 16 == 0 and time.monotonic() > self.deadline:
                raise OutOfTime
            move = chooser.choose(cells, stop.menu, stop.waiting)
            if move is None:
                return Trouble("no action", "a player must choose here, and nothing is possible", stop.menu.span)
            if not move.only:
                forced.clear()
            walk.moves.append(move)
            before = cells[:]
            told.update(repr(self.raw).encode())
            walk.shown = told.hexdigest()
            machine.commit(cells, move.menu, move.index, move.seat, move.arguments)
            last = move.menu.together and len(stop.asked) > 1 and stop.waiting == (move.seat,)
            sealed = cells[:] if last and self.sealed[move.menu.number] < 20 else None
            try:
                self._advance(cells)
            except GameFault:
                cells[:] = before
                raise
            if sealed is not None:
                self.sealed[move.menu.number] += 1
                with self.reach.free(program):
                    what = order_matters(machine, move.menu, sealed, cells)
                if what is not None:
                    headline = "what comes of these sealed choices hangs on the order of the seats"
                    walk.warnings.append(Trouble("order", headline, move.menu.span, (what,), count + 1, "warning"))

    def _advance(self, cells: list[int]) -> None:
        """To the next stop; what happens is reported."""

        def work() -> None:
            self.raw = []
            self.machine.advance(cells, SAMPLED, None, self.raw)

        self.reach.guarded(self.program, work)

    def _watch(self, cells: list[int]) -> Trouble | None:
        """The first thing that does not hold at this stop. Raises MachineError."""
        check_state(self.program, cells)
        moments = [("always", cells)]
        for kind, words in entries(self.raw) if self.marked else ():
            if kind in MOMENTS:
                moments.append((MOMENTS[kind], words[1:]))
        if cells[at.STATUS] == at.OVER:
            moments.append(("at the end", cells))
        for group, moment in moments:
            for invariant, address in self.program.invariants:
                if invariant.group != group:
                    continue
                said, what = f"`{' '.join(invariant.condition.span.text.split())}`", f"the invariant “{invariant.name}”"
                try:
                    if self._holds(moment, address):
                        continue
                except GameFault as fault:
                    headline = f"{what} can not be worked out{WHEN[group]}: {fault.message}"
                    return Trouble("invariant", headline, invariant.span, (said,))
                return Trouble("invariant", f"{what} does not hold{WHEN[group]}", invariant.span, (f"{said} does not hold",))
        return None

    def _holds(self, moment: list[int], address: int) -> bool:
        return bool(self.reach.guarded(self.program, lambda: self.machine.evaluate(moment, address, [])))

    def _nobody(self, cells: list[int]) -> Trouble | None:
        """A game that somebody should have won. Of a match nothing is said: which sentence ended its last game is not known for sure."""
        if cells[at.GAMES] > 1:
            return None
        end = self.reach.ending
        if end is None or cells[at.WINNERS] or end.winners is None or (isinstance(end.winners, ir.Sequence) and not end.winners.items):
            return None
        headline = "the game is won by nobody here: what `win` names is empty (`nobody wins` says so where it is meant)"
        return Trouble("nobody", headline, end.span, severity="warning")

    def _endless(self, walk: Walk, stop: Stop, first: int, again: int) -> Trouble:
        """A game that does not end: what keeps it going. first, again: the choices after which all was as it is now, or -1."""
        assert stop.menu is not None
        count = len(walk.moves)
        names = Counter(move.name for move in walk.moves[-WINDOW if first < 0 else first :])
        span = stop.menu.span
        if set(names) == {"pass"}:
            note = "nobody does anything else any more"
            return Trouble("passing", "everybody passes for ever", span, (note,), again if again >= 0 else count)
        if first >= 0:
            note = f"after {again} choices everything is as it was after {first}"
            return Trouble("repeating", "the game goes in circles: it comes back to where it has been", span, (note,), again)
        note = f"of the last {WINDOW} choices were " + ", ".join(f"{times} × {name}" for name, times in names.most_common(3))
        return Trouble("long", f"the game does not end: it still goes on after {count:,} choices", span, (note,), count)

    def _hold(self, walk: Walk, cells: list[int], stop: Stop) -> None:
        cards = self.program.cards
        for _, place in self.hands:
            if place.owner in stop.waiting:
                for card in cells[place.address + 1 : place.address + 1 + cells[place.address]]:
                    walk.held[cards[card].face] += 1


WHEN = {"always": "", "each turn": " at the end of a turn", "each round": " at the end of a round", "at the end": " at the end of the game"}


def _tables(program: Program) -> list[object]:
    """What a report means to who sees it."""
    return [
        [[piece if isinstance(piece, str) else piece.name for piece in text] for text in program.texts],
        [(tell.span.source.name, tell.span.start) for tell in program.tells],
        [[(a.name, [(p.name, p.type.name) for p in a.parameters]) for a in menu.actions] for menu in program.menus],
        [(menu.together, menu.secretly) for menu in program.menus],
        [(name, cells.address, cells.masks, cells.variable.type.name, cells.variable.seen_by) for name, cells in program.cells.items()],
        [(place.name, place.address, place.viewers, place.zone.ordered, place.zone.seen_by) for place in program.places],
        [card.name for card in program.cards],
    ]


def _gaps(skipped: set[int], size: int) -> list[tuple[int, int]]:
    """What lies between the skipped words."""
    edges = [-1, *sorted(skipped), size]
    return [(a + 1, b) for a, b in pairwise(edges) if a + 1 < b]


def _loop(game: ir.Game, span: Span | None) -> Span | None:
    """The innermost loop around a sentence that ran too often, or else the sentence."""
    from ..machine.lowering.walk import nodes

    if span is None:
        return None
    whole = (game.setup, game.play, tuple(game.rules.values()), game.anytime)
    loops = [
        node.span
        for node in nodes(whole)
        if isinstance(node, ir.Loop | ir.RepeatTimes | ir.ForEach | ir.TakeTurns | ir.GoRound)
        and node.span.source is span.source
        and node.span.start <= span.start < max(node.span.end, *(s.span.end for s in node.body), 0)
    ]
    return max(loops, key=lambda found: found.start, default=span)
