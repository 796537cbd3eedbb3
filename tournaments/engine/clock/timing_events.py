"""Events of a tournament's time: breaks, the clock of a round, the end of the check-in, the time to appeal.

Moments are UTC.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from tournaments.engine.state import Pause, Registered, TournamentState


@dataclass(frozen=True, slots=True)
class CheckInClosed:
    """Members can't check themselves in after ``until``; ``missing`` had not checked in."""

    until: datetime
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundTimed:
    """A drawn round will begin at ``begins`` (UTC). The latest such event counts.

    ``director`` set that time, or None if the terms did.
    """

    number: int
    begins: datetime
    director: int | None


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A drawn round began and its tables open; no deal begins after ``until`` (UTC).

    ``until`` is None if the round has no time limit, and ``director`` is None if it began automatically.
    """

    number: int
    until: datetime | None
    director: int | None


@dataclass(frozen=True, slots=True)
class RoundTimeUp:
    """The minutes of the round are over: no further deal begins, and running deals are finished."""

    number: int


@dataclass(frozen=True, slots=True)
class TableStopped:
    """A table plays no further deal in a round, because its time is up or a member has left.

    ``deals`` is how many of its deals count.
    """

    round: int
    table: int
    deals: int


@dataclass(frozen=True, slots=True)
class ClockMoved:
    """The round's clock was moved to ``clock``, ``seconds`` later than before (negative: earlier)."""

    number: int
    clock: datetime
    seconds: int
    reason: str


@dataclass(frozen=True, slots=True)
class RoundLengthened:
    """A director made a running round ``minutes`` longer; its clock now ends at ``clock`` (UTC)."""

    number: int
    clock: datetime
    minutes: int
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class AppealOpened:
    """The time to appeal began, and ends at ``until`` (UTC).

    A dispute filed before then delays the prizes, which are paid afterwards.
    """

    until: datetime


@dataclass(frozen=True, slots=True)
class AppealMoved:
    """The time to appeal ends ``seconds`` later, at ``until`` (UTC), because of an outage or a change of the clock."""

    until: datetime
    seconds: int
    reason: str


@dataclass(frozen=True, slots=True)
class AppealExtended:
    """The time to appeal is extended to ``until`` (UTC), because a result was decided or ruled on late."""

    until: datetime


@dataclass(frozen=True, slots=True)
class TournamentPaused:
    """A director paused all tables for a break, at the time ``at``."""

    director: int
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TournamentResumed:
    """A director resumed all tables; ``clock`` is the round's new clock, None if the round has none."""

    director: int
    clock: datetime | None


TimingEvent: TypeAlias = (
    CheckInClosed
    | RoundTimed
    | RoundBegan
    | RoundTimeUp
    | TableStopped
    | ClockMoved
    | RoundLengthened
    | AppealOpened
    | AppealMoved
    | AppealExtended
    | TournamentPaused
    | TournamentResumed
)
"""Everything that happens to the time of a tournament."""


def _with_clock(state: TournamentState, number: int, **said: Any) -> TournamentState:
    return state.with_round(replace(state.rounds[number - 1], **said))


def _table_stopped(state: TournamentState, event: TableStopped) -> TournamentState:
    table = state.rounds[event.round - 1].tables[event.table - 1]
    return state.with_table(event.round, event.table, replace(table, stopped=event.deals))


def _appeal_moved(state: TournamentState, event: AppealMoved) -> TournamentState:
    lost = event.until - state.appeal_until if state.appeal_until else timedelta()
    filing = state.filing_until and state.filing_until + lost
    return replace(state, appeal_until=event.until, filing_until=filing)


def _resumed(state: TournamentState, event: TournamentResumed) -> TournamentState:
    state = replace(state, pause=None)
    current = state.open_round
    return state if current is None else _with_clock(state, current.number, clock=event.clock)


TIMING_EVENTS: Final = (
    Registered(
        CheckInClosed,
        "tournament.check-in-closed",
        lambda state, event: replace(state, check_in_closed=True),
    ),
    Registered(
        RoundTimed,
        "tournament.round-timed",
        lambda state, event: _with_clock(state, event.number, begun=False, clock=event.begins),
    ),
    Registered(
        RoundBegan,
        "tournament.round-began",
        lambda state, event: _with_clock(state, event.number, begun=True, clock=event.until),
    ),
    Registered(
        RoundTimeUp,
        "tournament.round-time-up",
        lambda state, event: _with_clock(state, event.number, clock=None, time_up=True),
    ),
    Registered(TableStopped, "tournament.table-stopped", _table_stopped),
    Registered(
        ClockMoved,
        "tournament.clock-moved",
        lambda state, event: _with_clock(state, event.number, clock=event.clock),
    ),
    Registered(
        RoundLengthened,
        "tournament.round-lengthened",
        lambda state, event: _with_clock(state, event.number, clock=event.clock),
    ),
    Registered(
        AppealOpened,
        "tournament.appeal-opened",
        lambda state, event: replace(state, appeal_until=event.until, filing_until=event.until),
    ),
    Registered(AppealMoved, "tournament.appeal-moved", _appeal_moved),
    Registered(
        AppealExtended,
        "tournament.appeal-extended",
        lambda state, event: replace(state, appeal_until=event.until),
    ),
    Registered(
        TournamentPaused,
        "tournament.paused",
        lambda state, event: replace(state, pause=Pause(event.director, event.reason, event.at)),
    ),
    Registered(TournamentResumed, "tournament.resumed", _resumed),
)
"""Each of them with its stored name and how it changes the state."""
