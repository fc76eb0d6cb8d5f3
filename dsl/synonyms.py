"""Words that people use for the same thing, for "did you mean" where no spelling is near."""

from __future__ import annotations

from collections.abc import Iterable

# Each line: words that may stand for each other. A word is only ever suggested where it is allowed.
_GROUPS = tuple(
    line.split()
    for line in """
    stock deck draw_pile talon pack supply library shoe
    discard discards discard_pile pile waste graveyard gone used trash scrap spent
    hand hands holding
    table board tableau row field display middle centre center market
    laid played trick current_trick
    collection won taken captured score_pile
    box aside set_aside removed exile
    score scores points vp victory_points total tally
    coins money gold cash chips purse credits dollars
    bet wager stake bid offer
    lives life health hp hit_points
    leader starter dealer opener first_player start_player lead
    players everyone everybody all_players each_player
    seats everyone everybody all_players
    others opponents enemies rivals other_players
    opponent enemy rival other adversary
    you me self myself current_player active_player
    count len length size number_of how_many
    any some exists
    all every
    sum total add
    best highest argmax
    worst lowest argmin
    same equal alike identical
    different distinct unique
    holder owner owner_of
    pips value points worth
    rank value number
    color colour
    winners winner
    wins victories
    over finished ended game_over
    round_number round rounds
    turns turn_number
    partner teammate mate ally
    everything all_cards
    next next_player
    yes true on
    no false off
    none null nil nobody
    cards deck card
    zones places piles areas locations
    variables state counters tokens vars
    options settings config parameters
    kinds types enums categories
    attributes properties traits
    rules functions procedures methods
    setup start initialise initialize deal
    play turn turns game_loop loop
    examples tests scenarios
    invariants asserts assertions checks
    players seats player_count
    """.strip().splitlines()
)


def alike(word: str, candidates: Iterable[str]) -> list[str]:
    """The candidates that mean what a word means, those of the first fitting line first; empty when there is none."""
    folded = fold(word)
    allowed = {fold(candidate): candidate for candidate in candidates if candidate != word}
    found = (allowed[fold(other)] for group in _GROUPS if folded in map(fold, group) for other in group if fold(other) in allowed)
    return list(dict.fromkeys(found))


def is_common(word: str) -> bool:
    """Whether a word is one that files of card games have."""
    return fold(word) in {fold(other) for group in _GROUPS for other in group}


def fold(word: str) -> str:
    """A word without case, `_`, `-` and blanks."""
    return word[:80].casefold().replace("_", "").replace("-", "").replace(" ", "")
