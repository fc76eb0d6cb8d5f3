"""An action whose arguments are many is put together one argument after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .terminal import Terminal

if TYPE_CHECKING:
    from ..machine.menu import Action, Legal


@dataclass(frozen=True)
class Back:
    """The person does not want the action after all; why: what to tell, if anything."""

    why: str = ""


def ask_steps(terminal: Terminal, legal: Legal, name: str, words: Sequence[str]) -> Action | Back:
    """The action of this name, its arguments taken from the words already typed and then asked for."""
    return Back()
