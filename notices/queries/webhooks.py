"""Reading: webhooks."""

from games.errors import Refused
from notices.models import Webhook


def get_webhook(webhook_id: int) -> Webhook:
    """Return a webhook. Raises Refused("webhook.unknown")."""
    hook = Webhook.objects.filter(pk=webhook_id).first()
    if hook is None:
        raise Refused("webhook.unknown")
    return hook
