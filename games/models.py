"""Rows of the games app. A deal's facts are in the log; these rows are who and where."""

from collections.abc import Collection
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.names import NAME_REFUSALS, are_taken_for_one, isolated, tidied, why_not

DUTIES = ("is_director", "is_referee", "is_superuser")
"""Fields of a player, each a duty in the club."""


class Player(AbstractUser):
    """Somebody who logs in: a member, a referee or a director. Bots are not players.

    Personal data lives here and nowhere else: events carry the row's id, so that a name can be
    changed or erased without touching the log.
    """

    display_name = models.CharField(
        _("display name"),
        max_length=40,
        blank=True,
        help_text=_("The name that other players see. Left empty, the login name is shown."),
    )
    is_director = models.BooleanField(
        _("director"),
        default=False,
        help_text=_("May run tournaments and file disputes for a seat."),
    )
    is_referee = models.BooleanField(
        _("referee"),
        default=False,
        help_text=_(
            "May rule on disputes in which they have no interest (§10.8). Who ticks it for "
            "himself may not rule until somebody else gives him the duty."
        ),
    )
    is_guest = models.BooleanField(default=False, editable=False)
    """Whether it is the guest of one browser, without a name, a password or chips (`games.commands.guests`)."""
    referee_by = models.ForeignKey(
        "self",
        verbose_name=_("referee's duty given by"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )
    """Who ticked `is_referee` in the admin, for nobody rules by his own gift; None if it came another way."""

    password_by = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    """Who else set the password last, at `password_at`; the member sees it."""
    password_at = models.DateTimeField(null=True, blank=True, editable=False)
    password_is_given = models.BooleanField(default=False, editable=False)
    """Whether the password is the one that somebody else has set: it opens nothing before it is changed."""

    preferences = models.JSONField(default=dict, blank=True, editable=False)
    """What was chosen of `games.preferences.Preferences`; nothing that a rule or another member asks."""

    class Meta:
        """Names on screen."""

        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = [
            models.Index(
                fields=["date_joined"],
                condition=Q(is_guest=True, is_active=True),
                name="games_player_guests",
            )
        ]

    def __str__(self) -> str:
        """The name that other players see."""
        return self.shown_name

    _password_is_new = False

    def set_password(self, raw_password: str | None) -> None:
        """Set it; once it is saved, sessions and the API's tokens of the old one end."""
        super().set_password(raw_password)
        self._password_is_new, self.password_is_given = True, False

    def set_unusable_password(self) -> None:
        """Let nobody log in; once it is saved, sessions and the API's tokens end as well."""
        super().set_unusable_password()
        self._password_is_new, self.password_is_given = True, False

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save. A new password ends all keys in the same transaction, and so does an account that rests.

        For good: who becomes active again logs in again. A new duty ends the tokens that could use it.
        """
        with transaction.atomic():
            if self._has_new_duty(kwargs.get("update_fields")):
                self.end_tokens_of_duty()
            super().save(*args, **kwargs)
            if self._password_is_new or not self.is_active:
                self._password_is_new = False
                self.end_keys()

    def end_keys(self) -> None:
        """End every session and every token of the API."""
        self.api_tokens.all().delete()
        self.sessions.all().delete()

    def end_tokens_of_duty(self) -> None:
        """End the tokens that may direct: those made before a duty or a second factor are of the password alone."""
        self.api_tokens.filter(scopes__contains=ApiToken.Scope.DIRECT.value).delete()

    def _has_new_duty(self, saved: Collection[str] | None) -> bool:
        duties = [name for name in DUTIES if getattr(self, name) and (not saved or name in saved)]
        if not self.pk or not duties:
            return False
        before = Player.objects.filter(pk=self.pk).values(*duties).first() or {}
        return not all(before.get(name) for name in duties)

    @property
    def shown_name(self) -> str:
        """The display name, or the login name where there is none, so that it turns no text about it."""
        if self.is_guest:
            return gettext("Guest %(number)d") % {"number": self.pk}
        return isolated(self.display_name or self.username)

    def clean(self) -> None:
        """Raises ValidationError for a new name that deceives the eye; one from before stays as it is."""
        super().clean()
        self.display_name = tidied(self.display_name)
        before = Player.objects.filter(pk=self.pk).first()
        for field in ("username", "display_name"):
            name = getattr(self, field)
            if not name or name == getattr(before, field, None):
                continue
            refusal = why_not(name) or ("name.twin" if self._is_taken_for_another(name) else None)
            if refusal:
                raise ValidationError({field: gettext(NAME_REFUSALS[refusal])})

    def _is_taken_for_another(self, name: str) -> bool:
        """Whether another member has this name, or one that looks like it."""
        others = Player.objects.exclude(pk=self.pk).values_list("username", "display_name")
        return any(are_taken_for_one(name, theirs) for both in others for theirs in both if theirs)


class MemberInvitation(models.Model):
    """A director's word by which one person becomes a member: its key is in a link, and known here by a digest."""

    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the key, in hex."""
    made_by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_by = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """Who became a member by it; it works once."""
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        """Never its key."""
        return f"invitation {self.pk}"


class ApiToken(models.Model):
    """A key with which a member's programs use the API: issued by `games.commands.tokens`, known by `games.api.tokens`.

    The key itself is nowhere: whoever read it could look at the table as that member.
    """

    class Scope(models.TextChoices):
        """What a token may be used for."""

        READ = "read", _("look: tables, deals as you see them, your account")
        PLAY = "play", _("play: sit down, leave, be ready, make moves; look as well")
        DIRECT = "direct", _("direct: open tables, look after tournaments")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="api_tokens")
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the key, in hex."""
    prefix = models.CharField(max_length=8)
    """The key's first characters, by which its owner tells it from others."""
    name = models.CharField(_("name"), max_length=40)
    """What its owner calls it."""
    scopes = models.CharField(max_length=40)
    """Values of `Scope` with a space between them."""
    with_factor = models.BooleanField(default=False)
    """Whether its member had shown a second factor for it."""
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    """Within an hour: written once an hour, so that a move costs no more."""

    def __str__(self) -> str:
        """How it begins."""
        return f"{self.prefix}…"

    @property
    def may(self) -> frozenset[str]:
        """The scopes. Who plays is answered with the table as they see it, so play includes to look."""
        asked = set(self.scopes.split())
        return frozenset(asked | {self.Scope.READ.value} if self.Scope.PLAY in asked else asked)

    @property
    def words(self) -> str:
        """The scopes in words."""
        return "; ".join(str(self.Scope(scope).label) for scope in self.scopes.split())


class MemberSession(AbstractBaseSession):
    """A browser that is logged in, for its member to see and to end. Its key is a digest of the cookie's.

    `tusac_site.sessions` writes it.
    """

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="sessions"
    )
    """Empty before the login."""
    device = models.CharField(max_length=60, blank=True)
    """What the browser says it is, as `games.presenters.devices` reads it."""
    begun_at = models.DateTimeField(null=True, blank=True)
    """When the member logged in."""
    seen_at = models.DateTimeField()
    """Within a few minutes."""

    class Meta(AbstractBaseSession.Meta):
        """Who is here is asked by the lobby of everybody."""

        abstract = False
        indexes = [models.Index(fields=["seen_at"], name="games_session_seen")]


