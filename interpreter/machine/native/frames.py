"""What some instructions are where whole games are one piece: rules that may stop are functions of their own, whose frames lie on C's
stack, and a decision is made where it is asked."""

from __future__ import annotations

from .. import layout as at
from .. import opcodes as op
from ..running.shapes import SCALAR, SEQUENCE
from ..trouble import NO_ACTION
from .choices import reads_frame
from .code import Value, Writer, Writers

WRITERS = Writers()

# --------------------------------------------------------------------------- frames


@WRITERS.of(op.CALL_FRAME)
def _call_frame(w: Writer, target: int) -> None:
    called = w.shapes.routines[target]
    w.framed.add(target)
    w.settle()
    w.jump()
    arguments = ["c"]
    for value in w.stack:
        arguments += [value.text] if value.kind == SCALAR else [value.text, value.count]
    w.stack.clear()
    w.counts.clear()
    call = f"f{target}({', '.join(arguments)})"
    if called.result is None:
        w.put(f"{call};")
        w.put(f"fault(c, INTERNAL, {w.address});")
        w.stop()
    elif not called.result:
        w.put(f"{call};")
    elif called.result[0].kind == SCALAR:
        w.push_now(call)
    else:
        count = w.fresh("c")
        w.put(f"word {count} = {call};")
        w.push_sequence("h", count)


@WRITERS.of(op.ENTER_FRAME)
def _enter_frame(w: Writer, words: int) -> None:
    return  # at the head of its function


@WRITERS.of(op.STORE_FRAME_SEQUENCE)
def _store_frame_sequence(w: Writer, offset: int, capacity: int) -> None:
    value = w.pop()
    w.settle()
    if value.everybody and w.walks_next(op.STORE_FRAME, op.NEXT_FRAME, offset - 1):
        return
    if not value.count.isdigit() or int(value.count) > capacity:
        w.counts.pop(offset, None)
        w.put(f"store_sequence(c, F + {offset}, {capacity}, {value.text}, {value.count}, {w.address});")
        return
    w.counts[offset] = int(value.count)
    w.put(f"F[{offset}] = {value.count};")
    for i in range(int(value.count)):
        w.put(f"F[{offset + 1 + i}] = {i if value.everybody else f'{value.text}[{i}]'};")


@WRITERS.of(op.LOAD_FRAME_SEQUENCE)
def _load_frame_sequence(w: Writer, offset: int) -> None:
    if w.next_is(op.POP):
        count = str(w.counts[offset]) if offset in w.counts else f"F[{offset}]"
        w.stack.append(Value(SEQUENCE, f"(F + {offset + 1})", count, lent=True))
        return
    start, count = w.free(), w.fresh("c")
    w.put(f"word {count} = load_sequence(c, {start}, F + {offset}, {w.address});")
    w.push_sequence(start, count)


@WRITERS.of(op.STORE_RUN)
def _store_run(w: Writer, offset: int, count: int) -> None:
    value = w.pop()
    w.settle()
    if count in w.counts:
        for i in range(w.counts[count]):
            w.put(f"F[{offset + i}] = {value.text}[{i}];")
    else:
        w.put(f"copy(F + {offset}, {value.text}, F[{count}]);")


@WRITERS.of(op.STORE_FRAME)
def _store_frame(w: Writer, offset: int) -> None:
    value = w.pop()
    w.settle()
    w.counts.pop(offset, None)
    w.put(f"F[{offset}] = {value.text};")


@WRITERS.of(op.CLEAR)
def _clear(w: Writer, offset: int, words: int) -> None:
    w.settle()
    w.counts.clear()
    for i in range(offset, offset + words) if words <= 16 else ():
        w.put(f"F[{i}] = 0;")
    if words > 16:
        w.put(f"memset(F + {offset}, 0, {words} * sizeof(word));")


@WRITERS.of(op.NEXT_FRAME)
def _next_frame(w: Writer, offset: int, after: int) -> None:
    w.settle()
    everybody = w.address in w.rounds
    w.when(f"F[{offset}] == {w.layout.seats if everybody else f'F[{offset + 1}]'}", after)
    if everybody:
        w.push_now(f"F[{offset}]++", sure=True)
    else:
        w.push_now(f"F[{offset + 2} + F[{offset}]++]")


