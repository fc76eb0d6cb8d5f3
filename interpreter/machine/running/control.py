"""Turns, rounds, choices and the end of a game: the instructions that keep the header of a state."""

from __future__ import annotations

from ....dsl import ir
from ....dsl.ir import LARGEST, NONE
from ..layout import (
    ACTED,
    ANYTIME,
    DIRECTION,
    FRAME,
    FRESH,
    GAMES,
    MARKS,
    OUT,
    PLACES,
    ROUND,
    SCORED,
    STATUS,
    TOP,
    WAITING,
    WINNERS,
    Layout,
    own_mask,
)
from ..program import Asking
from ..trouble import MISSING, NOBODY, RANGE, Trouble
from .decode import CHOSE, GAME_ENDED, ROUND_BEGAN, ROUND_ENDED, SAID, SEAT_OUT, TURN_BEGAN, TURN_ENDED, VARIABLE_SET, VARIABLE_TURNED
from .sequences import ranking


def begin(state: list[int], layout: Layout, first: bool) -> None:
    """Cards to where they stand in the beginning, variables to their start; of a later game of a match, what is `kept` stays."""
    state[layout.faces : layout.where + layout.cards] = [0] * (3 * layout.cards)
    for place, address in enumerate(layout.place_address):
        state[address : address + layout.place_capacity[place] + 1] = [0] * (layout.place_capacity[place] + 1)
    for card, place in enumerate(layout.card_start):
        address = layout.place_address[place]
        state[address] += 1
        state[address + state[address]] = card
        state[layout.where + card] = place
        state[layout.faces + card] = layout.place_viewers[place]
    for variable, address in enumerate(layout.variable_address):
        cells = layout.variable_cells[variable]
        if first or not layout.variable_kept[variable]:
            state[address : address + cells] = [layout.variable_start[variable]] * cells
            masks = layout.variable_masks[variable]
            if masks:
                state[masks : masks + cells] = [own_mask(layout, variable, cell) for cell in range(cells)]
    for word in (STATUS, FRESH, ANYTIME, WAITING, OUT, MARKS, ACTED, ROUND, SCORED):  # who won the last game stays known
        state[word] = 0
    state[DIRECTION] = 1
    for seat in range(layout.seats):
        state[PLACES + seat] = state[layout.scores + seat] = state[layout.turns + seat] = 0


def set_variable(state: list[int], layout: Layout, raw: list[int] | None, variable: int, address: int, value: int) -> None:
    """Sets a cell; a value outside the bounds is a fault, or stops at them where the variable is `capped`."""
    if value == NONE:
        if not layout.variable_none[variable]:
            raise Trouble(MISSING)
    elif value < layout.variable_low[variable] or value > layout.variable_high[variable]:
        if not layout.variable_capped[variable]:
            raise Trouble(RANGE, value, variable)
        value = max(layout.variable_low[variable], min(value, layout.variable_high[variable]))
    state[address] = value
    cell = address - layout.variable_address[variable]
    viewers = layout.everyone
    masks = layout.variable_masks[variable]
    if masks:
        viewers = state[masks + cell] = own_mask(layout, variable, cell)
    if raw is not None:
        raw.extend((VARIABLE_SET, 4, variable, cell, value, viewers))


def turn_variable(state: list[int], layout: Layout, raw: list[int] | None, variable: int, how: int, address: int, mask: int) -> None:
    """how: 0 reveal, 1 hide, 2 show to the mask."""
    cell = address - layout.variable_address[variable]
    masks = layout.variable_masks[variable]
    if not masks:
        return
    if how == 0:
        mask = layout.everyone
    elif how == 1:
        mask = own_mask(layout, variable, cell)
    if how != 2:
        state[masks + cell] = mask
    if raw is not None:
        raw.extend((VARIABLE_TURNED, 5, how, variable, cell, state[address], mask))


