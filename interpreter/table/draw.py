"""The table as one seat sees it, drawn from `state.view(seat)` and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, TypedDict, cast

from ...dsl import ir
from ...dsl.record import Record, Sheet
from . import grid, moves
from .terminal import mark, shorten, width_of, wrap
from .words import CardOrder, counted, listed, spoken, value_words

INDENT = 14  # columns before what a seat has
PILE = 6  # more cards than that, face down, are counted
FOLDED = 16  # fewer cards in a place are always listed
LINES = 3  # of a place that is not shown in full
LEAST = 4  # lines of the table, however low the screen
LOW = 4  # moves on a screen that is too low for all that is known
UNFOLDED = 24  # new moves on a page without an end


class ZoneView(TypedDict):
    """One place for cards. cards: first to last, None where this seat does not know the face; deduced: not all of them lie open to it."""

    name: str
    zone: str
    owner: str | None
    count: int
    cards: list[str | None]
    deduced: bool
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


class Item(Record):
    """A label with what stands there."""

    label: str
    content: str
    empty: bool = False
    faces: bool = False  # some cards are known


class Scene(Sheet):
    """What a screen is drawn from besides the view.

    numbers: those to type for a card of the own hand, one for each of its copies or one for all. moves: the last moves in words, oldest
    first; fresh: how many of them are new to this seat. played_by: a word for who plays a seat, by its name. turns: how many there have
    been, 0 where the game has none. full: long places are listed to their end. idle: names of zones and variables that are left out unless
    it is full. told: by the name of a place, what has been told of the hidden cards there.
    """

    game: ir.Game
    order: CardOrder
    played_by: Mapping[str, str] = field(default_factory=dict[str, str])
    numbers: Mapping[str, Sequence[int]] = field(default_factory=dict[str, Sequence[int]])
    moves: Sequence[str] = ()
    fresh: int = 0
    turns: int = 0
    full: bool = False
    idle: Collection[str] = ()
    told: Mapping[str, str] = field(default_factory=dict[str, str])


def screen(view: View, scene: Scene, width: int, height: int | None) -> list[str]:
    """The lines of the table. height: how many there should be at most (None: as many as it takes); less is shown of what matters least."""
    if scene.idle and not scene.full:
        view = cast(View, dict(view))
        view["zones"] = [zone for zone in view["zones"] if zone["zone"] not in scene.idle]
        view["variables"] = [variable for variable in view["variables"] if variable["name"] not in scene.idle]
    for recent, airy, empties, rows in (
        (8, True, True, LINES),
        (6, True, True, 2),
        (6, False, True, 2),
        (6, False, False, 1),
        (LOW, False, False, 1),
        (LOW, False, False, 1),
        (2, False, False, 1),
        (1, False, False, 1),
    ):
        most = recent if height else max(recent, min(scene.fresh, UNFOLDED))
        lines = _compose(view, scene, width, most, airy, empties, LINES if height is None else rows)
        if height is None or len(lines) <= height:
            break
        if most == LOW:  # what others have been told of their cards is the next to go
            own = {zone["name"] for zone in view["zones"] if zone["owner"] == view["you"]}
            scene = replace(scene, told={place: text for place, text in scene.told.items() if place in own})
    if height is not None and len(lines) > height:
        used_up = Counter[str]()
        hand = sum(len(_hand(zone, scene, width, used_up)) for zone in hand_places(view, scene.game))
        if hand + len(_moves(view, scene, 1, width)) >= height:  # nobody can choose from a hand in part
            lines = _compose(view, scene, width, 0, False, False, 1)
        kept = max(height - 1, LEAST - 1, hand)  # what is nearest to the question
        if len(lines) > kept + 1:
            lines = [mark("dim", shorten(f"… {len(lines) - kept} more lines above: type table", width)), *lines[-kept:]]
    return lines


def headline(view: View, width: int, turns: int = 0) -> str:
    """The title, and how far the game is."""
    parts = list[str]()
    if view.get("round"):
        parts.append(f"round {view['round']}")
    elif turns:
        parts.append(f"turn {turns}")
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


def zone_words(zone: ZoneView, order: CardOrder, room: int = 10**6) -> str:
    """What lies in a place: the faces this seat knows, and how many more. room: columns; of what takes more, the last cards where there is
    an order, else the first ones."""
    cards, count = zone["cards"], zone["count"]
    known = [card for card in cards if card is not None]
    if not count:
        return "—"
    if not known:
        return counted(count, "card")
    room = room if count > FOLDED else 10**6
    gap = "; " if any("," in card for card in known) else ", " if any(" " in card for card in known) else " "
    if zone["ordered"]:
        faces = ["??" if card is None else card for card in cards]
        left = _fitting(faces[::-1], gap, room)
        return gap.join(faces) if left == count else f"{count} cards, the last: {gap.join(faces[count - left :])}"
    copies = Counter(order.sorted(known))
    several = len(copies) < len(known) and len(known) > 12
    faces = [f"{face} ×{n}" if n > 1 else face for face, n in copies.items()] if several else order.sorted(known)
    left = _fitting(faces, gap, room)
    hidden = count - len(known)
    if left < len(faces):
        return f"{count} cards: {gap.join(faces[:left])} …"
    return f"{gap.join(faces)} and {hidden} hidden" if hidden else gap.join(faces)


def _fitting(faces: Sequence[str], gap: str, room: int) -> int:
    """How many of them fit into so many columns; one at least."""
    used = 0
    for number, face in enumerate(faces):
        used += width_of(face) + len(gap)
        if used > room and number:
            return number
    return len(faces)


def hand_places(view: View, game: ir.Game) -> list[ZoneView]:
    """The own places whose cards others may not see: what one would call a hand."""
    return [z for z in view["zones"] if z["owner"] == view["you"] and _is_hand(z, game)]


def _compose(view: View, scene: Scene, width: int, recent: int, airy: bool, empties: bool, rows: int) -> list[str]:
    gap = [""] if airy else []
    lines = [headline(view, width, scene.turns)]
    you = view["seats"].index(view["you"])
    seats = (view["seats"] * 2)[you + 1 : you + 1 + len(view["seats"])]  # the next one first, the own seat last
    room = 10**6 if scene.full else rows * max(18, width - (INDENT if width >= 60 else 2)) - 10
    if grid.wanted(view):
        shown, used = _seat_rows(view, scene, seats, width, room)
        lines += gap + shown
        lines += _table(view, scene, width, room, gap, empties, used)
    else:
        for seat in seats[:-1]:
            items = [_places(view, scene, seat, empties, room), _values(view, seat)]
            lines += gap + _block(seat, _note(view, scene, seat), items, width)
        lines += _table(view, scene, width, room, gap, empties, set())
        items = [_places(view, scene, view["you"], empties, room), _values(view, view["you"])]
        lines += gap + _block(f"you, {view['you']}", "", items, width)
    used_up = Counter[str]()
    for zone in hand_places(view, scene.game):
        lines += gap + _hand(zone, scene, width, used_up)
    if scene.moves and recent:
        lines += gap + _moves(view, scene, recent, width)
    return lines


def news(view: View, scene: Scene, width: int) -> list[str]:
    """The moves that the seat has not been shown yet."""
    return _moves(view, scene, min(scene.fresh, UNFOLDED), width)


def _moves(view: View, scene: Scene, most: int, width: int) -> list[str]:
    lines = list[str]()
    for told in moves.recent(scene.moves, scene.fresh, most, view["seats"]):
        style = "title" if told.said else "new" if told.fresh else "dim"
        start = " » " if told.said else " ▸ " if told.fresh else "   "
        lines += [mark(style, line) for line in wrap(told.text, width, start, "   ")]
    return lines


def _seat_rows(view: View, scene: Scene, seats: Sequence[str], width: int, room: int) -> tuple[list[str], set[str]]:
    """The seats as rows of a table, and what they have besides on lines of their own; and the names of the variables that are in it."""
    places: dict[str, list[ZoneView]] = {}
    for zone in view["zones"]:
        if zone["owner"] is not None:
            places.setdefault(_label(zone), []).append(zone)
    counts: dict[str, dict[str, int]] = {}
    for label, zones in places.items():
        if len(zones) == len(seats) and all(_hidden(zone, scene.game) for zone in zones):
            counts[label] = {str(zone["owner"]): zone["count"] for zone in zones}
    columns = [grid.Column(label, tuple(str(of[seat]) for seat in seats)) for label, of in counts.items()]
    labels = list[str]()
    for seat in seats:
        note = _note(view, scene, seat)
        label = f"you, {seat}" if seat == view["you"] else seat
        labels.append(f"{label} ({note})" if note and note != seat and (width >= 60 or seat in view["out"]) else label)
    grids, used = grid.seat_grid(view, seats, labels, columns)
    lines = grid.lines(grids, width)
    for seat in seats:
        rest = [item for item in _places(view, scene, seat, False, room) if item.label not in counts or item.faces]
        values = _values(view, seat, used)
        if rest or values:
            lines += _block(f"you, {seat}" if seat == view["you"] else seat, "", [rest, values], width)
    return lines, used


def _table(view: View, scene: Scene, width: int, room: int, gap: list[str], empties: bool, used: set[str]) -> list[str]:
    """What belongs to nobody."""
    values = [item for item in _values(view, None, used) if empties or item.content not in ("no", "none", "0")]
    middle = [_places(view, scene, None, empties, room), values]
    return gap + _block("table", "", middle, width) if any(middle) else []


def _note(view: View, scene: Scene, seat: str) -> str:
    notes = [scene.played_by.get(seat, ""), "out" if seat in view["out"] else ""]
    return ", ".join(note for note in notes if note)


def _hidden(zone: ZoneView, game: ir.Game) -> bool:
    """Whether how many cards there are is what most of the seats know of a place."""
    declared = game.zones.get(zone["zone"])
    return declared is not None and declared.seen_by in ("owner", "nobody", "team")


def _is_hand(zone: ZoneView, game: ir.Game) -> bool:
    declared = game.zones.get(zone["zone"])
    return declared is not None and declared.seen_by in ("owner", "team") and None not in zone["cards"]


def _label(zone: ZoneView) -> str:
    """A place's name, where it is plain whose it is."""
    return spoken(zone["name"].removeprefix(f"{zone['owner']}'s "))


