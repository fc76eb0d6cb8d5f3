"""The deck: playing cards, cards by name, generated runs of cards; and the kinds that come with them."""

from __future__ import annotations

import itertools
import re
from dataclasses import field

from . import ir, syntax
from .base import Binding
from .decisions import Decisions
from .knowing import parts
from .record import Sheet
from .sections import entries, scalar
from .source import Mapping, Scalar, Span, YamlNode
from .types import UNKNOWN
from .world import Faults, World

SUITS = {"clubs": ("♣", "black"), "diamonds": ("♦", "red"), "hearts": ("♥", "red"), "spades": ("♠", "black")}
COLORS = ("black", "red")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
USUAL_DECKS = ("standard", "playing cards", "playing_cards", "poker", "bridge", "deck", "normal", "cards", "english", "usual", "regular")
MOST_FACES = 10_000


class Card(Sheet):
    """A card being declared. known: its name and generated facts, by name, as values."""

    name: str
    span: Span
    facts: YamlNode | None
    suit: str | None = None
    rank: str | None = None
    copies: ir.Expression | None = None
    known: dict[str, ir.Expression] = field(default_factory=dict[str, ir.Expression])


class Deck(Sheet):
    """All cards of a file in order, and what holds where one does not say."""

    cards: list[Card]
    otherwise: Mapping | None


def declare_cards(node: YamlNode | None, world: World, faults: Faults) -> Deck:
    """Read `cards`; declare the kinds suit, rank, color (with playing cards) and name."""
    deck = Deck([], None)
    ranks: list[str] = []
    for key, value in entries(node, "`cards`", faults):
        if key.text == "french":
            world.playing_cards = True
            french(value, deck, ranks, world, faults)
        elif key.text == "otherwise":
            if isinstance(value, Mapping):
                deck.otherwise = value
            else:
                entries(value, "`otherwise`", faults)
        elif key.text.startswith("each "):
            generated(key, value, deck, world, faults)
        elif isinstance(value, Scalar) and value.text.strip():
            not_a_card(key, value, deck, world, faults)
        else:
            deck.cards.append(Card(key.text, key.span, value))
        if len(deck.cards) > MOST_FACES:
            faults.fault("E0214", key.span, f"a deck has at most {MOST_FACES} different cards", label="these are too many")
            del deck.cards[MOST_FACES:]
            world.broken.add("cards")
            break
    if world.playing_cards and not deck.cards:  # what is wrong was said; go on as if the deck were whole
        world.broken.add("cards")
        whole(deck, ranks, node)
    names: dict[str, Card] = {}
    for card in deck.cards:
        if card.name in names:
            faults.fault(
                "E0206",
                card.span,
                f"the card {card.name} is named twice",
                label="again",
                related=((names[card.name].span, "first here"),),
                help="several of one card are written with `copies: 2`, or `twice` for a whole deck",
            )
        names.setdefault(card.name, card)
    deck.cards = list(names.values())
    if world.playing_cards:
        declare_playing(deck, ranks, world)
    world.add_kind_only(ir.Kind("name", tuple(names), {}, "the names of the cards", None))
    if not deck.cards and not world.report.diagnostics:
        faults.fault(
            "E0214", None if node is None else node.span, "the deck has no cards", label="", help="write `french: A..K of every suit`"
        )
    return deck


def not_a_card(key: Scalar, value: Scalar, deck: Deck, world: World, faults: Faults) -> None:
    """`standard: 52`, a usual deck as somebody would guess it; or `Duke: 3`, a card that is said too shortly."""
    text = value.text.strip()
    if text == "52" or key.text.casefold().removesuffix("_deck") in USUAL_DECKS:
        world.playing_cards = True
        faults.fault(
            "E0214", key.span, "the usual playing cards are not declared so", label="write `french: A..K of every suit`",
            help="`2..A of every suit` has the ace as its highest card",
        )  # fmt: skip
        return
    better = f"`{key.text}: {{copies: {text}}}`" if text.isdecimal() else f"`{key.text}: {{copies: 1}}`"
    faults.fault("E0205", value.span, f"what is said of `{key.text}` must be written as names with a colon each", label=f"write {better}")
    world.broken.add("cards")
    deck.cards.append(Card(key.text, key.span, None))


