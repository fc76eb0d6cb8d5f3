"""Mutated rule files: nothing but mistakes with places may come out of reading them.

    python tests/fuzz.py 10000 [SEED] [FOLDER]

tries that many files and says what it found, by kind of mutation; what must not be is kept in FOLDER. `tests/test_fuzz.py` runs a few.
The kinds are of two families: *wild* ones, several changes of a file in one place or many, and *slips*, one small change in one line as
people make it. Of a slip it is also asked whether the first mistake stands on the line that was changed.
"""

from __future__ import annotations

import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from types import FrameType

from cardrules.dsl.diagnostics import CODES, Diagnostic, RuleError
from cardrules.dsl.lint import look_over
from cardrules.dsl.load import load_text
from cardrules.dsl.render import render
from cardrules.dsl.source import Span

ROOT = Path(__file__).parent.parent
FOLDERS = ("games", "tests/games", "tests/errors/right", "tests/flaws")
WORDS = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
SIGNS = "()[]{}:,.|>-+*/%=<>#\"'&!?@`\t\n \\♠é😀0"
SECONDS = 20.0  # after which reading a file counts as hanging


@cache
def texts() -> dict[Path, str]:
    """The files that are mutated: all that are right as they stand."""
    found = {path: path.read_text("utf-8") for folder in FOLDERS for path in sorted(ROOT.glob(f"{folder}/*.yml"))}
    return {path: text for path, text in found.items() if not any(d.severity == "error" for d in mistakes(text))}


@cache
def weights() -> list[float]:
    """How often each file is taken: small ones more, as large ones only take longer."""
    return [1 / (1000 + len(text)) for text in texts().values()]


# --------------------------------------------------------------------------- wild mutations


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
    for _ in range(rng.randint(1, 3)):
        found = list(WORDS.finditer(text)) or [re.match("", text)]
        one, other = rng.choice(found), rng.choice(found)
        assert one is not None and other is not None
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
    other = rng.choice(list(texts().values()))
    at, begin = rng.randrange(len(text)), rng.randrange(len(other))
    if rng.random() < 0.2:
        return text[:at]
    return text[:at] + other[begin : begin + rng.randint(1, 400)] + text[at + rng.randrange(200) :]


def mixtures(text: str, rng: Random) -> str:
    """Two of the others, one after the other."""
    for mutation in rng.choices((characters, words, lines, splices), k=2):
        text = mutation(text or "x", rng)
    return text


WILD: tuple[Callable[[str, Random], str], ...] = (characters, words, lines, splices, mixtures)


# --------------------------------------------------------------------------- slips: one small change of one line


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


def slipped(text: str, slip: Callable[[str, Random], str], rng: Random) -> tuple[str, int]:
    """A text with one slip, outside of what is only told to people, and its line (from 1)."""
    rows = text.split("\n")
    told = told_to_people(rows)
    while True:
        at = rng.randrange(len(rows))
        new = rows[at] if at in told else slip(rows[at], rng)
        if new != rows[at]:
            return "\n".join([*rows[:at], new, *rows[at + 1 :]]), at + 1


def told_to_people(rows: list[str]) -> set[int]:
    """Rows (from 0) of titles, descriptions and what is said: whatever stands there is right."""
    found, part = set[int](), ""
    for at, row in enumerate(rows):
        if (key := re.match(r"(\w+):", row)) is not None:
            part = key[1]
        if part in ("game", "about", "how") or row.lstrip().startswith("say "):
            found.add(at)
    return found


# --------------------------------------------------------------------------- reading what came of it


@dataclass(frozen=True)
class Tried:
    """One mutated file. line: of its slip, 0 for what is wild. first: its first mistake; None: nothing is wrong with the file. bad: what
    must not be, "" when all is well."""

    path: Path
    kind: str
    text: str
    line: int
    first: Diagnostic | None
    bad: str
    seconds: float

    @property
    def hit(self) -> bool:
        """Whether the mistake stands on the line of the slip."""
        return self.first is not None and self.first.span is not None and self.first.span.line == self.line


class Hangs(BaseException):
    """A file took far too long; no part of cardrules may take it for one of its own."""


def mutated(rng: Random) -> Tried:
    """One mutated file, read."""
    path = rng.choices(list(texts()), weights())[0]
    mutation = rng.choice(WILD + SLIPS)
    if mutation in SLIPS:
        text, line = slipped(texts()[path], mutation, rng)
    else:
        text, line = mutation(texts()[path], rng), 0
    return tried(path, mutation.__name__, text, line)


def tried(path: Path, kind: str, text: str, line: int) -> Tried:
    """A text read as `check` reads it."""
    began, first, bad = time.perf_counter(), None, ""
    try:
        found = mistakes(text)
        bad = next((fault for d in found if (fault := wrong(d))), "")
        first = next((d for d in found if d.severity == "error"), None)
        render(found)
    except Hangs:
        bad = f"takes more than {SECONDS:.0f} seconds"
    except Exception as fault:
        bad = f"{type(fault).__name__}: {fault}"
    return Tried(path, kind, text, line, first, bad, time.perf_counter() - began)