class BrowserOfMember(models.Model):
    """A browser in which a member has logged in, so that an owner sees who plays from the same one."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    browser = models.CharField(max_length=32)
    """A digest of the number that the browser was given; it tells nothing but that two are the same."""
    seen_at = models.DateTimeField()

    class Meta:
        """One row for the two."""

        constraints = [
            models.UniqueConstraint(
                fields=["player", "browser"], name="games_browser_once_a_member"
            )
        ]
        indexes = [models.Index(fields=["browser"], name="games_browser_of_members")]

    def __str__(self) -> str:
        """Whose it is."""
        return f"a browser of {self.player_id}"


class Learned(models.Model):
    """How far a member has come in a lesson. Nothing hangs on it: it is no event."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="learned")
    lesson = models.CharField(max_length=20)
    """The lesson's key in `games.lessons`."""
    step = models.PositiveSmallIntegerField()
    """The last step that was answered rightly."""
    at = models.DateTimeField()
    """When it was."""

    class Meta:
        """One row for the two."""

        constraints = [
            models.UniqueConstraint(fields=["player", "lesson"], name="games_lesson_once_a_member")
        ]

    def __str__(self) -> str:
        """What of it was learned."""
        return f"{self.lesson}, step {self.step}"


class Table(models.Model):
    """A table of the lobby: its rules and its seats. It outlives the deals that are played at it."""

    class Admission(models.TextChoices):
        """Who may sit down."""

        OPEN = "open", _("every member")
        INVITED = "invited", _("only members named by the one who opened it")
        FIXED = "fixed", _("seats drawn by a tournament")

    name = models.CharField(_("name"), max_length=60)
    rules: Any = models.JSONField(_("rules"))
    """The rule set in full, as `schema.rules_to_plain` writes it (§11.1)."""
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    admission = models.CharField(_("who may sit"), max_length=10, choices=Admission.choices)
    invited = models.ManyToManyField(
        Player, verbose_name=_("invited"), blank=True, related_name="+"
    )
    filler = models.CharField(_("bot for empty seats"), max_length=20, blank=True)
    """The kind of bot that takes seats nobody sits in when a deal begins; empty for none."""
    seconds_per_move = models.PositiveSmallIntegerField(_("seconds per move"))
    bank_seconds = models.PositiveSmallIntegerField(_("bank in seconds"), default=0)
    """What a seat may think longer than a move takes, in all of a deal."""
    chips_per_point = models.PositiveIntegerField(_("chips per point"))
    """What a point is worth; 0 plays for honour, and tournament tables are always 0."""
    coach = models.BooleanField(default=False)
    """Whether a seat may ask the coach here; never at the tables of a tournament."""
    code = models.CharField(max_length=6, null=True, blank=True, unique=True, editable=False)
    """The letters by which whoever was told them comes in (`games.commands.codes`); None where the host gave none."""
    origin = models.CharField(max_length=80, blank=True, db_index=True)
    """Who opened it on whose behalf, such as `tournament-3/1/2`; opaque to this app."""
    starts_itself = models.BooleanField(_("starts by itself when full"), default=False)
    """Whether the clock for getting ready runs as soon as people sit in all seats."""
    spectators = models.BooleanField(_("may be watched"), default=True)
    """Whether who has no seat may look on while a deal is played."""
    spectator_delay = models.PositiveSmallIntegerField(_("delay for spectators"), default=0)
    """By how many seconds they see it later."""
    phrases = models.BooleanField(_("phrases between seats"), default=True)
    watched_at = models.DateTimeField(null=True, blank=True)
    """When somebody without a seat last looked on, within half a minute."""
    starters: Any = models.JSONField(default=list, blank=True)
    """The fixed starters of the planned deals (§8.3); empty where §1.5 and §8.3 find them."""
    opened_by = models.ForeignKey(
        Player, verbose_name=_("opened by"), on_delete=models.PROTECT, related_name="+"
    )
    opened_at = models.DateTimeField(_("opened"))
    used_at = models.DateTimeField()
    """When somebody last opened it or sat down, or a deal was prepared: the lobby's order."""
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        """Names on screen."""

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
        """The table's name."""
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name so that it turns no text about it."""
        return isolated(self.name)

    @property
    def has_coach(self) -> bool:
        """Whether a seat may ask the coach; at the tables of a tournament nobody may, whatever the row says."""
        return self.coach and self.admission != self.Admission.FIXED


class Seat(models.Model):
    """A seat of a table, and who sits there now: a player, a bot, or nobody."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="seats"
    )
    bot = models.CharField(max_length=20, blank=True)
    said = models.CharField(max_length=20, blank=True)
    """The phrase that it said last; one takes the place of the other, and none is kept."""
    said_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """A player sits once at a table."""

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
        """Table and number."""
        return f"{self.table_id}/{self.number}"


