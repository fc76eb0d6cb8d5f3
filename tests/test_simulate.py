"""Games in bulk: columns, figures, wishes, by known answers."""

from __future__ import annotations

import os
import random
import signal
from array import array
from collections import Counter
from math import inf, sqrt
from pathlib import Path

import cardrules
import pytest
from cardrules.interpreter.lab.simulate import batches, figures, matrix, pace, sweep, wishes, workers
from cardrules.interpreter.lab.simulate.compare import Comparison
from cardrules.interpreter.lab.simulate.playouts import Playouts, gathered, setup_of
from cardrules.interpreter.lab.simulate.report import report
from cardrules.interpreter.usage import UsageError

HEAD = "cardrules: 1\ngame: Try\nabout: A game for tests.\n"
FEW = HEAD + "players: 2\ncards:\n  french: A..4 of hearts\nzones:\n  stock: every card, face down\n"

COIN = (
    FEW
    + """
options:
  sides: 2 in 1..9                   # of the coin; seat 1 wins on one of them
variables:
  n: 0..9
play: |
  repeat 3 times:
    round:
      for each player in first of seats:
        choose:
          go(k in 1..sides):
            n = k
          rest:
            n = 0
  if n is 1:
    win first of seats
  if n is 0:
    win seats
  win last of seats
"""
)

ROLES = (
    FEW
    + """
kinds:
  role: fox, hen, owl
variables:
  who: each player, role or none
setup: |
  for each player:
    choose:
      be(r in role where all(p.who is not it for p in players)):
        who = r
play: |
  for each player:
    choose:
      wait
  if any(p.who is fox for p in players):
    win players where who is fox
  nobody wins
"""
)


def load(tmp_path: Path, text: str, **options: int) -> cardrules.Game:
    path = tmp_path / "try.yml"
    path.write_text(text)
    return cardrules.load(path, options=options)


# ------------------------------------------------------------------------------------- playouts


def test_columns(tmp_path):
    games = cardrules.playouts(load(tmp_path, COIN), 400, seed=3)
    assert isinstance(games, Playouts) and len(games) == games.ended == 400
    assert isinstance(games["decisions"], array) and set(games["decisions"]) == {3} == set(games["rounds"])
    assert set(games["choices"]) == {9}  # three choices of go 1, go 2, rest
    assert games.wins(0) == games.winners.count(1) and games.wins(1) == games.winners.count(2)
    assert 90 < games.wins(0) < 180 and 90 < games.winners.count(3) < 180
    assert games.rows.shape == (400, len(games.columns))
    assert games.rows.tolist()[7][games.columns.index("winners")] == games.winners[7]
    assert games.action(0, 0)["offered"] == 1200 and games.action(0, 0)["taken"] + games.action(0, 1)["taken"] == 1200
    with pytest.raises(KeyError, match="decisions"):
        games["decision"]


def test_the_same_whoever_plays_and_however_it_is_cut(tmp_path, monkeypatch):
    game = load(tmp_path, COIN)
    one = cardrules.playouts(game, 300, seed=5)
    monkeypatch.setattr(batches, "ALONE", 0.0)
    monkeypatch.setattr(pace, "MOST", 7)
    two = cardrules.playouts(game, 300, seed=5, workers=3)
    assert one.rows.tolist() == two.rows.tolist() and one.tally == two.tally
    assert cardrules.playouts(game, 300, seed=6).rows.tolist() != one.rows.tolist()
    assert cardrules.playouts(game, 100, seed=5).rows.tolist() == one.rows.tolist()[:100]
    plain = cardrules.playouts(game, 100, seed=5, statistics=False)
    for column in ("winners", "ending", "decisions", "turns", "rounds", "score 0", "score 1"):
        assert plain[column] == one[column][:100]
    assert not any(plain["choices"])
    assert not any(plain.tally)


def test_a_process_that_dies_loses_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(batches, "ALONE", 0.0)
    monkeypatch.setattr(pace, "MOST", 5)
    plan = setup_of(load(tmp_path, COIN), None, "random", 100, 0.1, 0)
    killed = 0
    started = workers._start

    def start(*args):
        nonlocal killed
        worker = started(*args)
        if killed < 2:
            killed += 1
            os.kill(worker.process.pid, signal.SIGKILL)
        return worker

    monkeypatch.setattr(workers, "_start", start)
    found = gathered(plan, 1, 60, workers=2)
    assert killed == 2
    assert found.rows.tolist() == gathered(plan, 1, 60).rows.tolist()
    monkeypatch.setattr(workers, "_start", lambda *args: _dead(started(*args)))
    with pytest.raises(workers.WorkerLost, match="3 times"):
        gathered(plan, 1, 60, workers=2)


def _dead(worker):
    os.kill(worker.process.pid, signal.SIGKILL)
    return worker


