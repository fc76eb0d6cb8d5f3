"""Syntax nodes as text: the one way in which the language itself would write each sentence. What is printed reads as an equal node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import syntax as s

# How tightly a construct binds, loosest first; the grammar's rules from `expr` to `atom`.
_OR_ELSE, _TAILED, _TERN, _OR, _AND, _NOT, _COMPARED, _FAMILY, _RANGE, _SUM, _PRODUCT, _UNARY, _POSTFIX, _ATOM = range(14)
_ARITHMETIC = {"+": _SUM, "-": _SUM, "minus": _SUM, "*": _PRODUCT, "//": _PRODUCT, "%": _PRODUCT}


def sentence(node: s.Node | tuple[s.Node, ...]) -> str:
    """Any sentence: an expression, a statement or a block of them (a line each, without a line end at the last), actions, a declaration."""
    if isinstance(node, tuple):
        return "\n".join(line for part in node for line in _lines_of(part))
    return "\n".join(_lines_of(node))


def _lines_of(node: s.Node) -> Iterator[str]:
    match node:
        case s.Action():
            yield from _action(node)
        case s.Played(seat=seat, cannot=cannot, action=action):
            yield f"{seat.text} {'cannot ' if cannot else ''}{action}"
        case _ if isinstance(node, s.Statement):
            yield from _statement(node)
        case _ if isinstance(node, s.Expression):
            yield expression(node)
        case _:
            yield _declaration(node)


# --------------------------------------------------------------------------- expressions


def expression(node: s.Expression, least: int = _OR_ELSE) -> str:
    """An expression, in parentheses where it binds less tightly than its place asks for."""
    level, text = _expression(node)
    return text if level >= least else f"({text})"


def _expression(node: s.Expression) -> tuple[int, str]:
    """How tightly it binds, and its text."""
    e = expression
    match node:
        case s.Name(text=text) | s.CardLiteral(text=text):
            return _ATOM, text
        case s.Number(value=number):
            return _ATOM if number >= 0 else _UNARY, str(number)
        case s.Text(text=text):
            return _ATOM, f'"{text}"'
        case s.YesNo(value=value):
            return _ATOM, "yes" if value else "no"
        case s.Nothing():
            return _ATOM, "none"
        case s.ListOf(items=items):
            return _ATOM, f"({_listed(items)})"
        case s.Dot(target=target, name=name):
            return _POSTFIX, f"{e(target, _POSTFIX)}.{name.text}"
        case s.Call(target=target, arguments=arguments):
            return _POSTFIX, f"{e(target, _POSTFIX)}({_listed(arguments)})"
        case s.Comprehension():
            when = "" if node.condition is None else f" when {e(node.condition)}"
            return _POSTFIX, f"{e(node.target, _POSTFIX)}({_key(node.key)} for {node.name.text} in {e(node.source)}{when})"
        case s.Pick(which=which, count=count, source=source):
            number = "" if count is None else f" {e(count, _POSTFIX)}"
            return _UNARY, f"{which}{number} of {e(source, _POSTFIX)}"
        case s.Every(name=name):
            return _UNARY, f"{'every' if name.text == 'card' else 'each'} {name.text}"
        case s.Negative(operand=operand):
            return _UNARY, f"-{e(operand, _UNARY)}"
        case _:
            return _joined(node)


def _joined(node: s.Expression) -> tuple[int, str]:
    """The same for what stands between two expressions."""
    e = expression
    match node:
        case s.Arithmetic(operator=operator, left=left, right=right):
            level = _ARITHMETIC[operator]
            return level, f"{e(left, level)} {operator} {e(right, level + 1)}"
        case s.Range(low=low, high=high):
            return _RANGE, f"{e(low, _SUM)}..{e(high, _SUM)}"
        case s.XofY(left=left, right=right):
            return _FAMILY, f"{e(left, _RANGE)} of {e(right, _RANGE)}"
        case s.Compare(operator=operator, left=left, right=right):
            return _COMPARED, f"{e(left, _FAMILY)} {operator} {e(right, _FAMILY)}"
        case s.Not(operand=operand):
            return _NOT, f"not {e(operand, _NOT)}"
        case s.Logic(operator=operator, left=left, right=right):
            level = _AND if operator == "and" else _OR
            return level, f"{e(left, level)} {operator} {e(right, level + 1)}"
        case s.IfElse(left=left, condition=condition, right=right):
            return _TERN, f"{e(left, _OR)} if {e(condition, _OR)} else {e(right, _TERN)}"
        case s.Where(source=source, condition=condition):
            return _TAILED, f"{e(source, _TAILED)} where {e(condition, _OR)}"
        case s.SortedBy(source=source, key=key):
            return _TAILED, f"{e(source, _TAILED)} by {_key(key)}"
        case s.From(source=source, start=start):
            return _TAILED, f"{e(source, _TAILED)} from {e(start, _OR)}"
        case s.OrElse(left=left, right=right):
            return _OR_ELSE, f"{e(left)} or else {e(right, _TAILED)}"
        case _:
            raise AssertionError(f"nothing prints a {type(node).__name__}")


def _key(key: s.Key) -> str:
    return f"{'lowest ' if key.lowest else ''}{expression(key.value, _TERN)}"


def _listed(items: Iterable[s.Expression]) -> str:
    return ", ".join(expression(item) for item in items)


# --------------------------------------------------------------------------- sentences


def _block(block: s.Block) -> Iterator[str]:
    for statement in block:
        for line in _statement(statement):
            yield f"  {line}"


def _statement(node: s.Statement) -> Iterator[str]:
    """A statement, a line each."""
    e = expression
    match node:
        case s.If(branches=branches, otherwise=otherwise):
            for number, (condition, body) in enumerate(branches):
                yield f"{'else if' if number else 'if'} {e(condition)}:"
                yield from _block(body)
            yield from _else(otherwise)
        case s.While(condition=condition, body=body):
            yield f"while {e(condition)}:"
            yield from _block(body)
        case s.Repeat(body=body, until=until):
            yield "repeat:"
            yield from _block(body)
            if until is not None:
                yield f"until {e(until)}"
        case s.RepeatTimes(count=count, body=body):
            yield f"repeat {e(count)} times:"
            yield from _block(body)
        case s.ForEach(each=each, body=body):
            yield f"for {_each(each)}:"
            yield from _block(body)
        case s.Round(body=body):
            yield "round:"
            yield from _block(body)
        case s.TakeTurns():
            among = "" if node.among is None else f" among {_crowd(node.among)}"
            until = "" if node.until is None else f" until {e(node.until)}"
            yield f"take turns{among}{_from(node.start)}{' counterclockwise' if node.counterclockwise else ''}{until}:"
            yield from _block(node.body)
        case s.GoRound(start=start, for_good=for_good, body=body):
            yield f"go round{_from(start)} until all pass{' for good' if for_good else ''}:"
            yield from _block(body)
        case s.Choose(menu=menu, otherwise=otherwise):
            yield f"{_chooser(node)}:"
            for action in menu:
                for line in _action(action):
                    yield f"  {line}"
            yield from _else(otherwise)
        case _:
            yield _simple(node)


def _simple(node: s.Statement) -> str:
    """A statement of one line."""
    e = expression
    match node:
        case s.Assign(operator=operator, target=target, value=value):
            return f"{e(target, _POSTFIX)} {operator} {e(value)}"
        case s.Let(name=name, value=value):
            return f"let {name.text} = {e(value)}"
        case s.Perform(call=call):
            return e(call, _POSTFIX)
        case s.Move():
            exactly, bottom = "exactly " if node.exactly else "", "bottom of " if node.to_bottom else ""
            facing = "" if node.facing is None else f" face {node.facing}"
            return f"move {exactly}{e(node.what)} to {bottom}{e(node.place, _POSTFIX)}{facing}"
        case s.Deal(count=None, source=source, zone=zone, start=start):
            return f"deal {e(source, _POSTFIX)} to each {zone.text}{_from(start)}"
        case s.Deal(count=count, source=source, zone=zone):
            assert count is not None
            return f"deal {e(count, _SUM)} from {e(source, _POSTFIX)} to each {zone.text}{_from(node.start)}"
        case s.Shuffle(place=place):
            return f"shuffle {e(place, _POSTFIX)}"
        case s.Swap(left=left, right=right):
            return f"swap {e(left)} with {e(right)}"
        case s.Reveal(what=what):
            return f"reveal {e(what)}"
        case s.Show(what=what, to=to):
            return f"show {e(what)} to {e(to)}"
        case s.Hide(what=what):
            return f"hide {e(what)}"
        case s.Tell(to=to, of=of, fact=fact):
            return f"tell {e(to, _POSTFIX)}{'' if of is None else f' of {e(of, _POSTFIX)}'} whether {e(fact)}"
        case s.Out(who=who):
            return f"out {e(who)}"
        case s.Back(who=who):
            return f"back {e(who)}"
        case s.Win(who=who):
            return f"win {e(who)}"
        case s.NobodyWins():
            return "nobody wins"
        case s.OrderBy(keys=keys):
            return f"order players by {', '.join(map(_key, keys))}"
        case s.ScoreBy(key=key):
            return f"score players by {_key(key)}"
        case s.Return(value=value):
            return "return" if value is None else f"return {e(value)}"
        case s.Mark(word=word):
            return word
        case s.Say(parts=parts):
            return 'say "' + "".join(part if isinstance(part, str) else f"{{{e(part)}}}" for part in parts) + '"'
        case _:
            raise AssertionError(f"nothing prints a {type(node).__name__}")


def _else(otherwise: s.Block | None) -> Iterator[str]:
    if otherwise is not None:
        yield "else:"
        yield from _block(otherwise)


def _from(start: s.Expression | None) -> str:
    return "" if start is None else f" from {expression(start)}"


def _each(each: s.Each) -> str:
    within = "" if each.within is None else f" in {expression(each.within)}"
    return f"each {each.name.text}{within}{_from(each.start)}{' counterclockwise' if each.counterclockwise else ''}"


def _crowd(crowd: s.Expression) -> str:
    """Who takes turns: `from` is not part of it."""
    if isinstance(crowd, s.Where):
        return f"{_crowd(crowd.source)} where {expression(crowd.condition, _OR)}"
    return expression(crowd, _TERN)


def _chooser(node: s.Choose) -> str:
    """Who decides: the words before the menu."""
    secretly = "secretly " if node.secretly else ""
    if node.asked is None:
        return f"{secretly}{'may choose' if node.may else 'choose'}"
    who = _each(node.asked) if isinstance(node.asked, s.Each) else expression(node.asked, _POSTFIX)
    return f"{who} {secretly}{'may choose' if node.may else 'chooses for you' if node.for_you else 'chooses'}"


def _action(action: s.Action) -> Iterator[str]:
    parameters = ", ".join(f"{p.name.text} in {expression(p.domain)}" for p in action.parameters)
    guard = "" if action.guard is None else f" when {expression(action.guard)}"
    yield f"{action.name.text}{f'({parameters})' if parameters else ''}{guard}{':' if action.body else ''}"
    yield from _block(action.body)


# --------------------------------------------------------------------------- declarations


def _declaration(node: s.Node) -> str:
    """What stands on a line of a section."""
    match node:
        case s.Head(name=name, parameters=parameters):
            return name.text + ("" if parameters is None else f"({', '.join(map(_declaration, parameters))})")
        case s.TypedName(type=type_, name=name):
            word = type_text(type_)
            return word if word == name.text else f"{word} {name.text}"
        case s.TypeWord():
            return type_text(node)
        case s.OptionSentence(number=number, switch=switch, words=words):
            if number is not None:
                return f"{number} in {node.low}..{node.high}"
            return " or ".join(word.text for word in words) if switch is None else "yes" if switch else "no"
        case s.ZoneSentence():
            return _zone(node)
        case s.VariableSentence(indexes=indexes, type=type_, starts=starts, marks=marks):
            first = [] if starts is None else [f"starts {expression(starts, _TERN)}"]
            return ", ".join([*map(_index, indexes), type_text(type_), *first, *(mark.text for mark in marks)])
        case s.PlayersSentence(counts=counts):
            return ", ".join(map(str, counts))
        case s.TeamsSentence(count=count, alternating=alternating):
            return "everyone" if count is None else f"{count}{', alternating' if alternating else ''}"
        case s.DeckSentence(batches=batches, copies=copies):
            return ", ".join([*map(_batch, batches), *([] if copies is None else [_copies(copies)])])
        case s.Generator(parts=parts):
            return "each " + ", ".join(name.text if bounds is None else f"{name.text} {_bounds(bounds)}" for name, bounds in parts)
        case s.Names(names=names):
            return ", ".join(name.text for name in names)
        case s.FactSentence(values=values):
            return " ".join(expression(value) for value in values)
        case _:
            raise AssertionError(f"nothing prints a {type(node).__name__}")


def type_text(node: s.TypeWord) -> str:
    """A type as written."""
    word = node.word if node.low is None or node.high is None else f"{_bound(node.low)}..{_bound(node.high)}"
    return f"{'some ' if node.some else ''}{word}{' or none' if node.or_none else ''}"


def _zone(zone: s.ZoneSentence) -> str:
    parts = [_index(index) for index in zone.indexes]
    parts += [] if zone.face is None else [f"face {zone.face}"]
    parts += [] if zone.seen_by is None else [f"seen by {zone.seen_by}"]
    parts += ["in order"] if zone.ordered else []
    parts += ["one card"] if zone.one_card else []
    if zone.starts is not None:
        parts.append("every card" if isinstance(zone.starts, bool) else f"every card where {expression(zone.starts, _OR)}")
    if zone.refilled_from is not None:
        parts.append(f"refilled from {expression(zone.refilled_from, _POSTFIX)}{' except top' if zone.except_top else ''}")
    return ", ".join(parts)


def _index(index: s.Index) -> str:
    if index.name is not None:
        return f"each {index.name.text}"
    assert index.low is not None and index.high is not None
    return f"each {_bound(index.low)}..{_bound(index.high)}"


def _bounds(bounds: s.Expression) -> str:
    assert isinstance(bounds, s.Range)
    return f"{_bound(bounds.low)}..{_bound(bounds.high)}"


def _bound(node: s.Expression, least: int = _SUM) -> str:
    """A bound of a declaration: only what is reckoned with simple things needs no parentheses."""
    match node:
        case s.Arithmetic(operator=operator, left=left, right=right) if _ARITHMETIC[operator] >= least:
            level = _ARITHMETIC[operator]
            return f"{_bound(left, level)} {operator} {_bound(right, level + 1)}"
        case s.Negative(operand=operand):
            return f"-{expression(operand, _POSTFIX)}"
        case _:
            return expression(node, _POSTFIX)


def _batch(batch: s.Batch) -> str:
    spans = (low.text if low.text == high.text else f"{low.text}..{high.text}" for low, high in batch.spans)
    return f"{' '.join(spans)} of {'every suit' if batch.suit is None else batch.suit.text}"


def _copies(copies: s.Expression) -> str:
    if isinstance(copies, s.Number) and copies.value == 2:
        return "twice"
    return f"{expression(copies) if isinstance(copies, s.Number | s.Name) else f'({expression(copies)})'} copies"
