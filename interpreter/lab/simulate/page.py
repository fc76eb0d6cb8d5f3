"""Reports as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from .figures import SHARE, Figure
from .plots import histogram, shares
from .report import Report, Use
from .text import MEANING, heading, told

STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --paper: #fff; --soft: #66788a; --line: #dde3e8; --mark: #2868b0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9ee; --paper: #14191f; --soft: #93a4b3; --line: #2c3742; --mark: #78b0ee; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .3rem; } p.soft { color: var(--soft); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; } td, th { padding: .15rem .8rem .15rem 0; text-align: left; }
td.number, th.number { text-align: right; } tr + tr td { border-top: 1px solid var(--line); } td.soft { color: var(--soft); }
svg { max-width: 100%; height: auto; } svg text { fill: var(--ink); font-size: 12px; } svg rect, svg circle { fill: var(--mark); }
svg line.interval { stroke: var(--mark); stroke-width: 3; opacity: .45; } svg line.even { stroke: var(--soft); stroke-dasharray: 3 3; }
.plots { display: flex; flex-wrap: wrap; gap: 1rem; } figure { margin: 0; } figcaption { color: var(--soft); }
pre { overflow-x: auto; }
"""


def page(title: str, reports: Sequence[Report], tables: Sequence[tuple[str, Sequence[str]]] = ()) -> str:
    """The page. tables: more to tell before the reports, under a title each, as text."""
    parts = [f"<h1>{escape(title)}</h1>", "<p class='soft'>Brackets hold 95 % intervals. Ties and games that were cut off stand apart.</p>"]
    for name, lines in tables:
        parts += [f"<h2>{escape(name)}</h2>", f"<pre>{escape(chr(10).join(lines))}</pre>"]
    for report in reports:
        parts += _section(report)
    head = f"<meta charset='utf-8'><meta name='viewport' content='width=device-width'><title>{escape(title)}</title><style>{STYLE}</style>"
    return f"<!doctype html>\n<html lang='en'><head>{head}</head><body>\n" + "\n".join(parts) + "\n</body></html>\n"


def _section(report: Report) -> Iterable[str]:
    yield f"<h2>{escape(heading(report.setup, report.games, report.seed))}</h2>"
    if report.interrupted:
        yield "<p class='soft'>Interrupted: this is what there was by then.</p>"
    wins = [
        (name, f)
        for name, f in report.figures.items()
        if f.kind == SHARE and (name.endswith("wins") or name in ("ties", "lost", "all win"))
    ]
    sides = [f for name, f in wins if name.startswith(("seat ", "team "))]
    yield "<h3>Who wins</h3>"
    yield shares(wins, sum(f.value for f in sides) / len(sides) if sides else None)
    if report.spreads:
        plots = (f"<figure>{histogram(c, name)}<figcaption>{escape(name)}</figcaption></figure>" for name, c in report.spreads.items())
        yield f"<h3>How games go</h3><div class='plots'>{''.join(plots)}</div>"
    rows = "".join(_row(name, figure) for name, figure in report.figures.items())
    yield f"<table><tr><th></th><th class='number'></th><th>95 %</th><th></th></tr>{rows}</table>"
    for title, uses, base in (("Actions", report.actions, report.base), ("Cards", report.cards, report.used)):
        used = sorted((use for use in uses if use.taken), key=lambda use: -use.won.value)
        if used:
            yield f"<h3>{title}: win share of those who used them</h3>{shares([(use.name, use.won) for use in used], base)}"
    held = sorted((use for use in report.cards if use.held), key=lambda use: -use.had.value)
    if held:
        yield f"<h3>Cards: win share of those who held them at the end</h3>{shares([(use.name, use.had) for use in held], report.held)}"
    yield from _unused(report)
    yield f"<details><summary>As text</summary><pre>{escape(chr(10).join(told(report)))}</pre></details>"


def _row(name: str, figure: Figure) -> str:
    cells = (f"<td>{escape(name)}</td>", f"<td class='number'>{figure.short(figure.value)}</td>", f"<td>{figure.interval()}</td>")
    return f"<tr>{''.join(cells)}<td class='soft'>{escape(MEANING.get(name, ''))}</td></tr>"


def _unused(report: Report) -> Iterable[str]:
    def names(uses: Iterable[Use]) -> str:
        return escape(", ".join(use.name for use in uses))

    if never := [use for use in report.actions if not use.taken]:
        yield f"<p>Actions never taken: {names(never)}.</p>"
    if any(use.taken for use in report.cards) and (never := [use for use in report.cards if not use.taken and not use.held]):
        yield f"<p>Cards never used: {names(never)}.</p>"
    for fault in report.faults:
        yield f"<p>Fault of the rules in {fault.games:,} games ({escape(fault.place)}): {escape(fault.message)}</p>"
