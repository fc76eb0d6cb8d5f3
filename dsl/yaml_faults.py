"""What PyYAML says about a broken file, in words that help."""

from __future__ import annotations

import re
from typing import Any

from .diagnostics import Report
from .parts import FILE
from .source import Source, Span
from .steps import blamed, misplaced

_BLOCK = "or put it in a block: `|` after the colon, and the sentences indented on the next lines"
_SIGNS = {
    "{": "brackets `{ }` begin a section of YAML", "[": "brackets `[ ]` begin a list of YAML: write a list `(a, b)`",
    "!": "`!` begins a tag: say `not`",
    "&": "`&` begins an anchor: say `and`", "*": "`*` begins an alias", "@": "YAML keeps `@` for itself",
    "`": "YAML keeps the backtick for itself",
    "%": "YAML keeps `%` for itself", ">": "`>` begins a folded text", "|": "`|` begins a block: its text stands on the next lines",
    "'": "a quote begins a quoted text", '"': "a quote begins a quoted text", "?": "`?` begins a key",
}  # fmt: skip


def explain(source: Source, fault: Any, report: Report) -> None:
    """Report a fault of PyYAML's scanner or parser (a MarkedYAMLError)."""
    problem, context = str(fault.problem or ""), str(fault.context or "")
    at = _offset(source, fault.problem_mark)
    begun = _offset(source, fault.context_mark) if fault.context_mark is not None else at
    here = _word(source, at)
    if source.text[at : at + 1] == "\t" or "tab character" in problem:
        report.error(
            "E0120", Span(source, at, at + 1), "a tab where spaces belong", label="a tab", help="indent with spaces; YAML takes no tabs"
        )
    elif (sign := _value_start(source, at)) is not None and _begins_badly(problem, context, source, sign):
        _bad_start(source, sign, report)
    elif "mapping values are not allowed" in problem and (above := _line_above(source, at)) is not None:
        _misplaced_line(_line_span(source, at), above, report)
    elif "mapping values are not allowed" in problem:
        report.error(
            "E0121",
            Span(source, at, at + 1),
            "a second `: ` in one line",
            label="this colon",
            notes=("YAML reads `: ` as the end of a key",),
            help=f"say it without a colon, {_BLOCK}",
        )
    elif "could not find expected ':'" in problem:
        if not _part_inside(source, begun, report):
            _no_colon(_line_span(source, begun), report)
    elif "quoted scalar" in context and ("end of stream" in problem or "document separator" in problem):
        report.error(
            "E0124", Span(source, begun, begun + 1), "this quote is never closed", label="opened here", help="add the closing quote"
        )
    elif "double-quoted scalar" in context:
        report.error(
            "E0127",
            Span(source, at, min(at + 1, len(source.text))),
            "an escape that YAML does not know",
            label="after `\\`",
            help="write `\\\\` for a backslash",
        )
    elif "flow" in context:
        begun = max(source.text.rfind("{", 0, begun + 1), source.text.rfind("[", 0, begun + 1), 0)
        bracket = source.text[begun : begun + 1]
        closing = {"[": "]", "{": "}"}.get(bracket, "bracket")
        if "\n" in source.text[begun:at] or at >= len(source.text):
            _never_closed(source, begun, closing, report)
            return
        report.error(
            "E0125",
            here,
            f"`,` or `{closing}` was expected here",
            label=_shown(here),
            related=((Span(source, begun, begun + 1), "opened here"),),
            help=f"separate the parts with `,` and close the bracket with `{closing}`; a sentence can not begin with `{bracket}`",
        )
    elif "document start" in problem and (first := _indented_beginning(source)) is not None:
        report.error(
            "E0126", first, "the file begins with a line that is indented", label="indented", help="sections begin in the first column"
        )
    elif "document start" in problem:
        report.error("E0107", here, "a second document begins here", label=_shown(here), help="a rule file holds one game")
    elif "block" in context and _slip_above(source, _line_span(source, at), report):
        pass
    elif "block" in context or "entries are not allowed" in problem or "block end" in problem:
        report.error(
            "E0126",
            here,
            "the indentation of this line fits nothing above it",
            label=_shown(here),
            related=_beginning(source, begun, at),
            help="lines that belong together begin in the same column",
        )
    else:
        report.error("E0129", here, f"YAML can not read this: {problem}", label=_shown(here), help=_BLOCK.removeprefix("or "))


