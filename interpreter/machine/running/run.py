"""The executor: one loop over the code. This is what the language means.

Written with ints, lists, loops and branches only, so that it can be compiled as it stands. Instructions are found by halving on their
number; the most frequent ones come first.
"""

from __future__ import annotations

from ....dsl.ir import LARGEST, NONE
from .. import opcodes as op
from ..chance import Tape
from ..layout import (
    ACTED,
    ANYTIME,
    ASKING,
    FRAME,
    FRESH,
    GAMES,
    MARKS,
    MENU,
    OUT,
    OVER,
    PC,
    RAN_OUT,
    STATUS,
    TOP,
    WAITING,
)
from ..program import Program
from ..trouble import (
    BUDGET,
    DEEP,
    INDEX,
    LARGE,
    LONG,
    MISSING,
    NO_END,
    NOBODY,
    ZERO,
    Trouble,
)
from ..trouble import GAMES as TOO_MANY_GAMES
from . import cards, control
from . import sequences as seq
from .decode import GAME_BEGAN, TOLD

# Loops and calls (and every 16 cards or numbers that a set is made of) in one run, before a game counts as stuck: within a second, and
# ten times what the longest honest computations take (a game of war without a decision: some thousands).
JUMPS = 40_000
GAMES_LIMIT = 1000  # of a match
STACK = 1 << 16
MARGIN = 1 << 14  # one instruction adds at most so much to the stack


