"""A game in readable English: what its file says of itself, and what the actions of a menu do and need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ...dsl import ir
from ..machine.state.game import option_value
from .choices import Offer
from .draw import View
from .english import English
from .seats import counts
from .terminal import mark, wrap
from .words import listed, spoken, value_words

if TYPE_CHECKING:
    from ..machine.state.game import Game
    from ..machine.state.menu import Choices
    from ..players.player import SeatMenu

_SEEN = {
    "all": "face up",
    "nobody": "face down",
    "owner": "seen by its owner",
    "others": "seen by all but its owner",
    "team": "seen by its owner's team",
}
_KNOWN = {"all": "", "owner": "secret: its owner alone knows it", "nobody": "hidden: nobody knows it"}


def explain_offer(game: Game, view: View, made: Offer, legal: SeatMenu, width: int) -> list[str]:
    """Who decides, what each possible action is and when the file allows it, and how to answer."""
    actions = actions_of(game.ir)
    others = [name for name in view["asked"] if name != view["you"]]
    lines = list[str]()
    if game.ir.how:
        lines += [*wrap(game.ir.how[0], width), ""]
    lines += [
        "You decide."
        if not others
        else f"You decide, and so {'do' if len(others) > 1 else 'does'} {listed(others)}; nobody sees what another chooses."
    ]
    for name in dict.fromkeys(entry.name for entry in made.entries):
        entries = [entry for entry in made.entries if entry.name == name]
        first, last = entries[0].number, entries[-1].last
        lines += ["", f" {mark('title', name)}  ({first if first == last else f'{first}–{last}'})"]
        lines += _meaning(game, actions.get(name, ()), width)
        if name == "pass" and name not in actions:
            lines.append("   do nothing")
    shown = dict.fromkeys(v["name"] for v in view["variables"] if v["value"] not in (None, False, 0))
    meant = [(spoken(name), game.ir.variables[name].about) for name in shown if name in game.ir.variables and game.ir.variables[name].about]
    if meant:
        lines += ["", "What the numbers and words on the table mean:"]
        lines += [line for name, about in meant for line in wrap(f"{name}: {about}", width, "   ", "     ")]
    lines += [
        "",
        *wrap("Type a number, or words: the beginning of an action is enough when only one begins so; cards as 4s or 10 hearts.", width),
    ]
    return [*lines, *_commands(width)]


def explain_step(game: Game, name: str, choices: Choices, width: int) -> list[str]:
    """What an action is whose arguments are being asked for, and how to answer."""
    from ..machine.state.menu import Numbers

    lines = [mark("title", name), *_meaning(game, actions_of(game.ir).get(name, ()), width), ""]
    several = choices.least is not None
    how = "their numbers in the list, or their names, with spaces between" if several else "its number in the list, or its name"
    if isinstance(choices.items, Numbers):
        how = "the number"
    none = " Enter alone chooses none." if choices.least == 0 else ""
    lines += wrap(f"You are asked for {spoken(choices.name)}: type {how}. `back` goes to what was asked before.{none}", width)
    return [*lines, *_commands(width)]


def _commands(width: int) -> list[str]:
    return wrap(
        "Also: undo (your last decision), log (all that happened), rules (of this game), table (all of it), quit (the game is kept).",
        width,
    )


def rules_text(game: Game, width: int) -> list[str]:
    """The file's own description: about, options with their values, zones, variables, and the play as written."""
    rules = game.ir
    lines = [mark("title", rules.title), *wrap(rules.about, width), f"For {counts(rules.seats)} players."]
    for paragraph in rules.how:
        hang = "  " if paragraph.startswith("- ") else ""
        lines += ([] if hang else [""]) + wrap(paragraph, width, "", hang)
    if rules.options:
        lines += ["", mark("title", "Options (as played now)")]
        for name, option in rules.options.items():
            lines += _entry(name, _option_note(rules, option, game.options[name]), option.about, width)
    if rules.variants:
        lines += ["", mark("title", "Variants")]
        for name, variant in rules.variants.items():
            settings = listed(
                [
                    f"{key} {value_words(option_value(rules, rules.options[key], value))}"
                    for key, value in variant.settings.items()
                    if key in rules.options
                ]
            )
            lines += _entry(name, settings, variant.about, width)
    lines += ["", mark("title", "Where cards lie")]
    for name, zone in rules.zones.items():
        notes = [_owner(zone.indexes), _SEEN[zone.seen_by], "in order" if zone.ordered else "", "one card" if zone.one_card else ""]
        notes.append(f"filled up from {zone.refill.name}" if zone.refill else "")
        lines += _entry(spoken(name), ", ".join(note for note in notes if note), zone.about, width)
    if rules.variables:
        lines += ["", mark("title", "What is counted")]
        for name, variable in rules.variables.items():
            notes = [_owner(variable.indexes), _KNOWN[variable.seen_by], "begins anew each round" if variable.each_round else ""]
            lines += _entry(spoken(name), ", ".join(note for note in notes if note), variable.about, width)
    if rules.how:
        return [*lines, "", *wrap("`rules source` shows the rules as they are written in the file.", width)]
    return [*lines, "", *source_text(game)]


