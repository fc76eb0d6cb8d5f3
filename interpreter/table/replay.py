"""`cardrules replay`: a kept game shown again, move by move, as one of its seats saw it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any, cast

from ..machine.fault import GameFault
from ..usage import UsageError, meant
from .draw import Scene, View, headline, result, screen
from .games import existing
from .remarks import told_of
from .seats import PERSON
from .store import Kept, read
from .telling import games_won, idle, match_result, match_words, told_moves
from .terminal import Terminal, mark, wrap
from .words import CardOrder

if TYPE_CHECKING:
    from ..machine.knowledge.observe import Observation
    from ..machine.state.state import State


def main(args: argparse.Namespace) -> int:
    """Show the game of `args.log`; 0. Raises UsageError, StoreError, LogError; GameFault after a game in which the rules go wrong."""
    terminal = Terminal()
    kept = read(existing(args.log))
    fault: GameFault | None = None
    last: dict[str, str] = {}
    try:
        state = _replayed(kept.log)
    except GameFault as met:
        fault = met
        choices = [number for number, entry in enumerate(kept.log) if "do" in entry]
        if not choices:
            raise
        last = kept.log[choices[-1]]
        kept = replace(kept, log=kept.log[: choices[-1]])
        state = _replayed(kept.log)
    _show(state, kept, _seat(args.seat, state, kept), terminal, step=args.step)
    if fault is not None:
        terminal.write("", f"Then {last['seat']} chooses: {last['do']}")
        raise fault
    return 0


def _show(state: State, kept: Kept, seat: int, terminal: Terminal, *, step: bool) -> None:
    name = state.seat_names[seat]
    if kept.header is not None:
        players = ", ".join(f"{who} ({kind})" for who, kind in zip(state.seat_names, kept.header.players, strict=False))
        terminal.write(f"{kept.header.title}, begun {kept.header.started.replace('T', ' at ')}: {players}; as {name} saw it.")
    width = terminal.width
    if not step:
        terminal.write("", mark("title", state.game.name), *_told(state, seat, width))
        _close(state, seat, terminal)
        return
    for position in positions(kept.log):
        view = cast(View, position.view(seat))
        history = position.history(seat)
        moves = told_moves(history, position.seat_names, name)
        before = told_moves(history[: len(history) - len(position.events(seat))], position.seat_names, name)
        fresh = len(moves) - sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(moves, before, strict=False)))
        terminal.clear()
        game = position.game.ir
        unused, told = idle(view, history), told_of(view, history, game)
        scene = Scene(game, CardOrder(game.deck), moves=moves, fresh=fresh, idle=unused, told=told)
        terminal.write("", *screen(view, scene, width, terminal.room(3)))
        if not position.over and terminal.ask("Enter goes on, quit leaves> ") in (None, "q", "quit"):
            return
    _close(state, seat, terminal)


def _told(state: State, seat: int, width: int) -> list[str]:
    """All that the seat saw, what came of one choice under it."""
    lines = list[str]()
    so_far: list[Observation] = []
    state.history(seat)  # works out what each step showed
    for step in state.steps:
        for number, seen in enumerate(s for s in step.seen[seat] if s.kind != "asked"):
            so_far.append(seen)
            indent = "  " if number == 0 else "    "
            if seen.kind == "round":
                lines += ["", mark("title", seen.text)]
            elif seen.kind == "game" and seen.data["number"] > 1:
                lines += ["", mark("title", match_words(seen.data["number"], games_won(so_far), state.seat_names))]
            elif seen.kind == "said":
                lines += [mark("title", line) for line in wrap(seen.text, width, "  » ", "    ")]
            else:
                lines += wrap(seen.text, width, indent, indent + "  ")
    return lines


def _close(state: State, seat: int, terminal: Terminal) -> None:
    view = cast(View, state.view(seat))
    if state.over:
        terminal.write("", *result(view, personal=False))
        terminal.write(*match_result(state.history(seat), state.seat_names))
    else:
        terminal.write("", headline(view, terminal.width), "The game is not over.")


def positions(log: list[Any]) -> Iterator[State]:
    """The game at each of its stops, from the first on."""
    for length in range(1, len(log) + 1):
        if length == len(log) or "do" in log[length]:
            yield _replayed(log[:length])


def _replayed(log: list[Any]) -> State:
    from ..machine.state.log import replay

    return replay(log)


def _seat(wanted: str | None, state: State, kept: Kept) -> int:
    """The seat to look from: the one that is asked for, else the first that a person played, else the first."""
    names = state.seat_names
    if wanted is None:
        people = [seat for seat, kind in enumerate(kept.header.players if kept.header else ()) if kind == PERSON]
        return people[0] if people else 0
    folded = [name.casefold() for name in names]
    if wanted.casefold() in folded:
        return folded.index(wanted.casefold())
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:9]) <= len(names):
        return int(wanted) - 1
    raise UsageError(f"nobody is called `{wanted}` in this game{meant(wanted, names) or '; there are ' + ', '.join(names) + '.'}")
