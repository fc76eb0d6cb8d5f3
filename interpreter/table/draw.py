"""The table as one seat sees it, drawn from `state.view(seat)` and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

from ...dsl import ir
from .terminal import mark, shorten, width_of, wrap
from .words import CardOrder, counted, listed, spoken, value_words


class ZoneView(TypedDict):
    """One place for cards. cards: first to last, None where this seat does not know the face."""

    name: str
    zone: str
    owner: str | None
    count: int
    cards: list[str | None]
    ordered: bool


class VariableView(TypedDict):
    """One value that this seat may know."""

    name: str
    owner: str | None
    indexes: list[Any]
    value: Any


class View(TypedDict):
    """What `state.view` gives."""

    game: str
    seats: list[str]
    you: str
    over: bool
    winners: list[str]
    scores: list[Any] | dict[str, Any] | None
    turn: str | None
    round: int | None
    asked: list[str]
    out: list[str]
    zones: list[ZoneView]
    variables: list[VariableView]


@dataclass(frozen=True)
class Item:
    """A label with what stands there."""

    label: str
    content: str
    empty: bool = False


@dataclass
class Scene:
    """What a screen is drawn from besides the view.

    numbers: the number to type for a card of the own hand. moves: the last moves in words, oldest first; fresh: how many of them are new to
    this seat. played_by: a word for who plays a seat, by its name.
    """

    game: ir.Game
    order: CardOrder
    played_by: Mapping[str, str] = field(default_factory=dict[str, str])
    numbers: Mapping[str, int] = field(default_factory=dict[str, int])
    moves: Sequence[str] = ()
    fresh: int = 0


def screen(view: View, scene: Scene, width: int, height: int | None) -> list[str]:
    """The lines of the table. height: how many there should be at most (None: as many as it takes); less is shown of what matters least."""
    for recent, airy, empties in (
        (8, True, True),
        (6, True, True),
        (6, False, True),
        (6, False, False),
        (3, False, False),
        (1, False, False),
    ):
        lines = _compose(view, scene, width, recent if height else max(recent, scene.fresh), airy, empties)
        if height is None or len(lines) <= height:
            break
    return lines


def headline(view: View, width: int) -> str:
    """The title, and how far the game is."""
    parts = list[str]()
    if view.get("round"):
        parts.append(f"round {view['round']}")
    if view["over"]:
        parts.append("over")
    elif view.get("turn"):
        parts.append("your turn" if view["turn"] == view["you"] else f"{view['turn']}'s turn")
    right = " · ".join(parts)
    if width_of(right) > width - 12:
        right = "".join(parts[:1])
    title = shorten(view["game"], max(6, width - width_of(right) - 6))
    rule = "─" * (width - width_of(title) - width_of(right) - (4 if right else 2))
    return f"{mark('title', title)} {mark('dim', rule)}" + (f" {right}" if right else "")


def result(view: View, *, personal: bool = True) -> list[str]:
    """How the game ended, for a view that is over. personal: the person who reads it is the view's seat."""
    winners = view["winners"]
    if not winners:
        lines = ["The game is over: nobody wins."]
    elif len(winners) == 1:
        lines = ["You win!" if personal and winners[0] == view["you"] else f"{winners[0]} wins."]
    else:
        lines = [f"{listed(winners)} win."]
    scores = view.get("scores")
    if scores:
        pairs = scores.items() if isinstance(scores, dict) else zip(view["seats"], scores, strict=False)
        lines.append("Scores: " + ", ".join(f"{name} {value_words(score)}" for name, score in pairs))
    return lines


def zone_words(zone: ZoneView, order: CardOrder) -> str:
    """What lies in a place: the faces this seat knows, and how many more."""
    cards, count = zone["cards"], zone["count"]
    known = [card for card in cards if card is not None]
    if not count:
        return "—"
    if not known:
        return counted(count, "card")
    gap = ", " if any(" " in card for card in known) else " "
    if zone["ordered"]:
        return gap.join("??" if card is None else card for card in cards)
    faces = gap.join(order.sorted(known))
    hidden = count - len(known)
    return f"{faces} and {hidden} hidden" if hidden else faces


def hand_places(view: View, game: ir.Game) -> list[ZoneView]:
    """The own places whose cards others may not see: what one would call a hand."""
    return [z for z in view["zones"] if z["owner"] == view["you"] and _is_hand(z, game)]


