"""Defines the rows of disputes about deals on screens and with real cards.

They repeat what the log says, in a form that is easy to list.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.disputing.outcomes import RULINGS, Outcome
from games.engine.recording.similarity import KEY_LENGTH
from games.models.deals import Deal
from games.models.players import Player

STATUS_WORDS: Final[dict[Outcome, Any]] = {
    Outcome.UPHELD: _("upheld"),
    Outcome.REVERSED: _("reversed"),
    Outcome.SHARED: _("shared"),
    Outcome.VOIDED: _("deal void"),
}
"""Where a dispute stands after a ruling, in a word or two."""


def statuses() -> list[tuple[str, Any]]:
    """Return the possible statuses of a dispute as pairs of value and words."""
    return [(FiledDispute.OPEN, _("waiting for a ruling")), *ruled_statuses()]


def ruled_statuses() -> list[tuple[str, Any]]:
    """Return the statuses of a decided dispute as pairs of outcome and words."""
    return [(outcome.value, STATUS_WORDS[outcome]) for outcome in RULINGS]


class FiledDispute(models.Model):
    """A dispute about a discard and, once a referee has ruled, its ruling (§10.7, §10.8).

    The rows are made from events and can be rebuilt: by `replays.projections` from the events of the deal's stream,
    or for deals with real cards by `tournaments.projections.cases` from those of the tournament's stream.
    """

    OPEN: Final = "open"
    """The status of one that waits for a ruling; after it, its outcome."""

    id = models.BigIntegerField(primary_key=True)
    """The place in the log of the event that filed it, so that a rebuild keeps every address."""
    deal = models.ForeignKey(
        Deal, verbose_name=_("deal"), on_delete=models.PROTECT, related_name="disputes"
    )
    real_cards = models.BooleanField(default=False, db_default=False)
    """Whether it was filed at a table with real cards, so that its position is as somebody reported it."""
    number = models.PositiveSmallIntegerField(_("number"))
    """1, 2, 3 … in its deal."""
    discard = models.PositiveIntegerField(_("discard"))
    """The version of the disputed discard in the deal's stream; 0 with real cards."""
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    """The seat that filed it, None for a director who did not sit there."""
    filed_by = models.ForeignKey(
        Player,
        verbose_name=_("filed by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    filed_at = models.DateTimeField(_("filed"))
    reason = models.CharField(_("reason"), max_length=1000)
    status = models.CharField(_("status"), max_length=10, choices=statuses, db_index=True)
    referee = models.ForeignKey(
        Player,
        verbose_name=_("referee"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    section = models.CharField(_("section"), max_length=20, blank=True)
    ruling = models.CharField(_("reason of the ruling"), max_length=1000, blank=True)
    ruled_at = models.DateTimeField(_("ruled"), null=True, blank=True)
    ruling_version = models.PositiveIntegerField(null=True, blank=True)
    """The version of the ruling's event in the deal's stream: which ruling of the deal this is."""

    until = models.DateTimeField(_("appeal until"), null=True, blank=True)
    """Until when its ruling can be appealed; None where there is none to appeal, or nothing says when it ends."""
    provisional = models.BooleanField(default=False, db_default=False)
    """Whether its ruling can be appealed though nothing says until when: the tournament has not set it yet."""
    rule_by = models.DateTimeField(_("to be ruled on by"), null=True, blank=True)
    """By when a referee is to rule on it, or on its appeal, as its event says; None where nothing says when."""
    asked_at = models.DateTimeField(null=True, blank=True)
    """When it was filed, or its ruling appealed, where the event says by when to rule."""
    asked_version = models.PositiveIntegerField(null=True, blank=True)
    """The version of that event in the deal's stream."""
    appealed = models.BooleanField(_("appealed"), default=False)
    joined = models.JSONField(default=list, blank=True)
    """The seats that joined it behind the first, None for a director."""
    proposed = models.CharField(max_length=10, blank=True)
    """The outcome that a referee has proposed and a second one has to sign; empty where nothing is proposed."""

    class Meta:
        """Keeps the name that the table had when it belonged to the app replays."""

        db_table = "replays_dispute"
        ordering = ["-filed_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["deal", "number"], name="replays_dispute_number")
        ]

    def __str__(self) -> str:
        """Return the deal, and the dispute's number in it."""
        return f"{self.deal_id}/{self.number}"

    def reopen(self) -> None:
        """Remove the ruling, so that the dispute waits for a referee again. Not saved."""
        self.status = self.OPEN
        self.referee_id = self.ruled_at = self.ruling_version = self.until = None
        self.section = self.ruling = ""
        self.provisional = False


class Precedent(models.Model):
    """The position that a dispute is about; once its ruling is final, a case of the casebook.

    The projection that makes the dispute's row also makes this one.
    """

    dispute = models.OneToOneField(
        FiledDispute, on_delete=models.CASCADE, primary_key=True, related_name="precedent"
    )
    alike = models.CharField(max_length=KEY_LENGTH, db_index=True)
    """`games.engine.recording.similarity`: the same for all discards that are alike; empty where no worst card was
    asked of it (§10.5)."""
    seat = models.PositiveSmallIntegerField()
    """Whose discard it was."""
    card = models.CharField(max_length=2)
    """The disputed discard, rank then colour (`Rr`)."""
    penalty = models.BooleanField()
    """Whether the penalty fell on it as the engine judged, before any ruling (§10.5)."""
    position: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField()
    """`games.engine.recording.similarity.Faced.to_plain`."""

    class Meta:
        """Keeps the name that the table had when it belonged to the app replays."""

        db_table = "replays_precedent"

    def __str__(self) -> str:
        """Return the dispute's id and the key of similar discards."""
        return f"{self.dispute_id}: {self.alike}"
