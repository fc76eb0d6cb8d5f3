"""The numbers that C and Python share, as a header: each stands in one place, on the Python side."""

from __future__ import annotations

from types import ModuleType

from ....dsl.ir import LARGEST
from .. import layout, trouble
from ..running import decode, interpret, policy, run, sequences

HEADER = (
    "STATUS PC FRAME TOP STREAM MENU FRESH ANYTIME WAITING OUT DIRECTION MARKS ACTED GAMES ROUND WINNERS SCORED PLACES RUNNING ASKING OVER "
    "RAN_OUT SEQUENCE_LIMIT"
)
TROUBLE = "ZERO LARGE MISSING INDEX RANGE EXACTLY FULL LONG DEEP BUDGET UNDRAWN NO_ACTION MANY NO_END NOBODY EMPTY_ITEM"
REPORT = (
    "MOVED SHUFFLED TURNED VARIABLE_SET VARIABLE_TURNED TOLD SEAT_OUT TURN_BEGAN TURN_ENDED ROUND_BEGAN ROUND_ENDED SAID ASKED CHOSE "
    "GAME_ENDED GAME_BEGAN"
)
ROW = (
    "ENDING FAULT ADDRESS WON_BY MATCH SCORES DECISIONS FORCED CHOICES WIDEST ROUNDS TURNS RESHUFFLES MOMENTS LEAD_CHANGES BEHIND COMEBACK "
    "SETTLED ENDED CUT BROKEN"
)
CUT_OFF, ELSEWHERE, INTERNAL = 97, 98, 99
"""Troubles of our own: a game took too many choices; the state goes on in code that is not native (an example's); a defect."""


def _named(module: ModuleType, names: str, prefix: str = "") -> dict[str, int]:
    return {prefix + name: getattr(module, name) for name in names.split()}


def header() -> str:
    """Text of `numbers.h`."""
    numbers = _named(layout, HEADER) | _named(trouble, TROUBLE) | _named(decode, REPORT) | _named(policy, ROW, "ROW_")
    numbers |= {"TOO_MANY_GAMES": trouble.GAMES, "CUT_OFF": CUT_OFF, "ELSEWHERE": ELSEWHERE, "INTERNAL": INTERNAL}
    numbers |= _named(run, "JUMPS GAMES_LIMIT STACK MARGIN") | _named(interpret, "PASSED_OVER COMBINATIONS")
    numbers |= _named(policy, "ENOUGH VISITS TRIES OUT_OF_TURN WIDE")
    numbers |= _named(sequences, "TOP BOTTOM FIRST LAST", "PICK_")
    numbers |= {"ROW_COLUMNS": len(policy.COLUMNS), "ACTION_WORDS": len(policy.ACTION), "FACE_WORDS": len(policy.FACE)}
    lines = [f"#define {name} {value}" for name, value in numbers.items()]
    return "\n".join((*lines, "#define NONE INT64_MIN", f"#define LARGEST INT64_C({LARGEST})")) + "\n"
