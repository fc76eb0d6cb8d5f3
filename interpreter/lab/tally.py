"""What never happened over many games: options that change nothing, seats that never win, what was never reached."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from ...dsl import ir
from ..machine.state.game import Game
from .findings import Finding
from .reach import Reach
from .settings import Setting
from .walk import Walk

SURE = 100  # games before something that never happened is worth a warning
COMPARED, MOST_COMPARED = 12, 25  # pairs of games with and without an option: before it counts as idle, and at most
WON = 40  # games won by others for each seat at the table, before a seat that never won is told
HELD = 100  # times a card was in a hand from which its owner chose, before it counts as never playable

Group = tuple[int, str | None]


class Tally:
    """Counts over all games of a play-test."""

    def __init__(self, game: ir.Game, reach: Reach) -> None:
        self.game, self.reach = game, reach
        self.games = 0
        self.chosen: Counter[str] = Counter()
        self.offered: set[str] = set()
        self.playable: set[int] = set()
        self.held: Counter[int] = Counter()
        self.wins: dict[Group, Counter[int]] = defaultdict(Counter)
        self.won: Counter[Group] = Counter()  # games that somebody won
        self.same: Counter[str] = Counter()  # pairs of games in which an option or a variant changed nothing
        self.differs: set[str] = set()

    def note(self, walk: Walk) -> None:
        """Take a game into account."""
        self.games += 1
        self.chosen.update(move.name for move in walk.moves)
        self.offered |= walk.offered
        self.playable |= walk.playable
        self.held += walk.held
        variant = walk.setting.variant
        overridden = variant is not None and bool(walk.setting.options.keys() & self.game.variants[variant].settings.keys())
        if walk.ended and walk.winners and not overridden:
            group = (walk.setting.seats, walk.setting.variant)
            self.won[group] += 1
            self.wins[group].update(seat for seat in range(walk.setting.seats) if walk.winners >> seat & 1)

    def compare(self, name: str, same: bool) -> None:
        """Two games of one seed, which differ only by an option (or `variant x`). same: nobody could tell them apart."""
        if same:
            self.same[name] += 1
        else:
            self.differs.add(name)

    def doubted(self, setting: Setting) -> list[str]:
        """The options of a setting that have not made a difference so far."""
        return [name for name in setting.options if name not in self.differs and self.same[name] < MOST_COMPARED]

    def beaten(self) -> Iterator[tuple[Setting, int]]:
        """Settings in which a seat has not won so far: (setting, seat)."""
        for (seats, variant), games in self.won.items():
            wins = self.wins[seats, variant]
            if seats > 1 and games >= seats * 4 and len(wins) > 0:
                for seat in range(seats):
                    if not wins[seat]:
                        yield Setting(seats, variant), seat

    def findings(self) -> list[Finding]:
        """Everything worth a warning. What lies in another file, extended or used, is that file's own affair."""
        found = [*self._seats(), *(() if self.games < SURE else (*self._unreached(), *self._cards(), *self._idle()))]
        return [finding for finding in found if finding.span is None or finding.span.source is self.game.span.source]

    def _seats(self) -> Iterator[Finding]:
        told: dict[Group, list[int]] = defaultdict(list)
        for setting, seat in self.beaten():
            group = (setting.seats, setting.variant)
            if self.won[group] >= setting.seats * WON:
                told[group].append(seat + 1)
        for (seats, variant), beaten in told.items():
            who = " and ".join(f"seat {seat}" for seat in beaten)
            headline = f"{who} never won in a game of {Setting(seats, variant)}, in {self.won[seats, variant]:,} random games"
            span = self.game.variants[variant].span if variant is not None else None
            yield Finding("never wins", headline, span, severity="warning")

    def _unreached(self) -> Iterator[Finding]:
        games = f"in {self.games:,} random games"
        if next(self.reach.unmet(), None) is not None:
            game = Game(self.game)
            for example in self.game.examples:
                self.reach.shown(game, example)
        names: set[str] = set()
        for action in actions(self.game):
            if action.name not in self.chosen and action.name not in names and not self.reach.ran(action.body):
                names.add(action.name)
                how = "was possible but never chosen" if action.name in self.offered else "was never possible"
                yield Finding("unreached", f"the action `{action.name}` {how} {games}", action.span, severity="warning")
        for what, name, span in self.reach.unmet():
            if what == "action":
                continue
            if what == "branch":
                yield Finding("unreached", f"what stands here never ran {games}", span, severity="warning")
            else:
                yield Finding("unreached", f"the rule `{name}` never ran {games}", span, severity="warning")

    def _cards(self) -> Iterator[Finding]:
        faces = self.game.deck.faces
        dead = [face for face in range(len(faces)) if face not in self.playable and self.held[face] >= HELD]
        if not self.playable or len(dead) > len(faces) / 2:
            return
        spans = dict.fromkeys(faces[face].span for face in dead)
        for span in spans:
            names = [faces[face].name for face in dead if faces[face].span == span]
            many = f"{', '.join(names[:6])}{' …' if len(names) > 6 else ''}"
            what = f"the card {many} was in a hand" if len(names) == 1 else f"the cards {many} were in hands"
            yield Finding("never played", f"{what} again and again, and could never be chosen", span, severity="warning")

    def _idle(self) -> Iterator[Finding]:
        kinds = {f"variant {name}": ("variant", v.name, v.span) for name, v in self.game.variants.items()}
        kinds |= {name: ("option", name, option.span) for name, option in self.game.options.items()}
        for key, (what, name, span) in kinds.items():
            if key not in self.differs and self.same[key] >= COMPARED:
                headline = f"the {what} `{name}` changed nothing in {self.same[key]:,} pairs of random games with and without it"
                yield Finding(f"idle {what}", headline, span, severity="warning")


def actions(game: ir.Game) -> Iterator[ir.Action]:
    """Every action of a game."""
    from ..machine.lowering.walk import nodes

    whole = (game.setup, game.play, game.anytime, tuple(game.rules.values()), tuple(game.deck.facts.values()))
    facts = tuple(fact for kind in game.kinds.values() for fact in kind.facts.values())
    for node in nodes((whole, facts)):
        if isinstance(node, ir.Action):
            yield node
