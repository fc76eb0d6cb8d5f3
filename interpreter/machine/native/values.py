"""What each instruction is in C: values, locals, ways and calls."""

from __future__ import annotations

from dataclasses import replace

from ....dsl.ir import NONE
from .. import opcodes as op
from ..running.shapes import RUN, SCALAR, SEQUENCE
from ..trouble import INDEX, LONG
from .code import Value, Writer, Writers, number

WRITERS = Writers()

# --------------------------------------------------------------------------- values


@WRITERS.of(op.PUSH)
def _push(w: Writer, value: int) -> None:
    w.stack.append(Value(SCALAR, number(value), sure=value != NONE, truth=value in (0, 1), base=value))


@WRITERS.of(op.LOAD)
def _load(w: Writer, address: int) -> None:
    w.push_read(f"S[{address}]", address)


@WRITERS.of(op.LOAD_FRAME)
def _load_frame(w: Writer, offset: int) -> None:
    w.push_read(f"F[{offset}]")


@WRITERS.of(op.LOAD_LOCAL)
def _load_local(w: Writer, offset: int) -> None:
    w.stack.append(Value(SCALAR, w.local(offset), reads=frozenset((offset,))))


@WRITERS.of(op.LOAD_AT)
def _load_at(w: Writer) -> None:
    address = w.pop()
    w.push_read(f"S[{address.text}]", address.base, address.reads)


@WRITERS.of(op.TABLE)
def _table(w: Writer, table: int) -> None:
    entries = w.layout.tables[table]
    index = w.atom()
    sure = NONE not in entries
    truth = set(entries) <= {0, 1}
    entry = w.known(f"table{table}[{{}}]", min(entries), max(entries)) if sure and entries else f"table{table}[{{}}]"
    if index.sure:
        w.checked(index.text, len(entries), index.text.isdigit())
        w.stack.append(Value(SCALAR, entry.format(index.text), atom=False, sure=sure, truth=truth, state=index.state, reads=index.reads))
        return
    name = w.fresh("t")
    w.put(f"word {name} = {index.text};")
    w.put(f"if ({name} != NONE) {{ CHECK({name}, {len(entries)}, {w.address}); {name} = {entry.format(name)}; }}")
    w.push(name)


@WRITERS.of(op.ROW)
def _row(w: Writer, table: int) -> None:
    entries = w.layout.tables[table]
    position, owner = w.atom(), w.atom()
    start = f"table{table}[{owner.text}]"
    w.put(f"if ({owner.text} == NONE) fault(c, {INDEX}, {w.address});")
    w.put(f"CHECK({owner.text}, {entries[0] - 1}, {w.address});")
    w.put(f"if ({position.text} < 1 || {position.text} > table{table}[{owner.text} + 1] - {start}) fault(c, {INDEX}, {w.address});")
    w.push_now(f"table{table}[{start} + {position.text} - 1]")


@WRITERS.of(op.ROW_ALL)
def _row_all(w: Writer, table: int) -> None:
    entries = w.layout.tables[table]
    owner = w.atom()
    w.put(f"if ({owner.text} == NONE) fault(c, {INDEX}, {w.address});")
    w.put(f"CHECK({owner.text}, {entries[0] - 1}, {w.address});")
    start, count = w.free(), w.fresh("c")
    w.put(f"word {count} = table{table}[{owner.text} + 1] - table{table}[{owner.text}];")
    w.put(f"room(c, {start}, {count}, {w.address});")
    w.put(f"copy({start}, table{table} + table{table}[{owner.text}], {count});")
    w.push_sequence(start, count)


@WRITERS.of(op.EQUAL)
def _equal(w: Writer) -> None:
    b, a = w.pop(), w.pop()
    text = f"({a.text} == {b.text})"
    w.stack.append(Value(SCALAR, text, atom=False, truth=True, sure=True, state=a.state or b.state, reads=a.reads | b.reads))


@WRITERS.of(op.NOT)
def _not(w: Writer) -> None:
    value = w.pop()
    text = f"(!{value.text})" if value.truth else f"({value.text} != 1)"
    w.stack.append(replace(value, text=text, atom=False, truth=True, sure=True))


@WRITERS.of(op.NEGATE)
def _negate(w: Writer) -> None:
    value = w.atom()
    w.wanted(value)
    w.stack.append(replace(value, text=f"(-({value.text}))", atom=False, truth=False, sure=True))


@WRITERS.of(op.SMALLER, op.GREATER)
def _extreme(w: Writer) -> None:
    b, a = w.pop(), w.pop()
    which = "smaller" if w.code[w.address] == op.SMALLER else "greater"
    w.push_now(f"{which}({a.text}, {b.text})", sure=a.sure or b.sure)


