"""Where this user's things are kept on disk."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def directory() -> Path:
    """Games, and games that show a fault: as the system wants it, or under XDG_STATE_HOME where that is set. May not exist yet."""
    chosen = os.environ.get("XDG_STATE_HOME", "")
    if chosen and os.path.isabs(chosen):
        base = Path(chosen)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path.home() / ".local" / "state"
    return base / "cardrules"