class Deal(models.Model):
    """Ván: the live row of a deal, made from its events; whatever it says is in the log as well.

    But for `version`, which counts hidden answers to claims, it holds nothing that a spectator may not know.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="deals")
    number = models.PositiveIntegerField()
    """1, 2, 3 … at its table."""
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
    paused_at = models.DateTimeField(null=True, blank=True)
    """Since when the deal is paused: until it is resumed none of the moments above comes."""
    paused_until = models.DateTimeField(null=True, blank=True)
    """When the pause ends by itself, if it does."""
    owed_version = models.PositiveIntegerField(default=0)
    """The version of the last event that calls for money to move."""
    settled_version = models.PositiveIntegerField(default=0)
    """The version up to which the ledger has followed."""
    prepared_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    """When the last event was added of which everybody may know."""
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.PositiveSmallIntegerField(default=0)
    offender = models.PositiveSmallIntegerField(null=True, blank=True)
    cancelled = models.BooleanField(default=False)

    class Meta:
        """One running deal at a table."""

        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="games_deal_number"),
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
            models.Index(fields=["id"], condition=Q(cancelled=True), name="games_deal_called_off"),
        ]

    def __str__(self) -> str:
        """Its stream."""
        return self.stream

    @property
    def stream(self) -> str:
        """The name of its stream in the log."""
        return f"deal-{self.pk}"


class DealSeat(models.Model):
    """Who sat where in a deal, whether they are ready for it, and what it brought them in points."""

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
    ready = models.BooleanField(default=False)
    net = models.IntegerField(null=True, blank=True)
    freed_at = models.DateTimeField(null=True, blank=True)
    """When the player lost the seat for not being ready in time; empty again once that player knows."""
    withheld = models.BooleanField(default=False)
    """Whether the seat was bound to a seed and did not open it in time."""
    called_off_at = models.DateTimeField(null=True, blank=True)
    """When the deal was called off because this player left others, or was not there."""

    class Meta:
        """One occupant a seat."""

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
        """Deal and number."""
        return f"{self.deal_id}/{self.number}"

    @property
    def label(self) -> str:
        """The participant as events name it: `player:12` or `bot:greedy`."""
        return f"bot:{self.bot}" if self.player_id is None else f"player:{self.player_id}"


class ServiceClock(models.Model):
    """When the service last looked after its deadlines: one row, brought along by each sweep.

    A silence in it is time in which no clock of a deal runs.
    """

    beat_at = models.DateTimeField()
    steady = models.FloatField(null=True, blank=True)
    """Seconds on a clock that nobody can set, at the beat (`games.commands.clock.Steady`)."""
    boot = models.CharField(max_length=36, blank=True)
    """The boot of the machine whose clock that is."""

    def __str__(self) -> str:
        """The time of the last beat."""
        return self.beat_at.isoformat()


class DealSecret(models.Model):
    """The server's secret seed of a deal, encrypted (`games.encryption`) until the deal publishes it."""

    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, primary_key=True, related_name="+")
    commitment = models.CharField(max_length=64)
    """Of the secret, so that no deal comes in twice; what binds the deal is the one in its first event."""
    encrypted = models.CharField(max_length=255, blank=True)
    """Empty once the secret is published."""

    def __str__(self) -> str:
        """Never the secret."""
        return f"secret of deal {self.deal_id}"


class Mute(models.Model):
    """Whose phrases a member does not want to see: another member's, or everybody's where none is named."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mutes")
    of = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+", db_index=False
    )

    class Meta:
        """Each once."""

        constraints = [
            models.UniqueConstraint(fields=["player", "of"], name="games_mute_once"),
            models.UniqueConstraint(
                fields=["player"], condition=Q(of__isnull=True), name="games_mute_all_once"
            ),
        ]

    def __str__(self) -> str:
        """Whose it is."""
        return f"{self.player_id} mutes {self.of_id or 'all'}"


class Watcher(models.Model):
    """Somebody without a seat who looks on at a table: a member, or a guest's browser by a digest."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="watchers")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    guest = models.CharField(max_length=32, blank=True)
    seen_at = models.DateTimeField()

    class Meta:
        """One row a table for each."""

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
        """Who it is."""
        return f"{self.player_id or self.guest} watches table {self.table_id}"