def reset_round(state: list[int], layout: Layout, raw: list[int] | None) -> None:
    """Variables of `each round` go back to their start."""
    for variable in layout.each_round:
        address = layout.variable_address[variable]
        for cell in range(layout.variable_cells[variable]):
            if state[address + cell] != layout.variable_start[variable]:
                set_variable(state, layout, raw, variable, address + cell, layout.variable_start[variable])


def round_began(state: list[int], layout: Layout, raw: list[int] | None) -> None:
    state[ROUND] += 1
    for seat in range(layout.seats):
        state[layout.turns + seat] = 0
    if raw is not None:
        raw.extend((ROUND_BEGAN, 1, state[ROUND]))


def round_ended(state: list[int], raw: list[int] | None) -> None:
    if raw is not None:
        raw.extend((ROUND_ENDED, 1 + len(state), state[ROUND], *state))


def set_out(state: list[int], raw: list[int] | None, stack: list[int], top: int, out: int) -> int:
    count = stack[top - 1]
    base = top - 1 - count
    for i in range(base, base + count):
        seat = stack[i]
        if (state[OUT] >> seat & 1) != out:
            state[OUT] ^= 1 << seat
            if raw is not None:
                raw.extend((SEAT_OUT, 2, seat, out))
    return base


def say(parts: tuple[str | ir.Type, ...], number: int, raw: list[int] | None, stack: list[int], top: int) -> int:
    """The values of a text lie on the stack; in the report a sequence's length comes before its items."""
    found: list[list[int]] = []
    for part in reversed(parts):
        if isinstance(part, ir.Many):
            count = stack[top - 1]
            top -= 1 + count
            found.append([count, *stack[top : top + count]])
        elif not isinstance(part, str):
            top -= 1
            found.append([stack[top]])
    words = [word for values in reversed(found) for word in values]
    if raw is not None:
        raw.extend((SAID, 1 + len(words), number, *words))
    return top


# --------------------------------------------------------------------------- turns


def turn_seat(state: list[int], layout: Layout, stack: list[int], top: int) -> int:
    """The seat among these whose turn is next, counting from `from` in order of play, after so many are skipped; out seats have none."""
    skipped, start = stack[top - 1], stack[top - 2]
    count = stack[top - 3]
    base = top - 3 - count
    if start == NONE:
        raise Trouble(NOBODY)
    mask = 0
    for i in range(base, base + count):
        mask |= 1 << stack[i]
    mask &= ~state[OUT]
    found = NONE
    if mask:
        seat = start
        while True:
            if mask >> seat & 1:
                if skipped <= 0:
                    found = seat
                    break
                skipped -= 1
            seat = (seat + state[DIRECTION]) % layout.seats
    stack[base] = found
    return base + 1


def turn_began(state: list[int], layout: Layout, raw: list[int] | None, seat: int) -> None:
    state[MARKS] = 0
    state[layout.turns + seat] += 1
    if raw is not None:
        raw.extend((TURN_BEGAN, 1, seat))


def turn_ended(state: list[int], raw: list[int] | None, seat: int) -> None:
    if raw is not None:
        raw.extend((TURN_ENDED, 1 + len(state), seat, *state))


def next_turn(state: list[int], layout: Layout, seat: int) -> tuple[int, int]:
    """Where the next turn is looked for, and how many are skipped, by the marks of the turn that ends."""
    marks = state[MARKS]
    state[MARKS] = 0
    if marks & 2:
        state[DIRECTION] = -state[DIRECTION]
    if marks & 1:
        return seat, 0
    return (seat + state[DIRECTION]) % layout.seats, marks >> 2


def go_seat(state: list[int], layout: Layout, passed: int, last: int, start: int, for_good: bool) -> int:
    """The next seat of `go round`, or none when all but the last who acted have passed since."""
    inside = layout.everyone & ~state[OUT]
    if not inside:
        return NONE
    if start == NONE:
        raise Trouble(NOBODY)
    left = inside & ~passed
    if last != NONE:
        left &= ~(1 << last)
    if not left:
        return NONE
    open_to = inside & ~passed if for_good else inside
    seat = start
    while not open_to >> seat & 1:
        seat = (seat + state[DIRECTION]) % layout.seats
    return seat


