"""What a random program has declared, and what a place in it may speak of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

PUBLIC, MINE, ALL = range(3)
"""What an expression may read: what everybody knows; also what `you` knows; everything."""


@dataclass(frozen=True)
class Zone:
    """owner: player, team or nothing; kind: a further index; seen: all, nobody, owner, others, team. shuffled: its order may be unknown,
    so that no expression may ask for it."""

    name: str
    owner: str = ""
    kind: str = ""
    seen: str = "all"
    ordered: bool = False
    single: bool = False
    shuffled: bool = False

    def known(self, level: int, own: bool) -> bool:
        """May somebody with this knowledge read its faces? own: it is surely his."""
        if level == ALL:
            return True
        return self.seen == "all" or (level == MINE and own and self.seen in ("owner", "team"))


@dataclass(frozen=True)
class Variable:
    """type: number, truth, player or the name of a kind; hidden: secret, hidden or nothing. Numbers that are not capped are 0..high."""

    name: str
    type: str
    owned: bool = False
    kind: str = ""
    low: int = 0
    high: int = 0
    capped: bool = True
    hidden: str = ""
    none: bool = False

    def known(self, level: int, own: bool) -> bool:
        """May somebody with this knowledge read it? own: it is surely his."""
        return level == ALL or not self.hidden or (level == MINE and own and self.hidden == "secret")


@dataclass(frozen=True)
class Rule:
    """result: number, truth, or nothing for a procedure. parameters: their types. level: what its body reads; you: it needs who acts;
    asks: it stops for a choice; calm: it neither asks nor draws on chance nor ends the game."""

    name: str
    parameters: tuple[str, ...]
    result: str = ""
    level: int = PUBLIC
    you: bool = False
    asks: bool = False
    calm: bool = False


@dataclass
class World:
    """Everything declared so far. kinds: members by name; facts: numbers that every member of a kind has; on: numbers every card has."""

    seats: tuple[int, ...] = (2,)
    teams: str = ""
    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    facts: dict[str, str] = field(default_factory=dict[str, str])
    french: bool = True
    own: bool = False
    does: bool = False
    numbers_of_cards: list[str] = field(default_factory=list[str])
    truths_of_cards: list[str] = field(default_factory=list[str])
    kinds_of_cards: dict[str, str] = field(default_factory=dict[str, str])
    number_options: list[str] = field(default_factory=list[str])
    switches: list[str] = field(default_factory=list[str])
    words: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    zones: list[Zone] = field(default_factory=list[Zone])
    variables: list[Variable] = field(default_factory=list[Variable])
    rules: list[Rule] = field(default_factory=list[Rule])


@dataclass(frozen=True)
class Scope:
    """A place in the program. you: somebody acts; bare: his things need no `you.`; asks, ends, draws: what a sentence may do here.
    turn, loop: sentences that need one. nested: in so many actions. Locals: (name, level) by type."""

    you: bool = False
    bare: bool = True
    level: int = ALL
    asks: bool = True
    ends: bool = True
    draws: bool = True
    turn: bool = False
    loop: bool = False
    nested: int = 0
    numbers: tuple[tuple[str, int], ...] = ()
    players: tuple[tuple[str, int], ...] = ()
    cards: tuple[tuple[str, int], ...] = ()
    sets: tuple[tuple[str, int], ...] = ()
    members: tuple[tuple[str, str], ...] = ()  # (name, kind)

    def at(self, level: int) -> Scope:
        """The same place, to read what may be known there."""
        return replace(self, level=level)

    def calm(self) -> Scope:
        """In the body of a choice of all at once."""
        return replace(self, asks=False, ends=False, draws=False, turn=False, loop=False)

    def known(self, locals_: tuple[tuple[str, int], ...]) -> list[str]:
        """Those of these names that may be read here."""
        return [name for name, level in locals_ if level <= self.level]
