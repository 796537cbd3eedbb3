"""Photographs of results with real cards."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Photograph(models.Model):
    """The bytes of a photograph of a result with real cards, described by `PhotographAdded`.

    They are stored only here. This row is no projection: a rebuild does not touch it. Deleting the row removes the
    bytes; backups contain them.
    """

    tournament_id = models.BigIntegerField(_("tournament"))
    deal_id = models.BigIntegerField(_("deal"))
    number = models.PositiveSmallIntegerField(_("number"))
    content = models.BinaryField(_("photograph"))

    class Meta:
        """Each number is given once in a deal."""

        verbose_name = _("photograph")
        verbose_name_plural = _("photographs")
        constraints = (
            models.UniqueConstraint(
                fields=("deal_id", "number"), name="tournaments_one_photograph_a_number"
            ),
        )

    def __str__(self) -> str:
        """Return the deal and the number."""
        return f"{self.deal_id}/{self.number}"
