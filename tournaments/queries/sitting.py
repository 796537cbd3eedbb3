"""Reading: who sat at a table of a tournament in a deal, where that was not who was drawn."""

from __future__ import annotations

from games.engine.attendance import played_for
from games.queries import current as current_deal
from tournaments.engine.participants import is_bot, player_id
from tournaments.queries.club_tables import DealPlace, drawn_seats


def played_for_at(deal_id: int, place: DealPlace) -> tuple[int, ...]:
    """The seats that the careful bot played in a deal for their members, be it since they were absent or have left."""
    deal = current_deal(deal_id)
    absent = set(played_for(row.event for row in deal.rows))
    bots = [seat for seat, label in enumerate(deal.state.setup.players) if is_bot(label)]
    if bots:
        drawn = drawn_seats(place)
        absent.update(seat for seat in bots if not is_bot(drawn[seat]))
    return tuple(sorted(absent))


def sat_in_at(deal_id: int, place: DealPlace) -> tuple[tuple[int, int], ...]:
    """The seats of a deal where another member sat than was drawn, with who."""
    sat = current_deal(deal_id).state.setup.players
    return tuple(
        (seat, player_id(label))
        for seat, (label, drawn) in enumerate(zip(sat, drawn_seats(place), strict=True))
        if label != drawn and not is_bot(label)
    )
