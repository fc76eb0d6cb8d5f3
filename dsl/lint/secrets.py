"""Menus that may give a secret away: by way of rules, of seats that are not the chooser's, of cards that nobody was shown.

What surely does so in the menu's own words is an error when the file is read; here every way is followed, and it is a warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from .. import ir
from ..diagnostics import Diagnostic
from ..record import Sheet
from ..types import item
from .doing import called
from .walk import Look, Node, inside, within

SEATS = ("others", "players", "seats")
MOST_DEPTH = 12
MOST_STEPS = 20_000  # for one menu line; what needs more is left to play-testing


def menus_keep_secrets(look: Look) -> Iterator[Diagnostic]:
    """Rejects domains and guards that read what the player who chooses may not know."""
    shown: set[str] | None = None
    for piece in look.code:
        for node in within(*piece.nodes):
            if not isinstance(node, ir.Action):
                continue
            shown = turned(look) if shown is None else shown
            reader = Reader(node.you, shown)
            for parameter in node.parameters:
                yield from found_in(parameter.domain, reader)
                reader.stands_for[parameter.local] = parameter.domain
            if node.guard is not None:
                yield from found_in(node.guard, reader)


def found_in(value: ir.Expression, reader: Reader) -> Iterator[Diagnostic]:
    secret = reader.leak(value, 0)
    if secret is not None:
        yield Diagnostic(
            "W0460",
            f"what is offered here depends on {secret}, which the player who chooses may not know",
            value.span,
            "may give it away",
            help="let the body of the action look at it instead, or show it first",
            severity="warning",
        )


def turned(look: Look) -> set[str]:
    """Zones and variables of which the file shows anything to anybody; `*` where that may be any."""
    domains = {node.local: node.domain for piece in look.code for node in within(*piece.nodes) if isinstance(node, ir.Parameter)}
    found: set[str] = set()
    for piece in look.code:
        for node in within(*piece.nodes):
            match node:
                case ir.TurnVariable(variable=variable):
                    found.add(variable.name)
                case ir.Turn(cards=cards):
                    found |= zones(cards, domains) or {"*"}
                case ir.Tell(of=of, fact=fact):
                    found |= (zones(fact, domains) if of is None else zones(of, domains)) or {"*"}
                case ir.Move(to=ir.ZonePlace(zone=zone), face="up"):
                    found.add(zone.name)
                case _:
                    pass
    return found


def zones(value: ir.Expression, domains: dict[ir.Local, ir.Expression]) -> set[str]:
    """The zones an expression speaks of, also by a parameter's domain."""
    found: set[str] = set()
    for node in within(value):
        match node:
            case ir.ZonePlace(zone=zone) | ir.AllContents(zone=zone):
                found.add(zone.name)
            case ir.LocalValue(local=local) if local in domains:
                found |= zones(domains[local], {})
            case _:
                pass
    return found


