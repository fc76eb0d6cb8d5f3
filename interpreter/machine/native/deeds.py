"""What each instruction is in C: cards, variables, turns, decisions and the end of a game."""

from __future__ import annotations

from .. import layout as at
from .. import opcodes as op
from ..running.shapes import SCALAR
from ..trouble import DEEP, NO_END, NOBODY
from .code import Value, Writer, Writers

WRITERS = Writers()

# --------------------------------------------------------------------------- cards


@WRITERS.of(op.DRAW_ALL)
def _draw_all(w: Writer) -> None:
    place = w.atom()
    w.fails()
    w.put(f"draw_all(c, {place.text});")
    w.stack.append(place)


@WRITERS.of(op.PICK_PLACE)
def _pick_place(w: Writer, end: int, refills: int) -> None:
    w.fails()
    wanted, place = w.pop(), w.pop()
    start, count = w.free(), w.fresh("c")
    w.put(f"word {count} = pick_place(c, {start}, {place.text}, {wanted.text}, {end}, {refills});")
    w.push_sequence(start, count, single=wanted.text == "1", cards=True)


@WRITERS.of(op.PICK_RANDOM)
def _pick_random(w: Writer, kind: int) -> None:
    w.fails()
    wanted, items = w.pop(), w.pop()
    count = w.fresh("c")
    w.put(f"word {count} = pick_random(c, {items.text}, {items.count}, {wanted.text});")
    w.push_sequence(items.text, count)


@WRITERS.of(op.MOVE)
def _move(w: Writer, bottom: int, face: int) -> None:
    w.fails()
    demanded, place, cards = w.pop(), w.pop(), w.pop()
    if w.facts is not None and not bottom:
        if cards.lent:
            w.put(f"move_all(c, {cards.text}, {place.text}, {demanded.text}, {face});")
            return
        if cards.single and demanded.text == "NONE":
            w.put(f"if ({cards.count}) move_one(c, {cards.text}[0], {place.text}, {face});")
            return
    w.put(f"move(c, {cards.text}, {cards.count}, {place.text}, {demanded.text}, {bottom}, {face});")


@WRITERS.of(op.DEAL)
def _deal(w: Writer, base: int, stride: int) -> None:
    w.fails()
    start, count, source = w.pop(), w.pop(), w.pop()
    w.put(f"deal(c, {source.text}, {count.text}, {start.text}, {base}, {stride});")


@WRITERS.of(op.SHUFFLE)
def _shuffle(w: Writer) -> None:
    w.fails()
    w.put(f"shuffle(c, {w.pop().text});")


@WRITERS.of(op.SWAP_PLACES, op.SWAP_CARDS)
def _swap(w: Writer) -> None:
    w.fails()
    right, left = w.pop(), w.pop()
    what = "places" if w.code[w.address] == op.SWAP_PLACES else "cards"
    w.put(f"swap_{what}(c, {left.text}, {right.text});")


@WRITERS.of(op.TURN)
def _turn(w: Writer, how: int) -> None:
    w.fails()
    mask, cards = w.pop(), w.pop()
    w.put(f"turn(c, {cards.text}, {cards.count}, {mask.text}, {how});")


@WRITERS.of(op.SET_ZONE)
def _set_zone(w: Writer) -> None:
    w.fails()
    cards, place = w.pop(), w.pop()
    w.put(f"set_zone(c, {place.text}, {cards.text}, {cards.count});")


@WRITERS.of(op.TELL)
def _tell(w: Writer, sentence: int) -> None:
    w.fails()
    card, outcome, mask = w.pop(), w.pop(), w.pop()
    w.put(f"tell(c, {mask.text}, {outcome.text}, {card.text}, {sentence});")


# --------------------------------------------------------------------------- variables


@WRITERS.of(op.SET_VARIABLE)
def _set_variable(w: Writer, variable: int) -> None:
    w.fails()
    value, address = w.pop(), w.pop()
    w.put(f"set_variable(c, {variable}, {address.text}, {value.text});")


@WRITERS.of(op.TURN_VARIABLE)
def _turn_variable(w: Writer, variable: int, how: int) -> None:
    w.fails()
    mask, address = w.pop(), w.pop()
    w.put(f"turn_variable(c, {variable}, {how}, {address.text}, {mask.text});")


