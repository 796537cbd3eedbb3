"""A disputed discard of real cards: the position as it was told, and what was ruled on it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from games.engine.recording.similarity import KEY_LENGTH
from games.models import Deal
from tournaments.models.tournament import Tournament


class PaperCase(models.Model):
    """A dispute at a table with real cards; once its ruling is final, a case of the casebook (§10.8).

    `projections.cases` makes it from the events of the tournament's stream.
    """

    id = models.BigIntegerField(primary_key=True)
    """The place in the log of the event that filed it, as for disputes on screens: no two cases share a number."""
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="+")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    alike = models.CharField(max_length=KEY_LENGTH, db_index=True)
    """`games.engine.recording.similarity`; empty of a discard that no worst card was asked of (§10.5)."""
    seat = models.PositiveSmallIntegerField()
    """Whose discard it was."""
    card = models.CharField(max_length=2)
    penalty = models.BooleanField()
    """Whether there was a penalty as the engine judged, whatever was called at the table (§10.5)."""
    position: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField()
    """In the fields of the positions that `judge` reads."""
    said: models.JSONField[list[list[Any]], list[list[Any]]] = models.JSONField(default=list)
    """Who has objected and why: seat (None: a director or referee), player, words."""
    filed_at = models.DateTimeField()
    outcome = models.CharField(max_length=10)
    """An `Outcome` beside what the engine judged; empty while nobody has ruled."""
    section = models.CharField(max_length=20, blank=True)
    reason = models.CharField(max_length=1000, blank=True)
    referee = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    ruled_at = models.DateTimeField(null=True)
    rulings = models.PositiveSmallIntegerField(default=0)
    appealed = models.BooleanField(default=False)
    """Whether an appeal waits for another referee."""
    rule_by = models.DateTimeField(null=True)
    """By when a referee is to rule on it, or on its appeal, as its event says; None where nothing says when."""
    asked_at = models.DateTimeField(null=True)
    """When it was filed, or its ruling appealed, where the event says by when to rule."""
    asked_version = models.PositiveIntegerField(null=True)
    """The version of that event in the tournament's stream."""
    until = models.DateTimeField(null=True)
    """Until when a ruling behind the closing can be appealed."""

    def __str__(self) -> str:
        """Return which deal's."""
        return f"{self.deal_id}: {self.alike}"
