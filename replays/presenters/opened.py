"""Who may open a deal, in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Deal, Player
from games.queries import seat_of
from replays import queries


@dataclass(frozen=True, slots=True)
class Access:
    """Who may open a deal."""

    words: str
    mine: bool | None
    """Whether the viewer lets whoever has the link open it; None for who has no say in it."""


def access_of(deal: Deal, viewer: Player | None) -> Access:
    """Who may open this finished deal, and what the viewer has said to it."""
    if deal.table.origin.startswith("tournament-"):
        return Access(_("Whoever has the link, as it was played in a tournament."), None)
    mine = None
    if viewer is not None and seat_of(deal.pk, viewer) is not None:
        mine = queries.has_opened(deal, viewer)
    if queries.is_open_to_all(deal):
        return Access(_("Whoever has the link: all who played have opened it."), mine)
    return Access(
        _("Members alone. It is open to whoever has the link when all who played open it."), mine
    )
