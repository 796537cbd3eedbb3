"""Parses the addresses of webhooks, and checks which machines they may reach.

A name is resolved once for each attempt, and the connection goes to an IP address that was checked here, so that a
different answer a moment later has no effect.
"""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.utils.encoding import iri_to_uri

from notices.models import Delivery
from notices.models.webhooks import LONGEST

PATIENCE: Final = 5.0
"""Seconds for one answer of a name server, and for each step of a connection."""
_OWN: Final = [
    ip_network(one)
    for one in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "fc00::/7",
        "::1/128",
    )
]
"""What an owner may allow: this machine, private networks, and those of a provider or a VPN."""
_NEVER: Final = [
    ip_network(one)
    for one in (
        "fec0::/10",  # private networks of old, which Python holds for the internet
        "168.63.129.16",  # Azure
        "100.100.100.200",  # Alibaba, in the network of a provider
        "fd00:ec2::254",  # Amazon, in a private network
    )
]
"""What nobody may allow: there clouds tell whoever asks from their machine what is the machine's alone."""
_TRANSLATED: Final = ip_network("64:ff9b::/96")
"""IPv4 behind a translator (NAT64)."""


class Undelivered(Exception):
    """Raised when an attempt failed because of `fault`; `status` is the other program's answer, if there was one."""

    def __init__(self, fault: Delivery.Fault, status: int | None = None) -> None:
        super().__init__(fault)
        self.fault = fault
        self.status = status


class Target(NamedTuple):
    """An address in its parts."""

    secure: bool
    host: str
    port: int
    host_header: str
    path: str


def target_of(url: str) -> Target:
    """Return the parts of an address. Raises ValueError if no message can be sent to it."""
    if len(url) > LONGEST or not url.isprintable() or " " in url:
        raise ValueError(url)
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port
    if parts.scheme not in ("http", "https") or not host or port == 0 or parts.username is not None:
        raise ValueError(url)
    try:
        # Plain names too: nobody can look up one with an empty part, or with a part of 64 letters.
        host = host if ":" in host else host.encode("idna").decode()
    except UnicodeError:
        raise ValueError(url) from None
    secure = parts.scheme == "https"
    named = f"[{host}]" if ":" in host else host
    path = iri_to_uri(parts.path or "/") + (f"?{iri_to_uri(parts.query)}" if parts.query else "")
    return Target(
        secure, host, port or (443 if secure else 80), f"{named}:{port}" if port else named, path
    )


def numbers_in(target: Target) -> list[str]:
    """Return the IP addresses if the target's host is a numeric address; empty if it is a name.

    Any spelling of an IP address is accepted.
    """
    try:
        return _numbers(target, socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        return []


def numbers_of(target: Target, *, own_network: bool) -> list[str]:
    """Return the IP addresses to which the target's host resolves now.

    Raises Undelivered if it cannot be resolved, or if any of them may not be reached.
    """
    pool = ThreadPoolExecutor(1)
    try:
        found = pool.submit(_numbers, target, 0).result(timeout=PATIENCE)
    except (OSError, UnicodeError):  # TimeoutError is an OSError
        raise Undelivered(Delivery.Fault.UNKNOWN) from None
    finally:
        pool.shutdown(wait=False)
    if not all(may_reach(one, own_network=own_network) for one in found):
        raise Undelivered(Delivery.Fault.PRIVATE)
    return found


def _numbers(target: Target, flags: int) -> list[str]:
    found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM, flags=flags)
    return list(dict.fromkeys(str(one[4][0]) for one in found))


def may_reach(number: str, *, own_network: bool) -> bool:
    """Return whether a message may be sent to the machine with this IP address.

    Multicast addresses are refused, and addresses that exist only on the same link or in the same cloud, where clouds
    keep their machines' passwords. Private networks are allowed only with `own_network`.
    """
    address = _meant(ip_address(number))
    if any(address in network for network in _NEVER):
        return False
    if address.is_global and not address.is_multicast and not address.is_reserved:
        return True
    return own_network and any(address in network for network in _OWN)


def _meant(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return the IPv4 address inside an IPv6 address that stands for one; otherwise the address itself."""
    if isinstance(address, IPv4Address):
        return address
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour or address
