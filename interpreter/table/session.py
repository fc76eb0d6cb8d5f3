"""One game being played at a table: asks players in turn, keeps every move, tells people what they may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from ..players.player import Player, PlayerFault, SeatState
from .asides import Asides
from .desk import Desk, GoOn
from .draw import Scene, View, result, screen
from .prompt import Leave, StepIn, TakeBack, command_of
from .remarks import told_of
from .store import Store
from .telling import UNTOLD, games_won, idle, match_result, match_words, personal, told_moves
from .terminal import Terminal, mark, wrap
from .undo import cannot_undo, not_undoable
from .words import CardOrder

if TYPE_CHECKING:
    from ..machine.state.menu import Action
    from ..machine.state.state import State

RESUME = "cardrules play --resume"


class Session:
    """players: by seat; a seat without one is played by a person at the terminal. store: where moves are kept (None: nowhere).
    asides: when people are asked what they do out of turn (asides.POLICIES)."""

    def __init__(
        self, state: State, players: Mapping[int, Player], terminal: Terminal, store: Store | None = None, asides: str = "turns"
    ) -> None:
        self.state = state
        self.terminal = terminal
        self._players = dict(players)
        self._people = [seat for seat in range(state.players) if seat not in self._players]
        self._store = store
        self._order = CardOrder(state.game.ir.deck)
        self._desk = Desk(terminal, state.game, self._order)
        self._told = dict.fromkeys(range(state.players), 0)  # how many of the moves each person has been shown
        self._asides = Asides(asides)
        self._out_of_turn = state.machine.program.anytime is not None
        self._at_screen: int | None = None  # whose cards the screen shows
        self._disk = ""  # the fault that was told last

    def run(self) -> None:
        """Play until the game is over, or people leave. Raises PlayerFault, GameFault, KeyboardInterrupt; all that happened is kept."""
        self._keep()
        try:
            self._narrate()
            while not self.state.over:
                seat = self._next_seat()
                if not self._interlude(seat):
                    self._step(seat)
                self._narrate()
            self._end()
        except Leave:
            self._say_goodbye()
        except KeyboardInterrupt:
            self._say_goodbye()
            raise
        except Exception:
            if self._store is not None and not self._store.fault:
                self.terminal.write("", f"The game stops here. How it came to this: cardrules replay {self._store.path}")
            raise
        finally:
            if self._store:
                self._store.close()

    def _next_seat(self) -> int:
        """Who is asked next: people before bots, so that nobody waits, and the person who sits at the screen before others."""
        return min(self.state.to_move, key=lambda seat: (seat in self._players, seat != self._at_screen, seat))

    def _narrate(self) -> None:
        """What just happened, for somebody who only looks on: with no person at the table nobody's cards are a secret."""
        if self._people:
            return
        actor = self.state.steps[-1].seat or 0
        for seen in self.state.events(actor):
            if seen.kind == "round":
                self.terminal.write("", mark("title", seen.text))
            elif seen.kind == "game" and seen.data["number"] > 1:
                won = games_won(self.state.history(actor))
                self.terminal.write("", mark("title", match_words(seen.data["number"], won, self.state.seat_names)))
            elif seen.kind == "said":
                self.terminal.write(*(mark("title", line) for line in wrap(seen.text, self.terminal.width, "» ", "    ")))
            elif seen.kind not in (*UNTOLD, "decided"):
                self.terminal.write(*wrap(seen.text, self.terminal.width, "  ", "    "))

    def _interlude(self, next_seat: int) -> bool:
        """Those who need not decide may act out of turn. Whether anybody did."""
        for seat in self.state.may_act:
            player = self._players.get(seat)
            if player is not None:
                consider = getattr(player, "consider", None)
                if consider is not None and self._ask_player(seat, player, consider):
                    return True
            elif seat != next_seat and self._aside_due(seat) and self._ask_person(seat, waiting=self.state.decision.text):
                return True
        return False

    def _aside_due(self, seat: int) -> bool:
        state = self.state
        turn = sum(seen.kind in ("turn", "round", "game") for seen in state.history(seat))
        menu = state.decision.menu
        stop = (None if menu is None else menu.number, state.to_move)
        due = self._asides.due(seat, turn, stop, SeatState(state, seat).asides.names())
        return (seat == self._at_screen and self.terminal.interrupted()) or due

    def _step(self, seat: int) -> None:
        if seat in self._players:
            self._ask_player(seat, self._players[seat], self._players[seat].decide)
        else:
            self._ask_person(seat)

    def _ask_person(self, seat: int, waiting: str = "") -> bool:
        """Whether the person did something. waiting: for whom the game waits, where the person need not do anything."""
        self._hand_over(seat)
        names = self.state.seat_names
        log = [personal(seen, names, names[seat]) for seen in self.state.history(seat) if seen.kind != "asked"]
        scene = self._scene(seat)
        others = [names[other] for other in self._people if other != seat] if self._out_of_turn and not waiting else []
        answer = self._desk.ask(SeatState(self.state, seat), scene, log, lambda: self._undoable(seat)[0], waiting, others)
        self._told[seat] = len(scene.moves)
        if isinstance(answer, GoOn):
            return False
        if isinstance(answer, StepIn):
            self._step_in(names.index(answer.name))
            return True
        if isinstance(answer, TakeBack):
            self._undo(seat)
        else:
            self.state.choose(seat, answer)
            self._keep()
        return True

    def _step_in(self, seat: int) -> None:
        """Somebody else at the screen does something out of turn."""
        if seat in self.state.may_act:
            self._ask_person(seat, waiting=self.state.decision.text)
        else:
            self._hand_over(seat)
            self.terminal.write(f"{self.state.seat_names[seat]} can do nothing out of turn just now.")

    def _ask_player(self, seat: int, player: Player, ask: Callable[[SeatState], Action | str | None]) -> bool:
        """Whether the player did something; it must where it is to decide."""
        from ..machine.fault import GameFault
        from ..machine.state.menu import Action, IllegalAction

        who = f"the player at {self.state.seat_names[seat]} ({_name(player)})"
        seat_state = SeatState(self.state, seat)
        try:
            action = ask(seat_state)
        except GameFault:
            raise
        except Exception as fault:
            raise PlayerFault(f"{who} broke down: {type(fault).__name__}: {fault}") from fault
        if action is None and not seat_state.must_decide:
            return False
        if not isinstance(action, (Action, str)):
            raise PlayerFault(f"{who} answered with {action!r}, which is no action")
        try:
            self.state.choose(seat, action)
        except IllegalAction as fault:
            raise PlayerFault(f"{who} answered with what is not allowed: {fault}") from fault
        self._keep()
        return True

    def _keep(self) -> None:
        """Write what has happened; say so, once, when that fails, and when it works again."""
        if self._store is None:
            return
        kept = self._store.keep(self.state.log, over=self.state.over)
        if self._store.fault != self._disk:
            self._disk = self._store.fault
            told = (
                "The game is kept again."
                if kept
                else f"The game can not be kept just now in {self._store.path}: {self._disk}. It goes on all the same."
            )
            self.terminal.write(*(mark("bad", line) for line in wrap(told, self.terminal.width)))
            self._desk.warning = "" if kept else told

    def _say_goodbye(self) -> None:
        kept = self._store is not None and not self._store.fault
        self.terminal.write("", f"The game is kept. Go on with: {RESUME}" if kept else self._lost())

    def _lost(self) -> str:
        """How much of the game is kept, where that is not all."""
        if self._store is None or not self._store.written:
            return "The game could not be kept."
        moves = sum("do" in entry for entry in self.state.log[: self._store.written])
        return f"The game is kept up to move {moves} in {self._store.path}; after that: {self._store.fault}."

    def _scene(self, seat: int) -> Scene:
        names, history = self.state.seat_names, self.state.history(seat)
        moves = told_moves(history, names, names[seat])
        played_by = {names[other]: _name(player) for other, player in self._players.items()}
        turns = sum(seen.kind == "turn" for seen in history)
        view, game = cast(View, self.state.view(seat)), self.state.game.ir
        unused, told = idle(view, history), told_of(view, history, game)
        fresh = len(moves) - self._told[seat]
        return Scene(game, self._order, played_by, moves=moves, fresh=fresh, turns=turns, idle=unused, told=told)

    def _hand_over(self, seat: int) -> None:
        """With several people at one screen: nobody sees another's cards."""
        if self._at_screen == seat or len(self._people) < 2:
            self._at_screen = seat
            return
        self._at_screen = seat
        name = self.state.seat_names[seat]
        self.terminal.clear(secret=True)
        if not self.terminal.live:
            self.terminal.write("", "─" * 8 + f" {name} is next " + "─" * 8)
            return
        self.terminal.write("", f"{name} is next.", "")
        while (typed := self.terminal.ask("Press Enter when nobody else looks. ")) != "":
            if typed is None or command_of(typed) == "quit":
                raise Leave
            self.terminal.write(f"Enter alone shows the cards of {name}; quit leaves.")
        self.terminal.clear(secret=True)

    def _undoable(self, seat: int) -> tuple[str, State]:
        """Why the last decision can not be taken back, or ""; and the game before it."""
        from ..machine.state.log import replay

        reason = not_undoable(self.state, seat)
        if reason:
            return reason, self.state
        before = replay(self.state.log[:-1])
        return cannot_undo(self.state, before, seat), before

    def _undo(self, seat: int) -> None:
        log = self.state.log[:-1]
        self.state = self._undoable(seat)[1]
        self._told = {person: min(told, len(self._scene(person).moves)) for person, told in self._told.items()}
        if self._store:
            self._store.take_back(len(log))
        self._desk.tell("Taken back.")

    def _end(self) -> None:
        """The last table, as the only person saw it, and who won. Several people see no table: its hand would be somebody's."""
        seat = self._at_screen if self._at_screen is not None else (self._people or [0])[0]
        alone = len(self._people) == 1
        view = cast(View, self.state.view(seat))
        width = self.terminal.width
        if not self._people:
            pass
        elif len(self._people) > 1:
            self.terminal.clear(secret=True)
            seen_by = [told_moves(self.state.history(person), self.state.seat_names) for person in self._people]
            moves = [move for move in seen_by[0] if all(move in seen for seen in seen_by[1:])]
            self.terminal.write("", *(line for move in moves[-6:] for line in wrap(move, width, "   ")))
        else:
            self.terminal.clear()
            self.terminal.write("", *screen(view, self._scene(seat), width, self.terminal.room(6)))
        self.terminal.write("", *(mark("title", line) for text in result(view, personal=alone) for line in wrap(text, width)))
        self.terminal.write(*match_result(self.state.history(seat), self.state.seat_names))
        if self._store is not None:
            self.terminal.write(self._lost() if self._store.fault else f"See it again: cardrules replay {self._store.path}")


def _name(player: Player) -> str:
    """What a player is called; a player of someone else's may have forgotten to say."""
    return str(getattr(player, "name", None) or type(player).__name__)
