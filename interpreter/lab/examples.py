"""A file's worked examples: its moves are made, and what then holds is compared with what is claimed."""

from __future__ import annotations

from dataclasses import replace

from ...dsl import ir
from ...dsl.source import Span
from ..machine.fault import GameFault
from ..machine.state.game import Game, OptionError
from ..machine.state.menu import IllegalAction, TooMany
from ..machine.state.state import State
from .findings import Finding
from .parts import parts, told

MOST_LISTED = 12  # actions named to someone whose move was not possible


def rehearse(game: ir.Game) -> list[Finding]:
    """Run all examples; what fails, in file order."""
    explained = Game(replace(game, examples=tuple(_explained(example) for example in game.examples)))
    return [finding for number, example in enumerate(game.examples) for finding in _run(explained, number, example)]


def _explained(example: ir.Example) -> ir.Example:
    """The example with the parts of its claims as further claims, so that their values can be asked for when one fails."""
    more = [(part, part.span) for claim, _ in example.then for part in parts(claim)]
    return replace(example, then=(*example.then, *more))


def _run(game: Game, number: int, example: ir.Example) -> list[Finding]:
    try:
        state = game.rehearse(game.ir.examples[number])
        for move in example.moves:
            if finding := _move(state, example, move):
                return [finding]
    except GameFault as fault:
        return [_finding(example, fault.span or example.span, f"the rules went wrong: {fault.message}")]
    except OptionError as error:
        return [_finding(example, example.span, str(error))]
    return _claims(game.ir.examples[number], len(example.then), state)


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


def _claims(example: ir.Example, count: int, state: State) -> list[Finding]:
    """The claims that do not hold, each with the values of its parts. The example's claims from `count` on are the parts."""
    code = next(code for code in state.machine.program.examples if code.example is example)
    machine, words, cells = state.machine, state.words, state.cells
    told_of = {
        part.span: told(machine, words, cells, part, address)
        for (part, _), address in zip(example.then[count:], code.then[count:], strict=True)
    }
    failed: list[Finding] = []
    for (claim, span), address in zip(example.then[:count], code.then[:count], strict=True):
        if not _value(state, address):
            notes = [told_of[part.span] for part in parts(claim)]
            failed.append(_finding(example, span, f"`{_words(span)}` does not hold", *notes))
    return failed


def _value(state: State, address: int) -> int | list[int]:
    return state.machine.evaluate(list(state.cells), address, [])


def _words(span: Span) -> str:
    return " ".join(span.text.split())


def _finding(example: ir.Example, span: Span, what: str, *notes: str) -> Finding:
    return Finding("example", f"example “{example.name}”: {what}", span, notes)
