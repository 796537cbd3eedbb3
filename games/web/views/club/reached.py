"""Checks whether phones can reach the club: a QR code leads a phone to a page that records its visit."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings as site
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from games.common import own_address
from games.common.addresses import own_site, sites_of_this_machine
from games.common.own_address import leads_here_alone
from games.errors import Refused
from games.presenters.qr import qr_svg

REMEMBERED: Final = timedelta(days=1)
"""For how long the page says that a phone was here."""


@dataclass(frozen=True, slots=True)
class TriedSite:
    """An address at which phones may reach the club, and when one last did."""

    site: str
    qr: SafeString
    at: datetime | None
    """When a phone last opened it; None where none has."""


def tried_sites() -> list[TriedSite]:
    """Return the addresses to try with a phone: the club's own and, if it isn't fixed, those on which this machine
    listens.
    """
    found = [own_site()]
    if not site.TUSAC_SITE_IS_FIXED:
        found += sites_of_this_machine()
    return [
        TriedSite(one, _picture(one), _reached_at(one))
        for one in dict.fromkeys(found)
        if not leads_here_alone(one)
    ]


@never_cache
@require_safe
def reached(request: HttpRequest) -> HttpResponse:
    """Record that another device has reached this address, and show that device a page that says so.

    Raises Refused without the key in the scanned code.
    """
    tried = f"{request.scheme}://{request.get_host()}"
    if not constant_time_compare(request.GET.get("key", ""), _key(tried)):
        raise Refused("link.unknown")
    asks = request.META.get("REMOTE_ADDR", "")
    here = leads_here_alone(f"http://[{asks}]" if ":" in asks else f"http://{asks}")
    here = here or asks in own_address.addresses_of_this_machine()
    if not here:
        own_address.note_reached(site.VAR_DIR)
        with suppress(RedisError):
            cache.set(f"reached:{tried}", timezone.now(), REMEMBERED.total_seconds())
    return render(request, "games/club/reached.html", {"here": here})


def _picture(tried: str) -> SafeString:
    link = f"{tried}{reverse('reached')}?key={_key(tried)}"
    return mark_safe(qr_svg(link))  # noqa: S308 - drawn here


def _reached_at(tried: str) -> datetime | None:
    with suppress(RedisError):
        at = cache.get(f"reached:{tried}")
        return at if isinstance(at, datetime) else None
    return None


def _key(tried: str) -> str:
    return salted_hmac("games.reached", tried, algorithm="sha256").hexdigest()[:16]
