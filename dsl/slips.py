"""Sentences as somebody would say or program them who does not know ours: other verbs, other joints, other ways to count."""

from __future__ import annotations

import re
from typing import Any

from .diagnostics import Report
from .source import Source, Span
from .spelling import nearest

_MOVING = ("draw", "discard", "put", "place", "take", "give", "play", "send", "lay", "collect", "bury", "gather")
# Words that begin a sentence elsewhere, and what to do here.
_VERBS = {
    **dict.fromkeys(("elif", "elseif", "elsif"), "say `else if`"),
    **dict.fromkeys(("loop", "do", "forever"), "say `repeat:`"),
    **dict.fromkeys(("break", "exit", "leave"), "say `stop`, which leaves a loop"),
    **dict.fromkeys(("print", "write", "display", "announce", "echo", "log"), "say `say`"),
    **dict.fromkeys(_MOVING, "say `move … to …`"),
    **dict.fromkeys(("pick", "select", "decide", "ask", "prompt", "choice", "option", "menu"), "say `choose:`"),
    **dict.fromkeys(("set", "make", "assign"), "write `name = value`"),
    **dict.fromkeys(("var", "const", "define", "remember"), "write `let name = value`"),
    **dict.fromkeys(("add", "increase", "increment", "gain", "raise"), "write `name += 1`"),
    **dict.fromkeys(("subtract", "decrease", "decrement", "reduce", "lower", "lose"), "write `name -= 1`"),
    **dict.fromkeys(("flip", "turn", "uncover", "open"), "say `reveal …` or `hide …`"),
    **dict.fromkeys(("cover", "conceal"), "say `hide …`"),
    **dict.fromkeys(("exchange", "trade"), "say `swap … with …`"),
    **dict.fromkeys(("eliminate", "kill", "drop", "knock"), "say `out …` of a player, `move … to …` of a card"),
    **dict.fromkeys(("finish", "quit", "end", "gameover", "over"), "a game ends with `win …`, `nobody wins` or `order players by …`"),
    **dict.fromkeys(("call", "run", "perform", "execute"), "a rule is called by its name and `()` alone"),
    "mix": "say `shuffle`", "unless": "say `if not …:`", "foreach": "say `for each`", "pass": "say `nothing`",
    "otherwise": "say `else:`",
    "continue": "put what is to be left out under an `if`", "then": "leave it out: a block begins with `:`", "the": "leave it out",
    "switch": "say `if …:` and `else if …:`", "case": "say `else if …:`", "def": "rules stand in the section `rules`",
    "function": "rules stand in the section `rules`",
}  # fmt: skip
# Words of other languages after the first one.
_STRAY = {
    "then": "leave it out", "equals": "say `is`", "isnt": "say `is not`", "than": "leave it out", "mod": "say `%`",
    "greater": "say `>`", "more": "say `>`", "bigger": "say `>`", "higher": "say `>`", "less": "say `<`", "smaller": "say `<`",
    "fewer": "say `<`", "lower": "say `<`", "plus": "say `+`", "equal": "say `is`", "has": "write `owner.thing`", "are": "say `is`",
    "was": "say `is`", "divided": "say `//`", "the": "leave it out",
}  # fmt: skip
_PHRASES = ("take turns", "go round", "end turn", "nobody wins", "order players by", "score players by", "may choose")
_BEGINNINGS = (
    "if", "while", "repeat", "for", "round", "choose", "move", "let", "deal", "shuffle", "swap", "reveal", "show", "hide", "tell", "out",
    "back", "win", "order", "score", "say", "return", "stop", "again", "skip", "reverse", "nothing", "take", "go", "end", "nobody",
    "secretly", "each", "else",
)  # fmt: skip
_BEGIN_WITH = "sentences begin with a word such as `move`, `let`, `if` or `choose`, or with a variable or rule: `ties = 0`, `battle()`"

