"""An action whose arguments are many is put together one argument after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..players.human import find, tokens
from .terminal import Terminal, mark, width_of, wrap
from .words import counted, spoken

if TYPE_CHECKING:
    from ..machine.menu import Action, Choices
    from ..players.player import SeatMenu

SHOWN = 60  # choices listed one by one; of more, only how many there are
Value = int | tuple[int, ...]


@dataclass(frozen=True)
class Back:
    """The person does not want the action after all; why: what to tell, if anything."""

    why: str = ""


def ask_steps(terminal: Terminal, legal: SeatMenu, name: str, words: Sequence[str]) -> Action | Back | None:
    """The action of this name, its arguments taken from the words already typed and then asked for. None at the end of the input."""
    arguments = list[Value]()
    left = list(words)
    while (choices := legal.choices(name, arguments)) is not None:
        value = _take(choices, left)
        while value is None:
            if left:
                terminal.write(*wrap(f"{' '.join(left)} can not be {spoken(choices.name)} here.", terminal.width))
                left.clear()
            _show(terminal, name, choices)
            typed = terminal.ask(f"{spoken(choices.name)}> ")
            if typed is None:
                return None
            if typed.casefold() in ("", "back", "no", "/back"):
                return Back("Nothing is done.")
            value = _numbered(choices, typed)
            if value is None:
                left = list(tokens(typed)) or [typed]
                value = _take(choices, left)
        arguments.append(value)
    if left:
        return Back(f"`{' '.join(left)}` is too much: {name} takes {counted(len(arguments), 'argument')}.")
    return legal.action(name, arguments) or Back(f"That {name} is not allowed just now. `?` says what is.")


def _take(choices: Choices, words: list[str]) -> Value | None:
    """What the next words mean, taken from the front of them; None, and nothing taken, where they mean nothing or too much."""
    if not words and choices.least != 0 and len(choices.items) == 1 and choices.least in (None, 1):
        return choices.items[0].value if choices.least is None else (choices.items[0].value,)  # there is no choice
    if not words:
        return None
    return _one(choices, words, ()) if choices.least is None else _some(choices, words)


def _one(choices: Choices, words: list[str], taken: Sequence[int]) -> int | None:
    """One item by its label, or a beginning of it; the longest run of words that fits."""
    number = words[0].removeprefix("-")
    if _is_range(choices) and number.isascii() and number.isdigit() and len(number) < 19:
        found = int(words[0]) in _numbers(choices)
        return int(words.pop(0)) if found else None
    if _is_range(choices):
        return None
    items = [item for item in choices.items if item.value not in taken]
    labels = [item.label for item in items]
    for length in range(len(words), 0, -1):
        fitting = find(" ".join(words[:length]), labels)
        if fitting and len({labels[index] for index in fitting}) == 1:
            del words[:length]
            return items[fitting[0]].value
    return None


def _some(choices: Choices, words: list[str]) -> tuple[int, ...] | None:
    """A subset, item after item, as many words as fit; `none` is the empty one."""
    assert choices.least is not None and choices.most is not None
    if choices.least == 0 and words[0] in ("none", "nothing"):
        del words[0]
        return ()
    before, taken = list(words), list[int]()
    while words and len(taken) < choices.most and (value := _one(choices, words, taken)) is not None:
        taken.append(value)
    if len(taken) >= choices.least and taken:
        return tuple(item.value for item in choices.items if item.value in taken)
    words[:] = before
    return None


def _numbered(choices: Choices, typed: str) -> Value | None:
    """Items by the numbers they are listed with: `3`, or `1 4 5` where several are picked."""
    if _is_range(choices) or len(choices.items) > SHOWN:
        return None
    words = typed.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and 1 <= int(word[:6]) <= len(choices.items) for word in words):
        return None
    picked = sorted({int(word) - 1 for word in words})
    if choices.least is None:
        return choices.items[picked[0]].value if len(picked) == 1 else None
    if not choices.least <= len(picked) <= (choices.most or 0):
        return None
    return tuple(choices.items[index].value for index in picked)


def _show(terminal: Terminal, name: str, choices: Choices) -> None:
    """What the argument may be."""
    what = spoken(choices.name)
    if choices.least is not None:
        many = counted(choices.least, "item") if choices.least == choices.most else f"{choices.least} to {choices.most}"
        terminal.write(f"{name}: {what}, {many} of these (or Enter to go back):")
    elif _is_range(choices):
        numbers = _numbers(choices)
        terminal.write(f"{name}: {what}, a number from {numbers[0]} to {numbers[-1]} (or Enter to go back)")
        return
    else:
        terminal.write(f"{name}: {what}, one of these (or Enter to go back):")
    if len(choices.items) > SHOWN:
        terminal.write(
            *wrap(f"{len(choices.items)} choices, from {choices.items[0].label} to {choices.items[-1].label}", terminal.width, "  ")
        )
        return
    cells = [(str(number), item.label) for number, item in enumerate(choices.items, 1)]
    widest = max((len(number) + width_of(label) for number, label in cells), default=0) + 4
    columns = max(1, (terminal.width - 1) // widest)
    for start in range(0, len(cells), columns):
        row = cells[start : start + columns]
        terminal.write(
            "  " + "".join(f"{mark('title', number)} {label}" + " " * (widest - len(number) - 1 - width_of(label)) for number, label in row)
        )


def _is_range(choices: Choices) -> bool:
    from ..machine.menu import Numbers

    return isinstance(choices.items, Numbers) and len(choices.items) > 0


def _numbers(choices: Choices) -> range:
    from ..machine.menu import Numbers

    assert isinstance(choices.items, Numbers)
    return choices.items.numbers
