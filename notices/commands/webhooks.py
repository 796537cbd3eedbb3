"""Owners' commands for webhooks: add, pause, test and remove them, and send a message again."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from games.commands.club.club_work import require_owner
from games.errors import Refused
from games.models import Player
from notices.models import Delivery, Webhook
from notices.models.webhooks import LEASE, new_salt
from notices.queries import get_webhook
from notices.webhooks.following import forget_old
from notices.webhooks.targets import may_reach, numbers_in, target_of

MOST: Final = 10
"""Webhooks that a club may have."""


def add_webhook(*, by: Player, url: str, own_network: bool, now: datetime) -> Webhook:
    """Add a webhook and send it a test.

    Raises Refused for an address that can never receive messages, or one that needs `own_network` to be allowed. Host
    names are checked later, at each attempt.
    """
    require_owner(by)
    try:
        target = target_of(url.strip())
    except ValueError:
        raise Refused("webhook.address") from None
    if not target.secure and not own_network:
        raise Refused("webhook.plain")
    if not all(may_reach(one, own_network=own_network) for one in numbers_in(target)):
        raise Refused("webhook.never" if own_network else "webhook.private")
    if Webhook.objects.count() >= MOST:
        raise Refused("webhook.full")
    hook = Webhook.objects.create(
        url=url.strip(), own_network=own_network, made_at=now, wait_until=now
    )
    _test(hook, now)
    return hook


def pause_webhook(*, by: Player, webhook_id: int, paused: bool, now: datetime) -> None:
    """Pause a webhook, or resume it and send the messages that have waited. Safe to repeat."""
    hook = _hook(by, webhook_id)
    hook.paused = paused
    hook.save(update_fields=("paused",))
    _wake(hook, now)


def renew_secret(*, by: Player, webhook_id: int) -> Webhook:
    """Give a webhook a new secret; the old secret is no longer used."""
    hook = _hook(by, webhook_id)
    hook.salt = new_salt()
    hook.save(update_fields=("salt",))
    return hook


def send_test(*, by: Player, webhook_id: int, now: datetime) -> None:
    """Send a test message, without any news, to a webhook."""
    _test(_hook(by, webhook_id), now)


def send_again(*, by: Player, webhook_id: int, delivery_id: int, now: datetime) -> None:
    """Send a listed message again, under the same id, whatever its state."""
    hook = _hook(by, webhook_id)
    row = hook.deliveries.filter(pk=delivery_id).first()
    if row is None:
        raise Refused("webhook.message-unknown")
    row.ask(now)
    row.save(update_fields=("state", "asked_at", "due", "tries"))
    _wake(hook, now)


def remove_webhook(*, by: Player, webhook_id: int) -> None:
    """Remove a webhook with the list of its messages. Nothing more is sent to it."""
    _hook(by, webhook_id).delete()


def _test(hook: Webhook, now: datetime) -> None:
    Delivery.objects.create(hook=hook, name=Delivery.TEST, at=now, asked_at=now, due=now)
    forget_old(hook)
    _wake(hook, now)


def _wake(hook: Webhook, now: datetime) -> None:
    """Allow the next attempt immediately, even after failures; an attempt that may be under way is finished first."""
    Webhook.objects.filter(pk=hook.pk, wait_until__gt=now + LEASE).update(wait_until=now)


def _hook(by: Player, webhook_id: int) -> Webhook:
    require_owner(by)
    return get_webhook(webhook_id)
