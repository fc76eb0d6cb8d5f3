"""Rules: their heads, and what they give back and do, found out over all calls."""

from __future__ import annotations

from . import ir, syntax
from .base import Binding, Place
from .circles import circles
from .decisions import Decisions
from .diagnostics import Report
from .flow import goes_on
from .sections import entries, scalar
from .source import Scalar, YamlNode
from .statements import join_results
from .types import NONE, UNKNOWN, maybe
from .world import Effects, Faults, Unit, World


def declare_rules(node: YamlNode | None, world: World, faults: Faults) -> None:
    """`name(parameters): expression` or a block."""
    for key, value in entries(node, "`rules`", faults):
        head = world.sentence("head", key)
        if not isinstance(head, syntax.Head):
            world.torn.append(key.text.lstrip("( "))
            continue
        if head.parameters is None:
            faults.fault("E0221", key.span, f"the rule `{key.text}` has no parentheses", label=f"write `{head.name.text}():`")
        if not world.declare("a rule", head.name.text, head.name.span, faults):
            continue
        unit = rule_of(key, value, world, faults)
        if unit is None:
            world.broken.add(head.name.text)
        else:
            world.rules[head.name.text] = unit.rule


def rule_of(key: Scalar, value: YamlNode, world: World, faults: Faults, it: ir.Local | None = None) -> Unit | None:
    """A rule with its parameters; its body is read but not yet understood. None after a fault in its head."""
    head = world.sentence("head", key)
    if not isinstance(head, syntax.Head):
        return None
    checker = Decisions(world, faults)
    parameters: list[ir.Local] = [] if it is None else [it]
    with checker.bound():
        for typed in head.parameters or ():
            parameters.append(checker.bind(typed.name, world.type_of(typed.type, faults), like_type=True))
    rule = ir.Rule(head.name.text, tuple(parameters), None, UNKNOWN, key.span, about=key.comment)
    unit = Unit(rule, None, it=it, hidden=ir.Local("you", ir.PLAYER))
    text = scalar(value, f"the rule `{head.name.text}`", faults)
    if text is not None:
        unit.body = world.sentence("procedure" if text.style == "literal" else "expression", text)
    world.units[rule] = unit
    return unit


def infer(world: World) -> None:
    """Find out, for each rule, its result, whether it needs `you`, and what it may do. Repeated where what it calls has changed."""
    callers: dict[ir.Rule, set[Unit]] = {}
    queue = dict.fromkeys(world.units.values())
    budget = 20 * len(world.units) + 100
    while queue and budget:
        budget -= 1
        unit = next(iter(queue))
        del queue[unit]
        before, widened = unit.outside(), len(world.widened)
        quiet = Faults(Report())
        work_out(unit, world, quiet)
        unit.faulty = bool(quiet.report.diagnostics)
        for rule in unit.calls:
            callers.setdefault(rule, set()).add(unit)
        if unit.outside() != before:
            for other in (*callers.get(unit.rule, ()), *unit.siblings):
                queue[other] = None
        elif len(world.widened) != widened:
            queue[unit] = None


def work_out(unit: Unit, world: World, faults: Faults) -> None:
    """Understand a rule's body, and set what its callers see."""
    rule = unit.rule
    checker = Decisions(world, faults)
    checker.you = checker.hidden = unit.hidden
    checker.place_of = Place(rule=True)
    names = {p.name: Binding(p, span=rule.span) for p in rule.parameters if p is not unit.it}
    with checker.bound(candidate=unit.it), checker.bound(names):
        if unit.choices:
            rule.body = attribute_body(unit, checker)
            result: ir.Type | None = result_of_choices(unit)
        elif unit.body is None:
            result = UNKNOWN
        elif isinstance(unit.body, tuple):
            rule.body = checker.block(unit.body)
            result = checker.returned or ir.NOTHING
        else:
            rule.body, result = expression_body(unit.body, checker)
    unit.calls = checker.calls
    effects = checker.effects
    ends = not goes_on(rule.body, world.never_returns)
    if result not in (None, ir.NOTHING, UNKNOWN) and not ends and unit.body is not None:
        faults.fault(
            "E0254",
            rule.span,
            f"the rule `{rule.name}` can come to its end without giving a value back",
            label="a value is missing",
            help="end it with `return …`, or `return none`",
        )
    effects.never_returns = ends and not has_return(rule.body)
    settle(unit, result or ir.NOTHING, effects, checker.used_you)


