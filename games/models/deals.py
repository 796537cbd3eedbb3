"""Defines the rows of deals, of who sat in them, and of their secrets. What happened in them is in the log."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.common.places import deal_on_screen
from games.models.players import Player
from games.models.tables import Table


class Deal(models.Model):
    """Ván: the row of a deal's present state, made from its events; everything in it is in the log as well.

    It holds no card. But `version` also counts hidden answers to claims, and its times may reveal who was asked. So
    views get it only through `games.queries.play.seen.SeenDeal`.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="deals")
    number = models.PositiveIntegerField()
    """1, 2, 3 … at its table; one that was called off leaves it to the next."""
    version = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=10)
    """The engine's, but under claims the turn that would be: that there are any is private (§6.10)."""
    turn = models.PositiveSmallIntegerField(default=0)
    deadline = models.DateTimeField(null=True, blank=True)
    """When the time of the seat to move runs out."""
    bot_due = models.DateTimeField(null=True, blank=True)
    """When a bot is to move, if one is to; the sweep looks here for what the broker lost."""
    window_until = models.DateTimeField(null=True, blank=True)
    """When the claim window closes that is open, asked or not; until then the deal waits for nobody else (§6.10)."""
    unseen_until = models.DateTimeField(null=True, blank=True)
    """When the careful bot plays for the seat to move, since its owner's page looks at the table no more.

    None while the page does, or has not been missed yet; the deadline stays what it is, for who looks again.
    """
    paused_at = models.DateTimeField(null=True, blank=True)
    """Since when the deal is paused: until it is resumed none of the moments above comes."""
    paused_until = models.DateTimeField(null=True, blank=True)
    """When the pause ends by itself, if it does."""
    owed_version = models.PositiveIntegerField(default=0)
    """The version of the last event that calls for money to move."""
    settled_version = models.PositiveIntegerField(default=0)
    """The version up to which the ledger has followed."""
    hold_due = models.DateTimeField(null=True, blank=True)
    """When to look at what the deal's dispute holds of its chips; None where nothing is held, or will be."""
    prepared_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    """When the last event was added of which everybody may know, by the clock that the deadlines go by.

    The log's own time is later where that clock was set back.
    """
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.PositiveSmallIntegerField(default=0)
    offender = models.PositiveSmallIntegerField(null=True, blank=True)
    rare = models.CharField(max_length=30, blank=True, default="", db_default="")
    """What is rare about the winner's hand, by `games.engine.hands.rare.Rarity`; empty for most."""
    cancelled = models.BooleanField(default=False)
    sealed = models.BooleanField(default=False)
    """Whether other tables may yet play the same deal: until they have, nobody sees how this one went."""
    entered: Any = models.JSONField(null=True, blank=True)
    """Of a deal with real cards, which has no stream: how far its result is confirmed, and what lay on the table."""

    class Meta:
        """Requires at most one running deal per table."""

        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"],
                condition=Q(cancelled=False),
                name="games_deal_number",
            ),
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at__isnull=True), name="games_one_running_deal"
            ),
        ]
        # None over a column that a move changes: PostgreSQL then updates the row in its page, and no index.
        indexes = [
            models.Index(
                fields=["owed_version"],
                condition=Q(owed_version__gt=F("settled_version")),
                name="games_deal_unsettled",
            ),
            models.Index(
                fields=["ended_at", "id"],
                condition=Q(ended_at__isnull=False, cancelled=False),
                name="games_deal_finished",
            ),
            models.Index(
                fields=["hold_due"],
                condition=Q(hold_due__isnull=False),
                name="games_deal_holding",
            ),
            models.Index(fields=["id"], condition=Q(cancelled=True), name="games_deal_called_off"),
            models.Index(fields=["table"], condition=Q(sealed=True), name="games_deal_sealed"),
        ]

    def __str__(self) -> str:
        """Return the name of its stream."""
        return self.stream

    @property
    def shown_name(self) -> str:
        """Return the deal's name in a title, made from its number and its table. Reads the table's row."""
        return deal_on_screen(self.number, self.table.name)

    @property
    def real_cards(self) -> bool:
        """Return whether the deal was played with real cards: it then has an entered result, and no moves."""
        return self.entered is not None

    @property
    def stream(self) -> str:
        """Return the name of its stream in the log."""
        return f"deal-{self.pk}"


class DealSeat(models.Model):
    """A seat of a deal: who sat there, whether they are ready, and the points that they won."""

    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="deal_seats",
        db_index=False,  # the index of a player's deals begins with it
    )
    bot = models.CharField(max_length=20, blank=True)
    elsewhere = models.CharField(max_length=100, blank=True)
    """Of an imported deal: the name of who sat here, as the file of records gave it; a person of another club."""
    ready = models.BooleanField(default=False)
    net = models.IntegerField(null=True, blank=True)
    freed_at = models.DateTimeField(null=True, blank=True)
    """When the player lost the seat for not being ready in time; empty again once that player knows."""
    withheld = models.BooleanField(default=False)
    """Whether the seat was bound to a seed and did not open it in time."""
    called_off_at = models.DateTimeField(null=True, blank=True)
    """When the deal was called off because this player left others, or was not there."""

    class Meta:
        """Requires at most one occupant per seat."""

        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["deal", "number"], name="games_dealseat_once")
        ]
        indexes = [
            models.Index(fields=["player", "deal"], name="games_dealseat_player"),
            models.Index(
                fields=["player"],
                condition=Q(freed_at__isnull=False),
                name="games_dealseat_freed",
            ),
            models.Index(
                fields=["player"], condition=Q(withheld=True), name="games_dealseat_withheld"
            ),
            models.Index(
                fields=["player", "called_off_at"],
                condition=Q(called_off_at__isnull=False),
                name="games_dealseat_called_off",
            ),
        ]

    def __str__(self) -> str:
        """Return the deal and the seat's number."""
        return f"{self.deal_id}/{self.number}"

    @property
    def label(self) -> str:
        """Return the participant as events name it: `player:12` or `bot:club`."""
        return f"bot:{self.bot}" if self.player_id is None else f"player:{self.player_id}"


class DealSecret(models.Model):
    """The server's secret seed of a deal, encrypted (`games.infrastructure.encryption`) until the deal publishes it."""

    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, primary_key=True, related_name="+")
    commitment = models.CharField(max_length=64)
    """Of the secret, so that no deal comes in twice; what binds the deal is the one in its first event."""
    encrypted = models.CharField(max_length=255, blank=True)
    """Empty once the secret is published."""

    def __str__(self) -> str:
        """Return the deal, never the secret."""
        return f"secret of deal {self.deal_id}"
