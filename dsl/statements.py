"""Sentences that do something: moving, turning, assigning, branching, ending."""

from __future__ import annotations

from abc import abstractmethod

from . import ir, syntax
from .base import Binding
from .expressions import Expressions
from .sets import SET
from .source import Span
from .spelling import nearest
from .types import NONE, UNKNOWN, item, join, many, said, strip

Statements = tuple[ir.Statement, ...]
MOST_BRANCHES = 100  # each is nested in the one before
USE_FACTS = "say it as facts of cards or kinds"


class Sentences(Expressions):
    """Reads sentences into statements; loops and decisions are in `Decisions`."""

    def block(self, block: syntax.Block) -> Statements:
        """Sentences one after another; names bound in them end with them."""
        result: list[ir.Statement] = []
        with self.bound():
            for node in block:
                result.extend(self.statement(node))
        return tuple(result)

    @abstractmethod
    def compound(self, node: syntax.Statement) -> Statements:
        """Sentences that hold others."""

    def statement(self, node: syntax.Statement) -> Statements:
        if self.place_of.given and not isinstance(node, syntax.Assign):
            self.faults.fault(
                "E0219",
                node.span,
                "`given` sets things up by `name = value` alone",
                label="not an assignment",
                help="put what happens under `do`",
            )
            return ()
        match node:
            case syntax.Assign():
                return self.assign(node)
            case syntax.Let():
                return self.let(node)
            case syntax.Perform():
                return self.perform(node)
            case syntax.Move():
                return self.move(node)
            case syntax.Deal():
                return self.deal(node)
            case syntax.Shuffle():
                self.chance(node.span, "`shuffle`")
                return (ir.Shuffle(node.span, self.place(node.place)),)
            case syntax.Swap():
                return self.swap(node)
            case syntax.Reveal():
                return self.turn(node.span, "reveal", node.what, None)
            case syntax.Hide():
                return self.turn(node.span, "hide", node.what, None)
            case syntax.Show():
                return self.turn(node.span, "show", node.what, node.to)
            case syntax.Tell():
                return self.tell(node)
            case syntax.Out() | syntax.Back():
                return (ir.SetOut(node.span, self.check(node.who, many(ir.PLAYER)), isinstance(node, syntax.Out)),)
            case syntax.Win():
                self.ending(node.span, "`win`")
                return (ir.End(node.span, self.check(node.who, many(ir.PLAYER)), None, (), None, False),)
            case syntax.NobodyWins():
                self.ending(node.span, "`nobody wins`")
                return (ir.End(node.span, ir.Sequence(node.span, many(ir.PLAYER), ()), None, (), None, False),)
            case syntax.OrderBy():
                return self.order(node.span, node.who, node.keys, False)
            case syntax.ScoreBy():
                return self.order(node.span, node.who, (node.key,), True)
            case syntax.Return():
                return self.give_back(node)
            case syntax.Mark():
                return self.mark(node)
            case syntax.Say():
                return self.say(node)
            case _:
                return self.compound(node)

    # ------------------------------------------------------------------ values

    def right_side(self, node: syntax.Expression, hint: ir.Type | None = None) -> ir.Expression:
        """A whole right-hand side: a call that asks may stand here."""
        self.whole = node
        try:
            return self.read(node, hint)
        finally:
            self.whole = None

    def stored(self, span: Span, value: ir.Expression) -> tuple[Statements, ir.Expression]:
        """A value worked out before the sentence that uses it, where working it out may ask."""
        asks = (isinstance(value, ir.RuleCall) and value.rule.asks) or (
            isinstance(value, ir.FactValue) and any(rule is not None and rule.asks for rule in value.fact.rules or ())
        )
        if not asks:
            return (), value
        local = ir.Local("answer", value.type)
        return (ir.SetLocal(span, local, value),), ir.LocalValue(span, value.type, local)

    def let(self, node: syntax.Let) -> Statements:
        value = self.right_side(node.value)
        if value.type == ir.NOTHING:
            self.misfit(value, ir.Type("value"), node.value.span)
        type = self.world.widened.get(node.name.span, value.type)
        if isinstance(type, ir.Many):
            value = self.as_set(value)
        local = self.bind(node.name, type, assignable=True)
        return (ir.SetLocal(node.span, local, value),)

    def assign(self, node: syntax.Assign) -> Statements:
        name = node.target
        binding = self.find(name.text) if isinstance(name, syntax.Name) else None
        if binding is not None and isinstance(name, syntax.Name):
            return self.assign_local(node, name, binding)
        target = self.read(node.target)
        if isinstance(target, ir.VariableValue):
            return self.assign_variable(node, target)
        place = self.as_place(target)
        if isinstance(place, ir.ZonePlace):
            if self.place_of.given:
                cards = self.check(node.value, many(ir.CARD))
                if node.operator != "=":
                    self.faults.fault("E0250", node.span, "in `given` a zone is set as a whole", label="write `=`")
                return (ir.SetZone(node.span, place, cards),)
            self.no_target(node, "a zone: cards come there by `move`", f"write `move … to {node.target.span.text}`")
        elif target.type != UNKNOWN:
            option = isinstance(target, ir.OptionValue)
            what = "an option, and stays as it is during a game" if option else said(target.type)
            self.no_target(node, what, "keep what changes in a variable" if option else "")
        self.right_side(node.value)
        return ()

    def no_target(self, node: syntax.Assign, what: str, help: str) -> None:
        text = " ".join(node.target.span.text.split())
        near = nearest(text, self.world.variables) if isinstance(node.target, syntax.Name) else []
        label = f"did you mean `{near[0]}`?" if near else "no variable"
        self.faults.fault("E0250", node.target.span, f"`{text}` can not be set: it is {what}", label=label, help=help)

    def changed(self, node: syntax.Assign, now: ir.Expression) -> ir.Expression:
        """The complete new value of what is now `now`."""
        if node.operator == "=":
            hint = None if now.type in (UNKNOWN, NONE) else now.type
            return self.right_side(node.value, hint)
        if isinstance(now.type, ir.Many):
            value = self.fit(self.read(node.value, now.type), now.type, node.value.span)
            return (ir.Union if node.operator == "+=" else ir.Without)(node.span, now.type, now, value)
        if strip(now.type) not in (ir.NUMBER, UNKNOWN):
            self.misfit(now, ir.NUMBER, node.target.span)
        value = self.check(node.value, ir.NUMBER)
        return ir.Operation(node.span, ir.NUMBER, node.operator[0], (now, value))

    def assign_local(self, node: syntax.Assign, name: syntax.Name, binding: Binding) -> Statements:
        if not binding.assignable or binding.local is None:
            self.no_target(node, "given from outside", "keep another value with `let`")
            self.right_side(node.value)
            return ()
        local = binding.local
        value = self.changed(node, ir.LocalValue(name.span, local.type, local))
        if value.type == ir.NOTHING:
            self.misfit(value, local.type, node.value.span)
            return ()
        wider = join(local.type, value.type)
        if wider is not None and wider != local.type and binding.span is not None:
            self.world.widened[binding.span] = wider
            return (ir.SetLocal(node.span, local, value),)
        return (ir.SetLocal(node.span, local, self.fit(value, local.type, node.value.span)),)

    def assign_variable(self, node: syntax.Assign, target: ir.VariableValue) -> Statements:
        value = self.fit(self.changed(node, target), target.type, node.value.span)
        before, value = self.stored(node.span, value)
        return (*before, ir.SetVariable(node.span, target.variable, target.indexes, value))

    def perform(self, node: syntax.Perform) -> Statements:
        value = self.right_side(node.call)
        if value.type == UNKNOWN and not isinstance(value, ir.RuleCall | ir.FactValue):
            return ()
        if not isinstance(value, ir.RuleCall) and not (isinstance(value, ir.FactValue) and value.fact.rules is not None):
            text = " ".join(node.span.text.split())
            self.faults.fault(
                "E0251", node.span, "this is a value, and nothing is done with it", label="does nothing", help=f"`let x = {text}` keeps it"
            )
            return ()
        if isinstance(value, ir.RuleCall) and not value.rule.asks and self.is_plain(value.rule):
            text = " ".join(node.span.text.split())
            message = f"`{value.rule.name}` only gives a value, and nothing is done with it"
            self.faults.fault("E0251", node.span, message, label="does nothing", help=f"`let x = {text}` keeps it")
        return (ir.Perform(node.span, value),)

    def is_plain(self, rule: ir.Rule) -> bool:
        """Whether a rule is one expression with a value."""
        body = self.world.units[rule].body
        return body is not None and not isinstance(body, tuple) and rule.result != ir.NOTHING

    # ------------------------------------------------------------------ cards

    def cards(self, node: syntax.Expression) -> ir.Expression:
        return self.check(node, many(ir.CARD))

    def move(self, node: syntax.Move) -> Statements:
        what, exactly = node.what, None
        if isinstance(what, syntax.From):
            return self.moved_from(node, what)
        match what:
            case (
                syntax.XofY(left=syntax.Name(text="all" | "everything"), right=zone)
                | syntax.Compare(left=syntax.Every(name=syntax.Name(text="card")), operator="in", right=zone)
            ):
                better = f"move {' '.join(zone.span.text.split())} to {' '.join(node.place.span.text.split())}"
                message = "a zone alone is all of its cards"
                self.faults.fault("E0150", what.span, message, label=f"write `{better}`")
                return ()
            case _:
                pass
        if node.exactly:
            if isinstance(what, syntax.XofY):
                what = syntax.Pick(what.span, "top", what.left, what.right)
            if isinstance(what, syntax.Pick) and what.count is not None:
                exactly = self.check(what.count, ir.NUMBER)
            else:
                self.faults.fault(
                    "E0230", what.span, "`exactly` needs a number of cards", label="how many?", help="write `move exactly 5 of stock to …`"
                )
        elif isinstance(what, syntax.XofY) and not self.is_card(what):
            self.faults.fault(
                "E0239",
                what.span,
                "which of them? nobody chooses here",
                label="",
                help=f"write `top {what.left.span.text} of {what.right.span.text}`, or `random`, `first`, `last`",
            )
            what = syntax.Pick(what.span, "top", what.left, what.right)
        cards = self.cards(what)
        place = self.place(node.place)
        if node.facing == "up" and isinstance(place, ir.ZonePlace):
            self.world.turned.add(place.zone.name)
        return (ir.Move(node.span, cards, place, node.to_bottom, node.facing, exactly),)

    def moved_from(self, node: syntax.Move, what: syntax.From) -> Statements:
        """`move 3 from laid to tied`: cards are said to be `of` a zone."""
        some, zone, place = (" ".join(part.span.text.split()) for part in (what.source, what.start, node.place))
        one = not isinstance(what.source, syntax.Number)
        self.faults.fault(
            "E0150",
            what.span,
            f"`{some} from {zone}` can not be moved: of which zone cards are is said by `of`",
            label=f"write `move {some if one else f'top {some} of {zone}'} to {place}`",
            help="a card is known by itself: where it lies need not be said" if one else "",
        )
        return ()

    def deal(self, node: syntax.Deal) -> Statements:
        if node.count is None and isinstance(node.source, syntax.Number):
            where = next((zone.name for zone in self.world.zones.values() if zone.starts is not None), "stock")
            self.faults.fault(
                "E0230",
                node.span,
                "it is not said from where these cards are dealt",
                label=f"write `deal {node.source.value} from {where} to each {self.dealt_to(node.zone.text)}`",
            )
            return ()
        count = None if node.count is None else self.check(node.count, ir.NUMBER)
        source = self.place(node.source)
        start = None if node.start is None else self.check(node.start, ir.PLAYER)
        zone = self.world.zones.get(node.zone.text)
        if zone is None:
            if node.zone.text in ("player", "card"):
                label = f"write `to each {self.dealt_to(node.zone.text)}`"
                self.faults.fault("E0203", node.zone.span, "cards are dealt to a zone of each player", label=label)
            else:
                self.every(syntax.Every(node.zone.span, node.zone))
            return ()
        if len(zone.indexes) != 1 or zone.indexes[0].over != "player":
            self.faults.fault(
                "E0233", node.zone.span, f"`{zone.name}` is not a zone of each player", label="no player's own", help="use `move … to …`"
            )
            return ()
        return (ir.Deal(node.span, count, source, zone, start),)

    def dealt_to(self, word: str) -> str:
        """The zone of each player that may be meant by a word."""
        own = [zone.name for zone in self.world.zones.values() if [i.over for i in zone.indexes] == ["player"]]
        return word if word in own else own[0] if own else "hand"

    def swap(self, node: syntax.Swap) -> Statements:
        left, right = self.read(node.left), self.read(node.right)
        one, other = self.as_place(left), self.as_place(right)
        if one is not None and other is not None:
            return (ir.Swap(node.span, one, other),)
        return (ir.Swap(node.span, self.fit(left, ir.CARD, node.left.span), self.fit(right, ir.CARD, node.right.span)),)

    def turn(self, span: Span, how: str, what: syntax.Expression, to: syntax.Expression | None) -> Statements:
        """`reveal`, `hide` or `show`, of cards or of a variable's value."""
        seats = None if to is None else self.check(to, many(ir.PLAYER))
        value = self.read(what, SET)
        if isinstance(value, ir.VariableValue) and (value.variable.seen_by != "all" or strip(value.type) != ir.CARD):
            if value.variable.seen_by == "all":
                self.faults.fault("E0251", what.span, f"everybody sees `{value.variable.name}` already", label="neither secret nor hidden")
            self.world.turned.add(value.variable.name)
            return (ir.TurnVariable(span, how, value.variable, value.indexes, seats),)
        for zone in zones_in(value):
            self.world.turned.add(zone)
        if isinstance(value, ir.LocalValue | ir.VariableValue | ir.FaceConstant):
            self.world.turned.add("*")  # any card may be meant
        return (ir.Turn(span, how, self.fit(value, many(ir.CARD), what.span), seats),)

    def tell(self, node: syntax.Tell) -> Statements:
        to = self.check(node.to, many(ir.PLAYER))
        if node.of is None:
            return (ir.Tell(node.span, to, None, None, self.condition(node.fact)),)
        source = self.set_of(node.of, SET)
        it = ir.Local("it", item(source.type))
        for zone in zones_in(source):
            self.world.turned.add(zone)
        with self.bound(candidate=it):
            fact = self.condition(node.fact)
        return (ir.Tell(node.span, to, self.fit(source, many(ir.CARD), node.of.span), it, fact),)

    # ------------------------------------------------------------------ ends

    def chance(self, span: Span, what: str) -> None:
        self.effects.chance = True
        if self.place_of.sealed:
            self.sealed(span, f"{what} draws chance")

    def ending(self, span: Span, what: str) -> None:
        self.effects.ends = True
        if self.place_of.sealed:
            self.sealed(span, f"{what} ends the game")

    def order(self, span: Span, who: syntax.Expression, keys: tuple[syntax.Key, ...], score: bool) -> Statements:
        """`order players by …` and `score players by …`."""
        self.ending(span, "this")
        among = self.check(who, many(ir.PLAYER))
        you = ir.Local("you", ir.PLAYER)
        with self.acting(you):
            found = tuple((self.fit(self.key(k), ir.NUMBER, k.span) if score else self.key(k), k.lowest) for k in keys)
        return (ir.End(span, None, you, found, among, score),)

    def give_back(self, node: syntax.Return) -> Statements:
        if not self.place_of.rule:
            self.faults.fault("E0252", node.span, "`return` leaves a rule, and this is not one", label="not in a rule")
            return ()
        if node.value is None:
            self.returned = join_results(self.returned, ir.NOTHING)
            return (ir.Return(node.span, None),)
        value = self.right_side(node.value)
        if self.returned is not None and join_results(self.returned, value.type) is None:
            self.faults.fault(
                "E0231",
                node.value.span,
                f"this rule returns {said(self.returned)} elsewhere, and here {said(value.type)}",
                label="another kind of value",
            )
        else:
            self.returned = join_results(self.returned, value.type)
        before, value = self.stored(node.span, value)
        return (*before, ir.Return(node.span, value))

    def mark(self, node: syntax.Mark) -> Statements:
        word = node.word
        if word == "nothing":
            return ()
        if word == "stop":
            if not self.place_of.loop:
                self.faults.fault("E0252", node.span, "`stop` leaves a loop, and there is none here", label="not in a loop")
            return (ir.Leave(node.span, word),)
        if word == "end turn":
            if not self.place_of.turn:
                self.faults.fault("E0252", node.span, "`end turn` stands in the body of `take turns` only", label="not in a turn")
            return (ir.Leave(node.span, word),)
        if not self.place_of.turn:
            if not self.place_of.rule:
                self.faults.fault("E0252", node.span, f"`{word}` stands in `take turns` only", label="not in a turn")
            self.effects.turns = True
        return (ir.TurnMark(node.span, word),)

    def say(self, node: syntax.Say) -> Statements:
        parts: list[str | ir.Expression] = []
        for part in node.parts:
            if isinstance(part, str):
                parts.append(part)
                continue
            value = self.read(part)
            if isinstance(value, ir.VariableValue) and value.variable.seen_by != "all":
                self.faults.fault(
                    "E0259",
                    part.span,
                    f"`{value.variable.name}` is not for everybody to know",
                    label="secret",
                    help="reveal it first, or leave it out",
                )
            parts.append(value)
        return (ir.Say(node.span, tuple(parts)),)

    def branch(self, node: syntax.If) -> Statements:
        if len(node.branches) > MOST_BRANCHES:
            self.faults.fault("E0260", node.branches[MOST_BRANCHES][0].span, f"more than {MOST_BRANCHES} cases in one `if`", help=USE_FACTS)
            return ()
        no: Statements = () if node.otherwise is None else self.block(node.otherwise)
        for condition, body in reversed(node.branches):
            no = (ir.If(node.span if body is node.branches[0][1] else condition.span, self.condition(condition), self.block(body), no),)
        return no


def join_results(before: ir.Type | None, now: ir.Type) -> ir.Type | None:
    """The type of a rule's results so far and one more."""
    if before is None or before == now:
        return now
    if ir.NOTHING in (before, now):
        return None if UNKNOWN not in (before, now) else ir.NOTHING
    return join(before, now)


def zones_in(value: ir.Expression) -> set[str]:
    """Zones a set of cards is surely from."""
    match value:
        case ir.Contents(place=ir.ZonePlace(zone=zone)) | ir.AllContents(zone=zone):
            return {zone.name}
        case (
            ir.Only(source=source)
            | ir.Filter(source=source)
            | ir.Ordered(source=source)
            | ir.Picked(source=source)
            | ir.Aggregate(source=source)
        ):
            return zones_in(source)
        case ir.Sequence(items=items):
            return {zone for part in items for zone in zones_in(part)}
        case _:
            return set()


__all__ = ["Sentences", "Statements", "join_results", "zones_in"]
