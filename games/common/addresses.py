"""Addresses: absolute ones of the club's pages, and the network by which a client is counted.

A page's is made of the address that the club knows as its own, `own_site`, never of the one in front of the reader: a
beamer's browser calls the club by another name than a phone does.
"""

from __future__ import annotations

import ipaddress
import os
from urllib.parse import urlsplit

from django.conf import settings

from games.common import own_address
from games.common.own_address import kept, leads_here_alone


def own_site() -> str:
    """Return the club's own address: from the environment, or else the one that an owner or the start has saved."""
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
    """Return whether the web server accepts connections from other machines, as its supervisor has set."""
    return bool(own_address.reachable(_host(), ("any",)))


def sites_of_this_machine() -> list[str]:
    """Return the addresses at which phones reach this machine's web server now; none where it listens to itself."""
    if not listens_to_the_room():
        return []
    port = os.environ.get("PORT") or "8000"
    return own_address.sites(_host(), port, own_address.addresses_of_this_machine())


def _host() -> str:
    return os.environ.get("HOST") or "127.0.0.1"


def whole_address(path: str) -> str:
    """Return the address of a page, given by its path, as members reach it."""
    return f"{own_site()}{path}"


def own_name() -> str:
    """Return the name of the club's machine, with its port where it needs one."""
    return urlsplit(own_site()).netloc


def only_this_machine() -> bool:
    """Return whether the club can only be opened on its own machine, so that a code would be useless to phones."""
    return leads_here_alone(own_site())


def network_of(address: object) -> str:
    """Return the address that asks, of IPv6 the network: a household there has more addresses than could be counted.

    Never taken from a header: behind a proxy the server has put it there, for the proxies that it trusts.
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
