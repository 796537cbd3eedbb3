"""Commands for notices and webhooks. Rows that follow from the log are made elsewhere (`notices.projections`)."""

from notices.commands.delivering import deliver_due
from notices.commands.mail import mark_read, send_due, wish_mail
from notices.commands.reminding import remind
from notices.commands.webhooks import (
    add_webhook,
    pause_webhook,
    remove_webhook,
    renew_secret,
    send_again,
    send_test,
)

__all__ = [
    "add_webhook",
    "deliver_due",
    "mark_read",
    "pause_webhook",
    "remind",
    "remove_webhook",
    "renew_secret",
    "send_again",
    "send_due",
    "send_test",
    "wish_mail",
]
