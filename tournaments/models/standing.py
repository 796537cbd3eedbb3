"""The standings of tournaments, a row for each line."""

from decimal import Decimal

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.engine.scoring.means import in_points
from tournaments.models.tournament import Tournament


class Standing(models.Model):
    """A line of the current standings."""

    class SettledBy(models.TextChoices):
        """The tie-break that decided a place: the values of `tie_breaks.TieBreak`."""

        FINAL = "final", _("being in the final")
        FINAL_PLAYED = "sat-final", _("having played in the final")
        IN_FINAL = "in-final", _("points of the final")
        PLAYED = "played", _("having played")
        POINTS = "points", _("points")
        DIRECT = "direct", _("points in deals among the tied")
        WINS = "wins", _("more deals won")
        BEST_HAND = "best-hand", _("the best winning hand")
        PENALTIES = "penalties", _("fewer penalties")
        LAST_ROUND = "last-round", _("points of the last round")
        AVERAGE = "average", _("points per deal")
        SHARED = "shared", _("none: the place is shared")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="standings")
    line = models.PositiveSmallIntegerField(_("line"))
    place = models.PositiveSmallIntegerField(_("place"), null=True)
    participant = models.CharField(_("participant"), max_length=40)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
    )
    points = models.BigIntegerField(_("points"))
    """In parts of a point, as `unit` says."""
    unit = models.PositiveSmallIntegerField(_("parts of a point"), default=1)
    deals = models.PositiveIntegerField(_("deals"))
    wins = models.PositiveIntegerField(_("deals won"))
    best_hand = models.PositiveSmallIntegerField(_("best hand"))
    penalties = models.PositiveIntegerField(_("penalties"))
    settled_by = models.CharField(_("decided by"), max_length=10, choices=SettledBy)
    prize = models.PositiveIntegerField(_("prize"), null=True, help_text=_("Chips, once closed."))
    notes = models.JSONField(_("remarks"), default=list, blank=True)
    """Each a kind (`notes.Kind`), a number and a reason."""

    class Meta:
        """Best first; each participant has one line."""

        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        ordering = ("tournament", "line")
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "participant"), name="tournaments_one_standing_a_participant"
            ),
        )

    def __str__(self) -> str:
        """Return the place and the participant."""
        return f"{self.place}. {self.participant}"

    @property
    def score(self) -> int | Decimal:
        """Return the points: whole ones, or with their thousandths in a duplicate."""
        return in_points(self.points, self.unit)
