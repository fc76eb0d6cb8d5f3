"""What emitted functions call where chance comes from a tape and what happens is told: the executor's own functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ....dsl.ir import NONE
from ..chance import Tape
from ..program import Program
from ..running import cards, control
from ..running.decode import SAID, TOLD
from .shared import Cards, State

Report = list[int] | None
KINDS = ("value", "card", "player")


def full(program: Program) -> dict[str, Callable[..., Any]]:
    """The functions for one program, by the names that emitted code calls them."""
    layout = program.layout

    def draw_all(state: State, tape: Tape | None, place: int) -> None:
        cards.draw_all(state, layout, tape, place)

    def pick_place(state: State, tape: Tape | None, raw: Report, place: int, wanted: int, end: int, refill: int) -> list[int]:
        stack = [place, wanted, *([0] * layout.cards), 0]
        top = cards.pick_place(state, layout, tape, raw, stack, 2, end, refill == 1)
        return stack[: top - 1]

    def pick_random(state: State, tape: Tape | None, kind: int, items: Cards, wanted: int) -> list[int]:
        stack = [*items, len(items), wanted]
        top = cards.pick_random(state, tape, KINDS[kind], stack, len(stack))
        return stack[: top - 1]

    def move(state: State, tape: Tape | None, raw: Report, what: Cards, place: int, bottom: bool, face: int) -> None:
        group = 0 if raw is None else len(raw)
        for card in what:
            cards.move_card(state, layout, tape, raw, card, place, bottom, face, group)

    def deal(state: State, tape: Tape | None, raw: Report, source: int, count: int, start: int, base: int, stride: int) -> None:
        cards.deal(state, layout, tape, raw, [source, count, start], 3, base, stride)

    def shuffle(state: State, tape: Tape | None, raw: Report, place: int) -> None:
        cards.shuffle(state, layout, raw, place)

    def swap_places(state: State, tape: Tape | None, raw: Report, left: int, right: int) -> None:
        cards.swap_places(state, layout, raw, left, right)

    def swap_cards(state: State, tape: Tape | None, raw: Report, left: int, right: int) -> None:
        cards.swap_cards(state, layout, tape, raw, left, right)

    def turn(state: State, tape: Tape | None, raw: Report, what: Cards, seen: int, how: int) -> None:
        cards.turn(state, layout, tape, raw, [*what, len(what), seen], len(what) + 2, how)

    def set_zone(state: State, tape: Tape | None, raw: Report, place: int, what: Cards) -> None:
        cards.set_zone(state, layout, tape, raw, [place, *what, len(what)], len(what) + 2)

    def set_out(state: State, tape: Tape | None, raw: Report, seats: Cards, out: int) -> None:
        control.set_out(state, raw, [*seats, len(seats)], len(seats) + 1, out)

    def tell(state: State, raw: Report, number: int, seen: int, outcome: int, card: int) -> None:
        if raw is not None:
            place = position = -1
            if card != NONE:
                place = state[layout.where + card]
                address = layout.place_address[place] + 1
                position = state[address : address + state[address - 1]].index(card)
            raw.extend((TOLD, 6, card, place, position, outcome, seen, number))

    def say(raw: Report, number: int, values: Sequence[int | Cards]) -> None:
        if raw is not None:
            words: list[int] = []
            for value in values:
                if isinstance(value, int):
                    words.append(value)
                else:
                    words += (len(value), *value)
            raw.extend((SAID, 1 + len(words), number, *words))

    return {
        "draw_all": draw_all, "pick_place": pick_place, "pick_random": pick_random, "move": move, "deal": deal, "shuffle": shuffle,
        "swap_places": swap_places, "swap_cards": swap_cards, "turn": turn, "set_zone": set_zone, "set_out": set_out, "tell": tell,
        "say": say, "set_variable": control.set_variable, "turn_began": control.turn_began, "turn_ended": control.turn_ended,
        "round_began": control.round_began, "round_ended": control.round_ended,
    }  # fmt: skip
