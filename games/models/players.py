"""Defines players, and what each of them has.

That is the invitation by which somebody becomes a member, the API tokens of their programs, the paper login card of a
member without a password (a QR code for one phone, digits for one evening), and what a member has learned.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from django.apps import apps
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Q
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.common.joints import listed
from games.common.names import (
    LONGEST_KEY,
    NAME_REFUSALS,
    TWIN_OF,
    are_taken_for_one,
    name_key,
    name_on_screen,
    searchable,
    spellings,
    tidied,
    why_not,
)

DUTIES = ("is_director", "is_referee", "is_superuser")
"""Fields of a player, each a duty in the club."""
NAMES_AND_ADDRESS: Final = frozenset({"username", "display_name", "email"})
"""Fields by which a player is found."""


class Player(AbstractUser):
    """A person with a login: member, referee or director. Bots are not players.

    Personal data lives here and nowhere else: events carry the row's id, so that a name can be
    changed or erased without touching the log.
    """

    display_name = models.CharField(
        _("display name"),
        max_length=40,
        blank=True,
        help_text=_(
            "The name that other players see. If you leave it empty, the login name is shown."
        ),
    )
    is_director = models.BooleanField(
        _("director"),
        default=False,
        help_text=_("Can run tournaments and file disputes on behalf of players."),
    )
    is_referee = models.BooleanField(
        _("referee"),
        default=False,
        help_text=_(
            "Can rule on disputes in which they have no interest (§10.8). Owners who tick "
            "this for themselves cannot rule until somebody else gives them the duty."
        ),
    )
    is_guest = models.BooleanField(default=False, editable=False)
    """Whether it is a guest, without a password or chips: that of one browser (`games.commands.people.guests`), or one
    whom a director wrote down (`games.commands.people.walk_ins`)."""
    is_written_down = models.BooleanField(default=False, db_default=False, editable=False)
    """Whether a director wrote this guest down by name; other guests last as long as their browser uses them."""
    is_bot = models.BooleanField(
        _("program's account"),
        default=False,
        db_default=False,
        help_text=_(
            "A program plays with this account. Its name says so, and it enters only tournaments "
            "that let programs play."
        ),
    )
    referee_by = models.ForeignKey(
        "self",
        verbose_name=_("made a referee by"),
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
    """What was chosen of `games.common.preferences.Preferences`; nothing that a rule or another member asks."""
    muted = models.JSONField(default=list, blank=True, editable=False)
    """Whose phrases the member does not want to see: ids of members, and null for everybody's."""

    hides_rating = models.BooleanField(default=False, editable=False)
    """Whether the member's ratings are for nobody else to see."""

    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, editable=False, related_name="merged"
    )
    """The account this one was merged into (`games.commands.people.merging`); never one that was merged itself."""

    login_key = models.CharField(
        max_length=LONGEST_KEY, blank=True, default="", db_default="", editable=False, db_index=True
    )
    """`games.common.names.name_key` of the login name, by which one that looks like it is found."""
    shown_key = models.CharField(
        max_length=LONGEST_KEY, blank=True, default="", db_default="", editable=False, db_index=True
    )
    """The same of the display name; empty where there is none."""
    searched = models.TextField(blank=True, default="", db_default="", editable=False)
    """Names and address without accents and capitals, for the search."""

    class Meta:
        """Sets the model's names in the admin."""

        verbose_name = pgettext_lazy("who has an account", "player")
        verbose_name_plural = pgettext_lazy("who have accounts", "players")
        indexes = [
            models.Index(
                fields=["date_joined"],
                condition=Q(is_guest=True, is_active=True),
                name="games_player_guests",
            )
        ]

    def __str__(self) -> str:
        """Return the name that other players see."""
        return self.shown_name

    def get_short_name(self) -> str:
        """Return the name with which the admin greets the user: the display name, not the login."""
        return self.shown_name

    @property
    def runs_the_club(self) -> bool:
        """Return whether this is a director, or the owner (Django's superuser)."""
        return self.is_director or self.is_superuser

    @property
    def may_rule(self) -> bool:
        """Return whether this account is active and a referee, and did not make itself a referee (§10.8)."""
        return self.is_active and self.is_referee and self.referee_by_id != self.pk

    @property
    def has_duty(self) -> bool:
        """Return whether this player has any of `DUTIES`."""
        return any(getattr(self, duty) for duty in DUTIES)

    _password_is_new = False

    def set_password(self, raw_password: str | None) -> None:
        """Set the password, normalised to Unicode NFC. Saving it ends the sessions and API tokens of the old one."""
        super().set_password(None if raw_password is None else spellings(raw_password)[0])
        self._password_is_new, self.password_is_given = True, False

    def check_password(self, raw_password: str | None) -> bool:
        """Return whether this is the player's password, in any Unicode form of its letters.

        Every form is tried until one is right, so a wrong password costs one hash per form in `spellings`.
        """
        tried = [None] if raw_password is None else spellings(raw_password)
        return any(super(Player, self).check_password(one) for one in tried)

    def set_unusable_password(self) -> None:
        """Prevent logging in; saving it also ends sessions and API tokens."""
        super().set_unusable_password()
        self._password_is_new, self.password_is_given = True, False

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the player. A new password, or an inactive account, ends all keys in the same transaction.

        Ended keys stay ended: a member who is made active again has to log in again. A new duty ends the tokens that
        could use it.
        """
        saved = kwargs.get("update_fields")
        if saved is None or NAMES_AND_ADDRESS & set(saved):
            self._key_names()
        if saved is not None and NAMES_AND_ADDRESS & set(saved):
            kwargs["update_fields"] = {*saved, "login_key", "shown_key", "searched"}
        with transaction.atomic():
            if self._has_new_duty(saved):
                self.end_tokens_of_duty()
            super().save(*args, **kwargs)
            if self._password_is_new or not self.is_active:
                self._password_is_new = False
                self.end_keys()

    def _key_names(self) -> None:
        self.login_key, self.shown_key = name_key(self.username), name_key(self.display_name)
        self.searched = searchable("\n".join((self.username, self.display_name, self.email)))

    def end_keys(self) -> None:
        """End every session, every API token, and the login card."""
        self.api_tokens.all().delete()
        apps.get_model("games", "LoginCard").objects.filter(player=self).delete()
        self.sessions.all().delete()

    def end_tokens_of_duty(self) -> None:
        """Delete the tokens that may direct.

        A token from before a new duty or second factor was obtained with the password alone.
        """
        self.api_tokens.filter(scopes__contains=ApiToken.Scope.DIRECT.value).delete()

    def _has_new_duty(self, saved: Collection[str] | None) -> bool:
        duties = [name for name in DUTIES if getattr(self, name) and (not saved or name in saved)]
        if not self.pk or not duties:
            return False
        before = Player.objects.filter(pk=self.pk).values(*duties).first() or {}
        return not all(before.get(name) for name in duties)

    @property
    def shown_name(self) -> str:
        """Return the display name, or else the login name, without characters that change the direction of text."""
        return name_on_screen(
            self.pk, self.username, self.display_name, guest=self.is_guest, bot=self.is_bot
        )

    def clean(self) -> None:
        """Raise ValidationError if a new name is deceptive. A name that the player already had may stay."""
        super().clean()
        self.display_name = tidied(self.display_name)
        before = Player.objects.filter(pk=self.pk).first()
        for field in ("username", "display_name"):
            name = getattr(self, field)
            if not name or name == getattr(before, field, None):
                continue
            if refusal := why_not(name):
                raise ValidationError({field: gettext(NAME_REFUSALS[refusal])})
            if (twin := self.twin_of(name)) is not None:
                said = gettext(TWIN_OF) % {"name": twin.shown_name}
                raise ValidationError({field: said})

    def twin_of(self, name: str) -> Player | None:
        """Return another player who has this name, or one that looks like it."""
        key = name_key(name)
        if not key:
            return None
        others = Player.objects.filter(Q(login_key=key) | Q(shown_key=key)).exclude(pk=self.pk)
        for other in others.order_by("pk"):
            both = (other.username, other.display_name)
            if any(theirs and are_taken_for_one(name, theirs) for theirs in both):
                return other
        return None


class MemberInvitation(models.Model):
    """A director's invitation by which one person becomes a member.

    Its key is only in a link; the row has a digest.
    """

    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the key, in hex."""
    guest = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    """The guest of a director's list whom it makes a member; None for whoever opens it."""
    made_by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_by = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """Who became a member by it; it works once."""
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        """Return its id, never its key."""
        return f"invitation {self.pk}"


