"""Bulk random play by emitted functions: the same records and tallies as `policy.batch`, number for number."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from weakref import WeakKeyDictionary

from ....dsl.ir import NONE
from ..chance import HIGH, seeded, step
from ..fault import GameFault
from ..layout import ASKING, PC, STATUS, STREAM, WINNERS
from ..running import policy
from ..running.decode import SHUFFLED
from ..running.interpret import Machine
from ..running.policy import ACTION, CHOICES, CUT, DECISIONS, ENDING, FORCED, RESHUFFLES, ROUNDS, TURNS, WIDEST, Arguments, Playout, Shape
from .choices import CUT as NO_MORE
from .choices import LEFT, PASSED, PASSED_OVER, REST, SINCE, WORD
from .machine import FAULTS, Compiled
from .module import functions, write
from .piles import WIDE, Piles, Words
from .plan import BULK
from .shared import Ended, GiveUp


class Watched(Playout):
    """What is counted of one game; it also chooses where emitted code does not."""

    def __init__(self, machine: Machine, form: Shape, lead: bool, state: Words, word: int, tally: list[int]) -> None:
        self.machine, self.program, self.form, self.tally = machine, machine.program, form, tally
        self.lead, self.state, self.word = lead, state, word
        self.row = [0] * form.width
        self.actors, self.shown, self.shuffled, self.leads = {}, {}, set(), []
        self.fault = None
        self.leaders_of: Callable[[Words], int] = self.leaders

    def chose(self, menu: int, seat: int, counts: tuple[int, ...], action: int, value: int | tuple[int, ...] | None) -> None:
        """A seat chose one of so many of each action."""
        row, tally = self.row, self.tally
        total = sum(counts)
        row[DECISIONS] += 1
        row[FORCED] += total == 1
        row[CHOICES] += total
        row[WIDEST] = max(row[WIDEST], total)
        first = self.form.actions[menu]
        for k, count in enumerate(counts):
            if count:
                tally[(first + k) * ACTION_WORDS] += 1
        arguments: Arguments = () if value is None else value if isinstance(value, tuple) else (value,)
        self.take(first + action, self.program.menus[menu], action, seat, arguments)

    def turn_began(self) -> None:
        self.row[TURNS] += 1

    def round_began(self) -> None:
        self.row[ROUNDS] += 1

    def game_began(self) -> None:
        self.shuffled.clear()

    def moment(self, state: Words) -> None:
        """A turn or a round has ended."""
        if self.lead:
            leaders = self.leaders_of(state)
            if leaders:
                self.leads.append(leaders)

    def told(self, raw: list[int]) -> None:
        """What the executor's own functions report of a pile."""
        at = 0
        while at < len(raw):
            if raw[at] == SHUFFLED and raw[at + 1] > 1:
                self.row[RESHUFFLES] += raw[at + 2] in self.shuffled
                self.shuffled.add(raw[at + 2])
            at += 2 + raw[at + 1]


ACTION_WORDS = len(ACTION)


