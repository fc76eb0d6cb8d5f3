"""An action whose arguments are many is put together one argument after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .terminal import Terminal, mark, shorten, width_of, wrap
from .words import CardOrder, spoken

if TYPE_CHECKING:
    from ..machine.state.menu import Action, Choices, IllegalAction
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


def ask_steps(terminal: Terminal, legal: SeatMenu, name: str, order: CardOrder, begun: Sequence[Value] = ()) -> Action | Back | None:
    """The action of this name, its arguments asked for one after another, beginning with those that are there; `back` goes to the one
    before. Also takes a whole other action. None at the end of the input. order: of the cards in lists."""
    taken: list[Taken] = []
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
        _show(terminal, name, _sorted(choices, order), taken)
        typed = terminal.ask(f"{spoken(choices.name)}> ")
        if typed is None:
            return None
        if typed.casefold() in BACK or (not typed and choices.least != 0):
            if not _step_back(taken):
                return Back("Nothing is done.")
            continue
        value = () if not typed or typed.casefold() in NONE else numbered(choices, typed, order)
        if value is not None:
            _take(taken, legal, name, [*_values(taken), value])
            continue
        answer = _answer(legal, name, taken, typed)
        if isinstance(answer, str):
            terminal.write(*wrap(answer, terminal.width))
        elif isinstance(answer, tuple):
            _take(taken, legal, name, answer)
        else:
            return answer


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


def _sorted(choices: Choices, order: CardOrder) -> Choices:
    """Choices among cards as a hand is sorted; others as they are."""
    if _is_range(choices) or not all(item.label in order for item in choices.items):
        return choices
    return replace(choices, items=tuple(sorted(choices.items, key=lambda item: order.key(item.label))))


def numbered(choices: Choices, typed: str, order: CardOrder) -> Value | None:
    """Items by the numbers they are listed with: `3`, or `1 4 5` where several are picked."""
    if _is_range(choices):
        return None
    words = typed.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and 1 <= int(word[:6]) <= len(choices.items) for word in words):
        return None
    shown = _sorted(choices, order).items
    picked = {shown[int(word) - 1].value for word in words}
    if choices.least is None:
        return picked.pop() if len(picked) == 1 else None
    if not choices.least <= len(picked) <= (choices.most or 0):
        return None
    return tuple(item.value for item in choices.items if item.value in picked)


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
