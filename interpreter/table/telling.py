"""What a seat has seen, told to whoever sits there: its own doings as "you", what the game itself says set apart, how a match stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .words import listed

if TYPE_CHECKING:
    from ..machine.knowledge.observe import Observation
    from .draw import View

UNTOLD = ("asked", "game", "turn", "value")  # kinds of observations that the table shows anyway
_VERBS = {"decides": "decide", "draws": "draw", "takes": "take", "is": "are"}
_NOTHING = (None, False, 0)


class Said(str):
    """A line that the game itself says. It stands out among the moves."""


def told_moves(history: Sequence[Observation], names: Sequence[str], you: str = "") -> list[str]:
    """What a seat has seen, as the table tells it: without what it shows anyway, and without the own choice once it has come out.

    names: of all seats. you: the seat whose doings are told as "you"; "" for somebody who looks on.
    """
    open_choice = max((index for index, seen in enumerate(history) if seen.kind == "chose"), default=-1)
    lines = list[str]()
    wins = Counter[str]()
    for index, seen in enumerate(history):
        if seen.kind == "end":
            wins.update(seen.data["winners"])
        if seen.kind == "game" and seen.data["number"] > 1:
            lines.append(Said(match_words(seen.data["number"], wins, names)))
        elif seen.kind == "said":
            lines.append(Said(personal(seen, names, you)))
        elif seen.kind == "moved" and seen.data.get("from") == seen.data.get("to", ""):
            continue  # cards that are gathered: what lay there stays
        elif seen.kind not in UNTOLD and (seen.kind != "decided" or index > open_choice):
            lines.append(personal(seen, names, you))
    return lines


def match_words(number: int, wins: Mapping[str, int], names: Sequence[str]) -> str:
    """`game 2 of the match — p1 1 : p2 0`."""
    return f"game {number} of the match — {standing(wins, names)}"


def match_result(history: Sequence[Observation], names: Sequence[str]) -> list[str]:
    """How a match of several games ended; nothing of a game that was alone."""
    several = any(seen.kind == "game" and seen.data["number"] > 1 for seen in history)
    return [f"The match: {standing(games_won(history), names)}"] if several else []


def standing(wins: Mapping[str, int], names: Sequence[str]) -> str:
    """`p1 1 : p2 0`."""
    return " : ".join(f"{name} {wins.get(name, 0)}" for name in names)


def games_won(history: Sequence[Observation]) -> Counter[str]:
    """How many games of the match each seat has won, by its name."""
    return Counter(name for seen in history if seen.kind == "end" for name in seen.data["winners"])


def personal(seen: Observation, names: Sequence[str], you: str) -> str:
    """An observation in words for the seat called `you`: "you lay 3♥", "your hand"; the file's own sentences as they are, with a mark."""
    if not you:
        return seen.text
    if seen.kind == "said":
        return _anywhere(seen.text, "(?!'s)", names, you, f"{you} (you)")
    data = seen.data
    text = _subject(seen, you)
    listing: list[str] = data.get({"end": "winners", "told": "to", "turned": "to"}.get(seen.kind, ""), [])
    if you in listing:
        text = text.replace(listed(listing), listed(["you" if name == you else name for name in listing]), 1)
        text = re.sub(r"^you (win|learn)s\b", r"you \1", text)
    if you in _flat(data.get("arguments", ())):
        text = _anywhere(text, "(?!'s)", names, you, "yourself" if data.get("seat") == you else "you")
    return _anywhere(text, "'s", names, you, "your")


def _subject(seen: Observation, you: str) -> str:
    """The text with "you" for who does something, and the verb that goes with it; and for whom it is done."""
    from ..machine.state.words import does, spoken

    action = seen.data.get("action") if seen.kind == "chose" else None
    verbs = _VERBS if action is None else {does(action): re.sub("^no(?!\\w)", "say no", re.sub("^be(?!\\w)", "are", spoken(action)))}
    text = seen.text
    if seen.data.get("for") == you:
        text = text.replace(f", for {you},", ", for you,", 1)
    found = re.match(rf"{re.escape(you)}((?:, for .+?,)?) ({'|'.join(map(re.escape, verbs))})(?!\w)", text)
    return f"you{found[1]} {verbs[found[2]]}{text[found.end() :]}" if found else text


def _anywhere(text: str, tail: str, names: Sequence[str], you: str, instead: str) -> str:
    """The text with another word for a name wherever `tail` follows it; a longer name that holds it stays."""
    every = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<!\w)({every})(?!\w){tail}", lambda found: instead if found[1] == you else found[0], text)


def _flat(arguments: Sequence[str | list[str]]) -> list[str]:
    return [item for argument in arguments for item in ([argument] if isinstance(argument, str) else argument)]


def idle(view: View, history: Sequence[Observation]) -> frozenset[str]:
    """Names of zones and variables that mean nothing yet: nothing has ever lain there; it is 0, no or none, and never was anything else."""
    moved = {place for seen in history for key in ("from", "to", "place") if isinstance(place := seen.data.get(key), str)}
    changed = {seen.data["name"] for seen in history if seen.kind == "value" and seen.data["value"] not in _NOTHING}
    busy = {zone["zone"] for zone in view["zones"] if zone["count"] or zone["name"] in moved}
    busy |= changed | {variable["name"] for variable in view["variables"] if variable["value"] not in _NOTHING}
    every = {zone["zone"] for zone in view["zones"]} | {variable["name"] for variable in view["variables"]}
    return frozenset(every - busy)
