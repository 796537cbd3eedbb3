"""Rows of invitations to a tournament; `projections` writes them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Invitation(models.Model):
    """A member invited to a tournament, whether the terms require it or not."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="invitations"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="+",
    )
    invited_at = models.DateTimeField(_("invited at"))
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("invited by"),
        on_delete=models.PROTECT,
        related_name="+",
    )

    class Meta:
        """Order of invitation; each member is invited once."""

        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "player"), name="tournaments_one_invitation_a_player"
            ),
        )

    def __str__(self) -> str:
        """Return the player and the tournament."""
        return f"{self.player_id} invited to {self.tournament_id}"
