"""Crown Duel with its default rules."""

from __future__ import annotations

from random import Random

TRUCE, TRAP, SCOUT, TURNABOUT, DOUBLE, CANCEL, BOOSTER, CROWN = range(1, 9)
COINS_TO_WIN = 4
BOOST = 2


class CrownDuel:
    """Both play one card of eight a round; cards are their ranks."""

    def __init__(self, rng: Random) -> None:
        self.hands = [list(range(1, 9)), list(range(1, 9))]
        self.laid: list[int | None] = [None, None]
        self.coins = [0, 0]
        self.held = 0
        self.boosted = [False, False]
        self.scouting: int | None = None
        self.over = False
        self.winners: list[int] = []

    @property
    def to_move(self) -> list[int]:
        waiting = [seat for seat in (0, 1) if self.laid[seat] is None]
        if self.scouting is not None and len(waiting) == 2:
            return [1 - self.scouting]
        return waiting

    def legal(self, seat: int) -> list[int]:
        return list(self.hands[seat])

    def play(self, seat: int, action: int) -> None:
        self.hands[seat].remove(action)
        self.laid[seat] = action
        if None not in self.laid:
            self._decide()

    def _works(self, seat: int, power: int) -> bool:
        return self.laid[seat] == power and self.laid[1 - seat] != CANCEL

    def _win(self, seat: int) -> None:
        self.over = True
        self.winners = [seat]

    def _decide(self) -> None:
        for seat in (0, 1):
            if self._works(seat, TRAP) and self._works(1 - seat, CROWN):
                self._win(seat)
                return
        winner = self._round_winner()
        if winner is None:
            self.held += 1
        else:
            self.coins[winner] += 1 + self.held + (1 if self._works(winner, DOUBLE) else 0)
            self.held = 0
            if self.coins[winner] >= COINS_TO_WIN:
                self._win(winner)
                return
        self.boosted = [self._works(seat, BOOSTER) for seat in (0, 1)]
        scouts = [seat for seat in (0, 1) if self._works(seat, SCOUT)]
        self.scouting = scouts[0] if len(scouts) == 1 else None
        self.laid = [None, None]
        if not self.hands[0]:
            self.over = True

    def _round_winner(self) -> int | None:
        if self._works(0, TRUCE) or self._works(1, TRUCE):
            return None
        for seat in (0, 1):
            if self._works(seat, CROWN) and not self._works(1 - seat, CROWN):
                return seat
        first, second = (self._strength(seat) for seat in (0, 1))
        if first == second:
            return None
        higher = 0 if first > second else 1
        if self._works(0, TURNABOUT) or self._works(1, TURNABOUT):
            return 1 - higher
        return higher

    def _strength(self, seat: int) -> int:
        card = self.laid[seat]
        assert card is not None
        return card + (BOOST if self.boosted[seat] else 0)
