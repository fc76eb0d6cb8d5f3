"""The parser's tables, kept between runs: working them out takes most of a second, reading them back a few hundredths.

They are named after all they depend on. `marshal` holds plain data only.
"""

from __future__ import annotations

import contextlib
import hashlib
import marshal
import sys
from typing import Any

from .cache import Drawer

TABLES = Drawer("grammar", files=4, bytes=16_000_000)


def build(grammar: str, starts: list[str]) -> Any:
    """A `lark.Lark` for this grammar; its tables from the cache where they are there."""
    import lark
    from lark import Lark

    key = repr((lark.__version__, sys.version_info[:2], starts, grammar)).encode("utf-8")
    name = f"{hashlib.sha256(key).hexdigest()[:24]}.tables"
    kept = TABLES.get(name)
    if kept is not None:
        with contextlib.suppress(Exception):  # tables of a Lark that writes them otherwise: as good as none
            return Lark.load(marshal.loads(kept))  # pyright: ignore[reportUnknownMemberType]
    parser: Any = Lark(grammar, parser="lalr", lexer="basic", start=starts, propagate_positions=True, maybe_placeholders=True)
    with contextlib.suppress(ValueError):
        TABLES.put(name, _dumped(parser))
    return parser


def _dumped(parser: Any) -> bytes:
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    data, memo = parser.memo_serialize([TerminalDef, Rule])
    return marshal.dumps({"data": data, "memo": memo})
