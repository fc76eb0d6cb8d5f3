"""From the typed program to the flat one: options and the number of seats become constants, names become addresses."""

from __future__ import annotations

from ....dsl import ir
from ....dsl.circles import groups
from .. import opcodes as op
from ..fault import GameFault
from ..layout import Layout
from ..program import ExampleCode, Program
from .addresses import Declarations
from .emit import Frame
from .expressions import many
from .walk import called, ends, free_locals, shuffled_zones, traits

RECURSION = 16  # how deep rules that ask may call each other in a circle


class Lowering(Declarations):
    """Writes a whole program."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.asking_frames: dict[int, tuple[ir.Rule, int]] = {}

    # ----------------------------------------------------------------------- rules

    def flush(self) -> None:
        """Writes every rule that something written so far calls."""
        while self.waiting:
            rule = self.waiting.pop()
            label = self.rules[id(rule)][1]
            with self.inside(Frame(rule.asks)) as frame, self.at(rule.span):
                outer, self.result = (self.result, self.refills), rule.result
                self.refills = False
                self.here(label)
                enter = self.here() + 1
                self.emit(op.ENTER_FRAME if rule.asks else op.ENTER, 0)
                parameters = ((rule.you,) if rule.you is not None else ()) + rule.parameters
                slots = [self.declare(parameter) for parameter in parameters]
                for slot in reversed(slots):
                    self.store(slot)
                self.statements(rule.body)
                if isinstance(rule.result, ir.Many):
                    self.push(0)
                elif rule.result != ir.NOTHING:
                    self.push(ir.NONE)
                self.emit(op.RETURN_FRAME if rule.asks else op.RETURN)
                self.result, self.refills = outer
                if rule.asks:
                    self.code[enter] = frame.frame_most
                    self.asking_frames[id(rule)] = (rule, frame.frame_most)
                    self.layout.locals = max(self.layout.locals, frame.local_most)
                else:
                    self.code[enter] = frame.local_most

    def pure_fragment(self, expression: ir.Expression) -> int:
        """A fragment of its own, outside any rule."""
        with self.inside(Frame(False)) as frame:
            address = self.fragment(expression)
            self.layout.locals = max(self.layout.locals, frame.local_most)
        return address

    # ----------------------------------------------------------------------- the whole

    def write(self) -> None:
        game, program = self.program.game, self.program
        self.shuffled = shuffled_zones(game)
        self.declare_game()
        self.menus = []
        with self.at(game.span):
            if game.anytime:
                program.anytime = self.anytime(game.anytime, game.span)
            program.start = self.beginning()
            program.leading = self.standing()
            self.flush()
            named = {*self.layout.named}  # without those of examples and claims
            program.examples = tuple(self.example(e) for e in game.examples if self.fits(e))
            program.invariants = tuple((i, self.pure_fragment(i.condition)) for i in game.invariants)
            for name, rule in game.rules.items():
                if not rule.asks:
                    program.rules[name] = self.here()
                    self.jump(op.CALL, self.rule_label(rule))
                    self.emit(op.DONE)
                    if isinstance(rule.result, ir.Many):
                        program.sequences.add(program.rules[name])
            self.flush()
        self.layout.named = named
        program.traits = tuple(traits(game))
        program.menus = tuple(sorted(self.menus, key=lambda menu: menu.number))
        layout = self.layout
        layout.frames = layout.size
        layout.take(self.frame_words())

    def beginning(self) -> int:
        """Setup and play, game after game of a match."""
        game = self.program.game
        start = self.here()
        self.emit(op.NEW_GAME)
        if game.setup is not None:
            self.call(game.setup, None, ())
        self.call(game.play, None, ())
        with self.at(game.play.span):
            self.emit(op.FALL_OFF)
        self.layout.end = self.here()
        self.emit(op.GAME_OVER)
        if game.match is not None:
            over = self.label()
            with self.inside(Frame(False)) as frame, self.at(game.match.span):
                self.scalar(game.match)
                self.layout.locals = max(self.layout.locals, frame.local_most)
            self.jump(op.JUMP_IF, over)
            self.jump(op.LOOP)
            self.code.append(start)
            self.here(over)
        self.emit(op.HALT, 1)
        return start

    def standing(self) -> int:
        """A fragment for the first key that the game orders its players by, so that a lead can be followed; -1 where there is none that
        can be asked about at any time."""
        game = self.program.game
        for end in ends(game):
            if end.keys and not many(key := end.keys[0][0]) and free_locals(key) <= {end.you}:
                assert end.you is not None
                with self.inside(Frame(False)) as frame, self.at(key.span):
                    self.scratch(end.you)
                    start = self.here()
                    self.scalar(key)
                    self.emit(*((op.FLIP,) if end.keys[0][1] else ()), op.DONE)
                    self.layout.locals = max(self.layout.locals, frame.local_most)
                return start
        return -1

    def fits(self, example: ir.Example) -> bool:
        wanted = len(example.seats) if example.seats is not None else min(self.program.game.seats)
        return wanted == self.layout.seats

    def example(self, example: ir.Example) -> ExampleCode:
        game = self.program.game
        start = self.here()
        for rule in (example.given if example.given is not None else game.setup, example.do if example.do is not None else game.play):
            if rule is not None:
                self.call(rule, None, ())
        with self.at(example.span):
            self.emit(*((op.FALL_OFF,) if example.do is None else (op.HALT, 0)))
        return ExampleCode(example, start, tuple(self.pure_fragment(claim) for claim, _ in example.then))

    # ----------------------------------------------------------------------- frames

    def frame_words(self) -> int:
        """Words that the frames of rules that ask can take together: the deepest chain of calls, where a rule that can come to call itself
        counts RECURSION times."""
        calls: dict[int, list[int]] = {}  # straight ones: what asks is called by what asks only
        for key, (rule, _) in self.asking_frames.items():
            calls[key] = list(dict.fromkeys(id(other) for other in called(rule) if id(other) in self.asking_frames))
        weight = {key: words + 2 for key, (_, words) in self.asking_frames.items()}
        depth: dict[int, int] = {}
        circling = 0
        for group in groups(calls, calls.__getitem__):
            below = max((depth[k] for key in group for k in calls[key] if k in depth), default=0)
            own = weight[group[0]]
            if len(group) > 1 or group[0] in calls[group[0]]:
                circling += sum(weight[key] for key in group)
                own = 0
            depth.update(dict.fromkeys(group, below + own))
        most = max(depth.values(), default=0) + circling * RECURSION
        anytime = self.program.anytime_code[1] + 2 + most if self.program.anytime is not None else 0
        return most + anytime + 2


def lower(game: ir.Game, options: dict[str, int], seats: int) -> Program:
    """The flat program of a game for these options (complete, as run-time values) and this number of seats.

    Raises GameFault where the file can not be played so: bounds that hold nothing, a card that stands nowhere.
    """
    program = Program(game, options, seats, Layout(seats))
    try:
        Lowering(program).write()
    except RecursionError:
        raise GameFault("an expression is nested too deep", game.span) from None
    return program
