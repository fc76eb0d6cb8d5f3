"""`cardrules play`: a game is begun, or gone on with."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from ..usage import UsageError, chosen, settings
from . import store as kept_games
from .games import find
from .seats import Seating, player_for, seating
from .session import Session
from .store import Header, Kept, Store
from .terminal import Terminal, wrap

if TYPE_CHECKING:
    from ..machine.state.state import State

THINK = 1.0  # seconds for a decision of a bot; several bots share them, so that a game with many stays fluent


def main(args: argparse.Namespace) -> int:
    """Play the game of the arguments at this terminal; 0 when people leave or it is over."""
    terminal = Terminal()
    if args.resume:
        state, store, kinds = _resume(args, terminal)
    else:
        state, store, kinds = _begin(args)
    think = args.think if args.think is not None else THINK / max(1, kinds.count("bot"))
    seeds = Random(f"{args.seed}") if args.seed is not None else Random()
    players = {
        seat: player
        for seat, kind in enumerate(kinds)
        if (player := player_for(kind, seeds.getrandbits(62), think, steady=args.seed is not None)) is not None
    }
    alone = kinds.count("you") < 2  # several people hand the screen over only when one of them wants to
    asides = args.ask_anytime or ("turns" if alone and terminal.source.isatty() else "never")
    Session(state, players, terminal, store, asides).run()
    return 0


def _begin(args: argparse.Namespace) -> tuple[State, Store, tuple[str, ...]]:
    if args.file is None:
        raise UsageError("which game? `cardrules play feud`, or a rule file; `cardrules games` lists what there is.")
    path = find(args.file)
    game = chosen(path, args.variant, settings(args.set))
    seats: Seating = seating(args.seats, args.players, game.players)
    state = game.start(players=len(seats.kinds), seed=args.seed, names=seats.names)
    header = Header(game.name, str(path.resolve()), seats.kinds, datetime.now().isoformat(timespec="seconds"))
    return state, Store.begin(header), seats.kinds


def _resume(args: argparse.Namespace, terminal: Terminal) -> tuple[State, Store, tuple[str, ...]]:
    from ..machine.state.log import replay

    if args.variant or args.set or args.seats or args.players or args.seed is not None:
        raise UsageError("--resume goes on as the game was begun; it takes no --variant, --set, --seats, --players or --seed.")
    path = find(args.file).resolve() if args.file else None
    kept = kept_games.newest(path)
    if kept is None or kept.header is None:
        raise UsageError(f"there is no unfinished game{f' of {args.file}' if path else ''} to go on with.")
    store = Store.resume(kept)
    state = replay(kept.log)
    terminal.write(f"Going on with {kept.header.title}, begun {kept.header.started.replace('T', ' at ')}.")
    terminal.write(*(line for note in _changed(kept, state) for line in wrap(note, terminal.width)))
    return state, store, kept.header.players


def _changed(kept: Kept, state: State) -> list[str]:
    """What to say when the rule file is not what it was."""
    assert kept.header is not None
    path = Path(kept.header.path)
    try:
        now = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return [f"The rule file {path} can not be read any more; the game goes on under the rules it was begun with."]
    if _alike(now) != _alike(state.game.source_text):
        return [f"The rule file {path} has changed since; this game goes on under the rules it was begun with."]
    return []


def _alike(text: str) -> str:
    """A text without what says nothing about the rules: marks at its start, the kind of its line ends."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip()