def settle(unit: Unit, result: ir.Type, effects: Effects, used_you: bool) -> None:
    """Set what callers see; rules of one fact are alike to them."""
    rule = unit.rule
    for sibling in unit.siblings:
        if sibling is not unit:
            joined = join_results(sibling.rule.result if sibling.rule.result != UNKNOWN else None, result)
            result = result if joined is None else joined
            used_you = used_you or sibling.rule.you is not None
            effects.add(sibling.effects)
    rule.result = result
    unit.effects = effects
    rule.asks = effects.asks or effects.ends
    rule.you = unit.hidden if used_you else None


def attribute_body(unit: Unit, checker: Decisions) -> tuple[ir.Statement, ...]:
    """The lines of an attribute as branches, the first that fits."""
    body: tuple[ir.Statement, ...] = ()
    conditions = [None if condition is None else checker.condition(condition) for _, condition in unit.choices]
    for (value, _), condition in zip(reversed(unit.choices), reversed(conditions), strict=True):
        answer = ir.Return(value.span, value)
        body = (answer,) if condition is None else (ir.If(condition.span, condition, (answer,), body),)
    return body


def result_of_choices(unit: Unit) -> ir.Type:
    first, last = unit.choices[0][0].type, unit.choices[-1][0].type
    return maybe(first) if last == NONE else first


def expression_body(node: syntax.Expression, checker: Decisions) -> tuple[tuple[ir.Statement, ...], ir.Type]:
    """A rule that is one expression."""
    value = checker.right_side(node)
    if value.type == ir.NOTHING:
        return (ir.Perform(node.span, value),), ir.NOTHING
    before, value = checker.stored(node.span, value)
    return (*before, ir.Return(node.span, value)), value.type


def has_return(body: tuple[ir.Statement, ...]) -> bool:
    """Whether a `return` stands anywhere in it."""
    for s in body:
        match s:
            case ir.Return():
                return True
            case ir.If():
                if has_return(s.yes) or has_return(s.no):
                    return True
            case ir.Choose():
                if any(has_return(a.body) for a in s.menu) or (s.otherwise is not None and has_return(s.otherwise)):
                    return True
            case ir.Loop() | ir.RepeatTimes() | ir.ForEach() | ir.Round() | ir.TakeTurns() | ir.GoRound():
                if has_return(s.body):
                    return True
            case _:
                pass
    return False


def finish(world: World, faults: Faults) -> tuple[str, ...]:
    """Report every fault of the rules; notes on rules that call themselves."""
    for unit in world.units.values():
        work_out(unit, world, faults)
    notes: list[str] = []
    attributes = {a.rule for a in world.attributes.values()}
    circle = calling_themselves(world)
    endless = [rule for rule in circle if rule in attributes]
    if endless:
        through = ", ".join(f"`{rule.name}`" for rule in circle if rule is not endless[0])
        faults.fault(
            "E0215",
            endless[0].span,
            f"the attribute `{endless[0].name}` depends on itself",
            label="never settled",
            notes=(f"it does so through {through}",) if through else (),
            help="say it by other attributes",
        )
    else:
        notes.extend(f"`{rule.name}` calls itself; how deep it may do so is limited" for rule in circle)
    for unit in world.units.values():
        if unit.rule.result == UNKNOWN and unit.body is not None and not world.report.diagnostics:
            faults.fault(
                "E0237",
                unit.rule.span,
                f"what `{unit.rule.name}` gives back can not be found out",
                label="only ever calls itself",
                help="a rule that calls itself needs a case that does not",
            )
    return tuple(notes)


def calling_themselves(world: World) -> list[ir.Rule]:
    """Rules that can reach themselves by calls, in order of the file."""
    circling = {rule for circle in circles(world.units, lambda rule: world.units[rule].calls) for rule in circle}
    return [rule for rule in world.units if rule in circling]
