"""Deals of a duplicate: at all tables, played at some of them, and its standings recomputed."""

from collections import defaultdict
from datetime import timedelta
from fractions import Fraction

from games import commands as club_commands
from games import queries as club
from games.engine.events import DealStarted
from games.models import Deal
from tournaments.models import RoundTable, Standing, Tournament


def dealt(deal):
    return next(row.event for row in club.history(deal.pk) if isinstance(row.event, DealStarted))


def result_of(state):
    assert state.ending is not None
    return state.ending.result


def deals_of(round_number, number):
    return list(
        Deal.objects.filter(
            table__origin__contains=f"/{round_number}/", number=number, cancelled=False
        ).order_by("pk")
    )


def play_at(evening, tables):
    """Play only the running deal of these tables of the newest round."""
    drawn = RoundTable.objects.filter(
        number__in=tables, round=Tournament.objects.get().rounds_drawn
    )
    others = Deal.objects.filter(ended_at__isnull=True).exclude(
        table__in=drawn.values("games_table_id")
    )
    kept = list(others.values_list("pk", "table"))
    running = Deal.objects.filter(
        ended_at__isnull=True, table__in=drawn.values("games_table_id")
    ).values_list("pk", flat=True)
    from tests.support.deals import play_on

    for pk in list(running):
        evening.now += timedelta(seconds=61)
        club_commands.start_deal(deal_id=pk, now=evening.now)
        play_on(pk, now=evening.now)
        evening.finish_deal(pk)
    assert kept == list(others.filter(pk__in=[pk for pk, _ in kept]).values_list("pk", "table"))


def recomputed():
    """Return each member's points as fractions, from the deals' own records, without the tournament engine."""
    points: dict[str, Fraction] = defaultdict(Fraction)
    counted: dict[str, int] = defaultdict(int)
    for round_number in set(RoundTable.objects.values_list("round", flat=True)):
        tables = list(RoundTable.objects.filter(round=round_number))
        for number in range(1, 33):
            nets = {}
            for table in tables:
                deal = Deal.objects.filter(
                    table=table.games_table_id, number=number, cancelled=False
                ).first()
                if deal is None or number in table.voided:
                    continue
                record = club.record_of(deal.pk)
                nets[table.number] = result_of(record.state()).net
            for table in tables:
                if table.number not in nets:
                    continue
                for seat, label in enumerate(table.seats):
                    total = sum(net[seat] for net in nets.values())
                    mean = Fraction(total * 1000 // len(nets), 1000)
                    points[label] += nets[table.number][seat] - mean
                    counted[label] += 1
    return points, counted


def assert_standings_are_recomputed():
    points, counted = recomputed()
    rows = list(Standing.objects.exclude(player=None))
    assert rows
    for row in rows:
        assert row.unit == 1000
        assert (Fraction(row.points, row.unit), row.deals) == (
            points[row.participant],
            counted[row.participant],
        )
