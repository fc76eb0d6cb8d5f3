"""Loops in which nothing else is counted: their rounds are counted in a variable, and added up where the loop is left."""

from __future__ import annotations

from .. import opcodes as op

COUNTERS = {op.CALL, op.CALL_FRAME, op.CONTENTS, op.ALL_CONTENTS, op.INTERVAL, op.ASK, op.TAKE, op.SWITCH}  # these count, or go far away


def quiet_loops(code: list[int], addresses: list[int], lent: set[int]) -> list[tuple[int, int]]:
    """The widest ones among so many instructions, in order: first and last address of each. lent: sequences that are not copied."""
    loops: dict[int, int] = {}
    for at in addresses:
        if code[at] == op.LOOP and code[at + 1] <= at:
            loops[code[at + 1]] = max(at, loops.get(code[at + 1], at))
    found: list[tuple[int, int]] = []
    for first, last in sorted(loops.items(), key=lambda loop: loop[0] - loop[1]):
        if any(first <= end and start <= last for start, end in found):
            continue
        body = [at for at in addresses if first <= at <= last]
        if all(code[at] not in COUNTERS or (code[at] == op.CONTENTS and at in lent) for at in body):
            found.append((first, last))
    return found