@WRITERS.of(op.IS_IN)
def _is_in(w: Writer) -> None:
    seat, name = w.atom(), w.fresh("t")
    if w.facts is not None and w.facts.everybody:
        w.push_now(f"{seat.text} != NONE", truth=True, sure=True)
        return
    w.put(f"word {name} = {seat.text} == NONE ? 0 : !(S[{at.OUT}] >> {seat.text} & 1);")
    w.push(name, truth=True, sure=True)


@WRITERS.of(op.NEXT_SEAT)
def _next_seat(w: Writer) -> None:
    w.fails()
    steps, seat = w.pop(), w.pop()
    if w.facts is not None and w.facts.everybody and w.facts.forward and steps.text in ("1", "-1"):
        w.push_now(f"{'seat_after' if steps.text == '1' else 'seat_before'}(c, {seat.text})", sure=True)
    else:
        w.push_now(f"next_seat(c, {seat.text}, {steps.text})")


# --------------------------------------------------------------------------- decisions


def _passed_over(w: Writer, pc: int) -> None:
    w.put(f"passed_over(c, {pc});")
    w.go(pc)


def _body(w: Writer, menu: int, action: int, source: str, to: int) -> list[str]:
    """Copies an action's arguments to the frame."""
    lines: list[str] = []
    for offset, capacity in w.program.asking[menu].parameters[action]:
        if capacity:
            lines.append(f"copy(F + {to + offset}, {source} + {offset}, {source}[{offset}] + 1);")
        else:
            lines.append(f"F[{to + offset}] = {source}[{offset}];")
    return lines


@WRITERS.of(op.ASK)
def _ask(w: Writer, menu: int) -> None:
    asking, info = w.program.asking[menu], w.program.menus[menu]
    if reads_frame(w, info):
        w.put("c->frame = F;")
    w.put("{")
    w.put(f"word L[{asking.block.words + 1}], action;")
    if asking.capacity == 1:
        _ask_one(w, menu)
    else:
        _ask_together(w, menu)
    w.put("}")
    w.stop()


def _ask_one(w: Writer, menu: int) -> None:
    asking, block = w.program.asking[menu], w.program.asking[menu].block
    w.put(f"word acting = F[{block.acting}];")
    if w.facts is not None and w.facts.waits:  # guards see the mask, which is not set when it is worked out whether there is an action
        w.put(f"S[{at.WAITING}] = any{menu}(c, acting) ? (word)1 << F[{block.asked}] : 0;")
        w.put(f"if (is_long(c) && S[{at.WAITING}]) cut(c);")
        w.put(f"action = S[{at.WAITING}] ? choose{menu}(c, acting, F[{block.asked}], L) : -1;")
        w.put(f"if (S[{at.WAITING}] && action < 0) fault(c, {NO_ACTION}, {w.address});")
        w.put(f"S[{at.WAITING}] = 0;")
    else:
        w.put(f"if (is_long(c) && any{menu}(c, acting)) cut(c);")
        w.put(f"action = choose{menu}(c, acting, F[{block.asked}], L);")
    w.put("if (action < 0) {")
    if not w.program.menus[menu].may and asking.otherwise < 0:
        w.put(f"fault(c, {NO_ACTION}, {w.address});")
    else:
        _passed_over(w, asking.otherwise if asking.otherwise >= 0 else w.address + 2)
    w.put("}")
    w.put("go_on(c);")
    w.put(f"F[{block.you}] = acting;")
    _acted(w, menu)
    w.put("switch (action) {")
    for k, body in enumerate(asking.bodies):
        w.put(f"case {k}: {' '.join(_body(w, menu, k, '(L + 1)', block.current))} goto L{body};")
    w.put("default: IMPOSSIBLE;")
    w.put("}")


