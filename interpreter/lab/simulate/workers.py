"""Batches played by several processes of this machine. A process that dies is replaced, and what it played is played again."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from ...machine.fault import MachineError
from ...players.player import PlayerFault
from .pace import Outcome, Pace, play
from .setup import Setup

ATTEMPTS = 3  # at one batch


class WorkerLost(Exception):
    """Processes died again and again over the same games."""


@dataclass
class _Worker:
    """A process, and the batch it plays since when."""

    process: BaseProcess
    pipe: Connection[Any, Any]
    batch: tuple[int, int] | None = None
    since: float = 0.0


def spread(setup: Setup, seed: int, pace: Pace, workers: int) -> Iterator[Outcome]:
    """Give out all batches of `pace`. Raises PlayerFault, WorkerLost."""
    team = [_start(setup, seed) for _ in range(workers)]
    lost: Counter[tuple[int, int]] = Counter()
    try:
        for worker in team:
            _give(worker, pace, workers)
        while busy := [worker for worker in team if worker.batch is not None]:
            ready = connection.wait([worker.pipe for worker in busy])
            for worker in [worker for worker in busy if worker.pipe in ready]:
                batch = worker.batch
                assert batch is not None
                try:
                    answer: Any = worker.pipe.recv()
                except (EOFError, OSError):
                    lost[batch] += 1
                    if lost[batch] == ATTEMPTS:
                        raise WorkerLost(
                            f"a process was lost {ATTEMPTS} times while it played games {batch[0]} to {sum(batch) - 1}"
                        ) from None
                    pace.again.append(batch)
                    _end(worker)
                    team[team.index(worker)] = worker = _start(setup, seed)
                else:
                    if isinstance(answer, Exception):
                        raise answer
                    pace.took(batch[1], time.monotonic() - worker.since)
                    yield answer
                _give(worker, pace, workers)
    finally:
        for worker in team:
            _end(worker)


def _start(setup: Setup, seed: int) -> _Worker:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_serve, args=(there, setup, seed), daemon=True)
    process.start()
    there.close()
    return _Worker(process, here)


def _give(worker: _Worker, pace: Pace, workers: int) -> None:
    worker.batch, worker.since = pace.next(workers), time.monotonic()
    if worker.batch is not None:
        with suppress(OSError):  # one that has died shows it when its answer is awaited
            worker.pipe.send(worker.batch)


def _end(worker: _Worker) -> None:
    worker.process.terminate()
    worker.process.join()
    worker.pipe.close()


def _serve(pipe: Connection[Any, Any], setup: Setup, seed: int) -> None:
    """What a process does: batches come in, outcomes or faults go out, until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its processes
    parent = multiprocessing.parent_process()
    assert parent is not None
    while pipe in connection.wait([pipe, parent.sentinel]):
        try:
            batch: tuple[int, int] = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer: Outcome | Exception = play(setup, seed, *batch)
        except (PlayerFault, MachineError) as fault:
            answer = fault
        except Exception as fault:
            answer = MachineError(f"{type(fault).__name__}: {fault}")
        pipe.send(answer)
