"""Models of webhooks: the addresses to which the club sends news, and the messages sent to each.

These rows are not made from events: nothing else depends on them, and all messages are public (decision 0325).
"""

from __future__ import annotations

import secrets
import uuid
from datetime import datetime, timedelta
from typing import Final

from django.db import models
from django.db.models import Q

LONGEST: Final = 500
"""Characters of an address."""
LEASE: Final = timedelta(seconds=20)
"""For how long an address is taken by an attempt, which ends before: it is shorter than the pause after a failure."""


def new_salt() -> str:
    """Return a new random salt; a webhook's secret is derived from it and the club's own key."""
    return secrets.token_hex(32)


class Webhook(models.Model):
    """An address of another program, to which the club sends its news."""

    url = models.CharField(max_length=LONGEST)
    own_network = models.BooleanField(default=False)
    """Whether it may be in a private network or on this machine."""
    salt = models.CharField(max_length=64, default=new_salt)
    """The secret is made of it and of the club's key (`notices.webhooks.messages.secret_of`): no row has it."""
    paused = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    """Only later events are sent."""
    failures = models.PositiveIntegerField(default=0)
    """Attempts that failed since the last one that succeeded."""
    wait_until = models.DateTimeField()
    """When the next attempt may be made: an address that fails is left alone for a while, and so is one that an
    attempt is made at (`LEASE`)."""

    def __str__(self) -> str:
        """Return the address."""
        return self.url


class Delivery(models.Model):
    """One message for one webhook. Its content is read from the log again at each attempt."""

    class State(models.TextChoices):
        """The state of the message; `notices.presenters.webhooks` has the words."""

        WAITING = "waiting"
        SENT = "sent"
        FAILED = "failed"
        WITHHELD = "withheld"
        """Only members may read about it."""

    class Fault(models.TextChoices):
        """The reason why the last attempt failed."""

        PRIVATE = "private"
        UNKNOWN = "unknown"
        UNREACHABLE = "unreachable"
        CERTIFICATE = "certificate"
        SILENT = "silent"
        STRANGE = "strange"
        MOVED = "moved"
        REFUSED = "refused"

    hook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    key = models.UUIDField(default=uuid.uuid4)
    """The message's own id, the same in each attempt."""
    name = models.CharField(max_length=100)
    """The name of the event; `TEST` of a test."""
    stream = models.CharField(max_length=100, blank=True)
    version = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()
    """When the event was recorded."""
    asked_at = models.DateTimeField()
    """Since when it is to be sent: after a time it is given up."""
    due = models.DateTimeField()
    """When the next attempt is due."""
    state = models.CharField(max_length=10, default=State.WAITING)
    tries = models.PositiveIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True)
    """What the other program answered last."""
    fault = models.CharField(max_length=20, blank=True)
    """One of `Fault`; empty where nothing is wrong."""

    TEST = "test"

    class Meta:
        """A webhook gets at most one message for each event."""

        constraints = [
            models.UniqueConstraint(
                fields=["hook", "stream", "version"],
                condition=~Q(stream=""),
                name="notices_one_a_webhook_and_event",
            )
        ]
        indexes = [
            models.Index(fields=["hook", "id"], name="notices_of_webhook"),
            models.Index(fields=["due"], condition=Q(state="waiting"), name="notices_to_deliver"),
        ]

    def __str__(self) -> str:
        """Return the event and the webhook."""
        return f"{self.name} to webhook {self.hook_id}"

    def ask(self, now: datetime) -> None:
        """Make the message due now, as if it were new, whatever its state."""
        self.state, self.asked_at, self.due, self.tries = self.State.WAITING, now, now, 0
