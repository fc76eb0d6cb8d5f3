"""A running game: what is legal, what happens, what each seat knows; choosing, copying, saving."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any

from ....dsl import ir
from ....dsl.source import Span
from .. import layout as at
from ..chance import SAMPLED, NeedChance, Tape
from ..events import RoundEnded, TurnEnded
from ..fault import GameFault
from ..knowledge.knowledge import Mind
from ..knowledge.observe import Observation, Observer
from ..knowledge.view import Sight, view
from ..program import ExampleCode, Menu
from ..stepping import Stepper
from .actions import Action, IllegalAction
from .menu import Legal
from .position import Pending, Position
from .record import AskedTape, Happened, Step
from .values import whole
from .words import Words

if TYPE_CHECKING:
    from ..knowledge.resample import Plan
    from .game import Game


class State(Position):
    """A game at a stop. Begin one with `game.start()`. The list of ints that it is made of never changes: choosing makes a new one."""

    __slots__ = ("_asked", "_count", "_example", "_kept", "_legal", "_observers", "_past", "_plans", "game", "seed")

    def __init__(self, game: Game, stepper: Stepper, words: Words, seed: int | None, cells: list[int], asked: bool) -> None:
        """Not for use from outside."""
        super().__init__(stepper, words, cells)
        self.game = game
        self.seed = seed  # of the game's chance; None where outcomes come from elsewhere
        self._asked = asked
        self._kept: list[Step] | None = []  # shared with copies up to _count; None: nothing is kept
        self._past: Callable[[], list[Step]] | None = None  # gives what is kept, when that is first asked for
        self._count = 0
        self._example: ExampleCode | None = None
        self._observers: dict[int, tuple[int, Observer]] = {}
        self._legal: dict[int, Legal] = {}
        self._plans: dict[int, Plan] = {}

    @classmethod
    def begin(
        cls,
        game: Game,
        names: Sequence[str],
        seed: int | None,
        *,
        asked: bool = False,
        example: ir.Example | None = None,
        tape: Tape | None = None,
        stream: int | None = None,
    ) -> State:
        """A game at its first stop. tape: outcomes to begin with; stream: its own stream's first word, where that is not the seed's."""
        stepper = game.stepper(len(names))
        machine = stepper.plain
        code = None if example is None else next(code for code in machine.program.examples if code.example.name == example.name)
        cells = machine.fresh(seed or 0, None if code is None else code.start)
        if stream is not None:
            cells[at.STREAM] = stream
        state = cls(game, stepper, game.words(names), seed, cells, asked)
        state._example = code
        state._run(cells[:], tape or (AskedTape() if asked else SAMPLED), None, None)
        return state

    # ----------------------------------------------------------------------- what happens

    def legal(self, seat: int) -> Legal:
        """The actions that a seat may take now: those of the decision, if it is asked, and its `anytime` actions."""
        found = self._legal.get(seat)
        if found is None:
            self._check_seat(seat)
            machine, menus = self.stepper.machine, list[Menu]()
            if self._pending is None and not self.over:
                if self.stop.menu is not None and seat in self.stop.waiting:
                    menus.append(self.stop.menu)
                anytime = machine.program.anytime
                if anytime is not None and anytime not in menus and machine.open_anytime(self._cells, seat):
                    menus.append(anytime)
            found = self._legal[seat] = Legal(machine, self._cells, seat, menus, self.sight(seat))
        return found

    def choose(self, seat: int, action: Action | str) -> None:
        """Take an action for a seat, and go on to the next stop.

        Raises IllegalAction, which says what was legal; GameFault, when the file meets a fault; TypeError for what is no action. The state
        is then as it was.
        """
        self.choose_with(seat, action, AskedTape() if self._asked else SAMPLED)

    def choose_with(self, seat: int, action: Action | str, tape: Tape) -> None:
        """The same with outcomes of chance to come; also raises ValueError for one that can not be."""
        self._check_seat(seat)
        if not isinstance(action, (Action, str)):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"an action is one of `state.legal(seat)` or its text, not {action!r:.80}")
        legal = self.legal(seat)
        if not legal.lines:
            why = "the game is over" if self.over else "chance is asked first" if self._pending else "it is not asked anything now"
            raise IllegalAction(f"{self.words.names[seat]} can not choose `{action}`: {why}", seat, str(action))
        found = legal.resolve(action)
        menu = self.machine.program.menus[found.menu]
        cells = self._cells[:]
        self.stepper.plain.commit(cells, menu, found.index, seat, found.arguments)
        self._run(cells, tape, seat, found)

    @property
    def chance(self) -> list[tuple[str, float]] | None:
        """While chance is asked: each outcome with its probability, cards that look alike together. Else None."""
        if self._pending is None:
            return None
        labels = self.outcomes(self._pending.need.kind, self._pending.need.sources)
        return [(label, labels.count(label) / len(labels)) for label in dict.fromkeys(labels)]

    def choose_chance(self, outcome: str) -> None:
        """Name the outcome that chance is asked for, as `chance` lists it. Raises IllegalAction where it is none of these; GameFault."""
        pending = self._pending
        labels = [] if pending is None else self.outcomes(pending.need.kind, pending.need.sources)
        if pending is None or outcome not in labels:
            expected = f"one of {', '.join(dict.fromkeys(labels))}" if labels else "nothing"
            raise IllegalAction(f"chance can not be `{outcome}`: it is asked for {expected}", -1, outcome)
        tape = AskedTape([*(draw.outcome for draw in pending.draws), labels.index(outcome)])
        self._run(pending.cells[:], tape, pending.seat, pending.action)

    def outcomes(self, kind: str, sources: Sequence[int]) -> list[str]:
        """What is drawn from, in words."""
        types = {"card": ir.CARD, "player": ir.PLAYER}
        return [self.words.text(types.get(kind, ir.NUMBER), source) for source in sources]

    def _run(self, cells: list[int], tape: Tape, seat: int | None, action: Action | None) -> None:
        """Run to the next stop and note it; to no effect when that raises. What happened is written down only where it would not happen
        again so: where outcomes come from elsewhere than from the state's own stream."""
        steps = self._steps
        raw: list[int] | None = None if steps is None or tape is SAMPLED else []
        waiting = cells[:] if tape.asked else cells
        try:
            self.stepper.report(cells, tape, raw)
        except NeedChance as need:
            before = self._cells if self._pending is None else self._pending.before
            self._settle(waiting)
            self._pending = Pending(before, waiting, tuple(tape.kept) if isinstance(tape, AskedTape) else (), need, seat, action)
            return
        except GameFault as fault:
            fault.add_note(f"after: {'; '.join(self.story()) or 'the beginning'}")
            raise
        if steps is not None:
            before = self._cells if self._pending is None else self._pending.before
            step = Step(self.stepper, before, seat, action, cells, None if raw is None else Happened(raw, tuple(tape.draws)))
            if self._count < len(steps):
                steps = self._kept = steps[: self._count]  # a copy went another way
            steps.append(step)
            self._count += 1
        self._settle(cells)

    def _settle(self, cells: list[int]) -> None:
        self._cells = cells
        self._pending = None
        self._stop = None
        self._legal = {}
        self._plans = {}

    @property
    def _turn(self) -> int | None:
        """Whose turn it is, as far as that is written down."""
        last = next((step for step in reversed(self._steps[: self._count]) if step.turned), None) if self._steps else None
        return None if last is None else last.turn

    # ----------------------------------------------------------------------- what must hold

    def fault_check(self) -> list[tuple[ir.Invariant, str]]:
        """The invariants that do not hold, with a sentence each: those that always must now, those of turns and rounds as it was
        when one ended during the last step."""
        found: dict[str, tuple[ir.Invariant, str]] = {}
        for group, cells in self.moments():
            for invariant, address in self.machine.program.invariants:
                if invariant.group == group and not self.machine.evaluate(cells, address, []):
                    said = f"`{' '.join(invariant.condition.span.text.split())}` does not hold"
                    found.setdefault(invariant.name, (invariant, said))
        return list(found.values())

    def moments(self) -> list[tuple[str, list[int]]]:
        """Where invariants must hold, each with the group of those: now, and when turns and rounds ended during the last step."""
        moments: list[tuple[str, list[int]]] = [("always", self._cells)]
        for event in self._steps[self._count - 1].events if self._steps and self._count else ():
            if isinstance(event, TurnEnded):
                moments.append(("each turn", list(event.cells)))
            elif isinstance(event, RoundEnded):
                moments.append(("each round", list(event.cells)))
        if self.over:
            moments.append(("at the end", self._cells))
        return moments

    def claims(self) -> list[tuple[ir.Expression, Span, bool]]:
        """The claims of the example that is rehearsed, and whether they hold now."""
        if self._example is None:
            return []
        pairs = zip(self._example.example.then, self._example.then, strict=True)
        return [(claim, span, bool(self.machine.evaluate(self._cells, address, []))) for (claim, span), address in pairs]

    # ----------------------------------------------------------------------- what seats know

    def sight(self, seat: int) -> Sight:
        """A seat's eyes on this state."""
        return Sight(self.words, seat, self._cells, lambda: self._mind(seat))

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may know now, as plain JSON data."""
        self._check_seat(seat)
        return view(self.sight(seat), self.stop, self._turn, self.scores)

    def history(self, seat: int) -> list[Observation]:
        """Everything a seat has observed since the beginning."""
        self._check_seat(seat)
        self._observer(seat)
        return [observation for step in self.steps for observation in step.seen[seat]]

    def events(self, seat: int) -> list[Observation]:
        """What the last step showed to a seat."""
        self._check_seat(seat)
        self._observer(seat)
        return list(self.steps[-1].seen[seat]) if self._count else []

    def information(self, seat: int) -> str:
        """A seat's observations, a line each: its information state."""
        return "\n".join(observation.text for observation in self.history(seat))

    def resample(self, seat: int, rng: Random, patience: float = 1.0, seconds: float = inf) -> State:
        """Another state that this seat can not tell from this one. patience: the share of the usual tries; seconds: at most.
        Raises ResampleError when none is found in reasonable time; TypeError for what is no `random.Random`."""
        from ..knowledge.resample import resample

        self._check_seat(seat)
        if not isinstance(rng, Random):  # pyright: ignore[reportUnnecessaryIsInstance]  # a seed is easily given for it
            raise TypeError(f"chance is drawn from a `random.Random(seed)`, not from {rng!r:.80}")
        return resample(self, seat, rng, patience, seconds)

    def plan(self, seat: int, deadline: float = inf) -> Plan:
        """What can be otherwise for a seat; kept while the state stands. deadline: of the monotonic clock. Raises Late."""
        from ..knowledge.resample import Plan

        if seat not in self._plans:
            self._observer(seat)  # here, so that the next plan need not go over all of it again
            self._plans[seat] = Plan(self.clone(), seat, deadline)
        return self._plans[seat]

    def other(self, cells: list[int], steps: list[Step] | Callable[[], list[Step]], seat: int | None) -> State:
        """Another world of the same game, with its own history (or what gives it, with as many steps as this one's). seat: has observed in
        it what it has observed here."""
        if seat is not None:
            self._observer(seat)
        world = object.__new__(State)
        world.game, world.stepper, world.words, world.seed = self.game, self.stepper, self.words, None
        world._asked, world._example = self._asked, self._example
        if seat is None:
            world._observers = {}
        else:
            count, observer = self._observers[seat]
            world._observers = {seat: (count, observer.facing(cells))}
        if not callable(steps):
            world._kept, world._past, world._count = steps, None, len(steps)
        else:
            world._kept, world._past, world._count = [], steps, self._count
        world._settle(cells)
        return world

    @property
    def _steps(self) -> list[Step] | None:
        """What has happened; also that of copies that went on from here, from _count on."""
        if self._past is not None:
            self._kept, self._past = self._past(), None
        return self._kept

    def fresh_cells(self) -> list[int]:
        """The game's cells before its first step."""
        return self.machine.fresh(0, None if self._example is None else self._example.start)

    def _mind(self, seat: int) -> Mind | None:
        return None if self._steps is None else self._observer(seat).mind

    def _observer(self, seat: int) -> Observer:
        if self._steps is None:
            raise ValueError("this copy keeps no history")
        count, observer = self._observers.get(seat) or (0, self.fresh_observer(seat))
        if count < self._count:
            observer = observer.copy()
            for step in self._steps[count : self._count]:
                step.seen[seat] = observer.watch(step.passage)
        self._observers[seat] = (self._count, observer)
        return observer

    def fresh_observer(self, seat: int) -> Observer:
        """A seat before anything has happened: everybody knows where every card lies."""
        cells = self.fresh_cells()
        sight = Sight(self.words, seat, cells, lambda: None)
        contents = [sight.contents(number) for number in range(len(self.machine.program.places))]
        faces = self.machine.program.layout.faces
        return Observer(self.words, seat, contents, cells[faces : faces + len(self.machine.program.cards)])

    # ----------------------------------------------------------------------- copies and logs

    @property
    def steps(self) -> Sequence[Step]:
        """What has happened, from stop to stop."""
        return () if self._steps is None else self._steps[: self._count]

    @property
    def log(self) -> list[dict[str, Any]]:
        """Everything that is needed to play the game again, the truth: first a header with the rules, then every choice and outcome. JSON
        data."""
        from .log import entries

        return entries(self)

    def story(self) -> list[str]:
        """The choices so far, a line each."""
        return [f"{self.words.names[step.seat]} {step.action}" for step in self.steps if step.seat is not None]

    def clone(self, *, watched: bool = True) -> State:
        """A copy that goes on by itself. watched no: it keeps no log and no observations, which makes it faster to play on."""
        other = object.__new__(State)
        other.game, other.stepper, other.words, other.seed = self.game, self.stepper, self.words, self.seed
        other._cells, other._asked, other._pending, other._example = self._cells, self._asked, self._pending, self._example
        other._kept, other._past, other._count = (self._steps, None, self._count) if watched else (None, None, 0)
        other._observers = dict(self._observers) if watched else {}
        other._legal = {}
        other._plans = {}
        other._stop = self._stop
        return other

    def dumps(self) -> str:
        """The state with its history as text, for `game.loads`. It is the truth, with the game's chance to come: for the host alone."""
        if self._steps is None:
            raise ValueError("this copy keeps no history")
        from .log import state_data

        return json.dumps(state_data(self), ensure_ascii=False, separators=(",", ":"))

    def __eq__(self, other: object) -> bool:
        """Equal cells, of games under the same rules with the same settings."""
        if not isinstance(other, State):
            return NotImplemented
        if self._cells != other._cells or self._pending_key() != other._pending_key():
            return False
        return self.game is other.game or (self.game.hash, self.game.settings) == (other.game.hash, other.game.settings)

    __hash__ = None  # type: ignore[assignment]

    def _pending_key(self) -> tuple[int, ...] | None:
        return None if self._pending is None else tuple(draw.outcome for draw in self._pending.draws)

    def __repr__(self) -> str:
        return f"<State of {self.game.name!r}: {self.decision.text}>"

    def _check_seat(self, seat: int) -> None:
        if not 0 <= whole(seat, "a seat") < self.players:
            raise IndexError(f"seats are 0 to {self.players - 1}, not {seat}")

    @property
    def asked(self) -> bool:
        """Whether outcomes of chance are asked for."""
        return self._asked

    @property
    def example(self) -> str | None:
        """The name of the example that is rehearsed."""
        return None if self._example is None else self._example.example.name

    @property
    def pending(self) -> Pending | None:
        """The run that waits for chance."""
        return self._pending

    def restream(self, word: int) -> None:
        """Give the game another stream of chance to go on with; what comes is no longer what the seed says."""
        self._cells = [*self._cells]
        self._cells[at.STREAM] = word
        self._settle(self._cells)
        self.seed = None