_THING = r"[A-Za-z_]\w*(?:\.\w+)*(?:\([^()\n]*\))?"
_MOVE = rf"(?:move|{'|'.join(_MOVING)})"
_TO = rf" (?:to|into|onto|on|in) (?:the )?(?P<t>{_THING})"
# A sentence that counts or sets, as other languages have it, and as it is written here.
_SETTING = tuple(
    (re.compile(pattern, re.IGNORECASE), said)
    for pattern, said in (
        (r"(?:the )?winners? ?(?: is | are |=|:) ?(?P<v>\w.*)", "win {v}"),
        (r"repeat (?:forever|always|endlessly):", "repeat:"),
        (r"repeat (?P<v>\d+):", "repeat {v} times:"),
        (r"(?:all|every|each)(?: the)? players? chooses?:", "each player chooses:"),
        (r"for (?:every|all|any) (?P<t>\w+?)s?(?P<v>(?: in .+)?):", "for each {t} {v}:"),
        (r"each (?P<t>\w+):", "for each {t}:"),
        (r"until (?P<t>\w[^:]*):", "while not ({t}):"),
        (r"(?P<t>[a-z_]\w*) (?P<p>\w+) in (?P<v>[^:]+):", "{t}({p} in {v}):"),
        (r"(?P<t>[a-z_]\w*)\((?:(?:a|an|the|one|any) )?(?P<p>\w+) (?:from|of|in) (?P<v>[^:]+?)\):", "{t}({p} in {v}):"),
        (r"(?P<t>[a-z_]\w*)\((?P<n>\d+) (?P<p>[a-z]+) (?:from|of|in) (?P<v>[^:]+?)\):", "{t}({p} in {n} of {v}):"),
        (r"(?P<t>[a-z_]\w*)\(some (?P<p>[a-z]+) (?:from|of|in) (?P<v>[^:]+?)\):", "{t}({p} in 1..3 of {v}):"),
        (r"(?P<t>[a-z_]\w*)\((?P<v>[^:]+?) (?:if|when|where) (?P<p>[^:]+)\):", "{t}({v}) when {p}:"),
        (r"(?P<t>[a-z_]\w*)(?P<v>\([^:]*\))? (?:if|where|while) (?P<p>[^:]+):", "{t}{v} when {p}:"),
        (r"deal (?P<v>\w+)(?: cards?)? to (?:each|every|all)(?: players?)?(?: (?P<t>\w+))?", "deal {v} from stock to each hand"),
        (
            r"deal (?P<v>\w+)(?: cards?)? (?:from|of) (?P<p>\w+)(?: to (?:each|every|all)(?: the)? players?)?",
            "deal {v} from {p} to each hand",
        ),
        (r"deal (?P<v>\w+)(?: cards?)? from (?P<p>\w+) to (?:each )?(?P<t>\w+)", "deal {v} from {p} to each {t}"),
        (r"shuffle the (?P<t>\w+)", "shuffle {t}"),
        (rf"(?P<t>{_THING}) ?[=:] ?(?P<v>[^,()=:]+(?:, ?[^,()=:]+)+)", "{t} = ({v})"),
        (rf"(?P<t>{_THING}) ?\+ ?\+", "{t} += 1"),
        (rf"(?P<t>{_THING}) ?- ?-", "{t} -= 1"),
        (rf"\+ ?\+ ?(?P<t>{_THING})", "{t} += 1"),
        (rf"- ?- ?(?P<t>{_THING})", "{t} -= 1"),
        (rf"(?P<t>{_THING}) ?= ?\+ ?(?P<v>\w.*)", "{t} += {v}"),
        (rf"(?P<t>{_THING}) ?(?P<o>[+-]) ?(?P<v>\w[\w.()]*)", "{t} {o}= {v}"),
        (rf"(?P<t>{_THING}) ?(?P<o>[*%]|//) ?= ?(?P<v>\w.*)", "{t} = {t} {o} {v}"),
        (rf"(?P<t>{_THING}) ?/ ?= ?(?P<v>\w.*)", "{t} = {t} // {v}"),
        (rf"(?P<t>{_THING}) ?(?::=|==|<-| is (?:now )?| becomes | gets | equals ) ?(?P<v>\w.*)", "{t} = {v}"),
        (rf"(?:set|make|change) (?:the )?(?P<t>{_THING}) ?(?: to | as | be | is |=|:=) ?(?P<v>\w.*)", "{t} = {v}"),
        (rf"(?:reset|clear) (?P<t>{_THING})", "{t} = 0"),
        (rf"(?:let|var|const|define) (?P<t>{_THING}) ?(?: be | is | to | as |:=|=) ?(?P<v>\w.*)", "let {t} = {v}"),
        (rf"(?:increase|increment|raise) (?P<t>{_THING}) by (?P<v>\w.*)", "{t} += {v}"),
        (rf"(?:decrease|decrement|reduce|lower) (?P<t>{_THING}) by (?P<v>\w.*)", "{t} -= {v}"),
        (rf"(?:increase|increment|raise) (?P<t>{_THING})", "{t} += 1"),
        (rf"(?:decrease|decrement|reduce|lower) (?P<t>{_THING})", "{t} -= 1"),
        (rf"(?P<t>{_THING}) increases by (?P<v>\w.*)", "{t} += {v}"),
        (rf"(?P<t>{_THING}) decreases by (?P<v>\w.*)", "{t} -= {v}"),
        (rf"add (?P<v>\w+) to (?P<t>{_THING})", "{t} += {v}"),
        (rf"subtract (?P<v>\w+) from (?P<t>{_THING})", "{t} -= {v}"),
        (
            rf"{_MOVE} (?:the |a |one )?(?P<p>top|bottom|first|last|random) cards? (?:from|of|in) (?:the )?(?P<v>{_THING}){_TO}",
            "move {p} of {v} to {t}",
        ),
        (rf"{_MOVE} (?P<n>\d+) random cards? (?:from|of|in|off) (?:the )?(?P<v>{_THING}){_TO}", "move random {n} of {v} to {t}"),
        (
            rf"{_MOVE} (?:the )?(?:top )?(?P<n>\d+)(?: cards?)? (?:from|of|in|off) (?:the )?(?P<v>{_THING}){_TO}",
            "move top {n} of {v} to {t}",
        ),
        (rf"{_MOVE} (?:all|every|everything)(?: the)?(?: cards?)? (?:from|of|in) (?:the )?(?P<v>{_THING}){_TO}", "move {v} to {t}"),
        (rf"{_MOVE} (?:a|one) card (?:from|of|off) (?:the )?(?P<v>{_THING}){_TO}", "move top of {v} to {t}"),
        (rf"(?:{'|'.join(_MOVING)}) (?:the )?(?P<v>[^:]+?){_TO}", "move {v} to {t}"),
        (rf"move (?:the )?(?P<v>[^:]+?) ?(?:into|onto|on|->|→) ?(?:the )?(?P<t>{_THING})", "move {v} to {t}"),
    )
)


