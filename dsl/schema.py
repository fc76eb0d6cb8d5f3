"""A JSON Schema of the outer form of rule files, for editors: they complete keys and show what each is for.

It never judges a file for cardrules. It knows of no sentences, and says no `oneOf`, as editors then blame an arbitrary branch.
"""

from __future__ import annotations

from .parts import FILE, LIBRARY, Part

_SCALAR = ["string", "number", "boolean"]


def schema() -> dict[str, object]:
    """The schema as plain data (JSON Schema draft 7, the one that editors know)."""
    needed = [name for name, part in FILE.items() if part.needed]
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "a rule file of cardrules",
        "type": "object",
        "properties": {name: _part(part) for name, part in {**LIBRARY, **FILE}.items()},
        "additionalProperties": False,
        "required": ["cardrules"],
        "if": {"required": ["extends"]},
        "else": {"if": {"required": ["library"]}, "else": {"required": needed}},
    }


def _part(part: Part) -> dict[str, object]:
    types: list[str] = []
    result: dict[str, object] = {"description": part.about, "markdownDescription": part.about}
    if "line" in part.shapes:
        types += _SCALAR
    elif "block" in part.shapes:
        types += ["string"]
    if "names" in part.shapes:
        types += ["object", "null"]
        result["properties"] = {name: _part(inner) for name, inner in part.parts.items()}
        result["additionalProperties"] = False if part.each is None else _part(part.each)
        if needed := [name for name, inner in part.parts.items() if inner.needed]:
            result["required"] = needed
    if "list" in part.shapes:
        types += ["array"]
        result["items"] = {"type": _SCALAR}
    if part.values:
        result["enum"] = list(part.values)
    result["type"] = types[0] if len(types) == 1 else types
    return result