@WRITERS.of(op.FLIP)
def _flip(w: Writer) -> None:
    w.push_now(f"flipped({w.pop().text})")


@WRITERS.of(op.INDEX)
def _index(w: Writer, low: int, size: int, stride: int) -> None:
    index, base = w.atom(), w.pop()
    shown = f"{index.text} - {number(low)}" if low else index.text
    if low:
        shown = f"(word)((uword){index.text} - (uword){number(low)})"
    w.put(f"if (UNLIKELY((uword)({shown}) >= {size})) fault(c, {INDEX}, {w.address});")
    text = f"({base.text} + ({shown}) * {stride})" if stride != 1 else f"({base.text} + ({shown}))"
    state, reads = base.state or index.state, base.reads | index.reads
    w.stack.append(Value(SCALAR, text, atom=False, sure=True, state=state, reads=reads, base=base.base))


@WRITERS.of(op.PLACE_CARD)
def _place_card(w: Writer) -> None:
    place = w.place()
    card = w.known(f"({place})[1]", 0, w.layout.cards - 1)
    w.push_read(f"(*({place}) ? {card} : NONE)")


@WRITERS.of(op.HOLDER)
def _holder(w: Writer) -> None:
    card, name = w.pop(), w.fresh("t")
    w.put(f"word {name} = {card.text};")
    w.put(f"if ({name} != NONE) {{")
    w.put(f"    CHECK({name}, {w.layout.cards}, {w.address});")
    w.put(f"    {name} = S[{w.layout.where} + {name}];")
    w.put(f"    CHECK({name}, {len(w.layout.place_address)}, {w.address});")
    w.put(f"    {name} = place_owner[{name}];")
    w.put("}")
    w.push(name)


@WRITERS.of(op.POP)
def _pop(w: Writer) -> None:
    if w.stack[-1].kind == SEQUENCE:
        w.stack[-1] = replace(w.stack[-1], kind=RUN)
    else:
        w.pop()


@WRITERS.of(op.POP_SEQUENCE)
def _pop_sequence(w: Writer) -> None:
    w.pop()


# --------------------------------------------------------------------------- locals and frames


@WRITERS.of(op.STORE)
def _store(w: Writer, address: int) -> None:
    value = w.pop()
    w.settle()
    w.put(f"S[{address}] = {value.text};")


@WRITERS.of(op.STORE_FRAME)
def _store_frame(w: Writer, offset: int) -> None:
    value = w.pop()
    w.settle()
    w.put(f"F[{offset}] = {value.text};")


@WRITERS.of(op.STORE_LOCAL)
def _store_local(w: Writer, offset: int) -> None:
    value = w.pop()
    w.settle(False, offset)
    w.put(f"{w.local(offset)} = {value.text};")


@WRITERS.of(op.LOAD_FRAME_SEQUENCE)
def _load_frame_sequence(w: Writer, offset: int) -> None:
    start, count = w.free(), w.fresh("c")
    w.put(f"word {count} = load_sequence(c, {start}, F + {offset}, {w.address});")
    w.push_sequence(start, count)


@WRITERS.of(op.LOAD_LOCAL_SEQUENCE)
def _load_local_sequence(w: Writer, offset: int) -> None:
    items, length = w.sequence_local(offset)
    start, count = w.free(), w.fresh("c")
    w.put(f"word {count} = load_items(c, {start}, {items}, {length}, {w.address});")
    w.push_sequence(start, count)


@WRITERS.of(op.STORE_FRAME_SEQUENCE)
def _store_frame_sequence(w: Writer, offset: int, capacity: int) -> None:
    value = w.pop()
    w.settle()
    w.put(f"store_sequence(c, F + {offset}, {capacity}, {value.text}, {value.count}, {w.address});")


@WRITERS.of(op.STORE_LOCAL_SEQUENCE)
def _store_local_sequence(w: Writer, offset: int, capacity: int) -> None:
    value = w.pop()
    if value.everybody and w.walks_next(op.STORE_LOCAL, op.NEXT_LOCAL, offset - 1):
        return
    items, length = w.sequence_local(offset)
    if value.everybody:
        w.put(f"{items} = everybody; {length} = {value.count};")
        return
    w.arrays[offset] = max(capacity, w.arrays.get(offset, 0))
    w.put(f"if ({value.count} > {capacity}) fault(c, {LONG}, {w.address});")
    w.put(f"copy(A{offset}, {value.text}, {value.count});")
    w.put(f"{items} = A{offset}; {length} = {value.count};")


