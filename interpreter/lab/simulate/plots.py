"""Plots as inline SVG: bars of how often values were met, and shares with their intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from math import inf

from .figures import Figure

BARS = 40  # of a histogram; more values are put together
WIDE, HIGH = 460, 150  # of a histogram, in pixels
ROW = 22  # height of a share


def histogram(counts: Counter[int], label: str) -> str:
    """How often values were met."""
    low, high = min(counts), max(counts)
    step = -(-(high - low + 1) // BARS)
    bars = Counter[int]()
    for value, count in counts.items():
        bars[(value - low) // step] += count
    number, most = (high - low) // step + 1, max(bars.values())
    width = min(40.0, (WIDE - 20) / number)
    parts: list[str] = []
    total = sum(counts.values())
    for index in range(number):
        height = bars[index] / most * (HIGH - 40)
        first = low + index * step
        name = f"{first}" if step == 1 else f"{first} to {first + step - 1}"
        title = f"<title>{name}: {bars[index]:,} games, {100 * bars[index] / total:.1f} %</title>"
        x, y = 10 + index * width, HIGH - 25 - height
        parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width - 1, 1):.1f}" height="{height:.1f}">{title}</rect>')
    ends = [(10 + width / 2, low)] + ([(10 + (number - 0.5) * width, low + (number - 1) * step)] if number > 1 else [])
    parts += [f'<text x="{x:.1f}" y="{HIGH - 8}" text-anchor="middle">{value}</text>' for x, value in ends]
    return (
        f'<svg class="bars" role="img" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}">'
        f"<title>{escape(label)}</title>{''.join(parts)}</svg>"
    )


def shares(figures: Sequence[tuple[str, Figure]], even: float | None = None) -> str:
    """Shares with their intervals, a line each; even: a mark on the scale."""
    known = [(name, figure) for name, figure in figures if figure.low != -inf]
    if not known:
        return ""
    left, right = 170, 150
    top = max(0.1, min(1.0, max(figure.high for _, figure in known) * 1.1))
    scale = (WIDE + 120 - left - right) / top
    parts: list[str] = []
    for index, (name, figure) in enumerate(known):
        y = 12 + index * ROW
        x0, x1, x = left + figure.low * scale, left + figure.high * scale, left + figure.value * scale
        parts.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{escape(name[:24])}</text>')
        parts.append(f'<line class="interval" x1="{x0:.1f}" y1="{y}" x2="{max(x1, x0 + 1):.1f}" y2="{y}"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y}" r="4"><title>{escape(figure.text())}</title></circle>')
        parts.append(f'<text x="{left + top * scale + 8:.1f}" y="{y + 4}">{escape(figure.text())}</text>')
    height = 12 + len(known) * ROW
    if even is not None:
        x = left + even * scale
        parts.insert(0, f'<line class="even" x1="{x:.1f}" y1="0" x2="{x:.1f}" y2="{height}"><title>{100 * even:.1f} %</title></line>')
    return (
        f'<svg class="shares" role="img" viewBox="0 0 {WIDE + 120} {height}" width="{WIDE + 120}" height="{height}">{"".join(parts)}</svg>'
    )
