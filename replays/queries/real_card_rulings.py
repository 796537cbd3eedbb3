"""Reading: final rulings on discards of tables with real cards, beside those on screens (§10.8).

Who knows them is asked (`games.queries.behalf`). They come in the form of the rows that the casebook lists, made
for this reading and never saved: their numbers are those of other events of the log, so no two cases share one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.models import Deal, Player
from games.queries.behalf import RealCardCase, real_card_cases
from games.queries.finished.private_deals import NOTHING, PrivateDeals
from replays.models import Dispute, Precedent


@dataclass(frozen=True, slots=True)
class Told:
    """A case that was told."""

    said: RealCardCase
    row: Dispute
    position: Precedent


def real_card_rulings(now: datetime, kept: PrivateDeals = NOTHING) -> dict[int, Told]:
    """The final rulings on discards that others can be like, by number; without those of deals that are `kept`."""
    final = [one for one in real_card_cases(now) if one.final and one.alike]
    if not final:
        return {}
    deals = Deal.objects.select_related("table").in_bulk([one.deal_id for one in final])
    final = [one for one in final if deals[one.deal_id] not in kept]
    wanted = {one.referee_id for one in final} | {one.said[0][1] for one in final}
    people = Player.objects.in_bulk([one for one in wanted if one is not None])
    told = (_told(one, deals[one.deal_id], people) for one in final)
    return {one.said.number: one for one in told}


def _told(said: RealCardCase, deal: Deal, people: dict[int, Player]) -> Told:
    seat, player, words = said.said[0]
    row = Dispute(
        id=said.number,
        deal=deal,
        number=1,
        discard=0,
        seat=seat,
        filed_by=None if player is None else people.get(player),
        filed_at=said.filed_at,
        reason=words,
        status=said.outcome,
        referee=None if said.referee_id is None else people.get(said.referee_id),
        section=said.section,
        ruling=said.reason,
        ruled_at=said.ruled_at,
        appealed=said.on_appeal,
    )
    position = Precedent(
        dispute=row,
        alike=said.alike,
        seat=said.seat,
        card=said.card,
        penalty=said.penalty,
        position=said.position,
    )
    return Told(said, row, position)
