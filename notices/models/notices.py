"""Models of notices: events of the log for a member, and reminders of deadlines.

All rows can be rebuilt from the log, except which notices were read, and which reminders were given.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class Notice(models.Model):
    """A notice of an event to one member. It holds ids and numbers, never a card; `kinds.KINDS` has its words.

    A reminder is stored as a notice too; `kinds.REMINDERS` has its words. A rebuild from the log keeps reminders.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices", db_index=False
    )
    name = models.CharField(max_length=100)
    """The name of the event, or of the reminder."""
    stream = models.CharField(max_length=100)
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    """When the event was recorded, or the reminder given."""
    reminder = models.BooleanField(default=False)
    """Whether it reminds of an end that this event has set."""
    facts = models.JSONField(default=dict)
    """What the words need; `variant` chooses among those of the kind."""
    read = models.BooleanField(default=False)
    mail_due = models.BooleanField(default=False)
    """Whether it is yet to be sent by mail."""

    class Meta:
        """A member gets at most one notice or reminder of the same name for an event."""

        constraints = [
            models.UniqueConstraint(
                fields=["player", "stream", "version", "name"],
                name="notices_one_a_member_and_event",
            )
        ]
        indexes = [
            models.Index(fields=["player", "id"], name="notices_of_player"),
            models.Index(fields=["player"], condition=Q(read=False), name="notices_unread"),
            models.Index(fields=["id"], condition=Q(mail_due=True), name="notices_mail_due"),
            models.Index(
                fields=["stream", "version"], condition=Q(reminder=True), name="notices_reminders"
            ),
        ]

    def __str__(self) -> str:
        """Return the event and the member."""
        return f"{self.stream}/{self.version} to {self.player_id}"


class Wish(models.Model):
    """A member's choice whether to get notices by mail; without a row none are sent."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="+",
    )
    by_mail = models.BooleanField(default=False)
    language = models.CharField(max_length=10, blank=True)
    """The language in which the member asked for them."""

    def __str__(self) -> str:
        """Return the member."""
        return f"wish of {self.player_id}"
