"""Instructions on sequences."""

from __future__ import annotations

from dataclasses import replace

from ..layout import OUT, SEQUENCE_LIMIT
from ..running.sequences import LAST
from ..running.sequences import TOP as FROM_TOP
from .numbers import Numbers
from .values import STATE, Value, number, reads, truth, whole, wrap

MASKS = 10  # seats up to which the seats of every mask stand in a table
SHORT = 16  # numbers up to which low..high is written out


class Sets(Numbers):
    """Each method is named like its instruction in `opcodes`."""

    # ----------------------------------------------------------------------- places

    def address(self, place: Value) -> Value:
        """Where the cards of a place begin in the state: its length, then its slots."""
        addresses = self.layout.place_address
        if place.constant is not None:
            return number(addresses[place.constant])
        low, high = place.low, place.high
        step = addresses[low + 1] - addresses[low]
        if place.linear is not None and all(addresses[p] == addresses[low] + (p - low) * step for p in range(low, high + 1)):
            base, terms = place.linear
            start = addresses[low] + (base - low) * step
            text = " + ".join([str(start), *(f"{term} * {stride * step}" for term, stride in terms)])
            return Value(text, low=addresses[low], high=addresses[high], none=False, reads=place.reads)
        value = self.looked_up(tuple(addresses), place)
        return replace(value, none=False)

    def offset(self, address: Value, by: int) -> str:
        """The text of an address some words behind this one."""
        if address.constant is not None:
            return str(address.constant + by)
        return f"{address.text} + {by}" if by else address.text

    def capacity(self, place: Value) -> int:
        return max(self.layout.place_capacity[place.low : place.high + 1], default=0)

    def cards_of(self, address: Value, most: int) -> Value:
        """The cards that lie there."""
        count = f"S[{address.text}]"
        text = f"S[{self.offset(address, 1)}:{self.offset(address, 1)} + {count}]"
        return Value(text, True, 0, max(self.layout.cards - 1, 0), False, most, reads(address, self.state))

    def CONTENTS(self, at: int) -> None:
        place = self.scalar()
        most = self.capacity(place)
        self.weigh(most >> 4)
        address = self.address(place)
        if address.constant is None:
            address = self.atom(address)
        self.push(replace(self.cards_of(address, most), place=place, address=address))

    def ALL_CONTENTS(self, at: int, first: int, count: int) -> None:
        parts: list[str] = []
        most = 0
        for place in range(first, first + count):
            most += self.layout.place_capacity[place]
            parts.append(self.cards_of(number(self.layout.place_address[place]), 0).text)
        most = min(most, self.layout.cards)
        self.weigh(most >> 4)
        text = f"[{', '.join('*' + part for part in parts)}]"
        self.push(Value(text, True, 0, max(self.layout.cards - 1, 0), False, most, frozenset((STATE,))))

    def DRAW_ALL(self, at: int) -> None:
        place = self.scalar()
        if self.plan.may_be_undrawn(place.low, place.high):
            place = self.atom(place)
            self.changes_state()
            self.facts.faults = True
            self.line(f"draw_all(S, T, {place.text})")
        self.push(place)

    def PLACE_CARD(self, at: int) -> None:
        place = self.scalar()
        address = self.address(place)
        address = address if address.constant is not None else self.atom(address)
        text = f"S[{self.offset(address, 1)}] if S[{address.text}] else none"
        self.push(Value(text, low=0, high=max(self.layout.cards - 1, 0), reads=reads(address, self.state)))

    # ----------------------------------------------------------------------- measuring

    def COUNT(self, at: int) -> None:
        value = self.sequence()
        if value.parts is not None:
            self.push(number(len(value.parts)))
        elif value.address is not None:
            self.push(Value(f"S[{value.address.text}]", low=0, high=value.most, none=False, reads=value.reads))
        else:
            self.push(Value(f"len({value.text})", low=0, high=value.most, none=False, reads=value.reads))

    def CONTAINS(self, at: int) -> None:
        item, value = self.scalar(), self.sequence()
        if value.place is not None and not item.none:
            self.push(truth(f"S[{self.layout.where} + {wrap(item)}] == {wrap(value.place)}", item, value.place, self.state))
        elif value.parts is not None and len(value.parts) == 1:
            self.push(truth(f"{wrap(item)} == {wrap(value.parts[0])}", item, value, negated=f"{wrap(item)} != {wrap(value.parts[0])}"))
        elif value.most == 0:
            self.push(number(0))
        else:
            self.push(truth(f"{wrap(item)} in {wrap(value)}", item, value, negated=f"{wrap(item)} not in {wrap(value)}"))

    def COMPARE(self, at: int) -> None:
        b, a = self.sequence(), self.sequence()
        self.push(Value(f"compare({a.text}, {b.text})", low=-1, high=1, none=False, reads=reads(a, b)))

    def SAME_CARDS(self, at: int) -> None:
        b, a = self.sequence(), self.sequence()
        self.push(truth(f"same_cards({a.text}, {b.text})", a, b))

    def ITEM(self, at: int) -> None:
        position, value = self.scalar(), self.sequence()
        value, position = self.atom(value), self.atom(position)
        self.give_up_if(f"not 0 <= {position.text} < len({value.text})")
        self.push(replace(value.known.named(f"{value.text}[{position.text}]"), seq=False, reads=reads(value, position), atom=False))

    def ONLY(self, at: int) -> None:
        value = self.sequence()
        if value.parts is not None:
            self.push(value.parts[0] if value.parts else number(-(2**63)))
            return
        if value.address is not None:
            text = f"S[{self.offset(value.address, 1)}] if S[{value.address.text}] else none"
            self.push(Value(text, low=value.low, high=value.high, reads=value.reads))
            return
        value = self.atom(value)
        self.push(Value(f"{value.text}[0] if {value.text} else none", low=value.low, high=value.high, reads=value.reads))

    # ----------------------------------------------------------------------- making

    def SINGLE(self, at: int) -> None:
        value = self.scalar()
        if value.text == "none":
            self.push(self.written(()))
        elif value.none:
            value = self.atom(value)
            text = f"() if {value.text} == none else ({whole(value)},)"
            self.push(Value(text, True, value.low, value.high, False, 1, value.reads, optional=value))
        else:
            self.push(self.written((value,)))

    def CONCATENATE(self, at: int) -> None:
        b, a = self.sequence(), self.sequence()
        if a.parts is not None and b.parts is not None:
            self.push(self.written((*a.parts, *b.parts)))
        elif a.parts == () or b.parts == ():
            self.push(b if a.parts == () else a)
        else:
            known = a.known.join(b.known)
            text = ", ".join(", ".join(p.text for p in v.parts) if v.parts is not None else f"*{wrap(v)}" for v in (a, b))
            self.push(replace(known.named(""), text=f"[{text}]", reads=reads(a, b), most=a.most + b.most, atom=False))

    def UNION(self, at: int) -> None:
        b, a = self.sequence(), self.sequence()
        if a.parts == () and b.most <= 1:
            self.push(b)
            return
        known = a.known.join(b.known)
        self.push(replace(known.named(f"union({a.text}, {b.text})"), reads=reads(a, b), most=a.most + b.most, atom=False))

    def WITHOUT(self, at: int) -> None:
        b, a = self.sequence(), self.sequence()
        one = b.parts[0] if b.parts is not None and len(b.parts) == 1 else None
        if a.parts is not None and all(p.constant is not None for p in a.parts) and one is not None and one.low >= 0 and one.high < 64:
            numbers = [p.constant for p in a.parts]
            rows = tuple(tuple(n for n in numbers if n != m) for m in range(one.high + 1))
            if not one.none:
                text = f"{self.constant('A', rows)}[{one.text}]"
                self.push(Value(text, True, a.low, a.high, a.none, max(map(len, rows)), one.reads))
                return
        if one is not None:
            one = self.atom(one)
            text = f"[x for x in {wrap(a)} if x != {one.text}]"
        else:
            text = f"without({a.text}, {b.text})"
        self.push(replace(a, text=text, reads=reads(a, b), atom=False, place=None, address=None, parts=None, optional=None))

    def INTERVAL(self, at: int) -> None:
        high, low = self.scalar(), self.scalar()
        low, high = self.present(low), self.present(high)
        if low.constant is not None and high.constant is not None and high.constant - low.constant < SHORT:
            self.push(self.written([number(n) for n in range(low.constant, high.constant + 1)]))
            return
        longest = max(high.high - low.low + 1, 0)
        if longest > SEQUENCE_LIMIT:
            low, high = self.atom(low), self.atom(high)
            self.give_up_if(f"{high.text} - {low.text} >= {SEQUENCE_LIMIT}")
            longest = SEQUENCE_LIMIT
        self.weigh(longest >> 4)
        text = f"range({low.text}, {wrap(high)} + 1)"
        self.push(Value(text, True, low.low, high.high, False, longest, reads(low, high)))

    def ROTATE(self, at: int) -> None:
        start, value = self.scalar(), self.sequence()
        start = self.present(start)
        seats = self.layout.seats
        if self.plan.one_direction and self._everybody(value):
            rows = tuple(tuple((s + k) % seats for k in range(seats)) for s in range(seats))
            text = f"{self.constant('A', rows)}[{start.text}]"
        else:
            text = f"rotate(S, {value.text}, {start.text})"
        of = reads(value, start) if self.plan.one_direction else reads(value, start, self.state)
        self.push(replace(value, text=text, reads=of, atom=False, place=None, address=None, parts=None, optional=None))

    def _everybody(self, value: Value) -> bool:
        return value.parts is not None and [p.constant for p in value.parts] == list(range(self.layout.seats))

    def REVERSE(self, at: int) -> None:
        value = self.atom(self.sequence())
        self.push(
            replace(
                value, text=f"[*{value.text}[:1], *{value.text}[:0:-1]]", atom=False, parts=None, place=None, address=None, optional=None
            )
        )

    def PICK(self, at: int, end: int) -> None:
        wanted, value = self.scalar(), self.sequence()
        wanted = self.present(wanted)
        if wanted.low < 0:
            wanted = self.atom(wanted)
            wanted = replace(wanted, text=f"max({wanted.text}, 0)", low=0, high=max(wanted.high, 0), atom=False)
        n = wanted.constant
        text = wrap(value)
        if end == FROM_TOP:
            picked = f"{text}[:{-n - 1 if n is not None else f'-{wrap(wanted)} - 1'}:-1]"
        elif end == LAST:
            if n is None:
                value = self.atom(value)
                text = value.text
            picked = f"{text}[-{n}:]" if n else "()" if n == 0 else f"{text}[max(len({text}) - {wrap(wanted)}, 0):]"
        else:
            picked = f"{text}[:{wanted.text}]"
        most = min(value.most, max(wanted.high, 0))
        of = reads(value, wanted)
        self.push(replace(value, text=picked, most=most, reads=of, atom=False, place=None, address=None, parts=None, optional=None))

    # ----------------------------------------------------------------------- seats

    def MASK(self, at: int) -> None:
        value = self.sequence()
        if value.parts is not None and all(p.constant is not None for p in value.parts):
            mask = 0
            for part in value.parts:
                mask |= 1 << (part.constant or 0)
            self.push(number(mask))
        elif value.parts is not None and len(value.parts) == 1:
            self.push(Value(f"1 << {wrap(value.parts[0])}", low=0, high=self.layout.everyone, none=False, reads=value.reads))
        else:
            self.push(Value(f"mask({value.text})", low=0, high=self.layout.everyone, none=False, reads=value.reads))

    def SEATS(self, at: int) -> None:
        self.push(self.seats_of(self.scalar()))

    def seats_of(self, mask: Value) -> Value:
        """The seats of a mask."""
        seats = self.layout.seats
        if seats <= MASKS:
            rows = tuple(tuple(s for s in range(seats) if m >> s & 1) for m in range(1 << seats))
            text = f"{self.constant('A', rows)}[{mask.text}]"
        else:
            text = f"[x for x in range({seats}) if {wrap(mask)} >> x & 1]"
        return Value(text, True, 0, seats - 1, False, seats, mask.reads)

    def PLAYERS(self, at: int) -> None:
        if self.plan.somebody_out:
            self.push(self.seats_of(Value(f"{self.layout.everyone} & ~S[{OUT}]", reads=frozenset((STATE,)))))
        else:
            self.push(self.written([number(s) for s in range(self.layout.seats)]))

    # ----------------------------------------------------------------------- chance

    def PICK_PLACE(self, at: int, end: int, refill: int) -> None:
        wanted, place = self.scalar(), self.scalar()
        wanted = self.present(wanted)
        self.changes_state()
        self.facts.faults = True
        most = min(self.capacity(place) if not refill else self.layout.cards, max(wanted.high, 0))
        if self.plan.mode == "full":
            text = f"pick_place(S, T, R, {place.text}, {wanted.text}, {end}, {refill})"
        else:
            text = f"pick_place(S, T, {place.text}, {wanted.text}, {end}, {refill})"
        value = Value(text, True, 0, max(self.layout.cards - 1, 0), False, most, frozenset((STATE,)))
        self.push(self.variable(value))

    def PICK_RANDOM(self, at: int, kind: int) -> None:
        wanted, value = self.scalar(), self.sequence()
        wanted = self.present(wanted)
        self.changes_state()
        self.facts.faults = True
        text = f"pick_random(S, T, {kind}, {value.text}, {wanted.text})"
        most = min(value.most, max(wanted.high, 0))
        self.push(self.variable(replace(value, text=text, most=most, parts=None, place=None, address=None, optional=None)))
