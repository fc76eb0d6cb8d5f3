"""Records without code of their own.

`dataclass` writes and compiles half a dozen functions for each class, a millisecond a class. For the two hundred kinds of things there are,
that took longer than reading a rule file, each time a command started.
"""

from __future__ import annotations

from dataclasses import MISSING, FrozenInstanceError, dataclass
from typing import Any, dataclass_transform


class _Fields:
    """Dataclasses of their fields: known to `fields`, `replace` and `match`."""

    __match_args__: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        assert not hasattr(cls, "__post_init__"), "nothing would call it"
        dataclass(init=False, repr=False, eq=False)(cls)

    def __init__(self, *values: Any, **named: Any) -> None:
        names = self.__match_args__
        if len(values) == len(names) and not named:
            self.__dict__.update(zip(names, values, strict=True))
        else:
            self._complete(values, named)

    def _complete(self, values: tuple[Any, ...], named: dict[str, Any]) -> None:
        """Set what is given by name, and what has a default. Raises TypeError for what has none, and for what there is not."""
        names, own = self.__match_args__, self.__dict__
        own.update(zip(names, values, strict=False))
        for name in names[len(values) :]:
            if name in named:
                own[name] = named.pop(name)
            elif hasattr(type(self), name):
                own[name] = getattr(type(self), name)
            elif (make := type(self).__dataclass_fields__[name].default_factory) is not MISSING:  # type: ignore[attr-defined]
                own[name] = make()
        if named or len(values) > len(names) or len(own) != len(names):
            raise TypeError(f"{type(self).__name__} wants {', '.join(names)}")

    def __eq__(self, other: object, /) -> bool:
        return (
            self is other or (type(other) is type(self) and other.__dict__ == self.__dict__)
            if isinstance(other, _Fields)
            else NotImplemented
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__match_args__)})"


@dataclass_transform(frozen_default=True)
class Record(_Fields):
    """A subclass is a frozen dataclass of its fields, equal by them."""

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"{name} can not be set")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"{name} can not be deleted")

    def __hash__(self) -> int:
        return hash(tuple([getattr(self, name) for name in self.__match_args__]))


@dataclass_transform()
class Sheet(_Fields):
    """A subclass is a dataclass whose fields can be set, equal by them."""

    __hash__ = None  # type: ignore[assignment]
