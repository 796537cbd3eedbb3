"""Rows for pages to read, made from the events of tournaments; `projections` writes them.

The streams `tournament-<id>` are the source. Only the link from a drawn table to the club's table is in no event.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.engine.terms import Terms, chosen_terms, terms_from


class Tournament(models.Model):
    """A tournament after `version` events."""

    class Status(models.TextChoices):
        """The stages of a tournament: the values of `state.Status`."""

        OPEN = "open", _("open for entries")
        RUNNING = "running", _("running")
        CLOSED = "closed", pgettext_lazy("a tournament", "closed")
        CANCELLED = "cancelled", _("cancelled")

    class Format(models.TextChoices):
        """The pairing method of a tournament: the values of `terms.Format`."""

        EVEN = "even", _("balanced: everyone meets everyone about equally often")
        SWISS = "swiss", _("neighbours in the standings meet (Swiss)")
        FIXED = "fixed", _("the director seats everyone before the start")
        GROUPS = "groups", _("groups and a final")

    class Admits(models.TextChoices):
        """The people who may enter: the values of `terms.Admits`."""

        MEMBERS = "members", _("every member of the club")
        INVITED = "invited", _("only invited members")

    class Odd(models.TextChoices):
        """What to do when members do not fill tables of four: the values of `terms.Odd`."""

        BY_CARDS = "by-cards", _("with real cards: tables of three; on screen: the club's bots")
        THREES = "threes", _("tables of three")
        SIT_OUT = "sit-out", _("take turns sitting out")
        BOTS = "bots", _("the club's bots")

    class RankedBy(models.TextChoices):
        """What members are ranked by: the values of `sat_out.RankedBy`."""

        POINTS = "points", _("points")
        DEAL = "deal", _("points per deal")

    class Unplayed(models.TextChoices):
        """What a member gets for a round sat out by turns: the values of `sat_out.Unplayed`."""

        NOTHING = "nothing", pgettext_lazy("what a round counts", "nothing")
        MEAN = "mean", _("the average of that member's deals")

    TERMS_WITH_COLUMN = (
        *("name", "series", "entry_fee", "club_pays", "check_in", "check_in_ends", "duplicate"),
    )
    """The terms that queries ask for: beside `terms` each has a column of its name, which says the same."""

    stored_terms = models.JSONField(_("settings"))
    """The terms that are not as by default, so that a new one needs no migration; `terms` reads and sets them."""
    name = models.CharField(_("name"), max_length=80)
    series = models.CharField(_("series"), max_length=80, blank=True, db_index=True)
    entry_fee = models.PositiveIntegerField(_("entry fee"), help_text=_("Chips."))
    club_pays = models.BooleanField(_("the club pays the fees"), default=False)
    check_in = models.BooleanField(_("members check in"), default=False)
    check_in_ends = models.PositiveSmallIntegerField(
        _("minutes from check-in to start"), null=True, blank=True
    )
    duplicate = models.BooleanField(_("duplicate"), default=False)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    check_in_closed = models.BooleanField(_("check-in closed"), default=False)
    appeal_until = models.DateTimeField(_("provisional until"), null=True, blank=True)
    """Known once the last deal is over."""
    cardboard = models.BooleanField(_("real cards"), default=False)
    """Whether every table is marked for real cards from the next draw on."""
    director = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("director"),
        on_delete=models.PROTECT,
        related_name="+",
    )
    entrants = models.PositiveSmallIntegerField(_("members entered"), default=0)
    rounds_drawn = models.PositiveSmallIntegerField(_("rounds drawn"), default=0)
    rounds_closed = models.PositiveSmallIntegerField(_("rounds closed"), default=0)
    rounds_begun = models.PositiveSmallIntegerField(_("rounds started"), default=0)
    clock_until = models.DateTimeField(_("the round's clock"), null=True, blank=True)
    """When the drawn round begins, or its minutes are up once it has; in a pause relative to `paused_at`."""
    clock_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When `clock_until` or `appeal_until` was set, by the same clock."""
    time_up = models.BooleanField(_("time is up in the round"), default=False)
    paused_at = models.DateTimeField(_("paused since"), null=True, blank=True)
    paused_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("paused by"),
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    pause_reason = models.CharField(_("reason for the pause"), max_length=500, blank=True)
    starts_at = models.DateTimeField(_("begins at"), null=True, blank=True)
    """As announced; `started_at` says when it did."""
    description = models.TextField(_("description"), blank=True)
    created_at = models.DateTimeField(_("created at"))
    started_at = models.DateTimeField(_("started at"), null=True)
    ended_at = models.DateTimeField(_("ended at"), null=True)
    end_reason = models.CharField(_("reason for cancelling"), max_length=500, blank=True)
    corrections = models.PositiveIntegerField(_("corrections"), default=0)
    """How many events of its log correct something: its page reads them only where there are any."""
    agreements = models.PositiveSmallIntegerField(
        _("requests for agreement"), default=0, db_default=0
    )
    """How many acts of a director who plays wait for another member's agreement."""
    version = models.PositiveIntegerField(_("version"), default=0)
    # The form that announced it: sent twice, it finds the tournament made the first time.
    idempotency_key = models.UUIDField(null=True, blank=True, unique=True, editable=False)

    class Meta:
        """Newest first."""

        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ("-id",)

    def __str__(self) -> str:
        """Return the name."""
        return self.name

    @property
    def terms(self) -> Terms:
        """Return the current terms."""
        read: tuple[Any, Terms] | None = self.__dict__.get("_read_terms")
        if read is None or read[0] is not self.stored_terms:  # once for each value of the column
            read = self.__dict__["_read_terms"] = self.stored_terms, terms_from(self.stored_terms)
        return read[1]

    @terms.setter
    def terms(self, terms: Terms) -> None:
        self.stored_terms = chosen_terms(terms)
        for name in self.TERMS_WITH_COLUMN:
            setattr(self, name, getattr(terms, name))

    @property
    def format_words(self) -> str:
        """Return the name of the format."""
        return str(self.Format(self.terms.format).label)

    @property
    def admits_words(self) -> str:
        """Return who may enter."""
        return str(self.Admits(self.terms.admits).label)

    @property
    def own_fee(self) -> int:
        """Return the fee that members pay themselves: 0 if the club pays it."""
        return 0 if self.club_pays else self.entry_fee

    @property
    def shows_prizes(self) -> bool:
        """Return whether the standings show prizes."""
        return self.status == self.Status.CLOSED and self.entry_fee > 0

    @property
    def has_standings(self) -> bool:
        """Return whether there are standings to show: a round is closed, or somebody has a deal or points."""
        return self.rounds_closed > 0 or self.standings.exclude(deals=0, points=0).exists()

    @property
    def no_screens(self) -> bool:
        """Return whether every table plays with real cards: all are set to them, and no bots fill tables."""
        bots = self.terms.odd == self.Odd.BOTS or self.terms.fill_to
        return self.cardboard and not bots

    @property
    def waits(self) -> bool:
        """Return whether a drawn round has not yet begun."""
        return self.rounds_begun < self.rounds_drawn and self.status == self.Status.RUNNING

    @property
    def check_in_until(self) -> datetime | None:
        """Return until when members can check themselves in; None without such a limit."""
        if not self.check_in or self.check_in_ends is None or self.starts_at is None:
            return None
        return self.starts_at - timedelta(minutes=self.check_in_ends)

    def takes_check_in(self, now: datetime) -> bool:
        """Return whether members can check in now."""
        if self.status != self.Status.OPEN or not self.check_in or self.check_in_closed:
            return False
        return self.check_in_until is None or now < self.check_in_until

    @property
    def pot(self) -> int:
        """Return the entry fees of all entrants, in chips."""
        return self.entry_fee * self.entrants


