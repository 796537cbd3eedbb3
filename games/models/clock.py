"""Defines the row that records when the service last ran."""

from django.db import models


class ServiceClock(models.Model):
    """A single row: when the service last checked its deadlines. Each sweep updates it.

    While the service is down and the row is not updated, no clock of a deal runs.
    """

    beat_at = models.DateTimeField()
    steady = models.FloatField(null=True, blank=True)
    """Seconds on a clock that nobody can set, at the beat (`games.commands.deal.clock.Steady`)."""
    boot = models.CharField(max_length=36, blank=True)
    """The boot of the machine whose clock that is."""

    def __str__(self) -> str:
        """Return the time of the last beat."""
        return self.beat_at.isoformat()
