"""Rule files that mean harm, or might as well: each a text that must be refused, or played, in bounded time and memory.

`tests/test_hostile.py` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

Texts = dict[str, "str | bytes"]

HEAD = """\
cardrules: 1
game: Harm
about: A file that means harm.
players: 2..3
"""
CARDS = """\
cards:
  french: A..K of every suit
"""
ZONES = """\
zones:
  stock: every card, face down
  hand: each player, seen by owner
"""
VARIABLES = """\
variables:
  pot: 0..100
  leader: player
"""
SETUP = """\
setup: |
  shuffle stock
  deal 5 from stock to each hand
"""
PLAY = """\
play: |
  win first of players
"""
PARTS = {"head": HEAD, "cards": CARDS, "zones": ZONES, "variables": VARIABLES, "setup": SETUP, "play": PLAY, "rules": ""}


def game(**parts: str) -> str:
    """A small good game with these parts in place of its own."""
    return "".join({**PARTS, **{name: text if text.endswith("\n") else text + "\n" for name, text in parts.items()}}.values())


def play(*lines: str) -> str:
    """The part `play` with these sentences."""
    return "play: |\n" + "".join(f"  {line}\n" for line in lines)


def texts() -> Iterator[tuple[str, Callable[[], str | bytes]]]:
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
    # ------------------------------------------------------------------ running for ever
    yield "an endless loop", lambda: game(play=play("repeat:", "  pot = 1", "win first of players"))
    yield "an endless while", lambda: game(play=play("while pot is 0:", "  nothing", "win first of players"))
    yield (
        "loops in loops",
        lambda: game(play=play(*("  " * n + f"for each a{n} in 1..1000:" for n in range(9)), "  " * 9 + "pot = 1", "win first of players")),
    )
    yield (
        "sums in sums",
        lambda: game(
            play=play(
                "pot = " + "".join("sum(" for n in range(9)) + "1" + "".join(f" for a{n} in 1..1000)" for n in range(9)),
                "win first of players",
            )
        ),
    )
    yield (
        "sums in a guard",
        lambda: game(
            play=play(
                "leader chooses:",
                "  a(n in 1..9) when sum(sum(sum(1 for x in 1..5000) for y in 1..5000) for z in 1..5000) > 0:",
                "    pot = 1",
                "win first of players",
            )
        ),
    )
    yield "an endless setup", lambda: game(setup="setup: |\n  repeat:\n    shuffle stock\n")
    yield "shuffling for ever", lambda: game(play=play("repeat 10000000 times:", "  shuffle stock", "win first of players"))
    yield "turns without end", lambda: game(play=play("take turns from first of players:", "  pot = 1"))
    yield (
        "going round without end",
        lambda: game(play=play("go round from first of players until all pass:", "  pot = 1", "win first of players")),
    )
    yield "a match without end", lambda: game(rules="match: no\n")
    yield (
        "an attribute that loops",
        lambda: game(
            rules="attributes:\n  slow: sum(sum(1 for a in 1..3000) for b in 1..3000)\n",
            play=play("pot = sum(c.slow for c in stock)", "win first of players"),
        ),
    )
    yield (
        "an invariant that loops",
        lambda: game(
            rules="invariants:\n  always:\n    slow: sum(sum(sum(1 for a in 1..3000) for b in 1..3000) for c in 1..3000) > 0\n",
            play=play("leader chooses:", "  a:", "    pot = 1", "win first of players"),
        ),
    )
    yield "saying without end", lambda: game(play=play("repeat:", '  say "{first of players} goes on and on."', "win first of players"))
    yield (
        "saying much",
        lambda: game(
            play=play("while pot < 100:", "  pot += 1", *('  say "' + "long " * 400 + '"' for _ in range(100)), "win first of players")
        ),
    )
    yield "drawing without end", lambda: game(play=play("repeat:", "  move random of stock to stock", "win first of players"))
    yield "subsets without number", lambda: game(play=play("pot = count(s for s in 0..40 of stock)", "win first of players"))
    yield "half of the subsets", lambda: game(play=play("pot = count(s for s in 26 of stock)", "win first of players"))
    yield "subsets of numbers", lambda: game(play=play("pot = count(s for s in 3 of (1..9000))", "win first of players"))
    yield (
        "sorting much",
        lambda: game(
            cards="cards:\n  each number 1..9000: {copies: 1}\n",
            play=play("repeat 1000 times:", "  pot = count(stock by number) % 2", "win first of players"),
        ),
    )
    yield (
        "looking through much",
        lambda: game(
            cards="cards:\n  each number 1..9000: {copies: 1}\n",
            play=play("pot = count(a for a in stock when any(b.number > a.number for b in stock)) % 2", "win first of players"),
        ),
    )
    # ------------------------------------------------------------------ recursion
    yield (
        "a rule that calls itself",
        lambda: game(rules="rules:\n  f(number n): f(n + 1) if n >= 0 else 0\n", play=play("pot = f(1)", "win first of players")),
    )
    yield (
        "rules that call each other",
        lambda: game(
            rules="rules:\n  f(number n): g(n) if n > 0 else 0\n  g(number n): f(n) if n > 0 else 0\n",
            play=play("pot = f(1)", "win first of players"),
        ),
    )
    yield (
        "a rule that calls itself twice",
        lambda: game(
            rules="rules:\n  f(number n): f(n - 1) + f(n - 1) if n > 0 else 0\n", play=play("pot = f(60)", "win first of players")
        ),
    )
    yield (
        "a rule that asks and calls itself",
        lambda: game(rules="rules:\n  f(): |\n    leader chooses:\n      a:\n        f()\n", play=play("f()", "win first of players")),
    )
    yield (
        "a procedure that calls itself",
        lambda: game(rules="rules:\n  f(): |\n    pot = 1\n    f()\n", play=play("f()", "win first of players")),
    )
    yield (
        "1500 rules in a chain",
        lambda: game(
            rules="rules:\n" + "".join(f"  f{n}(number n): f{n + 1}(n) + 1\n" for n in range(1500)) + "  f1500(number n): n\n",
            play=play("pot = f0(1) % 5", "win first of players"),
        ),
    )
    yield (
        "1500 rules in a chain, the last first",
        lambda: game(
            rules="rules:\n  f1500(number n): n\n" + "".join(f"  f{n}(number n): f{n + 1}(n) + 1\n" for n in range(1499, -1, -1)),
            play=play("pot = f0(1) % 5", "win first of players"),
        ),
    )
    yield (
        "1500 rules in a circle",
        lambda: game(
            rules="rules:\n" + "".join(f"  f{n}(number n): f{(n + 1) % 1500}(n)\n" for n in range(1500)),
            play=play("pot = f0(1) % 5", "win first of players"),
        ),
    )
    yield (
        "rules that all call all",
        lambda: game(
            rules="rules:\n" + "".join(f"  f{n}(number n): " + " + ".join(f"f{m}(n)" for m in range(60)) + "\n" for n in range(60)),
            play=play("pot = f0(1) % 5", "win first of players"),
        ),
    )
    yield (
        "1500 procedures in a chain",
        lambda: game(
            rules="rules:\n" + "".join(f"  f{n}(): |\n    f{n + 1}()\n" for n in range(1500)) + "  f1500(): |\n    pot = 1\n",
            play=play("f0()", "win first of players"),
        ),
    )
    yield (
        "1500 asking procedures in a chain",
        lambda: game(
            rules="rules:\n"
            + "".join(f"  f{n}(): |\n    f{n + 1}()\n" for n in range(1500))
            + "  f1500(): |\n    leader chooses:\n      a:\n        pot = 1\n",
            play=play("f0()", "win first of players"),
        ),
    )
    yield (
        "60 rules, each calling the next twice",
        lambda: game(
            rules="rules:\n" + "".join(f"  f{n}(number n): f{n + 1}(n) + f{n + 1}(n)\n" for n in range(60)) + "  f60(number n): n\n",
            play=play("pot = f0(1) % 5", "win first of players"),
        ),
    )
    yield (
        "700 attributes in a chain",
        lambda: game(
            rules="attributes:\n" + "".join(f"  a{n}: a{n + 1} + 1\n" for n in range(700)) + "  a700: pips\n",
            play=play("pot = count(stock where a0 > 1)", "win first of players"),
        ),
    )
    yield (
        "60 attributes, each reading the next twice",
        lambda: game(
            rules="attributes:\n" + "".join(f"  a{n}: a{n + 1} + a{n + 1}\n" for n in range(60)) + "  a60: pips\n",
            play=play("pot = count(stock where a0 > 1)", "win first of players"),
        ),
    )
    yield (
        "attributes of the state, each reading the next twice",
        lambda: game(
            rules="attributes:\n" + "".join(f"  a{n}: (a{n + 1} + a{n + 1}) % 7\n" for n in range(60)) + "  a60: pips + pot\n",
            play=play("pot = count(stock where a0 > 1)", "win first of players"),
        ),
    )
    # ------------------------------------------------------------------ sentences
    yield "a long number", lambda: game(play=play("pot = " + "9" * 5000, "win first of players"))
    yield "a long number of players", lambda: game(head=HEAD.replace("2..3", "9" * 5000))
    yield "a long option", lambda: game(head=HEAD + "options:\n  n: " + "9" * 5000 + " in 0.." + "9" * 5000 + "\n")
    yield "a long value", lambda: game(head=HEAD + "options:\n  n: 1 in 0..9\nvariants:\n  v: {n: " + "9" * 5000 + "}\n")
    yield "a long version", lambda: game(head=HEAD.replace("cardrules: 1", "cardrules: " + "1" * 5000))
    yield "a long attribute value", lambda: game(rules="attributes:\n  a:\n    " + "9" * 5000 + ": otherwise\n")
    yield "parentheses", lambda: game(play=play("pot = " + "(" * 10_000 + "1" + ")" * 10_000, "win first of players"))
    yield "parentheses never closed", lambda: game(play=play("pot = " + "(" * 100_000))
    yield "nots", lambda: game(play=play("if " + "not " * 30_000 + "yes:", "  pot = 1", "win first of players"))
    yield "dashes", lambda: game(play=play("pot = " + "- " * 30_000 + "1", "win first of players"))
    yield "a long sum", lambda: game(play=play("pot = " + "1 + " * 50_000 + "1", "win first of players"))
    yield "a long product", lambda: game(play=play("pot = " + "2 * " * 100 + "2", "win first of players"))
    yield "a long list", lambda: game(play=play("pot = count((" + ", ".join(["1"] * 50_000) + "))", "win first of players"))
    yield "long ands", lambda: game(play=play("if " + "yes and " * 25_000 + "yes:", "  pot = 1", "win first of players"))
    yield "long dots", lambda: game(play=play("pot = pot" + ".pot" * 30_000, "win first of players"))
    yield "long calls", lambda: game(play=play("pot = pot" + "(1)" * 30_000, "win first of players"))
    yield "long conditionals", lambda: game(play=play("pot = " + "1 if yes else " * 10_000 + "1", "win first of players"))
    yield "long or elses", lambda: game(play=play("pot = " + "pot or else " * 10_000 + "1", "win first of players"))
    yield "wheres", lambda: game(play=play("pot = count(" + "(" * 40 + "stock" + " where yes)" * 40 + ")", "win first of players"))
    yield "100 conditionals", lambda: game(play=play("pot = " + "1 if pot is 0 else " * 100 + "1", "win first of players"))
    yield "nested conditionals", lambda: game(play=play("pot = " + "(1 if pot is 0 else " * 50 + "1" + ")" * 50, "win first of players"))
    yield "nested comparisons", lambda: game(play=play("if " + "(" * 50 + "1" + " is 1)" * 50 + ":", "  pot = 1", "win first of players"))
    yield "nested calls", lambda: game(play=play("pot = " + "max(1, " * 50 + "1" + ")" * 50, "win first of players"))
    yield (
        "nested any",
        lambda: game(
            play=play(
                "if " + "".join("any(" for n in range(18)) + "yes" + "".join(f" for a{n} in players)" for n in range(18)) + ":",
                "  pot = 1",
                "win first of players",
            )
        ),
    )
    yield (
        "ifs in ifs",
        lambda: game(play=play(*("  " * n + "if pot is 0:" for n in range(300)), "  " * 300 + "pot = 1", "win first of players")),
    )
    yield (
        "60 ifs in ifs",
        lambda: game(play=play(*("  " * n + "if pot is 0:" for n in range(60)), "  " * 60 + "pot = 1", "win first of players")),
    )
    yield (
        "else ifs",
        lambda: game(
            play=play(
                "if pot is 0:",
                "  pot = 1",
                *(line for n in range(5000) for line in (f"else if pot is {n % 100}:", "  pot = 2")),
                "win first of players",
            )
        ),
    )
    yield "many sentences", lambda: game(play=play(*("pot = 1" for n in range(20_000)), "win first of players"))
    yield "many faults", lambda: game(play=play(*(f"x{n} = 1" for n in range(20_000)), "win first of players"))
    yield "the same fault", lambda: game(play=play(*("x = 1" for n in range(20_000)), "win first of players"))
    yield "many faults of types", lambda: game(play=play(*("pot = stock" for n in range(15_000)), "win first of players"))
    yield "many lets", lambda: game(play=play(*(f"let a{n} = {n}" for n in range(10_000)), "win first of players"))
    yield (
        "a chain of lets",
        lambda: game(play=play("let a0 = 1", *(f"let a{n} = a{n - 1} + a{n - 1}" for n in range(1, 4000)), "win first of players")),
    )
    yield "many rules", lambda: game(rules="rules:\n" + "".join(f"  f{n}(): pot + {n}\n" for n in range(4500)))
    yield "many parameters", lambda: game(rules="rules:\n  f(" + ", ".join(f"number a{n}" for n in range(5000)) + "): 1\n")
    yield (
        "many loops that widen",
        lambda: game(
            play=play(
                *(f"let a{n} = none" for n in range(60)),
                "repeat 3 times:",
                *(f"  a{n} = a{(n + 1) % 60}" for n in range(60)),
                "  a0 = 1",
                "win first of players",
            )
        ),
    )
    yield (
        "many actions",
        lambda: game(play=play("leader chooses:", *(f"  a{n}:\n      pot = 1" for n in range(5000)), "win first of players")),
    )
    yield "many kinds", lambda: game(head=HEAD + "kinds:\n" + "".join(f"  k{n}: a{n}, b{n}\n" for n in range(4500)))
    yield "a large kind", lambda: game(head=HEAD + "kinds:\n  k: " + ", ".join(f"m{n}" for n in range(25_000)) + "\n")
    yield (
        "kinds that share",
        lambda: game(head=HEAD + "kinds:\n" + "".join(f"  k{n}: " + ", ".join(f"m{i}" for i in range(90)) + "\n" for n in range(400))),
    )
    yield "many examples", lambda: game(rules="examples:\n" + "".join(f"  e{n}:\n    then:\n      - pot is 0\n" for n in range(1500)))
    yield (
        "an example without end",
        lambda: game(rules="examples:\n  e:\n    do: |\n      repeat:\n        pot = 1\n    then:\n      - pot is 0\n"),
    )
    yield (
        "many variants with rules",
        lambda: game(rules="rules:\n  f(): 1\nvariants:\n" + "".join(f"  v{n}: {{rules: {{f(): {n}}}}}\n" for n in range(1500))),
    )
    yield (
        "many variants",
        lambda: game(head=HEAD + "options:\n  n: 1 in 0..9999\nvariants:\n" + "".join(f"  v{n}: {{n: {n}}}\n" for n in range(2500))),
    )
    yield "words of one letter", lambda: game(play=play("a " * 100_000))
    yield "signs", lambda: game(play=play("@" * 100_000))
    yield "bad indents", lambda: game(play="play: |\n" + "".join("  " + " " * (n * 7919 % 200) + "pot = 1\n" for n in range(2000)))
    yield "line ends in brackets", lambda: game(play=play("pot = (1", *("   + 1" for n in range(15_000)), "  )", "win first of players"))
    # ------------------------------------------------------------------ decisions
    yield (
        "any cards of a hand",
        lambda: game(
            setup="setup: |\n  shuffle stock\n  deal 20 from stock to each hand\n",
            play=play(
                "take turns from first of players until pot > 3:",
                "  choose:",
                "    throw(some in 0..20 of hand):".replace("some", "these"),
                "      pot += 1",
                "win first of players",
            ),
        ),
    )
    yield (
        "three ranges of a million",
        lambda: game(
            play=play(
                "take turns from first of players until pot > 3:",
                "  choose:",
                "    bet(a in 1..1000000, b in 1..1000000, c in 1..1000000):",
                "      pot += 1",
                "win first of players",
            )
        ),
    )
    yield (
        "three ranges, none allowed",
        lambda: game(
            play=play(
                "take turns from first of players until pot > 3:",
                "  choose:",
                "    bet(a in 1..1000000, b in 1..1000000, c in 1..1000000) when a + b + c is 0:",
                "      pot += 1",
                "  else:",
                "    pot += 1",
                "win first of players",
            )
        ),
    )
    yield (
        "three ranges, one allowed",
        lambda: game(
            play=play(
                "take turns from first of players until pot > 3:",
                "  choose:",
                "    bet(a in 1..1000000, b in 1..1000000, c in 1..1000000) when a + b + c is 3000000:",
                "      pot += 1",
                "win first of players",
            )
        ),
    )
    yield (
        "a range to the end of numbers",
        lambda: game(
            play=play(
                "take turns from first of players until pot > 3:",
                "  choose:",
                "    bet(a in -999999999999999999..999999999999999999):",
                "      pot += 1",
                "win first of players",
            )
        ),
    )
    yield (
        "all bet a million at once",
        lambda: game(
            play=play(
                "while pot < 3:",
                "  each player secretly chooses:",
                "    bet(a in 1..1000000, b in 1..1000000) when a < b:",
                "      pot = 3",
                "win first of players",
            )
        ),
    )
    yield (
        "subsets of subsets",
        lambda: game(
            setup="setup: |\n  shuffle stock\n  deal 24 from stock to each hand\n",
            play=play(
                "take turns from first of players until pot > 3:",
                "  choose:",
                "    put(one in 0..24 of hand, two in 0..24 of hand, three in 0..24 of hand) when count(one) + count(two) is 47:",
                "      pot += 1",
                "  else:",
                "    pot += 1",
                "win first of players",
            ),
        ),
    )
    yield (
        "an anytime menu without end",
        lambda: game(
            rules="anytime: |\n  wait when yes:\n    pot = 1\n",
            play=play("take turns from first of players until pot > 3:", "  choose:", "    go:", "      pot += 1", "win first of players"),
        ),
    )
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
