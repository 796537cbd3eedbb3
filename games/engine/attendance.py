"""Works out from a deal's events which seats are gone, how much of their time banks they used, and pauses.

Only what everybody may know counts. An answer to a claim, or a missing one, is ignored, since it would reveal that a
seat was asked (§6.10).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final, NamedTuple, get_args

from games.engine import events as ev

MOST_MISSED: Final = 2
"""Moves in a row that a seat lets its time run out for, and is then gone."""
GRACE: Final = timedelta(seconds=2)
"""For the network: a deadline of a move lies so much later than the table shows it, and nobody sees it eaten."""
SHORT_SECONDS: Final = 10
"""The most seconds for the next move of a seat that has just missed one."""
LOOKED_AWAY: Final = timedelta(seconds=25)
"""How long after its last noted look nobody counts as being at a seat: an open page looks every fifteen seconds."""
UNSEEN_SECONDS: Final = 15
"""The most seconds for a move that is due at a seat whose owner's page looks at the table no more."""
LONGEST_BANK: Final = 600
"""The most seconds that a table gives a seat as its bank for a deal."""
GIVEN: Final = "the director gave time"
"""The reason of a clock that a director has extended."""
PAUSE_LONGER: Final = "the service was away, or its clock was set"
"""The same behind an agreed pause that lasted longer than one may."""
PAUSE_LASTS: Final = timedelta(minutes=30)
"""How long a pause lasts at the most that the seats have agreed on; one of the director's has no end of its own."""
PAUSE_WITHOUT: Final = timedelta(minutes=5)
"""The same where a seat is gone, which nobody has asked."""
CALL_WAITS: Final = timedelta(minutes=10)
"""How long the clock stands still for a call that no referee takes; one that is taken, as long as an agreed pause."""
MOST_CALLS: Final = 2
"""The calls of a seat in a deal that stop the clock; more of them wait in the queue alone."""
PAUSE_ENDS_WITHIN: Final = timedelta(minutes=1)
"""How much later such a pause may end, for want of somebody to end it, without the log saying why."""
IN_PAUSE: Final = (ev.SeatBack, ev.PauseAsked, ev.DealResumed)
"""All that happens while a deal is paused."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """The presence of a deal's players after its events so far: who is gone, time used, pauses."""

    gone: frozenset[int] = frozenset()
    """The seats that the careful bot plays for at once."""
    missed: dict[int, int] = field(default_factory=dict)
    """The moves in a row that each seat has missed."""
    used: dict[int, int] = field(default_factory=dict)
    """The seconds of its bank that each seat has used."""
    paused: bool = False
    directed: bool = False
    """Whether the director alone paused it, and so alone resumes it."""
    without: frozenset[int] = frozenset()
    """The seats that were gone when the others agreed on the pause: each of them ends it alone."""
    called: bool = False
    """Whether the pause waits for the referee."""
    caller: int | None = None
    """The seat that called the referee, in a pause that waits for them."""
    calls: dict[int | None, int] = field(default_factory=dict)
    """How often each seat has called the referee, and directors together (None)."""
    asking: frozenset[int] = frozenset()
    """The seats that have asked for a pause since their last move, or in a pause for its end."""

    def bank_left(self, seat: int, bank: int) -> int:
        """Return how many seconds a seat has left of a time bank that had `bank` seconds at the start."""
        return max(0, bank - self.used.get(seat, 0))

    def allows(self, event: ev.SeatBack | ev.PauseAsked | ev.DealResumed) -> bool:
        """Return whether this event, of a class in `IN_PAUSE`, may happen now."""
        match event:
            case ev.SeatBack():
                return event.seat in self.gone
            case ev.PauseAsked():
                asks_anew = event.seat not in self.asking
                return event.resume == self.paused and asks_anew and not self.directed
            case ev.DealResumed():
                # An agreed pause ends by itself too, at a time that the log's own need not tell.
                return self.paused and (event.director or not self.directed)


class Terms(NamedTuple):
    """The time that a table gives its players: for each move, and as a bank for a whole deal."""

    seconds_per_move: int
    bank_seconds: int = 0
    """What a seat may think longer than that, in all of a deal."""

    def for_move(self, seat: int, there: Attendance) -> timedelta:
        """Return the time for a seat's next move, without its bank; it is shorter after a missed move."""
        short = there.missed.get(seat, 0) > 0
        return timedelta(
            seconds=min(self.seconds_per_move, SHORT_SECONDS) if short else self.seconds_per_move
        )

    def bank(self, seat: int, there: Attendance) -> timedelta:
        """Return the time left in a seat's time bank; `there` is the attendance."""
        return timedelta(seconds=there.bank_left(seat, self.bank_seconds))


