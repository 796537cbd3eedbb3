"""Sends messages to other programs from a worker, and retries each for three days with growing pauses.

After a failure nothing is sent to that address for a while. So an address that never answers costs a worker only ten
seconds now and then, however many messages wait for it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from django.db import transaction
from django.db.models import F

from notices.models import Delivery, Webhook
from notices.models.webhooks import LEASE
from notices.webhooks.messages import body_of, headers_of
from notices.webhooks.posting import post
from notices.webhooks.targets import Undelivered

_log = logging.getLogger(__name__)

PAUSES: Final = tuple(
    timedelta(seconds=seconds)
    for seconds in (30, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400)
)
"""How long to wait after the first, second … failure in a row; the last one stands for all that follow.

The first is longer than an attempt can take, since it also keeps other workers from a message that is being sent.
"""
GIVEN_UP: Final = timedelta(days=3)
"""How long a message is tried."""
_SECONDS: Final = 10.0
"""After which a run begins no further attempt: other tasks wait for the worker."""


def deliver_due(clock: Callable[[], datetime]) -> int:
    """Make the attempts that are due; return how many messages arrived. Safe to repeat and to run in parallel.

    A message may arrive twice, if a worker dies after sending it: the other program can tell by its id.
    """
    began, arrived = monotonic(), 0
    _give_up(clock())
    while monotonic() - began < _SECONDS and (row := _take(clock())) is not None:
        arrived += _attempt(row, clock())
    return arrived


def _give_up(now: datetime) -> None:
    late = Delivery.objects.filter(state=Delivery.State.WAITING, asked_at__lte=now - GIVEN_UP)
    late.update(state=Delivery.State.FAILED)


@transaction.atomic
def _take(now: datetime) -> Delivery | None:
    """Return the next message that is due, None if there is none; its next attempt is already scheduled.

    So no transaction stays open while the message is sent. Its webhook is reserved for `LEASE`: meanwhile other
    workers skip all messages to it.
    """
    waiting = Delivery.objects.select_for_update(of=("self", "hook"), skip_locked=True, no_key=True)
    due = waiting.filter(
        state=Delivery.State.WAITING, due__lte=now, hook__paused=False, hook__wait_until__lte=now
    )
    row = due.select_related("hook").order_by("tries", "pk").first()
    if row is not None:
        row.due, row.tries = now + _pause(row.tries), row.tries + 1
        row.save(update_fields=("due", "tries"))
        Webhook.objects.filter(pk=row.hook_id).update(wait_until=now + LEASE)
    return row


def _pause(failures: int) -> timedelta:
    return PAUSES[min(failures, len(PAUSES) - 1)]


def _attempt(row: Delivery, now: datetime) -> bool:
    hook, body, state = row.hook, body_of(row), Delivery.State
    # Updated, never saved: an owner may have removed them in the meantime.
    hooks, rows = Webhook.objects.filter(pk=hook.pk), Delivery.objects.filter(pk=row.pk)
    if body is None:
        rows.update(state=state.WITHHELD, status=None, fault="")
        hooks.update(wait_until=now)
        return False
    try:
        status = post(hook.url, body, headers_of(row, body, now), own_network=hook.own_network)
    except Undelivered as error:
        _log.info("webhook %s: message %s: %s", hook.pk, row.pk, error.fault)
        rows.update(status=error.status, fault=error.fault)
        hooks.update(failures=F("failures") + 1, wait_until=now + _pause(hook.failures))
        return False
    rows.update(state=state.SENT, status=status, fault="")
    hooks.update(failures=0, wait_until=now)
    return True
