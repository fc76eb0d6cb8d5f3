"""Cards change places here, and nowhere else: slots, faces, the undrawn bit and each card's place are kept true together.

An undrawn card has no position: the undrawn cards of a place stand in the deck's order in the slots that nobody has looked at, so that
equal states are equal lists. Drawing a slot chooses one of them, each equally likely.
"""

from __future__ import annotations

from ....dsl.ir import NONE
from ..chance import Tape
from ..layout import OUT, STREAM, Layout
from ..trouble import EXACTLY, FULL, MISSING, NOBODY, UNDRAWN, Trouble
from .decode import MOVED, SHUFFLED, TURNED
from .sequences import LAST, TOP

UP, DOWN = 1, 2
FACE = {"up": UP, "down": DOWN, None: 0}


def chance(state: list[int], tape: Tape | None, kind: str, place: int, sources: list[int]) -> int:
    """An outcome among sources: an index into them. Raises Trouble where chance has no say (menus, conditions)."""
    if len(sources) == 1:
        return 0
    if tape is None:
        raise Trouble(UNDRAWN)
    outcome, state[STREAM] = tape.draw(state[STREAM], kind, place, sources)
    return outcome


def draw_slot(state: list[int], layout: Layout, tape: Tape | None, place: int, slot: int) -> None:
    """Settle which card lies in this slot of the place."""
    first = layout.place_address[place] + 1
    undrawn = layout.undrawn
    if not state[undrawn + state[first + slot]]:
        return
    slots = [i for i in range(state[first - 1]) if state[undrawn + state[first + i]]]
    cards = [state[first + i] for i in slots]
    card = cards.pop(chance(state, tape, "card", place, cards[:]))
    cards.insert(slots.index(slot), card)
    for i, c in zip(slots, cards, strict=True):
        state[first + i] = c
    state[undrawn + card] = 0


def draw_all(state: list[int], layout: Layout, tape: Tape | None, place: int) -> None:
    """Give every undrawn card of the place its position, from the top down."""
    if tape is None:
        return
    for slot in range(state[layout.place_address[place]] - 1, -1, -1):
        draw_slot(state, layout, tape, place, slot)


def take_out(state: list[int], layout: Layout, tape: Tape | None, card: int) -> int:
    """Remove a card from its place; gives the position it had."""
    place = state[layout.where + card]
    address = layout.place_address[place]
    first = address + 1
    count = state[address]
    if state[layout.undrawn + card]:
        slots = [i for i in range(count) if state[layout.undrawn + state[first + i]]]
        if slots[-1] - slots[0] != len(slots) - 1 and tape is not None:
            draw_all(state, layout, tape, place)  # known cards lie in between: which slot becomes free matters
        state[layout.undrawn + card] = 0
    position = count - 1
    while state[first + position] != card:
        position -= 1
    for i in range(first + position, first + count - 1):
        state[i] = state[i + 1]
    state[first + count - 1] = 0
    state[address] = count - 1
    return position


def put_in(state: list[int], layout: Layout, card: int, place: int, bottom: bool) -> int:
    """Lay a card on top of a place, or under it; gives its position."""
    address = layout.place_address[place]
    count = state[address]
    if count >= layout.place_capacity[place]:
        raise Trouble(FULL)
    first = address + 1
    position = count
    if bottom:
        for i in range(first + count, first, -1):
            state[i] = state[i - 1]
        position = 0
    state[first + position] = card
    state[address] = count + 1
    state[layout.where + card] = place
    return position


def move_card(
    state: list[int], layout: Layout, tape: Tape | None, raw: list[int] | None, card: int, place: int, bottom: bool, face: int, group: int
) -> None:
    """One card goes to a place and shows its face to those who see it there."""
    source = state[layout.where + card]
    before = state[layout.faces + card]
    position = take_out(state, layout, tape, card)
    to_position = put_in(state, layout, card, place, bottom)
    after = layout.place_viewers[place] if face == 0 else layout.everyone if face == UP else 0
    state[layout.faces + card] = after
    if raw is not None:
        raw.extend((MOVED, 8, card, source, position, place, to_position, before, after, group))