def sentence_of(line: list[Any], span: Span) -> Span:
    """The whole line that a fault is in, without its comment."""
    text = span.source.text
    start = line[0].start_pos if line else span.start
    end = text.find("\n", start)
    plain = re.sub(r"[ \t]#.*", "", text[start : min(end if end >= 0 else len(text), start + 200)]).rstrip()
    return Span(span.source, start, start + len(plain))


def setting(found: Any, span: Span, line: list[Any], accepts: set[str], report: Report) -> bool:
    """`ties++`, `ties + 1`, `set ties to 1`, `add 1 to ties`: a variable counted or set as it is done elsewhere."""
    from .parse import reads

    whole = sentence_of(line, span)
    text = " ".join(whole.text.split())
    for pattern, said in _SETTING:
        if (fits := pattern.fullmatch(text)) is not None:
            better = said.format(**{name: (value or "").strip() for name, value in fits.groupdict().items()})
            better = " ".join(better.split()).replace(" :", ":")
            if better != text and any(reads(kind, _block(better)) for kind in ("procedure", "actions")):
                report.error("E0150", whole, f"`{text}` is not a sentence", label=f"write `{better}`")
                return True
    return False


def _block(text: str) -> Span:
    """A sentence by itself, with something below it where it opens a block; the menu of a choice where it opens one."""
    below = "\n  stop" if text.endswith(":") else ""
    return Span(Source("", text + below), 0, len(text + below))


