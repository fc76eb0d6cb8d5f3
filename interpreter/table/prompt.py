"""What may be typed at every prompt of a game besides an answer: `?`, `log`, `undo`, `quit`, … The same at all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...dsl.record import Record
from .terminal import Terminal, width_of, wrap

PAGES = ("?", "log", "rules", "rules source", "hand", "table")
COMMANDS = (*PAGES, "undo", "quit")
_ALIASES = {"help": "?", "h": "?", "exit": "quit", "q": "quit", "history": "log", "back": "undo"}


class Leave(Exception):
    """The person goes; the game is kept."""


class TakeBack:
    """The answer of someone who wants the last decision back."""


class StepIn(Record):
    """The answer that lets another person at the screen do something out of turn."""

    name: str


class Page(Record):
    """Lines to look at. last: beginning with the last of them."""

    lines: Sequence[str]
    last: bool = False


class Prompt:
    """Asks whoever sits at the terminal for a line, and does what is a command.

    pages: what each of PAGES shows; a page is there for as long as one looks at it, and None has been drawn to stay. may_undo: why the last
    decision can not be taken back, or "". others: who else sits at this screen and may step in.
    """

    def __init__(
        self, terminal: Terminal, pages: Mapping[str, Callable[[], Page | None]], may_undo: Callable[[], str], others: Sequence[str] = ()
    ) -> None:
        self.terminal = terminal
        self._pages = pages
        self._may_undo = may_undo
        self.others = others

    def ask(
        self,
        prompt: str,
        answers: Callable[[str], bool],
        again: Callable[[], None] | None = None,
        explained: Callable[[], Page] | None = None,
    ) -> str | TakeBack | StepIn:
        """A line that is no command. Raises Leave.

        answers: whether a word means something here, and so is no command unless `/` stands before it. again: shows afresh what is asked,
        after a page. explained: what `?` shows here instead.
        """
        kept = ""  # a command that was typed while a page was shown
        while True:
            typed = kept or self.terminal.ask(prompt)
            if typed is None:
                raise Leave
            command = command_of(typed, self.others, answers)
            kept = ""
            if command == "quit":
                raise Leave
            if command == "undo":
                reason = self._may_undo()
                if not reason:
                    return TakeBack()
                self.terminal.write(*wrap(f"That can not be taken back: {reason}.", self.terminal.width))
            elif command.startswith("/"):
                return StepIn(command[1:])
            elif not command:
                return typed
            else:
                page = explained() if command == "?" and explained is not None else self._pages[command]()
                if page is not None:
                    kept = self._shown(page)
                if again is not None and not kept:
                    again()

    def _shown(self, page: Page) -> str:
        """Show a page; the command that was typed to leave it, if it was one."""
        pieces = [piece for line in page.lines for piece in wrap_marked(line, self.terminal.width)]
        typed = self.terminal.page(["", *pieces, ""], last=page.last)
        if typed is None:
            raise Leave
        return typed if typed.casefold() != "q" and command_of(typed, self.others) else ""


def command_of(typed: str, others: Sequence[str] = (), answers: Callable[[str], bool] = lambda _: False) -> str:
    """The command that was typed, `/` with a name for somebody else who steps in, or "". What is an answer goes before it; `/log` is always
    the command."""
    word = typed.casefold()
    if word.startswith("/"):
        word = word[1:]
        whole = [name for name in others if name.casefold() == word and word not in COMMANDS]
        begun = whole or [name for name in others if name.casefold().startswith(word) and word and word not in COMMANDS]
        if len(begun) == 1:
            return f"/{begun[0]}"
    elif answers(typed):
        return ""
    word = _ALIASES.get(word, word)
    if word in COMMANDS:
        return word
    begun = [command for command in COMMANDS if len(word) > 1 and command.startswith(word)]
    return begun[0] if begun and all(command.startswith(begun[0]) for command in begun) else ""


def wrap_marked(line: str, width: int) -> list[str]:
    """A line as it is where it fits, else wrapped under its own indentation."""
    indent = line[: len(line) - len(line.lstrip())]
    return [line] if width_of(line) <= width else wrap(line, width, indent, indent + "  ")
