"""Rows of tables with real cards: photographs of results, and disputed discards."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import FiledDispute
from tournaments.models.tournament import Tournament


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


class ReportedDiscard(models.Model):
    """What a dispute about a discard with real cards has besides its `FiledDispute`: its place and the objections.

    `projections.cases` writes both rows.
    """

    dispute = models.OneToOneField(
        FiledDispute, on_delete=models.CASCADE, primary_key=True, related_name="reported"
    )
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    said: models.JSONField[list[list[Any]], list[list[Any]]] = models.JSONField(default=list)
    """The objections: seat (None: a director or referee), player, words."""

    def __str__(self) -> str:
        """Return the dispute."""
        return str(self.dispute_id)
