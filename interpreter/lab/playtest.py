"""Random games by the hundred: what goes wrong in them, made small, and what never happens."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf

from ...dsl import ir
from ..machine.fault import GameFault
from ..machine.state.game import Game
from .budget import LONGEST, Budget, Progress, Result
from .choices import Script
from .findings import Finding
from .leaks import leak
from .parts import broken
from .reach import Reach
from .settings import Setting, anything, pairs, plain, singles
from .shrink import Shrinker, shortened, size
from .tally import Tally
from .tell import position, tell
from .walk import OutOfTime, Trouble, Walk, Walker

SHRINK_SECONDS = 2.0  # for each finding at most, looking for the smallest game
# Of the time: until when games are played, where nothing is wrong and where something is; until when small games are looked for.
PLAYED, FAULTY, SHRUNK = 0.9, 0.6, 0.85
FAULTS = 5  # different faults, after which more games would only repeat them
LEAKS = 0.25  # of the time may go into tests of information
PROGRAMS = 300  # that are kept
ENDLESS = ("passing", "repeating", "long")
SLOW = {"loop": 2, "passing": 20, "repeating": 10, "long": 3}  # faults that take time to come to: after so many of one, no more games
CUT, CUT_OFF = 400, 8  # choices after which a game is cut off, once one is known not to end; of so many such games there are no more


class Playtest:
    """Plays a rule file at random. load: the game for a setting; progress: told after each game (and may raise KeyboardInterrupt)."""

    def __init__(
        self, game: ir.Game, load: Callable[[Setting], Game], budget: Budget, progress: Callable[[Progress], None] = lambda progress: None
    ) -> None:
        self.game, self.budget, self.progress = game, budget, progress
        self._load = load
        self._games: dict[object, Game] = {}
        self._walkers: dict[tuple[object, int], Walker] = {}
        self.result = Result()
        self.reach = Reach(game)
        self.tally = Tally(game, self.reach)
        self.found: dict[object, tuple[Walk, Trouble, int]] = {}  # the smallest game of each fault, and in how many it was met
        self.spies = random.Random(budget.seed)  # apart from the players' numbers, so that testing changes no game
        self.begun = time.monotonic()
        self.leaking = 0.0
        self.cut = 0  # games that were cut off, as others before them

    # ----------------------------------------------------------------------- the plan

    def run(self) -> Result:
        """Play until the budget is spent; after Ctrl-C with what there is by then."""
        try:
            for setting, seed in self.plan():
                if self.spent() or self.enough():
                    break
                self.one(setting, seed)
            self.confirm()
        except (OutOfTime, TimeoutError):
            pass
        except KeyboardInterrupt:
            self.result.interrupted = True
        result = self.result
        found = list(self.found.values())
        for number, (walk, trouble, met) in enumerate(found):
            result.findings.append(self.told(walk, trouble, met, len(found) - number))
        if not any(finding.severity == "error" for finding in result.findings):
            lines = {(f.span.source.name, f.span.line) for f in result.findings if f.span is not None}
            result.findings += [f for f in self.tally.findings() if f.span is None or (f.span.source.name, f.span.line) not in lines]
        result.seconds = time.monotonic() - self.begun
        return result

    def spent(self) -> bool:
        """Is there no more to be played?"""
        games = self.budget.games
        return self.result.games == games or time.monotonic() > self.clock(FAULTY if self.faulty else PLAYED)

    def clock(self, share: float) -> float:
        """When this share of the time is over; never, where only games are counted."""
        return self.begun + self.budget.time * share

    @property
    def faulty(self) -> bool:
        """Was a fault found so far?"""
        return any(trouble.severity == "error" for _, trouble, _ in self.found.values())

    def enough(self) -> bool:
        """Would more games only repeat what was found, or take long to come to the same loop?"""
        faults = [(trouble, met) for _, trouble, met in self.found.values() if trouble.severity == "error"]
        return len(faults) >= FAULTS or self.cut >= CUT_OFF or any(met >= SLOW.get(trouble.kind, met + 1) for trouble, met in faults)

    def plan(self) -> Iterator[tuple[Setting, int]]:
        """Settings and seeds, for ever: the base game, every option alone, every two things together; then again, and at random.

        All settings of a turn have one seed: what an option changes shows against the base game.
        """
        rng = random.Random(self.budget.seed)
        base, single = plain(self.game), singles(self.game)
        together = list(pairs(self.game, rng))
        start = self.budget.seed * 1_000_000
        turn = 0
        while True:
            others = [setting for three in _zipped(single, together, base if turn else []) for setting in three]
            for setting in [*base, *others]:
                yield setting, start + turn
                if turn:
                    yield anything(self.game, rng), start + rng.randrange(1_000_000)
            turn += 1

    def confirm(self) -> None:
        """More games of what looks as if a seat could not win."""
        from .tally import WON

        tried = 0
        for setting, seat in list(self.tally.beaten()):
            group = (setting.seats, setting.variant)
            while not self.tally.wins[group][seat] and self.tally.won[group] < setting.seats * WON and tried < 600:
                if time.monotonic() > self.clock(1.0):
                    return
                tried += 1
                self.one(setting, self.budget.seed * 1_000_000 + 500_000 + tried)

    # ----------------------------------------------------------------------- one game

    def one(self, setting: Setting, seed: int) -> Walk:
        """Play one game and keep what it shows."""
        walk = self.walk(setting, seed)
        result = self.result
        result.games += 1
        result.decisions += walk.decisions
        result.longest = max(result.longest, walk.decisions)
        self.tally.note(walk)
        for trouble in (*walk.warnings, *([walk.trouble] if walk.trouble is not None else [])):
            self.keep(replace(walk, trouble=trouble), trouble)
        if walk.trouble is None:
            self.compare(walk)
            self.spy(walk)
        budget = self.budget
        share = max(result.games / budget.games if budget.games else 0.0, (time.monotonic() - self.begun) / max(budget.time, 0.01))
        self.progress(Progress(result.games, len(self.found), min(share, 1.0)))
        return walk

    def keep(self, walk: Walk, trouble: Trouble) -> None:
        """A fault that was met; of one fault the smaller game is kept."""
        first, _, met = self.found.get(trouble.key, (walk, trouble, 0))
        small = walk if size(walk) < size(first) else first
        assert small.trouble is not None
        self.found[trouble.key] = (small, small.trouble, met + 1)

    def compare(self, walk: Walk) -> None:
        """The same game without one of its options, or without its variant, where that has not made a difference yet."""
        setting, name = walk.setting, ""
        if doubted := self.tally.doubted(setting):
            name = doubted[walk.seed % len(doubted)]
            other = setting.without(name)
        elif setting.variant is not None and not setting.options and f"variant {setting.variant}" not in self.tally.differs:
            name = f"variant {setting.variant}"
            other = replace(setting, variant=None)
        else:
            return
        without = self.walk(other, walk.seed)
        same = walk.digest == without.digest
        if same and (not walk.shown or walk.shown != without.shown):
            same = self.seen(walk) == self.seen(without)
        self.tally.compare(name, same)

    def seen(self, walk: Walk) -> list[object]:
        """Everything that a game had shown to each seat when the last choice was made, and what lay open then."""
        game, seats = self.game_of(walk.setting), walk.setting.seats
        with self.reach.free(game.machine(seats).program):
            state = position(game, seats, walk.seed, walk.moves[:-1], self.clock(1.0) - time.monotonic())
            return [(state.information(seat), state.view(seat)) for seat in range(seats)]

    def walk(self, setting: Setting, seed: int) -> Walk:
        """One game of a setting. Raises OutOfTime where it goes on beyond the budget."""
        deadline = self.clock(FAULTY if self.faulty else 1.0)
        known = any(trouble.kind in ENDLESS for _, trouble, _ in self.found.values())  # one that long is enough
        longest = min(self.budget.longest, CUT) if known else self.budget.longest
        walk = self.play(setting, seed, Script(rng=random.Random(seed)), longest, deadline)
        if known and walk.trouble is not None and walk.trouble.kind in ENDLESS and walk.trouble.key not in self.found:
            walk.trouble = None
            self.cut += 1
        return walk

    def play(self, setting: Setting, seed: int, script: Script, longest: int = LONGEST, deadline: float = inf) -> Walk:
        """A game by a script. A setting that can not be set up is a fault at its beginning. Raises OutOfTime."""
        try:
            walker = self.walker(setting)
        except GameFault as fault:
            return Walk(setting, seed, trouble=Trouble("fault", fault.message, fault.span))
        walker.deadline = deadline
        return walker.play(setting, seed, script, longest)

    def game_of(self, setting: Setting) -> Game:
        """The game for a setting; read once for each variant and options."""
        if setting.key not in self._games:
            if len(self._games) >= PROGRAMS:
                self._games.clear()
                self._walkers.clear()
                self.reach.traps.clear()
            self._games[setting.key] = self._load(setting)
        return self._games[setting.key]

    def walker(self, setting: Setting) -> Walker:
        """Lowered once for each setting. Raises GameFault."""
        key = (setting.key, setting.seats)
        game = self.game_of(setting)
        if key not in self._walkers:
            self._walkers[key] = Walker(game.machine(setting.seats), self.reach)
        return self._walkers[key]

    # ----------------------------------------------------------------------- information

    def spy(self, walk: Walk) -> None:
        """At some stops of a game: what every seat knows must be the same in another world that it can not tell from this one."""
        budget, result = self.budget, self.result
        stops = [stop for stop in range(len(walk.moves)) if self.spies.random() < budget.resample]
        now = time.monotonic()
        if not stops or (budget.time < inf and self.leaking > LEAKS * (now - self.begun)):
            return
        game = self.game_of(walk.setting)
        self.spies.shuffle(stops)  # of a long game there may be time for a few

        def left() -> float:
            return min(LEAKS * budget.time - self.leaking + now, self.clock(1.0)) - time.monotonic()

        with self.reach.free(game.machine(walk.setting.seats).program):
            for stop in stops:
                try:
                    state = position(game, walk.setting.seats, walk.seed, walk.moves[:stop], left())
                except TimeoutError:
                    break
                for seat in range(walk.setting.seats):
                    if left() <= 0:
                        break
                    result.resampled += 1
                    try:
                        trouble = leak(state, seat, random.Random(self.spies.random()), min(left(), budget.world))
                    except LookupError:
                        result.unsampled += 1
                        continue
                    if trouble is not None:
                        self.keep(replace(walk, moves=walk.moves[:stop], script=walk.script[:stop], trouble=trouble), trouble)
        self.leaking += time.monotonic() - now

    # ----------------------------------------------------------------------- telling

    def told(self, walk: Walk, trouble: Trouble, met: int, left: int) -> Finding:
        """A fault with the smallest game that shows it; without looking for that after Ctrl-C. left: of the faults, with this one."""
        if not self.result.interrupted and trouble.kind not in ("leak", "order", "nobody"):
            walk = self.shrink(walk, min(SHRINK_SECONDS, (self.clock(SHRUNK) - time.monotonic()) / left))
            trouble = walk.trouble or trouble
        walk = shortened(walk)
        game = self.game_of(walk.setting)
        try:
            with self.reach.free(game.machine(walk.setting.seats).program):
                story, log = tell(game, walk.setting.seats, walk.seed, walk.moves)
                notes = trouble.notes + (self.parts(game, walk, trouble) if trouble.kind == "invariant" else ())
        except GameFault:  # it can not even be lowered
            story, log, notes = (), None, trouble.notes
        return Finding(
            trouble.kind, trouble.headline, trouble.span, notes, walk.setting, walk.seed, story, log, None, met, trouble.severity
        )

    def parts(self, game: Game, walk: Walk, trouble: Trouble) -> tuple[str, ...]:
        """The values of an invariant that does not hold at the end of a game."""
        invariant = next(invariant for invariant in game.ir.invariants if invariant.span == trouble.span)
        return broken(game, position(game, walk.setting.seats, walk.seed, walk.moves), invariant)

    def shrink(self, walk: Walk, seconds: float) -> Walk:
        """The smallest game with the same fault that is found in the time."""

        def play(setting: Setting, seed: int, script: Script, longest: int) -> Walk:
            endless = walk.trouble is not None and walk.trouble.kind in ENDLESS
            limit = min(self.budget.longest, CUT) if endless else longest
            return self.play(setting, seed, script, limit, shrinker.deadline)

        shrinker = Shrinker(self.game, walk, play, lambda seed: Script(rng=random.Random(seed)), seconds)
        return shrinker.run()


def _zipped(*lists: list[Setting]) -> Iterator[list[Setting]]:
    """Several lists by turns, each as long as it goes."""
    for at in range(max(map(len, lists), default=0)):
        yield [one[at] for one in lists if at < len(one)]
