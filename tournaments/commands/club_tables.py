"""The club's tables of a round: opened after it is drawn, closed after it is over, one table a transaction.

The rows say which tables wait for either, so this is safe to break off, to repeat, and to run in several workers.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.db import transaction

from games import commands as club
from games.engine.rules import PRESETS
from games.errors import Refused
from games.models import Player
from tournaments import queries
from tournaments.engine.participants import SEATS, is_bot, player_id
from tournaments.models import RoundTable, Tournament

_log = logging.getLogger(__name__)

_NAME_LENGTH = 60
"""Characters that a club table's name may have."""


def set_tables(
    clock: Callable[[], datetime], *, between: Callable[[], object] = lambda: None
) -> int:
    """Open and close whatever tables wait for it; how many it was. `between` is called after each."""
    done = 0
    for pk in queries.unopened_tables():
        done += _logged(partial(open_one, pk, now=clock()), f"round table {pk}")
        between()
    for pk in queries.tables_to_close():
        done += _logged(partial(close_one, pk, now=clock()), f"table {pk}")
        between()
    return done


@transaction.atomic
def open_one(round_table_id: int, *, now: datetime) -> bool:
    """Open the club's table of a drawn table; False where that is done, or another worker is at it."""
    drawn = queries.take_unopened(round_table_id)
    if drawn is None:
        return False
    tournament = drawn.tournament
    origin = queries.origin_of(tournament.pk, drawn.round, drawn.number)
    club_table = queries.club_table_from(origin)
    if club_table is None:
        members = (player_id(label) for label in drawn.seats if not is_bot(label))
        people = queries.players_by_id({tournament.director_id, *members})
        club_table = club.open_table(
            by=people[tournament.director_id],
            name=_name(tournament, drawn),
            rules=PRESETS[tournament.rules],
            seats=SEATS,
            origin=origin,
            occupants=[_occupant(label, people) for label in drawn.seats],
            starters=drawn.starters,
            seconds_per_move=tournament.seconds_per_move,
            bank_seconds=tournament.bank_seconds,
            spectators=tournament.spectator_delay is not None,
            spectator_delay=tournament.spectator_delay or 0,
            now=now,
        )
    drawn.games_table_id = club_table.pk
    drawn.save(update_fields=("games_table_id",))
    return True


def close_one(table_id: int, *, now: datetime) -> bool:
    """Close a table of the club; False where somebody was faster, or has dealt: the deal's end brings us here again."""
    try:
        club.close_table(by=None, table_id=table_id, now=now)
    except Refused as refusal:
        if refusal.code not in ("table.closed", "seat.playing"):
            raise
        return False
    return True


def _logged(act: Callable[[], bool], what: str) -> bool:
    try:
        return act()
    except Refused as refusal:
        # One damaged table must not keep all others from being opened.
        _log.error("%s cannot be set: %s", what, refusal.code)
        return False


def _occupant(label: str, people: dict[int, Player]) -> Player | str:
    return label.removeprefix("bot:") if is_bot(label) else people[player_id(label)]


def _name(tournament: Tournament, drawn: RoundTable) -> str:
    place = f" R{drawn.round} T{drawn.number}"
    return tournament.name[: _NAME_LENGTH - len(place)].rstrip() + place
