"""What a person types, understood: `4s`, `10 hearts`, `swap in q`, `lay 4♠` all find the action they mean, if it is the only one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..machine.state.reading import cut_short

_SIGNS = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c", "♤": "s", "♡": "h", "♢": "d", "♧": "c", "\ufe0f": "", "\ufe0e": ""})
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RANKS = {"ace": "a", "king": "k", "queen": "q", "jack": "j", **{word: str(number) for number, word in enumerate(_NUMBERS, 2)}}
_CARD = re.compile(rf"\b(10|[2-9]|[ajqk]|{'|'.join(_RANKS)})\s*(?:of\s+)?(s|h|d|c|spades?|hearts?|diamonds?|clubs?)\b")


def tokens(text: str) -> tuple[str, ...]:
    """The words of an action or of what was typed, made alike: small letters, letters for suits, cards as one word, no punctuation."""
    plain = re.sub(r"[\s,;()_\"]+", " ", text.casefold().translate(_SIGNS)).strip()
    joined = _CARD.sub(lambda match: _RANKS.get(match[1], match[1]) + match[2][0], plain)
    return tuple(joined.split())


def find(typed: str, texts: Sequence[str], names: Sequence[str] | None = None) -> list[int]:
    """The indexes of the texts that were meant: one, when it is clear; several, when it is not; none.

    names: the first words of each text, that may be left out (`4s` for `lay 4♠`). The exact text goes before a beginning of it, and what is
    said in full before what leaves out the name. Words in quotes belong together and are not cut short.
    """
    wanted = tokens(typed)
    if not wanted:
        return []
    wanted = tuple(_RANKS.get(word, word) for word in wanted) if wanted[-1] in _RANKS else wanted
    whole = [tokens(text) for text in texts]
    shorter = [words[len(tokens(name)) :] for words, name in zip(whole, names, strict=True)] if names is not None else []
    quoted = [tokens(name) for name in re.findall('"([^"]+)"', typed)]
    for fits in (_same, _begins, _begins_joined, _begins_some):
        for among in (whole, shorter):
            found = [i for i, words in enumerate(among) if words and fits(wanted, words) and all(_holds(words, name) for name in quoted)]
            if found:
                return found
    return []


def _same(wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return wanted == words


def _begins(wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Each word typed begins the word in its place."""
    return len(wanted) <= len(words) and all(cut_short(word, begun) for begun, word in zip(wanted, words, strict=False))


def _begins_some(wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Each word typed begins a later word than the one before, the first one the first: `swap q` for `swap_in q♠`."""
    left = iter(words)
    return len(wanted) > 1 and cut_short(words[0], wanted[0]) and all(any(cut_short(word, begun) for word in left) for begun in wanted)


def _holds(words: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Whether all of a name stands somewhere among the words."""
    return any(words[i : i + len(name)] == name for i in range(len(words)))


def _begins_joined(wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """The same, without regard to where words end."""
    return cut_short("".join(words), "".join(wanted))