def attend(history: Iterable[ev.Event]) -> Attendance:
    """Return the attendance after these events of one deal.

    The events must be complete, including those hidden from viewers.
    """
    gone: set[int] = set()
    without: frozenset[int] = frozenset()
    asking: set[int] = set()
    missed: dict[int, int] = {}
    used: dict[int, int] = {}
    calls: dict[int | None, int] = {}
    caller: int | None = None
    paused = directed = claims = king_died = called = called_now = False
    late: int | None = None
    for event in history:
        kind = type(event)
        if kind in _OPEN_MOVES:
            # After a dead card the next seat draws by itself (§6.8).
            if (missed or asking) and kind in ev.PRESENT and not king_died:
                _moved(missed, asking, event, late, gone)
            claims, late, king_died = False, None, issubclass(kind, ev.KingDied)
        elif kind is ev.ClaimsOffered:
            claims = True
        elif kind is ev.ClaimsDeclined:
            claims = False
        elif isinstance(event, ev.TimeRanOut):
            if not claims:
                missed[event.seat] = missed.get(event.seat, 0) + 1
                late = event.seat
        elif isinstance(event, ev.BankUsed):
            used[event.seat] = used.get(event.seat, 0) + event.seconds
        elif isinstance(event, ev.Gone):
            gone.add(event.seat)
            asking.discard(event.seat)
        elif isinstance(event, ev.SeatBack):
            gone.discard(event.seat)
            missed.pop(event.seat, None)
        elif isinstance(event, ev.PauseAsked):
            asking.add(event.seat)
        elif isinstance(event, ev.RefereeCalled):
            caller, called_now = event.seat, True
            calls[caller] = calls.get(caller, 0) + 1
            continue
        elif isinstance(event, ev.DealPaused | ev.DealResumed):
            paused = isinstance(event, ev.DealPaused)
            directed = paused and event.director
            called = paused and called_now
            without = frozenset(gone) if paused and not (directed or called) else frozenset()
            asking.clear()
        called_now = False
    return Attendance(
        gone=frozenset(gone),
        missed=missed,
        used=used,
        paused=paused,
        directed=directed,
        without=without,
        called=called,
        caller=caller if called else None,
        calls=calls,
        asking=frozenset(asking),
    )


_OPEN_MOVES = frozenset(ev.OPEN_MOVES)


def _moved(
    missed: dict[int, int], asking: set[int], event: ev.Event, late: int | None, gone: set[int]
) -> None:
    """Reset a seat's count of missed moves, unless its time ran out or it is gone.

    A seat that asked for a pause and plays on, or is played for, asks no longer.
    """
    seat = getattr(event, "seat", None)
    asking.discard(-1 if seat is None else seat)
    if seat is not None and seat != late and seat not in gone:
        missed.pop(seat, None)


AWAY: Final = (ev.TimeRanOut, *get_args(ev.Gone))
"""Without any of these the careful bot played for nobody."""


def played_for(history: Iterable[ev.Event]) -> tuple[int, ...]:
    """Return the seats that made no move of their own in a finished deal because they were gone or out of time.

    An answer to a claim counts as a move here, so this is for finished deals only. Moves that the rules force don't
    count.
    """
    gone: set[int] = set()
    away: set[int] = set()
    own: set[int] = set()
    answered: set[int] = set()
    late: int | None = None
    king_died = False
    for event in history:
        if isinstance(event, ev.TimeRanOut):
            late = event.seat
            away.add(event.seat)
        elif isinstance(event, ev.Gone):
            gone.add(event.seat)
            away.add(event.seat)
        elif isinstance(event, ev.SeatBack):
            gone.discard(event.seat)
        elif isinstance(event, ev.ClaimsOffered):
            answered.clear()
        elif isinstance(event, ev.MOVES):
            seat: int = event.seat
            by_itself = (
                king_died  # and the next seat draws (§6.8)
                or (isinstance(event, ev.CardMelded) and (event.forced or seat in answered))
            )
            if isinstance(event, ev.ClaimAnswered):
                answered.add(seat)
            if by_itself:
                pass
            elif seat == late:
                late = None
            elif seat not in gone:
                own.add(seat)
        king_died = isinstance(event, ev.KingDied)
    return tuple(sorted(away - own))
