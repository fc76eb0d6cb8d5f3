"""What emitted functions call in bulk play: all chance comes from the stream, nothing is told.

The same changes as in `running/cards.py`, with slices in place of loops where piles lie as they mostly do; else those functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....dsl.ir import NONE
from ..chance import HIGH, INCREMENT, MASK, MULTIPLIER, Tape
from ..layout import OUT, STREAM
from ..program import Program
from ..running import cards, control
from ..running.decode import SHUFFLED
from ..running.sequences import LAST
from ..running.sequences import TOP as FROM_TOP
from ..trouble import FULL, NOBODY, UNDRAWN, Trouble
from .shared import Cards, State

WIDE = 1 << 32


class Stream(Tape):
    """A tape that is never read: outcomes come from the stream, and are not kept."""

    def draw(self, word: int, kind: str, place: int, sources: list[int]) -> tuple[int, int]:
        return pick(word, len(sources))


def pick(word: int, outcomes: int) -> tuple[int, int]:
    """As `chance.pick`."""
    while True:
        word = (word * MULTIPLIER + INCREMENT) & MASK
        high = word >> HIGH
        if high < WIDE - WIDE % outcomes:
            return high % outcomes, word


Told = Callable[[list[int]], None]


def bulk(program: Program, told: Told | None = None) -> dict[str, Callable[..., Any]]:
    """The functions for one program, by the names that emitted code calls them. told: is given reports of shuffles."""
    layout = program.layout
    addresses, capacities, viewers = tuple(layout.place_address), tuple(layout.place_capacity), tuple(layout.place_viewers)
    where, faces, undrawn = layout.where, layout.faces, layout.undrawn
    count_cards, seats, everyone = layout.cards, layout.seats, layout.everyone

    def bottom_undrawn(state: State, first: int, count: int) -> int:
        """How many of a pile's cards are undrawn, when those are its lowest; else -1."""
        everywhere = sum(state[undrawn : undrawn + count_cards])
        if not everywhere:
            return 0
        flags = [state[undrawn + card] for card in state[first : first + count]]
        left = sum(flags)
        return left if left == count or not any(flags[left:]) else -1

    def draw_all(state: State, tape: Tape | None, place: int) -> None:
        cards.draw_all(state, layout, tape, place)

    def settle(state: State, first: int, left: int, slot: int) -> int:
        """Which of the `left` lowest cards lies in the topmost of their slots: it is drawn."""
        if left > 1:
            word = state[STREAM]
            limit = WIDE - WIDE % left
            while True:
                word = (word * MULTIPLIER + INCREMENT) & MASK
                high = word >> HIGH
                if high < limit:
                    break
            state[STREAM] = word
            at = first + high % left
            card = state[at]
            if at != slot:
                state[at:slot] = state[at + 1 : slot + 1]
                state[slot] = card
        else:
            card = state[slot]
        state[undrawn + card] = 0
        return card

    def settle_low(state: State, slot: int, left: int) -> int:
        """Which of the `left` cards from this slot on lies in it: it is drawn."""
        at = slot
        if left > 1:
            outcome, state[STREAM] = pick(state[STREAM], left)
            at += outcome
        card = state[at]
        state[slot + 1 : at + 1] = state[slot:at]
        state[slot] = card
        state[undrawn + card] = 0
        return card

    def pick_place(state: State, tape: Tape | None, place: int, wanted: int, end: int, refill: int) -> list[int]:
        address = addresses[place]
        count = state[address]
        if refill and count < wanted:
            raw: list[int] | None = None if told is None else []
            cards.refill(state, layout, tape, raw, place)
            count = state[address]
            if told is not None and raw:
                told(raw)
        wanted = wanted if wanted < count else count
        if wanted <= 0:
            return []
        first = address + 1
        if end == FROM_TOP and tape is not None:
            left = bottom_undrawn(state, first, count)
            if left >= 0:
                for slot in range(first + left - 1, first + count - wanted - 1, -1):
                    settle(state, first, slot - first + 1, slot)
                top = first + count - 1
                return state[top : top - wanted : -1]
        if end not in (FROM_TOP, LAST) and tape is not None and bottom_undrawn(state, first, count) == count:
            return [settle_low(state, first + slot, count - slot) for slot in range(wanted)]
        if end == FROM_TOP:
            slots = range(count - 1, count - 1 - wanted, -1)
        elif end == LAST:
            slots = range(count - wanted, count)
        else:
            slots = range(wanted)
        found: list[int] = []
        for slot in slots:
            cards.draw_slot(state, layout, tape, place, slot)
            found.append(state[first + slot])
        return found

    def pick_random(state: State, tape: Tape | None, kind: int, items: Cards, wanted: int) -> list[int]:
        left = list(items)
        found: list[int] = []
        word = state[STREAM]
        for _ in range(min(wanted, len(left))):
            if len(left) > 1:
                if tape is None:
                    raise Trouble(UNDRAWN)
                at, word = pick(word, len(left))
                found.append(left.pop(at))
            else:
                found.append(left.pop())
        state[STREAM] = word
        return found

    def take(state: State, tape: Tape | None, card: int) -> None:
        """Out of its place."""
        if state[undrawn + card]:
            cards.take_out(state, layout, tape, card)
            return
        address = addresses[state[where + card]]
        count = state[address]
        top = address + count
        if state[top] != card:
            at = state.index(card, address + 1, top)
            state[at:top] = state[at + 1 : top + 1]
        state[top] = 0
        state[address] = count - 1

    def lay_on(state: State, tape: Tape | None, card: int, place: int, address: int, seen: int) -> None:
        if state[undrawn + card]:
            cards.take_out(state, layout, tape, card)
        else:
            source = addresses[state[where + card]]
            count = state[source]
            top = source + count
            if state[top] != card:
                at = state.index(card, source + 1, top)
                state[at:top] = state[at + 1 : top + 1]
            state[top] = 0
            state[source] = count - 1
        count = state[address] + 1
        if count > capacities[place]:
            raise Trouble(FULL)
        state[address] = count
        state[address + count] = card
        state[where + card] = place
        state[faces + card] = seen

    def lay_all_on(state: State, tape: Tape | None, what: Cards, place: int, address: int, seen: int) -> None:
        for card in what:
            lay_on(state, tape, card, place, address, seen)

    def lay_pile_on(state: State, source: int, place: int, address: int, seen: int) -> None:
        """All cards of a place, none of them undrawn."""
        count = state[source]
        if not count or source == address:
            return
        here = state[address]
        if here + count > capacities[place]:
            raise Trouble(FULL)
        what = state[source + 1 : source + 1 + count]
        first = address + 1 + here
        state[first : first + count] = what
        state[source : source + 1 + count] = [0] * (count + 1)
        state[address] = here + count
        for card in what:
            state[where + card] = place
            state[faces + card] = seen

    def lay_under(state: State, tape: Tape | None, card: int, place: int, address: int, seen: int) -> None:
        take(state, tape, card)
        count = state[address]
        if count >= capacities[place]:
            raise Trouble(FULL)
        first = address + 1
        state[first + 1 : first + count + 1] = state[first : first + count]
        state[first] = card
        state[address] = count + 1
        state[where + card] = place
        state[faces + card] = seen

    def lay_all_under(state: State, tape: Tape | None, what: Cards, place: int, address: int, seen: int) -> None:
        for card in what:
            lay_under(state, tape, card, place, address, seen)

    def deal(state: State, tape: Tape | None, source: int, count: int, start: int, base: int, stride: int) -> None:
        address = addresses[source]
        if start == NONE:
            raise Trouble(NOBODY)
        dealt = base <= source < base + seats * stride
        left = -1 if dealt or state[OUT] else bottom_undrawn(state, address + 1, state[address])
        if left < 0 or count == NONE or count * seats > state[address]:
            raw: list[int] | None = None if told is None else []
            cards.deal(state, layout, tape, raw, [source, count, start], 3, base, stride)
            if told is not None and raw:
                told(raw)
            return
        slot = address + state[address]
        for _ in range(count):
            for k in range(seats):
                seat = start + k
                place = base + (seat - seats if seat >= seats else seat) * stride
                card = settle(state, address + 1, slot - address, slot) if slot - address <= left else state[slot]
                state[slot] = 0
                slot -= 1
                to = addresses[place]
                n = state[to] + 1
                if n > capacities[place]:
                    raise Trouble(FULL)
                state[to] = n
                state[to + n] = card
                state[where + card] = place
                state[faces + card] = viewers[place]
        state[address] = slot - address

    def shuffle(state: State, tape: Tape | None, place: int) -> None:
        first = addresses[place] + 1
        count = state[first - 1]
        if told is not None and count:
            told([SHUFFLED, 2, place, 0])
        if count == count_cards:
            state[first : first + count] = range(count)
            state[undrawn : undrawn + count] = [1] * count
            state[faces : faces + count] = [viewers[place]] * count
            return
        cards.shuffle(state, layout, None, place)

    def swap_places(state: State, tape: Tape | None, left: int, right: int) -> None:
        cards.swap_places(state, layout, None, left, right)

    def swap_cards(state: State, tape: Tape | None, left: int, right: int) -> None:
        cards.swap_cards(state, layout, tape, None, left, right)

    def turn(state: State, tape: Tape | None, what: Cards, seen: int, how: int) -> None:
        for card in what:
            place = state[where + card]
            if state[undrawn + card]:
                cards.draw_all(state, layout, tape, place)
            if how == 0:
                state[faces + card] = everyone
            elif how == 1:
                state[faces + card] = viewers[place] if viewers[place] != everyone else 0

    def set_zone(state: State, tape: Tape | None, place: int, what: Cards) -> None:
        cards.set_zone(state, layout, tape, None, [place, *what, len(what)], len(what) + 2)

    def set_out(state: State, tape: Tape | None, some: Cards, out: int) -> None:
        control.set_out(state, None, [*some, len(some)], len(some) + 1, out)

    return {
        "draw_all": draw_all, "pick_place": pick_place, "pick_random": pick_random, "lay_on": lay_on, "lay_all_on": lay_all_on,
        "lay_pile_on": lay_pile_on, "lay_under": lay_under, "lay_all_under": lay_all_under, "deal": deal, "shuffle": shuffle,
        "swap_places": swap_places, "swap_cards": swap_cards, "turn": turn, "set_zone": set_zone, "set_out": set_out,
    }  # fmt: skip