class DrawSecret(models.Model):
    """A tournament's draw secrets (`commitment`), encrypted until it is over (see `infrastructure.encryption`)."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    encrypted = models.CharField(max_length=255, blank=True)
    """The secret of the last draw, from which all others come. Empty once nothing is drawn any more."""

    def __str__(self) -> str:
        """Return whose secret it is, never the secret."""
        return f"secret of the draws of {self.tournament_id}"


class Entry(models.Model):
    """A member's entry in a tournament; an entry with a status in `NO_ENTRY` no longer counts."""

    class Status(models.TextChoices):
        """Whether the member is in the next round's draw, and if not, why."""

        PLAYS = "plays", _("plays")
        ABSENT = "absent", _("sits out the next round")
        WITHDREW = "withdrew", _("withdrew")
        REMOVED = "removed", _("was removed")
        LEFT_OUT = "left-out", _("had not checked in")
        TURNED_AWAY = "turned", _("was removed before the start")

    NO_ENTRY = (Status.LEFT_OUT, Status.TURNED_AWAY)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="tournament_entries",
    )
    entered_at = models.DateTimeField(_("entered at"))
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("entered by"),
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    """The director who entered the member; None for who entered without help."""
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.PLAYS)
    checked_in = models.BooleanField(_("checked in"), default=False)

    class Meta:
        """Sorted by id, the order in which members entered; a member has at most one entry in a tournament."""

        verbose_name = pgettext_lazy("in a tournament", "entry")
        verbose_name_plural = pgettext_lazy("in a tournament", "entries")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "player"), name="tournaments_one_entry_a_player"
            ),
        )

    def __str__(self) -> str:
        """Return the player and the tournament."""
        return f"{self.player_id} in {self.tournament_id}"


