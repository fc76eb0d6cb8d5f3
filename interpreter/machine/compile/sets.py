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

    def ends(self, place: Value) -> tuple[int, int]:
        """The places that this can be."""
        return (place.low, place.high) if not place.none else (0, len(self.layout.place_address) - 1)

    def pile(self, address: Value) -> tuple[str, str]:
        """In bulk play: the list of a place where it is read first, and where it is read again."""
        text = f"S[{address.text}]"
        if address.constant is not None:
            return text, text
        name = self.fresh()
        return f"({name} := {text})", name

    def cards_of(self, address: Value, most: int) -> Value:
        """The cards that lie there."""
        text = f"S[{self.offset(address, 1)}:{self.offset(address, 1)} + S[{address.text}]]"
        if self.bulk:
            text = f"S[{address.text}][:]"
        return Value(text, True, 0, max(self.layout.cards - 1, 0), False, most, reads(address, self.state))

    def CONTENTS(self, at: int) -> None:
        place = self.scalar()
        most = self.capacity(place)
        self.weigh(most >> 4)
        address = self.address(place)
        one = None
        drawn = not self.plan.may_be_undrawn(*self.ends(place))
        if self.bulk and most == 1:
            first, again = self.pile(address)
            one = f"{again}[0]", first, f"{again}.pop()" if drawn else ""
        elif not self.bulk and address.constant is None:
            address = self.atom(address)
        self.push(replace(self.cards_of(address, most), place=place, address=address, one=one, drawn=drawn))

    def ALL_CONTENTS(self, at: int, first: int, count: int) -> None:
        parts: list[str] = []
        most = 0
        for place in range(first, first + count):
            most += self.layout.place_capacity[place]
            address = number(self.layout.place_address[place])
            parts.append(f"S[{address.text}]" if self.bulk else self.cards_of(address, 0).text)
        most = min(most, self.layout.cards)
        self.weigh(most >> 4)
        text = f"[{', '.join('*' + part for part in parts)}]"
        drawn = not self.plan.may_be_undrawn(first, first + count - 1)
        self.push(Value(text, True, 0, max(self.layout.cards - 1, 0), False, most, frozenset((STATE,)), drawn=drawn))

    def DRAW_ALL(self, at: int) -> None:
        place = self.scalar()
        if self.plan.may_be_undrawn(*self.ends(place)):
            place = self.atom(place)
            self.changes_state()
            self.facts.faults = True
            self.line(f"draw_all({'S' if self.bulk else 'S, T'}, {place.text})")
        self.push(place)

    def PLACE_CARD(self, at: int) -> None:
        place = self.scalar()
        address = self.address(place)
        if self.bulk:
            first, again = self.pile(address)
            text = f"{again}[0] if {first} else none"
        else:
            address = address if address.constant is not None else self.atom(address)
            text = f"S[{self.offset(address, 1)}] if S[{address.text}] else none"
        self.push(Value(text, low=0, high=max(self.layout.cards - 1, 0), reads=reads(address, self.state)))

    # ----------------------------------------------------------------------- measuring

    def COUNT(self, at: int) -> None:
        value = self.sequence()
        if value.parts is not None:
            self.push(number(len(value.parts)))
        elif value.within is not None:
            text = f"len({value.within[0]}.intersection({value.within[1]}))"
            self.push(Value(text, low=0, high=value.most, none=False, reads=value.reads))
        elif value.address is not None and not self.bulk:
            self.push(Value(f"S[{value.address.text}]", low=0, high=value.most, none=False, reads=value.reads))
        else:
            self.push(Value(f"len({self.look(value)})", low=0, high=value.most, none=False, reads=value.reads))

    def CONTAINS(self, at: int) -> None:
        item, value = self.scalar(), self.sequence()
        if value.place is not None and not item.none:
            self.push(truth(f"S[{self.layout.where} + {wrap(item)}] == {wrap(value.place)}", item, value.place, self.state))
        elif value.parts is not None and len(value.parts) == 1:
            self.push(truth(f"{wrap(item)} == {wrap(value.parts[0])}", item, value, negated=f"{wrap(item)} != {wrap(value.parts[0])}"))
        elif value.most == 0:
            self.push(number(0))
        else:
            text = self.look(value) if value.address is not None else wrap(value)
            self.push(truth(f"{wrap(item)} in {text}", item, value, negated=f"{wrap(item)} not in {text}"))

    def COMPARE(self, at: int) -> None:
        b, a = self.sequence(), self.sequence()
        self.push(Value(f"compare({self.look(a)}, {self.look(b)})", low=-1, high=1, none=False, reads=reads(a, b)))

    def SAME_CARDS(self, at: int) -> None:
        b, a = self.sequence(), self.sequence()
        self.push(truth(f"same_cards({self.look(a)}, {self.look(b)})", a, b))

    def ITEM(self, at: int) -> None:
        position, value = self.scalar(), self.sequence()
        value, position = self.atom(value), self.atom(position)
        self.give_up_if(f"not 0 <= {position.text} < len({value.text})")
        self.push(replace(value.known.named(f"{value.text}[{position.text}]"), seq=False, reads=reads(value, position), atom=False))

    def ONLY(self, at: int) -> None:
        value = self.sequence()
        if value.parts is not None:
            self.push(value.parts[0] if value.parts else number(-(2**63)))
        elif value.optional is not None:
            self.push(value.optional)
        elif value.one is not None:
            self.push(Value(f"{value.one[0]} if {value.one[1]} else none", low=value.low, high=value.high, reads=value.reads))
        elif value.address is not None and not self.bulk:
            text = f"S[{self.offset(value.address, 1)}] if S[{value.address.text}] else none"
            self.push(Value(text, low=value.low, high=value.high, reads=value.reads))
        else:
            name, first = self.named_once(value)
            self.push(Value(f"{name}[0] if {first} else none", low=value.low, high=value.high, reads=value.reads))

    def named_once(self, value: Value) -> tuple[str, str]:
        """A name for a sequence, and what gives it this name where it is read first."""
        if self.bulk and value.address is not None:
            first, again = self.pile(value.address)
            return again, first
        if value.atom:
            return value.text, value.text
        name = self.fresh()
        return name, f"({name} := {value.text})"

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
            text = ", ".join(
                ", ".join(p.text for p in v.parts) if v.parts is not None else f"*{self.look(v) if v.address is not None else wrap(v)}"
                for v in (a, b)
            )
            value = known.named("").made(f"[{text}]", reads(a, b), a.most + b.most)
            self.push(replace(value, drawn=a.drawn and b.drawn))

    def UNION(self, at: int) -> None:
        b, a = self.sequence(), self.sequence()
        if a.parts == () and b.most <= 1:
            self.push(b)
            return
        known = a.known.join(b.known)
        self.push(known.named("").made(f"union({self.look(a)}, {self.look(b)})", reads(a, b), a.most + b.most))

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
            text = f"[x for x in {self.items(a, True)} if x != {one.text}]"
        else:
            text = f"without({self.look(a)}, {self.look(b)})"
        self.push(a.made(text, reads(a, b)))

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
        self.push(value.made(text, reads(value, start) if self.plan.one_direction else reads(value, start, self.state)))

    def _everybody(self, value: Value) -> bool:
        return value.parts is not None and [p.constant for p in value.parts] == list(range(self.layout.seats))

    def REVERSE(self, at: int) -> None:
        value = self.atom(self.sequence())
        self.push(value.made(f"[*{value.text}[:1], *{value.text}[:0:-1]]"))

    def PICK(self, at: int, end: int) -> None:
        wanted, value = self.scalar(), self.sequence()
        wanted = self.present(wanted)
        if wanted.low < 0:
            wanted = self.atom(wanted)
            wanted = replace(wanted, text=f"max({wanted.text}, 0)", low=0, high=max(wanted.high, 0), atom=False)
        n = wanted.constant
        if n is not None and value.fixed and value.parts is not None:
            parts = value.parts[: -n - 1 : -1] if end == FROM_TOP else value.parts[-n:] if end == LAST and n else value.parts[:n]
            self.push(self.written(parts))
            return
        if n == 1:
            self.push(self.picked_one(value, 0 if end not in (FROM_TOP, LAST) else -1))
            return
        text = self.look(value) if value.address is not None else wrap(value)
        if end == FROM_TOP:
            picked = f"{text}[:{-n - 1 if n is not None else f'-{wrap(wanted)} - 1'}:-1]"
        elif end == LAST:
            if n is None and value.address is None:
                value = self.atom(value)
                text = value.text
            picked = f"{text}[-{n}:]" if n else "()" if n == 0 else f"{text}[max(len({text}) - {wrap(wanted)}, 0):]"
        else:
            picked = f"{text}[:{wanted.text}]"
        self.push(value.made(picked, reads(value, wanted), min(value.most, max(wanted.high, 0))))

    def picked_one(self, value: Value, at: int) -> Value:
        """The first or last item of a sequence, where there is one."""
        text = self.look(value) if value.address is not None else wrap(value)
        name, first = self.named_once(value)
        taken = ""
        if self.bulk and value.address is not None and value.drawn:
            taken = f"{name}.pop({'' if at else 0})"
        found = value.made(f"{text}[-1:]" if at else f"{text}[:1]", most=min(value.most, 1))
        return replace(found, one=(f"{name}[{at}]", first, taken))

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
        highest = max(self.layout.cards - 1, 0)
        if self.bulk and wanted.constant == 1 and end == FROM_TOP and refill:
            card = self.variable(Value(f"pick_top(S, {place.text})", low=0, high=highest))
            taken = f"S[{self.address(place).text}].pop()" if place.constant is not None else ""
            text, of = f"() if {card.text} == none else ({card.text},)", card.reads | {STATE}
            one = card.text, f"{card.text} != none", taken
            self.push(Value(text, True, 0, highest, False, 1, of, optional=card, one=one, drawn=True))
            return
        text = f"pick_place({'S' if self.bulk else 'S, T, R'}, {place.text}, {wanted.text}, {end}, {refill})"
        value = Value(text, True, 0, highest, False, most, frozenset((STATE,)), drawn=True)
        self.push(self.variable(value))

    def PICK_RANDOM(self, at: int, kind: int) -> None:
        wanted, value = self.scalar(), self.sequence()
        wanted = self.present(wanted)
        self.changes_state()
        self.facts.faults = True
        text = f"pick_random({'S' if self.bulk else 'S, T'}, {kind}, {self.look(value)}, {wanted.text})"
        found = self.variable(value.made(text, most=min(value.most, max(wanted.high, 0))))
        one = (f"{found.text}[0]", found.text, "") if found.most == 1 else None
        self.push(replace(found, one=one))