def move(
    state: list[int], layout: Layout, tape: Tape | None, raw: list[int] | None, stack: list[int], top: int, bottom: bool, face: int
) -> int:
    demanded, place = stack[top - 1], stack[top - 2]
    count = stack[top - 3]
    base = top - 3 - count
    if demanded != NONE and count < demanded:
        raise Trouble(EXACTLY, count, demanded)
    group = 0 if raw is None else len(raw)
    for i in range(base, base + count):
        move_card(state, layout, tape, raw, stack[i], place, bottom, face, group)
    return base


def refill(state: list[int], layout: Layout, tape: Tape | None, raw: list[int] | None, place: int) -> None:
    """Shuffle the other place in, under what is left."""
    other = layout.place_refill[place]
    if other < 0 or tape is None:
        return
    address = layout.place_address[other]
    count = state[address] - layout.place_except_top[place]
    if count <= 0:
        return
    draw_all(state, layout, tape, other)
    cards = sorted(state[address + 1 : address + 1 + count])
    group = 0 if raw is None else len(raw)
    for card in reversed(cards):
        move_card(state, layout, tape, raw, card, place, True, 0, group)
    for card in cards:
        state[layout.undrawn + card] = 1
        state[layout.faces + card] = layout.place_viewers[place]
    settle_order(state, layout, place)
    if raw is not None:
        raw.extend((SHUFFLED, 1 + len(cards), place, *cards))


def settle_order(state: list[int], layout: Layout, place: int) -> None:
    """Undrawn cards stand in the deck's order in their slots."""
    first = layout.place_address[place] + 1
    slots = [i for i in range(state[first - 1]) if state[layout.undrawn + state[first + i]]]
    for i, card in zip(slots, sorted(state[first + i] for i in slots), strict=True):
        state[first + i] = card


def pick_place(
    state: list[int], layout: Layout, tape: Tape | None, raw: list[int] | None, stack: list[int], top: int, end: int, refills: bool
) -> int:
    """Like `pick` on a place's cards, which are drawn where they are undrawn; a pile that runs out is filled up first."""
    wanted, place = stack[top - 1], stack[top - 2]
    if wanted == NONE:
        raise Trouble(MISSING)
    address = layout.place_address[place]
    if refills and state[address] < wanted:
        refill(state, layout, tape, raw, place)
    first, count = address + 1, state[address]
    wanted = max(0, min(wanted, count))
    base = top - 2
    for i in range(wanted):
        if end == TOP:
            slot = count - 1 - i
        elif end == LAST:
            slot = count - wanted + i
        else:
            slot = i
        draw_slot(state, layout, tape, place, slot)
        stack[base + i] = state[first + slot]
    stack[base + wanted] = wanted
    return base + wanted + 1


def pick_random(state: list[int], tape: Tape | None, kind: str, stack: list[int], top: int) -> int:
    """So many of a sequence, without repetition."""
    wanted = stack[top - 1]
    if wanted == NONE:
        raise Trouble(MISSING)
    count = stack[top - 2]
    base = top - 2 - count
    items = stack[base : base + count]
    wanted = max(0, min(wanted, count))
    for i in range(wanted):
        stack[base + i] = items.pop(chance(state, tape, kind, -1, items[:]))
    stack[base + wanted] = wanted
    return base + wanted + 1


def deal(
    state: list[int], layout: Layout, tape: Tape | None, raw: list[int] | None, stack: list[int], top: int, base: int, stride: int
) -> int:
    """One card at a time, round the seats that are in, until each has `count` (none: all are dealt) or the pile is empty."""
    start, count, source = stack[top - 1], stack[top - 2], stack[top - 3]
    if start == NONE:
        raise Trouble(NOBODY)
    address = layout.place_address[source]
    group = 0 if raw is None else len(raw)
    rounds = 0
    while (count == NONE and state[address]) or rounds < count:
        rounds += 1
        for k in range(layout.seats):
            seat = (start + k) % layout.seats
            if state[OUT] >> seat & 1:
                continue
            if not state[address] and count != NONE:
                refill(state, layout, tape, raw, source)
            if not state[address]:
                return top - 3
            slot = state[address] - 1
            draw_slot(state, layout, tape, source, slot)
            move_card(state, layout, tape, raw, state[address + 1 + slot], base + seat * stride, False, 0, group)
        if state[OUT] == layout.everyone:
            break
    return top - 3


