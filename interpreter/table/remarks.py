"""What has been told of cards that their owner can not see: it stays beside them, for as long as they can be followed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...dsl import ir
from .words import listed, spoken

if TYPE_CHECKING:
    from ..machine.knowledge.observe import Observation
    from .draw import View, ZoneView

_SIMPLE = re.compile(r"(\w+) is (not )?\"?([^()\"]+)\"?")  # `colour is red`
Remark = tuple[str, bool]  # a condition, and whether it holds
Remarks = list[tuple[Remark, ...]]  # by position; what is not there has none


def told_of(view: View, history: Sequence[Observation], game: ir.Game) -> dict[str, str]:
    """By the names of places in order: what this seat has heard of the hidden cards there, `#1 red; #2–#5 not red`. Only what stays true
    whatever happens."""
    places = _followed(history)
    return {zone["name"]: text for zone in view["zones"] if zone["ordered"] and (text := _words(zone, places.get(zone["name"], []), game))}


def _followed(history: Sequence[Observation]) -> dict[str, Remarks]:
    """The remarks on each place's cards as they lie now, by all that was seen."""
    places: dict[str, Remarks] = {}
    for seen in history:
        if seen.kind == "told" and "outcomes" in seen.data and seen.data["lasting"]:
            remarks = places.setdefault(seen.data["place"], [])
            for position, outcome in seen.data["outcomes"].items():
                _reach(remarks, int(position))
                remarks[int(position) - 1] = (*remarks[int(position) - 1], (seen.data["fact"], outcome))
        elif seen.kind in ("moved", "chose") and "from" in seen.data:
            _move(places, seen.data)
        elif seen.kind == "shuffled":
            places.pop(seen.data["place"], None)
        elif seen.kind == "game":
            places.clear()
    return places


def _move(places: dict[str, Remarks], data: Mapping[str, Any]) -> None:
    source, to = data["from"], data["to"]
    if source == to:
        places.pop(source, None)  # what has changed places there is not told
        return
    taken: Remarks = [()] * len(data.get("positions", data.get("to_positions", ())))
    left = places.get(source, [])
    for index, position in enumerate(data.get("positions", ())):
        if position <= len(left):
            taken[index] = left[position - 1]
    for position in sorted(data.get("positions", ()), reverse=True):
        del left[position - 1 : position]
    into = places.setdefault(to, [])
    for remarks, position in zip(taken, data.get("to_positions", ()), strict=False):
        _reach(into, position - 1)
        into.insert(position - 1, remarks)


def _reach(remarks: Remarks, length: int) -> None:
    remarks += [()] * (length - len(remarks))


def _words(zone: ZoneView, remarks: Remarks, game: ir.Game) -> str:
    """The remarks on the cards of a place, those alike together."""
    declared = game.zones.get(zone["zone"])
    blind = declared is not None and declared.seen_by in ("others", "nobody")
    texts = [
        _card(said) if said and position <= zone["count"] and (blind or zone["cards"][position - 1] is None) else ""
        for position, said in enumerate(remarks, 1)
    ]
    parts = list[str]()
    for position, text in enumerate(texts, 1):
        if text and (position == 1 or texts[position - 2] != text):
            last = next((p for p in range(position, len(texts)) if texts[p] != text), len(texts))
            parts.append(f"#{position}{f'–#{last}' if last > position else ''} {text}")
    return "; ".join(parts)


def _card(remarks: Sequence[Remark]) -> str:
    """All that was told of a card: `red 3`, `is 3, not red or blue`."""
    known: dict[str, str] = {}
    denied: dict[str, list[str]] = {}
    others = list[str]()
    for fact, holds in dict.fromkeys(remarks):
        simple = _SIMPLE.fullmatch(fact)
        if simple is None:
            others.append(f"{fact}: {'yes' if holds else 'no'}")
        elif holds != bool(simple[2]):
            known[simple[1]] = _value(simple[1], simple[3])
        else:
            denied.setdefault(simple[1], []).append(_value(simple[1], simple[3]))
    words = (
        [f"is {' '.join(known.values())}" if all(v[-1:].isdigit() for v in known.values()) else " ".join(known.values())] if known else []
    )
    no = [value for what, values in denied.items() if what not in known for value in values]
    return ", ".join([*words, *([f"not {listed(no, 'or')}"] if no else []), *others])


def _value(what: str, value: str) -> str:
    """A value as it is told: numbers with what they are numbers of, where that is not plain."""
    return f"{spoken(what)} {value}" if value.lstrip("-").isdigit() and what not in ("number", "rank") else value
