"""`cardrules replay`: a kept game shown again, move by move."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .draw import Scene, View, result, screen
from .games import UsageError, existing
from .store import read
from .terminal import Terminal, mark, wrap
from .words import CardOrder

if TYPE_CHECKING:
    from ..machine.state import State
