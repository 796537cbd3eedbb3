"""Presents who can open a finished deal, and the deal's place in the signed log, with a QR code to keep."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import segno
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.common.addresses import whole_address
from games.log.integrity.receipts import place_of
from games.models import Deal, Player
from games.queries import seat_of
from games.queries.finished.private_deals import is_of_tournament, private_by_house
from replays import queries


@dataclass(frozen=True, slots=True)
class Access:
    """A sentence that says who can open a deal, and whether the viewer lets anyone with the link open it."""

    words: str
    mine: bool | None
    """Whether the viewer lets whoever has the link open it; None for who has no say in it."""
    kept: bool = False
    """Whether the house keeps it among members, so that a yes is refused."""

    @property
    def can_say(self) -> bool:
        """Return whether the viewer has a choice: to share the deal, or to stop sharing it.

        While the club keeps the deal among members, a viewer can only withdraw consent given earlier.
        """
        return self.mine is not None and (self.mine or not self.kept)


def access_of(deal: Deal, viewer: Player | None) -> Access:
    """Return who may open this finished deal, and whether the viewer lets anyone with the link open it."""
    by_house = private_by_house()
    kept = deal in by_house
    if is_of_tournament(deal):
        if kept:
            said = _("Members only: the club doesn't show tournament replays to anyone else.")
        else:
            said = _(
                "Anyone with the link can open this deal, because it was played in a tournament."
            )
        return Access(said, None, kept)
    mine = None
    if viewer is not None and seat_of(deal.pk, viewer) is not None:
        mine = queries.has_opened(deal, viewer)
    if kept:
        said = _("Members only: the club doesn't show replays from its tables to anyone else.")
    elif queries.is_open_to_all(deal, by_house):
        said = _("Anyone with the link can open this deal: all players have shared it.")
    else:
        said = _("Members only. Once all players share it, anyone with the link can open it.")
    return Access(said, mine, kept)


@dataclass(frozen=True, slots=True)
class Sealed:
    """The place of the deal in the signed log."""

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
    """Return where this finished deal is in the signed log.

    `version` is the last version of its stream. None until a checkpoint covers that version.
    """
    place = place_of(stream)
    if place is None or place.entry.version < version:
        return None  # a checkpoint may have come in the middle of the deal
    leaf = place.entry.hash().hex()
    address = whole_address(reverse("log-leaf", args=[place.index, leaf]))
    return Sealed(place.index, place.checkpoint.size, leaf, address, _code(address))


@lru_cache(maxsize=256)
def _code(address: str) -> SafeString:
    # Any mask is readable; drawing all eight to weigh them takes a fifth of a replay's opening.
    made = segno.make(address, error="m", mask=2)
    return SafeString(made.svg_inline(scale=3, border=4, light="#fff", dark="#000"))
