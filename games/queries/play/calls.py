"""Queries for players' calls to the referee: the queue, and the call that a table shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import Q

from games.models import Call, Deal, Player, Seat, Table
from games.queries.finished.private_deals import NOTHING, TOURNAMENTS, PrivateDeals
from games.queries.interests import plays_for


def waiting_calls() -> list[Call]:
    """Return the open calls at open tables, the longest waiting first."""
    rows = Call.objects.filter(ended_at__isnull=True, table__closed_at__isnull=True)
    return list(rows.select_related("table", "player", "referee").order_by("made_at", "pk"))


def call_at(table: Table, deal: Deal | None) -> Call | None:
    """Return the open call at a table, or the current deal's last call, or None; at most one query."""
    if table.call_id is None:
        return None
    call = Call.objects.select_related("player", "referee").get(pk=table.call_id)
    if call.ended_at is None:
        return call
    return call if deal is not None and call.deal_id == deal.pk else None


def seated_at(table_id: int) -> list[int]:
    """Return the members who sit at a table now, in order of their ids."""
    rows = Seat.objects.filter(table__pk=table_id, player__isnull=False).order_by("player")
    return [int(player) for player in rows.values_list("player", flat=True)]


def with_duty() -> list[Player]:
    """Return the active referees and directors, who can answer calls, ordered by id."""
    duty = Player.objects.filter(Q(is_referee=True) | Q(is_director=True), is_active=True)
    return list(duty.order_by("pk"))


def may_answer(
    player: Player, table: Table, *, caller: int | None, seated: Collection[int]
) -> bool:
    """Return whether somebody on duty may answer a call: they neither sit at its table nor play in its tournament."""
    return player.pk not in {caller, *seated} and not plays_for(table.origin, player)


def on_kept_deals(calls: Iterable[int], kept: PrivateDeals) -> frozenset[int]:
    """Return which of these calls are about private deals; `kept` says which kinds are private.

    At a tournament's table every call counts as one about a deal: one with real cards has no row before its result is
    entered.
    """
    if kept == NOTHING:
        return frozenset()
    about = Q(deal__isnull=False) | Q(table__origin__startswith=TOURNAMENTS)
    rows = Call.objects.filter(about, pk__in=set(calls)).values_list("pk", "table__origin")
    return frozenset(pk for pk, origin in rows if kept.has_origin(origin))
