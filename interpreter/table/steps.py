"""An action whose arguments are many is put together one argument after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..players.human import find, tokens
from .terminal import Terminal, mark, shorten, width_of, wrap
from .words import counted, spoken

if TYPE_CHECKING:
    from ..machine.state.menu import Action, Choices
    from ..players.player import SeatMenu

ROWS = 12  # of choices on a page without an end; of more, only the first and how to name the others
BACK = ("back", "no", "/back", "b")
NONE = ("none", "nothing", "()", "0 cards")
Value = int | tuple[int, ...]


@dataclass(frozen=True)
class Back:
    """The person does not want the action after all; why: what to tell, if anything."""

    why: str = ""


@dataclass(frozen=True)
class Taken:
    """An argument that stands. free: there was a choice."""

    name: str
    text: str
    value: Value
    free: bool


def ask_steps(terminal: Terminal, legal: SeatMenu, name: str, words: Sequence[str]) -> Action | Back | None:
    """The action of this name, its arguments taken from the words already typed and then asked for; `back` goes to the one before. Also
    takes a whole other action. None at the end of the input."""
    taken: list[Taken] = []
    left, asked = list(words), False
    while True:
        choices = legal.choices(name, [argument.value for argument in taken])
        if choices is None and not left:
            action = legal.action(name, [argument.value for argument in taken])
            if action is not None:
                return action
            why = _refusal(legal, name, taken)
            if not asked:  # all of it was typed in one line
                return Back(why)
            terminal.write(*wrap(why, terminal.width))
            if not _step_back(taken):
                return Back("Nothing is done.")
            continue
        if choices is None:
            return Back(f"`{' '.join(left)}` is too much: {name} takes {counted(len(taken), 'argument')}.")
        if not choices.items and choices.least != 0:
            terminal.write(f"There is no {spoken(choices.name)} to choose{_so_far(taken)}.")
            if not _step_back(taken):
                return Back()
            continue
        value = _only(choices) if not left else None
        free = value is None
        if value is None and left:
            value = _take(choices, left)
            if value is None:
                return Back(_unread(legal, name, taken, left))
        while value is None:
            asked = True
            _show(terminal, name, choices, taken)
            typed = terminal.ask(f"{spoken(choices.name)}> ")
            if typed is None:
                return None
            if typed.casefold() in BACK or (not typed and choices.least != 0):
                if not _step_back(taken):
                    return Back("Nothing is done.")
                break
            value = () if not typed else _numbered(choices, typed)
            if value is None:
                left = list(tokens(typed)) or [typed]
                value = _take(choices, left)
            if value is None:
                whole = _whole(legal, typed)
                if whole is not None:
                    return whole
                left.clear()
                terminal.write(*wrap(f"`{typed[:60]}` can not be {spoken(choices.name)} here.", terminal.width))
        else:
            taken.append(Taken(choices.name, _text(choices, value), value, free))


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
    return _reason(legal, f"{name} {', '.join(argument.text for argument in taken)}") or f"That {name} is not allowed just now."


def _unread(legal: SeatMenu, name: str, taken: Sequence[Taken], left: Sequence[str]) -> str:
    """Why what was typed can not go on like that."""
    typed = f"{name} {', '.join([*(argument.text for argument in taken), ' '.join(left)])}"
    return _reason(legal, typed) or f"`{' '.join(left)}` does not fit here."


def _reason(legal: SeatMenu, typed: str) -> str:
    from ..machine.state.menu import IllegalAction

    try:
        legal.read(typed)
    except IllegalAction as refused:
        text = str(refused).split("; you may ")[0]
        return f"{text[:1].upper()}{text[1:]}."
    return ""


def _whole(legal: SeatMenu, typed: str) -> Action | None:
    """Another action, typed in full in place of an argument."""
    from ..machine.state.menu import IllegalAction

    try:
        return legal.read(typed)
    except IllegalAction:
        return None


# --------------------------------------------------------------------------- what was typed


def _take(choices: Choices, words: list[str]) -> Value | None:
    """What the next words mean, taken from the front of them; None, and nothing taken, where they mean nothing or too much."""
    return None if not words else _one(choices, words, ()) if choices.least is None else _some(choices, words)


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
    if choices.least == 0 and words[0] in NONE:
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
    if _is_range(choices):
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


# --------------------------------------------------------------------------- what is shown


def _show(terminal: Terminal, name: str, choices: Choices, taken: Sequence[Taken]) -> None:
    """What is put together so far, and what the argument may be."""
    width = terminal.width
    what = spoken(choices.name)
    hint = "back: the step before" if any(argument.free for argument in taken) else "back: do something else"
    if choices.least is not None:
        enter = ", Enter for none" if choices.least == 0 else ""
        text = f"{what}: {_size(choices)} of these, numbers or names with spaces between{enter}"
    elif _is_range(choices):
        numbers = _numbers(choices)
        text = f"{what}: a number, {numbers[0]}–{numbers[-1]}"
    else:
        text = f"{what}: one of these"
    terminal.write(*wrap(f"{mark('title', spoken(name))}{_so_far(taken)} · {text} ({hint})", width))
    if not _is_range(choices):
        terminal.write(*_listing(choices, width, (terminal.room(8) or ROWS)))


def _listing(choices: Choices, width: int, rows: int) -> list[str]:
    """The choices in columns, each with the number to type; of too many the first ones."""
    cells = [(str(number), item.label.replace('"', "")) for number, item in enumerate(choices.items[:400], 1)]
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
        return str(value) if _is_range(choices) else next(item.label for item in choices.items if item.value == value)
    return f"({', '.join(item.label for item in choices.items if item.value in value)})"


def _is_range(choices: Choices) -> bool:
    from ..machine.state.menu import Numbers

    return isinstance(choices.items, Numbers) and len(choices.items) > 0


def _numbers(choices: Choices) -> range:
    from ..machine.state.menu import Numbers

    assert isinstance(choices.items, Numbers)
    return choices.items.numbers
