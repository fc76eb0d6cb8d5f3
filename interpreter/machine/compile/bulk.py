"""What emitted functions call in bulk play: all chance comes from the stream, nothing is told. Places are lists: `piles.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....dsl.ir import NONE
from ..chance import HIGH, INCREMENT, MASK, MULTIPLIER
from ..layout import ANYTIME, FRAME, GAMES, OUT, PLACES, STREAM, TOP, WINNERS
from ..program import Program
from ..running import control
from ..running.decode import SHUFFLED
from ..running.sequences import LAST
from ..running.sequences import TOP as FROM_TOP
from ..trouble import FULL, NOBODY, Trouble
from .piles import WIDE, Piles, Words, pick
from .shared import Cards

Told = Callable[[list[int]], None]


def bulk(program: Program, told: Told | None = None) -> dict[str, Callable[..., Any]]:
    """The functions for one program, by the names that emitted code calls them. told: is given reports of shuffles."""
    layout, piles = program.layout, Piles(program.layout)
    addresses, capacities = piles.addresses, piles.capacities
    where, undrawn = layout.where, layout.undrawn
    count_cards, seats, frames, wins = layout.cards, layout.seats, layout.frames, layout.wins
    take = piles.take

    def fill_up(state: Words, place: int) -> None:
        found = piles.refill(state, place)
        if found and told is not None:
            told([SHUFFLED, 1 + len(found), place, *found])

    def pick_place(state: Words, place: int, wanted: int, end: int, refill: int) -> list[int]:
        address = addresses[place]
        cards: list[int] = state[address]
        if len(cards) < wanted:
            if refill:
                fill_up(state, place)
            wanted = min(wanted, len(cards))
        if wanted <= 0:
            return []
        if end == FROM_TOP:
            if state[address + 1]:
                piles.draw_tops(state, address, wanted)
            return cards[: -wanted - 1 : -1]
        if end == LAST:
            if state[address + 1]:
                for slot in range(len(cards) - wanted, len(cards)):
                    piles.draw_slot(state, address, slot)
            return cards[-wanted:]
        if state[address + 1]:
            piles.draw_bottoms(state, address, wanted)
        return cards[:wanted]

    def pick_top(state: Words, place: int) -> int:
        """The top card of a place, or none; it is drawn, and the place filled up first where it is empty."""
        address = addresses[place]
        cards: list[int] = state[address]
        if not cards:
            fill_up(state, place)
            if not cards:
                return NONE
        card = cards[-1]
        if not state[undrawn + card]:
            return card
        left = state[address + 1]
        if left != len(cards):
            piles.draw_slot(state, address, len(cards) - 1)
            return cards[-1]
        if left > 1:
            word = state[STREAM]
            limit = WIDE - WIDE % left
            while True:
                word = (word * MULTIPLIER + INCREMENT) & MASK
                high = word >> HIGH
                if high < limit:
                    break
            state[STREAM] = word
            card = cards.pop(high % left)
            cards.append(card)
        state[undrawn + card] = 0
        state[address + 1] = left - 1
        return card

    def pick_random(state: Words, kind: int, items: Cards, wanted: int) -> list[int]:
        left = list(items)
        found: list[int] = []
        word = state[STREAM]
        for _ in range(min(wanted, len(left))):
            if len(left) > 1:
                at, word = pick(word, len(left))
                found.append(left.pop(at))
            else:
                found.append(left.pop())
        state[STREAM] = word
        return found

    def lay_on(state: Words, card: int, place: int, to: list[int]) -> None:
        if state[undrawn + card]:
            take(state, card)
        else:
            state[addresses[state[where + card]]].remove(card)
        to.append(card)
        if len(to) > capacities[place]:
            raise Trouble(FULL)
        state[where + card] = place

    def lay_all_on(state: Words, what: Cards, place: int, to: list[int]) -> None:
        for card in what:
            lay_on(state, card, place, to)

    def lay_pile_on(state: Words, source: list[int], place: int, to: list[int]) -> None:
        """All cards of a place, none of them undrawn."""
        if not source or source is to:
            return
        to += source
        if len(to) > capacities[place]:
            raise Trouble(FULL)
        for card in source:
            state[where + card] = place
        source.clear()

    def lay_under(state: Words, card: int, place: int, to: list[int]) -> None:
        take(state, card)
        to.insert(0, card)
        if len(to) > capacities[place]:
            raise Trouble(FULL)
        state[where + card] = place

    def lay_all_under(state: Words, what: Cards, place: int, to: list[int]) -> None:
        for card in what:
            lay_under(state, card, place, to)

    def deal(state: Words, source: int, count: int, start: int, base: int, stride: int) -> None:
        if start == NONE:
            raise Trouble(NOBODY)
        address = addresses[source]
        cards: list[int] = state[address]
        order = [seat for k in range(seats) if not state[OUT] >> (seat := (start + k) % seats) & 1]
        rounds = 0
        while (count == NONE and cards) or rounds < count:
            rounds += 1
            for seat in order:
                if not cards:
                    if count != NONE:
                        fill_up(state, source)
                    if not cards:
                        return
                card = cards[-1]
                if state[undrawn + card]:
                    card = pick_top(state, source)
                place = base + seat * stride
                cards.pop()
                to: list[int] = state[addresses[place]]
                to.append(card)
                if len(to) > capacities[place]:
                    raise Trouble(FULL)
                state[where + card] = place
            if not order:
                break

    def shuffle(state: Words, place: int) -> None:
        address = addresses[place]
        cards: list[int] = state[address]
        if not cards:
            return
        if told is not None:
            told([SHUFFLED, 2, place, 0])
        cards.sort()
        if len(cards) == count_cards:
            state[undrawn : undrawn + count_cards] = [1] * count_cards
        else:
            for card in cards:
                state[undrawn + card] = 1
        state[address + 1] = len(cards)

    def swap_places(state: Words, left: int, right: int) -> None:
        if left == right:
            return
        a, b = addresses[left], addresses[right]
        first, second = state[a], state[b]
        if len(first) > capacities[right] or len(second) > capacities[left]:
            raise Trouble(FULL)
        first[:], second[:] = second[:], first[:]
        mixed = [sum(state[undrawn + card] for card in cards) for cards in (first, second)]
        for place, address, cards, left_ in ((left, a, first, mixed[0]), (right, b, second, mixed[1])):
            for card in cards:
                state[where + card] = place
            if capacities[place]:
                state[address + 1] = left_

    def swap_cards(state: Words, left: int, right: int) -> None:
        if NONE in (left, right) or left == right:
            return
        places = [state[where + card] for card in (left, right)]
        for card, place in zip((left, right), places, strict=True):
            if state[undrawn + card]:
                piles.draw_all(state, place)
        first, second = (state[addresses[place]] for place in places)
        i, j = first.index(left), second.index(right)
        first[i], second[j] = right, left
        state[where + left], state[where + right] = places[1], places[0]

    def turn(state: Words, what: Cards) -> None:
        """Whoever looks at an undrawn card draws its pile."""
        for card in what:
            if state[undrawn + card]:
                piles.draw_all(state, state[where + card])

    def set_zone(state: Words, place: int, what: Cards) -> None:
        refuge = layout.first_place
        for card in state[addresses[place]][:]:
            if card not in what and place != refuge:
                lay_under(state, card, refuge, state[addresses[refuge]])
        lay_all_on(state, what, place, state[addresses[place]])

    def set_out(state: Words, some: Cards, out: int) -> None:
        control.set_out(state, None, [*some, len(some)], len(some) + 1, out)

    def game_ended(state: Words, *_: object) -> None:
        """As `control.game_ended`."""
        state[GAMES] += 1
        for seat in range(seats):
            if state[WINNERS] >> seat & 1:
                state[wins + seat] += 1
        state[frames : state[TOP]] = [0] * (state[TOP] - frames)
        state[FRAME] = state[TOP] = frames
        state[ANYTIME] = 0

    def win(state: Words, some: Cards, teams: int) -> None:
        """As `control.win`."""
        if teams >= 0:
            control.win(state, layout, [*some, len(some)], len(some) + 1, teams)
            return
        winners = 0
        for seat in some:
            winners |= 1 << seat
        state[WINNERS] = winners
        behind = winners.bit_count()
        for seat in range(seats):
            state[PLACES + seat] = 0 if winners >> seat & 1 else behind

    return {
        "draw_all": piles.draw_all, "pick_place": pick_place, "pick_top": pick_top, "pick_random": pick_random, "lay_on": lay_on,
        "lay_all_on": lay_all_on, "lay_pile_on": lay_pile_on, "lay_under": lay_under, "lay_all_under": lay_all_under, "deal": deal,
        "shuffle": shuffle, "swap_places": swap_places, "swap_cards": swap_cards, "turn": turn, "set_zone": set_zone, "set_out": set_out,
        "begin": piles.begin, "game_ended": game_ended, "win": win,
    }  # fmt: skip
