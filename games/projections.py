"""Updates the live rows of a deal and its seats, in the transaction that appends the events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

from django.db import connection, transaction

from games import acts, ratings
from games.club.calls import CallAnswered, CallEvent, CallMade, CallOff, CallTaken, call_stream
from games.club.calls import from_stored as call_event
from games.engine import sight
from games.engine.attendance import PAUSE_LASTS
from games.engine.errors import BadNotation
from games.engine.events import (
    DealCancelled,
    DealPaused,
    DealResumed,
    DealStarted,
    DisputeFiled,
    Ended,
    Event,
    PaymentChange,
    RulingAppealed,
    SecretPublished,
    SeedWithheld,
)
from games.engine.evolve import evolve, fold
from games.engine.hands.rare import rarities_of
from games.engine.shuffle import commit
from games.engine.state import DealState, Phase
from games.infrastructure.encryption import decrypt, encrypt
from games.log import read_events
from games.log.followers import rebuild as read_again
from games.log.sql import count_of
from games.models import Call, Deal, DealSeat, DealSecret
from games.schema import from_stored, stream_of

_PAYS = Ended | PaymentChange
_DISPUTED = DisputeFiled | RulingAppealed | PaymentChange
_DUE = ("deadline", "bot_due", "window_until", "unseen_until")
_MOVING = ("version", "phase", "turn", "changed_at", *_DUE)


def keep_secret(deal: Deal, secret: str) -> None:
    """Store the server's secret for a new deal's shuffle, encrypted."""
    encrypted = encrypt(secret, of=deal.stream)
    DealSecret.objects.create(deal=deal, commitment=commit(secret), encrypted=encrypted)


def secret_of(deal_id: int, state: DealState) -> str | None:
    """Return the server's secret of a deal. It is only for the shuffle, and for publication at the end.

    Return None if it can't be read or doesn't match the commitment in the deal's first event.
    """
    rows = DealSecret.objects.values_list("encrypted", flat=True).filter(deal_id=deal_id)
    encrypted = rows.first()
    secret = decrypt(encrypted, of=stream_of(deal_id)) if encrypted else None
    try:
        return secret if secret and commit(secret) == state.setup.commitment else None
    except BadNotation:
        return None


def public_phase(state: DealState) -> Phase:
    """Return the phase to store in the row; open claims are stored as a turn, since they would reveal a pair
    or khap.
    """
    return Phase.TURN if state.phase is Phase.CLAIMS else state.phase


def project(
    deal: Deal,
    state: DealState,
    events: Sequence[Event],
    *,
    now: datetime,
    changed_at: datetime | None = None,
) -> None:
    """Update the deal's row to `state` after these new events, and save it.

    `now` is when the events are recorded; `changed_at`, if given, is stored as the time of the change instead.
    """
    bring(deal, state, events, now=now)
    if changed_at is not None:
        deal.changed_at = changed_at
    _save(deal, state, events)


def bring(deal: Deal, state: DealState, events: Sequence[Event], *, now: datetime) -> None:
    """Update the deal's row to `state` after these new events, without saving it."""
    before = deal.version
    deal.version = state.version
    deal.phase = public_phase(state)
    deal.turn = state.turn
    deal.changed_at = now
    for at, event in enumerate(events, start=before + 1):
        if isinstance(event, DealStarted):
            deal.started_at = now
        elif isinstance(event, DealCancelled):
            deal.cancelled = True
            deal.ended_at = now
        elif isinstance(event, Ended):
            deal.ended_at = now
        elif isinstance(event, DealPaused):
            deal.paused_at = deal.paused_at or now
            agreed_until = deal.paused_until or deal.paused_at + PAUSE_LASTS
            deal.paused_until = None if event.director else agreed_until
        elif isinstance(event, DealResumed):
            deal.paused_at = deal.paused_until = None
        if isinstance(event, _PAYS):
            deal.owed_version = at
        if isinstance(event, _DISPUTED):
            deal.hold_due = now
    if not deal.sealed and any(isinstance(event, _PAYS) for event in events):
        assert state.ending is not None
        result = state.ending.result
        deal.winner, deal.points, deal.offender = result.winner, result.points, result.offender
        deal.rare = " ".join(rarities_of(result.sets, dealt=state.ending.taken is None))


def _save(deal: Deal, state: DealState, events: Sequence[Event]) -> None:
    """Save the row. After a mere move only the columns that a move can change are saved."""
    rare = _PAYS | _DISPUTED | DealStarted | DealCancelled | DealPaused | DealResumed
    if not any(isinstance(event, rare) for event in events):
        _save_moving(deal)
        return
    deal.save()
    withheld = [event.seat for event in events if isinstance(event, SeedWithheld)]
    if withheld:
        deal.seats.filter(number__in=withheld).update(withheld=True)
    if any(isinstance(event, SecretPublished) for event in events):
        DealSecret.objects.filter(deal=deal).update(encrypted="")
    if not deal.sealed and any(isinstance(event, _PAYS) for event in events):
        _save_result(deal, state)


