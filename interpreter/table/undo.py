"""Taking a decision back: only when nobody has learned anything from it, chance had no part in it, and nobody else has decided since."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..machine.state import State


def cannot_undo(state: State, seat: int, before: State, chance: bool) -> str:
    """Why the step from `before` to `state` can not be taken back for this seat; "" when it can. chance: it drew any."""
    if chance:
        return "chance has had its say since"
    for other, name in enumerate(state.seat_names):
        learned = _learned(before.view(other), state.view(other)) or any(_shows(seen) for seen in state.events(other))
        if learned:
            who = "you have" if other == seat else f"{name} has"
            return f"{who} seen something since that was hidden before"
    return ""


def _learned(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether a view shows a face, or a value, that the one before did not."""
    return bool(_faces(after) - _faces(before)) or not _values(after) <= _values(before)


def _faces(view: dict[str, Any]) -> Counter[str]:
    return Counter(card for zone in view["zones"] for card in zone["cards"] if card is not None)


def _values(view: dict[str, Any]) -> set[str]:
    """Which values are known at all."""
    return {f"{v['owner']} {v['name']} {v['indexes']}" for v in view["variables"]}


def _shows(seen: Any) -> bool:
    """A fact told, or cards shown for a moment."""
    return seen.kind == "told" or (seen.kind == "turned" and seen.data["how"] == "show" and any(seen.data["cards"]))
