"""Where the command begins: Ctrl-C ends it quietly, also while it is still loading."""

from __future__ import annotations

import gc

MADE = 50_000  # things made before circles of garbage are looked for: a rule file makes many and drops few, and 700 cost a tenth of a start


def main() -> int:
    """Run the command with the arguments of the process; its exit status."""
    try:
        gc.set_threshold(MADE, 20, 20)
        from .cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130
