"""The tables of docs/games.md: which game is for how many, how long it is, and which mechanisms it has.

python tests/games_page.py           # writes them afresh; the lengths take some minutes
python tests/games_page.py coup      # the length of this game alone
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import cardrules
from cardrules.dsl.load import load
from cardrules.interpreter.machine.running import policy

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "games.md"
GAMES = sorted((HERE.parent / "games").glob("*.yml"))
PLAYED, LONGEST = 3, 5000  # games for a length, and choices after which one is cut off

ALL = "every game"
NONE = "no game: cards are played one after another, never by who is faster"

# Each with what a rule file that has it can not do without (a pattern), where there is such a thing.
MECHANISMS: dict[int, tuple[str, str]] = {
    1: ("decks of one's own, facts, copies", r"(copies|each number|: \{)"),
    2: ("cards seen by all, by one, by nobody", ""),
    3: ("cards that all but their owner see", r"seen by others"),
    4: ("a look at a card, for one player", r"\bshow "),
    5: ("what was seen stays known", r"\b(show|tell|reveal) "),
    6: ("following suit", r"suit"),
    7: ("trumps; ranks that depend on the position", r"trump"),
    8: ("tricks, the winner leads", r"trick"),
    9: ("an auction", r"\b(bid|go round|order)"),
    10: ("betting: call, raise, fold", r"\b(fold|uses: betting)"),
    11: ("all choose at once", r"each player( in .*)? (may )?(secretly )?choose"),
    12: ("sealed, then revealed", r"\breveal "),
    13: ("hands passed on, drafting", r"\bhand"),
    14: ("a choice from open cards", r"face up"),
    15: ("sets, runs, melds", r"(count|same|meld)"),
    16: ("cards that add up", r"\bsum\("),
    17: ("hands ranked", r"(best|worth)"),
    18: ("climbing: higher than the last", r"(higher|>)"),
    19: ("building rows, matching the last card", r"\btop of"),
    20: ("skip, turn round, another turn", r"^\s*(skip|reverse|again|stop)\b"),
    21: ("somebody, and what is named", r"\(who in .*, \w+ in "),
    22: ("answers out of turn, blocks", r"(chooses|choose):"),
    23: ("claims that may be doubted", r"(doubt|challenge|uses: claims)"),
    24: ("coins, chips, tokens", r"0\.\."),
    25: ("roles, a house, seats that differ", r""),
    26: ("secret roles and goals", r"(secret|seen by owner)"),
    27: ("teams, fixed or made in play", r"(teams:|partner)"),
    28: ("players go out", r"\b(out \w+|gone|folded)"),
    29: ("several deals, a leader that changes", r"(round:|^match:)"),
    30: ("a stock that runs out, shuffled anew", r"(refilled from|shuffle)"),
    31: ("rows, slots, grids", r"each \w+, each|each \d\.\.\d|in order"),
    32: ("cards that do something", r"(does\(\)|power|\(card\))"),
    33: ("limited hints", r"\btell "),
    34: ("offers and trade", r"\boffer|uses: trade"),
    35: ("all win or lose together", r"teams: everyone"),
    36: ("ties broken by a list, shared places", r"order players by|score players by"),
    37: ("rules as options, variants", r"^options:"),
    38: ("one file for several numbers of players", r"^players: .*(\.\.|,)"),
    39: ("the same seed, the same game", ""),
    40: ("who is faster (Snap)", ""),
}
EVERYWHERE, NOWHERE = (2, 39), (40,)

BY_GAME: dict[str, tuple[int, ...]] = {
    "blackjack": (5, 16, 24, 25, 29, 30, 31, 36, 37, 38),
    "bohnanza": (1, 14, 15, 19, 24, 30, 31, 34, 36, 37, 38),
    "bridge": (5, 6, 7, 8, 9, 25, 27, 29, 36, 37),
    "cheat": (5, 12, 22, 23, 36, 37, 38),
    "coup": (1, 5, 12, 22, 23, 24, 26, 28, 30, 32, 37, 38),
    "crazy-eights": (5, 19, 20, 29, 30, 32, 36, 37, 38),
    "cribbage": (5, 12, 15, 16, 24, 25, 29, 36, 37, 38),
    "crown-duel": (11, 12, 24, 29, 32, 37),
    "dominion": (1, 14, 22, 24, 30, 32, 36, 37, 38),
    "euchre": (6, 7, 8, 9, 20, 25, 27, 29, 36, 37),
    "feud": (5, 11, 12, 22, 25, 28, 37),
    "gin-rummy": (5, 14, 15, 22, 24, 29, 36, 37),
    "go-fish": (5, 15, 20, 21, 30, 36, 37, 38),
    "golf-six": (4, 5, 11, 14, 15, 16, 29, 30, 31, 36, 37, 38),
    "goofspiel": (1, 5, 11, 12, 24, 36, 37, 38),
    "hanabi": (1, 3, 5, 19, 21, 24, 31, 33, 35, 36, 37, 38),
    "hearts": (6, 8, 11, 13, 16, 29, 36, 37, 38),
    "kuhn-poker": (1, 5, 10, 17, 24, 36, 37),
    "leduc-poker": (1, 5, 10, 17, 24, 28, 36, 37, 38),
    "line-of-succession": (14, 15, 16, 29, 36, 37),
    "lost-cities": (1, 14, 15, 16, 19, 29, 31, 36, 37),
    "love-letter": (1, 4, 5, 17, 21, 28, 29, 30, 31, 32, 36, 37, 38),
    "no-thanks": (1, 5, 14, 15, 16, 20, 24, 36, 37, 38),
    "oh-hell": (6, 7, 8, 9, 29, 36, 37, 38),
    "president": (13, 18, 20, 25, 28, 29, 36, 37, 38),
    "six-nimmt": (1, 5, 11, 12, 13, 14, 16, 19, 29, 31, 36, 37, 38),
    "skat": (5, 6, 7, 8, 9, 16, 25, 27, 29, 36, 37, 38),
    "spades": (6, 7, 8, 9, 27, 29, 36, 37),
    "succession": (1, 5, 9, 11, 12, 21, 22, 24, 25, 26, 32, 34, 36, 37, 38),
    "sushi-go": (1, 5, 11, 12, 13, 15, 16, 29, 36, 37, 38),
    "texas-holdem": (5, 10, 17, 24, 25, 28, 29, 36, 37, 38),
    "war": (28, 29, 30, 31, 36, 37, 38),
}


def lines(path: Path) -> tuple[int, int]:
    """Of a rule file, without blank lines and comments: those of the rules, and all, with texts for people, invariants and examples."""
    rules = every = 0
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if found := re.match(r"\w+", line):
            section = found[0]
        if line.strip() and not line.strip().startswith("#"):
            every += 1
            rules += section not in ("how", "invariants", "examples")
    return rules, every


def row(path: Path, length: str) -> str:
    """A game's line of the first table."""
    game = load(path)
    counts = sorted(game.seats)
    many = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    mechanisms = ", ".join(map(str, BY_GAME[path.stem]))
    return f"| [{game.title}](../games/{path.name}) | {many} | {length} | {lines(path)[0]} | {lines(path)[1]} | {mechanisms} |"


