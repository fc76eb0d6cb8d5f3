"""Chance: the game's own stream of numbers, and the tape from which the machine reads outcomes.

Every draw is "one of k, equally likely". The stream is one word of the state: a linear congruential generator of 63 bits whose high
bits are used, so that it gives the same numbers in Python ints and in 64-bit machine words, on every machine and for ever.
"""

from __future__ import annotations

from dataclasses import dataclass, field

MASK = (1 << 63) - 1
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
HIGH = 31  # a draw uses the 32 high bits of the word


def seeded(seed: int) -> int:
    """The stream's first word for a seed (any int); neighbouring seeds give unrelated streams."""
    word = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & MASK
    for _ in range(4):
        word = step(word ^ (word >> 29))
    return word


def step(word: int) -> int:
    """The word after this one."""
    return (word * MULTIPLIER + INCREMENT) & MASK


def pick(word: int, outcomes: int) -> tuple[int, int]:
    """A number from 0 to outcomes - 1 (outcomes < 2^31), and the stream's next word. Exactly uniform: high bits beyond the last whole
    multiple are drawn again."""
    limit = (1 << 32) - (1 << 32) % outcomes
    while True:
        word = step(word)
        high = word >> HIGH
        if high < limit:
            return high % outcomes, word


class NeedChance(Exception):
    """In asked mode the tape ended: the host must name an outcome. `sources`: what is drawn from, one for each outcome."""

    def __init__(self, kind: str, sources: tuple[int, ...]) -> None:
        super().__init__(f"one of {len(sources)} outcomes is needed")
        self.kind = kind
        self.sources = sources
        self.outcomes = len(sources)


@dataclass(frozen=True)
class Draw:
    """One outcome that was read. kind: "card" (it came up from a shuffled pile or was picked at random), "player", or "value".

    place: the pile a card was drawn from, by its number in `program.places`, else -1. sources: what it was drawn from (cards, seats,
    values); outcome: an index into sources.
    """

    kind: str
    place: int
    sources: tuple[int, ...]
    outcome: int


@dataclass
class Tape:
    """Outcomes in order. They are read from `position` on; when they end, new ones come from the game's stream and are appended, or,
    when `asked`, `NeedChance` is raised. draws: what was read through this tape, and from what."""

    outcomes: list[int] = field(default_factory=list[int])
    asked: bool = False
    position: int = 0
    draws: list[Draw] = field(default_factory=list[Draw])

    def draw(self, word: int, kind: str, place: int, sources: list[int]) -> tuple[int, int]:
        """The next outcome among two or more `sources` and the stream's word after it. The stream goes on in the same way when the outcome
        stands on the tape, so that a replayed game reaches the same state.

        Raises NeedChance in asked mode at the tape's end; ValueError for an outcome on the tape that can not be.
        """
        sampled, word = pick(word, len(sources))
        if self.position < len(self.outcomes):
            outcome = self.outcomes[self.position]
            if not 0 <= outcome < len(sources):
                raise ValueError(f"outcome {outcome} of {len(sources)} can not be")
        elif self.asked:
            raise NeedChance(kind, tuple(sources))
        else:
            outcome = sampled
            self.outcomes.append(outcome)
        self.position += 1
        self.draws.append(Draw(kind, place, tuple(sources), outcome))
        return outcome, word


class Stream(Tape):
    """A tape that is never read: outcomes come from the stream, and are not kept."""

    def draw(self, word: int, kind: str, place: int, sources: list[int]) -> tuple[int, int]:
        return pick(word, len(sources))


SAMPLED = Stream()
"""For all who want no more than outcomes: nothing of it changes."""
