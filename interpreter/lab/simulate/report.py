"""What many games of one setting show: figures with their intervals, counts, actions and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ....dsl import ir
from ...machine.running.policy import BROKEN, CUT, ENDED, decided
from ...machine.trouble import WORDS
from .figures import MEAN, SHARE, SURE, Figure, mean, mean_of_shares, pairs, ratio, rounded, share, wilson
from .matches import fault_of
from .playouts import Playouts
from .setup import Setup


@dataclass(frozen=True)
class Use:
    """How often something was used, and how those fared who did. what: "action" or "card". offered: choices in which an action was
    possible; taken: how often it was chosen; held: of a card, seats that had it at the end of a decided game. won: win share of the seats
    that took it; had: of those that held it. mark: "strong" or "weak" where one of these is surely not the share of all uses (99.9 %)."""

    what: str
    name: str
    offered: int
    taken: int
    won: Figure
    held: int
    had: Figure
    mark: str = ""

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        found: dict[str, Any] = {"name": self.name, "taken": self.taken, "wins when used": self.won.data(), "stands out": self.mark or None}
        if self.what == "action":
            return {"offered": self.offered, **found}
        return {**found, "held": self.held, "wins when held": self.had.data()}


@dataclass(frozen=True)
class Fault:
    """A fault of the rules, met in so many games, first in game `number`."""

    message: str
    place: str
    games: int
    number: int


@dataclass
class Report:
    """figures: by name, in the order they are told. spreads: how often each value of something whole was met. base: share of seats that win
    a decided game; used, held: win share of all that used any card, of all that held any at the end. rules: in how many of `sampled` games
    each rule ran. interrupted: fewer games than were asked for."""

    setup: Setup
    seed: int
    games: int
    figures: dict[str, Figure] = field(default_factory=dict[str, Figure])
    spreads: dict[str, Counter[int]] = field(default_factory=dict[str, Counter[int]])
    base: float = 0.0
    used: float = 0.0
    held: float = 0.0
    actions: list[Use] = field(default_factory=list[Use])
    cards: list[Use] = field(default_factory=list[Use])
    faults: list[Fault] = field(default_factory=list[Fault])
    rules: dict[str, int] = field(default_factory=dict[str, int])
    sampled: int = 0
    interrupted: bool = False

    def figure(self, name: str) -> Figure | None:
        """A figure by its name, or what `named` lists besides; None where these games do not show it."""
        if name in self.figures:
            return self.figures[name]
        for use in (*self.actions, *self.cards):
            for words, figure in ((f"{use.what} {use.name} wins", use.won), (f"{use.what} {use.name} held wins", use.had)):
                if words == name and figure.games:
                    return figure
        return None

    def data(self) -> dict[str, Any]:
        """All of it as JSON data; the same for the same seed, whoever played."""
        setup = self.setup
        return {
            "game": setup.game.name,
            "variant": setup.rules.variant,
            "options": dict(setup.rules.options),
            "players": setup.players,
            "seats": list(setup.kinds),
            "think": setup.think if setup.seats is not None else None,
            "seed": self.seed,
            "games": self.games,
            "interrupted": self.interrupted,
            "interval": "95 %",
            "figures": {name: figure.data() for name, figure in self.figures.items()},
            "spreads": {name: {str(value): counts[value] for value in sorted(counts)} for name, counts in self.spreads.items()},
            "wins of a seat": rounded(self.base),
            "wins of a card used": rounded(self.used),
            "wins of a card held": rounded(self.held),
            "actions": [use.data() for use in self.actions],
            "cards": [use.data() for use in self.cards],
            "rules": {name: {"games": count, "of": self.sampled} for name, count in self.rules.items()},
            "faults": [{"message": f.message, "place": f.place, "games": f.games, "first": f.number} for f in self.faults],
        }


def report(games: Playouts, *, rules: bool = False, interrupted: bool = False) -> Report:
    """What these games show. rules: also in which games each rule ran, by playing some of them again."""
    found = Report(games.setup, games.seed, len(games), interrupted=interrupted)
    figures = [*_outcomes(games), *_traits(games), *_lengths(games), *_scores(games, found), *_leads(games, found)]
    found.figures = {figure.name: figure for figure in figures}
    lengths = ("turns", "rounds", "decisions", "reshuffles")
    columns = zip(lengths, _of_ended(games, *lengths), strict=True)
    found.spreads = {name: Counter(column) for name, column in columns if any(column)} | found.spreads
    _uses(games, found)
    found.faults = _faults(games)
    if rules:
        from .fired import SAMPLE, fired

        found.sampled = min(len(games), SAMPLE)
        found.rules = fired(games.setup, games.seed, len(games))
    return found


# --------------------------------------------------------------------------- who wins


def _outcomes(games: Playouts) -> Iterator[Figure]:
    """Shares of the games that ended, and of all: those that did not."""
    seats, teams = games.players, games.program.game.teams
    results = Counter(zip(games["ending"], games["winners"], strict=True))
    ends = Counter[int]()
    for (ending, _), count in results.items():
        ends[ending] += count
    wins = {mask: count for (ending, mask), count in sorted(results.items()) if ending == ENDED}
    ended = ends[ENDED]
    if teams == 0 or seats == 1:
        yield share("wins" if seats == 1 else "all win", ended - wins.get(0, 0), ended)
        yield share("lost", wins.get(0, 0), ended)
    else:
        sides = [1 << seat for seat in range(seats)]
        if teams:
            sides = [sum(1 << seat for seat in range(team, seats, teams)) for team in range(teams)]
        alone = [sum(count for mask, count in wins.items() if mask and mask & ~side == 0) for side in sides]
        for number, count in enumerate(alone, 1):
            yield share(f"{'team' if teams else 'seat'} {number} wins", count, ended)
        yield share("ties", ended - wins.get(0, 0) - sum(alone), ended)
        yield share("nobody wins", wins.get(0, 0), ended)
    yield share("cut off", ends[CUT], len(games))
    if ends[BROKEN]:
        yield share("faults", ends[BROKEN], len(games))


def _traits(games: Playouts) -> Iterator[Figure]:
    """Win shares of the seats that were somebody: a role, a side. Not where the seat alone says who one is."""
    ending, winners = games["ending"], games["winners"]
    for name, _ in games.shape.traits:
        columns = [games[f"{name} {seat}"] for seat in range(games.players)]
        if len(games) > 1 and all(len(set(column)) == 1 for column in columns):
            continue
        seen, won = Counter[int](), Counter[int]()
        for seat, column in enumerate(columns):
            for (end, mask, value), count in Counter(zip(ending, winners, column, strict=True)).items():
                if decided(games.program, end, mask):
                    seen[value] += count
                    won[value] += count * (mask >> seat & 1)
        kind = games.program.cells[name].variable.type
        kind = kind.of if isinstance(kind, ir.Maybe) else kind
        members = games.program.game.kinds[kind.name].members
        for value in sorted(value for value in seen if value != ir.NONE):
            yield share(f"{name} {members[value]} wins", won[value], seen[value])


# --------------------------------------------------------------------------- how games go


def _of_ended(games: Playouts, *names: str) -> list[Sequence[int]]:
    """Columns, without the games that did not end."""
    ending = games["ending"]
    return [[value for value, end in zip(games[name], ending, strict=True) if end == ENDED] for name in names]


def _lengths(games: Playouts) -> Iterator[Figure]:
    for name in ("turns", "rounds", "decisions"):
        (column,) = _of_ended(games, name)
        if any(column):
            yield mean(name, Counter(column))
    decisions, choices, forced, again, matches = _of_ended(games, "decisions", "choices", "forced", "reshuffles", "games")
    if any(decisions):
        yield ratio("branching", MEAN, pairs(choices, decisions))
        yield ratio("forced", SHARE, pairs(forced, decisions))
    counts = Counter(again)
    yield mean("reshuffles", counts)
    if len(counts) > 1:
        for number in (0, 1):
            yield share(f"{'no reshuffle' if number == 0 else 'one reshuffle'}", counts[number], len(again))
        yield share("more reshuffles", sum(count for number, count in counts.items() if number > 1), len(again))
    if set(matches) - {1}:
        yield mean("games of a match", Counter(matches))


def _scores(games: Playouts, found: Report) -> Iterator[Figure]:
    """Scores by seat, of the winner, and the gap between the first two (of different teams), of ended games that were scored."""
    seats, teams = range(games.players), games.program.game.teams or games.players
    columns = [games[name] for name in ("ending", "scored", *(f"place {s}" for s in seats), *(f"score {s}" for s in seats))]
    counts = Counter(zip(*columns, strict=True))
    scored = {key[2:]: count for key, count in sorted(counts.items()) if key[0] == ENDED and key[1]}
    if not scored:
        return
    each = [Counter[int]() for _ in seats]
    best, gaps = Counter[int](), Counter[int]()
    for key, count in scored.items():
        places, scores = key[: len(seats)], key[len(seats) :]
        order = sorted(seats, key=lambda seat, places=places: places[seat])
        for seat in seats:
            each[seat][scores[seat]] += count
        best[scores[order[0]]] += count
        if (rival := next((seat for seat in order if (seat - order[0]) % teams), None)) is not None:
            gaps[abs(scores[order[0]] - scores[rival])] += count
    every = sum(each, Counter[int]())
    yield mean("score", every)
    found.spreads["score"] = every
    for seat in seats:
        yield mean(f"score of seat {seat + 1}", each[seat])
    yield mean("winning score", best)
    if gaps:
        yield mean("gap", gaps)
        found.spreads["gap"] = gaps


def _leads(games: Playouts, found: Report) -> Iterator[Figure]:
    """How the lead went, of decided games in which it could be followed."""
    names = ("ending", "winners", "moments", "lead_changes", "behind", "comeback", "settled")
    counts = Counter(zip(*(games[name] for name in names), strict=True))
    known = [(key[2:], count) for key, count in sorted(counts.items()) if key[2] and decided(games.program, key[0], key[1])]
    if not known:
        return
    changes, behind, sure = Counter[int](), Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    total = comebacks = 0
    for (moments, swaps, back, comeback, late), count in known:
        total += count
        comebacks += comeback * count
        changes[swaps] += count
        behind[back, moments] += count
        sure[moments - late, moments] += count
    if not games.program.game.teams:  # partners lead together, so that nobody leads alone
        yield mean("lead changes", changes)
        found.spreads["lead changes"] = changes
    yield share("comebacks", comebacks, total)
    yield mean_of_shares("drama", behind)
    yield mean_of_shares("decisiveness", sure)


# --------------------------------------------------------------------------- actions and cards


def _uses(games: Playouts, found: Report) -> None:
    results = Counter(zip(games["ending"], games["winners"], strict=True))
    won = sum(mask.bit_count() * n for (end, mask), n in results.items() if decided(games.program, end, mask))
    seen = games.players * sum(n for (end, mask), n in results.items() if decided(games.program, end, mask))
    found.base = won / seen if seen else 0.0
    infos = [(menu.number, index, info) for menu in games.program.menus for index, info in enumerate(menu.actions)]
    names = Counter(info.name for _, _, info in infos)
    for menu, index, info in infos:
        counts = games.action(menu, index)
        name = info.name if names[info.name] == 1 else f"{info.name} (line {info.span.line})"
        won_share = share(name, counts["won"], counts["users"])
        mark = _mark((found.base, counts["won"], counts["users"]))
        found.actions.append(Use("action", name, counts["offered"], counts["taken"], won_share, 0, share(name, 0, 0), mark))
    faces = dict(sorted((card.face, card.name) for card in games.program.cards))
    counted = {face: games.face(face) for face in faces}
    found.used, found.held = (
        sum(counts[won] for counts in counted.values()) / max(1, sum(counts[seats] for counts in counted.values()))
        for won, seats in (("won", "users"), ("owned", "owners"))
    )
    for face, name in faces.items():
        counts = counted[face]
        played, held = (counts["won"], counts["users"]), (counts["owned"], counts["owners"])
        mark = _mark((found.used, *played), (found.held, *held))
        found.cards.append(Use("card", name, 0, counts["taken"], share(name, *played), counts["owners"], share(name, *held), mark))


def _mark(*counts: tuple[float, int, int]) -> str:
    """Whether a share is surely above or below its base: (base, won, seen)."""
    for base, won, seen in counts:
        low, high = wilson(won, seen, SURE)
        if seen and not low <= base <= high:
            return "strong" if low > base else "weak"
    return ""


def _faults(games: Playouts) -> list[Fault]:
    """What went wrong, each told by the first game that met it."""
    met: Counter[tuple[int, int]] = Counter()
    first: dict[tuple[int, int], int] = {}
    for index, (end, kind, address) in enumerate(zip(games["ending"], games["fault"], games["address"], strict=True)):
        if end == BROKEN:
            met[kind, address] += 1
            first.setdefault((kind, address), games.number(index))
    found: list[Fault] = []
    for key, count in met.most_common():
        fault = fault_of(games.setup, games.seed, first[key])
        span = games.program.span_at(key[1])
        place = "" if span is None else f"{span.source.name}:{span.line}:{span.column}"
        message = WORDS[key[0]].format(a="", b="") if fault is None else fault.message
        found.append(Fault(message, place, count, first[key]))
    return found
