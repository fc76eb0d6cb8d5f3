"""Games of OpenSpiel, written down, so that the tests can follow them without it (with what it needs it takes 280 MB).

pip install 'cardrules[openspiel]'
python tests/openspiel.py            # writes tests/openspiel.json
python tests/openspiel.py --check    # status 1 where it would write something else
"""

from __future__ import annotations

import json
import random
import string
import sys
from itertools import product
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".json")
SUITS, RANKS = "♣♦♥♠", ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DRAW, PASS, SUIT = 52, 53, 54  # actions of its Crazy Eights
LETTERS = string.ascii_letters  # a card as one letter, in the games with tricks: clubs, diamonds, hearts, spades, each from the two up
HEARTS = {"jack": "jd_bonus", "queen_breaks": "qs_breaks_hearts", "clean_first": "no_pts_on_first_trick", "breaking": "must_break_hearts"}
VULNERABLE = {"nobody": (False, False), "north_south": (True, False), "east_west": (False, True), "both_sides": (True, True)}


def main() -> int:
    """Write the file, or compare."""
    import pyspiel

    random.seed(1)
    games = {
        "kuhn": kuhn(pyspiel),
        "leduc": leduc(pyspiel),
        "goofspiel": [
            goofspiel(pyspiel, players, cards, order, seed)
            for players, cards, order in ((2, 13, "random"), (3, 6, "descending"), (4, 5, "ascending"), (7, 13, "random"))
            for seed in range(8)
        ],
        "crazy_eights": [
            crazy_eights(pyspiel, players, special, seed) for players in (2, 3, 5) for special in (False, True) for seed in range(6)
        ],
        "hearts": [hearts(pyspiel, settings) for settings in product((False, True), repeat=len(HEARTS))],
        "oh_hell": [oh_hell(pyspiel, players, largest, seed) for players, largest in ((3, 10), (4, 7), (7, 5)) for seed in range(3)],
        "gin_rummy": gin_rummy(pyspiel),
        "bridge": [bridge(pyspiel, sides, seed) for sides in VULNERABLE for seed in range(8)],
        "cribbage": [cribbage(pyspiel, seed) for seed in range(5)],
    }
    text = "{\n" + ",\n".join(f'"{name}": {listed(value)}' for name, value in games.items()) + "\n}\n"
    if "--check" in sys.argv:
        return int(text != FILE.read_text(encoding="utf-8"))
    FILE.write_text(text, encoding="utf-8")
    return 0


def listed(value: Any) -> str:
    """A game a line."""
    if isinstance(value, list):
        return "[\n" + ",\n".join(json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in value) + "\n]"
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def kuhn(pyspiel: Any) -> list[Any]:
    """Every whole game: cards of both (0 to 2), actions (0 pass, 1 bet), returns."""
    found: list[Any] = []

    def walk(state: Any) -> None:
        if state.is_terminal():
            history = state.history()
            found.append([history[:2], history[2:], state.returns()])
            return
        for action in state.legal_actions():
            walk(state.child(action))

    walk(pyspiel.load_game("kuhn_poker").new_initial_state())
    return found


def leduc(pyspiel: Any) -> dict[str, Any]:
    """How many information states and whole games there are, and some games: cards, actions (0 fold, 1 call, 2 raise) each with what was
    legal, returns."""
    states: set[str] = set()
    games: list[Any] = []

    def walk(state: Any, legal: list[Any]) -> None:
        if state.is_terminal():
            games.append([state.history(), legal, state.returns()])
            return
        if not state.is_chance_node():
            states.add(state.information_state_string())
        for action in state.legal_actions():
            walk(state.child(action), legal if state.is_chance_node() else [*legal, state.legal_actions()])

    walk(pyspiel.load_game("leduc_poker").new_initial_state(), [])
    return {"information_states": len(states), "games": len(games), "some": random.sample(games, 150)}


def goofspiel(pyspiel: Any, players: int, cards: int, order: str, seed: int) -> dict[str, Any]:
    """Prizes, bids of each round, and the points. Its last round is played by itself."""
    setting = f"goofspiel(players={players},num_cards={cards},points_order={order},returns_type=total_points)"
    state = pyspiel.load_game(setting).new_initial_state()
    rng = random.Random(seed)
    prizes: list[int] = []
    bids: list[list[int]] = []
    hands = [set(range(1, cards + 1)) for _ in range(players)]
    while not state.is_terminal():
        if state.is_chance_node():
            action = rng.choice(state.legal_actions())
            prizes.append(action + 1)
            state.apply_action(action)
            continue
        legal = [state.legal_actions(seat) for seat in range(players)]
        assert [{action + 1 for action in line} for line in legal] == hands
        chosen = [rng.choice(line) for line in legal]
        bids.append([action + 1 for action in chosen])
        for hand, action in zip(hands, chosen, strict=True):
            hand.remove(action + 1)
        state.apply_actions(chosen)
    return {"players": players, "cards": cards, "order": order, "prizes": prizes, "bids": bids, "points": state.returns()}