class Reserve(models.Model):
    """A member on the reserve list of a tournament: a substitute for empty seats."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="reserves")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="+",
    )
    listed_at = models.DateTimeField(_("listed at"))

    class Meta:
        """Order of the list; each member is on it once."""

        verbose_name = _("reserve")
        verbose_name_plural = _("reserve list")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "player"), name="tournaments_one_reserve_a_player"
            ),
        )

    def __str__(self) -> str:
        """Return the player and the tournament."""
        return f"{self.player_id} in reserve of {self.tournament_id}"


class RoundTable(models.Model):
    """A table of a round: its seats, its progress, and the club's table where it is played."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tables")
    round = models.PositiveSmallIntegerField(_("round"))
    number = models.PositiveSmallIntegerField(_("table"))
    seats = models.JSONField(_("seats"), help_text=_("Four participant labels, South first."))
    occupants = models.JSONField(default=list, blank=True, editable=False)
    """Who has each seat from the next deal on where it was given away, else ""; nothing where none was."""
    section = models.PositiveSmallIntegerField(_("group"), null=True, blank=True)
    """The group that plays here, 0 for the final, None for neither."""
    starters = models.JSONField(_("starters"), help_text=_("The seat that starts each deal."))
    """With those of the deals that are played again."""
    voided = models.JSONField(_("voided deals"), default=list, blank=True)
    """The numbers of the deals that count no more."""
    deals_done = models.PositiveSmallIntegerField(_("deals done"), default=0)
    stopped = models.PositiveSmallIntegerField(_("deals when time was up"), null=True, blank=True)
    paused_deal = models.BigIntegerField(null=True, blank=True, editable=False)
    """The deal that stands still with all others; one that a director paused alone is not."""
    cardboard = models.BooleanField(_("real cards"), default=False)
    # A number and no foreign key: the rows of the club's tables belong to games, which may drop old ones.
    games_table_id = models.BigIntegerField(_("club table"), null=True, blank=True)

    class Meta:
        """Ordered by round and number; each number occurs once in a round."""

        verbose_name = _("round table")
        verbose_name_plural = _("round tables")
        ordering = ("tournament", "round", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "round", "number"), name="tournaments_one_table_a_number"
            ),
            models.UniqueConstraint(
                fields=("games_table_id",), name="tournaments_one_round_a_club_table"
            ),
        )

    def __str__(self) -> str:
        """Return the tournament, round and number."""
        return f"{self.tournament_id}/{self.round}/{self.number}"

    @property
    def done(self) -> bool:
        """Return whether the table plays no further deal this round."""
        planned = len(self.starters) if self.stopped is None else self.stopped
        return self.deals_done >= planned

    @property
    def holders(self) -> list[str]:
        """Return the labels of the seats' holders from the next deal on."""
        if not self.occupants:
            return list(self.seats)
        pairs = zip(self.occupants, self.seats, strict=True)
        return [now or drawn for now, drawn in pairs]
