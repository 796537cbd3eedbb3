"""Attendance and clocks of a deal: extra time, pauses, and players who leave and come back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from games.engine.events.kinds import EventKind, same
from games.engine.events.playing import WaiverTurned, turned
from games.engine.state import DealState


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """The seat let its time run out; the careful bot plays for it, in the events that follow."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClockExtended:
    """Everyone that the deal waits for has `seconds` more.

    The extra time makes up for time in which the service was unavailable, or a director gives it.
    """

    seconds: int
    reason: str


@dataclass(frozen=True, slots=True)
class WindowHeld:
    """The seat holds the open claim window up for everybody by `seconds` more (§6.10).

    A seat that was not offered a claim can do so too.
    """

    seat: int
    seconds: int


@dataclass(frozen=True, slots=True)
class BankUsed:
    """A seat used `seconds` of its bank for this deal, thinking longer than a move may take."""

    seat: int
    seconds: int


@dataclass(frozen=True, slots=True)
class SeatGone:
    """A seat's player is gone: until they return, the careful bot makes the seat's moves immediately.

    The bot's moves are ordinary events.
    """

    seat: int


@dataclass(frozen=True, slots=True)
class SeatUnseen:
    """A seat's move is due and no page of its player is open: it counts as gone, and the bot's move follows."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatBack:
    """The seat's owner plays again."""

    seat: int


@dataclass(frozen=True, slots=True)
class PauseAsked:
    """A seat asks for a pause, or with `resume` for the end of a pause.

    The pause begins, or ends, when everyone present has asked for that.
    """

    seat: int
    resume: bool


@dataclass(frozen=True, slots=True)
class RefereeCalled:
    """The seat (None: a director) called the referee, and the pause that follows waits for them."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class DealPaused:
    """The deal is paused: clocks stop and nobody moves until it resumes.

    Without `director`, all present agreed or the referee was called.
    """

    director: bool


@dataclass(frozen=True, slots=True)
class DealResumed:
    """The pause ends, and every clock goes on from where it stood.

    Without `director`, all agreed or the pause was long enough.
    """

    director: bool


def _gone(s: DealState, e: Gone) -> DealState:
    """Return the state with the seat's switch for letting pairs go turned off (§13.6)."""
    if s.waivers is None:
        return same(s, e)
    return turned(s, WaiverTurned(e.seat, on=False))


MoreTime = ClockExtended | WindowHeld
"""All whom the deal waits for have so many `seconds` more; it comes alone."""
Gone = SeatGone | SeatUnseen
"""The careful bot plays for a seat from now on."""

TimingEvent = (
    TimeRanOut
    | ClockExtended
    | WindowHeld
    | BankUsed
    | SeatGone
    | SeatUnseen
    | SeatBack
    | PauseAsked
    | RefereeCalled
    | DealPaused
    | DealResumed
)
TIMING_EVENTS: Final[dict[type[Any], EventKind]] = {
    TimeRanOut: EventKind("deal.time-ran-out", same, public=True),
    ClockExtended: EventKind("deal.clock-extended", same, public=True, aside=True),
    WindowHeld: EventKind("deal.window-held", same, since=2, public=True, aside=True),
    BankUsed: EventKind("deal.bank-used", same, since=3, public=True),
    SeatGone: EventKind("deal.seat-gone", _gone, since=3, public=True),
    SeatUnseen: EventKind("deal.seat-unseen", _gone, since=4, public=True),
    SeatBack: EventKind("deal.seat-back", same, since=3, public=True, aside=True, present=True),
    PauseAsked: EventKind("deal.pause-asked", same, since=3, public=True, aside=True, present=True),
    RefereeCalled: EventKind("deal.referee-called", same, since=5, public=True, aside=True),
    DealPaused: EventKind("deal.paused", same, since=3, public=True, aside=True),
    DealResumed: EventKind("deal.resumed", same, since=3, public=True, aside=True),
}
