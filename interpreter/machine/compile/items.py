"""Loops over items that lie on the stack: what is kept of them, sorted, asked of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....dsl.ir import NONE
from .. import opcodes as op
from .flow import Exits
from .loops import MANY, Loops, item_of
from .values import Value, condition, number, reads, truth, whole
from .writer import Items, Piece, Unstructured, bracket

WRITTEN_OUT = 1_000  # items up to which a set of some of them is worked out
FEW = 16  # values of another local for each of which there may be such a set
TESTED = 64  # items that are tested in the time in which an instruction is written


class ItemLoops(Loops):
    """Writes loops over items."""

    # ----------------------------------------------------------------------- over items on the stack

    def ITERATE(self, at: int, slot: int) -> None:
        self.push(Items(self.sequence()))

    def FAMILY(self, at: int, slot: int) -> None:
        high, low = self.scalar(), self.scalar()
        low, high = self.present(low), self.present(high)
        source = self.sequence()
        text = f"subsets({source.text}, {low.text}, {high.text})"
        self.push(Items(source.made(text, reads(source, low, high), min(source.most, max(high.high, 0)))))

    def over_items(self, at: int, last: int) -> int:
        """A loop over the items on the stack, by what is made of them."""
        code = self.code
        final, behind = self.plan.before[last], last + 2
        ways = self.decided_early(behind)
        self.settle()
        if code[final] == op.KEEP and code[behind] == op.KEPT:
            self.keep(at, final)
        elif code[final] == op.BEST:
            self.lead(at, final)
        elif code[behind] in (op.SORT, op.SAME, op.DIFFERENT, op.PLACES):
            self.keys(at, last)
        elif ways is not None:
            return self.decide(at, last, ways)
        else:
            self.plainly(at, last, {})
        return behind

    def round(self, at: int, end: int, exits: Exits, finish: Callable[[], None]) -> Piece:
        """The body of a loop over items up to an address, and what is done with what it leaves."""
        items = self.top_items()
        name, family = self.local_name(self.code[at + 2]), self.code[at] == op.NEXT_FAMILY
        source = items.source
        height = len(self.piece.stack)

        def write() -> None:
            self.piece.locals[name] = item_of(source, family)
            self.region(at + 4, end)
            if not self.piece.ended:
                finish()
                del self.piece.stack[height:]

        inside = self.assigned(at + 4, end) | {name}
        before = dict(self.piece.locals)
        piece, left = self.repeated(inside, MANY if family else source.most, {at: ["continue"], **exits}, write)
        if family:
            piece.lines[:0] = [f"N[0] += {1 + piece.weight}", "if N[0] > LIMIT: raise GiveUp"]
            self.facts.faults = True
        else:
            items.source = self.counted(source, piece.weight)
        self.after([before, *left, *([] if piece.ended else [piece.locals])])
        return piece

    def top_items(self) -> Items:
        value = self.piece.stack[-1]
        assert isinstance(value, Items)
        return value

    def head(self, at: int) -> str:
        """`for x in items`"""
        return f"for {self.local_name(self.code[at + 2])} in {self.items(self.top_items().source, self.unchanged(at, self.plan.loops[at]))}"

    def plainly(self, at: int, last: int, exits: Exits) -> None:
        name = "" if self.code[at] == op.NEXT_FAMILY else self.local_name(self.code[at + 2])
        if name and self.unrolled(self.top_items().source, name, at + 4, last, lambda item, number_: self.region(at + 4, last)):
            return
        piece = self.round(at, last, {last + 2: ["break"], **exits}, lambda: None)
        head = self.head(at)
        self.walk(f"{head}:", name, head.partition(" in ")[2], piece)

    def keep(self, at: int, final: int) -> None:
        """`where`: a list of those for which it holds."""
        tests: list[Value] = []
        piece = self.round(at, final, {}, lambda: tests.append(self.scalar()))
        items, name = self.top_items(), self.local_name(self.code[at + 2])
        source = items.source
        test = condition(tests[-1])
        if tests[-1].constant == 1:
            items.kept = source
            return
        if not piece.lines:
            of = (reads(source, tests[-1])) - {name}
            members = self.members(tests[-1], name, source, test)
            if members is not None:
                walked = self.items(source, True)
                found = source.made(f"[*filter({members}.__contains__, {walked})]", of)
                items.kept = replace(found, within=(members, walked))
                return
            items.kept = source.made(f"[{name} {self.head(at)} if {test}]", of)
            return
        kept = self.fresh("k")
        self.line(f"{kept} = []")
        self.line(f"{self.head(at)}:")
        self.inner([*piece.lines, f"if {test}: {kept}.append({name})"])
        items.kept = Value(kept, True, source.low, source.high, source.none, source.most, frozenset((kept,)), atom=True)

    def members(self, tested: Value, name: str, source: Value, test: str) -> str | None:
        """The text of the set of all items for which a test holds, where it reads nothing else than the item and, it may be, one more
        local of few values."""
        others = tested.reads - {name}
        if len(others) > 1 or ":=" in test or source.low < 0 or source.high >= WRITTEN_OUT or source.none:
            return None
        items = range(source.low, source.high + 1)
        if not others:
            return self.constant("B", self.which(test, [name], items, ()))
        (other,) = others
        known = self.piece.locals.get(other)
        if known is None or known.seq or known.none or known.low < 0 or known.high >= FEW:
            return None
        sets = tuple(self.which(test, [name, other], items, (value,)) for value in range(known.high + 1))
        return f"{self.constant('B', sets)}[{other}]"

    def which(self, test: str, names: list[str], items: range, others: tuple[int, ...]) -> frozenset[int]:
        """The items for which the text of a test holds, which is made of our own names and numbers."""
        for _ in range(0, len(items), TESTED):
            self.plan.spend()
        holds: Callable[..., object] = eval(f"lambda {', '.join(names)}: {test}", {"none": NONE, **self.plan.tables})
        return frozenset(item for item in items if holds(item, *others))

    def lead(self, at: int, final: int) -> None:
        """`best` and `worst`: those whose key is the highest, or the lowest."""
        keys: list[Value] = []
        piece = self.round(at, final, {}, lambda: keys.append(self.sequence()))
        items, name = self.top_items(), self.local_name(self.code[at + 2])
        source = items.source
        kept, top, key = self.fresh("k"), self.fresh(), self.fresh()
        sign = ">" if self.code[final + 3] == 1 else "<"
        self.line(f"{kept} = []; {top} = None")
        self.line(f"{self.head(at)}:")
        self.inner(
            [
                *piece.lines,
                f"{key} = {_key(keys[-1])}",
                f"if {top} is None or {key} {sign} {top}: {kept} = [{name}]; {top} = {key}",
                f"elif {key} == {top}: {kept}.append({name})",
            ]
        )
        items.kept = Value(kept, True, source.low, source.high, source.none, source.most, frozenset((kept,)), atom=True)

    def keys(self, at: int, last: int) -> None:
        """A key for each item, in a list."""
        found: list[Value] = []

        def finish() -> None:
            value = self.piece.stack.pop()
            assert isinstance(value, Value)
            found.append(value)

        piece = self.round(at, last, {last + 2: ["break"]}, finish)
        items = self.top_items()
        items.source = self.atom(items.source)
        items.keys = self.fresh("k")
        text = _key(found[-1]) if found[-1].seq else whole(found[-1])
        if not piece.lines:
            self.line(f"{items.keys} = [{text} {self.head(at)}]")
            return
        self.line(f"{items.keys} = []")
        self.line(f"{self.head(at)}:")
        self.inner([*piece.lines, f"{items.keys}.append({text})"])

    def decided_early(self, behind: int) -> tuple[int, int, int, int] | None:
        """`any` and `all`: where the loop jumps once it is settled, the value then, the value otherwise, and where the code goes on."""
        code = self.code
        drops = (op.DROP_ITEMS, op.DROP_FAMILY)
        if code[behind] in drops and code[behind + 2] == op.PUSH and code[behind + 4] == op.JUMP and code[behind + 6] in drops:
            end = code[behind + 5]
            if code[behind + 8] == op.PUSH and end == behind + 10:
                return behind + 6, code[behind + 9], code[behind + 3], end
        return None

    def decide(self, at: int, last: int, ways: tuple[int, int, int, int]) -> int:
        early, then, otherwise, end = ways
        if self.decide_few(at, last, early, then) or self.decide_by_set(at, last, early, then):
            return end
        flag = self.fresh()
        piece = self.round(at, last, {early: [f"{flag} = {then}", "break"]}, lambda: None)
        self.line(f"{flag} = {otherwise}")
        self.line(f"{self.head(at)}:")
        self.inner(piece.lines)
        self.piece.stack.pop()
        self.push(Value(flag, low=0, high=1, none=False, reads=frozenset((flag,)), atom=True))
        return end

    def decide_few(self, at: int, last: int, early: int, then: int) -> bool:
        """The same over a few known items, where each is one test."""
        final = self.plan.before[last]
        source = self.top_items().source
        if self.code[at] == op.NEXT_FAMILY or self.code[final] not in (op.JUMP_IF, op.JUMP_UNLESS) or self.code[final + 1] != early:
            return False
        tests: list[Value] = []

        def test(item: Value, number_: int) -> None:
            self.region(at + 4, final)
            tests.append(self.scalar())
            if self.piece.lines:
                raise Unstructured("more than a test")

        name = self.local_name(self.code[at + 2])
        if not self.unrolled(source, "", at, last, lambda item, n: self.with_constant(name, item, lambda: test(item, n))):
            return False
        self.piece.stack.pop()
        sign = " or " if then == 1 else " and "
        positive = self.code[final] == op.JUMP_IF
        parts = [value for value in tests if value.constant is None or (value.constant == 1) == positive]
        if any(value.constant is not None for value in parts):
            self.push(number(then))
        elif not parts:
            self.push(number(1 - then))
        else:
            texts = [bracket(condition(value)) if positive == (then == 1) else f"not ({condition(value)})" for value in parts]
            self.push(Value(sign.join(texts), low=0, high=1, none=False, reads=reads(*parts) - {name}, truth=True))
        return True

    def decide_by_set(self, at: int, last: int, early: int, then: int) -> bool:
        """The same where each test is one of the item alone: is any of the items in a set?"""
        final = self.plan.before[last]
        source = self.top_items().source
        if self.code[at] == op.NEXT_FAMILY or self.code[final] not in (op.JUMP_IF, op.JUMP_UNLESS) or self.code[final + 1] != early:
            return False
        if not self.plain(at + 4, final):
            return False
        name = self.local_name(self.code[at + 2])
        outer, names, weight = self.piece, self.names, 0
        try:
            with self.apart() as piece:
                piece.locals[name] = item_of(source, False)
                self.region(at + 4, final)
                tested = self.scalar()
                weight = piece.weight
        except Unstructured:
            self.piece, self.names = outer, names
            return False
        test = condition(tested) if self.code[final] == op.JUMP_IF else f"not ({condition(tested)})"
        members = None if piece.lines or tested.constant is not None else self.members(tested, name, source, test)
        if members is None:
            self.names = names
            return False
        source = self.counted(source, weight)
        self.piece.stack.pop()
        text = f"{members}.isdisjoint({self.items(source, True)})"
        if then == 1:
            self.push(truth(f"not {text}", source, tested, negated=text))
        else:
            self.push(truth(text, source, tested, negated=f"not {text}"))
        return True

    def with_constant(self, name: str, item: Value, write: Callable[[], None]) -> None:
        """Writes something for which a local is this constant."""
        self.piece.locals[name] = item.known
        write()

    # ----------------------------------------------------------------------- behind the loop

    def pop_items(self) -> Items:
        value = self.piece.stack.pop()
        assert isinstance(value, Items)
        return value

    def KEPT(self, at: int, slot: int) -> None:
        kept = self.pop_items().kept
        assert kept is not None
        self.push(kept)

    def DROP_ITEMS(self, at: int, slot: int) -> None:
        while not isinstance(self.piece.stack.pop(), Items):
            pass

    def DROP_FAMILY(self, at: int, slot: int) -> None:
        self.DROP_ITEMS(at, slot)

    def SORT(self, at: int, slot: int, sign: int) -> None:
        items = self.pop_items()
        text = f"by_keys({items.source.text}, {items.keys}, {sign > 0})"
        self.push(items.source.made(text, frozenset((items.source.text, items.keys))))

    def SAME(self, at: int, slot: int) -> None:
        keys = self.pop_items().keys
        self.push(truth(f"len(set({keys})) <= 1", Value(keys, reads=frozenset((keys,))), negated=f"len(set({keys})) > 1"))

    def DIFFERENT(self, at: int, slot: int) -> None:
        keys = self.pop_items().keys
        self.push(truth(f"len(set({keys})) == len({keys})", Value(keys, reads=frozenset((keys,)))))

    def PLACES(self, at: int, slot: int, scored: int, sign: int) -> None:
        items = self.pop_items()
        self.changes_state()
        self.line(f"places(S, {items.source.text}, {items.keys}, {scored}, {sign})")
        self.game_ends()


def _key(key: Value) -> str:
    """A key as something that Python compares in the same way."""
    if key.parts is not None:
        return key.parts[0].text if len(key.parts) == 1 else key.text
    return f"tuple({key.text})"
