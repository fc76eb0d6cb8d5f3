"""Taking a decision back: only when nobody has learned anything from it, chance had no part in it, and nobody else has decided since."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ..machine.events import Chose

if TYPE_CHECKING:
    from ..machine.knowledge.observe import Observation
    from ..machine.state.state import State


def cannot_undo(state: State, before: State, seat: int) -> str:
    """Why this seat can not take back the last step, which led from `before` to `state`; "" when it can."""
    for other, name in enumerate(state.seat_names):
        if _learned(before.view(other), state.view(other)) or any(_shows(seen) for seen in state.events(other)):
            return f"{'you have' if other == seat else f'{name} has'} seen something since that was hidden before"
    return ""


def not_undoable(state: State, seat: int) -> str:
    """Why the last step is not one that this seat can take back, whatever it showed; "" when it is."""
    step = state.steps[-1]
    if step.seat is None:
        return "there is no decision of yours"
    if step.seat != seat:
        return f"{state.seat_names[step.seat]} has decided since"
    others = [event.seat for event in step.events if isinstance(event, Chose) and event.seat != seat]
    if others:  # made together, and now everybody has seen both
        return f"what {state.seat_names[others[0]]} has chosen has come out since"
    return "chance has had its say since" if step.draws else ""


def _learned(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether a view shows a face, or a value, that the one before did not."""
    return bool(_faces(after) - _faces(before)) or not _values(after) <= _values(before)


def _faces(view: dict[str, Any]) -> Counter[str]:
    return Counter(card for zone in view["zones"] for card in zone["cards"] if card is not None)


def _values(view: dict[str, Any]) -> set[str]:
    """Which values are known at all."""
    return {f"{v['owner']} {v['name']} {v['indexes']}" for v in view["variables"]}


def _shows(seen: Observation) -> bool:
    """A fact told, or cards shown for a moment."""
    return seen.kind == "told" or (seen.kind == "turned" and seen.data["how"] == "show")
