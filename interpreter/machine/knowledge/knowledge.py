"""What a seat knows about cards whose faces it does not see now.

Knowledge is about *groups*: places that together hold a known multiset of faces. In the beginning every place is a group of its own, so
everybody
knows everything. A shuffle makes one group of the cards it mixes; a card that moves unseen joins its place and the one it came from; a
face that is seen
leaves its group. Nothing here names a physical card that the seat does not see, so what comes out depends only on what the seat has
observed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from ..events import Moved, Shuffled, Turned
from ..program import Program


class Group:
    """faces: how many of each; cells: how many of its cards lie in each place (never 0). into: the group that has swallowed it."""

    __slots__ = ("cells", "faces", "into")

    def __init__(self, faces: dict[int, int], cells: dict[int, int]) -> None:
        self.faces = faces
        self.cells = cells
        self.into: Group | None = None

    @property
    def now(self) -> Group:
        """The group that it is part of now."""
        group = self
        while group.into is not None:
            group = group.into
        return group

    @property
    def face(self) -> int | None:
        """The face of all its cards, if they are alike."""
        return next(iter(self.faces)) if len(self.faces) == 1 else None

    def add(self, face: int) -> None:
        """One more card of this face (where it lies is told by `put`)."""
        self.faces[face] = self.faces.get(face, 0) + 1

    def put(self, place: int, count: int = 1) -> None:
        """So many more of its cards lie here."""
        cells = self.cells
        cells[place] = cells.get(place, 0) + count
        if not cells[place]:
            del cells[place]

    def take(self, face: int) -> None:
        """One card of this face is in it no more."""
        if self.faces[face] == 1:
            del self.faces[face]
        else:
            self.faces[face] -= 1


class Slot:
    """A position of an ordered place; without a group: the seat sees the card, or the slot is being filled."""

    __slots__ = ("_group",)

    def __init__(self, group: Group | None) -> None:
        self._group = group

    @property
    def group(self) -> Group | None:
        """The group of the card that lies here."""
        return None if self._group is None else self._group.now

    def fill(self, group: Group | None) -> None:
        """A card of this group lies here now."""
        self._group = group


class Mind:
    """What one seat has worked out. Never changed once it is shared: `copy` first."""

    def __init__(self, program: Program, seat: int, contents: Sequence[Sequence[int]], viewers: Sequence[int]) -> None:
        """contents: the cards of each place, known to all; viewers: for each card a mask of the seats that see it."""
        self._faces = [card.face for card in program.cards]
        self._places = program.places
        self._bit = 1 << seat
        self.visible: set[int] = set()
        self._at: list[list[Group]] = [[] for _ in program.places]  # the groups with hidden cards there
        self._slots: dict[int, list[Slot]] = {}
        self.begin(contents, viewers)

    def begin(self, contents: Sequence[Sequence[int]], viewers: Sequence[int]) -> None:
        """Everything lies as the file says, and everybody knows how."""
        self.visible = {card for cards in contents for card in cards if viewers[card] & self._bit}
        self._at = [[] for _ in self._places]
        self._slots = {number: [] for number, place in enumerate(self._places) if place.zone.ordered}
        for place, cards in enumerate(contents):
            for card in cards:
                slot = Slot(None)
                if place in self._slots:
                    self._slots[place].append(slot)
                if card not in self.visible:
                    self._put_known(place, self._faces[card], slot)

    def copy(self) -> Mind:
        """A mind that can go on by itself."""
        other = object.__new__(Mind)
        other._faces, other._places, other._bit = self._faces, self._places, self._bit
        other.visible = set(self.visible)
        twins: dict[int, Group] = {}
        other._at = []
        for groups in self._at:
            copied: list[Group] = []
            for group in groups:
                twin = twins.get(id(group))
                if twin is None:
                    twin = twins[id(group)] = Group(dict(group.faces), dict(group.cells))
                copied.append(twin)
            other._at.append(copied)
        other._slots = {
            place: [Slot(None if slot.group is None else twins.get(id(slot.group))) for slot in slots]
            for place, slots in self._slots.items()
        }
        return other

    def facing(self, masks: Sequence[int]) -> Mind:
        """This mind before another world that looks alike, given who sees each of its cards: other copies of a card may lie open there."""
        visible = {card for card, mask in enumerate(masks) if mask & self._bit}
        if visible == self.visible:
            return self
        other = self.copy()
        other.visible = visible
        return other

    # ----------------------------------------------------------------------- what is known

    def known(self, place: int) -> list[int]:
        """Faces that surely lie hidden in a place, smallest first."""
        found: list[int] = []
        for group in self._at[place]:
            if len(group.cells) == 1:
                for face, count in group.faces.items():
                    found += [face] * count
            elif len(group.faces) == 1:
                found += [next(iter(group.faces))] * group.cells[place]
        return sorted(found)

    def known_at(self, place: int, position: int) -> int | None:
        """The face of a hidden card at a position of an ordered place, if it is known."""
        group = self._slots[place][position].group
        return None if group is None else group.face

    def alike(self, place: int) -> int | None:
        """The face of every hidden card of a place, if all are known to be alike."""
        faces = {group.face for group in self._at[place]}
        return next(iter(faces)) if len(faces) == 1 else None

    def length(self, place: int) -> int:
        """How many cards an ordered place holds."""
        return len(self._slots[place])

    # ----------------------------------------------------------------------- what happens

    def moved(self, events: Sequence[Moved], everything: bool) -> list[int | None]:
        """Cards move by one sentence. everything: the seat sees all of it, because nothing has been left to chance or choice yet.

        Returns the face of each card, where the seat knows it now; else None.
        """
        slots = [self._through(event) for event in events]
        faces: list[int | None] = [None] * len(events)
        unseen: list[int] = []
        for index in sorted(range(len(events)), key=lambda i: self._faces[events[i].card]):  # not in the order in which they moved
            event = events[index]
            if event.before & self._bit:
                faces[index] = self._faces[event.card]
                self.visible.discard(event.card)
            elif everything or event.after & self._bit:
                face = faces[index] = self._faces[event.card]
                self._leave(event.source, face, slots[index][0])
            else:
                unseen.append(index)
        groups = self._left_unseen({index: (events[index].source, slots[index][0]) for index in unseen})
        for index, group in groups.items():
            faces[index] = group.face
        for index, group in groups.items():
            self._less(group, events[index].source)
            face = faces[index]
            if face is not None:
                group.take(face)
        for index, event in enumerate(events):
            face, target = faces[index], slots[index][1]
            if event.after & self._bit:
                self.visible.add(event.card)
            elif face is not None:
                self._put_known(event.to, face, target)
            else:
                self._more(groups[index], event.to)
                if target is not None:
                    target.fill(groups[index])
        return faces

    def shuffled(self, event: Shuffled) -> None:
        """The hidden cards of a place are mixed; cards that had been turned up there lie as the others do again."""
        place = event.place
        if not self._places[place].viewers & self._bit:
            for card in event.cards:
                if card in self.visible:
                    self.visible.discard(card)
                    self._put_known(place, self._faces[card], None)
        group = self._merge(place, self._at[place]) if self._at[place] else None
        for slot in self._slots.get(place, ()):
            slot.fill(group)

    def turned(self, events: Sequence[Turned]) -> None:
        """Cards are turned, or shown, where they lie."""
        for event in sorted(events, key=lambda e: self._faces[e.card]):
            card, face = event.card, self._faces[event.card]
            slot = self._slots[event.place][event.position] if event.place in self._slots else None
            seen = bool(event.viewers & self._bit)
            if event.how == "show":
                if seen and card not in self.visible:
                    self._peek(event.place, face, slot)
            elif seen and card not in self.visible:
                self._leave(event.place, face, slot)
                self.visible.add(card)
                if slot is not None:
                    slot.fill(None)
            elif not seen and card in self.visible:
                self.visible.discard(card)
                self._put_known(event.place, face, slot)

    # ----------------------------------------------------------------------- groups

    def _through(self, event: Moved) -> tuple[Slot | None, Slot | None]:
        """Take a card's slot out of an ordered source, and make one in an ordered destination."""
        source = self._slots[event.source].pop(event.source_position) if event.source in self._slots else None
        target = None
        if event.to in self._slots:
            target = Slot(None)
            self._slots[event.to].insert(event.to_position, target)
        return source, target

    def _left_unseen(self, cards: dict[int, tuple[int, Slot | None]]) -> dict[int, Group]:
        """The groups of cards that leave unseen, given where each lay. From a place without order it may have been any of the hidden
        ones."""
        mixed: dict[int, Group] = {}
        for place, slot in cards.values():
            if slot is None and place not in mixed:
                mixed[place] = self._merge(place, self._at[place])
        return {index: mixed[place].now if slot is None else cast(Group, slot.group) for index, (place, slot) in cards.items()}

    def _less(self, group: Group, place: int) -> None:
        group.put(place, -1)
        if place not in group.cells:
            self._at[place].remove(group)

    def _more(self, group: Group, place: int) -> None:
        if place not in group.cells:
            self._at[place].append(group)
        group.put(place)

    def _put_known(self, place: int, face: int, slot: Slot | None) -> None:
        """A card with a known face lies hidden here from now on."""
        if slot is None or place not in self._slots:
            for group in self._at[place]:
                if len(group.cells) == 1:  # all that is known to lie here, in no order, is one group
                    group.add(face)
                    group.put(place)
                    return
        group = Group({face: 1}, {place: 1})
        self._at[place].append(group)
        if slot is not None:
            slot.fill(group)

    def _leave(self, place: int, face: int, slot: Slot | None) -> None:
        """A hidden card shows its face, and is hidden here no more."""
        group = slot.group if slot is not None else None
        if group is None:
            group = self._merge(place, [g for g in self._at[place] if face in g.faces])
        self._less(group, place)
        group.take(face)

    def _peek(self, place: int, face: int, slot: Slot | None) -> None:
        """A hidden card is seen once, and stays."""
        if slot is None:
            if face in self.known(place):
                return  # it may be the one that is known already
            self._leave(place, face, None)
            self._put_known(place, face, None)
        elif slot.group is not None and slot.group.face is None:
            self._leave(place, face, slot)
            self._put_known(place, face, slot)

    def _merge(self, place: int, groups: Iterable[Group]) -> Group:
        """One group of several that have cards here."""
        first, *others = groups
        if not others:
            return first
        for other in others:
            for face, count in other.faces.items():
                first.faces[face] = first.faces.get(face, 0) + count
            for cell, count in other.cells.items():
                if cell not in first.cells:
                    self._at[cell].append(first)
                first.put(cell, count)
            other.into = first
        for cell in {cell for other in others for cell in other.cells}:
            self._at[cell] = [g for g in self._at[cell] if g.into is None]
        return first
