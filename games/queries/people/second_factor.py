"""Queries for second factors: which members need or have one, and whether a session has passed it.

The codes themselves are checked by the library django-otp.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django_otp import DEVICE_ID_SESSION_KEY
from django_otp.models import Device
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from games.models import DUTIES, Player

ASKED: Final = "second_factor_asked"
"""In a session whose member has a second factor, so that no page asks the database about it."""


def is_required_of(player: Player) -> bool:
    """Return whether this player must pass a second factor to use their duties."""
    return settings.TUSAC_SECOND_FACTOR == "required" and has_duty(player)


def has_duty(player: Player) -> bool:
    """Return whether this player is a director, a referee or an owner."""
    return any(getattr(player, duty) for duty in DUTIES)


def device_of(player: Player, *, confirmed: bool = True) -> TOTPDevice | None:
    """Return the player's authenticator, or None if there is none.

    If `confirmed` is False, look for one that still waits for its first code.
    """
    return TOTPDevice.objects.filter(user=player, confirmed=confirmed).order_by("-pk").first()


def has_device(player: Player) -> bool:
    """Return whether this player has set up a second factor."""
    return bool(TOTPDevice.objects.filter(user=player, confirmed=True).exists())


def codes_left(player: Player) -> int:
    """Return how many recovery codes have not been used."""
    return int(StaticToken.objects.filter(device__user=player).count())


def is_waited_for(session: SessionBase) -> bool:
    """Return whether this session still has to pass its member's second factor. No query is made."""
    return ASKED in session and DEVICE_ID_SESSION_KEY not in session


def was_shown(player: Player, session: SessionBase) -> bool:
    """Return whether this session has passed a second factor that is still registered for the player."""
    device = Device.from_persistent_id(str(session.get(DEVICE_ID_SESSION_KEY, "")))
    return device is not None and device.user_id == player.pk and bool(device.confirmed)
