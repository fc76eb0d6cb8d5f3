"""Whether statements come to their end: for `play`, which must not, and for rules that owe a value."""

from __future__ import annotations

from . import ir
from .world import World


def goes_on(statements: tuple[ir.Statement, ...], world: World) -> bool:
    """Whether what follows these statements can be reached."""
    return all(_one(s, world) for s in statements)


def _one(s: ir.Statement, world: World) -> bool:
    match s:
        case ir.End() | ir.Return() | ir.Leave():
            return False
        case ir.Perform(call=ir.RuleCall(rule=rule)) | ir.SetLocal(value=ir.RuleCall(rule=rule)):
            unit = world.units.get(rule)
            return unit is None or not unit.effects.never_returns
        case ir.If():
            return goes_on(s.yes, world) or goes_on(s.no, world)
        case ir.Loop(go_on=None):
            return stops(s.body)
        case ir.Loop(test_first=False):
            return goes_on(s.body, world) or stops(s.body)
        case ir.Round():
            return goes_on(s.body, world)
        case ir.TakeTurns(until=None):
            return stops(s.body)
        case ir.Choose(together=False):
            menu = any(goes_on(a.body, world) for a in s.menu)
            return menu or s.may or (s.otherwise is not None and goes_on(s.otherwise, world))
        case _:
            return True


def stops(body: tuple[ir.Statement, ...]) -> bool:
    """Whether a `stop` in a loop's body leaves that loop."""
    for s in body:
        match s:
            case ir.Leave(word="stop"):
                return True
            case ir.If():
                if stops(s.yes) or stops(s.no):
                    return True
            case ir.Round():
                if stops(s.body):
                    return True
            case ir.Choose():
                if any(stops(a.body) for a in s.menu) or (s.otherwise is not None and stops(s.otherwise)):
                    return True
            case _:
                pass
    return False
