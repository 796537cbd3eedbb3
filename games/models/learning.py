"""Defines the rows of what members have learned."""

from django.db import models

from games.models.players import Player


class Learned(models.Model):
    """A member's progress in a lesson; it is not in the log."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="learned")
    lesson = models.CharField(max_length=20)
    """The lesson's key in `games.lessons`."""
    step = models.PositiveSmallIntegerField()
    """The last step that was answered rightly."""
    at = models.DateTimeField()
    """When it was."""

    class Meta:
        """Requires one row per member and lesson."""

        constraints = [
            models.UniqueConstraint(fields=["player", "lesson"], name="games_lesson_once_a_member")
        ]

    def __str__(self) -> str:
        """Return the lesson and the step."""
        return f"{self.lesson}, step {self.step}"
