"""The parts of a rule file: which keys stand where, what their values look like, and what each is for.

The one table for the checker, which says what parts there are; for the schema, which editors complete and explain keys from; and for the
reference, whose list of sections must say the same.
"""

from __future__ import annotations

from dataclasses import field, replace

from .record import Record


class Part(Record):
    """What may stand under a key.

    about: what it is for, for people (backticks mark code). shapes: of its value, among "line" (a text in one line), "block" (sentences
    after `|`), "names" (keys with a value each), "list". needed: a rule file must have it. parts: keys that mean something of their own.
    each: what stands under all other keys; None: there are no others. values: the only values there are.
    """

    about: str
    shapes: tuple[str, ...]
    needed: bool = False
    parts: dict[str, Part] = field(default_factory=dict[str, "Part"])
    each: Part | None = None
    values: tuple[int, ...] = ()


_LINE, _BLOCK, _NAMES = ("line",), ("block",), ("names",)
_FACT = Part("what is said of it: a value, a list of numbers, or a rule (after `|` a block)", ("line", "block"))
_COPIES = Part("how many there are of the card: a number, an option or an expression", _LINE)
_CARD = Part("a card: `copies`, and facts by name", _NAMES, parts={"copies": _COPIES}, each=_FACT)
_CONDITION = Part("a condition that must hold", _LINE)
_RULE = Part("what it is worked out from, or after `|` what it does", ("line", "block"))

EXAMPLE = Part(
    "who sits there, what lies where, what is done, and what must be so then",
    _NAMES,
    parts={
        "seats": Part("names for the seats: `Anna, Ben`", _LINE),
        "options": Part("options that differ", _NAMES, each=Part("the value of the option", _LINE)),
        "given": Part("a position, `Anna.hand = (6♦, Q♠)`; without it, `setup` runs", _BLOCK),
        "do": Part("sentences that run in place of `play`", _BLOCK),
        "moves": Part("a line each: `Ben lay 9♣`, or `Anna cannot lay K♥`", _BLOCK),
        "then": Part("conditions that must hold then, each after `- `", ("list",)),
    },
)

