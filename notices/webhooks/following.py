"""Queues messages from the log: each event for other programs becomes a row for each webhook."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from games.log import Recorded
from games.log.followers import Follower
from notices.models import Delivery, Webhook
from notices.webhooks.messages import TYPES

NAME: Final = "webhooks"
"""The name of the follower's position; final."""
KEPT: Final = 200
"""Messages that are listed of each webhook, the newest."""


def follower(now: Callable[[], datetime]) -> Follower:
    """Return the follower that queues the messages; webhooks get only events from after they were added."""
    return Follower(NAME, lambda events: _handle(events, now()), hears=frozenset(TYPES))


def _handle(events: list[Recorded], now: datetime) -> None:
    told = [one for one in events if one.name in TYPES and "imported" not in one.metadata]
    for hook in Webhook.objects.all() if told else ():
        rows = [
            Delivery(
                hook=hook,
                name=one.name,
                stream=one.stream,
                version=one.version,
                at=one.recorded_at,
                asked_at=now,
                due=now,
            )
            for one in told
            if one.recorded_at >= hook.made_at
        ]
        Delivery.objects.bulk_create(rows, ignore_conflicts=True)
        forget_old(hook)


def forget_old(hook: Webhook) -> None:
    """Delete all but the newest messages of a webhook."""
    kept = hook.deliveries.order_by("-pk").values_list("pk", flat=True)[:KEPT]
    hook.deliveries.exclude(pk__in=list(kept)).delete()
