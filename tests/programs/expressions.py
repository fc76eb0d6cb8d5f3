"""Random expressions that are right: typed, never without a value where one is needed, and reading only what may be known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .chooser import Chooser
from .world import PUBLIC, Rule, Scope, Variable, World, Zone

Make = Callable[[], str]


class Expressions:
    """Text of expressions of each type. deep: how many levels may still follow."""

    def __init__(self, chooser: Chooser, world: World) -> None:
        self.chooser, self.world = chooser, world
        self._names = 0
        self._actions: dict[str, tuple[str, ...]] = {}

    def fresh(self, stem: str) -> str:
        """A name that nothing else has."""
        self._names += 1
        return f"{stem}{self._names}"

    def pick(self, simple: Sequence[Make], more: Sequence[Make], deep: int) -> str:
        """One way of making it; the simple ones end."""
        return self.chooser.one([*simple, *more] if deep > 0 else list(simple))()

    # ----------------------------------------------------------------------- numbers and truth

    def number(self, scope: Scope, deep: int = 2) -> str:
        """A number, in parentheses where it is put together."""
        c, w, d = self.chooser, self.world, deep - 1
        simple: list[Make] = [lambda: str(c.number(0, 4))]
        simple += [lambda name=name: name for name in scope.known(scope.numbers)]
        if w.number_options:
            simple.append(lambda: c.one(w.number_options))
        simple += [lambda v=v: self.variable(v, scope, d) for v in self.readable("number", scope)]
        more: list[Make] = [
            lambda: f"({self.number(scope, d)} {c.one('+-*')} {self.number(scope, d)})",
            lambda: f"({self.number(scope, d)} {c.one(('//', '%'))} {c.number(2, 4)})",
            lambda: f"{c.one(('min', 'max'))}({self.number(scope, d)}, {self.number(scope, d)})",
            lambda: f"({self.number(scope, d)} if {self.truth(scope, d)} else {self.number(scope, d)})",
            lambda: f"(-{self.number(scope, d)})",
            lambda: f"count({self.counted(scope, d)})",
            lambda: f"count({self.players(scope, d)})",
            lambda: self.over_cards(scope, d, "sum", self.card_number),
            lambda: f"({self.over_cards(scope, d, c.one(('min', 'max')), self.card_number)} or else {c.number(0, 3)})",
            lambda: self.over_players(scope, d, "sum", self.number),
            lambda: self.over_cards(scope, d, "count", lambda card, s, n: card, always=True),
            lambda: self.over_pairs(scope, d),
        ]
        more += [lambda r=r: self.call(r, scope, d) for r in self.callable("number", scope)]
        more += [lambda k=k: f"{self.member(k, scope, d)}.{w.facts[k]}" for k in w.facts]
        more += [lambda k=k: f"place({self.member(k, scope, d)})" for k in w.kinds]
        if scope.you:
            more.append(lambda: "turns(you)")
        return self.pick(simple, more, deep)

    def truth(self, scope: Scope, deep: int = 2) -> str:
        """A condition, in parentheses where it is put together."""
        c, w, d = self.chooser, self.world, deep - 1
        simple: list[Make] = [
            lambda: f"({self.number(scope, d)} {c.one(('<', '<=', '>', '>=', 'is', 'is not'))} {self.number(scope, d)})",
            lambda: f"({self.counted(scope, d)} is {c.one(('empty', 'not empty'))})",
        ]
        simple += [lambda name=name: name for name in w.switches]
        simple += [lambda v=v: self.variable(v, scope, d) for v in self.readable("truth", scope)]
        simple += [lambda o=o: f"({o} is {c.one(w.words[o])})" for o in w.words]
        more: list[Make] = [
            lambda: f"({self.truth(scope, d)} {c.one(('and', 'or'))} {self.truth(scope, d)})",
            lambda: f"(not {self.truth(scope, d)})",
            lambda: f"({self.number(scope, d)} {c.one(('in', 'not in'))} {c.number(0, 2)}..{c.number(2, 5)})",
            lambda: f"({self.player(scope, d)} {c.one(('is', 'is not'))} {self.player(scope, d)})",
            lambda: f"({self.player(scope, d)} {c.one(('in', 'not in'))} {self.players(scope, d)})",
            lambda: self.over_players(scope, d, c.one(("any", "all")), self.truth),
            lambda: self.over_cards(scope, d, c.one(("any", "all")), self.card_truth),
            lambda: self.over_cards(scope, d, c.one(("same", "different")), self.card_key),
            lambda: (
                f"(({self.number(scope, d)}, {self.number(scope, d)}) {c.one(('<', '>', 'is'))} "
                f"({self.number(scope, d)}, {self.number(scope, d)}))"
            ),
        ]
        more += [lambda r=r: self.call(r, scope, d) for r in self.callable("truth", scope)]
        more += [lambda k=k: f"({self.member(k, scope, d)} {c.one(('is', 'is not', '<'))} {self.member(k, scope, d)})" for k in w.kinds]
        return self.pick(simple, more, deep)

    def call(self, rule: Rule, scope: Scope, deep: int) -> str:
        """A rule of the file called."""
        kinds: dict[str, Make] = {
            "number": lambda: self.number(scope, deep),
            "player": lambda: self.player(scope, deep),
            "some card": lambda: self.cards(scope, deep),
        }
        return f"{rule.name}({', '.join(kinds[parameter]() for parameter in rule.parameters)})"

    def callable(self, result: str, scope: Scope) -> list[Rule]:
        """Rules that may be called here."""
        return [
            rule
            for rule in self.world.rules
            if rule.result == result and not rule.asks and rule.level <= scope.level and (scope.you or not rule.you)
        ]

    # ----------------------------------------------------------------------- variables

    def readable(self, kind: str, scope: Scope) -> list[Variable]:
        """Variables of a type that may be read here."""
        return [v for v in self.world.variables if v.type == kind and not v.none and v.known(scope.level, scope.you)]

    def variable(self, variable: Variable, scope: Scope, deep: int, owner: str = "") -> str:
        """One cell of a variable; of a secret one that of `you`, where no more may be known."""
        name = variable.name
        if variable.owned:
            if not owner:
                owner = self.player(scope, deep) if variable.known(scope.level, False) else "you"
            name = name if owner == "you" and scope.bare and self.chooser.chance(60) else f"{owner}.{name}"
        return f"{name}({self.member(variable.kind, scope, deep)})" if variable.kind else name

    def member(self, kind: str, scope: Scope, deep: int) -> str:
        """A member of a kind."""
        found = [name for name, of in scope.members if of == kind]
        found += [v.name for v in self.world.variables if v.type == kind and not v.owned and not v.kind and v.known(scope.level, False)]
        return self.chooser.one([*self.world.kinds[kind], *found])

    # ----------------------------------------------------------------------- players

    def player(self, scope: Scope, deep: int = 1) -> str:
        """A player, never none."""
        c, w, d = self.chooser, self.world, deep - 1
        simple: list[Make] = [lambda: "(first of players)"]
        if scope.you:
            simple += [lambda: "you", lambda: "next(you)"]
        simple += [lambda name=name: name for name in scope.known(scope.players)]
        simple += [lambda v=v: v.name for v in self.readable("player", scope) if not v.owned and not v.kind]
        more: list[Make] = [
            lambda: f"next({self.player(scope, d)})",
            lambda: f"next({self.player(scope, d)}, 2)",
            lambda: f"(first of {self.over_players(scope, d, c.one(('best', 'worst')), self.number, always=True)})",
            lambda: f"(first of ({self.players(scope, d)}) or else first of players)",
        ]
        if scope.you and w.teams == "2, alternating":
            more.append(lambda: "you.partner")
        if w.seats == (2,) and scope.you:
            more.append(lambda: "opponent")
        more += [
            lambda v=v: f"({v.name} or else first of players)"
            for v in w.variables
            if v.type == "player" and v.none and not v.owned and not v.kind and v.known(scope.level, False)
        ]
        return self.pick(simple, more, deep)

    def players(self, scope: Scope, deep: int = 1) -> str:
        """Some players, perhaps none of them; in parentheses where it is put together."""
        d = deep - 1
        simple: list[Make] = [lambda: "players", lambda: "seats"]
        if scope.you:
            simple.append(lambda: "others")
        own = replace(scope, players=(*scope.players, ("it", PUBLIC)), bare=False)
        more: list[Make] = [
            lambda: f"(players from {self.player(scope, d)})",
            lambda: f"(players where {self.truth(own, d)})",
            lambda: f"(players by {self.chooser.one(('', 'lowest '))}{self.number(own, d)})",
            lambda: self.over_players(scope, d, self.chooser.one(("best", "worst")), self.number),
        ]
        return self.pick(simple, more, deep)

    def over_players(self, scope: Scope, deep: int, function: str, key: Callable[[Scope, int], str], always: bool = False) -> str:
        """`sum(… for p in players)`. always: of all the players, so that it is never of nothing."""
        name = self.fresh("p")
        within = replace(scope, players=(*scope.players, (name, PUBLIC)))
        source = "players" if always else self.players(scope, deep)
        when = "" if always or not self.chooser.chance(20) else f" when {self.truth(within, deep)}"
        lowest = "lowest " if function in ("best", "worst") and self.chooser.chance(20) else ""
        return f"{function}({lowest}{key(within, deep)} for {name} in {source}{when})"

    # ----------------------------------------------------------------------- cards

    def places(self, scope: Scope, faces: bool = True) -> list[tuple[Zone, str]]:
        """Zones whose faces (or only whose number of cards) may be read here, with whose they are: you, somebody, or nothing."""
        found: list[tuple[Zone, str]] = []
        for zone in self.world.zones:
            if faces and zone.shuffled:
                continue
            if not faces or zone.known(scope.level, False):
                found.append((zone, "somebody" if zone.owner else ""))
            elif zone.known(scope.level, scope.you and bool(zone.owner)):
                found.append((zone, "you"))
        return found

    def place(self, zone: Zone, owner: str, scope: Scope, deep: int = 0) -> str:
        """One place of a zone."""
        name = zone.name
        if zone.owner:
            who = "you" if owner == "you" else self.player(scope, deep)
            whose = f"{who}.team" if zone.owner == "team" else who
            name = name if whose == "you" and scope.bare and self.chooser.chance(60) else f"{whose}.{name}"
        return f"{name}({self.member(zone.kind, scope, deep)})" if zone.kind else name

    def counted(self, scope: Scope, deep: int) -> str:
        """Cards that are only counted: any zone will do."""
        zone, owner = self.chooser.one(self.places(scope, faces=False))
        if zone.owner == "player" and not zone.kind and self.chooser.chance(20):
            return f"each {zone.name}"
        return self.place(zone, owner, scope, deep)

    def cards(self, scope: Scope, deep: int = 1) -> str:
        """Some cards, perhaps none; in parentheses where it is put together."""
        c, d = self.chooser, deep - 1
        simple: list[Make] = [lambda z=z, o=o: self.place(z, o, scope, d) for z, o in self.places(scope) if not z.single]
        simple += [lambda name=name: name for name in scope.known(scope.sets)]
        simple = simple or [lambda: "none"]
        more: list[Make] = [
            lambda: f"({self.cards(scope, d)} where {self.it_truth(scope, d)})",
            lambda: f"({self.cards(scope, d)} by {c.one(('', 'lowest '))}{self.it_number(scope, d)})",
            lambda: f"({self.cards(scope, d)} {c.one(('+', 'minus'))} {self.cards(scope, d)})",
            lambda: f"({c.one(('first', 'last', 'top'))} {c.number(1, 3)} of ({self.cards(scope, d)}))",
            lambda: f"({self.cards(scope, d)} or else {self.cards(scope, d)})",
        ]
        more += [lambda z=z: f"(each {z.name})" for z, o in self.places(scope) if z.owner == "player" and not z.kind and o == "somebody"]
        return self.pick(simple, more, deep)

    def over_cards(self, scope: Scope, deep: int, function: str, key: Callable[[str, Scope, int], str], always: bool = False) -> str:
        """`any(… for c in hand)`."""
        name = self.fresh("c")
        when = f" when {self.card_truth(name, scope, deep)}" if always or self.chooser.chance(20) else ""
        return f"{function}({key(name, scope, deep)} for {name} in {self.cards(scope, deep)}{when})"

    def over_pairs(self, scope: Scope, deep: int) -> str:
        """`count(two for two in 2 of hand when …)`."""
        small = [(z, o) for z, o in self.places(scope) if z.owner == "player" and not z.kind and not z.single]
        if not small:
            return "1"
        zone, owner = self.chooser.one(small)
        pair, name = self.fresh("two"), self.fresh("c")
        key = self.card_key(name, scope, deep)
        return f"count({pair} for {pair} in 2 of {self.place(zone, owner, scope)} when same({key} for {name} in {pair}))"

    def card_number(self, card: str, scope: Scope, deep: int) -> str:
        """A number said of a card."""
        return self.chooser.one([f"{card}.{name}" for name in self.world.numbers_of_cards])

    def card_truth(self, card: str, scope: Scope, deep: int) -> str:
        """A condition on a card."""
        return self._of_card(f"{card}.", scope, deep)

    def card_key(self, card: str, scope: Scope, deep: int) -> str:
        """Something by which cards are compared."""
        w = self.world
        return self.chooser.one([f"{card}.{name}" for name in (*w.kinds_of_cards, *w.numbers_of_cards, *w.truths_of_cards)])

    def it_number(self, scope: Scope, deep: int) -> str:
        """A number said of the candidate."""
        return f"{self.chooser.one(('', 'it.'))}{self.chooser.one(self.world.numbers_of_cards)}"

    def it_truth(self, scope: Scope, deep: int) -> str:
        """A condition on the candidate."""
        return self._of_card(self.chooser.one(("", "it.")), scope, deep)

    def _of_card(self, card: str, scope: Scope, deep: int) -> str:
        c, w = self.chooser, self.world
        ways: list[Make] = [
            lambda: f"({card}{c.one(w.numbers_of_cards)} {c.one(('<', '>', '>=', 'is', 'is not'))} {self.number(scope, deep - 1)})",
            lambda: f"({card}{c.one(w.numbers_of_cards)} in {c.number(0, 2)}..{c.number(2, 4)})",
        ]
        ways += [lambda k=k: f"({card}{k} {c.one(('is', 'is not'))} {c.one(self.members(w.kinds_of_cards[k]))})" for k in w.kinds_of_cards]
        ways += [lambda t=t: f"{card}{t}" for t in w.truths_of_cards]
        return c.one(ways)()

    def members(self, kind: str) -> tuple[str, ...]:
        """The members of a kind, the built-in ones included."""
        return {"suit": ("clubs", "hearts", "spades"), "color": ("red", "black")}.get(kind) or self.world.kinds[kind]
