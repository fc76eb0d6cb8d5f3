"""Sentences to code.

Leaving a loop, a turn or a rule early runs what each scope it leaves has to do on the way out: turns end, rounds end, the direction of play
comes back.
"""

from __future__ import annotations

from ....dsl import ir
from .. import opcodes as op
from ..layout import DIRECTION, MARKS
from ..running.cards import FACE
from .emit import Scope, Slot
from .expressions import many
from .sequences import Sequences

HOW = {"reveal": 0, "hide": 1, "show": 2}
MARK_BITS = {"again": 1, "reverse": 2, "skip": 4}


class Statements(Sequences):
    """Writes sentences."""

    def statements(self, body: tuple[ir.Statement, ...]) -> None:
        """A block: its locals end with it."""
        with self.block():
            for statement in body:
                self.statement(statement)

    def statement(self, s: ir.Statement) -> None:
        with self.at(s.span):
            getattr(self, f"_do_{type(s).__name__}")(s)

    # ----------------------------------------------------------------------- values

    def _do_SetVariable(self, s: ir.SetVariable) -> None:
        cells = self.program.cells[s.variable.name]
        self.indexed(cells.address, cells.dimensions, s.indexes)
        self.typed(s.value, s.variable.type)
        self.emit(op.SET_VARIABLE, self.numbers[s.variable.name])

    def _do_SetLocal(self, s: ir.SetLocal) -> None:
        self.refills = True
        self.typed(s.value, s.local.type)
        self.refills = False
        slot = self.frame.slots.get(s.local)
        self.store(slot if slot is not None else self.declare(s.local))

    def _do_SetZone(self, s: ir.SetZone) -> None:
        self.value(s.place)
        self.frame.placing = True
        self.sequence(s.cards, True)
        self.frame.placing = False
        self.emit(op.SET_ZONE)

    def _do_Perform(self, s: ir.Perform) -> None:
        self.value(s.call)
        if many(s.call):
            self.emit(op.POP_SEQUENCE)
        elif s.call.type != ir.NOTHING:
            self.emit(op.POP)

    # ----------------------------------------------------------------------- cards

    def _do_Move(self, s: ir.Move) -> None:
        self.refills = True
        self.sequence(s.what, not isinstance(s.what, ir.Filter))
        self.refills = False
        self.value(s.to)
        if s.exactly is None:
            self.push(ir.NONE)
        else:
            self.scalar(s.exactly)
        self.emit(op.MOVE, 1 if s.to_bottom else 0, FACE[s.face])

    def _do_Deal(self, s: ir.Deal) -> None:
        self.value(s.source)
        if s.count is None:
            self.push(ir.NONE)
        else:
            self.scalar(s.count)
        if s.start is None:
            self.push(0)
        else:
            self.scalar(s.start)
        base, dimensions = self.zones[s.to.name]
        stride = 1
        for _, size in dimensions[1:]:
            stride *= size
        self.emit(op.DEAL, base, stride)

    def _do_Shuffle(self, s: ir.Shuffle) -> None:
        self.value(s.place)
        self.emit(op.SHUFFLE)

    def _do_Swap(self, s: ir.Swap) -> None:
        self.value(s.left)
        self.value(s.right)
        self.emit(op.SWAP_PLACES if s.left.type == ir.PLACE else op.SWAP_CARDS)

    def mask(self, seats: ir.Expression | None) -> None:
        if seats is None:
            self.push(0)
        else:
            self.sequence(seats)
            self.emit(op.MASK)

    def _do_Turn(self, s: ir.Turn) -> None:
        self.sequence(s.cards, not isinstance(s.cards, ir.Filter))
        self.mask(s.to)
        self.emit(op.TURN, HOW[s.how])

    def _do_TurnVariable(self, s: ir.TurnVariable) -> None:
        cells = self.program.cells[s.variable.name]
        self.indexed(cells.address, cells.dimensions, s.indexes)
        self.mask(s.to)
        self.emit(op.TURN_VARIABLE, self.numbers[s.variable.name], HOW[s.how])

    def _do_Tell(self, s: ir.Tell) -> None:
        number = len(self.program.tells)
        self.program.tells.append(s)
        if s.of is None or s.it is None:
            self.mask(s.to)
            self.scalar(s.fact)
            self.push(ir.NONE)
            self.emit(op.TELL, number)
            return
        with self.walk(s.of, s.it, True) as walk:
            self.mask(s.to)
            self.scalar(s.fact)
            self.load(walk.it)
            self.emit(op.TELL, number)
        self.drop(walk)

    def _do_SetOut(self, s: ir.SetOut) -> None:
        self.sequence(s.who)
        self.emit(op.SET_OUT, 1 if s.out else 0)

    def _do_Say(self, s: ir.Say) -> None:
        number = len(self.program.texts)
        self.program.texts.append(tuple(part if isinstance(part, str) else part.type for part in s.parts))
        for part in s.parts:
            if not isinstance(part, str):
                self.value(part)
        self.emit(op.SAY, number)

    # ----------------------------------------------------------------------- the end

    def _do_End(self, s: ir.End) -> None:
        if s.winners is not None:
            self.sequence(s.winners)
            teams = self.program.game.teams
            self.emit(op.WIN, -1 if teams is None else teams)
            return
        assert s.you is not None
        among = s.among if s.among is not None else ir.Builtin(s.span, ir.Many("players", ir.PLAYER), "players", ())
        with self.walk(among, s.you) as walk:
            self.push(0)
            for key, lowest in s.keys:
                self.value(key)
                if many(key):
                    if lowest:
                        raise self.fault("only a number can be asked `lowest` here", key.span)
                else:
                    if lowest:
                        self.emit(op.FLIP)
                    self.push(1)
                self.emit(op.CONCATENATE)
        self.emit(op.PLACES, walk.slot, 2 if s.score else 1, -1 if s.keys[0][1] else 1)

    def _do_Return(self, s: ir.Return) -> None:
        kept: Slot | None = None
        if s.value is not None:
            self.typed(s.value, self.result)
            if any(words[0] == op.DROP_FAMILY for scope in self.frame.scopes for words in scope.close):
                capacity = self.capacity(self.result)  # the value lies on what is dropped
                kept = Slot(False, self.frame.take_local(capacity + 1), capacity)
                self.store(kept)
        self.leave_scopes(0)
        if kept is not None:
            self.load(kept)
        if self.frame.returns is not None:
            self.jump(op.JUMP, self.frame.returns)
        else:
            self.emit(op.RETURN_FRAME if self.frame.asks else op.RETURN)

    result: ir.Type = ir.NOTHING

    # ----------------------------------------------------------------------- branches and loops

    def _do_If(self, s: ir.If) -> None:
        known = self.fixed(s.condition)
        if known is not None:
            self.statements(s.yes if known == 1 else s.no)
            return
        no, end = self.label(), self.label()
        self.scalar(s.condition)
        self.jump(op.JUMP_UNLESS, no)
        self.statements(s.yes)
        if s.no:
            self.jump(op.JUMP, end)
        self.here(no)
        self.statements(s.no)
        self.here(end)

    def leave_scopes(self, depth: int) -> None:
        """What the scopes above this depth do on the way out, innermost first."""
        for scope in reversed(self.frame.scopes[depth:]):
            for words in scope.close:
                self.emit(*words)

    def _do_Leave(self, s: ir.Leave) -> None:
        kinds = ("loop",) if s.word == "stop" else ("turn",)
        for depth in range(len(self.frame.scopes) - 1, -1, -1):
            scope = self.frame.scopes[depth]
            if scope.kind in kinds and scope.end is not None:
                self.leave_scopes(depth + 1)
                self.jump(op.JUMP, scope.end)
                return
        raise self.fault(f"`{s.word}` stands outside of what it could leave", s.span)

    def _do_TurnMark(self, s: ir.TurnMark) -> None:
        self.emit(op.MARK, MARK_BITS[s.word])

    def _do_Loop(self, s: ir.Loop) -> None:
        again, end = self.label(), self.label()
        self.here(again)
        if s.test_first and s.go_on is not None:
            self.scalar(s.go_on)
            self.jump(op.JUMP_UNLESS, end)
        self.frame.scopes.append(Scope("loop", end))
        self.statements(s.body)
        self.frame.scopes.pop()
        if not s.test_first and s.go_on is not None:
            self.scalar(s.go_on)
            self.jump(op.JUMP_UNLESS, end)
        self.jump(op.LOOP, again)
        self.here(end)

    def _do_RepeatTimes(self, s: ir.RepeatTimes) -> None:
        again, end = self.label(), self.label()
        with self.block():
            left = self.cell()
            self.scalar(s.count)
            self.store(left)
            self.here(again)
            self.push(0)
            self.load(left)
            self.emit(op.LESS)
            self.jump(op.JUMP_UNLESS, end)
            self.load(left)
            self.emit(op.PUSH, 1, op.SUBTRACT)
            self.store(left)
            self.frame.scopes.append(Scope("loop", end))
            self.statements(s.body)
            self.frame.scopes.pop()
            self.jump(op.LOOP, again)
            self.here(end)

    def _do_ForEach(self, s: ir.ForEach) -> None:
        if isinstance(s.source, ir.Family):
            self.each_of_family(s, s.source)
            return
        again, end = self.label(), self.label()
        framed = self.frame.asks
        with self.block():
            if isinstance(s.source, ir.Interval):
                self.each_number(s, s.source)
                return
            capacity = max(self.capacity(s.source.type), 1)
            take = self.frame.take_frame if framed else self.frame.take_local
            snapshot = take(capacity + 2)
            item = self.declare(s.item)
            self.sequence(s.source, not isinstance(s.source, ir.Filter))
            if s.counterclockwise:
                self.emit(op.REVERSE)
            self.store(Slot(framed, snapshot + 1, capacity))
            self.push(0)
            self.store(Slot(framed, snapshot, 0))
            self.here(again)
            self.jump(op.NEXT_FRAME if framed else op.NEXT_LOCAL, snapshot, end)
            self.store(item)
            if s.skip_out:
                self.load(item)
                self.emit(op.IS_IN)
                self.jump(op.JUMP_UNLESS, again)
            self.frame.scopes.append(Scope("loop", end))
            self.statements(s.body)
            self.frame.scopes.pop()
            self.jump(op.LOOP, again)
            self.here(end)

    def each_number(self, s: ir.ForEach, source: ir.Interval) -> None:
        """low..high is counted, never listed."""
        again, end = self.label(), self.label()
        at, high = self.cell(), self.cell()
        item = self.declare(s.item)
        self.scalar(source.low)
        self.store(at)
        self.scalar(source.high)
        self.store(high)
        self.here(again)
        self.load(at)
        self.load(high)
        self.emit(op.AT_MOST)
        self.jump(op.JUMP_UNLESS, end)
        self.load(at)
        self.store(item)
        self.load(at)
        self.emit(op.PUSH, 1, op.ADD)
        self.store(at)
        self.frame.scopes.append(Scope("loop", end))
        self.statements(s.body)
        self.frame.scopes.pop()
        self.jump(op.LOOP, again)
        self.here(end)

    def each_of_family(self, s: ir.ForEach, source: ir.Family) -> None:
        """The items stay on the stack, so the body may not ask; leaving it drops them."""
        end = self.label()
        with self.walk(source, s.item) as walk:
            self.frame.scopes.append(Scope("loop", end, ((op.DROP_FAMILY, walk.slot),)))
            self.statements(s.body)
            self.frame.scopes.pop()
        self.here(end)
        self.drop(walk)

    # ----------------------------------------------------------------------- rounds and turns

    def _do_Round(self, s: ir.Round) -> None:
        self.emit(op.RESET_VARIABLES, op.ROUND_BEGAN)
        self.frame.scopes.append(Scope("round", None, ((op.ROUND_ENDED,),)))
        self.statements(s.body)
        self.frame.scopes.pop()
        self.emit(op.ROUND_ENDED)

    def load_words(self, slot: Slot) -> tuple[int, ...]:
        return (op.LOAD_FRAME if slot.framed else op.LOAD_LOCAL, slot.offset)

    def _do_TakeTurns(self, s: ir.TakeTurns) -> None:
        with self.block():
            direction, marks, start, skipped = self.cell(), self.cell(), self.cell(), self.cell()
            you = self.declare(s.you)
            again, end, turn_end = self.label(), self.label(), self.label()
            self.emit(op.LOAD, DIRECTION)
            self.store(direction)
            self.emit(op.LOAD, MARKS)
            self.store(marks)
            self.scalar(s.start)
            self.emit(op.CHECK_SEAT)
            self.store(start)
            self.push(0)
            self.store(skipped)
            if s.counterclockwise:
                self.emit(op.LOAD, DIRECTION, op.NEGATE, op.STORE, DIRECTION)
            restore = ((*self.load_words(direction), op.STORE, DIRECTION), (*self.load_words(marks), op.STORE, MARKS))
            self.here(again)
            if s.until is not None:
                self.scalar(s.until)
                self.jump(op.JUMP_IF, end)
            if s.among is None:
                self.emit(op.PLAYERS)
            else:
                self.sequence(s.among)
            self.load(start)
            self.load(skipped)
            self.emit(op.TURN_SEAT)
            self.store(you)
            self.push(ir.NONE)
            self.load(you)
            self.emit(op.EQUAL)
            self.jump(op.JUMP_IF, end)
            self.load(you)
            self.emit(op.TURN_BEGAN)
            ended = (*self.load_words(you), op.TURN_ENDED)
            self.frame.scopes.append(Scope("loop", end, restore))
            self.frame.scopes.append(Scope("turn", turn_end, (ended,)))
            self.statements(s.body)
            self.frame.scopes.pop()
            self.frame.scopes.pop()
            self.here(turn_end)
            self.emit(*ended)
            self.load(you)
            self.emit(op.NEXT_TURN)
            self.store(skipped)
            self.store(start)
            self.jump(op.LOOP, again)
            self.here(end)
            for words in restore:
                self.emit(*words)

    def _do_GoRound(self, s: ir.GoRound) -> None:
        with self.block():
            start, passed, last = self.cell(), self.cell(), self.cell()
            you = self.declare(s.you)
            again, end, after, acted = self.label(), self.label(), self.label(), self.label()
            self.scalar(s.start)
            self.emit(op.CHECK_SEAT)
            self.store(start)
            self.push(0)
            self.store(passed)
            self.push(ir.NONE)
            self.store(last)
            self.here(again)
            self.load(passed)
            self.load(last)
            self.load(start)
            self.jump(op.GO_SEAT, 1 if s.for_good else 0, end)
            self.store(you)
            self.load(you)
            self.emit(op.FORGET)
            self.frame.scopes.append(Scope("loop", end))
            self.frame.scopes.append(Scope("turn", after))
            self.statements(s.body)
            self.frame.scopes.pop()
            self.frame.scopes.pop()
            self.here(after)
            self.load(you)
            self.emit(op.ACTED)
            self.jump(op.JUMP_IF, acted)
            self.load(passed)
            self.emit(op.SEATS)
            self.load(you)
            self.emit(op.SINGLE, op.UNION, op.MASK)
            self.store(passed)
            step = self.label()
            self.jump(op.JUMP, step)
            self.here(acted)
            if not s.for_good:
                self.push(0)
                self.store(passed)
            self.load(you)
            self.store(last)
            self.here(step)
            self.load(you)
            self.emit(op.PUSH, 1, op.NEXT_SEAT)
            self.store(start)
            self.jump(op.LOOP, again)
            self.here(end)
