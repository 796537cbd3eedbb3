"""Stores the club's own address on this machine, and finds the addresses by which phones in its network reach it."""

from __future__ import annotations

import ipaddress
import os
import socket
import struct
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

FILE: Final = "site"
"""Its name within the club's directory. Whoever writes another address into it is believed."""
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - the club's choice is `listens_at`
"""The host of a server that listens at each IPv4 address of its machine."""
_BRIDGES: Final = ("lo", "docker", "br-", "veth", "virbr", "cni", "flannel")
"""Interfaces of this machine to itself, which no phone is on."""
_SIOCGIFADDR: Final = 0x8915


def read(said: str) -> str:
    """Return a typed address in its normal form, such as `https://club.example`. Raises ValueError.

    The error's text is a sentence for people.
    """
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
    """Return the club's stored address, or an empty text. Raises ValueError if the stored one is invalid."""
    try:
        said = (var / FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return read(said) if said else ""


def keep(var: Path, site: str) -> None:
    """Store an address that `read` returned, for this start and later ones; the file is replaced in one step."""
    fresh = var / f"{FILE}.{os.getpid()}"
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(site + "\n")
    fresh.replace(var / FILE)


def note_reached(var: Path) -> None:
    """Record that a phone has reached the club; does nothing if the disk cannot be written."""
    with suppress(OSError):
        (var / "reached").touch(mode=0o600)


def was_reached(var: Path) -> bool:
    """Return whether a phone has ever opened the club's address."""
    return (var / "reached").exists()


def leads_here_alone(site: str) -> bool:
    """Return whether an address, such as `http://127.0.0.1:8000`, can be opened only on the machine itself."""
    name = urlsplit(site).hostname or "localhost"
    try:
        number = ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
    return number.is_loopback or number.is_unspecified


def sites(host: str, port: str | int, addresses: Sequence[str]) -> list[str]:
    """Return the URLs, such as `http://192.168.1.20:8000`, at which phones reach a server on `host` and `port`.

    Empty if only this machine can.
    """
    return [f"http://{_bracketed(one)}:{port}" for one in reachable(host, addresses)]


def reachable(host: str, addresses: Sequence[str]) -> list[str]:
    """Return which of the machine's `addresses` lead to a server on `host`; none if only this machine reaches it.

    A `host` that other machines can reach is returned alone.
    """
    if host in (EVERYWHERE, "::", ""):
        return list(addresses)
    return [] if leads_here_alone(f"http://{_bracketed(host)}") else [host]


def listens_at(said: str, addresses: Sequence[str]) -> str:
    """Return the host on which `make run` listens: `said`, the setting `HOST`, if it isn't empty (decision 0296).

    Without that setting it is all interfaces, or 127.0.0.1 on a machine with a public internet address.
    """
    if said:
        return said
    open_to_all = any(ipaddress.ip_address(one).is_global for one in addresses)
    return "127.0.0.1" if open_to_all else EVERYWHERE


def addresses_of_this_machine() -> list[str]:
    """Return this machine's IPv4 addresses that phones can reach; the one of the default route comes first."""
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
    """Return one address for each network interface; none where the system doesn't tell (it does on Linux)."""
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


def zone_of_this_machine() -> str:
    """Return the name of this machine's time zone, such as `Asia/Ho_Chi_Minh`, or an empty text."""
    said = os.environ.get("TZ") or str(Path("/etc/localtime").resolve())
    return said.rpartition("zoneinfo/")[2].lstrip(":")