class Reader(Sheet):
    """Reads what is worked out for `you`. stands_for: what a local is, or is one of."""

    you: ir.Local
    shown: set[str]
    stands_for: dict[ir.Local, ir.Expression] = field(default_factory=dict[ir.Local, ir.Expression])
    asked: set[ir.Rule] = field(default_factory=set[ir.Rule])
    steps: int = 0

    def leak(self, value: Node, depth: int) -> str | None:
        """What a value depends on that `you` may not know, in words."""
        self.steps += 1
        own = self.own(value)
        if own is not None or depth > MOST_DEPTH or self.steps > MOST_STEPS:
            return own
        if isinstance(value, ir.Filter | ir.Aggregate | ir.Ordered):
            self.stands_for[value.it] = value.source
        for part in inside(value):
            found = self.leak(part, depth)
            if found is not None:
                return found
        for rule in called(value):
            if rule not in self.asked and not (isinstance(value, ir.FactValue) and rule.you is not None):
                self.asked.add(rule)
                self.stands_for.update(zip(rule.parameters, arguments(value), strict=False))
                if isinstance(value, ir.RuleCall) and rule.you is not None and value.you is not None:
                    self.stands_for[rule.you] = value.you
                found = next((f for s in rule.body for f in [self.leak(s, depth + 1)] if f is not None), None)
                self.asked.discard(rule)
                if found is not None:
                    return f"{found} (by `{rule.name}`)" if "(by" not in found else found
        return None

    def own(self, value: Node) -> str | None:
        """What an expression itself reads of that kind."""
        match value:
            case ir.VariableValue(variable=variable, indexes=indexes) if not self.shown & {variable.name}:
                if variable.seen_by == "nobody":
                    return f"the hidden `{variable.name}`"
                if variable.seen_by == "owner" and indexes and self.is_other(indexes[0], 0):
                    return f"another player's secret `{variable.name}`"
            case ir.AttributeValue(card=card):
                return self.hidden(card, 0)
            case ir.FactValue(owner=card) if item(card.type) == ir.CARD:
                return self.hidden(card, 0)
            case ir.Contained(item=ir.FaceConstant(), source=source):
                return self.hidden(source, 0)
            case ir.Comparison(left=left, right=right) if item(left.type) == ir.CARD:
                pair = [side for side in (left, right) if not isinstance(side, ir.FaceConstant)]
                return self.hidden(pair[0], 0) if len(pair) == 1 else None
            case ir.Builtin(name="same_cards", arguments=sets):
                return next((f for s in sets for f in [self.hidden(s, 0)] if f is not None), None)
            case _:
                pass
        return None

    def hidden(self, source: ir.Expression, depth: int) -> str | None:
        """The zone that keeps the faces of these cards from `you`."""
        match source:
            case ir.Only(source=inner) | ir.Picked(source=inner) | ir.Filter(source=inner) | ir.Ordered(source=inner):
                return self.hidden(inner, depth)
            case ir.Family(source=inner) | ir.Aggregate(operator="best" | "worst", source=inner) | ir.Without(left=inner):
                return self.hidden(inner, depth)
            case ir.LocalValue(local=local) if local in self.stands_for and depth < MOST_DEPTH:
                return self.hidden(self.stands_for[local], depth + 1)
            case ir.AllContents(zone=zone) if not self.shown & {zone.name, "*"}:
                if zone.seen_by == "nobody":
                    return f"cards that lie face down in `{zone.name}`"
                return f"other players' `{zone.name}`" if zone.seen_by in ("owner", "team") else None
            case ir.Contents(place=ir.ZonePlace(zone=zone, indexes=indexes)) if not self.shown & {zone.name, "*"}:
                if zone.seen_by == "nobody":
                    return f"cards that lie face down in `{zone.name}`"
                if zone.seen_by in ("owner", "team") and indexes and self.is_other(indexes[0], 0):
                    return f"another player's `{zone.name}`"
                if zone.seen_by == "others" and indexes and self.is_you(indexes[0], 0):
                    return f"`{zone.name}`, whose owner alone does not see it"
                return None
            case _:
                return None

    def is_you(self, seat: ir.Expression, depth: int) -> bool:
        """Whether a seat surely is `you`."""
        if isinstance(seat, ir.LocalValue):
            return seat.local is self.you or (
                seat.local in self.stands_for and depth < MOST_DEPTH and self.is_you(self.stands_for[seat.local], depth + 1)
            )
        return False

    def is_other(self, seat: ir.Expression, depth: int) -> bool:
        """Whether a seat surely is, or runs over, others than `you`."""
        match seat:
            case ir.Builtin(name="opponent", arguments=(who,)):
                return self.is_you(who, 0)
            case ir.Builtin(name="next", arguments=(who, ir.Constant(value=1))):
                return self.is_you(who, 0)
            case ir.Builtin(name=name) if name in SEATS:
                return True
            case ir.Filter(source=source, condition=condition):
                return self.is_other(source, depth) and not any(
                    self.is_you(n, 0) for n in within(condition) if isinstance(n, ir.LocalValue)
                )
            case ir.Rotated(source=source) | ir.Ordered(source=source):
                return self.is_other(source, depth)
            case ir.LocalValue(local=local) if local in self.stands_for and depth < MOST_DEPTH:
                return self.is_other(self.stands_for[local], depth + 1)
            case _:
                return False


def arguments(value: Node) -> tuple[ir.Expression, ...]:
    """What a call gives to the parameters of its rule."""
    match value:
        case ir.RuleCall(arguments=given):
            return given
        case ir.AttributeValue(card=card):
            return (card,)
        case ir.FactValue(owner=owner, arguments=given):
            return (owner, *given)
        case _:
            return ()
