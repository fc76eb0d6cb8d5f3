"""Declarations as somebody would guess them: options without bounds, zones that are `hidden`, variables that are `number`."""

from __future__ import annotations

import re

from .diagnostics import Report
from .habits import NUMBER_WORDS
from .source import Span

_EACH = r"(?:(?:one )?(?:for|of|by|per) (?:each |every )?player|every player|all players|players?|each seat|own)"
_TRUTH = r"(?:yes|no|true|false|on|off)"
_RANGE = r"(?P<low>-?\d+) ?(?:-|–|to|\.\.\.?|…|until) ?(?P<high>\d+)"
_IN_WORDS = rf"(?P<word>(?i:{'|'.join(NUMBER_WORDS)}))"
# For each kind of sentence: a guess that is the whole of it, or (`_PARTS`) one of its parts between commas; and what is written.
_WHOLE = {
    "option": (
        (r"(?P<n>-?\d+)", "write `{n} in 0..{more}`: the default, and from where to where it may be chosen"),
        (rf"{_RANGE}", "write `{low} in {low}..{high}`: the default stands first"),
        (rf"{_RANGE},? ?(?:starts|default|=) ?(?P<n>\d+)", "write `{n} in {low}..{high}`"),
        (rf"(?P<n>-?\d+),? ?(?:\(|from|of)? ?{_RANGE}\)?", "write `{n} in {low}..{high}`"),
        (rf"(?P<n>-?\d+) in {_RANGE}", "write `{n} in {low}..{high}`"),
        (rf"{_IN_WORDS} in {_RANGE}", "write it in digits: `{digits} in {low}..{high}`"),
        (r"-?\d*\.\d+(?: in .*)?", "numbers are whole: write one without `.`"),
        (rf"(?i){_TRUTH} ?(?:or|/|,|\|) ?{_TRUTH}", "write `no`: a switch is written with its default"),
        (r"(?P<list>[A-Za-z_]\w*(?: ?(?:,|/|\|) ?[A-Za-z_]\w*)+)", "write `{alternatives}`: the words with `or` between them"),
    ),
    "players": (
        (rf"{_RANGE}(?: players?)?", "write `{low}..{high}`"),
        (r"(?P<n>\d+) players?", "write `{n}`"),
        (r"(?P<n>\d+) ?\+|at least (?P<m>\d+)(?: players?)?", "write `{n}..6`: say also how many at most"),
        (r"(?i)(?:up to|at most) (?P<n>\d+)(?: players?)?", "write `2..{n}`"),
        (_IN_WORDS, "write it in digits: `{digits}`"),
    ),
    "names": ((r"(?P<a>\w+(?:, ?\w+)*),? and (?P<b>\w+)", "write `{a}, {b}`"),),
    "seats": ((r"(?P<a>\w+(?:, ?\w+)*),? and (?P<b>\w+)", "write `{a}, {b}`"),),
    "head": ((r"(?P<a>[A-Za-z_]\w*) (?P<b>\w+(?:,? \w+)*)", "write `{a}({b})`: what a rule is given stands in parentheses"),),
    "expression": (
        (r"if (?P<a>.*)", "leave `if` out"),
        (r"(?i)else|default|others?|rest|everything else|the rest", "say `otherwise`"),
        (r"(?s)(?:let|move|deal|shuffle|swap|reveal|show|hide|tell|out|back|win|say|return|order players|score players)\b.*", "{sentence}"),
        (r"(?s)nobody wins|end turn|stop|nothing|again|skip|reverse|return|[\w.()]+ ?[+-]=.*", "{sentence}"),
    ),
}  # fmt: skip
_PARTS = {
    "zone": (
        (r"hidden|secret|private|closed|concealed|facedown|face-down|down|face_down", "say `face down`"),
        (r"visible|public|open|shown|revealed|faceup|face-up|up|face_up", "say `face up`"),
        (r"owner|seen by (?:the|its) (?:owner|player)|visible to (?:the )?(?:owner|player)|own", "say `seen by owner`"),
        (r"empty", "leave it out: a zone is empty unless it says `every card`"),
        (r"shuffled|random|in random order", "leave it out: say `shuffle` in `setup`"),
        (r"(?:all|every|\d+|the)? ?(?:cards|deck)|full", "say `every card`"),
        (r"ordered|sorted|stack|pile|queue", "say `in order`"),
        (r"single|1 card|a card|only one card|one", "say `one card`"),
        (_EACH, "say `each player`"),
    ),
    "variable": (
        (r"numbers?|int|integer|counter|count", "write from where to where it goes, such as `0..20`"),
        (r"bool|boolean|flag|switch|true or false|true/false|yes/no|no or yes", "say `yes or no`"),
        (r"-?\d+", "write from where to where it goes, such as `0..20`"),
        (r"text|string|word|words", "write the words as a kind in `kinds`, and its name here"),
        (r"(?:= ?|start(?:s|ing)? (?:at|with|from|as|=) ?|start |default |initially |begins at )(?P<n>\w+)", "say `starts {n}`"),
        (rf"(?:from )?{_RANGE}", "write `{low}..{high}`"),
        (rf"(?:from )?{_RANGE} ?= ?(?P<n>\d+)", "write `{low}..{high}, starts {n}`"),
        (r"(?:up to|max|at most) (?P<n>\d+)", "write `0..{n}`"),
        (r"(?:every|per|for each) round", "say `each round`"),
        (_EACH, "say `each player`"),
    ),
    "deck": (
        (r"(?P<low>\w+) ?(?:-|–|to|\.\.\.|…) ?(?P<high>\w+)(?P<rest> of .*)", "write `{low}..{high}{rest}`"),
        (r"(?P<all>\w+(?: ?\.\. ?\w+)?) (?P<suit>clubs|diamonds|hearts|spades|every suit)", "write `{all} of {suit}`: `of` is missing"),
        (r"(?P<all>.*) of (?:all|each|every) suits?", "write `{all} of every suit`"),
        (r"(?:all|full|standard|normal|52|52 cards|every card|all cards|complete)", "write `A..K of every suit`"),
        (r"(?P<n>\d+) ?(?:times|x|×)", "say `{n} copies`"),
    ),
}  # fmt: skip
_SENTENCE = "this is a sentence: write `|` after the colon, and it in a line of its own below, indented"


