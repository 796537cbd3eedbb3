"""Leaves out of an answer the parts that the page holds already (0338).

A page with scripts names the parts that it holds by their digests. In the answer ``<=digest>`` then stands for a part
that it holds, and a part between ``<+digest>`` and ``</>`` is one to keep; `static/js/parts.js` puts the page together.
Neither mark is HTML, and escaped text cannot contain one. A page without scripts names nothing and gets HTML alone.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString

from games.queries import SeenTable

PARTS: Final = "Tusac-Parts"
"""The header by which the page says what it holds, and the answer that there are marks in it (`static/js/parts.js`)."""

LEAST: Final = 64
"""A part of fewer characters is sent each time: naming it would take as much."""

_SIZE: Final = 6
"""Bytes of a digest. A page holds some hundred parts, so one in 10¹¹ would be taken for another."""


class Composed(SafeString):
    """HTML that remembers of which pieces it was put together, so that a changed piece can be sent alone."""

    pieces: tuple[str, ...]


def composed(pieces: Iterable[str]) -> Composed:
    """Return the pieces as one HTML text. A piece may be composed itself."""
    kept = tuple(pieces)
    made = Composed("".join(kept))
    made.pieces = kept
    return made


class Parts:
    """The parts that the page of one request holds."""

    __slots__ = ("_held", "_pad", "holder")

    def __init__(self, named: str, *, holder: str) -> None:
        """Read the header of a request: its holder, then the digests of the parts that its page holds.

        They count only if it names the same ``holder``: what one session saw on one seat of one deal.
        """
        self.holder = _hmac("games.parts.holder", holder).hex()[:16]
        # What one page holds must tell nothing of another's: a name that holds the digest of a card would be
        # compressed by whoever holds that card (0129).
        self._pad = int.from_bytes(_hmac("games.parts.pad", holder)[:_SIZE])
        said, *held = named.split(" ")
        self._held = set(held) if said == self.holder else set()

    def send(self, html: str) -> SafeString:
        """Return the HTML with a mark in place of each part that the page holds, and marks around the others."""
        return SafeString(self._marked(html))

    def _marked(self, html: str) -> str:
        if len(html) < LEAST:
            return html
        digest = self._named(html)
        if digest in self._held:
            return f"<={digest}>"
        pieces = html.pieces if isinstance(html, Composed) else None
        inner = html if pieces is None else "".join([self._marked(piece) for piece in pieces])
        self._held.add(digest)  # only now, for a part may have a single piece
        return f"<+{digest}>{inner}</>"

    def _named(self, html: str) -> str:
        """Return the digest by which this page knows the part."""
        return urlsafe_b64encode((_digest(html) ^ self._pad).to_bytes(_SIZE)).decode()


def parts_held(request: HttpRequest, page: SeenTable) -> Parts | None:
    """Return the parts that the asking page holds; None if its scripts don't put an answer together.

    They count only for the same login, seat and deal: after a change of one everything is sent.
    """
    named = request.headers.get(PARTS)
    if named is None:
        return None
    deal = page.current or page.last
    # A held form has the token of this cookie: with another one it is sent again.
    browser = (request.session.session_key, request.META.get("CSRF_COOKIE"))
    holder = (page.table.pk, browser, page.my_seat, None if deal is None else deal.deal.pk)
    return Parts(named, holder=repr(holder))


def _hmac(salt: str, value: str) -> bytes:
    return salted_hmac(salt, value, algorithm="sha256").digest()


@lru_cache(maxsize=4096)
def _digest(html: str) -> int:
    # With a key, for names are in it: nobody outside can make two texts that are taken for each other.
    key = blake2b(settings.SECRET_KEY.encode(), person=b"games.parts").digest()
    return int.from_bytes(blake2b(html.encode(), key=key, digest_size=_SIZE).digest())
