"""Mutated rule files: nothing but mistakes with places may come out of reading them.

`python tests/fuzz.py 10000 [SEED]` tries that many files and says what it found; `tests/test_fuzz.py` runs a few.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from cardrules.dsl.diagnostics import CODES, Diagnostic, RuleError
from cardrules.dsl.load import load_text
from cardrules.dsl.source import Span

ROOT = Path(__file__).parent.parent
FILES = sorted([*ROOT.glob("games/*.yml"), *ROOT.glob("tests/games/*.yml")])
SMALL = [path for path in FILES if path.stat().st_size < 12_000]
WORDS = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
SIGNS = "()[]{}:,.|>-+*/%=<>#\"'&!?@`\t\n \\♠é😀0"


def characters(text: str, rng: Random) -> str:
    """Some characters deleted, doubled, put in or swapped."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(4):
            case 0:
                text = text[:at] + text[at + rng.randint(1, 3) :]
            case 1:
                text = text[:at] + rng.choice(SIGNS) + text[at:]
            case 2:
                text = text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
            case _:
                text = text[:at] + rng.choice(SIGNS) + text[at + 1 :]
    return text


def words(text: str, rng: Random) -> str:
    """Words deleted, doubled, or swapped with others of the file."""
    found = list(WORDS.finditer(text))
    for _ in range(rng.randint(1, 3)):
        one, other = rng.choice(found), rng.choice(found)
        new = rng.choice(("", f"{one.group()} {one.group()}", other.group()))
        text = text[: one.start()] + new + text[one.end() :]
    return text


def lines(text: str, rng: Random) -> str:
    """Lines deleted, doubled, swapped, joined or indented anew."""
    rows = text.split("\n")
    for _ in range(rng.randint(1, 3)):
        at, other = rng.randrange(len(rows)), rng.randrange(len(rows))
        match rng.randrange(6):
            case 0:
                del rows[at]
                rows = rows or [""]
            case 1:
                rows.insert(other, rows[at])
            case 2:
                rows[at], rows[other] = rows[other], rows[at]
            case 3:
                rows[at] = " " * rng.randrange(12) + rows[at].lstrip()
            case 4:
                rows[at] += rows[other].strip()
            case _:
                rows[at : at + rng.randint(1, 20)] = []
                rows = rows or [""]
    return "\n".join(rows)


def splices(text: str, rng: Random) -> str:
    """A piece of one file in another, or the rest of a file cut off."""
    other = rng.choice(FILES).read_text("utf-8")
    at, begin = rng.randrange(len(text)), rng.randrange(len(other))
    if rng.random() < 0.2:
        return text[:at]
    return text[:at] + other[begin : begin + rng.randint(1, 400)] + text[at + rng.randrange(200) :]


MUTATIONS: tuple[Callable[[str, Random], str], ...] = (characters, words, lines, splices)


@dataclass
class Outcome:
    """What came of many files. bad: what must not be, with the file's text."""

    files: int = 0
    accepted: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    codes: Counter[str] = field(default_factory=Counter[str])
    bad: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])


def wrong(diagnostic: Diagnostic) -> str:
    """What is wrong with a fault as it is told; "" when nothing is."""
    if diagnostic.code not in CODES:
        return f"no such code: {diagnostic.code}"
    if not diagnostic.message:
        return "nothing is said"
    spans: list[Span] = [span for span, _ in diagnostic.related]
    if diagnostic.span is not None:
        spans.append(diagnostic.span)
    elif not diagnostic.file:
        return "no place and no file"
    for span in spans:
        if not 0 <= span.start <= span.end <= len(span.source.text):
            return f"a place outside of the file: {span.start}..{span.end}"
    return ""


def fuzz(number: int, seed: int) -> Outcome:
    """Read so many mutated files. Most are small, as large ones only take longer."""
    from cardrules.dsl.render import render

    rng, outcome = Random(seed), Outcome()
    texts = {path: path.read_text("utf-8") for path in FILES}
    for _ in range(number):
        text = texts[rng.choice(FILES if rng.random() < 0.1 else SMALL)]
        for mutation in rng.choices(MUTATIONS, k=rng.choice((1, 1, 2))):
            text = mutation(text or "x", rng)
        began = time.perf_counter()
        try:
            load_text(text, "mutated.yml")
            outcome.accepted += 1
        except RuleError as error:
            outcome.codes[error.diagnostics[0].code] += 1
            outcome.bad += [(fault, text) for d in error.diagnostics if (fault := wrong(d))]
            if not error.diagnostics:
                outcome.bad.append(("no fault at all", text))
            render(error.diagnostics)
        except Exception as error:
            outcome.bad.append((f"{type(error).__name__}: {error}", text))
        taken = time.perf_counter() - began
        outcome.files += 1
        outcome.seconds += taken
        outcome.slowest = max(outcome.slowest, taken)
    return outcome


