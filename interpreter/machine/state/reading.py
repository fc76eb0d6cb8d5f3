"""What was typed, read against a menu: `lay 4s`, `LAY 4 of spades`, `vote pass 10`, `g p2 (4♠, 5♠)`; and what is wrong with it, where it
fits nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ....dsl import ir
from .menu import Action, Budget, Choices, IllegalAction, Label, Legal, Line, Numbers, TooMany, Value

LONGEST = 300  # characters that are read
TRIES = 5_000  # ways to read a text that are followed
NAMED = 12  # things that a message lists
QUOTE = '"'

_SIGNS = str.maketrans(
    {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "♤": "s", "♡": "h", "♢": "d", "♧": "c", "\ufe0f": None, "\ufe0e": None, "“": QUOTE, "”": QUOTE}
)
_RANKS = {"ace": "a", "king": "k", "queen": "q", "jack": "j", "ten": "10"}
_CARD = re.compile(r"\b(10|[2-9]|[ajqk]|ace|king|queen|jack|ten)\s*(?:of\s+)?(spades?|hearts?|diamonds?|clubs?|[shdc])\b")
_TOKEN = re.compile(r"[(),]|[^\s(),_]+")


def tokens(text: str) -> tuple[str, ...]:
    """Words made alike: small letters, a card one word (`10h`); brackets, commas and the quotes round a name by themselves; `_` only parts
    words, and so does a quote without another."""
    parts = text[:LONGEST].casefold().translate(_SIGNS).split(QUOTE)
    if len(parts) % 2 == 0:
        parts[-2:] = [f"{parts[-2]} {parts[-1]}"]
    found: list[str] = []
    for number, part in enumerate(parts):
        words = _TOKEN.findall(_CARD.sub(lambda match: f" {_RANKS.get(match[1], match[1])}{match[2][0]} ", part))
        found += [QUOTE, *words, QUOTE] if number % 2 and words else words
    return tuple(found)


@dataclass(frozen=True)
class Misread:
    """How far a line of the menu could be read: depth grows with it. why: what is wrong there; left: the words from there on."""

    depth: int
    why: str
    left: int = 0


@dataclass(frozen=True)
class Begun:
    """An action of which not all arguments were typed: its name, and those that were."""

    name: str
    arguments: tuple[Value, ...]


def read(legal: Legal, text: str) -> Action:
    """The one action that a text means. Words may be cut short where only one thing begins so; what is said in full goes before.

    Raises IllegalAction: nothing, or several things, are meant.
    """
    found = _meant(legal, text, whole=True)
    assert isinstance(found, Action)
    return found


def begin(legal: Legal, text: str) -> Action | Begun:
    """The same for a text that may break off before all arguments are there."""
    return _meant(legal, text, whole=False)


def _meant(legal: Legal, text: str, *, whole: bool) -> Action | Begun:
    typed = tokens(text)
    found: dict[int, dict[Action, Action]] = {}
    begun: dict[int, dict[Begun, None]] = {}
    failed: list[Misread] = []
    budget = Budget(TRIES)
    try:
        for line in legal.lines:
            for cost, rest in _begins(tokens(line.info.name), typed):
                for score, result in _read(legal, line, rest, (), budget):
                    if isinstance(result, Action):
                        found.setdefault(cost + score, {}).setdefault(result, result)
                    elif isinstance(result, Begun):
                        begun.setdefault(cost + score, {})[result] = None
                    else:
                        failed.append(result)
    except TooMany:
        if not found:
            raise IllegalAction(f"`{text[:LONGEST]}` could mean too many things; say it in full", legal.seat, text) from None
    if not found and begun and not whole:
        shortest = min(len(b.arguments) for b in begun[min(begun)])  # nothing is taken that was not typed
        possible = [b for b in begun[min(begun)] if len(b.arguments) == shortest]
        if len(possible) == 1:
            return possible[0]
        raise IllegalAction(f"`{text}` could go on in several ways; say it in full", legal.seat, text)
    if found:
        best = list(found[min(found)])
        if len(best) == 1:
            return best[0]
        meant = [f"`{action}`" for action in best]
        raise IllegalAction(f"`{text}` could be {_either(meant)}", legal.seat, text)
    raise IllegalAction(_explain(legal, text, typed, failed), legal.seat, text)


def _read(
    legal: Legal, line: Line, typed: tuple[str, ...], chosen: tuple[tuple[Label, Value], ...], budget: Budget
) -> Iterator[tuple[int, Action | Begun | Misread]]:
    """Every way to read the rest of a text as the further arguments of a line, with a cost: the words that were cut short."""
    budget.spend()
    arguments = tuple(value for _, value in chosen)
    parameters = line.info.parameters
    name, depth = line.info.name, 2 * len(chosen)
    if typed[:1] == (",",) and chosen:
        typed = typed[1:]
    if len(chosen) == len(parameters):
        if typed:
            most = "no more" if parameters else "nothing"
            yield 0, Misread(depth, f"`{name}` takes {most} after it, but there is `{_said(typed)}`")
        elif legal.allowed(line, arguments):
            yield 0, legal.prove(line, arguments, tuple(label for label, _ in chosen))
        else:
            yield 0, Misread(depth + 2, f"`{_shown(name, chosen)}` is not possible{unmet_text(legal, line, arguments)}")
        return
    if not chosen and not legal.opens(line):
        yield 0, Misread(1, f"`{name}` is not possible{unmet_text(legal, line, ())}")
        return
    if not typed:
        yield 0, Begun(name, arguments)
    choices = legal.domain(line, arguments)
    readings = list(_several(choices, typed, budget) if choices.least is not None else _one(choices, typed))
    for cost, option, rest in readings:
        for further, result in _read(legal, line, rest, (*chosen, option), budget):
            if rest == typed and option[1] == () and isinstance(result, Misread) and result.depth == depth + 3:
                result = Misread(depth + 3, _unfit(name, choices, typed), len(typed))  # it is no item, nor what comes after none
            yield cost + further, result
    if not readings:
        yield 0, Misread(depth + 1, _unfit(name, choices, typed), len(typed))


def _one(choices: Choices, typed: tuple[str, ...]) -> Iterator[tuple[int, tuple[Label, Value], tuple[str, ...]]]:
    """The values that the text may go on with."""
    if typed[:1] == ("(",) and ")" in typed:  # brackets round a single thing
        end = typed.index(")")
        typed = typed[1:end] + typed[end + 1 :]
    if isinstance(choices.items, Numbers):
        if typed and re.fullmatch(r"[+-]?\d{1,19}", typed[0]) and int(typed[0]) in choices.items.numbers:
            yield 0, (str(int(typed[0])), int(typed[0])), typed[1:]
        return
    for item in choices.items:
        for cost, rest in _item(item.label, typed):
            yield cost, (item.label, item.value), rest


def _several(choices: Choices, typed: tuple[str, ...], budget: Budget) -> Iterator[tuple[int, tuple[Label, Value], tuple[str, ...]]]:
    """The subsets that the text may go on with: in brackets, or as far as it goes."""
    bracket = typed[:1] == ("(",)
    if choices.least == 0 and typed[:1] == ("none",) and not any(tokens(item.label)[:1] == ("none",) for item in choices.items):
        yield 0, ((), ()), typed[1:]
        return

    def grow(typed: tuple[str, ...], chosen: tuple[int, ...], cost: int) -> Iterator[tuple[int, tuple[int, ...], tuple[str, ...]]]:
        budget.spend()
        if typed[:1] == (",",) and chosen:
            typed = typed[1:]
        if bracket and typed[:1] == (")",):
            yield cost, chosen, typed[1:]
            return
        if not bracket:
            yield cost, chosen, typed
        tried: set[str] = set()
        for index, item in enumerate(choices.items):
            if index in chosen or item.label in tried:
                continue
            tried.add(item.label)
            for more, rest in _item(item.label, typed):
                yield from grow(rest, (*chosen, index), cost + more)

    for cost, chosen, rest in grow(typed[1:] if bracket else typed, (), 0):
        if (choices.least or 0) <= len(chosen) <= (choices.most or 0):
            some = [choices.items[index] for index in sorted(chosen)]
            yield cost, (tuple(item.label for item in some), tuple(item.value for item in some)), rest


def _item(label: str, typed: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The same for what an argument may be. A label is not cut short before a word that goes on, where commas part the arguments."""
    words = tuple(word for word in tokens(label) if word != QUOTE)
    for cost, rest in _begins(tokens(label), typed):
        whole = len(typed) - len(rest) >= len(words)
        if whole or "," not in rest or rest[0] in (",", "(", ")", QUOTE):
            yield cost, rest