def whole(deck: Deck, ranks: list[str], node: YamlNode | None) -> None:
    """All playing cards, in place of a deck that could not be read."""
    assert node is not None
    ranks[:] = RANKS[:-1]
    deck.cards.extend(Card(rank + sign, node.span, None, suit, rank) for suit, (sign, _) in SUITS.items() for rank in ranks)


def declare_playing(deck: Deck, ranks: list[str], world: World) -> None:
    """The built-in kinds of playing cards, as far as the deck has them."""
    used = {card.suit for card in deck.cards}
    suits = tuple(suit for suit in SUITS if suit in used)
    for kind, members, about in (
        ("suit", suits, "the suits"),
        ("rank", tuple(ranks), "the ranks, lowest first"),
        ("color", COLORS, "red and black"),
    ):
        world.add_kind(ir.Kind(kind, members, {}, about, None))


def french(node: YamlNode, deck: Deck, ranks: list[str], world: World, faults: Faults) -> None:
    """`A..5 9..K of clubs, … twice`."""
    text = scalar(node, "the deck", faults, style="plain")
    sentence = None if text is None else world.sentence("deck", text)
    if not isinstance(sentence, syntax.DeckSentence):
        return
    copies = None if sentence.copies is None else Decisions(world, faults).check(sentence.copies, ir.NUMBER)
    for batch in sentence.batches:
        run = [rank for low, high in batch.spans for rank in span_of(low, high, faults)]
        if not merge(run, ranks, batch.span, world, faults):
            continue
        if batch.suit is not None and batch.suit.text not in SUITS:
            faults.fault(
                "E0214",
                batch.suit.span,
                f"there is no suit called `{batch.suit.text}`",
                label="not a suit",
                notes=(f"suits: {', '.join(SUITS)}, every suit",),
            )
            world.broken.add("cards")
            continue
        for suit in SUITS if batch.suit is None else (batch.suit.text,):
            deck.cards.extend(Card(rank + SUITS[suit][0], batch.span, None, suit, rank, copies) for rank in run)


def span_of(low: syntax.Name, high: syntax.Name, faults: Faults) -> tuple[str, ...]:
    """The ranks of `9..K`; an ace is low where it comes first, else high."""
    for end in (low, high):
        if end.text not in RANKS:
            faults.fault(
                "E0214", end.span, f"there is no rank called `{end.text}`", label="not a rank", notes=("ranks: A, 2 to 10, J, Q, K",)
            )
            return ()
    first = RANKS.index(low.text)
    if low.text == high.text:
        return (low.text,)
    last = len(RANKS) - 1 if high.text == "A" else RANKS.index(high.text)
    if last <= first:
        faults.fault("E0214", low.span.to(high.span), "this run of ranks goes down", label="", help=f"write `{high.text}..{low.text}`")
        return ()
    return RANKS[first : last + 1]


def merge(run: list[str], ranks: list[str], span: Span, world: World, faults: Faults) -> bool:
    """Put new ranks behind those they follow; False where a run has another order than the ranks, which is a fault."""
    at = 0
    for rank in run:
        if rank in ranks:
            if ranks.index(rank) < at:
                world.broken.add("cards")
                faults.fault(
                    "E0214",
                    span,
                    f"the ranks stand in another order here than before: {rank}",
                    label="",
                    notes=(f"before: {' '.join(ranks)}",),
                )
                return False
            at = ranks.index(rank) + 1
        else:
            ranks.insert(at, rank)
            at += 1
    return True