# --------------------------------------------------------------------------- is the mutated line blamed?


def misspell(row: str, rng: Random) -> str:
    """A letter of a word changed, left out or doubled."""
    found = [m for m in WORDS.finditer(code_of(row)) if len(m.group()) > 3]
    if not found:
        return row
    word = rng.choice(found)
    at = rng.randrange(word.start() + 1, word.end())
    return row[:at] + rng.choice(("", row[at] * 2, rng.choice("qxzjk"))) + row[at + 1 :]


def indent(row: str, rng: Random) -> str:
    """One to three columns to the right or left."""
    blanks = len(row) - len(row.lstrip())
    new = max(0, blanks + rng.choice((-3, -2, -1, 1, 2, 3)))
    return " " * new + row.lstrip() if code_of(row).strip() else row


def retype(row: str, rng: Random) -> str:
    """A number in place of a word, or a word in place of a number."""
    found = list(re.finditer(r"(?<![A-Za-z_0-9])(?:[A-Za-z_][A-Za-z_0-9]*|[0-9]+)", code_of(row)))
    if not found:
        return row
    one = rng.choice(found)
    return row[: one.start()] + (rng.choice(("hearts", "yes")) if one.group().isdigit() else str(rng.randrange(20))) + row[one.end() :]


def punctuate(row: str, rng: Random) -> str:
    """A colon or a bracket less."""
    found = list(re.finditer(r"[:()]", code_of(row)))
    if not found:
        return row
    at = rng.choice(found).start()
    return row[:at] + row[at + 1 :]


def code_of(row: str) -> str:
    """A line without its comment and without what stands in quotes."""
    row = re.sub(r'"[^"]*"', lambda m: " " * len(m.group()), row)
    return re.sub(r"(^|\s)#.*", "", row)


SLIPS: tuple[Callable[[str, Random], str], ...] = (misspell, indent, retype, punctuate)


@dataclass
class Slip:
    """One slip: in which line (from 1), what was blamed (None: nothing was wrong with the file)."""

    kind: str
    line: int
    blamed: int | None
    code: str
    message: str
    old: str
    new: str


def slips(number: int, seed: int) -> list[Slip]:
    """Files with one slip each, outside of texts for people."""
    rng, result = Random(seed), list[Slip]()
    texts = {path: path.read_text("utf-8") for path in SMALL}
    while len(result) < number:
        rows = texts[rng.choice(SMALL)].split("\n")
        at, kind = rng.randrange(len(rows)), rng.choice(SLIPS)
        if re.match(r"(game|about|how):", rows[at]) or rows[at].lstrip().startswith("say "):
            continue
        new = kind(rows[at], rng)
        if new == rows[at]:
            continue
        text = "\n".join([*rows[:at], new, *rows[at + 1 :]])
        blamed, code, message = None, "", ""
        try:
            load_text(text, "slip.yml")
        except RuleError as error:
            first = next(d for d in error.diagnostics if d.severity == "error")
            blamed, code, message = first.span.line if first.span else 0, first.code, first.message
        result.append(Slip(kind.__name__, at + 1, blamed, code, message, rows[at], new))
    return result


def main() -> None:
    number, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    outcome = fuzz(number, seed)
    print(f"{outcome.files:,} files in {outcome.seconds:.0f} s, {outcome.accepted:,} accepted, slowest {outcome.slowest:.2f} s")
    print("first mistakes:", dict(outcome.codes.most_common(12)))
    for what, _ in outcome.bad[:20]:
        print("BAD", what)
    if outcome.bad:
        Path("fuzz-bad.yml").write_text(outcome.bad[0][1], encoding="utf-8")
    found = [s for s in slips(max(1, number // 10), seed) if s.blamed is not None]
    for kind in [slip.__name__ for slip in SLIPS]:
        of_kind = [s for s in found if s.kind == kind]
        hits = sum(s.blamed == s.line for s in of_kind)
        print(f"{kind}: {hits} of {len(of_kind)} blamed on their own line ({hits / max(1, len(of_kind)):.1%})")
    for s in [s for s in found if s.blamed != s.line][:40]:
        print(f"{s.kind} line {s.line} -> {s.blamed} {s.code} {s.message}\n    {s.old}\n    {s.new}")


if __name__ == "__main__":
    main()
