"""Between lexer and parser: line ends and indents of a block, and words that are special in one kind of declaration only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .automaton import Word
from .source import Source, Span

# Words that are keywords in one kind of sentence and names everywhere else.
_SOFT: dict[str, dict[str, str]] = {
    "zone": {"seen": "SEEN", "order": "ORDER", "one": "ONE", "refilled": "REFILLED", "except": "EXCEPT"},
    "variable": {"starts": "STARTS", "capped": "MARK", "secret": "MARK", "hidden": "MARK", "kept": "MARK"},
    "teams": {"alternating": "ALTERNATING", "everyone": "EVERYONE"},
    "deck": {"twice": "TWICE", "copies": "COPIES"},
}
# More digits than any number of a game has; the language's numbers end at 2^62.
_MOST_DIGITS = 18
# The longest block of a real game has some two thousand words and signs.
_MOST_TOKENS = 12_000
BLOCKS = frozenset({"procedure", "actions"})


@dataclass(frozen=True)
class BadLayout(Exception):
    """Indentation or a sign that no sentence can have at this place."""

    code: str
    span: Span
    message: str
    label: str
    help: str


def arrange(tokens: Iterable[Word], kind: str, content: Span) -> Iterator[Word]:
    """The tokens the parser of this kind of sentence wants. Raises BadLayout."""
    tokens = _sized(tokens, content.source)
    if kind in BLOCKS:
        yield from _block(tokens, content.source)
        return
    soft = _SOFT.get(kind, {})
    done = content.start
    for token in tokens:
        _no_comment(Span(content.source, done, token.start_pos))
        done = token.end_pos
        if token.type == "NAME" and token in soft:
            yield Word(token, soft[token], token.start_pos, token.end_pos)
        elif token.type != "_NL":
            yield token
    _no_comment(Span(content.source, done, content.end))


def _sized(tokens: Iterable[Word], source: Source) -> Iterator[Word]:
    for number, token in enumerate(tokens):
        if number >= _MOST_TOKENS:
            span = Span(source, token.start_pos, token.end_pos)
            help = "make rules of its parts"
            raise BadLayout("E0101", span, f"this goes on for more than {_MOST_TOKENS:,} words and signs", "here it is too much", help)
        if token.type == "NUMBER" and len(token) > _MOST_DIGITS:
            span = Span(source, token.start_pos, token.end_pos)
            raise BadLayout("E0158", span, "this number is too large", "", f"a number has at most {_MOST_DIGITS} digits")
        yield token


def _no_comment(gap: Span) -> None:
    """In a plain scalar a `#` that is no comment for YAML is none for us: nothing may be dropped in silence."""
    if "#" in gap.text:
        at = gap.start + gap.text.index("#")
        raise BadLayout("E0152", Span(gap.source, at, at + 1), "`#` has no meaning here", "", "put a space before it to begin a comment")


def _block(tokens: Iterable[Word], source: Source) -> Iterator[Word]:
    levels: list[int] = []
    last: Word | None = None
    line_ended = False
    brackets = 0
    for token in tokens:
        if token.type == "_NL":
            line_ended = True
            continue
        if last is None or line_ended:
            column = _indent(token, source)
            if last is None:
                levels.append(column)
            elif brackets == 0 or column <= levels[-1]:  # else: the line goes on inside brackets
                yield _mark("_NL", last)
                yield from _levels(levels, column, token, last, source)
                brackets = 0
        yield token
        last, line_ended = token, False
        brackets += {"LPAR": 1, "RPAR": -1}.get(token.type, 0)
    if last is not None:
        yield _mark("_NL", last)
        for _ in levels[1:]:
            yield _mark("_DEDENT", last)


def _indent(token: Word, source: Source) -> int:
    start = token.start_pos
    begin = source.text.rfind("\n", 0, start) + 1
    indent = source.text[begin:start]
    if "\t" in indent:
        at = begin + indent.index("\t")
        raise BadLayout("E0155", Span(source, at, at + 1), "a tab in the indentation", "a tab", "indent with spaces")
    return start - begin


def _levels(levels: list[int], column: int, token: Word, last: Word, source: Source) -> Iterator[Word]:
    if column > levels[-1]:
        levels.append(column)
        yield Word("", "_INDENT", token.start_pos, token.start_pos)
    while column < levels[-1]:
        if len(levels) == 1 or column > levels[-2]:
            span = Span(source, token.start_pos, token.end_pos)
            outer = ", ".join(str(level) for level in levels)
            raise BadLayout(
                "E0154",
                span,
                "the indentation of this line fits no line above it",
                f"indented by {column}",
                f"the blocks open here are indented by {outer} spaces",
            )
        levels.pop()
        yield _mark("_DEDENT", last)


def _mark(kind: str, last: Word) -> Word:
    """A token without width right after another, so that the spans of nodes end with their last word."""
    return Word("", kind, last.end_pos, last.end_pos)
