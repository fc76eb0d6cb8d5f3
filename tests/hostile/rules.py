"""Rules that would run for ever, call themselves, or ask for more than there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .parts import HEAD, game, play


def rules() -> Iterator[tuple[str, Callable[[], str | bytes]]]:
    """Every file by name."""
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
