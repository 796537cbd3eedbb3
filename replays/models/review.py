"""Shared reviews: one member leads others through a finished deal. A wish and no event, so it is in no log."""

from __future__ import annotations

from django.db import models

from games.models import Deal, Player


class SharedReview(models.Model):
    """That somebody leads others through a deal, and where they are."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="+")
    by = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="+")
    """Who leads: one review at a time, and a new one ends the one before."""
    version = models.PositiveIntegerField()
    """The step that is looked at, counted as these eyes see the deal."""
    eyes = models.CharField(max_length=10)
    """With whose eyes (`replays.queries.replay.Replay.with_eyes`)."""
    moved_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        """Which deal, and who leads."""
        return f"{self.deal_id}/{self.by_id}"
