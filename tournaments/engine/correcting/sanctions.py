"""Decisions on a referee's reports of conduct, by the club's table of sanctions.

The functions work like those in `decisions`: they return the events that follow from the state, or raise
`TournamentRefused`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.engine.disputing.sanctions import Measure, SanctionStep, SanctionTable, fits
from tournaments.engine.clock.appeal import check_open
from tournaments.engine.correcting.correction_events import MemberSanctioned, SanctionTakenBack
from tournaments.engine.decisions import Events
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.people.entries import checked_reason, running
from tournaments.engine.state import TournamentState


@dataclass(frozen=True, slots=True)
class Where:
    """The place of a report: round and table, deal, and the call that led to it; each as far as known."""

    round: int | None = None
    table: int | None = None
    deal: int | None = None
    call: int | None = None


def times(state: TournamentState, *, player: int, kind: str) -> int:
    """Return how many valid reports of this kind a member has in this tournament."""
    return sum(one.kind == kind for one in standing_reports(state, player))


def standing_reports(state: TournamentState, player: int) -> tuple[MemberSanctioned, ...]:
    """Return a member's valid reports, in order."""
    return tuple(
        one
        for number, one in state.sanctions.items()
        if one.player == player and number not in state.sanctions_back
    )


def of_adjustment(state: TournamentState, adjustment: int) -> MemberSanctioned | None:
    """Return the report that caused an adjustment; None if a director adjusted the points."""
    return next((one for one in state.sanctions.values() if one.adjustment == adjustment), None)


def decide_sanction(
    state: TournamentState,
    *,
    player: int,
    kind: str,
    table: SanctionTable,
    given: SanctionStep | None,
    departure: str,
    reason: str,
    where: Where,
    now: datetime,
    director: int,
    foreseen: int | None = None,
) -> Events:
    """Report a member's conduct; if ``given`` is None, the club's ``table`` sets the sanction.

    The table goes by how often the member was reported for this kind, this report included: ``foreseen`` is that
    number as the referee saw it, and the report is refused if it has changed. A sanction that differs from the table
    needs a reason, the ``departure``. Possible from the start until the time to appeal is over.
    """
    running(state)
    check_open(state, now=now)
    reason = checked_reason(reason)
    if not state.interested(player):
        raise TournamentRefused("tournament.not-entered")
    found = table.find(kind)
    if found is None or not found.offered:
        raise TournamentRefused("tournament.no-such-sanction-kind")
    _check_where(state, where)
    time = times(state, player=player, kind=kind) + 1
    if foreseen not in (None, time):
        raise TournamentRefused("tournament.sanction-time", time=time)
    by_table = found.step(time)
    given = by_table if given is None else given
    if not fits(given, table.most_points):
        raise TournamentRefused("tournament.sanction-out-of-range", limit=table.most_points)
    takes = given.measure is Measure.POINTS
    if takes and player not in state.entrants:
        raise TournamentRefused("tournament.sanction-no-line")
    departure = departure.strip()
    if given == by_table:
        departure = ""
    elif not departure:
        raise TournamentRefused("tournament.departure-missing")
    else:
        departure = checked_reason(departure)
    return (
        MemberSanctioned(
            number=len(state.sanctions) + 1,
            player=player,
            kind=kind,
            section=found.section,
            words=found.words,
            time=time,
            by_table=by_table,
            given=given,
            departure=departure,
            adjustment=state.adjusted + 1 if takes else 0,
            reason=reason,
            round=where.round,
            table=where.table,
            deal=where.deal,
            call=where.call,
            director=director,
        ),
    )


def decide_take_back(
    state: TournamentState, *, number: int, reason: str, now: datetime, director: int
) -> Events:
    """Withdraw a report and undo its points, until the time to appeal is over."""
    running(state)
    check_open(state, now=now)
    one = state.sanctions.get(number)
    if one is None:
        raise TournamentRefused("tournament.no-such-sanction")
    if number in state.sanctions_back:
        raise TournamentRefused("tournament.sanction-back-already", number=number)
    reason = checked_reason(reason)
    points = one.given.points
    return (SanctionTakenBack(number, one.player, one.kind, points, reason, director),)


def _check_where(state: TournamentState, where: Where) -> None:
    if where.round is None:
        if where.table is not None:
            raise TournamentRefused("tournament.no-such-table")
    elif not 1 <= where.round <= len(state.rounds):
        raise TournamentRefused("tournament.no-such-round")
    elif where.table is not None and not 1 <= where.table <= len(
        state.rounds[where.round - 1].tables
    ):
        raise TournamentRefused("tournament.no-such-table")
