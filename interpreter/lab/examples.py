"""A file's worked examples: its moves are made, and what then holds is compared with what is claimed."""

from __future__ import annotations

from dataclasses import replace

from ...dsl import ir
from ...dsl.source import Span
from ..machine.fault import GameFault
from ..machine.state.game import Game, OptionError, option_value
from ..machine.state.menu import IllegalAction, TooMany
from ..machine.state.state import State
from .findings import Finding
from .parts import parts, told

MOST_LISTED = 12  # actions named to someone whose move was not possible


def rehearse(game: ir.Game) -> list[Finding]:
    """Run all examples; what fails, in file order."""
    alike: dict[_Setting, list[ir.Example]] = {}
    for example in game.examples:
        alike.setdefault(_setting(game, example), []).append(example)
    stages = {setting: _stage(game, examples) for setting, examples in alike.items()}
    return [finding for example in game.examples for finding in _run(stages[_setting(game, example)], game, example)]


def _setting(game: ir.Game, example: ir.Example) -> _Setting:
    seats = min(game.seats) if example.seats is None else len(example.seats)
    return seats, *(example.options.get(name, option.default) for name, option in game.options.items())


_Setting = tuple[int, ...]
"""Seats, and a value for each option: examples that share them share a program."""


def _stage(game: ir.Game, examples: list[ir.Example]) -> Game:
    """The game with the options of these examples, which are alike: lowered once, and for nothing else that these do not come to."""
    options = {name: option_value(game, game.options[name], value) for name, value in examples[0].options.items()}
    alike = tuple(replace(example, options={}) for example in examples)
    stage = replace(game, examples=alike, rules={}, invariants=())
    if all(example.given is not None and example.do is not None for example in examples):
        stage = replace(stage, setup=None, play=ir.Rule("play", (), None, ir.NOTHING, game.play.span, asks=True))
    return Game(stage, None, options)


def _explained(example: ir.Example) -> ir.Example:
    """The example with the parts of its claims as further claims, so that their values can be asked for."""
    more = [(part, part.span) for claim, _ in example.then for part in parts(claim)]
    return replace(example, then=(*example.then, *more))


def _run(stage: Game, game: ir.Game, example: ir.Example) -> list[Finding]:
    try:
        state = _position(stage, example)
        for move in example.moves:
            if finding := _move(state, example, move):
                return [finding]
    except GameFault as fault:
        return [_finding(example, fault.span or example.span, f"the rules went wrong: {fault.message}")]
    except OptionError as error:
        return [_finding(example, example.span, str(error))]
    failed = [(claim, span) for claim, span, holds in state.claims() if not holds]
    return _told(game, example, failed) if failed else []


def _position(stage: Game, example: ir.Example) -> State:
    """Where the example's moves begin."""
    return stage.rehearse(replace(example, options={}))  # the stage has them


def _move(state: State, example: ir.Example, move: ir.PlayedMove) -> Finding | None:
    """Make a move; what is wrong with it."""
    name = state.seat_names[move.seat]
    if move.cannot:
        if move.action in state.legal(move.seat):
            return _finding(example, move.span, f"{name} can {move.action}, and the example says that this is not possible")
        return None
    try:
        state.choose(move.seat, move.action)
    except IllegalAction as error:
        return _finding(example, move.span, f"{name} can not {move.action}", str(error), *_possible(state, move.seat))
    return None


def _possible(state: State, seat: int) -> list[str]:
    """What could have been done instead, by this seat or by those who are asked."""
    if state.over:
        return ["the game is over at this line"]
    legal = state.legal(seat)
    if not legal.lines:
        asked = " and ".join(state.seat_names[seat] for seat in state.to_move) or "nobody"
        return [f"at this line the game waits for {asked}"]
    try:
        actions = list(dict.fromkeys(map(str, legal)))
    except TooMany:
        actions = [f"{name} …" for name in legal.names()]
    more = [f"and {len(actions) - MOST_LISTED} more"] if len(actions) > MOST_LISTED else []
    return [f"possible at this line: {'; '.join([*actions[:MOST_LISTED], *more]) or 'nothing'}"]


def _told(game: ir.Game, example: ir.Example, failed: list[tuple[ir.Expression, Span]]) -> list[Finding]:
    """The claims that do not hold, each with the values of its parts: the example once more, lowered with these as claims too."""
    explained = _explained(example)
    state = _position(_stage(game, [explained]), explained)
    for move in example.moves:
        if not move.cannot:
            state.choose(move.seat, move.action)
    machine, (code,) = state.machine, state.machine.program.examples
    more = zip(explained.then[len(example.then) :], code.then[len(example.then) :], strict=True)
    told_of = {part.span: told(machine, state.words, state.cells, part, address) for (part, _), address in more}
    return [
        _finding(example, span, f"`{_words(span)}` does not hold", *(told_of[part.span] for part in parts(claim))) for claim, span in failed
    ]


def _words(span: Span) -> str:
    return " ".join(span.text.split())


def _finding(example: ir.Example, span: Span, what: str, *notes: str) -> Finding:
    return Finding("example", f"example “{example.name}”: {what}", span, notes)
