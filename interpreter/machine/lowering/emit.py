"""Code as it is written: labels, places of sentences, and the words each rule's locals take."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import field

from ....dsl import ir
from ....dsl.record import Record, Sheet
from ....dsl.source import Span
from .. import opcodes as op
from ..fault import GameFault
from ..layout import LIST_LIMIT, Layout
from ..program import Program


class Slot(Record):
    """Where a local lives. framed: in the frame of a rule that may ask, else in L. capacity: most items of a sequence, 0 for one value."""

    framed: bool
    offset: int
    capacity: int


class Scope(Sheet):
    """What leaving a piece of code has to do. kind: "loop", "turn", "round", "body". close: emitted on the way out."""

    kind: str
    end: Label | None
    close: tuple[tuple[int, ...], ...] = ()


class Frame(Sheet):
    """The locals of the rule, fragment or menu that is being written. top: next free words; most: how many were ever needed."""

    asks: bool
    slots: dict[ir.Local, Slot] = field(default_factory=dict[ir.Local, Slot])
    frame_top: int = 0
    frame_most: int = 0
    local_top: int = 0
    local_most: int = 0
    scopes: list[Scope] = field(default_factory=list[Scope])
    sequence_result: bool = False
    returns: Label | None = None
    fragment: bool = False
    placing: bool = False  # a position is written: each name of a card means another copy
    placed: set[int] = field(default_factory=set[int])

    def take_frame(self, words: int) -> int:
        offset = self.frame_top
        self.frame_top += words
        self.frame_most = max(self.frame_most, self.frame_top)
        return offset

    def take_local(self, words: int) -> int:
        offset = self.local_top
        self.local_top += words
        self.local_most = max(self.local_most, self.local_top)
        return offset


class Label(Sheet):
    """A place in the code that may be jumped to before it is known."""

    address: int = -1
    uses: list[int] = field(default_factory=list[int])


class Emitter:
    """The code of one program, and the frame that is being written into."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout: Layout = program.layout
        self.code = program.layout.code
        self.frame = Frame(False)
        self.span: Span | None = None

    def emit(self, *words: int) -> None:
        self.code.extend(words)

    def label(self) -> Label:
        return Label()

    def here(self, label: Label | None = None) -> int:
        """The address of what comes next; `label` stands for it from now on."""
        if label is not None:
            label.address = len(self.code)
            for at in label.uses:
                self.code[at] = label.address
        return len(self.code)

    def jump(self, instruction: int, *words: int | Label) -> None:
        """An instruction whose last operand is a label."""
        self.code.append(instruction)
        for word in words:
            if isinstance(word, Label):
                word.uses.append(len(self.code))
                self.code.append(word.address)
            else:
                self.code.append(word)

    @contextmanager
    def at(self, span: Span) -> Generator[None]:
        """What is written meanwhile comes from this sentence."""
        outer = self.span
        self.mark(span)
        yield
        self.mark(outer)

    def mark(self, span: Span | None) -> None:
        self.span = span
        if span is not None:
            spans = self.program.spans
            if spans and spans[-1][0] == len(self.code):
                spans.pop()
            if not spans or spans[-1][1] is not span:
                spans.append((len(self.code), span))

    @contextmanager
    def inside(self, frame: Frame) -> Generator[Frame]:
        """What is written meanwhile belongs to this frame."""
        outer, span = self.frame, self.span
        self.frame = frame
        yield frame
        self.frame = outer
        self.mark(span)

    @contextmanager
    def block(self) -> Generator[None]:
        """Locals of a block free their words at its end."""
        frame_top, local_top = self.frame.frame_top, self.frame.local_top
        yield
        self.frame.frame_top, self.frame.local_top = frame_top, local_top

    # ----------------------------------------------------------------------- locals

    def capacity(self, type_: ir.Type) -> int:
        """Most items of a sequence of this type; 0 for a single value."""
        if not isinstance(type_, ir.Many):
            return 0
        of = type_.of.of if isinstance(type_.of, ir.Maybe) else type_.of
        if of == ir.CARD:
            return max(self.layout.cards, 1)
        if of == ir.PLAYER:
            return self.layout.seats
        if isinstance(of, ir.Member):
            return max(len(self.program.game.kinds[of.name].members), 1)
        return LIST_LIMIT

    def declare(self, local: ir.Local) -> Slot:
        """Fresh words for a local."""
        capacity = self.capacity(local.type)
        words = capacity + 1 if capacity else 1
        if self.frame.asks:
            slot = Slot(True, self.frame.take_frame(words), capacity)
        else:
            slot = Slot(False, self.frame.take_local(words), capacity)
        self.frame.slots[local] = slot
        return slot

    def scratch(self, local: ir.Local) -> Slot:
        """Words in L, for what lives only within one expression or a piece of pure code."""
        capacity = self.capacity(local.type)
        slot = Slot(False, self.frame.take_local(capacity + 1 if capacity else 1), capacity)
        self.frame.slots[local] = slot
        return slot

    def cell(self) -> Slot:
        """One fresh word that lives as long as the block."""
        if self.frame.asks:
            return Slot(True, self.frame.take_frame(1), 0)
        return Slot(False, self.frame.take_local(1), 0)

    def load(self, slot: Slot) -> None:
        if slot.capacity:
            self.emit(op.LOAD_FRAME_SEQUENCE if slot.framed else op.LOAD_LOCAL_SEQUENCE, slot.offset)
        else:
            self.emit(op.LOAD_FRAME if slot.framed else op.LOAD_LOCAL, slot.offset)

    def store(self, slot: Slot) -> None:
        if slot.capacity:
            self.emit(op.STORE_FRAME_SEQUENCE if slot.framed else op.STORE_LOCAL_SEQUENCE, slot.offset, slot.capacity)
        else:
            self.emit(op.STORE_FRAME if slot.framed else op.STORE_LOCAL, slot.offset)

    def fault(self, message: str, span: Span | None) -> GameFault:
        return GameFault(message, span)
