"""Reading: the club's tables where a tournament is played, and where each deal counts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.engine.state import Phase
from games.models import Deal, Table
from tournaments.models import RoundTable, Tournament
from tournaments.schema import stream_of

_ORIGIN: Final = re.compile(r"tournament-([0-9]+)/([0-9]+)/([0-9]+)")


def origin_of(tournament_id: int, round_number: int, table: int) -> str:
    """How a club table says which table of a tournament it is."""
    return f"{stream_of(tournament_id)}/{round_number}/{table}"


def tournament_of_origin(origin: str) -> int | None:
    """The id of the tournament for which a club table of this origin was opened, None for any other table."""
    place = place_of_origin(origin)
    return place[0] if place else None


def place_of_origin(origin: str) -> tuple[int, int, int] | None:
    """Tournament, round and number of the drawn table of a club table of this origin, None for any other table."""
    found = _ORIGIN.fullmatch(origin)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def unopened_tables() -> list[int]:
    """The ids of the drawn tables of running tournaments that have no club table yet, the longest waiting first."""
    return list(unopened_rows().order_by("pk").values_list("pk", flat=True))


def take_unopened(round_table_id: int) -> RoundTable | None:
    """A drawn table with its tournament, locked to the end of the transaction; None where it needs no club table.

    None as well where another worker holds it, and where the tournament is no longer running.
    """
    rows = unopened_rows().select_related("tournament").filter(pk=round_table_id)
    return rows.select_for_update(skip_locked=True, of=("self",)).first()


def unopened_rows() -> QuerySet[RoundTable]:
    """The drawn tables of running tournaments that have no club table yet."""
    return RoundTable.objects.filter(
        games_table_id__isnull=True, tournament__status=Tournament.Status.RUNNING
    )


def club_table_from(origin: str) -> Table | None:
    """The club table of this origin, or None."""
    return Table.objects.filter(origin=origin).first()


def disputed_deals(tournament_id: int) -> list[tuple[int, str]]:
    """The deals of a tournament that wait for a ruling, oldest first: their ids and the names of their tables."""
    deals = Deal.objects.filter(
        table__origin__startswith=f"{stream_of(tournament_id)}/", disputes__status="open"
    )
    return list(deals.distinct().order_by("pk").values_list("pk", "table__name"))


def tables_to_close() -> list[int]:
    """The ids of the open club tables whose round is over or whose tournament is cancelled, unless cards are dealt."""
    over = Q(round__lte=F("tournament__rounds_closed"))
    cancelled = Q(tournament__status=Tournament.Status.CANCELLED)
    dealt = Deal.objects.filter(table=OuterRef("games_table_id"), ended_at__isnull=True).exclude(
        phase=Phase.SEEDS
    )
    open_ones = Table.objects.filter(closed_at__isnull=True, admission=Table.Admission.FIXED)
    rows = RoundTable.objects.filter(
        over | cancelled, ~Exists(dealt), games_table_id__in=open_ones.values("pk")
    )
    return [pk for pk in rows.values_list("games_table_id", flat=True).order_by("pk") if pk]


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
