"""Sequences to code: what is built, filtered, ordered, picked and worked out of the items of a set."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from ....dsl import ir
from ....dsl.record import Record
from .. import opcodes as op
from ..running import sequences as seq
from .emit import Label, Slot
from .expressions import Expressions, bare, many

ENDS = {"top": seq.TOP, "bottom": seq.BOTTOM, "first": seq.FIRST, "last": seq.LAST}


class Walk(Record):
    """A loop over the items of a sequence or family. step: where the next item is fetched; exit: after the last."""

    slot: int
    it: Slot
    step: Label
    exit: Label
    family: bool


class Sequences(Expressions):
    """Writes expressions on sequences."""

    # ----------------------------------------------------------------------- sequences

    def _Sequence(self, e: ir.Sequence, ordered: bool) -> None:
        of = bare(e.type.of) if isinstance(e.type, ir.Many) else ir.NUMBER
        distinct = not e.keep_none and of not in (ir.NUMBER, ir.TRUTH)
        single = all(not many(item) for item in e.items)
        if single and (e.keep_none or (not distinct and not any(isinstance(item.type, ir.Maybe) for item in e.items))):
            for item in e.items:
                self.value(item)
            self.push(len(e.items))
            return
        self.push(0)
        for item in e.items:
            self.value(item, ordered)
            if not many(item):
                self.emit(*((op.PUSH, 1) if e.keep_none else (op.SINGLE,)))
            self.emit(op.UNION if distinct else op.CONCATENATE)

    def _Union(self, e: ir.Union, ordered: bool) -> None:
        self.sequence(e.left, ordered)
        self.sequence(e.right, ordered)
        self.emit(op.UNION)

    def _Without(self, e: ir.Without, ordered: bool) -> None:
        self.sequence(e.left, ordered)
        self.sequence(e.right)
        self.emit(op.WITHOUT)

    def _Interval(self, e: ir.Interval, ordered: bool) -> None:
        self.scalar(e.low)
        self.scalar(e.high)
        self.emit(op.INTERVAL)

    def _Members(self, e: ir.Members, ordered: bool) -> None:
        self.push(0)
        self.push(len(e.kind.members) - 1)
        self.emit(op.INTERVAL)

    def _Only(self, e: ir.Only, ordered: bool) -> None:
        if isinstance(e.source, ir.Contents):
            self.value(e.source.place)
            if self.may_be_undrawn(e.source.place):
                self.emit(op.DRAW_ALL)
            self.emit(op.PLACE_CARD)
        else:
            self.scalar(e.source)

    def _Rotated(self, e: ir.Rotated, ordered: bool) -> None:
        self.sequence(e.source)
        self.scalar(e.start)
        self.emit(op.ROTATE)

    def _Picked(self, e: ir.Picked, ordered: bool) -> None:
        source = e.source
        if e.end == "random":
            self.sequence(source)
            self.count_or_one(e.count)
            of = bare(source.type.of) if isinstance(source.type, ir.Many) else source.type
            self.emit(op.PICK_RANDOM, 1 if of == ir.CARD else 2 if of == ir.PLAYER else 0)
        elif isinstance(source, ir.Contents) and (self.may_be_undrawn(source.place) or self.refills):
            self.value(source.place)
            self.count_or_one(e.count)
            self.emit(op.PICK_PLACE, ENDS[e.end], 1 if self.refills else 0)
        else:
            self.sequence(source, True)
            self.count_or_one(e.count)
            self.emit(op.PICK, ENDS[e.end])
        if e.count is None:
            self.emit(op.ONLY)

    # ----------------------------------------------------------------------- walking over items

    @contextmanager
    def walk(self, source: ir.Expression, it: ir.Local, ordered: bool = False) -> Generator[Walk]:
        """The body runs for each item; afterwards the items are still on the stack."""
        with self.block():
            family = isinstance(source, ir.Family)
            if isinstance(source, ir.Family):
                self.sequence(source.source, ordered)
                self.scalar(source.low)
                self.scalar(source.high)
                slot = self.frame.take_local(4 + max(self.capacity(source.source.type), 1))
                self.emit(op.FAMILY, slot)
            else:
                self.sequence(source, ordered)
                slot = self.frame.take_local(4)
                self.emit(op.ITERATE, slot)
            walk = Walk(slot, self.scratch(it), self.label(), self.label(), family)
            self.here(walk.step)
            self.jump(op.NEXT_FAMILY if family else op.NEXT_ITEM, slot, walk.it.offset, walk.exit)
            yield walk
            self.jump(op.LOOP, walk.step)
            self.here(walk.exit)

    def drop(self, walk: Walk) -> None:
        self.emit(op.DROP_FAMILY if walk.family else op.DROP_ITEMS, walk.slot)

    def _Filter(self, e: ir.Filter, ordered: bool) -> None:
        with self.walk(e.source, e.it, ordered) as walk:
            self.scalar(e.condition)
            self.emit(op.KEEP, walk.slot, walk.it.offset)
        self.emit(op.KEPT, walk.slot)

    def _Ordered(self, e: ir.Ordered, ordered: bool) -> None:
        with self.walk(e.source, e.it, ordered) as walk:
            self.key(e.key)
        self.emit(op.SORT, walk.slot, -1 if e.lowest else 1)

    def key(self, key: ir.Expression) -> None:
        """A key as a sequence, however many items it has."""
        self.value(key)
        if not many(key):
            self.push(1)

    def _Aggregate(self, e: ir.Aggregate, ordered: bool) -> None:
        itself = isinstance(e.key, ir.LocalValue) and e.key.local is e.it and e.condition is None
        if e.operator == "count" and itself and e.key.type != ir.TRUTH and not isinstance(e.source, ir.Family):
            self.sequence(e.source)
            self.emit(op.COUNT)
        elif e.operator in ("min", "max") and itself and isinstance(e.source, ir.Sequence) and not any(map(many, e.source.items)):
            for k, item in enumerate(e.source.items):
                self.value(item)
                if k:
                    self.emit(op.SMALLER if e.operator == "min" else op.GREATER)
        elif e.operator in ("any", "all"):
            self.any_or_all(e)
        elif e.operator in ("best", "worst"):
            self.best(e, ordered)
        elif e.operator in ("same", "different"):
            self.same_or_different(e)
        else:
            self.accumulate(e)

    def condition(self, e: ir.Aggregate, walk: Walk) -> None:
        if e.condition is not None:
            self.scalar(e.condition)
            self.jump(op.JUMP_UNLESS, walk.step)

    def any_or_all(self, e: ir.Aggregate) -> None:
        settled, end = self.label(), self.label()
        with self.walk(e.source, e.it) as walk:
            self.condition(e, walk)
            self.scalar(e.key)
            self.jump(op.JUMP_IF if e.operator == "any" else op.JUMP_UNLESS, settled)
        self.drop(walk)
        self.push(0 if e.operator == "any" else 1)
        self.jump(op.JUMP, end)
        self.here(settled)
        self.drop(walk)
        self.push(1 if e.operator == "any" else 0)
        self.here(end)

    def best(self, e: ir.Aggregate, ordered: bool) -> None:
        if isinstance(e.source, ir.Family):
            raise self.fault("a set of sets is no value: order the cards, or ask for `max` or `any`", e.span)
        with self.walk(e.source, e.it, ordered) as walk:
            self.condition(e, walk)
            self.key(e.key)
            self.emit(op.BEST, walk.slot, walk.it.offset, 1 if e.operator == "best" else -1)
        self.emit(op.KEPT, walk.slot)

    def same_or_different(self, e: ir.Aggregate) -> None:
        with self.walk(e.source, e.it) as walk:
            self.condition(e, walk)
            self.scalar(e.key)
        self.emit(op.SAME if e.operator == "same" else op.DIFFERENT, walk.slot)

    def accumulate(self, e: ir.Aggregate) -> None:
        """sum, count, min and max."""
        with self.block():
            total = Slot(False, self.frame.take_local(1), 0)
            self.push(0 if e.operator in ("sum", "count") else ir.NONE)
            self.store(total)
            with self.walk(e.source, e.it) as walk:
                self.condition(e, walk)
                if e.operator == "count" and e.key.type == ir.TRUTH:
                    self.scalar(e.key)
                    self.jump(op.JUMP_UNLESS, walk.step)
                self.load(total)
                if e.operator == "count":
                    self.push(1)
                else:
                    self.scalar(e.key)
                self.emit({"sum": op.ADD, "count": op.ADD, "min": op.SMALLER, "max": op.GREATER}[e.operator])
                self.store(total)
            self.drop(walk)
            self.load(total)