class Games:
    """Games of one program at random. counts: records and tallies are wanted, else only who won after how many choices.

    given_up: how many games `interpret` had to play.
    """

    def __init__(self, machine: Machine, counts: bool = True) -> None:
        self.program, self.layout, self.counts = machine.program, machine.layout, counts
        self.plain = Machine(machine.program)
        self.compiled = machine if isinstance(machine, Compiled) else Compiled(machine.program)
        self.form = policy.shape(self.program)
        self.given_up = 0
        source = write(self.program, BULK, counts)
        self.names = functions(self.program, source, BULK, self._told if counts else None)
        self.names.update(Z=[0] * (SINCE + 1), drawn_again=drawn_again, passed_over=passed_over)
        self._z: list[int] = self.names["Z"]
        self._n: list[int] = self.names["N"]
        self._blocks: dict[int, Callable[..., int]] = {int(name[1:]): self.names[name] for name in source.functions if name[0] == "b"}
        self._blocks.update({ask: self.names[f"m{menu}"] for ask, menu in source.asked.items()})
        self._leading: Callable[..., int] | None = self.names.get(f"g{self.program.leading}")
        self._watched: Watched | None = None
        self._piles = Piles(self.layout)
        self._fresh: Words = self.plain.fresh(0)
        self._piles.pile(self._fresh)
        self._begun = self._watch(self._fresh, 0, False, [])
        self._ahead()

    def _told(self, raw: list[int]) -> None:
        if self._watched is not None:
            self._watched.told(raw)

    def _ahead(self) -> None:
        """What comes before any chance and any choice is done once, for all games."""
        while True:
            state = self._piles.copy(self._fresh)
            watched = self._watch(state, 0, False, [])
            try:
                at = self._blocks[state[PC]](state)
            except (*FAULTS, Ended):
                return
            if at < 0 or state[STREAM] != self._fresh[STREAM]:
                return
            state[PC] = at
            self._fresh, self._begun = state, watched

    def _watch(self, state: Words, word: int, lead: bool, tally: list[int]) -> Watched:
        """What happens in a game is counted from here on."""
        watched = self._watched = Watched(self.compiled, self.form, lead, state, word, tally)
        watched.leaders_of = self._leaders
        if hasattr(self, "_begun"):
            watched.row[:], watched.shuffled = self._begun.row, set(self._begun.shuffled)
        for name in ("chose", "turn_began", "round_began", "moment", "game_began"):
            self.names[name] = getattr(watched, name)
        return watched

    def _leaders(self, state: Words) -> int:
        """As `Playout.leaders`, for a state whose places are lists."""
        assert self._watched is not None
        if self._leading is not None:
            counted = self._n[0]
            try:
                self._n[0] = 0
                values = [self._leading(state, seat) for seat in range(self.form.seats)]
                highest = max(values)
                return 0 if highest == NONE else sum(1 << seat for seat, value in enumerate(values) if value == highest)
            except FAULTS:
                pass
            finally:
                self._n[0] = counted
        flat = self._piles.copy(state)
        self._piles.flat(flat)
        return self._watched.leaders(flat)

    # ----------------------------------------------------------------------- one game

    def play(self, seed: int, number: int, longest: int) -> tuple[int, int]:
        """Game `number` of a batch: the mask of its winners (0 where it was cut off), and how many choices were made."""
        state = self._begin(seed, number, longest)
        self._watched = None
        try:
            ended = self._run(state)
        except (*FAULTS, GameFault):
            self.given_up += 1
            row = policy.playout(self.plain, self.form, seed, number, longest, False, [0] * self.form.tally)
            return row[policy.WON_BY], row[DECISIONS]
        return state[WINNERS] if ended else 0, longest - self._z[REST]

    def record(self, seed: int, number: int, longest: int, lead: bool, tally: list[int]) -> list[int]:
        """The same with everything that is counted: its record; its counts are added to the tally."""
        before = tally[:]
        state = self._begin(seed, number, longest)
        watched = self._watch(state, 0, lead and self.program.leading >= 0, tally)
        try:
            if not self._run(state):
                watched.row[ENDING] = CUT
            self._piles.flat(state)
            watched.finish()
            return watched.row
        except (*FAULTS, GameFault):
            self.given_up += 1
            tally[:] = before
            return policy.playout(self.plain, self.form, seed, number, longest, lead, tally)

    def _begin(self, seed: int, number: int, longest: int) -> Words:
        state = self._piles.copy(self._fresh)
        state[STREAM] = seeded((seed << 32) + 2 * number)
        self._z[:] = (seeded((seed << 32) + 2 * number + 1), longest, 0, -1)
        return state

    def _run(self, state: Words) -> bool:
        """Plays to the end, or until no more choices may be made: says whether it ended. Raises one of FAULTS."""
        blocks = self._blocks
        self._n[0] = 0
        pc = state[PC]
        while True:
            try:
                while pc >= 0:
                    pc = blocks[pc](state)
            except Ended:
                pc = self.layout.end
                continue
            if pc == NO_MORE:
                return False
            if pc != LEFT and state[STATUS] != ASKING:
                return True
            pc = self._decide(state)

    def _decide(self, state: Words) -> int:
        """Decisions as `policy.py` has them, over a state as everybody knows it; gives the address to go on at."""
        watched, z = self._watched or self._watch(state, 0, False, [0] * self.form.tally), self._z
        self._n[0] = 0
        self._piles.flat(state)
        while state[STATUS] == ASKING:
            if not self.compiled.settled(state):
                passed_over(z)
                break
            if not z[REST]:
                self._piles.pile(state)
                return NO_MORE
            watched.word = z[WORD]
            watched.decide()
            z[WORD] = watched.word
            z[REST] -= 1
        self._piles.pile(state)
        return state[PC]


def drawn_again(z: list[int], outcomes: int) -> int:
    """The outcome of the policy's last draw, where its word may lie beyond the last whole multiple."""
    limit = WIDE - WIDE % outcomes
    while z[WORD] >> HIGH >= limit:
        z[WORD] = step(z[WORD])
    return (z[WORD] >> HIGH) % outcomes


def passed_over(z: list[int]) -> None:
    """A decision in which nobody has a choice."""
    if z[SINCE] != z[REST]:
        z[SINCE], z[PASSED] = z[REST], 0
    z[PASSED] += 1
    if z[PASSED] > PASSED_OVER:
        raise GiveUp


def games_for(machine: Machine) -> Games:
    """Games of a machine's program with all that is counted; written once."""
    if machine not in _games:
        _games[machine] = Games(machine)
    return _games[machine]


_games: WeakKeyDictionary[Machine, Games] = WeakKeyDictionary()


def batch(machine: Machine, seed: int, first: int, count: int, longest: int, lead: bool) -> tuple[array[int], list[int]]:
    """As `policy.batch`."""
    games = games_for(machine)
    tally = [0] * games.form.tally
    rows = array("q")
    for number in range(first, first + count):
        rows.extend(games.record(seed, number, longest, lead, tally))
    return rows, tally
