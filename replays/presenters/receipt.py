"""Where a finished deal is in the signed log: for the page, and as a QR code to keep."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import segno
from django.urls import reverse
from django.utils.safestring import SafeString

from games.common.addresses import whole_address
from games.log.integrity.receipts import place_of


@dataclass(frozen=True, slots=True)
class Sealed:
    """The leaf that stands for the deal."""

    index: int
    size: int
    """How many leaves the newest checkpoint covers."""
    leaf: str
    """Its hash, 64 hexadecimal digits."""
    address: str
    """Where anybody may ask whether the leaf is still there."""
    code: SafeString
    """That address as a QR code, an SVG of ours."""


def sealed(stream: str, version: int) -> Sealed | None:
    """Where the stream of a finished deal is sealed up to this version; None before that checkpoint."""
    place = place_of(stream)
    if place is None or place.entry.version < version:
        return None  # a checkpoint may have come in the middle of the deal
    leaf = place.entry.hash().hex()
    address = whole_address(reverse("log-leaf", args=[place.index, leaf]))
    return Sealed(place.index, place.checkpoint.size, leaf, address, _code(address))


@lru_cache(maxsize=256)
def _code(address: str) -> SafeString:
    # Every reader takes any mask; drawing all eight to weigh them is a fifth of opening a replay.
    made = segno.make(address, error="m", mask=2)
    return SafeString(made.svg_inline(scale=3, border=4, light="#fff", dark="#000"))
