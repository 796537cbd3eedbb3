"""Decides on a second person's signature on a correction after the closing that moves many chips (0248).

The limit for one person is not a rule of the game: the club sets it, and the commands look it up. The functions work
like those in `decisions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from games.engine.disputing.approval import Approval
from tournaments.engine.correcting.correction_events import (
    AdjustmentTakenBack,
    CorrectionProposed,
    CorrectionSigned,
    CorrectionUnsigned,
    DealVoided,
    PointsAdjusted,
    VoidingTakenBack,
)
from tournaments.engine.decisions import Events
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import PrizesCorrected, TournamentEvent
from tournaments.engine.evolve import evolve
from tournaments.engine.people.entries import checked_reason
from tournaments.engine.real_cards.events import ResultCorrected
from tournaments.engine.state import Status, TournamentState

Moving = DealVoided | VoidingTakenBack | PointsAdjusted | AdjustmentTakenBack | ResultCorrected
MOVING: Final = (
    DealVoided,
    VoidingTakenBack,
    PointsAdjusted,
    AdjustmentTakenBack,
    ResultCorrected,
)
"""What a director or a referee corrects behind the closing; a ruling's voiding has its own signatures."""
_NAMES: Final[dict[type[Moving], str]] = {
    DealVoided: "void",
    VoidingTakenBack: "take-back",
    PointsAdjusted: "points",
    AdjustmentTakenBack: "adjustment",
    ResultCorrected: "result",
}


def chips_moved(events: Iterable[TournamentEvent]) -> int:
    """Return how many chips these events move between members, or into the pot and out of it."""
    total = 0
    for event in events:
        if isinstance(event, PrizesCorrected):
            given = sum(one.amount for one in event.corrections if one.amount > 0)
            taken = -sum(one.amount for one in event.corrections if one.amount < 0)
            total += max(given, taken)
    return total


def moved_alone(events: Iterable[TournamentEvent], director: int) -> int:
    """Return how many chips in all this person's corrections have moved without a second person's signature."""
    total, by, signed = 0, 0, False
    for event in events:
        if isinstance(event, CorrectionSigned):
            signed = True
        elif isinstance(event, MOVING):
            by, signed = 0 if signed else event.director, False
        elif isinstance(event, PrizesCorrected):
            total += chips_moved([event]) if by == director and not event.ruling else 0
            by = 0
    return total


def decide_propose(state: TournamentState, corrected: Events) -> Events:
    """Propose a correction that moves more than one person may correct alone.

    Refused if the same correction already waits.
    """
    event = next(one for one in corrected if isinstance(one, MOVING))
    proposal = CorrectionProposed(
        state.proposed + 1,
        _NAMES[type(event)],
        *_place(event),
        getattr(event, "player", 0),
        getattr(event, "points", 0) if not isinstance(event, ResultCorrected) else 0,
        _about(event),
        event.lay if isinstance(event, ResultCorrected) else None,
        chips_moved(corrected),
        getattr(event, "section", ""),
        event.reason,
        event.director,
    )
    if any(_same(one.wish, proposal) for one in state.waiting.values()):
        raise TournamentRefused("tournament.correction-waits")
    return (proposal,)


def decide_sign(
    state: TournamentState,
    *,
    number: int,
    director: int,
    decide: Callable[[TournamentState, CorrectionProposed], Events],
) -> Events:
    """Return the signature and the events of the correction, which ``decide`` computes from the current state.

    Refused if these events move more chips than the proposal says, since the signer has not seen that amount.
    """
    approval = waiting(state, number)
    if not approval.may_sign(director):
        raise TournamentRefused("tournament.correction-own")
    signed = CorrectionSigned(number, director)
    corrected = decide(evolve(state, signed), approval.wish)
    if (moved := chips_moved(corrected)) > approval.wish.chips:
        raise TournamentRefused(
            "tournament.correction-moves-more", moved=moved, proposed=approval.wish.chips
        )
    return (signed, *corrected)


def decide_unsign(state: TournamentState, *, number: int, director: int, reason: str) -> Events:
    """Reject a waiting correction, or take back your own proposal."""
    waiting(state, number)
    return (CorrectionUnsigned(number, checked_reason(reason), director),)


def waiting(state: TournamentState, number: int) -> Approval[CorrectionProposed, int]:
    """Return the waiting correction of this number. Raises `TournamentRefused` if there is none."""
    if state.status is not Status.CLOSED or number not in state.waiting:
        raise TournamentRefused("tournament.correction-unknown")
    return state.waiting[number]


def _place(event: Moving) -> tuple[int, int, int, int]:
    if isinstance(event, PointsAdjusted | AdjustmentTakenBack):
        return 0, 0, 0, 0
    return event.round, event.table, event.deal_number, event.deal_id


def _about(event: Moving) -> int:
    if isinstance(event, AdjustmentTakenBack):
        return event.number
    return event.revision - 1 if isinstance(event, ResultCorrected) else 0


def _same(one: CorrectionProposed, other: CorrectionProposed) -> bool:
    """Return whether two proposals ask for the same correction, whoever made them and for whatever reason."""
    alike = replace(
        other,
        number=one.number,
        chips=one.chips,
        section=one.section,
        reason=one.reason,
        director=one.director,
    )
    return one == alike
