"""What an action takes and when it is allowed, in English, for people who do not read rules: never in the file's own signs.

What can not be said in a few plain words is left out: a condition that is named holds, but need not be all that has to.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence

from ...dsl import ir
from .words import article, counted, listed, spoken, value_words

_SIGNS = {"is": "is", "is not": "is not", ">=": "is at least", "<=": "is at most", ">": "is more than", "<": "is less than"}
_OPPOSITE = {"is": "is not", "is not": "is", ">=": "<", "<=": ">", ">": "<=", "<": ">="}
_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "is": operator.eq,
    "is not": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}


class English:
    """Expressions of one game. settings: the options' run-time values."""

    def __init__(self, game: ir.Game, settings: Mapping[str, int]) -> None:
        self._game = game
        self._settings = settings

    def needs(self, action: ir.Action) -> str:
        """What has to be chosen for it: `who: another player; rank: a rank`; "" when nothing has to."""
        parts = list[str]()
        for parameter in action.parameters:
            name, words = spoken(parameter.local.name), self.choice(parameter)
            telling = len(action.parameters) > 1 and len(name) > 1 and name != self._noun(parameter.local.type)
            parts.append(f"{name}: {words}" if telling else words)
        return "; ".join(parts)

    def choice(self, parameter: ir.Parameter) -> str:
        """What one argument is: `a card of your hand`, `1 to 4 cards of your hand`, `another player whose coins are more than 0`."""
        domain = parameter.domain
        if not isinstance(domain, ir.Family):
            return self._one(domain)
        low, high = self._fixed(domain.low), self._fixed(domain.high)
        noun, rest = self._among(domain.source)
        if low is None or high is None:
            return f"{noun}s{rest}"
        if low == high:
            return f"{counted(low, noun)}{rest}"
        return f"{low} to {high} {noun}s{rest}" if low else f"up to {counted(high, noun)}{rest}"

    def condition(self, e: ir.Expression) -> str:
        """A condition in words, as far as it can be said; "" where nothing can, or where the options have settled it."""
        if isinstance(e, ir.Both):
            parts = [(part, self.condition(part)) for part in _parts(e)]
            said = [f"either {text}" if isinstance(part, ir.Either) and " or " in text else text for part, text in parts if text]
            return " and ".join(said).removeprefix("" if len(said) > 1 else "either ")
        return "" if self._fixed(e) is not None else self._said(e) or ""

    # ----------------------------------------------------------------------- what there is to choose from

    def _one(self, domain: ir.Expression) -> str:
        noun, rest = self._among(domain)
        source = domain.source if isinstance(domain, ir.Filter) else domain
        if isinstance(source, ir.Builtin) and source.name == "others":
            return f"another player{rest}"
        return article(noun) + rest

    def _among(self, domain: ir.Expression) -> tuple[str, str]:
        """A word for one of these, and which they are: `card`, ` of your hand whose rank is 8`."""
        noun = self._noun(domain.type)
        match domain:
            case ir.Filter(source=source, it=it, condition=condition):
                noun, rest = self._among(source)
                return noun, rest + self._which(condition, it)
            case ir.Interval(low=low, high=high):
                ends = (self._value(low), self._value(high))
                return noun, "" if None in ends else f" {ends[0]}" if ends[0] == ends[1] else f" from {ends[0]} to {ends[1]}"
            case ir.Contents(place=place) if (where := self._place(place)) is not None:
                return noun, f" of {where}"
            case ir.Ordered(source=source) | ir.Rotated(source=source):
                return self._among(source)
            case _:
                return noun, ""

    @staticmethod
    def _noun(type: ir.Type) -> str:
        while isinstance(type, ir.Many | ir.Maybe):
            type = type.of
        return {ir.TRUTH: "yes or no", ir.PLACE: "place"}.get(type, spoken(type.name))

    def _which(self, condition: ir.Expression, it: ir.Local) -> str:
        """A condition on the one that is chosen: ` whose rank is 8`, ` that is free`; "" where it takes more words."""
        parts = list[str]()
        for part in _parts(condition):
            text = None if self._fixed(part) is not None else self._clause(part, it)
            parts += [] if text is None else [text]
        return f" {' and '.join(parts)}" if parts else ""

    def _clause(self, e: ir.Expression, it: ir.Local) -> str | None:
        match e:
            case ir.Operation(operator="not", operands=(ir.RuleCall() as call,)) if (name := _of_it(call, it)) is not None:
                return f"that is not {name}"
            case ir.RuleCall() if (name := _of_it(e, it)) is not None:
                return f"that is {name}"
            case ir.Comparison() if (said := self._said(e)) is not None and said.startswith("it "):
                return f"that {said.removeprefix('it ')}"
            case ir.Comparison() | ir.Contained() | ir.Builtin() | ir.Operation(operator="not"):
                said = self._said(e)
                return f"whose {said.removeprefix('its ')}" if said is not None and said.startswith("its ") else None
            case _:
                return None

    # ----------------------------------------------------------------------- conditions

    def _said(self, e: ir.Expression) -> str | None:
        match e:
            case ir.Comparison(operator=sign, left=left, right=right):
                if isinstance(left.type, ir.Many) or isinstance(right.type, ir.Many):
                    return None
                if isinstance(left, ir.Operation) and left.operator == "%" and self._fixed(right) == 0 and sign == "is":
                    subject, value = (self._value(part) for part in left.operands)
                    return None if subject is None or value is None else f"{subject} can be divided by {value}"
                subject, value = self._value(left), self._value(right)
                return None if subject is None or value is None else f"{subject} {_verb(subject, _SIGNS[sign])} {value}"
            case ir.Contained(item=item, source=ir.Interval(low=low, high=high)):
                subject, ends = self._value(item), (self._value(low), self._value(high))
                return None if subject is None or None in ends else f"{subject} {_verb(subject, 'is')} from {ends[0]} to {ends[1]}"
            case ir.Contained(item=item, source=ir.Sequence(items=items)):
                subject, values = self._value(item), [self._value(value) for value in items]
                known = [value for value in values if value is not None]
                if subject is None or len(known) < len(values):
                    return None
                return f"{subject} {_verb(subject, 'is')} {listed(known, 'or')}"
            case ir.Builtin(name="empty", arguments=(cards,)) if (what := self._set(cards)) is not None:
                return f"{what} {_verb(what, 'is')} empty"
            case ir.Builtin(name="is_in", arguments=(who,)) if (player := self._value(who)) is not None:
                return f"{player} {_verb(player, 'is')} still in the game"
            case ir.Operation(operator="not", operands=(inner,)):
                return self._denied(inner)
            case ir.Both(left=left, right=right) | ir.Either(left=left, right=right):
                return self._joined(e, left, right)
            case ir.VariableValue() | ir.RuleCall(arguments=()) if e.type == ir.TRUTH:
                return self._value(e)
            case _:
                return None

    def _denied(self, e: ir.Expression) -> str | None:
        match e:
            case ir.Comparison(operator=sign, left=left, right=right):
                return self._said(ir.Comparison(e.span, e.type, _OPPOSITE[sign], left, right))
            case ir.Builtin(name="empty" | "is_in") | ir.Contained():
                said = self._said(e)
                return None if said is None else said.replace(" is ", " is not ", 1).replace(" are ", " are not ", 1)
            case _:
                said = self._said(e) if isinstance(e, ir.VariableValue) else None
                return None if said is None else f"not {said}"

    def _joined(self, e: ir.Expression, left: ir.Expression, right: ir.Expression) -> str | None:
        """`a and b`, `a or b`, without the part that the options have settled; None where it would be read in two ways."""
        either = isinstance(e, ir.Either)
        open_ = [part for part in (left, right) if self._fixed(part) is None]
        said = [self._said(part) for part in open_]
        known = [text for text in said if text is not None]
        parts = [f"either {text}" if isinstance(part, ir.Either) and not either else text for part, text in zip(open_, known, strict=False)]
        mixed = either and len(open_) > 1 and any(isinstance(part, ir.Both) for part in open_)
        return None if len(known) < len(said) or mixed else (" or " if either else " and ").join(parts)

    # ----------------------------------------------------------------------- values

    def _value(self, e: ir.Expression) -> str | None:
        """A number, member, card or player in words; None where it takes a reckoning."""
        fixed = self._fixed(e)
        if fixed is not None:
            return self._constant(e.type, fixed)
        match e:
            case ir.LocalValue(local=local):
                return local.name if local.name in ("you", "it") else f"the {local.name}" if local.name == e.type.name else None
            case ir.FaceConstant(face=face):
                return self._game.deck.faces[face].name
            case ir.VariableValue(variable=variable, indexes=(ir.LocalValue(local=local),)) if e.type == ir.TRUTH:
                return spoken(variable.name) if local.name == "you" else None
            case ir.VariableValue(variable=variable, indexes=indexes) if len(indexes) <= 1:
                return self._owned(spoken(variable.name), indexes)
            case ir.FactValue(fact=fact, owner=owner, arguments=()):
                return self._owned(spoken(fact.name), (owner,))
            case ir.AttributeValue(attribute=attribute, builtin=builtin, card=card):
                return self._owned(spoken(builtin or (attribute.name if attribute else "")), (card,))
            case ir.RuleCall(rule=rule, arguments=()) if rule.name.startswith(("is_", "may_", "can_", "has_")):
                return None
            case ir.RuleCall(rule=rule, arguments=(), you=None):
                return spoken(rule.name)
            case ir.Only(source=source) | ir.Picked(count=None, source=source) if (where := self._set(source)) is not None:
                return f"the {e.end} card of {where}" if isinstance(e, ir.Picked) else f"the card of {where}"
            case ir.Aggregate(operator="count", source=source, condition=None) if (what := self._set(source)) is not None:
                return f"the number of cards in {what}"
            case ir.Aggregate(operator="min" | "max", source=ir.Sequence(items=(one, other))):
                values = (self._value(one), self._value(other))
                word = "lower" if e.operator == "min" else "higher"
                return None if None in values else f"the {word} of {values[0]} and {values[1]}"
            case _:
                return None

    def _constant(self, type: ir.Type, value: int) -> str | None:
        while isinstance(type, ir.Maybe):
            type = type.of
        if value == ir.NONE:
            return "none"
        if isinstance(type, ir.Member):
            return self._game.kinds[type.name].members[value]
        return {ir.NUMBER: str(value), ir.TRUTH: value_words(bool(value))}.get(type)

    def _owned(self, name: str, owner: Sequence[ir.Expression]) -> str | None:
        """`your coins`, `its rank`, `the card's cost`, `the suit of the top card of the pile`, `hints`."""
        if not owner:
            return name
        who = owner[0]
        if isinstance(who, ir.LocalValue) and who.type == ir.PLAYER and who.local.name not in ("you", "it"):
            return f"that player's {name}"
        whose = self._value(who)
        if whose is None:
            return None
        if " of " in whose:
            return f"the {name} of {whose}"
        return f"{ {'you': 'your', 'it': 'its'}.get(whose) or whose + chr(39) + 's' } {name}"

    def _set(self, e: ir.Expression) -> str | None:
        """Cards at one place."""
        return self._place(e.place) if isinstance(e, ir.Contents) else None

    def _place(self, e: ir.Expression) -> str | None:
        if not isinstance(e, ir.ZonePlace) or len(e.indexes) > 1:
            return None
        return self._owned(spoken(e.zone.name), e.indexes) if e.indexes else f"the {spoken(e.zone.name)}"

    def _fixed(self, e: ir.Expression) -> int | None:
        """What an expression is in every position of this game: it reads constants and options only. None: something else."""
        match e:
            case ir.Constant(value=value):
                return value
            case ir.OptionValue(option=option):
                return self._settings[option.name]
            case ir.Comparison(operator=sign, left=left, right=right):
                one, other = self._fixed(left), self._fixed(right)
                return None if one is None or other is None else int(_COMPARE[sign](one, other))
            case ir.Operation(operator="not", operands=(inner,)):
                value = self._fixed(inner)
                return None if value is None else int(not value)
            case ir.Both(left=left, right=right) | ir.Either(left=left, right=right):
                either = int(isinstance(e, ir.Either))
                values = self._fixed(left), self._fixed(right)
                return either if either in values else None if None in values else 1 - either
            case ir.Aggregate(operator="min" | "max", source=ir.Sequence(items=items)):
                found = [value for item in items if (value := self._fixed(item)) is not None]
                return None if len(found) < len(items) or not items else min(found) if e.operator == "min" else max(found)
            case _:
                return None


def _parts(e: ir.Expression) -> list[ir.Expression]:
    """What has to hold all together."""
    return [*_parts(e.left), *_parts(e.right)] if isinstance(e, ir.Both) else [e]


def _of_it(call: ir.RuleCall, it: ir.Local) -> str | None:
    """`free` for `is_free(it)`."""
    alone = len(call.arguments) == 1 and isinstance(argument := call.arguments[0], ir.LocalValue) and argument.local is it
    return spoken(call.rule.name.removeprefix("is_")) if alone and call.rule.name.startswith("is_") else None


def _verb(subject: str, words: str) -> str:
    """`is more than`, or `are more than` after what sounds like several."""
    noun = subject.rsplit(" ", 1)[-1]
    several = subject == "you" or (noun.endswith("s") and not noun.endswith(("ss", "us", "'s")) and "number of" not in subject)
    return words.replace("is", "are", 1) if several else words
