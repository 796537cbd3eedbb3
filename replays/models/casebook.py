"""What lay on a disputed discard: the position as its discarder saw it, and what makes others alike."""

from __future__ import annotations

from typing import Any

from django.db import models

from games.engine.recording.similarity import KEY_LENGTH
from replays.models.disputes import Dispute


class Precedent(models.Model):
    """The position that a dispute is about; once its ruling is final, a case of the casebook.

    `projections.project` makes it from the events of the deal's stream, as it does the dispute's row.
    """

    dispute = models.OneToOneField(
        Dispute, on_delete=models.CASCADE, primary_key=True, related_name="precedent"
    )
    alike = models.CharField(max_length=KEY_LENGTH, db_index=True)
    """`games.engine.recording.similarity`: the same for all discards that are alike."""
    seat = models.PositiveSmallIntegerField()
    """Whose discard it was."""
    card = models.CharField(max_length=2)
    """The card let go, rank then colour (`Rr`)."""
    penalty = models.BooleanField()
    """Whether the penalty fell on it as the engine judged, before any ruling (§10.5)."""
    position: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField()
    """`likeness.Faced.to_plain`."""

    def __str__(self) -> str:
        """Return which dispute's."""
        return f"{self.dispute_id}: {self.alike}"
