"""What happens to the time of a tournament: tea, the clock of a round, the end of the check-in. Moments are UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class CheckInClosed:
    """The time ``until`` which members check in by themselves was over; ``missing`` had not."""

    until: datetime
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundTimed:
    """A drawn round begins at ``begins`` (UTC): by the terms, or a ``director`` said so. The latest word counts."""

    number: int
    begins: datetime
    director: int | None


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """The tables of a drawn round open, by a ``director``'s word or by itself; no deal begins after ``until`` (UTC)."""

    number: int
    until: datetime | None
    director: int | None


@dataclass(frozen=True, slots=True)
class RoundTimeUp:
    """The minutes of the round are over: no deal begins any more, and those that run are finished."""

    number: int


@dataclass(frozen=True, slots=True)
class TableStopped:
    """A table plays no more in a round whose time is up: ``deals`` of it count."""

    round: int
    table: int
    deals: int


@dataclass(frozen=True, slots=True)
class ClockMoved:
    """The clock of the round stands at ``clock`` now, ``seconds`` later than before (negative: earlier)."""

    number: int
    clock: datetime
    seconds: int
    reason: str


@dataclass(frozen=True, slots=True)
class RoundLengthened:
    """A director made a running round longer by so many ``minutes``: its clock stands at ``clock`` (UTC) now."""

    number: int
    clock: datetime
    minutes: int
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class AppealMoved:
    """The time to appeal ends ``seconds`` later, at ``until`` (UTC): the service was away, or its clock was set."""

    until: datetime
    seconds: int
    reason: str


@dataclass(frozen=True, slots=True)
class TournamentPaused:
    """A director let all tables stand still: tea. ``at`` is by the clock of the round's."""

    director: int
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TournamentResumed:
    """A director let all tables go on; ``clock`` is where the round's clock stands, None where it has none."""

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
    | AppealMoved
    | TournamentPaused
    | TournamentResumed
)
"""Everything of this room that can happen to a tournament."""
