"""A person at the terminal: shows the table, asks, understands, explains, until there is an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from ..players.human import find, tokens
from ..players.player import SeatMenu, SeatState
from .choices import Entry, Offer, menu_lines, offer
from .draw import Scene, View, hand_places, headline, news, screen
from .explain import explain_offer, rules_text, source_text
from .steps import Back, ask_steps, numbered
from .terminal import Terminal, mark, width_of, wrap
from .words import CardOrder

if TYPE_CHECKING:
    from ..machine.state.game import Game
    from ..machine.state.menu import Action

COMMANDS = ("?", "undo", "log", "rules", "rules source", "hand", "table", "quit")
_ALIASES = {"help": "?", "h": "?", "exit": "quit", "q": "quit", "history": "log", "back": "undo"}


class Leave(Exception):
    """The person goes; the game is kept."""


class TakeBack:
    """The answer of someone who wants the last decision back."""


class GoOn:
    """The answer of someone who does nothing while others decide."""


@dataclass(frozen=True)
class StepIn:
    """The answer that lets another person at the screen do something out of turn."""

    name: str


class Desk:
    """Asks whoever sits at the terminal. Reads nothing but what a SeatState gives."""

    def __init__(self, terminal: Terminal, game: Game, order: CardOrder) -> None:
        self._terminal = terminal
        self._game = game
        self._order = order
        self.warning = ""  # what has to stay in sight, on a screen that is wiped
        self._notices = list[str]()  # what is said under the next table
        self._others: Sequence[str] = ()  # who may step in

    def tell(self, text: str) -> None:
        """Say something the next time somebody is asked."""
        self._notices.append(text)

    def ask(
        self,
        seat: SeatState,
        scene: Scene,
        log: Sequence[str],
        may_undo: Callable[[], str],
        waiting: str = "",
        others: Sequence[str] = (),
    ) -> Action | TakeBack | GoOn | StepIn:
        """The person's decision; or what it does of what may be done at any time, while the game waits for somebody else: waiting says for
        whom. may_undo: why the last decision can not be taken back, or "". log: all that the seat has seen, in words. others: who else sits
        at this screen and may step in. Raises Leave."""
        view = cast(View, seat.view())
        legal, self._others = seat.legal, others
        hand = [card for zone in hand_places(view, self._game.ir) for card in zone["cards"] if card is not None]
        made = offer(seat.decision, seat.asides, hand, self._order)
        scene = replace(scene, numbers=made.in_hand)
        whole = replace(scene, full=True)
        commands: dict[str, Callable[[], None]] = {
            "?": lambda: self._page(explain_offer(self._game, view, made, legal, self._terminal.width)),
            "log": lambda: self._page(log or ["Nothing has happened yet."], last=True),
            "rules": lambda: self._page(rules_text(self._game, self._terminal.width)),
            "rules source": lambda: self._page(source_text(self._game)),
            "hand": lambda: self._draw(view, scene, made, waiting),
            "table": lambda: self._page(screen(view, whole, self._terminal.width, None)),
        }
        if waiting and not self._terminal.live:
            self._glance(view, scene, made, waiting)
        else:
            self._draw(view, scene, made, waiting)
        while True:
            typed = self._terminal.ask("> ")
            if typed is None:
                raise Leave
            command = self._command(typed, made)
            if command == "quit":
                raise Leave
            if command == "undo":
                reason = may_undo()
                if not reason:
                    return TakeBack()
                self._say(f"That can not be taken back: {reason}.")
                continue
            if command.startswith("/"):
                return StepIn(command[1:])
            if command:
                commands[command]()
            elif not typed and waiting:
                return GoOn()
            elif not typed:
                self._draw(view, scene, made, waiting)
            else:
                answer = self._understand(typed, made, seat)
                if answer is not None:
                    return answer

    def _draw(self, view: View, scene: Scene, made: Offer, waiting: str) -> None:
        width = self._terminal.width
        below = [*self._question(view, waiting), *menu_lines(made, width), *self._stepping_in()]
        sticking = [self.warning] if self.warning and self._terminal.live else []
        notices = [line for text in [*self._notices, *sticking] for line in wrap(text, width)]
        room = self._terminal.room(len(below) + len(notices) + 3)
        self._terminal.clear()
        self._terminal.write("", *screen(view, scene, width, room), "", *below)
        self._terminal.write(*(mark("new", line) for line in notices))
        self._notices.clear()

    def _glance(self, view: View, scene: Scene, made: Offer, waiting: str) -> None:
        """Where nothing can be wiped away: only what is new, and what may be done."""
        width = self._terminal.width
        notices = [mark("new", line) for text in self._notices for line in wrap(text, width)]
        self._notices.clear()
        self._terminal.write("", headline(view, width, scene.turns), *news(view, scene, width))
        self._terminal.write("", *self._question(view, waiting), *menu_lines(made, width), *self._stepping_in(), *notices)

    def _question(self, view: View, waiting: str) -> list[str]:
        width = self._terminal.width
        others = [name for name in view["asked"] if name != view["you"]]
        if waiting:
            return wrap(f"{waiting}. You may do something first; Enter goes on.", width)
        question = "Everybody chooses at the same time; you choose:" if others else "You choose:"
        hint = "? explains · quit leaves"
        if len(question) + len(hint) + 4 > width:
            return [question]
        return [question + " " * (width - len(question) - len(hint)) + mark("dim", hint)]

    def _stepping_in(self) -> list[str]:
        """How somebody else at this screen does something out of turn."""
        if not self._others:
            return []
        text = f"somebody else does something first: {', '.join('/' + name for name in self._others)}"
        return [mark("dim", line) for line in wrap(text, self._terminal.width)]

    def _page(self, lines: Sequence[str], *, last: bool = False) -> None:
        pieces = [piece for line in lines for piece in wrap_marked(line, self._terminal.width)]
        self._terminal.page(["", *pieces, ""], last=last)

    def _command(self, typed: str, made: Offer) -> str:
        """The command that was typed, `/` with a name for somebody else who steps in, or "". An action that is called just so goes before
        it; `/log` is always the command."""
        word = typed.casefold()
        if word.startswith("/"):
            word = word[1:]
            whole = [name for name in self._others if name.casefold() == word and word not in COMMANDS]
            begun = whole or [name for name in self._others if name.casefold().startswith(word) and word and word not in COMMANDS]
            if len(begun) == 1:
                return f"/{begun[0]}"
        elif tokens(word) in [tokens(text) for entry in made.entries for text in (entry.name, entry.text)]:
            return ""
        word = _ALIASES.get(word, word)
        if word in COMMANDS:
            return word
        begun = [command for command in COMMANDS if len(word) > 1 and command.startswith(word)]
        return begun[0] if begun and all(command.startswith(begun[0]) for command in begun) else ""

    def _understand(self, typed: str, made: Offer, seat: SeatState) -> Action | None:
        """The action that was meant; None when it was not clear, and has been said why."""
        if typed.isascii() and typed.isdigit():
            number = int(typed) if len(typed) < 9 else 0
            if 1 <= number <= len(made.entries):
                return self._chosen(made.entries[number - 1], "", seat)
        full = [entry for entry in made.entries if entry.action is not None]
        names = None if len(typed) == 1 and typed.isalpha() else [entry.name for entry in full]  # a letter alone is no card
        found = find(typed, [entry.text for entry in full], names)
        if len(found) == 1:
            return full[found[0]].action
        stepped = [entry for entry in made.entries if entry.action is None]
        several = [action for entry in stepped if (action := self._by_numbers(entry, typed, seat)) is not None]
        if len(several) == 1:
            return several[0]
        for entry in stepped:
            if tokens(typed)[: len(tokens(entry.name))] == tokens(entry.name):
                return self._chosen(entry, typed, seat)
        begun = find(typed.split()[0], [entry.name for entry in stepped])
        if len(begun) == 1 and not found:
            entry = stepped[begun[0]]
            return self._chosen(entry, f"{entry.name} {typed.partition(' ')[2]}", seat)
        if found:
            could = [full[index].text for index in found]
            more = f" and {len(could) - 6} more" if len(could) > 6 else ""
            self._say(f"That could be {', '.join(could[:6])}{more}: say more, or its number.")
            return None
        bare = [action for entry in stepped if (action := _read(seat.legal, f"{entry.name} {typed}")) is not None]
        if len(bare) == 1:  # `pass 10`, where only voting takes such arguments
            return bare[0]
        if (whole := _read(seat.legal, typed)) is not None:  # `pay none, 5`, as the game itself reads it
            return whole
        self._say(self._nothing_such(typed, made, seat))
        return None

    def _chosen(self, entry: Entry, typed: str, seat: SeatState) -> Action | None:
        """What an entry stands for; of one with many arguments, those that were typed are there and the others are asked for."""
        from ..machine.state.menu import Action, IllegalAction

        if entry.action is not None:
            return entry.action
        arguments: Sequence[int | tuple[int, ...]] = ()
        if typed:
            try:
                read = seat.legal.begin(typed)
            except IllegalAction:
                self._say(self._nothing_such(typed, Offer([entry]), seat))
                return None
            if isinstance(read, Action):
                return read
            arguments = read.arguments
        answer = ask_steps(self._terminal, seat.legal, entry.name, self._order, arguments)
        if answer is None:
            raise Leave
        if isinstance(answer, Back):
            if answer.why:
                self._say(answer.why)
            return None
        return answer

    def _by_numbers(self, entry: Entry, typed: str, seat: SeatState) -> Action | None:
        """What `1 4 5` or `give 1 4 5` means where just so many of the cards are to be chosen: those that its list has at these places."""
        words = typed.removeprefix(entry.name).replace(",", " ").split()
        choices = seat.legal.choices(entry.name, [])
        if len(words) < 2 or choices is None or choices.least is None or not all(item.label in self._order for item in choices.items):
            return None
        value = numbered(choices, " ".join(words), self._order)
        return None if value is None else seat.legal.action(entry.name, [value])

    def _nothing_such(self, typed: str, made: Offer, seat: SeatState) -> str:
        from ...dsl.spelling import nearest
        from ..machine.state.menu import IllegalAction

        try:
            seat.legal.read(typed)
        except IllegalAction as refused:
            why = str(refused).split("; you may ")[0]
            if not why.startswith("there is no action"):  # an action of this menu, or of another seat's: what is wrong with it
                return f"{why[:1].upper()}{why[1:]}. `?` explains what you can do."
        near = nearest(typed, [*made.texts, *(entry.name for entry in made.entries), *COMMANDS])
        hint = f" Did you mean `{near[0]}`?" if near else ""
        if typed.isascii() and typed.isdigit():
            hint = f" The numbers go from 1 to {len(made.entries)}."
        return f"You can not do `{typed[:60]}` now.{hint} `?` explains what you can do."

    def _say(self, text: str) -> None:
        self._terminal.write(*wrap(text, self._terminal.width))


def wrap_marked(line: str, width: int) -> list[str]:
    """A line as it is where it fits, else wrapped under its own indentation."""
    indent = line[: len(line) - len(line.lstrip())]
    return [line] if width_of(line) <= width else wrap(line, width, indent, indent + "  ")


def _read(legal: SeatMenu, typed: str) -> Action | None:
    """The action that a text means in full; None where it means none, or several."""
    from ..machine.state.menu import IllegalAction

    try:
        return legal.read(typed)
    except IllegalAction:
        return None