def _save_moving(deal: Deal) -> None:
    """Save only the columns in `_MOVING`, with prepared SQL because every move does this."""
    sql, fields = _moving()
    values = [field.get_db_prep_save(getattr(deal, field.attname), connection) for field in fields]
    if count_of(sql, [*values, deal.pk]) != 1:
        raise Deal.DoesNotExist(deal.pk)


@cache
def _moving() -> tuple[str, tuple[Any, ...]]:
    fields = tuple(field for field in Deal._meta.concrete_fields if field.name in _MOVING)
    columns = ", ".join(f'"{field.column}" = %s' for field in fields)
    table = Deal._meta.db_table
    return f'UPDATE "{table}" SET {columns} WHERE id = %s', fields  # noqa: S608 - no value from outside


def _save_result(deal: Deal, state: DealState) -> None:
    assert state.ending is not None
    result = state.ending.result
    for seat, net in zip(deal.seats.all(), result.net, strict=True):
        seat.net = net
        seat.save(update_fields=["net"])


_TOLD: Final = (
    *("version", "phase", "turn", "changed_at", "started_at", "ended_at", "cancelled"),
    *("winner", "points", "offender", "rare", "owed_version", "hold_due"),
)
"""What a deal's row says of its events. When it moves on, and what is paid, are not in here.

What is held is looked at again behind a rebuild, and found right.
"""


@transaction.atomic
def rebuild(deal_id: int) -> None:
    """Rebuild the rows of a deal and of its seats from its stream. The clocks of a running deal stay as they are.

    Raises BadNotation where the stream cannot be read.
    """
    deal = Deal.objects.select_for_update().get(pk=deal_id)
    told = [
        (row.recorded_at, from_stored(row.name, row.schema, row.payload))
        for row in read_events(deal.stream)
    ]
    if not told:
        return
    history = [event for _at, event in told]
    kept = ("paused_at", "paused_until", *(() if deal.ended_at else ("changed_at",)))
    moments = {name: getattr(deal, name) for name in kept}
    blank_row = Deal()
    for name in _TOLD:
        setattr(deal, name, getattr(blank_row, name))
    public = sight.known(history, None, over=fold(history).phase is Phase.OVER)
    state: DealState | None = None
    for (at, event), known in zip(told, public, strict=True):
        state = evolve(state, event) if state is not None else fold([event])
        bring(deal, state, (event,), now=at if known else deal.changed_at)
    for name, moment in moments.items():
        setattr(deal, name, moment)
    deal.save(update_fields=_TOLD)
    withheld = [event.seat for event in history if isinstance(event, SeedWithheld)]
    deal.seats.update(net=None, withheld=False)
    deal.seats.filter(number__in=withheld).update(withheld=True)
    paid = any(isinstance(event, _PAYS) for event in history)
    if state is not None and paid and not deal.sealed:
        _save_result(deal, state)


@dataclass(frozen=True, slots=True)
class EnteredDeal:
    """What an entered result stores in a deal's row; points as in `games.engine.scoring.Result`."""

    winner: int | None
    points: int
    offender: int | None
    net: Sequence[int]
    told: dict[str, Any]
    """How far it is confirmed (`status`) and what lay on the table, for its page."""


def tell_entered(*, deal_id: int, entered: EnteredDeal) -> None:
    """Write an entered result to the rows of a deal and its seats."""
    Deal.objects.filter(pk=deal_id).update(
        winner=entered.winner,
        points=entered.points,
        offender=entered.offender,
        entered=entered.told,
    )
    for seat, net in enumerate(entered.net):
        DealSeat.objects.filter(deal_id=deal_id, number=seat).update(net=net)


def rebuild_all() -> int:
    """Rebuild the rows of all deals, staff acts and ratings; return how many deals there are."""
    deals = list(Deal.objects.order_by("pk").values_list("pk", flat=True))
    for deal_id in deals:
        rebuild(deal_id)
    read_again(acts.follower())
    rebuild_calls()
    ratings.rebuild()
    return len(deals)


def project_call(call: Call, event: CallEvent, *, now: datetime) -> None:
    """Update and save a call's row after one more event of its stream, recorded `now`."""
    match event:
        case CallMade():
            call.table_id, call.deal_id, call.seat = event.table, event.deal, event.seat
            call.player_id, call.reason, call.words = event.player, event.reason, event.words
            call.made_at, call.anybody = now, event.asked is None or bool(event.asked)
        case CallTaken(referee):
            call.referee_id, call.taken_at = referee, now
        case CallAnswered(referee, words, section):
            call.referee_id, call.answer, call.section = referee, words, section
            call.ended_at = now
        case CallOff():
            call.ended_at = now
    call.save()


def rebuild_calls() -> None:
    """Rebuild the rows of all calls from their streams."""
    for call in Call.objects.order_by("pk"):
        again = Call(pk=call.pk)
        for stored in read_events(call_stream(call.pk)):
            event = call_event(stored.name, stored.schema, stored.payload)
            project_call(again, event, now=stored.recorded_at)
