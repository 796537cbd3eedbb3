"""The club's own address: from the environment, from var/, or proposed from the machine's addresses."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from games.common.own_address import keep, kept, read, sites
from tusac_site.local.embedded import private_directory


def own(said: str, var: Path, names: Sequence[str], port: str, *, production: bool) -> str:
    """Return the club's own address: from the environment, otherwise from var/, otherwise this machine's.

    In production an address missing from the environment is replaced by the first of `names`, the host names that the
    club answers to. Raises ValueError if there are none, or if production would be reached without TLS.
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
    """Return an address for a club that listens on `host` and `port`, and store it.

    A stored address is kept while it still leads to this machine. An address with a name is always kept, since a
    person chose it. Raises ValueError if the stored text is no address.
    """
    before = kept(var)
    reached = sites(host, port, addresses)
    if before and (before in reached or not _is_number(before)):
        return before
    site = reached[0] if reached else f"http://127.0.0.1:{port}"
    if site != before:
        private_directory(var)
        keep(var, site)
    return site


def _is_number(site: str) -> bool:
    """Return whether an address has an IP address or `localhost` as its host, as the ones proposed here do."""
    name = urlsplit(site).hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost"
    return True
