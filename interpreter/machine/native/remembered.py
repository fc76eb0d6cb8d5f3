"""Rules whose results are remembered as long as the state does not change: those that walk over something, only read, and are asked from
several places."""

from __future__ import annotations

from collections import Counter

from .. import opcodes as op
from ..program import Program
from ..running.shapes import SCALAR, Routine

CHANGES = {  # the state, or draw
    op.DRAW_ALL, op.PICK_PLACE, op.PICK_RANDOM, op.STORE, op.MOVE, op.DEAL, op.SHUFFLE, op.SWAP_PLACES, op.SWAP_CARDS, op.TURN,
    op.TURN_VARIABLE, op.TELL, op.SET_OUT, op.SET_ZONE, op.SET_VARIABLE, op.RESET_VARIABLES, op.TURN_BEGAN, op.TURN_ENDED, op.NEXT_TURN,
    op.MARK, op.ROUND_BEGAN, op.ROUND_ENDED, op.FORGET, op.WIN, op.PLACES, op.ASK, op.TAKE, op.GAME_OVER, op.NEW_GAME
}  # fmt: skip
ARGUMENTS = 3  # at most
ASKED = 4  # places from which it is asked, at least; one in a loop counts twice


def remembered(program: Program, routines: dict[int, Routine], tracked: set[int]) -> list[int]:
    """Their entries. tracked: rules that can come to a circle of calls."""
    code = program.layout.code
    asked: Counter[int] = Counter()
    for routine in routines.values():
        loops = [(code[at + 1], at) for at in routine.stacks if code[at] == op.LOOP]
        for at in routine.stacks:
            if code[at] == op.CALL:
                asked[code[at + 1]] += 2 if any(first <= at <= last for first, last in loops) else 1
    return [entry for entry in sorted(asked) if asked[entry] >= ASKED and entry not in tracked and _walks(code, routines, entry)]


def _walks(code: list[int], routines: dict[int, Routine], entry: int) -> bool:
    routine = routines[entry]
    result, parameters = routine.result, routine.parameters
    if not result or result[0].kind != SCALAR or not set(parameters) <= {SCALAR} or len(parameters) > ARGUMENTS:
        return False
    seen, waiting, walks = {entry}, [entry], False
    while waiting:
        for address in routines[waiting.pop()].stacks:
            if code[address] in CHANGES or code[address] == op.WAITS:  # who must still decide changes in the midst of a decision
                return False
            walks = walks or code[address] == op.LOOP
            if code[address] == op.CALL and code[address + 1] not in seen:
                seen.add(code[address + 1])
                waiting.append(code[address + 1])
    return walks


def function(entry: int, number: int, parameters: int) -> list[str]:
    """The function that asks first whether the result is known. number: of the rule among those remembered."""
    names = [f"s{k}" for k in range(parameters)]
    key = " + ".join(f"{name} * {factor}" for name, factor in zip(names, (1, 7, 31), strict=False)) or "0"
    known = "".join(f" && m->arguments[{k}] == {name}" for k, name in enumerate(names))
    taken = "".join(f", {name}" for name in names)
    keep = "".join(f" m->arguments[{k}] = {name};" for k, name in enumerate(names))
    return [
        f"static word r{entry}(Context *c, word *h{''.join(f', word {name}' for name in names)}) {{",
        f"    Memory *m = &c->memory[{number} * MEMORIES + ((uword)({key}) % MEMORIES)];",
        f"    if (m->state == c->changes && h <= m->heap && c->jumps + m->jumps <= JUMPS{known}) {{",
        "        c->jumps += m->jumps;",
        "        return m->value;",
        "    }",
        "    counter before = c->jumps;",
        f"    word value = w{entry}(c, h{taken});",
        "    m->state = c->changes; m->heap = h; m->jumps = c->jumps - before; m->value = value;" + keep,
        "    return value;",
        "}",
        "",
    ]
