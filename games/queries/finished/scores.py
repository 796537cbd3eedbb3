"""Scores across an evening's deals at a table: who is how far up, how many deals each won, and with what best hand."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, NamedTuple

from django.db.models import Case, Count, F, Max, Q, QuerySet, Sum, Value, When

from games.models import Deal, DealSeat, Player, Table
from games.queries.play.participants import bot_at

EVENING: Final = timedelta(hours=12)
"""How long an evening is at most."""


class Score(NamedTuple):
    """What somebody's deals at a table came to, as rulings left them."""

    name: str
    player: int | None
    """None of a bot."""
    points: int
    deals: int
    won: int
    best: int
    """The most points of a hand that they won with (§2); 0 where they won none."""


def scores_of(table: Table) -> list[Score]:
    """Return the scores of a table's finished deals, the furthest up first; one read for them and one for names.

    Bots are counted by their seats. Deals that were called off, and those that are sealed, are left out.
    """
    of_bot = Case(When(player=None, then=F("number")), default=Value(None))
    won = Q(deal__winner=F("number"))
    rows = (
        DealSeat.objects.filter(deal__in=finished_at(table), net__isnull=False)
        .values("player", seat=of_bot)
        .annotate(
            points=Sum("net"),
            deals=Count("pk"),
            won=Count("pk", filter=won),
            best=Max("deal__points", filter=won, default=0),
        )
        .order_by("-points", "player", "seat")
    )
    found = list(rows)
    names = Player.objects.in_bulk(filter(None, (row["player"] for row in found)))
    return [
        Score(
            name=names[row["player"]].shown_name if row["player"] else bot_at(row["seat"]),
            player=row["player"],
            points=row["points"],
            deals=row["deals"],
            won=row["won"],
            best=row["best"],
        )
        for row in found
    ]


def finished_at(table: Table) -> QuerySet[Deal]:
    """Return the finished deals of the table's last evening, the last first.

    A table may stay open for weeks. An evening is what ended within `EVENING` before its last deal.
    """
    over = Deal.objects.filter(table=table, ended_at__isnull=False, cancelled=False, sealed=False)
    last = over.aggregate(last=Max("ended_at"))["last"]
    if last is not None:
        over = over.filter(ended_at__gt=last - EVENING)
    return over.order_by("-number", "-pk")
