"""Whether statements come to their end: for `play`, which must not, and for rules that owe a value."""

from __future__ import annotations

from collections.abc import Callable

from . import ir

Ends = Callable[[ir.Rule], bool]  # whether a rule never comes back to who calls it


def goes_on(statements: tuple[ir.Statement, ...], ends: Ends) -> bool:
    """Whether what follows these statements can be reached."""
    return all(_one(s, ends) for s in statements)


def _one(s: ir.Statement, ends: Ends) -> bool:
    match s:
        case ir.End() | ir.Return() | ir.Leave():
            return False
        case ir.Perform(call=ir.RuleCall(rule=rule)) | ir.SetLocal(value=ir.RuleCall(rule=rule)):
            return not ends(rule)
        case ir.If():
            return goes_on(s.yes, ends) or goes_on(s.no, ends)
        case ir.Loop(go_on=None):
            return stops(s.body)
        case ir.Loop(test_first=False):
            return goes_on(s.body, ends) or stops(s.body)
        case ir.Round():
            return goes_on(s.body, ends)
        case ir.TakeTurns(until=None, among=None):  # with `among` turns end when nobody is left
            return stops(s.body)
        case ir.Choose(together=False):
            menu = any(goes_on(a.body, ends) for a in s.menu)
            return menu or s.may or (s.otherwise is not None and goes_on(s.otherwise, ends))
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
