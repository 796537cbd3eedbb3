"""Defines the rows of staff acts, made from the log, for everybody to read."""

from django.db import models


class StaffAct(models.Model):
    """An act of a member of the staff, from its event. `games.acts` writes these rows in the order of the log."""

    stream = models.CharField(max_length=100)
    version = models.PositiveIntegerField()
    name = models.CharField(max_length=100)
    """Of the event."""
    by = models.BigIntegerField()
    """The player who did it: a number and no foreign key, since an event stays whoever goes."""
    at = models.DateTimeField()
    facts = models.JSONField(default=dict)
    """What of the event is told: never a card of a deal."""

    class Meta:
        """Sorted by newest first; requires one act per event."""

        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(fields=("stream", "version"), name="games_one_act_an_event"),
        )
        indexes = (models.Index(fields=("by", "id"), name="games_acts_of_one"),)

    def __str__(self) -> str:
        """Return the stream, version and name of its event."""
        return f"{self.stream} {self.version} {self.name}"