def _begins(label: tuple[str, ...], typed: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The ways in which a text begins with a label, or with a beginning of it: what that costs, and the rest. A name in quotes is meant
    just as it stands."""
    if typed[:1] == (QUOTE,):
        end = typed.index(QUOTE, 1)
        named = label.index(QUOTE, 1) if QUOTE in label[:1] else len(label)
        if typed[1:end] != tuple(word for word in label[:named] if word != QUOTE):
            return
        more = label[named + 1 :]
        yield from _begins(more, typed[end + 1 :])
        yield len(more), typed[end + 1 :]
        return
    label = tuple(word for word in label if word != QUOTE)
    for length in range(min(len(label), len(typed)), 0, -1):
        if typed[: length - 1] != label[: length - 1] or not cut_short(label[length - 1], typed[length - 1]):
            continue
        cut = len(label) - length + (typed[length - 1] != label[length - 1])
        yield cut, typed[length:]
        if not cut:
            return


def cut_short(word: str, typed: str) -> bool:
    """Whether what was typed is a word, or the beginning of it; `1` is no beginning of `12`."""
    return word.startswith(typed) and not (typed[-1:].isdigit() and word[len(typed) : len(typed) + 1].isdigit())


# --------------------------------------------------------------------------- what is wrong


def unmet_text(legal: Legal, line: Line, arguments: Sequence[Value]) -> str:
    """` (it needs `stock is not empty`, line 61)`: the part of the guard that does not hold, in the file's words; what it says of a rule
    of one line is told as well."""
    part = legal.machine.unmet(legal.cells, line.menu, line.index, legal.seat, list(arguments))
    if part is None:
        return ""
    rule = part.rule if isinstance(part, ir.RuleCall) else None
    meaning = ""
    if rule is not None and len(rule.body) == 1 and isinstance(rule.body[0], ir.Return) and rule.body[0].value is not None:
        meaning = f", which is `{_words(rule.body[0].value)}`"
    return f" (it needs `{_words(part)}`{meaning}, line {part.span.line})"


def _words(e: ir.Expression) -> str:
    return " ".join(e.span.text.split())


def _unfit(name: str, choices: Choices, typed: Sequence[str]) -> str:
    """Why the next argument can not be what was typed."""
    what = choices.name
    if not choices.items:
        return f"`{name}` is not possible: there is no {what} for it"
    if isinstance(choices.items, Numbers):
        numbers = choices.items.numbers
        possible = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
    else:
        possible = _either(list(dict.fromkeys(item.label for item in choices.items)))
    if choices.least is not None:
        size = str(choices.least) if choices.least == choices.most else f"{choices.least} to {choices.most}"
        possible = f"{size} of {possible}"
    if typed[:1] == ("(",) and ")" in typed:
        typed = typed[1 : typed.index(")")]
    elif typed[:1] == (QUOTE,):
        typed = typed[1 : typed.index(QUOTE, 1)]
    elif isinstance(choices.items, Numbers):
        typed = typed[:1]
    elif "," in typed[1:]:
        typed = typed[: typed.index(",")]
    rest = _said(typed)
    return f"`{name}` can not have `{rest}` as its {what}: it can be {possible}" if rest else f"`{name}` needs a {what}: {possible}"


def _explain(legal: Legal, text: str, typed: Sequence[str], failed: Sequence[Misread]) -> str:
    if not typed:
        return f"nothing was chosen; you may {possibilities(legal)}"
    if failed:
        furthest = max(failed, key=lambda misread: (misread.depth, -misread.left))
        return f"{furthest.why}; you may {possibilities(legal)}" if furthest.depth % 2 == 0 or furthest.depth == 1 else furthest.why
    from ....dsl.spelling import nearest

    names = list(dict.fromkeys(line.info.name for line in legal.lines))
    near = nearest(typed[0], names)
    if not near and all(line.menu.anytime for line in legal.lines):
        decides = [legal.sight.words.names[seat] for seat in legal.machine.stop(legal.cells).waiting]
        return f"`{text[:LONGEST]}` is not possible while {_either(decides)} decides; you may {possibilities(legal)}"
    return f"there is no action `{text[:LONGEST]}`{f'; did you mean `{near[0]}`?' if near else ''}; you may {possibilities(legal)}"


def possibilities(legal: Legal) -> str:
    """What is legal, in a line: the actions if they are few, else their names."""
    try:
        actions = [str(action) for _, action in zip(range(NAMED + 1), legal, strict=False)]
        if not actions:
            return "do nothing here"
        return _either(actions if len(actions) <= NAMED else legal.names())
    except TooMany:
        return _either(list(dict.fromkeys(line.info.name for line in legal.lines)))


def _either(words: Sequence[str]) -> str:
    """`a`, `a or b`; of many only the first."""
    if not words:
        return "nothing"
    words = [*words[:NAMED], f"{len(words) - NAMED} more"] if len(words) > NAMED + 1 else list(words)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" or {words[-1]}"


def _said(typed: Sequence[str]) -> str:
    return " ".join(word for word in typed if word != QUOTE)


def _shown(name: str, chosen: Sequence[tuple[Label, Value]]) -> str:
    return str(Action(name, tuple(label for label, _ in chosen)))
