"""`cardrules explain CODE`: the page about one kind of mistake."""

from __future__ import annotations

import argparse
import re
import sys
from importlib import resources
from importlib.resources.abc import Traversable


def main(args: argparse.Namespace) -> int:
    """Print the page of `args.code`. 0, or 2 when there is no such code."""
    code = normal(args.code)
    page = find(code)
    if page is None:
        print(f"There is no mistake called {args.code!r}. {_hint(code)}", file=sys.stderr)
        return 2
    print(plain(page))
    return 0


def normal(code: str) -> str:
    """A code as it is written in the catalogue: `e203`, `203` and `error[E0203]` are all E0203."""
    found = re.fullmatch(r"(?:(?:error|warning)\[)?([A-Za-z]?)0*(\d{1,4})\]?", code.strip())
    return f"{found[1].upper() or 'E'}{int(found[2]):04}" if found else code.strip().upper()


def find(code: str) -> str | None:
    """The text of a code's page, or None."""
    page = catalogue().joinpath(f"{code}.md")
    return page.read_text(encoding="utf-8") if re.fullmatch(r"[A-Z]\d{4}", code) and page.is_file() else None


def codes() -> list[str]:
    """Every code that has a page, in order."""
    return sorted(page.name.removesuffix(".md") for page in catalogue().iterdir() if re.fullmatch(r"[A-Z]\d{4}\.md", page.name))


def catalogue() -> Traversable:
    """Where the pages lie, in a checkout and in an installed package alike."""
    return resources.files(__name__.partition(".")[0]).joinpath("docs", "errors")


def plain(page: str) -> str:
    """A page for the terminal: code indented instead of fenced, no other marks."""
    lines: list[str] = []
    fenced = False
    for line in page.strip().splitlines():
        if line.startswith("```"):
            fenced = not fenced
        else:
            lines.append(f"    {line}".rstrip() if fenced else line.removeprefix("# "))
    return "\n".join(lines)


def _hint(code: str) -> str:
    from ...dsl.spelling import nearest

    near = nearest(code, codes())
    return f"Did you mean {near[0]}?" if near else "A code stands in the first line of each message, like the E0203 of `error[E0203]`."
