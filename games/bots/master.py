"""The master bot: tries its moves in many possible positions, and plays each of these to the end.

It draws the hidden cards at random (`hidden`), tries every move in the same draws, and plays on with a simple policy.
It is limited by a number of rollouts instead of time, so the same view gives the same move.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Final

from games.bots.careful import careful
from games.bots.chance import chance
from games.bots.hidden import Hidden
from games.bots.trying import outcome
from games.engine.hands.hand import trash_cards
from games.engine.moves import Discard, Move
from games.engine.sight import SeatView
from games.engine.state import Phase

ROLLOUTS: Final = 1200
"""The most deals that it plays on for one move; many more than 50, so that each move is tried."""

_ROUNDS: Final = 4
"""After each of so many parts of them, moves that are clearly worse are tried no more."""

_SURE: Final = 1.0
"""By how many standard errors a move must be better than the careful bot's to be made in its place."""

_HOPELESS: Final = 1.5
"""By how many a move may be worse than the best before it is given up."""


@dataclass(slots=True)
class _Try:
    """A move that is tried, with its result in each draw."""

    move: Move
    judged: bool
    """A discard that is no worst card: its seat pays for all if it completes a hand at once (§10.5)."""
    nets: list[int] = field(default_factory=list)

    def lead(self, other: _Try) -> float:
        """Return how many standard errors this move is better than another one tried in the same draws."""
        gains = [mine - its for mine, its in zip(self.nets, other.nets, strict=True)]
        mean = sum(gains) / len(gains)
        spread = sum([(gain - mean) ** 2 for gain in gains])
        if not spread:
            return inf if mean > 0 else 0.0 if not mean else -inf
        return mean * len(gains) / sqrt(spread)


def master(view: SeatView, moves: tuple[Move, ...]) -> Move:
    """Return the move with the best average result for its seat, or the careful bot's if none is significantly
    better.

    Claims are answered as by the careful bot: rollouts rarely chose another answer, and the time to think would
    reveal to the others that the seat was asked (§6.10).
    """
    usual = careful(view, moves)
    if view.phase is Phase.CLAIMS:
        return usual
    tried = _worth_trying(view, moves)
    return usual if len(tried) < 2 else _best(view, tried, usual)


def _worth_trying(view: SeatView, moves: tuple[Move, ...]) -> list[_Try]:
    """Return the moves to try: all of them, but of discards only those of trash."""
    if view.phase is not Phase.DISCARD:
        return [_Try(move, judged=False) for move in moves]
    trash, verdict = trash_cards(view.block), view.verdict
    worst = trash if verdict is None or len(view.players) == 2 else verdict.worst
    return [
        _Try(move, judged=move.card not in worst)
        for move in moves
        if isinstance(move, Discard) and move.card in trash
    ]


def _best(view: SeatView, tried: list[_Try], usual: Move) -> Move:
    hidden = Hidden(view, chance(view))
    mine = next(one for one in tried if one.move == usual)
    best, left = mine, ROLLOUTS
    for rounds in range(_ROUNDS, 0, -1):
        draws = left // rounds // len(tried)
        left -= draws * len(tried)
        for _ in range(draws):
            board = hidden.draw()
            for one in tried:
                one.nets.append(outcome(view.rules, board.copy(), one.move, judged=one.judged))
        best = max(tried, key=lambda one: sum(one.nets))
        tried = [one for one in tried if one in (best, mine) or best.lead(one) < _HOPELESS]
        if len(tried) == 1:
            break
    return best.move if best is mine or best.lead(mine) > _SURE else usual
