"""Mistakes in a rule file as values: what is wrong, where, and how to mend it."""

from __future__ import annotations

from dataclasses import field

from .record import Record, Sheet
from .source import Span


class Diagnostic(Record):
    """One fault. `message` stands alone; `label` stands under the carets; `related` are further places with a word each; `notes` say
    what was expected or what is there instead; `help` says how to mend it. span None: about the file as a whole, whose name is then
    `file`. severity: "error" or "warning".
    """

    code: str
    message: str
    span: Span | None
    label: str = ""
    related: tuple[tuple[Span, str], ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    severity: str = "error"
    file: str = ""


class RuleError(Exception):
    """A rule file that is wrong. `diagnostics`: every fault, in file order."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__("\n".join(d.message for d in diagnostics))
        self.diagnostics = diagnostics


class Report(Sheet):
    """Collects faults while a file is read; nothing is raised before the end. file: its name, for faults without a place."""

    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    file: str = ""

    def error(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        label: str = "",
        related: tuple[tuple[Span, str], ...] = (),
        notes: tuple[str, ...] = (),
        help: str = "",
    ) -> None:
        """Note a fault."""
        self.diagnostics.append(Diagnostic(code, message, span, label, related, notes, help, file=self.file if span is None else ""))

    def raise_errors(self) -> None:
        """Raise RuleError when there is any error."""
        if any(d.severity == "error" for d in self.diagnostics):
            raise RuleError(self.diagnostics)


CODES: dict[str, str] = {
    "E0101": "the file is too large",
    "E0102": "the file is not in UTF-8",
    "E0103": "the file is not plain text",
    "E0104": "an unusual line end",
    "E0105": "the file is empty",
    "E0106": "the file is not a rule file",
    "E0107": "a second document in the file",
    "E0110": "a key is written twice",
    "E0111": "an anchor of YAML (`&`)",
    "E0112": "an alias of YAML (`*`)",
    "E0113": "a tag of YAML (`!`)",
    "E0114": "a merge key of YAML (`<<`)",
    "E0115": "sections nested too deeply",
    "E0116": "this can not be a key",
    "E0120": "a tab where spaces belong",
    "E0121": "a colon inside a sentence",
    "E0122": "a sentence begins with a sign that YAML keeps for itself",
    "E0123": "a line of the file without its colon",
    "E0124": "a quote that is never closed",
    "E0125": "a bracket that is not closed",
    "E0126": "indentation that fits no section",
    "E0127": "an unknown escape in quotes",
    "E0128": "a comma in braces that cuts a sentence",
    "E0129": "YAML can not read this",
    "E0150": "a word that can not stand here",
    "E0151": "a sentence in quotes or folded",
    "E0152": "a sign that has no meaning here",
    "E0153": "a text that is not closed",
    "E0154": "indentation that fits no block",
    "E0155": "a tab in the indentation",
    "E0156": "a sentence nested too deeply",
    "E0157": "a reserved word used as a name",
    "E0158": "this is not a number",
    "E0159": "a block without its colon",
    "E0160": "a bracket too many or too few",
    "E0161": "a sentence that is not finished",
    "E0162": "a declaration says a thing twice",
    "E0163": "an unknown word in a declaration",
    "E0164": "a variable that does not say what it holds",
    "E0165": "this is not a number of players",
    "E0166": "this is not a move",
    "E0200": "not a rule file of cardrules",
    "E0201": "an unknown part",
    "E0202": "a part that is missing",
    "E0203": "an unknown zone",
    "E0204": "an unknown name",
    "E0205": "a part of the wrong shape",
    "E0206": "a name given twice",
    "E0207": "a word that can not be a name",
    "E0208": "an unknown version of the language",
    "E0209": "a library that can not be used",
    "E0210": "an option that is wrong",
    "E0211": "a setting that no option has",
    "E0212": "a file that can not be extended",
    "E0213": "a kind, or what is said of its members, is wrong",
    "E0214": "a deck that is wrong",
    "E0215": "an attribute that is wrong",
    "E0216": "a zone that is wrong",
    "E0217": "a variable that is wrong",
    "E0218": "teams that do not come out even",
    "E0219": "an example that is wrong",
    "E0220": "an unknown kind of thing",
    "E0221": "a rule without parentheses",
    "E0222": "a declaration that is misspelt",
    "E0230": "a value of the wrong kind",
    "E0231": "two things that can never be compared",
    "E0232": "nobody acts here",
    "E0233": "whose or which is meant",
    "E0234": "values in parentheses that do not fit",
    "E0235": "a word that can mean several things",
    "E0236": "a rule that asks inside an expression",
    "E0237": "a rule whose value can not be found out",
    "E0238": "something that a thing does not have",
    "E0239": "a choice of several where one value is wanted",
    "E0240": "a value named like something else",
    "E0250": "this can not be set",
    "E0251": "a sentence that does nothing",
    "E0252": "a word outside of its loop, turn or rule",
    "E0253": "the game can run off the end of `play`",
    "E0254": "a rule that may end without its value",
    "E0255": "a simultaneous choice that does too much",
    "E0256": "an action with different parameters",
    "E0257": "an action offered twice",
    "E0258": "a menu that gives a secret away",
    "E0259": "a secret said aloud",
    "E0260": "too many cases",
    "E0300": "a file that can not be read",
    "E0420": "a value that its variable can not hold",
    "E0421": "bounds that can not be",
    "E0431": "a loop that never ends",
    "E0432": "a choice in which nothing is possible",
    "E0500": "a game that can not be played so",
    "E0501": "a value that leaves its bounds",
    "E0502": "a value that is none",
    "E0503": "nothing at this index",
    "E0504": "fewer cards than demanded",
    "E0505": "a place that is taken",
    "E0506": "a decision without any action",
    "E0507": "a game that runs on and on",
    "E0508": "rules that call each other too deep",
    "E0509": "the end of `play` without an end of the game",
    "E0510": "too many combinations",
    "E0511": "division by zero",
    "E0512": "a number or a list that is too large",
    "E0513": "a match that does not end",
    "W0401": "a zone that nothing uses",
    "W0402": "a variable that nothing looks at",
    "W0403": "an option that changes nothing",
    "W0404": "a kind that nothing uses",
    "W0405": "a rule that nothing calls",
    "W0406": "something said of cards that nothing asks for",
    "W0407": "a value that nothing looks at",
    "W0408": "an option without a choice",
    "W0409": "a variant that changes nothing",
    "W0410": "cards that fit no line of an attribute",
    "W0411": "a line of an attribute that fits no card",
    "W0422": "a choice of more than there is",
    "W0423": "a comparison that always comes out the same",
    "W0430": "a sentence that is never reached",
    "W0440": "a deal of more cards than there are",
    "W0450": "a value that may be out of date",
    "W0451": "a rule that calls itself for ever",
    "W0460": "a menu that may give a secret away",
}
"""Every code with its title, in order of the numbers. Each has a page in `docs/errors`."""
