"""Reads the tables of one account and their recent events, for the account's stream to its program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Max

from games.errors import Refused
from games.live.account import TablePosition
from games.models import Deal, Player, Seat, Table
from games.queries.play.seen import SeenDeal, ShownEvent, see_deal
from games.queries.play.seen_table import SeenTable, see_table
from games.queries.play.tables import inviting

MOST_TABLES: Final = 20
"""Tables that one account follows at a time; of more, those that were used last. And of those told of where it has no
seat now, as many that it played at last; and of those that invite it, as many of the newest."""
MOST_ENDED: Final = 10
"""Deals that ended since, of all tables together, that one look tells; the next look goes on behind them."""
MOST_EVENTS: Final = 1000
"""Events after which a look begins no further deal."""


@dataclass(frozen=True, slots=True)
class FollowedDeal:
    """A deal in which the account has a seat, with the events it has not read yet."""

    seen: SeenDeal
    events: tuple[ShownEvent, ...]


@dataclass(frozen=True, slots=True)
class FollowedTable:
    """A table of the account as its seat may see it, with the deals that have news."""

    table: Table
    seen: SeenTable | None
    """None where the account may not watch the table, or the look ends before it."""
    start: TablePosition
    """How far it was told before."""
    deals: tuple[FollowedDeal, ...]
    is_left: bool
    """Whether nothing more comes from it: the account does not sit there, or it is closed."""
    has_more: bool


@dataclass
class _Budget:
    """The numbers of ended deals and of events that one request may still return."""

    ended: int
    events: int

    def is_spent(self) -> bool:
        return self.ended <= 0 or self.events <= 0

    def spend(self, row: Deal, told: int) -> None:
        self.events -= told
        if told and row.ended_at is not None:
            self.ended -= 1


def followed_tables(player: Player, told: Mapping[int, TablePosition]) -> list[FollowedTable]:
    """Return the account's tables, each with what is new since the account last read it.

    `told` says by table how far the account has read; tables in it that the account has left are included. A table
    that isn't in `told` comes with its latest deal but without past events.
    """
    sits = Seat.objects.filter(player=player, table__closed_at=None, table__cardboard=False)
    newest = sits.order_by("-table__used_at", "-table_id")
    seats = set(newest.values_list("table_id", flat=True)[:MOST_TABLES])
    tables = Table.objects.in_bulk(seats | _played_at(player, set(told) - seats))
    budget = _Budget(MOST_ENDED, MOST_EVENTS)
    return [
        _begun(table, player)
        if pk not in told
        else _followed(table, player, told[pk], budget, sits=pk in seats)
        for pk, table in sorted(tables.items())
    ]


def inviting_tables(player: Player) -> list[int]:
    """Return the ids of the open tables that invite the account and where it has no seat, newest first."""
    tables = inviting(Table.objects.filter(closed_at=None), player).order_by("-pk")
    return list(tables.values_list("pk", flat=True)[:MOST_TABLES])


def _played_at(player: Player, told: set[int]) -> set[int]:
    """Return those of the table ids in `told` at which the account has had a seat, the latest ones if there
    are many.
    """
    deals = Deal.objects.filter(table__in=told, table__cardboard=False, seats__player=player)
    newest = deals.values("table_id").annotate(newest=Max("pk")).order_by("-newest")
    return set(newest.values_list("table_id", flat=True)[:MOST_TABLES])


def _begun(table: Table, player: Player) -> FollowedTable:
    seen = _table(table, player)
    now = None if seen is None else seen.current or seen.last
    if now is not None and now.view.viewer is not None:
        start = TablePosition(now.deal.pk, now.view.version)
        return FollowedTable(table, seen, start, (FollowedDeal(now, ()),), False, False)
    newest = Deal.objects.filter(table=table).aggregate(newest=Max("pk"))["newest"]
    return FollowedTable(table, seen, TablePosition(newest or 0), (), False, False)


def _followed(
    table: Table, player: Player, told: TablePosition, budget: _Budget, *, sits: bool
) -> FollowedTable:
    if budget.is_spent():
        return FollowedTable(table, None, told, (), False, True)
    seen = _table(table, player)
    shown = () if seen is None else (seen.current, seen.last)
    known = {one.deal.pk: one for one in shown if one is not None}
    rows = Deal.objects.select_related("table").filter(
        table=table, pk__gte=told.deal, seats__player=player
    )
    # The end of one that other tables may yet play comes when they have.
    rows = rows.exclude(sealed=True, cancelled=False, ended_at__isnull=False)
    found = list(rows.order_by("pk")[: MOST_ENDED + 2])
    deals: list[FollowedDeal] = []
    has_more = len(found) == MOST_ENDED + 2
    for row in found[: MOST_ENDED + 1]:
        if budget.is_spent():
            has_more = True
            break
        deal = known.get(row.pk) or _deal(row, player)
        if deal is None:
            continue
        after = told.version if row.pk == told.deal else 0
        news = tuple(event for event in deal.events if event.version > after)
        budget.spend(deal.deal, len(news))
        deals.append(FollowedDeal(deal, news))
    is_left = not (sits or has_more or any(row.ended_at is None for row in found))
    return FollowedTable(table, seen, told, tuple(deals), is_left, has_more)


def _table(table: Table, player: Player) -> SeenTable | None:
    """Return a table; None if the account may not see it, for example without a seat in the running deal."""
    try:
        return see_table(table.pk, player)
    except Refused:
        return None


def _deal(row: Deal, player: Player) -> SeenDeal | None:
    """Return a deal of the account, or None if it is hidden for now because other tables still play it."""
    try:
        return see_deal(row, player)
    except Refused:
        return None
