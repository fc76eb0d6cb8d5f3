"""`python -m tests.programs SEED` prints a program; with two seeds, all properties of the programs from the first to before the second."""

from __future__ import annotations

import sys
import time
import traceback

from . import program
from .properties import EXECUTORS, PROPERTIES

CHECKS = (*PROPERTIES, *EXECUTORS)


def main() -> int:
    """0: all hold; 1: some do not."""
    seeds = [int(argument) for argument in sys.argv[1:]]
    if len(seeds) == 1:
        print(program(seeds[0]).text, end="")
        return 0
    failed = 0
    spent = dict.fromkeys((check.__name__ for check in CHECKS), 0.0)
    for seed in range(*seeds):
        made = program(seed)
        for check in CHECKS:
            begun = time.monotonic()
            try:
                check(made, seed)
            except Exception:
                failed += 1
                print(f"--- program {seed}: {check.__name__}", traceback.format_exc(limit=-3), sep="\n", flush=True)
            spent[check.__name__] += time.monotonic() - begun
    print(f"{seeds[1] - seeds[0]} programs, {failed} failures;", ", ".join(f"{name} {seconds:.1f} s" for name, seconds in spent.items()))
    return int(failed > 0)


sys.exit(main())
