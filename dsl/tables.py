"""The parser's tables, kept between runs: working them out takes most of a second, reading them back a few hundredths.

They lie in the user's own cache folder, named after all they depend on. `marshal` holds plain data only; a file that is damaged, or that
belongs to somebody else, is not read. Without such a folder everything works, more slowly.
"""

from __future__ import annotations

import contextlib
import hashlib
import marshal
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

_DIGEST = 32  # bytes


def build(grammar: str, starts: list[str]) -> Any:
    """A `lark.Lark` for this grammar; its tables from the cache where they are there."""
    import lark
    from lark import Lark

    key = repr((lark.__version__, sys.version_info[:2], starts, grammar)).encode("utf-8")
    path = _folder() / f"grammar-{hashlib.sha256(key).hexdigest()[:24]}.tables"
    kept = _read(path)
    if kept is not None:
        with contextlib.suppress(Exception):  # tables of a Lark that writes them otherwise: as good as none
            return Lark.load(kept)  # pyright: ignore[reportUnknownMemberType]
    parser: Any = Lark(grammar, parser="lalr", lexer="basic", start=starts, propagate_positions=True, maybe_placeholders=True)
    _write(path, parser)
    return parser


def _folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(base if base else os.path.expanduser("~/.cache")) / "cardrules"


def _read(path: Path) -> Any:
    try:
        if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
            return None
        data = path.read_bytes()
        digest, tables = data[:_DIGEST], data[_DIGEST:]
        return marshal.loads(tables) if hashlib.sha256(tables).digest() == digest else None
    except (OSError, ValueError, EOFError, TypeError):
        return None


def _write(path: Path, parser: Any) -> None:
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    with contextlib.suppress(OSError, ValueError):
        data, memo = parser.memo_serialize([TerminalDef, Rule])
        tables = marshal.dumps({"data": data, "memo": memo})
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(tables).digest() + tables)
            os.replace(name, path)
        except OSError:
            os.unlink(name)
