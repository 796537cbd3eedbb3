"""Models for the analyses of finished deals, and of all deals of a tournament. All rows can be computed again."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import models

from games.models import Deal, Player


class Analysis(models.Model):
    """The analysis of a deal, which is complete once `total` parts are stored.

    No event contains the analysis or depends on it.
    """

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
        """The model's names on screen."""

        verbose_name = "analysis"
        verbose_name_plural = "analyses"

    def __str__(self) -> str:
        """Return the deal."""
        return f"{self.deal_id}"

    @property
    def done(self) -> int:
        """The number of parts that are computed."""
        return len(self.parts)

    @property
    def is_whole(self) -> bool:
        """Whether the analysis is complete."""
        return self.done >= self.total


STILL: Final = timedelta(seconds=30)
"""After so long without anything new the broker has lost the task."""


class TournamentAnalysis(models.Model):
    """A director's request to analyse all deals of a tournament. No event contains it or depends on it."""

    class State(models.TextChoices):
        """The state of the request."""

        RUNNING = "running"
        STOPPED = "stopped"
        FINISHED = "finished"

    tournament = models.PositiveBigIntegerField(primary_key=True)
    """Its number; what it is, replays do not know."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.RUNNING)
    step = models.PositiveIntegerField(default=0)
    """The number of the task that may go on: one with another number comes too late, or twice, and does nothing."""
    deal = models.ForeignKey(Deal, null=True, on_delete=models.SET_NULL, related_name="+")
    """The deal that it is at; None before the first one."""
    skipped = models.JSONField(default=list)
    """The ids of deals that could not be analysed this time."""
    asked_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    asked_at = models.DateTimeField()
    touched_at = models.DateTimeField()
    """When it was asked for, or when it went on last."""

    def __str__(self) -> str:
        """Return the tournament."""
        return f"{self.tournament}"

    @property
    def is_running(self) -> bool:
        """Return whether another task will continue the analyses."""
        return self.state == self.State.RUNNING

    def is_lost(self, now: datetime) -> bool:
        """Return whether it has stalled for a while although it should run, so that it may be restarted."""
        return self.is_running and self.touched_at + STILL < now