def test_players_that_think(tmp_path):
    game = load(tmp_path, COIN, sides=3)
    games = cardrules.playouts(game, 12, seed=2, policy=["bot:0.3", "random"])
    assert games.wins(0) == 12  # one who looks ahead never misses it
    again = cardrules.playouts(game, 12, seed=2, policy=["bot:0.3", "random"], workers=2)
    assert again.rows.tolist() == games.rows.tolist()
    assert set(games["decisions"]) == {3} and set(games["choices"]) == {12}
    randoms = cardrules.playouts(game, 40, policy=["random", "bot:0.3"])
    assert 0 < randoms.wins(0) < 30


@pytest.mark.parametrize(("policy", "message"), [("botty", "no policy 'botty'"), (["random"], "not 1"), (["random"] * 3, "not 3")])
def test_wrong_policies(tmp_path, policy, message):
    with pytest.raises((ValueError, cardrules.OptionError), match=message):
        cardrules.playouts(load(tmp_path, COIN), 1, policy=policy)


@pytest.mark.parametrize(
    ("asked", "fault", "message"),
    [
        ({"n": 2.5}, TypeError, "the number of games is a whole number, not 2.5"),
        ({"n": 1, "seed": "a"}, TypeError, "the seed is a whole number, not 'a'"),
        ({"n": 1, "players": "2"}, TypeError, "the number of players is a whole number, not '2'"),
        ({"n": -1}, ValueError, "can not be negative"),
        ({"n": 1, "workers": 0}, ValueError, "1 or more, not 0"),
        ({"n": 1, "workers": -1}, ValueError, "1 or more, not -1"),
        ({"n": 1, "longest": 0}, ValueError, "1 or more, not 0"),
    ],
)
def test_wrong_numbers(tmp_path, asked, fault, message):
    with pytest.raises(fault, match=message):
        cardrules.playouts(load(tmp_path, COIN), **asked)


def test_interrupted(tmp_path, monkeypatch):
    plan = setup_of(load(tmp_path, COIN), None, "random", 100, 0.1, 0)

    def stop(done: int, of: int) -> None:
        if done >= 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(pace, "MOST", 2)
    found = gathered(plan, 1, 50, progress=stop, keep=True)
    assert 3 <= len(found) < 50
    assert found.rows.tolist() == gathered(plan, 1, len(found)).rows.tolist()
    with pytest.raises(KeyboardInterrupt):
        gathered(plan, 1, 50, progress=stop)


# ------------------------------------------------------------------------------------- figures


def test_wilson_by_the_book():
    assert figures.wilson(30, 48) == pytest.approx((0.4836, 0.7478), abs=1e-4)
    assert figures.wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert figures.wilson(10, 10)[1] == 1.0 and figures.wilson(0, 0) == (0.0, 1.0)


def test_mean_by_the_book():
    found = figures.mean("x", Counter([4, 5, 5, 6, 7, 9]))
    spread = sqrt(sum((v - 6) ** 2 for v in (4, 5, 5, 6, 7, 9)) / 5)
    assert found.value == 6 and found.high - 6 == pytest.approx(2.5706 * spread / sqrt(6), rel=2e-3)
    assert figures.mean("x", Counter([4])).low == -inf and figures.mean("x", Counter()).games == 0


def test_intervals_hold_what_they_promise():
    """Of 2,000 samples about 95 % have the truth in their interval."""
    rng = random.Random(1)
    held = {"share": 0, "mean": 0, "ratio": 0, "difference": 0}
    for _ in range(2000):
        hits = sum(rng.random() < 0.3 for _ in range(60))
        found = figures.share("x", hits, 60)
        held["share"] += found.low <= 0.3 <= found.high
        found = figures.mean("x", Counter(rng.randint(1, 6) for _ in range(40)))
        held["mean"] += found.low <= 3.5 <= found.high
        sizes = [rng.randint(1, 9) for _ in range(50)]
        found = figures.ratio("x", figures.MEAN, figures.pairs([size * 2 + rng.randint(-2, 2) for size in sizes], sizes))
        held["ratio"] += found.low <= 2 <= found.high
        other = figures.share("x", sum(rng.random() < 0.5 for _ in range(60)), 60)
        between = figures.difference(figures.share("x", hits, 60), other)
        held["difference"] += between.low <= 0.2 <= between.high
    assert all(1840 <= count <= 1940 for count in held.values()), held


def test_a_difference_and_the_games_it_would_need():
    close = figures.difference(figures.share("x", 500, 1000), figures.share("x", 520, 1000))
    assert not close.shown and close.verdict() == "no difference shown with 1,000 games; about 4,800 would be needed"
    assert close.needed is not None
    games = round(close.needed * 1.02)
    assert figures.difference(figures.share("x", round(games * 0.5), games), figures.share("x", round(games * 0.52), games)).shown
    far = figures.difference(figures.share("x", 500, 1000), figures.share("x", 600, 1000))
    assert far.shown and far.verdict() == "more" and far.text() == "+10.0  [+5.6, +14.3]"
    same = figures.difference(figures.mean("x", Counter({3: 10})), figures.mean("x", Counter({3: 10})))
    assert same.verdict() == "no difference shown with 10 games"
    assert figures.difference(figures.mean("x", Counter({3: 10})), figures.mean("x", Counter({4: 10}))).verdict() == "more"


