"""A program as C whose whole games are one piece: decisions are made at random where they are asked, nothing is reported, and the runtime
is compiled with it. Only for playing games in bulk."""

from __future__ import annotations

from .. import opcodes as op
from ..program import Program
from ..running.policy import shape
from ..running.shapes import Stack, leaders
from . import choices, frames, tables
from .code import Writers
from .emit import WRITERS, Emitter, opened


def whole_text(program: Program) -> str | None:
    """The C source; None where the program's games can not be one piece. It holds numbers of the program only, none of the file's words.
    Raises MachineError."""
    emitter = _Whole(program)
    return emitter.text() if emitter.facts is not None and emitter.facts.one_piece() else None


class _Whole(Emitter):
    writers = Writers(WRITERS | frames.WRITERS)

    def __init__(self, program: Program) -> None:
        super().__init__(program, True)

    def text(self) -> str:
        assert self.facts is not None
        program, form = self.program, shape(self.program)
        waiting = self._top()
        for address in self.fragments:
            waiting |= self._fragment(address)
        done: set[int] = set()
        while waiting - done:
            address = min(waiting - done)
            done.add(address)
            waiting |= self._framed(address) if self.code[address] == op.ENTER_FRAME else self._pure(address)
        asked = [menu for menu in program.menus if not menu.anytime]
        heads = [f"{head};" for menu in asked for head in choices.heads(menu)]
        decisions = [line for menu in asked for line in choices.functions(program, self.facts, menu, form.actions[menu.number])]
        lines = ["#define WHOLE", f"#define MOST_CARDS {self.layout.cards + 1}", f"#define SHUFFLES {int(self.facts.shuffles)}"]
        lines += [f"#define REMEMBERED {len(self.remembered)}"]
        lines += ['#include "runtime.h"', ""]
        lines += [*tables.tables(program, self.shapes), tables.array("everybody", range(program.seats)), "", *self.heads, *heads, ""]
        lines += [
            *tables.actions(program),
            *tables.game(program, None),
            f"#define OPENED {self.facts.opening.top}",
            f"#define ENTERS {int(self.facts.opening.rule >= 0)}",
            "",
            '#include "whole.h"',
            "",
        ]
        lines += [*self.bodies, *decisions, '#include "games.c"', ""]
        return "\n".join(lines)

    def _top(self) -> set[int]:
        """Code outside of any rule: the game from its start, and from its end."""
        assert self.facts is not None
        stacks: dict[int, Stack] = {}
        opening = self.facts.opening
        roots = {self.program.start, self.layout.end, opening.top}
        meeting = set(roots)
        for root in (self.program.start, self.layout.end):
            routine = self.shapes.routines[root]
            stacks |= routine.stacks
            meeting |= leaders(self.program, routine)
        writer = self._writer(str(self.layout.locals))
        writer.write(stacks, meeting)
        if opening.rule < 0:
            opened(writer, opening.top)
        opening = ["switch (pc) {", *(f"case {root}: goto L{root};" for root in sorted(roots)), "}", "IMPOSSIBLE;"]
        self._function("static void top(Context *c, word pc)", writer, opening, set(), "word *S = c->state;")
        return writer.called | writer.framed

    def _pure(self, entry: int) -> set[int]:
        assert self.facts is not None
        opening = self.facts.opening
        return self._rule(entry, opening.inside if entry == opening.rule else -1)

    def _framed(self, entry: int) -> set[int]:
        """A rule that may stop; gives the rules it calls."""
        routine = self.shapes.routines[entry]
        writer = self._writer(str(self.layout.locals))
        writer.write(routine.stacks, leaders(self.program, routine))
        arguments, names = self._parameters(routine)
        kind = "void" if not routine.result else "word"
        frame = f"word *S = c->state, F[{max(self.code[entry + 1], 1)}] = {{0}};"
        self._function(f"static {kind} f{entry}({', '.join(['Context *c', *arguments])})", writer, [], names, frame)
        return writer.called | writer.framed
