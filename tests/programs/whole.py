"""A whole random rule file: what it declares, its rules, and a play that ends."""

from __future__ import annotations

from dataclasses import dataclass

from .chooser import Chooser
from .sentences import ROUNDS, Sentences, indented
from .world import ALL, MINE, PUBLIC, Rule, Scope, Variable, World, Zone

HEAD = "cardrules: 1\ngame: Made by chance\nabout: A program that means nothing, but is right."


@dataclass(frozen=True)
class Program:
    """text: the rule file."""

    text: str


class Maker:
    """Draws one program."""

    def __init__(self, chooser: Chooser) -> None:
        self.chooser = chooser
        self.world = World()
        self.sentences = Sentences(chooser, self.world)
        self.sections: dict[str, list[str]] = {}

    def make(self) -> Program:
        """The program."""
        c, w = self.chooser, self.world
        w.seats = c.one(((2,), (2, 3), (3,), (4,), (2, 3, 4)))
        w.teams = c.one(("", "", "", "everyone", "2, alternating")) if w.seats in ((4,), (2,)) else ""
        self.kinds()
        self.number_options()
        self.cards()
        self.attributes()
        self.zones()
        self.variables()
        self.rules()
        setup, play = self.setup(), self.play()
        anytime = self.anytime()
        text = [*HEAD.split("\n"), f"players: {', '.join(map(str, w.seats))}"]
        if w.teams:
            text.append(f"teams: {w.teams}")
        for name in ("options", "variants", "kinds", "cards", "attributes", "zones", "variables", "rules"):
            if self.sections.get(name):
                text += ["", f"{name}:", *indented(self.sections[name])]
        text += ["", "setup: |", *indented(setup), "", "play: |", *indented(play)]
        if anytime:
            text += ["", "anytime: |", *indented(anytime)]
        if c.chance(15):
            text += ["", f"match: {c.one(('games is 2', 'any(wins(p) is 2 for p in seats) or games is 3'))}"]
        text += ["", *self.invariants()]
        return Program("\n".join(text).rstrip("\n") + "\n")

    # ----------------------------------------------------------------------- declarations

    def kinds(self) -> None:
        """Lists of names, with facts or without."""
        c, w = self.chooser, self.world
        lines: list[str] = []
        if c.chance(60):
            w.kinds["mood"] = ("calm", "cross", "merry")
            lines.append("mood: calm, cross, merry")
        if c.chance(50):
            w.kinds["bird"] = ("heron", "egret")
            w.facts["bird"] = "legs"
            lines += ["bird:", f"  heron: {{legs: {c.number(0, 3)}}}", f"  egret: {{legs: {c.number(0, 3)}}}"]
        self.sections["kinds"] = lines

    def number_options(self) -> None:
        """Knobs of every sort, and variants that turn them."""
        c, w = self.chooser, self.world
        lines, variants = [], []
        for name in c.some(("dealt", "limit"), 0, 2):
            start = c.number(1, 3)
            lines.append(f"{name}: {start} in 0..4")
            w.number_options.append(name)
            variants.append(f"{name}_low: {{{name}: {c.number(0, 2)}}}")
        if c.chance(40):
            w.switches.append("open_table")
            lines.append("open_table: no")
        if c.chance(30):
            w.words["ties"] = ("shared", "nobody", "first_one")
            lines.append("ties: shared or nobody or first_one")
        self.sections["options"] = lines
        self.sections["variants"] = variants if c.chance(50) else []

    def cards(self) -> None:
        """Playing cards, cards of one's own, or both."""
        c, w = self.chooser, self.world
        way = c.number(0, 2)
        w.french, w.own = way != 1, way != 0
        w.does = w.own and c.chance(50)
        lines: list[str] = []
        if w.french:
            twice = c.one(("", "", ", twice"))
            lines.append(f"french: {c.one(('A..5 of every suit', 'A..6 of spades, 2..5 of hearts, A..4 of clubs'))}{twice}")
            w.kinds_of_cards |= {"suit": "suit", "color": "color"}
        if w.own:
            extra = f", liked: {c.one(w.kinds['mood'])}" if "mood" in w.kinds and c.chance(60) else ""
            w.kinds_of_cards |= {"liked": "mood"} if extra else {}
            lines += [
                "otherwise: {price: 1}",
                f"Bread: {{copies: {c.number(3, 6)}{extra}}}",
                f"Out of Season: {{price: 2, copies: 4{extra}}}",
            ]
            if w.does:
                lines += ["Cheap Trick:", "  price: 3", "  copies: 2", *(["  liked: calm"] if extra else []), "  does(): |", "    DOES"]
            if "bird" in w.kinds:
                lines.append(f"each bird, level 1..2: {{copies: 4 if level is 1 else 1, price: 0{extra}}}")
        if not w.own:
            w.numbers_of_cards.append("pips")
        if not w.french:
            w.numbers_of_cards.append("price")
        self.sections["cards"] = lines

    def attributes(self) -> None:
        """What is said of cards by a condition."""
        c, w = self.chooser, self.world
        test = c.one((["suit is hearts", "rank is A", "color is red"] if w.french else []) + (["price > 1"] if w.own else []))
        lines = ["worth:", f"  {c.number(2, 4)}: {test}", f"  {c.one(('-1', '1'))}: otherwise"]
        if c.chance(50):
            lines.append(f"is_dear: {test}")
            w.truths_of_cards.append("is_dear")
        if c.chance(40):
            lines += ["sort:", f"  fine: {test}", "  plain: otherwise"]
            w.kinds["sort"] = ("fine", "plain")
            w.kinds_of_cards["sort"] = "sort"
        w.numbers_of_cards.append("worth")
        self.sections["attributes"] = lines

    def zones(self) -> None:
        """A stock, a heap, a hand, and others of every sort."""
        c, w = self.chooser, self.world
        refill = c.one(("", "", ", refilled from gone", ", refilled from gone except top"))
        order = c.one(("", ", in order"))
        lines = [f"stock: every card, face {c.one(('down', 'down', 'down', 'down', 'up'))}{order}{refill}", "gone: face up"]
        w.zones += [Zone("stock", seen="nobody", ordered=bool(order), shuffled=True), Zone("gone")]
        seen = {"all": "face up", "nobody": "face down", "owner": "seen by owner", "others": "seen by others", "team": "seen by team"}
        for name in ("hand", *c.some(("row", "den", "nest", "spot"), 0, 4)):
            owner = "player" if name == "hand" else c.one(("", "player", "player", *(("team",) if w.teams == "2, alternating" else ())))
            kind = c.one(("", "", *w.kinds)) if name != "hand" else ""
            views = ["owner", "owner", "others", "nobody", "all"] if owner == "player" else ["all", "nobody"]
            views += ["team"] if owner and w.teams else []
            zone = Zone(name, owner, kind, c.one(views), c.chance(30), name == "spot" and c.chance(70))
            parts = [f"each {part}" for part in (owner, kind) if part] + [seen[zone.seen]]
            parts += ["in order"] if zone.ordered else []
            parts += ["one card"] if zone.single else []
            lines.append(f"{name}: {', '.join(parts)}")
            w.zones.append(zone)
        self.sections["zones"] = lines

    def variables(self) -> None:
        """Counters that end loops, and others of every sort."""
        c, w = self.chooser, self.world
        lines = ["clock: 0..99, capped", "calls: 0..99, capped"]
        w.variables += [Variable("clock", "number"), Variable("calls", "number")]
        for name in c.some(("coins", "fish", "salt", "tin", "glad", "rival", "sky"), 1, 5):
            type_ = {"glad": "truth", "rival": "player", "sky": c.one([*w.kinds, "number"])}.get(name, "number")
            owned = c.chance(60)
            kind = c.one(("", "", "", *w.kinds))
            hidden = c.one(("", "", "", "secret", "hidden")) if owned else ""
            capped, low = (True, c.one((0, -3))) if c.chance(60) else (False, 0)
            none = type_ == "player" and c.chance(50)
            high = c.number(3, 6)
            v = Variable(name, type_, owned, kind, low, high, capped, hidden, none)
            said = {"number": f"{low}..{high}", "truth": "yes or no", "player": f"player{' or none' if none else ''}"}.get(type_, type_)
            parts = [f"each {part}" for part in ("player" if owned else "", kind) if part] + [said]
            parts += ["capped"] if capped and type_ == "number" else []
            parts += [f"starts {c.number(0, 3)}"] if type_ == "number" and c.chance(40) else []
            parts += [hidden] if hidden else []
            parts += ["each round"] if c.chance(20) else []
            parts += ["kept"] if c.chance(10) and "each round" not in parts else []
            lines.append(f"{name}: {', '.join(parts)}")
            w.variables.append(v)
        self.sections["variables"] = lines

    # ----------------------------------------------------------------------- rules and flow

    def rules(self) -> None:
        """Functions, procedures, and procedures that ask; each may call those before it."""
        c, w, s = self.chooser, self.world, self.sentences
        lines: list[str] = []
        for name in c.some(("weigh", "likes", "tally"), 0, 3):
            result = "truth" if name == "likes" else "number"
            level = c.one((PUBLIC, PUBLIC, ALL))
            parameter = c.one(("player", "number", "some card"))
            scope = Scope(level=level, bare=False, **{_KEPT[parameter]: (("x", PUBLIC),)})
            body = s.truth(scope, 3) if result == "truth" else s.number(scope, 3)
            lines.append(f"{name}({parameter} x): {body}")
            w.rules.append(Rule(name, (parameter,), result, level))
        for name in c.some(("stir", "ask_it", "mend"), 0, 3):
            asks, you = name == "ask_it", name == "ask_it" or c.chance(50)
            parameters = ("number",) if c.chance(50) else ()
            scope = Scope(you=you, asks=asks, ends=asks, draws=name != "mend", numbers=(("x", PUBLIC),) if parameters else ())
            body = s.block(scope, 3, 2)
            if you:
                body = [*body, "if you is first of players:", "  nothing"]  # so that it surely needs who acts
            if c.chance(30):
                body = [f"if {s.truth(scope.at(PUBLIC), 1)}:", "  return", *body]
            lines += [f"{name}({'number x' if parameters else ''}): |", *indented(body)]
            w.rules.append(Rule(name, parameters, "", ALL, you, asks, name == "mend"))
        if w.does:
            does = s.block(Scope(you=True, asks=False, ends=False), 2, 1)
            at = self.sections["cards"].index("    DOES")
            self.sections["cards"][at : at + 1] = [f"    {line}" for line in does]
        self.sections["rules"] = lines

    def setup(self) -> list[str]:
        """A shuffle and a deal, and sometimes more."""
        c = self.chooser
        dealt = c.one(("2", "3", *self.world.number_options))
        lines = ["shuffle stock", f"deal {dealt} from stock to each hand"]
        return lines + (self.sentences.block(Scope(asks=False, ends=False), 2, 1) if c.chance(40) else [])

    def play(self) -> list[str]:
        """Some rounds, and an end."""
        c, s = self.chooser, self.sentences
        rounds = c.one(("1", "2", *(f"min({option} + 1, 3)" for option in self.world.number_options)))
        lines = [f"repeat {rounds} times:", "  round:", *indented(indented(self.round()))]
        keys = ", ".join(f"{c.one(('', 'lowest '))}{s.number(Scope(you=True), 1)}" for _ in range(c.number(1, 2)))
        ends = [f"order players by {keys}", f"score players by {s.number(Scope(you=True), 1)}", "win first of players", "nobody wins"]
        return [*lines, c.one(ends)]

    def round(self) -> list[str]:
        """What a round is made of."""
        c, s, scope = self.chooser, self.sentences, Scope()
        lines = ["for each player:", *indented(s.decision(Scope(you=True, loop=True), 1))] if c.chance(50) else []
        for _ in range(c.number(1, 3)):
            way = c.number(0, 3)
            if way == 0:
                lines += ["for each player:", *indented(s.block(Scope(you=True, loop=True), 3))]
            elif way == 1:
                back = c.one(("", "", " counterclockwise"))
                among = c.one(("", "", f"among {s.players(scope.at(PUBLIC), 1)} "))
                until = c.one((f"clock >= {ROUNDS}", f"clock >= {ROUNDS} or {s.truth(scope.at(PUBLIC), 1)}"))
                head = f"take turns {among}from {s.player(scope.at(PUBLIC))}{back} until {until}:"
                body = ["clock += 1", *s.block(Scope(you=True, turn=True), 3)]
                lines += ["clock = 0", head, *indented(body)]
            elif way == 2:
                lines += s.decision(scope, 1)
            else:
                lines += s.block(scope, 2)
        return lines

    def anytime(self) -> list[str]:
        """Actions out of turn, a few for each player."""
        c, s = self.chooser, self.sentences
        counter = next(
            (v for v in self.world.variables if v.type == "number" and v.owned and v.capped and not v.kind and not v.hidden), None
        )
        if counter is None or not c.chance(50):
            return []
        low = f"{counter.name} > {counter.low}"
        scope = Scope(you=True, asks=False, ends=False)
        lines = s.actions(scope, 0, MINE, False, low, [f"{counter.name} -= 1"])
        return lines

    def invariants(self) -> list[str]:
        """What holds for sure."""
        c, lines = self.chooser, ["invariants:", "  always:"]
        for variable in self.world.variables:
            if variable.type == "number" and not variable.owned and not variable.kind:
                lines.append(f"    {variable.name} keeps to its bounds: {variable.name} in {variable.low}..{max(variable.high, 99)}")
        lines.append("    nobody has more than there is: all(count(p.hand) <= count(everything) for p in seats)")
        if c.chance(50):
            lines += ["  each round:", "    a round has begun: round_number > 0", "  at the end:", "    it is over: over"]
        return lines


_KEPT = {"player": "players", "number": "numbers", "some card": "sets"}
