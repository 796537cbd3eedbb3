"""The club's own address: from the environment, from var/, or proposed from the machine's own."""

from __future__ import annotations

import ipaddress
import socket
import struct
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from games.common.addresses import leads_here_alone
from tusac_site.local.embedded import private_directory, write_private

FILE: Final = "site"
"""Its name within the club's directory. Whoever writes another address into it is believed."""
_BRIDGES: Final = ("lo", "docker", "br-", "veth", "virbr", "cni", "flannel")
"""Interfaces of this machine to itself, which no phone is on."""
_SIOCGIFADDR: Final = 0x8915


def read(said: str) -> str:
    """Return an address in its normal form, such as `https://club.example`. Raises ValueError with the message."""
    bare = said.strip().rstrip("/")
    parts = urlsplit(bare)
    try:
        fits = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:  # a port that is no number
        fits = False
    if not fits or parts.path or parts.query or parts.fragment or parts.username is not None:
        raise ValueError(
            "The club's own address (TUSAC_SITE) is http:// or https://, a name, and nothing more but a port, as in "
            f"https://club.example, not {said.strip()!r}."
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"


def kept(var: Path) -> str:
    """Return the club's stored address, or nothing. Raises ValueError if it is invalid."""
    try:
        said = (var / FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return read(said) if said else ""


def own(said: str, var: Path, names: Sequence[str], port: str, *, production: bool) -> str:
    """Return the club's own address: from the environment, from var/, or this machine's.

    In production it is the first of the names that the club answers to. Raises ValueError.
    """
    if said.strip():
        site = read(said)
    elif production:
        first = next((name for name in names if name[0] not in "*."), "")
        if not first:
            raise ValueError(
                "Production needs TUSAC_SITE, the club's own address such as https://club.example. If it answers to "
                "more names, ALLOWED_HOSTS has them, with commas between them."
            )
        site = read(f"https://{first}")
    else:
        site = kept(var) or f"http://127.0.0.1:{port or 8000}"
    if production and not site.startswith("https://"):
        raise ValueError(
            f"Production is reached by TLS alone: TUSAC_SITE begins with https://, not as {site}."
        )
    return site


def proposed(var: Path, host: str, port: int, addresses: Sequence[str]) -> str:
    """Return the address for a club that listens on `host` and `port`, and keep it.

    What is kept stays as long as it leads here, and always where it has a name, which a person gave it. Raises
    ValueError where no address is kept, but something else.
    """
    before = kept(var)
    reached = [f"http://{_bracketed(one)}:{port}" for one in reachable(host, addresses)]
    if before and (before in reached or not _is_number(before)):
        return before
    site = reached[0] if reached else f"http://127.0.0.1:{port}"
    if site != before:
        private_directory(var)
        write_private(var / FILE, site + "\n")
    return site


def reachable(host: str, addresses: Sequence[str]) -> list[str]:
    """Return by which addresses other machines reach a server that listens on `host`; none where only this one does."""
    if host in ("0.0.0.0", "::", ""):  # noqa: S104 - asked, not opened
        return list(addresses)
    return [] if leads_here_alone(f"http://{_bracketed(host)}") else [host]


def addresses_of_this_machine() -> list[str]:
    """Return this machine's IPv4 addresses in its networks, the one that leads on from here first."""
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: it asks which way a packet would go
        found.append(str(probe.getsockname()[0]))
    found += _addresses_of_interfaces()
    with suppress(OSError):
        found += [
            str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        ]
    return [one for one in dict.fromkeys(found) if _for_phones(one)]


def _addresses_of_interfaces() -> list[str]:
    """Return one address of each interface, where the system tells (Linux)."""
    try:
        from fcntl import ioctl
    except ImportError:
        return []
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _index, name in socket.if_nameindex():
            if name.startswith(_BRIDGES):
                continue
            with suppress(OSError):
                answer = ioctl(asking, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _for_phones(address: str) -> bool:
    number = ipaddress.ip_address(address)
    return not (number.is_loopback or number.is_link_local or number.is_unspecified)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _is_number(site: str) -> bool:
    """Return whether an address has a number for a name, or that of this machine, as this module proposes it."""
    name = urlsplit(site).hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost"
    return True
