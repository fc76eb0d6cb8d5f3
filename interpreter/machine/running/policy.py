"""Bulk random play: what every executor must reproduce, number for number. This file is its specification.

**A playout** is one game of a batch, played to its end by seats that choose at random. Game `i` of a batch with seed `s` has its own two
streams (chance.py), so that no game depends on another: the state's begins at `seeded((s << 32) + 2 * i)`, the policy's, which the game
never sees, at `seeded((s << 32) + 2 * i + 1)`. `draw(n)` below is `pick` on the policy's stream; of one outcome there is no draw, it is 0.

**A game** goes from stop to stop. At a stop with `longest` choices made it is cut off. Otherwise:
1. Where the game has an anytime menu, `draw(8)`; on 7, `draw(seats)`: that seat, where the menu is open to it, chooses from it as below,
   if it has anything. That was the choice, and the machine runs to its next stop.
2. Else the lowest seat that must still decide chooses, and the machine runs on. When it has nothing, that is a fault: NO_ACTION, at PC.

**A choice** of one seat from a menu. For each action in order: unless an early part of its guard fails (the first `first` of its `needs`,
which read no parameters; the rest of them is not tried), its argument lists are walked depth first, each argument in the order of its
domain (physical cards, each its own; subsets by size, then in lexicographic order of positions), and the complete ones whose guard holds
are kept. (A guard that reads no parameters is not asked again.) The walk stops when one more than ENOUGH (256) would be kept, or after
VISITS (20,000) nodes: the empty list and every longer beginning count one each. An action whose walk was stopped is *large*. One `draw`
among all that was kept, over all actions in order, says which. If it lies in a large action, up to TRIES (40) lists are put together at
random: each argument by `draw` from its domain (of a range, among its first 2^31 - 1; of subsets the size by `draw(most - least + 1)`, then
that many items by `draw` among those left, which then stand in the domain's order); a domain without a member ends that try. The first list
whose guard holds is taken; if there is none, the kept one that was drawn.

**A record** is one row of ints for each game: COLUMNS, then for each seat its place and its score, then for each seat and each trait the
final value. A trait is a cell of a `per player` variable of a kind that only setup sets (a role, a side).
- `ending`: ENDED, CUT, or BROKEN by a fault of the rules (then `fault` is its number in trouble.py, `address` the instruction).
- `winners`: mask; `games` of the match; `scored`: as in the state. Places, scores and traits stand as they are in the state at the end.
- `decisions`: choices made; `forced`: those with one possibility; `choices`: possibilities kept, summed over all choices; `widest`: the
  most of one.
- `rounds`, `turns`: how many began. `reshuffles`: shuffles (refills too) that met a pile with cards, other than a pile's first in a game.
- The lead, where it is to be followed (`lead`; else these are 0): at the end of each turn and each round, the seats with the highest value
  of `program.leading` (a seat whose value is none does not lead; where the value can not be worked out or nobody has one, the moment is
  left out). `moments`; `lead_changes`: how often one seat led alone where another had been the last to lead alone. For decided games only:
  `behind`, moments at which no winner led; `comeback`: 1 when no winner led at moment (moments - 1) // 2; `settled`: moments before the
  last stretch in which a winner led all the time.
All numbers of a cut game count up to there; of a broken one only `ending`, `fault`, `address` and `decisions` are kept, all others are 0 (a
choice counts before it is carried out). A *decided* game has ended, and some seats won and some did not; of games that are won
together, or have one seat, every one that ended is decided.

**A tally** counts over games: ACTION words for each action of each menu (in `shape.actions` order), then FACE words for each face.
`offered`: choices in which the action had a list kept; `taken`: how often it was chosen (of a face: how often it stood among the arguments
of what was chosen, as a card); `users`: seats of decided games that did so at least once; `won`: those of them that won. `owned`, `owners`
are the same for faces that lay in a place with an owner when a decided game ended.

**Results alone** may be asked for: then the columns of COUNTED and the whole tally are 0.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from ....dsl import ir
from ..chance import Tape, pick, seeded
from ..fault import GameFault
from ..layout import GAMES, OVER, PC, PLACES, SCORED, STATUS, WAITING, WINNERS
from ..program import Menu, Program, of_cards
from ..trouble import NO_ACTION
from .decode import GAME_BEGAN, ROUND_BEGAN, ROUND_ENDED, SHUFFLED, TURN_BEGAN, TURN_ENDED
from .interpret import Machine, Subsets

ENOUGH = 256
VISITS = 20_000
TRIES = 40
OUT_OF_TURN = 8
WIDE = (1 << 31) - 1
LONGEST = 5_000  # choices of a game before it is cut off, unless told otherwise

ENDED, CUT, BROKEN = range(3)

COLUMNS = (
    "ending", "fault", "address", "winners", "games", "scored", "decisions", "forced", "choices", "widest", "rounds", "turns",
    "reshuffles", "moments", "lead_changes", "behind", "comeback", "settled",
)  # fmt: skip
(
    ENDING, FAULT, ADDRESS, WON_BY, MATCH, SCORES, DECISIONS, FORCED, CHOICES, WIDEST, ROUNDS, TURNS,
    RESHUFFLES, MOMENTS, LEAD_CHANGES, BEHIND, COMEBACK, SETTLED,
) = range(len(COLUMNS))  # fmt: skip

COUNTED = (FORCED, CHOICES, WIDEST, RESHUFFLES, MOMENTS, LEAD_CHANGES, BEHIND, COMEBACK, SETTLED)

ACTION = ("offered", "taken", "users", "won")
FACE = ("taken", "users", "won", "owners", "owned")

Arguments = tuple[int | tuple[int, ...], ...]
Possible = tuple[int, Arguments]
"""An action of a menu and its arguments."""


@dataclass(frozen=True)
class Shape:
    """What the numbers of a program's records and tallies stand for.

    columns: names of a record's columns (`place 0`, `score 0`, `role 0` for seat 0). traits: variable's name and address of its first
    seat's cell. actions: for each menu, the index of its first action. faces: how many. tally: words of a whole tally.
    """

    seats: int
    columns: tuple[str, ...]
    traits: tuple[tuple[str, int], ...]
    actions: tuple[int, ...]
    faces: int
    first_face: int
    tally: int

    @property
    def width(self) -> int:
        """Ints of a record."""
        return len(self.columns)


def shape(program: Program) -> Shape:
    """The shape of a program's records and tallies."""
    seats = program.seats
    traits = tuple((name, program.cells[name].address) for name in program.traits)
    names = ("place", "score", *(name for name, _ in traits))
    columns = (*COLUMNS, *(f"{name} {seat}" for name in names for seat in range(seats)))
    firsts = [0]
    for menu in program.menus:
        firsts.append(firsts[-1] + len(menu.actions))
    faces = max((card.face for card in program.cards), default=-1) + 1
    first_face = firsts[-1] * len(ACTION)
    return Shape(seats, columns, traits, tuple(firsts[:-1]), faces, first_face, first_face + faces * len(FACE))


