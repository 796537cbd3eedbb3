"""Pages of two-step login: setting it up, entering a code after the login, and turning it off."""

from __future__ import annotations

from base64 import b32encode
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth import authenticate
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_otp import login as keep_as_shown
from django_otp.models import Device
from django_otp.plugins.otp_totp.models import TOTPDevice

from games.commands.people import second_factor as commands
from games.commands.people.accounts import end_other_logins
from games.errors import Refused
from games.infrastructure.throttling import count
from games.presenters.qr import qr_svg
from games.queries.people import second_factor as queries_of
from games.queries.people.sessions import row_of
from games.web.requests import player_of

_BEGUN: Final = "second_factor_begun"
"""In the session that has given the password to set a factor up; it alone sees the secret."""
_DONE: Final = "factor_form_done"
"""In the session: the form that was answered with recovery codes. They stand in no session themselves."""


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """Set up two-step login step by step, make new recovery codes, or turn it off."""
    status, codes = 200, []
    if request.method == "POST":
        try:
            codes = _did(request)
        except Refused as refused:
            messages.error(request, refused.sentence)
            status = refused.status
        else:
            if not codes:
                return HttpResponseRedirect(
                    f"{reverse('second-factor')}?{urlencode({'next': _next(request)})}", status=303
                )
    player = player_of(request)
    device = queries_of.device_of(player)
    begun = not device and _BEGUN in request.session
    waiting = queries_of.device_of(player, confirmed=False) if begun else None
    shown: dict[str, Any] = {
        "device": device,
        "waiting": waiting and {"picture": _picture(waiting), "secret": _secret(waiting)},
        "codes": codes,
        "codes_left": queries_of.codes_left(player),
        "required": queries_of.is_required_of(player),
        "lacks": bool(device) and not queries_of.was_shown(player, request.session),
        "next": _next(request),
        "once": uuid4(),
    }
    return render(request, "games/second_factor.html", shown, status=status)


def _did(request: HttpRequest) -> list[str]:
    """Carry out the step that the form asks for; return new recovery codes, empty if it makes none. Raises
    Refused.
    """
    player, code = player_of(request), request.POST.get("code", "")
    step, form = request.POST.get("step"), request.POST.get("once", "")
    if form and form == request.session.get(_DONE):
        messages.info(
            request,
            _(
                "Your recovery codes were shown once. If you did not write them down, make new ones."
            ),
        )
        return []
    if step == "begin":
        # A browser that was left open shall not be enough, and guesses are counted like logins.
        if (
            authenticate(
                request, username=player.username, password=request.POST.get("password", "")
            )
            != player
        ):
            raise Refused("password.wrong")
        commands.begin(player)
        request.session[_BEGUN] = True
        return []
    count("codes", f"player:{player.pk}")
    if step == "confirm":
        if _BEGUN not in request.session:  # another browser has given the password
            raise Refused("factor.code")
        _keep(request, commands.confirm(player, code, now=timezone.now()))
        # Whoever was in before this factor counted would still be.
        end_other_logins(by=player, but=row_of(request.session))
        request.session[_DONE] = form
        return commands.new_recovery_codes(player)
    device = commands.show(player, code)
    if step == "codes":
        _keep(request, device)
        request.session[_DONE] = form
        return commands.new_recovery_codes(player)
    if step == "remove":
        commands.remove(player)
        request.session.pop(queries_of.ASKED, None)
        messages.success(request, _("You now log in with only your password."))
    return []


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def show_factor(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a second factor at login."""
    player, status = player_of(request), 200
    if request.method == "POST":
        try:
            count("codes", f"player:{player.pk}")
            _keep(request, commands.show(player, request.POST.get("code", "")))
        except Refused as refused:
            messages.error(request, refused.sentence)
            status = refused.status
        else:
            return HttpResponseRedirect(_next(request) or "/", status=303)
    return render(request, "games/show_factor.html", {"next": _next(request)}, status=status)


def _keep(request: HttpRequest, device: Device) -> None:
    """Record in the session that the second factor was shown, and give the session a new key."""
    request.session[queries_of.ASKED] = True
    keep_as_shown(request, device)
    request.session.cycle_key()


def _picture(device: TOTPDevice) -> SafeString:
    """Return the address for the authenticator app as a QR code: an SVG to embed in the page."""
    return mark_safe(qr_svg(device.config_url))  # noqa: S308 - drawn here


def _secret(device: TOTPDevice) -> str:
    text = b32encode(device.bin_key).decode()
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def _next(request: HttpRequest) -> str:
    """Return the address that the page opens after the code, from the field `next`.

    Empty if there is none, or if it leads to another site.
    """
    asked = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(
        asked, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return asked if is_ours else ""