# --------------------------------------------------------------------------- choices


def take_choice(state: list[int], raw: list[int] | None, number: int, asking: Asking) -> int:
    """Lays the next seat's choice out for its body. Gives the address of the body, or of what comes after the decision."""
    frame = state[FRAME]
    block = asking.block
    while True:
        i = state[frame + block.index]
        if i == state[frame + block.count]:
            return asking.after
        state[frame + block.index] = i + 1
        action = state[frame + block.chosen + i] - 1
        if action >= 0:  # else nothing was possible for this seat
            break
    seat, acting = state[frame + block.asked + i], state[frame + block.acting + i]
    state[frame + block.you] = acting
    source, to = frame + block.arguments + i * block.words, frame + block.current
    if source != to:
        for k in range(block.words):
            state[to + k] = state[source + k]
    if action != asking.passing:
        state[ACTED] |= 1 << acting
    if raw is not None:
        at = len(raw)
        raw.extend((CHOSE, 0, seat, acting, number, action))
        for offset, capacity in asking.parameters[action]:
            address = to + offset
            raw.extend(state[address : address + 1 + (state[address] if capacity else 0)])
        raw[at + 1] = len(raw) - at - 2
    return asking.bodies[action]


# --------------------------------------------------------------------------- ends


def win(state: list[int], layout: Layout, stack: list[int], top: int, teams: int) -> None:
    """The winners (and their partners) share the first place, all others the last; nobody: all share one."""
    count = stack[top - 1]
    winners = 0
    for i in range(top - 1 - count, top - 1):
        winners |= 1 << stack[i]
        for seat in range(layout.seats):
            if (teams > 0 and seat % teams == stack[i] % teams) or teams == 0:
                winners |= 1 << seat
    state[WINNERS] = winners
    behind = winners.bit_count()
    for seat in range(layout.seats):
        state[PLACES + seat] = 0 if winners >> seat & 1 else behind


def places(state: list[int], layout: Layout, stack: list[int], locals_: list[int], slot: int, top: int, scored: int, sign: int) -> None:
    """Seats by their keys, best first, ties shared; seats that are not among them share the last place. Keys asked lowest come flipped."""
    base, end = locals_[slot + 3], locals_[slot + 1]
    seats = stack[base:end]
    starts: list[int] = []
    at = top
    for _ in seats:
        at -= 1 + stack[at - 1]
        starts.append(at)
    starts.reverse()
    order, ranks = ranking(stack, base, end, top, 1)
    for seat in range(layout.seats):
        state[PLACES + seat] = len(seats)
    winners = 0
    for i, rank in zip(order, ranks, strict=True):
        state[PLACES + seats[i]] = rank
        if rank == 0:
            winners |= 1 << seats[i]
    state[WINNERS] = winners
    state[SCORED] = scored
    for i, seat in enumerate(seats):
        key = stack[starts[i]]
        state[layout.scores + seat] = key if key == NONE else sign * key


def game_ended(state: list[int], layout: Layout, raw: list[int] | None) -> None:
    """Every frame is left; the game counts in the match."""
    state[GAMES] += 1
    for seat in range(layout.seats):
        state[layout.wins + seat] += state[WINNERS] >> seat & 1
    for address in range(layout.frames, state[TOP]):
        state[address] = 0
    state[FRAME] = state[TOP] = layout.frames
    state[ANYTIME] = 0
    if raw is not None:
        seats = [seat for seat in range(layout.seats) if state[WINNERS] >> seat & 1]
        raw.extend((GAME_ENDED, len(seats), *seats))


def flipped(key: int) -> int:
    """A key that is asked lowest, for an order from the highest; none comes last."""
    return -2 * LARGEST if key == NONE else -key