def decided(program: Program, ending: int, winners: int) -> bool:
    """Whether a game has ended so that it says something about winning."""
    alone = program.seats == 1 or program.game.teams == 0
    return ending == ENDED and (alone or 0 < winners < program.layout.everyone)


def batch(machine: Machine, seed: int, first: int, count: int, longest: int, lead: bool) -> tuple[array[int], list[int]]:
    """Games `first` to `first + count - 1` with this seed: their records, one after another, and the tally. Every executor has such a
    function."""
    form = shape(machine.program)
    tally = [0] * form.tally
    rows = array("q")
    for number in range(first, first + count):
        rows.extend(playout(machine, form, seed, number, longest, lead, tally))
    return rows, tally


def results(program: Program, rows: array[int], tally: list[int]) -> tuple[array[int], list[int]]:
    """Of a batch the results alone."""
    width = shape(program).width
    for column in COUNTED:
        rows[column::width] = array("q", bytes(8 * (len(rows) // width)))
    return rows, [0] * len(tally)


def playout(machine: Machine, form: Shape, seed: int, number: int, longest: int, lead: bool, tally: list[int]) -> list[int]:
    """One game: its record; its counts are added to the tally."""
    return Playout(machine, form, seed, number, lead, tally).play(longest)


class Playout:
    """One game. Whoever chooses in another way overrides `decide`."""

    def __init__(self, machine: Machine, form: Shape, seed: int, number: int, lead: bool, tally: list[int]) -> None:
        self.machine, self.program, self.form, self.tally = machine, machine.program, form, tally
        self.lead = lead and machine.program.leading >= 0
        self.state = machine.fresh((seed << 32) + 2 * number)
        self.word = seeded((seed << 32) + 2 * number + 1)
        self.row = [0] * form.width
        self.actors: dict[int, int] = {}  # by index of an action: mask of the seats that took it
        self.shown: dict[int, int] = {}  # by face, likewise
        self.shuffled: set[int] = set()
        self.leads: list[int] = []
        self.fault: GameFault | None = None  # in words, for whoever asks

    def draw(self, outcomes: int) -> int:
        if outcomes == 1:
            return 0
        number, self.word = pick(self.word, outcomes)
        return number

    def play(self, longest: int) -> list[int]:
        row, state = self.row, self.state
        try:
            self.run()
            while state[STATUS] < OVER:
                if row[DECISIONS] >= longest:
                    row[ENDING] = CUT
                    break
                self.decide()
                self.run()
        except GameFault as fault:
            self.fault = fault
            kept = row[DECISIONS]
            row[:] = [0] * len(row)
            row[ENDING], row[FAULT], row[ADDRESS], row[DECISIONS] = BROKEN, fault.kind, fault.address, kept
        else:
            self.finish()
        return row

    # ----------------------------------------------------------------------- what happens

    def run(self) -> None:
        """To the next stop; counts what happens on the way."""
        raw: list[int] = []
        self.machine.report(self.state, Tape(), raw)
        row = self.row
        at = 0
        while at < len(raw):
            kind, count = raw[at], raw[at + 1]
            if kind == SHUFFLED and count > 1:
                place = raw[at + 2]
                row[RESHUFFLES] += place in self.shuffled
                self.shuffled.add(place)
            elif kind == GAME_BEGAN:
                self.shuffled.clear()
            elif kind == TURN_BEGAN:
                row[TURNS] += 1
            elif kind == ROUND_BEGAN:
                row[ROUNDS] += 1
            elif kind in (TURN_ENDED, ROUND_ENDED) and self.lead:
                leaders = self.leaders(raw[at + 3 : at + 2 + count])
                if leaders:
                    self.leads.append(leaders)
            at += 2 + count

    def leaders(self, state: list[int]) -> int:
        """Mask of the seats that lead; 0 where that can not be told."""
        try:
            values = [self.machine.leading(state, seat) for seat in range(self.form.seats)]
        except GameFault:
            return 0
        highest = max((value for value in values if value != ir.NONE), default=ir.NONE)
        return 0 if highest == ir.NONE else sum(1 << seat for seat, value in enumerate(values) if value == highest)

    # ----------------------------------------------------------------------- choosing

    def decide(self) -> None:
        program, state = self.program, self.state
        if program.anytime is not None and self.draw(OUT_OF_TURN) == OUT_OF_TURN - 1:
            seat = self.draw(self.form.seats)
            if self.machine.open_anytime(state, seat) and self.choose(program.anytime, seat):
                return
        waiting = state[WAITING]
        menu = self.machine.stop(state).menu
        if menu is None or not self.choose(menu, (waiting & -waiting).bit_length() - 1):
            raise GameFault("no action is possible", None, NO_ACTION, state[PC])

    def choose(self, menu: Menu, seat: int) -> bool:
        """Choose something for a seat; False when it has nothing."""
        kept, large = self.look(menu, seat)
        if not kept:
            return False
        action, arguments = kept[self.draw(len(kept))]
        if action in large:
            arguments = self.put_together(menu, action, seat) or arguments
        self.enact(menu, seat, kept, action, arguments)
        return True

    def look(self, menu: Menu, seat: int) -> tuple[list[Possible], set[int]]:
        """What is kept of a menu, and which actions are large."""
        kept: list[Possible] = []
        large: set[int] = set()
        for action in range(len(menu.actions)):
            if self.machine.opens(self.state, menu, action, seat) and self.walk(menu, action, seat, kept):
                large.add(action)
        return kept, large

    def enact(self, menu: Menu, seat: int, kept: list[Possible], action: int, arguments: Arguments) -> None:
        """Count a choice among what was kept, and commit it."""
        row = self.row
        row[DECISIONS] += 1
        row[FORCED] += len(kept) == 1
        row[CHOICES] += len(kept)
        row[WIDEST] = max(row[WIDEST], len(kept))
        first = self.form.actions[menu.number]
        for one in dict.fromkeys(one for one, _ in kept):
            self.tally[(first + one) * len(ACTION)] += 1
        self.take(first + action, menu, action, seat, arguments)
        self.machine.commit(self.state, menu, action, seat, arguments)

    def walk(self, menu: Menu, action: int, seat: int, kept: list[Possible]) -> bool:
        """Adds the possible argument lists of an action to `kept`; whether it was stopped."""
        full = len(kept) + ENOUGH
        left = VISITS

        def stopped(chosen: Arguments) -> bool:
            nonlocal left
            left -= 1
            if left < 0:
                return True
            if len(chosen) < len(menu.actions[action].parameters):
                return any(stopped((*chosen, value)) for value in self.values(menu, action, seat, chosen))
            if self.holds(menu, action, seat, chosen):
                if len(kept) == full:
                    return True
                kept.append((action, chosen))
            return False

        return stopped(())

    def holds(self, menu: Menu, action: int, seat: int, chosen: Arguments) -> bool:
        return menu.actions[action].early or self.machine.allowed(self.state, menu, action, seat, chosen)

    def values(self, menu: Menu, action: int, seat: int, chosen: Arguments) -> Iterator[int | tuple[int, ...]]:
        domain = self.machine.domain(self.state, menu, action, seat, chosen)
        if isinstance(domain, Subsets):
            for size in range(domain.least, domain.most + 1):
                yield from combinations(domain.items, size)
        else:
            yield from domain

    def put_together(self, menu: Menu, action: int, seat: int) -> Arguments | None:
        """A list at random, or None when no try gave one that is possible."""
        for _ in range(TRIES):
            chosen: Arguments = ()
            while len(chosen) < len(menu.actions[action].parameters):
                value = self.some(self.machine.domain(self.state, menu, action, seat, chosen))
                if value is None:
                    break
                chosen = (*chosen, value)
            else:
                if self.holds(menu, action, seat, chosen):
                    return chosen
        return None

    def some(self, domain: Sequence[int] | Subsets) -> int | tuple[int, ...] | None:
        if not isinstance(domain, Subsets):
            size = domain.stop - domain.start if isinstance(domain, range) else len(domain)
            return domain[self.draw(min(size, WIDE))] if size > 0 else None
        if domain.least > domain.most:
            return None
        left = list(range(len(domain.items)))
        size = domain.least + self.draw(domain.most - domain.least + 1)
        drawn = [left.pop(self.draw(len(left))) for _ in range(size)]
        return tuple(domain.items[position] for position in sorted(drawn))

    def take(self, index: int, menu: Menu, action: int, seat: int, arguments: Arguments) -> None:
        """Counts what was chosen."""
        self.tally[index * len(ACTION) + 1] += 1
        self.actors[index] = self.actors.get(index, 0) | 1 << seat
        for parameter, value in zip(menu.actions[action].parameters, arguments, strict=True):
            if of_cards(parameter.type):
                for card in value if isinstance(value, tuple) else (value,):
                    if card != ir.NONE:
                        face = self.program.cards[card].face
                        self.tally[self.form.first_face + face * len(FACE)] += 1
                        self.shown[face] = self.shown.get(face, 0) | 1 << seat

    # ----------------------------------------------------------------------- the end

    def finish(self) -> None:
        row, state, form, layout = self.row, self.state, self.form, self.program.layout
        row[WON_BY], row[MATCH], row[SCORES] = state[WINNERS], state[GAMES], state[SCORED]
        at = len(COLUMNS)
        for first in (PLACES, layout.scores, *(address for _, address in form.traits)):
            row[at : at + form.seats] = state[first : first + form.seats]
            at += form.seats
        row[MOMENTS] = len(self.leads)
        alone = [leaders for leaders in self.leads if leaders & leaders - 1 == 0]
        row[LEAD_CHANGES] = sum(a != b for a, b in pairwise(alone))
        if decided(self.program, row[ENDING], row[WON_BY]):
            self.judge(row[WON_BY])

    def judge(self, winners: int) -> None:
        """What a decided game says about winning."""
        row, leads, tally, form = self.row, self.leads, self.tally, self.form
        behind = [not leaders & winners for leaders in leads]
        row[BEHIND] = sum(behind)
        row[COMEBACK] = int(bool(leads) and behind[(len(leads) - 1) // 2])
        row[SETTLED] = max((moment + 1 for moment, was in enumerate(behind) if was), default=0)
        owners: dict[int, int] = {}
        layout = self.program.layout
        for place, owner in enumerate(layout.place_owner):
            address = layout.place_address[place]
            if owner != ir.NONE:
                for card in self.state[address + 1 : address + 1 + self.state[address]]:
                    face = layout.card_face[card]
                    owners[face] = owners.get(face, 0) | 1 << owner
        for masks, first, stride, at in (
            (self.actors, 0, len(ACTION), 2),
            (self.shown, form.first_face, len(FACE), 1),
            (owners, form.first_face, len(FACE), 3),
        ):
            for index, mask in masks.items():
                tally[first + index * stride + at] += mask.bit_count()
                tally[first + index * stride + at + 1] += (mask & winners).bit_count()
