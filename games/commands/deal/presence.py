"""Handles extra time, seats that are gone or come back, pauses, and players whose page is closed.

When it is the turn of a player whose page is closed, the seat gets a shorter clock, then the careful bot moves.
Nothing here happens while claims are open, where it would reveal who was asked (§6.10).
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.bots import BOTS
from games.commands.deal.deadlines import waits_for
from games.commands.deal.deal_work import Clock, DealWork
from games.engine import deal as engine
from games.engine.attendance import (
    GIVEN,
    LOOKED_AWAY,
    MOST_MISSED,
    PAUSE_ENDS_WITHIN,
    PAUSE_LASTS,
    PAUSE_LONGER,
    PAUSE_WITHOUT,
    UNSEEN_SECONDS,
    Attendance,
)
from games.engine.deal import to_move
from games.engine.events import (
    BankUsed,
    ClockExtended,
    DealPaused,
    DealResumed,
    Event,
    PauseAsked,
    SeatBack,
    SeatGone,
    SeatUnseen,
)
from games.engine.sight import see
from games.engine.state import PREPARED, Phase
from games.errors import Refused
from games.infrastructure.metrics import service_moves
from games.live.publish import publish_table
from games.models import Player, Seat, Table
from games.queries import plays_beside
from games.queries.play import rows
from games.queries.play.social import away, plays_without_page

AWAY = "the service was away"
"""The reason in the event."""
LEAST_GIVEN, MOST_GIVEN = 30, 1800
"""Seconds that a director may give at once."""
MOST_GIVEN_IN_ALL = 3600
"""Seconds that directors may give in one deal."""
_NOT_PLAYED = (*PREPARED, Phase.OVER)


def bank_used(work: DealWork, seat: int, *, at: datetime) -> tuple[Event, ...]:
    """Return the event for the part of its time bank that a seat used for a move; none if it used nothing.

    The move was sent at the time `at`. Time that the network takes is free.
    """
    deadline, there = work.deal.deadline, work.there
    asked = work.state.phase is not Phase.CLAIMS and seat in to_move(work.state)
    if deadline is None or not asked or not waits_for(work.state, seat, there):
        return ()
    bank = work.terms.bank(seat, there)
    longer = (at - (deadline - bank)).total_seconds()
    seconds = min(math.ceil(longer), int(bank.total_seconds()))
    return (BankUsed(seat, seconds),) if seconds > 0 else ()


def back_by_moving(work: DealWork, seat: int) -> tuple[Event, ...]:
    """Return the event that a gone seat is back because its player has made a move; none if it was not gone.

    An answer to a claim does not bring a seat back: that would reveal that there was a claim.
    """
    open_claims = work.deal.window_until is not None or work.state.phase is Phase.CLAIMS
    return (SeatBack(seat),) if not open_claims and seat in work.there.gone else ()


def gone_by(work: DealWork, seat: int) -> tuple[Event, ...]:
    """Return the event that marks a seat as gone if it has run out of time for the second move in a row, or none."""
    there = work.there
    if there.missed.get(seat, 0) < MOST_MISSED or seat in there.gone:
        return ()
    return (SeatGone(seat),)


def play_for_absent(work: DealWork) -> None:
    """Mark the seats of players who were not ready as gone when a tournament's cards are dealt.

    Nobody loses a seat.
    """
    absent = work.deal.seats.filter(ready=False).order_by("number")
    work.add(SeatGone(number) for number in absent.values_list("number", flat=True))


@transaction.atomic
def come_back(*, by: Player, deal_id: int, now: Clock) -> None:
    """Let a player who counts as gone play again, with the full time for a move. Calling it twice changes nothing."""
    work, seat = _seated(by, deal_id, now)
    _end_if_due(work)
    if seat in work.there.gone:
        work.add((SeatBack(seat),))
    work.save()


@transaction.atomic
def ask_pause(*, by: Player, deal_id: int, resume: bool, now: Clock) -> bool:
    """Ask, as a seat, to pause or to resume; return whether everyone present has asked, so that it takes effect.

    While the clock waits for the referee, all seats except the one that called must agree to resume. If a seat is
    gone, the others get only a short pause, which its player can end alone on coming back. Repeating it changes
    nothing. Raises Refused: at a tournament's table only the director pauses, and only the director ends such a
    pause.
    """
    work, seat = _seated(by, deal_id, now)
    there = work.there
    if work.deal.table.admission == Table.Admission.FIXED and not (resume and there.called):
        raise Refused("pause.director")
    _end_if_due(work)
    there = work.there
    if there.paused != resume:
        work.save()
        return True
    if there.directed:
        raise Refused("pause.directed")
    if seat in there.gone:
        work.add((SeatBack(seat),))
    if seat not in there.asking:
        work.add((PauseAsked(seat, resume),))
    there = work.there
    people = [
        number
        for number in range(work.state.seats)
        if work.state.setup.players[number].startswith("player:")
        and number not in there.gone
        # Who called the referee need not agree to go on: the others do not wait for one alone.
        and number != there.caller
    ]
    agreed = there.asking.issuperset(people) or seat in there.without
    if agreed:
        if there.gone and not resume:
            work.deal.paused_until = work.now + PAUSE_WITHOUT
        work.add(_agreed_end(work) if resume else (DealPaused(director=False),))
    work.save()
    return agreed


@transaction.atomic
def pause_deal(*, by: Player, deal_id: int, resume: bool, now: Clock) -> None:
    """Pause or resume a deal as a director. Repeating it changes nothing. Raises Refused.

    Refused for directors who play in the deal (they can ask for a pause like any other seat), and for directors who
    play at another table of the tournament.
    """
    if not by.runs_the_club:
        raise Refused("pause.director")
    work = DealWork.on(deal_id, now=now, by=by)
    _require_played(work)
    if f"player:{by.pk}" in work.state.setup.players:
        raise Refused("pause.own")
    if plays_beside(deal_id, by):
        raise Refused("pause.interest")
    _end_if_due(work)
    if work.there.paused == resume:
        work.add((DealResumed(director=True) if resume else DealPaused(director=True),))
    work.save()


@transaction.atomic
def give_time(*, by: Player, deal_id: int, seconds: int, key: str, now: Clock) -> None:
    """Give the players to move `seconds` more, as a director, once per `key`. Raises Refused.

    Refused in the director's own deals and tournaments, during a pause, at a bot's turn, and beyond
    `MOST_GIVEN_IN_ALL` seconds in one deal.
    """
    if not by.runs_the_club:
        raise Refused("pause.director")
    if not LEAST_GIVEN <= seconds <= MOST_GIVEN:
        raise Refused("time.seconds")
    work = DealWork.on(deal_id, now=now, by=by)
    if work.answered(f"time:{by.pk}:{key}") is not None:
        return
    _require_played(work)
    if f"player:{by.pk}" in work.state.setup.players:
        raise Refused("time.own")
    if plays_beside(deal_id, by):
        raise Refused("time.interest")
    if work.deal.paused_at is not None:
        raise Refused("deal.paused")
    if work.deal.deadline is None and work.deal.window_until is None:
        raise Refused("time.nobody")
    if _given(work) + seconds > MOST_GIVEN_IN_ALL:
        raise Refused("time.all-given")
    work.add((ClockExtended(seconds, GIVEN),))
    work.save(idempotency_key=f"time:{by.pk}:{key}")


def _given(work: DealWork) -> int:
    """Return the seconds that directors have given in this deal."""
    events = (row.event for row in work.rows)
    given = (one for one in events if isinstance(one, ClockExtended) and one.reason == GIVEN)
    return sum(one.seconds for one in given)


@transaction.atomic
def end_pause(*, deal_id: int, now: datetime) -> bool:
    """Resume a deal whose agreed pause is over; return whether this call resumed it."""
    work = DealWork.on(deal_id, now=now)
    if not _end_if_due(work):
        return False
    work.save()
    return True


def _end_if_due(work: DealWork) -> bool:
    """End an agreed pause whose time is up; return whether it ended.

    The log records it if the pause took longer because the service was away.
    """
    until = work.deal.paused_until
    if until is None or until > work.now or not work.there.paused:
        return False
    work.add(_agreed_end(work))
    return True


def _agreed_end(work: DealWork) -> tuple[Event, ...]:
    """Return the event that ends an agreed pause, and one with the excess seconds if it took longer than allowed."""
    began = next(row.at for row in reversed(work.rows) if isinstance(row.event, DealPaused))
    longer = work.recorded_at - began - longest_pause(work.there)
    if longer <= PAUSE_ENDS_WITHIN:
        return (DealResumed(director=False),)
    seconds = math.ceil(longer.total_seconds())
    return (DealResumed(director=False), ClockExtended(seconds, PAUSE_LONGER))


def longest_pause(there: Attendance) -> timedelta:
    """Return how long a pause that the players agreed on can last."""
    return PAUSE_WITHOUT if there.without else PAUSE_LASTS


def _seated(by: Player, deal_id: int, now: Clock) -> tuple[DealWork, int]:
    """Return the unit of work for a running deal and the player's seat in it. Raises Refused."""
    work = DealWork.on(deal_id, now=now, by=by)
    label = f"player:{by.pk}"
    if label not in work.state.setup.players:
        raise Refused("seat.none")
    _require_played(work)
    work.require_still_theirs()
    return work, work.state.setup.players.index(label)