def source_text(game: Game) -> list[str]:
    """The procedures as they stand in the file."""
    lines = list[str]()
    for title, text in _written(game.source_text):
        lines += ["", mark("title", title), *(f"  {line}" for line in text)]
    return lines


def actions_of(rules: ir.Game) -> dict[str, list[ir.Action]]:
    """Every action of the file by name."""
    found: dict[str, list[ir.Action]] = {}
    roots = [rules.play, rules.setup, *rules.rules.values()]
    facts = [*rules.deck.facts.values(), *(fact for kind in rules.kinds.values() for fact in kind.facts.values())]
    roots += [rule for fact in facts for rule in fact.rules or ()]
    statements: list[Any] = [*rules.anytime, *(s for rule in roots if rule is not None for s in rule.body)]
    while statements:
        node = statements.pop()
        if isinstance(node, ir.Action):
            found.setdefault(node.name, []).append(node)
        for part in ("body", "yes", "no", "menu", "otherwise"):
            inner = getattr(node, part, None)
            if isinstance(inner, tuple):
                statements.extend(inner)  # pyright: ignore[reportUnknownArgumentType]
    return found


def _meaning(game: Game, actions: Iterable[ir.Action], width: int) -> list[str]:
    """What an action is, needs and is allowed for, once for each meaning: the same action may stand in several menus."""
    english = English(game.ir, game.settings)
    said = dict.fromkeys(
        (english.needs(action), action.about, english.condition(action.guard) if action.guard is not None else "") for action in actions
    )
    lines = list[str]()
    for needs, about, condition in said:
        lines += wrap(needs, width, "   ", "     ") if needs else []
        lines += wrap(about, width, "   ") if about else []
        lines += wrap(f"only when {condition}", width, "   ", "     ") if condition else []
    return lines


def _entry(name: str, note: str, about: str, width: int) -> list[str]:
    """`name: note. About.`, wrapped."""
    sentences = [part[:1].upper() + part[1:].removesuffix(".") + "." for part in (about,) if part]
    return wrap(" ".join([f"{name}: {note}." if note else f"{name}.", *sentences]), width, "  ", "      ")


def _option_note(rules: ir.Game, option: ir.Option, value: object) -> str:
    """An option's value, what it may be, and what it is when nobody says."""
    usual = option_value(rules, option, option.default)
    notes = list[str]()
    if option.type == ir.NUMBER:
        notes.append(f"{option.low} to {option.high}")
    elif isinstance(option.type, ir.Member):
        notes.append(listed(list(rules.kinds[option.type.name].members), "or"))
    if value != usual:
        notes.append(f"usually {value_words(usual)}")
    return value_words(value) + (f" ({'; '.join(notes)})" if notes else "")


def _owner(indexes: tuple[ir.Indexed, ...]) -> str:
    words = {"player": "each player", "team": "each team", "range": "several"}
    return ", ".join(words.get(index.over, f"each {index.over}") for index in indexes)


def _written(source: str) -> list[tuple[str, list[str]]]:
    """The procedures of a rule file as they are written there."""
    from ...dsl.diagnostics import Report
    from ...dsl.reader import read
    from ...dsl.source import Mapping as Entries
    from ...dsl.source import Scalar, Source

    file = read(Source("", source), Report())
    texts = list[tuple[str, list[str]]]()
    for key, title in (("setup", "Before the game"), ("play", "The game"), ("anytime", "At any time")):
        value = file.get(key) if file else None
        if isinstance(value, Scalar):
            texts.append((title, _dedented(value.text)))
    rules = file.get("rules") if file else None
    if isinstance(rules, Entries):
        lines = list[str]()
        for head, body in rules.entries:
            if isinstance(body, Scalar):
                inline = body.style != "literal"
                lines += (
                    [f"{head.text}: {' '.join(body.text.split())}"]
                    if inline
                    else [f"{head.text}:", *(f"  {s}" for s in _dedented(body.text))]
                )
        texts.append(("Rules used above", lines))
    return texts


def _dedented(text: str) -> list[str]:
    import textwrap

    return textwrap.dedent(text).strip("\n").splitlines()
