"""Instructions on sequences: each takes the stack and its height and gives the height after it."""

from __future__ import annotations

from ....dsl.ir import NONE
from ..layout import DIRECTION, OUT, SEQUENCE_LIMIT, Layout
from ..trouble import EMPTY_ITEM, LONG, MISSING, NOBODY, Trouble

TOP, BOTTOM, FIRST, LAST = range(4)


def contains(stack: list[int], top: int) -> int:
    item = stack[top - 1]
    count = stack[top - 2]
    base = top - 2 - count
    found = 0
    for i in range(base, base + count):
        if stack[i] == item:
            found = 1
            break
    stack[base] = found
    return base + 1


def concatenate(stack: list[int], top: int) -> int:
    right = stack[top - 1]
    start = top - 1 - right
    left = stack[start - 1]
    for i in range(start, start + right):
        stack[i - 1] = stack[i]
    stack[top - 2] = left + right
    return top - 1


def union(stack: list[int], top: int) -> int:
    right = stack[top - 1]
    start = top - 1 - right
    left = stack[start - 1]
    base = start - 1 - left
    end = start - 1
    for i in range(start, start + right):
        item = stack[i]
        for j in range(base, end):
            if stack[j] == item:
                break
        else:
            stack[end] = item
            end += 1
    stack[end] = end - base
    return end + 1


def without(stack: list[int], top: int) -> int:
    right = stack[top - 1]
    start = top - 1 - right
    left = stack[start - 1]
    base = start - 1 - left
    end = base
    for i in range(base, base + left):
        item = stack[i]
        for j in range(start, start + right):
            if stack[j] == item:
                break
        else:
            stack[end] = item
            end += 1
    stack[end] = end - base
    return end + 1


def interval(stack: list[int], top: int) -> int:
    low = stack[top - 2]
    high = stack[top - 1]
    if low == NONE or high == NONE:
        raise Trouble(MISSING)
    if high - low >= SEQUENCE_LIMIT:
        raise Trouble(LONG)
    top -= 2
    count = 0
    while low + count <= high:
        stack[top + count] = low + count
        count += 1
    stack[top + count] = count
    return top + count + 1


def compare_keys(stack: list[int], a: int, a_end: int, b: int, b_end: int) -> int:
    """-1, 0 or 1: items a..a_end against b..b_end, in order; of two where one begins with the other the longer is greater."""
    while a < a_end and b < b_end:
        if stack[a] != stack[b]:
            return 1 if stack[a] > stack[b] else -1
        a += 1
        b += 1
    return (1 if a < a_end else 0) - (1 if b < b_end else 0)


def compare(stack: list[int], top: int) -> int:
    right = stack[top - 1]
    start = top - 1 - right
    left = stack[start - 1]
    base = start - 1 - left
    stack[base] = compare_keys(stack, base, base + left, start, start + right)
    return base + 1


def rotate(state: list[int], layout: Layout, stack: list[int], top: int) -> int:
    """The same seats in order of play, beginning with `start`."""
    start = stack[top - 1]
    if start == NONE:
        raise Trouble(NOBODY)
    count = stack[top - 2]
    base = top - 2 - count
    mask = 0
    for i in range(base, base + count):
        mask |= 1 << stack[i]
    seat = start
    for _ in range(layout.seats):
        if mask >> seat & 1:
            stack[base] = seat
            base += 1
        seat = (seat + state[DIRECTION]) % layout.seats
    stack[base] = count
    return top - 1


def reverse(stack: list[int], top: int) -> None:
    """The first item stays first, the others come backwards: seats in the other direction."""
    base, last = top - 1 - stack[top - 1], top - 2
    stack[base + 1 : last + 1] = stack[last:base:-1] if last > base else stack[base + 1 : last + 1]


def item(stack: list[int], top: int) -> int:
    position = stack[top - 1]
    count = stack[top - 2]
    if not 0 <= position < count:
        raise Trouble(EMPTY_ITEM)
    base = top - 2 - count
    stack[base] = stack[base + position]
    return base + 1


def pick(stack: list[int], top: int, end: int) -> int:
    """`top n` in the order they are taken; `bottom n` likewise; `first n` and `last n` in their order."""
    wanted = stack[top - 1]
    if wanted == NONE:
        raise Trouble(MISSING)
    count = stack[top - 2]
    base = top - 2 - count
    wanted = max(0, min(wanted, count))
    if end == LAST:
        for i in range(wanted):
            stack[base + i] = stack[base + count - wanted + i]
    elif end == TOP:
        picked = [stack[base + count - 1 - i] for i in range(wanted)]
        for i in range(wanted):
            stack[base + i] = picked[i]
    stack[base + wanted] = wanted
    return base + wanted + 1


def to_mask(stack: list[int], top: int) -> int:
    count = stack[top - 1]
    base = top - 1 - count
    mask = 0
    for i in range(base, base + count):
        mask |= 1 << stack[i]
    stack[base] = mask
    return base + 1


