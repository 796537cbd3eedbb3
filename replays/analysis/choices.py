"""Computes what a choice was worth to each seat, compared with the habitual choice.

All hands are open, as for luck (`replays.analysis.luck`). So the worth measures what the choice changed, whether or
not its seat could have known that. The values of the dealt cards, the draws and the choices add up to the deal's
result. Each is measured from a position from which all seats play on by habit (`games.engine.hands.habits`).
"""

from __future__ import annotations

from operator import sub
from random import Random
from typing import Final

from games.bots.hidden import position
from games.bots.trying import outcomes
from games.engine.hands.board import Board, in_any_order
from games.engine.hands.rollout import play
from games.engine.sight import see
from replays.analysis.deciding import SeatDecision
from replays.analysis.weighing import Estimate, estimate, is_judged

_ALIKE: Final = 10
"""After so many orders of the stock that end card for card alike, the choice is taken for the one that habit makes."""


def worth_of_choice(decision: SeatDecision, random: Random, *, times: int) -> tuple[Estimate, ...]:
    """Return each seat's gain or loss by this choice, averaged over orders of the stock.

    It is 0 if the choice was the habitual one.
    """
    state, chosen = decision.before, decision.chosen
    view = see(state, chosen.seat)
    judged = is_judged(view, chosen)
    before = position(view, state.blocks, state.setup.stock[state.drawn :], seen=state.face_up())
    changes: list[list[int]] = []
    changed = False
    for tried in range(times):
        if tried == _ALIKE and not changed:
            break
        habitual = before.copy()
        habitual.stock = in_any_order(before.stock, random.random)
        habitual.share_out()
        board = habitual.copy()
        then = play(habitual)
        now = outcomes(state.rules, board, chosen, judged=judged)
        changed = changed or _end(board) != _end(habitual)
        changes.append(list(map(sub, now, then)))
    return tuple(estimate(of_seat) for of_seat in zip(*changes, strict=True))


def _end(board: Board) -> tuple[object, ...]:
    return board.blocks, board.points, board.at, board.winner, board.offender
