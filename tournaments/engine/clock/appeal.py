"""The time to appeal: after the last deal the standings are provisional, and the prizes stay in the pot.

A dispute filed in that time delays the prizes until it is decided, but for no longer than `HELD`. Then the prizes are
paid by the current results, and a later ruling corrects them like any other after the closing. A tournament whose
terms set a time to appeal closes by itself; directors cannot close it.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from games.engine.disputing.periods import HELD, is_over, to_answer
from tournaments.engine.clock.timing_events import AppealExtended, AppealMoved, AppealOpened
from tournaments.engine.decisions import Events, final
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentClosed
from tournaments.engine.real_cards.entered_results import HOLDING
from tournaments.engine.state import Status, TournamentState


def decide_open(state: TournamentState, *, now: datetime) -> Events:
    """Start the time to appeal when the last round is over.

    No events if it has started already, or if the terms set no time to appeal.
    """
    over = len(state.rounds) == state.options.rounds and state.open_round is None
    if state.status is not Status.RUNNING or not over or state.appeal_until is not None:
        return ()
    minutes = state.options.appeal_minutes
    return (AppealOpened(now.astimezone(UTC) + timedelta(minutes=minutes)),) if minutes else ()


def decide_move(state: TournamentState, *, lost: timedelta, now: datetime, reason: str) -> Events:
    """Extend the time to appeal by ``lost``, the time that an outage or a change of the system clock cost.

    The end is never moved earlier, nor further from ``now`` than the full time to appeal. No events if nothing
    changes.
    """
    if state.status is not Status.RUNNING or state.appeal_until is None:
        return ()
    whole = now.astimezone(UTC) + timedelta(minutes=state.options.appeal_minutes)
    until = min(state.appeal_until + lost, whole)
    seconds = round((until - state.appeal_until).total_seconds())
    return (AppealMoved(until, seconds, reason),) if seconds > 0 else ()


def decide_extend(state: TournamentState, *, now: datetime) -> Events:
    """Extend the time to appeal after a decision on a result, if too little is left to contradict the decision."""
    until = state.appeal_until
    if state.status is not Status.RUNNING or until is None:
        return ()
    wanted = now.astimezone(UTC) + to_answer(timedelta(minutes=state.options.appeal_minutes))
    return (AppealExtended(wanted),) if wanted > until else ()


def check_open(state: TournamentState, *, now: datetime) -> None:
    """Raise `TournamentRefused` once the time to appeal is over."""
    if is_over(state.appeal_until, now):
        raise TournamentRefused("tournament.appeal-over")


def check_filing(state: TournamentState, *, now: datetime) -> None:
    """Raise `TournamentRefused` once the time to dispute deals is over.

    This time can end later than the time to appeal, so that a late decision can still be answered (§10.7).
    """
    if is_over(state.filing_until, now):
        raise TournamentRefused("tournament.appeal-over")


def decide_end(state: TournamentState, *, now: datetime, disputed: bool) -> Events:
    """Make the standings final and owe the prizes, if the time to appeal is over; otherwise no events.

    This waits for up to `HELD` longer while ``disputed`` (a deal on screens is disputed) is True, or while a result
    with real cards is disputed, contradicted or confirmed by only one seat.
    """
    if state.status is not Status.RUNNING or state.appeal_until is None:
        return ()
    until = state.appeal_until
    if disputed or bool(state.unvouched()) or any(state.papers(*HOLDING)):
        until += HELD
    return () if now < until else (TournamentClosed(final(state)),)
