"""Queries for finished deals of duplicates, and for whether another table may still play them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import F

from games.models import Deal, Table
from games.queries import current as current_deal
from tournaments.engine.results import DealResult
from tournaments.models import RoundTable, Tournament
from tournaments.queries.club_tables import DealPlace, place_of_origin
from tournaments.queries.sitting import sitting_at


class RoundDeal(NamedTuple):
    """One deal of a duplicate's round, identified by its number; every table plays it."""

    tournament_id: int
    round: int
    number: int


def sealed_deals() -> list[RoundDeal]:
    """Return the deals finished at some table but still sealed. If there are none this takes one query."""
    rows = Deal.objects.filter(sealed=True, ended_at__isnull=False, cancelled=False)
    found = set()
    for origin, number in rows.values_list("table__origin", "number"):
        place = place_of_origin(origin)
        if place is not None:
            found.add(RoundDeal(place[0], place[1], number))
    return sorted(found)


def played_out(tournament_id: int) -> set[int]:
    """Return the numbers of the tables that have played all their deals in a duplicate's newest round.

    It makes no difference whether the tournament has counted those deals yet.
    """
    drawn = RoundTable.objects.filter(
        tournament=tournament_id,
        tournament__duplicate=True,
        round=F("tournament__rounds_drawn"),
        games_table_id__isnull=False,
    )
    found = list(drawn.values_list("number", "games_table_id", "starters", "stopped"))
    if not found:
        return set()
    deals = Deal.objects.filter(
        table__in=[table for _number, table, _starters, _stopped in found],
        ended_at__isnull=False,
        cancelled=False,
    )
    played = Counter(deals.values_list("table_id", flat=True))
    return {
        number
        for number, table, starters, stopped in found
        if played[table or 0] >= (len(starters) if stopped is None else stopped)
    }


def played_everywhere(deal: RoundDeal) -> list[tuple[int, int]] | None:
    """Return table number and deal id for each table that played a deal; None while another may still play it.

    Tables that ran out of time before the deal, or were closed after a cancellation, will not play it.
    """
    drawn = RoundTable.objects.filter(tournament=deal.tournament_id, round=deal.round)
    tables = list(drawn.order_by("number").values_list("number", "games_table_id", "stopped"))
    ids = [table for _number, table, _stopped in tables if table is not None]
    cancelled = Tournament.objects.filter(
        pk=deal.tournament_id, status=Tournament.Status.CANCELLED
    ).exists()
    closed = set(
        Table.objects.filter(pk__in=ids, closed_at__isnull=False).values_list("pk", flat=True)
    )
    here = Deal.objects.filter(table__in=ids, number=deal.number, cancelled=False)
    found = {table: (pk, ended) for pk, table, ended in here.values_list("pk", "table", "ended_at")}
    played = []
    for number, table, stopped in tables:
        pk, ended = found.get(table or 0, (0, None))
        if ended is not None:
            played.append((number, pk))
        elif pk or not (
            (stopped is not None and stopped < deal.number)
            or (cancelled and (table is None or table in closed))
        ):
            return None
    return played


def sealed_ids(deal: RoundDeal) -> list[int]:
    """Return the ids of this deal at the tables of its round where it is still sealed.

    Each table has its own id for the deal. Cancelled deals are included.
    """
    drawn = RoundTable.objects.filter(tournament=deal.tournament_id, round=deal.round)
    tables = drawn.filter(games_table_id__isnull=False).values_list("games_table_id", flat=True)
    rows = Deal.objects.filter(table__in=list(tables), number=deal.number, sealed=True)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def results_of(deal: RoundDeal, played: list[tuple[int, int]]) -> Iterator[DealResult]:
    """Yield the results of a duplicate's deal at the tables that played it.

    None of them can be disputed yet, so there are no rulings to consider.
    """
    for table, pk in played:
        ending = current_deal(pk).state.ending
        assert ending is not None
        place = DealPlace(deal.tournament_id, deal.round, table, deal.number)
        yield DealResult(
            round_number=deal.round,
            table=table,
            deal_number=deal.number,
            deal_id=pk,
            net=ending.result.net,
            winner=ending.result.winner,
            points=ending.result.points,
            penalised=ending.result.offender,
            **sitting_at(pk, place)._asdict(),
        )
