"""Where everything lives in a state, and what the executor needs to know of a program, as plain lists of ints.

A state is one list: the header below, a word for each seat of places, scores, wins and turns, then three words for each card (who sees its
face, is it undrawn, at which place it is), the places (length and slots), the variables' cells, their masks, and last the frames.
"""

from __future__ import annotations

from dataclasses import dataclass, field

STATUS = 0  # RUNNING, ASKING, OVER or RAN_OUT
PC = 1  # where to go on
FRAME = 2  # address of the frame of the rule that runs
TOP = 3  # first free word after the frames
STREAM = 4  # the game's stream of chance
MENU = 5  # number of the decision asked
FRESH = 6  # the decision is to be worked out: 1 for the first time, 2 again
ANYTIME = 7  # the frame of the anytime action that runs, or 0
WAITING = 8  # mask of seats that must still decide
OUT = 9  # mask of seats that are out
DIRECTION = 10  # of play: 1 or -1
MARKS = 11  # of the turn: 1 again, 2 reverse, and 4 for each skip
ACTED = 12  # mask of seats that chose something other than pass (for `go round`)
GAMES = 13  # games of the match that have ended
ROUND = 14  # number of the round
WINNERS = 15  # mask
SCORED = 16  # SCORES holds: 0 nothing, 1 first keys of an order, 2 returns
PLACES = 17  # for each seat: its place from 0; then scores, wins in the match, turns

RUNNING, ASKING, OVER, RAN_OUT = range(4)

SEQUENCE_LIMIT = 10_000  # items of a sequence
LIST_LIMIT = 64  # items of a list of numbers that a rule keeps


@dataclass
class Layout:
    """Addresses and tables of one program. Lists are indexed by place, variable, menu or table number."""

    seats: int
    cards: int = 0
    scores: int = 0
    wins: int = 0
    turns: int = 0
    faces: int = 0  # for each card: mask of seats that see its face now
    undrawn: int = 0  # for each card: 1 in a shuffled pile, where its position is not known yet
    where: int = 0  # for each card: its place
    place_address: list[int] = field(default_factory=list[int])
    place_capacity: list[int] = field(default_factory=list[int])
    place_viewers: list[int] = field(default_factory=list[int])
    place_owner: list[int] = field(default_factory=list[int])
    place_refill: list[int] = field(default_factory=list[int])  # the place shuffled in when it runs out, or -1
    place_except_top: list[int] = field(default_factory=list[int])
    card_face: list[int] = field(default_factory=list[int])
    named: set[int] = field(default_factory=set[int])  # cards that the file calls by their face
    card_start: list[int] = field(default_factory=list[int])  # the place where each card stands in the beginning
    variable_address: list[int] = field(default_factory=list[int])
    variable_cells: list[int] = field(default_factory=list[int])
    variable_start: list[int] = field(default_factory=list[int])
    variable_low: list[int] = field(default_factory=list[int])
    variable_high: list[int] = field(default_factory=list[int])
    variable_none: list[int] = field(default_factory=list[int])  # may be none
    variable_capped: list[int] = field(default_factory=list[int])
    variable_kept: list[int] = field(default_factory=list[int])
    variable_masks: list[int] = field(default_factory=list[int])  # address of its masks, or 0 where everybody knows the value
    variable_secret: list[int] = field(default_factory=list[int])  # cells for one owner, where the owner knows it; else 0
    each_round: list[int] = field(default_factory=list[int])  # variables
    tables: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    code: list[int] = field(default_factory=list[int])
    frames: int = 0
    size: int = 0
    first_place: int = 0  # takes what `given` pushes out of a place
    end: int = 0  # code address where a game that ended goes on
    locals: int = 0  # words of L that fragments and asking code use

    def __post_init__(self) -> None:
        self.scores = PLACES + self.seats
        self.wins = self.scores + self.seats
        self.turns = self.wins + self.seats
        self.size = self.turns + self.seats

    @property
    def everyone(self) -> int:
        """Mask of all seats."""
        return (1 << self.seats) - 1

    def take(self, words: int) -> int:
        """Address of so many fresh words."""
        address = self.size
        self.size += words
        return address


def own_mask(layout: Layout, variable: int, cell: int) -> int:
    """Who may know the value of a cell that nobody turned."""
    if not layout.variable_masks[variable]:
        return layout.everyone
    span = layout.variable_secret[variable]
    return 1 << cell // span if span else 0
