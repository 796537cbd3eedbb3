"""The reports of conduct that stand in a tournament, and how each changes where it stands."""

from __future__ import annotations

from dataclasses import replace

from tournaments.engine.correction_events import PointsAdjusted
from tournaments.engine.sanction_events import MemberSanctioned, SanctionEvent, SanctionTakenBack
from tournaments.engine.state import TournamentState


def times(state: TournamentState, *, player: int, kind: str) -> int:
    """How many reports of this kind stand against a member in this tournament."""
    return sum(one.kind == kind for one in standing_reports(state, player))


def standing_reports(state: TournamentState, player: int) -> tuple[MemberSanctioned, ...]:
    """The reports that stand against a member, in order."""
    return tuple(
        one
        for number, one in state.sanctions.items()
        if one.player == player and number not in state.sanctions_back
    )


def with_sanction(state: TournamentState, event: SanctionEvent) -> TournamentState:
    """The state after a report or its counter-event: points count as any adjustment does."""
    adjustments = dict(state.adjustments)
    if isinstance(event, SanctionTakenBack):
        adjustments.pop(state.sanctions[event.number].adjustment, None)
        back = {**state.sanctions_back, event.number: event}
        return replace(state, adjustments=adjustments, sanctions_back=back)
    sanctions = {**state.sanctions, event.number: event}
    if not event.adjustment:
        return replace(state, sanctions=sanctions)
    number = event.adjustment
    adjustments[number] = PointsAdjusted(
        number, event.player, -event.given.points, event.reason, event.section, event.director
    )
    return replace(
        state,
        sanctions=sanctions,
        adjustments=adjustments,
        adjusted=number,
        adjusted_in={**state.adjusted_in, number: len(state.rounds)},
    )


def of_adjustment(state: TournamentState, adjustment: int) -> MemberSanctioned | None:
    """The report by which an adjustment counts; None where a director adjusted the points."""
    return next((one for one in state.sanctions.values() if one.adjustment == adjustment), None)
