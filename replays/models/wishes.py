"""Models of members' preferences, which are not in the log: saved searches, consent to open deals, reviews."""

from __future__ import annotations

from django.db import models

from games.models import Deal, Player


class SavedSearch(models.Model):
    """A member's saved search. It is private, and a preference, so it is not in the log."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    name = models.CharField(max_length=60)
    filters = models.CharField(max_length=1000)
    """As they stand in the address of its results."""
    saved_at = models.DateTimeField()

    class Meta:
        """Each member has at most one search of a name; sorted newest first."""

        ordering = ["-saved_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "name"], name="replays_search_name")
        ]

    def __str__(self) -> str:
        """Return the search's name."""
        return self.name


class Opened(models.Model):
    """A player's consent that anyone with the link may open a deal. It is a preference, so it is not in the log."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)

    class Meta:
        """Each player consents to a deal at most once."""

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
