"""Adds up an evening's deals at a table: points, deals won and the best hand of each player."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, NamedTuple

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    Value,
    When,
)

from games.engine.disputing.outcomes import Outcome
from games.models import Deal, DealSeat, FiledDispute, Player, Table
from games.queries.play.participants import bot_at

EVENING: Final = timedelta(hours=12)
"""The longest evening."""


class Score(NamedTuple):
    """A player's total over the deals of an evening, after any rulings."""

    name: str
    player: int | None
    """None of a bot."""
    points: int
    deals: int
    won: int
    best: int
    """The most points of a winning hand (§2); 0 if the player won none."""


def scores_of(table: Table) -> list[Score]:
    """Return the scores of a table's last evening, highest first, in two queries.

    Each bot's seat has its own score.
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
    """Return the finished deals of the table's last evening, latest first.

    A table may stay open for weeks; an evening's deals are those that ended within `EVENING` of the last one. Deals
    that were called off, voided by a ruling (§10.8) or are sealed are left out.
    """
    void = FiledDispute.objects.filter(deal=OuterRef("pk"), status=Outcome.VOIDED)
    over = Deal.objects.filter(table=table, ended_at__isnull=False, cancelled=False, sealed=False)
    last = over.aggregate(last=Max("ended_at"))["last"]
    if last is not None:
        over = over.filter(ended_at__gt=last - EVENING)
    return over.exclude(Exists(void), winner=None).order_by("-number", "-pk")


def players_who_go_on(table: Table) -> QuerySet[Player]:
    """Return the people who may play again after a table: they sat or played there last and are still admitted."""
    admitted = Q(pk__in=table.invited.values("pk"))
    if table.admission == Table.Admission.OPEN:
        admitted |= Q(is_guest=False)
    if table.chips_per_point:
        admitted &= Q(is_guest=False)
    return players_of(table).filter(admitted, is_active=True)


def players_of(table: Table) -> QuerySet[Player]:
    """Return the people who sit at a table or played a deal of its last evening."""
    played = DealSeat.objects.filter(deal__in=finished_at(table))
    here = Q(pk__in=played.values("player")) | Q(pk__in=table.seats.values("player"))
    return Player.objects.filter(here)
