"""Decisions to code: the block of words in the frame that holds the choices, the menu's domains and guards, the bodies."""

from __future__ import annotations

from ....dsl import ir
from ....dsl.source import Span
from .. import opcodes as op
from ..program import ActionInfo, Asking, Block, Menu, ParameterInfo
from .emit import Frame, Label, Scope, Slot
from .statements import Statements
from .walk import nodes


class Decisions(Statements):
    """Writes decisions and the anytime menu."""

    def parameter_words(self, action: ir.Action) -> tuple[tuple[int, int], ...]:
        """For each parameter: its offset among the arguments, and its capacity."""
        found: list[tuple[int, int]] = []
        at = 0
        for parameter in action.parameters:
            capacity = self.capacity(parameter.local.type)
            found.append((at, capacity))
            at += capacity + 1 if capacity else 1
        return tuple(found)

    def words(self, menu: tuple[ir.Action, ...]) -> int:
        """Words of one seat's arguments, whichever action it takes."""
        most = 0
        for action in menu:
            for at, capacity in self.parameter_words(action):
                most = max(most, at + (capacity + 1 if capacity else 1))
        return most

    def block_of(self, menu: tuple[ir.Action, ...], capacity: int) -> Block:
        take = self.frame.take_frame
        words = self.words(menu)
        count, asked, index, acting, chosen = take(1), take(capacity), take(1), take(capacity), take(capacity)
        arguments = take(capacity * words)
        return Block(count, asked, index, acting, chosen, arguments, arguments if capacity == 1 else take(words), take(1), words)

    # ----------------------------------------------------------------------- menus

    def menu(
        self, menu: tuple[ir.Action, ...], span: Span, *, together: bool, may: bool, secretly: bool, anytime: bool
    ) -> tuple[Menu, int]:
        """Writes the fragments of a menu (the caller jumps over them). Gives it, and the number of the `pass` that `may` adds or -1."""
        actions = [self.action_info(action) for action in menu]
        passing = -1
        if may and not any(action.name == "pass" for action in menu):
            passing = len(actions)
            actions.append(ActionInfo("pass", (), None, "", span))
        number = len(self.program.asking)
        return Menu(number, tuple(actions), together, may, secretly, anytime, span), passing

    def action_info(self, action: ir.Action) -> ActionInfo:
        outer = self.frame
        with self.inside(Frame(False, dict(outer.slots))) as frame:
            self.scratch(action.you)
            parameters: list[ParameterInfo] = []
            slots = [self.scratch(parameter.local) for parameter in action.parameters]
            for parameter, slot in zip(action.parameters, slots, strict=True):
                frame.slots.pop(parameter.local)
                parameters.append(self.parameter_info(parameter, kept_in(action, parameter)))
                frame.slots[parameter.local] = slot
            guard = None
            first = 0
            needs: tuple[tuple[int, ir.Expression], ...] = ()
            if action.guard is not None:
                locals_ = {id(p.local) for p in action.parameters}
                guard = self.fragment(action.guard)
                parts = conjuncts(action.guard)
                reads = [any(isinstance(node, ir.LocalValue) and id(node.local) in locals_ for node in nodes(part)) for part in parts]
                first = reads.index(True) if True in reads else len(parts)
                needs = tuple((self.fragment(part) if len(parts) > 1 else guard, part) for part in parts)
            self.layout.locals = max(self.layout.locals, frame.local_most)
        return ActionInfo(action.name, tuple(parameters), guard, action.about, action.span, needs, first)

    def fragment(self, e: ir.Expression, sequence: bool = False) -> int:
        """Code for one expression, by itself."""
        with self.at(e.span):
            start = self.here()
            if sequence:
                self.sequence(e)
            else:
                self.value(e)
            self.emit(op.DONE)
        return start

    def parameter_info(self, parameter: ir.Parameter, kept: str) -> ParameterInfo:
        domain = parameter.domain
        subsets = None
        interval = False
        if isinstance(domain, ir.Family):
            address = self.fragment(domain.source, True)
            subsets = (self.fragment(domain.low), self.fragment(domain.high))
        elif isinstance(domain, ir.Interval):
            interval = True
            with self.at(domain.span):
                address = self.here()
                self.scalar(domain.low)
                self.scalar(domain.high)
                self.emit(op.DONE)
        else:
            address = self.fragment(domain, True)
        return ParameterInfo(parameter.local.name, parameter.local.type, address, subsets, interval, parameter.span, kept)

    def bodies(self, menu: tuple[ir.Action, ...], block: Block, next_: Label) -> list[int]:
        """Writes the bodies; each goes on at `next_`."""
        found: list[int] = []
        for action in menu:
            found.append(self.here())
            with self.block():
                self.frame.slots[action.you] = Slot(True, block.you, 0)
                for parameter, (at, capacity) in zip(action.parameters, self.parameter_words(action), strict=True):
                    self.frame.slots[parameter.local] = Slot(True, block.current + at, capacity)
                self.statements(action.body)
            self.jump(op.JUMP, next_)
        return found

    # ----------------------------------------------------------------------- `choose:`

    def _do_Choose(self, s: ir.Choose) -> None:
        capacity = self.layout.seats if s.together else 1
        ask, take, after = self.label(), self.label(), self.label()
        frame = self.frame
        with self.block():
            most, frame.frame_most = frame.frame_most, frame.frame_top
            block = self.block_of(s.menu, capacity)
            self.emit(op.CLEAR, block.count, block.arguments - block.count)
            if s.together:
                self.sequence(s.asked)
            else:
                self.scalar(s.asked)
                self.emit(op.CHECK_SEAT, op.PUSH, 1)
            self.emit(op.STORE_FRAME_SEQUENCE, block.count, capacity)  # count and asked: as sequences lie in a frame
            if s.acting is None:
                self.emit(op.LOAD_FRAME_SEQUENCE, block.count, op.POP)
                self.emit(op.STORE_RUN, block.acting, block.count)
            else:
                self.scalar(s.acting)
                self.emit(op.CHECK_SEAT, op.STORE_FRAME, block.acting)
            self.jump(op.JUMP, ask)
            menu, passing = self.menu(s.menu, s.span, together=s.together, may=s.may, secretly=s.secretly, anytime=False)
            number = menu.number
            self.menus.append(menu)
            self.program.asking.append(NOT_YET)
            self.here(ask)
            self.emit(op.ASK, number)
            self.here(take)
            self.emit(op.TAKE, number)
            bodies = self.bodies(s.menu, block, take)
            if passing >= 0:
                bodies.append(self.here())
                self.jump(op.JUMP, take)
            else:
                passing = next((k for k, action in enumerate(s.menu) if action.name == "pass"), -1)
            otherwise = -1
            if s.otherwise is not None:
                otherwise = self.here()
                self.statements(s.otherwise)
            self.here(after)
            self.emit(op.CLEAR, block.count, frame.frame_most - block.count)
            frame.frame_most = max(most, frame.frame_most)
            skips = s.may and s.open_menu
            self.program.asking[number] = self.asking(s.menu, block, capacity, bodies, after, otherwise, passing, skips)

    def asking(
        self,
        menu: tuple[ir.Action, ...],
        block: Block,
        capacity: int,
        bodies: list[int],
        after: Label,
        otherwise: int,
        passing: int,
        skips: bool,
    ) -> Asking:
        parameters = (*(self.parameter_words(action) for action in menu), ())
        return Asking(block, parameters, capacity, tuple(bodies), after.address, otherwise, passing, skips)

    # ----------------------------------------------------------------------- anytime

    def anytime(self, actions: tuple[ir.Action, ...], span: Span) -> Menu:
        """The anytime menu, whose bodies run in a frame of their own and go back to the decision they interrupted."""
        frame = Frame(True)
        with self.inside(frame):
            menu, _ = self.menu(actions, span, together=False, may=False, secretly=False, anytime=True)
            self.menus.append(menu)
            self.program.asking.append(NOT_YET)
            block = self.block_of(actions, 1)
            end = self.label()
            start = self.here()
            self.emit(op.TAKE, menu.number)
            frame.returns = end
            frame.scopes.append(Scope("body", None))
            bodies = self.bodies(actions, block, end)
            self.here(end)
            self.emit(op.LEAVE_ANYTIME)
            self.program.asking[menu.number] = self.asking(actions, block, 1, bodies, end, -1, -1, False)
            self.program.anytime_code = (start, frame.frame_most)
            self.layout.locals = max(self.layout.locals, frame.local_most)
        self.anytime_frame = frame
        return menu

    menus: list[Menu]
    anytime_frame: Frame | None = None


NOT_YET = Asking(Block(0, 0, 0, 0, 0, 0, 0, 0, 0), (), 0, (), 0, -1, -1, False)


def kept_in(action: ir.Action, parameter: ir.Parameter) -> str:
    """The variable that an argument is put into before anything else happens than such settings; "" where there is none."""
    for s in action.body:
        if not isinstance(s, ir.SetVariable):
            return ""
        if isinstance(s.value, ir.LocalValue) and s.value.local is parameter.local and not s.variable.capped:
            return s.variable.name
    return ""


def conjuncts(e: ir.Expression) -> list[ir.Expression]:
    """The parts of `a and b and c`, first to last."""
    return [*conjuncts(e.left), *conjuncts(e.right)] if isinstance(e, ir.Both) else [e]
