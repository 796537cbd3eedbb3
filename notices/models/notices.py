"""Notices: events of the log for a member, and reminders of coming deadlines.

All rows can be made again from the log, except which notices were read, and which reminders were given.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class Notice(models.Model):
    """An event's notice to one member; `kinds.KINDS` has its words. It holds ids and numbers, never a card.

    A reminder is a row without an event, and a rebuild keeps it; `kinds.REMINDERS` has its words.
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
        """One notice and one reminder of a name an event and member; the unread ones are an index of their own."""

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
        """Event and member."""
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
