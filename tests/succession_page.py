"""A whole game of Succession, one person and four bots, as a page: `python tests/succession_page.py` writes docs/succession-game.md.

What the person types is found by a bot of its own, and typed in one line each. The page holds all that was
typed, so that the test plays it again from the page alone.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

from cardrules.interpreter.cli import main
from cardrules.interpreter.machine.state.menu import Action
from cardrules.interpreter.players.player import SeatState
from cardrules.interpreter.players.search import SearchPlayer
from cardrules.interpreter.table.session import Session

PAGE = Path(__file__).parents[1] / "docs" / "succession-game.md"
COMMAND = "cardrules play succession --seats edith=you,anna=bot,ben=bot,cleo=bot,dora=bot --seed 7 --think 0.02"
HEAD = """\
# A game of Succession

One person against four bots, from the first choice to the crown: `{command}`. All of it is what the terminal showed; lines after
`>` are what the person typed. With the same seed and the same lines the same game comes out.

"""


class Typist(io.StringIO):
    """The keyboard of a person who follows a bot's advice."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self._adviser = SearchPlayer(seconds=0.05, seed=5, steady=True)
        self._lines: list[str] = ["?"]
        self._seen = 0

    def readline(self, size: int | None = -1, /) -> str:
        if not self._lines:
            assert self.session is not None
            state = self.session.state
            seat = SeatState(state, 0)
            action = self._adviser.decide(seat)
            assert isinstance(action, Action) and len(state.steps) > self._seen, "what was typed last was not understood"
            self._seen = len(state.steps)
            self._lines = [self._typed(action)]
        return self._lines.pop(0) + "\n"

    def _typed(self, action: Action) -> str:
        """In one line; a vote without its name."""
        words = [label if isinstance(label, str) else f"({', '.join(label)})" if label else "none" for label in action.labels]
        return " ".join(words) if action.name == "vote" else f"{action.name} {', '.join(words)}".strip()


def played(source: io.StringIO, home: str) -> str:
    """What the terminal shows of the command's game."""
    page = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n")
    begin = Session.__init__

    def noted(session: Session, *arguments: object, **named: object) -> None:
        begin(session, *arguments, **named)  # type: ignore[arg-type]
        if isinstance(source, Typist):
            source.session = session

    with (
        patch.dict(os.environ, {"XDG_STATE_HOME": home, "COLUMNS": "80", "LINES": "24"}),
        patch.object(sys, "stdin", source),
        patch.object(sys, "stdout", page),
        patch.object(Session, "__init__", noted),
    ):
        assert main(COMMAND.split()[1:]) == 0
        page.seek(0)
        return page.read().split("See it again")[0].strip("\n")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        shown = played(Typist(), home)
    PAGE.write_text(f"{HEAD.format(command=COMMAND)}```text\n{shown}\n```\n", encoding="utf-8")
