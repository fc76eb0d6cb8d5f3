"""Menus, what is typed, and what is said about what can not be."""

from __future__ import annotations

from pathlib import Path
from random import Random

import cardrules
import pytest


def state(name: str = "guarded") -> cardrules.State:
    return cardrules.load(Path(__file__).parent / "hidden" / f"{name}.yml").start(seed=1)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("play 4♠", "play 4♠"),
        ("PLAY 4s", "play 4♠"),
        ("play 4 spades", "play 4♠"),
        ("play four", None),
        ("pl 4 of Spades", "play 4♠"),
        ("vote aye, 10", "vote aye, 10"),
        ("vote nay 7", "vote nay, 7"),
        ("v n 7", "vote nay, 7"),
        ("give p2, (4♠, 5♠)", "give p2, (4♠, 5♠)"),
        ("give p2 5s 4s", "give p2, (4♠, 5♠)"),
        ("give p2 4♠", "give p2, (4♠)"),
        ("pass", "pass"),
        ("bid 999999", "bid 999999"),
        ("bid 1000001", None),
        ("vote", None),
        ("", None),
        ("play 4♠ 5♠", None),
    ],
)
def test_what_is_typed(typed: str, meant: str | None) -> None:
    legal = state().legal(0)
    assert (typed in legal) is (meant is not None)
    if meant is not None:
        assert str(legal.resolve(typed)) == meant
        assert str(legal.resolve(meant)) == meant


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("plya 4♠", "did you mean `play`"),
        ("play A♠", "it can be 2♠, 3♠, 4♠ or 5♠"),
        ("vote aye, 21", "it can be 0 to 20"),
        ("vote", "needs a s: aye or nay"),
        ("give p2", "1 to 2 of A♠"),
        ("pa", "could be `pass` or `pause`"),
        ("pass 3", "takes nothing after it"),
    ],
)
def test_what_is_wrong_with_it(typed: str, said: str) -> None:
    game = state()
    before = game.dumps()
    with pytest.raises(cardrules.IllegalAction) as refused:
        game.choose(0, typed)
    assert said in str(refused.value)
    assert game.dumps() == before


def test_the_condition_that_fails_is_quoted_with_its_line() -> None:
    game = state()
    for seat, card in ((0, "2♠"), (1, "6♠"), (0, "3♠")):
        game.choose(seat, f"play {card}")
    with pytest.raises(cardrules.IllegalAction, match=r"it needs `count\(row\) < 3`, line \d+"):
        game.choose(1, "play 7♠")


def test_of_several_conditions_the_one_that_fails_is_said(tmp_path: Path) -> None:
    path = tmp_path / "needs.yml"
    path.write_text(
        "cardrules: 1\ngame: Needs\nabout: A price.\nplayers: 2\ncards:\n  french: A..3 of hearts\nzones:\n  stock: every card, face up\n"
        "variables:\n  coins: 0..9, starts 4\nplay: |\n  (first of players) chooses:\n"
        "    buy(n in 1..9) when fair(n) and n <= coins and n < 9:\n      nobody wins\n    pass\n  nobody wins\n"
        "rules:\n  fair(number n): n > 1 or coins is 0\nanytime: |\n  wave when coins > 0:\n    coins -= 1\n"
    )
    game = cardrules.load(path).start(seed=1)
    for typed, said in (
        ("buy 1", "it needs `fair(n)`, which is `n > 1 or coins is 0`, line"),
        ("buy 5", "it needs `n <= coins`, line"),
        ("buy 70", "can not have `70` as its n: it can be 1 to 9"),
    ):
        with pytest.raises(cardrules.IllegalAction) as refused:
            game.choose(0, typed)
        assert said in str(refused.value)
    with pytest.raises(cardrules.IllegalAction, match="`buy 2` is not possible while p1 decides; you may wave"):
        game.choose(1, "buy 2")


def test_who_is_not_asked_can_not_choose() -> None:
    game = state()
    assert len(game.legal(1)) == 0
    with pytest.raises(cardrules.IllegalAction, match="not asked"):
        game.choose(1, "pass")


def test_a_large_menu_unfolds_and_is_not_listed() -> None:
    legal = state().legal(0)
    with pytest.raises(cardrules.TooMany):
        len(legal)
    assert legal.names() == ["play", "vote", "give", "bid", "pass", "pause"]
    side = legal.choices("vote")
    assert side is not None and [choice.label for choice in side.items] == ["aye", "nay"]
    numbers = legal.choices("vote", (1,))
    assert numbers is not None and len(numbers.items) == 21
    assert legal.choices("vote", (1, 5)) is None
    assert str(legal.action("vote", (1, 5))) == "vote nay, 5"
    gift = legal.choices("give", (1,))
    assert gift is not None and (gift.least, gift.most, len(gift.items)) == (1, 2, 5)
    assert {legal.sample(Random(seed)).name for seed in range(80)} == {"play", "vote", "give", "bid", "pass", "pause"}


