"""Rows of the disputed discards at tables with real cards."""

from __future__ import annotations

from typing import Any

from django.db import models

from games.models import FiledDispute
from tournaments.models.tournament import Tournament


class ReportedDiscard(models.Model):
    """What a dispute about a discard with real cards has besides its `FiledDispute`: its place and the objections.

    `projections.cases` writes both rows.
    """

    dispute = models.OneToOneField(
        FiledDispute, on_delete=models.CASCADE, primary_key=True, related_name="reported"
    )
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    said: models.JSONField[list[list[Any]], list[list[Any]]] = models.JSONField(default=list)
    """Who has objected and why: seat (None: a director or referee), player, words."""

    def __str__(self) -> str:
        """Return the dispute."""
        return str(self.dispute_id)
