"""Texts that are too large, too deep or too strange, and what they declare."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .parts import HEAD, VARIABLES, ZONES, game, play


def files() -> Iterator[tuple[str, Callable[[], str | bytes]]]:
    """Every file by name, made only when it is wanted: some are large."""
    # ------------------------------------------------------------------ YAML
    yield "merge keys", lambda: "".join(f"b{n}: &b{n} {{<<: [*b{n - 1}, *b{n - 1}]}}\n" for n in range(1, 30)).replace("*b0", "{}")
    yield "aliases", lambda: "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
    yield "an alias of itself", lambda: "a: &a [*a]\n"
    yield "brackets", lambda: "game: " + "[" * 100_000
    yield "braces", lambda: "game: " + "{" * 100_000
    yield "brackets that close", lambda: "game: " + "[" * 50_000 + "]" * 50_000
    yield "brackets of keys", lambda: "game: " + "{a: " * 30_000
    yield "50 MB", lambda: b"a" * 50_000_000
    yield "50 MB of lines", lambda: b"a: b\n" * 10_000_000
    yield "zeros", lambda: bytes(100_000)
    yield "noise", lambda: bytes(range(256)) * 100
    yield "deep indentation", lambda: "".join("  " * n + "a:\n" for n in range(400))
    yield "a list of dashes", lambda: "a:\n" + "- " * 100_000 + "x\n"
    yield "question marks", lambda: "? " * 100_000 + "x\n"
    yield "empty keys", lambda: ": " * 100_000
    yield "tags", lambda: "a: " + "!x " * 60_000
    yield "colons", lambda: "a: " + "b: " * 60_000
    yield "one long line", lambda: "about: " + "a " * 120_000
    yield "one long word", lambda: "about: " + "a" * 240_000
    yield "one long key", lambda: "a" * 240_000 + ": x\n"
    yield "quoted", lambda: 'about: "' + "\\\\" * 120_000 + '"\n'
    yield "a quote never closed", lambda: 'about: "' + "a\n " * 80_000
    yield "comments", lambda: "#\n" * 120_000 + game()
    yield "blank lines", lambda: "\n" * 240_000 + game()
    yield "9000 sections", lambda: "".join(f"a{n}: b\n" for n in range(9000))
    yield "9000 options", lambda: game(head=HEAD + "options:\n" + "".join(f"  o{n}: yes\n" for n in range(4000)))
    yield "many documents", lambda: "---\n" * 60_000
    yield "directives", lambda: "%A\n" * 60_000
    # ------------------------------------------------------------------ decks
    yield "a million copies", lambda: game(cards="cards:\n  A: {copies: 1000000}\n")
    yield "copies by an option", lambda: game(head=HEAD + "options:\n  n: 900000 in 1..1000000\n", cards="cards:\n  A: {copies: n}\n")
    yield (
        "copies multiplied",
        lambda: game(
            head=HEAD + "options:\n  n: 9000 in 1..9000\n", cards="cards:\n" + "".join(f"  A{i}: {{copies: n}}\n" for i in range(50))
        ),
    )
    yield "a million numbers", lambda: game(cards="cards:\n  each number 1..1000000: {copies: 1}\n")
    yield "numbers by numbers", lambda: game(cards="cards:\n  each number 1..3000, other 1..3000: {copies: 1}\n")
    yield "many runs of numbers", lambda: game(cards="cards:\n" + "".join(f"  each n{i} 1..10000: {{copies: 1}}\n" for i in range(40)))
    yield "ten thousand cards", lambda: game(cards="cards:\n  each number 1..10000: {copies: 1}\n")
    yield "packs without number", lambda: game(cards="cards:\n  french: A..K of every suit, 99999999999 copies\n")
    yield "a deck of many batches", lambda: game(cards="cards:\n  french: " + ", ".join(["A..K of every suit"] * 3000) + "\n")
    # ------------------------------------------------------------------ the size of a state
    for size in (10**6, 10**9, 10**18):
        yield f"a zone each 1..{size}", lambda size=size: game(zones=ZONES + f"  z: each 1..{size}, face up\n")
        yield f"a variable each 1..{size}", lambda size=size: game(variables=VARIABLES + f"  v: each 1..{size}, 0..1\n")
        yield (
            f"a range to {size}",
            lambda size=size: game(variables=VARIABLES + f"  v: 0..{size}\n", play=play(f"pot = count(0..{size})", "win first of players")),
        )
        yield f"a sum to {size}", lambda size=size: game(play=play(f"pot = sum(n for n in 1..{size})", "win first of players"))
        yield f"a loop to {size}", lambda size=size: game(play=play(f"for each n in 1..{size}:", "  pot = n % 5", "win first of players"))
        yield f"{size} times", lambda size=size: game(play=play(f"repeat {size} times:", "  pot = 1", "win first of players"))
        yield (
            f"an option to {size}",
            lambda size=size: game(head=HEAD + f"options:\n  n: 1 in 1..{size}\n", variables=VARIABLES + "  v: each 1..n, 0..n\n"),
        )
    yield "zones in dimensions", lambda: game(zones=ZONES + "  z: each player, each 1..500, each 1..500, each 1..500, face up\n")
    yield "variables in dimensions", lambda: game(variables=VARIABLES + "  v: each player, each card, each card, each card, 0..1\n")
    yield (
        "variables of secrets",
        lambda: game(variables=VARIABLES + "".join(f"  v{i}: each player, each 1..1000, 0..9, secret\n" for i in range(300))),
    )
    yield (
        "zones for cards",
        lambda: game(cards="cards:\n  each number 1..5000: {copies: 1}\n", zones=ZONES + "  z: each player, each 1..900, face up\n"),
    )
    yield "many zones", lambda: game(zones=ZONES + "".join(f"  z{i}: face up\n" for i in range(4000)))
    yield "many variables", lambda: game(variables=VARIABLES + "".join(f"  v{i}: each player, 0..9\n" for i in range(4000)))
    yield "64 seats", lambda: game(head=HEAD.replace("2..3", "2..64"))
    yield "many seats", lambda: game(head=HEAD.replace("2..3", "2..1000000000"))
    # ------------------------------------------------------------------ names
    yield (
        "names with escapes",
        lambda: game(
            head=HEAD.replace("game: Harm", 'game: "\\e[2J\\u202eHarm\\a"')
            .replace("about: A", 'about: "\\e]0;x\\a \\u2066')
            .replace("harm.\n", 'harm."\n')
        ),
    )
    yield (
        "cards with escapes",
        lambda: game(
            cards='cards:\n  "\\e[31mRed\\u202e": {copies: 30}\n',
            play=play(
                "take turns from first of players until pot > 3:",
                "  choose:",
                "    go(card in hand):",
                "      pot += 1",
                "win first of players",
            ),
        ),
    )
    yield "keys with escapes", lambda: game(head=HEAD + '"\\e[2J": x\n"\\u202e": y\n')
    yield "a value with turned letters", lambda: game(play=play("pot = \u202e1"))
    yield "a comment with turned letters", lambda: game(variables="variables:\n  pot: 0..100   # \u202e\u2066 turned\n")
    # ------------------------------------------------------------------ paths
    for path in (
        "../secret",
        "/etc/passwd",
        "..",
        ".",
        "a/../b",
        "~/x",
        "con",
        "x\\y",
        "link",
        "circle",
        "\\\\host\\x",
        "http://x/y",
        "a" * 5000,
        "harm",
    ):
        yield f"extends {path[:20]}", lambda path=path: game(head=HEAD + f"extends: {path}\n")
        yield f"uses {path[:20]}", lambda path=path: game(head=HEAD + f"uses: {path}\n")
