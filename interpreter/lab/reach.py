"""Which sentences of a file ever run: traps in the code, each taken away when it is first met.

A trap is the instruction that faults; the machine then stands as before the step, the trap is lifted, and the step is made again. So a
program that has been gone through costs nothing more. The sentences that end the game keep their traps, to know how each game ended.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields, is_dataclass
from typing import TypeVar

from ...dsl import ir
from ...dsl.record import Record
from ...dsl.source import Span
from ..machine import opcodes as op
from ..machine.fault import GameFault
from ..machine.lowering.walk import nodes
from ..machine.program import Program
from ..machine.state.game import Game
from ..machine.state.menu import IllegalAction

TOLD_APART = 100  # sentences that run for the first time without a choice between them
Key = tuple[str, int, int]
T = TypeVar("T")


class Block(Record):
    """Sentences that run together. what: whose they are, in words; inner: blocks within."""

    what: str
    name: str
    span: Span
    sentences: tuple[ir.Statement, ...]
    inner: tuple[Block, ...]


class Reach:
    """The sentences of a game that were reached so far, over all its settings."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.blocks = tuple(_blocks(game))
        self.endings = {_key(s.span): s for block in _all(self.blocks) for s in block.sentences if isinstance(s, ir.End)}
        self.known = {_key(s.span) for block in _all(self.blocks) for s in block.sentences}
        self.met: set[Key] = set()
        self.trapped: set[Key] = set()
        self.traps: dict[int, dict[int, tuple[int, Key]]] = {}  # for each program: address -> instruction, sentence
        self.ending: ir.End | None = None  # the last one that ran
        self.counted = _reads_counters(game)

    def set_traps(self, program: Program) -> None:
        """Traps for what has not been met yet; once for each program."""
        if id(program) in self.traps:
            return
        code, traps, done = program.layout.code, dict[int, tuple[int, Key]](), set[Key]()
        for address, span in program.spans:
            key = _key(span)
            if key not in self.known or key in done or address >= len(code):
                continue
            done.add(key)
            self.trapped.add(key)
            if key not in self.met or key in self.endings:
                traps[address] = (code[address], key)
        self.traps[id(program)] = traps
        for address in traps:
            code[address] = op.FALL_OFF

    def lift(self, program: Program, address: int) -> bool:
        """A fault was met at this address: if it was a trap, take it away and say yes."""
        traps = self.traps.get(id(program), {})
        if address not in traps or program.layout.code[address] != op.FALL_OFF:
            return False
        instruction, key = traps[address]
        program.layout.code[address] = instruction
        self.met.add(key)
        if key in self.endings:
            self.ending = self.endings[key]
        else:
            del traps[address]
        return True

    def again(self, program: Program) -> None:
        """Traps of the sentences that end a game, set anew."""
        for address, (_, key) in self.traps.get(id(program), {}).items():
            if key in self.endings:
                program.layout.code[address] = op.FALL_OFF

    def guarded(self, program: Program, work: Callable[[], T]) -> T:
        """Do it, and do it again after each trap. Raises GameFault for real ones.

        Of work that meets very many, more and more of the next are taken away with each, as if they had been met.
        """
        met, address = 0, -1
        while True:
            try:
                return work()
            except GameFault as fault:
                if not self.lift(program, fault.address):
                    raise
                met, address = met + 1, fault.address
            if met > TOLD_APART:
                left = sorted(a for a, (_, key) in self.traps[id(program)].items() if a > address and key not in self.endings)
                for other in left[: 2 ** min(met - TOLD_APART, 20)]:
                    self.lift(program, other)

    @contextmanager
    def free(self, program: Program) -> Generator[None]:
        """The program without traps meanwhile."""
        traps = self.traps.get(id(program), {})
        set_now = [address for address in traps if program.layout.code[address] == op.FALL_OFF]
        for address in set_now:
            program.layout.code[address] = traps[address][0]
        try:
            yield
        finally:
            for address in set_now:
                program.layout.code[address] = op.FALL_OFF

    def shown(self, game: Game, example: ir.Example) -> None:
        """What runs in an example counts as met: the file says how it comes about."""
        staged, players = game.set_for(example)
        program = staged.machine(players).program
        self.set_traps(program)

        def work() -> None:
            state = game.rehearse(example)
            for move in example.moves:
                if not move.cannot:
                    state.choose(move.seat, move.action)
            state.claims()

        with suppress(GameFault, IllegalAction):  # told where examples are run for their own sake
            self.guarded(program, work)

    def ran(self, body: tuple[ir.Statement, ...]) -> bool:
        """Whether one of these sentences was met."""
        return any(_key(sentence.span) in self.met for sentence in body)

    def unmet(self) -> Iterator[tuple[str, str, Span]]:
        """What never ran: (what it is, its name, where), the outermost only."""
        for block in self.blocks:
            yield from self._unmet(block)

    def _unmet(self, block: Block) -> Iterator[tuple[str, str, Span]]:
        sentences = [s for b in _all((block,)) for s in b.sentences]
        if not any(_key(s.span) in self.trapped for s in sentences):
            return  # nothing of it was ever part of a program: a constant condition
        if not any(_key(s.span) in self.met for s in sentences):
            yield block.what, block.name, block.span
            return
        for inner in block.inner:
            yield from self._unmet(inner)


def _key(span: Span) -> Key:
    return (span.source.name, span.start, span.end)


def _reads_counters(game: ir.Game) -> bool:
    """Whether the rules count turns or rounds, so that a game that goes in circles is not where it was."""
    whole = (game.setup, game.play, tuple(game.rules.values()), game.anytime, game.match)
    return any(isinstance(node, ir.Builtin) and node.name in ("round_number", "turns") for node in nodes(whole))


def _all(blocks: tuple[Block, ...]) -> Iterator[Block]:
    for block in blocks:
        yield block
        yield from _all(block.inner)


def _blocks(game: ir.Game) -> Iterator[Block]:
    if game.setup is not None:
        yield _block("rule", "setup", game.setup.span, game.setup.body)
    yield _block("rule", "play", game.play.span, game.play.body)
    for rule in game.rules.values():
        yield _block("rule", rule.name, rule.span, rule.body)
    for action in game.anytime:
        yield _block("action", action.name, action.span, action.body)
    facts = [fact for kind in game.kinds.values() for fact in kind.facts.values()] + list(game.deck.facts.values())
    for fact in facts:
        for number, rule in enumerate(fact.rules or ()):
            if rule is not None and (fact.rules or ()).index(rule) == number:
                yield _block("rule", fact.name, rule.span, rule.body)


def _block(what: str, name: str, span: Span, body: tuple[ir.Statement, ...]) -> Block:
    inner: list[Block] = []
    for sentence in body:
        if isinstance(sentence, ir.Choose):
            inner += [_block("action", action.name, action.span, action.body) for action in sentence.menu if action.body]
        if not is_dataclass(sentence):
            continue
        for field in fields(sentence):
            part = getattr(sentence, field.name)
            if field.name != "menu" and isinstance(part, tuple) and part and isinstance(part[0], ir.Statement):
                inner.append(_block("branch", "", part[0].span, part))  # pyright: ignore[reportUnknownArgumentType]
    return Block(what, name, span, body, tuple(inner))
