"""Decides on the times of a tournament: breaks, the beginning of a round, its minutes, and the end of check-in.

The clock of a round is the moment when it begins or, once it has begun, when its minutes are over. During a pause it
stays as it was at the beginning of the pause, and the resumption adds the time that has passed since. An event stores
the moments that were computed when it was made. The functions work like those in `decisions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from tournaments.engine.clock.timing_events import (
    CheckInClosed,
    ClockMoved,
    RoundBegan,
    RoundLengthened,
    RoundTimed,
    RoundTimeUp,
    TableStopped,
    TournamentPaused,
    TournamentResumed,
)
from tournaments.engine.errors import TournamentRefused, check_range
from tournaments.engine.events import TournamentEvent
from tournaments.engine.evolve import evolve
from tournaments.engine.people.entries import checked_reason, running
from tournaments.engine.round_state import RoundState
from tournaments.engine.state import Status, TournamentState
from tournaments.engine.terms import WAIT

LONGER: Final = (1, 60)
"""Least and most minutes by which a running round is lengthened at once."""

Events = tuple[TournamentEvent, ...]


def decide_pause(state: TournamentState, *, director: int, reason: str, now: datetime) -> Events:
    """Pause all tables for a break. No events if they are paused already."""
    running(state)
    reason = checked_reason(reason)
    if state.pause is not None:
        return ()
    return (TournamentPaused(director, reason, now),)


def decide_resume(state: TournamentState, *, director: int, now: datetime) -> Events:
    """Resume all tables, with the round's clock where it stopped; no events if nothing is paused."""
    running(state)
    if state.pause is None:
        return ()
    current = state.open_round
    clock = None if current is None else current.clock
    if clock is not None:
        clock += now - state.pause.at
    return (TournamentResumed(director, clock),)


def decide_set_beginning(
    state: TournamentState, *, minutes: int, director: int, now: datetime
) -> Events:
    """Start the drawn round in this many minutes, 0 for now. Refused during a pause."""
    running(state)
    current = state.open_round
    if current is None or current.begun:
        raise TournamentRefused("tournament.round-begun")
    check_range("tournament.wait-out-of-range", minutes, WAIT)
    if state.pause is not None:
        raise TournamentRefused("tournament.paused")
    if not minutes:
        return (_began(state, current, director, now),)
    begins = now + timedelta(minutes=minutes)
    return () if begins == current.clock else (RoundTimed(current.number, begins, director),)


def decide_move_clock(
    state: TournamentState, *, clock: datetime, seconds: int, reason: str
) -> Events:
    """Move the round's clock to ``clock``, which is ``seconds`` later than before (negative: earlier).

    This happens when time was lost or the system's clock was set. No events if the round has no clock.
    """
    current = state.open_round
    if current is None or current.clock is None or not seconds:
        return ()
    return (ClockMoved(current.number, clock, seconds, reason),)


def decide_lengthen(state: TournamentState, *, minutes: int, reason: str, director: int) -> Events:
    """Lengthen a timed round by this many minutes, as long as its time is not up. Possible during a pause."""
    running(state)
    current = state.open_round
    if current is None or not current.begun or current.clock is None:
        raise TournamentRefused("tournament.no-running-clock")
    check_range("tournament.lengthening-out-of-range", minutes, LONGER)
    clock = current.clock + timedelta(minutes=minutes)
    return (RoundLengthened(current.number, clock, minutes, checked_reason(reason), director),)


def decide_stop_table(
    state: TournamentState, *, round_number: int, table: int, deals: int, left: bool = False
) -> Events:
    """Record that a table stops after ``deals`` deals, because the round's time is up or a player has ``left``.

    No events if the time is not up and nobody has left, if the stop is recorded already, or if the table has played
    all its deals.
    """
    current = state.open_round
    if current is None or current.number != round_number or not (current.time_up or left):
        return ()
    found = current.tables[table - 1]
    if found.stopped is not None or deals >= current.planned(found):
        return ()
    return (TableStopped(round_number, table, deals),)


def with_clock(
    state: TournamentState,
    events: Sequence[TournamentEvent],
    *,
    now: datetime,
    wait: int | None = None,
) -> Events:
    """Return ``events``, followed by the clock events that they cause.

    If ``events`` draw a round, it begins in ``wait`` minutes; None means the wait that the terms set. A redrawn round
    begins no earlier than was announced for the discarded draw.
    """
    before = state.open_round
    for event in events:
        state = evolve(state, event)
    current = state.open_round
    if (
        before is not None
        and before.clock is not None
        and not before.begun
        and current is not None
        and current.number == before.number
        and current.clock is None
        and not current.begun
        and state.pause is None
    ):
        begins = max(before.clock, now + timedelta(minutes=state.options.wait_minutes))
        return (*events, RoundTimed(current.number, begins, None))
    if wait is not None:
        check_range("tournament.wait-out-of-range", wait, WAIT)
    if wait and current is not None and current.clock is None:
        return (*events, RoundTimed(current.number, now + timedelta(minutes=wait), None))
    return (*events, *decide_by_clock(state, now=now, wait=wait))


def decide_by_clock(state: TournamentState, *, now: datetime, wait: int | None = None) -> Events:
    """Return the event that is due by the clock; empty if none is. Never refuses.

    The check-in ends, a drawn round gets the time of its beginning, a round begins, or a round's minutes are over.
    Nothing is due during a pause.
    """
    if state.status is Status.OPEN:
        until = check_in_until(state)
        if until is None or state.check_in_closed or now < until:
            return ()
        return (CheckInClosed(until, state.not_here),)
    if state.status is not Status.RUNNING or state.pause is not None:
        return ()
    current = state.open_round
    if current is None or current.time_up:
        return ()
    if not current.begun and current.clock is None:
        minutes = state.options.wait_minutes if wait is None else wait
        if minutes:
            return (RoundTimed(current.number, now + timedelta(minutes=minutes), None),)
        return (_began(state, current, None, now),)
    if current.clock is None or now < current.clock:
        return ()
    if not current.begun:
        return (_began(state, current, None, now),)
    return (RoundTimeUp(current.number),)


def check_in_until(state: TournamentState) -> datetime | None:
    """Return when members can no longer check themselves in.

    None if there is no check-in, or if it is open until the start.
    """
    options = state.options
    if not options.check_in or options.check_in_ends is None or state.starts_at is None:
        return None
    return state.starts_at - timedelta(minutes=options.check_in_ends)


def may_check_in(state: TournamentState, *, now: datetime) -> bool:
    """Return whether the check-in has not ended."""
    until = check_in_until(state)
    return not state.check_in_closed and (until is None or now < until)


def check_entry_time(state: TournamentState, *, now: datetime) -> None:
    """Raise `TournamentRefused` between the end of the check-in and the start, when nobody can enter."""
    if state.status is Status.OPEN and not may_check_in(state, now=now):
        raise TournamentRefused("tournament.entries-after-check-in")


def _began(
    state: TournamentState, current: RoundState, director: int | None, now: datetime
) -> RoundBegan:
    minutes = state.options.round_minutes
    return RoundBegan(
        current.number, now + timedelta(minutes=minutes) if minutes else None, director
    )
