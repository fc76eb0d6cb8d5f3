"""Decisions in bulk play: a function for each menu that counts what its seats may do, draws, and goes on with the body of what was chosen.

Menus that are unusual (subsets, what reads who must choose, what draws) are left to `policy.py`, as are asides where their menu is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..chance import HIGH, INCREMENT, MASK, MULTIPLIER
from ..layout import ACTED, ANYTIME, ASKING, FRAME, FRESH, MENU, OUT, PC, STATUS, TOP
from ..program import Menu
from ..running.policy import ENOUGH, OUT_OF_TURN
from .menus import Kept, Menus
from .piles import WIDE
from .plan import Plan
from .values import Known, Value, unknown
from .writer import LIGHT, Unstructured

WORD, REST, PASSED, SINCE = range(4)
"""In the list Z of a game: the policy's stream, choices that may still be made, decisions passed over since there were so many."""
CUT, LEFT = -2, -3
"""In place of an address: no more choices are made; the decision is left to `policy.py`."""
PASSED_OVER = 4_990  # a little fewer than `interpret` allows, which then says whether that is too many
MOST = 1 << 16  # outcomes, up to which a word below SAFE need not be drawn again
SAFE = WIDE - MOST << HIGH


class Choices(Menus):
    """Writes the function of a menu. ask: the address where it is asked; -1 for the anytime menu."""

    def __init__(self, plan: Plan, menu: Menu, ask: int) -> None:
        super().__init__(plan, menu, plan.calls.owners[menu.number] if ask >= 0 else plan.program.anytime_code[0])
        self.ask = ask
        anytime = plan.program.anytime
        self.asides = anytime is not None and not menu.anytime
        self.asides_here = anytime is not None and not plan.no_asides
        self.slow = self.unusual() or (self.asides and not self.asides_here and self.asking.capacity != 1)

    def unusual(self) -> bool:
        """Is the menu left to `policy.py` altogether?"""
        plan, menu = self.plan, self.menu
        if plan.asks_who_waits or len(menu.actions) * (ENOUGH + 1) >= MOST:
            return True
        if any(not plan.still(address) for address, (number, _, _) in plan.arguments.items() if number == menu.number):
            return True
        return any(p.subsets is not None for a in menu.actions for p in a.parameters)

    def function_of_menu(self) -> list[str]:
        """The lines. Raises Unstructured."""
        inputs = "S"
        if self.menu.anytime:
            inputs = "S, l0, at"
            if self.slow:
                raise Unstructured("asides that are left to the policy")
            self.aside()
        elif self.slow:
            self.line(self.left_open())
        elif self.asking.capacity == 1:
            self.one_seat()
        elif self.asides:
            self.together()
        else:
            self.one_by_one()
        if not self.slow:
            self.chosen(self.menu.number)
        return [f"def m{self.menu.number}({inputs}):", *("    " + line for line in self.start_of_frame() + self.piece.lines)]

    def left_open(self) -> str:
        """The line that leaves a decision to the policy, before anybody has chosen now."""
        if self.menu.anytime:
            raise Unstructured("asides that are left to the policy")
        self.targets.add(self.ask + 2)
        return f"S[{STATUS}] = {ASKING}; S[{FRESH}] = 2; S[{MENU}] = {self.menu.number}; S[{PC}] = {self.ask}; return {LEFT}"

    # ----------------------------------------------------------------------- drawing

    def total(self, kept: list[Kept]) -> None:
        counts = [one.count for one in kept if one.count != "0"]
        self.line(f"n = {' + '.join(counts) or '0'}")

    def drawn(self, kept: list[Kept]) -> None:
        """Writes the draw of j among n."""
        if [one.count for one in kept] == ["1"]:
            self.line("j = 0")
            return
        self.line("if n > 1:")
        self.inner(self.draw("j", "n"))
        self.line("else: j = 0")

    def draw(self, name: str, outcomes: str) -> list[str]:
        """The lines of a draw of the policy."""
        return [
            f"word = Z[{WORD}] = (Z[{WORD}] * {MULTIPLIER} + {INCREMENT}) & {MASK}",
            f"{name} = (word >> {HIGH}) % {outcomes} if word < {SAFE} else drawn_again(Z, {outcomes})",
        ]

    def draw_aside(self, seats_done: str) -> None:
        """Now and then somebody may act out of turn."""
        self.line(f"word = Z[{WORD}] = (Z[{WORD}] * {MULTIPLIER} + {INCREMENT}) & {MASK}")
        self.line(f"if (word >> {HIGH}) % {OUT_OF_TURN} == {OUT_OF_TURN - 1}:")
        anytime = self.plan.program.anytime
        assert anytime is not None
        with self.apart() as piece:
            if self.layout.seats > 1:
                for line in self.draw("other", str(self.layout.seats)):
                    self.line(line)
            else:
                self.line("other = 0")
            tests = [f"not S[{ANYTIME}]", *([f"not S[{OUT}] >> other & 1"] if self.plan.somebody_out else [])]
            if seats_done:
                tests.append(f"not {seats_done} >> other & 1")
            self.line(f"if {' and '.join(tests)}:")
            self.inner([f"goes_on = m{anytime.number}(S, other, {self.ask})", "if goes_on: return goes_on"])
        self.inner(piece.lines)

    # ----------------------------------------------------------------------- a decision of one seat

    def one_seat(self) -> None:
        block, word = self.asking.block, self.word_address
        self.line("N[0] = 0")
        if self.asides and not self.asides_here:  # looked at, but drawn only where something is chosen here
            self.line(f"aside = (Z[{WORD}] * {MULTIPLIER} + {INCREMENT}) & {MASK}")
            self.line(f"if (aside >> {HIGH}) % {OUT_OF_TURN} == {OUT_OF_TURN - 1}: {self.left_open()}")
        acting = self.plan.word(self.owner, block.acting)
        self.line(f"l0 = S[{word(block.acting)}]")
        self.piece.locals["l0"] = replace(acting, low=max(acting.low, 0), high=min(acting.high, self.layout.seats - 1), none=False)
        kept = [self.kept(k) for k in range(len(self.menu.actions))]
        self.total(kept)
        self.nobody(kept)
        self.line(f"if not Z[{REST}]: return {CUT}")
        if self.asides and self.asides_here:
            self.draw_aside("")
        elif self.asides:
            self.line(f"Z[{WORD}] = aside")
        self.line(f"Z[{REST}] -= 1")
        self.drawn(kept)
        self.taken(kept, f"S[{word(block.asked)}]", self.carry_out)

    def nobody(self, kept: list[Kept]) -> None:
        """Where nothing is possible."""
        asking = self.asking
        passing = asking.passing if asking.skips and self.menu.may else -1
        if passing < 0 and any(one.count == "1" for one in kept):
            return
        self.line(f"if n == {1 if passing >= 0 else 0}:")
        if not self.menu.may and asking.otherwise < 0:
            self.inner(["raise GiveUp"])
            return
        on = asking.otherwise if asking.otherwise >= 0 else asking.after
        self.targets.add(on)
        self.inner(["passed_over(Z)", f"return {on}"])

    def taken(self, kept: list[Kept], seat: str, commit: Callable[[int], None]) -> None:
        """Writes what is done with the action that j falls to."""
        some = [(k, one) for k, one in enumerate(kept) if one.count != "0"]
        for at, (k, one) in enumerate(some):
            with self.apart() as piece:
                if self.plan.counts:
                    value = f"{one.values}[j]" if one.values is not None else "None"
                    counts = ", ".join(other.count for other in kept)
                    self.line(f"chose({self.menu.number}, {seat}, ({counts},), {k}, {value})")
                commit(k)
            if at == len(some) - 1:
                for line in piece.lines:
                    self.line(line)
            else:
                self.line(f"if j < {one.count}:")
                self.inner(piece.lines)
                self.line(f"j -= {one.count}")

    def carry_out(self, k: int) -> None:
        """Lays the choice out for its body, and goes on with that."""
        block, word = self.asking.block, self.word_address
        seat = self.fresh()
        self.line(f"{seat} = S[{word(block.you)}] = l0")
        frame = {block.you: Known(False, 0, self.layout.seats - 1, False).named(seat)}
        if k < len(self.menu.actions) and self.menu.actions[k].parameters:
            names = [self.fresh() for _ in self.menu.actions[k].parameters]
            self.line(f"{', '.join(names)} = d{k}[j]")
            for name, parameter, (offset, _) in zip(names, self.menu.actions[k].parameters, self.asking.parameters[k], strict=True):
                self.line(f"S[{word(block.current + offset)}] = {name}")
                frame[block.current + offset] = self.plan.domains.get(parameter.domain, unknown(False)).named(name)
        if k != self.asking.passing and self.plan.asks_who_acted:
            self.line(f"S[{ACTED}] |= 1 << {seat}")
        self.body(self.asking.bodies[k], frame)

    def body(self, at: int, frame: dict[int, Value]) -> None:
        """Writes the body of an action here, or goes on elsewhere where that can not be done."""
        outer, names, owner, base, targets = self.piece, self.names, self.owner, self.base, set(self.targets)
        self.length, self.nested, self.loops_back = 0, 0, False
        try:
            with self.apart() as piece:
                piece.frame, piece.locals, piece.weight = frame, {}, 0
                self.run(at)
        except Unstructured:
            self.piece, self.names, self.targets = outer, names, targets
            self.targets.add(at)
            self.line(f"return {at}")
            return
        finally:
            self.owner, self.base = owner, base
        if piece.weight:
            self.line(f"N[0] += {piece.weight + 1}")
            if self.loops_back or piece.weight > LIGHT:
                self.line("if N[0] > LIMIT: raise GiveUp")
        for line in piece.lines:
            self.line(line)

    def ASK(self, at: int, menu: int) -> None:
        super().ASK(at, menu)
        self.piece.lines[-1] = f"return {at}"  # not a call, for there is no end to decisions that follow one another

    # ----------------------------------------------------------------------- a decision out of turn

    def aside(self) -> None:
        """What a seat may do out of turn: the address to go on at, or 0 where there is nothing. at: where the decision is asked."""
        block, words = self.asking.block, self.plan.program.anytime_code[1]
        self.piece.locals["l0"] = Known(False, 0, self.layout.seats - 1, False)
        kept = [self.kept(k) for k in range(len(self.menu.actions))]
        self.total(kept)
        self.line("if not n: return 0")
        self.line(f"Z[{REST}] -= 1")
        self.drawn(kept)
        self.line(f"F = S[{TOP}] + 2")
        self.give_up_if(f"F + {words} > {self.layout.size}")
        self.line(f"S[F - 2] = at; S[F - 1] = S[{FRAME}]; S[{FRAME}] = S[{ANYTIME}] = F; S[{TOP}] = F + {words}")
        self.line(f"S[F + {block.count}] = S[F + {block.index}] = 1")
        moving = self.moving
        self.taken(kept, "l0", self.carry_out)
        self.moving = moving

    # ----------------------------------------------------------------------- a decision of several seats

    def one_by_one(self) -> None:
        """Each works out what it may do and chooses: what others have sealed changes nothing of that."""
        block, word = self.asking.block, self.word_address
        count, order = self.fresh("n"), self.fresh("n")
        self.line("N[0] = some = 0")
        self.line(f"{count} = S[{word(block.count)}]")
        self.line(f"{order} = range({count}) if {count} < 2 else in_order(S[{word(block.asked)}:{word(block.asked)} + {count}])")
        passing = self.asking.passing if self.asking.skips and self.menu.may else -1
        with self.apart() as piece:
            self.line(f"l0 = S[{word(block.acting)} + i]")
            piece.locals["l0"] = Known(False, 0, self.layout.seats - 1, False)
            kept = [self.kept(k) for k in range(len(self.menu.actions))]
            self.total(kept)
            with self.apart() as chosen:
                self.line(f"if not Z[{REST}]: {self.left_open()}")
                self.line(f"Z[{REST}] -= 1; some = 1")
                self.drawn(kept)
                self.taken(kept, f"S[{word(block.asked)} + i]", self.seal)
            if passing >= 0 or not any(one.count == "1" for one in kept):
                if not self.menu.may and self.asking.otherwise < 0:
                    self.line("if n < 1: raise GiveUp")
                else:
                    self.line(f"if n < {2 if passing >= 0 else 1}: continue")
            self.piece.lines.extend(chosen.lines)
        self.line(f"for i in {order}:")
        self.inner(piece.lines)
        self.targets.add(self.ask + 2)
        if not (self.menu.may and not self.asking.skips):
            self.line("if not some:")
            on = [f"return {self.ask + 2}"]
            if self.asking.otherwise >= 0:
                on = [f"return {self.asking.otherwise} if {count} else {self.ask + 2}"]
            self.inner(["passed_over(Z)", *on])
        self.line(f"return {self.ask + 2}")

    def together(self) -> None:
        """All of them work out what they may do; then each chooses, for no choice can be seen before all are made. After somebody has
        acted out of turn what was chosen is looked at again."""
        block, word = self.asking.block, self.word_address
        self.line("N[0] = 0; waiting = done = 0; found = [None] * " + str(self.layout.seats))
        count = self.fresh("n")
        self.line(f"{count} = S[{word(block.count)}]")
        seat_known = Known(False, 0, self.layout.seats - 1, False)
        with self.apart() as piece:
            self.line(f"l0 = S[{word(block.acting)} + i]")
            piece.locals["l0"] = seat_known
            kept = [self.kept(k) for k in range(len(self.menu.actions))]
            self.total(kept)
            if self.asides:
                self.still_chosen(kept)
            passing = self.asking.passing if self.asking.skips and self.menu.may else -1
            names = ", ".join(one.values or one.count for one in kept)
            lines = [f"seat = S[{word(block.asked)} + i]; found[seat] = (i, l0, n, {names}); waiting |= 1 << seat"]
            if passing >= 0 or not any(one.count == "1" for one in kept):
                self.line(f"if n > {1 if passing >= 0 else 0}:")
                self.inner(lines)
                if not self.menu.may and self.asking.otherwise < 0:
                    self.line("else: raise GiveUp")
            else:
                self.line(lines[0])
        self.line(f"for i in range({count}):")
        self.inner(piece.lines)
        self.targets.add(self.ask + 2)
        if not (self.menu.may and not self.asking.skips):
            self.line("if not waiting:")
            on = [f"return {self.ask + 2}"]
            if self.asking.otherwise >= 0:
                on = [f"return {self.asking.otherwise} if {count} and not done else {self.ask + 2}"]
            self.inner(["passed_over(Z)", *on])
        with self.apart() as piece:
            names = ", ".join(one.values or (f"x{k}" if one.count in "01" else one.count) for k, one in enumerate(kept))
            self.line("if one is None: continue")
            self.line(f"i, l0, n, {names} = one")
            self.line(f"if not Z[{REST}]: return {CUT}")
            if self.asides:
                self.draw_aside("done")
            self.line(f"Z[{REST}] -= 1")
            self.drawn(kept)
            if self.asides:
                self.line(f"done |= 1 << S[{word(block.asked)} + i]")
            self.taken(kept, f"S[{word(block.asked)} + i]", self.seal)
        self.line("for one in found:")
        self.inner(piece.lines)
        self.line(f"return {self.ask + 2}")

    def still_chosen(self, kept: list[Kept]) -> None:
        """Who has chosen before somebody acted out of turn need not choose again, where that is still possible."""
        block, word = self.asking.block, self.word_address
        self.line(f"was = S[{word(block.chosen)} + i]")
        self.line("if was:")
        lines: list[str] = []
        for k, one in enumerate(kept):
            test = one.count
            if one.values is not None:
                places = [f"S[{self.sealed(offset)}]" for offset, _ in self.asking.parameters[k]]
                test = f"{places[0] if len(places) == 1 else '(' + ', '.join(places) + ')'} in {one.values}"
            lines.append(f"if was == {k + 1} and {test}: done |= 1 << S[{word(block.asked)} + i]; continue")
        self.inner([*lines, f"S[{word(block.chosen)} + i] = 0"])

    def sealed(self, offset: int) -> str:
        """The text of the address of an argument of the i-th seat asked."""
        block = self.asking.block
        return f"{self.word_address(block.arguments + offset)} + {f'i * {block.words}' if block.words > 1 else 'i'}"

    def seal(self, k: int) -> None:
        """Notes the choice of the i-th seat asked."""
        self.line(f"S[{self.word_address(self.asking.block.chosen)} + i] = {k + 1}")
        if k < len(self.menu.actions) and self.menu.actions[k].parameters:
            words = [f"S[{self.sealed(offset)}]" for offset, _ in self.asking.parameters[k]]
            self.line(f"{', '.join(words)} = d{k}[j]")
        if k != len(self.asking.bodies) - 1:
            self.line("continue")
