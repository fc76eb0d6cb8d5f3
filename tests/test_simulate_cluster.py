"""Games on a cluster: a real Dask scheduler with worker processes, one of which dies in the middle."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cardrules
import pytest
from cardrules.interpreter.lab.simulate import cluster, pace
from cardrules.interpreter.lab.simulate.playouts import gathered, setup_of

Cluster = tuple[str, list["subprocess.Popen[bytes]"]]


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """The address of a scheduler with two workers, and these."""
    folder = tmp_path_factory.mktemp("dask")
    told = folder / "scheduler.json"

    def start(what: str, *more: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--host", "127.0.0.1", "--no-dashboard", *more]
        return subprocess.Popen([*command, "--scheduler-file", str(told)], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    started = [start("scheduler", "--port", "0")]
    try:
        _wait(told.exists)
        started += [start("worker", "--nthreads", "1", "--no-nanny") for _ in range(2)]
        address = json.loads(told.read_text())["address"]
        import distributed

        with distributed.Client(address, timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
        yield address, started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()


def _wait(ready, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_worker_that_dies_changes_nothing(dask: Cluster, monkeypatch):
    address, started = dask
    monkeypatch.setattr(pace, "MOST", 20)
    setup = setup_of("crown-duel", None, "random", 500, 0.1, 1000)
    counts: list[int] = []

    def kill_one(done: int, of: int) -> None:
        counts.append(done)
        if done > of // 3 and started[0].poll() is None:
            started[0].send_signal(signal.SIGKILL)
            started[0].wait()

    found = gathered(setup, 4, 1000, cluster=address, progress=kill_one)
    assert started[0].returncode == -signal.SIGKILL and len(counts) >= 50
    alone = gathered(setup, 4, 1000)
    assert found.rows.tolist() == alone.rows.tolist() and found.tally == alone.tally


def test_the_same_json(dask: Cluster, run):
    asked = ("simulate", "feud", "-n", "150", "--seed", "9", "--json")
    here = run(*asked, "--workers", "1")
    there = run(*asked, "--cluster", dask[0])
    assert here.returncode == there.returncode == 0 and here.stdout == there.stdout


def test_players_that_think_play_there_too(dask: Cluster, tmp_path: Path):
    setup = setup_of("feud", None, ["random", "random"], 500, 0.1, 0)
    setup = cluster.Setup(setup.rules, 2, ("random", "bot:0.05"), 0.1, 500, 0)
    assert gathered(setup, 1, 4, cluster=dask[0]).rows.tolist() == gathered(setup, 1, 4).rows.tolist()


def test_another_version_is_refused(dask: Cluster, monkeypatch):
    monkeypatch.setattr(cardrules, "__version__", "99.0")
    setup = setup_of("crown-duel", None, "random", 500, 0.1, 0)
    with pytest.raises(cluster.ClusterError, match=r"have cardrules 0\.\S+, here it is 99\.0"):
        gathered(setup, 1, 500, cluster=dask[0])


def test_no_scheduler(run):
    done = run("simulate", "crown-duel", "-n", "50", "--cluster", "tcp://127.0.0.1:1", COLUMNS="200")
    assert done.returncode == 2 and done.stderr == (
        "cardrules: waiting up to 5 s for the Dask scheduler at tcp://127.0.0.1:1\n"
        "cardrules: no Dask scheduler answers at tcp://127.0.0.1:1\n"
    )


def test_without_dask(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = run("simulate", "crown-duel", "-n", "50", "--cluster", "tcp://127.0.0.1:1", COLUMNS="200")
    assert done.returncode == 2 and "pip install 'cardrules[cluster]'" in done.stderr
