"""Whether a seat can tell apart two games that must look alike to it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ...dsl.source import Span
from ..machine.state.actions import Action, TooMany, Value, some
from ..machine.state.menu import Legal
from ..machine.state.state import State
from .walk import Trouble

FEW = 300  # ways to take an action that are all compared
SOME = 40  # that are compared where there are more


def leak(state: State, seat: int, rng: Random, seconds: float) -> Trouble | None:
    """What a seat could tell. Raises LookupError when no other world is found in the time."""
    other = state.resample(seat, rng, seconds=seconds)
    for what, mine, theirs in differences(state, other, seat):
        span = _action(state, seat, mine, theirs) if what == "menu" else None
        name = state.seat_names[seat]
        notes = (f"{name} sees {mine}", f"but had the hidden cards lain otherwise: {theirs}")
        return Trouble("leak", f"the {what} of a player shows what it can not know", span, notes)
    return None


def _action(state: State, seat: int, mine: str, theirs: str) -> Span | None:
    """The line of the action that is possible in one of two menus only; else of the decision."""
    for line in state.legal(seat).lines:
        if any(told.partition(" ")[0] == line.info.name for menu in (mine, theirs) for told in menu.split(", ")):
            return line.info.span
    return state.decision.span


def differences(state: State, other: State, seat: int) -> Iterator[tuple[str, str, str]]:
    """What differs for a seat between two states: (what, in the first, in the second). Nothing, when it can not tell them apart."""
    for what in ("view", "information"):
        mine, theirs = getattr(state, what)(seat), getattr(other, what)(seat)
        if mine != theirs:
            yield what, *_first_difference(str(mine), str(theirs))
    mine, theirs = _menus(state, other, seat)
    if mine != theirs:
        yield "menu", ", ".join(sorted(mine - theirs)) or "less", ", ".join(sorted(theirs - mine)) or "less"


def _menus(state: State, other: State, seat: int) -> tuple[set[str], set[str]]:
    """What a seat may do in each; of an action with very many arguments, some of them."""
    menus = state.legal(seat), other.legal(seat)
    try:
        found = set(menus[0].names()), set(menus[1].names())
    except TooMany:  # not even whether there is something at all
        return set(), set()
    rng = Random(0)
    for name in sorted(found[0] & found[1]):
        few = [menu.few(name, FEW) for menu in menus]
        for menu, there, mine, theirs, listed in zip(menus, menus[::-1], found, found[::-1], few, strict=True):
            actions = listed if listed is not None else _some(menu, name, rng)
            mine.update(map(str, actions))
            if listed is None or None in few:  # what was not listed there is looked for
                theirs.update(str(action) for action in actions if action in there)
    return found


def _some(menu: Legal, name: str, rng: Random) -> list[Action]:
    """Some actions of a name, put together at random."""
    found: list[Action] = []
    for _ in range(SOME):
        arguments: tuple[Value, ...] = ()
        while (choices := menu.choices(name, arguments)) is not None and choices.items:
            if choices.least is None:
                arguments = (*arguments, rng.choice(choices.items).value)
            elif choices.least > (choices.most or 0):
                break
            else:
                arguments = (*arguments, some(choices, rng)[1])
        action = menu.action(name, arguments)
        if action is not None:
            found.append(action)
    return found


def _first_difference(mine: str, theirs: str) -> tuple[str, str]:
    at = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs)))
    begin = max(0, at - 30)
    return f"… {mine[begin : at + 40]} …", f"… {theirs[begin : at + 40]} …"
