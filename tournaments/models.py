"""Rows made from the events of tournaments, for pages to read; `projections.py` writes them.

The facts are in the streams `tournament-<id>`. Only the link from a drawn table to the club's table is nowhere else.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Tournament(models.Model):
    """A tournament as it stands after `version` events."""

    class Status(models.TextChoices):
        """The stages of a tournament: the values of `state.Status`."""

        OPEN = "open", _("open for entries")
        RUNNING = "running", _("running")
        CLOSED = "closed", pgettext_lazy("a tournament", "closed")
        CANCELLED = "cancelled", _("cancelled")

    name = models.CharField(_("name"), max_length=80)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    rules = models.CharField(_("rule set"), max_length=40)
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    deals_per_round = models.PositiveSmallIntegerField(_("deals in a round"))
    entry_fee = models.PositiveIntegerField(_("entry fee"), help_text=_("Chips."))
    prize_shares = models.JSONField(_("prize shares"), help_text=_("Percents of the pot by place."))
    seconds_per_move = models.PositiveSmallIntegerField(_("seconds for a move"))
    bank_seconds = models.PositiveSmallIntegerField(_("bank in seconds"), default=0)
    spectator_delay = models.PositiveSmallIntegerField(
        _("delay for spectators"), null=True, blank=True
    )
    """By how many seconds they see a table later; None where nobody may look on."""
    filler = models.CharField(_("bot in empty seats"), max_length=40)
    fill_to = models.PositiveSmallIntegerField(_("fill up with bots to"), default=0)
    least_members = models.PositiveSmallIntegerField(_("least members"), default=1)
    late_until = models.PositiveSmallIntegerField(_("last round to enter for"), default=0)
    """The last round that is drawn with who enters after the start; 0 where nobody may."""
    check_in = models.BooleanField(_("members check in"), default=False)
    director = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("director"),
        on_delete=models.PROTECT,
        related_name="+",
    )
    entrants = models.PositiveSmallIntegerField(_("members entered"), default=0)
    rounds_drawn = models.PositiveSmallIntegerField(_("rounds drawn"), default=0)
    rounds_closed = models.PositiveSmallIntegerField(_("rounds closed"), default=0)
    starts_at = models.DateTimeField(_("begins at"), null=True, blank=True)
    """As announced; `started_at` says when it did."""
    description = models.TextField(_("description"), blank=True)
    created_at = models.DateTimeField(_("created at"))
    started_at = models.DateTimeField(_("started at"), null=True)
    ended_at = models.DateTimeField(_("ended at"), null=True)
    end_reason = models.CharField(_("reason for cancelling"), max_length=500, blank=True)
    version = models.PositiveIntegerField(_("version"), default=0)
    # The form that announced it: sent twice, it finds the tournament that it made the first time.
    idempotency_key = models.UUIDField(null=True, blank=True, unique=True, editable=False)

    class Meta:
        """The newest first."""

        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ("-id",)

    def __str__(self) -> str:
        """The name."""
        return self.name

    @property
    def pot(self) -> int:
        """The entry fees of all who have entered, in chips."""
        return self.entry_fee * self.entrants


class DrawSecret(models.Model):
    """The secret to which a tournament's draws are bound, encrypted (`games.encryption`) until it starts."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    encrypted = models.CharField(max_length=255, blank=True)
    """Empty once the secret is published."""

    def __str__(self) -> str:
        """Never the secret."""
        return f"secret of the draws of {self.tournament_id}"


class Entry(models.Model):
    """A member who has entered, or had: `LEFT_OUT` is no entry any more."""

    class Status(models.TextChoices):
        """Whether the next round is drawn with them."""

        PLAYS = "plays", _("plays")
        ABSENT = "absent", _("sits out the next round")
        WITHDREW = "withdrew", _("withdrew")
        REMOVED = "removed", _("was removed")
        LEFT_OUT = "left-out", _("had not checked in")

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
    checked_in = models.BooleanField(_("is there"), default=False)

    class Meta:
        """In order of entry, everybody once."""

        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "player"), name="tournaments_one_entry_a_player"
            ),
        )

    def __str__(self) -> str:
        """Player and tournament."""
        return f"{self.player_id} in {self.tournament_id}"


class RoundTable(models.Model):
    """A table of a round: its seats, how far it has come, and the club's table where it is played."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tables")
    round = models.PositiveSmallIntegerField(_("round"))
    number = models.PositiveSmallIntegerField(_("table"))
    seats = models.JSONField(_("seats"), help_text=_("Four participant labels, South first."))
    starters = models.JSONField(_("starters"), help_text=_("The seat that starts each deal."))
    deals_done = models.PositiveSmallIntegerField(_("deals done"), default=0)
    # A number and no foreign key: the rows of the club's tables belong to games, which may drop old ones.
    games_table_id = models.BigIntegerField(_("club table"), null=True, blank=True)

    class Meta:
        """By round and number, each once."""

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
        """Tournament, round and number."""
        return f"{self.tournament_id}/{self.round}/{self.number}"


class Standing(models.Model):
    """A line of the standings, as they are now."""

    class SettledBy(models.TextChoices):
        """What decided a place: the values of `standings.TieBreak`."""

        PLAYED = "played", _("having played")
        POINTS = "points", _("points")
        WINS = "wins", _("more deals won")
        BEST_HAND = "best-hand", _("the best winning hand")
        PENALTIES = "penalties", _("fewer penalties")
        SHARED = "shared", _("nothing: the place is shared")

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
    points = models.IntegerField(_("points"))
    deals = models.PositiveIntegerField(_("deals"))
    wins = models.PositiveIntegerField(_("deals won"))
    best_hand = models.PositiveSmallIntegerField(_("best hand"))
    penalties = models.PositiveIntegerField(_("penalties"))
    settled_by = models.CharField(_("decided by"), max_length=10, choices=SettledBy)
    prize = models.PositiveIntegerField(_("prize"), null=True, help_text=_("Chips, once closed."))
    notes = models.JSONField(_("remarks"), default=list, blank=True)
    """Each a kind (`notes.Kind`), a number and a reason."""

    class Meta:
        """From the first place down, everybody once."""

        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        ordering = ("tournament", "line")
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "participant"), name="tournaments_one_standing_a_participant"
            ),
        )

    def __str__(self) -> str:
        """Place and participant."""
        return f"{self.place}. {self.participant}"