def run(
    program: Program, state: list[int], stack: list[int], locals_: list[int], pc: int, top: int, tape: Tape | None, raw: list[int] | None
) -> int:
    """Runs from pc to the next ASK or HALT, whose address stands in the state then, or to the DONE of a fragment. Gives the stack's height.

    tape: None in a fragment, where chance has no say. raw: the report, or None. Raises Trouble, NeedChance.
    """
    layout = program.layout
    code, tables = layout.code, layout.tables
    base = 0
    local_top = layout.locals
    frame = state[FRAME]
    jumps = 0
    try:
        while True:
            o = code[pc]
            if o < 16:
                if o < 8:
                    if o < 4:
                        if o == op.PUSH:
                            stack[top] = code[pc + 1]
                        elif o == op.LOAD:
                            stack[top] = state[code[pc + 1]]
                        elif o == op.LOAD_FRAME:
                            stack[top] = state[frame + code[pc + 1]]
                        else:  # LOAD_LOCAL
                            stack[top] = locals_[base + code[pc + 1]]
                        top += 1
                        pc += 2
                    elif o == op.LOAD_AT:
                        stack[top - 1] = state[stack[top - 1]]
                        pc += 1
                    elif o == op.TABLE:
                        i = stack[top - 1]
                        if i != NONE:
                            stack[top - 1] = tables[code[pc + 1]][i]
                        pc += 2
                    elif o == op.EQUAL:
                        top -= 1
                        stack[top - 1] = 1 if stack[top - 1] == stack[top] else 0
                        pc += 1
                    else:  # JUMP_UNLESS
                        top -= 1
                        pc = pc + 2 if stack[top] == 1 else code[pc + 1]
                elif o < 12:
                    if o == op.JUMP:
                        pc = code[pc + 1]
                    elif o == op.JUMP_IF:
                        top -= 1
                        pc = code[pc + 1] if stack[top] == 1 else pc + 2
                    elif o == op.STORE_LOCAL:
                        top -= 1
                        locals_[base + code[pc + 1]] = stack[top]
                        pc += 2
                    else:  # STORE_FRAME
                        top -= 1
                        state[frame + code[pc + 1]] = stack[top]
                        pc += 2
                elif o == op.NEXT_ITEM:
                    slot = base + code[pc + 1]
                    at = locals_[slot]
                    if at == locals_[slot + 1]:
                        pc = code[pc + 3]
                    else:
                        locals_[base + code[pc + 2]] = stack[at]
                        locals_[slot] = at + 1
                        pc += 4
                elif o == op.INDEX:
                    top -= 1
                    i = stack[top] - code[pc + 1]
                    if not 0 <= i < code[pc + 2]:
                        raise Trouble(INDEX)
                    stack[top - 1] += i * code[pc + 3]
                    pc += 4
                elif o == op.NOT:
                    stack[top - 1] = 0 if stack[top - 1] == 1 else 1
                    pc += 1
                else:  # PLACE_CARD
                    address = layout.place_address[stack[top - 1]]
                    stack[top - 1] = state[address + 1] if state[address] else NONE
                    pc += 1
            elif o < 32:
                if o <= op.GREATER and o != op.NEGATE:
                    top -= 1
                    a, b = stack[top - 1], stack[top]
                    if o >= op.SMALLER:
                        if a == NONE or b == NONE:
                            a = b if a == NONE else a
                        elif (b < a) == (o == op.SMALLER):
                            a = b
                        stack[top - 1] = a
                        pc += 1
                        continue
                    if a == NONE or b == NONE:
                        raise Trouble(MISSING)
                    if o == op.LESS:
                        a = 1 if a < b else 0
                    elif o == op.AT_MOST:
                        a = 1 if a <= b else 0
                    elif o == op.ADD:
                        a += b
                    elif o == op.SUBTRACT:
                        a -= b
                    elif o == op.MULTIPLY:
                        a *= b
                    elif b == 0:
                        raise Trouble(ZERO)
                    elif o == op.DIVIDE:
                        a //= b
                    else:
                        a %= b
                    if a > LARGEST or a < -LARGEST:
                        raise Trouble(LARGE)
                    stack[top - 1] = a
                    pc += 1
                elif o == op.NEGATE:
                    if stack[top - 1] == NONE:
                        raise Trouble(MISSING)
                    stack[top - 1] = -stack[top - 1]
                    pc += 1
                elif o == op.POP:
                    top -= 1
                    pc += 1
                elif o == op.POP_SEQUENCE:
                    top -= 1 + stack[top - 1]
                    pc += 1
                elif o == op.OR_ELSE:
                    if stack[top - 1] == NONE:
                        top -= 1
                        pc += 2
                    else:
                        pc = code[pc + 1]
                elif o == op.OR_ELSE_SEQUENCE:
                    if stack[top - 1] == 0:
                        top -= 1
                        pc += 2
                    else:
                        pc = code[pc + 1]
                elif o == op.STORE:
                    top -= 1
                    state[code[pc + 1]] = stack[top]
                    pc += 2
                else:  # ONLY
                    count = stack[top - 1]
                    top -= count
                    stack[top - 1] = stack[top - 1] if count else NONE
                    pc += 1
            elif o < 48:
                if o == op.CALL:
                    jumps += 1
                    if local_top + 4 > STACK - MARGIN or jumps > JUMPS:
                        raise Trouble(DEEP if jumps <= JUMPS else BUDGET)
                    locals_[local_top] = pc + 2
                    locals_[local_top + 1] = base
                    pc = code[pc + 1]
                elif o == op.ENTER:
                    base = local_top + 2
                    local_top = base + code[pc + 1]
                    if local_top > STACK - MARGIN or top > STACK - 2 * MARGIN:
                        raise Trouble(DEEP)
                    pc += 2
                elif o == op.RETURN:
                    local_top = base - 2
                    pc = locals_[local_top]
                    base = locals_[local_top + 1]
                elif o == op.CALL_FRAME:
                    jumps += 1
                    if jumps > JUMPS:
                        raise Trouble(BUDGET)
                    address = state[TOP]
                    if address + 2 > layout.size:
                        raise Trouble(DEEP)
                    state[address] = pc + 2
                    state[address + 1] = frame
                    pc = code[pc + 1]
                elif o == op.ENTER_FRAME:
                    frame = state[TOP] + 2
                    if frame + code[pc + 1] > layout.size:
                        raise Trouble(DEEP)
                    state[FRAME] = frame
                    state[TOP] = frame + code[pc + 1]
                    pc += 2
                elif o == op.RETURN_FRAME:
                    address = frame - 2
                    pc = state[address]
                    frame = state[address + 1]
                    for i in range(address, state[TOP]):
                        state[i] = 0
                    state[FRAME] = frame
                    state[TOP] = address
                elif o == op.SWITCH:
                    top -= 1
                    if stack[top] == NONE:
                        raise Trouble(INDEX)
                    pc = tables[code[pc + 1]][stack[top]]
                elif o == op.LOOP:
                    jumps += 1
                    if jumps > JUMPS:
                        raise Trouble(BUDGET)
                    pc = code[pc + 1]
                elif o == op.LOAD_FRAME_SEQUENCE or o == op.LOAD_LOCAL_SEQUENCE:
                    source = state if o == op.LOAD_FRAME_SEQUENCE else locals_
                    address = code[pc + 1] + (frame if o == op.LOAD_FRAME_SEQUENCE else base)
                    count = source[address]
                    for i in range(count):
                        stack[top + i] = source[address + 1 + i]
                    stack[top + count] = count
                    top += count + 1
                    if top > STACK - MARGIN:
                        raise Trouble(LONG)
                    pc += 2
                elif o == op.STORE_FRAME_SEQUENCE or o == op.STORE_LOCAL_SEQUENCE:
                    to = state if o == op.STORE_FRAME_SEQUENCE else locals_
                    address = code[pc + 1] + (frame if o == op.STORE_FRAME_SEQUENCE else base)
                    count = stack[top - 1]
                    if count > code[pc + 2]:
                        raise Trouble(LONG)
                    top -= count + 1
                    if o == op.STORE_FRAME_SEQUENCE:
                        for i in range(address + 1 + count, address + 1 + min(state[address], code[pc + 2])):
                            state[i] = 0
                    to[address] = count
                    for i in range(count):
                        to[address + 1 + i] = stack[top + i]
                    pc += 3
                elif o == op.NEXT_FRAME or o == op.NEXT_LOCAL:
                    source = state if o == op.NEXT_FRAME else locals_
                    address = code[pc + 1] + (frame if o == op.NEXT_FRAME else base)
                    at = source[address]
                    if at == source[address + 1]:
                        pc = code[pc + 2]
                    else:
                        source[address] = at + 1
                        stack[top] = source[address + 2 + at]
                        top += 1
                        pc += 3
                elif o == op.CLEAR:
                    for i in range(frame + code[pc + 1], frame + code[pc + 1] + code[pc + 2]):
                        state[i] = 0
                    pc += 3
                else:  # ROW
                    top -= 1
                    table = tables[code[pc + 1]]
                    owner, at = stack[top - 1], stack[top]
                    if owner == NONE or at < 1 or table[owner] + at > table[owner + 1]:
                        raise Trouble(INDEX)
                    stack[top - 1] = table[table[owner] + at - 1]
                    pc += 2
            elif o < 64:
                if o == op.COUNT:
                    count = stack[top - 1]
                    top -= count
                    stack[top - 1] = count
                    pc += 1
                elif o == op.CONTENTS:
                    address = layout.place_address[stack[top - 1]]
                    count = state[address]
                    jumps += count >> 4
                    for i in range(count):
                        stack[top - 1 + i] = state[address + 1 + i]
                    top += count
                    stack[top - 1] = count
                    pc += 1
                elif o == op.ALL_CONTENTS:
                    bottom = top
                    for place in range(code[pc + 1], code[pc + 1] + code[pc + 2]):
                        address = layout.place_address[place]
                        for i in range(state[address]):
                            stack[top] = state[address + 1 + i]
                            top += 1
                    stack[top] = top - bottom
                    jumps += stack[top] >> 4
                    top += 1
                    pc += 3
                elif o == op.CONTAINS:
                    top = seq.contains(stack, top)
                    pc += 1
                elif o == op.SINGLE:
                    if stack[top - 1] == NONE:
                        stack[top - 1] = 0
                    else:
                        stack[top] = 1
                        top += 1
                    pc += 1
                elif o == op.CONCATENATE:
                    top = seq.concatenate(stack, top)
                    pc += 1
                elif o == op.UNION:
                    top = seq.union(stack, top)
                    pc += 1
                elif o == op.WITHOUT:
                    top = seq.without(stack, top)
                    pc += 1
                elif o == op.INTERVAL:
                    top = seq.interval(stack, top)
                    jumps += stack[top - 1] >> 4
                    if top > STACK - MARGIN:
                        raise Trouble(LONG)
                    pc += 1
                elif o == op.COMPARE:
                    top = seq.compare(stack, top)
                    pc += 1
                elif o == op.ROTATE:
                    top = seq.rotate(state, layout, stack, top)
                    pc += 1
                elif o == op.ITEM:
                    top = seq.item(stack, top)
                    pc += 1
                elif o == op.PICK:
                    top = seq.pick(stack, top, code[pc + 1])
                    pc += 2
                elif o == op.MASK:
                    top = seq.to_mask(stack, top)
                    pc += 1
                elif o == op.SEATS:
                    top = seq.to_seats(layout, stack, top - 1, stack[top - 1])
                    pc += 1
                else:  # ROW_ALL
                    table = tables[code[pc + 1]]
                    owner = stack[top - 1]
                    if owner == NONE:
                        raise Trouble(INDEX)
                    top -= 1
                    for i in range(table[owner], table[owner + 1]):
                        stack[top] = table[i]
                        top += 1
                    stack[top] = table[owner + 1] - table[owner]
                    top += 1
                    pc += 2
            elif o < 80:
                if o == op.ITERATE:
                    slot = base + code[pc + 1]
                    top -= 1
                    start = top - stack[top]
                    locals_[slot] = locals_[slot + 2] = locals_[slot + 3] = start
                    locals_[slot + 1] = top
                    pc += 2
                elif o == op.KEEP:
                    top -= 1
                    if stack[top] == 1:
                        slot = base + code[pc + 1]
                        stack[locals_[slot + 2]] = locals_[base + code[pc + 2]]
                        locals_[slot + 2] += 1
                    pc += 3
                elif o == op.KEPT:
                    slot = base + code[pc + 1]
                    top = locals_[slot + 2]
                    stack[top] = top - locals_[slot + 3]
                    top += 1
                    pc += 2
                elif o == op.DROP_ITEMS:
                    top = locals_[base + code[pc + 1] + 3]
                    pc += 2
                elif o == op.BEST:
                    top = seq.best(stack, locals_, base + code[pc + 1], base + code[pc + 2], code[pc + 3], top)
                    pc += 4
                elif o == op.SORT:
                    top = seq.sort(stack, locals_, base + code[pc + 1], code[pc + 2], top)
                    pc += 3
                elif o == op.SAME or o == op.DIFFERENT:
                    slot = base + code[pc + 1]
                    keys = stack[locals_[slot + 1] : top]
                    top = locals_[slot + 3]
                    kinds = len(set(keys))
                    stack[top] = 1 if (kinds <= 1 if o == op.SAME else kinds == len(keys)) else 0
                    top += 1
                    pc += 2
                elif o == op.FAMILY:
                    top = seq.family(stack, locals_, base + code[pc + 1], top)
                    pc += 2
                elif o == op.NEXT_FAMILY:
                    pc = pc + 4 if seq.next_family(stack, locals_, base + code[pc + 1], base + code[pc + 2]) else code[pc + 3]
                elif o == op.DROP_FAMILY:
                    top = locals_[base + code[pc + 1] + 2]
                    pc += 2
                elif o == op.SAME_CARDS:
                    top = seq.same_cards(layout, stack, top)
                    pc += 1
                elif o == op.PLAYERS:
                    top = seq.to_seats(layout, stack, top, layout.everyone & ~state[OUT])
                    pc += 1
                elif o == op.IS_IN:
                    seat = stack[top - 1]
                    stack[top - 1] = 0 if seat == NONE else 1 - (state[OUT] >> seat & 1)
                    pc += 1
                elif o == op.NEXT_SEAT:
                    top -= 1
                    stack[top - 1] = seq.next_seat(state, layout, stack[top - 1], stack[top])
                    pc += 1
                else:  # HOLDER
                    card = stack[top - 1]
                    if card != NONE:
                        stack[top - 1] = layout.place_owner[state[layout.where + card]]
                    pc += 1
            elif o < 96:
                if o == op.DRAW_ALL:
                    cards.draw_all(state, layout, tape, stack[top - 1])
                    pc += 1
                elif o == op.PICK_PLACE:
                    top = cards.pick_place(state, layout, tape, raw, stack, top, code[pc + 1], code[pc + 2] == 1)
                    pc += 3
                elif o == op.PICK_RANDOM:
                    top = cards.pick_random(state, tape, ("value", "card", "player")[code[pc + 1]], stack, top)
                    pc += 2
                elif o == op.MOVE:
                    top = cards.move(state, layout, tape, raw, stack, top, code[pc + 1] == 1, code[pc + 2])
                    pc += 3
                elif o == op.DEAL:
                    top = cards.deal(state, layout, tape, raw, stack, top, code[pc + 1], code[pc + 2])
                    pc += 3
                elif o == op.SHUFFLE:
                    top -= 1
                    cards.shuffle(state, layout, raw, stack[top])
                    pc += 1
                elif o == op.SWAP_PLACES:
                    top -= 2
                    cards.swap_places(state, layout, raw, stack[top], stack[top + 1])
                    pc += 1
                elif o == op.SWAP_CARDS:
                    top -= 2
                    cards.swap_cards(state, layout, tape, raw, stack[top], stack[top + 1])
                    pc += 1
                elif o == op.TURN:
                    top = cards.turn(state, layout, tape, raw, stack, top, code[pc + 1])
                    pc += 2
                elif o == op.TURN_VARIABLE:
                    top -= 2
                    control.turn_variable(state, layout, raw, code[pc + 1], code[pc + 2], stack[top], stack[top + 1])
                    pc += 3
                elif o == op.TELL:
                    top -= 3
                    mask, outcome, card = stack[top], stack[top + 1], stack[top + 2]
                    if raw is not None:
                        place = position = -1
                        if card != NONE:
                            place = state[layout.where + card]
                            address = layout.place_address[place] + 1
                            position = state[address : address + state[address - 1]].index(card)
                        raw.extend((TOLD, 6, card, place, position, outcome, mask, code[pc + 1]))
                    pc += 2
                elif o == op.SET_OUT:
                    top = control.set_out(state, raw, stack, top, code[pc + 1])
                    pc += 2
                elif o == op.SET_ZONE:
                    top = cards.set_zone(state, layout, tape, raw, stack, top)
                    pc += 1
                elif o == op.SET_VARIABLE:
                    top -= 2
                    control.set_variable(state, layout, raw, code[pc + 1], stack[top], stack[top + 1])
                    pc += 2
                elif o == op.RESET_VARIABLES:
                    control.reset_round(state, layout, raw)
                    pc += 1
                else:  # SAY
                    top = control.say(program.texts[code[pc + 1]], code[pc + 1], raw, stack, top)
                    pc += 2
            elif o < 112:
                if o == op.TURN_SEAT:
                    top = control.turn_seat(state, layout, stack, top)
                    pc += 1
                elif o == op.TURN_BEGAN:
                    top -= 1
                    control.turn_began(state, layout, raw, stack[top])
                    pc += 1
                elif o == op.TURN_ENDED:
                    top -= 1
                    control.turn_ended(state, raw, stack[top])
                    pc += 1
                elif o == op.NEXT_TURN:
                    stack[top - 1], stack[top] = control.next_turn(state, layout, stack[top - 1])
                    top += 1
                    pc += 1
                elif o == op.MARK:
                    bits = code[pc + 1]
                    if bits == 1:
                        state[MARKS] |= 1
                    elif bits == 2:
                        state[MARKS] ^= 2
                    else:
                        state[MARKS] += 4
                    pc += 2
                elif o == op.GO_SEAT:
                    top -= 2
                    seat = control.go_seat(state, layout, stack[top - 1], stack[top], stack[top + 1], code[pc + 1] == 1)
                    stack[top - 1] = seat
                    if seat == NONE:
                        top -= 1
                        pc = code[pc + 2]
                    else:
                        pc += 3
                elif o == op.ROUND_BEGAN:
                    control.round_began(state, layout, raw)
                    pc += 1
                elif o == op.ROUND_ENDED:
                    control.round_ended(state, raw)
                    pc += 1
                elif o == op.ACTED:
                    stack[top - 1] = state[ACTED] >> stack[top - 1] & 1
                    pc += 1
                elif o == op.FORGET:
                    top -= 1
                    state[ACTED] &= ~(1 << stack[top])
                    pc += 1
                elif o == op.CHECK_SEAT:
                    if stack[top - 1] == NONE:
                        raise Trouble(NOBODY)
                    pc += 1
                elif o == op.WAITS:
                    seat = stack[top - 1]
                    stack[top - 1] = 0 if seat == NONE else state[WAITING] >> seat & 1
                    pc += 1
                elif o == op.REVERSE:
                    seq.reverse(stack, top)
                    pc += 1
                elif o == op.STORE_RUN:
                    count = state[frame + code[pc + 2]]
                    top -= count
                    for i in range(count):
                        state[frame + code[pc + 1] + i] = stack[top + i]
                    pc += 3
                else:  # FLIP
                    stack[top - 1] = control.flipped(stack[top - 1])
                    pc += 1
            elif o == op.TAKE:
                pc = control.take_choice(state, raw, code[pc + 1], program.asking[code[pc + 1]])
            elif o == op.DONE:
                return top
            elif o == op.ASK:
                state[STATUS], state[FRESH], state[MENU], state[PC] = ASKING, 1, code[pc + 1], pc
                return top
            elif o == op.WIN:
                control.win(state, layout, stack, top, code[pc + 1])
                top = 0
                pc = layout.end
            elif o == op.PLACES:
                control.places(state, layout, stack, locals_, base + code[pc + 1], top, code[pc + 2], code[pc + 3])
                top = 0
                pc = layout.end
            elif o == op.GAME_OVER:
                control.game_ended(state, layout, raw)
                frame = state[FRAME]
                pc += 1
            elif o == op.NEW_GAME:
                if state[GAMES] >= GAMES_LIMIT:
                    raise Trouble(TOO_MANY_GAMES, state[GAMES])
                if state[GAMES]:
                    control.begin(state, layout, False)
                if raw is not None:
                    raw.extend((GAME_BEGAN, 1, state[GAMES] + 1))
                pc += 1
            elif o == op.HALT:
                state[STATUS], state[PC] = (OVER if code[pc + 1] else RAN_OUT), pc
                return top
            elif o == op.LEAVE_ANYTIME:
                state[ANYTIME] = 0
                state[STATUS], state[FRESH] = ASKING, 2
                state[PC] = state[frame - 2]
                state[MENU] = code[state[PC] + 1]  # an anytime action may have asked in between
                frame_below, end = state[frame - 1], state[TOP]
                for i in range(frame - 2, end):
                    state[i] = 0
                state[FRAME], state[TOP] = frame_below, frame - 2
                return top
            else:  # FALL_OFF
                raise Trouble(NO_END)
    except Trouble as trouble:
        trouble.pc = pc
        raise
