"""`cardrules simulate FILE`: plain, against another rule set, a sweep over settings, a matrix of players."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from ...machine.fault import GameFault
from ...machine.state.game import Game, OptionError, Value
from ...players.kinds import KINDS, parted
from ...usage import UsageError, chosen, meant, settings
from . import matrix, rows, sweep, wishes
from .compare import Comparison
from .page import page
from .playouts import Playouts, gathered
from .progress import Bar
from .report import Report, report
from .setup import Rules, Setup, count_of, seats_of
from .text import INTERRUPTED, counted, named, told

GAMES = 1_000  # of a setting, at random
BOT_GAMES = 100  # with players that think
MOST = 10_000_000
LEAD = 20_000  # games of a setting in which the lead is followed: enough for its figures, and it takes time
THINK = 0.1  # seconds of a bot for a decision

Find = Callable[[str], Path]
"""The rule file of a name; raises UsageError."""


def main(args: argparse.Namespace, find: Find) -> int:
    """0; 1 when games met a fault of the rules; 130 after Ctrl-C, when what there was by then has been told."""
    if args.workers is not None and args.cluster is not None:
        raise UsageError("--workers are processes of this machine, --cluster plays elsewhere: take one of them.")
    for flag, value, of in (("--workers", args.workers, "processes"), ("--longest", args.longest, "choices")):
        if value == 0:
            raise UsageError(f"{flag} takes a number of {of} from 1.")
    asked = {"--against": args.against, "--sweep": args.sweep, "--matrix": args.matrix}
    modes = [flag for flag, value in asked.items() if value not in (None, [])]
    if len(modes) > 1:
        raise UsageError(f"{' and '.join(modes)} do not go together.")
    if args.wish and not args.sweep:
        raise UsageError("--wish says what a --sweep is ranked by; there is none.")
    if args.matrix and args.seats:
        raise UsageError("--matrix seats the players itself; it takes no --seats.")
    if args.csv is not None and args.html is not None and Path(args.csv).absolute() == Path(args.html).absolute():
        raise UsageError(f"--csv and --html can not both be written into {args.csv}.")
    run = _Run(args, find(args.file), find)
    for name in (args.csv, args.html):
        if name is not None:
            if name in ("", "-"):
                raise UsageError(f"`{name}` is no name of a file: give --csv and --html one, like `games.csv`.")
            if not Path(name).parent.is_dir():
                raise UsageError(f"there is no folder {Path(name).parent} to write {Path(name).name} into.")
            open(name, "a", encoding="utf-8").close()  # what can not be written is told before any game is played
    mode = {"--against": run.against, "--sweep": run.sweep, "--matrix": run.matrix}.get(modes[0] if modes else "", run.plain)
    data = mode()
    if args.json:
        print(json.dumps(data, ensure_ascii=False, indent=2))
    if args.csv is not None:
        with _named(args.csv), open(args.csv, "w", encoding="utf-8", newline="") as file:
            rows.write(file, run.played)
    if args.html is not None:
        with _named(args.html):
            Path(args.html).write_text(page(run.title, run.reports, run.tables), encoding="utf-8")
    if run.interrupted:
        return 130
    return int(any(found.faults for found in run.reports))


class _Run:
    """One call of the command. played: the games by setting; reports, tables: what the page shows."""

    def __init__(self, args: argparse.Namespace, path: Path, find: Find) -> None:
        self.args, self.path, self.find = args, path, find
        self.base = chosen(path, args.variant, settings(args.set))
        self.kinds = None if args.seats is None else kinds_of(args.seats, "--seats")
        self.counts = self._counts()
        thinking = bool(args.matrix and set(kinds_of(args.matrix, "--matrix")) != {"random"}) or (
            self.kinds is not None and seats_of(self.kinds) is not None
        )
        self.games: int = args.n if args.n is not None else BOT_GAMES if thinking else GAMES
        if not 1 <= self.games <= MOST:
            raise UsageError(f"-n takes a number of games from 1 to {MOST:,}.")
        self.workers = args.workers if args.workers is not None else _processors()
        self.bar = Bar(path.name, quiet=args.json)
        self.interrupted = False
        self.played: list[tuple[str, Playouts]] = []
        self.reports: list[Report] = []
        self.tables: list[tuple[str, Sequence[str]]] = []
        self.title = self.base.name

    def _counts(self) -> list[int]:
        """How many play: as said, as many as there are seats, or every number that the game is for."""
        asked = self.args.players
        if self.kinds is not None:
            if asked is not None and asked != len(self.kinds):
                raise UsageError(f"--players {asked} and --seats with {len(self.kinds)} do not agree.")
            asked = len(self.kinds)
        return list(self.base.players) if asked is None else [count_of(self.base, asked)]

    def setup(self, game: Game, players: int, kinds: Sequence[str] | None = None) -> Setup:
        """What is played with a game. Raises GameFault where it can not be played so."""
        words = kinds or self.kinds or ("random",) * players
        setup = Setup(Rules.of(game), players, seats_of(words), self.args.think or THINK, self.args.longest, LEAD)
        _ = setup.machine
        return setup

    def play(self, setup: Setup, games: int, name: str) -> Playouts:
        """Play so many games; fewer after Ctrl-C, and none any more."""
        asked = 0 if self.interrupted else games
        found = gathered(setup, self.args.seed, asked, self.workers, self.args.cluster, self.bar, keep=True)
        self.interrupted = self.interrupted or len(found) < asked
        self.played.append((name, found))
        return found

    def report(self, setup: Setup, name: str) -> Report:
        """Play a setting and say what it shows."""
        found = self.play(setup, self.games, name)
        made = report(found, rules=self.args.rules and not self.interrupted, interrupted=self.interrupted)
        self.reports.append(made)
        return made

    def tell(self, lines: Sequence[str]) -> None:
        """Print, unless JSON is wanted."""
        self.bar.clear()
        if not self.args.json:
            with suppress(BrokenPipeError) if self.args.csv or self.args.html else nullcontext():  # files are wanted all the same
                print("\n".join([*lines, ""]), flush=True)

    def _each_count(self, counts: Sequence[int]) -> Iterator[int]:
        for players in counts:
            if not self.interrupted:
                yield players

    # ----------------------------------------------------------------------- what is asked

    def plain(self) -> dict[str, Any]:
        """Every number of players by itself."""
        self.bar.plan(self.games * len(self.counts))
        found: list[Report] = []
        for players in self._each_count(self.counts):
            found.append(self.report(self.setup(self.base, players), named_setup(self.base)))
            self.tell(told(found[-1]))
        return {"reports": [made.data() for made in found]}

    def against(self) -> dict[str, Any]:
        """This rule set and another one."""
        other = self._other(self.args.against)
        counts = [players for players in self.counts if players in other.players]
        if not counts:
            raise UsageError(f"{self.base.name} and {other.name} are for different numbers of players.")
        self.bar.plan(2 * self.games * len(counts))
        found: list[Comparison] = []
        for players in self._each_count(counts):
            setups = [self.setup(game, players) for game in (self.base, other)]
            first, second = (self.report(setup, named(setup)) for setup in setups)
            found.append(Comparison(first, second))
            lines = found[-1].told()
            self.tables.append((f"{players} players, side by side", lines))
            self.tell(lines)
        return {"comparisons": [one.data() for one in found]}

    def _other(self, what: str) -> Game:
        """The other rule set: settings, a variant of this game, or another file."""
        args = self.args
        if "=" in what and not Path(what).exists():
            return chosen(self.path, args.variant, settings(args.set) | settings(what.split(","), "--against "))
        if what in self.base.variants:
            return chosen(self.path, [what], settings(args.set))
        try:
            return chosen(self.find(what), [], {})
        except UsageError as fault:
            variants = ", ".join(f"`{name}`" for name in self.base.variants) or "none"
            raise UsageError(f"--against takes a file, a variant (here: {variants}) or `name=value`; {fault}") from None

    def sweep(self) -> dict[str, Any]:
        """A grid of settings, for the first number of players."""
        players = self.counts[0] if self.args.players or self.kinds else min((n for n in self.counts if n > 1), default=self.counts[0])
        knobs = [sweep.knob(text) for text in self.args.sweep]
        points = sweep.grid(knobs)
        if both := next((name for name, _ in knobs if name in settings(self.args.set)), None):
            raise UsageError(f"`{both}` is swept: it can not be set as well.")
        self._known(knobs)
        known = wishes.names(self.setup(self.base, players))
        wished = [wishes.read(text, known) for text in self.args.wish]
        games = [self._game(point) for point in points]  # all wrong names are told before a game is played
        self.bar.plan(self.games * len(points))
        tried: list[sweep.Tried] = []
        for point, game in zip(points, games, strict=True):
            if self.interrupted:
                break
            try:
                made = self.report(self.setup(game, players), sweep.shown(point))
                if made.games:
                    tried.append(sweep.Tried(point, made))
            except (GameFault, OptionError) as fault:
                tried.append(sweep.Tried(point, None, str(fault)))
        left = len(points) - sum(one.report is None or not one.report.interrupted for one in tried)
        found = sweep.Sweep(tried, wished, left)
        lines = [f"{self.base.name}: {counted(self.games)} of {players} players for each setting, seed {self.args.seed}"]
        if left:
            lines.append(f"  (interrupted: {len(points) - left} of {len(points)} settings were played to the end)")
        lines += ["", *found.told()]
        self.tables.append(("Settings", lines))
        self.tell(lines)
        return {"sweep": found.data()}

    def _known(self, knobs: Sequence[tuple[str, list[Value]]]) -> None:
        """Raises OptionError for names and values that there are not. Reading the file for each setting would say so much later; it still
        does where a variant, which may be another one each time, has an option of its own."""
        options = set(self.base.options)
        for name, values in knobs:
            for value in values if name in options else ():
                Game(self.base.ir, None, {name: value})

    def _game(self, point: sweep.Point) -> Game:
        knobs = {name: value for name, value in point if name != "variant"}
        variants = [str(value) for name, value in point if name == "variant" and value != "base"] or (
            [] if any(name == "variant" for name, _ in point) else self.args.variant
        )
        return chosen(self.path, variants, settings(self.args.set) | knobs)

    def matrix(self) -> dict[str, Any]:
        """Players against each other."""
        kinds = list(dict.fromkeys(kinds_of(self.args.matrix, "--matrix")))
        counts = [players for players in self.counts if players > 1]
        if not counts:
            raise UsageError(f"{self.base.name} is for one player; a matrix needs two.")
        self.bar.plan(len(counts) * len(kinds) ** 2 * self.games)
        data: list[dict[str, Any]] = []
        for players in self._each_count(counts):

            def play(seats: tuple[str, ...], games: int, players: int = players) -> Playouts:
                return self.play(self.setup(self.base, players, seats), games, ", ".join(seats))

            cells = matrix.matrix(kinds, players, self.games, play)
            lines = [f"{named_setup(self.base)}: {counted(self.games)} of {players} players for each pair, seed {self.args.seed}"]
            lines += [*([INTERRUPTED] if self.interrupted else []), "", *matrix.told(cells)]
            self.tables.append((f"{players} players", lines))
            self.tell(lines)
            data.append({"players": players, "cells": [cell.data() for cell in cells]})
        return {"matrix": data}


@contextmanager
def _named(file: str) -> Generator[None]:
    """What goes wrong with a file's writing names it."""
    try:
        yield
    except OSError as fault:
        raise type(fault)(fault.errno, fault.strerror, file) from None


def named_setup(game: Game) -> str:
    """A game with what was set."""
    return named(Setup(Rules.of(game), min(game.players), None, 0, 0, 0))


def kinds_of(text: str, flag: str) -> tuple[str, ...]:
    """`bot,random,bot:0.2` as words. Raises UsageError."""
    words = tuple(word.strip() for word in text.split(","))
    for word in words:
        if word == "you":
            raise UsageError(f"{flag}: nobody is at the table in a simulation; there are {', '.join(KINDS)}.")
        if parted(word) is None:
            kind = word.partition(":")[0]
            if kind in KINDS:
                raise UsageError(f"{flag}: `{word}` is `{kind}:SECONDS`, like `{kind}:0.2`.")
            raise UsageError(f"{flag}: nobody of the kind `{word}` can play{meant(word, KINDS) or '; there are ' + ', '.join(KINDS) + '.'}")
    return words


def _processors() -> int:
    """How many processes this one may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
