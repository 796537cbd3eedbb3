"""For how long browsers that have been here insist on TLS: the value of `TUSAC_HSTS`, said as the header says it.

Commas stand for its semicolons, which a shell that reads the file of the environment would not take.
"""

from __future__ import annotations

import re
from typing import Final

from django.core.exceptions import ImproperlyConfigured

ONE_DAY: Final = 24 * 3600
"""Seconds where nothing is said: a wrong certificate is then forgotten by the next evening."""
LEAST_FOR_PRELOAD: Final = 365 * ONE_DAY
"""Seconds that the browsers' own list asks for."""


def parse(said: str) -> tuple[int, bool, bool]:
    """Return the seconds, whether names below this one are meant too, and whether browsers may carry it in their list.

    Raises ImproperlyConfigured.
    """
    seconds, *rest = (
        part.strip().lower() for part in re.split("[;,]", said.strip() or str(ONE_DAY))
    )
    seconds = seconds.removeprefix("max-age=")
    flags = {part for part in rest if part}
    if not (seconds.isascii() and seconds.isdecimal()) or flags - {"includesubdomains", "preload"}:
        raise ImproperlyConfigured(
            "TUSAC_HSTS is a number of seconds, 0 to switch it off, or "
            f"{LEAST_FOR_PRELOAD},includeSubDomains,preload, not {said!r}."
        )
    below, preload = "includesubdomains" in flags, "preload" in flags
    if preload and not (below and int(seconds) >= LEAST_FOR_PRELOAD):
        raise ImproperlyConfigured(
            "TUSAC_HSTS: browsers take a name into their list only with includeSubDomains and "
            f"{LEAST_FOR_PRELOAD} seconds or more."
        )
    return int(seconds), below, preload
