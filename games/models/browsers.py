"""Defines the rows of browsers: where a member is logged in, and which members share a browser."""

from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models

from games.models.players import Player


class MemberSession(AbstractBaseSession):
    """A logged-in browser, which its member can see and log out. Its key is a digest of the cookie's key.

    `tusac_site.security.sessions` writes it.
    """

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="sessions"
    )
    """Empty before the login."""
    device = models.CharField(max_length=60, blank=True)
    """What the browser says it is, as `games.presenters.people.devices` reads it."""
    begun_at = models.DateTimeField(null=True, blank=True)
    """When the member logged in."""
    seen_at = models.DateTimeField()
    """Within a few minutes."""

    class Meta(AbstractBaseSession.Meta):
        """Indexed by the time of the last request, because the lobby lists who is here."""

        abstract = False
        indexes = [models.Index(fields=["seen_at"], name="games_session_seen")]


class BrowserOfMember(models.Model):
    """A browser in which a member has logged in. With these rows an owner sees who plays from the same browser."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    browser = models.CharField(max_length=32)
    """A digest of the number that the browser was given; it tells nothing but that two are the same."""
    seen_at = models.DateTimeField()

    class Meta:
        """Requires one row per browser and member."""

        constraints = [
            models.UniqueConstraint(
                fields=["player", "browser"], name="games_browser_once_a_member"
            )
        ]
        indexes = [models.Index(fields=["browser"], name="games_browser_of_members")]

    def __str__(self) -> str:
        """Return the member's id."""
        return f"a browser of {self.player_id}"
