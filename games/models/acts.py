"""What members of the staff have done: rows made from the log, for everybody to read."""

from django.db import models


class StaffAct(models.Model):
    """One act, by its event; `games.acts` writes them in the order of the log."""

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
        """Newest first."""

        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(fields=("stream", "version"), name="games_one_act_an_event"),
        )
        indexes = (models.Index(fields=("by", "id"), name="games_acts_of_one"),)

    def __str__(self) -> str:
        """Its event."""
        return f"{self.stream} {self.version} {self.name}"
