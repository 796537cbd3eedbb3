"""What commands, reactions and pages read of tournaments, and of the club's tables where they are played."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from games.log.store import read_events
from games.models import Deal, Player, Table
from tournaments.models import RoundTable, Tournament
from tournaments.refusals import refusal
from tournaments.schema import from_stored, stream_of
from tournaments.state import TournamentState, evolve

_ORIGIN: Final = re.compile(r"tournament-([0-9]+)/([0-9]+)/([0-9]+)")


def load_state(tournament_id: int) -> TournamentState | None:
    """The tournament as its stream says, or None where there is no such stream."""
    state: TournamentState | None = None
    for stored in read_events(stream_of(tournament_id)):
        state = evolve(state, from_stored(stored.name, stored.schema, stored.payload))
    return state


def get_tournament(tournament_id: int) -> Tournament:
    """A tournament's row. Raises Refused("tournament.unknown")."""
    row = Tournament.objects.select_related("director").filter(pk=tournament_id).first()
    if row is None:
        raise refusal("tournament.unknown")
    return row


def version_of(tournament_id: int) -> int:
    """The version that the rows of a tournament show. Raises Refused("tournament.unknown")."""
    version = Tournament.objects.filter(pk=tournament_id).values_list("version", flat=True).first()
    if version is None:
        raise refusal("tournament.unknown")
    return version


def all_tournaments() -> QuerySet[Tournament]:
    """All tournaments, the newest first."""
    return Tournament.objects.select_related("director").order_by("-pk")


def entered_in(player: Player | None) -> set[int]:
    """The ids of the tournaments that a player has entered."""
    if player is None:
        return set()
    return set(player.tournament_entries.values_list("tournament_id", flat=True))


# --- for the commands ------------------------------------------------------------------------------


def lock(tournament_id: int) -> bool:
    """Lock a tournament's row to the end of the transaction; whether there is one."""
    return bool(Tournament.objects.select_for_update().filter(pk=tournament_id).values_list("pk"))


def lock_player(player_id: int) -> None:
    """Lock a player's row to the end of the transaction."""
    Player.objects.select_for_update().get(pk=player_id)


def tournament_of_form(once: UUID) -> Tournament | None:
    """The tournament that this form has announced before, or None."""
    return Tournament.objects.filter(once=once).first()


def players_by_id(ids: Iterable[int]) -> dict[int, Player]:
    """These players by id."""
    return Player.objects.in_bulk(list(ids))


# --- the club's tables -----------------------------------------------------------------------------


def origin_of(tournament_id: int, round_number: int, table: int) -> str:
    """How a club table says which table of a tournament it is."""
    return f"{stream_of(tournament_id)}/{round_number}/{table}"


def unopened_tables(tournament_id: int) -> list[RoundTable]:
    """The drawn tables that have no club table yet."""
    rows = RoundTable.objects.filter(tournament_id=tournament_id, games_table_id__isnull=True)
    return list(rows.order_by("round", "number"))


def club_table_from(origin: str) -> Table | None:
    """The club table of this origin, or None."""
    return Table.objects.filter(origin=origin).first()


def open_club_tables(tournament_id: int, up_to_round: int) -> list[int]:
    """The ids of the club tables of these rounds that are not closed."""
    ids = RoundTable.objects.filter(
        tournament_id=tournament_id, round__lte=up_to_round, games_table_id__isnull=False
    ).values("games_table_id")
    open_ones = Table.objects.filter(pk__in=ids, closed_at__isnull=True)
    return list(open_ones.order_by("pk").values_list("pk", flat=True))


@dataclass(frozen=True, slots=True)
class DealPlace:
    """Where a deal of the club counts: tournament, round, table, and its number there (1, 2, 3 …)."""

    tournament_id: int
    round: int
    table: int
    deal_number: int


def places_of(deal_ids: Iterable[int]) -> dict[int, DealPlace]:
    """Where these deals count, those left out that belong to no tournament. A cancelled deal counts nowhere."""
    places = {}
    rows = Deal.objects.filter(
        pk__in=set(deal_ids), table__origin__startswith="tournament-", cancelled=False
    )
    for pk, table_id, number, origin in rows.values_list(
        "pk", "table_id", "number", "table__origin"
    ):
        found = _ORIGIN.fullmatch(origin)
        if found is None:
            continue
        played = Deal.objects.filter(table_id=table_id, cancelled=False, number__lte=number)
        tournament, round_number, table = (int(part) for part in found.groups())
        places[pk] = DealPlace(tournament, round_number, table, played.count())
    return places
