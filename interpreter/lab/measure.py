"""Random games in bulk with every information test, for figures.

python -m cardrules.interpreter.lab.measure game.yml -n 1000 --resample 1
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from math import inf

from ...dsl.load import load
from .budget import Budget
from .checking import prepared
from .playtest import Playtest


def main() -> int:
    """Play, and print what came of it. 1 when a fault was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("-n", type=int, default=1000, help="how many games")
    parser.add_argument("--resample", type=float, default=1.0, help="the share of stops at which every seat is tested")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game = load(args.file)
    result = Playtest(game, partial(prepared, args.file, game), Budget(args.n, seed=args.seed, resample=args.resample, world=inf)).run()
    for finding in result.findings:
        print(finding.text(), end="\n\n")
    print(f"{result.games:,} games, {result.decisions:,} decisions, longest {result.longest:,}")
    print(f"{result.resampled:,} worlds asked for, none found {result.unsampled:,} times")
    return int(any(finding.severity == "error" for finding in result.findings))


if __name__ == "__main__":
    sys.exit(main())
