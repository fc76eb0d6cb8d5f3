"""What each thing that happens shows to a seat: events in, observations out.

An observation is a function of what the seat saw. So cards that move from or to a place without order are told sorted, a card without a
face that
the seat can know is "a card", and a position is told only where there is an order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ....dsl import ir
from .. import events as happened
from ..events import Chose, Event, Moved, Shuffled, Told, Turned
from ..program import of_cards
from ..state.words import Words, does, listed, shown, spoken
from .facts import fact_told
from .knowledge import Mind
from .phrases import arguments_words, cards_words, hidden, learners, places_words, plain, seats


@dataclass(frozen=True)
class Observation:
    """kind: moved, shuffled, turned, told, value, out, turn, round, said, asked, decided, chose, game, end or scores. data: JSON-able.
    text:
    plain words."""

    kind: str
    text: str
    data: dict[str, Any] = field(default_factory=dict[str, Any], hash=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Passage:
    """What happened from one stop to the next. open: stretches of events (from, to) that follow from the rule file alone. seat, action,
    labels: the choice that it began with, as its chooser saw it; sealed: it was made together with others, and nobody sees who was last.
    scores: those that the game ended with.
    """

    events: tuple[Event, ...]
    open: tuple[tuple[int, int], ...] = ()
    seat: int | None = None
    action: str = ""
    labels: tuple[str | tuple[str, ...], ...] = ()
    sealed: bool = False
    scores: tuple[int, ...] | None = None


class Observer:
    """One seat watching a game. Never changed once it is shared: `copy` first."""

    def __init__(self, words: Words, seat: int, contents: Sequence[Sequence[int]], viewers: Sequence[int]) -> None:
        self.words = words
        self.seat = seat
        self.mind = Mind(words.program, seat, contents, viewers)
        self._beginning = (contents, viewers)
        self._own: tuple[str | tuple[str, ...], ...] = ()  # the own last choice as the seat saw it
        self._sealed: tuple[str | tuple[str, ...], ...] = ()  # the same of choices that wait for those of others

    def copy(self) -> Observer:
        """An observer that can go on by itself."""
        other = object.__new__(Observer)
        other.words, other.seat, other._beginning = self.words, self.seat, self._beginning
        other._own, other._sealed = self._own, self._sealed
        other.mind = self.mind.copy()
        return other

    def facing(self, cells: Sequence[int]) -> Observer:
        """This observer before a world that looks alike; to be copied before it goes on."""
        layout = self.words.program.layout
        mind = self.mind.facing(cells[layout.faces : layout.faces + layout.cards])
        if mind is self.mind:
            return self
        other = self.copy()
        other.mind = mind
        return other

    def watch(self, passage: Passage) -> tuple[Observation, ...]:
        """What the seat sees of a passage."""
        seen: list[Observation] = []
        if passage.seat == self.seat:
            if passage.sealed:
                self._sealed = passage.labels
                seen.append(self._decided(passage))
            else:
                self._own = passage.labels
        events = passage.events
        chosen: Chose | None = None  # the last choice whose arguments the seat knows
        index = 0
        while index < len(events):
            event = events[index]
            length = _together(events, index)
            some = events[index : index + length]
            if isinstance(event, Moved):
                seen += self._moved([e for e in some if isinstance(e, Moved)], any(start <= index < end for start, end in passage.open))
            elif isinstance(event, Chose):
                used, observation = self._chose(event, events, index)
                chosen = None if event.secretly and event.seat != self.seat else event
                seen.append(observation)
                length = 1 + used
            elif isinstance(event, Turned):
                turned = [e for e in some if isinstance(e, Turned)]
                seen.append(self._turned(turned))
                self.mind.turned(turned)
            elif isinstance(event, Told):
                seen += self._told([e for e in some if isinstance(e, Told)], chosen)
            else:
                seen += self._other(event)
            index += length
        if passage.scores is not None:
            scores = dict(zip(self.words.names, passage.scores, strict=True))
            told = ", ".join(f"{name} {score}" for name, score in scores.items())
            seen.append(Observation("scores", f"scores: {told}", {"scores": scores}))
        return tuple(seen)

    # ----------------------------------------------------------------------- cards

    def _moved(self, events: Sequence[Moved], everything: bool) -> list[Observation]:
        """Cards moved by one sentence, told for each pair of places."""
        faces = self.mind.moved(events, everything)
        names = [None if face is None else self.words.faces[face] for face in faces]
        pairs: dict[tuple[int, int], list[int]] = {}
        for index, event in enumerate(events):
            pairs.setdefault((event.source, event.to), []).append(index)
        order = sorted(pairs.items(), key=lambda pair: pair[0][0])  # which source came first may depend on cards that nobody sees
        return [self._travel(source, to, [events[i] for i in some], [names[i] for i in some]) for (source, to), some in order]

    def _travel(self, source: int, to: int, events: Sequence[Moved], names: Sequence[str | None]) -> Observation:
        program, words = self.words.program, self.words
        left, right = program.places[source], program.places[to]
        data: dict[str, Any] = {"from": words.places[source], "to": words.places[to]}
        ordered = left.zone.ordered
        positions = _original([event.source_position for event in events]) if ordered else [0] * len(events)
        order = list(range(len(events)))
        if not right.zone.ordered:
            order.sort(key=lambda i: (positions[i], self._rank(names[i])))
        cards = [names[i] for i in order]
        data["cards"] = cards
        tail = ""
        if ordered:
            data["positions"] = [positions[i] + 1 for i in order]
            length = self.mind.length(source) + (0 if source == to else len(events))
            if sorted(positions) != list(range(length - len(events), length)) or positions != sorted(positions):
                tail += f" from position {places_words(data['positions'])}"
        if right.zone.ordered:
            data["to_positions"] = [event.to_position + 1 for event in events]
            length = self.mind.length(to)
            if [event.to_position for event in events] != list(range(length - len(events), length)):
                tail += f" to position {places_words(data['to_positions'])}"
        what = cards_words(cards)
        if left.owner is None and right.owner is not None:
            does_so = "takes" if left.viewers & 1 << self.seat else "draws"
            text = f"{words.names[right.owner]} {does_so} {what} from {words.places[source]} to {right.zone.name}"
        else:
            text = f"{what} {'goes' if len(cards) == 1 else 'go'} from {words.places[source]} to {words.places[to]}"
        return Observation("moved", text + (f" ({tail[1:]})" if tail else ""), data)

    def _turned(self, events: Sequence[Turned]) -> Observation:
        """Cards turned or shown in one place, to the same seats."""
        first, words = events[0], self.words
        bit = 1 << self.seat
        ordered = words.program.places[first.place].zone.ordered
        seen = bool(first.viewers & bit)
        names = [words.card(e.card) if seen or e.card in self.mind.visible else None for e in events]
        order = sorted(range(len(events)), key=(lambda i: (events[i].position, 0)) if ordered else (lambda i: (0, self._rank(names[i]))))
        cards = [names[i] for i in order]
        data: dict[str, Any] = {"how": first.how, "place": words.places[first.place], "cards": cards}
        what = f"{words.places[first.place]}: {cards_words(cards)}"
        if ordered:
            data["positions"] = [events[i].position + 1 for i in order]
            what += f" (position {places_words(data['positions'])})"
        verb = "is" if len(cards) == 1 else "are"
        if first.how == "show":
            data["to"] = seats(words, first.viewers)
            return Observation("turned", f"{what} {verb} shown to {listed(data['to'])}", data)
        return Observation("turned", f"{what} {verb} {'turned up' if first.how == 'reveal' else 'turned down'}", data)

    def _told(self, events: Sequence[Told], chosen: Chose | None) -> list[Observation]:
        """Facts told of cards in one place, or of the game; after a choice, with its arguments."""
        first, words = events[0], self.words
        if not first.viewers & 1 << self.seat:
            return []
        fact, lasting = fact_told(words, first.tell, chosen)
        to = seats(words, first.viewers)
        data: dict[str, Any] = {"fact": fact, "lasting": lasting, "to": to}
        if first.card is None:
            data["outcome"] = first.outcome
            return [Observation("told", f"{learners(words, to)} whether {fact}: {shown(first.outcome)}", data)]
        data["place"] = words.places[first.place]
        if words.program.places[first.place].zone.ordered:
            data["outcomes"] = {str(e.position + 1): e.outcome for e in sorted(events, key=lambda e: e.position)}
            spots = {
                holds: [f"#{position}" for position, outcome in data["outcomes"].items() if outcome == holds] for holds in (True, False)
            }
            words_of = ", ".join(f"{shown(holds)} {' '.join(some)}" for holds, some in spots.items() if some)
        else:
            data["yes"], data["no"] = sum(e.outcome for e in events), sum(not e.outcome for e in events)
            words_of = f"{data['yes']} yes, {data['no']} no"
        return [Observation("told", f"{learners(words, to)} of {data['place']} whether {fact}: {words_of}", data)]

    def _rank(self, name: str | None) -> int:
        """Where a name stands when cards are told sorted; cards without a name come last."""
        return len(self.words.ranks) if name is None else self.words.ranks[name]

    # ----------------------------------------------------------------------- choices

    def _decided(self, passage: Passage) -> Observation:
        """The own choice, while others still decide."""
        name = self.words.names[self.seat]
        menus = self.words.program.menus
        known = [a for m in menus for a in m.actions if a.name == passage.action and len(a.parameters) == len(passage.labels)]
        what = arguments_words(passage.labels, known[0].parameters) if known else ""
        text = f"{name} decides: {spoken(passage.action)}{what}"
        return Observation("decided", text, {"seat": name, "action": passage.action, "arguments": plain(passage.labels)})

    def _chose(self, event: Chose, events: Sequence[Event], index: int) -> tuple[int, Observation]:
        """A choice as it takes effect; also the move of the chosen cards, where that is the first thing it does. Returns how many events
        that took."""
        words, own = self.words, event.seat == self.seat
        name = words.names[event.seat]
        data: dict[str, Any] = {"seat": name}
        if event.acting != event.seat:
            data["for"] = words.names[event.acting]
            name = f"{name}, for {data['for']},"
        if event.secretly and not own:
            return 0, Observation("chose", f"{name} chooses in secret", data)
        action = words.program.menus[event.menu].actions[event.action]
        labels = (self._sealed if event.together else self._own) if own else self._labels(event, events, index)
        data |= {"action": action.name, "arguments": plain(labels)}
        text = f"{name} {does(action.name)}{arguments_words(labels, action.parameters)}"
        moved = _of_cards(event, events, index + 1) if all(of_cards(p.type) for p in action.parameters) else []
        if not moved or (own and any(hidden(label) for label in labels)):
            return 0, Observation("chose", text, data)
        move = self._moved(moved, False)[0]
        data |= {key: value for key, value in move.data.items() if key != "cards"} | {"moved": move.data["cards"]}
        if not own:
            text = f"{name} {does(action.name)} {cards_words(move.data['cards'])}"
        if words.program.places[moved[0].to].owner != event.acting:
            text += f" to {words.places[moved[0].to]}"
        if move.text.endswith(")") and " (" in move.text:
            text += move.text[move.text.rindex(" (") :]
        return len(moved), Observation("chose", text, data)

    def _labels(self, event: Chose, events: Sequence[Event], index: int) -> tuple[str | tuple[str, ...], ...]:
        """Another's arguments: a card by its face only where the seat sees it just before or just after."""
        action = self.words.program.menus[event.menu].actions[event.action]
        labels: list[str | tuple[str, ...]] = []
        for parameter, value in zip(action.parameters, event.arguments, strict=True):
            kind = parameter.type.of if isinstance(parameter.type, ir.Many) else parameter.type
            if isinstance(kind, ir.Maybe):
                kind = kind.of
            if isinstance(value, tuple):
                if kind == ir.CARD:
                    names = [self._argument(card, events, index) for card in value]
                    labels.append(tuple(sorted(names, key=lambda n: self._rank(n if n != "a card" else None))))
                else:
                    labels.append(tuple(self.words.text(kind, item) for item in value))
            elif kind == ir.CARD and value != ir.NONE:
                labels.append(self._argument(value, events, index))
            else:
                labels.append(self.words.text(kind, value))
        return tuple(labels)

    def _argument(self, card: int, events: Sequence[Event], index: int) -> str:
        bit = 1 << self.seat
        if card in self.mind.visible:
            return self.words.card(card)
        for event in events[index + 1 :]:
            if isinstance(event, Chose | happened.Asked | happened.TurnBegan | happened.RoundBegan):
                break
            if isinstance(event, Moved) and event.card == card:
                same = self.mind.alike(event.source)
                if event.after & bit or same is not None:
                    return self.words.card(card)
                break
            if isinstance(event, Turned) and event.card == card:
                if event.viewers & bit:
                    return self.words.card(card)
                break
        return "a card"

    # ----------------------------------------------------------------------- the rest

    def _other(self, event: Event) -> list[Observation]:
        words = self.words
        names = words.names
        match event:
            case Shuffled(place=place):
                self.mind.shuffled(event)
                return [Observation("shuffled", f"{words.places[place]} is shuffled", {"place": words.places[place]})]
            case happened.VariableSet() | happened.VariableTurned():
                return self._value(event)
            case happened.SeatOut(seat=seat, out=out):
                return [Observation("out", f"{names[seat]} is {'out' if out else 'back'}", {"seat": names[seat], "out": out})]
            case happened.TurnBegan(seat=seat):
                return [Observation("turn", f"{names[seat]}'s turn", {"seat": names[seat]})]
            case happened.RoundBegan(number=number):
                return [Observation("round", f"round {number}", {"number": number})]
            case happened.Said(parts=parts):
                text = "".join(p if isinstance(p, str) else words.text(p.type, p.value) for p in parts)
                return [Observation("said", text, {"text": text})]
            case happened.Asked(seats=seats):
                asked = [names[seat] for seat in seats]
                return [Observation("asked", f"{listed(asked)} {'is' if len(asked) == 1 else 'are'} to choose", {"seats": asked})]
            case happened.GameBegan(number=number):
                if number > 1:
                    self.mind.begin(*self._beginning)
                return [Observation("game", f"game {number}", {"number": number})]
            case happened.GameEnded(winners=winners):
                won = [names[seat] for seat in winners]
                return [Observation("end", f"{listed(won)} {'win' if len(won) > 1 else 'wins'}", {"winners": won})]
            case _:
                return []

    def _value(self, event: happened.VariableSet | happened.VariableTurned) -> list[Observation]:
        if not event.viewers & 1 << self.seat:
            return []
        words = self.words
        variable = words.program.cells[event.variable].variable
        indexes = words.indexes(variable.indexes, event.indexes)
        plain = words.value(variable.type, event.value)
        owned = bool(variable.indexes) and variable.indexes[0].over in ("player", "team")
        name = f"{shown(indexes[0])}'s {spoken(variable.name)}" if owned else spoken(variable.name)
        of = " ".join(shown(index) for index in indexes[owned:])
        data = {"name": variable.name, "indexes": indexes, "value": plain}
        return [Observation("value", f"{name}{f' ({of})' if of else ''}: {shown(plain)}", data)]