@WRITERS.of(op.RESET_VARIABLES)
def _reset_variables(w: Writer) -> None:
    w.fails()
    w.put("reset_round(c);")


@WRITERS.of(op.SAY)
def _say(w: Writer, text: int) -> None:
    values: list[Value] = []
    for part in reversed(w.program.texts[text]):
        if not isinstance(part, str):
            values.append(w.pop())
    w.put("if (c->reports) {")
    w.put(f"    word entry = report_open(c, SAID), word_ = {text};")
    w.put("    report_words(c, &word_, 1);")
    for value in reversed(values):
        w.put(f"    word_ = {value.text if value.kind == SCALAR else value.count};")
        w.put("    report_words(c, &word_, 1);")
        if value.kind != SCALAR:
            w.put(f"    report_words(c, {value.text}, {value.count});")
    w.put("    report_close(c, entry);")
    w.put("}")


# --------------------------------------------------------------------------- seats, turns and rounds


def _bit(w: Writer, header: int, seat: str) -> str:
    return f"(S[{header}] >> {seat} & 1)"


@WRITERS.of(op.IS_IN, op.WAITS)
def _is_in(w: Writer) -> None:
    seat, name = w.atom(), w.fresh("t")
    inside = w.code[w.address] == op.IS_IN
    w.put(f"if ({seat.text} != NONE) CHECK({seat.text}, {w.layout.seats}, {w.address});")
    bit = _bit(w, at.OUT if inside else at.WAITING, seat.text)
    w.put(f"word {name} = {seat.text} == NONE ? 0 : {'!' if inside else ''}{bit};")
    w.push(name, truth=True, sure=True)


@WRITERS.of(op.ACTED)
def _acted(w: Writer) -> None:
    seat = w.atom()
    w.put(f"CHECK({seat.text}, {w.layout.seats}, {w.address});")
    w.push_now(_bit(w, at.ACTED, seat.text), truth=True, sure=True)


@WRITERS.of(op.FORGET)
def _forget(w: Writer) -> None:
    seat = w.atom()
    w.settle()
    w.put(f"CHECK({seat.text}, {w.layout.seats}, {w.address});")
    w.put(f"S[{at.ACTED}] &= ~((word)1 << {seat.text});")


@WRITERS.of(op.CHECK_SEAT)
def _check_seat(w: Writer) -> None:
    seat = w.atom()
    w.put(f"if ({seat.text} == NONE) fault(c, {NOBODY}, {w.address});")
    w.stack.append(seat)


@WRITERS.of(op.NEXT_SEAT)
def _next_seat(w: Writer) -> None:
    w.fails()
    steps, seat = w.pop(), w.pop()
    w.push_now(f"next_seat(c, {seat.text}, {steps.text})")


@WRITERS.of(op.SET_OUT)
def _set_out(w: Writer, out: int) -> None:
    w.fails()
    seats = w.pop()
    w.put(f"set_out(c, {seats.text}, {seats.count}, {out});")


@WRITERS.of(op.TURN_SEAT)
def _turn_seat(w: Writer) -> None:
    w.fails()
    skipped, start, seats = w.pop(), w.pop(), w.pop()
    w.push_now(f"turn_seat(c, {seats.text}, {seats.count}, {start.text}, {skipped.text})")


@WRITERS.of(op.TURN_BEGAN, op.TURN_ENDED)
def _turn_marks(w: Writer) -> None:
    w.fails()
    which = "began" if w.code[w.address] == op.TURN_BEGAN else "ended"
    w.put(f"turn_{which}(c, {w.pop().text});")


@WRITERS.of(op.ROUND_BEGAN, op.ROUND_ENDED)
def _round_marks(w: Writer) -> None:
    w.fails()
    w.put("round_began(c);" if w.code[w.address] == op.ROUND_BEGAN else "round_ended(c);")


@WRITERS.of(op.NEXT_TURN)
def _next_turn(w: Writer) -> None:
    w.fails()
    seat, skipped = w.pop(), w.fresh("t")
    w.put(f"word {skipped};")
    w.push_now(f"next_turn(c, {seat.text}, &{skipped})", sure=True)
    w.push(skipped, sure=True)


@WRITERS.of(op.MARK)
def _mark(w: Writer, bits: int) -> None:
    w.settle()
    w.put(f"S[{at.MARKS}] {'|=' if bits == 1 else '^=' if bits == 2 else '+='} {bits};")


