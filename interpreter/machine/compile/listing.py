"""What was emitted, to be read: each function with the lines of the rule file that it comes from beside it, as comments."""

from __future__ import annotations

from ....dsl import ir
from ..program import Program
from .module import write
from .plan import BULK, FULL

NAMES = (
    "# r…: a rule; g…: a piece of a menu; m…: a whole menu; b…: what runs from one stop to the next, by the address where it begins",
    "# S: the state, in bulk play with a list for each place; T: where chance comes from; R: what is reported; A…, B…, D…: tables",
    "# none: the value that is no value; GiveUp: here the interpreter takes over, and says what is wrong",
)


def listing(program: Program, bulk: bool) -> str:
    """The source for a program: as games are played one by one, or (bulk) by the thousand at random.

    It begins with what its names mean, and ends with the tables.
    """
    source = write(program, BULK if bulk else FULL)
    parts: list[str] = [*NAMES]
    for name, lines in source.functions.items():
        parts.append("\n".join(["", *_rules(program, source.touched[name]), *lines]))
    for address, why in sorted(source.missing.items()):
        parts.append(f"# {address} is left to the interpreter: {why}")
    parts.append("\n# tables of the game")
    parts += [f"{name} = {value!r}" for name, value in source.tables.items() if name[0] in "ABD"]
    return "\n".join(parts).replace(str(ir.NONE), "none")


def _rules(program: Program, addresses: set[int]) -> list[str]:
    """The lines of the file that addresses come from, as comments."""
    found: dict[tuple[str, int], str] = {}
    for address in addresses:
        span = program.span_at(address)
        if span is not None:
            found[(span.source.name, span.line)] = span.source.line(span.line)
    return [f"# {line:4}  {_plain(text)}" for (_, line), text in sorted(found.items())]


def _plain(text: str) -> str:
    """One line, whatever stands in it."""
    return "".join(letter if letter.isprintable() else " " for letter in text).rstrip()
