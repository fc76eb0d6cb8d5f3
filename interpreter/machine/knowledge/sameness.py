"""What a step showed to a seat, in short: equal reports mean equal observations.

The reverse does not hold (cards of an unordered pile may have moved in another order), so that unequal ones are left to an observer.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....dsl import ir
from ..chance import Draw
from ..program import Program, of_cards
from ..running import decode as kind

Line = tuple[object, ...]

_ENDS = (kind.CHOSE, kind.ASKED, kind.TURN_BEGAN, kind.ROUND_BEGAN)  # what follows shows nothing more of a chosen card


class Shown:
    """Reports as one seat sees them."""

    def __init__(self, program: Program, seat: int) -> None:
        self._program = program
        self._seat = seat
        self._bit = 1 << seat
        self._face = list(program.layout.card_face)
        self._ordered = [place.zone.ordered for place in program.places]
        self._secrets = any(cells.variable.kept and cells.variable.seen_by != "all" for cells in program.cells.values())
        self._cards = [[[of_cards(p.type) for p in action.parameters] for action in menu.actions] for menu in program.menus]

    def lines(self, before: list[int], raw: list[int], draws: Sequence[Draw], first: bool) -> list[Line]:
        """A line for each thing reported. before: the state that the step began from; first: it began the game."""
        bit, ordered = self._bit, self._ordered
        faces, followed = self._program.layout.faces, not any(draw.place < 0 for draw in draws)
        open_ = first and followed
        visible: dict[int, bool] = {}
        groups: dict[int, int] = {}
        entries = _entries(raw)
        found: list[Line] = []
        for index, (what, at, end) in enumerate(entries):
            if what == kind.MOVED:
                card, source, position, to, to_position, seen_before, seen_after, group = raw[at:end]
                seen = open_ or (seen_before | seen_after) & bit
                found.append(
                    (
                        what,
                        self._face[card] if seen else -1,
                        source,
                        position if ordered[source] else -1,
                        to,
                        to_position if ordered[to] else -1,
                        seen_before & bit,
                        seen_after & bit,
                        groups.setdefault(group, len(groups)),
                    )
                )
                visible[card] = bool(seen_after & bit)
            elif what == kind.TURNED:
                how, card, place, position, viewers = raw[at:end]
                known = viewers & bit or visible.get(card, before[faces + card] & bit)
                found.append((what, how, self._face[card] if known else -1, place, position if ordered[place] else -1, viewers))
                if how != 2:
                    visible[card] = bool(viewers & bit)
            elif what == kind.SHUFFLED:
                open_ = False
                for card in raw[at + 1 : end]:
                    visible[card] = bool(self._program.places[raw[at]].viewers & bit)
                found.append((what, raw[at], end - at))
            elif what in (kind.VARIABLE_SET, kind.VARIABLE_TURNED, kind.TOLD):
                viewers = raw[end - 2] if what == kind.TOLD else raw[end - 1]
                if not viewers & bit:
                    found.append((what,))
                elif what == kind.TOLD and raw[at] >= 0:
                    found.append((what, raw[at + 1], raw[at + 2] if ordered[raw[at + 1]] else -1, *raw[at + 3 : end]))
                else:
                    found.append((what, *raw[at:end]))
            elif what in (kind.TURN_ENDED, kind.ROUND_ENDED):
                found.append((what, raw[at]))
            elif what == kind.CHOSE:
                found.append(self._chose(before, raw, entries, index, visible))
            else:
                if what == kind.ASKED:
                    open_ = False
                elif what == kind.GAME_BEGAN and raw[at] > 1:
                    open_ = followed and not self._secrets
                found.append((what, *raw[at:end]))
        return found

    def _chose(self, before: list[int], raw: list[int], entries: Sequence[tuple[int, int, int]], index: int, now: dict[int, bool]) -> Line:
        """A choice: of each card among its arguments, its face or where it is heard of next."""
        what, at, _ = entries[index]
        seat, _, menu, action = raw[at : at + 4]
        if self._program.menus[menu].secretly and seat != self._seat:
            return (what, seat, raw[at + 1])
        found: list[object] = [what, *raw[at : at + 4]]
        at += 4
        faces = self._program.layout.faces
        for parameter, cards in zip(self._program.menus[menu].actions[action].parameters, self._cards[menu][action], strict=True):
            count = 1
            if parameter.subsets is not None:
                count = raw[at]
                at += 1
                found.append(count)
            values = raw[at : at + count]
            at += count
            if cards:
                found += sorted(
                    (0, self._face[card])
                    if card != ir.NONE and now.get(card, before[faces + card] & self._bit)
                    else (1, _next(raw, entries, index, card))
                    for card in values
                )
            else:
                found += values
        return tuple(found)


def _next(raw: list[int], entries: Sequence[tuple[int, int, int]], index: int, card: int) -> int:
    """After how many entries a card is heard of next; -1: it is not."""
    for later in range(index + 1, len(entries)):
        what, at, _ = entries[later]
        if what in _ENDS:
            break
        if (what == kind.MOVED and raw[at] == card) or (what == kind.TURNED and raw[at + 1] == card):
            return later - index
    return -1


def _entries(raw: list[int]) -> list[tuple[int, int, int]]:
    """Of each entry: its kind, and where its ints begin and end."""
    found: list[tuple[int, int, int]] = []
    at = 0
    while at < len(raw):
        end = at + 2 + raw[at + 1]
        found.append((raw[at], at + 2, end))
        at = end
    return found
