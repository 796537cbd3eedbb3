"""Defines paper login cards for members without a password: a QR code for one phone, digits for one evening."""

from django.db import models

from games.models.players import Player


class LoginCard(models.Model):
    """A member's login card, which replaces the previous one. The secrets are only on paper; the row has digests.

    The card ends when its member chooses a password (`Player.end_keys`).
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="card")
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the code's key, in hex."""
    digits = models.CharField(max_length=64)
    """HMAC of the six digits under the club's secret key, in hex: there are too few of them for a digest alone."""
    made_by = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField()
    works_until = models.DateTimeField()
    """Until when the code logs in."""
    digits_until = models.DateTimeField()
    """Until when the digits do: the morning after the evening that they are for."""
    wrong = models.PositiveSmallIntegerField(default=0)
    """How often wrong digits were typed."""
    used_at = models.DateTimeField(null=True, blank=True)
    """When the code logged a phone in; it does so once."""

    def __str__(self) -> str:
        """Return the member's id."""
        return f"card of {self.player_id}"
