"""A program as C: one function for each pure rule and fragment, one for all code that may stop, and the tables that the runtime reads."""

from __future__ import annotations

from .. import opcodes as op
from ..program import Program
from ..running.run import MARGIN, STACK
from ..running.shapes import SCALAR, Routine, Shapes, Stack, fragments, leaders, shapes
from . import deeds, remembered, sets, tables, values
from .code import Writer, Writers
from .facts import Facts
from .lending import lent

WRITERS = Writers(values.WRITERS | sets.WRITERS | deeds.WRITERS)
HEAD = '#include "runtime.h"\n'


def c_text(program: Program) -> str:
    """The C source of a program. It holds numbers of the program only, none of the file's words. Raises MachineError."""
    return Emitter(program).text()


def opened(writer: Writer, address: int) -> None:
    """The opening of all games ends at this address."""
    writer.lines.insert(writer.lines.index(f"L{address}:;") + 1, "    opened(c);")


class Emitter:
    """Writes one program."""

    writers = WRITERS

    def __init__(self, program: Program, whole: bool = False) -> None:
        """whole: whole games are one piece."""
        self.program, self.code, self.layout = program, program.layout.code, program.layout
        extra = (program.leading,) if program.leading >= 0 else ()
        self.fragments = list(dict.fromkeys((*fragments(program), *extra)))
        self.shapes: Shapes = shapes(program, extra)
        self.given = self._given()
        self.calls = {entry: self._calls(routine) for entry, routine in self.shapes.routines.items() if not routine.framed}
        self.tracked = self._tracked()
        self.facts = Facts(program, self.shapes.routines) if whole else None
        self.lent = lent(program, self.shapes, self.facts)
        self.remembered = [] if self.facts is None else remembered.remembered(program, self.facts.routines, self.tracked)
        self.heads: list[str] = []
        self.bodies: list[str] = []
        self.stops: dict[int, int] = {}

    def text(self) -> str:
        waiting = set(self._run())
        for address in self.fragments:
            waiting |= self._fragment(address)
        done: set[int] = set()
        while waiting - done:
            address = min(waiting - done)
            done.add(address)
            waiting |= self._pure(address)
        lines = [*tables.tables(self.program, self.shapes), "", *self.heads, "", *self.bodies]
        lines += [*tables.actions(self.program), *tables.game(self.program, self.stops)]
        return HEAD + "\n" + "\n".join(lines) + "\n"

    # ----------------------------------------------------------------------- who calls whom

    def _calls(self, routine: Routine) -> set[int]:
        return {self.code[address + 1] for address in routine.stacks if self.code[address] == op.CALL}

    def _tracked(self) -> set[int]:
        """Pure routines in which calls may get too deep: those that can come to a circle; all, where even straight calls are deep."""
        depth: dict[int, int] = {}
        open_: set[int] = set()
        circles: set[int] = set()

        def deepest(entry: int) -> int:
            if entry in open_:
                circles.add(entry)
                return 0
            if entry not in depth:
                open_.add(entry)
                below = max((deepest(called) for called in self.calls[entry]), default=0)
                open_.discard(entry)
                depth[entry] = below + 2 + (self.code[entry + 1] if self.code[entry] == op.ENTER else 0)
            return depth[entry]

        most = max((deepest(entry) for entry in self.calls), default=0)
        if most + self.layout.locals + 4 > STACK - MARGIN:
            return set(self.calls)
        tracked = circles
        while True:
            more = {entry for entry, called in self.calls.items() if called & tracked} - tracked
            if not more:
                return tracked
            tracked |= more

    def _given(self) -> dict[int, tuple[set[int], set[int]]]:
        """For each fragment the locals it is given: single values, and sequences."""
        given: dict[int, tuple[set[int], set[int]]] = {}
        for menu in self.program.menus:
            for action, words in zip(menu.actions, self.program.asking[menu.number].parameters, strict=False):
                addresses = [action.guard, *(address for address, _ in action.needs)]
                for parameter in action.parameters:
                    addresses += [parameter.domain, *(parameter.subsets or ())]
                single = {0} | {1 + offset for offset, capacity in words if not capacity}
                many = {1 + offset for offset, capacity in words if capacity}
                given |= {address: (single, many) for address in addresses if address is not None}
        if self.program.leading >= 0:
            given[self.program.leading] = ({0}, set())
        return given

    # ----------------------------------------------------------------------- functions

    def _function(self, head: str, writer: Writer, opening: list[str], parameters: set[str], frame: str = "") -> None:
        """frame: how the state and the frame are called in the function."""
        if not frame:
            frame = "word *S = c->state, *F = S + S[FRAME];" if self.facts is None else "word *S = c->state, *F = c->frame;"
        self.heads.append(f"{head};")
        lines = [f"{head} {{", f"    {frame}"]
        lines += ["    (void)S, (void)F, (void)h;" if "word *h" in head else "    word *h = c->heap;"]
        for offset, capacity in writer.arrays.items():
            lines.append(f"    word A{offset}[{max(capacity, 1)}];")
        for name, kind in writer.variables.items():
            if name not in parameters:
                lines.append(f"    {kind}{'' if kind.endswith('*') else ' '}{name}{'' if kind == 'Family' else ' = 0'};")
        self.bodies += [*lines, *(f"    {line}" for line in opening), *writer.lines, "}", ""]

    def _writer(self, top: str) -> Writer:
        writer = Writer(self.program, self.shapes, self.writers, self.tracked, self.lent, top, self.facts)
        if self.remembered:
            writer.changes = remembered.CHANGES
        return writer

    def _parameters(self, routine: Routine) -> tuple[list[str], set[str]]:
        """Those of a rule's function, and their names."""
        arguments: list[str] = []
        names: set[str] = set()
        for height, kind in enumerate(routine.parameters):
            arguments += (f"word s{height}",) if kind == SCALAR else (f"word *q{height}", f"word n{height}")
            names |= {f"s{height}"} if kind == SCALAR else {f"q{height}", f"n{height}"}
        return arguments, names

    def _pure(self, entry: int) -> set[int]:
        """A rule; gives the rules it calls."""
        return self._rule(entry)

    def _rule(self, entry: int, inside: int = -1) -> set[int]:
        """inside: where the opening ends (opening.py)."""
        routine = self.shapes.routines[entry]
        tracked = entry in self.tracked
        writer = self._writer("lt")
        writer.write(routine.stacks, leaders(self.program, routine) | ({inside} if inside >= 0 else set()))
        own, names = self._parameters(routine)
        arguments = ["Context *c", "word *h", *(["word lt"] if tracked else []), *own]
        kind = "void" if not routine.result else "word"
        words = self.code[entry + 1]
        opening = [f"lt += 2 + {words};", f"enter_at(c, h, lt, {entry});"] if tracked else [f"enter(c, h, {entry});"]
        if inside >= 0:
            opened(writer, inside)
            opening.append(f"if (c->entering) {{ c->entering = 0; c->jumps = c->opened; goto L{inside}; }}")
        name = "w" if entry in self.remembered else "r"
        self._function(f"static {kind} {name}{entry}({', '.join(arguments)})", writer, opening, names)
        if entry in self.remembered:
            wrapped = remembered.function(entry, self.remembered.index(entry), len(routine.parameters))
            self.heads.append(wrapped[0].replace(" {", ";"))
            self.bodies += wrapped
        return writer.called

    def _fragment(self, entry: int) -> set[int]:
        routine = self.shapes.routines[entry]
        writer = self._writer(str(self.layout.locals))
        writer.write(routine.stacks, leaders(self.program, routine))
        single, many = self.given[entry]
        opening = ["(void)L, (void)items;"]
        opening += [f"l{offset} = L[{offset}];" for offset in sorted(single) if f"l{offset}" in writer.variables]
        opening += [
            f"Q{offset} = L + {offset + 1}; N{offset} = L[{offset}];" for offset in sorted(many) if f"Q{offset}" in writer.variables
        ]
        if not routine.result:
            writer.put(f"fault(c, INTERNAL, {entry});")
        self._function(f"static word g{entry}(Context *c, word *h, const word *L, const word **items)", writer, opening, set())
        return writer.called

    def _run(self) -> set[int]:
        """All code that may stop, as one function that begins at any of the places where it may go on."""
        program, code = self.program, self.code
        roots = [program.start, self.layout.end, *([program.anytime_code[0]] if program.anytime is not None else [])]
        stacks: dict[int, Stack] = {}
        meeting: set[int] = set()
        entries, waiting = set(roots), list(roots)
        done: set[int] = set()
        while waiting:
            entry = waiting.pop()
            if entry in done:
                continue
            done.add(entry)
            routine = self.shapes.routines[entry]
            stacks |= routine.stacks
            meeting |= leaders(program, routine)
            for address in routine.stacks:
                if code[address] == op.CALL_FRAME:
                    waiting.append(code[address + 1])
                    if address + 2 in routine.stacks:
                        entries.add(address + 2)
                elif code[address] == op.ASK:
                    number = code[address + 1]
                    self.stops[number] = address
                    entries |= {address + 2} | ({program.asking[number].otherwise} - {-1})
        writer = self._writer(str(self.layout.locals))
        writer.variable("pc")
        writer.write(stacks, meeting | entries)
        opening = ["dispatch:", "F = S + S[FRAME];", "switch (pc) {"]
        opening += [f"case {address}: goto L{address};" for address in sorted(entries)]
        opening += ["default: fault(c, ELSEWHERE, pc);", "}"]
        self._function("static void run(Context *c, word pc)", writer, opening, {"pc"})
        return writer.called
