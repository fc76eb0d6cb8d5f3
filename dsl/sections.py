"""The shape of a rule file: which keys stand where, and their values as the nodes they must be."""

from __future__ import annotations

import re

from .parts import FILE
from .source import Listing, Mapping, Scalar, Span, YamlNode
from .spelling import nearest
from .world import Faults

SECTIONS = tuple(FILE)
NEEDED = tuple(name for name, part in FILE.items() if part.needed)
GROUPS = tuple(FILE["invariants"].parts)
_TIGHT = re.compile(r"[A-Za-z_]\w*(?:\([^()]*\))?:(?=[^\s:])")
_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*\Z")


def is_word(text: str) -> bool:
    """Whether a text can be a name of the language."""
    return _WORD.match(text) is not None


def entries(node: YamlNode | None, what: str, faults: Faults) -> tuple[tuple[Scalar, YamlNode], ...]:
    """The entries of a section that must be a mapping; nothing where it is left out or empty."""
    if node is None or (isinstance(node, Scalar) and not node.text.strip() and node.style == "plain"):
        return ()
    if isinstance(node, Mapping):
        return node.entries
    if isinstance(node, Scalar) and (tight := _TIGHT.match(node.span.text)) is not None:
        colon = node.span.start + tight.end() - 1
        faults.fault("E0123", Span(node.span.source, colon, colon + 1), "a space is missing after this `:`", label="add a space after it")
        return ()
    faults.fault(
        "E0205", node.span, f"{what} must be written as names with a colon each", label="not `name: …`", help="one name a line, indented"
    )
    return ()


def scalar(node: YamlNode, what: str, faults: Faults, *, style: str | None = None) -> Scalar | None:
    """A value that must be one text, of this style where that matters."""
    if not isinstance(node, Scalar):
        faults.fault("E0205", node.span, f"{what} must be a single text, not a list or names with colons", label="")
        return None
    if style == "literal" and node.style == "plain":
        faults.fault(
            "E0205",
            node.span,
            f"{what} is a block of sentences",
            label="not a block",
            help="write `|` after the colon and the sentences below, indented",
        )
        return None
    if style == "plain" and node.style == "literal":
        faults.fault(
            "E0205",
            node.span,
            f"{what} is one expression, not a block of sentences",
            label="a block",
            help="write it on one line, without `|`",
        )
        return None
    if not node.text.strip():
        faults.fault("E0205", node.span, f"{what} is empty", label="nothing here")
        return None
    return node


def known_keys(found: tuple[tuple[Scalar, YamlNode], ...], allowed: tuple[str, ...], where: str, faults: Faults) -> dict[str, YamlNode]:
    """Entries whose keys are allowed; a fault for each that is not."""
    result: dict[str, YamlNode] = {}
    for key, value in found:
        if key.text in allowed:
            result[key.text] = value
            continue
        near = nearest(key.text, allowed)
        faults.fault(
            "E0201",
            key.span,
            f"{where} has no part called `{key.text}`",
            label=f"did you mean `{near[0]}`?" if near else "unknown",
            notes=(f"parts: {', '.join(allowed)}",),
            help="what belongs to a part stands below it, indented" if allowed is SECTIONS and not near else "",
        )
        if near:  # meant as that one: what it declares is not unknown besides
            result.setdefault(near[0], value)
    return result


def listing(node: YamlNode, what: str, faults: Faults) -> tuple[YamlNode, ...]:
    """The items of a list."""
    if isinstance(node, Listing):
        return node.items
    faults.fault("E0205", node.span, f"{what} is a list", label="not a list", help="begin each line with `- `")
    return ()
