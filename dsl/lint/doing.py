"""What parts of a game read and change, also through the rules they call."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from .walk import Key, Node, within

Thing = ir.Local | Key  # a local, ("variable", name), ("zone", name), or a word such as ("zones",)


class Doing:
    """What parts of a game read and change. What a rule itself does is found out once."""

    def __init__(self) -> None:
        self._calls: dict[ir.Rule, set[ir.Rule]] = {}
        self._own: dict[tuple[ir.Rule, bool], set[Thing]] = {}

    def called(self, rule: ir.Rule) -> set[ir.Rule]:
        """The rules that a rule itself calls."""
        if rule not in self._calls:
            self._calls[rule] = {other for node in within(*rule.body) for other in called(node)}
        return self._calls[rule]

    def rules(self, nodes: tuple[Node, ...]) -> set[ir.Rule]:
        """All rules these nodes call, also by others."""
        found: set[ir.Rule] = set()
        stack = [rule for node in within(*nodes) for rule in called(node)]
        while stack:
            rule = stack.pop()
            if rule not in found:
                found.add(rule)
                stack.extend(self.called(rule) - found)
        return found

    def everything(self, nodes: tuple[Node, ...]) -> Iterator[Node]:
        """These nodes, what is in them, and what they call."""
        yield from within(*nodes)
        for rule in self.rules(nodes):
            yield from within(*rule.body)

    def reads(self, *nodes: Node) -> set[Thing]:
        """What these ask for: variables, zones, locals, and words of the language that change in a game."""
        return self._all(nodes, changes=False)

    def changes(self, *nodes: Node) -> set[Thing]:
        """What these may change."""
        return self._all(nodes, changes=True)

    def _all(self, nodes: tuple[Node, ...], changes: bool) -> set[Thing]:
        look = changed if changes else read
        found = look(nodes)
        for rule in self.rules(nodes):
            if (rule, changes) not in self._own:
                self._own[rule, changes] = look(rule.body)
            found |= self._own[rule, changes]
        return found


def read(nodes: tuple[Node, ...]) -> set[Thing]:
    """What these nodes themselves ask for."""
    found: set[Thing] = set()
    for node in within(*nodes):
        match node:
            case ir.VariableValue(variable=variable):
                found.add(("variable", variable.name))
            case ir.Contents(place=ir.ZonePlace(zone=zone)) | ir.AllContents(zone=zone):
                found.add(("zone", zone.name))
            case ir.Contents() | ir.Builtin(name="holder"):
                found.add(("zones",))
            case ir.LocalValue(local=local):
                found.add(local)
            case ir.Picked(end="random"):
                found.add(("chance",))
            case ir.Builtin(name="players" | "others" | "next" | "opponent" | "partner" | "is_in"):
                found.add(("seats in",))
            case ir.Builtin(name="turns"):
                found.add(("turns",))
            case ir.Builtin(name="round_number"):
                found.add(("rounds",))
            case _:
                pass
    return found


def changed(nodes: tuple[Node, ...]) -> set[Thing]:
    """What these nodes themselves may change."""
    found: set[Thing] = set()
    for node in within(*nodes):
        match node:
            case ir.SetVariable(variable=variable):
                found.add(("variable", variable.name))
            case ir.SetLocal(local=local):
                found.add(local)
            case ir.Move() | ir.Deal() | ir.Swap() | ir.Shuffle() | ir.SetZone():
                found.add(("zones",))
            case ir.SetOut():
                found.add(("seats in",))
            case ir.Round():
                found |= {("rounds",), ("turns",), ("each round",)}
            case ir.TakeTurns():
                found.add(("turns",))
            case ir.Choose():
                found.add(("asks",))
            case ir.End():
                found.add(("ends",))
            case _:
                pass
    return found


def called(node: Node) -> Iterator[ir.Rule]:
    """The rules a node itself calls."""
    match node:
        case ir.RuleCall(rule=rule) | ir.AttributeValue(attribute=ir.Attribute(rule=rule)):
            yield rule
        case ir.FactValue(fact=fact):
            yield from (rule for rule in fact.rules or () if rule is not None)
        case _:
            pass


def any_zone(things: set[Thing]) -> bool:
    """Whether cards of some zone are among these."""
    return any(isinstance(thing, tuple) and thing[0] in ("zone", "zones") for thing in things)
