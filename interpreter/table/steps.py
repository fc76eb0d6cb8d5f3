"""An action whose arguments are many is put together one argument after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ...dsl.record import Record
from ..players.human import tokens
from .choices import LONG, in_order
from .prompt import Page, Prompt, StepIn, TakeBack
from .terminal import Terminal, mark, shorten, width_of, wrap
from .words import CardOrder, counted, spoken

if TYPE_CHECKING:
    from ..machine.state.menu import Action, Choices, IllegalAction
    from ..players.player import SeatMenu

RUNS = 20  # of numbers that may be chosen
ROWS = 12  # of choices on a page without an end; of more, only the first and how to name the others
BACK = ("back", "no", "/back", "b")
NONE = ("none", "nothing", "()", "0 cards")
Value = int | tuple[int, ...]


class Back(Record):
    """The person does not want the action after all; why: what to tell, if anything."""

    why: str = ""


class Taken(Record):
    """An argument that stands. free: there was a choice."""

    name: str
    text: str
    value: Value
    free: bool


def ask_steps(
    prompt: Prompt,
    legal: SeatMenu,
    name: str,
    order: CardOrder,
    begun: Sequence[Value] = (),
    explained: Callable[[Choices], Page] | None = None,
) -> Action | Back | TakeBack | StepIn:
    """The action of this name, its arguments asked for one after another, beginning with those that are there; `back` goes to the one
    before. Also takes a whole other action. order: of the cards in lists; explained: what `?` shows. Raises Leave."""
    taken: list[Taken] = []
    terminal = prompt.terminal
    _take(taken, legal, name, begun)
    while True:
        choices = legal.choices(name, _values(taken))
        if choices is None:
            action = legal.action(name, _values(taken))
            if action is not None:
                return action
            terminal.write(*wrap(_refusal(legal, name, taken), terminal.width))
            if not _step_back(taken):
                return Back("Nothing is done.")
            continue
        if not choices.items and choices.least != 0:
            terminal.write(f"There is no {spoken(choices.name)} to choose{_so_far(taken)}.")
            if not _step_back(taken):
                return Back()
            continue
        only = _only(choices)
        if only is not None:
            taken.append(Taken(choices.name, _text(choices, only), only, False))
            continue
        step = Step(terminal, name, replace(choices, items=in_order(choices, order)), tuple(taken))
        step.show()
        typed = prompt.ask(f"{spoken(choices.name)}> ", step.answers, step.show, None if explained is None else partial(explained, choices))
        if not isinstance(typed, str):
            return typed
        if step.goes_back(typed):
            if not _step_back(taken):
                return Back("Nothing is done.")
            continue
        value = () if not typed or (typed.casefold() in NONE and not step.names(typed)) else numbered(choices, typed, order)
        if value is not None:
            _take(taken, legal, name, [*_values(taken), value])
            continue
        answer = _answer(legal, name, taken, typed)
        if isinstance(answer, str):
            terminal.write(*wrap(step.count_needed(typed) or answer, terminal.width))
        elif isinstance(answer, tuple):
            _take(taken, legal, name, answer)
        else:
            return answer


class Step(Record):
    """One argument being asked for. choices: in the order in which they are listed; taken: the arguments before it."""

    terminal: Terminal
    name: str
    choices: Choices
    taken: tuple[Taken, ...]

    def show(self) -> None:
        """Write what is put together so far, and what the argument may be."""
        _show(self.terminal, self.name, self.choices, self.taken)

    def names(self, typed: str) -> bool:
        """Whether one of the choices is called just so."""
        wanted = tokens(typed)
        return not _are_numbers(self.choices) and any(tokens(item.label) == wanted for item in self.choices.items[:LONG])

    def goes_back(self, typed: str) -> bool:
        """Whether the person wants to go to the argument before."""
        if not typed:
            return self.choices.least != 0
        undo = ("undo",) if any(argument.free for argument in self.taken) else ()
        return typed.casefold() in (*BACK, *undo) and not self.names(typed)

    def answers(self, typed: str) -> bool:
        """Whether a line means something here, and so is no command."""
        return self.names(typed) or self.goes_back(typed)

    def count_needed(self, typed: str) -> str:
        """What to say of numbers that are right, but too few or too many; "" otherwise."""
        words = typed.replace(",", " ").split()
        if _are_numbers(self.choices) or not words or not all(_places(word, len(self.choices.items)) for word in words):
            return ""
        if self.choices.least is None:
            return f"Choose one of these; you typed {len(words)} numbers." if len(words) > 1 else ""
        return f"Choose {_size(self.choices)} of these; you typed {counted(len(set(words)), 'number')}."


def _answer(legal: SeatMenu, name: str, taken: Sequence[Taken], typed: str) -> Action | tuple[Value, ...] | str:
    """What was typed after these arguments: an action, whole or another one; the arguments there are now; or what is wrong with it."""
    from ..machine.state.menu import Action, IllegalAction

    try:
        found = legal.begin(_typed(name, taken, typed))
    except IllegalAction as refused:
        try:
            return legal.read(typed)
        except IllegalAction:
            return _sentence(refused)
    return found if isinstance(found, Action) else found.arguments


def _take(taken: list[Taken], legal: SeatMenu, name: str, values: Sequence[Value]) -> None:
    """Make these the arguments that stand."""
    for value in values[len(taken) :]:
        choices = legal.choices(name, _values(taken))
        assert choices is not None
        taken.append(Taken(choices.name, _text(choices, value), value, _only(choices) is None))


def _values(taken: Sequence[Taken]) -> list[Value]:
    return [argument.value for argument in taken]


def _step_back(taken: list[Taken]) -> bool:
    """Forget the last argument that was chosen, and what followed from it; no when none was."""
    while taken:
        if taken.pop().free:
            return True
    return False


def _only(choices: Choices) -> Value | None:
    """What the argument is where there is no choice."""
    if len(choices.items) == 1 and choices.least in (None, 1):
        return choices.items[0].value if choices.least is None else (choices.items[0].value,)
    return () if choices.most == 0 else None


def _refusal(legal: SeatMenu, name: str, taken: Sequence[Taken]) -> str:
    """Why what was put together is not possible."""
    from ..machine.state.menu import IllegalAction

    try:
        legal.read(_typed(name, taken))
    except IllegalAction as refused:
        return _sentence(refused)
    return f"That {name} is not allowed just now."


def _typed(name: str, taken: Sequence[Taken], more: str = "") -> str:
    """What is put together, as it would have been typed in one line."""
    return f"{name} {', '.join([*(argument.text for argument in taken), *([more] if more else [])])}"


def _sentence(refused: IllegalAction) -> str:
    text = str(refused).split("; you may ")[0]
    return f"{text[:1].upper()}{text[1:]}."


# --------------------------------------------------------------------------- what was typed


def numbered(choices: Choices, typed: str, order: CardOrder) -> Value | None:
    """Items by the numbers they are listed with: `3`, or `1 4 5` where several are picked."""
    if _are_numbers(choices):
        return None
    words = typed.replace(",", " ").split()
    if not all(_places(word, len(choices.items)) for word in words):
        return None
    shown = in_order(choices, order)
    picked = {shown[int(word) - 1].value for word in words}
    if choices.least is None:
        return picked.pop() if len(picked) == 1 else None
    if not choices.least <= len(picked) <= (choices.most or 0):
        return None
    return tuple(item.value for item in choices.items if item.value in picked)


def _places(word: str, count: int) -> bool:
    """Whether a word is the number of one of so many."""
    return word.isascii() and word.isdigit() and 1 <= int(word[:6]) <= count


# --------------------------------------------------------------------------- what is shown


def _show(terminal: Terminal, name: str, choices: Choices, taken: Sequence[Taken]) -> None:
    """What is put together so far, and what the argument may be."""
    width = terminal.width
    what = spoken(choices.name)
    hint = "back: the step before" if any(argument.free for argument in taken) else "back: do something else"
    if choices.least is not None:
        enter = ", Enter for none" if choices.least == 0 else ""
        which = f"the numbers {_spans(choices)}" if _are_numbers(choices) else "these, numbers or names"
        text = f"{what}: {_size(choices)} of {which} with spaces between{enter}"
    elif _are_numbers(choices):
        text = f"{what}: a number, {_spans(choices)}"
    else:
        text = f"{what}: one of these"
    terminal.write(*wrap(f"{mark('title', spoken(name))}{_so_far(taken)} · {text} ({hint})", width))
    if not _are_numbers(choices):
        terminal.write(*_listing(choices, width, (terminal.room(8) or ROWS)))


def _listing(choices: Choices, width: int, rows: int) -> list[str]:
    """The choices in columns, each with the number to type; of too many the first ones."""
    cells = [(str(number), item.label.replace('"', "")) for number, item in enumerate(choices.items[:LONG], 1)]
    widest = min(max((len(number) + width_of(label) for number, label in cells), default=0) + 4, width - 1)
    columns = max(1, (width - 2) // widest)
    most = columns * max(2, rows)
    lines = list[str]()
    for start in range(0, min(len(cells), most), columns):
        line = "  "
        for number, label in cells[start : min(start + columns, most)]:
            label = shorten(label, widest - len(number) - 3)
            line += f"{mark('title', number)} {label}" + " " * (widest - len(number) - 1 - width_of(label))
        lines.append(line.rstrip())
    if len(choices.items) > most:
        lines.append(f"  … {len(choices.items) - most} more, to {choices.items[-1].label}: type their names")
    return lines


def _size(choices: Choices) -> str:
    if choices.least == choices.most:
        return str(choices.least)
    return f"{choices.least} to {choices.most}" if choices.least else f"up to {choices.most}"


def _so_far(taken: Sequence[Taken]) -> str:
    """` (who p2, give Windfall)`."""
    return f" ({', '.join(f'{spoken(argument.name)} {plain(argument.text)}' for argument in taken)})" if taken else ""


def plain(text: str) -> str:
    """An argument as one says it: without quotes, nothing for the empty set."""
    return "nothing" if text == "()" else text.replace('"', "")


def _text(choices: Choices, value: Value) -> str:
    """An argument as it is typed."""
    if isinstance(value, int):
        return str(value) if _are_numbers(choices) else next(item.label for item in choices.items if item.value == value)
    return f"({', '.join(item.label for item in choices.items if item.value in value)})"


def _are_numbers(choices: Choices) -> bool:
    """Whether what may be chosen are numbers: these are typed themselves, and so have no numbers in a list."""
    from ..machine.state.menu import Numbers

    if isinstance(choices.items, Numbers):
        return len(choices.items) > 0
    return len(choices.items) > 0 and all(item.label.lstrip("-").isdigit() for item in choices.items)


def _spans(choices: Choices) -> str:
    """`0–7`, `2, 3, 5–9`, `10, 20, 30, … 100`."""
    from ..machine.state.menu import Numbers

    if isinstance(choices.items, Numbers):
        runs = [(choices.items.numbers[0], choices.items.numbers[-1])]
    else:
        runs = list[tuple[int, int]]()
        for number in sorted(int(item.label) for item in choices.items):
            if runs and runs[-1][1] == number - 1:
                runs[-1] = (runs[-1][0], number)
            else:
                runs.append((number, number))
    told = [f"{low}–{high}" if high > low else f"{low}" for low, high in runs]
    return ", ".join(told if len(told) <= RUNS else [*told[: RUNS - 2], f"… {told[-1]}"])