@WRITERS.of(op.GO_SEAT)
def _go_seat(w: Writer, for_good: int, after: int) -> None:
    w.fails()
    start, last, passed = w.pop(), w.pop(), w.pop()
    seat = w.temporary(f"go_seat(c, {passed.text}, {last.text}, {start.text}, {for_good})", sure=True)
    w.when(f"{seat.text} == NONE", after)
    w.stack.append(seat)


# --------------------------------------------------------------------------- frames and decisions


@WRITERS.of(op.CALL_FRAME)
def _call_frame(w: Writer, target: int) -> None:
    w.settle()
    w.jump()
    w.lay(w.stack)
    w.put(f"if (S[{at.TOP}] + 2 > {w.layout.size}) fault(c, {DEEP}, {w.address});")
    w.put(f"S[S[{at.TOP}]] = {w.address + 2}; S[S[{at.TOP}] + 1] = F - S;")
    w.put(f"goto L{target};")
    w.stop()


@WRITERS.of(op.ENTER_FRAME)
def _enter_frame(w: Writer, words: int) -> None:
    w.settle()
    w.put(f"F = S + S[{at.TOP}] + 2;")
    w.put(f"if (F - S + {words} > {w.layout.size}) fault(c, {DEEP}, {w.address});")
    w.put(f"S[{at.FRAME}] = F - S; S[{at.TOP}] = F - S + {words};")


@WRITERS.of(op.RETURN_FRAME)
def _return_frame(w: Writer) -> None:
    w.settle()
    w.lay(w.stack)
    w.leave(None)
    w.put("pc = return_frame(c);")
    w.put(f"F = S + S[{at.FRAME}];")
    w.put("goto dispatch;")
    w.stop()


@WRITERS.of(op.ASK)
def _ask(w: Writer, menu: int) -> None:
    w.put(f"S[{at.STATUS}] = {at.ASKING}; S[{at.FRESH}] = 1; S[{at.MENU}] = {menu}; S[{at.PC}] = {w.address};")
    w.put("return;")
    w.stop()


@WRITERS.of(op.TAKE)
def _take(w: Writer, menu: int) -> None:
    asking = w.program.asking[menu]
    w.fails()
    w.put(f"switch (take_choice(c, {menu})) {{")
    for target in dict.fromkeys((*asking.bodies, asking.after)):
        w.put(f"case {target}: goto L{target};")
    w.put(f"default: fault(c, INTERNAL, {w.address});")
    w.put("}")
    w.stop()


@WRITERS.of(op.LEAVE_ANYTIME)
def _leave_anytime(w: Writer) -> None:
    w.fails()
    w.put("leave_anytime(c);")
    w.put("return;")
    w.stop()


# --------------------------------------------------------------------------- ends


def _end(w: Writer) -> None:
    """On to where a game that ended goes on."""
    w.stack.clear()
    w.leave(None)
    w.put("leave_game(c);")
    w.stop()


@WRITERS.of(op.WIN)
def _win(w: Writer, teams: int) -> None:
    w.fails()
    seats = w.pop()
    w.put(f"win(c, {seats.text}, {seats.count}, {teams});")
    _end(w)


@WRITERS.of(op.PLACES)
def _places(w: Writer, slot: int, scored: int, sign: int) -> None:
    w.fails()
    w.drop_loop(slot)
    w.put(f"places(c, B{slot}, E{slot}, T{slot}, {scored}, {sign});")
    _end(w)


@WRITERS.of(op.GAME_OVER)
def _game_over(w: Writer) -> None:
    w.fails()
    w.put("game_ended(c);")
    w.put(f"F = S + S[{at.FRAME}];")


@WRITERS.of(op.NEW_GAME)
def _new_game(w: Writer) -> None:
    w.fails()
    w.put("new_game(c);")


@WRITERS.of(op.HALT)
def _halt(w: Writer, over: int) -> None:
    w.leave(None)
    w.put(f"S[{at.STATUS}] = {at.OVER if over else at.RAN_OUT}; S[{at.PC}] = {w.address};")
    w.put("return;")
    w.stop()


@WRITERS.of(op.FALL_OFF)
def _fall_off(w: Writer) -> None:
    w.put(f"fault(c, {NO_END}, {w.address});")
    w.stop()
