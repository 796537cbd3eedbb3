"""Makes absolute URLs of the club's pages, and tells by which network a client is counted.

A page's URL is made from the club's own address, `own_site`, never from the request: a projector's browser may reach
the club under another name than a phone does.
"""

from __future__ import annotations

import ipaddress
import os
from urllib.parse import urlsplit

from django.conf import settings

from games.common import own_address
from games.common.own_address import kept, leads_here_alone


def own_site() -> str:
    """Return the club's own address: the one set in the environment, else the one saved on this machine.

    A saved address that only this machine can open is replaced by one that phones reach, if there is one.
    """
    if settings.TUSAC_SITE_IS_FIXED:
        return str(settings.TUSAC_SITE)
    try:
        site = kept(settings.VAR_DIR) or str(settings.TUSAC_SITE)
    except (
        ValueError
    ):  # somebody wrote something else into the file since the start, which refuses that
        site = str(settings.TUSAC_SITE)
    # The machine may have come into the room's network only after the start.
    return next(iter(sites_of_this_machine()), site) if leads_here_alone(site) else site


def listens_to_the_room() -> bool:
    """Return whether the web server accepts connections from other machines, as its supervisor has recorded."""
    return bool(own_address.reachable(_host(), ("any",)))


def sites_of_this_machine() -> list[str]:
    """Return the addresses at which phones reach this machine's web server now; none if it serves only itself."""
    if not listens_to_the_room():
        return []
    port = os.environ.get("PORT") or "8000"
    return own_address.sites(_host(), port, own_address.addresses_of_this_machine())


def _host() -> str:
    return os.environ.get("HOST") or "127.0.0.1"


def whole_address(path: str) -> str:
    """Return the absolute URL of a page given by its path, as members reach it."""
    return f"{own_site()}{path}"


def own_name() -> str:
    """Return the host name of the club, with the port if needed."""
    return urlsplit(own_site()).netloc


def only_this_machine() -> bool:
    """Return whether the club can only be opened on its own machine, so that a QR code would be useless to phones."""
    return leads_here_alone(own_site())


def network_of(address: object) -> str:
    """Return the client's address, but for IPv6 its /64 network, since a household has too many addresses to count.

    The address is never read from a header: behind a proxy the server has already set it, for trusted proxies only.
    "unknown" stands for anything that is not an address.
    """
    said = str(address or "")
    try:
        read = ipaddress.ip_address(said)
    except ValueError:
        return "unknown"
    if isinstance(read, ipaddress.IPv4Address):
        return said
    # A server that listens for both kinds writes IPv4 as `::ffff:192.0.2.1`: the network of those is the whole world.
    return str(read.ipv4_mapped or ipaddress.ip_network((read, 64), strict=False))
