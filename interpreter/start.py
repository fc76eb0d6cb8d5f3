"""Where the command begins: Ctrl-C ends it quietly, also while it is still loading."""

from __future__ import annotations


def main() -> int:
    """Run the command with the arguments of the process; its exit status."""
    try:
        from .cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130