def first_word(found: Any, span: Span, line: list[Any], accepts: set[str], report: Report) -> bool:
    """A misspelt verb, or one of another language, at the beginning of a sentence."""
    from .parse import RESERVED

    if not line and found.type == "WHEN":
        report.error("E0150", span, "`when` begins no sentence", label="say `if …:`")
        return True
    if not line or line[0].type != "NAME" or (len(line) > 1 and line[1].type in ("DOT", "LPAR", "EQUAL")):
        return False
    word, first = str(line[0]), Span(span.source, line[0].start_pos, line[0].end_pos)
    help = ""
    if word.lower() in _VERBS and len(line) == 1:
        help = _VERBS[word.lower()]
    elif word.lower() in RESERVED and word not in RESERVED:
        help = f"write `{word.lower()}`"
    else:
        words = re.match(r"\w+(?: +\w+)*", sentence_of(line, span).text)
        said = words.group().split() if words is not None else [word]
        for phrase in _PHRASES:
            parts = phrase.split()
            if len(said) >= len(parts) and said[: len(parts)] != parts and nearest(" ".join(said[: len(parts)]), [phrase]):
                help = f"did you mean `{phrase}`?"
                first = Span(span.source, first.start, first.start + len(" ".join(said[: len(parts)])))
        if not help and len(line) == 1 and (span.text[:1].isalnum() or span.text[:1] in ("(", ":", "")):
            near = nearest(word, _BEGINNINGS)
            help = f"did you mean `{near[0]}`?" if near else ""
    if help:
        report.error("E0150", first, f"`{first.text}` begins no sentence", label=help)
    elif (
        len(line) == 1
        and found.type in ("NAME", "NUMBER", "CARD", "STRING", "FIRST", "LAST", "TOP", "BOTTOM", "RANDOM")
        and not joint(found, span, line, accepts, Report())
    ):
        report.error("E0150", first, f"`{first.text}` begins no sentence", notes=(_BEGIN_WITH,))
        return True
    return bool(help)


def joint(found: Any, span: Span, line: list[Any], accepts: set[str], report: Report) -> bool:
    """Small words and signs between the parts of a sentence that are nearly right."""
    text = span.text
    first = str(line[0]) if line else ""
    help, message = "", f"`{text}` can not stand here"
    if "TO" in accepts and text.lower() in ("into", "onto", "on", "upon", "at", "towards"):
        help = "say `to`"
    elif "TO" in accepts and found.type in ("_NL", "$END") and first == "move":
        help = "say where to: `move … to …`"
        message = "this `move` does not say where to"
    elif found.type == "NAME" and line and line[-1].type == "NUMBER" and (noun := re.match(r"cards?\b", text)) is not None:
        help = f"leave `{noun.group()}` out" if first == "deal" else f"write `{line[-1]} of …`, without `{noun.group()}`"
    elif text == "choose" and "CHOOSES" in accepts:
        help = "write `chooses`"
    elif line and str(line[-1]) == "the":
        help = "leave `the` out"
    elif text == "wins":
        help = "write `win` and who wins"
    elif text.lower() in _STRAY:
        help = _STRAY[text.lower()]
    elif found.type in ("COLON", "RPAR") and accepts == {"IN"}:
        help = "write `card in hand`: a name, `in`, and what it may be"
    elif len(line) == 1 and first in ("order", "score") and found.type == "NAME":
        help = f"write `{first} players by …`"
    if help:
        report.error("E0150", span, message, help=help)
    return bool(help)


_OF_SOME = re.compile(
    r"\b(?P<how>any|some|an?|one|every|each|all|no) (?:of the )?(?P<what>player|team)s? "
    r"(?:(?:has|have|with|having|whose) )?(?:a |the )?"
    r"(?P<thing>[a-z_]\w*)(?: is)? (?P<sign>>=|<=|>|<|is not|is) (?P<value>[^:\n]+?)(?= and | or |:|$)"
)
_HOW = {"every": "all", "each": "all", "all": "all", "no": "not any"}


