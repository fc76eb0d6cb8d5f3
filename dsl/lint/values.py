"""Working out expressions before any game is played: exactly where that is possible, and between which numbers they lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import partial
from typing import TypeGuard

from .. import ir
from ..cards import RANKS, SUITS
from ..record import Sheet

Value = int | tuple["Value", ...]
Interval = tuple[int, int]
MOST_STEPS = 300_000  # of all questions of one check together; what needs more counts as not known
MOST_DEPTH = 12  # of rules that call each other
PIPS = {rank: index % 13 + 1 for index, rank in enumerate(RANKS)}


class Patience(Sheet):
    """How many steps of working out are left; shared by the scenes of one check."""

    left: int = MOST_STEPS


class Scene(Sheet):
    """What is known: options and seats (None: not settled), locals, variables (by name and indexes), the cards (faces, by number)."""

    game: ir.Game
    options: Mapping[str, int] = field(default_factory=dict[str, int])
    seats: int | None = None
    locals: dict[ir.Local, Value] = field(default_factory=dict[ir.Local, Value])
    variables: dict[tuple[object, ...], Value] = field(default_factory=dict[tuple[object, ...], Value])
    cards: tuple[int, ...] = ()
    patience: Patience = field(default_factory=Patience)
    depth: int = 0


def known(e: ir.Expression, scene: Scene) -> Value | None:
    """The value, or None where it depends on more than is known. Cards are numbers into `scene.cards`; sets are tuples."""
    scene.patience.left -= 1
    if scene.patience.left < 0:
        return None
    ask = partial(known, scene=scene)
    match e:
        case ir.Constant(value=value):
            return value
        case ir.FaceConstant(face=face):
            return next((i for i, f in enumerate(scene.cards) if f == face), None)
        case ir.OptionValue(option=option):
            return scene.options.get(option.name)
        case ir.LocalValue(local=local):
            return scene.locals.get(local)
        case ir.VariableValue(variable=variable, indexes=indexes):
            return scene.variables.get((variable.name, *map(ask, indexes)))
        case ir.AttributeValue() | ir.FactValue():
            return of_thing(e, scene)
        case ir.RuleCall(rule=rule, arguments=arguments):
            return called(rule, tuple(ask(a) for a in arguments), scene)
        case ir.Operation(operator="not", operands=(one,)):
            a = ask(one)
            return None if a is None else int(not a)
        case ir.Operation(operator=operator, operands=operands):
            return arithmetic(operator, tuple(ask(o) for o in operands))
        case ir.Comparison(operator=operator, left=left, right=right):
            return compared(operator, ask(left), ask(right), scene, left.type == ir.CARD)
        case ir.Contained(item=one, source=source):
            a, s = ask(one), ask(source)
            return None if a is None or not isinstance(s, tuple) else int(a in s)
        case ir.Both(left=left, right=right) | ir.Either(left=left, right=right):
            deciding = int(isinstance(e, ir.Either))  # this value on one side decides, whatever the other is
            a, b = ask(left), ask(right)
            if any(side is not None and bool(side) == deciding for side in (a, b)):
                return deciding
            return None if None in (a, b) else 1 - deciding
        case ir.Conditional(condition=condition, yes=yes, no=no):
            c = ask(condition)
            if c is None:
                a, b = ask(yes), ask(no)
                return a if a == b else None
            return ask(yes if c else no)
        case ir.OrElse(left=left, right=right):
            a = ask(left)
            return ask(right) if a in (ir.NONE, ()) else a
        case _:
            return known_set(e, scene)


def known_set(e: ir.Expression, scene: Scene) -> Value | None:
    """The same for sets."""
    ask = partial(known, scene=scene)
    match e:
        case ir.Sequence(items=items):
            result: list[Value] = []
            for item, value in zip(items, map(ask, items), strict=True):
                if value is None:
                    return None
                result.extend(value if isinstance(item.type, ir.Many) and isinstance(value, tuple) else (value,))
            return tuple(v for v in result if v != ir.NONE)
        case ir.Interval(low=low, high=high):
            a, b = ask(low), ask(high)
            return tuple(range(a, b + 1)) if isinstance(a, int) and isinstance(b, int) and b - a < 1000 else None
        case ir.Members(kind=kind):
            return tuple(range(len(kind.members)))
        case ir.Builtin(name="seats" | "players") if scene.seats is not None:
            return tuple(range(scene.seats))
        case ir.Builtin(name="others" | "opponent" | "next", arguments=(who, *steps)) if scene.seats is not None:
            return other_seats(e.name, ask(who), [ask(s) for s in steps], scene.seats)
        case ir.Picked(end=end, count=None, source=source) if end != "random":
            s = ask(source)
            return None if not isinstance(s, tuple) else ir.NONE if not s else s[0] if end in ("first", "bottom") else s[-1]
        case ir.Aggregate(operator=operator, it=it, source=source, condition=condition, key=key):
            s = ask(source)
            if not isinstance(s, tuple):
                return None
            keys: list[Value] = []
            for one in s:
                scene.locals[it] = one
                wanted = 1 if condition is None else ask(condition)
                value = ask(key) if wanted else 0
                if wanted is None or value is None:
                    return None
                if wanted:
                    keys.append(value)
            return aggregated(operator, keys)
        case ir.Filter(source=source, it=it, condition=condition):
            s = ask(source)
            if not isinstance(s, tuple):
                return None
            kept: list[Value] = []
            for one in s:
                scene.locals[it] = one
                wanted = ask(condition)
                if wanted is None:
                    return None
                if wanted:
                    kept.append(one)
            return tuple(kept)
        case _:
            return None


def other_seats(name: str, who: Value | None, steps: list[Value | None], seats: int) -> Value | None:
    """Seats seen from one of them, while all are in."""
    if not isinstance(who, int) or who == ir.NONE:
        return None
    if name == "others":
        return tuple(seat for seat in range(seats) if seat != who)
    step = steps[0] if steps else 1
    return (who + step) % seats if isinstance(step, int) else None


def are_numbers(values: list[Value]) -> TypeGuard[list[int]]:
    return all(isinstance(v, int) for v in values)


def aggregated(operator: str, keys: list[Value]) -> Value | None:
    match operator:
        case "count":
            return len(keys)
        case "any":
            return int(any(keys))
        case "all":
            return int(all(keys))
        case "same":
            return int(len(set(keys)) <= 1)
        case "different":
            return int(len(set(keys)) == len(keys))
        case "sum" | "min" | "max" if are_numbers(keys):
            return sum(keys) if operator == "sum" else ir.NONE if not keys else min(keys) if operator == "min" else max(keys)
        case _:
            return None


def of_thing(e: ir.AttributeValue | ir.FactValue, scene: Scene) -> Value | None:
    """A fact or attribute of a card or member."""
    if isinstance(e, ir.FactValue):
        owner = known(e.owner, scene)
        if not isinstance(owner, int) or e.fact.values is None:
            return ir.NONE if owner == ir.NONE else None
        index = scene.cards[owner] if e.of_card and 0 <= owner < len(scene.cards) else owner
        return known(e.fact.values[index], scene) if 0 <= index < len(e.fact.values) else ir.NONE
    card = known(e.card, scene)
    if not isinstance(card, int):
        return None
    if not 0 <= card < len(scene.cards):
        return ir.NONE if card == ir.NONE else None
    if e.attribute is not None:
        return called(e.attribute.rule, (card,), scene)
    game, face = scene.game, scene.game.deck.faces[scene.cards[card]]
    match e.builtin:
        case "suit":
            return ir.NONE if face.suit is None else face.suit
        case "rank":
            return ir.NONE if face.rank is None else face.rank
        case "color" if face.suit is not None:
            return game.kinds["color"].members.index(SUITS[game.kinds["suit"].members[face.suit]][1])
        case "pips" if face.rank is not None:
            return PIPS[game.kinds["rank"].members[face.rank]]
        case "name":
            return scene.cards[card]
        case _:
            return None


def called(rule: ir.Rule, arguments: tuple[Value | None, ...], scene: Scene) -> Value | None:
    """What a rule gives back, where its body only branches and returns."""
    if scene.depth >= MOST_DEPTH:
        return None
    scene.depth += 1
    before = {p: scene.locals.get(p) for p in rule.parameters}
    for parameter, value in zip(rule.parameters, arguments, strict=False):
        scene.locals.pop(parameter, None)
        if value is not None:
            scene.locals[parameter] = value
    result = returned(rule.body, scene)
    scene.depth -= 1
    for parameter, value in before.items():
        scene.locals.pop(parameter, None)
        if value is not None:
            scene.locals[parameter] = value
    return result


def returned(body: tuple[ir.Statement, ...], scene: Scene) -> Value | None:
    for s in body:
        match s:
            case ir.Return(value=value) if value is not None:
                return known(value, scene)
            case ir.If(condition=condition, yes=yes, no=no):
                c = known(condition, scene)
                if c is None:
                    return None
                if c and yes:
                    return returned(yes, scene)
                if not c and no:
                    return returned(no, scene)
            case _:
                return None
    return None


def arithmetic(operator: str, values: tuple[Value | None, ...]) -> int | None:
    numbers = [v for v in values if isinstance(v, int)]
    if len(numbers) < len(values):
        return None
    if ir.NONE in numbers:
        return None
    match operator, numbers:
        case "negate", [a]:
            return -a
        case "+", [a, b]:
            return a + b
        case "-", [a, b]:
            return a - b
        case "*", [a, b] if abs(a) < 2**40 and abs(b) < 2**40:
            return a * b
        case "//", [a, b] if b:
            return a // b
        case "%", [a, b] if b:
            return a % b
        case _:
            return None


def compared(operator: str, a: Value | None, b: Value | None, scene: Scene, cards: bool) -> int | None:
    if a is None or b is None:
        return None
    if cards and isinstance(a, int) and isinstance(b, int) and ir.NONE not in (a, b):
        a, b = scene.cards[a], scene.cards[b]
    if operator in ("is", "is not"):
        return int((a == b) == (operator == "is"))
    if not isinstance(a, int) or not isinstance(b, int) or ir.NONE in (a, b):
        return None
    return int({"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[operator])


# --------------------------------------------------------------------------- between which numbers


class Spans:
    """Between which numbers an expression lies in every game, whatever the options and the players. None: not known."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.cards = 0
        for face in game.deck.faces:
            found = self.of(face.copies)
            self.cards += 1000 if found is None else max(0, found[1])

    def of(self, e: ir.Expression) -> Interval | None:
        match e:
            case ir.Constant(value=value) if value != ir.NONE:
                return value, value
            case ir.OptionValue(option=option):
                return option.low, option.high
            case ir.VariableValue(variable=ir.Variable(type=type) as variable) if type == ir.NUMBER:
                return self.bounds(variable)
            case ir.Operation(operator=operator, operands=operands):
                return self.operation(operator, [self.of(o) for o in operands])
            case ir.Conditional(yes=yes, no=no):
                return self.either(yes, no)
            case ir.Aggregate(operator="count", source=source):
                high = self.size(source)
                return None if high is None else (0, high)
            case ir.Aggregate(operator="min" | "max" as operator, source=ir.Sequence(items=items), key=ir.LocalValue(local=local), it=it):
                ends = [self.of(i) for i in items]
                sure = [x for x in ends if x is not None]
                if local is not it or len(sure) < max(1, len(items)):
                    return None
                pick = min if operator == "min" else max
                return pick(a for a, _ in sure), pick(b for _, b in sure)
            case _:
                return None

    def either(self, left: ir.Expression, right: ir.Expression) -> Interval | None:
        a, b = self.of(left), self.of(right)
        return None if a is None or b is None else (min(a[0], b[0]), max(a[1], b[1]))

    def bounds(self, variable: ir.Variable) -> Interval | None:
        """The widest bounds of a variable."""
        low = None if variable.low is None else self.of(variable.low)
        high = None if variable.high is None else self.of(variable.high)
        return None if low is None or high is None else (low[0], high[1])

    @staticmethod
    def operation(operator: str, ends: list[Interval | None]) -> Interval | None:
        sure = [x for x in ends if x is not None]
        if len(sure) < len(ends):
            return None
        match operator, sure:
            case "negate", [(a, b)]:
                return -b, -a
            case "+", [(a, b), (c, d)]:
                return a + c, b + d
            case "-", [(a, b), (c, d)]:
                return a - d, b - c
            case "*", [(a, b), (c, d)]:
                products = (a * c, a * d, b * c, b * d)
                return min(products), max(products)
            case "%", [_, (c, d)] if c > 0:
                return 0, d - 1
            case "//", [(a, b), (c, d)] if c > 0:
                parts = (a // c, a // d, b // c, b // d)
                return min(parts), max(parts)
            case _:
                return None

    def size(self, e: ir.Expression) -> int | None:
        """How many a set can hold at most."""
        most = max(self.game.seats)
        match e:
            case ir.Contents(place=ir.ZonePlace(zone=zone)):
                return 1 if zone.one_card else self.cards
            case ir.Contents() | ir.AllContents():
                return self.cards
            case ir.Builtin(name="everything"):
                return self.cards
            case ir.Builtin(name="seats" | "players"):
                return most
            case ir.Builtin(name="others"):
                return most - 1
            case ir.Members(kind=kind):
                return len(kind.members)
            case ir.Interval(low=low, high=high):
                a, b = self.of(low), self.of(high)
                return None if a is None or b is None else max(0, b[1] - a[0] + 1)
            case ir.Filter(source=source) | ir.Ordered(source=source) | ir.Rotated(source=source) | ir.Without(left=source):
                return self.size(source)
            case ir.Picked(count=count, source=source) if count is not None:
                found, there = self.of(count), self.size(source)
                return there if found is None else found[1] if there is None else min(found[1], there)
            case ir.Sequence(items=items):
                sizes = [self.size(i) if isinstance(i.type, ir.Many) else 1 for i in items]
                sure = [x for x in sizes if x is not None]
                return sum(sure) if len(sure) == len(sizes) else None
            case ir.Union(left=left, right=right):
                a, b = self.size(left), self.size(right)
                return None if a is None or b is None else a + b
            case _:
                return None