def _indented_beginning(source: Source) -> Span | None:
    """The first line that is no comment, where it is indented."""
    found = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*([ ]+)([^\s#])").match(source.text)
    return None if found is None else Span(source, found.start(1), found.start(2))


def _line_above(source: Source, at: int) -> Span | None:
    """Where the colon at an offset is the first of its line: the line above that the value began in."""
    line = _line_span(source, at)
    if ": " in source.text[line.start : at]:
        return None
    return _line_before(source, line)


def _line_before(source: Source, line: Span) -> Span | None:
    """The last line before this one that is not empty."""
    while line.start > 0 and (begin := source.text.rfind("\n", 0, line.start)) >= 0:
        line = _line_span(source, begin)
        if line.text and not line.text.startswith("#"):
            return line
    return None


def _misplaced_line(line: Span, above: Span, report: Report) -> None:
    if re.search(r":(\s|$)", above.text) is None:
        _no_colon(above, report)
        return
    if blamed(line.source, line.line, "E0126", report) or _outdented(line, above, report):
        return
    report.error(
        "E0126", line, "this line is indented as if it went on with the value above it", related=((above, "the value above"),),
        help="lines that belong together begin in the same column",
    )  # fmt: skip


def _slip_above(source: Source, line: Span, report: Report) -> bool:
    """Report a slip in a line above the first that YAML can not place: no colon, or too far left."""
    before, above = _line_before(source, line), _less_indented(source, line)
    if _part_inside(source, line.start, report):
        return True
    if before is not None and before.column == line.column and re.search(r":(\s|$)", before.text) is None:
        _no_colon(before, report)
        return True
    return blamed(source, line.line, "E0126", report) or (above is not None and _outdented(line, above, report))


def _part_inside(source: Source, at: int, report: Report) -> bool:
    """Report a part of the file that is indented as if it belonged to the one before, so that what stands in it can not be placed."""
    found = misplaced(source, source.position(at)[0])
    return found is not None and found.column == 0 and blamed(source, source.position(at)[0], "E0126", report)


def _beginning(source: Source, begun: int, at: int) -> tuple[tuple[Span, str], ...]:
    """The beginning of the section that a line fits not, unless that is the whole file."""
    if begun == at or source.position(begun)[1] == 1:
        return ()
    return ((Span(source, begun, begun + 1), "the section it should belong to begins here"),)


def _less_indented(source: Source, line: Span) -> Span | None:
    """The last line before this one that stands further left."""
    above = _line_before(source, line)
    while above is not None and above.column >= line.column:
        above = _line_before(source, above)
    return above


def _outdented(line: Span, above: Span, report: Report) -> bool:
    """Report a line that stands further left than its neighbours, whose next line is the first that YAML can not place."""
    source = line.source
    key, _, value = above.text.partition(":")
    before = _line_before(source, above)
    between = before is not None and before.column == line.column
    if above.column >= line.column or not value.strip() or not (between or (before and above.column == 1 and key not in FILE)):
        return False
    report.error(
        "E0126", above, "this line is indented less than its neighbours", label=f"indent it by {line.column - 1} spaces",
        help="lines that belong together begin in the same column",
    )  # fmt: skip
    return True


def _never_closed(source: Source, begun: int, closing: str, report: Report) -> None:
    """A bracket that is still open where its line ends."""
    end = _line_span(source, begun).end
    report.error(
        "E0125", Span(source, end, end), f"`{closing}` is missing at the end of this line", label=f"add `{closing}` here",
        related=((Span(source, begun, begun + 1), "opened here"),), help=f"what begins with `{source.text[begun]}` ends with `{closing}`",
    )  # fmt: skip


def _no_colon(line: Span, report: Report) -> None:
    if (tight := re.match(r"[A-Za-z_]\w*(?:\([^()]*\))?:(?=[^\s:])", line.text)) is not None:
        colon = line.start + tight.end() - 1
        report.error("E0123", Span(line.source, colon, colon + 1), "a space is missing after this `:`", label="add a space after it")
        return
    report.error(
        "E0123",
        line,
        "`:` is missing",
        label="a section, a name or a rule ends with `:`",
        help="write `name: value`, or `name:` and lines below",
    )


def _offset(source: Source, mark: Any) -> int:
    return max(0, min(int(mark.index), len(source.text)))


def _word(source: Source, at: int) -> Span:
    found = re.compile(r"[^\s]+").match(source.text, at)
    return Span(source, at, found.end() if found is not None else min(at + 1, len(source.text)))


def _shown(span: Span) -> str:
    return "the file ends here" if span.start >= len(span.source.text) else ""


def _line_span(source: Source, at: int) -> Span:
    begin = source.text.rfind("\n", 0, at) + 1
    end = source.text.find("\n", begin)
    text = re.sub(r"[ \t]#.*", "", source.text[begin : end if end >= 0 else len(source.text)])
    indent = len(text) - len(text.lstrip())
    return Span(source, begin + indent, max(begin + indent, begin + len(text.rstrip())))


def _value_start(source: Source, at: int) -> int | None:
    """Where the value on the line of an offset begins (after `key: ` or `- `), if there is one at or before it."""
    line = _line_span(source, at)
    found = re.match(r"(?:-[ ]+)*(?:[^:#\"'\n]*?:[ \t]+|-[ ]+)?", line.text)
    start = line.start + (found.end() if found is not None else 0)
    return start if start <= at + 1 and start < line.end else None


def _begins_badly(problem: str, context: str, source: Source, start: int) -> bool:
    sign = source.text[start : start + 1]
    if sign not in _SIGNS:
        return False
    if sign in "{[":
        return "block end" in problem
    if sign in "'\"":
        return "block end" in problem or "mapping values" in problem
    return True


def _bad_start(source: Source, start: int, report: Report) -> None:
    sign = source.text[start]
    report.error(
        "E0122", Span(source, start, start + 1), f"a sentence can not begin with {'a quote' if sign in chr(34) + chr(39) else f'`{sign}`'}",
        label="here", notes=(_SIGNS[sign],), help=f"turn the sentence round, put `( )` around its beginning, {_BLOCK}",
    )  # fmt: skip
