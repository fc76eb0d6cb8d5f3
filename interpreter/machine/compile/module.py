"""All functions of a program: their source, and the functions themselves.

The source is made of numbers and of names from this package; the file's own text stands in it only as comments of one line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ....dsl.ir import NONE
from ..program import Menu, Program
from ..running.run import JUMPS
from .blocks import Blocks
from .bulk import Told, bulk
from .choices import Choices
from .frames import Frames
from .full import full
from .plan import BULK, Plan, TooLong
from .routines import Routines
from .shared import Ended, GiveUp, shared
from .writer import GIVE_UP, Unstructured, Writer

ROUNDS = 2  # times that code is written, each time knowing what was found out before


@dataclass
class Source:
    """What was written. functions: by name, its lines; tables: constants by name; missing: what is left to `interpret`, and why.

    arguments: how many each fragment takes behind who acts; hands: what stands for tape and report before that. touched: by
    name, the addresses of the code that it was written from. roots: where the outermost rule can return to; 0: none runs. asked: in bulk
    play, the menu that is asked at an address.
    """

    functions: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    tables: dict[str, object] = field(default_factory=dict[str, object])
    missing: dict[int, str] = field(default_factory=dict[int, str])
    arguments: dict[int, int] = field(default_factory=dict[int, int])
    hands: dict[int, tuple[None, ...]] = field(default_factory=dict[int, tuple[None, ...]])
    roots: set[int] = field(default_factory=set[int])
    asked: dict[int, int] = field(default_factory=dict[int, int])
    touched: dict[str, set[int]] = field(default_factory=dict[str, set[int]])

    @property
    def text(self) -> str:
        """The functions, one after another."""
        return "\n\n".join("\n".join(lines) for lines in self.functions.values()) + "\n"


def write(program: Program, mode: str, counts: bool = False) -> Source:
    """The source for a program in a mode of `plan.py`."""
    plan = Plan(program, mode, counts)
    source = Source()
    for _ in range(ROUNDS):
        plan.begin_round()
        source = Source()
        plan.forget_tables()
        _everything(plan, source)
        source.tables = dict(plan.tables)
        source.roots = {0, *(back for returns in plan.calls.returns.values() for back, owner in returns if owner == plan.calls.top)}
        plan.end_round()
    return source


def _everything(plan: Plan, source: Source) -> None:
    for entry in plan.pure():
        rule = Routines(plan, entry)
        _one(source, entry, f"r{entry}", rule, rule.rule)
        if entry in source.missing:
            plan.left_out(entry)
            source.functions[f"r{entry}"] = [f"def r{entry}(*_):", f"    {GIVE_UP}"]
            source.touched[f"r{entry}"] = set()
    for entry in dict.fromkeys(plan.fragments()):
        piece = Frames(plan, entry)
        _one(source, entry, f"g{entry}", piece, piece.fragment)
        source.arguments[entry] = plan.arguments[entry][2] if entry in plan.arguments else 0
        source.hands[entry] = (None,) * (len(plan.inputs(entry)) - 1)
    program = plan.program
    waiting = [program.start, program.layout.end]
    if program.anytime is not None:
        waiting.append(program.anytime_code[0])
    if plan.mode == BULK and program.anytime is not None:
        waiting += _menu(plan, source, program.anytime, -1)
    while waiting:
        at = waiting.pop()
        if f"b{at}" not in source.functions and at not in source.missing and at in plan.calls.blocks:
            block = Blocks(plan, plan.calls.blocks[at], at)
            _one(source, at, f"b{at}", block, block.block)
            waiting.extend(sorted(block.targets))
        for number, ask in sorted(plan.asked.items()):
            if ask not in source.asked:
                source.asked[ask] = number
                waiting += _menu(plan, source, program.menus[number], ask)


def _menu(plan: Plan, source: Source, menu: Menu, ask: int) -> list[int]:
    """Writes the function of a menu; gives where it goes on."""
    choices = Choices(plan, menu, ask)
    try:
        source.functions[f"m{menu.number}"] = choices.function_of_menu()
    except (Unstructured, TooLong):
        if menu.anytime:
            plan.no_asides = True
            return []
        choices = Choices(plan, menu, ask)
        choices.slow = True
        source.functions[f"m{menu.number}"] = choices.function_of_menu()
    source.touched[f"m{menu.number}"] = choices.touched
    return sorted(choices.targets)


def _one(source: Source, entry: int, name: str, writer: Writer, make: Callable[[], list[str]]) -> None:
    try:
        source.functions[name] = make()
        source.touched[name] = writer.touched
    except (Unstructured, TooLong) as why:
        source.missing[entry] = str(why)


def functions(program: Program, source: Source, mode: str, told: Told | None = None) -> dict[str, Any]:
    """The functions of a source, by name; `N` counts loops and calls, as far as they are counted as they go. told: see `bulk.py`."""
    names: dict[str, Any] = {
        "none": NONE, "layout": program.layout, "N": [0], "X": [0], "CODE": program.layout.code,
        "LIMIT": JUMPS, "GiveUp": GiveUp, "Ended": Ended,
        **shared(program), **(bulk(program, told) if mode == BULK else full(program)), **source.tables,
    }  # fmt: skip
    exec(compile(source.text, "<compiled game>", "exec"), names)
    return names
