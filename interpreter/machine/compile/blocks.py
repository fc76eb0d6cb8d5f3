"""Code that stops: a function for each block between two places where it can be entered, which gives the address to go on at."""

from __future__ import annotations

from .. import opcodes as op
from ..layout import ACTED, ANYTIME, ASKING, FRAME, FRESH, GAMES, MENU, OVER, PC, RAN_OUT, STATUS, TOP
from ..running.decode import GAME_BEGAN
from ..running.run import GAMES_LIMIT
from .frames import Frames
from .plan import STOPS, Plan
from .values import Known, Value, condition, opposite, unknown, whole
from .writer import LIGHT, Unstructured

LONG = 160  # instructions that a block may grow to by what it goes on with
DEEP = 4  # branches within branches that are followed within a block
STOPPED = -1  # given in place of an address


class Blocks(Frames):
    """Writes the block at an address."""

    def __init__(self, plan: Plan, owner: int, start: int) -> None:
        super().__init__(plan, owner)
        self.owner, self.start = owner, start
        self.base = plan.calls.base(owner)
        self.targets: set[int] = set()  # blocks that this one goes on with
        self.nested = 0  # branches around what is being written
        self.length = 0
        self.again = False  # it goes on with itself
        self.loops_back = False
        self.closed = 0  # pieces around that are Python's own branches and loops, where nothing may stop

    # ----------------------------------------------------------------------- the whole

    def block(self) -> list[str]:
        """The lines of the function. Raises Unstructured."""
        left = self.plan.calls.stacks[self.start]
        if left:
            kinds = "".join(item.kind for item in left)
            if kinds not in ("s", "q"):
                raise Unstructured("a block begins in the middle of an expression")
            self.push(self.variable(unknown(kinds == "q").named("X[0]")))
        self.run(self.start)
        lines = self.piece.lines
        if self.piece.weight or self.again:
            count = [f"N[0] += {self.piece.weight + 1}"]
            if self.again or self.loops_back or self.piece.weight > LIGHT:
                count.append("if N[0] > LIMIT: raise GiveUp")
            lines = [*count, *lines]
        if self.again:
            lines = ["while True:", *("    " + line for line in lines)]
        lines = self.start_of_frame() + lines
        inputs = "S" if self.bulk else "S, T, R"
        return [f"def b{self.start}({inputs}):", *("    " + line for line in lines)]

    def run(self, at: int) -> None:
        """Writes from an address until every way has ended."""
        code = self.code
        while not self.piece.ended:
            self.length += 1
            self.touched.add(at)
            self.plan.spend()
            if at in self.plan.loops and (at != self.start or self.length > 1):
                after = self.tried(at, True)
                if after is None:
                    self.goto(at)
                    return
                at = after
                continue
            o = code[at]
            if o in (op.JUMP, op.LOOP):
                at = self.jump(code[at + 1], o == op.LOOP)
            elif o in (op.JUMP_UNLESS, op.JUMP_IF):
                at = self.branching(at)
            elif o in (op.OR_ELSE, op.OR_ELSE_SEQUENCE):
                at = self.whole(at)
            elif o == op.SWITCH:
                at = self.switching(at)
            elif o == op.CALL_FRAME:
                at = self.enter_rule(at)
            elif o == op.RETURN_FRAME:
                at = self.leave_rule(at)
            elif o in (op.NEXT_FRAME, op.GO_SEAT):
                at = self.next_of(at)
            elif o == op.POP and code[at + 1] == op.STORE_RUN:
                at += 1
            else:
                at = self.instruction(at)

    # ----------------------------------------------------------------------- going on

    def jump(self, target: int, back: bool) -> int:
        """Goes on elsewhere; gives the address where that is written here too."""
        self.loops_back |= back
        if self.bulk and self.code[target] == op.TAKE:
            asking = self.plan.program.asking[self.code[target + 1]]
            if asking.capacity == 1:  # the one who was asked has chosen
                target = asking.after
        if back or target in self.plan.loops or self.code[target] == op.TAKE or self.length > LONG or self.nested > DEEP:
            self.goto(target)
        return target

    def goto(self, target: int) -> None:
        """Ends the block: it goes on with another."""
        if self.piece.stack:
            (value,) = self.piece.stack
            assert isinstance(value, Value)
            self.line(f"X[0] = {whole(value)}")
        self.piece.ended = True
        if target == self.start and not self.piece.stack and not self.closed:
            self.again = True
            self.line("continue")
        else:
            self.targets.add(target)
            self.line(f"return {target}")

    def stop(self) -> None:
        self.line(f"return {STOPPED}")
        self.piece.ended = True

    def step(self, at: int, end: int) -> int:
        """Within Python's own branches and loops nothing stops."""
        if self.closed and self.code[at] in STOPS:
            raise Unstructured("it stops within")
        return super().step(at, end)

    def tried(self, at: int, loop: bool) -> int | None:
        """A branch or loop as Python has them, where nothing in it stops; else None."""
        outer = self.piece
        names, exits, leaving, moving = self.names, self.exits, self.leaving, self.moving
        self.closed += 1
        after: int | None = None
        try:
            with self.apart() as piece:
                after = self.loop(at) if loop else super().step(at, self.plan.end_of(self.owner))
        except Unstructured:
            self.piece, self.names, self.exits, self.leaving, self.moving = outer, names, exits, leaving, moving
            return None
        finally:
            self.closed -= 1
        self.adopt(piece)
        return after

    def whole(self, at: int) -> int:
        after = self.tried(at, False)
        if after is None:
            raise Unstructured("something stops within an expression")
        return after

    def switching(self, at: int) -> int:
        """A switch; where something stops in it, each way goes on by itself."""
        after = self.tried(at, False)
        if after is not None:
            return after
        table = self.layout.tables[self.code[at + 1]]
        *others, last = sorted(set(table))
        index = self.present(self.scalar())
        which = self.atom(self.looked_up(tuple([*others, last].index(start) for start in table), index))
        for k, start in enumerate(others):
            self.apart_way(f"{which.text} == {k}", start, here=True)
        return last

    def local(self, offset: int) -> Value:
        if self.local_name(offset) not in self.piece.locals:
            raise Unstructured("a local of another block")
        return super().local(offset)

    def loop(self, at: int) -> int:
        if self.code[at] == op.NEXT_FRAME:
            self.settle()
            return self.each_framed(at, self.plan.loops[at])
        return super().loop(at)

    def branching(self, at: int) -> int:
        """A branch; where something stops in it, each way goes on by itself."""
        after = self.tried(at, False)
        if after is not None:
            return after
        code = self.code
        tested = self.scalar()
        jumps = self.test_of(tested, code[at] == op.JUMP_IF)
        if jumps in (True, False):
            return self.jump(code[at + 1], False) if jumps else at + 2
        self.apart_way(str(jumps), code[at + 1])
        return at + 2

    def test_of(self, tested: Value, positive: bool) -> str | bool:
        """The text of a test, or what it always is."""
        if tested.constant is not None:
            return (tested.constant == 1) == positive
        return condition(tested) if positive else opposite(tested)

    def apart_way(self, test: str, target: int, here: bool = False) -> None:
        """`if test:` and all that happens from the target on. here: it reads locals, so it is written into this block."""
        self.settle()
        self.nested += 1
        owner, base = self.owner, self.base
        with self.apart() as way:
            self.follow(target if here else self.jump(target, False))
        self.owner, self.base = owner, base
        self.nested -= 1
        self.line(f"if {test}:")
        self.inner(way.lines)
        self.piece.weight += way.weight

    def next_of(self, at: int) -> int:
        """The next of a set in the frame, or of those who go round."""
        code = self.code
        if code[at] == op.GO_SEAT:
            start, last, passed = self.scalar(), self.scalar(), self.scalar()
            item = self.fresh()
            self.facts.faults = True
            self.line(f"{item} = go_seat(S, layout, {passed.text}, {last.text}, {start.text}, {code[at + 1] == 1})")
            self.apart_way(f"{item} == none", code[at + 2])
            self.push(Known(False, 0, self.layout.seats - 1, False).named(item))
            return at + 3
        offset = code[at + 1]
        place, item = self.fresh(), self.fresh()
        self.line(f"{place} = S[{self.word_address(offset)}]")
        self.apart_way(f"{place} == S[{self.word_address(offset + 1)}]", code[at + 2])
        self.line(f"S[{self.word_address(offset)}] = {place} + 1")
        self.line(f"{item} = S[{self.word_address(offset + 2)} + {place}]")
        self.forget(offset, 1)
        self.push(self.plan.word(self.owner, offset + 2).named(item))
        return at + 3

    # ----------------------------------------------------------------------- rules that may stop

    def enter_rule(self, at: int) -> int:
        """Its frame begins in the caller's block, for its arguments lie on the stack."""
        entry = self.code[at + 1]
        routine = self.plan.routines[entry]
        self.settle()
        count = len(routine.parameters)
        self.plan.called(entry, [value.known for value in self.piece.stack[len(self.piece.stack) - count :] if isinstance(value, Value)])
        self.weigh(1)
        words = self.code[entry + 1]
        top = self.plan.calls.free(self.owner)
        below = str(self.base) if self.base is not None else "F"
        self.loops_back |= self.plan.calls.recursive(entry)
        if top is not None:
            if top + 2 + words > self.layout.size:
                self.give_up_if("True")
            self.line(f"S[{top}] = {at + 2}; S[{top + 1}] = {below}")
            frame = "F = " if self.plan.calls.base(entry) is None else ""
            self.line(f"S[{FRAME}] = {frame}{top + 2}; S[{TOP}] = {top + 2 + words}")
        else:
            name = self.fresh("a")
            self.moving |= self.base is None
            self.line(f"{name} = S[{TOP}]")
            self.give_up_if(f"{name} + {2 + words} > {self.layout.size}")
            self.line(f"S[{name}] = {at + 2}; S[{name} + 1] = {below}")
            self.line(f"S[{FRAME}] = F = {name} + 2; S[{TOP}] = {name} + {2 + words}")
        self.inside(entry)
        if self.base is not None and top is None:
            raise Unstructured("a frame that has one address only from here")
        after = entry + 2
        for _ in routine.parameters:
            after = self.instruction(after)
        return self.jump(after, False)

    def inside(self, entry: int) -> None:
        """What is written from here on is another routine's."""
        self.owner, self.base = entry, self.plan.calls.base(entry)
        self.piece.frame = {}
        self.piece.locals = {}

    def leave_rule(self, at: int) -> int:
        callers = self.plan.calls.returns.get(self.owner, set[tuple[int, int]]())
        words = self.code[self.owner + 1] + 2
        if self.piece.stack:
            result = self.scalar_or_sequence()
            self.push(result if result.constant is not None else self.variable(result))
        if self.base is not None and len(callers) == 1:
            ((back, caller),) = callers
            low = self.base - 2
            self.line(f"S[{FRAME}] = {self.plan.calls.base(caller)}; S[{TOP}] = {low}")
            self.line(f"S[{low}:{low + words}] = {self.constant('A', (0,) * words)}")
            self.inside(caller)
            return self.jump(back, False)
        target = self.fresh("a")
        low = self.word_address(-2)
        self.line(f"{target} = S[{low}]; S[{FRAME}] = S[{self.word_address(-1)}]; S[{TOP}] = {low}")
        self.line(f"S[{low}:{self.word_address(words - 2)}] = {self.constant('A', (0,) * words)}")
        if self.piece.stack:
            self.line(f"X[0] = {whole(self.scalar_or_sequence())}")
        self.targets.update(address for address, _ in callers)
        self.line(f"return {target}")
        self.piece.ended = True
        return at

    # ----------------------------------------------------------------------- decisions

    def ASK(self, at: int, menu: int) -> None:
        asking = self.plan.program.asking[menu]
        if not self.bulk:
            self.targets.add(at + 2)
        if asking.otherwise >= 0:
            self.targets.add(asking.otherwise)
        if self.bulk:
            self.plan.asked[menu] = at
            self.line(f"return m{menu}(S)")
            self.piece.ended = True
        else:
            self.line(f"S[{STATUS}] = {ASKING}; S[{FRESH}] = 1; S[{MENU}] = {menu}; S[{PC}] = {at}")
            self.stop()

    def TAKE(self, at: int, menu: int) -> None:
        asking = self.plan.program.asking[menu]
        block = asking.block
        self.targets.update((*asking.bodies, asking.after))
        self.chosen(menu)
        if not self.bulk:
            self.line(f"return take_choice(S, R, {menu}, {self.constant('C', asking)})")
            self.piece.ended = True
            return
        word = self.word_address
        place, action, seat = self.fresh(), self.fresh(), self.fresh()
        self.line(f"{place} = S[{word(block.index)}]")
        self.apart_way(f"{place} == S[{word(block.count)}]", asking.after)
        self.line(f"S[{word(block.index)}] = {place} + 1; {action} = S[{word(block.chosen)} + {place}]")
        self.apart_way(f"not {action}", at)
        self.line(f"S[{word(block.you)}] = {seat} = S[{word(block.acting)} + {place}]")
        self.piece.frame = {block.you: Known(False, 0, self.layout.seats - 1, False).named(seat)}
        if asking.capacity > 1 and block.words:
            source = f"{word(block.arguments)} + {place}" + (f" * {block.words}" if block.words > 1 else "")
            to = word(block.current)
            if block.words == 1:
                self.line(f"S[{to}] = S[{source}]")
            else:
                self.line(f"S[{to}:{to} + {block.words}] = S[{source}:{source} + {block.words}]")
        acted = f"S[{ACTED}] |= 1 << {seat}"
        if not self.plan.asks_who_acted:
            pass
        elif asking.passing < 0:
            self.line(acted)
        elif len(asking.bodies) > 1:
            self.line(f"if {action} != {asking.passing + 1}: {acted}")
        *others, last = list(asking.bodies)
        for k, body in enumerate(others):
            self.apart_way(f"{action} == {k + 1}", body)
        self.follow(self.jump(last, False))

    def chosen(self, menu: int) -> None:
        """What a choice leaves in the frame."""
        plan, owner = self.plan, self.owner
        asking = plan.program.asking[menu]
        block, actions = asking.block, plan.program.menus[menu].actions
        seat = Known(False, 0, self.layout.seats - 1, False)
        plan.stored(owner, block.you, seat)
        plan.stored(owner, block.index, Known(False, 0, asking.capacity, False))
        plan.stored(owner, block.count, Known(False, 0, asking.capacity, False))
        for k in range(asking.capacity):
            plan.stored(owner, block.chosen + k, Known(False, 0, len(actions), False))
            plan.stored(owner, block.asked + k, seat)
            plan.stored(owner, block.acting + k, seat)
        starts = {block.current, *(block.arguments + k * block.words for k in range(asking.capacity))}
        for action, places in zip(actions, asking.parameters, strict=False):
            for parameter, (offset, capacity) in zip(action.parameters, places, strict=True):
                known = plan.domains.get(parameter.domain, unknown(False))
                for start in starts:
                    if capacity:
                        plan.stored(owner, start + offset, Known(False, 0, capacity, False))
                    for k in range(capacity):
                        plan.stored(owner, start + offset + 1 + k, known)
                    if not capacity:
                        plan.stored(owner, start + offset, known)

    def follow(self, at: int) -> None:
        if not self.piece.ended:
            self.run(at)

    def LEAVE_ANYTIME(self, at: int) -> None:
        self.moving = True
        base = "F" if self.base is None else str(self.base)
        if self.bulk:
            self.line(f"S[{ANYTIME}] = 0; at = S[{base} - 2]; below = S[{base} - 1]; top = S[{TOP}]")
            self.line(f"S[{base} - 2:top] = [0] * (top - {base} + 2); S[{FRAME}] = below; S[{TOP}] = {base} - 2")
            self.line("return at")
            self.piece.ended = True
            return
        self.line(f"S[{ANYTIME}] = 0; S[{STATUS}] = {ASKING}; S[{FRESH}] = 2")
        self.line(f"S[{PC}] = S[{base} - 2]; S[{MENU}] = CODE[S[{PC}] + 1]; below = S[{base} - 1]; top = S[{TOP}]")
        self.line(f"S[{base} - 2:top] = [0] * (top - {base} + 2); S[{FRAME}] = below; S[{TOP}] = {base} - 2")
        self.stop()

    # ----------------------------------------------------------------------- games

    def game_ends(self) -> None:
        if self.closed:
            raise Unstructured("the game ends within")
        self.piece.stack = []
        self.goto(self.layout.end)

    def GAME_OVER(self, at: int) -> None:
        self.line(f"game_ended(S, layout, {'None' if self.bulk else 'R'})")

    def NEW_GAME(self, at: int) -> None:
        self.give_up_if(f"S[{GAMES}] >= {GAMES_LIMIT}")
        self.line(f"if S[{GAMES}]: begin({'S' if self.bulk else 'S, layout, False'})")
        if not self.bulk:
            self.line(f"if R is not None: R.extend(({GAME_BEGAN}, 1, S[{GAMES}] + 1))")
        self.noted("game_began()")

    def HALT(self, at: int, over: int) -> None:
        self.line(f"S[{STATUS}] = {OVER if over else RAN_OUT}; S[{PC}] = {at}")
        self.stop()

    def DONE(self, at: int) -> None:
        raise Unstructured("a fragment within a rule")
