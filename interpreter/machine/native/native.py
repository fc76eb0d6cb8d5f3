"""A program as native code: runs of a state, whole games at random, and the end of a given one."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from logging import getLogger
from multiprocessing import parent_process
from os import getpid
from threading import Lock, Thread
from typing import Any
from weakref import WeakKeyDictionary, ref

from ..fault import GameFault, MachineError
from ..program import Program
from ..running.finish import Finished
from ..running.interpret import Machine
from ..running.policy import shape
from ..trouble import RANGE, Trouble, out_of_bounds
from .build import GAMES, RESULTS, STEPS, NoNative, built, kept
from .emit import c_text
from .numbers import ELSEWHERE, INTERNAL
from .whole import whole_text

SEATS = 60  # masks of seats are words
WORD = ctypes.c_int64
WORDS = ctypes.POINTER(WORD)
PLACE = ctypes.c_void_p
FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "context_new": (PLACE, (PLACE,)),
    "context_free": (None, (PLACE,)),
    "playouts": (WORD, (PLACE, WORD, WORD, WORD, WORD, WORD, WORD, PLACE, PLACE)),
}
STEPPING: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "context_state": (PLACE, (PLACE,)),
    "context_raw": (PLACE, (PLACE, WORDS)),
    "advance": (WORD, (PLACE, WORD, WORDS)),
    "finish": (WORD, (PLACE, WORD, WORD, WORDS)),
}


class Games:
    """Whole games of one program. One call runs at a time; others wait."""

    def __init__(self, program: Program, library: ctypes.CDLL | None = None, kind: str = GAMES) -> None:
        """library: of this program and kind, where it is loaded already. counts: more than how games end is counted. Raises NoNative."""
        self.program, self.kind, self.counts = program, kind, kind != RESULTS
        self._library = self._built() if library is None else library
        self._lock = Lock()
        self._declare()
        game = ctypes.addressof(ctypes.c_char.in_dll(self._library, "game")) if kind == STEPS else None
        self._context = self._library.context_new(game)
        if not self._context:
            raise NoNative("there is not enough memory")

    def _built(self) -> ctypes.CDLL:
        source = c_source(self.program, self.kind)
        if source is None:
            raise NoNative("whole games of this program can not be one piece of code")
        return built(source, self.kind)

    def __del__(self) -> None:
        if getattr(self, "_context", None):
            self._library.context_free(self._context)

    def _declare(self) -> None:
        for name, (result, arguments) in (FUNCTIONS | (STEPPING if self.kind == STEPS else {})).items():
            function = getattr(self._library, name)
            function.restype, function.argtypes = result, arguments

    def play(self, machine: Machine, seed: int, first: int, count: int, longest: int, lead: bool) -> tuple[array[int], list[int]]:
        """The same as an engine (engine.py); machine: of this program."""
        return self.batch(seed, first, count, longest, lead)

    def batch(self, seed: int, first: int, count: int, longest: int, lead: bool) -> tuple[array[int], list[int]]:
        """As `policy.batch`."""
        form = shape(self.program)
        rows, tally = array("q", bytes(8 * form.width * count)), array("q", bytes(8 * form.tally))
        where = rows.buffer_info()[0], tally.buffer_info()[0]
        with self._lock:
            done = self._library.playouts(self._context, wrapped(seed), first, count, longest, int(lead), form.width, *where)
        if done < count:
            raise MachineError(f"native code broke off in game {first + done}")
        return rows, tally.tolist()


class Native(Games):
    """The native executor of one program, from stop to stop."""

    def __init__(self, program: Program, library: ctypes.CDLL | None = None) -> None:
        """library: of this program, where it is loaded already. Raises NoNative."""
        super().__init__(program, library, STEPS)
        self._state = (WORD * program.layout.size).from_address(self._library.context_state(self._context))

    def report(self, state: list[int], raw: list[int] | None) -> None:
        """Runs to the next stop, as `Machine.report` with a tape that is empty. Raises GameFault; the state is then as it was."""
        where = (WORD * 3)()
        with self._lock:
            self._state[:] = state
            trouble = self._library.advance(self._context, int(raw is not None), where)
            if trouble >= 0:
                raise self._fault(trouble, *where)
            state[:] = self._state
            if raw is not None:
                length = WORD()
                first = self._library.context_raw(self._context, ctypes.byref(length))
                raw.extend((WORD * length.value).from_address(first) if length.value else ())

    def _fault(self, kind: int, address: int, a: int, b: int) -> Exception:
        if kind == INTERNAL:
            return MachineError(f"native code broke off at address {address}")
        trouble = Trouble(kind, a, b)
        message = out_of_bounds(self.program, trouble) if kind == RANGE else trouble.message
        return GameFault(message, self.program.span_at(address), kind, address)

    def finish(self, cells: Sequence[int], word: int, longest: int) -> Finished | None:
        """As `finish.finish`; None where the state goes on in code that is not native."""
        made = WORD()
        with self._lock:
            self._state[:] = cells
            trouble = self._library.finish(self._context, word, longest, ctypes.byref(made))
            if trouble == INTERNAL:
                raise MachineError("native code broke off")
            return None if trouble == ELSEWHERE else Finished(list(self._state) if trouble < 0 else None, made.value)


class _Making:
    """An executor of some kind that is being made, or was, or can not be. There may be none of a kind (`others`), without a fault."""

    def __init__(self, machine: Machine, kind: str) -> None:
        self.machine, self.kind = ref(machine), kind
        self.process = getpid()
        self.source: str | None = None
        self.others = False
        self.made: Games | None = None
        self.thread: Thread | None = None
        self.failed = False

    def make(self, build: bool) -> None:
        """Without `build` only from what was built before. A failure to build is told in one line, once."""
        machine = self.machine()
        if machine is None:
            return
        try:
            if self.source is None:
                self.source = c_source(machine.program, self.kind)
            if self.source is None:
                self.others = self.failed = True
                return
            library = built(self.source, self.kind) if build else kept(self.source, self.kind)
            if library is not None:
                program = machine.program
                self.made = Native(program, library) if self.kind == STEPS else Games(program, library, self.kind)
        except NoNative as why:
            self.failed = build
            if build and str(why) not in _told and parent_process() is None:
                _told.add(str(why))
                getLogger("cardrules").warning("cardrules goes on without native code: %s", why)


_made: WeakKeyDictionary[Machine, dict[str, _Making]] = WeakKeyDictionary()
_told: set[str] = set()


def native_for(machine: Machine, build: bool = True, wait: bool = True) -> Native | None:
    """The native executor of a machine's program, made once; None where there is none (yet). Without `build`, none is made where a compiler
    would have to run; without `wait`, it runs meanwhile."""
    found = _making(machine, STEPS, build, wait).made
    return found if isinstance(found, Native) else None


def games_for(machine: Machine, build: bool = True, results: bool = False) -> Games | None:
    """What plays whole games natively, likewise. results: nothing need be counted but how games end."""
    making = _making(machine, RESULTS if results else GAMES, build, True)
    return native_for(machine, build) if making.others else making.made


def _making(machine: Machine, kind: str, build: bool, wait: bool) -> _Making:
    kinds = _made.setdefault(machine, {})
    making = kinds.get(kind)
    if making is None or (making.made is None and making.process != getpid()):
        making = kinds[kind] = _Making(machine, kind)
        making.make(False)
    if making.made is None and not making.failed and build:
        if making.thread is None:
            making.thread = Thread(target=making.make, args=(True,), daemon=True)
            making.thread.start()
        if wait:
            making.thread.join()
    return making


def c_source(program: Program, kind: str = STEPS) -> str | None:
    """The C text of a program for a kind of library; None where its whole games can not be one piece. Raises NoNative where there can be
    none at all."""
    if program.seats > SEATS:
        raise NoNative(f"native code is for at most {SEATS} players")
    return c_text(program) if kind == STEPS else whole_text(program)


def wrapped(number: int) -> int:
    """The word that any int is, modulo 2^64."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)
