"""Defines the rows of ratings and of the deals that count for them. All can be computed from the log."""

from typing import Any

from django.db import models

from games.models.deals import Deal
from games.models.players import Player


class RatedDeal(models.Model):
    """A rated deal: who sat there and how much they won, after every ruling.

    Its primary key gives the order in which deals count.
    """

    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="+")
    rules = models.CharField(max_length=60)
    """The rule set's key."""
    players: Any = models.JSONField()
    """Labels by seat; where the careful bot made every move of a seat, its label."""
    net: Any = models.JSONField()
    """Points by seat."""
    voided = models.BooleanField(default=False)
    """Whether its tournament's director or a ruling has voided it: then it changes nobody's rating."""

    class Meta:
        """Indexed by rule set, because ratings are computed for one rule set at a time."""

        indexes = [models.Index(fields=["rules", "id"], name="games_rateddeal_rules")]

    def __str__(self) -> str:
        """Return the deal."""
        return f"rated deal {self.deal_id}"


class Rating(models.Model):
    """The present rating of a member or a kind of bot under one rule set."""

    rules = models.CharField(max_length=60)
    label = models.CharField(max_length=40)
    """The participant as events name it: `player:12` or `bot:club`."""
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="ratings"
    )
    mu = models.FloatField()
    sigma = models.FloatField()
    deals = models.PositiveIntegerField(default=0)
    last = models.BigIntegerField(default=0)
    """The rated deal after which it is so."""

    class Meta:
        """Requires one rating per participant and rule set."""

        constraints = [models.UniqueConstraint(fields=["label", "rules"], name="games_rating_once")]
        indexes = [models.Index(fields=["rules", "-mu", "id"], name="games_rating_listed")]

    def __str__(self) -> str:
        """Return the participant and the rule set."""
        return f"{self.label} in {self.rules}"


class RatingStep(models.Model):
    """A rating after one deal."""

    rating = models.ForeignKey(
        Rating, on_delete=models.CASCADE, related_name="steps", db_index=False
    )
    rated = models.ForeignKey(RatedDeal, on_delete=models.CASCADE, related_name="steps")
    mu = models.FloatField()
    sigma = models.FloatField()
    deals = models.PositiveIntegerField()
    """How many deals it has counted, with this one."""

    class Meta:
        """Requires one step per rating and rated deal."""

        constraints = [
            models.UniqueConstraint(fields=["rating", "rated"], name="games_ratingstep_once")
        ]

    def __str__(self) -> str:
        """Return the rating and the rated deal."""
        return f"{self.rating_id} after {self.rated_id}"


class RatingFold(models.Model):
    """The rated deal up to which a rule set's ratings are computed; a late ruling moves it back."""

    rules = models.CharField(max_length=60, primary_key=True)
    folded_to = models.BigIntegerField(default=0)
    """Every rated deal up to this one has its steps."""

    def __str__(self) -> str:
        """Return the rule set and the rated deal."""
        return f"{self.rules} to {self.folded_to}"
