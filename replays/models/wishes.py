"""Members' preferences in no log: saved searches, deals open to anyone with the link, reviews."""

from __future__ import annotations

from django.db import models

from games.models import Deal, Player


class SavedSearch(models.Model):
    """A member's own search, private; a preference, and not in the log."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    name = models.CharField(max_length=60)
    filters = models.CharField(max_length=1000)
    """As they stand in the address of its results."""
    saved_at = models.DateTimeField()

    class Meta:
        """One of a name; the newest first."""

        ordering = ["-saved_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "name"], name="replays_search_name")
        ]

    def __str__(self) -> str:
        """Its name."""
        return self.name


class Opened(models.Model):
    """A player's consent to open a deal to anyone with its link; a preference, and in no log."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)

    class Meta:
        """One for each person in each deal."""

        constraints = [
            models.UniqueConstraint(fields=["player", "deal"], name="replays_opened_once")
        ]

    def __str__(self) -> str:
        """Return the deal and the player."""
        return f"{self.deal_id}/{self.player_id}"


class SharedReview(models.Model):
    """A shared review of a deal, with its leader and current step."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="+")
    by = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="+")
    """Who leads: one review at a time, and a new one ends the one before."""
    version = models.PositiveIntegerField()
    """The step that is looked at, counted as these eyes see the deal."""
    eyes = models.CharField(max_length=10)
    """With whose eyes (`replays.queries.replay.Replay.with_eyes`)."""
    moved_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        """Return the deal and the leader."""
        return f"{self.deal_id}/{self.by_id}"