def of_some(found: Any, span: Span, line: list[Any], accepts: set[str], report: Report) -> bool:
    """`any player has score >= 10`: a condition for some or all of many, which is asked here of each by a name."""
    from .parse import reads

    whole = sentence_of(line, span)
    for fits in _OF_SOME.finditer(whole.text):
        start, end = whole.start + fits.start(), whole.start + fits.end()
        if not start <= span.start <= end:
            continue
        thing, sign, value, what = fits["thing"], fits["sign"], fits["value"].strip(), fits["what"]
        better = f"{_HOW.get(fits['how'], 'any')}({what[0]}.{thing} {sign} {value} for {what[0]} in {what}s)"
        if reads("expression", Span(Source("", better), 0, len(better))):
            place = Span(span.source, start, start + len(fits.group().rstrip()))
            report.error("E0150", place, f"`{place.text}` is not a condition", label=f"write `{better}`")
            return True
    return False


def unopened(fed: list[Any], span: Span, kind: str, report: Report) -> bool:
    """An action whose line lacks its `:` before what it does. fed: the words before the indented line."""
    before = fed[:-1] if fed and fed[-1].type == "_NL" else fed
    start = len(before)
    while start and before[start - 1].type not in ("_NL", "_INDENT", "_DEDENT"):
        start -= 1
    line = before[start:]
    if not line or line[-1].type == "COLON" or not _in_menu(before[:start], kind):
        return False
    end = line[-1].end_pos
    at = Span(span.source, end, end)
    report.error("E0159", at, "`:` is missing at the end of this line", label="add `:` here", help="what the action does stands below it")
    return True


def _in_menu(before: list[Any], kind: str) -> bool:
    """Whether a line that begins after these words stands directly in a menu of actions."""
    depth = 0
    for place in range(len(before) - 1, -1, -1):
        type = before[place].type
        depth += {"_DEDENT": 1, "_INDENT": -1}.get(type, 0)
        if depth < 0:
            opener: list[str] = []
            for t in reversed(before[:place]):
                if t.type in ("_INDENT", "_DEDENT") or (t.type == "_NL" and opener):
                    break
                opener.append(t.type)
            return bool({"CHOOSE", "CHOOSES", "MAY_CHOOSE", "CHOOSES_FOR_YOU"} & set(opener)) and "LPAR" not in opener[-1:]
    return kind == "actions"


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_MEANT = {
    "1": "A",
    "11": "J",
    "12": "Q",
    "13": "K",
    "14": "A",
    "T": "10",
    "B": "J",
    "D": "Q",
    "ACE": "A",
    "JACK": "J",
    "QUEEN": "Q",
    "KING": "K",
}


def suit(source: Source, at: int, report: Report) -> None:
    """Report a sign of a suit that is not the end of a card: after a rank that there is not, before its rank, or alone."""
    sign = source.text[at]
    before = re.search(r"\w+$", source.text[max(0, at - 12) : at])
    after = re.compile(r"(?i)(10|[2-9AJQK])\b").match(source.text, at + 1)
    if before is not None:
        rank = before.group()
        better = _MEANT.get(rank.upper()) or (rank.upper() if rank.upper() in RANKS else "")
        span = Span(source, at - len(rank), at + 1)
        label = f"did you mean `{better}{sign}`?" if better else "no such card"
        report.error("E0152", span, f"there is no rank {rank}", label=label, notes=(f"ranks are {' '.join(RANKS)}",))
    elif after is not None:
        better = f"{after[1].upper()}{sign}"
        report.error("E0152", Span(source, at, after.end()), "the rank of a card stands before its suit", label=f"write `{better}`")
    else:
        report.error(
            "E0152",
            Span(source, at, at + 1),
            f"`{sign}` needs a rank before it",
            label="a suit alone",
            help="write a card such as `10♠`, or a suit's name",
        )
