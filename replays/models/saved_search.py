"""Searches that members keep under a name."""

from __future__ import annotations

from django.db import models

from games.models import Player


class SavedSearch(models.Model):
    """A member's own search, for nobody else; a wish like a preference, and in no log."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    name = models.CharField(max_length=60)
    filters = models.CharField(max_length=1000)
    """As they stand in the address of its results."""
    saved_at = models.DateTimeField()

    class Meta:
        """One of a name; the newest first."""

        ordering = ["-saved_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "name"], name="replays_search_name")
        ]

    def __str__(self) -> str:
        """Its name."""
        return self.name
