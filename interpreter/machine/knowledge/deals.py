"""Deals that are alike for a seat: as long as no face of an unseen card has been read, unseen cards can change places in the state itself.

That holds up to some step: nothing but cards drawn unseen from shuffled piles is hidden so far, and nothing has depended on them. Whether a
word of the state is a card or a number is found out by playing the same steps with every such card in another's place.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..running import decode as kind
from ..running.cards import settle_order
from .guess import Impossible
from .replay import Course, Replay, Stretch
from .trace import traced


class Deals:
    """until: the number of steps that it covers. Its states are each as likely as another."""

    def __init__(self, replay: Replay, stretch: Stretch) -> None:
        """stretch: the steps that can be otherwise."""
        self._replay = replay
        self._stretch = stretch
        self._first = first = stretch.first
        self._layout = replay.machine.layout
        self._groups: list[list[int]] = []  # cards that can change places
        self._slots: list[int] = []  # words beyond the places that hold a card of a group
        self.until = first
        self.courses: list[Course] = []  # from the first step on
        self.cells = stretch.before
        if first < stretch.end:
            self._cover(Random(0))

    def deal(self, rng: Random) -> tuple[list[int], dict[int, int]]:
        """A state after these steps, and which card is in which one's place."""
        change: dict[int, int] = {}
        for cards in self._groups:
            change.update(zip(cards, rng.sample(cards, len(cards)), strict=True))
        return (self._changed(change) if change else self.cells[:]), change

    def follow(self, change: dict[int, int]) -> list[Course]:
        """The steps that lead to a state. Raises Impossible."""
        courses: list[Course] = []
        before = self._stretch.before
        for index, course in enumerate(self.courses, self._first):
            courses.append(self._replay.step(index, before, Random(0), course, change))
            before = courses[-1].cells
        return courses

    # ----------------------------------------------------------------------- how far it goes

    def _cover(self, rng: Random) -> None:
        """Play on as far as nothing depends on what is hidden. The deal is any deal, not the true one."""
        replay = self._replay
        machine, noted = traced(replay.machine.program)
        since: dict[int, tuple[int, int]] = {}  # for each unseen card the shuffle that it went through
        passed: list[dict[int, tuple[int, int]]] = []
        before = self._stretch.before
        for index in range(self._first, self._stretch.end):
            scene = replay.scenes[index]
            chosen = scene.step.seat is not None and not scene.certain
            if chosen or any(guide.keep is None and (guide.kind != "card" or guide.place < 0) for guide in scene.guides):
                break
            noted.raw, noted.reads = [], []
            try:
                course = replay.try_step(index, before, rng, machine=machine, raw=noted.raw)
            except Impossible:
                break
            after = dict(since)
            if not replay.fits(index, before, course) or not self._unread(index, course, noted.reads, after):
                break
            since = after
            passed.append(after)
            self.courses.append(course)
            before = course.cells
        while self.courses and not self._settle(passed.pop(), self.courses[-1].cells):
            self.courses.pop()
        if self.courses:
            self.until = self._first + len(self.courses)
        else:
            self._groups, self._slots, self.cells = [], [], self._stretch.before

    def _unread(self, index: int, course: Course, reads: Sequence[tuple[int, int, int]], since: dict[int, tuple[int, int]]) -> bool:
        """Note the shuffles of a step; whether all unseen cards of a shuffle are still alike: none was read since."""
        masks = list(self._replay.scenes[index].shuffled)
        raw, at, k = course.raw, 0, 0
        for card in [card for card in since if self._replay.scenes[index].reserved >> card & 1]:
            del since[card]
        while at < len(raw):
            end = at + 2 + raw[at + 1]
            while k < len(reads) and reads[k][2] <= at:
                if reads[k][1] in since:
                    return False
                k += 1
            if raw[at] == kind.SHUFFLED:
                if not masks:
                    return False
                reserved, cards = masks.pop(0), set(raw[at + 3 : end])
                mixed = {since[card] for card in cards if card in since}
                if any(shuffle in mixed and card not in cards for card, shuffle in since.items()):
                    return False  # cards that are alike, some of which are shuffled again: which ones matters
                for card in cards:
                    since.pop(card, None)
                    if not reserved >> card & 1:
                        since[card] = (index, at)
            at = end
        return not any(card in since for _, card, _ in reads[k:])

    def _settle(self, since: dict[int, tuple[int, int]], cells: list[int]) -> bool:
        """Make groups, and find the words that hold cards of theirs; false where that fails."""
        groups: dict[tuple[int, int], list[int]] = {}
        for card, shuffle in since.items():
            groups.setdefault(shuffle, []).append(card)
        self._groups = [sorted(cards) for cards in groups.values() if len(cards) > 1]
        change = {card: cards[i - 1] for cards in self._groups for i, card in enumerate(cards)}
        self.cells = cells
        if not change:
            return False
        if not self._layout.named.isdisjoint(change):
            return False
        try:
            other = self.follow(change)[-1].cells
        except Impossible:
            return False
        layout = self._layout
        places = max(a + 1 + c for a, c in zip(layout.place_address, layout.place_capacity, strict=True))
        self._slots = [i for i in range(places, layout.size) if cells[i] != other[i]]
        if any(change.get(cells[i]) != other[i] for i in self._slots):
            return False
        return self._changed(change) == other

    def _changed(self, change: dict[int, int]) -> list[int]:
        """The state with cards in others' places."""
        layout, old = self._layout, self.cells
        new = old[:]
        undrawn: set[int] = set()
        for card, other in change.items():
            for row in (layout.faces, layout.undrawn, layout.where):
                new[row + other] = old[row + card]
            if old[layout.undrawn + card]:
                undrawn.add(old[layout.where + card])
        for place in {old[layout.where + card] for card in change}:
            first = layout.place_address[place] + 1
            for i in range(first, first + old[first - 1]):
                new[i] = change.get(old[i], old[i])
        for place in undrawn:
            settle_order(new, layout, place)
        for i in self._slots:
            new[i] = change[old[i]]
        return new
