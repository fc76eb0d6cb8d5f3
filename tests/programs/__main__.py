"""Print the programs of some seeds."""

from __future__ import annotations

import sys

from . import program

for seed in sys.argv[1:]:
    print(program(int(seed)).text)
