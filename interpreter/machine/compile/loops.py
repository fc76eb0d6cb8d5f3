"""Loops: over sets put down before, and those that go on while something holds."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace

from ....dsl.ir import LARGEST
from .. import opcodes as op
from ..running.shapes import size
from .flow import STORES, Exits, Flow
from .values import Known, Value, reads, unknown
from .writer import LIGHT, Piece, Unstructured

ROUNDS = 6  # times the body of a loop is written until its ranges no longer grow
SHORT = 160  # instructions that the rounds of a loop over known items may have together, to be written one after another
NESTED = 640  # the same of loops within such loops, for all that is written of them together
ADDING = re.compile(r"(\w+) = \1 \+ ([AD]\d+)\[(\w+)\]")
MANY = 1 << 15  # rounds of a loop that are not known to be fewer


class Loops(Flow):
    """Writes loops."""

    copies = 1  # times that what is written now stands there: once for each known item of the loops around

    # ----------------------------------------------------------------------- what holds in every round

    def assigned(self, start: int, end: int) -> set[str]:
        """Locals that the code between two addresses sets."""
        found: set[str] = set()
        at = start
        while at < end:
            o = self.code[at]
            if o in STORES:
                found.add(self.local_name(self.code[at + 1 + STORES[o]]))
            at += size(self.code, at)
        return found

    def repeated(self, inside: set[str], times: int, exits: Exits, write: Callable[[], None]) -> tuple[Piece, list[dict[str, Known]]]:
        """Writes a loop's body until the ranges of what it sets hold for every round. Gives it, and what is known where it is left."""
        outer, outer_exits, names = self.leaving, self.exits, self.names
        self.exits = exits
        self.around += 1
        entry = dict(self.piece.locals)
        start = dict(entry)
        steps: dict[str, tuple[int, int]] = {}
        for attempt in range(ROUNDS):
            self.leaving, self.names = [], names
            with self.apart() as piece:
                piece.locals = dict(start)
                write()
            ways = self.leaving + ([] if piece.ended else [piece.locals])
            grown = False
            for name in inside & start.keys():
                after = start[name]
                for way in ways:
                    after = after.join(way.get(name, unknown(after.seq)))
                if after != start[name] and not _as_before(start[name], after, steps.get(name)):
                    grown = True
                    if attempt == 0 and times < MANY:
                        steps[name] = min(after.low - start[name].low, 0), max(after.high - start[name].high, 0)
                    start[name] = _widened(entry[name], start[name], after, times, attempt)
            if not grown:
                left, self.leaving, self.exits = self.leaving, outer, outer_exits
                self.around -= 1
                return piece, left
        raise Unstructured("a loop whose ranges do not settle")

    def after(self, ways: list[dict[str, Known]]) -> None:
        """What is known behind a loop that can be left in these ways."""
        if not ways:
            self.piece.ended = True
            return
        known = ways[0]
        for way in ways[1:]:
            known = {name: known[name].join(way[name]) for name in known if name in way}
        self.piece.locals = known

    def before_loop(self, start: int, end: int) -> None:
        """What the loop changes is no longer at hand."""

    # ----------------------------------------------------------------------- which kind of loop

    def loop(self, at: int) -> int:
        o = self.code[at]
        last = self.plan.loops[at]
        self.before_loop(at, last)
        if o in (op.NEXT_ITEM, op.NEXT_FAMILY):
            return self.over_items(at, last)
        self.settle()
        if o == op.NEXT_LOCAL:
            source = self.local_sequence(self.code[at + 1] + 1)
            return self.each(at, at + 5, last, source, self.local_name(self.code[at + 4]))
        counted = self.counting(at)
        if counted is not None:
            source, name, start = counted
            return self.each(at, start, last, source, name)
        return self.forever(at, last)

    @abstractmethod
    def over_items(self, at: int, last: int) -> int:
        """A loop over the items on the stack; gives the address behind it."""

    def forever(self, at: int, last: int) -> int:
        """`while` and `repeat`."""
        piece, left = self.repeated(
            self.assigned(at, last), MANY, {last + 2: ["break"], at: ["continue"]}, lambda: self.region(at, last, header=True)
        )
        self.line("while True:")
        self.inner([f"N[0] += {1 + piece.weight}", "if N[0] > LIMIT: raise GiveUp", *piece.lines])
        self.facts.faults = True
        self.after(left)
        return last + 2

    def counting(self, at: int) -> tuple[Value, str, int] | None:
        """`repeat n times` and `for each n in low..high`: the numbers, the variable, and where the body begins."""
        code = self.code
        if code[at : at + 2] == [op.PUSH, 0] and code[at + 2] == op.LOAD_LOCAL and code[at + 4 : at + 6] == [op.LESS, op.JUMP_UNLESS]:
            left = code[at + 3]
            if code[at + 7 : at + 14] == [op.LOAD_LOCAL, left, op.PUSH, 1, op.SUBTRACT, op.STORE_LOCAL, left]:
                count = self.present(self.local(left))
                most = min(max(count.high, 0), MANY)
                source = Value(f"range({count.text} - 1, -1, -1)", True, 0, max(count.high - 1, 0), False, most, count.reads)
                return source, self.local_name(left), at + 14
        if code[at] == op.LOAD_LOCAL and code[at + 2] == op.LOAD_LOCAL and code[at + 4 : at + 6] == [op.AT_MOST, op.JUMP_UNLESS]:
            here, high = code[at + 1], code[at + 3]
            if code[at + 7 : at + 10] == [op.LOAD_LOCAL, here, op.STORE_LOCAL] and code[at + 11] == op.LOAD_LOCAL:
                first, final = self.present(self.local(here)), self.present(self.local(high))
                most = min(max(final.high - first.low + 1, 0), MANY)
                text = f"range({first.text}, {final.text} + 1)"
                return Value(text, True, first.low, final.high, False, most, reads(first, final)), self.local_name(code[at + 10]), at + 18
        return None

    def each(self, at: int, start: int, last: int, source: Value, name: str) -> int:
        """`for name in source:`, where nothing is left on the stack."""
        if self.unrolled(source, name, start, last, lambda item, number_: self.region(start, last)):
            return last + 2
        inside = self.assigned(start, last) | {name}
        exits: Exits = {last + 2: ["break"], at: ["continue"]}
        before = dict(self.piece.locals)

        def write() -> None:
            self.piece.locals[name] = item_of(source, False)
            self.region(start, last)

        piece, left = self.repeated(inside, source.most, exits, write)
        source = self.counted(source, piece.weight)
        self.walk(f"for {name} in {source.text}:", name, source.text, piece)
        self.after([before, *left, *([] if piece.ended else [piece.locals])])
        return last + 2

    def walk(self, head: str, name: str, source: str, piece: Piece) -> None:
        """A loop and its body; where that only adds up what a table says of the items, a sum."""
        added = ADDING.fullmatch(piece.lines[0]) if len(piece.lines) == 1 else None
        if added is not None and added[3] == name:
            self.line(f"{added[1]} += sum(map({added[2]}.__getitem__, {source}))")
            return
        self.line(head)
        self.inner(piece.lines)

    def unrolled(self, source: Value, name: str, start: int, last: int, each: Callable[[Value, int], None]) -> bool:
        """Writes the body for each of a few known items; False where there are more, or where the body leaves the loop.

        each: writes one round, given the item and its number from 1.
        """
        if not source.fixed or source.parts is None:
            return False
        length = len(source.parts) * len(self.plan.between(start, last))
        if length > SHORT or self.copies * length > NESTED:
            return False
        outer, names, leaving, exits, around, copies = self.piece, self.names, self.leaving, self.exits, self.around, self.copies
        self.exits, self.copies = {}, copies * max(len(source.parts), 1)
        self.around += 1
        try:
            with self.apart() as piece:
                for number_, item in enumerate(source.parts, 1):
                    if name:
                        self.assign(name, item)
                    each(item, number_)
                    if piece.ended:
                        raise Unstructured("a round that never ends")
        except Unstructured:
            self.piece, self.names, self.leaving = outer, names, leaving
            return False
        finally:
            self.exits, self.around, self.copies = exits, around, copies
        self.adopt(piece)
        return True

    def counted(self, source: Value, weight: int) -> Value:
        """Short loops are counted in advance, long ones as they go."""
        if source.most * (1 + weight) <= LIGHT:
            self.weigh(source.most * (1 + weight))
            return source
        if not self.bulk or source.address is None:
            source = self.atom(source)
        self.line(f"N[0] += len({self.look(source)}) * {1 + weight}")
        self.give_up_if("N[0] > LIMIT")
        return source


def item_of(source: Value, family: bool) -> Known:
    """What is known of one item."""
    return Known(family, source.low, source.high, source.none, source.most if family else 0, False)


def _as_before(start: Known, after: Known, step: tuple[int, int] | None) -> bool:
    """A round adds no more than the first one did, times whose number the range was taken."""
    if step is None or start.seq or start.low < -LARGEST // 2 or start.high > LARGEST // 2:
        return False
    return after.low - start.low >= step[0] and after.high - start.high <= step[1] and after.none == start.none


def _widened(entry: Known, start: Known, after: Known, times: int, attempt: int) -> Known:
    """A range that holds for every round: what one adds, times their number; else anything."""
    if attempt > 2:
        return unknown(entry.seq)
    less, more = min(after.low - start.low, 0), max(after.high - start.high, 0)
    joined = entry.join(after)
    if attempt == 0 and times < MANY and not entry.seq and entry.low <= entry.high:
        return replace(joined, low=max(entry.low + times * less, -LARGEST), high=min(entry.high + times * more, LARGEST))
    if attempt == 0:
        return joined
    return replace(joined, low=-LARGEST if less else joined.low, high=LARGEST if more else joined.high, most=1 << 14)
