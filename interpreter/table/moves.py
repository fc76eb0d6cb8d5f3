"""The moves that a person has not seen yet, as few lines: what several did alike in one, long histories folded."""

from __future__ import annotations

from collections.abc import Sequence

from ...dsl.record import Record
from .telling import Said
from .words import listed


class Told(Record):
    """A line about what happened. fresh: it has not been shown before."""

    text: str
    fresh: bool

    @property
    def said(self) -> bool:
        """Whether the game itself says it."""
        return isinstance(self.text, Said)


def recent(moves: Sequence[str], fresh: int, most: int, names: Sequence[str]) -> list[Told]:
    """The last moves on at most so many lines; of new ones that do not fit, how many there are, and rather what the game itself says.
    fresh: how many of the moves are new; names: of the seats."""
    if most <= 0:
        return []
    new = together(moves[len(moves) - fresh :] if fresh else [], names)
    old = together(moves[max(0, len(moves) - fresh - most) : len(moves) - fresh], names)
    if len(new) > most:
        kept = max(1, most - 1)
        telling = sorted(range(len(new)), key=lambda place: (isinstance(new[place], Said), place))[-kept:]
        return [Told(f"… {len(new) - kept} more: log", False), *(Told(new[place], True) for place in sorted(telling))]
    return [*(Told(text, False) for text in (old[len(new) - most :] if len(new) < most else [])), *(Told(text, True) for text in new)]


def together(moves: Sequence[str], names: Sequence[str]) -> list[str]:
    """Moves in a row that are the same but for who did them, or the same altogether, as one line."""
    groups: list[tuple[list[str], str, int]] = []  # who, what, how often
    for move in moves:
        if isinstance(move, Said):
            groups.append(([""], move, 1))
            continue
        who = next((name for name in names if move.startswith(f"{name} ")), "")
        what = move[len(who) + 1 :] if who else move
        if groups and groups[-1][1] == what and who and who not in groups[-1][0]:
            groups[-1] = ([*groups[-1][0], who], what, 1)
        elif groups and groups[-1][1] == what and groups[-1][0] == [who]:
            groups[-1] = ([who], what, groups[-1][2] + 1)
        else:
            groups.append(([who], what, 1))
    return [_line(who, what, times) for who, what, times in groups]


def _line(who: Sequence[str], what: str, times: int) -> str:
    if isinstance(what, Said):
        return what
    text = f"{listed(who)} each: {what}" if len(who) > 1 else f"{who[0]} {what}".strip()
    return f"{text} ×{times}" if times > 1 else text