def mechanisms() -> list[str]:
    """The lines of the second table."""
    found: list[str] = []
    for number, (name, _) in MECHANISMS.items():
        games = [path.stem for path in GAMES if number in BY_GAME[path.stem]]
        where = ALL if number in EVERYWHERE else NONE if number in NOWHERE else ", ".join(games)
        found.append(f"| {number} | {name} | {where} |")
    return found


def page(lengths: dict[str, str]) -> str:
    """The page with its tables written afresh. lengths: of each game by its file's name; else as it stands."""
    text = PAGE.read_text(encoding="utf-8")
    known = dict(re.findall(r"\(\.\./games/([\w-]+)\.yml\) \| [^|]* \| ([^|]*) \|", text)) | lengths
    rows = [row(path, known.get(path.stem, "?")) for path in GAMES]
    for name, table in (("games", rows), ("mechanisms", mechanisms())):
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        head = text.split(begin)[1].split("\n")[1:3]
        text = text.split(begin)[0] + "\n".join([begin, *head, *table, end]) + text.split(end)[1]
    return text


def length(path: Path) -> str:
    """How many choices a random game has, with the fewest and the most players."""
    game = cardrules.load(path)
    found: list[str] = []
    for players in sorted({min(game.players), max(game.players)}):
        machine = game.machine(players)
        width = policy.shape(machine.program).width
        rows, _ = policy.batch(machine, 1, 0, PLAYED, LONGEST, False)
        mean = sum(rows[policy.COLUMNS.index("decisions") :: width]) / PLAYED
        found.append(f"{mean:.2g}" if mean < 100 else f"{round(mean, -1):.0f}")
    return " to ".join(dict.fromkeys(found))


def main() -> None:
    """Write the page; the lengths of the games that are named, or of all."""
    PAGE.write_text(page({}), encoding="utf-8")
    for path in GAMES:
        if path.stem in sys.argv[1:] or not sys.argv[1:]:
            PAGE.write_text(page({path.stem: length(path)}), encoding="utf-8")


if __name__ == "__main__":
    main()
