"""A game as its log: a header with the rules it is played under, then every choice and every outcome of chance. It is the truth, for the
host alone.

In a file, one JSON value a line. `replay` plays a log again and sees to it that all comes out the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .. import layout as at
from ..chance import Draw, Tape
from .game import Game, OptionError
from .menu import Action, IllegalAction, Value
from .record import AskedTape

if TYPE_CHECKING:
    from .state import State

FORMAT = 1

Entry = dict[str, Any]


class LogError(Exception):
    """A log or a saved state that can not be used. entry: which one of the log (from 1), where it is about one."""

    def __init__(self, message: str, entry: int | None = None) -> None:
        super().__init__(message if entry is None else f"entry {entry} of the log: {message}")
        self.entry = entry


def entries(state: State) -> list[Entry]:
    """The log of a state, its header first."""
    found = [_header(state)]
    names = state.seat_names
    for step in state.steps:
        if step.seat is not None:
            found.append(_choice(state, names[step.seat], step.action))
        found += [_drawn(state, draw) for draw in step.draws]
    if (pending := state.pending) is not None:
        if pending.seat is not None:
            found.append(_choice(state, names[pending.seat], pending.action))
        found += [_drawn(state, draw) for draw in pending.draws]
    return found


def _choice(state: State, name: str, action: Action | None) -> Entry:
    """A choice. In a world that nobody has played it says with what: of cards that look alike not always the first was taken."""
    exact = (
        {}
        if state.seed is not None or action is None
        else {"with": [list(value) if isinstance(value, tuple) else value for value in action.arguments]}
    )
    return {"seat": name, "do": str(action), **exact}


def _header(state: State) -> Entry:
    chance = "asked" if state.asked else "given" if state.seed is None else "sampled"
    return {**header(state.game, state.seat_names, state.seed), "chance": chance, "example": state.example}


def header(game: Game, names: Sequence[str], seed: int | None) -> Entry:
    """The first entry of a game that draws its chance from a seed."""
    from .... import __version__

    return {
        "format": FORMAT,
        "cardrules": __version__,
        "game": game.name,
        "variant": game.variant,
        "options": game.options,
        "players": len(names),
        "names": list(names),
        "seed": seed,
        "chance": "sampled",
        "example": None,
        "file": game.ir.span.source.name,
        "texts": game.texts,
        "hash": game.hash,
    }


def _drawn(state: State, draw: Draw) -> Entry:
    return {"chance": state.outcomes(draw.kind, draw.sources)[draw.outcome], "draw": draw.outcome, "of": len(draw.sources)}


# --------------------------------------------------------------------------- playing again


def replay(log: Sequence[Entry] | str | Path) -> State:
    """The state that a log, or a file with one, leads to. What may follow the last choice (its outcomes) may be missing.

    Raises LogError where something can not be read, can not be done, or comes out otherwise; OSError; RuleError or OptionError where its
    rules
    are of another version of cardrules.
    """
    if isinstance(log, str | Path):
        log = read(Path(log))
    if not log:
        raise LogError("the log is empty")
    return _replay(_game_of(log[0]), log)


def _replay(game: Game, log: Sequence[Entry]) -> State:
    from .state import State

    header = log[0]
    groups = list(_groups(log))
    chance = header.get("chance")
    names, seed = [str(name) for name in header.get("names", ())], header.get("seed")
    if len(names) not in game.players or chance not in ("sampled", "asked", "given") or (chance == "sampled" and not isinstance(seed, int)):
        raise LogError("the header does not fit the game", 1)
    example = next((e for e in game.ir.examples if e.name == header.get("example")), None)

    def tape(draws: Sequence[Entry]) -> Tape:
        outcomes: list[int] = [] if chance == "sampled" else [draw["draw"] for draw in draws]
        return AskedTape(outcomes) if chance == "asked" else Tape(outcomes)

    _, _, draws = groups[0]
    state = State.begin(game, names, seed if isinstance(seed, int) else None, asked=chance == "asked", example=example, tape=tape(draws))
    _compare(state, draws, 2, last=len(groups) == 1)
    for number, (place, choice, draws) in enumerate(groups[1:], 2):
        assert choice is not None
        if choice["seat"] not in names:
            raise LogError(f"there is no seat `{choice['seat']}`", place)
        seat = names.index(choice["seat"])
        try:
            state.choose_with(seat, _action(state, seat, choice, place), tape(draws))
        except IllegalAction as fault:
            raise LogError(f"that could not be chosen: {fault}", place) from None
        except ValueError as fault:
            raise LogError(str(fault), place + 1) from None
        _compare(state, draws, place + 1, last=number == len(groups))
    return state


def _action(state: State, seat: int, choice: Entry, place: int) -> Action | str:
    """What was chosen: as it would be typed, or with these very cards."""
    if "with" not in choice:
        return choice["do"]
    found = choice["with"]
    arguments = [_argument(value) for value in cast("list[Any]", found)] if isinstance(found, list) else [None]
    exact = [value for value in arguments if value is not None]
    if len(exact) < len(arguments):
        raise LogError("this is not what an action is taken with", place)
    return state.legal(seat).action(choice["do"].partition(" ")[0], exact) or choice["do"]


def _argument(found: object) -> Value | None:
    """An argument as the log has it: a number or several; None for anything else."""
    if isinstance(found, int) and not isinstance(found, bool):
        return found
    if isinstance(found, list):
        values = cast("list[object]", found)
        numbers = tuple(value for value in values if isinstance(value, int))
        return numbers if len(numbers) == len(values) else None
    return None


def _groups(log: Sequence[Entry]) -> Iterator[tuple[int, Entry | None, list[Entry]]]:
    """The number of each choice's entry, the choice, and the outcomes after it; first those before any choice."""
    choice: Entry | None = None
    place, draws = 1, list[Entry]()
    for number, entry in enumerate(log[1:], 2):
        match entry:
            case {"seat": str(), "do": str()}:
                yield place, choice, draws
                place, choice, draws = number, entry, []
            case {"chance": str(), "draw": int(), "of": int()}:
                draws.append(entry)
            case _:
                raise LogError(f"this is neither a choice nor an outcome: {json.dumps(entry, ensure_ascii=False)[:80]}", number)
    yield place, choice, draws


