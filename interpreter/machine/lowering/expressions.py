"""Expressions to code. Each leaves its value on the stack: one word, or the items of a sequence and their number.

Reading a place as a set draws no card of a shuffled pile; `ordered` says that the order of the items matters, and then they are drawn. What
`where` leaves of a pile is a set: it comes in the deck's order, unless something is picked by position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from ....dsl import ir
from .. import opcodes as op
from ..program import Program
from .emit import Emitter, Label, Slot
from .walk import reads_state

OPERATORS = {"+": op.ADD, "-": op.SUBTRACT, "*": op.MULTIPLY, "//": op.DIVIDE, "%": op.REMAINDER}
RED = ("hearts", "diamonds")
PIPS = {"A": 1, "J": 11, "Q": 12, "K": 13}


def many(expression: ir.Expression) -> bool:
    return isinstance(expression.type, ir.Many)


def bare(type_: ir.Type) -> ir.Type:
    """The type without `or none`."""
    return type_.of if isinstance(type_, ir.Maybe) else type_


class Expressions(Emitter, ABC):
    """Writes expressions."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.zones: dict[str, tuple[int, tuple[tuple[int, int], ...]]] = {}
        self.numbers: dict[str, int] = {}  # of variables
        self.shuffled: set[str] = set()  # zones that may hold undrawn cards
        self.rules: dict[int, tuple[ir.Rule, Label]] = {}
        self.waiting: list[ir.Rule] = []
        self.fact_tables: dict[int, int] = {}
        self.named_tables: dict[str, int] = {}
        self.refills = False

    @abstractmethod
    def constant(self, expression: ir.Expression, it: tuple[ir.Local, int] | None = None) -> int:
        """The value of an expression that reads no state, worked out by the machine."""

    # ----------------------------------------------------------------------- entry points

    def value(self, e: ir.Expression, ordered: bool = True) -> None:
        """Leaves the value of an expression of any type."""
        getattr(self, f"_{type(e).__name__}")(e, ordered)

    def typed(self, e: ir.Expression, wanted: ir.Type) -> None:
        """The value as the type wanted: a set of one for its member, or the member of a set of one."""
        self.value(e, not isinstance(e, ir.Filter))
        if isinstance(wanted, ir.Many) and not many(e):
            self.emit(op.SINGLE)
        elif many(e) and not isinstance(wanted, ir.Many):
            self.emit(op.ONLY)

    def sequence(self, e: ir.Expression, ordered: bool = False) -> None:
        """The value as a sequence."""
        self.value(e, ordered)
        if not many(e):
            self.emit(op.SINGLE)

    def scalar(self, e: ir.Expression) -> None:
        self.value(e)
        if many(e):
            self.emit(op.ONLY)

    def push(self, value: int) -> None:
        self.emit(op.PUSH, value)

    def rule_label(self, rule: ir.Rule) -> Label:
        if id(rule) not in self.rules:
            self.rules[id(rule)] = (rule, self.label())
            self.waiting.append(rule)
        return self.rules[id(rule)][1]

    def call(self, rule: ir.Rule, you: ir.Expression | None, arguments: tuple[ir.Expression | Slot, ...]) -> None:
        if rule.you is not None:
            assert you is not None
            self.scalar(you)
        for parameter, argument in zip(rule.parameters, arguments, strict=True):
            if isinstance(argument, Slot):
                self.load(argument)
            else:
                self.typed(argument, parameter.type)
        self.jump(op.CALL_FRAME if rule.asks else op.CALL, self.rule_label(rule))

    # ----------------------------------------------------------------------- constants and names

    def _Constant(self, e: ir.Constant, ordered: bool) -> None:
        self.push(e.value)

    def _FaceConstant(self, e: ir.FaceConstant, ordered: bool) -> None:
        cards = [card for card, face in enumerate(self.layout.card_face) if face == e.face]
        self.layout.named.update(cards)
        if many(e):
            for card in cards:
                self.push(card)
            self.push(len(cards))
        else:
            left = [card for card in cards if not self.frame.placing or card not in self.frame.placed] or cards
            self.push(left[0] if left else ir.NONE)
            self.frame.placed.update(left[:1])

    def _SeatConstant(self, e: ir.SeatConstant, ordered: bool) -> None:
        self.push(e.seat)

    def _OptionValue(self, e: ir.OptionValue, ordered: bool) -> None:
        self.push(self.program.options[e.option.name])

    def _LocalValue(self, e: ir.LocalValue, ordered: bool) -> None:
        self.load(self.frame.slots[e.local])

    def _VariableValue(self, e: ir.VariableValue, ordered: bool) -> None:
        cells = self.program.cells[e.variable.name]
        if self.indexed(cells.address, cells.dimensions, e.indexes):
            self.code[-2] = op.LOAD
        else:
            self.emit(op.LOAD_AT)

    def _ZonePlace(self, e: ir.ZonePlace, ordered: bool) -> None:
        base, dimensions = self.zones[e.zone.name]
        self.indexed(base, dimensions, e.indexes)

    def fixed(self, e: ir.Expression) -> int | None:
        """The value of what is written as a constant."""
        if isinstance(e, ir.Constant):
            return e.value
        if isinstance(e, ir.SeatConstant):
            return e.seat
        if isinstance(e, ir.OptionValue):
            return self.program.options[e.option.name]
        if isinstance(e, ir.Operation) and e.operator == "not":
            value = self.fixed(e.operands[0])
            return None if value is None else 1 - value
        if isinstance(e, ir.Comparison) and e.operator in ("is", "is not"):
            left, right = self.fixed(e.left), self.fixed(e.right)
            return None if left is None or right is None else int((left == right) == (e.operator == "is"))
        if isinstance(e, ir.Both | ir.Either):
            left, right = self.fixed(e.left), self.fixed(e.right)
            settled = 0 if isinstance(e, ir.Both) else 1
            return settled if left == settled else right if left is not None else None
        return None

    def indexed(self, base: int, dimensions: tuple[tuple[int, int], ...], indexes: tuple[ir.Expression, ...]) -> bool:
        """Leaves base + the position of these indexes, the last running fastest. Says whether that is a constant (then just pushed)."""
        strides = [1] * len(dimensions)
        for k in range(len(dimensions) - 2, -1, -1):
            strides[k] = strides[k + 1] * dimensions[k + 1][1]
        open_to: list[tuple[ir.Expression, int, int, int]] = []
        for (low, size), stride, index in zip(dimensions, strides, indexes, strict=True):
            known = self.fixed(index)
            if known is not None and 0 <= known - low < size:
                base += (known - low) * stride
            else:
                open_to.append((index, low, size, stride))
        self.push(base)
        for index, low, size, stride in open_to:
            self.scalar(index)
            self.emit(op.INDEX, low, size, stride)
        return not open_to

    def may_be_undrawn(self, place: ir.Expression) -> bool:
        return place.zone.name in self.shuffled if isinstance(place, ir.ZonePlace) else bool(self.shuffled)

    def _Contents(self, e: ir.Contents, ordered: bool) -> None:
        self.value(e.place)
        if ordered and self.may_be_undrawn(e.place):
            self.emit(op.DRAW_ALL)
        self.emit(op.CONTENTS)

    def _AllContents(self, e: ir.AllContents, ordered: bool) -> None:
        base, dimensions = self.zones[e.zone.name]
        count = 1
        for _, size in dimensions:
            count *= size
        self.emit(op.ALL_CONTENTS, base, count)

    # ----------------------------------------------------------------------- facts, attributes, rules

    def table(self, values: tuple[int, ...]) -> int:
        self.layout.tables.append(values)
        return len(self.layout.tables) - 1

    def _FactValue(self, e: ir.FactValue, ordered: bool) -> None:
        fact = e.fact
        if fact.rules is not None:
            self.fact_rule(e, fact.rules)
            return
        if id(fact) not in self.fact_tables:
            self.fact_tables[id(fact)] = self.fact_table(fact, e.of_card)
        table = self.fact_tables[id(fact)]
        self.scalar(e.owner)
        if fact.values is not None:
            self.emit(op.TABLE, table)
        elif e.arguments:
            self.scalar(e.arguments[0])
            self.emit(op.ROW, table)
        else:
            self.emit(op.ROW_ALL, table)

    def fact_table(self, fact: ir.Fact, of_card: bool) -> int:
        owners = self.layout.card_face if of_card else None
        if fact.values is not None:
            worked_out = [self.constant(v) for v in fact.values]
            return self.table(tuple(worked_out if owners is None else [worked_out[f] for f in owners]))
        assert fact.lists is not None
        rows = [[self.constant(v) for v in row] for row in fact.lists]
        rows = rows if owners is None else [rows[f] for f in owners]
        starts, data = [len(rows) + 1], list[int]()
        for row in rows:
            data.extend(row)
            starts.append(len(rows) + 1 + len(data))
        return self.table((*starts, *data))

    def fact_rule(self, e: ir.FactValue, rules: tuple[ir.Rule | None, ...]) -> None:
        """Jumps to the owner's own rule. A face that has none does nothing, and its value is none."""
        with self.block():
            owner = Slot(False, self.frame.take_local(1), 0)
            self.scalar(e.owner)
            self.store(owner)
            end = self.label()
            table = self.table(())
            self.load(owner)
            self.emit(op.SWITCH, table)
            starts: dict[int, int] = {}
            by_face: list[int] = []
            for rule in rules:
                if id(rule) not in starts:
                    starts[id(rule)] = self.here()
                    if rule is not None:
                        self.call(rule, e.you, (owner, *e.arguments))
                    elif isinstance(e.type, ir.Many):
                        self.push(0)
                    elif e.type != ir.NOTHING:
                        self.push(ir.NONE)
                    self.jump(op.JUMP, end)
                by_face.append(starts[id(rule)])
            self.here(end)
            self.layout.tables[table] = tuple(by_face[f] for f in self.layout.card_face) if e.of_card else tuple(by_face)

    def _AttributeValue(self, e: ir.AttributeValue, ordered: bool) -> None:
        if e.attribute is None:
            self.scalar(e.card)
            self.emit(op.TABLE, self.card_table(e.builtin or ""))
            return
        rule = e.attribute.rule
        table = self.static_attribute(e.attribute)
        if table >= 0:
            self.scalar(e.card)
            self.emit(op.TABLE, table)
            return
        self.scalar(e.card)
        if not isinstance(e.card.type, ir.Maybe):
            self.jump(op.CALL, self.rule_label(rule))
            return
        with self.block():
            card = Slot(False, self.frame.take_local(1), 0)
            none, end = self.label(), self.label()
            self.store(card)
            self.push(ir.NONE)
            self.load(card)
            self.emit(op.EQUAL)
            self.jump(op.JUMP_IF, none)
            self.load(card)
            self.jump(op.CALL, self.rule_label(rule))
            self.jump(op.JUMP, end)
            self.here(none)
            self.push(ir.NONE)
            self.here(end)

    def static_attribute(self, attribute: ir.Attribute) -> int:
        """The table of an attribute that reads no state; -1: it has none, or it is being worked out."""
        rule, name = attribute.rule, f"attribute {attribute.name}"
        if name not in self.named_tables:
            self.named_tables[name] = -1
            if rule.you is None and not reads_state(rule) and not isinstance(rule.result, ir.Many):
                self.named_tables[name] = self.table(tuple(self.constant_call(rule, card) for card in range(self.layout.cards)))
        return self.named_tables[name]

    @abstractmethod
    def constant_call(self, rule: ir.Rule, card: int) -> int:
        """A rule's value for a card, where it reads no state."""

    def card_table(self, name: str) -> int:
        """suit, rank, color, name or pips of each card."""
        if name not in self.named_tables:
            self.named_tables[name] = self.table(tuple(self.built_in(name, face) for face in self.layout.card_face))
        return self.named_tables[name]

    def built_in(self, name: str, number: int) -> int:
        game = self.program.game
        face = game.deck.faces[number]
        if name == "suit":
            return ir.NONE if face.suit is None else face.suit
        if name == "rank":
            return ir.NONE if face.rank is None else face.rank
        if name == "pips":
            return ir.NONE if face.rank is None else self.pips(face.rank)
        if name == "color":
            if face.suit is None:
                return ir.NONE
            red = game.kinds["suit"].members[face.suit] in RED
            return game.kinds["color"].members.index("red" if red else "black")
        return game.kinds["name"].members.index(face.name)

    def pips(self, rank: int) -> int:
        name = self.program.game.kinds["rank"].members[rank]
        return PIPS[name] if name in PIPS else int(name) if name.isdigit() else ir.NONE

    def _RuleCall(self, e: ir.RuleCall, ordered: bool) -> None:
        self.call(e.rule, e.you, e.arguments)

    # ----------------------------------------------------------------------- operators

    def _Operation(self, e: ir.Operation, ordered: bool) -> None:
        for operand in e.operands:
            self.scalar(operand)
        if e.operator == "negate":
            self.emit(op.NEGATE)
        elif e.operator == "not":
            self.emit(op.NOT)
        else:
            self.emit(OPERATORS[e.operator])

    def _Comparison(self, e: ir.Comparison, ordered: bool) -> None:
        left, right = (e.right, e.left) if e.operator in (">", ">=") else (e.left, e.right)
        if many(left) or many(right):
            if many(left) and many(right):
                self.sequence(left, True)
                self.sequence(right, True)
            elif e.operator in ("is", "is not"):
                self.scalar(left)
                self.scalar(right)
                self.emit(op.EQUAL)
                if e.operator == "is not":
                    self.emit(op.NOT)
                return
            else:
                self.sequence(left, True)
                self.sequence(right, True)
            self.emit(op.COMPARE)
            self.push(0)
        else:
            self.value(left)
            self.value(right)
        if e.operator in ("is", "is not"):
            self.emit(op.EQUAL)
            if e.operator == "is not":
                self.emit(op.NOT)
        else:
            self.emit(op.LESS if e.operator in ("<", ">") else op.AT_MOST)

    def _Contained(self, e: ir.Contained, ordered: bool) -> None:
        if not isinstance(e.source, ir.Interval):
            self.sequence(e.source)
            self.scalar(e.item)
            self.emit(op.CONTAINS)
            return
        with self.block():
            item = Slot(False, self.frame.take_local(1), 0)
            no, end = self.label(), self.label()
            self.scalar(e.item)
            self.store(item)
            if isinstance(e.item.type, ir.Maybe) or many(e.item):
                self.load(item)
                self.push(ir.NONE)
                self.emit(op.EQUAL)
                self.jump(op.JUMP_IF, no)
            self.scalar(e.source.low)
            self.load(item)
            self.emit(op.AT_MOST)
            self.jump(op.JUMP_UNLESS, no)
            self.load(item)
            self.scalar(e.source.high)
            self.emit(op.AT_MOST)
            self.jump(op.JUMP, end)
            self.here(no)
            self.push(0)
            self.here(end)

    def _Both(self, e: ir.Both, ordered: bool) -> None:
        self.short(e.left, e.right, op.JUMP_UNLESS, 0)

    def _Either(self, e: ir.Either, ordered: bool) -> None:
        self.short(e.left, e.right, op.JUMP_IF, 1)

    def short(self, left: ir.Expression, right: ir.Expression, instruction: int, settled: int) -> None:
        decided, end = self.label(), self.label()
        self.scalar(left)
        self.jump(instruction, decided)
        self.scalar(right)
        self.jump(op.JUMP, end)
        self.here(decided)
        self.push(settled)
        self.here(end)

    def _Conditional(self, e: ir.Conditional, ordered: bool) -> None:
        no, end = self.label(), self.label()
        self.scalar(e.condition)
        self.jump(op.JUMP_UNLESS, no)
        self.typed(e.yes, e.type)
        self.jump(op.JUMP, end)
        self.here(no)
        self.typed(e.no, e.type)
        self.here(end)

    def _OrElse(self, e: ir.OrElse, ordered: bool) -> None:
        end = self.label()
        self.typed(e.left, e.type)
        self.jump(op.OR_ELSE_SEQUENCE if many(e) else op.OR_ELSE, end)
        self.typed(e.right, e.type)
        self.here(end)

    # ----------------------------------------------------------------------- built-in words

    def _Builtin(self, e: ir.Builtin, ordered: bool) -> None:
        from .builtins import BUILTINS

        BUILTINS[e.name](self, e.arguments)

    def seat_table(self, name: str, of: Callable[[int], int]) -> int:
        if name not in self.named_tables:
            self.named_tables[name] = self.table(tuple(of(seat) for seat in range(self.layout.seats)))
        return self.named_tables[name]

    def through(self, table: int, argument: ir.Expression) -> None:
        self.scalar(argument)
        self.emit(op.TABLE, table)

    def per_seat(self, base: int, seat: ir.Expression) -> None:
        self.indexed(base, ((0, self.layout.seats),), (seat,))
        self.emit(op.LOAD_AT)

    def team(self, seat: int) -> int:
        teams = self.program.game.teams
        return seat % teams if teams else 0 if teams == 0 else seat

    def partner(self, seat: int) -> int:
        teams = self.program.game.teams
        return (seat + teams) % self.layout.seats if teams else seat

    def count_or_one(self, count: ir.Expression | None) -> None:
        if count is None:
            self.push(1)
        else:
            self.scalar(count)
