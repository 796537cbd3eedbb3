"""Describes the browser of a signed-in device in plain words."""

from __future__ import annotations

import re
from typing import Final

from django.utils.translation import gettext as _

_BROWSERS: Final = (
    ("Edg(?:e|A|iOS)?/", "Edge"),
    ("OPR/|Opera", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/|FxiOS/", "Firefox"),
    ("Chrome/|CriOS/|Chromium/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh|Mac OS X", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux|X11", "Linux"),
)


def read_device(user_agent: str) -> str:
    """Return browser and system from a User-Agent as `Firefox/Android`; either part may be empty."""
    return f"{_first(_BROWSERS, user_agent)}/{_first(_SYSTEMS, user_agent)}"


def device_words(device: str) -> str:
    """Return the result of `read_device` in words."""
    browser, _sep, system = device.partition("/")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("An unknown browser")


def _first(known: tuple[tuple[str, str], ...], said: str) -> str:
    return next((name for mark, name in known if re.search(mark, said)), "")