def _compare(state: State, draws: Sequence[Entry], place: int, *, last: bool) -> None:
    """What was drawn in the last step must be what the log says."""
    pending = state.pending
    drawn = [_drawn(state, draw) for draw in (state.steps[-1].draws if pending is None else pending.draws)]
    for number, (was, now) in enumerate(zip(draws, drawn, strict=False)):
        if was != now:
            raise LogError(f"`{was['chance']}` was drawn, but now it would be `{now['chance']}`", place + number)
    if len(draws) > len(drawn) or (len(draws) < len(drawn) and not last):
        raise LogError(f"{len(draws)} outcomes were drawn, but now it would be {len(drawn)}", place)


def _game_of(header: Entry) -> Game:
    if header.get("format") != FORMAT:
        other = "the log has the format of another version of cardrules"
        raise LogError("this is not the header of a log" if "format" not in header else other, 1)
    try:
        key = json.dumps([header[name] for name in ("file", "texts", "variant", "options", "hash")])
    except (KeyError, TypeError, ValueError):
        raise LogError("the header is not complete", 1) from None
    return _loaded(key)


@lru_cache(maxsize=8)
def _loaded(key: str) -> Game:
    from ....dsl import load as loading

    header: list[Any] = json.loads(key)
    file, variant, fingerprint = header[0], header[2], header[4]
    if not isinstance(header[1], dict) or not isinstance(header[3], dict) or file not in header[1]:
        raise LogError("the header is not complete", 1)
    texts, options = cast("dict[str, str]", header[1]), cast("dict[str, Any]", header[3])
    others = {name: text for name, text in texts.items() if name != file}
    game = Game(loading.load_text(texts[file], file, variant=variant, files=others), variant, options)
    if game.hash != fingerprint:
        raise LogError("the rules in the header are not the ones that the game was played under", 1)
    return game


# --------------------------------------------------------------------------- files


def write(log: Sequence[Entry], path: str | Path) -> None:
    """Write a log, a line for each entry. Raises OSError."""
    Path(path).write_text("".join(json.dumps(e, ensure_ascii=False, separators=(",", ":")) + "\n" for e in log), encoding="utf-8")


def read(path: str | Path) -> list[Entry]:
    """A log's entries. A last line that was not written to its end is not there. Raises OSError; LogError naming the line."""
    data = Path(path).read_bytes()
    lines = data.split(b"\n")
    whole = lines.pop()  # what stands after the last line break
    found: list[Entry] = []
    for number, line in enumerate(lines, 1):
        found.append(_line(line, number))
    if whole:
        try:
            found.append(_line(whole, len(lines) + 1))
        except LogError:
            if not found:
                raise
    return found


def _line(line: bytes, number: int) -> Entry:
    try:
        entry: Any = json.loads(line)
    except (ValueError, RecursionError):
        raise LogError(f"line {number} is not JSON: this is not a log, or it was damaged") from None
    if not isinstance(entry, dict):
        raise LogError(f"line {number} is not an entry of a log")
    return cast(Entry, entry)


# --------------------------------------------------------------------------- saved states


def state_data(state: State) -> dict[str, Any]:
    """What `State.dumps` writes: the log, and the cells to go on from."""
    return {"log": entries(state), "cells": list(state.cells)}


def load_state(game: Game, text: str) -> State:
    """A state from what `State.dumps` wrote. Raises LogError."""
    try:
        data: Any = json.loads(text)
        log, cells = cast("list[Entry]", data["log"]), [int(cell) for cell in data["cells"]]
        header = log[0]
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        raise LogError("this is not a saved state") from None
    if (header.get("hash"), header.get("options")) != (game.hash, game.options):
        raise LogError(f"this state was saved from another game than {game.name}, or with other options")
    try:
        state = _replay(game, log)
    except OptionError as fault:
        raise LogError(str(fault)) from None
    if state.cells != tuple(cells):
        if state.seed is not None or len(cells) != len(state.cells):
            raise LogError("this state was saved by another version of cardrules")
        state.restream(cells[at.STREAM])
        if state.cells != tuple(cells):
            raise LogError("this state was saved by another version of cardrules")
    return state