def _ask_together(w: Writer, menu: int) -> None:
    asking, block = w.program.asking[menu], w.program.asking[menu].block
    info, waits = w.program.menus[menu], w.facts is not None and w.facts.waits
    w.put(f"word waiting = 0, nobody = 0, count = F[{block.count}];")
    w.put("for (word i = 0; i < count; i++) {")
    w.put(f"    if (any{menu}(c, F[{block.acting} + i])) waiting |= (word)1 << F[{block.asked} + i];")
    w.put("    else nobody++;")
    if not info.may and asking.otherwise < 0:
        w.put(f"    if (nobody) fault(c, {NO_ACTION}, {w.address});")
    w.put("}")
    if waits:
        w.put(f"S[{at.WAITING}] = waiting;")
    w.put("if (!waiting) {")
    if asking.otherwise >= 0:
        w.put("if (count && nobody == count) {")
        _passed_over(w, asking.otherwise)
        w.put("}")
    _passed_over(w, w.address + 2)
    w.put("}")
    w.put("while (waiting) {")
    w.put("    word seat = __builtin_ctzll(waiting), i = 0;")
    w.put("    if (is_long(c)) cut(c);")
    w.put(f"    while (F[{block.asked} + i] != seat) i++;")
    w.put(f"    action = choose{menu}(c, F[{block.acting} + i], seat, L);")
    w.put(f"    if (action < 0) fault(c, {NO_ACTION}, {w.address});")
    w.put(f"    F[{block.chosen} + i] = action + 1;")
    w.put(f"    copy(F + {block.arguments} + i * {block.words}, L + 1, {block.words});")
    w.put("    waiting &= waiting - 1;")
    if waits:
        w.put(f"    S[{at.WAITING}] = waiting;")
    w.put("}")
    w.put("go_on(c);")
    w.put(f"goto L{w.address + 2};")


def _acted(w: Writer, menu: int) -> None:
    if w.facts is not None and w.facts.acted:
        passing = w.program.asking[menu].passing
        w.put(f"{f'if (action != {passing}) ' if passing >= 0 else ''}S[{at.ACTED}] |= (word)1 << acting;")


@WRITERS.of(op.TAKE)
def _take(w: Writer, menu: int) -> None:
    asking, block = w.program.asking[menu], w.program.asking[menu].block
    if asking.capacity == 1:  # its body has run
        w.put(f"goto L{asking.after};")
        w.stop()
        return
    w.settle()
    w.put("{")
    w.put("word i, action;")
    w.put("do {")
    w.put(f"    i = F[{block.index}];")
    w.put(f"    if (i >= F[{block.count}]) goto L{asking.after};")
    w.put(f"    F[{block.index}] = i + 1;")
    w.put(f"    action = F[{block.chosen} + i] - 1;")
    w.put("} while (action < 0);")
    w.put(f"word acting = F[{block.acting} + i];")
    w.put(f"F[{block.you}] = acting;")
    _acted(w, menu)
    w.put(f"copy(F + {block.current}, F + {block.arguments} + i * {block.words}, {block.words});")
    w.put("switch (action) {")
    for k, body in enumerate(asking.bodies):
        w.put(f"case {k}: goto L{body};")
    w.put("default: IMPOSSIBLE;")
    w.put("}")
    w.put("}")
    w.stop()


@WRITERS.of(op.HALT)
def _halt(w: Writer, over: int) -> None:
    w.leave(None)
    w.put(f"S[{at.STATUS}] = {at.OVER if over else at.RAN_OUT};")
    w.put("return;")
    w.stop()


@WRITERS.of(op.GAME_OVER)
def _game_over(w: Writer) -> None:
    w.fails()
    w.put("game_ended(c);")


@WRITERS.of(op.RETURN_FRAME)
def _return_frame(w: Writer) -> None:
    w.leave(None)
    value = w.stack[-1] if w.stack else None
    if value is None:
        w.put("return;")
    elif value.kind == SCALAR:
        w.put(f"return {value.text};")
    else:
        w.put(f"memmove(h, {value.text}, (size_t)({value.count}) * sizeof(word));")
        w.put(f"return {value.count};")
    w.stack.clear()
    w.stop()
