"""How costs grow with a game: the slope of the logarithm of time over the logarithm of size; 1 is in proportion."""

from __future__ import annotations

from collections.abc import Callable
from math import log

from cardrules.dsl import ir
from cardrules.dsl.load import load_text
from cardrules.interpreter.machine.compile.playout import Games
from cardrules.interpreter.machine.lowering.lower import lower
from cardrules.interpreter.machine.running import policy
from cardrules.interpreter.machine.running.interpret import Machine

from .timing import seconds


def text(*, rules: int = 4, copies: int = 2, players: int = 2, choices: int = 4, turns: int = 20) -> str:
    """A game of this size: cards are drawn and laid, numbers are named, and rules count what lies where."""
    counted = "\n".join(f"  count_{n}(player p): sum(c.worth for c in p.hand where worth > {n % 7}) + {n}" for n in range(rules))
    used = " + ".join(f"count_{n}(you)" for n in range(rules))
    return f"""cardrules: 1
game: Growing
players: {players}
cards:
  french: A..K of every suit, {copies} copies
attributes:
  worth: min(pips, 10)
zones:
  stock: every card, face down
  row: face up, in order
  hand: each player, seen by owner
variables:
  points: each player, 0..900000000, capped
setup: |
  shuffle stock
  deal 5 from stock to each hand
play: |
  repeat {turns} times:
    for each player:
      choose:
        name(n in 1..{choices}):
          points += n
        lay(card in hand):
          move card to row
          points += {used}
      if stock is not empty:
        move top of stock to hand
  order players by points
rules:
{counted}
"""


AXES: dict[str, list[dict[str, int]]] = {
    "length of the file": [{"rules": n} for n in (4, 8, 16, 32, 64)],
    "cards": [{"copies": n} for n in (1, 2, 4, 8)],
    "players": [{"players": n} for n in (2, 4, 8)],
    "options in a decision": [{"choices": n} for n in (8, 32, 128)],
    "length of the game": [{"turns": n} for n in (10, 20, 40, 80)],
}


def slope(sizes: list[int], times: list[float]) -> float:
    """Of the line through the logarithms."""
    xs, ys = [log(size) for size in sizes], [log(max(t, 1e-9)) for t in times]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def _steps(game: ir.Game, source: str, seats: int) -> dict[str, Callable[[], object]]:
    program = lower(game, {}, seats)
    machine = Machine(program)
    form, games = policy.shape(program), Games(machine, False)
    return {
        "read and check": lambda: load_text(source, "growing.yml"),
        "lower": lambda: lower(game, {}, seats),
        "interpret": lambda: policy.playout(machine, form, 1, 1, 5_000, False, [0] * form.tally),
        "compile": lambda: [games.play(1, number, 5_000) for number in range(10)],
    }


def report(rounds: int) -> str:
    """A line for each way to grow, with the slopes."""
    lines = ["growth (slopes of logarithms; 1 is in proportion)"]
    for axis, settings in AXES.items():
        sizes = [next(iter(setting.values())) for setting in settings]
        best: dict[str, list[float]] = {}
        for setting in settings:
            source = text(**setting)
            steps = _steps(load_text(source, "growing.yml"), source, setting.get("players", 2))
            for name, work in steps.items():
                best.setdefault(name, []).append(min(seconds(work) for _ in range(max(3, rounds // 2))))
        lines.append(f"  {axis:24}" + "".join(f"  {name} {slope(sizes, times):5.2f}" for name, times in best.items()))
    return "\n".join(lines)
