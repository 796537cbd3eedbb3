"""Notes: what members write down about a move of a finished deal."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Deal, Player

WORDS_LENGTH: Final = 500
"""Characters of a note."""


class Note(models.Model):
    """Somebody's words about a move; no event of the deal, so they are in no log and can be taken away."""

    class Circle(models.TextChoices):
        """Who reads it besides its writer."""

        MINE = "mine", _("I alone")
        TABLE = "table", _("Who sat there, and the directors")
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
        """In the order of the moves, then as they were written."""

        ordering = ["version", "pk"]

    def __str__(self) -> str:
        """Return its deal and writer."""
        return f"{self.deal_id}/{self.by_id}"
