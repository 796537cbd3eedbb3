"""Analyses: what a worker has found about a finished deal, part by part. The rows can be made again at any time."""

from __future__ import annotations

from django.db import models

from games.models import Deal


class Analysis(models.Model):
    """The analysis of a deal, whole once it has `total` parts. No event tells of it, and none depends on it."""

    deal = models.OneToOneField(Deal, on_delete=models.CASCADE, primary_key=True, related_name="+")
    engine = models.PositiveSmallIntegerField()
    """The number of the engine that made it (`analysis.whole.ENGINE`); of another one it is made anew."""
    total = models.PositiveSmallIntegerField()
    parts = models.JSONField(default=list)
    """What is found, in the order of the parts."""
    touched_at = models.DateTimeField()
    """When it was asked for, or a part of it came last."""
    asked_at = models.DateTimeField(null=True, db_index=True)
    """Its place in the club's line of analyses, in which one is made at a time; None where nobody waits for it."""

    class Meta:
        """Names on screen."""

        verbose_name = "analysis"
        verbose_name_plural = "analyses"

    def __str__(self) -> str:
        """Which deal's."""
        return f"{self.deal_id}"

    @property
    def done(self) -> int:
        """How many of its parts are there."""
        return len(self.parts)

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing."""
        return self.done >= self.total
