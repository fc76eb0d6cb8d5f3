"""A person at the terminal: shows the table, asks, understands, explains, until there is an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from ..players.human import find, tokens
from ..players.player import SeatMenu, SeatState
from .choices import Entry, Offer, menu_lines, offer
from .draw import Scene, View, hand_places, headline, news, screen
from .explain import explain_offer, explain_step, rules_text, source_text
from .prompt import COMMANDS, Page, Prompt, StepIn, TakeBack
from .steps import Back, ask_steps, numbered
from .terminal import Terminal, mark, wrap
from .words import CardOrder, listed

if TYPE_CHECKING:
    from ..machine.state.game import Game
    from ..machine.state.menu import Action, Choices


ABOVE = 14  # lines of a screen that are kept for the table


class GoOn:
    """The answer of someone who does nothing while others decide."""


class Desk:
    """Asks whoever sits at the terminal. Reads nothing but what a SeatState gives."""

    def __init__(self, terminal: Terminal, game: Game, order: CardOrder) -> None:
        self._terminal = terminal
        self._game = game
        self._order = order
        self.warning = ""  # what has to stay in sight, on a screen that is wiped
        self._notices = list[str]()  # what is said under the next table
        self._prompt = Prompt(terminal, {}, str)

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
        legal = seat.legal
        hand = [card for zone in hand_places(view, self._game.ir) for card in zone["cards"] if card is not None]
        made = offer(seat.decision, seat.asides, hand, self._order)
        if (room := self._terminal.room(ABOVE)) is not None and len(menu_lines(made, self._terminal.width)) > max(room, 4):
            made = offer(seat.decision, seat.asides, hand, self._order, brief=True)
        scene = replace(scene, numbers=made.below)
        whole = replace(scene, full=True)
        pages: dict[str, Callable[[], Page | None]] = {
            "?": lambda: Page(explain_offer(self._game, view, made, legal, self._terminal.width)),
            "log": lambda: Page(log or ["Nothing has happened yet."], last=True),
            "rules": lambda: Page(rules_text(self._game, self._terminal.width)),
            "rules source": lambda: Page(source_text(self._game)),
            "hand": lambda: self._draw(view, scene, made, waiting),
            "table": lambda: Page(screen(view, whole, self._terminal.width, None)),
        }
        self._prompt = Prompt(self._terminal, pages, may_undo, others)
        called = [tokens(text) for entry in made.entries for text in (entry.name, entry.text)]
        if waiting and not self._terminal.live:
            self._glance(view, scene, made, waiting)
        else:
            self._draw(view, scene, made, waiting)
        while True:
            typed = self._prompt.ask("> ", lambda word: tokens(word) in called)
            if not isinstance(typed, str):
                return typed
            if not typed and waiting:
                return GoOn()
            if not typed:
                self._draw(view, scene, made, waiting)
                continue
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
            return wrap(question, width)
        return [question + " " * (width - len(question) - len(hint)) + mark("dim", hint)]

    def _stepping_in(self) -> list[str]:
        """How somebody else at this screen does something out of turn."""
        if not self._prompt.others:
            return []
        text = f"somebody else does something first: {', '.join('/' + name for name in self._prompt.others)}"
        return [mark("dim", line) for line in wrap(text, self._terminal.width)]

    def _understand(self, typed: str, made: Offer, seat: SeatState) -> Action | TakeBack | StepIn | None:
        """The action that was meant; None when it was not clear, and has been said why."""
        numbers = _numbers(typed)
        entry = made.at(numbers[0]) if len(numbers) == 1 else None
        if entry is not None and not entry.picks:
            return self._chosen(entry, "", seat)
        for entry in made.entries:
            some = numbers or _numbers(_after(entry.name, typed))
            if entry.picks and any(entry.number <= number <= entry.last for number in some):
                return self._picked(entry, some, seat)
        full = [entry for entry in made.entries if entry.action is not None]
        names = None if len(typed) == 1 and typed.isalpha() else [entry.name for entry in full]  # a letter alone is no card
        found = find(typed, [entry.text for entry in full], names)
        if len(found) == 1:
            return full[found[0]].action
        stepped = [entry for entry in made.entries if entry.action is None]
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

    def _chosen(self, entry: Entry, typed: str, seat: SeatState) -> Action | TakeBack | StepIn | None:
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
        return self._stepped(entry, arguments, seat)

    def _stepped(self, entry: Entry, arguments: Sequence[int | tuple[int, ...]], seat: SeatState) -> Action | TakeBack | StepIn | None:
        """What comes of asking for further arguments; None where the person thinks better of it."""

        def explained(choices: Choices) -> Page:
            return Page(explain_step(self._game, entry.name, choices, self._terminal.width))

        answer = ask_steps(self._prompt, seat.legal, entry.name, self._order, arguments, explained)
        if isinstance(answer, Back):
            if answer.why:
                self._say(answer.why)
            return None
        return answer

    def _picked(self, entry: Entry, numbers: Sequence[int], seat: SeatState) -> Action | TakeBack | StepIn | None:
        """What the numbers of several cards of the hand mean together."""
        choices = seat.legal.choices(entry.name)
        assert choices is not None
        inside = all(entry.number <= number <= entry.last for number in numbers)
        value = numbered(choices, " ".join(str(number - entry.number + 1) for number in numbers), self._order) if inside else None
        if value is not None:
            return self._stepped(entry, [value], seat)
        told = listed([str(number) for number in numbers[:12]])
        self._say(f"`{entry.text}`: you typed {told}; the cards have the numbers {entry.number} to {entry.last}.")
        return None

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
        numbers = _numbers(typed)
        if len(numbers) == 1:
            hint = f" The numbers go from 1 to {made.last}."
        elif numbers:
            hint = " Type one number; where several can be chosen, they are listed once you have said what to do with them."
        return f"You can not do `{typed[:60]}` now.{hint} `?` explains what you can do."

    def _say(self, text: str) -> None:
        self._terminal.write(*wrap(text, self._terminal.width))


def _numbers(typed: str) -> list[int]:
    """The numbers that a line consists of; none where there is anything else in it."""
    words = typed.replace(",", " ").split()
    return [int(word[:9]) for word in words] if all(word.isascii() and word.isdigit() for word in words) else []


def _after(name: str, typed: str) -> str:
    """What was typed after the name of an action; all of it where it does not begin with it."""
    words = typed.split()
    length = len(tokens(name))
    return " ".join(words[length:]) if tokens(" ".join(words[:length])) == tokens(name) else typed


def _read(legal: SeatMenu, typed: str) -> Action | None:
    """The action that a text means in full; None where it means none, or several."""
    from ..machine.state.menu import IllegalAction

    try:
        return legal.read(typed)
    except IllegalAction:
        return None
