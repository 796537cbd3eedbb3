"""Queries for webhooks."""

from games.errors import Refused
from notices.models import Webhook


def get_webhook(webhook_id: int) -> Webhook:
    """Return the webhook with this id. Raises Refused("webhook.unknown") if there is none."""
    hook = Webhook.objects.filter(pk=webhook_id).first()
    if hook is None:
        raise Refused("webhook.unknown")
    return hook
