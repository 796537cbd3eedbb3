"""Fetches from another club's log over HTTP, for commands that run anywhere."""

from __future__ import annotations

from typing import Final
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import Request, urlopen

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

SECONDS: Final = 20.0
_LONGEST: Final = 100_000


class NotThere(CommandError):
    """Raised if the club answers that it has nothing at that address."""


def ask(club: str, path: str, body: str | None = None) -> str:
    """Return the text of the club's response; a `body` is posted. Raises CommandError, or `NotThere` for a 404."""
    if urlsplit(club).scheme not in ("http", "https"):
        raise CommandError(_("The address of a club begins with https:// or http://."))
    address = urljoin(club if club.endswith("/") else f"{club}/", path)
    data = None if body is None else body.encode()
    request = Request(address, data, {"Content-Type": "text/plain"})  # noqa: S310 - the scheme is checked above
    try:
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            return str(answer.read(_LONGEST).decode())
    except (URLError, OSError, ValueError) as error:
        nothing = isinstance(error, HTTPError) and error.code in (404, 410)
        raise (NotThere if nothing else CommandError)(
            _("%(address)s does not answer: %(why)s") % {"address": address, "why": error}
        ) from None
