"""Deck arithmetic: the set-up, and what comes before the first choice, followed with the numbers of cards in every zone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Any

from .. import ir
from ..diagnostics import Diagnostic
from ..record import Record, Sheet
from ..source import Span
from .doing import Doing
from .ranges import under
from .values import Patience, Scene, Value, known
from .walk import Look, within

MOST_CARDS = 2_000
MOST_STEPS = 5_000
MOST_DEPTH = 8  # of rules that call each other
Place = tuple[object, ...]  # a zone's name and its indexes


class Stop(Exception):
    """Nothing more can be known: somebody is asked, the game ends, or a sentence is not understood."""


class Return(Exception):
    """The rule that is followed has come to a `return`."""


class Heap(Record):
    """What lies at a place. cards: which, where that is known; None: only how many. count None: not known."""

    count: int | None
    cards: frozenset[int] | None = None


EMPTY = Heap(0, frozenset())


def deals_fit(look: Look) -> Iterable[Diagnostic]:
    """Rejects a deal or move, before the first choice, of more cards than there are, for some number of players.

    Options stand at their defaults; then each in turn at its lowest and highest.
    """
    game, patience = look.game, Patience()
    found: dict[int, Diagnostic] = {}
    asked: dict[int, set[str]] = {}  # by seats: the options that a game with the default ones asks for
    for changed, options in settings(game):
        for seats in game.seats:
            if patience.left < 0:
                return [*found.values()]
            if changed is not None and changed not in asked[seats]:
                continue  # nothing becomes different
            for diagnostic in Dealing(game, Scene(game, options, seats, patience=patience)).follow():
                assert diagnostic.span is not None
                found.setdefault(diagnostic.span.start, diagnostic)
            if changed is None:
                asked[seats] = {*options.asked}
                options.asked.clear()
    return [*found.values()]


class Watched(dict[str, int]):
    """Values by name. asked: the names that were asked for."""

    def __init__(self, values: dict[str, int]) -> None:
        super().__init__(values)
        self.asked: set[str] = set()

    def get(self, key: str, default: Any = None, /) -> Any:
        self.asked.add(key)
        return super().get(key, default)


def settings(game: ir.Game) -> Iterator[tuple[str | None, Watched]]:
    """The default options, and each option at its ends, with its name."""
    plain = {o.name: o.default for o in game.options.values()}
    yield None, Watched(plain)
    for option in list(game.options.values())[:40]:
        yield from ((option.name, Watched({**plain, option.name: value})) for value in sorted({option.low, option.high} - {option.default}))


class Dealing(Sheet):
    """One game followed to its first choice."""

    game: ir.Game
    scene: Scene
    heaps: dict[Place, Heap] = field(default_factory=dict[Place, Heap])
    lost: set[str] = field(default_factory=set[str])  # zones of which nothing is known any more
    found: list[Diagnostic] = field(default_factory=list[Diagnostic])
    steps: int = 0
    depth: int = 0
    doing: Doing = field(default_factory=Doing)

    def follow(self) -> list[Diagnostic]:
        """The moves that ask for more than there is."""
        faces: list[int] = []
        for index, face in enumerate(self.game.deck.faces):
            copies = known(face.copies, self.scene)
            if not isinstance(copies, int) or len(faces) + copies > MOST_CARDS:
                return []
            faces.extend([index] * copies)
        self.scene.cards = tuple(faces)
        if self.start():
            try:
                for rule in (self.game.setup, self.game.play):
                    self.run(() if rule is None else rule.body)
            except (Stop, Return):
                pass
        return self.found

    def start(self) -> bool:
        """Put the cards where they begin; False where that is not known."""
        placed: set[int] = set()
        for zone in self.game.zones.values():
            if zone.starts is None:
                continue
            here: set[int] = set()
            for card in set(range(len(self.scene.cards))) - placed:
                if zone.it is not None:
                    self.scene.locals[zone.it] = card
                fits = known(zone.starts, self.scene)
                if fits is None:
                    return False
                if fits:
                    here.add(card)
            placed |= here
            self.heaps[zone.name,] = Heap(len(here), frozenset(here))
        return len(placed) == len(self.scene.cards)

    # ------------------------------------------------------------------ sentences

    def run(self, block: tuple[ir.Statement, ...]) -> None:
        """Follow sentences. Raises Stop and Return."""
        for s in block:
            self.steps += 1
            self.scene.patience.left -= 10  # a sentence takes about as long as so many steps of working out
            if self.steps > MOST_STEPS or self.scene.patience.left < 0:
                raise Stop
            self.one(s)

    def one(self, s: ir.Statement) -> None:
        match s:
            case ir.Move():
                self.move(s)
            case ir.Deal():
                self.deal(s)
            case ir.Swap(left=left, right=right):
                for side in (left, right):
                    self.forget(side)
            case ir.SetVariable(variable=variable, indexes=indexes):
                value, where = self.value(s.value), tuple(self.value(i) for i in indexes)
                if None in where:
                    for key in [k for k in self.scene.variables if k[0] == variable.name]:
                        del self.scene.variables[key]
                elif value is None:
                    self.scene.variables.pop((variable.name, *where), None)
                else:
                    self.scene.variables[variable.name, *where] = value
            case ir.SetLocal(local=local, value=ir.RuleCall() as call) if call.rule.asks:
                self.scene.locals.pop(local, None)
                self.call(call)
            case ir.SetLocal(local=local, value=e):
                self.bind(local, self.value(e))
            case ir.Perform(call=ir.RuleCall() as call):
                self.call(call)
            case ir.If():
                self.branch(s)
            case ir.Shuffle() | ir.Turn() | ir.TurnVariable() | ir.Tell() | ir.Say():
                pass
            case ir.Return():
                raise Return
            case _:
                self.loop(s)

    def loop(self, s: ir.Statement) -> None:
        match s:
            case ir.ForEach(item=item, source=source, body=body):
                items = self.value(source)
                if not isinstance(items, tuple) or len(items) > 100:
                    raise Stop
                for one in items:
                    self.bind(item, one)
                    self.run(body)
            case ir.RepeatTimes(count=count, body=body):
                times = self.value(count)
                if not isinstance(times, int) or times > 200:
                    raise Stop
                for _ in range(times):
                    self.run(body)
            case ir.Round(body=body):
                self.scene.variables = {k: v for k, v in self.scene.variables.items() if not self.game.variables[str(k[0])].each_round}
                self.run(body)
            case ir.Loop(test_first=test_first, go_on=go_on, body=body):
                if not (test_first and go_on is not None and self.value(go_on) == 0):
                    self.run(body)  # the first time; what comes after it depends on how often
                    raise Stop
            case ir.TakeTurns(you=you, start=start, body=body) | ir.GoRound(you=you, start=start, body=body):
                self.bind(you, self.value(start))
                self.run(body)
                raise Stop
            case _:
                raise Stop

    def branch(self, s: ir.If) -> None:
        """One side where the condition is known; else both, and then only what they agree in."""
        condition = self.value(s.condition)
        if condition is not None:
            self.run(s.yes if condition else s.no)
            return
        ends: list[tuple[dict[Place, Heap], set[str]]] = []
        before, lost, variables, locals_ = self.heaps, self.lost, self.scene.variables, self.scene.locals
        for side in (s.yes, s.no):
            self.heaps, self.lost = dict(before), set(lost)
            self.scene.variables, self.scene.locals = dict(variables), dict(locals_)
            try:
                self.run(side)
            except (Stop, Return):
                continue
            ends.append((self.heaps, self.lost))
        if not ends:
            raise Stop
        self.lost = set().union(*(lost for _, lost in ends))
        places = {place for heaps, _ in ends for place in heaps}
        self.heaps = {place: same([heaps.get(place, EMPTY) for heaps, _ in ends]) for place in places}
        changed = {n.variable.name for n in self.doing.everything((*s.yes, *s.no)) if isinstance(n, ir.SetVariable)}
        self.scene.variables = {k: v for k, v in variables.items() if k[0] not in changed}
        self.scene.locals = {k: v for k, v in locals_.items() if self.scene.locals.get(k) == v}

    def call(self, call: ir.RuleCall) -> None:
        rule = call.rule
        if self.depth >= MOST_DEPTH:
            raise Stop
        values = [self.value(a) for a in call.arguments]
        you = None if call.you is None else self.value(call.you)
        for parameter, value in zip(rule.parameters, values, strict=True):
            self.bind(parameter, value)
        if rule.you is not None:
            self.bind(rule.you, you)
        self.depth += 1
        try:
            self.run(rule.body)
        except Return:
            pass
        finally:
            self.depth -= 1

    def value(self, e: ir.Expression) -> Value | None:
        return known(e, self.scene)

    def bind(self, local: ir.Local, value: Value | None) -> None:
        self.scene.locals.pop(local, None)
        if value is not None:
            self.scene.locals[local] = value

    # ------------------------------------------------------------------ cards

    def place(self, e: ir.Expression) -> Place | None:
        """The place an expression stands for; None where it is not known which."""
        if isinstance(e, ir.Contents):
            e = e.place
        if not isinstance(e, ir.ZonePlace):
            return None
        indexes = tuple(self.value(i) for i in e.indexes)
        return None if None in indexes or e.zone.name in self.lost else (e.zone.name, *indexes)

    def forget(self, e: ir.Expression) -> None:
        """Nothing is known any more of the zones an expression speaks of."""
        for node in within(e):
            match node:
                case ir.ZonePlace(zone=zone) | ir.AllContents(zone=zone):
                    self.lost.add(zone.name)
                case ir.LocalValue(local=ir.Local(type=type)) if type in (ir.PLACE, ir.CARD):
                    self.lost |= set(self.game.zones)
                case _:
                    pass

    def take(self, zone: ir.Zone, place: Place, count: int) -> tuple[Heap, int | None]:
        """Take so many from the top of a place: what they are, and how many there were before, with what refills it."""
        heap = self.heaps.get(place, EMPTY)
        if heap.count is None:
            return Heap(None), None
        if zone.refill is not None and count > heap.count:
            more = self.heaps.get((zone.refill.name,), EMPTY).count
            if more is None or zone.refill.name in self.lost:
                self.heaps[place] = self.heaps[zone.refill.name,] = Heap(None)
                return Heap(None), None
            kept = min(more, int(zone.except_top))
            heap = Heap(heap.count + more - kept)
            self.heaps[zone.refill.name,] = Heap(kept)
        assert heap.count is not None
        taken = min(count, heap.count)
        whole = heap.cards if taken == heap.count else None
        self.heaps[place] = EMPTY if taken == heap.count else Heap(heap.count - taken, None if taken else heap.cards)
        return Heap(taken, whole if taken else frozenset()), heap.count

    def put(self, place: Place | None, zone: str | None, heap: Heap) -> None:
        if place is None:
            self.lost |= set(self.game.zones) if zone is None else {zone}
            return
        old = self.heaps.get(place, EMPTY)
        count = None if old.count is None or heap.count is None else old.count + heap.count
        cards = None if old.cards is None or heap.cards is None else old.cards | heap.cards
        self.heaps[place] = Heap(count, cards)

    def move(self, s: ir.Move) -> None:
        to = self.place(s.to)
        target = s.to.zone.name if isinstance(s.to, ir.ZonePlace) else None
        what = s.what
        if isinstance(what, ir.Sequence) and len(what.items) == 1:
            what = what.items[0]
        one = isinstance(what, ir.Only) or (isinstance(what, ir.Picked) and what.count is None)
        if isinstance(what, ir.Only):
            what = what.source
        match what:
            case ir.Contents(place=ir.ZonePlace() as source):
                count: int | None = 1 if one else MOST_CARDS
                condition = None
            case ir.Picked(source=ir.Contents(place=ir.ZonePlace() as source)):
                found = 1 if what.count is None else self.value(what.count)
                count, condition = found if isinstance(found, int) else None, None
            case ir.Filter(source=ir.Contents(place=ir.ZonePlace() as source)):
                count, condition = MOST_CARDS, what
            case _:
                self.forget(what)
                self.put(None if target is None else (target,) if to is None else to, target, Heap(None))
                return
        place = self.place(source)
        if place is None:
            self.lost.add(source.zone.name)
            self.put(to, target, Heap(None))
        elif condition is not None:
            self.put(to, target, self.filtered(condition, place))
        elif count is None:
            self.heaps[place] = Heap(None)
            self.put(to, target, Heap(None))
        else:
            taken, there = self.take(source.zone, place, count)
            self.put(to, target, taken)
            fewest = 1 if s.exactly is not None else 2  # one card of an empty zone may well be meant
            if there is not None and fewest <= count < MOST_CARDS and there < count:
                self.say(s.span, source.zone.name, there, f"{count} {'is' if count == 1 else 'are'} to be moved")

    def filtered(self, what: ir.Filter, place: Place) -> Heap:
        """Take from a place the cards that fit."""
        heap = self.heaps.get(place, EMPTY)
        if heap.cards is None:
            self.heaps[place] = Heap(None)
            return Heap(None)
        fits: set[int] = set()
        for card in heap.cards:
            self.scene.locals[what.it] = card
            found = self.value(what.condition)
            if found is None:
                self.heaps[place] = Heap(None)
                return Heap(None)
            if found:
                fits.add(card)
        self.heaps[place] = Heap(len(heap.cards - fits), heap.cards - fits)
        return Heap(len(fits), frozenset(fits))

    def deal(self, s: ir.Deal) -> None:
        place = self.place(s.source)
        seats = self.scene.seats or 0
        each = None if s.count is None else self.value(s.count)
        owner = bool(s.to.indexes) and s.to.indexes[0].over == "player"
        if place is None or not isinstance(s.source, ir.ZonePlace) or not owner or len(s.to.indexes) > 1 or not isinstance(each, int):
            self.forget(s.source)
            self.lost.add(s.to.name)
            return
        taken, there = self.take(s.source.zone, place, seats * each)
        if taken.count == seats * each:
            for seat in range(seats):
                self.put((s.to.name, seat), s.to.name, Heap(each))
        else:
            self.lost.add(s.to.name)
        if there is not None and there < seats * each:
            self.say(s.span, s.source.zone.name, there, f"{seats} players × {each} cards are {seats * each}")

    def say(self, span: Span, zone: str, there: int, wanted: str) -> None:
        cards = f"{there or 'no'} card{'' if there == 1 else 's'}"
        plain = {o.name: o.default for o in self.game.options.values()}
        changed = {name: value for name, value in self.scene.options.items() if value != plain[name]}
        more_players = self.scene.seats != min(self.game.seats) and "players" not in wanted
        said = under(Scene(self.game, changed, self.scene.seats if more_players else None))
        self.found.append(
            Diagnostic(
                "W0440",
                f"`{zone}` has {cards} here, and {wanted}{said}",
                span,
                "more than there is",
                help="allow fewer players, take fewer cards, or add cards to the deck",
                severity="warning",
            )
        )


def same(heaps: list[Heap]) -> Heap:
    """What is known of a place that may be in one of several states."""
    first = heaps[0]
    if all(heap == first for heap in heaps):
        return first
    return Heap(first.count if all(heap.count == first.count for heap in heaps) else None)
