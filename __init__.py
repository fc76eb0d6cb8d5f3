"""cardrules: a card game is a text file. The public API."""

from .dsl.diagnostics import Diagnostic, RuleError
from .interpreter.machine.fault import GameFault
from .interpreter.machine.game import Game, OptionError, load
from .interpreter.machine.log import LogError, replay
from .interpreter.machine.menu import Action, IllegalAction, Legal, TooMany
from .interpreter.machine.observe import Observation
from .interpreter.machine.resample import ResampleError
from .interpreter.machine.state import State

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Diagnostic",
    "Game",
    "GameFault",
    "IllegalAction",
    "Legal",
    "LogError",
    "Observation",
    "OptionError",
    "ResampleError",
    "RuleError",
    "State",
    "TooMany",
    "__version__",
    "load",
    "replay",
]
