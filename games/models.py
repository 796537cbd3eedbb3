"""Rows of the games app. A deal's facts are in the log; these rows are who and where."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


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
        help_text=_("May rule on disputes of deals in which they did not sit."),
    )

    class Meta:
        """Names on screen."""

        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        """The name that other players see."""
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The display name, or the login name where there is none."""
        return self.display_name or self.username
