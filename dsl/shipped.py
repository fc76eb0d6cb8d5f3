"""Where the rule files lie that come with cardrules."""

from __future__ import annotations

from pathlib import Path

GAMES = Path(__file__).resolve().parent.parent / "games"
LIBRARIES = GAMES / "lib"