def mistakes(text: str) -> list[Diagnostic]:
    """What is wrong or suspicious in a text. Raises Hangs."""

    def too_long(number: int, frame: FrameType | None) -> None:
        raise Hangs

    before = signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        return look_over(load_text(text, "mutated.yml"))
    except RuleError as error:
        return error.diagnostics
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def wrong(diagnostic: Diagnostic) -> str:
    """What is wrong with a mistake as it is told; "" when nothing is."""
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
        if not 0 <= span.start <= span.end <= len(span.source.text) or not span.source.name:
            return f"a place outside of the file: {span.start}..{span.end}"
        with suppress(IndexError):
            if span.column <= len(span.source.line(span.line)) + 1:
                continue
        return f"a place outside of its line: {span.line}:{span.column}"
    return ""


@dataclass
class Outcome:
    """What came of many files. kinds, accepted, hits: by kind of mutation; hits counts slips that were blamed on their own line."""

    kinds: Counter[str] = field(default_factory=Counter[str])
    accepted: Counter[str] = field(default_factory=Counter[str])
    hits: Counter[str] = field(default_factory=Counter[str])
    codes: Counter[str] = field(default_factory=Counter[str])
    bad: list[Tried] = field(default_factory=list[Tried])
    missed: list[Tried] = field(default_factory=list[Tried])
    seconds: float = 0.0
    slowest: Tried | None = None

    def add(self, one: Tried) -> None:
        self.kinds[one.kind] += 1
        self.seconds += one.seconds
        if self.slowest is None or one.seconds > self.slowest.seconds:
            self.slowest = one
        if one.bad:
            self.bad.append(one)
        if one.first is None:
            self.accepted[one.kind] += 1
            return
        self.codes[one.first.code] += 1
        if one.hit:
            self.hits[one.kind] += 1
        elif one.line:
            self.missed.append(one)

    def lines(self) -> list[str]:
        """A summary for people."""
        assert self.slowest is not None
        slow = self.slowest
        rows = [f"{self.kinds.total():,} files in {self.seconds:.0f} s, {self.accepted.total():,} accepted, {len(self.bad)} bad"]
        rows.append(f"slowest {slow.seconds:.2f} s: {slow.kind} of {slow.path.name}")
        for kind, number in sorted(self.kinds.items()):
            row = f"  {kind:12}{number:8,} files {number / self.kinds.total():6.1%}, {self.accepted[kind]:6,} accepted"
            if kind in {slip.__name__ for slip in SLIPS}:
                faulty = number - self.accepted[kind]
                row += f", {self.hits[kind]:6,} of {faulty:6,} blamed on their own line: {self.hits[kind] / max(1, faulty):.1%}"
            rows.append(row)
        rows.append("first mistakes: " + ", ".join(f"{code} {n}" for code, n in self.codes.most_common(12)))
        return rows


def fuzz(number: int, seed: int, each: Callable[[Outcome, Tried], None] = lambda outcome, one: None) -> Outcome:
    """Read so many mutated files; `each` is told of every one."""
    rng, outcome = Random(seed), Outcome()
    for _ in range(number):
        one = mutated(rng)
        outcome.add(one)
        each(outcome, one)
    return outcome


def keep(one: Tried, folder: Path, number: int) -> None:
    """A file as it was, and beside it what is the matter."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{number:04}.yml"
    path.write_text(one.text, "utf-8", "surrogatepass")
    told = "" if one.first is None or one.first.span is None else f"{one.first.span.line} {one.first.code} {one.first.message}"
    path.with_suffix(".txt").write_text(f"{one.kind} of {one.path.name}, line {one.line}\n{one.bad or told}\n", "utf-8")


def main() -> None:
    """The command."""
    number, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    folder = Path(sys.argv[3]) if len(sys.argv) > 3 else None

    def told(outcome: Outcome, one: Tried) -> None:
        if folder is not None and one.bad:
            keep(one, folder, len(outcome.bad))
        if folder is not None and outcome.kinds.total() % 1000 == 0:
            (folder / "summary.txt").write_text("\n".join(outcome.lines()) + "\n", "utf-8")

    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    outcome = fuzz(number, seed, told)
    print("\n".join(outcome.lines()))
    for one in outcome.bad[:20]:
        print(f"BAD {one.kind} of {one.path.name}: {one.bad}")
    for one in outcome.missed[:60]:
        assert one.first is not None
        old, new = texts()[one.path].split("\n")[one.line - 1], one.text.split("\n")[one.line - 1]
        at = one.first.span.line if one.first.span is not None else 0
        print(f"{one.kind} {one.path.name}:{one.line} -> {at} {one.first.code} {one.first.message}\n    {old}\n    {new}")


if __name__ == "__main__":
    main()
