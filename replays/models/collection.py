"""Models for collections: deals and moments of deals that a member saves under a name."""

from __future__ import annotations

from typing import Final

from django.db import models

from games.models import Deal, Player

NAME_LENGTH: Final = 60
"""Characters of the name of a collection."""
CAPTION_LENGTH: Final = 100
"""Characters of what is said of a moment in it."""


class Collection(models.Model):
    """A member's collection, private or shared with the club. It is a preference, so it is not in the log."""

    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    name = models.CharField(max_length=NAME_LENGTH)
    shared = models.BooleanField(default=False)
    """Every member may read it."""
    made_at = models.DateTimeField()

    class Meta:
        """Each member has at most one collection of a name; sorted by name."""

        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["by", "name"], name="replays_collection_name")
        ]

    def __str__(self) -> str:
        """Return the collection's name."""
        return self.name


class CollectionItem(models.Model):
    """A deal in a collection, or a moment of it."""

    collection = models.ForeignKey(
        Collection, on_delete=models.CASCADE, related_name="kept", db_index=False
    )
    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()
    """Of the move, in the deal's stream."""
    caption = models.CharField(max_length=CAPTION_LENGTH, blank=True)
    kept_at = models.DateTimeField()

    class Meta:
        """Each moment is in a collection only once; sorted by the order of adding."""

        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["collection", "deal", "version"], name="replays_kept_once"
            )
        ]

    def __str__(self) -> str:
        """Return the moment and its deal."""
        return f"{self.deal_id}/{self.version}"
