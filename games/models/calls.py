"""Defines the rows of calls for the referee, for the queue and the table, made from the streams `call-<id>`."""

from django.db import models
from django.db.models import Q

from games.models.deals import Deal
from games.models.players import Player
from games.models.tables import Table


class Call(models.Model):
    """The present state of a call of the referee."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="calls")
    deal = models.ForeignKey(
        Deal, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    """None for a director."""
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    anybody = models.BooleanField(default=True)
    """Whether anybody had the duty to come who has no interest there."""
    reason = models.CharField(max_length=10)
    words = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField()
    referee = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    """Who comes, or came."""
    taken_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(max_length=200, blank=True)
    """Empty where it was called off."""
    section = models.CharField(max_length=10, blank=True)

    class Meta:
        """Requires at most one open call per table."""

        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at__isnull=True), name="games_one_open_call"
            )
        ]
        indexes = [
            models.Index(
                fields=["made_at"], condition=Q(ended_at__isnull=True), name="games_calls_open"
            )
        ]

    def __str__(self) -> str:
        """Return the name of its stream."""
        return f"call-{self.pk}"
