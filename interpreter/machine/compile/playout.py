"""Bulk random play by emitted functions: the same records and tallies as `policy.batch`, number for number."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from weakref import WeakKeyDictionary

from ..chance import seeded
from ..layout import ASKING, PC, STATUS, STREAM, WINNERS
from ..running import policy
from ..running.decode import SHUFFLED
from ..running.interpret import Machine
from ..running.policy import ACTION, CHOICES, CUT, DECISIONS, ENDING, FORCED, RESHUFFLES, ROUNDS, TURNS, WIDEST, Arguments, Playout, Shape
from .bulk import Stream, pick
from .choices import CUT as NO_MORE
from .choices import LEFT, LONGEST, MADE, PASSED, PASSED_OVER, WORD
from .machine import FAULTS, Compiled
from .module import functions, write
from .plan import BULK
from .shared import Ended, GiveUp


class Watched(Playout):
    """What is counted of one game; it also chooses where emitted code does not."""

    def __init__(self, machine: Machine, form: Shape, lead: bool, state: list[int], word: int, tally: list[int]) -> None:
        self.machine, self.program, self.form, self.tally = machine, machine.program, form, tally
        self.lead, self.state, self.word = lead, state, word
        self.row = [0] * form.width
        self.actors, self.shown, self.shuffled, self.leads = {}, {}, set(), []
        self.fault = None

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

    def moment(self, state: list[int]) -> None:
        """A turn or a round has ended."""
        if self.lead:
            leaders = self.leaders(state)
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
        self.names.update(Z=[0] * (PASSED + 1), drawn_again=drawn_again)
        self._z: list[int] = self.names["Z"]
        self._n: list[int] = self.names["N"]
        self._blocks: dict[int, Callable[..., int]] = {int(name[1:]): self.names[name] for name in source.functions if name[0] == "b"}
        self._watched: Watched | None = None
        self._fresh = self.plain.fresh(0)
        self._begun = Watched(self.compiled, self.form, False, self._fresh, 0, [])
        self._ahead()

    def _told(self, raw: list[int]) -> None:
        if self._watched is not None:
            self._watched.told(raw)

    def _ahead(self) -> None:
        """What comes before any chance and any choice is done once, for all games."""
        tape = Certain()
        while True:
            state = self._fresh[:]
            watched = Watched(self.compiled, self.form, False, state, 0, [])
            watched.row, watched.shuffled = self._begun.row[:], set(self._begun.shuffled)
            self._watch(watched)
            try:
                at = self._blocks[state[PC]](state, tape)
            except (*FAULTS, Ended):
                return
            if at < 0 or state[STREAM] != self._fresh[STREAM]:
                return
            state[PC] = at
            self._fresh, self._begun = state, watched

    def _watch(self, watched: Watched) -> None:
        """What happens is counted here."""
        self._watched = watched
        for name in ("chose", "turn_began", "round_began", "moment", "game_began"):
            self.names[name] = getattr(watched, name)

    # ----------------------------------------------------------------------- one game

    def play(self, seed: int, number: int, longest: int) -> tuple[int, int]:
        """Game `number` of a batch: the mask of its winners (0 where it was cut off), and how many choices were made."""
        watched = self._begin(seed, number, False, [0] * self.form.tally)
        try:
            ended = self._run(watched, longest)
        except FAULTS:
            self.given_up += 1
            row = policy.playout(self.plain, self.form, seed, number, longest, False, watched.tally)
            return row[policy.WON_BY], row[DECISIONS]
        return watched.state[WINNERS] if ended else 0, self._z[MADE]

    def record(self, seed: int, number: int, longest: int, lead: bool, tally: list[int]) -> list[int]:
        """The same with everything that is counted: its record; its counts are added to the tally."""
        before = tally[:]
        watched = self._begin(seed, number, lead and self.program.leading >= 0, tally)
        self._watch(watched)
        try:
            if not self._run(watched, longest):
                watched.row[ENDING] = CUT
            watched.finish()
            return watched.row
        except FAULTS:
            self.given_up += 1
            tally[:] = before
            return policy.playout(self.plain, self.form, seed, number, longest, lead, tally)

    def _begin(self, seed: int, number: int, lead: bool, tally: list[int]) -> Watched:
        state = self._fresh[:]
        state[STREAM] = seeded((seed << 32) + 2 * number)
        word = seeded((seed << 32) + 2 * number + 1)
        self._z[:] = (word, 0, 0, 0)
        watched = Watched(self.compiled, self.form, lead, state, word, tally)
        if self.counts:
            watched.row[:], watched.shuffled = self._begun.row, set(self._begun.shuffled)
        return watched

    def _run(self, watched: Watched, longest: int) -> bool:
        """Plays to the end, or until so many choices are made: says whether it ended. Raises one of FAULTS."""
        state, z, blocks, tape = watched.state, self._z, self._blocks, Stream()
        z[LONGEST] = longest
        self._n[0] = 0
        pc = state[PC]
        while True:
            try:
                while pc >= 0:
                    pc = blocks[pc](state, tape)
            except Ended:
                pc = self.layout.end
                continue
            if pc == NO_MORE:
                return False
            if pc != LEFT and state[STATUS] != ASKING:
                return True
            pc = self._decide(watched, longest)

    def _decide(self, watched: Watched, longest: int) -> int:
        """Decisions as `policy.py` has them, over emitted fragments; gives the address to go on at."""
        state, z = watched.state, self._z
        self._n[0] = 0
        while state[STATUS] == ASKING:
            if not self.compiled.settled(state):
                z[PASSED] += 1
                if z[PASSED] > PASSED_OVER:
                    raise GiveUp
                break
            if z[MADE] >= longest:
                return NO_MORE
            watched.word = z[WORD]
            watched.decide()
            z[WORD] = watched.word
            z[MADE] += 1
            z[PASSED] = 0
        return state[PC]


class Certain(Stream):
    """A tape for what leaves nothing to chance."""

    def draw(self, word: int, kind: str, place: int, sources: list[int]) -> tuple[int, int]:
        raise GiveUp


def drawn_again(z: list[int], outcomes: int) -> int:
    """The policy's draw where the last word lay beyond the last whole multiple."""
    outcome, z[WORD] = pick(z[WORD], outcomes)
    return outcome


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