def shuffle(state: list[int], layout: Layout, raw: list[int] | None, place: int) -> None:
    address = layout.place_address[place]
    cards = sorted(state[address + 1 : address + 1 + state[address]])
    for i, card in enumerate(cards):
        state[address + 1 + i] = card
        state[layout.undrawn + card] = 1
        state[layout.faces + card] = layout.place_viewers[place]
    if raw is not None:
        raw.extend((SHUFFLED, 1 + len(cards), place, *cards))


def swap_places(state: list[int], layout: Layout, raw: list[int] | None, left: int, right: int) -> None:
    """Two places exchange all their cards, which keep their order."""
    if left == right:
        return
    group = 0 if raw is None else len(raw)
    a, b = layout.place_address[left], layout.place_address[right]
    lefts, rights = state[a + 1 : a + 1 + state[a]], state[b + 1 : b + 1 + state[b]]
    for source, to, cards, gone in ((left, right, lefts, len(rights)), (right, left, rights, len(lefts))):
        address = layout.place_address[to]
        if len(cards) > layout.place_capacity[to]:
            raise Trouble(FULL)
        state[address] = len(cards)
        for i, card in enumerate(cards):
            state[address + 1 + i] = card
            state[layout.where + card] = to
            before, after = state[layout.faces + card], layout.place_viewers[to]
            state[layout.faces + card] = after
            if raw is not None:
                raw.extend((MOVED, 8, card, source, i, to, i, before, after, group))
        for i in range(len(cards), gone):
            state[address + 1 + i] = 0


def swap_cards(state: list[int], layout: Layout, tape: Tape | None, raw: list[int] | None, left: int, right: int) -> None:
    """Two cards exchange their positions; a card in a shuffled pile is drawn out of it first."""
    if NONE in (left, right) or left == right:
        return
    group = 0 if raw is None else len(raw)
    places = [state[layout.where + c] for c in (left, right)]
    for card, place in zip((left, right), places, strict=True):
        if state[layout.undrawn + card]:
            draw_all(state, layout, tape, place)
    slots = [layout.place_address[p] + 1 for p in places]
    for k, card in enumerate((left, right)):
        while state[slots[k]] != card:
            slots[k] += 1
    for card, k in ((left, 0), (right, 1)):
        source, to = places[k], places[1 - k]
        state[slots[1 - k]] = card
        state[layout.where + card] = to
        before, after = state[layout.faces + card], layout.place_viewers[to]
        state[layout.faces + card] = after
        if raw is not None:
            at, onto = slots[k] - layout.place_address[source] - 1, slots[1 - k] - layout.place_address[to] - 1
            raw.extend((MOVED, 8, card, source, at, to, onto, before, after, group))


def turn(state: list[int], layout: Layout, tape: Tape | None, raw: list[int] | None, stack: list[int], top: int, how: int) -> int:
    """how: 0 reveal, 1 hide, 2 show to the mask on top."""
    mask = stack[top - 1]
    count = stack[top - 2]
    base = top - 2 - count
    for i in range(base, base + count):
        card = stack[i]
        place = state[layout.where + card]
        if state[layout.undrawn + card]:
            draw_all(state, layout, tape, place)
        seen = layout.everyone if how == 0 else mask
        if how == 1:
            seen = layout.place_viewers[place] if layout.place_viewers[place] != layout.everyone else 0
        if how != 2:
            state[layout.faces + card] = seen
        if raw is not None:
            first = layout.place_address[place] + 1
            position = state[first : first + state[first - 1]].index(card)
            raw.extend((TURNED, 5, how, card, place, position, seen))
    return base


def set_zone(state: list[int], layout: Layout, tape: Tape | None, raw: list[int] | None, stack: list[int], top: int) -> int:
    """The place holds exactly these cards, first to last; what they push out goes under the first `every card` zone."""
    count = stack[top - 1]
    base = top - 1 - count
    place = stack[base - 1]
    wanted = stack[base : base + count]
    address = layout.place_address[place]
    group = 0 if raw is None else len(raw)
    refuge = layout.first_place
    for card in state[address + 1 : address + 1 + state[address]]:
        if card not in wanted and place != refuge:
            move_card(state, layout, tape, raw, card, refuge, True, 0, group)
    for card in wanted:
        move_card(state, layout, tape, raw, card, place, False, 0, group)
    return base - 1
