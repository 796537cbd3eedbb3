"""How a member sets a second factor up, shows its code and logs in."""

import re
from datetime import UTC, datetime

from django.test import Client
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

HERE, SHOW = "/account/second-factor/", "/account/second-factor/code/"
BEGIN = {"step": "begin", "password": "not a secret"}
STARTED = datetime(2026, 11, 21, 19, 2, tzinfo=UTC)


def code_of(player, *, steps=0):
    """What the player's authenticator shows now, or so many half minutes later."""
    device = TOTPDevice.objects.get(user=player)
    totp = TOTP(device.bin_key)
    totp.time = timezone.now().timestamp() + 30 * steps
    return f"{totp.token():06}"


def set_up(player, client):
    """Set it up in the pages; the recovery codes."""
    assert client.post(HERE, BEGIN).status_code == 303
    answer = client.post(HERE, {"step": "confirm", "code": code_of(player)})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    codes = re.findall(r"<li><code>([a-z2-7]{4}-[a-z2-7]{4})</code>", answer.content.decode())
    assert len(set(codes)) == 10
    return codes


def logged_in(name="director"):
    client = Client()
    form = {"username": name, "password": "not a secret"}
    assert client.post("/accounts/login/", form).status_code == 302
    return client