class ApiToken(models.Model):
    """A token with which a member's programs use the API, issued by `games.commands.people.tokens`.

    The key itself is not stored, because anyone who read it could see tables as that member.
    """

    class Scope(models.TextChoices):
        """What a token may be used for."""

        READ = "read", _("read: tables, deals as you see them, your account")
        PLAY = "play", _("play: sit down, leave, be ready, make moves; also read")
        DIRECT = "direct", _("direct: open tables, run tournaments")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="api_tokens")
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the key, in hex."""
    prefix = models.CharField(max_length=8)
    """The key's first characters, by which its owner tells it from others."""
    name = models.CharField(_("name"), max_length=40)
    """What its owner calls it."""
    scopes = models.CharField(max_length=40)
    """Values of `Scope` with a space between them."""
    tournament = models.PositiveBigIntegerField(null=True, blank=True)
    """The number of the only tournament that it is for; None for a token for everything."""
    with_factor = models.BooleanField(default=False)
    """Whether its member had shown a second factor for it."""
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    """Within an hour: written once an hour, so that a move costs no more."""

    def __str__(self) -> str:
        """Return the key's first characters."""
        return f"{self.prefix}…"

    @property
    def may(self) -> frozenset[str]:
        """Return the scopes that the token grants.

        The answer to a move contains the table as the player sees it, so playing includes reading.
        """
        asked = set(self.scopes.split())
        return frozenset(asked | {self.Scope.READ.value} if self.Scope.PLAY in asked else asked)

    @property
    def words(self) -> str:
        """Return the scopes in words."""
        return listed(str(self.Scope(scope).label) for scope in self.scopes.split())


