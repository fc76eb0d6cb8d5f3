"""Options, their values, and variants."""

from __future__ import annotations

import re

from . import ir, syntax
from .habits import YES_NO
from .sections import entries, is_word, scalar
from .source import Mapping, Scalar, Span, YamlNode
from .spelling import nearest
from .world import Faults, World


def declare_options(node: YamlNode | None, world: World, faults: Faults) -> None:
    """`coins_to_win: 4 in 1..16`, `traitor: no`, `ace_clash: tie or both_discard`."""
    for key, value in entries(node, "`options`", faults):
        name = key.text
        if not named(key, "an option", world, faults):
            continue
        world.broken.add(name)
        text = scalar(value, f"the option `{name}`", faults)
        sentence = None if text is None else world.sentence("option", text)
        if text is None or not isinstance(sentence, syntax.OptionSentence):
            world.broken.update(() if text is None else re.findall(r"\w+", text.text))  # words that it may have meant to declare
            continue
        option = option_of(name, sentence, text, key.span, world, faults)
        if option is not None:
            world.options[name] = option
            world.broken.discard(name)


def named(key: Scalar, what: str, world: World, faults: Faults) -> bool:
    """Declare a key's name; a fault where it can not be a name, which then silences what may be meant by it."""
    if not is_word(key.text):
        world.broken.update((re.sub(r"\W+", "_", key.text), *re.findall(r"\w+", key.text)))
        world.misnamed.append(key.text)
        faults.fault(
            "E0207",
            key.span,
            f"`{key.text}` can not name {what}",
            label="not a name",
            help="a name is letters, digits and `_`, without blanks",
        )
        return False
    return world.declare(what, key.text, key.span, faults)


def option_of(name: str, sentence: syntax.OptionSentence, text: Scalar, span: Span, world: World, faults: Faults) -> ir.Option | None:
    """The option a sentence declares; None after a fault."""
    about = text.comment
    if sentence.switch is not None:
        return ir.Option(name, ir.TRUTH, 0, 1, int(sentence.switch), about, span)
    if sentence.number is not None:
        low = sentence.number if sentence.low is None else sentence.low
        high = sentence.number if sentence.high is None else sentence.high
        if low > high:
            faults.fault(
                "E0210",
                text.span,
                f"the bounds of `{name}` are the wrong way round",
                label="the smaller number comes first",
                help=f"write `{high}..{low}`",
            )
            return None
        if not low <= sentence.number <= high or max(abs(low), abs(high)) > ir.LARGEST:
            faults.fault(
                "E0210", text.span, f"the default of `{name}` is outside of its bounds", label=f"{sentence.number} is not in {low}..{high}"
            )
            return None
        return ir.Option(name, ir.NUMBER, low, high, sentence.number, about, span)
    words = tuple(word.text for word in sentence.words)
    if len(words) == 1 and (meant := YES_NO.get(words[0].casefold())) is not None:
        faults.fault("E0210", text.span, f"`{name}` can not be {words[0]}", label=f"did you mean `{meant}`?", help=f"write `{meant}`")
        return None
    members = declare_members(name, sentence.words, world, faults)
    if len(words) < 2:
        faults.fault(
            "E0210", text.span, f"`{name}` has nothing to choose from", label="one word only", help="write the words with `or` between them"
        )
        return None
    world.add_kind(ir.Kind(name, members, {}, about, span))
    return ir.Option(name, ir.Member(name), 0, len(words) - 1, 0, about, span)


def declare_members(kind: str, words: tuple[syntax.Name, ...], world: World, faults: Faults) -> tuple[str, ...]:
    """The members of a kind as names of the file. Kinds may share words; nothing else may be called like one."""
    seen: set[str] = set()
    for word in words:
        if word.text in seen:
            faults.fault("E0206", word.span, f"`{word.text}` stands twice in `{kind}`", label="again", help="leave one of them out")
        seen.add(word.text)
        if word.text not in world.members or word.text not in world.declared:
            world.declare(f"a word of `{kind}`", word.text, word.span, faults)
    return tuple(dict.fromkeys(word.text for word in words))


def value_of(option: ir.Option, value: Scalar, world: World, faults: Faults) -> int | None:
    """An option's value as written in a variant or an example, as a run-time value."""
    text = value.text.strip()
    if option.type == ir.TRUTH:
        allowed = ("yes", "no")
        if text in allowed:
            return int(text == "yes")
        listed = "yes, no"
    elif option.type == ir.NUMBER:
        listed, allowed = f"{option.low}..{option.high}", ()
        if text.removeprefix("-").isdecimal() and len(text) < 20 and option.low <= int(text) <= option.high:
            return int(text)
    else:
        allowed = world.kinds[option.name].members
        listed = ", ".join(allowed)
        if text in allowed:
            return allowed.index(text)
    near = nearest(text, allowed)
    faults.fault(
        "E0211",
        value.span,
        f"`{option.name}` can not be {text}",
        label=f"did you mean `{near[0]}`?" if near else "not a value",
        notes=(f"it can be: {listed}",),
    )
    return None


def settings(node: YamlNode | None, world: World, faults: Faults) -> dict[str, int]:
    """`{option: value, …}`."""
    result: dict[str, int] = {}
    for key, value in entries(node, "settings of options", faults):
        option = world.options.get(key.text)
        if option is None:
            name, _, rest = key.text.partition(" ")
            if name in world.options and isinstance(value, Scalar) and not value.text:
                faults.fault("E0211", key.span, f"`:` is missing after `{name}`", label=f"write `{name}: {rest.strip()}`")
            elif key.text not in world.broken:
                faults.unknown(
                    "E0211",
                    key.span,
                    f"there is no option called `{key.text}`",
                    nearest(key.text, world.options),
                    notes=(f"options here: {', '.join(world.options) or 'none'}",),
                )
            continue
        text = scalar(value, f"the value of `{key.text}`", faults)
        found = None if text is None else value_of(option, text, world, faults)
        if found is not None:
            result[key.text] = found
    return result


def replaces_rules(node: YamlNode) -> bool:
    """Whether a variant is written as `{set: …, rules: …}`."""
    return (
        isinstance(node, Mapping)
        and bool(node.entries)
        and all(k.text in ("set", "rules") and isinstance(v, Mapping) for k, v in node.entries)
    )


def declare_variants(node: YamlNode | None, world: World, faults: Faults) -> dict[str, ir.Variant]:
    """Named settings; their names are a space of their own."""
    result: dict[str, ir.Variant] = {}
    for key, value in entries(node, "`variants`", faults):
        changes = value if isinstance(value, Mapping) and replaces_rules(value) else None
        set_node = value if changes is None else changes.get("set")
        about = value.comment if isinstance(value, Scalar) else key.comment
        result[key.text] = ir.Variant(
            key.text, settings(set_node, world, faults), about, key.span, changes is not None and changes.get("rules") is not None
        )
    return result
