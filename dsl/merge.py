"""One file put over another: a variant over its game, a file over the one it extends."""

from __future__ import annotations

from .source import Mapping, Scalar, YamlNode

Entries = list[tuple[Scalar, YamlNode]]
_BY_NAME = ("options", "variants", "kinds", "cards", "attributes", "zones", "variables", "rules", "invariants")
_NOT_TAKEN_ON = ("examples",)  # they show how the other file's rules work


def merged(base: Mapping, over: Mapping) -> Mapping:
    """The sections of `base` with those of `over` in their place: by name within sections, `setup`, `play` and sentences as a whole."""
    result: Entries = [(k, v) for k, v in base.entries if k.text not in _NOT_TAKEN_ON]
    for key, value in over.entries:
        if key.text == "extends":
            continue
        if key.text == "uses":  # of both files
            result.append((key, value))
            continue
        before = next((v for k, v in result if k.text == key.text), None)
        if key.text in _BY_NAME and isinstance(before, Mapping) and isinstance(value, Mapping):
            value = by_name(before, value, deeper=key.text == "invariants")
        put(result, key, value, key.text)
    return Mapping(over.span, tuple(result), False)


def by_name(base: Mapping, over: Mapping, *, deeper: bool = False) -> Mapping:
    """Entries of `base`, replaced or followed by those of `over`; rules go by the name before their parentheses."""
    result: Entries = list(base.entries)
    for key, value in over.entries:
        name = bare(key)
        before = next((v for k, v in result if bare(k) == name), None)
        if deeper and isinstance(before, Mapping) and isinstance(value, Mapping):
            value = by_name(before, value)
        put(result, key, value, name)
    return Mapping(over.span, tuple(result), False)


def bare(key: Scalar) -> str:
    return key.text.split("(", 1)[0].strip()


def put(entries: Entries, key: Scalar, value: YamlNode, name: str) -> None:
    """Replace the entry of this name, or add one."""
    for index, (old, _) in enumerate(entries):
        if bare(old) == name:
            entries[index] = (key, value)
            return
    entries.append((key, value))


def with_variant(root: Mapping, variant: Mapping) -> Mapping:
    """A game with the rules that a variant writes in place of its own."""
    rules = variant.get("rules")
    own = root.get("rules")
    if not isinstance(rules, Mapping):
        return root
    result: Entries = []
    for key, value in root.entries:
        if key.text == "rules" and isinstance(own, Mapping):
            value = by_name(own, rules)
        if key.text not in _NOT_TAKEN_ON:
            result.append((key, value))
    return Mapping(root.span, tuple(result), False)