def _compose(view: View, scene: Scene, width: int, recent: int, airy: bool, empties: bool) -> list[str]:
    gap = [""] if airy else []
    lines = [headline(view, width)]
    you = view["seats"].index(view["you"])
    for seat in (view["seats"] * 2)[you + 1 : you + len(view["seats"])]:
        notes = [scene.played_by.get(seat, ""), "out" if seat in view["out"] else ""]
        lines += gap + _block(
            seat, ", ".join(note for note in notes if note), [_places(view, scene, seat, empties), _values(view, seat)], width
        )
    middle = [_places(view, scene, None, empties), _values(view, None)]
    if any(middle):
        lines += gap + _block("table", "", middle, width)
    lines += gap + _block(f"you, {view['you']}", "", [_places(view, scene, view["you"], empties), _values(view, view["you"])], width)
    for zone in hand_places(view, scene.game):
        lines += gap + _hand(zone, scene, width)
    if scene.moves and recent:
        lines += gap
        shown = list(scene.moves)[-recent:]
        for index, text in enumerate(shown):
            new = index >= len(shown) - scene.fresh
            lines += [mark("new" if new else "dim", line) for line in wrap(text, width, " ▸ " if new else "   ", "   ")]
    return lines


def _is_hand(zone: ZoneView, game: ir.Game) -> bool:
    declared = game.zones.get(zone["zone"])
    return declared is not None and declared.seen_by in ("owner", "team") and None not in zone["cards"]


def _label(zone: ZoneView) -> str:
    """A place's name, where it is plain whose it is."""
    return spoken(zone["name"].removeprefix(f"{zone['owner']}'s "))


def _places(view: View, scene: Scene, owner: str | None, empties: bool) -> list[Item]:
    """The places of a seat, or of the table; not those that are drawn as a hand."""
    items = list[Item]()
    for zone in view["zones"]:
        if zone["owner"] == owner and not (owner == view["you"] and _is_hand(zone, scene.game)) and (zone["count"] or empties):
            items.append(Item(_label(zone), zone_words(zone, scene.order), not zone["count"]))
    return items


def _values(view: View, owner: str | None) -> list[Item]:
    """The values of a seat, or of the table. Of a yes or no for each of many, those are named that are yes."""
    values: dict[str, list[str]] = {}
    for variable in view["variables"]:
        if variable["owner"] != owner:
            continue
        texts = values.setdefault(variable["name"], [])
        index = " ".join(value_words(index) for index in variable["indexes"])
        value = variable["value"]
        if not index:
            texts.append(value_words(value))
        elif isinstance(value, bool):
            texts += [index] if value else []
        elif value is not None:
            texts.append(f"{index} {value_words(value)}")
    return [Item(spoken(name), ", ".join(texts)) for name, texts in values.items() if texts]


def _block(title: str, played_by: str, rows: Sequence[Sequence[Item]], width: int) -> list[str]:
    """A heading, and beside it rows of items as far as they go."""
    heading = title + (f" ({played_by})" if played_by and played_by != title else "")
    column = 14 if width >= 60 else 2
    lines = list[str]()
    start = mark("title", heading) + " " * (column - width_of(heading))
    if width_of(heading) >= column:
        lines.append(mark("title", shorten(heading, width)))
        start = " " * column
    for items in rows:
        for line in _flow(items, width - column):
            lines.append(start + line)
            start = " " * column
    if start.strip():
        lines.append(start)
    return lines


def _flow(items: Sequence[Item], width: int) -> list[str]:
    """Items side by side on lines of so many columns; one that is longer is wrapped."""
    lines, line = list[str](), ""
    for item in items:
        label, text = mark("dim", f"{item.label}:"), f"{item.label}: {item.content}"
        shown = mark("dim", text) if item.empty else f"{label} {item.content}"
        if line and width_of(line) + 3 + width_of(text) <= width:
            line += "   " + shown
            continue
        if line:
            lines.append(line)
        line = shown
        if width_of(text) > width:
            first, *middle, line = wrap(text, width, "", "  ")
            lines += [first.replace(f"{item.label}:", label, 1), *middle]
    return [*lines, line] if line else lines


def _hand(zone: ZoneView, scene: Scene, width: int) -> list[str]:
    """The own cards side by side, each with the number to type under it."""
    label = _label(zone)
    column = 14 if width >= 60 else 2
    cards = scene.order.sorted(card for card in zone["cards"] if card is not None)
    lines = list[str]()
    if width_of(label) >= column:
        lines.append(mark("title", label))
        label = ""
    top, bottom, used = mark("title", label) + " " * (column - width_of(label)), " " * column, column
    start = used
    for card in cards or ["—"]:
        number = str(scene.numbers.get(card, ""))
        cell = max(width_of(card), len(number))
        if used > start and used + cell > width:
            lines += [top, mark("dim", bottom)] if bottom.strip() else [top]
            top, bottom, used = " " * column, " " * column, column
        card = shorten(card, width - column)
        top += card + " " * (cell - width_of(card) + 2)
        bottom += number + " " * (cell - len(number) + 2)
        used += cell + 2
    return [*lines, top, mark("dim", bottom)] if bottom.strip() else [*lines, top]
