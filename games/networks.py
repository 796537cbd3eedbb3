"""Whom a count by address is for."""

from __future__ import annotations

import ipaddress


def network_of(address: object) -> str:
    """The address that asks, of IPv6 the network: a household there has more addresses than could be counted.

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
