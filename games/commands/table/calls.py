"""Calls for the referee: making, accepting and answering one; the clock is stopped meanwhile.

A call stops the clock of a running deal for at most `CALL_WAITS` until a referee accepts the call, and then for as
long as an agreed pause. To prevent stalling, a seat (or all directors together) can stop it only `MOST_CALLS` times
in a deal, the other seats can agree to go on without the caller (`presence.ask_pause`), and a director can resume
alone. Members who take part in the table's tournament can neither call from outside, nor accept, answer or cancel a
call.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from django.db import transaction

from games.club.calls import (
    WORDS,
    CallAnswered,
    CallEvent,
    CallMade,
    CallOff,
    CallReason,
    CallTaken,
    call_stream,
    to_stored,
)
from games.commands.deal.deal_work import DealWork
from games.engine.attendance import CALL_WAITS, MOST_CALLS, PAUSE_LASTS
from games.engine.events import DealPaused, DealResumed, RefereeCalled
from games.engine.state import PREPARED, Phase
from games.errors import Refused
from games.infrastructure.outbox import enqueue_subscribers
from games.live.publish import publish_table
from games.log import append, stream_version
from games.models import Call, Deal, Player, Seat, Table
from games.projections import project_call
from games.queries import get_table, may_answer, plays_for, seated_at, with_duty

_SECTION: Final = re.compile(r"(§ ?)?(\d{1,2}\.\d{1,2})")


@transaction.atomic
def call_referee(*, by: Player, table_id: int, reason: str, words: str, now: datetime) -> Call:
    """Call the referee to a table, from a seat or as a director; return the call, or the one that is already open.

    Raises Refused if the caller has neither seat nor duty, for an unknown reason, or if the text is too long.
    """
    table = _locked(table_id)
    seat = Seat.objects.filter(table=table, player=by).values_list("number", flat=True).first()
    if by.is_guest or (seat is None and not by.runs_the_club):
        raise Refused("call.seat")
    if seat is None and plays_for(table.origin, by):
        raise Refused("call.interest")
    if reason not in set(CallReason):
        raise Refused("call.reason")
    words = _words(words, least=1 if reason == CallReason.OTHER else 0)
    if table.closed_at is not None:
        raise Refused("table.closed")
    found = Call.objects.filter(table=table, ended_at__isnull=True).first()
    if found is not None:
        return found
    deal = Deal.objects.filter(table=table, cancelled=False).order_by("-pk").first()
    seated = tuple(seated_at(table.pk))
    event = CallMade(
        table.pk,
        None if deal is None else deal.pk,
        seat,
        reason,
        words,
        by.pk,
        table.origin,
        seated,
        tuple(one.pk for one in with_duty() if may_answer(one, table, caller=by.pk, seated=seated)),
    )
    call = Call(table=table, player=by, reason=reason, made_at=now)
    call.save()
    _record(call, event, by=by, now=now)
    table.call = call
    table.save(update_fields=["call"])
    if deal is not None and deal.entered is None:  # real cards have no clock
        _stop_clock(deal, seat, by=by, now=now)
    return call


@transaction.atomic
def take_call(*, by: Player, call_id: int, now: datetime) -> Call:
    """Accept a call: say that you are coming.

    Raises Refused without the duty for this table, or if somebody else has accepted it.
    """
    call = _judged(by, call_id)
    if call.referee_id == by.pk:
        return call
    if call.referee_id is not None:
        raise Refused("call.taken")
    _record(call, CallTaken(by.pk), by=by, now=now)
    work = _waiting(call, by=by, now=now)
    if work is not None and work.deal.paused_at is not None:
        work.deal.paused_until = work.deal.paused_at + PAUSE_LASTS
        work.deal.save(update_fields=["paused_until"])
    return call


@transaction.atomic
def answer_call(*, by: Player, call_id: int, words: str, section: str, now: datetime) -> Call:
    """Answer a call, which ends it and restarts the clock. `section` may be empty. Repeating it changes nothing."""
    call = _judged(by, call_id, may_be_over=True)
    if call.ended_at is not None:
        if call.referee_id == by.pk and call.answer == words.strip():
            return call
        raise Refused("call.over")
    found = _SECTION.fullmatch(section.strip()) if section.strip() else None
    if section.strip() and found is None:
        raise Refused("call.section")
    event = CallAnswered(by.pk, _words(words, least=1), f"§{found[2]}" if found else "")
    _record(call, event, by=by, now=now)
    _go_on(call, by=by, now=now)
    return call


@transaction.atomic
def call_off(*, by: Player, call_id: int, now: datetime) -> Call:
    """Cancel a call, as its author or with the duty. Repeating it changes nothing."""
    call = _open(call_id)
    if by.pk != call.player_id:
        if not (by.is_referee or by.runs_the_club):
            raise Refused("call.not-yours")
        _without_interest(call, by)
    if call.ended_at is None:
        _record(call, CallOff(by.pk), by=by, now=now)
        _go_on(call, by=by, now=now)
    return call


def _locked(table_id: int) -> Table:
    get_table(table_id)  # refused in words where there is none
    return Table.objects.select_for_update().get(pk=table_id)


def _open(call_id: int) -> Call:
    """Return the call, with its table locked first, in the same order as everywhere, so that there is no deadlock."""
    table = Call.objects.filter(pk=call_id).values_list("table_id", flat=True).first()
    if table is None:
        raise Refused("call.unknown")
    _locked(table)
    return Call.objects.select_related("table").get(pk=call_id)


def _judged(by: Player, call_id: int, *, may_be_over: bool = False) -> Call:
    """Return the call, for a referee or director without a seat at its table and without a part in its tournament.

    Raises Refused for others.
    """
    if not (by.is_referee or by.runs_the_club):
        raise Refused("call.duty")
    call = _open(call_id)
    if call.ended_at is not None and not may_be_over:
        raise Refused("call.over")
    _without_interest(call, by)
    return call


def _without_interest(call: Call, by: Player) -> None:
    caller = None if call.seat is None else call.player_id
    if not may_answer(by, call.table, caller=caller, seated=seated_at(call.table_id)):
        raise Refused("call.interest")


def _record(call: Call, event: CallEvent, *, by: Player, now: datetime) -> None:
    stored, stream = to_stored(event), call_stream(call.pk)
    version = stream_version(stream)
    append(stream, [stored], expected_version=version, now=now, metadata={"by": by.pk})
    project_call(call, event, now=now)
    publish_table(call.table)
    enqueue_subscribers([stored.name])


def _stop_clock(deal: Deal, seat: int | None, *, by: Player, now: datetime) -> None:
    """Pause a running deal, unless it is paused already or this seat, or the directors, have used up their pauses."""
    work = DealWork.on(deal.pk, now=now, by=by)
    there = work.there
    if not _is_played(work) or there.paused or there.calls.get(seat, 0) >= MOST_CALLS:
        return
    work.deal.paused_until = work.now + CALL_WAITS
    work.add((RefereeCalled(seat), DealPaused(director=False)))
    work.save()


def _waiting(call: Call, *, by: Player, now: datetime) -> DealWork | None:
    """Return the work on the deal whose clock stands still for this call; None if there is none."""
    deal = call.deal
    if deal is None or deal.entered is not None:
        return None
    work = DealWork.on(deal.pk, now=now, by=by)
    return work if _is_played(work) and work.there.called else None


def _go_on(call: Call, *, by: Player, now: datetime) -> None:
    work = _waiting(call, by=by, now=now)
    if work is not None:
        work.add((DealResumed(director=False),))
        work.save()


def _is_played(work: DealWork) -> bool:
    return work.state.phase not in (*PREPARED, Phase.OVER)


def _words(text: str, *, least: int) -> str:
    text = " ".join(text.split())
    # PostgreSQL cannot store NUL in a text, and nobody means to write one.
    if not least <= len(text) <= WORDS or "\0" in text:
        raise Refused("call.words")
    return text
