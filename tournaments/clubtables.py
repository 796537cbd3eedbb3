"""The club's tables of a round: opened when it is drawn, closed when it is over. Both are safe to do twice."""

from __future__ import annotations

from datetime import datetime

from games import commands as club
from games.engine.rules import PRESETS
from games.models import Player
from games.refusals import Refused
from tournaments import queries
from tournaments.models import RoundTable
from tournaments.participants import SEATS, is_bot, player_id
from tournaments.state import TournamentState

_NAME_LENGTH = 60
"""Characters that a club table's name may have."""


def open_all(tournament_id: int, state: TournamentState, *, now: datetime) -> int:
    """Open the tables that are drawn and not yet opened; how many were waiting."""
    waiting = queries.unopened_tables(tournament_id)
    if not waiting:
        return 0
    labels = {label for table in waiting for label in table.seats if not is_bot(label)}
    director = state.options.director
    people = queries.players_by_id({director, *(player_id(label) for label in labels)})
    for table in waiting:
        origin = queries.origin_of(tournament_id, table.round, table.number)
        club_table = queries.club_table_from(origin)
        if club_table is None:
            club_table = club.open_table(
                by=people[director],
                name=_name(state.options.name, table),
                rules=PRESETS[state.options.rules],
                seats=SEATS,
                origin=origin,
                occupants=[_occupant(label, people) for label in table.seats],
                starters=table.starters,
                seconds_per_move=state.options.seconds_per_move,
                now=now,
            )
        table.games_table_id = club_table.pk
        table.save(update_fields=("games_table_id",))
    return len(waiting)


def close_all(tournament_id: int, *, up_to_round: int, now: datetime) -> None:
    """Close the tables of these rounds that are still open, except those where a deal is being played."""
    for table_id in queries.open_club_tables(tournament_id, up_to_round):
        try:
            club.close_table(by=None, table_id=table_id, now=now)
        except Refused as refusal:
            # Somebody was faster, or a deal goes on: its end brings us here again.
            if refusal.code not in ("table.closed", "seat.playing"):
                raise


def _occupant(label: str, people: dict[int, Player]) -> Player | str:
    return label.removeprefix("bot:") if is_bot(label) else people[player_id(label)]


def _name(tournament: str, table: RoundTable) -> str:
    place = f" R{table.round} T{table.number}"
    return tournament[: _NAME_LENGTH - len(place)].rstrip() + place
