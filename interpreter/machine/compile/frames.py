"""The words of frames: the locals of rules that may stop. They are written to the state at once, and read from it only where they are not
at hand."""

from __future__ import annotations

from dataclasses import replace

from .. import opcodes as op
from ..layout import FRAME
from ..running.shapes import size
from .routines import Routines
from .values import Known, Value, item, number, whole
from .writer import Unstructured


class Frames(Routines):
    """Each method is named like its instruction in `opcodes`."""

    owner: int = -1  # entry of the routine whose frame it is
    base: int | None = None  # address of the frame, where there is only one that it can have
    moving = False  # the frame's address is read from the state

    def word_address(self, offset: int) -> str:
        """The text of the address of a word of the frame."""
        if self.base is not None:
            return str(self.base + offset)
        self.moving = True
        return f"F + {offset}" if offset >= 0 else f"F - {-offset}"

    def word_name(self, offset: int) -> str:
        """What stands for the word in `Value.reads`."""
        return f"F{offset}"

    def LOAD_FRAME(self, at: int, offset: int) -> None:
        known = self.piece.frame.get(offset)
        if known is not None and not known.seq:
            self.push(known)
            return
        value = self.plan.word(self.owner, offset).named(f"S[{self.word_address(offset)}]")
        self.push(replace(value, reads=frozenset((self.word_name(offset),)), atom=False))

    def STORE_FRAME(self, at: int, offset: int) -> None:
        self.set_word(offset, self.scalar())

    def set_word(self, offset: int, value: Value) -> None:
        """Sets one word of the frame."""
        self.settle(self.word_name(offset))
        value = replace(value, text=whole(value), truth=False, atom=value.atom and not value.truth)
        if value.constant is None and (not value.atom or value.text[0] != "t"):
            value = self.variable(value)
        self.line(f"S[{self.word_address(offset)}] = {value.text}")
        self.forget(offset, 1)
        self.piece.frame[offset] = value
        self.plan.stored(self.owner, offset, value.known)

    def forget(self, offset: int, words: int) -> None:
        """Words that have changed are no longer at hand."""
        for other in [o for o, v in self.piece.frame.items() if o < offset + words and offset < o + (v.most + 1 if v.seq else 1)]:
            del self.piece.frame[other]

    def CLEAR(self, at: int, offset: int, words: int) -> None:
        if words <= 0:
            return
        address = self.word_address(offset)
        if words == 1:
            self.line(f"S[{address}] = 0")
        else:
            end = self.word_address(offset + words)
            self.line(f"S[{address}:{end}] = {self.constant('A', (0,) * words)}")
        self.forget(offset, words)

    # ----------------------------------------------------------------------- sequences

    def LOAD_FRAME_SEQUENCE(self, at: int, offset: int) -> None:
        known = self.piece.frame.get(offset)
        if known is not None and known.seq:
            self.push(known)
            return
        length, item = self.plan.word(self.owner, offset), self.plan.word(self.owner, offset + 1)
        first = self.word_address(offset + 1)
        most = min(length.high, 1 << 14) if not length.none and length.high >= 0 else 1 << 14
        text = f"S[{first}:{first} + S[{self.word_address(offset)}]]"
        self.push(Value(text, True, item.low, item.high, item.none, most, frozenset((self.word_name(offset),))))

    def STORE_FRAME_SEQUENCE(self, at: int, offset: int, capacity: int) -> None:
        value = self.no_longer(self.sequence(), capacity)
        self.settle(self.word_name(offset))
        first = self.word_address(offset + 1)
        length = self.word_address(offset)
        if capacity == 1 and value.parts is not None and len(value.parts) == 1:
            self.line(f"S[{length}] = 1; S[{first}] = {value.parts[0].text}")
            kept = value if value.parts[0].atom and value.parts[0].text[0] not in "lS" else None
        else:
            if value.fixed and value.parts is not None and len(value.parts) == capacity:
                words = ", ".join([str(capacity), *(part.text for part in value.parts)])
                self.line(f"S[{length}:{self.word_address(offset + 1 + capacity)}] = ({words})")
                self.kept_sequence(offset, capacity, value, value)
                return
            kept = value if value.fixed else self.atom(value)
            if not kept.fixed and kept.text[0] != "t":
                kept = self.variable(kept)
            count, old = self.fresh(), self.fresh()
            self.line(f"{count} = {f'len({kept.text})' if value.parts is None else len(value.parts)}; {old} = S[{length}]")
            self.line(f"S[{first}:{first} + {count}] = {kept.text}")
            self.line(
                f"if {old} > {count}: S[{first} + {count}:{first} + min({old}, {capacity})] = [0] * (min({old}, {capacity}) - {count})"
            )
            self.line(f"S[{length}] = {count}")
        self.kept_sequence(offset, capacity, value, kept)

    def kept_sequence(self, offset: int, capacity: int, value: Value, kept: Value | None) -> None:
        """A sequence stands in the frame now."""
        self.forget(offset, capacity + 1)
        if kept is not None:
            self.piece.frame[offset] = kept
        self.plan.stored(self.owner, offset, Known(False, 0, value.most, False, 0))
        for k in range(capacity):
            self.plan.stored(self.owner, offset + 1 + k, item(value.known))

    def STORE_RUN(self, at: int, offset: int, count: int) -> None:
        value = self.sequence()
        if value.parts is not None and len(value.parts) == 1:
            self.set_word(offset, value.parts[0])
            return
        first = self.word_address(offset)
        if value.fixed and value.parts is not None:
            self.line(f"S[{first}:{self.word_address(offset + len(value.parts))}] = {value.text}")
        else:
            value = self.atom(value)
            self.line(f"S[{first}:{first} + len({value.text})] = {value.text}")
        self.forget(offset, value.most)
        for k in range(min(value.most, self.layout.seats)):
            self.plan.stored(self.owner, offset + k, item(value.known))

    # ----------------------------------------------------------------------- loops that never stop

    def each_framed(self, at: int, last: int) -> int:
        """`for each` in a rule that may stop, where the loop itself does not: its place in the set is kept in the frame all the same."""
        code = self.code
        offset = code[at + 1]
        kept = self.piece.frame.get(offset + 1)
        if kept is None or not kept.seq:
            raise Unstructured("a set that is not at hand")
        source = kept
        if self.unrolled(source, "", at, last, lambda item, number_: self.round_for(item, at, last)):
            self.set_word(offset, number(len(source.parts or ())))
            return last + 2
        place, one = self.fresh("i"), self.fresh()
        exits = {last + 2: ["break"], at: ["continue"]}
        inside = self.assigned(at, last)
        before = dict(self.piece.locals)
        self.before_loop(at, last)

        def write() -> None:
            known = Known(False, source.low, source.high, source.none, 0, False)
            self.line(f"S[{self.word_address(offset)}] = {place}")
            self.push(known.named(one))
            self.region(at + 3, last)

        piece, left = self.repeated(inside, source.most, exits, write)
        source = self.counted(source, piece.weight)
        self.line(f"for {place}, {one} in enumerate({source.text}, 1):")
        self.inner(piece.lines)
        self.after([before, *left, *([] if piece.ended else [piece.locals])])
        return last + 2

    def round_for(self, item: Value, at: int, last: int) -> None:
        """One round for an item that is known."""
        self.push(item)
        self.region(at + 3, last)

    def before_loop(self, start: int, end: int) -> None:
        at = start
        while at < end:
            o = self.code[at]
            if o == op.STORE_FRAME_SEQUENCE:
                self.forget(self.code[at + 1], self.code[at + 2] + 1)
            elif o in (op.STORE_FRAME, op.NEXT_FRAME):
                self.forget(self.code[at + 1], 1)
            at += size(self.code, at)

    def fragment(self) -> list[str]:
        """The function of a piece of a menu, an invariant, or how well a seat stands. Raises Unstructured."""
        plan = self.plan
        names: list[str] = []
        for name, known in plan.inputs_of(self.entry):
            names.append(name)
            self.piece.locals[name] = known
        if self.entry in plan.arguments:
            self.owner = plan.calls.owners.get(plan.arguments[self.entry][0], -1)
            self.base = plan.calls.base(self.owner)
        self.region(self.entry, plan.end_of(self.entry))
        self.piece.lines[:0] = self.start_of_frame() + self.heavy(self.piece.weight)
        return self.function(f"g{self.entry}", [*plan.inputs(self.entry), *names])

    def start_of_frame(self) -> list[str]:
        """The line that finds the frame, where its address is not known."""
        return [f"F = S[{FRAME}]"] if self.moving else []
