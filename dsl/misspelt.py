"""Which of two words is misspelt: the one that is used and declared nowhere, or the one that is declared and used nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .builtins import NAMES, TYPE_WORDS
from .parts import FILE
from .source import Source, Span
from .spelling import is_near
from .synonyms import is_common


def declaration(used: Span, near: str) -> Span | None:
    """Where the name `near` is declared, when it is rather misspelt than the unknown name that stands at `used`.

    It is when it stands nowhere else, and the other is what the file speaks of, or a common word of card games.
    """
    from .parse import RESERVED

    source, word = used.source, used.text
    if near in NAMES or near in FILE or near in RESERVED or not is_near(word, near):
        return None
    places = list(re.finditer(rf"\b{re.escape(near)}\b", source.text))
    if len(places) != 1 or "#" in source.text[source.text.rfind("\n", 0, places[0].start()) + 1 : places[0].start()]:
        return None
    often = len(re.findall(rf"\b{re.escape(word)}\b", source.text)) > 1
    return Span(source, *places[0].span()) if often or word in TYPE_WORDS or is_common(word) else None


def nowhere_else(word: Span, sources: Iterable[Source]) -> bool:
    """Whether a word stands in no text but at this one place."""
    return sum(len(re.findall(rf"\b{re.escape(word.text)}\b", source.text)) for source in {word.source, *sources}) == 1
