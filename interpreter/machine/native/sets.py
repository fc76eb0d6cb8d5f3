"""What each instruction is in C: sequences, and loops over their items."""

from __future__ import annotations

from .. import layout as at
from .. import opcodes as op
from ..running import sequences
from ..running.shapes import FAMILY, ITEMS, SEQUENCE
from ..trouble import EMPTY_ITEM
from .code import Value, Writer, Writers

WRITERS = Writers()

# --------------------------------------------------------------------------- sequences


@WRITERS.of(op.COUNT)
def _count(w: Writer) -> None:
    w.push(w.pop().count, sure=True)


@WRITERS.of(op.ONLY)
def _only(w: Writer) -> None:
    value = w.pop()
    if value.count == "0":
        w.push("NONE")
    elif value.count.isdigit():
        w.push_now(f"{value.text}[0]", sure=value.lent)
    else:
        item = f"{value.text}[0]"
        w.push_now(f"{value.count} ? {w.known(item, 0, w.layout.cards - 1) if value.cards else item} : NONE")


@WRITERS.of(op.CONTENTS)
def _contents(w: Writer) -> None:
    place = w.place()
    count = w.fresh("c")
    if w.next_is(op.COUNT):  # then nothing need be copied
        w.put(f"word {count} = *({place});")
        w.put(f"{w.jumps} += {count} >> 4;")
        w.push_sequence("h", count)
        return
    if w.address in w.lent:
        name = w.fresh("p")
        w.put(f"const word *{name} = {place} + 1; word {count} = {name}[-1];")
        w.put(f"{w.jumps} += {count} >> 4;")
        w.stack.append(Value(SEQUENCE, name, count, lent=True, cards=True))
        return
    start = w.free()
    w.put(f"word {count} = contents(c, {start}, {place}, {w.address});")
    w.push_sequence(start, count, cards=True)


@WRITERS.of(op.ALL_CONTENTS)
def _all_contents(w: Writer, first: int, places: int) -> None:
    start, count = w.free(), w.fresh("c")
    w.put(f"word {count} = 0;")
    w.put(f"for (word i = {first}; i < {first + places}; i++) {{")
    w.put("    const word *place = S + place_address[i];")
    w.put(f"    room(c, {start} + {count}, *place, {w.address});")
    w.put(f"    copy({start} + {count}, place + 1, *place);")
    w.put(f"    {count} += *place;")
    w.put("}")
    w.put(f"{w.jumps} += {count} >> 4;")
    w.push_sequence(start, count, cards=True)


@WRITERS.of(op.CONTAINS)
def _contains(w: Writer) -> None:
    item, items = w.pop(), w.pop()
    w.push_now(f"has({items.text}, {items.count}, {item.text})", truth=True, sure=True)


@WRITERS.of(op.SINGLE)
def _single(w: Writer) -> None:
    value = w.atom()
    start = w.free()
    w.put(f"room(c, {start}, 1, {w.address});")
    w.put(f"*{start} = {value.text};")
    if value.sure:
        w.push_sequence(start, "1", single=True)
        return
    count = w.fresh("c")
    w.put(f"word {count} = {value.text} != NONE;")
    w.push_sequence(start, count, single=True)


@WRITERS.of(op.CONCATENATE, op.UNION, op.WITHOUT)
def _combine(w: Writer) -> None:
    o = w.code[w.address]
    right, left = w.pop(), w.pop()
    if (left.count == "0" and o == op.WITHOUT) or right.count == "0":
        w.stack.append(left)
        return
    if left.count == "0" and (o == op.CONCATENATE or right.single):
        w.stack.append(right)
        return
    count = w.fresh("c")
    if o == op.WITHOUT:
        w.put(f"word {count} = without({left.text}, {left.count}, {right.text}, {right.count});")
    else:
        function = "unite" if o == op.UNION else "concatenate"
        w.put(f"word {count} = {function}(c, {left.text}, {left.count}, {right.text}, {right.count}, {w.address});")
    w.push_sequence(left.text, count)


@WRITERS.of(op.INTERVAL)
def _interval(w: Writer) -> None:
    high, low = w.pop(), w.pop()
    start, count = w.free(), w.fresh("c")
    w.put(f"word {count} = interval(c, {start}, {low.text}, {high.text}, {w.address});")
    w.push_sequence(start, count)


