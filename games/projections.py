"""The live row of a deal and of its seats, brought along in the transaction of the append."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

from django.db import connection

from games.encryption import decrypt, encrypt
from games.engine.attendance import PAUSE_LASTS
from games.engine.errors import BadNotation
from games.engine.events import (
    DealCancelled,
    DealExhausted,
    DealPaused,
    DealResumed,
    DealStarted,
    DealWon,
    Event,
    RulingGiven,
    RulingWithdrawn,
    SecretPublished,
    SeedWithheld,
)
from games.engine.shuffle import commit
from games.engine.state import DealState, Phase
from games.log.sql import count_of
from games.models import Deal, DealSecret
from games.schema import stream_of

_ENDS = (DealWon, DealExhausted)
_PAYS = (*_ENDS, RulingGiven, RulingWithdrawn)
_MOVING = ("version", "phase", "turn", "changed_at", "deadline", "bot_due", "window_until")


def keep_secret(deal: Deal, secret: str) -> None:
    """Keep the server's secret of a new deal, encrypted."""
    encrypted = encrypt(secret, of=deal.stream)
    DealSecret.objects.create(deal=deal, commitment=commit(secret), encrypted=encrypted)


def secret_of(deal_id: int, state: DealState) -> str | None:
    """The server's secret of a deal, for the shuffle and for its publication at the end; for no other eyes.

    None where it is not the one that the deal's first event is bound to, or cannot be read.
    """
    rows = DealSecret.objects.values_list("encrypted", flat=True).filter(deal_id=deal_id)
    encrypted = rows.first()
    secret = decrypt(encrypted, of=stream_of(deal_id)) if encrypted else None
    try:
        return secret if secret and commit(secret) == state.setup.commitment else None
    except BadNotation:
        return None


def public_phase(state: DealState) -> Phase:
    """The phase as a row may say it: not that claims are open, which tells of a pair or a khap somewhere."""
    return Phase.TURN if state.phase is Phase.CLAIMS else state.phase


def project(deal: Deal, state: DealState, events: Sequence[Event], *, now: datetime) -> None:
    """Bring the row to `state`, which these new events have led to, and save it with the deadlines that it holds."""
    bring(deal, state, events, now=now)
    _save(deal, state, events)


def bring(deal: Deal, state: DealState, events: Sequence[Event], *, now: datetime) -> None:
    """Set the row to `state`, which these new events have led to, in memory alone."""
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
        elif isinstance(event, _ENDS):
            deal.ended_at = now
        elif isinstance(event, DealPaused):
            deal.paused_at = deal.paused_at or now
            deal.paused_until = None if event.director else now + PAUSE_LASTS
        elif isinstance(event, DealResumed):
            deal.paused_at = deal.paused_until = None
        if isinstance(event, _PAYS):
            deal.owed_version = at
    if any(isinstance(event, _PAYS) for event in events):
        assert state.ending is not None
        result = state.ending.result
        deal.winner, deal.points, deal.offender = result.winner, result.points, result.offender


def _save(deal: Deal, state: DealState, events: Sequence[Event]) -> None:
    """Save the row; of a move in the middle of a deal only what a move can change."""
    rare = (*_PAYS, DealStarted, DealCancelled, DealPaused, DealResumed)
    if not any(isinstance(event, rare) for event in events):
        _save_moving(deal)
        return
    deal.save()
    withheld = [event.seat for event in events if isinstance(event, SeedWithheld)]
    if withheld:
        deal.seats.filter(number__in=withheld).update(withheld=True)
    if any(isinstance(event, SecretPublished) for event in events):
        DealSecret.objects.filter(deal=deal).update(encrypted="")
    if any(isinstance(event, _PAYS) for event in events):
        _save_result(deal, state)


def _save_moving(deal: Deal) -> None:
    """What `deal.save(update_fields=_MOVING)` does, with its SQL made once; every move comes here."""
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
