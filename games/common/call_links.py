"""Checks links to the call in which players talk while they play: a phone number, or a page of a known call
service.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit, urlunsplit

HOSTS: Final = frozenset(
    {
        *("meet.google.com", "zoom.us", "zalo.me", "wa.me", "call.whatsapp.com"),
        *("signal.me", "signal.link", "meet.jit.si", "m.me", "facetime.apple.com", "line.me"),
    }
)
"""The hosts of call services that a link may lead to; a meeting's own host below zoom.us is one, too."""
LONGEST: Final = 200
_NUMBER: Final = re.compile(r"(?:tel:)?(\+?[0-9][0-9 ().-]*)")
_ZOOM: Final = re.compile(r"[a-z0-9-]+\.zoom\.us")
_PASSWORD: Final = re.compile(r"pwd=[A-Za-z0-9.]+")
_ADDRESS: Final = re.compile(r"[!#-;=?-Z_a-z~%]+")


def call_link(typed: str) -> str | None:
    """Return a number as a ``tel:`` link, or the ``https:`` link of a call service; None for anything else.

    The query is removed, since some services redirect to other sites by it; Zoom's password stays.
    """
    typed = typed.strip()
    if number := _NUMBER.fullmatch(typed):
        digits = re.sub(r"[^+0-9]", "", number[1])
        return f"tel:{digits}" if 5 <= len(digits) <= 16 else None
    if len(typed) > LONGEST or not _ADDRESS.fullmatch(typed):
        return None
    scheme, host, path, query, fragment = urlsplit(typed)
    # The whole of it: no name and password before the host, and no port after it.
    zoom = host.lower() == "zoom.us" or _ZOOM.fullmatch(host.lower())
    if scheme != "https" or not (zoom or host.lower() in HOSTS):
        return None
    return urlunsplit(
        (scheme, host, path, query if zoom and _PASSWORD.fullmatch(query) else "", fragment)
    )


def call_name(link: str) -> str:
    """Return the visible text of a `call_link`: the number, or the host."""
    scheme, host, path, *_rest = urlsplit(link)
    return path if scheme == "tel" else host