class LoginCard(models.Model):
    """A member's login card, which replaces the previous one. The secrets are only on paper; the row has digests.

    The card ends when its member chooses a password (`Player.end_keys`).
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="card")
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the code's key, in hex."""
    digits = models.CharField(max_length=64)
    """HMAC of the six digits under the club's secret key, in hex: there are too few of them for a digest alone."""
    made_by = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField()
    works_until = models.DateTimeField()
    """Until when the code logs in."""
    digits_until = models.DateTimeField()
    """Until when the digits do: the morning after the evening that they are for."""
    wrong = models.PositiveSmallIntegerField(default=0)
    """How often wrong digits were typed."""
    used_at = models.DateTimeField(null=True, blank=True)
    """When the code logged a phone in; it does so once."""

    def __str__(self) -> str:
        """Return the member's id."""
        return f"card of {self.player_id}"


class Learned(models.Model):
    """A member's progress in a lesson; it is not in the log."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="learned")
    lesson = models.CharField(max_length=20)
    """The lesson's key in `games.lessons`."""
    step = models.PositiveSmallIntegerField()
    """The last step that was answered rightly."""
    at = models.DateTimeField()
    """When it was."""

    class Meta:
        """Requires one row per member and lesson."""

        constraints = [
            models.UniqueConstraint(fields=["player", "lesson"], name="games_lesson_once_a_member")
        ]

    def __str__(self) -> str:
        """Return the lesson and the step."""
        return f"{self.lesson}, step {self.step}"