def generated(key: Scalar, value: YamlNode, deck: Deck, world: World, faults: Faults) -> None:
    """`each colour, number 1..5`: one card for each combination."""
    sentence = world.sentence("generator", key)
    if not isinstance(sentence, syntax.Generator):
        world.broken.update(("cards", *re.findall(r"\w+", key.text)))
        return
    columns: list[list[tuple[str, str, ir.Expression]]] = []
    for name, bounds in sentence.parts:
        column: list[tuple[str, str, ir.Expression]] = []
        if bounds is None and name.text in world.kinds:
            members = world.kinds[name.text].members
            column = [(name.text, member, world.member(name.text, i, name.span)) for i, member in enumerate(members)]
        elif isinstance(bounds, syntax.Range):
            checker = Decisions(world, faults)
            low, high = constant(checker.check(bounds.low, ir.NUMBER)), constant(checker.check(bounds.high, ir.NUMBER))
            if low is None or high is None or not 0 <= high - low <= MOST_FACES:
                faults.fault("E0214", bounds.span, "the numbers of cards run from one number to a higher one", label="")
            else:
                column = [(name.text, str(n), ir.Constant(name.span, ir.NUMBER, n)) for n in range(low, high + 1)]
        elif name.text not in world.broken:
            faults.fault(
                "E0213",
                name.span,
                f"there is no kind called `{name.text}`",
                label="unknown",
                notes=(f"kinds here: {', '.join(world.kinds) or 'none'}",),
                help=f"declare it under `kinds`, or give numbers: `{name.text} 1..5`",
            )
        if not column:  # there are no such cards, and so nothing is known of what they would have
            world.broken.update(("cards", *(part.text for part, _ in sentence.parts)))
        columns.append(column)
    size = 1
    for column in columns:
        size *= len(column)
    if size > MOST_FACES:
        faults.fault("E0214", key.span, f"these are {size} cards, and a deck has at most {MOST_FACES}", label="too many")
        return
    for combination in itertools.product(*columns):
        name = " ".join(shown for _, shown, _ in combination)
        deck.cards.append(Card(name, key.span, value, known={fact: v for fact, _, v in combination}))


def constant(value: ir.Expression) -> int | None:
    """The value of an expression of numbers alone."""
    match value:
        case ir.Constant() if value.type != UNKNOWN:
            return value.value
        case ir.Operation(operator="negate", operands=(inner,)):
            found = constant(inner)
            return None if found is None else -found
        case ir.Operation(operator="+" | "-", operands=(left, right)):
            a, b = constant(left), constant(right)
            return None if a is None or b is None else a + b if value.operator == "+" else a - b
        case _:
            return None


PURE = ("seats", "players", "place", "next_rank", "same_cards")  # of the built-in words, what does not change in a game


def settled(value: ir.Expression, span: Span, faults: Faults) -> bool:
    """Whether a value is settled before the game begins; a fault where it is not."""
    stack = [value]
    while stack:
        part = stack.pop()
        stack.extend(parts(part))
        changes = isinstance(part, ir.VariableValue | ir.Contents | ir.AllContents | ir.RuleCall | ir.AttributeValue | ir.Only)
        changes = changes or (isinstance(part, ir.FactValue) and (part.of_card or part.fact.rules is not None))
        changes = (
            changes or (isinstance(part, ir.Picked) and part.end == "random") or (isinstance(part, ir.Builtin) and part.name not in PURE)
        )
        if changes:
            faults.fault(
                "E0217",
                span,
                "this must be settled before the game begins",
                label="changes during the game",
                help="use numbers, options and `count(seats)`",
            )
            return False
    return True


def faces(deck: Deck, world: World, faults: Faults) -> tuple[ir.Face, ...]:
    """The printed cards, with how many there are of each."""
    suits = world.kinds["suit"].members if world.playing_cards else ()
    ranks = world.kinds["rank"].members if world.playing_cards else ()
    result: list[ir.Face] = []
    for card in deck.cards:
        copies: ir.Expression = card.copies or ir.Constant(card.span, ir.NUMBER, 1)
        said = card.facts.get("copies") if isinstance(card.facts, Mapping) else None
        if said is None and deck.otherwise is not None:
            said = deck.otherwise.get("copies")
        if said is not None:
            text = scalar(said, "`copies`", faults, style="plain")
            node = None if text is None else world.sentence("expression", text)
            if node is not None:
                checker = Decisions(world, faults)
                with checker.bound({name: Binding(value=value) for name, value in card.known.items()}):
                    copies = checker.check(node, ir.NUMBER)
                if not settled(copies, node.span, faults):
                    copies = ir.Constant(card.span, ir.NUMBER, 1)
                if constant(copies) is not None and not 0 <= (constant(copies) or 0) <= MOST_FACES:
                    faults.fault("E0214", node.span, "this is not a number of copies", label="", notes=(f"from 0 to {MOST_FACES}",))
        suit = suits.index(card.suit) if card.suit is not None else None
        rank = ranks.index(card.rank) if card.rank is not None else None
        result.append(ir.Face(card.name, copies, suit, rank, card.span))
    return tuple(result)
