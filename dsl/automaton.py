"""Words and trees out of a text, by the tables that Lark worked out from the grammar.

Lark itself is large: loading it takes longer than reading a rule file does. What runs its tables is small. Trees are those of Lark, with
its rules of what is left out and inlined; their positions are offsets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

END = "$END"


class Word(str):
    """A word or sign. type: the grammar's name for it; start_pos, end_pos: its place."""

    __slots__ = ("end_pos", "start_pos", "type")
    type: str
    start_pos: int
    end_pos: int

    def __new__(cls, text: str, type: str, start: int, end: int) -> Word:
        word = str.__new__(cls, text)
        word.type, word.start_pos, word.end_pos = type, start, end
        return word


class Tree:
    """What a rule of the grammar was made of. data: the name of the rule or alias; children: trees, words, and None for what was left out.

    start_pos, end_pos: its place; first, last: the same, with the brackets around it.
    """

    __slots__ = ("children", "data", "end_pos", "first", "last", "start_pos")

    def __init__(self, data: str, children: list[Any], start: int, end: int) -> None:
        self.data, self.children = data, children
        self.start_pos = self.first = start
        self.end_pos = self.last = end


class BadSign(Exception):
    """No word can begin at this offset."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


class BadWord(Exception):
    """A word that can not stand where it stands; the one called END is the end of the text."""

    def __init__(self, word: Word) -> None:
        super().__init__(word)
        self.word = word


class Automaton:
    """A lexer and an LALR parser.

    tables, all of plain data:
    words: a pattern with a named group for each type of word; keywords: names that are types of their own; ignored: types to leave out;
    terminals: what each type looks like.
    starts: for each start its first and its last state. states: for each state, by type of word, the next state, or -1 - the number of a
    rule whose words are complete; by the name of a rule, the state after it.
    rules: for each its name, how many children it has, and how its tree is made: None where it is that of its only child; else its data,
    whether a single child stands for it, and the children that stay: the number of each (-1: none), whether its own children stand for it,
    and how many None come before it.
    """

    def __init__(self, tables: dict[str, Any]) -> None:
        self.terminals: dict[str, str] = tables["terminals"]
        self._words: re.Pattern[str] = re.compile(tables["words"])
        self._keywords: dict[str, str] = tables["keywords"]
        self._ignored: frozenset[str] = frozenset(tables["ignored"])
        self._starts: dict[str, tuple[int, int]] = tables["starts"]
        self._states: list[dict[str, int]] = tables["states"]
        self._rules: list[tuple[str, int, Any]] = tables["rules"]

    def words(self, text: str, start: int, end: int) -> Iterator[Word]:
        """The words of a part of a text. Raises BadSign."""
        at, keywords, ignored = start, self._keywords, self._ignored
        for found in self._words.finditer(text, start, end):
            begin, after = found.span()
            if begin != at:
                raise BadSign(at)
            at = after
            type = found.lastgroup or ""
            if type not in ignored:
                word = found[0]
                yield Word(word, keywords.get(word, type) if type == "NAME" else type, begin, after)
        if at != end:
            raise BadSign(at)

    def parse(self, start: str, words: Iterable[Word], read: list[Word] | None = None) -> Tree:
        """The tree of these words. read: those that fit are put there. Raises BadWord."""
        first, final = self._starts[start]
        states, rules, read = self._states, self._rules, [] if read is None else read
        stack, made = [first], list[Any]()
        top = first
        for word in words:
            type = word.type
            while (action := states[top].get(type)) is not None:
                if action >= 0:
                    stack.append(action)
                    made.append(word)
                    top = action
                    break
                name, size, making = rules[-1 - action]
                if making is not None:
                    made[-size:] = (_made(made[-size:], making),)
                del stack[-size:]
                top = states[stack[-1]][name]
                stack.append(top)
            else:
                raise BadWord(word)
            read.append(word)
        while (action := states[top].get(END)) is not None:
            name, size, making = rules[-1 - action]
            if making is not None:
                made[-size:] = (_made(made[-size:], making),)
            del stack[-size:]
            top = states[stack[-1]][name]
            if top == final:
                return made[-1]
            stack.append(top)
        raise BadWord(Word("", END, read[-1].start_pos, read[-1].end_pos) if read else Word("", END, 0, 0))

    def next(self, start: str, read: list[Word]) -> set[str]:
        """The types of words that can follow these, which fit; END where they can be all."""
        first, final = self._starts[start]
        stack = [first]
        for word in read:
            self._step(stack, word.type, final)
        return {type for type in self._states[stack[-1]] if type.isupper() and self._step([*stack], type, final)}

    def _step(self, stack: list[int], type: str, final: int) -> bool:
        """Go on by a word, without making anything; False where it can not stand there."""
        while (action := self._states[stack[-1]].get(type)) is not None:
            if action >= 0:
                stack.append(action)
                return True
            name, size, _ = self._rules[-1 - action]
            del stack[-size:]
            stack.append(self._states[stack[-1]][name])
            if type == END and stack[-1] == final:
                return True
        return False


def _made(children: list[Any], making: tuple[str, bool, tuple[tuple[int, bool, int], ...]]) -> Any:
    """What a rule makes of its children."""
    data, alone, kept = making
    filtered: list[Any] = []
    for number, inlined, missing in kept:
        if missing:
            filtered += [None] * missing
        if inlined:
            filtered += children[number].children
        elif number >= 0:
            filtered.append(children[number])
    first, last = children[0], children[-1]
    start = first.first if first.__class__ is Tree else first.start_pos
    end = last.last if last.__class__ is Tree else last.end_pos
    if not alone or len(filtered) != 1:
        return Tree(data, filtered, start, end)
    only = filtered[0]
    if only.__class__ is Tree:
        only.first, only.last = start, end
    return only
