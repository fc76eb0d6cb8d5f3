"""Instructions that change the state. What is known is written out; the rest calls a function of `bulk.py` or `full.py`."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from ....dsl import ir
from ..layout import ACTED, MARKS, ROUND, own_mask
from ..running.cards import UP
from .plan import BULK
from .sets import Sets
from .values import STATE, Value, number, reads, whole, wrap
from .writer import MAY_FAULT


class Moves(Sets):
    """Each method is named like its instruction in `opcodes`."""

    @property
    def bulk(self) -> bool:
        return self.plan.mode == BULK

    @property
    def hands(self) -> str:
        """What every function that changes the state takes first."""
        return "S, T" if self.bulk else "S, T, R"

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
        layout = self.layout
        if not self.bulk:
            self.does(f"set_variable(S, layout, R, {variable}, {address.text}, {whole(value)})")
            return
        value = self.bounded(value, variable)
        if address.constant is None and layout.variable_masks[variable]:
            address = self.atom(address)
        self.changes_state()
        self.line(f"S[{address.text}] = {whole(value)}")
        if layout.variable_masks[variable]:
            cell = f"{address.text} - {layout.variable_address[variable]}"
            masks = tuple(own_mask(layout, variable, c) for c in range(layout.variable_cells[variable]))
            own = str(masks[0]) if len(set(masks)) == 1 else f"{self.constant('A', masks)}[{cell}]"
            self.line(f"S[{address.text} + {layout.variable_masks[variable] - layout.variable_address[variable]}] = {own}")

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
        if not self.bulk or any(layout.variable_masks[v] for v in layout.each_round):
            self.does("reset_round(S, layout, None)" if self.bulk else "reset_round(S, layout, R)")
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
        report = "None" if self.bulk else "R"
        self.does(f"turn_variable(S, layout, {report}, {variable}, {how}, {address.text}, {mask.text})")

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
        if place.constant is not None:
            where = f"{place.text}, {self.layout.place_address[place.constant]}, {self.shown(place, face)}"
        else:
            place = self.atom(place)
            where = f"{place.text}, {self.address(place).text}, {self.shown(place, face)}"
        end = "under" if bottom else "on"
        if what.parts is not None and len(what.parts) == 1:
            self.does(f"lay_{end}(S, T, {what.parts[0].text}, {where})")
        elif what.optional is not None:
            self.does(f"if {what.optional.text} != none: lay_{end}(S, T, {what.optional.text}, {where})")
        elif what.address is not None and what.most == 1:
            self.does(f"if S[{what.address.text}]: lay_{end}(S, T, S[{self.offset(what.address, 1)}], {where})")
        elif what.address is not None and what.place is not None and not bottom and not self.plan.may_be_undrawn(*self.ends(what.place)):
            self.does(f"lay_pile_on(S, {what.address.text}, {where})")
        else:
            self.does(f"lay_all_{end}(S, T, {what.text}, {where})")

    def ends(self, place: Value) -> tuple[int, int]:
        """The places that this can be."""
        return (place.low, place.high) if not place.none else (0, len(self.layout.place_address) - 1)

    def shown(self, place: Value, face: int) -> str:
        """Who sees a card that comes to this place."""
        if face:
            return str(self.layout.everyone if face == UP else 0)
        return self.looked_up(tuple(self.layout.place_viewers), place).text

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
        self.does(f"turn({self.hands}, {what.text}, {mask.text}, {how})")

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
        if everybody and not self.plan.somebody_out and not skipped.none and skipped.high <= 0:
            self.push(start)
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