def crazy_eights(pyspiel: Any, players: int, special: bool, seed: int) -> dict[str, Any]:
    """A game: the dealer, hands, the cards turned up, and for each decision who had it, what was legal, what was done, what was drawn.

    The card that is turned up stays in its dealer's hand there: it is left out of what is legal. The game is followed until a hand is
    empty but for that card, nobody can draw and all have passed, or 400 decisions are made.
    """
    setting = f"crazy_eights(players={players},max_draw_cards=5,max_turns=100000,use_special_cards={special})"
    state = pyspiel.load_game(setting).new_initial_state()
    rng = random.Random(seed)
    dealer = rng.randrange(players)
    state.apply_action(52 + dealer)
    hands: list[list[int]] = [[] for _ in range(players)]
    stock = set(range(52))

    def draw() -> int:
        card = rng.choice(sorted(stock & set(state.legal_actions())))
        state.apply_action(card)
        stock.discard(card)
        return card

    for number in range(players * (7 if players == 2 else 5)):
        hands[(dealer + 1 + number) % players].append(draw())
    turned: list[int] = []
    while state.is_chance_node():
        turned.append(draw())  # an eight goes back, and is not drawn again at once
    stock |= set(turned[:-1])
    dealt = [sorted(hand) for hand in hands]
    steps: list[Any] = []
    passes = 0
    while len(steps) < 400 and passes < players:
        seat = state.current_player()
        legal = [action for action in state.legal_actions() if action >= DRAW or action in hands[seat]]
        action = rng.choice(legal)
        state.apply_action(action)
        step: list[Any] = [seat, legal, action]
        passes = passes + 1 if action == PASS and not stock else 0
        if action < DRAW:
            hands[seat].remove(action)
            if not hands[seat]:
                steps.append([*step, []])
                break
            if not state.is_terminal() and action // 4 == 6:  # an eight: the suit that is named
                step[2] = [action, named := rng.randrange(4)]
                state.apply_action(SUIT + named)
        drawn: list[int] = []
        while state.is_chance_node():
            drawn.append(draw())
            hands[seat].append(drawn[-1])
        steps.append([*step, drawn])
    return {
        "players": players, "special": special, "dealer": dealer, "dealt": dealt, "turned": turned, "steps": steps,
        "left": [sorted(hand) for hand in hands],
    }  # fmt: skip


def hearts(pyspiel: Any, settings: tuple[bool, ...]) -> dict[str, Any]:
    """Four deals with all ways to pass. Each: the hands, what each passes, each card that is played followed by all that were legal, and
    points (a win of 26 less) so far. In half of the deals one hand is strong and wants all tricks, so that the moon is shot."""
    rng = random.Random(str(settings))
    options = dict(zip(HEARTS, settings, strict=True))
    game = pyspiel.load_game("hearts", {HEARTS[name]: value for name, value in options.items()})
    deals: list[Any] = []
    for direction in (1, 3, 2, 0):  # left, right, across, none
        state = game.new_initial_state()
        state.apply_action(direction)
        cards = rng.sample(range(52), 52)
        shooter = rng.randrange(4) if rng.random() < 0.5 else None
        if shooter is not None:
            mine = rng.sample(range(36, 52), 13)  # of aces and court cards
            others = [card for card in cards if card not in mine]
            cards = [mine.pop() if seat % 4 == shooter else others.pop() for seat in range(52)]
        for card in cards:
            state.apply_action(card)
        given = [""] * 4
        while not state.is_terminal() and direction and any(len(line) < 3 for line in given):
            seat = state.current_player()
            legal = state.legal_actions()
            action = min(legal) if seat == shooter else rng.choice(legal)
            given[seat] += letter(action)
            state.apply_action(action)
        played: list[str] = []
        while not state.is_terminal():
            legal = state.legal_actions()
            action = rng.choice(legal) if shooter is None else max(legal) if state.current_player() == shooter else min(legal)
            played.append(letter(action) + "".join(sorted(map(letter, legal))))
            state.apply_action(action)
        hands = ["".join(map(letter, cards[seat::4])) for seat in range(4)]
        deals.append([hands, given, " ".join(played), [26 - int(points) for points in state.returns()]])
    return {"options": options, "deals": deals}


