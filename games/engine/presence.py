"""Checks the presence and pauses in a record against the events before them. Raises `Fault`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from games.engine import events as ev
from games.engine.attendance import (
    IN_PAUSE,
    LONGEST_BANK,
    MOST_CALLS,
    MOST_MISSED,
    PAUSE_ENDS_WITHIN,
    PAUSE_LASTS,
    Attendance,
    attend,
)
from games.engine.deal import to_move
from games.engine.errors import Fault
from games.engine.recording.notation import NAMES
from games.engine.recording.records import DealRecord
from games.engine.state import DealState, Phase

PRESENCE: Final = (
    *(ev.BankUsed, ev.SeatGone, ev.SeatUnseen, ev.RefereeCalled, ev.DealPaused),
    *IN_PAUSE,
)
"""The events that `check_presence` checks."""


def check_pauses(record: DealRecord) -> None:
    """Check that no agreed pause lasts longer than allowed, except by the time the record says the service
    was away.
    """
    agreed: datetime | None = None
    for number, (at, event) in enumerate(record.events, start=1):
        if isinstance(event, ev.DealPaused):
            agreed = None if event.director else at
        elif isinstance(event, ev.DealResumed) and agreed is not None:
            behind = record.history[number] if number < len(record.history) else None
            away = behind.seconds if isinstance(behind, ev.ClockExtended) else 0
            if at - agreed > PAUSE_LASTS + PAUSE_ENDS_WITHIN + timedelta(seconds=away):
                raise Fault(f"event {number}: the pause that was agreed on lasted too long")
            agreed = None


def check_presence(
    state: DealState, history: Sequence[ev.Event], at: int, seat: int | None = None
) -> None:
    """Check that the event about presence or a pause at index `at` fits the events before it.

    A seat leaves only if present and returns only if gone, and pauses likewise begin and end in turn. All of this
    happens only during play and to seats with people.
    """
    event, told = history[at], attend(history[:at])
    played = state.phase in (Phase.DISCARD, Phase.CLAIMS, Phase.TURN)
    person = seat is None or state.setup.players[seat].startswith("player:")
    match event:
        case ev.BankUsed():
            used = told.used.get(event.seat, 0) + event.seconds
            follows = used <= LONGEST_BANK and _is_before_own_move(
                state, history[at + 1 :], event.seat, told, late=True
            )
        case ev.SeatUnseen():
            follows = _is_before_own_move(state, history[at + 1 :], event.seat, told, late=False)
        case ev.SeatGone():
            follows = event.seat not in told.gone and _was_absent(
                state, history, at, event.seat, told
            )
        case ev.RefereeCalled():
            # The pause follows at once, and a seat has so many of them; directors had any number once.
            calls = 0 if seat is None else told.calls.get(seat, 0)
            follows = not told.paused and calls < MOST_CALLS and at + 1 < len(history)
            follows = follows and isinstance(history[at + 1], ev.DealPaused)
        case ev.DealPaused():
            follows = not told.paused and (
                event.director
                or _all_ask(state, told)
                or isinstance(history[at - 1], ev.RefereeCalled)
            )
        case _:
            follows = isinstance(event, IN_PAUSE) and told.allows(event)
    if not (played and person and follows):
        raise Fault(f"event {at + 1}: {NAMES[type(event)]} does not follow from what went before")


def check_missed(state: DealState, history: Sequence[ev.Event], at: int) -> None:
    """Check that a seat is marked as gone once it misses its second move in a row, and times out no more after that.

    Deals whose seats were not bound to seeds are skipped: they are older than this rule.
    """
    event = history[at]
    if not isinstance(event, ev.TimeRanOut) or not state.setup.bound or state.phase is Phase.CLAIMS:
        return
    told = attend(history[: at + 1])
    if event.seat in told.gone:
        raise Fault(f"event {at + 1}: seat {event.seat} is gone, so no time of it runs out")
    if told.missed.get(event.seat, 0) < MOST_MISSED:
        return
    then = history[at + 1] if at + 1 < len(history) else None
    if not isinstance(then, ev.SeatGone) or then.seat != event.seat:
        raise Fault(
            f"event {at + 1}: the time of seat {event.seat} ran out twice in a row, and deal.seat-gone does not follow"
        )


def before_leaving(history: Sequence[ev.Event], at: int) -> ev.Event:
    """Return the last event before index `at` that is not a `SeatGone`."""
    while isinstance(history[at - 1], ev.SeatGone):
        at -= 1
    return history[at - 1]


def after_leaving(history: Sequence[ev.Event], at: int) -> ev.Event | None:
    """Return the first event after index `at` that is not a `SeatGone`; None if there is none."""
    return next((one for one in history[at + 1 :] if not isinstance(one, ev.SeatGone)), None)


def _is_before_own_move(
    state: DealState, following: Sequence[ev.Event], seat: int, told: Attendance, *, late: bool
) -> bool:
    """Return whether the first of the `following` events is a move of this seat, which must not be gone.

    Answers to claims don't count; with `late` a timeout does.
    """
    if state.phase is Phase.CLAIMS or seat in told.gone or not following:
        return False
    then = following[0]
    move = then if late and isinstance(then, ev.TimeRanOut) else ev.move_behind(then)
    return move is not None and move.seat == seat and seat in to_move(state)


def _was_absent(
    state: DealState, history: Sequence[ev.Event], at: int, seat: int, told: Attendance
) -> bool:
    """Return whether a seat has just missed its second move in a row, or was not there when the cards were dealt."""
    before = history[at - 1]
    if isinstance(before, ev.TimeRanOut):
        return before.seat == seat and told.missed.get(seat, 0) >= MOST_MISSED
    bound = state.setup.bound[seat] if state.setup.bound else None
    dealt = isinstance(before_leaving(history, at), ev.DealStarted)
    return dealt and (bound is None or bound.kept)


def _all_ask(state: DealState, told: Attendance) -> bool:
    """Return whether the seats of all people who are present ask for the pause (or for its end)."""
    people = {n for n, who in enumerate(state.setup.players) if who.startswith("player:")}
    return bool(told.asking) and told.asking >= people - told.gone
