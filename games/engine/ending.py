"""Ends a won deal (§7-§10.5): finds who pays the penalty, and the payments."""

from __future__ import annotations

from games.engine.events import DealWon
from games.engine.hands.hand import grouping
from games.engine.scoring import KONGS, Result, score
from games.engine.state import Active, DealState, Ending


def win(state: DealState, seat: int) -> DealWon:
    """Return the end of a deal that this seat has won, with every payment (§9)."""
    return DealWon(seat, result_with(state, seat, offender_of(state, state.last)))


def offender_of(state: DealState, taken: Active | None) -> int | None:
    """Return the seat that pays the penalty if `taken` completed the winner's hand (§10.5); None if nobody does."""
    if (
        taken is None
        or is_exempt(taken, state.seats)
        or taken.verdict is None
        or taken.card in taken.verdict.worst
    ):
        return None
    return taken.seat


def can_be_disputed(ending: Ending, seats: int) -> bool:
    """Return whether the card that completed the winner's hand could carry a penalty, so it can be disputed
    (§10.7).
    """
    taken = ending.taken
    return taken is not None and taken.verdict is not None and not is_exempt(taken, seats)


def is_exempt(taken: Active, seats: int) -> bool:
    """Return whether a card never carries a penalty (§10.5).

    A drawn card and the opening discard never do; with only two seats no card does.
    """
    return taken.drawn or taken.opening or seats == 2


def result_with(
    state: DealState, winner: int, offender: int | None, *, shared: bool = False
) -> Result:
    """Return the result if this seat has won and `offender` pays the penalty (§9).

    With `shared` the other losers pay half of what they owe, and the offender the rest (§10.8).
    """
    sets, _ = grouping(state.rules, state.blocks[winner])
    return score(
        state.rules,
        winner=winner,
        sets=(*state.public[winner], *sets),
        kongs=[[shown.kind for shown in public if shown.kind in KONGS] for public in state.public],
        khaps=state.khaps,
        offender=offender,
        shared=shared,
    )
