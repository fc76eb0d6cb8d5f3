"""`python -m tests.benchmarks [GAME…] [--rounds N] [--seconds S]`: everything, interleaved in one process, medians and ratios.

Without names, also how costs grow with the size of a game, what a copy of a state takes, and its memory.
"""

from __future__ import annotations

import argparse
from statistics import median

from . import growth, others, sizes
from .by_hand import BY_HAND
from .ours import OURS, machine_for, through_the_api
from .timing import Runner, measured


def runners(name: str) -> dict[str, Runner]:
    """All that can play a game, by name, hand-written Python first."""
    found: dict[str, Runner] = {}
    if name in BY_HAND:
        found["by hand"] = others.by_hand(name)
    machine = machine_for(name)
    for kind, make in OURS.items():
        runner = make(machine)
        if runner is not None:
            found[kind] = runner
    found["through the API"] = through_the_api(name)
    return found | others.openspiel(name) | others.rlcard(name)


GAMES = [*BY_HAND, *others.RLCARD]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks", description="Speed, by hand against rule files and other libraries."
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)} (all of them)")
    parser.add_argument("--rounds", type=int, default=7, help="how often everything is measured, in turn (7)")
    parser.add_argument("--seconds", type=float, default=0.2, help="of processor time for each measurement (0.2)")
    args = parser.parse_args()
    if unknown := [name for name in args.games if name not in GAMES]:
        parser.error(f"there is no game {unknown[0]} here; games: {', '.join(GAMES)}")
    for hint in others.missing():
        print(hint)
    for name in args.games or GAMES:
        found = runners(name)
        speeds = measured(found, args.rounds, args.seconds)
        first = next(iter(found))
        print(f"\n{name}: whole random games, possible actions worked out at every choice")
        for kind in found:
            ratio = median(a / b for a, b in zip(speeds[kind], speeds[first], strict=True))
            print(f"  {kind:28} {median(speeds[kind]):12,.0f} games/s   {ratio:8.2f} x {first}")
    if not args.games:
        print(f"\n{sizes.report()}")
        print(f"\n{growth.report(args.rounds)}")


main()
