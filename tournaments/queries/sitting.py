"""Queries for who actually played in a tournament's deal in place of the members drawn."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.attendance import played_for
from games.models import Player
from games.queries import current as current_deal
from tournaments.engine.participants import is_bot, member_label, player_id
from tournaments.engine.people.seats import holders_of
from tournaments.queries.club_tables import DealPlace, drawn_seats
from tournaments.queries.histories import current


def has_seat(
    tournament_id: int, player: Player, *, deal_id: int | None, table: tuple[int, int] | None
) -> bool:
    """Return whether the player sat in this deal of a tournament, or sits at this table of a round.

    Returns True if there is no such deal or table. Raises Refused if there is no such tournament.
    """
    state, deal = current(tournament_id).state, None
    if deal_id is not None:
        found = state.find_deal(deal_id)
        if found is None:
            return True
        table, deal = (found[0], found[1]), found[2].number
    if table is None or not 1 <= table[0] <= len(state.rounds):
        return True
    tables = state.rounds[table[0] - 1].tables
    return not 1 <= table[1] <= len(tables) or member_label(player.pk) in holders_of(
        tables[table[1] - 1], deal
    )


class Sitting(NamedTuple):
    """The seats of a deal that the careful bot, or another member, played for the member drawn there."""

    played_for: tuple[int, ...]
    """The seats that the careful bot played for their members, be it since they were absent or have left."""
    sat_in: tuple[tuple[int, int], ...]
    """The seats where another member sat than was drawn, with who."""


def sitting_at(deal_id: int, place: DealPlace) -> Sitting:
    """Return which seats of a deal were played by substitutes."""
    deal, drawn = current_deal(deal_id), drawn_seats(place)
    absent = set(played_for(row.event for row in deal.rows))
    sat = list(enumerate(zip(deal.state.setup.players, drawn, strict=True)))
    absent.update(seat for seat, (label, own) in sat if is_bot(label) and not is_bot(own))
    return Sitting(
        tuple(sorted(absent)),
        tuple(
            (seat, player_id(label))
            for seat, (label, own) in sat
            if label != own and not is_bot(label)
        ),
    )