def _together(events: Sequence[Event], index: int) -> int:
    """How many events from here on are told as one."""
    first = events[index]
    told = set[int | None]()

    def same(event: Event) -> bool:
        match first, event:
            case Moved(), Moved():
                return first.group == event.group
            case Turned(), Turned():
                return (first.how, first.place, first.viewers) == (event.how, event.place, event.viewers)
            case Told(), Told():
                again = event.card in told  # the same sentence once more, in a loop
                told.add(event.card)
                alike = (first.tell, first.place, first.viewers) == (event.tell, event.place, event.viewers)
                return first.card is not None and alike and not again
            case _:
                return event is first

    same(first)
    end = index + 1
    while end < len(events) and same(events[end]):
        end += 1
    return end - index


def _of_cards(event: Chose, events: Sequence[Event], index: int) -> list[Moved]:
    """The moves that follow a choice of cards, if they take just these cards from one place to another by one sentence."""
    if len(event.arguments) != 1 or index >= len(events) or not isinstance(first := events[index], Moved):
        return []
    argument = event.arguments[0]
    cards = set(argument) if isinstance(argument, tuple) else {argument}
    moved = [e for e in events[index : index + _together(events, index)] if isinstance(e, Moved)]
    if {e.card for e in moved} != cards or {(e.source, e.to) for e in moved} != {(first.source, first.to)}:
        return []
    return moved


def _original(positions: Sequence[int]) -> list[int]:
    """Positions before anything was taken, of things that were taken one after another."""
    taken: list[int] = []
    for position in positions:
        for earlier in sorted(taken):
            if earlier <= position:
                position += 1
        taken.append(position)
    return taken
