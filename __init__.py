"""cardrules: a card game is a text file. The public API.

Its names are imported when they are first used, so that the command line, which needs few of them, starts quickly.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .dsl.diagnostics import Diagnostic, RuleError
    from .interpreter.lab.simulate.playouts import Playouts, playouts
    from .interpreter.machine.fault import GameFault
    from .interpreter.machine.knowledge.observe import Observation
    from .interpreter.machine.knowledge.resample import ResampleError
    from .interpreter.machine.state.game import Game, OptionError, load
    from .interpreter.machine.state.log import LogError, replay
    from .interpreter.machine.state.menu import Action, IllegalAction, Legal, TooMany
    from .interpreter.machine.state.state import State

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
    "Playouts",
    "ResampleError",
    "RuleError",
    "State",
    "TooMany",
    "__version__",
    "load",
    "playouts",
    "replay",
]

_HOMES = {
    "dsl.diagnostics": ("Diagnostic", "RuleError"),
    "interpreter.lab.simulate.playouts": ("Playouts", "playouts"),
    "interpreter.machine.fault": ("GameFault",),
    "interpreter.machine.state.game": ("Game", "OptionError", "load"),
    "interpreter.machine.state.log": ("LogError", "replay"),
    "interpreter.machine.state.menu": ("Action", "IllegalAction", "Legal", "TooMany"),
    "interpreter.machine.knowledge.observe": ("Observation",),
    "interpreter.machine.knowledge.resample": ("ResampleError",),
    "interpreter.machine.state.state": ("State",),
}


def __getattr__(name: str) -> object:
    """A public name, from the module where it lives."""
    for module, names in _HOMES.items():
        if name in names:
            value: object = getattr(import_module(f".{module}", __name__), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
