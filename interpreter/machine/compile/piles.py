"""Places in bulk play: each is a Python list of its cards in the state, in place of a length and slots; the word behind it counts the
undrawn ones. Who sees a face is not kept, since no rule can ask.

The same changes and draws as in `running/cards.py`. Lists stay the same objects all game long.
"""

from __future__ import annotations

from typing import Any

from ..chance import HIGH, INCREMENT, MASK, MULTIPLIER
from ..layout import STREAM, Layout
from ..running import control
from ..trouble import FULL, Trouble

WIDE = 1 << 32

Words = list[Any]
"""A state in which places are lists."""


def pick(word: int, outcomes: int) -> tuple[int, int]:
    """As `chance.pick`."""
    while True:
        word = (word * MULTIPLIER + INCREMENT) & MASK
        high = word >> HIGH
        if high < WIDE - WIDE % outcomes:
            return high % outcomes, word


class Piles:
    """The places of one program."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.addresses, self.capacities = tuple(layout.place_address), tuple(layout.place_capacity)
        self.where, self.undrawn = layout.where, layout.undrawn

    # ----------------------------------------------------------------------- the two ways to keep a state

    def pile(self, state: Words) -> None:
        """Lengths and slots become lists."""
        for address, capacity in zip(self.addresses, self.capacities, strict=True):
            cards = state[address + 1 : address + 1 + state[address]]
            state[address] = cards
            if capacity:
                state[address + 1] = sum(state[self.undrawn + card] for card in cards)

    def copy(self, state: Words) -> Words:
        """A copy with lists of its own."""
        other = state[:]
        for address in self.addresses:
            other[address] = state[address][:]
        return other

    def flat(self, state: Words) -> None:
        """Lists become lengths and slots."""
        for address, capacity in zip(self.addresses, self.capacities, strict=True):
            cards: list[int] = state[address]
            state[address : address + 1 + capacity] = [len(cards), *cards, *([0] * (capacity - len(cards)))]

    def begin(self, state: Words) -> None:
        """A later game of a match."""
        self.flat(state)
        control.begin(state, self.layout, False)
        self.pile(state)

    # ----------------------------------------------------------------------- undrawn cards

    def chance(self, state: Words, outcomes: int) -> int:
        if outcomes < 2:
            return 0
        outcome, state[STREAM] = pick(state[STREAM], outcomes)
        return outcome

    def draw_slot(self, state: Words, address: int, slot: int) -> None:
        """Settle which card lies in this slot of the place."""
        cards: list[int] = state[address]
        undrawn = self.undrawn
        if not state[undrawn + cards[slot]]:
            return
        left = state[address + 1]
        slots = range(left) if left == len(cards) else [i for i, card in enumerate(cards) if state[undrawn + card]]
        mixed = [cards[i] for i in slots]
        card = mixed.pop(self.chance(state, left))
        mixed.insert(slots.index(slot), card)
        for i, one in zip(slots, mixed, strict=True):
            cards[i] = one
        state[undrawn + card] = 0
        state[address + 1] = left - 1

    def draw_all(self, state: Words, place: int) -> None:
        address = self.addresses[place]
        if state[address] and state[address + 1]:
            self.draw_tops(state, address, len(state[address]))

    def draw_tops(self, state: Words, address: int, wanted: int) -> None:
        """Settles so many cards from the top down."""
        cards: list[int] = state[address]
        undrawn, left, word = self.undrawn, state[address + 1], state[STREAM]
        for slot in range(len(cards) - 1, len(cards) - 1 - wanted, -1):
            card = cards[slot]
            if not state[undrawn + card]:
                continue
            if left != slot + 1:  # known cards lie in between
                state[address + 1], state[STREAM] = left, word
                self.draw_slot(state, address, slot)
                left, word = state[address + 1], state[STREAM]
                continue
            if left > 1:
                limit = WIDE - WIDE % left
                while True:
                    word = (word * MULTIPLIER + INCREMENT) & MASK
                    high = word >> HIGH
                    if high < limit:
                        break
                at = high % left
                if at != slot:
                    card = cards.pop(at)
                    cards.insert(slot, card)
            state[undrawn + card] = 0
            left -= 1
        state[address + 1], state[STREAM] = left, word

    def draw_bottoms(self, state: Words, address: int, wanted: int) -> None:
        """Settles so many cards from the bottom up."""
        cards: list[int] = state[address]
        undrawn = self.undrawn
        for slot in range(wanted):
            left = state[address + 1]
            if left and left == len(cards) - slot:
                at = slot + self.chance(state, left)
                card = cards.pop(at)
                cards.insert(slot, card)
                state[undrawn + card] = 0
                state[address + 1] = left - 1
            elif left:
                self.draw_slot(state, address, slot)

    def settle_order(self, state: Words, address: int) -> None:
        """Undrawn cards stand in the deck's order in their slots."""
        cards: list[int] = state[address]
        slots = [i for i, card in enumerate(cards) if state[self.undrawn + card]]
        for i, card in zip(slots, sorted(cards[i] for i in slots), strict=True):
            cards[i] = card

    # ----------------------------------------------------------------------- changes of place

    def take(self, state: Words, card: int) -> None:
        """Out of its place."""
        place: int = state[self.where + card]
        address = self.addresses[place]
        cards: list[int] = state[address]
        if state[self.undrawn + card]:
            left: int = state[address + 1]
            slots = range(left) if left == len(cards) else [i for i, one in enumerate(cards) if state[self.undrawn + one]]
            if slots[-1] - slots[0] != left - 1:  # known cards lie in between: which slot becomes free matters
                self.draw_all(state, place)
            else:
                state[self.undrawn + card] = 0
                state[address + 1] = left - 1
        cards.remove(card)

    def refill(self, state: Words, place: int) -> list[int]:
        """Shuffles the other place in, under what is left. Gives the cards."""
        other = self.layout.place_refill[place]
        if other < 0:
            return []
        source: list[int] = state[self.addresses[other]]
        count = len(source) - self.layout.place_except_top[place]
        if count <= 0:
            return []
        self.draw_all(state, other)
        found = sorted(source[:count])
        del source[:count]
        address: int = self.addresses[place]
        to: list[int] = state[address]
        if len(to) + count > self.capacities[place]:
            raise Trouble(FULL)
        to[:0] = found
        for card in found:
            state[self.where + card] = place
            state[self.undrawn + card] = 1
        state[address + 1] += count
        if state[address + 1] != count:
            self.settle_order(state, address)
        return found
