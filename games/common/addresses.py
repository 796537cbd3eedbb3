"""Addresses: absolute ones of the club's pages, and the network by which a client is counted.

A page's is made of the address that the club knows as its own, `TUSAC_SITE`, never of the one in front of the reader: a
beamer's browser calls the club by another name than a phone does.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings


def whole_address(path: str) -> str:
    """Return the address of a page, given by its path, as members reach it."""
    return f"{settings.TUSAC_SITE}{path}"


def own_name() -> str:
    """Return the name of the club's machine, with its port where it needs one."""
    return urlsplit(settings.TUSAC_SITE).netloc


def leads_here_alone(site: str) -> bool:
    """Return whether only the machine that runs the club can open an address such as `http://127.0.0.1:8000`."""
    name = urlsplit(site).hostname or "localhost"
    try:
        read = ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
    return read.is_loopback or read.is_unspecified


def only_this_machine() -> bool:
    """Return whether the club is reached from its own machine alone, so that a code on a phone would lead nowhere."""
    return leads_here_alone(settings.TUSAC_SITE)


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