def _places(view: View, scene: Scene, owner: str | None, empties: bool, room: int) -> list[Item]:
    """The places of a seat, or of the table; not those that are drawn as a hand."""
    items = list[Item]()
    for zone in view["zones"]:
        if zone["owner"] == owner and not (owner == view["you"] and _is_hand(zone, scene.game)) and (zone["count"] or empties):
            declared = scene.game.zones.get(zone["zone"])
            unseen = declared is not None and declared.seen_by != "all" and (declared.seen_by != "owner" or owner != view["you"])
            if unseen and owner is None and zone["count"] > PILE and not scene.full:
                text = counted(zone["count"], "card")  # which cards these are follows from all others, and helps nobody at a glance
            else:
                text = zone_words(zone, scene.order, room) + (" (deduced)" if zone["deduced"] else "")
            items.append(Item(_label(zone), text, not zone["count"], any(zone["cards"])))
            if zone["name"] in scene.told:
                items.append(Item(f"told of {_label(zone)}", scene.told[zone["name"]], faces=True))
    return items


def _values(view: View, owner: str | None, without: Collection[str] = ()) -> list[Item]:
    """The values of a seat, or of the table, but for some. Of a yes or no for each of many, those are named that are yes."""
    values: dict[str, list[str]] = {}
    for variable in view["variables"]:
        if variable["owner"] != owner or variable["name"] in without:
            continue
        texts = values.setdefault(variable["name"], [])
        index = " ".join(value_words(index) for index in variable["indexes"])
        value = variable["value"]
        if not index:
            texts.append(value_words(value))
        elif isinstance(value, bool):
            texts += [index] if value else []
        elif isinstance(variable["indexes"][-1], int):  # the number of a place, where idle ones are not worth a word
            texts += [f"{index}: {value_words(value)}"] if value not in grid.NOTHING else []
        elif value is not None:
            texts.append(f"{index} {value_words(value)}")
    return [Item(spoken(name), ", ".join(texts)) for name, texts in values.items() if texts]