def misshapen(kind: str, content: Span, report: Report) -> bool:
    """Report a declaration that can not be read where what was meant is known; False where it is not."""
    pieces = [(content, _WHOLE[kind])] if kind in _WHOLE else [(part, _PARTS[kind]) for part in _parts(content)] if kind in _PARTS else []
    for span, guesses in pieces:
        text = " ".join(span.text.split())
        if len(text) > 200:
            continue
        for pattern, said in guesses:
            found = re.fullmatch(pattern, text)
            better = "" if found is None else _written(said, found)
            if better and f"`{text}`" not in better:
                report.error("E0150", span, f"`{text}` can not stand here", label=better)
                return True
    return False


def _written(said: str, found: re.Match[str]) -> str:
    words = {name: value.strip() if name != "rest" else value for name, value in found.groupdict().items() if value is not None}
    words.setdefault("n", words.get("m", ""))
    if "{more}" in said:
        words["more"] = str(max(10, 2 * abs(int(words["n"]))) if len(words["n"]) < 18 else words["n"])
    if "word" in words:
        words["digits"] = str(NUMBER_WORDS[words["word"].casefold()])
    if "list" in words:
        words["alternatives"] = " or ".join(re.findall(r"\w+", words["list"]))
    return said.format(**words, sentence=_SENTENCE)


def _parts(content: Span) -> list[Span]:
    """The parts between commas, without blanks around them."""
    result: list[Span] = []
    start = content.start
    for part in content.text.split(","):
        plain = part.strip()
        at = start + part.find(plain) if plain else start
        result.append(Span(content.source, at, at + len(plain)))
        start += len(part) + 1
    return result
