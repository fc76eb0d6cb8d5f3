"""Worked examples: a position, moves, and what then holds."""

from __future__ import annotations

from . import ir, syntax
from .base import Binding, Place
from .decisions import Decisions
from .options import settings
from .parts import EXAMPLE
from .sections import entries, known_keys, listing, scalar
from .source import Scalar, Span, YamlNode
from .spelling import nearest
from .world import Faults, World

PARTS = tuple(EXAMPLE.parts)
Seats = dict[str, Binding]


def read_examples(node: YamlNode | None, counts: tuple[int, ...], world: World, faults: Faults) -> tuple[ir.Example, ...]:
    """All examples of a file."""
    return tuple(read_example(key, value, counts, world, faults) for key, value in entries(node, "`examples`", faults))


def read_example(key: Scalar, node: YamlNode, counts: tuple[int, ...], world: World, faults: Faults) -> ir.Example:
    """One example; its parts that are wrong are left out."""
    parts = known_keys(entries(node, f"the example `{key.text}`", faults), PARTS, "an example", faults)
    names = seats_of(parts.get("seats"), counts, world, faults)
    if "seats" in parts and names is None:  # nobody else's name would be known
        return ir.Example(key.text, None, {}, None, None, (), (), key.span)
    shown = names or tuple(f"p{i + 1}" for i in range(min(counts, default=0)))
    seats: Seats = {name: Binding(value=ir.SeatConstant(key.span, ir.PLAYER, i)) for i, name in enumerate(shown)}
    given = procedure(parts.get("given"), f"{key.text}: given", seats, world, faults, Place(given=True))
    do = procedure(parts.get("do"), f"{key.text}: do", seats, world, faults, Place())
    moves = played(parts.get("moves"), seats, world, faults)
    then: list[tuple[ir.Expression, Span]] = []
    for item in listing(parts["then"], "`then`", faults) if "then" in parts else ():
        text = scalar(item, "a claim", faults, style="plain")
        sentence = None if text is None else world.sentence("expression", text)
        if sentence is not None:
            checker = Decisions(world, faults)
            with checker.bound(seats):
                then.append((checker.condition(sentence), sentence.span))
    wrong = any(name in parts and value is None for name, value in (("seats", names), ("given", given), ("do", do)))
    if not moves and not then and "moves" not in parts and "then" not in parts and not wrong:
        faults.fault("E0219", key.span, f"the example `{key.text}` claims nothing", label="", help="add `moves` and `then`")

    return ir.Example(key.text, names, settings(parts.get("options"), world, faults), given, do, moves, tuple(then), key.span)


def seats_of(node: YamlNode | None, counts: tuple[int, ...], world: World, faults: Faults) -> tuple[str, ...] | None:
    """Names of the seats in order; None for the default ones."""
    if node is None:
        return None
    text = scalar(node, "`seats`", faults, style="plain")
    sentence = None if text is None else world.sentence("seats", text)
    if not isinstance(sentence, syntax.Names):
        return None
    seen: set[str] = set()
    for name in sentence.names:
        if name.text in seen:
            faults.fault("E0206", name.span, f"two seats are called `{name.text}`", label="again")
        elif name.text in world.declared or name.text in world.members:
            faults.fault(
                "E0206", name.span, f"`{name.text}` is a name of the game and can not name a seat", label="", help="choose another name"
            )
        seen.add(name.text)
    if counts and len(sentence.names) not in counts:
        allowed = ", ".join(map(str, counts))
        faults.fault(
            "E0219", sentence.span, f"this game is not for {len(sentence.names)} players", label="", notes=(f"players: {allowed}",)
        )
    return tuple(name.text for name in sentence.names)


def procedure(node: YamlNode | None, name: str, names: Seats, world: World, faults: Faults, place: Place) -> ir.Rule | None:
    """Sentences that nobody calls, as a rule of their own: `setup`, `play`, `given`, `do`. None where they are left out or wrong."""
    if node is None:
        return None
    text = scalar(node, f"`{name.rsplit(': ', 1)[-1]}`", faults, style="literal")
    block = None if text is None else world.sentence("procedure", text)
    if text is None or block is None:
        return None
    checker = Decisions(world, faults)
    checker.place_of = place
    with checker.bound(names):
        body = checker.block(block)
    return ir.Rule(name, (), None, ir.NOTHING, text.span, body, checker.effects.asks or checker.effects.ends)


def played(node: YamlNode | None, seats: Seats, world: World, faults: Faults) -> tuple[ir.PlayedMove, ...]:
    """The lines of `moves`."""
    if node is None:
        return ()
    text = scalar(node, "`moves`", faults, style="literal")
    lines: tuple[syntax.Played, ...] = () if text is None else world.sentence("moves", text) or ()
    result: list[ir.PlayedMove] = []
    for line in lines:
        if line.seat.text not in seats:
            faults.unknown(
                "E0219",
                line.seat.span,
                f"nobody here is called `{line.seat.text}`",
                nearest(line.seat.text, seats),
                notes=(f"seats: {', '.join(seats)}",),
            )
            continue
        seat = list(seats).index(line.seat.text)
        result.append(ir.PlayedMove(seat, line.cannot, line.action, line.span))
    return tuple(result)