def _block(title: str, played_by: str, rows: Sequence[Sequence[Item]], width: int) -> list[str]:
    """A heading, and beside it rows of items as far as they go."""
    heading = title + (f" ({played_by})" if played_by and played_by != title else "")
    column = INDENT if width >= 60 else 2
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


def _hand(zone: ZoneView, scene: Scene, width: int, used_up: Counter[str]) -> list[str]:
    """The own cards side by side, each with the number to type under it. used_up: how many copies of a card have got theirs."""
    label = _label(zone)
    column = INDENT if width >= 60 else 2
    cards = scene.order.sorted(card for card in zone["cards"] if card is not None)
    lines = list[str]()
    if width_of(label) >= column:
        lines.append(mark("title", label))
        label = ""
    top, bottom, used = mark("title", label) + " " * (column - width_of(label)), " " * column, column
    start = used
    for card in cards or ["—"]:
        numbers = scene.numbers.get(card, ())
        number = str(numbers[min(used_up[card], len(numbers) - 1)]) if numbers else ""
        used_up[card] += 1
        cell = max(width_of(card), len(number))
        if used > start and used + cell > width:
            lines += _numbered(top, bottom)
            top, bottom, used = " " * column, " " * column, column
        card = shorten(card, width - column)
        top += card + " " * (cell - width_of(card) + 2)
        bottom += number + " " * (cell - len(number) + 2)
        used += cell + 2
    return lines + _numbered(top, bottom)


def _numbered(top: str, bottom: str) -> list[str]:
    return [top.rstrip(), mark("dim", bottom.rstrip())] if bottom.strip() else [top.rstrip()]
