"""Syntax errors in the words of whoever wrote the file: what stands there, what was expected, and the famous mistakes by name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from . import slips
from .diagnostics import Report
from .habits import comment_after, number
from .layout import BLOCKS
from .source import Span
from .steps import blamed

# A sign of other languages at the place of the fault, and what is said here.
_SIGNS: tuple[tuple[str, str, str], ...] = (
    (r"={2,3}", "`==` is not a sign of this language", "say `is`"),
    (r"!==?|<>|≠", "`{}` is not a sign of this language", "say `is not`"),
    (r"=<|≤", "`{}` is not a sign of this language", "say `<=`"),
    (r"=>|≥", "`{}` is not a sign of this language", "say `>=`"),
    (r"&&?", "`{}` is not a sign of this language", "say `and`"),
    (r"\|\|?", "`{}` is not a sign of this language", "say `or`"),
    (r"!", "`!` is not a sign of this language", "say `not`"),
    (r"[\[\]]", "square brackets have no meaning here", "write a list `(a, b)`; one of several things `thing(1)`"),
    (r"[{}]", "braces have no meaning here", "a block begins with `:` and stands indented below it"),
    (r";", "`;` has no meaning here", "write each sentence in a line of its own"),
    (r"\?", "`?` has no meaning here", "say `a if c else b`"),
    (r"'s\b", "`'s` has no meaning here", "whose a thing is stands before a dot: `winner.hand`"),
    (r"'", "a name is written without quotes", 'a name of several words stands in double quotes: `"Out of Tune"`'),
    (r"[“”„]", "these are not the plain double quotes", 'write `"`'),
    (r"[–—−]", "this dash is not a minus sign", "write `-`"),
    (r"×|·", "`{}` is not a sign of this language", "write `*`"),
    (r"…", "`…` is not a sign of this language", "a range is written `1..5`"),
    (r"/(?!/)", "`/` is not a sign of this language", "`//` divides whole numbers, rounding down"),
    (r"\*\*|\^", "`{}` is not a sign of this language", "write the product out"),
)
# What may come, by terminal, in friendly words. Terminals that share a word are said once.
_WORDS = {
    "NAME": "a name", "NUMBER": "a number", "CARD": "a card", "STRING": 'a text in `"`', "LPAR": "`(`",
    "RPAR": "`)`", "COMMA": "`,`", "COLON": "`:`",
    "_NL": "the end of the line", "_INDENT": "an indented block", "_DEDENT": "the end of the block", "$END": "the end",
    "DOT": "`.`", "EQUAL": "`=`",
    "FACING": "`face up` or `face down`", "MARK": "`capped`, `secret`, `hidden` or `kept`",
    "SEEN": "`seen by`", "ORDER": "`order`", "ONE": "`one card`", "REFILLED": "`refilled from`",
    "OR_ELSE": "`or else`", "FOR_GOOD": "`for good`", "UNTIL_ALL_PASS": "`until all pass`",
    "MAY_CHOOSE": "`may choose`", "CHOOSES_FOR_YOU": "`chooses for you`",
}  # fmt: skip
_OPERATORS = frozenset({"PLUS", "DASH", "MINUS", "TIMES", "DIVIDE", "MODULO", "LESS", "AT_MOST", "MORE", "AT_LEAST",
                        "IS", "IN", "NOT", "OR", "AND", "OF", "IF",
                        "WHERE", "BY", "FROM", "OR_ELSE", "DOT", "LPAR", "__ANON"})  # fmt: skip
_VALUE = frozenset({"NAME", "NUMBER", "LPAR"})


def character(content: Span, at: int, fed: list[Any], report: Report) -> None:
    """Report a character at which no word can begin."""
    text, source = content.source.text, content.source
    rest = text[at : content.end]
    c = text[at]
    if c == '"':
        line = rest.split("\n", 1)[0].rstrip("\r")
        report.error(
            "E0153",
            Span(source, at, at + len(line)),
            "this text is never closed",
            label="opened here",
            help='add the closing `"` in the same line',
        )
    elif (card := re.match(r"(?i)(10|[2-9])(of)?(s|h|d|c)\b", rest)) is not None:
        better = card[1] + "♠♥♦♣"["shdc".index(card[3].lower())]
        span = Span(source, at, at + card.end())
        report.error("E0158", span, f"`{card.group()}` is not a card", label=f"write `{better}`", help="suits are ♠ ♥ ♦ ♣")
    elif (number := re.match(r"[0-9][0-9A-Za-z_]*", rest)) is not None:
        word = number.group()
        plain = word.lstrip("0") if word.isdigit() else word.replace("_", "")
        tip = (
            f"write `{plain or 0}`" if plain.isdigit() or not plain else "put a blank between number and word; a name begins with a letter"
        )
        report.error(
            "E0158", Span(source, at, at + len(word)), f"`{word}` is not a number", label="a number is written in plain digits", help=tip
        )
    elif not _sign(content, at, report):
        if c.isspace() or unicodedata.category(c) in ("Cf", "Zs"):
            name = unicodedata.name(c, "").lower() or f"U+{ord(c):04X}"
            report.error(
                "E0152",
                Span(source, at, at + 1),
                f"this looks like a blank and is none ({name})",
                label=f"U+{ord(c):04X}",
                help="type a blank here",
            )
        elif c in "♠♥♦♣":
            slips.suit(source, at, report)
        elif c.isalpha():
            word = re.match(r"\w+", rest)
            end = at + (word.end() if word is not None else 1)
            report.error(
                "E0152",
                Span(source, at, end),
                f"`{text[at:end]}` can not be a name",
                help="names are made of a to z, A to Z, 0 to 9 and `_`",
            )
        else:
            report.error("E0152", Span(source, at, at + 1), f"`{c}` has no meaning here", help="delete it, or say it in words")


def _sign(content: Span, at: int, report: Report) -> bool:
    """Report a sign of another language at this place; False when there is none."""
    for pattern, message, help in _SIGNS:
        found = re.compile(pattern).match(content.source.text, at, content.end)
        if found is not None:
            report.error("E0152", Span(content.source, *found.span()), message.format(found.group()), help=help)
            return True
    return False


def token(kind: str, content: Span, found: Any, fed: list[Any], accepts: set[str], report: Report) -> None:
    """Report a word that can not stand where it stands. fed: the words before it; accepts: the terminals that could stand there."""
    last = fed[-1] if fed else None
    ended = found.type in ("$END", "_NL", "_DEDENT")
    if ended:
        end = last.end_pos if last is not None else content.start
        span = Span(content.source, end, end)
    else:
        span = Span(content.source, found.start_pos, max(found.end_pos, found.start_pos))
    line = _sentence_words(fed)
    if kind in BLOCKS and not ended and slips.setting(found, span, line, accepts, report):
        return
    if not ended and found.type != "_INDENT":
        if re.match(r"==|=<|=>|!|<>|\*\*", content.source.text[span.start : span.start + 2]) and _sign(content, span.start, report):
            return
        if (
            last is not None
            and content.source.text[last.start_pos : span.end] in ("==", "=<", "=>", "<>", "**")
            and _sign(content, last.start_pos, report)
        ):
            return
    if found.type == "_INDENT" and slips.unopened(fed, span, kind, report):
        return
    hints = (number, slips.of_some, _layout, _brackets, _reserved, _loops, _colon, slips.joint, _comparison)
    if kind in BLOCKS:
        hints = (
            slips.setting,
            number,
            slips.of_some,
            _layout,
            _brackets,
            _reserved,
            _loops,
            _colon,
            slips.first_word,
            slips.joint,
            _comparison,
        )
    for hint in hints:
        if hint(found, span, line, accepts, report):
            return
    expected = expectation(accepts, found)
    notes = (f"expected here: {expected}",) if expected else ()
    if ended:
        notes += comment_after(span)
        what = "the sentence" if kind != "procedure" or line else "the text"
        if last is None:
            report.error("E0161", span, "nothing stands here", label="something is missing", notes=notes)
        else:
            report.error("E0161", span, f"{what} is not finished after `{last}`", label="something is missing here", notes=notes)
        return
    report.error("E0150", span, f"`{span.text}` can not stand here", notes=notes)


def _sentence_words(fed: list[Any]) -> list[Any]:
    """The words of the sentence (the line) that the fault is in."""
    line: list[Any] = []
    for t in reversed(fed):
        if t.type in ("_NL", "_INDENT", "_DEDENT"):
            break
        line.append(t)
    return line[::-1]


def _layout(found: Any, span: Span, line: list[Any], accepts: set[str], report: Report) -> bool:
    if (found.type == "_INDENT" or accepts == {"_INDENT"}) and blamed(span.source, span.line, "E0154", report):
        return True
    if found.type == "_INDENT":
        at = found.start_pos
        word = re.compile(r"\S*").match(span.source.text, at)
        report.error(
            "E0154",
            Span(span.source, at, word.end() if word is not None else at),
            "this line is indented, but nothing above it opens a block",
            help="begin it in the column of the line above; a line that opens a block ends with `:`",
        )
        return True
    if accepts == {"_INDENT"}:
        report.error(
            "E0154",
            span,
            "a block belongs here",
            label="this line opens nothing",
            help="indent what belongs to the line with the `:` further than it",
        )
        return True
    if accepts == {"_NL"} and line and line[-1].type == "COLON" and found.type != "$END":
        report.error(
            "E0154",
            span,
            "what belongs to a `:` begins in the next line",
            label="move this down",
            help="put it in a line of its own, indented",
        )
        return True
    if found.type == "ELSE" and not line:
        report.error(
            "E0150",
            span,
            "this `else` belongs to nothing",
            label="no `if` or `choose` before it",
            help="it stands in the column of its `if` or `choose`, right after that block",
        )
        return True
    return False


def _brackets(found: Any, span: Span, line: list[Any], accepts: set[str], report: Report) -> bool:
    opened: list[Any] = []
    for t in line:
        if t.type == "LPAR":
            opened.append(t)
        elif t.type == "RPAR" and opened:
            opened.pop()
    if found.type == "RPAR" and not opened:
        report.error("E0160", span, "this `)` closes nothing", label="one too many", help="delete it, or add a `(` before")
        return True
    closers = ("_NL", "$END", "COLON", "_DEDENT", "TO", "WITH", "WHETHER", "CHOOSES", "TIMES", "UNTIL", "WHEN", "FACING")
    if opened and found.type in closers and "RPAR" in accepts:
        first = opened[-1]
        report.error(
            "E0160",
            span,
            "`)` is missing",
            label="expected here",
            related=((Span(span.source, first.start_pos, first.end_pos), "opened here"),),
        )
        return True
    return False


def _reserved(found: Any, span: Span, line: list[Any], accepts: set[str], report: Report) -> bool:
    from .parse import RESERVED

    word = span.text
    declares = bool(line) and (line[-1].type in ("LET", "EACH") or (line[-1].type == "FOR" and "NAME" in accepts) or line[-1].type == "DOT")
    if (
        word in RESERVED
        and accepts == {"NAME"} | (accepts & {"RPAR"})
        and (declares or not line or line[-1].type in ("LPAR", "COMMA", "NAME", "SOME"))
    ):
        report.error(
            "E0157",
            span,
            f"`{word}` is a word of the language and can not be a name",
            label="reserved",
            help=f"take another word, such as `{word}_`",
        )
        return True
    # A reserved word as the target of an assignment: `round = 1`.
    if found.type in ("EQUAL", "__ANON_0", "__ANON_1") and len(line) == 1 and str(line[0]) in RESERVED:
        first = Span(span.source, line[0].start_pos, line[0].end_pos)
        report.error(
            "E0157", first, f"`{first.text}` is a word of the language and can not be a name", label="reserved", help="take another word"
        )
        return True
    return False


def _loops(found: Any, span: Span, line: list[Any], accepts: set[str], report: Report) -> bool:
    if line and line[-1].type == "FOR" and accepts == {"EACH"}:
        report.error(
            "E0150", span, f"`each` is missing after `for`: `{span.text}` can not stand here", help=f"write `for each {span.text} in …:`"
        )
        return True
    return False


def _colon(found: Any, span: Span, line: list[Any], accepts: set[str], report: Report) -> bool:
    if found.type in ("_NL", "$END", "_DEDENT") and "COLON" in accepts:
        report.error(
            "E0159", span, "`:` is missing at the end of this line", label="add `:` here", help="a line that opens a block ends with `:`"
        )
        return True
    return False


def _comparison(found: Any, span: Span, line: list[Any], accepts: set[str], report: Report) -> bool:
    if found.type == "DASH" and any(_keyword(t) == "`..`" for t in accepts):
        report.error("E0150", span, "`-` can not stand here", help="a range is written `2..5`")
        return True
    if found.type == "EQUAL" and accepts & {"IS", "RPAR"}:
        report.error("E0152", span, "`=` gives a variable its value; it does not compare", label="here", help="say `is`")
        return True
    if found.type == "STRING" and "NAME" in accepts:
        report.error("E0150", span, "a name is written without quotes here", label="in quotes", help=f"write `{span.text.strip(chr(34))}`")
        return True
    if found.type in ("COLON",) and "COLON" not in accepts:
        report.error(
            "E0150", span, "`:` can not stand here", label="opens no block here", notes=(f"expected here: {expectation(accepts, found)}",)
        )
        return True
    return False


def expectation(accepts: Iterable[str], found: Any) -> str:
    """What may come, in a few friendly words."""
    left = set(accepts) - {"_INDENT"}
    if "SEEN" in left:
        left = (left - {"IN", "EVERY"}) | {"IN_ORDER", "EVERY_CARD"}
    words: list[str] = []
    if left >= _VALUE:
        words.append("a value")
        left -= {
            "NAME",
            "NUMBER",
            "LPAR",
            "STRING",
            "CARD",
            "YES",
            "NO",
            "NONE",
            "DASH",
            "TOP",
            "BOTTOM",
            "FIRST",
            "LAST",
            "RANDOM",
            "EACH",
            "EVERY",
            "NOT",
            "LOWEST",
            "EXACTLY",
        }
    sentence = {"MOVE", "LET", "SHUFFLE"} <= left
    if sentence:
        return "a sentence, such as `move …`, `let …`, `if …:` or `choose:`"
    operators = {t for t in left if t in _OPERATORS or t.startswith("__ANON")}
    if len(operators) >= 4 and "IS" in operators:
        words.append("an operator such as `+`, `is` or `and`")
        left -= operators | {"CHOOSES", "CHOOSES_FOR_YOU", "MAY_CHOOSE", "SECRETLY"}
    said = {_WORDS.get(t) or _keyword(t) for t in left}
    words.extend(sorted(w for w in said if w))
    if len(words) > 7:
        words = [*words[:6], "…"]
    return ", ".join(words)


def _keyword(terminal: str) -> str:
    from .parse import parser

    value = parser().terminals.get(terminal)
    if value is not None:
        return f"`{value}`" if re.fullmatch(r"[a-z]+|[^\w\s\\]{1,2}", value) else f"`{terminal.lower().replace('_', ' ').strip()}`"
    return "" if terminal.startswith("_") else f"`{terminal.lower().replace('_', ' ')}`"
