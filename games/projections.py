"""The live row of a deal and of its seats, brought along in the transaction of the append."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection

from games.engine.deal import to_move
from games.engine.events import (
    ClaimAnswered,
    ClockExtended,
    DealCancelled,
    DealExhausted,
    DealStarted,
    DealWon,
    Event,
    RulingGiven,
    RulingWithdrawn,
    TimeRanOut,
)
from games.engine.state import DealState, Phase
from games.log.prepared import count_of
from games.models import Deal, DealSecret

_ENDS = (DealWon, DealExhausted)
_PAYS = (*_ENDS, RulingGiven, RulingWithdrawn)
_MOVING = ("version", "phase", "turn", "changed_at", "deadline", "bot_due")
_SAVE_MOVE = (
    "UPDATE games_deal SET version = %s, phase = %s, turn = %s, changed_at = %s, deadline = %s,"
    " bot_due = %s WHERE id = %s"
)
"""Saves what `_MOVING` names."""


def secret_of(deal: Deal) -> str:
    """The server's secret of a deal, for the shuffle and for its publication at the end; for no other eyes."""
    return DealSecret.objects.values_list("secret", flat=True).get(deal_id=deal.pk)


def project(deal: Deal, state: DealState, events: Sequence[Event], *, now: datetime) -> None:
    """Bring the row to `state`, which these new events have led to, and save it."""
    bring(deal, state, events, now=now)
    save(deal, state, events)


def bring(deal: Deal, state: DealState, events: Sequence[Event], *, now: datetime) -> None:
    """Set the row to `state`, which these new events have led to, in memory alone."""
    before = deal.version
    deal.version = state.version
    deal.phase = state.phase
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
        if isinstance(event, _PAYS):
            deal.owed_version = at
    if any(isinstance(event, _PAYS) for event in events):
        assert state.ending is not None
        result = state.ending.result
        deal.winner, deal.points, deal.offender = result.winner, result.points, result.offender
    _set_clocks(deal, state, events, now)


def save(deal: Deal, state: DealState, events: Sequence[Event]) -> None:
    """Save what `bring` has set; of a move in the middle of a deal only what a move can change."""
    if not any(isinstance(event, (*_PAYS, DealStarted, DealCancelled)) for event in events):
        _save_move(deal)
        return
    deal.save()
    if any(isinstance(event, _PAYS) for event in events):
        _save_result(deal, state)


def _save_move(deal: Deal) -> None:
    """What `deal.save(update_fields=_MOVING)` does, as a prepared statement: every move passes here."""
    values: list[Any] = [getattr(deal, name) for name in _MOVING]
    adapt = connection.ops.adapt_datetimefield_value
    count_of(
        _SAVE_MOVE,
        [*(adapt(one) if isinstance(one, datetime) else one for one in values), deal.pk],
    )


def _save_result(deal: Deal, state: DealState) -> None:
    assert state.ending is not None
    result = state.ending.result
    for seat, net in zip(deal.seats.all(), result.net, strict=True):
        seat.net = net
        seat.save(update_fields=["net"])


def _set_clocks(deal: Deal, state: DealState, events: Sequence[Event], now: datetime) -> None:
    """Who has to move by when. An answer to a claim gives the others no new time (§6.10)."""
    if isinstance(events[0], ClockExtended):  # it comes alone
        if deal.deadline is not None:
            deal.deadline += timedelta(seconds=events[0].seconds)
        return
    if state.phase is Phase.SEEDS:
        return  # prepare_deal has set how long it waits
    players = state.setup.players
    asked = [players[seat] for seat in to_move(state)]
    answers_only = all(isinstance(event, ClaimAnswered | TimeRanOut) for event in events)
    if not any(label.startswith("player:") for label in asked):
        deal.deadline = None
    elif not (answers_only and state.phase is Phase.CLAIMS):
        deal.deadline = now + timedelta(seconds=deal.table.seconds_per_move)
    if not any(label.startswith("bot:") for label in asked):
        deal.bot_due = None
    else:
        # Between people a bot takes a breath, so that they can follow it; alone it plays on.
        watched = any(label.startswith("player:") for label in players)
        deal.bot_due = now + timedelta(seconds=settings.TUSAC_BOT_PAUSE if watched else 0)
