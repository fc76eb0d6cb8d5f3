"""Cards, places and variables get their addresses; what is constant is worked out by running it."""

from __future__ import annotations

from abc import abstractmethod
from itertools import product

from ....dsl import ir
from ....dsl.source import Span
from .. import opcodes as op
from ..fault import GameFault
from ..program import CardInfo, Cells, Place
from ..running.run import STACK, run
from ..trouble import Trouble
from .decisions import Decisions
from .emit import Frame, Label
from .expressions import bare
from .walk import nodes

DECK_LIMIT = 500
STATE_LIMIT = 1 << 18


class Declarations(Decisions):
    """Lays a game's cards, zones and variables out."""

    @abstractmethod
    def flush(self) -> None: ...

    # ----------------------------------------------------------------------- constants

    def constant(self, expression: ir.Expression, it: tuple[ir.Local, int] | None = None) -> int:
        known = self.fixed(expression)
        if known is not None:
            return known
        over = self.label()
        self.jump(op.JUMP, over)
        with self.inside(Frame(False)):
            if it is not None:
                self.scratch(it[0])
            start = self.fragment(expression)
        return self.worked_out(start, [] if it is None else [it[1]], expression.span, over)

    def constant_call(self, rule: ir.Rule, card: int) -> int:
        over = self.label()
        self.jump(op.JUMP, over)
        start = self.here()
        self.push(card)
        self.jump(op.CALL, self.rule_label(rule))
        self.emit(op.DONE)
        return self.worked_out(start, [], rule.span, over)

    def worked_out(self, start: int, it: list[int], span: Span, over: Label) -> int:
        """Runs a fragment that reads no state; it stays in the code, jumped over, for it may be asked for in the middle of a sentence."""
        self.flush()
        self.here(over)
        state = [0] * max(self.layout.size, 64)
        stack, locals_ = self.memory
        locals_[: len(it)] = it
        spared, self.layout.locals = self.layout.locals, 1 << 10
        try:
            run(self.program, state, stack, locals_, start, 0, None, None)
        except Trouble as trouble:
            raise GameFault(trouble.message, self.program.span_at(trouble.pc) or span) from None
        finally:
            self.layout.locals = spared
        return stack[0]

    _memory: tuple[list[int], list[int]] | None = None

    @property
    def memory(self) -> tuple[list[int], list[int]]:
        if self._memory is None:
            self._memory = [0] * STACK, [0] * STACK
        return self._memory

    # ----------------------------------------------------------------------- the deck, places, variables

    def declare_game(self) -> None:
        self.declare_cards()
        self.declare_zones()
        self.declare_variables()
        self.declare_starts()
        self.declare_attributes()
        if self.layout.size > STATE_LIMIT:
            raise GameFault("this game's zones and variables together are too large", self.program.game.span)

    def declare_cards(self) -> None:
        cards: list[CardInfo] = []
        for number, face in enumerate(self.program.game.deck.faces):
            copies = self.constant(face.copies)
            if not 0 <= copies <= DECK_LIMIT or len(cards) + copies > DECK_LIMIT:
                raise GameFault(f"{copies} copies of {face.name}: a deck has at most {DECK_LIMIT} cards", face.span)
            for _ in range(copies):
                cards.append(CardInfo(number, face.name, face.suit, face.rank))
                self.layout.card_face.append(number)
        self.program.cards = tuple(cards)
        layout = self.layout
        layout.cards = len(cards)
        layout.faces = layout.take(len(cards))
        layout.undrawn = layout.take(len(cards))
        layout.where = layout.take(len(cards))

    def dimension(self, index: ir.Indexed) -> tuple[int, int]:
        """Lowest index and how many there are."""
        if index.over == "player":
            return 0, self.layout.seats
        if index.over == "team":
            teams = self.program.game.teams
            return 0, teams if teams else 1 if teams == 0 else self.layout.seats
        if index.over == "card":
            return 0, self.layout.cards
        if index.over == "range":
            assert index.low is not None and index.high is not None
            low, high = self.constant(index.low), self.constant(index.high)
            if high < low or high - low > 10_000:
                raise GameFault(f"there is nothing in {low}..{high}" if high < low else f"{low}..{high} is too much", index.low.span)
            return low, high - low + 1
        return 0, len(self.program.game.kinds[index.over].members)

    def declare_zones(self) -> None:
        places: list[Place] = []
        for zone in self.program.game.zones.values():
            dimensions = tuple(self.dimension(index) for index in zone.indexes)
            self.zones[zone.name] = (len(places), dimensions)
            for indexes in product(*(range(low, low + size) for low, size in dimensions)):
                self.declare_place(places, zone, indexes)
                if self.layout.size > STATE_LIMIT:
                    raise GameFault("this zone has too many places", zone.span)
        for place in places:
            refill = place.zone.refill
            base = -1
            if refill is not None:
                base, dimensions = self.zones[refill.name]
                if dimensions and place.owner is not None:
                    base += place.owner
            self.layout.place_refill.append(base)
        self.program.places = tuple(places)

    def declare_place(self, places: list[Place], zone: ir.Zone, indexes: tuple[int, ...]) -> None:
        layout = self.layout
        owned = zone.indexes[0].over if zone.indexes else ""
        owner = indexes[0] if owned == "player" else None
        team = indexes[0] if owned == "team" else self.team(owner) if owner is not None else None
        partners = sum(1 << seat for seat in range(layout.seats) if team is not None and self.team(seat) == team)
        own = partners if owner is None else 1 << owner
        seen = {"all": layout.everyone, "nobody": 0, "owner": own, "others": layout.everyone & ~own, "team": partners}
        capacity = 1 if zone.one_card else layout.cards
        place = Place(
            zone,
            self.place_name(zone, indexes),
            owner,
            team if owned == "team" else None,
            indexes,
            layout.size,
            capacity,
            seen[zone.seen_by],
        )
        places.append(place)
        layout.place_address.append(layout.take(capacity + 1))
        layout.place_capacity.append(capacity)
        layout.place_viewers.append(place.viewers)
        layout.place_owner.append(ir.NONE if owner is None else owner)
        layout.place_except_top.append(1 if zone.except_top else 0)

    def place_name(self, zone: ir.Zone, indexes: tuple[int, ...]) -> str:
        words = [self.index_name(index.over, at) for index, at in zip(zone.indexes, indexes, strict=True)]
        owner = f"{words.pop(0)}." if zone.indexes and zone.indexes[0].over in ("player", "team") else ""
        return owner + zone.name + (f"({', '.join(words)})" if words else "")

    def index_name(self, over: str, at: int) -> str:
        if over == "player":
            return f"p{at + 1}"
        if over == "team":
            return f"team{at + 1}"
        if over == "card":
            return self.program.cards[at].name
        return str(at) if over == "range" else self.program.game.kinds[over].members[at]

    def declare_variables(self) -> None:
        layout = self.layout
        for number, variable in enumerate(self.program.game.variables.values()):
            dimensions = tuple(self.dimension(index) for index in variable.indexes)
            cells = 1
            for _, size in dimensions:
                cells *= size
            if cells > STATE_LIMIT:
                raise GameFault("this variable has too many values", variable.span)
            low, high = self.bounds(variable)
            address = layout.take(cells)
            masks = layout.take(cells) if variable.seen_by != "all" else None
            self.numbers[variable.name] = number
            self.program.cells[variable.name] = Cells(variable, address, dimensions, low, high, masks)
            layout.variable_address.append(address)
            layout.variable_cells.append(cells)
            layout.variable_low.append(low)
            layout.variable_high.append(high)
            layout.variable_none.append(1 if isinstance(variable.type, ir.Maybe) else 0)
            layout.variable_capped.append(1 if variable.capped else 0)
            layout.variable_kept.append(1 if variable.kept else 0)
            layout.variable_masks.append(masks or 0)
            layout.variable_secret.append(cells // layout.seats if variable.seen_by == "owner" else 0)
            if variable.each_round:
                layout.each_round.append(number)

    def bounds(self, variable: ir.Variable) -> tuple[int, int]:
        type_ = bare(variable.type)
        if type_ == ir.NUMBER:
            low = -ir.LARGEST if variable.low is None else self.constant(variable.low)
            high = ir.LARGEST if variable.high is None else self.constant(variable.high)
            if low > high:
                raise GameFault(f"`{variable.name}` has no value at all in {low}..{high}", variable.span)
            return low, high
        if type_ == ir.TRUTH:
            return 0, 1
        if type_ == ir.PLAYER:
            return 0, self.layout.seats - 1
        if type_ == ir.CARD:
            return 0, self.layout.cards - 1
        if isinstance(type_, ir.Member):
            return 0, len(self.program.game.kinds[type_.name].members) - 1
        return 0, self.layout.seats - 1

    def declare_attributes(self) -> None:
        """Attributes that play asks for and that read no state become tables, before any rule is written that asks for them."""
        game = self.program.game
        asked = nodes((game.setup, game.play, tuple(rule for rule in game.rules.values() if not rule.asks), game.anytime, game.match))
        for attribute in [node.attribute for node in asked if isinstance(node, ir.AttributeValue)]:
            if attribute is not None:
                self.static_attribute(attribute)

    def declare_starts(self) -> None:
        """Where each card stands in the beginning, and what each variable is."""
        game, layout = self.program.game, self.layout
        starting = [zone for zone in game.zones.values() if zone.starts is not None]
        for card in range(layout.cards):
            for zone in starting:
                assert zone.starts is not None
                if self.constant(zone.starts, None if zone.it is None else (zone.it, card)) == 1:
                    layout.card_start.append(self.zones[zone.name][0])
                    break
            else:
                raise GameFault(f"{self.program.cards[card].name} stands in no zone in the beginning", game.span)
        layout.first_place = self.zones[starting[0].name][0] if starting else 0
        for number, variable in enumerate(game.variables.values()):
            start = self.constant(variable.starts)
            if start != ir.NONE and not layout.variable_low[number] <= start <= layout.variable_high[number]:
                low, high = layout.variable_low[number], layout.variable_high[number]
                raise GameFault(f"`{variable.name}` starts at {start}, which is not in {low}..{high}", variable.span)
            layout.variable_start.append(start)
