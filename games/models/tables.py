"""Defines the tables of the lobby, their seats and their spectators."""

from typing import Any, Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.common.places import table_on_screen
from games.models.players import Player

IMPORTED: Final = "import-"
"""How the origin of a table begins that holds an imported deal; the deal's commitment follows."""


class Table(models.Model):
    """A table of the lobby: its rules and its seats. It outlives the deals that are played at it."""

    class Admission(models.TextChoices):
        """The people who may take a seat."""

        OPEN = "open", _("every member")
        INVITED = "invited", _("only members who were invited")
        FIXED = "fixed", _("seats drawn by a tournament")

    class Pace(models.TextChoices):
        """How long bots wait before they move, so that people can follow them (`games.commands.deal.thinking`)."""

        QUICK = "quick", pgettext_lazy("a pace", "quick")
        NORMAL = "normal", pgettext_lazy("a pace", "normal")
        SLOW = "slow", pgettext_lazy("a pace", "slow")

    name = models.CharField(_("name"), max_length=60)
    rules: Any = models.JSONField(_("rules"))
    """The rule set in full, as `schema.rules_to_plain` writes it (§11.1)."""
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    admission = models.CharField(_("open to"), max_length=10, choices=Admission.choices)
    invited = models.ManyToManyField(
        Player, verbose_name=_("invited"), blank=True, related_name="+"
    )
    filler = models.CharField(_("bot for empty seats"), max_length=20, blank=True)
    """The kind of bot that takes seats nobody sits in when a deal begins; empty for none."""
    seconds_per_move = models.PositiveSmallIntegerField(_("seconds per move"))
    bank_seconds = models.PositiveSmallIntegerField(_("extra seconds per deal"), default=0)
    "Extra time each player can use during a deal, on any of their moves."
    pace = models.CharField(
        _("bot speed"),
        max_length=10,
        choices=Pace.choices,
        default=Pace.NORMAL,
        db_default="normal",
    )
    """Where several people play; who plays bots alone has a pace of their own."""
    chips_per_point = models.PositiveIntegerField(_("chips per point"))
    """What a point is worth; 0 plays for honour, and tournament tables are always 0."""
    coach = models.BooleanField(default=False)
    """Whether a seat may ask the coach here; never at the tables of a tournament."""
    code = models.CharField(max_length=6, null=True, blank=True, unique=True, editable=False)
    """The letters by which who was told them comes in (`games.commands.table.codes`); None where the host gave none."""
    origin = models.CharField(max_length=80, blank=True, db_index=True)
    """Who opened it on whose behalf, such as `tournament-3/1/2`; opaque to this app."""
    starts_itself = models.BooleanField(_("starts automatically when full"), default=False)
    """Whether the clock for getting ready runs as soon as people sit in all seats."""
    wants_bots = models.BooleanField(_("programs may join"), default=False, db_default=False)
    """Whether members' programs that ask for any table may take its free seats."""
    spectators = models.BooleanField(_("may be watched"), default=True)
    """Whether who has no seat may look on while a deal is played."""
    spectator_delay = models.PositiveSmallIntegerField(_("delay for spectators"), default=0)
    """The delay for spectators, in seconds."""
    phrases = models.BooleanField(_("phrases between seats"), default=True)
    call_link = models.CharField(
        max_length=200, blank=True, default="", db_default="", editable=False
    )
    """Where those who sit here talk to each other (`games.common.call_links`); nobody else sees it."""
    watched_at = models.DateTimeField(null=True, blank=True)
    """When somebody without a seat last looked on, within half a minute."""
    cardboard = models.BooleanField(_("real cards"), default=False)
    """Whether it is played with real cards: no deal is dealt, and results are entered on the tournament's page."""
    call = models.ForeignKey(
        "games.Call",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    """The last call of the referee here, open or answered; None where there was none."""
    starters: Any = models.JSONField(default=list, blank=True)
    """The fixed starters of the planned deals (§8.3); empty where §1.5 and §8.3 find them."""
    secrets: Any = models.JSONField(default=list, blank=True, editable=False)
    """Of a duplicate's table: the secret of each planned deal, encrypted, which all tables of its round share."""
    held = models.BooleanField(default=False, editable=False)
    """Whether no deal is prepared here: until the tournament lets the table go, or a table for friends has waited."""
    starts_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When a table for friends stops waiting for more of them; None while its host is alone, and at other tables."""
    opened_by = models.ForeignKey(
        Player, verbose_name=_("opened by"), on_delete=models.PROTECT, related_name="+"
    )
    opened_at = models.DateTimeField(_("opened"))
    used_at = models.DateTimeField()
    """When somebody last opened it or sat down, or a deal was prepared: the lobby's order."""
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        """Sets the model's names in the admin, and indexes the open tables."""

        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes = [
            models.Index(fields=["closed_at", "opened_at"], name="games_table_open"),
            models.Index(
                fields=["opened_by"],
                condition=Q(closed_at__isnull=True),
                name="games_table_of_host",
            ),
        ]

    def __str__(self) -> str:
        """Return the table's name."""
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """Return the table's name on screen; a tournament's table has its round and number."""
        return table_on_screen(self.name)

    @property
    def waits_for_friends(self) -> bool:
        """Return whether the table waits for friends: until the host starts, a set time, or the last friend joins."""
        return self.held and self.admission != self.Admission.FIXED and self.closed_at is None

    def is_run_by(self, player: Player | None) -> bool:
        """Return whether this player may start, close and invite to the table: its host, and every director."""
        return player is not None and (player.pk == self.opened_by_id or player.runs_the_club)

    @property
    def duplicate(self) -> bool:
        """Return whether other tables play the same deals as this one.

        Nobody may watch such a table, and its deals are sealed until all have played them.
        """
        return bool(self.secrets)

    @property
    def has_coach(self) -> bool:
        """Return whether players may use the coach; always False at a tournament's tables."""
        return self.coach and self.admission != self.Admission.FIXED


class SeatWait(models.Model):
    """A person who opened the link of a table that was full or playing, and who gets the next free seat."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="waiting")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()
    """When they came, or last had the table's page open (`games.commands.table.social.note_waiting`)."""

    class Meta:
        """Requires that a player waits at most once at a table."""

        constraints = [
            models.UniqueConstraint(fields=["table", "player"], name="games_waits_once"),
        ]

    def __str__(self) -> str:
        """Return the player's and the table's number."""
        return f"{self.player_id} at {self.table_id}"


class Seat(models.Model):
    """A seat of a table and its occupant: a player, a bot, or nobody."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="seats"
    )
    bot = models.CharField(max_length=20, blank=True)
    said = models.CharField(max_length=20, blank=True)
    """The phrase that it said last; one takes the place of the other, and none is kept."""
    said_at = models.DateTimeField(null=True, blank=True)
    ready = models.BooleanField(default=False, db_default=False)
    """Whether the player is ready for the next deal without being asked: they were for one that was called off, or came
    by the table's link. Only where nothing is at stake."""
    swap_with = models.PositiveSmallIntegerField(null=True, blank=True)
    """The seat whose player this one's has asked to swap seats (`games.commands.table.swaps`); None for nobody."""
    seen_at = models.DateTimeField(null=True, blank=True)
    """When an open page of who sits there last asked for the table, within `LOOK_NOTED`; None before it has."""

    class Meta:
        """Requires that a player sits at most once at a table."""

        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="games_seat_once"),
            models.UniqueConstraint(
                fields=["table", "player"],
                condition=Q(player__isnull=False),
                name="games_player_once",
            ),
        ]

    def __str__(self) -> str:
        """Return the table and the seat's number."""
        return f"{self.table_id}/{self.number}"


class Watcher(models.Model):
    """A spectator at a table: a member, or a guest, known only by a digest for the browser."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="watchers")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    guest = models.CharField(max_length=32, blank=True)
    seen_at = models.DateTimeField()

    class Meta:
        """Requires one row per table for each spectator."""

        constraints = [
            models.UniqueConstraint(
                fields=["table", "player"],
                condition=Q(player__isnull=False),
                name="games_member_watches_once",
            ),
            models.UniqueConstraint(
                fields=["table", "guest"],
                condition=Q(player__isnull=True),
                name="games_guest_watches_once",
            ),
        ]

    def __str__(self) -> str:
        """Return the spectator's number or digest, and the table's number."""
        return f"{self.player_id or self.guest} watches table {self.table_id}"