FILE: dict[str, Part] = {
    "cardrules": Part("the version of the language: 1", _LINE, True, values=(1,)),
    "game": Part("what the game is called", _LINE, True),
    "about": Part("what it is about in a line or two", ("line", "block")),
    "how": Part(
        "how it is played, told to people: a block of paragraphs, tips as lines that begin with `- `; shown by `rules` and `?`",
        ("line", "block"),
    ),
    "players": Part("how many may play: `2`, `2..5`, `3..5, or 7`", _LINE, True),
    "teams": Part(
        "`2, alternating`: seats belong to two teams in turn; `everyone`: all win or lose together. Without it each plays for himself",
        _LINE,
    ),
    "uses": Part("libraries whose parts are used as if they stood here: `tricks, melds`", _LINE),
    "extends": Part("the game file of which this one is a variant", _LINE),
    "options": Part(
        "knobs of the rules",
        _NAMES,
        each=Part("a number with its default and bounds (`4 in 1..6`), a switch (`no`), or words (`a or b`)", _LINE),
    ),
    "variants": Part(
        "settings of the knobs that have a name",
        _NAMES,
        each=Part(
            "options with their values; or `set` with these and `rules` with rules in place of the file's own",
            _NAMES,
            parts={
                "set": Part("options with their values", ("names", "line"), each=Part("the value of the option", _LINE)),
                "rules": Part("rules in place of the file's own", ("names", "line"), each=_RULE),
            },
            each=Part("the value of the option", _LINE),
        ),
    ),
    "kinds": Part(
        "lists of names, and what is said of each",
        _NAMES,
        each=Part(
            "its names in order, `sun, rain, storm`; or each name with its facts",
            ("line", "names"),
            parts={"otherwise": Part("facts of those that do not say them themselves", _NAMES, each=_FACT)},
            each=Part("facts by name", _NAMES, each=_FACT),
        ),
    ),
    "cards": Part(
        "the deck",
        _NAMES,
        True,
        parts={
            "french": Part("playing cards: `A..K of every suit`, `7..A of every suit, twice`", _LINE),
            "otherwise": Part("facts of cards that do not say them themselves", _NAMES, parts={"copies": _COPIES}, each=_FACT),
        },
        each=_CARD,
    ),
    "attributes": Part(
        "what is said of cards by a condition",
        _NAMES,
        each=Part("an expression; or values with the condition of each, the first that fits counts", ("line", "names"), each=_CONDITION),
    ),
    "zones": Part(
        "places for cards",
        _NAMES,
        True,
        each=Part(
            "`each player`, … then `face up`, `face down`, `seen by owner`; `in order`, `one card`, `every card`, `refilled from z`", _LINE
        ),
    ),
    "variables": Part(
        "what else has to be remembered",
        _NAMES,
        each=Part(
            "`each player`, … then `0..20`, `yes or no` or a kind; `or none`, `starts 3`, `capped`, `secret`, `each round`, `kept`", _LINE
        ),
    ),
    "setup": Part("sentences that run first", _BLOCK),
    "play": Part("sentences that are the game", _BLOCK, True),
    "anytime": Part("actions that are open out of turn", _BLOCK),
    "rules": Part("functions and procedures of your own", _NAMES, each=_RULE),
    "match": Part("when a match of several games is over", _LINE),
    "invariants": Part(
        "what must always hold",
        _NAMES,
        parts={
            "always": Part("whenever the game stops for a choice, and at the end", _NAMES, each=_CONDITION),
            "each turn": Part("when a turn ends", _NAMES, each=_CONDITION),
            "each round": Part("when a round ends", _NAMES, each=_CONDITION),
            "at the end": Part("when the game has ended", _NAMES, each=_CONDITION),
        },
    ),
    "examples": Part(
        "scenes with a known result",
        _NAMES,
        each=EXAMPLE,
    ),
}

LIBRARY_PARTS = ("options", "kinds", "attributes", "zones", "variables", "rules", "invariants")
_NEEDED = {
    "kinds": Part("kinds, each with what it is for", _NAMES, each=Part("what the kind is for, in words", _LINE)),
    "zones": Part("zones, with as much of their sentence as matters: `each player`", _NAMES, each=Part("what the zone must say", _LINE)),
    "variables": Part("variables, with their type", _NAMES, each=Part("what the variable must say", _LINE)),
    "attributes": Part("attributes or facts of cards, with their type", _NAMES, each=Part("`number`, `yes or no`, a kind", _LINE)),
    "rules": Part("heads of rules, with what they give back", _NAMES, each=Part("a type, `some card`, or `nothing`", _LINE)),
}
_OWN = ("cardrules", "game", "about", "how", "uses", "extends", "examples")  # of a file, never of a trial

LIBRARY: dict[str, Part] = {
    "cardrules": FILE["cardrules"],
    "library": Part("what the library is called; with it a file is no game, but parts of games", _LINE, True),
    "about": FILE["about"],
    "how": FILE["how"],
    "uses": FILE["uses"],
    "needs": Part("what a file that uses the library must declare", _NAMES, parts=_NEEDED),
    "defaults": Part(
        "parts in place of which a file that uses the library may write its own",
        _NAMES,
        parts={name: replace(FILE[name], needed=False) for name in LIBRARY_PARTS if name != "invariants"},
    ),
    **{name: FILE[name] for name in LIBRARY_PARTS},
    "examples": FILE["examples"],
    "trial": Part(
        "the rest of a small game, in which its examples are played",
        _NAMES,
        parts={n: replace(p, needed=n != "zones" and p.needed) for n, p in FILE.items() if n not in _OWN},
    ),
}