def to_seats(layout: Layout, stack: list[int], top: int, mask: int) -> int:
    """Pushes the seats of a mask."""
    count = 0
    for seat in range(layout.seats):
        if mask >> seat & 1:
            stack[top + count] = seat
            count += 1
    stack[top + count] = count
    return top + count + 1


def next_seat(state: list[int], layout: Layout, seat: int, steps: int) -> int:
    """The seat so many places on in order of play among those who are in (backwards for negative steps); none where nobody else is."""
    if seat == NONE:
        raise Trouble(NOBODY)
    if steps == NONE:
        raise Trouble(MISSING)
    inside = layout.everyone & ~state[OUT]
    if not inside:
        return NONE
    direction = state[DIRECTION] if steps >= 0 else -state[DIRECTION]
    for _ in range(abs(steps) % 1000):
        seat = (seat + direction) % layout.seats
        while not inside >> seat & 1:
            seat = (seat + direction) % layout.seats
    return seat


def same_cards(layout: Layout, stack: list[int], top: int) -> int:
    """Equal faces, order apart."""
    right = stack[top - 1]
    start = top - 1 - right
    left = stack[start - 1]
    base = start - 1 - left
    a = sorted(layout.card_face[c] for c in stack[base : base + left])
    b = sorted(layout.card_face[c] for c in stack[start : start + right])
    stack[base] = 1 if a == b else 0
    return base + 1


# --------------------------------------------------------------------------- keys of several items


def best(stack: list[int], locals_: list[int], slot: int, it: int, sign: int, top: int) -> int:
    """Below the new key: the source's items, the leaders compacted to the front, and the best key so far. Equal keys share the lead."""
    length = stack[top - 1]
    start = top - 1 - length
    end = locals_[slot + 1]
    kept = locals_[slot + 2]
    verdict = 1 if kept == locals_[slot + 3] else sign * compare_keys(stack, start, top - 1, end, start)
    if verdict > 0:
        for i in range(length):
            stack[end + i] = stack[start + i]
        stack[locals_[slot + 3]] = locals_[it]
        locals_[slot + 2] = locals_[slot + 3] + 1
        return end + length
    if verdict == 0:
        stack[kept] = locals_[it]
        locals_[slot + 2] = kept + 1
    return start


def ranking(stack: list[int], base: int, end: int, top: int, sign: int) -> tuple[list[int], list[int]]:
    """Items base..end have their keys after them, a sequence each. Gives their positions in order (stable, highest first for sign 1),
    and the place of each in that order, ties shared."""
    count = end - base
    keys: list[tuple[int, ...]] = [()] * count
    for i in range(count - 1, -1, -1):
        length = stack[top - 1]
        keys[i] = tuple(stack[top - 1 - length : top - 1])
        top -= 1 + length
    order = sorted(range(count), key=lambda i: keys[i], reverse=sign > 0)
    places: list[int] = []
    for rank, i in enumerate(order):
        places.append(places[-1] if rank and keys[order[rank - 1]] == keys[i] else rank)
    return order, places


def sort(stack: list[int], locals_: list[int], slot: int, sign: int, top: int) -> int:
    base, end = locals_[slot + 3], locals_[slot + 1]
    order, _ = ranking(stack, base, end, top, sign)
    items = stack[base:end]
    for i, position in enumerate(order):
        stack[base + i] = items[position]
    stack[end] = end - base
    return end + 1


# --------------------------------------------------------------------------- families of subsets


def family(stack: list[int], locals_: list[int], slot: int, top: int) -> int:
    """L[slot..]: size of the subset at hand (-1 before the first), most members, start of the items, their number, positions."""
    low, high = stack[top - 2], stack[top - 1]
    if low == NONE or high == NONE:
        raise Trouble(MISSING)
    count = stack[top - 3]
    locals_[slot] = -1 - max(low, 0)
    locals_[slot + 1] = min(high, count)
    locals_[slot + 2] = top - 3 - count
    locals_[slot + 3] = count
    return top - 3


def next_family(stack: list[int], locals_: list[int], slot: int, it: int) -> bool:
    """The next subset in order of size, then of positions, to the sequence L[it]; False when there is none."""
    size, most, start, count = locals_[slot : slot + 4]
    positions = slot + 4
    if size < 0:
        size = -1 - size
        for i in range(size):
            locals_[positions + i] = i
    else:
        i = size - 1
        while i >= 0 and locals_[positions + i] == count - size + i:
            i -= 1
        if i < 0:
            size += 1
            for j in range(min(size, count)):
                locals_[positions + j] = j
        else:
            locals_[positions + i] += 1
            for j in range(i + 1, size):
                locals_[positions + j] = locals_[positions + j - 1] + 1
    if size > most:
        return False
    locals_[slot] = size
    locals_[it] = size
    for i in range(size):
        locals_[it + 1 + i] = stack[start + locals_[positions + i]]
    return True
