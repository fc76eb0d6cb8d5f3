"""What a `tell` says, in words that stand by themselves: what was chosen in place of the names of an action's arguments."""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from ....dsl import ir
from ....dsl.record import Record
from ....dsl.source import Span
from ..events import Chose
from ..lowering.walk import free_locals, nodes, reads_now
from ..program import Program, of_cards
from ..state.words import Words


class _Teller(Record):
    """A `tell` in an action whose body asks nothing further. span: the action's; places: of the parameters that can be said in words."""

    span: Span
    places: Mapping[ir.Local, int]


_known: WeakKeyDictionary[ir.Rule, dict[int, _Teller]] = WeakKeyDictionary()  # by a game's play: by the identity of a `tell`


def fact_told(words: Words, tell: int, chosen: Chose | None) -> tuple[str, bool]:
    """The condition of a `tell` as text, and whether what it says of a card stays true whatever happens.

    chosen: the choice that came last before it, if the seat knows its arguments.
    """
    sentence = words.program.tells[tell]
    values = dict[ir.Local, str]()
    teller = _tellers(words.program).get(id(sentence))
    if chosen is not None and teller is not None:
        action = words.program.menus[chosen.menu].actions[chosen.action]
        if action.span is teller.span:
            values = {local: words.text(local.type, chosen.arguments[place]) for local, place in teller.places.items()}
    open_ = free_locals(sentence.fact) - values.keys() - {sentence.it}
    return _text(sentence.fact, values), not open_ and not reads_now(sentence.fact)


def _text(fact: ir.Expression, values: Mapping[ir.Local, str]) -> str:
    """As it is written, but with these values for the names of locals."""
    source, end = fact.span.source, fact.span.start
    pieces = list[str]()
    for node in sorted((n for n in nodes(fact, into_rules=False) if isinstance(n, ir.LocalValue)), key=lambda n: n.span.start):
        if node.local in values and node.span.text == node.local.name and node.span.start >= end:
            pieces += [source.text[end : node.span.start], values[node.local]]
            end = node.span.end
    return " ".join("".join([*pieces, source.text[end : fact.span.end]]).split())


def _tellers(program: Program) -> dict[int, _Teller]:
    """The sentences that can tell what was chosen: where an action asks again, the choice that came last need not be its own."""
    game = program.game
    if game.play not in _known:
        found = dict[int, _Teller]()
        kinds = tuple(fact for kind in game.kinds.values() for fact in kind.facts.values())
        roots = (game.setup, game.play, game.anytime, tuple(game.rules.values()), tuple(game.deck.facts.values()), kinds)
        for action in [node for node in nodes(roots) if isinstance(node, ir.Action)]:
            if any(isinstance(node, ir.Choose) for node in nodes(action.body)):
                continue
            places = {p.local: place for place, p in enumerate(action.parameters) if _sayable(p.local.type)}
            tells = [node for node in nodes(action.body, into_rules=False) if isinstance(node, ir.Tell)]
            found |= {id(sentence): _Teller(action.span, places) for sentence in tells}
        _known[game.play] = found
    return _known[game.play]


def _sayable(kind: ir.Type) -> bool:
    """Whether a value looks the same to everybody: no card, no set."""
    return not isinstance(kind, ir.Many) and not of_cards(kind)