@WRITERS.of(op.STORE_RUN)
def _store_run(w: Writer, offset: int, count: int) -> None:
    value = w.pop()
    w.settle()
    w.put(f"CHECK(F[{count}], {w.layout.seats} + 1, {w.address});")
    w.put(f"copy(F + {offset}, {value.text}, F[{count}]);")


@WRITERS.of(op.CLEAR)
def _clear(w: Writer, offset: int, words: int) -> None:
    w.settle()
    w.put(f"memset(F + {offset}, 0, {words} * sizeof(word));")


@WRITERS.of(op.NEXT_FRAME)
def _next_frame(w: Writer, offset: int, after: int) -> None:
    w.settle()
    position, name = f"F[{offset}]", w.fresh("t")
    w.when(f"{position} == F[{offset + 1}]", after)
    w.put(f"CHECK({position}, {w.layout.size}, {w.address});")
    w.put(f"word {name} = F[{offset + 2} + {position}++];")
    w.push(name)


@WRITERS.of(op.NEXT_LOCAL)
def _next_local(w: Writer, offset: int, after: int) -> None:
    position = w.local(offset)
    w.settle(False, offset)
    if w.address in w.rounds:
        w.when(f"{position} == {w.layout.seats}", after)
        w.push_now(f"{position}++", sure=True)
        return
    items, length = w.sequence_local(offset + 1)
    w.when(f"{position} == {length}", after)
    w.push_now(f"{items}[{position}++]")


# --------------------------------------------------------------------------- ways


@WRITERS.of(op.JUMP)
def _jump(w: Writer, target: int) -> None:
    w.go(target)
    w.stop()


@WRITERS.of(op.LOOP)
def _loop(w: Writer, target: int) -> None:
    w.jump()
    w.go(target)
    w.stop()


@WRITERS.of(op.JUMP_IF)
def _jump_if(w: Writer, target: int) -> None:
    w.when(w.truth(), target)


@WRITERS.of(op.JUMP_UNLESS)
def _jump_unless(w: Writer, target: int) -> None:
    w.when(f"!({w.truth()})", target)


@WRITERS.of(op.OR_ELSE)
def _or_else(w: Writer, target: int) -> None:
    value = w.atom()
    w.stack.append(value)
    w.when(f"{value.text} != NONE", target)
    w.pop()


@WRITERS.of(op.OR_ELSE_SEQUENCE)
def _or_else_sequence(w: Writer, target: int) -> None:
    w.when(f"{w.stack[-1].count} != 0", target)
    w.pop()


@WRITERS.of(op.SWITCH)
def _switch(w: Writer, table: int) -> None:
    value = w.atom()
    w.put(f"if ({value.text} == NONE) fault(c, {INDEX}, {w.address});")
    targets = w.layout.tables[table]
    w.lay(w.stack)
    w.put(f"switch ({value.text}) {{")
    for target in dict.fromkeys(targets):
        cases = " ".join(f"case {k}:" for k, to in enumerate(targets) if to == target)
        w.put(f"{cases} goto L{target};")
    w.put(f"default: fault(c, INTERNAL, {w.address});")
    w.put("}")
    w.stop()


@WRITERS.of(op.CALL)
def _call(w: Writer, target: int) -> None:
    w.call(target)


@WRITERS.of(op.ENTER)
def _enter(w: Writer, words: int) -> None:
    return  # at the head of its function


@WRITERS.of(op.RETURN)
def _return(w: Writer) -> None:
    w.leave(None)
    if not w.stack:
        w.put("return;")
    elif w.stack[-1].kind == SCALAR:
        w.put(f"return {w.pop().text};")
    else:
        value = w.pop()
        w.put(f"memmove(h, {value.text}, (size_t)({value.count}) * sizeof(word));")
        w.put(f"return {value.count};")
    w.stop()


@WRITERS.of(op.DONE)
def _done(w: Writer) -> None:
    if len(w.stack) == 2:  # an interval
        w.leave(None)
        high, low = w.pop(), w.pop()
        w.put(f"word low = {low.text}, high = {high.text};")
        w.put("h[0] = low; h[1] = high;")
        w.put("return 2;")
        w.stop()
    elif w.stack and w.stack[-1].lent:
        value = w.pop()
        w.leave(None)
        w.put(f"*items = {value.text};")
        w.put(f"return {value.count};")
        w.stop()
    else:
        if w.stack and w.stack[-1].kind == SEQUENCE:
            w.put("*items = h;")
        _return(w)
