"""The tables of a program as C: its layout, and the decisions with their fragments."""

from __future__ import annotations

from collections.abc import Iterable

from ..layout import Layout
from ..program import ActionInfo, Menu, Program, of_cards
from ..running.policy import ACTION, shape
from ..running.shapes import Shapes
from .code import number

PLACES = ("address", "capacity", "viewers", "owner", "refill", "except_top")
VARIABLES = ("address", "cells", "start", "low", "high", "none", "capped", "kept", "masks", "secret")


def array(name: str, values: Iterable[int], kind: str = "word") -> str:
    """A table; at least one entry, as C wants it."""
    return f"static const {kind} {name}[] = {{{', '.join(map(number, values)) or '0'}}};"


def tables(program: Program, shapes: Shapes) -> list[str]:
    """What the code itself reads: facts and attributes, addresses and owners of places."""
    layout = program.layout
    lines = [array(f"table{k}", entries) for k, entries in enumerate(layout.tables)]
    lines += [array(f"place_{name}", getattr(layout, f"place_{name}")) for name in PLACES]
    lines += [array(f"variable_{name}", getattr(layout, f"variable_{name}")) for name in VARIABLES]
    lines += [array(name, getattr(layout, name)) for name in ("card_face", "card_start", "each_round")]
    lines.append(array("card_twin", [layout.card_face.index(face) for face in layout.card_face]))
    lines.append(array("traits", [address for _, address in shape(program).traits]))
    return lines


def _fragment(address: int | None) -> str:
    return "0" if address is None else f"g{address}"


def _action(program: Program, menu: Menu, number_: int, lines: list[str]) -> str:
    """Writes an action's own tables; gives its entry."""
    action: ActionInfo = menu.actions[number_]
    name = f"{menu.number}_{number_}"
    words = program.asking[menu.number].parameters[number_]
    if action.parameters:
        rows: list[str] = []
        for parameter, (offset, capacity) in zip(action.parameters, words, strict=True):
            least, most = parameter.subsets if parameter.subsets is not None else (None, None)
            fragments = ", ".join(_fragment(address) for address in (parameter.domain, least, most))
            numbers = (parameter.domain, least or 0, most or 0, int(parameter.interval), offset, capacity, int(of_cards(parameter.type)))
            rows.append(f"{{{fragments}, {', '.join(map(str, numbers))}}}")
        lines.append(f"static const Parameter parameters{name}[] = {{{', '.join(rows)}}};")
    if action.needs:
        lines.append(f"static const Fragment needs{name}[] = {{{', '.join(_fragment(address) for address, _ in action.needs)}}};")
    needs = f"needs{name}" if action.needs else "0"
    parameters = f"parameters{name}" if action.parameters else "0"
    early = int(action.early)
    return f"{{{_fragment(action.guard)}, {needs}, {action.first}, {early}, {len(action.parameters)}, {parameters}}}"


def _menu(program: Program, menu: Menu, first: int, pc: int, lines: list[str]) -> str:
    asking = program.asking[menu.number]
    block = asking.block
    lines.append(array(f"bodies{menu.number}", asking.bodies))
    flags = (int(menu.together), int(menu.may), int(menu.anytime), first)
    offsets = (
        block.count, block.asked, block.index, block.acting, block.chosen, block.arguments, block.current, block.you, block.words
    )  # fmt: skip
    rest = (asking.after, asking.otherwise, asking.passing, int(asking.skips), pc)
    head = f"{len(menu.actions)}, actions{menu.number}, {', '.join(map(str, (*flags, *offsets)))}"
    return f"{{{head}, bodies{menu.number}, {', '.join(map(str, rest))}}}"


def actions(program: Program) -> list[str]:
    """What may be chosen, with its fragments."""
    lines: list[str] = []
    for menu in program.menus:
        rows = [_action(program, menu, k, lines) for k in range(len(menu.actions))]
        lines.append(f"static const Action actions{menu.number}[] = {{{', '.join(rows)}}};")
    return lines


def game(program: Program, stops: dict[int, int] | None) -> list[str]:
    """The one value that the runtime is given. stops: for each menu, the address of its ASK; None where whole games are one piece, which
    need neither menus nor code that begins where the game stopped."""
    layout: Layout = program.layout
    form = shape(program)
    lines: list[str] = []
    if stops is not None:
        rows = [_menu(program, menu, form.actions[menu.number], stops.get(menu.number, -1), lines) for menu in program.menus]
        lines.append(f"static const Menu menus[] = {{{', '.join(rows) or '{0}'}}};")
    anytime = program.anytime.number if program.anytime is not None else -1
    teams = -1 if program.game.teams is None else program.game.teams
    fields: dict[str, int | str] = {name: getattr(layout, name) for name in ("seats", "cards", "size", "frames", "locals", "everyone")}
    fields |= {name: getattr(layout, name) for name in ("scores", "wins", "turns", "faces", "undrawn", "where", "first_place", "end")}
    fields |= {"places": len(layout.place_address), "variables": len(layout.variable_address), "each_rounds": len(layout.each_round)}
    fields |= {"menus": len(program.menus), "start": program.start, "anytime": anytime, "teams": teams, "faces_count": form.faces}
    fields |= {"anytime_start": program.anytime_code[0], "anytime_words": program.anytime_code[1]}
    fields |= {f"place_{name}": f"place_{name}" for name in PLACES} | {f"variable_{name}": f"variable_{name}" for name in VARIABLES}
    fields |= {name: name for name in ("card_face", "card_twin", "card_start", "each_round")}
    fields |= {"most_actions": max((len(menu.actions) for menu in program.menus), default=1)}
    fields |= {"most_words": max((asking.block.words for asking in program.asking), default=1)}
    if stops is not None:
        fields |= {"menu": "menus", "run": "run"}
    fields |= {"leading": _fragment(program.leading if program.leading >= 0 else None)}
    fields |= {"traits": len(form.traits), "actions": form.first_face // len(ACTION), "trait": "traits"}
    lines.append("static const Game game = {" if stops is None else "EXPORT const Game game = {")
    lines += [f"    .{name} = {value}," for name, value in fields.items()]
    lines.append("};")
    return lines
