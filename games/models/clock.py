"""The service's own clock."""

from django.db import models


class ServiceClock(models.Model):
    """When the service last looked after its deadlines: one row, brought along by each sweep.

    A silence in it is time in which no clock of a deal runs.
    """

    beat_at = models.DateTimeField()
    steady = models.FloatField(null=True, blank=True)
    """Seconds on a clock that nobody can set, at the beat (`games.commands.deal.clock.Steady`)."""
    boot = models.CharField(max_length=36, blank=True)
    """The boot of the machine whose clock that is."""

    def __str__(self) -> str:
        """Return the time of the last beat."""
        return self.beat_at.isoformat()