def letter(card: int) -> str:
    """Of a card as its Hearts counts them: by rank, then by suit."""
    return LETTERS[card % 4 * 13 + card // 4]


def letter_oh_hell(card: int) -> str:
    """Of a card as its Oh Hell counts them: there spades come before hearts."""
    return letter(card ^ 1 if card % 4 > 1 else card)


def oh_hell(pyspiel: Any, players: int, largest: int, seed: int) -> dict[str, Any]:
    """A match from the largest hand down to one card. Each deal: the hands, the trump turned up, bids with what was legal, cards as in
    Hearts, and points of the deal."""
    rng = random.Random(seed)
    first = dealer = rng.randrange(players)
    deals: list[Any] = []
    for size in range(largest, 0, -1):
        state = pyspiel.load_game("oh_hell", {"players": players, "num_tricks_fixed": size}).new_initial_state()
        while len(state.legal_actions()) == 1:
            state.apply_action(size)
        state.apply_action(dealer)
        cards = rng.sample(range(52), size * players + 1)
        for card in cards:
            state.apply_action(card)
        bids: list[Any] = []
        played: list[str] = []
        while not state.is_terminal():
            legal = state.legal_actions()
            action = rng.choice(legal)
            if action < 52:
                played.append(letter_oh_hell(action) + "".join(sorted(map(letter_oh_hell, legal))))
            else:
                bids.append([action - 52, [number - 52 for number in legal]])
            state.apply_action(action)
        hands = ["".join(map(letter_oh_hell, cards[:-1][seat::players])) for seat in range(players)]
        deals.append([hands, letter_oh_hell(cards[-1]), bids, " ".join(played), [int(points) for points in state.returns()]])
        dealer = (dealer + 1) % players
    return {"players": players, "dealer": first, "deals": deals}


def gin_rummy(pyspiel: Any) -> list[Any]:
    """Hands of ten (spades, clubs, diamonds, hearts, each from the ace up), half of them of six ranks, and the least that is left over."""
    rng = random.Random(10)
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    found: list[Any] = []
    for number in range(300):
        low = rng.randrange(8)
        among = [card for card in range(52) if number % 2 or low <= card % 13 < low + 6]
        cards = sorted(rng.sample(among, 10))
        found.append([cards, utils.min_deadwood(cards)])
    return found


def bridge(pyspiel: Any, sides: str, seed: int) -> dict[str, Any]:
    """A deal: hands, calls (0 pass, 1 double, 2 redouble, then bids from the lowest) and cards, each after its seat and with what was
    legal, and the score of each seat."""
    rng = random.Random(f"{sides} {seed}")
    dealer = seed % 4
    first, second = VULNERABLE[sides][:: -1 if dealer % 2 else 1]
    setting = {"dealer": dealer, "dealer_vul": first, "non_dealer_vul": second, "use_double_dummy_result": False}
    state = pyspiel.load_game("bridge", setting).new_initial_state()
    cards = rng.sample(range(52), 52)
    for card in cards:
        state.apply_action(card)
    calls: list[Any] = []
    played: list[str] = []
    while not state.is_terminal():
        legal = state.legal_actions()
        seat = state.current_player()
        if min(legal) >= 52:
            # Low bids and few, so that not all contracts are grand slams.
            action = rng.choice(legal[: 1 + seed]) if len(calls) < 7 or rng.random() < 0.2 else legal[0]
            calls.append([seat, action - 52, [number - 52 for number in legal]])
        else:
            action = rng.choice(legal)
            played.append(f"{seat}{letter(action)}{''.join(sorted(map(letter, legal)))}")
        state.apply_action(action)
    hands = ["".join(map(letter, cards[seat::4])) for seat in range(4)]
    score = [int(points) for points in state.returns()]
    return {"dealer": dealer, "vulnerable": sides, "hands": hands, "calls": calls, "played": " ".join(played), "score": score}


def cribbage(pyspiel: Any, seed: int) -> list[Any]:
    """A whole game, told by its words. Each round: the hands, what each lays away, the starter, each card that is played after its seat and
    with all that were legal, and the points before the round; last, the points at the end."""
    rng = random.Random(seed)
    state = pyspiel.load_game("cribbage").new_initial_state()
    rounds: list[Any] = []
    while not state.is_terminal():
        told = {key: value.split() for key, _, value in (line.partition(":") for line in str(state).splitlines())}
        seat, action = state.current_player(), rng.choice(state.legal_actions())
        said = state.action_to_string(seat, action).split()[1:]
        if seat < 0 and (not rounds or rounds[-1]["played"]):
            rounds.append({"score": [int(points) for points in told["Scores"]], "hands": [], "away": [[], []], "starter": "", "played": []})
        if seat < 0:
            rounds[-1]["starter"] = said[0]
        elif len(said) == 2:
            rounds[-1]["hands"] = rounds[-1]["hands"] or [told["P0 Hand"], told["P1 Hand"]]
            rounds[-1]["away"][seat] = said
        elif said:
            legal = [word for number in state.legal_actions() for word in state.action_to_string(seat, number).split()[1:]]
            rounds[-1]["played"].append([seat, said[0], legal])
        state.apply_action(action)
    told = next(line for line in str(state).splitlines() if line.startswith("Scores"))
    return [rounds, [int(points) for points in told.split()[1:]]]


if __name__ == "__main__":
    sys.exit(main())
