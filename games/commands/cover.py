"""No seat and no card without cover: who plays for chips can pay what a deal may cost."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.commands.chips import grant_first_chips
from games.errors import Refused
from games.models import Player, Table
from games.queries.cover import cost_of_deal, cover_of


def require_cover(*, by: Player, table: Table, now: datetime, deal_id: int | None = None) -> None:
    """Refuse a seat, or the cards of this deal, to who could not pay for it beside all other deals they are in.

    Runs in the caller's transaction, whose end lets the next of the member's wishes be looked at: two at once cannot
    both count on the same chips. Raises Refused("chips.no-cover") or Refused("chips.own-password").
    """
    cost = cost_of_deal(table)
    if not cost:
        return
    grant_first_chips(player=by, now=now)  # locks the member; a new one has no account yet
    cover = cover_of(by.pk, besides=deal_id)
    if cover.needs_password_for(cost):
        raise Refused("chips.own-password")
    if cover.free < cost:
        raise Refused(
            "chips.no-cover",
            _("A deal here can cost %(cost)d chips; you can cover %(free)d.")
            % {"cost": cost, "free": max(0, cover.free)},
        )
