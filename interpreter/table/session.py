"""One game being played at a table: asks players in turn, keeps every move, tells people what they may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..players.player import Player, PlayerFault, SeatState
from .desk import Answer, Desk, Leave, TakeBack
from .draw import Scene, View, result, screen
from .store import Store
from .terminal import Terminal, mark
from .undo import cannot_undo
from .words import CardOrder

if TYPE_CHECKING:
    from ..machine.menu import Action
    from ..machine.state import State


class Session:
    """players: by seat; a seat without one is played by a person at the terminal. store: where moves are kept (None: nowhere)."""

    def __init__(self, state: State, players: Mapping[int, Player], terminal: Terminal, store: Store | None = None) -> None:
        self.state = state
        self.terminal = terminal
        self._players = dict(players)
        self._people = [seat for seat in range(state.players) if seat not in self._players]
        self._store = store
        self._order = CardOrder(state.game.ir.deck)
        self._desk = Desk(terminal, state.game, self._order)
        self._moves: dict[int, list[str]] = {seat: [] for seat in range(state.players)}
        self._told = dict.fromkeys(range(state.players), 0)  # how many of the moves each person has been shown
        self._at_screen: int | None = None  # whose cards the screen shows
        self._disk = ""  # the fault that was told last

    def run(self) -> None:
        """Play until the game is over, or people leave. Raises PlayerFault, GameFault, KeyboardInterrupt; all that happened is kept."""
        self._listen(everything=True)
        self._keep()
        try:
            while not self.state.over:
                self._step(self._next_seat())
            self._end()
        except Leave:
            self.terminal.write(
                "", f"The game is kept. Go on with: {self._resume_words()}" if self._kept() else "The game could not be kept."
            )
        except KeyboardInterrupt:
            if self._kept():
                self.terminal.write("", f"The game is kept. Go on with: {self._resume_words()}")
            raise
        finally:
            if self._store:
                self._store.close()

    def apply(self, seat: int, action: Action | str) -> None:
        """Take an action for a seat, keep it, and tell everybody what they saw of it."""
        self.state.choose(seat, action)
        self._listen()
        self._keep()

    def _next_seat(self) -> int:
        """Who is asked next: people before bots, so that nobody waits, and the person who sits at the screen before others."""
        waiting = list(self.state.to_move)
        return min(waiting, key=lambda seat: (seat in self._players, seat != self._at_screen, seat))

    def _step(self, seat: int) -> None:
        if seat in self._players:
            self._ask_player(seat, self._players[seat])
            return
        self._hand_over(seat)
        answer: Answer = self._desk.ask(SeatState(self.state, seat), self._scene(seat), self._moves[seat])
        self._told[seat] = len(self._moves[seat])
        if isinstance(answer, TakeBack):
            self._undo(seat)
        else:
            self.apply(seat, answer)

    def _ask_player(self, seat: int, player: Player) -> None:
        from ..machine.menu import Action, IllegalAction

        who = f"the player at {self.state.seat_names[seat]} ({_name(player)})"
        try:
            action = player.decide(SeatState(self.state, seat))
        except Exception as fault:
            raise PlayerFault(f"{who} broke down: {type(fault).__name__}: {fault}") from fault
        if not isinstance(action, (Action, str)):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise PlayerFault(f"{who} answered with {action!r}, which is no action")
        try:
            self.state.choose(seat, action)
        except IllegalAction as fault:
            raise PlayerFault(f"{who} answered with what is not allowed: {fault}") from fault
        self._listen()
        self._keep()

    def _listen(self, *, everything: bool = False) -> None:
        """Note for each seat what it just saw (or has seen since the start)."""
        for seat, moves in self._moves.items():
            seen = self.state.history(seat) if everything else self.state.events(seat)
            moves += [observation.text for observation in seen if observation.text]

    def _keep(self) -> None:
        if self._store is None:
            return
        kept = self._store.keep(self.state.log, over=self.state.over)
        if self._store.fault != self._disk:
            self._disk = self._store.fault
            told = "The game is kept again." if kept else f"The game can not be kept just now: {self._disk}. It goes on all the same."
            self.terminal.write(mark("bad", told))

    def _kept(self) -> bool:
        return self._store is not None and not self._store.fault

    def _resume_words(self) -> str:
        return "cardrules play --resume"

    def _scene(self, seat: int) -> Scene:
        moves = self._moves[seat]
        names = self.state.seat_names
        played_by = {names[s]: _name(player) for s, player in self._players.items()}
        return Scene(self.state.game.ir, self._order, played_by, moves=moves, fresh=len(moves) - self._told[seat])

    def _hand_over(self, seat: int) -> None:
        """With several people at one screen: nobody sees another's cards."""
        if self._at_screen == seat or len(self._people) < 2:
            self._at_screen = seat
            return
        name = self.state.seat_names[seat]
        self.terminal.clear(secret=True)
        if self.terminal.live:
            self.terminal.write("", f"{name} is next.", "")
            if self.terminal.ask("Press Enter when nobody else looks. ") is None:
                raise Leave
            self.terminal.clear(secret=True)
        else:
            self.terminal.write("", "─" * 8 + f" {name} is next " + "─" * 8)
        self._at_screen = seat

    def _undo(self, seat: int) -> None:
        from ..machine.log import replay

        reason = cannot_undo(self.state, seat)
        if reason:
            self._desk.tell(f"That can not be taken back: {reason}.")
            return
        length = last_choice(self.state.log)
        assert length is not None
        self.state = replay(self.state.log[:length])
        for moves in self._moves.values():
            moves.clear()
        self._listen(everything=True)
        self._told = {s: min(told, len(self._moves[s])) for s, told in self._told.items()}
        if self._store:
            self._store.take_back(length)
        self._desk.tell("Taken back.")

    def _end(self) -> None:
        """The last table, as a person saw it, and who won."""
        seat = self._at_screen if self._at_screen is not None else (self._people or [0])[0]
        shared = len(self._people) > 1
        if shared:
            self.terminal.clear(secret=True)
        view: View = self.state.view(seat)
        self.terminal.clear()
        self.terminal.write(
            "", *screen(view, self._scene(seat), self.terminal.width, self.terminal.height - 5 if self.terminal.live else None)
        )
        self.terminal.write("", *(mark("title", line) for line in result(view, personal=not shared and bool(self._people))))
        if self._kept() and self._store:
            self.terminal.write(f"See it again: cardrules replay {self._store.path}")


def _name(player: Player) -> str:
    """What a player is called; a player of someone else's may have forgotten to say."""
    return str(getattr(player, "name", None) or type(player).__name__)