def test_no_difference_between_a_game_and_itself(tmp_path):
    """With other seeds, an interval of a difference leaves out 0 about once in twenty."""
    game = load(tmp_path, COIN)
    wrong = 0
    made = [report(cardrules.playouts(game, 60, seed=seed)) for seed in range(80)]
    for first, second in zip(made[::2], made[1::2], strict=True):
        wrong += Comparison(first, second).differences["seat 1 wins"].shown
    assert wrong <= 7


# ------------------------------------------------------------------------------------- wishes, sweeps, matrices


def test_wishes(tmp_path):
    known = wishes.names(setup_of(load(tmp_path, ROLES), None, "random", 100, 0.1, 0))
    wish = wishes.read("seat 1 wins 48..52 %", known)
    assert (wish.name, wish.low, wish.high) == ("seat 1 wins", 0.48, 0.52)
    assert wishes.read("Decisions is 12..18", known).high == 18
    assert wishes.read("ties < 5 %", known).high == 0.05 and wishes.read("turns at least 3", known).low == 3
    assert wishes.read("who fox wins is 30 %", known).low == wishes.read("who fox wins = 30", known).high == 0.3
    figure = figures.share("seat 1 wins", 60, 100)
    assert wish.distance(figure) == pytest.approx(0.08 / 0.025) and wish.verdict(figure) == "perhaps"
    assert wish.verdict(figures.share("", 700, 1000)) == "no" and wish.verdict(None) == "unknown" and wish.distance(None) == inf
    for wrong, message in (
        ("seat 3 wins 5..9", "did you mean `seat 1 wins`|there are"),
        ("turn is 3", "did you mean `turns`"),
        ("turns is 9..3", "can not come true"),
        ("turns is 3 %", "no share"),
        ("turns", "not understood"),
    ):
        with pytest.raises(UsageError, match=message):
            wishes.read(wrong, known)


@pytest.mark.parametrize(
    ("text", "values"),
    [("k=1..4", [1, 2, 3, 4]), ("k=0..20/10", [0, 10, 20]), ("k=yes,no", ["yes", "no"]), ("variant = base, quick", ["base", "quick"])],
)
def test_knobs(text, values):
    assert sweep.knob(text)[1] == values


@pytest.mark.parametrize("text", ["k", "k=", "k=3", "k=4..2", "k=1..100000", "=1..2", "k=1..5/0", "k=a,,b"])
def test_wrong_knobs(text):
    with pytest.raises(UsageError, match="--sweep"):
        sweep.knob(text)


def test_a_grid():
    points = sweep.grid([("a", [1, 2]), ("b", ["yes", "no", "x"])])
    assert len(points) == 6 and sweep.shown(points[1]) == "a 1, b no"
    with pytest.raises(UsageError, match="twice"):
        sweep.grid([("a", [1, 2]), ("a", [1, 2])])
    with pytest.raises(UsageError, match="settings"):
        sweep.grid([("a", list(range(30))), ("b", list(range(30)))])


def test_ranked_by_distance(tmp_path):
    """Seat 1 wins with 1/(sides + 1): a wish for a quarter finds three sides."""
    known = wishes.names(setup_of(load(tmp_path, COIN), None, "random", 100, 0.1, 0))
    wish = wishes.read("seat 1 wins 20..30 %", known)
    tried = [sweep.Tried((("sides", sides),), report(cardrules.playouts(load(tmp_path, COIN, sides=sides), 800))) for sides in (1, 2, 3, 8)]
    found = sweep.Sweep([*tried, sweep.Tried((("sides", 99),), None, "no")], [wish])
    assert [tried.point[0][1] for tried in found.ranked] == [3, 2, 8, 1, 99]
    assert found.data()["settings"][0]["distance"] == 0 and found.data()["settings"][-1]["report"] is None
    assert "1 of 5 settings fulfils every wish" in found.told()[-1]


def test_a_matrix_of_players_by_known_answers(tmp_path):
    """Whoever is `strong` wins in any seat; between equals the first seat wins 3 of 4."""
    game = load(tmp_path, COIN)

    def play(seats: tuple[str, ...], games: int) -> Playouts:
        found = cardrules.playouts(game, games)
        wins = [1 if k % 4 else 2 for k in range(games)]
        if len(set(seats)) > 1:
            wins = [1 << seats.index("strong")] * games
        column = found.columns.index("winners")
        for k in range(games):
            found._rows[k * len(found.columns) + column] = wins[k]
        return found

    cells = {(cell.one, cell.other): cell for cell in matrix.matrix(("strong", "weak"), 2, 200, play)}
    assert cells["strong", "weak"].won.value == 1 and cells["weak", "strong"].won.value == 0
    assert [figure.games for figure in cells["weak", "strong"].seats] == [100, 100]
    assert cells["weak", "weak"].seats[0].value == 0.75 and cells["weak", "weak"].verdict() == "seat 1 wins more"
    assert cells["strong", "weak"].verdict() == "strong wins more" and cells["weak", "strong"].verdict() == "weak wins less"
    lines = matrix.told(list(cells.values()))
    assert "100.0 %" in lines[1] and "75.0 %" in lines[1]