@WRITERS.of(op.COMPARE)
def _compare(w: Writer) -> None:
    right, left = w.pop(), w.pop()
    w.push_now(f"compare({left.text}, {left.count}, {right.text}, {right.count})", sure=True)


@WRITERS.of(op.ROTATE)
def _rotate(w: Writer) -> None:
    w.fails()
    start, seats = w.pop(), w.pop()
    count = w.fresh("c")
    w.put(f"word {count} = rotate(c, {seats.text}, {seats.count}, {start.text});")
    w.push_sequence(seats.text, count)


@WRITERS.of(op.REVERSE)
def _reverse(w: Writer) -> None:
    w.put(f"reverse({w.stack[-1].text}, {w.stack[-1].count});")


@WRITERS.of(op.ITEM)
def _item(w: Writer) -> None:
    position, items = w.atom(), w.pop()
    w.put(f"if ((uword){position.text} >= (uword){items.count}) fault(c, {EMPTY_ITEM}, {w.address});")
    w.push_now(f"{items.text}[{position.text}]")


@WRITERS.of(op.PICK)
def _pick(w: Writer, end: int) -> None:
    wanted, items = w.pop(), w.pop()
    if items.lent and wanted.text == "1" and w.next_is(op.ONLY):  # one that is only looked at
        last = end in (sequences.TOP, sequences.LAST)
        if items.everybody:
            w.stack.append(Value(SEQUENCE, f"(everybody + {int(items.count) - 1 if last else 0})", "1", lent=True))
        else:
            text = f"({items.text} + {items.count} - 1)" if last else items.text
            w.push_sequence(text, f"({items.count} != 0)", cards=items.cards)
        return
    count = w.fresh("c")
    if items.lent:
        start = w.free()
        w.put(f"word {count} = pick_lent(c, {start}, {items.text}, {items.count}, {wanted.text}, {end}, {w.address});")
        w.push_sequence(start, count)
        return
    w.put(f"word {count} = pick_items(c, {items.text}, {items.count}, {wanted.text}, {end}, {w.address});")
    w.push_sequence(items.text, count)


@WRITERS.of(op.MASK)
def _mask(w: Writer) -> None:
    seats = w.pop()
    if seats.everybody:
        w.push(str(w.layout.everyone), sure=True)
        return
    w.push_now(f"to_mask(c, {seats.text}, {seats.count}, {w.address})", sure=True)


@WRITERS.of(op.SEATS)
def _seats(w: Writer) -> None:
    mask = w.pop()
    _seats_of(w, mask.text)


@WRITERS.of(op.PLAYERS)
def _players(w: Writer) -> None:
    seats = w.layout.seats
    if w.facts is not None and w.facts.everybody and w.address in w.lent:
        w.stack.append(Value(SEQUENCE, "everybody", str(seats), lent=True, everybody=True))
    elif w.facts is not None and w.facts.everybody:
        start = w.free()
        w.put(f"room(c, {start}, {seats}, {w.address});")
        w.put(f"copy({start}, everybody, {seats});")
        w.push_sequence(start, str(seats))
    else:
        _seats_of(w, f"{w.layout.everyone} & ~S[{at.OUT}]")


def _seats_of(w: Writer, mask: str) -> None:
    start, count = w.free(), w.fresh("c")
    w.put(f"room(c, {start}, {w.layout.seats}, {w.address});")
    w.put(f"word {count} = to_seats(c, {start}, {mask});")
    w.push_sequence(start, count)


@WRITERS.of(op.SAME_CARDS)
def _same_cards(w: Writer) -> None:
    w.fails()
    right, left = w.pop(), w.pop()
    w.push_now(f"same_cards(c, {left.text}, {left.count}, {right.text}, {right.count})", truth=True, sure=True)


# --------------------------------------------------------------------------- loops over items


