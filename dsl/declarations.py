"""Lark trees of declaration sentences to syntax nodes: zones, variables, options, heads, decks ..."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import syntax as s
from .build import Builder

_MOST_SEATS = 64
_VIEWERS = (
    (("all", "everyone", "everybody", "players", "everything"), "what everybody sees lies `face up`"),
    (("nobody", "noone"), "what nobody sees lies `face down`"),
    (("you", "me", "self", "player", "players", "owners", "him", "itself"), "say `seen by owner`"),
)


class DeclarationBuilder(Builder):
    """Builds what stands in the sections of a file; reports what the grammar alone can not refuse (a thing said twice)."""

    def head(self, tree: Any) -> s.Head:
        name, parameters = tree.children
        typed = None if parameters is None else tuple(self.typed(t) for t in parameters.children if t is not None)
        return s.Head(self.span(tree), self.name(name), typed)

    def typed(self, tree: Any) -> s.TypedName:
        type_, token = tree.children
        name = self.name(token)
        # A parameter that is called like its type needs the word once: `fits(card)`.
        return s.TypedName(self.span(tree), s.TypeWord(name.span, name.text) if type_ is None else self.type(type_), name)

    def type(self, tree: Any) -> s.TypeWord:
        span, c = self.span(tree), tree.children
        match str(tree.data):
            case "switch_type":
                return s.TypeWord(span, "yes or no")
            case "range_type":
                return s.TypeWord(span, "number", self.expr(c[0]), self.expr(c[1]), c[2] is not None)
            case _:
                some, word, or_none = c
                return s.TypeWord(span, str(word), or_none=or_none is not None, some=some is not None)

    def type_sentence(self, tree: Any) -> s.TypeWord:
        return self.type(tree.children[0])

    def option(self, tree: Any) -> s.OptionSentence:
        span, c = self.span(tree), tree.children
        match str(tree.data):
            case "number_option":
                number, low, high = (self.integer(t) for t in c)
                return s.OptionSentence(span, number, low, high, None, ())
            case "switch_option":
                return s.OptionSentence(span, None, None, None, c[0].type == "YES", ())
            case _:
                return s.OptionSentence(span, None, None, None, None, tuple(self.name(t) for t in c if t.type == "NAME"))

    def integer(self, tree: Any) -> int:
        sign, digits = tree.children
        return int(digits) if sign is None else -int(digits)

    def index(self, tree: Any) -> s.Index:
        c = tree.children
        if len(c) == 1:
            return s.Index(self.span(tree), self.name(c[0]))
        return s.Index(self.span(tree), None, self.expr(c[0]), self.expr(c[1]))

    def once(self, seen: dict[str, Any], what: str, part: Any) -> None:
        """Report a thing that a declaration says a second time."""
        if what in seen:
            self.report.error(
                "E0162",
                self.span(part),
                f"this is said twice: {what}",
                label="the second time",
                related=((self.span(seen[what]), "the first time"),),
                help="keep one of the two",
            )
        seen.setdefault(what, part)

    def zone(self, tree: Any) -> s.ZoneSentence:
        seen: dict[str, Any] = {}
        zone = s.ZoneSentence(self.span(tree), (), None, None, False, False, None, None, False)
        for part in tree.children:
            data, c = str(part.data), part.children
            match data:
                case "index":
                    zone = replace(zone, indexes=(*zone.indexes, self.index(part)))
                case "facing":
                    self.once(seen, "which way the cards face", part)
                    zone = replace(zone, face=c[0].split()[1])
                case "seen":
                    self.once(seen, "who sees the cards", part)
                    self.one_of(c[1], ("owner", "others", "team"))
                    zone = replace(zone, seen_by=str(c[1]))
                case "ordered":
                    self.once(seen, "in order", part)
                    zone = replace(zone, ordered=True)
                case "one":
                    self.once(seen, "one card", part)
                    self.one_of(c[1], ("card",))
                    zone = replace(zone, one_card=True)
                case "filled":
                    self.once(seen, "the cards it starts with", part)
                    self.one_of(c[0], ("card",))
                    zone = replace(zone, starts=True if c[1] is None else self.expr(c[1]))
                case _:
                    self.once(seen, "where it is refilled from", part)
                    zone = replace(zone, refilled_from=self.expr(c[1]), except_top=c[2] is not None)
        return zone

    def one_of(self, token: Any, words: tuple[str, ...]) -> None:
        """Report a word that must be one of a few and is not."""
        if str(token) not in words:
            help = next((help for said, help in _VIEWERS if str(token).lower() in said), "") if "owner" in words else ""
            listed = ", ".join(f"`{w}`" for w in words)
            self.report.error(
                "E0163",
                self.span(token),
                f"`{token}` can not stand here",
                label="unknown word",
                notes=(f"expected here: {listed}",),
                help=help,
            )

    def variable(self, tree: Any) -> s.VariableSentence:
        seen: dict[str, Any] = {}
        indexes: list[s.Index] = []
        marks: list[s.Name] = []
        type_: s.TypeWord | None = None
        starts: s.Expression | None = None
        for part in tree.children:
            match str(part.data):
                case "index":
                    indexes.append(self.index(part))
                case "each_round":
                    self.once(seen, "each round", part)
                    marks.append(s.Name(self.span(part), "each round"))
                case "marked":
                    self.once(seen, str(part.children[0]), part)
                    marks.append(self.name(part.children[0]))
                case "starts":
                    self.once(seen, "what it starts with", part)
                    starts = self.expr(part.children[1])
                case _:
                    self.once(seen, "what it holds", part)
                    type_ = self.type(part) if type_ is None else type_
        if type_ is None:
            self.report.error(
                "E0164",
                self.span(tree),
                "this variable does not say what it holds",
                help="add a range such as `0..20`, `yes or no`, or a kind such as `player or none`",
            )
            type_ = s.TypeWord(self.span(tree), "any")
        return s.VariableSentence(self.span(tree), tuple(indexes), type_, starts, tuple(marks))

    def player_counts(self, tree: Any) -> s.PlayersSentence:
        counts: set[int] = set()
        for part in tree.children:
            if part.data == "seats_":
                low, high = int(part.children[0]), int(part.children[1] or part.children[0])
                if not 1 <= low <= high <= _MOST_SEATS:
                    self.report.error(
                        "E0165",
                        self.span(part),
                        f"this is not a number of players: {self.span(part).text}",
                        help=f"between 1 and {_MOST_SEATS}, the smaller number first",
                    )
                    continue
                counts.update(range(low, high + 1))
        return s.PlayersSentence(self.span(tree), tuple(sorted(counts)))

    def teams(self, tree: Any) -> s.TeamsSentence:
        first, *rest = tree.children
        everyone = first.type == "EVERYONE"
        return s.TeamsSentence(self.span(tree), None if everyone else int(first), any(t is not None for t in rest), everyone)

    def deck(self, tree: Any) -> s.DeckSentence:
        batches: list[s.Batch] = []
        copies: s.Expression | None = None
        seen: dict[str, Any] = {}
        for part in tree.children:
            data, c = str(part.data), part.children
            if data in ("batch", "full_batch"):
                spans = tuple(self.ranks(t) for t in c if getattr(t, "data", "") == "span_")
                suit = self.name(c[-1])
                if data == "full_batch":
                    self.one_of(c[-1], ("suit",))
                batches.append(s.Batch(self.span(part), spans, suit if data == "batch" else None))
                continue
            self.once(seen, "how many copies", part)
            copies = s.Number(self.span(part), 2) if data == "twice" else self.copies(c[0])
        return s.DeckSentence(self.span(tree), tuple(batches), copies)

    def copies(self, part: Any) -> s.Expression:
        match getattr(part, "type", ""):
            case "NUMBER":
                return s.Number(self.span(part), int(part))
            case "NAME":
                return self.name(part)
            case _:
                return self.expr(part)

    def ranks(self, tree: Any) -> tuple[s.Name, s.Name]:
        low, high = tree.children
        first = self.name(low.children[0])
        return first, first if high is None else self.name(high.children[0])

    def generator(self, tree: Any) -> s.Generator:
        parts: list[tuple[s.Name, s.Expression | None]] = []
        for part in tree.children:
            name, low, high = part.children
            bounds = None if low is None else s.Range(self.span(low).to(self.span(high)), self.expr(low), self.expr(high))
            parts.append((self.name(name), bounds))
        return s.Generator(self.span(tree), tuple(parts))

    def names(self, tree: Any) -> s.Names:
        return s.Names(self.span(tree), tuple(self.name(t) for t in tree.children))
