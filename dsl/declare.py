"""A rule file's sections, in the order in which they need each other, to the typed game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from . import ir, syntax
from .base import Place
from .cards import declare_cards, faces
from .decisions import Decisions
from .diagnostics import Report
from .examples import procedure, read_examples
from .flow import goes_on
from .kinds import declare_attributes, declare_card_facts, declare_facts, declare_kinds, order_built_in
from .libraries import Library
from .needs import misfits, missing, missing_words
from .options import declare_options, declare_variants
from .parts import FILE
from .rules import declare_rules, finish, infer
from .sections import GROUPS, NEEDED, SECTIONS, entries, known_keys, scalar
from .source import Mapping, Scalar, Source, Span, YamlNode
from .world import Faults, World
from .zones import declare_variables, declare_zones

VERSION = "1"
HOW_TO_END = "end `play` with `win …`, `nobody wins`, `order players by …` or `score players by …`"
LOOPS = (ir.Loop, ir.RepeatTimes, ir.ForEach, ir.TakeTurns, ir.GoRound)


def build(source: Source, root: Mapping, report: Report, libraries: tuple[Library, ...] = ()) -> ir.Game | None:
    """The game a file's sections describe, those of its libraries among them. Faults are reported; None when there is any that leaves no
    game.
    """
    faults = Faults(report)
    parts = known_keys(root.entries, SECTIONS, "a rule file", faults)
    if not head_fits(root, parts, faults):
        return None
    world = World(source, report, libraries={library.root.span.source: library for library in libraries})
    for key, value in root.entries:
        if key.text not in SECTIONS:
            world.broken.update(words_of(key, value))
    title = title_of(parts.get("game"), faults)
    about = text_of(parts.get("about"), "`about`", faults)
    how = paragraphs(parts.get("how"), faults)
    counts = players_of(parts.get("players"), world, faults)
    world.teams = teams_of(parts.get("teams"), counts, world, faults)
    missing(parts, world, faults)
    declare(parts, world, faults)
    missing_words(world, faults)
    infer(world)
    misfits(world, faults)
    quiet = Faults(Report())
    for _ in range(4):  # what sentences assign to the values they keep may widen those
        before = dict(world.widened)
        rest(parts, counts, world, quiet)
        if before == world.widened:
            break
    world.actions.clear()
    notes = finish(world, faults)
    setup, play, anytime, match, invariants, examples = rest(parts, counts, world, faults)
    variants = declare_variants(parts.get("variants"), world, faults)
    faults.finish()
    drop_uses(world, report)
    cut_off(root, report)
    if play is None or report.diagnostics:
        return None
    return ir.Game(
        title, about, counts, world.teams, world.options, variants, world.kinds, ir.Deck(world.faces, world.card_facts), world.attributes,
        world.zones, world.variables, world.rules, setup, play, anytime, match, invariants, examples, root.span, notes, how,
        of_libraries=frozenset(name for library in libraries for name in library.declares()),
    )  # fmt: skip


def words_of(key: Scalar, value: YamlNode) -> Iterator[str]:
    """What a part that is none may be meant to declare: what stands under it, and the words of its lists."""
    yield key.text.split("(", 1)[0].strip()
    if isinstance(value, Mapping):
        for inner, below in value.entries:
            yield from words_of(inner, below)
    elif isinstance(value, Scalar) and re.fullmatch(r"\s*\w+(?:\s*,\s*\w+)+\s*", value.text):
        yield from re.findall(r"\w+", value.text)


def drop_uses(world: World, report: Report) -> None:
    """Leave out what is wrong with a sentence only because it speaks of a thing by what can be no name."""
    uses = [re.compile(rf"(?<!\w){re.escape(text)}(?!\w)") for text in world.misnamed]

    def follows(span: Span) -> bool:
        text = span.source.text
        start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
        line = text[start : end if end >= 0 else len(text)]
        return any(start + use.start() <= span.start <= start + use.end() for pattern in uses for use in pattern.finditer(line))

    report.diagnostics[:] = [d for d in report.diagnostics if d.span is None or not d.code.startswith("E01") or not follows(d.span)]


def cut_off(root: Mapping, report: Report) -> None:
    """A note where several rules are missing and the file ends in the middle of them."""
    missing = [i for i, d in enumerate(report.diagnostics) if d.code == "E0204" and d.message.startswith("there is no rule called")]
    if len(missing) > 1 and root.entries[-1][0].text in ("play", "anytime", "rules"):
        first = report.diagnostics[missing[0]]
        last = root.span.source.position(root.span.end)[0]
        note = f"does the file end in the middle? nothing comes after line {last}"
        report.diagnostics[missing[0]] = replace(first, notes=(*first.notes, note))


def head_fits(root: Mapping, parts: dict[str, YamlNode], faults: Faults) -> bool:
    """Whether this is a rule file of this version with sections that can be read; what is missing is a fault each."""
    if "cardrules" not in parts and len(parts) < 3:
        faults.report.diagnostics.clear()
        faults.report.error(
            "E0200",
            root.span,
            "this is not a rule file of cardrules",
            help="a rule file begins with `cardrules: 1`; `cardrules new NAME` writes one to start from",
        )
        return False
    version = parts.get("cardrules")
    if version is not None and not (isinstance(version, Scalar) and version.text.strip() == VERSION):
        faults.fault("E0208", version.span, "this version of the language is not known", label="", help=f"write `cardrules: {VERSION}`")
        return False
    missing = [name for name in NEEDED if name not in parts]
    unknown = sum(key.text not in SECTIONS for key, _ in root.entries)
    if missing:
        from .steps import part_inside  # needed for mistakes alone

        if any(part_inside(root.span.source, name, faults.report) for name in missing):
            return False
    if len(missing) > unknown:  # else they may well be those that are misspelt
        for name in missing:
            faults.fault("E0202", None, f"the file has no `{name}`", help=HINTS[name])
    before = len(faults.report.diagnostics)
    for name, node in parts.items():
        if FILE[name].shapes == ("names",):
            entries(node, f"`{name}`", faults)
    return len(faults.report.diagnostics) == before  # else all that such a part should declare would be unknown


HINTS = {
    "cardrules": f"begin it with `cardrules: {VERSION}`, the version of the language",
    "game": "add `game:` and what the game is called",
    "players": "add `players:` and for how many it is, such as `2..4`",
    "cards": "add `cards:`, and below it, indented, `french: A..K of every suit` or cards of its own",
    "zones": "add `zones:`, and below it, indented, `stock: every card, face down` and the others",
    "play": "add `play: |`, and below it, indented, how the game goes",
}


def text_of(node: YamlNode | None, what: str, faults: Faults) -> str:
    """A text for people."""
    text = None if node is None else scalar(node, what, faults)
    return "" if text is None else " ".join(text.text.split())


def title_of(node: YamlNode | None, faults: Faults) -> str:
    """What the game is called: no number, date or truth of YAML, unless in quotes."""
    title = text_of(node, "`game`", faults)
    if isinstance(node, Scalar) and node.style == "plain" and re.fullmatch(r"[-+.,:\d]+|yes|no|true|false|on|off|null|none|~", title, re.I):
        faults.fault("E0205", node.span, f"`game` wants a name, and {title} is none", label=f'write `"{title}"`, in quotes')
    return title


def paragraphs(node: YamlNode | None, faults: Faults) -> tuple[str, ...]:
    """A longer text for people, each paragraph or line that begins with `-` as one piece."""
    text = None if node is None else scalar(node, "`how`", faults)
    if text is None:
        return ()
    pieces: list[str] = [""]
    for line in (line.strip() for line in text.text.splitlines()):
        if not line or line.startswith("- "):
            pieces.append("")
        pieces[-1] = f"{pieces[-1]} {line}".strip()
    return tuple(piece for piece in pieces if piece)


def players_of(node: YamlNode | None, world: World, faults: Faults) -> tuple[int, ...]:
    text = None if node is None else scalar(node, "`players`", faults, style="plain")
    sentence = None if text is None else world.sentence("players", text)
    return tuple(sorted(set(sentence.counts))) if isinstance(sentence, syntax.PlayersSentence) else ()


def teams_of(node: YamlNode | None, counts: tuple[int, ...], world: World, faults: Faults) -> int | None:
    text = None if node is None else scalar(node, "`teams`", faults, style="plain")
    sentence = None if text is None else world.sentence("teams", text)
    if not isinstance(sentence, syntax.TeamsSentence):
        return None
    if sentence.everyone:
        return 0
    assert sentence.count is not None
    if not sentence.count >= 2 or any(n % sentence.count for n in counts):
        faults.fault(
            "E0218", sentence.span, "these teams do not come out even", label="", notes=(f"players: {', '.join(map(str, counts))}",)
        )
    return sentence.count


def declare(parts: dict[str, YamlNode], world: World, faults: Faults) -> None:
    """All names of the file, and what is said of them that does not change in a game."""
    declare_options(parts.get("options"), world, faults)
    declare_kinds(parts.get("kinds"), world, faults)
    deck = declare_cards(parts.get("cards"), world, faults)
    order_built_in(parts.get("kinds"), world, faults)
    world.faces = faces(deck, world, faults)
    declare_attributes(parts.get("attributes"), world, faults)
    declare_variables(parts.get("variables"), world, faults)
    declare_facts(parts.get("kinds"), world, faults)
    declare_card_facts(deck, world, faults)
    declare_zones(parts.get("zones"), world, faults)
    declare_rules(parts.get("rules"), world, faults)


Rest = tuple[ir.Rule | None, ir.Rule | None, tuple[ir.Action, ...], ir.Expression | None, tuple[ir.Invariant, ...], tuple[ir.Example, ...]]


def rest(parts: dict[str, YamlNode], counts: tuple[int, ...], world: World, faults: Faults) -> Rest:
    """What uses the names: the game's course, and what is claimed of it."""
    setup = procedure(parts.get("setup"), "setup", {}, world, faults, Place())
    before = len(faults.report.diagnostics)
    play = procedure(parts.get("play"), "play", {}, world, faults, Place())
    mended = not any(unit.faulty or (unit.body is None and not unit.choices) for unit in world.units.values())
    if play is not None and mended and goes_on(play.body, world.never_returns) and len(faults.report.diagnostics) == before:
        last = play.body[-1] if play.body else play
        inside = last.body[-1] if isinstance(last, LOOPS) and last.body and isinstance(last.body[-1], ir.End) else None
        faults.fault(
            "E0253",
            last.span if inside is None else inside.span,
            "the game can come to the end of `play` without having ended",
            label="after this nothing is left" if inside is None else "only ends the game inside of the loop",
            related=() if inside is None else ((last.span, "after this nothing is left"),),
            help=HOW_TO_END if inside is None else "should this stand below the loop, further to the left?",
        )
    node = parts.get("anytime")
    text = None if node is None else scalar(node, "`anytime`", faults, style="literal")
    actions: tuple[syntax.Action, ...] = () if text is None else world.sentence("actions", text) or ()
    anytime = Decisions(world, faults).menu(actions, False)
    match = condition(parts.get("match"), "`match`", world, faults)
    return (
        setup,
        play,
        anytime,
        match,
        invariants_of(parts.get("invariants"), world, faults),
        read_examples(parts.get("examples"), counts, world, faults),
    )


def condition(node: YamlNode | None, what: str, world: World, faults: Faults) -> ir.Expression | None:
    """A plain condition where nobody acts."""
    text = None if node is None else scalar(node, what, faults, style="plain")
    sentence = None if text is None else world.sentence("expression", text)
    return None if sentence is None else Decisions(world, faults).condition(sentence)


def invariants_of(node: YamlNode | None, world: World, faults: Faults) -> tuple[ir.Invariant, ...]:
    """What must always hold, by groups."""
    result: list[ir.Invariant] = []
    for group, named in known_keys(entries(node, "`invariants`", faults), GROUPS, "`invariants`", faults).items():
        for key, value in entries(named, f"`{group}`", faults):
            found = condition(value, f"`{key.text}`", world, faults)
            if found is not None:
                result.append(ir.Invariant(key.text, group, found, key.span))
    return tuple(result)
