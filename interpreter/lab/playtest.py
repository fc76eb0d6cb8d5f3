"""Random games by the hundred: what goes wrong in them, and what never happens."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from ...dsl import ir
from ..machine.game import Game
from .findings import Finding, merged
from .settings import Setting, anything, systematic
from .walk import LONGEST, Walk, walk

SURE = 200  # games before something that never happened is worth a warning
SHRINK_SECONDS = 1.0  # for each finding, looking for a shorter game
SHORT = 2  # choices: a shorter game than this is not looked for
FAULTS = 5  # different faults, after which more games would only repeat them


@dataclass
class Result:
    """games, longest (decisions), decisions in all, resampled states; findings, merged."""

    games: int = 0
    longest: int = 0
    decisions: int = 0
    resampled: int = 0
    unsampled: int = 0
    findings: list[Finding] = field(default_factory=list[Finding])
    interrupted: bool = False


@dataclass(frozen=True)
class Budget:
    """How much to play. games: a number, or None: as many as `seconds` allow. resample: the share of stops where information is tested."""

    games: int | None = None
    seconds: float = 10.0
    seed: int = 1
    resample: float = 0.02
    longest: int = LONGEST


class Playtest:
    """Plays a rule file at random. load: the game for a setting; progress: told now and then how many games were played."""

    def __init__(
        self, game: ir.Game, load: Callable[[Setting], Game], budget: Budget, progress: Callable[[int], None] = lambda games: None
    ) -> None:
        self.game, self.budget, self.progress = game, budget, progress
        self._load = load
        self._loaded: dict[object, Game] = {}
        self.result = Result()
        self.found: list[Finding] = []
        self.chosen: Counter[str] = Counter()
        self.offered: set[str] = set()
        self.options = _Options(game)

    def run(self) -> Result:
        """Play until the budget is spent; after Ctrl-C with what there is by then."""
        result = self.result
        deadline = time.monotonic() + self.budget.seconds
        try:
            for setting, seed in self.plan():
                if result.games == self.budget.games or (self.budget.games is None and time.monotonic() > deadline):
                    break
                self.one(setting, seed)
                if len(merged(self.found)) >= FAULTS:
                    break
            result.findings = [self.shrink(finding) for finding in merged(self.found)]
        except KeyboardInterrupt:
            result.findings = merged(self.found)
            result.interrupted = True
        result.findings += self.never()
        return result

    def plan(self) -> Iterator[tuple[Setting, int]]:
        """Settings and seeds, for ever: first every setting once, then by turns one of those again and one at random."""
        settings = list(systematic(self.game))
        rng = random.Random(self.budget.seed)
        start = self.budget.seed * 1_000_000
        turn = 0
        while True:
            for setting in settings:
                yield setting, start + turn  # the same seed for all: what an option changes shows against the base game
                if turn:
                    yield anything(self.game, rng), start + rng.randrange(1_000_000)
            turn += 1

    def one(self, setting: Setting, seed: int) -> None:
        """Play one game and keep what it shows."""
        done = self.walk(setting, seed)
        result = self.result
        result.games += 1
        result.decisions += done.decisions
        result.longest = max(result.longest, done.decisions)
        result.resampled += done.resampled
        result.unsampled += done.unsampled
        self.chosen += done.chosen
        self.offered |= done.offered
        self.options.note(done)
        if done.finding is not None:
            self.found.append(done.finding)
        self.progress(result.games)

    def walk(self, setting: Setting, seed: int) -> Walk:
        """One game of a setting."""
        if setting.key not in self._loaded:
            if len(self._loaded) > 500:
                self._loaded.clear()
            self._loaded[setting.key] = self._load(setting)
        return walk(self._loaded[setting.key], setting, seed, resample=self.budget.resample, longest=self.budget.longest)

    def shrink(self, finding: Finding) -> Finding:
        """The same fault in a shorter game, looked for with the default options first and other seeds, for a moment."""
        now = time.monotonic()
        assert finding.setting is not None
        plain, own = Setting(finding.setting.seats), finding.setting
        for setting, deadline in ((plain, now + SHRINK_SECONDS / 2), (own, now + SHRINK_SECONDS)):
            if setting is own and finding.setting == plain:
                break
            for seed in range(1, 1000):
                simpler = setting == plain and finding.setting != plain
                if time.monotonic() > deadline or (len(finding.story) <= SHORT and not simpler):
                    break
                again = self.walk(setting, seed).finding
                if again is not None and again.key == finding.key and (simpler or len(again.story) < len(finding.story)):
                    finding = replace(again, met=finding.met)
        return finding

    def never(self) -> list[Finding]:
        """What did not happen in enough games to be worth a word: only asked when nothing else was wrong."""
        if self.found or self.result.games < SURE:
            return []
        games = f"in {self.result.games:,} random games"
        unused: list[Finding] = []
        for action in actions(self.game):
            if action.name not in self.chosen:
                how = "was possible but never chosen" if action.name in self.offered else "was never possible"
                unused.append(Finding("unreached", f"the action `{action.name}` {how} {games}", action.span, severity="warning"))
        for option in self.options.idle():
            headline = f"the option `{option.name}` changed nothing {games}"
            unused.append(Finding("idle option", headline, option.span, severity="warning"))
        return merged(unused)


class _Options:
    """Which options made a difference: games of one seed are compared with the base game of that seed and number of seats."""

    ENOUGH = 10  # comparisons before an option counts as idle

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.base: dict[tuple[int, int], str] = {}
        self.same: Counter[str] = Counter()
        self.differs: set[str] = set()

    def note(self, done: Walk) -> None:
        """Take a game into account."""
        setting = done.setting
        if setting.variant is None and not setting.options:
            self.base[setting.seats, done.seed] = done.digest
        elif setting.variant is None and len(setting.options) == 1 and (setting.seats, done.seed) in self.base:
            (name,) = setting.options
            if done.digest == self.base[setting.seats, done.seed]:
                self.same[name] += 1
            else:
                self.differs.add(name)

    def idle(self) -> list[ir.Option]:
        """Options that never made a difference, though they were tried often enough."""
        return [o for o in self.game.options.values() if o.name not in self.differs and self.same[o.name] >= self.ENOUGH]


def actions(game: ir.Game) -> Iterator[ir.Action]:
    """Every action of a game, one for each name."""
    seen: set[str] = set()
    for action in _actions(game):
        if action.name not in seen:
            seen.add(action.name)
            yield action


def _actions(game: ir.Game) -> Iterator[ir.Action]:
    from dataclasses import fields, is_dataclass

    seen: set[int] = set()
    stack: list[object] = [game.play, game.anytime, game.setup, game.rules, game.deck.facts, game.kinds]
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, ir.Action):
            yield node
        if isinstance(node, dict):
            stack.extend(node.values())  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
        elif isinstance(node, tuple):
            stack.extend(node)  # pyright: ignore[reportUnknownArgumentType]
        elif is_dataclass(node) and not isinstance(node, (ir.Type, type)):
            stack.extend(getattr(node, f.name) for f in fields(node) if f.name != "span")
