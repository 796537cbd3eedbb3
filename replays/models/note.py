"""The model of members' notes on moves of finished deals."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Deal, Player

WORDS_LENGTH: Final = 500
"""Characters of a note."""


class Note(models.Model):
    """A note on a move; it is no event of the deal, so it is not in the log and can be removed."""

    class Circle(models.TextChoices):
        """The readers of a note besides its writer."""

        MINE = "mine", _("Only me")
        TABLE = "table", _("The players and the directors")
        CLUB = "club", _("Every member")

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()
    """Of the move, in the deal's stream."""
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    circle = models.CharField(max_length=5, choices=Circle.choices)
    words = models.CharField(max_length=WORDS_LENGTH)
    written_at = models.DateTimeField()
    changed_at = models.DateTimeField(null=True)

    class Meta:
        """Sorted by move, then by the order of writing."""

        ordering = ["version", "pk"]

    def __str__(self) -> str:
        """Return its deal and writer."""
        return f"{self.deal_id}/{self.by_id}"
