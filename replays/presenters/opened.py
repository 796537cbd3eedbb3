"""Who may open a deal, in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Deal, Player
from games.queries import seat_of
from games.queries.finished.private_deals import is_of_tournament, kept_by_house
from replays import queries


@dataclass(frozen=True, slots=True)
class Access:
    """Who may open a deal."""

    words: str
    mine: bool | None
    """Whether the viewer lets whoever has the link open it; None for who has no say in it."""
    kept: bool = False
    """Whether the house keeps it among members, so that a yes is refused."""

    @property
    def can_say(self) -> bool:
        """Whether there is something to press: while the house keeps the deal, only a yes of before to take back."""
        return self.mine is not None and (self.mine or not self.kept)


def access_of(deal: Deal, viewer: Player | None) -> Access:
    """Who may open this finished deal, and what the viewer has said to it."""
    by_house = kept_by_house()
    kept = deal in by_house
    if is_of_tournament(deal):
        if kept:
            said = _("Members alone: the house keeps replays of tournaments among its members.")
        else:
            said = _("Whoever has the link, as it was played in a tournament.")
        return Access(said, None, kept)
    mine = None
    if viewer is not None and seat_of(deal.pk, viewer) is not None:
        mine = queries.has_opened(deal, viewer)
    if kept:
        said = _("Members alone: the house keeps replays of its tables among its members.")
    elif queries.is_open_to_all(deal, by_house):
        said = _("Whoever has the link: all who played have opened it.")
    else:
        said = _("Members alone. It is open to whoever has the link when all who played open it.")
    return Access(said, mine, kept)
