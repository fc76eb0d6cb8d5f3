"""Instructions on single values: moves, arithmetic, tables, calls."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from ....dsl.ir import LARGEST, NONE
from ..layout import ACTED, DIRECTION, MARKS, OUT, WAITING
from .values import STATE, Known, Value, number, opposite, reads, truth, unknown, whole, wrap
from .writer import MAY_FAULT, Writer

COMPARED = {"<": ">=", "<=": ">", "==": "!="}


class Numbers(Writer, ABC):
    """Each method is named like its instruction in `opcodes`."""

    # ----------------------------------------------------------------------- moves of values

    def PUSH(self, at: int, n: int) -> None:
        if at not in self.plan.lengths:
            self.push(number(n))
            return
        stack = self.piece.stack
        parts = tuple(stack[len(stack) - n :])
        del stack[len(stack) - n :]
        self.push(self.written([part for part in parts if isinstance(part, Value)]))

    def written(self, parts: Sequence[Value]) -> Value:
        """A sequence of these."""
        known = Known(True, LARGEST, -LARGEST, False, 0)
        for part in parts:
            known = known.join(replace(part.known, seq=True, most=0))
        text = ", ".join(whole(part) for part in parts)
        value = replace(known.named(""), text=f"({text},)" if len(parts) == 1 else f"({text})", reads=reads(*parts), truth=False)
        return replace(value, most=len(parts), parts=tuple(replace(part, text=whole(part), truth=False) for part in parts), atom=not parts)

    def LOAD(self, at: int, address: int) -> None:
        if address == DIRECTION and self.plan.one_direction:
            self.push(number(1))
        elif address == MARKS and not self.plan.marks:
            self.push(number(0))
        else:
            known = self.plan.cells(address, address)
            self.push(replace(known.named(f"S[{address}]"), reads=frozenset((STATE,)), atom=False))

    def LOAD_LOCAL(self, at: int, offset: int) -> None:
        self.push(self.local(offset))

    def STORE_LOCAL(self, at: int, offset: int) -> None:
        self.assign(self.local_name(offset), self.scalar())

    def LOAD_LOCAL_SEQUENCE(self, at: int, offset: int) -> None:
        self.push(self.local_sequence(offset))

    def STORE_LOCAL_SEQUENCE(self, at: int, offset: int, capacity: int) -> None:
        self.assign(self.local_name(offset), self.no_longer(self.sequence(), capacity))

    def no_longer(self, value: Value, capacity: int) -> Value:
        """A sequence that fits into so many words."""
        if value.most <= capacity:
            return value
        value = self.atom(value)
        self.give_up_if(f"len({value.text}) > {capacity}")
        return replace(value, most=capacity)

    def LOAD_AT(self, at: int) -> None:
        address = self.scalar()
        low, high = self.spread(address)
        value = self.plan.cells(low, high).named(f"S[{address.text}]")
        self.push(replace(value, reads=address.reads | {STATE}, atom=False))

    def spread(self, address: Value) -> tuple[int, int]:
        """The lowest and the highest address this can be."""
        return (address.low, address.high) if not address.none else (0, self.layout.size)

    def STORE(self, at: int, address: int) -> None:
        value = self.scalar()
        if (address == DIRECTION and self.plan.one_direction) or (address == MARKS and not self.plan.marks):
            return
        self.changes_state()
        self.line(f"S[{address}] = {whole(value)}")

    def POP(self, at: int) -> None:
        value = self.piece.stack.pop()
        assert isinstance(value, Value)
        if MAY_FAULT in value.reads:
            self.line(value.text)

    def POP_SEQUENCE(self, at: int) -> None:
        self.POP(at)

    def INDEX(self, at: int, low: int, size: int, stride: int) -> None:
        index, address = self.scalar(), self.scalar()
        if index.none or not low <= index.low or not index.high < low + size:
            index = self.within(index, low, low + size - 1)
        if address.constant is not None:
            base, terms = address.constant, ()
        else:
            base, terms = address.linear or (0, ((wrap(address), 1),))
        base -= low * stride
        if index.constant is not None:
            base += index.constant * stride
        else:
            terms = (*terms, (wrap(index), stride))
        text = " + ".join(([str(base)] if base or not terms else []) + [t if s == 1 else f"{t} * {s}" for t, s in terms])
        lowest, highest = address.low + (index.low - low) * stride, address.high + (index.high - low) * stride
        value = Value(text, False, lowest, highest, False, reads=reads(address, index), atom=not terms, linear=(base, terms))
        self.push(value)

    # ----------------------------------------------------------------------- tables

    def constant(self, letter: str, value: object) -> str:
        """The name of a value that never changes, in the functions' own module."""
        return self.plan.constant(letter, value)

    def looked_up(self, entries: tuple[int, ...], index: Value) -> Value:
        """The entry at an index; of none it is none."""
        if index.constant is not None:
            return number(entries[index.constant] if index.constant != NONE else NONE)
        possible = entries[max(index.low, 0) : index.high + 1]
        numbers = [entry for entry in possible if entry != NONE]
        low, high = min(numbers, default=LARGEST), max(numbers, default=-LARGEST)
        none = index.none or len(numbers) < len(possible)
        if low == high and not none:
            return number(low)
        table = self.constant("D", {**dict(enumerate(entries)), NONE: NONE}) if index.none else self.constant("A", entries)
        of = index.reads if not index.none and index.low >= 0 and index.high < len(entries) else index.reads | {MAY_FAULT}
        return Value(f"{table}[{index.text}]", low=low, high=high, none=none, reads=of)

    def TABLE(self, at: int, table: int) -> None:
        self.push(self.looked_up(self.layout.tables[table], self.scalar()))

    def ROW(self, at: int, table: int) -> None:
        position, owner = self.scalar(), self.scalar()
        rows = self.rows(table)
        self.facts.faults = True
        text = f"row({self.constant('A', rows)}, {owner.text}, {position.text})"
        numbers = [n for row in rows for n in row]
        self.push(self.of_row(text, numbers, reads(owner, position)))

    def of_row(self, text: str, numbers: list[int], of: frozenset[str], seq: bool = False, most: int = 0) -> Value:
        plain = [n for n in numbers if n != NONE] or [0]
        return Value(text, seq, min(plain), max(plain), NONE in numbers, most, of | {MAY_FAULT})

    def rows(self, table: int) -> tuple[tuple[int, ...], ...]:
        """A table of lists as such."""
        entries = self.layout.tables[table]
        return tuple(tuple(entries[entries[k] : entries[k + 1]]) for k in range(entries[0] - 1)) if entries else ()

    def ROW_ALL(self, at: int, table: int) -> None:
        owner = self.present(self.scalar())
        rows = self.rows(table)
        text = f"{self.constant('A', rows)}[{owner.text}]"
        self.push(self.of_row(text, [n for row in rows for n in row], owner.reads, True, max(map(len, rows), default=0)))

    # ----------------------------------------------------------------------- comparisons and arithmetic

    def EQUAL(self, at: int) -> None:
        b, a = self.scalar(), self.scalar()
        if a.constant is not None and b.constant is not None:
            self.push(number(int(a.constant == b.constant)))
            return
        for one, other in ((a, b), (b, a)):
            if one.bit and other.constant == 1:
                self.push(one)
                return
            if one.bit and other.constant == 0:
                self.push(truth(opposite(one), one, negated=one.text))
                return
        apart = a.high < b.low or b.high < a.low
        if apart and not (a.none and b.none):
            self.push(number(0))
            return
        self.push(self.compared("==", a, b))

    def compared(self, sign: str, a: Value, b: Value) -> Value:
        left, right = wrap(a), wrap(b)
        return truth(f"{left} {sign} {right}", a, b, negated=f"{left} {COMPARED[sign]} {right}")

    def LESS(self, at: int) -> None:
        self.order("<")

    def AT_MOST(self, at: int) -> None:
        self.order("<=")

    def order(self, sign: str) -> None:
        b, a = self.scalar(), self.scalar()
        a, b = self.present(a), self.present(b)
        if a.high < b.low or (sign == "<=" and a.high <= b.low):
            self.push(number(1))
        elif a.low > b.high or (sign == "<" and a.low >= b.high):
            self.push(number(0))
        else:
            self.push(self.compared(sign, a, b))

    def NOT(self, at: int) -> None:
        value = self.scalar()
        if value.constant is not None:
            self.push(number(int(value.constant != 1)))
        else:
            self.push(truth(opposite(value), value, negated=value.text if value.bit else ""))

    def two(self) -> tuple[Value, Value]:
        b, a = self.scalar(), self.scalar()
        return self.present(a), self.present(b)

    def result(self, text: str, bounds: list[int], a: Value, b: Value) -> None:
        value = Value(text, low=min(bounds), high=max(bounds), none=False, reads=reads(a, b))
        if value.low == value.high:
            value = number(value.low)
        self.push(self.in_range(value))

    def ADD(self, at: int) -> None:
        a, b = self.two()
        if 0 in (a.constant, b.constant):
            self.push(b if a.constant == 0 else a)
            return
        self.result(f"{wrap(a)} + {wrap(b)}", [a.low + b.low, a.high + b.high], a, b)

    def SUBTRACT(self, at: int) -> None:
        a, b = self.two()
        self.result(f"{wrap(a)} - {wrap(b)}", [a.low - b.high, a.high - b.low], a, b)

    def MULTIPLY(self, at: int) -> None:
        a, b = self.two()
        self.result(f"{wrap(a)} * {wrap(b)}", [x * y for x in (a.low, a.high) for y in (b.low, b.high)], a, b)

    def divisor(self) -> tuple[Value, Value]:
        a, b = self.two()
        if b.low <= 0 <= b.high:
            b = self.atom(b)
            self.give_up_if(f"{b.text} == 0")
        return a, b

    def DIVIDE(self, at: int) -> None:
        a, b = self.divisor()
        most = max(abs(a.low), abs(a.high))
        ends = [b.low, b.high] if b.low > 0 or b.high < 0 else []
        bounds = [x // y for x in (a.low, a.high) for y in ends] or [-most, most]
        self.result(f"{wrap(a)} // {wrap(b)}", bounds, a, b)

    def REMAINDER(self, at: int) -> None:
        a, b = self.divisor()
        bounds = [min(b.low + 1, 0), max(b.high - 1, 0)]
        if a.low >= 0 and b.low > a.high:
            self.push(a)
            return
        self.result(f"{wrap(a)} % {wrap(b)}", bounds, a, b)

    def NEGATE(self, at: int) -> None:
        a = self.present(self.scalar())
        self.push(
            number(-a.constant) if a.constant is not None else Value(f"-{wrap(a)}", low=-a.high, high=-a.low, none=False, reads=a.reads)
        )

    def SMALLER(self, at: int) -> None:
        self.extreme("<=", "min")

    def GREATER(self, at: int) -> None:
        self.extreme(">=", "max")

    def extreme(self, sign: str, which: str) -> None:
        b, a = self.scalar(), self.scalar()
        for one, other in ((a, b), (b, a)):
            if one.text == "none":
                self.push(other)
                return
        a, b = self.atom(a), self.atom(b)
        test = f"{a.text} {sign} {b.text}"
        if which == "min" and a.none:  # none is the lowest number of all
            test = f"none != {a.text} <= {b.text}" + (f" or {b.text} == none" if b.none else "")
        elif which == "min" and b.none:
            test = f"{test} or {b.text} == none"
        pick = min if which == "min" else max
        known = a.known.join(b.known)
        low, high = (known.low, known.high) if a.none or b.none else (pick(a.low, b.low), pick(a.high, b.high))
        known = replace(known, low=low, high=high, none=a.none and b.none)
        self.push(replace(known.named(""), text=f"{a.text} if {test} else {b.text}", reads=reads(a, b), atom=False))

    def FLIP(self, at: int) -> None:
        key = self.scalar()
        if key.none:
            key = self.atom(key)
            text = f"-{key.text} if {key.text} != none else {-2 * LARGEST}"
            self.push(Value(text, low=-2 * LARGEST, high=-key.low, none=False, reads=key.reads))
        else:
            self.push(Value(f"-{wrap(key)}", low=-key.high, high=-key.low, none=False, reads=key.reads))

    # ----------------------------------------------------------------------- seats and cards

    def IS_IN(self, at: int) -> None:
        seat = self.scalar()
        if seat.none:
            seat = self.atom(seat)
            test = f"{seat.text} != none" + (f" and not S[{OUT}] >> {seat.text} & 1" if self.plan.somebody_out else "")
            self.push(truth(test, seat, self.state))
        elif not self.plan.somebody_out:
            self.push(number(1))
        else:
            self.push(truth(f"not S[{OUT}] >> {wrap(seat)} & 1", seat, self.state, negated=f"S[{OUT}] >> {wrap(seat)} & 1"))

    state = Value("S", reads=frozenset((STATE,)))

    def WAITS(self, at: int) -> None:
        seat = self.scalar()
        if seat.none:
            seat = self.atom(seat)
            self.push(truth(f"{seat.text} != none and S[{WAITING}] >> {seat.text} & 1 == 1", seat, self.state))
        else:
            self.push(Value(f"S[{WAITING}] >> {wrap(seat)} & 1", low=0, high=1, none=False, reads=reads(seat, self.state)))

    def ACTED(self, at: int) -> None:
        seat = self.scalar()
        self.push(Value(f"S[{ACTED}] >> {wrap(seat)} & 1", low=0, high=1, none=False, reads=reads(seat, self.state)))

    def CHECK_SEAT(self, at: int) -> None:
        self.push(self.present(self.scalar()))

    def NEXT_SEAT(self, at: int) -> None:
        steps, seat = self.scalar(), self.scalar()
        seats = self.layout.seats
        if not self.plan.somebody_out and self.plan.one_direction and steps.constant is not None:
            seat = self.present(seat)
            move = abs(steps.constant) % 1000 * (1 if steps.constant >= 0 else -1)
            self.push(self.looked_up(tuple((s + move) % seats for s in range(seats)), seat))
            return
        self.facts.faults = True
        text = f"next_seat(S, layout, {seat.text}, {steps.text})"
        self.push(Value(text, low=0, high=seats - 1, reads=reads(seat, steps, self.state) | {MAY_FAULT}))

    def HOLDER(self, at: int) -> None:
        card = self.scalar()
        if card.none:
            card = self.atom(card)
        place = Value(f"S[{self.layout.where} + {wrap(card)}]", low=0, high=len(self.layout.place_owner) - 1, none=False)
        owner = self.looked_up(tuple(self.layout.place_owner), replace(place, reads=card.reads | {STATE}))
        self.push(replace(owner, text=f"{owner.text} if {card.text} != none else none", none=True) if card.none else owner)

    # ----------------------------------------------------------------------- calls

    @abstractmethod
    def inline(self, entry: int) -> bool:
        """Writes a short rule in place of its call, where that can be done."""

    def CALL(self, at: int, entry: int) -> None:
        if self.inline(entry):
            return
        plan = self.plan
        routine, facts = plan.routines[entry], plan.latest(entry)
        count = len(routine.parameters)
        stack = self.piece.stack
        arguments = [value for value in stack[len(stack) - count :] if isinstance(value, Value)]
        del stack[len(stack) - count :]
        plan.called(entry, [value.known for value in arguments])
        still = plan.still(entry)
        self.weigh(1 + (0 if plan.recursive(entry) else facts.weight))
        of = reads(*arguments, self.state)
        if facts.faults or entry == self.entry:
            self.facts.faults = True
            of |= {MAY_FAULT}
        text = f"r{entry}({', '.join([*self.plan.inputs(entry), *(value.text for value in arguments)])})"
        if not still:
            self.changes_state()
        if routine.result is None or not routine.result:
            self.line(text)
            if routine.result is None:
                self.line("raise AssertionError")
                self.piece.ended = True
            return
        known = facts.result or unknown(routine.result[0].kind == "q")
        value = replace(known.named(text), reads=of, atom=False)
        self.push(value if still else self.variable(value))
