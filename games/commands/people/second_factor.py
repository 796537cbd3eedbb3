"""Sets up, checks and removes two-step login. Only django-otp makes and checks codes."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.crypto import salted_hmac
from django_otp import verify_token
from django_otp.models import Device
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from games.club.accounts import SecondFactorTaken
from games.club.events import AlarmKind
from games.commands.club.chips import locked, record_fact
from games.commands.club.club_work import raise_alarm
from games.errors import Refused
from games.models import Player
from games.queries.people.second_factor import device_of, has_duty, is_required_of

RECOVERY_CODES: Final = 10
_CODE = re.compile(r"[0-9]{6}")
_RECOVERY = re.compile(r"[a-z2-7]{8}")
_NAME = "authenticator"


@transaction.atomic
def begin(player: Player) -> TOTPDevice:
    """Register an authenticator, which counts only after `confirm`. Raises Refused("factor.there")."""
    if device_of(player) is not None:
        raise Refused("factor.there")
    TOTPDevice.objects.filter(user=player).delete()
    return TOTPDevice.objects.create(user=player, name=_NAME, confirmed=False)


def confirm(player: Player, code: str, *, now: datetime) -> TOTPDevice:
    """Confirm the authenticator by its code; it counts from now on. Raises Refused("factor.code").

    Earlier tokens of members with a duty end, and all owners are told, since the password alone was enough until now.
    """
    waiting = device_of(player, confirmed=False)
    if waiting is None or not _verified(player, waiting, _tidied(code)):
        raise Refused("factor.code")
    with transaction.atomic():
        waiting.refresh_from_db()
        waiting.confirmed = True
        waiting.save(update_fields=["confirmed"])
        player.end_tokens_of_duty()
        if has_duty(player):
            raise_alarm(
                AlarmKind.SECOND_FACTOR_ENROLLED,
                subject=f"player:{player.pk}",
                facts={"player": player.pk},
                now=now,
            )
    return waiting


@transaction.atomic
def new_recovery_codes(player: Player) -> list[str]:
    """Return ten new recovery codes, each usable once; earlier ones end. They are shown only now.

    The database holds only a digest made with the club's key, so reading it reveals no code.
    """
    StaticDevice.objects.filter(user=player).delete()
    device = StaticDevice.objects.create(user=player, name="recovery codes")
    codes = [StaticToken.random_token() for _ in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=_kept(code)) for code in codes)
    return codes


def show(player: Player, code: str) -> Device:
    """Return the device that accepted this code, for `django_otp.login`. Raises Refused("factor.code"); failures add a
    delay.
    """
    code = _tidied(code)
    device: Device | None = None
    if _CODE.fullmatch(code):
        device = device_of(player)
    elif _RECOVERY.fullmatch(code):
        device = StaticDevice.objects.filter(user=player).first()
        code = _kept(code)
    if device is None or not _verified(player, device, code):
        raise Refused("factor.code")
    return device


@transaction.atomic
def remove(player: Player) -> None:
    """Turn two-step login off. Raises Refused("factor.duty") for members whose duty requires it."""
    if is_required_of(player):
        raise Refused("factor.duty")
    _delete(player)


@transaction.atomic
def reset(*, by: Player | None, player: Player, now: datetime) -> None:
    """Remove a member's second factor, sessions and tokens. Owners get an alarm, the member a notice.

    `by` is None for the machine's operator. Raises Refused("club.owner").
    """
    if by is not None and not by.is_superuser:
        raise Refused("club.owner")
    _delete(player)
    player.end_keys()
    if by is not None and by.pk != player.pk:
        locked(player)
        record_fact(player, SecondFactorTaken(), now=now, by=by)
    raise_alarm(
        AlarmKind.SECOND_FACTOR_RESET,
        subject=f"player:{player.pk}",
        facts={"player": player.pk, "by": 0 if by is None else by.pk},
        now=now,
    )


def _delete(player: Player) -> None:
    TOTPDevice.objects.filter(user=player).delete()
    StaticDevice.objects.filter(user=player).delete()


def _verified(player: Player, device: Device, code: str) -> bool:
    return verify_token(player, device.persistent_id, code) is not None


def _tidied(code: str) -> str:
    return "".join(code.split()).replace("-", "").lower()


def _kept(code: str) -> str:
    return salted_hmac("tusac.recovery", code, algorithm="sha256").hexdigest()[:16]
