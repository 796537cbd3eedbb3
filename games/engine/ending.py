"""How a deal ends (§7-§10.5), and what its winner is paid."""

from __future__ import annotations

from games.engine.events import DealWon
from games.engine.hands.hand import grouping
from games.engine.scoring import KONGS, Result, score
from games.engine.state import Active, DealState, Ending


def win(state: DealState, seat: int) -> DealWon:
    """Return the end of a deal that this seat has won, with every payment (§9)."""
    return DealWon(seat, result_with(state, seat, offender_of(state, state.last)))


def offender_of(state: DealState, taken: Active | None) -> int | None:
    """Return the seat that pays the penalty when this card completed the winner's hand (§10.5), None if nobody does."""
    if (
        taken is None
        or is_exempt(taken, state.seats)
        or taken.verdict is None
        or taken.card in taken.verdict.worst
    ):
        return None
    return taken.seat


def can_be_disputed(ending: Ending, seats: int) -> bool:
    """Return whether a penalty can hang on the card that completed the winner's hand, so that it can be
    disputed (§10.7).
    """
    taken = ending.taken
    return taken is not None and taken.verdict is not None and not is_exempt(taken, seats)


def is_exempt(taken: Active, seats: int) -> bool:
    """Return whether no penalty can hang on this card: drawn, or opening the deal, or with only two seats (§10.5)."""
    return taken.drawn or taken.opening or seats == 2


def result_with(
    state: DealState, winner: int, offender: int | None, *, shared: bool = False
) -> Result:
    """Return what everybody pays when this seat has won and `offender` pays the penalty, alone or `shared` (§9)."""
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
