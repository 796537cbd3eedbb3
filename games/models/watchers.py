"""Defines the spectators of a table."""

from django.db import models
from django.db.models import Q

from games.models.players import Player
from games.models.tables import Table


class Watcher(models.Model):
    """A spectator at a table: a member, or a guest, known only by a digest for the browser."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="watchers")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    guest = models.CharField(max_length=32, blank=True)
    seen_at = models.DateTimeField()

    class Meta:
        """Requires one row per table for each spectator."""

        constraints = [
            models.UniqueConstraint(
                fields=["table", "player"],
                condition=Q(player__isnull=False),
                name="games_member_watches_once",
            ),
            models.UniqueConstraint(
                fields=["table", "guest"],
                condition=Q(player__isnull=True),
                name="games_guest_watches_once",
            ),
        ]

    def __str__(self) -> str:
        """Return the spectator's number or digest, and the table's number."""
        return f"{self.player_id or self.guest} watches table {self.table_id}"
