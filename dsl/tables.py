"""The parser's tables, kept between runs: Lark takes most of a second to work them out, reading them back a few hundredths.

They are plain data, and named after all they depend on. Lark itself is loaded only to work them out.
"""

from __future__ import annotations

import contextlib
import marshal
from hashlib import sha256
from pathlib import Path
from typing import Any

from .automaton import Automaton
from .cache import Drawer

TABLES = Drawer("grammar", files=4, bytes=16_000_000)


def build(grammar: str, starts: list[str]) -> Automaton:
    """The automaton of this grammar; its tables from the cache where they are there."""
    own = [Path(__file__).with_name(name).read_text("utf-8") for name in ("tables.py", "automaton.py")]
    key = repr((own, starts, grammar)).encode("utf-8")
    name = f"{sha256(key).hexdigest()[:24]}.tables"
    kept = TABLES.get(name)
    if kept is not None:
        with contextlib.suppress(Exception):  # not tables as they are now: as good as none
            return Automaton(marshal.loads(kept))
    tables = worked_out(grammar, starts)
    TABLES.put(name, marshal.dumps(tables))
    return Automaton(tables)


def worked_out(grammar: str, starts: list[str]) -> dict[str, Any]:
    """The tables of `Automaton` from Lark's own."""
    from lark import Lark

    lark: Any = Lark(grammar, parser="lalr", lexer="basic", start=starts, propagate_positions=True, maybe_placeholders=True)
    scanner: Any = lark._build_lexer().scanner
    keywords = {str(t.pattern.value): str(t.name) for t in lark.terminals if t.name not in scanner.allowed_types}
    table = lark.parser.parser._parse_table
    order = sorted({*table.states})
    number = {state: at for at, state in enumerate(order)}
    rules = {rule: at for at, rule in enumerate(lark.rules)}
    return {
        "words": "|".join(f"(?P<{t.name}>{t.pattern.to_regexp()})" for t in scanner.terminals),
        "keywords": keywords,
        "ignored": [str(name) for name in lark.ignore_tokens],
        "terminals": {str(t.name): str(t.pattern.value) for t in lark.terminals},
        "starts": {start: (number[table.start_states[start]], number[table.end_states[start]]) for start in starts},
        "states": [
            {str(name): number[to] if what.name == "Shift" else -1 - rules[to] for name, (what, to) in table.states[state].items()}
            for state in order
        ],
        "rules": [(str(rule.origin.name), len(rule.expansion), _making(rule)) for rule in lark.rules],
    }


def _making(rule: Any) -> Any:
    """How the tree of a rule of Lark's is made, as `Automaton` has it: see lark/parse_tree_builder.py."""
    options, size = rule.options, len(rule.expansion)
    missing = [0] * (size + 1)
    if options.empty_indices:
        missing = [len(nones) for nones in "".join(str(int(empty)) for empty in options.empty_indices).split("0")]
    kept: list[tuple[int, bool, int]] = []
    waiting = 0
    for at, symbol in enumerate(rule.expansion):
        waiting += missing[at]
        if options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            kept.append((at, not symbol.is_term and symbol.name.startswith("_"), waiting))
            waiting = 0
    waiting += missing[size]
    if waiting:
        kept.append((-1, False, waiting))
    alone = bool(options.expand1) and not rule.alias
    if alone and size == 1 and kept == [(0, False, 0)]:
        return None
    return str(rule.alias or rule.origin.name), alone, tuple(kept)
