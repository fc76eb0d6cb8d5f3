"""Faults as the executor knows them, by number, and the sentences people read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .program import Program

ZERO, LARGE, MISSING, INDEX, RANGE, EXACTLY, FULL, LONG, DEEP, BUDGET, UNDRAWN, NO_ACTION, MANY, GAMES, NO_END, NOBODY, EMPTY_ITEM = range(
    17
)

WORDS = {
    ZERO: "division by zero",
    LARGE: "a number left the range of ±2^62",
    MISSING: "a number is wanted here, but the value is none",
    INDEX: "there is nothing at this index: it is none or outside what was declared",
    RANGE: "the value leaves the variable's bounds",
    EXACTLY: "{b} cards were demanded, but there are only {a}",
    FULL: "this place for one card already holds a card",
    LONG: "a set or list grew too long",
    DEEP: "rules call each other too deep",
    BUDGET: "the game ran on and on without a decision; it seems stuck here",
    UNDRAWN: "a menu or condition asked for the position of a card that nobody has drawn yet",
    NO_ACTION: "no action is possible in this decision, and it has no `else`",
    MANY: "so many combinations that no possible action was found in reasonable time",
    GAMES: "the match does not end: {a} games were played",
    NO_END: "`play` came to its end, but the game was not over",
    NOBODY: "a player is wanted here, but the value is none",
    EMPTY_ITEM: "the list has no item at this position",
}

# The page that explains each; what is not listed, and what lowering finds, is OTHERWISE.
CODES = {
    RANGE: "E0501", MISSING: "E0502", NOBODY: "E0502", INDEX: "E0503", EMPTY_ITEM: "E0503", EXACTLY: "E0504", FULL: "E0505",
    NO_ACTION: "E0506", BUDGET: "E0507", DEEP: "E0508", NO_END: "E0509", MANY: "E0510", ZERO: "E0511", LARGE: "E0512", LONG: "E0512",
    GAMES: "E0513",
}  # fmt: skip
OTHERWISE = "E0500"


class Trouble(Exception):
    """A fault met by the executor. pc: set where the loop is left."""

    def __init__(self, kind: int, a: int = 0, b: int = 0) -> None:
        super().__init__(kind)
        self.kind = kind
        self.a = a
        self.b = b
        self.pc = -1

    @property
    def message(self) -> str:
        return WORDS[self.kind].format(a=self.a, b=self.b)


def out_of_bounds(program: Program, trouble: Trouble) -> str:
    """The sentence for RANGE: which variable, what it would have become, and its bounds."""
    cells = list(program.cells.values())[trouble.b]
    name = cells.variable.name
    return f"`{name}` would become {trouble.a}, which is outside its bounds {cells.low}..{cells.high}"
