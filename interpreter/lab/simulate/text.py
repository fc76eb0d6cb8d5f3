"""Reports and comparisons as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .figures import SHARE, Figure, quantile, share
from .report import Report, Use
from .setup import Setup

MEANING = {
    "branching": "possibilities of a choice",
    "forced": "choices with one possibility",
    "gap": "between the first and the second",
    "lead changes": "of one leader for another",
    "comebacks": "won from behind at half of the game",
    "drama": "of the game, no winner led",
    "decisiveness": "of the game was left when the winner took the lead for good",
    "cut off": "not over after so many choices, apart from all else",
}
LISTED = 12  # actions and cards of a list


INTERRUPTED = "  (interrupted: this is what there was by then)"


def heading(setup: Setup, games: int, seed: int) -> str:
    """`Name of the game, option 2: 1,000 games of 2 players (random), seed 0`."""
    return f"{named(setup)}: {counted(games)} of {setup.players} player{'s' * (setup.players != 1)} ({who(setup)}), seed {seed}"


def counted(games: int) -> str:
    """`1 game`, `1,000 games`."""
    return f"{games:,} game{'s' * (games != 1)}"


def named(setup: Setup) -> str:
    """The game with what was set."""
    from ...machine.state.game import Game

    game = setup.game
    plain = Game(game.ir, setup.rules.variant).options
    changed = [f"{name} {_value(value)}" for name, value in setup.rules.options if plain[name] != value]
    return ", ".join([game.name, *([f"variant {setup.rules.variant}"] if setup.rules.variant else []), *changed])


def who(setup: Setup) -> str:
    """Who plays."""
    return "all random" if setup.seats is None else ", ".join(setup.seats)


def _value(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def told(report: Report) -> list[str]:
    """A whole report."""
    lines = [heading(report.setup, report.games, report.seed)]
    if report.interrupted:
        lines.append(INTERRUPTED)
    lines += _figures(report)
    lines += _reading(report)
    lines += _uses("actions", report.actions, report)
    lines += _uses("cards", report.cards, report)
    if report.rules:
        lines += ["", f"  rules that ran, of {report.sampled} random games"]
        ordered = sorted(report.rules.items(), key=lambda item: -item[1])
        lines += [f"    {share(name, count, report.sampled).text():>26}  {name}" for name, count in ordered]
    for fault in report.faults:
        at = f" ({fault.place})" if fault.place else ""
        lines += ["", f"  fault of the rules in {fault.games:,} games{at}: {fault.message}"]
    return lines


def _figures(report: Report) -> list[str]:
    rows: list[tuple[str, str, str, str]] = []
    for name, figure in report.figures.items():
        if name == "cut off" and figure.value == 0:
            continue
        value, interval = (figure.short(figure.value), figure.interval()) if figure.games else ("-", "")
        rows.append((name, value, interval, _remark(name, report)))
    wide = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    return ["", *(f"  {a.ljust(wide[0])}  {b.rjust(wide[1])}  {c.ljust(wide[2])}  {d}".rstrip() for a, b, c, d in rows)]


def _remark(name: str, report: Report) -> str:
    counts = report.spreads.get(name)
    if not counts or name == "reshuffles":
        return MEANING.get(name, "")
    low, high = min(counts), max(counts)
    if low == high:
        return "always"
    meaning = f"; {MEANING[name]}" if name in MEANING else ""
    return f"{low} to {high}, nine of ten within {quantile(counts, 0.05)} to {quantile(counts, 0.95)}{meaning}"


def _reading(report: Report) -> list[str]:
    """What the figures say, in words: which seats or teams surely win more than their part."""
    sides = {name: f for name, f in report.figures.items() if name.startswith(("seat ", "team ")) and name.endswith(" wins")}
    if len(sides) < 2:
        return []
    alone = sum(f.value for f in sides.values())
    fair = alone / len(sides)
    off = [f for f in sides.values() if not f.low <= fair <= f.high]
    if not off:
        games = next(iter(sides.values())).games
        if not games:  # every one was cut off
            return []
        half = 50 * max(f.high - f.low for f in sides.values())
        side = _side(sides)
        return ["", f"  No {side} is shown to be better off; {counted(games)} can not show less than about {half:.1f} points."]
    part = f"its part of {100 * fair:.1f} %"
    return ["", *(f"  {f.name.removesuffix(' wins').capitalize()} wins {_more(f.value, fair)} than {part}." for f in off)]


def _side(sides: Iterable[str]) -> str:
    """`seat` or `team`."""
    return next(iter(sides)).partition(" ")[0]


def _more(value: float, fair: float) -> str:
    return "more" if value > fair else "less"


def _uses(title: str, uses: Sequence[Use], report: Report) -> list[str]:
    """What was used most, what never, and what those who used it won."""
    used = sorted((use for use in uses if use.taken or use.held), key=lambda use: (-use.taken, -use.held))
    if not used:
        return []
    held = title == "cards" and any(use.held for use in used)
    known = any(use.won.games for use in used)  # else none of the games was decided
    bases = f"{100 * (report.base if title == 'actions' else report.used):.1f} %" if known else "-"
    wide = max(len(use.name) for use in used)
    head = f"  {title.ljust(wide + 2)}  {'taken a game':>12}  {'wins when used':<22}"
    average = f"    {'on average'.ljust(wide)}  {'':>12}  {bases:<22}"
    if held:
        head += f"  {'wins when held at the end':<25}"
        average += f"  {100 * report.held:.1f} %" if known else "  -"
    lines = ["", head.rstrip(), average.rstrip()]
    shown = used if len(used) <= 2 * LISTED else [*used[:LISTED], None, *used[-LISTED:]]
    for use in shown:
        if use is None:
            lines.append(f"    … {len(used) - 2 * LISTED} more …")
            continue
        times = f"{use.taken / report.games:.3g}" if report.games else "0"
        had = f"  {_won(use.had):<25}" if held else ""
        lines.append(f"    {use.name.ljust(wide)}  {times:>12}  {_won(use.won):<22}{had}  {use.mark}".rstrip())
    if out := [use for use in uses if use.mark]:
        lines.append(f"    strong, weak: surely not the average (99.9 %); {len(out)} of {len(uses)}")
    never = [use for use in uses if not use.taken and not use.held and (title == "actions" or any(u.taken for u in uses))]
    if title == "actions":
        impossible = [use.name for use in never if not use.offered]
        never = [use for use in never if use.offered]
        if impossible:
            lines.append(f"    never possible: {', '.join(impossible)}")
    if never:
        lines.append(f"    never {'taken' if title == 'actions' else 'used'}: {', '.join(use.name for use in never)}")
    return lines


def _won(figure: Figure) -> str:
    return figure.text() if figure.games and figure.kind == SHARE else "-"