@WRITERS.of(op.ITERATE)
def _iterate(w: Writer, slot: int) -> None:
    items = w.pop()
    for letter in "BKET":
        w.variable(f"{letter}{slot}", "word *")
    w.counting.discard(slot)
    if w.next_is(op.NEXT_ITEM):
        end = w.code[w.address + 5]
        if w.code[end] == op.KEPT and w.code[end + 2] == op.COUNT and end + 2 not in w.meeting:
            w.counting.add(slot)
            w.put(f"{w.variable(f'N_{slot}')} = 0;")
    w.walked[slot] = f"E{slot}", items.cards
    if items.everybody:
        w.variable(f"I{slot}")
        w.walked[slot] = items.count, False
        w.put(f"B{slot} = K{slot} = {w.heap()}; I{slot} = 0; E{slot} = T{slot} = B{slot} + {items.count};")
        w.put(f"room(c, B{slot}, {items.count}, {w.address});")
    elif items.lent:
        w.variable(f"P{slot}", "const word *")
        w.walked[slot] = w.variable(f"Z{slot}", "const word *"), items.cards
        w.put(f"B{slot} = K{slot} = {w.heap()}; P{slot} = {items.text}; Z{slot} = P{slot} + {items.count};")
        w.put(f"room(c, B{slot}, {items.count}, {w.address});")
        w.put(f"E{slot} = T{slot} = B{slot} + {items.count};")
    else:
        w.variable(f"P{slot}", "const word *")
        w.put(f"B{slot} = P{slot} = K{slot} = {items.text}; E{slot} = T{slot} = {items.text} + {items.count};")
    w.stack.append(Value(ITEMS, slot=slot))


@WRITERS.of(op.NEXT_ITEM)
def _next_item(w: Writer, slot: int, item: int, after: int) -> None:
    w.settle(False, item)
    end, cards = w.walked[slot]
    position = f"I{slot}" if end.isdigit() else f"P{slot}"
    w.when(f"{position} == {end}", after)
    value = f"{position}++" if end.isdigit() else f"*{position}++"
    w.put(f"{w.local(item)} = {w.known(value, 0, w.layout.cards - 1) if cards else value};")


@WRITERS.of(op.KEEP)
def _keep(w: Writer, slot: int, item: int) -> None:
    if slot in w.counting:
        w.put(f"N_{slot} += ({w.truth()});")
    else:
        w.put(f"if ({w.truth()}) *K{slot}++ = {w.local(item)};")


@WRITERS.of(op.KEPT)
def _kept(w: Writer, slot: int) -> None:
    w.drop_loop(slot)
    if slot in w.counting:
        w.push_sequence("h", f"N_{slot}")
        return
    count = w.fresh("c")
    w.put(f"word {count} = K{slot} - B{slot};")
    w.push_sequence(f"B{slot}", count, cards=w.walked[slot][1])


@WRITERS.of(op.DROP_ITEMS, op.DROP_FAMILY)
def _drop_items(w: Writer, slot: int) -> None:
    w.drop_loop(slot)


@WRITERS.of(op.BEST)
def _best(w: Writer, slot: int, item: int, sign: int) -> None:
    key = w.pop()
    w.put(f"room(c, {key.text}, {key.count}, {w.address});")
    w.put(f"best(B{slot}, &K{slot}, {key.text}, {key.count}, E{slot}, &T{slot}, {w.local(item)}, {sign});")


@WRITERS.of(op.SORT)
def _sort(w: Writer, slot: int, sign: int) -> None:
    w.fails()
    w.drop_loop(slot)
    count = w.fresh("c")
    w.put(f"sort(c, B{slot}, E{slot}, T{slot}, {sign});")
    w.put(f"word {count} = E{slot} - B{slot};")
    w.push_sequence(f"B{slot}", count)


@WRITERS.of(op.SAME, op.DIFFERENT)
def _same(w: Writer, slot: int) -> None:
    w.drop_loop(slot)
    test = "<= 1" if w.code[w.address] == op.SAME else f"== T{slot} - E{slot}"
    w.push_now(f"differing(c, E{slot}, T{slot}) {test}", truth=True, sure=True)


@WRITERS.of(op.FAMILY)
def _family(w: Writer, slot: int) -> None:
    most, least, items = w.pop(), w.pop(), w.pop()
    w.stack.append(items)
    heap = w.heap()
    w.pop()
    w.variable(f"T{slot}", "word *")
    w.variable(f"f{slot}", "Family")
    w.put(f"T{slot} = family(c, &f{slot}, {items.text}, {items.count}, {least.text}, {most.text}, {heap}, {w.address});")
    w.stack.append(Value(FAMILY, slot=slot))


@WRITERS.of(op.NEXT_FAMILY)
def _next_family(w: Writer, slot: int, item: int, after: int) -> None:
    items, length = w.sequence_local(item)
    w.when(f"!next_family(&f{slot})", after)
    w.put(f"{items} = f{slot}.subset; {length} = f{slot}.size;")
