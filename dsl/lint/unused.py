"""Names that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from ..diagnostics import Diagnostic
from ..source import Span
from .walk import Key, Look, Node, facts, head, inside, pieces, reached, within, word

WHAT = {"zone": "W0401", "variable": "W0402", "option": "W0403", "kind": "W0404", "rule": "W0405", "attribute": "W0406", "fact": "W0406"}


def unused_names(look: Look) -> Iterator[Diagnostic]:
    """Rejects zones, variables, options, kinds, rules, attributes and facts that nothing uses; what libraries have or ask for is there
    for them.

    What is used only by something unused is silent: it follows.
    """
    used = {key for game in (look.game, *look.others) for key in reached(game)}
    declared = dict(declarations(look.game))
    idle = [key for key in declared if key not in used and key[-1] not in look.game.of_libraries]
    by_idle = {key for piece in pieces(look.game) if piece.owner in idle for key in piece.mentioned() if key != piece.owner}
    by_idle |= {key for key in idle if key[0] == "fact" and ("kind", key[1]) in idle}
    first = [key for key in idle if key not in by_idle] or idle[:1]
    for key in first:
        yield from said(key, declared[key], ("set", key[-1]) in used)


def declarations(game: ir.Game) -> Iterator[tuple[Key, Span]]:
    """What a file declares, with its place. Words of options and attributes are no kinds of their own."""
    yield from ((("zone", z.name), z.span) for z in game.zones.values() if z.starts is None)
    yield from ((("variable", v.name), v.span) for v in game.variables.values())
    yield from ((("option", o.name), o.span) for o in game.options.values())
    for kind in game.kinds.values():
        if kind.span is not None and kind.name not in {*game.options, *game.attributes, "suit", "rank", "color", "name"}:
            yield ("kind", kind.name), kind.span
    yield from ((("rule", r.name), head(r)) for r in game.rules.values())
    yield from ((("attribute", a.name), a.rule.span) for a in game.attributes.values())
    places = {face.span for face in game.deck.faces}
    for of, fact in facts(game):
        rule = next((r for r in fact.rules or () if r is not None), None)
        values = [v for v in fact.values or next(iter(fact.lists or ()), ()) if v.span not in places]  # others have it by default
        if rule is not None:
            yield ("fact", of, fact.name), head(rule)
        elif values and not any(v.span.text == fact.name for v in values):  # what makes a card's name needs no other use
            yield ("fact", of, fact.name), values[0].span


def said(key: Key, span: Span, is_set: bool) -> Iterator[Diagnostic]:
    """The warning about one name."""
    kind, name = key[0], key[-1]
    message = f"nothing uses the {kind} `{name}`"
    label, help = "never used", "use it, or delete this line"
    match kind:
        case "variable" if is_set:
            message, label = f"`{name}` is set, but nothing ever looks at it", "never read"
            help = "use it where it should count, or delete it"
        case "option":
            message, label = f"the option `{name}` changes nothing: no rule asks for it", "never asked for"
        case "rule":
            message, label, help = f"nothing calls the rule `{name}`", "never called", "call it, or delete it"
        case "fact":
            message, help = f"nothing asks for the fact `{name}`", f"ask for it: `….{name}`, or delete it"
        case _:
            pass
    yield Diagnostic(WHAT[kind], message, span, label, help=help, severity="warning")


def unused_values(look: Look) -> Iterator[Diagnostic]:
    """Rejects parameters and `let`s that nothing reads. A rule of a card or member may leave a parameter alone: others need it; and so may
    one whose head a library says.
    """
    for rule in look.game.rules.values():
        if rule.name in look.game.of_libraries:
            continue
        read = locals_read(rule.body)
        for parameter in rule.parameters:
            if parameter not in read and not any(parameter.name in names(other, rule.name) for other in look.others):
                yield idle_value(
                    word(rule.span, parameter.name), f"the rule `{rule.name}` does nothing with its parameter `{parameter.name}`"
                )
    for piece in look.code:
        read = locals_read(piece.nodes)
        lets: dict[ir.Local, ir.SetLocal] = {}
        for node in within(*piece.nodes):
            if isinstance(node, ir.SetLocal) and not asks(node.value):
                lets.setdefault(node.local, node)
            elif isinstance(node, ir.Action) and node.body:  # one without a body only says something
                for p in node.parameters:
                    if p.local not in read:
                        yield idle_value(word(p.span, p.local.name), f"`{node.name}` does nothing with what is chosen as `{p.local.name}`")
        for local, first in lets.items():
            if local not in read and first.span.text.startswith("let"):
                yield idle_value(word(first.span, local.name), f"nothing looks at `{local.name}` after it is worked out")


def idle_value(span: Span, message: str) -> Diagnostic:
    return Diagnostic("W0407", message, span, "never read", help="use it, or leave it out", severity="warning")


def locals_read(nodes: tuple[Node, ...]) -> set[ir.Local]:
    """Locals whose value something asks for; a local's own new value does not count."""
    read: set[ir.Local] = set()
    stack: list[tuple[Node, ir.Local | None]] = [(node, None) for node in nodes]
    while stack:
        node, own = stack.pop()
        if isinstance(node, ir.LocalValue) and node.local is not own:
            read.add(node.local)
        stack.extend((part, node.local if isinstance(node, ir.SetLocal) else own) for part in inside(node))
    return read


def asks(value: ir.Expression) -> bool:
    return isinstance(value, ir.RuleCall) and value.rule.asks


def names(game: ir.Game, rule: str) -> set[str]:
    """The parameters a rule of this name reads in another game of the file."""
    other = game.rules.get(rule)
    return set() if other is None else {local.name for local in locals_read(other.body)}
