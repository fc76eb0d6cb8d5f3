"""Random sentences: they meet no fault, and whatever loops ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from .expressions import Expressions
from .world import ALL, MINE, PUBLIC, Rule, Scope, Variable, Zone

ACTIONS = ("lay", "give", "bet", "peek", "mark", "take", "turn_over", "call", "show", "deal")
ROUNDS = 6  # turns of one `take turns`, and calls of one `go round`
Sentence = Callable[[], list[str]]


def indented(lines: list[str]) -> list[str]:
    """Lines two blanks further in."""
    return [f"  {line}" for line in lines]


@dataclass(frozen=True)
class Parameter:
    """`name in domain`, and what its name is in the body."""

    text: str
    names: dict[str, tuple[tuple[str, int], ...]]
    members: tuple[tuple[str, str], ...] = ()


class Sentences(Expressions):
    """Blocks as lists of lines."""

    def block(self, scope: Scope, size: int, deep: int = 2) -> list[str]:
        """Up to `size` sentences; `nothing` where there is none. A `let` reaches to the end of its block."""
        lines: list[str] = []
        for _ in range(self.chooser.number(1, max(size, 1))):
            if self.chooser.chance(10):
                more, scope = self.let(scope)
                lines += more
            else:
                lines += self.sentence(scope, deep)
        return lines or ["nothing"]

    def sentence(self, scope: Scope, deep: int) -> list[str]:
        """One sentence with all that belongs to it."""
        simple: list[Sentence] = [lambda: self.move(scope), lambda: self.assign(scope)]
        simple += [self.move_again(scope)] if scope.cards or scope.sets else []
        simple += [lambda: self.seen(scope), lambda: self.swap(scope)]
        if scope.draws:
            simple += [lambda: self.shuffle(), lambda: self.deal(scope)]
        if scope.turn:
            simple += [lambda: self.mark(scope, ("again", "skip", "reverse", "end turn", "stop"))] * 3
        elif scope.loop:
            simple.append(lambda: self.mark(scope, ("stop",)))
        if scope.ends:
            simple.append(lambda: self.leave(scope))
        simple.append(lambda: self.say(scope))
        simple += [lambda r=r: [self.call(r, scope, 1)] for r in self.procedures(scope)]
        if self.world.does and scope.asks and scope.cards:
            simple.append(lambda: [f"{self.chooser.one(scope.cards)[0]}.does()"] if scope.you else ["nothing"])
        more: list[Sentence] = []
        if deep > 0:
            more += [lambda: self.if_(scope, deep - 1), lambda: self.for_each(scope, deep - 1), lambda: self.loop(scope, deep - 1)]
            if scope.asks:
                more += [lambda: self.decision(scope, deep - 1)] * 3
        return self.chooser.one([*simple, *more])()

    def procedures(self, scope: Scope) -> list[Rule]:
        """Rules that may be run here."""
        return [
            rule
            for rule in self.world.rules
            if not rule.result and (scope.asks or rule.calm) and (scope.you or not rule.you) and (scope.draws or rule.calm)
        ]

    def level(self) -> int:
        """What a value that is assigned may come from: mostly what all know, or else a game soon tells everything."""
        return self.chooser.one((PUBLIC, PUBLIC, MINE, ALL))

    # ----------------------------------------------------------------------- cards

    def from_where(self, scope: Scope) -> str:
        """Cards to be moved or turned: one, some, or a whole place; also of shuffled piles, where chance may be asked."""
        c = self.chooser
        zones = [(z, o) for z, o in self.places(scope.at(ALL), faces=False) if scope.draws or not z.shuffled]
        if not zones or c.chance(15):
            return self.cards(scope.at(ALL), 2)
        zone, owner = c.one(zones)
        place = self.place(zone, owner, scope.at(PUBLIC), 1)
        how = [place, f"top of {place}", f"first of {place}", f"bottom of {place}", f"top 2 of {place}", f"last 2 of {place}"]
        if zone.single or (zone.shuffled and not zone.ordered):
            how = [place, f"top of {place}", f"top 2 of {place}"] if not zone.single else [place]
        if scope.draws and not zone.single:
            how += [f"random of {place}", f"random 2 of {place}"]
        if scope.draws and not zone.shuffled:
            how += [f"{place} where {self.it_truth(scope.at(PUBLIC), 0)}"]
        return c.one(how)

    def to_where(self, scope: Scope) -> Zone:
        """A zone that takes any number of cards."""
        return self.chooser.one([zone for zone in self.world.zones if not zone.single])

    def move(self, scope: Scope, what: str = "") -> list[str]:
        """Cards to another place; a place for one card is cleared first."""
        c, known = self.chooser, scope.at(PUBLIC)
        single = [zone for zone in self.world.zones if zone.single]
        what = what or self.from_where(scope)
        if single and c.chance(25):
            zone = c.one(single)
            place = self.place(zone, "somebody", known, 1)
            return [f"move {place} to gone", f"move first of gone to {place}"]
        zone = self.to_where(scope)
        place = self.place(zone, "somebody", known, 1)
        bottom = "bottom of " if c.chance(20) else ""
        facing = f" face {c.one(('up', 'down'))}" if zone.seen != "all" and c.chance(15) else ""
        return [f"move {what} to {bottom}{place}{facing}"]

    def move_again(self, scope: Scope) -> Sentence:
        """A card that has a name here."""
        return lambda: self.move(scope, self.chooser.one([*scope.cards, *scope.sets])[0])

    def shuffle(self) -> list[str]:
        """A pile that no expression reads."""
        return [f"shuffle {self.chooser.one([z.name for z in self.world.zones if z.shuffled and not z.owner])}"]

    def deal(self, scope: Scope) -> list[str]:
        """Cards round the table."""
        zones = [z.name for z in self.world.zones if z.owner == "player" and not z.kind and not z.single]
        zone = self.chooser.one(zones)
        if self.chooser.chance(90):
            return [f"deal {self.number(scope.at(PUBLIC), 1)} from stock to each {zone}"]
        return [f"deal stock to each {zone} from {self.player(scope.at(PUBLIC))}"]

    def swap(self, scope: Scope) -> list[str]:
        """Two cards, where there are two."""
        zones = [(z, o) for z, o in self.places(scope.at(ALL), faces=False) if not z.shuffled]
        if len(zones) < 2:
            return ["nothing"]
        (one, whose), (other, whose2) = self.chooser.one(zones), self.chooser.one(zones)
        if one.name == other.name:
            return ["nothing"]
        left, right = self.place(one, whose, scope.at(PUBLIC)), self.place(other, whose2, scope.at(PUBLIC))
        return [f"if {left} is not empty and {right} is not empty:", f"  swap first of {left} with first of {right}"]

    def seen(self, scope: Scope) -> list[str]:
        """Something turned, shown or told."""
        c = self.chooser
        secret = [v for v in self.world.variables if v.hidden]
        hidden = [(z, o) for z, o in self.places(scope.at(ALL), faces=False) if z.seen != "all" and not z.shuffled]
        player = self.player(scope.at(PUBLIC))
        ways = [lambda: f"tell {player} whether {self.truth(scope, 1)}"]
        if secret:
            ways.append(lambda: f"reveal {self.variable(c.one(secret), scope.at(ALL), 0, self.player(scope.at(PUBLIC)))}")
        if hidden:
            zone, owner = c.one(hidden)
            place = self.place(zone, owner, scope.at(PUBLIC))
            one = place if zone.single else f"first of {place}"
            ways += [
                lambda: f"reveal {one}",
                lambda: f"show {one} to {player}",
                lambda: f"hide {place}",
                lambda: f"show {place} to players",
            ]
            ways += [lambda: f"tell {c.one((player, 'players'))} of {place} whether {self.it_truth(scope.at(PUBLIC), 0)}"]
        if scope.draws:
            ways += [lambda: f"show top of stock to {player}"]
        return [c.one(ways)()]

    # ----------------------------------------------------------------------- values

    def let(self, scope: Scope) -> tuple[list[str], Scope]:
        """A name of this block."""
        c, level = self.chooser, self.level()
        known = scope.at(level)
        way = c.number(0, 4)
        if way == 0:
            name = self.fresh("who")
            return [f"let {name} = {self.player(known, 2)}"], replace(scope, players=(*scope.players, (name, level)))
        if way == 1:
            name = self.fresh("some")
            return [f"let {name} = {self.cards(known, 2)}"], replace(scope, sets=(*scope.sets, (name, level)))
        if way == 2 and scope.draws:
            name = self.fresh("die")
            return [f"let {name} = random of (1..4)"], replace(scope, numbers=(*scope.numbers, (name, ALL)))
        name = self.fresh("n")
        return [f"let {name} = {self.number(known, 2)}"], replace(scope, numbers=(*scope.numbers, (name, level)))

    def assign(self, scope: Scope) -> list[str]:
        """A variable set; what is not capped keeps to its bounds by `%`."""
        c = self.chooser
        chosen = c.one([v for v in self.world.variables if v.owned or v.type != "number" or v.capped or v.name not in ("clock", "calls")])
        if chosen.name in ("clock", "calls"):
            return ["nothing"]
        target = self.variable(chosen, scope.at(ALL), 1, self.player(scope.at(PUBLIC)) if chosen.owned else "")
        known = scope.at(ALL if chosen.hidden else self.level())
        return [self._assigned(chosen, target, known)]

    def _assigned(self, v: Variable, target: str, known: Scope) -> str:
        c = self.chooser
        if v.type == "truth":
            return f"{target} = {self.truth(known, 1)}"
        if v.type == "player":
            return f"{target} = {'none' if v.none and c.chance(30) else self.player(known, 2)}"
        if v.type != "number":
            return f"{target} = {self.member(v.type, known, 0)}"
        if v.capped:
            return f"{target} {c.one(('=', '+=', '-='))} {self.number(known, 2)}"
        return f"{target} = ({self.number(known, 2)}) % {v.high + 1}"

    # ----------------------------------------------------------------------- ifs, loops, leaving

    def if_(self, scope: Scope, deep: int) -> list[str]:
        """`if`, perhaps with `else if` and `else`."""
        lines = [f"if {self.truth(scope.at(self.level()), 2)}:", *indented(self.block(scope, 2, deep))]
        if self.chooser.chance(30):
            lines += [f"else if {self.truth(scope.at(PUBLIC), 1)}:", *indented(self.block(scope, 1, deep))]
        if self.chooser.chance(40):
            lines += ["else:", *indented(self.block(scope, 2, deep))]
        return lines

    def for_each(self, scope: Scope, deep: int) -> list[str]:
        """Players, cards or members one after the other."""
        c, known = self.chooser, scope.at(PUBLIC)
        within = replace(scope, turn=False, loop=True)
        way = c.number(0, 2)
        if way == 0:
            start = c.one(("", f" from {self.player(known)}", f" in {self.players(known)}"))
            back = c.one(("", "", " counterclockwise"))
            return [f"for each player{start}{back}:", *indented(self.block(replace(within, you=True), 2, deep))]
        if way == 1:
            name = self.fresh("c")
            more = replace(within, cards=(*scope.cards, (name, ALL)), asks=False)
            return [f"for each {name} in {self.cards(scope.at(ALL), 1)}:", *indented(self.block(more, 2, 0))]
        kinds = list(self.world.kinds)
        if not kinds:
            return [f"repeat {c.number(1, 3)} times:", *indented(self.block(within, 2, deep))]
        kind, name = c.one(kinds), self.fresh("m")
        more = replace(within, members=(*scope.members, (name, kind)))
        return [f"for each {name} in {kind}:", *indented(self.block(more, 2, deep))]

    def loop(self, scope: Scope, deep: int) -> list[str]:
        """`while`, `repeat … until` and `repeat … times`, with a counter where there is none."""
        within = replace(scope, turn=False, loop=True)
        way = self.chooser.number(0, 2)
        if way == 0:
            return [f"repeat min({self.number(scope.at(PUBLIC), 1)}, 3) times:", *indented(self.block(within, 2, deep))]
        name = self.fresh("left")
        within = replace(within, numbers=(*scope.numbers, (name, PUBLIC)))
        body = indented([f"{name} -= 1", *self.block(within, 2, deep)])
        first = f"let {name} = {self.chooser.number(1, 3)}"
        if way == 1:
            return [first, f"while {name} > 0 and {self.truth(scope.at(PUBLIC), 1)}:", *body]
        return [first, "repeat:", *body, f"until {name} <= 0 or {self.truth(scope.at(PUBLIC), 1)}"]

    def mark(self, scope: Scope, words: tuple[str, ...]) -> list[str]:
        """A sentence of fixed words, under a condition, so that what follows can be reached."""
        return [f"if {self.truth(scope.at(PUBLIC), 1)}:", f"  {self.chooser.one(words)}"]

    def leave(self, scope: Scope) -> list[str]:
        """Somebody goes out or comes back, or the game ends early."""
        c, player = self.chooser, self.player(scope.at(PUBLIC))
        way = c.number(0, 4)
        if way < 2:
            return ["if count(players) > 2:", f"  out {player}"] if not self.world.teams else ["nothing"]
        if way == 2:
            return [f"back {self.player(scope.at(PUBLIC))}"] if not self.world.teams else ["nothing"]
        end = c.one((f"win {player}", "nobody wins", f"win {self.players(scope.at(PUBLIC))}"))
        return [f"if {self.truth(scope, 2)} and {self.truth(scope, 1)} and count(gone) > 3:", f"  {end}"]

    def say(self, scope: Scope) -> list[str]:
        """What everybody may know, said."""
        return [f'say "so much: {{{self.number(scope.at(PUBLIC), 1)}}}"']

    # ----------------------------------------------------------------------- decisions

    def decision(self, scope: Scope, deep: int) -> list[str]:
        """A choice of one or of all, or a talk that goes round."""
        c, known = self.chooser, scope.at(PUBLIC)
        secretly = "secretly " if c.chance(25) else ""
        ways: list[Sentence] = [lambda: self.all_at_once(scope, secretly), lambda: self.round_of_calls(scope, deep)]
        if scope.you:
            ways += [lambda: self.menu(f"{secretly}choose:", scope, deep, MINE, bool(secretly), False)] * 3
            ways += [lambda: self.menu(f"{secretly}may choose:", scope, deep, MINE, bool(secretly), True)]
            ways += [lambda: self.menu(f"{self.player(known)} {secretly}chooses for you:", scope, deep, PUBLIC, bool(secretly), False)]
        acting = replace(scope, you=True)
        who = self.player(known)
        ways += [lambda: self.menu(f"{who} {secretly}chooses:", acting, deep, MINE, bool(secretly), False, outside=scope)]
        ways += [lambda: self.menu(f"{who} {secretly}may choose:", acting, deep, MINE, bool(secretly), True)]
        return c.one(ways)()

    def all_at_once(self, scope: Scope, secretly: str) -> list[str]:
        """`each player chooses`: nobody sees another's choice; the bodies only move and note."""
        c = self.chooser
        who = c.one(("each player", f"each player in {self.players(scope.at(PUBLIC), 1)}"))
        acting = replace(scope.calm(), you=True)
        if c.chance(30):
            return self.menu(f"{who} {secretly}may choose:", acting, 1, MINE, bool(secretly), True)
        return self.menu(f"{who} {secretly}chooses:", acting, 1, MINE, bool(secretly), False, certain=True)

    def round_of_calls(self, scope: Scope, deep: int) -> list[str]:
        """`go round`, with a variable that ends it."""
        within = replace(scope, you=True, asks=False, turn=False, loop=True)
        good = " for good" if self.chooser.chance(40) else ""
        actions = self.actions(within, 1, MINE, False, f"calls < {ROUNDS}", ["calls += 1"])
        body = ["may choose:", *indented(actions)] if self.chooser.chance(50) else ["choose:", *indented(actions), "  pass"]
        return ["calls = 0", f"go round from {self.player(scope.at(PUBLIC))} until all pass{good}:", *indented(body)]

    def menu(
        self, head: str, scope: Scope, deep: int, level: int, secretly: bool, may: bool, certain: bool = False, outside: Scope | None = None
    ) -> list[str]:
        """A decision with its actions. certain: it must have an action that is always possible, since it can have no `else`; outside:
        where its `else` stands."""
        c = self.chooser
        lines = [head, *indented(self.actions(scope, deep, level, secretly))]
        if may:
            return lines
        if certain or c.chance(60):
            return [*lines, "  wait" if certain or c.chance(50) else "  pass"]
        return [*lines, "else:", *indented(self.block(replace(outside or scope, turn=False), 1, 0))]

    def actions(self, scope: Scope, deep: int, level: int, secretly: bool, guard: str = "", first: list[str] | None = None) -> list[str]:
        """One to three actions with different names."""
        lines: list[str] = []
        for stem in self.chooser.some(ACTIONS, 1, 3):
            lines += self.action(stem, scope, deep, level, secretly, guard, first or [])
        return lines

    def action(self, stem: str, scope: Scope, deep: int, level: int, secretly: bool, guard: str, first: list[str]) -> list[str]:
        """`name(parameters) when guard:` and its body. Actions of one name have the same parameters everywhere."""
        letters = "abcdefgh"[2 * scope.nested :]
        parameters = [self.parameter(scope.at(level), secretly, letters[i]) for i in range(self.chooser.number(0, 2))]
        shape = tuple(parameter.text.partition(" ")[0] for parameter in parameters)
        name = next(name for name in (stem, *(f"{stem}_{k}" for k in range(999))) if self._actions.setdefault(name, shape) == shape)
        scope = replace(scope, nested=scope.nested + 1)
        within, open_ = scope, scope.at(level)
        for parameter in parameters:
            within = _with(within, parameter)
            open_ = _with(open_, parameter)
        if self.chooser.chance(40):
            guard = " and ".join(part for part in (guard, self.truth(open_, 1)) if part)
        head = name + (f"({', '.join(p.text for p in parameters)})" if parameters else "") + (f" when {guard}" if guard else "")
        return [f"{head}:", *indented([*first, *self.block(replace(within, loop=False, turn=False), 2, deep if scope.asks else 0)])]

    def parameter(self, scope: Scope, secretly: bool, letter: str) -> Parameter:
        """A domain that who chooses may know: own places and open ones by their cards, others only as places."""
        c = self.chooser
        level = ALL if secretly else PUBLIC
        way = c.number(0, 5)
        if way == 0:
            name = f"n_{letter}"
            return Parameter(f"{name} in {c.number(0, 1)}..{self.number(scope, 1)}", {"numbers": ((name, level),)})
        if way == 1 and scope.you:
            name = f"who_{letter}"
            return Parameter(f"{name} in {self.players(scope, 1)}", {"players": ((name, level),)})
        if way == 2 and (self.world.kinds or self.world.french):
            kind = c.one([*self.world.kinds] or ["suit"])
            name = f"m_{letter}"
            return Parameter(f"{name} in {kind}", {}, ((name, kind),) if kind != "suit" else ())
        zones = [(z, "you" if z.owner else "") for z in self.world.zones if not z.shuffled and not z.single and (scope.you or not z.owner)]
        zone, owner = c.one(zones)
        place = self.place(zone, owner, scope, 0)
        readable = zone.known(scope.level, owner == "you") or zone.seen == "all"
        level = PUBLIC if zone.seen == "all" and not secretly else ALL
        if c.chance(30):
            name = f"some_{letter}"
            return Parameter(f"{name} in {c.one(('1', '1..2', '0..2'))} of {place}", {"sets": ((name, level),)})
        name = f"card_{letter}"
        where = f" where {self.it_truth(scope, 0)}" if readable and c.chance(40) else ""
        return Parameter(f"{name} in {place}{where}", {"cards": ((name, level),)})


def _with(scope: Scope, parameter: Parameter) -> Scope:
    """A scope in which an argument has its name."""
    names = parameter.names
    return replace(
        scope,
        numbers=scope.numbers + names.get("numbers", ()),
        players=scope.players + names.get("players", ()),
        cards=scope.cards + names.get("cards", ()),
        sets=scope.sets + names.get("sets", ()),
        members=scope.members + parameter.members,
    )