def _require_played(work: DealWork) -> None:
    if work.state.phase in _NOT_PLAYED:
        raise Refused("deal.over" if work.state.phase is Phase.OVER else "deal.not-started")


_SHORT: Final = timedelta(seconds=UNSEEN_SECONDS)


@service_moves("timeout")
@transaction.atomic
def play_unseen(*, deal_id: int, now: datetime) -> int:
    """Start a shorter clock for a player to move whose page is closed, or move for them once it has run out.

    Return how many moves were made. The deadline stays and no extra time is used, so a player who comes back in time
    has all the time that is left. An outage of the service doesn't count as absence: somebody's page at the table
    must have been open both before the clock begins and before it runs out. Does nothing if called early, late or
    twice.
    """
    work = DealWork.on(deal_id, now=now)
    deal, seats = work.deal, tuple(rows.SEATS(work.deal.table_id))
    seat = _not_here(work, seats)
    until = deal.unseen_until
    if seat is not None and seats[seat].player_id is None:
        return _played(work, seat)  # it is handed over: nobody comes back
    if seat is None:
        _set(work, None)
    elif until is None:
        assert deal.deadline is not None
        if now + _SHORT < deal.deadline and _others_look(seats, since=now - LOOKED_AWAY):
            _set(work, now + _SHORT)
    elif until <= now and _others_look(seats, since=until - _SHORT):
        return _played(work, seat)
    return 0


