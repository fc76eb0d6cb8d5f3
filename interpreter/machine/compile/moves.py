"""Instructions that change the state. What is known is written out; the rest calls a function of `bulk.py` or `full.py`."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from ....dsl import ir
from ..layout import ACTED, MARKS, ROUND
from .sets import Sets
from .values import STATE, Value, number, reads, whole, wrap
from .writer import GIVE_UP, MAY_FAULT


class Moves(Sets):
    """Each method is named like its instruction in `opcodes`."""

    @property
    def hands(self) -> str:
        """What every function that changes the state takes first."""
        return "S" if self.bulk else "S, T, R"

    def does(self, text: str) -> None:
        """A line that changes the state, and may meet a fault."""
        self.changes_state()
        self.facts.faults = True
        self.line(text)

    def dropped(self, *values: Value) -> None:
        """What nobody needs is worked out only where that can be a fault."""
        for value in values:
            if MAY_FAULT in value.reads:
                self.line(value.text)

    # ----------------------------------------------------------------------- variables

    def SET_VARIABLE(self, at: int, variable: int) -> None:
        value, address = self.scalar(), self.scalar()
        if not self.bulk:
            self.does(f"set_variable(S, layout, R, {variable}, {address.text}, {whole(value)})")
            return
        value = self.bounded(value, variable)
        self.changes_state()
        self.line(f"S[{address.text}] = {whole(value)}")

    def bounded(self, value: Value, variable: int) -> Value:
        """A value within the bounds of a variable."""
        layout = self.layout
        low, high = layout.variable_low[variable], layout.variable_high[variable]
        if value.none and not layout.variable_none[variable]:
            value = self.present(value)
        if value.text == "none" or (low <= value.low and value.high <= high):
            return value
        value = self.atom(value)
        none = f"{value.text} != none and " if value.none else ""
        if layout.variable_capped[variable]:
            text = f"{low} if {none}{value.text} < {low} else {high} if {value.text} > {high} else {value.text}"
            return replace(value, text=text, atom=False, low=low, high=high)
        self.give_up_if(f"{none}not {low} <= {value.text} <= {high}")
        return value

    def RESET_VARIABLES(self, at: int) -> None:
        layout = self.layout
        if not layout.each_round:
            return
        if not self.bulk:
            self.does("reset_round(S, layout, R)")
            return
        self.changes_state()
        for variable in layout.each_round:
            address, cells = layout.variable_address[variable], layout.variable_cells[variable]
            start = layout.variable_start[variable]
            if cells == 1:
                self.line(f"S[{address}] = {number(start).text}")
            else:
                self.line(f"S[{address}:{address + cells}] = {self.constant('A', (start,) * cells)}")

    def TURN_VARIABLE(self, at: int, variable: int, how: int) -> None:
        mask, address = self.scalar(), self.scalar()
        if self.bulk:  # no rule can ask who knows
            self.dropped(mask, address)
        else:
            self.does(f"turn_variable(S, layout, R, {variable}, {how}, {address.text}, {mask.text})")

    # ----------------------------------------------------------------------- cards

    def MOVE(self, at: int, bottom: int, face: int) -> None:
        demanded, place, what = self.scalar(), self.scalar(), self.sequence()
        if demanded.text != "none":
            what, demanded = self.atom(what), self.atom(demanded)
            none = f"{demanded.text} != none and " if demanded.none else ""
            self.give_up_if(f"{none}len({what.text}) < {demanded.text}")
        if what.parts == ():
            return
        if not self.bulk:
            self.does(f"move(S, T, R, {what.text}, {place.text}, {bottom == 1}, {face})")
            return
        if place.constant is None:
            place = self.atom(place)
        to = f"S[{self.address(place).text}]"
        where = f"{place.text}, {to}"
        end = "under" if bottom else "on"
        room = min(self.layout.place_capacity[slice(self.ends(place)[0], self.ends(place)[1] + 1)], default=0)
        if what.one is not None and what.one[2] and not bottom and (room >= self.layout.cards or place.constant is not None):
            self.taken_over(what.one, place, to, room)
        elif what.parts is not None and len(what.parts) == 1:
            self.does(f"lay_{end}(S, {what.parts[0].text}, {where})")
        elif what.optional is not None:
            self.does(f"if {what.optional.text} != none: lay_{end}(S, {what.optional.text}, {where})")
        elif what.one is not None:
            self.does(f"if {what.one[1]}: lay_{end}(S, {what.one[0]}, {where})")
        elif what.address is not None and what.drawn and not bottom:
            self.does(f"lay_pile_on(S, {self.look(what)}, {where})")
        else:
            self.does(f"lay_all_{end}(S, {what.text}, {where})")

    def taken_over(self, one: tuple[str, str, str], place: Value, to: str, room: int) -> None:
        """A card that lies at a known end of a known place goes to another."""
        self.changes_state()
        card = self.fresh("c")
        self.line(f"if {one[1]}:")
        self.line(f"    {card} = {one[2]}; {to}.append({card}); S[{self.layout.where} + {card}] = {place.text}")
        if room < self.layout.cards:
            self.facts.faults = True
            self.line(f"    if len({to}) > {room}: {GIVE_UP}")

    def DEAL(self, at: int, base: int, stride: int) -> None:
        start, count, source = self.scalar(), self.scalar(), self.scalar()
        start = self.present(start)
        self.does(f"deal({self.hands}, {source.text}, {count.text}, {start.text}, {base}, {stride})")

    def SHUFFLE(self, at: int) -> None:
        place = self.scalar()
        self.plan.shuffles(*self.ends(place))
        self.does(f"shuffle({self.hands}, {place.text})")

    def SWAP_PLACES(self, at: int) -> None:
        right, left = self.scalar(), self.scalar()
        self.plan.shuffles(*self.ends(left))
        self.plan.shuffles(*self.ends(right))
        self.does(f"swap_places({self.hands}, {left.text}, {right.text})")

    def SWAP_CARDS(self, at: int) -> None:
        right, left = self.scalar(), self.scalar()
        self.does(f"swap_cards({self.hands}, {left.text}, {right.text})")

    def TURN(self, at: int, how: int) -> None:
        mask, what = self.scalar(), self.sequence()
        if not self.bulk:
            self.does(f"turn(S, T, R, {what.text}, {mask.text}, {how})")
            return
        self.dropped(mask)
        if what.drawn or what.parts == ():
            self.dropped(what)
        else:
            self.does(f"turn(S, {what.text})")

    def SET_ZONE(self, at: int) -> None:
        what, place = self.sequence(), self.scalar()
        self.does(f"set_zone({self.hands}, {place.text}, {what.text})")

    # ----------------------------------------------------------------------- what is told

    def TELL(self, at: int, number_: int) -> None:
        card, outcome, mask = self.scalar(), self.scalar(), self.scalar()
        if self.bulk:
            self.dropped(mask, outcome, card)
        else:
            self.does(f"tell(S, R, {number_}, {mask.text}, {whole(outcome)}, {card.text})")

    def SAY(self, at: int, number_: int) -> None:
        values: list[Value] = []
        for part in reversed(self.plan.program.texts[number_]):
            if isinstance(part, ir.Many):
                values.append(self.sequence())
            elif not isinstance(part, str):
                values.append(self.scalar())
        values.reverse()
        if self.bulk:
            self.dropped(*values)
        else:
            self.does(f"say(R, {number_}, ({''.join(whole(value) + ', ' for value in values)}))")

    def SET_OUT(self, at: int, out: int) -> None:
        self.does(f"set_out({self.hands}, {self.sequence().text}, {out})")

    # ----------------------------------------------------------------------- turns and rounds

    def TURN_SEAT(self, at: int) -> None:
        skipped, start, seats = self.scalar(), self.scalar(), self.sequence()
        start = self.present(start)
        everybody = seats.parts is not None and [p.constant for p in seats.parts] == list(range(self.layout.seats))
        if everybody and not self.plan.somebody_out and not skipped.none:
            if skipped.high <= 0:
                self.push(start)
                return
            if self.plan.one_direction and skipped.low >= 0:
                text = f"({wrap(start)} + {wrap(skipped)}) % {self.layout.seats}"
                self.push(Value(text, low=0, high=self.layout.seats - 1, none=False, reads=reads(start, skipped)))
                return
        text = f"turn_seat(S, {seats.text}, {start.text}, {skipped.text})"
        of = reads(seats, start, skipped) | {STATE}
        self.push(Value(text, low=0, high=self.layout.seats - 1, reads=of))

    def TURN_BEGAN(self, at: int) -> None:
        seat = self.scalar()
        self.changes_state()
        if not self.bulk:
            self.line(f"turn_began(S, layout, R, {seat.text})")
            return
        if self.plan.marks:
            self.line(f"S[{MARKS}] = 0")
        self.line(f"S[{self.layout.turns} + {wrap(seat)}] += 1")
        self.noted("turn_began()")

    def noted(self, text: str) -> None:
        """Something that statistics count."""
        if self.plan.counts:
            self.line(text)

    def TURN_ENDED(self, at: int) -> None:
        seat = self.scalar()
        if not self.bulk:
            self.changes_state()
            self.line(f"turn_ended(S, R, {seat.text})")
        else:
            self.noted("moment(S)")

    def NEXT_TURN(self, at: int) -> None:
        seat = self.scalar()
        seats = self.layout.seats
        if not self.plan.marks and self.plan.one_direction:
            self.push(self.looked_up(tuple((s + 1) % seats for s in range(seats)), self.present(seat)))
            self.push(number(0))
            return
        self.changes_state()
        start, skipped = self.fresh(), self.fresh()
        self.line(f"{start}, {skipped} = next_turn(S, layout, {seat.text})")
        self.push(Value(start, low=0, high=seats - 1, none=False, reads=frozenset((start,)), atom=True))
        self.push(Value(skipped, low=0, none=False, reads=frozenset((skipped,)), atom=True))

    def MARK(self, at: int, bits: int) -> None:
        self.changes_state()
        sign = {1: "|= 1", 2: "^= 2"}.get(bits, "+= 4")
        self.line(f"S[{MARKS}] {sign}")

    def ROUND_BEGAN(self, at: int) -> None:
        self.changes_state()
        if not self.bulk:
            self.line("round_began(S, layout, R)")
            return
        first, seats = self.layout.turns, self.layout.seats
        self.line(f"S[{ROUND}] += 1; S[{first}:{first + seats}] = {self.constant('A', (0,) * seats)}")
        self.noted("round_began()")

    def ROUND_ENDED(self, at: int) -> None:
        if not self.bulk:
            self.changes_state()
            self.line("round_ended(S, R)")
        else:
            self.noted("moment(S)")

    def FORGET(self, at: int) -> None:
        seat = self.scalar()
        self.changes_state()
        self.line(f"S[{ACTED}] &= ~(1 << {wrap(seat)})")

    # ----------------------------------------------------------------------- ends

    def WIN(self, at: int, teams: int) -> None:
        seats = self.sequence()
        self.changes_state()
        self.line(f"win(S, {seats.text}, {teams})")
        self.game_ends()

    @abstractmethod
    def PLACES(self, at: int, slot: int, scored: int, sign: int) -> None: ...

    def game_ends(self) -> None:
        """The game is over, wherever it stands."""
        self.line("raise Ended")
        self.piece.ended = True

    def FALL_OFF(self, at: int) -> None:
        self.line("raise GiveUp")
        self.facts.faults = True
        self.piece.ended = True
