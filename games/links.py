"""Whole addresses of the club's pages: made of the address that the club knows as its own, `TUSAC_SITE`.

Never of the one in front of the reader: a beamer's browser calls the club by another name than a phone does.
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