def _played(work: DealWork, seat: int) -> int:
    move = BOTS["careful"](see(work.state, seat), engine.legal_moves(work.state, seat))
    work.add((SeatUnseen(seat), *engine.decide(work.state, move)))
    work.save()
    return 1


def _not_here(work: DealWork, seats: tuple[Seat, ...]) -> int | None:
    """Return the seat to move if its player was here and is not now, or has left the seat; otherwise None."""
    deal, state = work.deal, work.state
    if deal.deadline is None or deal.window_until is not None or deal.paused_at is not None:
        return None
    if state.phase not in (Phase.DISCARD, Phase.TURN) or not waits_for(
        state, state.turn, work.there
    ):
        return None
    seat = seats[state.turn]
    if seat.player_id is None and deal.table.admission == Table.Admission.FIXED:
        return state.turn
    if f"player:{seat.player_id}" != state.setup.players[state.turn]:
        return None
    if not away((seat,), now=work.now) or plays_without_page(seat, work.rows):
        return None
    return state.turn


def _others_look(seats: tuple[Seat, ...], *, since: datetime) -> bool:
    """Return whether the player of any of these seats has had the table's page open after `since`.

    If nobody had, the service may have been away, so nobody counts as absent.
    """
    return any(seat.seen_at is not None and seat.seen_at > since for seat in seats)


def _set(work: DealWork, until: datetime | None) -> None:
    deal = work.deal
    if deal.unseen_until != until:
        deal.unseen_until = until
        deal.save(update_fields=["unseen_until"])
        publish_table(deal.table)
