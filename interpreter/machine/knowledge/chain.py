"""From one world to another by small changes: where worlds that fit are too rare to be met by chance.

A first world is mended until it fits: when a step shows the seat something else than it has seen, an unseen card that the step depends
on changes place with another, from where it came up, or another's hidden choice is made anew. What then fits is changed further in the
same way, at random, each change kept if everything still fits; changes are as likely as their reverse, so that in the long run every way
in which the hidden draws and choices can have gone is as likely as another.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from random import Random
from typing import NamedTuple

from .deals import Deals
from .guess import Impossible, guess
from .replay import NOBODY, Course, Replay, Stretch
from .trace import traced

RETRIES = 3  # of a step in which something is open, before anything else is changed
PATIENCE = 60  # changes that better nothing, before a new beginning
ASTRAY = 0.15  # how often a change is tried where nothing points


class Site(NamedTuple):
    """Something open in a world: a draw of a step, or (draw -1) its choice."""

    step: int
    draw: int


class Chain:
    """Worlds of a seat, one after another. limit: steps that may be played for one world."""

    def __init__(self, replay: Replay, deals: Deals, stretch: Stretch, limit: int) -> None:
        self._replay = replay
        self._deals = deals
        self._first = stretch.first
        self._before = stretch.before
        self._limit = limit
        self._end = stretch.end
        self._machine, self._noted = traced(replay.machine.program)
        self._courses: list[Course] = []  # the world that fits, once there is one

    def world(self, rng: Random, patience: float = 1.0) -> list[Course] | None:
        """The steps of another world; None where none is found. patience: the share of the limit that may be used to find the first."""
        end = self._replay.work + ceil(self._limit * patience)
        if not self._courses:
            courses = self._mended(rng, end)
            if courses is None:
                return None
            self._courses = courses
            self._wander(rng, 2)
        self._wander(rng, 1)
        return self._courses

    # ----------------------------------------------------------------------- any world to another

    def _wander(self, rng: Random, rounds: int) -> None:
        """Change what is open, each thing about once a round."""
        end = self._replay.work + self._limit // 4
        sites = self._sites(self._courses)
        for _ in range(rounds * len(sites)):
            courses = self._changed(self._courses, sites[int(rng.random() * len(sites))], None, rng)
            if courses is not None and len(courses) == self._end - self._first and self._replay.stands(courses[-1].cells, self._end):
                self._courses = courses
                sites = self._sites(courses)
            self._replay.work += 1
            if self._replay.work > end:
                break

    def _sites(self, courses: list[Course]) -> list[Site]:
        """What is open in a world."""
        found: list[Site] = []
        for index, course in enumerate(courses, self._first):
            scene = self._replay.scenes[index]
            if scene.chosen:
                found.append(Site(index, -1))
            for number in range(len(course.draws)):
                if number >= len(scene.guides) or scene.guides[number].keep is None:
                    found.append(Site(index, number))
        return found

    def _changed(self, courses: list[Course], site: Site, other: int | None, rng: Random) -> list[Course] | None:
        """The world with a change, as far as it fits. other: the card to come up instead, where that can be."""
        replay, (index, number) = self._replay, site
        course = courses[index - self._first]
        before = courses[index - self._first - 1].cells if index > self._first else self._before
        change = NOBODY
        if number < 0:
            try:
                course = replace(course, action=guess(replay.machine, before, replay.scenes[index], rng, wide=True))
            except Impossible:
                return None
        else:
            draw = course.draws[number]
            guides = replay.scenes[index].guides
            reserved = guides[number].reserved if number < len(guides) and draw.kind == "card" else 0
            old = draw.sources[draw.outcome]
            possible = [s for s in draw.sources if not (reserved and reserved >> s & 1)]
            if not possible:
                return None
            new = other if other in possible else possible[int(rng.random() * len(possible))]
            if new == old:
                return None
            if draw.kind == "card":
                change = {old: new, new: old}
            else:
                draws = list(course.draws)
                draws[number] = replace(draw, outcome=draw.sources.index(new))
                course = replace(course, draws=tuple(draws))
        found = courses[: index - self._first]
        for later in range(index, self._end):
            wish = course if later == index else courses[later - self._first] if later - self._first < len(courses) else None
            try:
                found.append(replay.step(later, before, rng, wish, change, max(number, 0) if later == index else None))
            except Impossible:
                break
            before = found[-1].cells
        return found

    # ----------------------------------------------------------------------- a first world

    def _mended(self, rng: Random, end: int) -> list[Course] | None:
        replay = self._replay
        while replay.work < end:
            replay.work += 1
            try:
                courses = self._deals.follow(self._deals.deal(rng)[1])
            except Impossible:
                return None
            patience = PATIENCE
            best, suspects = self._blame(courses, rng)
            while patience and replay.work < end:
                replay.work += 1
                if len(courses) == self._end - self._first:
                    if replay.stands(courses[-1].cells, self._end):
                        return courses
                    break
                tried = self._further(courses, rng)
                if len(tried) == len(courses):
                    changed = self._mend(courses, suspects, rng)
                    tried = courses if changed is None else changed
                    patience -= 1
                if tried is courses or len(tried) < len(courses):
                    continue
                worth, blamed = self._blame(tried, rng)
                if worth >= best:
                    patience = PATIENCE if worth > best else patience
                    courses, best, suspects = tried, worth, blamed
        return None

    def _further(self, courses: list[Course], rng: Random) -> list[Course]:
        """Go on from a world as far as that goes, with a few tries where something is open."""
        found = courses[:]
        for index in range(self._first + len(courses), self._end):
            before = found[-1].cells if found else self._before
            for _ in range(RETRIES if self._replay.scenes[index].free else 1):
                try:
                    found.append(self._replay.step(index, before, rng))
                except Impossible:
                    continue
                break
            else:
                break
        return found

    def _blame(self, courses: list[Course], rng: Random) -> tuple[tuple[int, int], list[int]]:
        """How good a world is that does not go on (steps that fit, then how little the next is off), and unseen cards that this may be due
        to."""
        replay, index = self._replay, self._first + len(courses)
        if index == self._end:
            return (index, 0), []
        before = courses[-1].cells if courses else self._before
        self._noted.raw, self._noted.reads = [], []
        off, offered = replay.off(index, before, rng, self._machine, self._noted.raw)
        reserved = replay.scenes[index].reserved
        read = {card for _, card, _ in self._noted.reads if not reserved >> card & 1}
        offered = [card for card in offered if not reserved >> card & 1]
        return (index, -off - len(offered)), offered or sorted(read)

    def _mend(self, courses: list[Course], suspects: list[int], rng: Random) -> list[Course] | None:
        """Change something of a world that does not go on."""
        sites = self._sites(courses)
        if not sites:
            return None
        choices = [site for site in sites if site.draw < 0]
        if choices and rng.random() < 0.5:
            return self._changed(courses, choices[int(rng.random() * len(choices))], None, rng)
        if suspects and rng.random() > ASTRAY:
            card = suspects[int(rng.random() * len(suspects))]
            came: Site | None = None
            among: list[Site] = []
            for site in sites:
                if site.draw < 0:
                    continue
                draw = courses[site.step - self._first].draws[site.draw]
                if draw.kind == "card" and card in draw.sources:
                    among.append(site)
                    if draw.sources[draw.outcome] == card:
                        came = site
            if came is not None:
                return self._changed(courses, came, None, rng)
            if among:
                return self._changed(courses, among[int(rng.random() * len(among))], card, rng)
        return self._changed(courses, sites[int(rng.random() * len(sites))], None, rng)
