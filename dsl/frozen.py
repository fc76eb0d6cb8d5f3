"""Records as bytes, and back: what is kept of a rule file between runs.

Reading gives nothing but records of the modules that are named, and Python's own numbers, texts and collections of them: no other class is
looked up, so nothing that stands in the bytes is ever run.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from types import ModuleType
from typing import Any


def dumps(value: object, circling: tuple[type, ...] = ()) -> bytes:
    """Records as bytes. circling: classes of records that lead to each other in circles or in long chains.

    Raises RecursionError where the others are nested too deeply.
    """
    out = io.BytesIO()
    writer = _Writer(out, circling)
    writer.dump(value)
    at = 0
    while at < len(writer.found):
        writer.dump({field.name: getattr(writer.found[at], field.name) for field in fields(writer.found[at])})
        at += 1
    return out.getvalue()


def loads(data: bytes, modules: Iterable[ModuleType], circling: tuple[type, ...] = ()) -> Any:
    """What `dumps` was given, of classes of these modules. Raises pickle.UnpicklingError, and whatever damaged data may raise."""
    reader = _Reader(io.BytesIO(data), modules, circling)
    value = reader.load()
    at = 0
    while at < len(reader.found):
        reader.found[at].__dict__.update(reader.load())
        at += 1
    return value


class _Writer(pickle.Pickler):
    """What leads in circles is numbered, and written one after the other behind the rest."""

    def __init__(self, out: io.BytesIO, circling: tuple[type, ...]) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        self.circling = circling
        self.numbers: dict[int, int] = {}
        self.found: list[Any] = []

    def persistent_id(self, obj: Any) -> tuple[int, int] | None:
        if type(obj) not in self.circling:
            return None
        number = self.numbers.setdefault(id(obj), len(self.found))
        if number == len(self.found):
            self.found.append(obj)
        return number, self.circling.index(type(obj))


class _Reader(pickle.Unpickler):
    def __init__(self, data: io.BytesIO, modules: Iterable[ModuleType], circling: tuple[type, ...]) -> None:
        super().__init__(data)
        self.modules = {module.__name__: module for module in modules}
        self.circling = circling
        self.found: list[Any] = []

    def persistent_load(self, pid: tuple[int, int]) -> object:
        number, which = pid
        if number == len(self.found):
            self.found.append(object.__new__(self.circling[which]))
        return self.found[number]

    def find_class(self, module_name: str, global_name: str) -> Any:
        found = getattr(self.modules.get(module_name), global_name, None)
        if isinstance(found, type) and is_dataclass(found) and found.__module__ == module_name:
            return found
        raise pickle.UnpicklingError(f"{module_name}.{global_name} is no record")