def test_a_small_menu_is_a_sequence_and_sampled_evenly() -> None:
    legal = state("pile").legal(0)
    assert len(legal) == 3 and legal.index(legal[2]) == 2 and [*legal] == legal[:]
    rng, drawn = Random(1), [0, 0, 0]
    for _ in range(600):
        drawn[legal.index(legal.sample(rng))] += 1
    assert min(drawn) > 150


def test_equal_looking_cards_are_one_action() -> None:
    legal = state("equal").legal(0)
    assert [str(action) for action in legal] == ["lay Guard"]


def test_of_cards_that_look_alike_the_very_one_can_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "twins.yml"
    path.write_text(
        "cardrules: 1\ngame: Twins\nplayers: 2\ncards:\n  Goose: {copies: 4}\nzones:\n  stock: every card, face down\n"
        "  hand: each player, seen by owner\nsetup: |\n  deal 2 from stock to each hand\nplay: |\n  (first of players) chooses:\n"
        "    drop(card in hand):\n      move card to stock\n  nobody wins\n"
    )
    for index in (0, 1):
        game = cardrules.load(path).start(seed=1)
        legal = game.legal(0)
        cards = game.sight(0).contents(next(n for n, p in enumerate(game.machine.program.places) if p.owner == 0))
        action = legal.prove_unmerged(legal.lines[0], (cards[index],))
        assert action is not None and action in legal
        game.choose(0, action)
        assert game.steps[-1].action is not None and game.steps[-1].action.arguments == (cards[index],)


def test_actions_are_hashable_and_the_same_in_a_copy() -> None:
    game = state("pile")
    action = game.legal(0)[1]
    copy = game.clone()
    assert {action} == {copy.legal(0)[1]}
    copy.choose(0, action)
    assert copy.zone("row") == (str(action).split()[1],)
    assert game.zone("row") == ()


def test_a_random_player_who_must_decide_seldom_does_something_out_of_turn_first() -> None:
    legal = state("haggle").legal(0)
    rng = Random(4)
    haggled = sum(legal.sample(rng).name == "haggle" for _ in range(400))
    assert 30 < haggled < 90


def test_what_a_guard_says_before_its_arguments_is_looked_at_before_them() -> None:
    game = state("haggle")
    assert "haggle 0, 0, 0" not in game.legal(1)
    game.choose(1, "haggle 7, 7, 7")
    assert game.legal(0).names() == ["lay", "lay_some", "lay_and_say"]  # and none of the 70,000 ways to haggle
    assert len(game.legal(0)) == 13


def test_none_is_the_empty_subset() -> None:
    game = state("haggle")
    assert [str(game.legal(0).resolve(text)) for text in ("lay_some none", "lay_some ()", "lay_some")] == ["lay_some ()"] * 3
    assert "lay_some none 2s" not in game.legal(0)


def test_a_refusal_speaks_of_the_reading_that_went_furthest() -> None:
    game = state("haggle")
    card = game.zone("hand", 0)[0]
    with pytest.raises(cardrules.IllegalAction, match="`lay_and_say` can not have `9` as its n: it can be 1 to 2"):
        game.choose(0, f"lay_and_say {card}, 9")


def deal() -> cardrules.State:
    """Sue may make Tom an offer; in her hand Influence 4 and 5, Good Graces and another card."""
    game = cardrules.load(Path(__file__).parents[1] / "games" / "succession.yml")
    state = game.rehearse(next(e for e in game.ir.examples if e.name == "cards and gold go both ways"))
    state.choose(0, "draw_one")
    return state


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ('offer Tom, "Influence 4", 0, 5, 0', 'offer Tom, ("Influence 4"), 0, 5, 0'),
        ('offer Tom "influence 4" "Good Graces" 0 5 0', 'offer Tom, ("Influence 4", "Good Graces"), 0, 5, 0'),
        ("offer Tom, (Influence 4, good), 0, 5, 0", 'offer Tom, ("Influence 4", "Good Graces"), 0, 5, 0'),
        ("offer Tom, good, 0, 5, 0", 'offer Tom, ("Good Graces"), 0, 5, 0'),
        ("offer Tom, “Good Graces”, 0, 5, 0", 'offer Tom, ("Good Graces"), 0, 5, 0'),
        ('offer Tom, "Influence 9", 0, 5, 0', None),  # not Influence 4, and 9 gold
        ('offer Tom, ("Influence 9"), 0, 5, 0', None),
        ("offer Tom, Influence 9, 5, 0", None),
        ('offer Tom, "Good", 0, 5, 0', None),
    ],
)
def test_a_name_in_quotes_is_meant_as_it_stands(typed: str, meant: str | None) -> None:
    legal = deal().legal(0)
    if meant is not None:
        assert str(legal.resolve(typed)) == meant
        return
    with pytest.raises(cardrules.IllegalAction, match=r"can not have `(influence 9|good)` as its give: it can be 0 to 2 of"):
        legal.resolve(typed)
