"""Tasks of the workers: an id in, one command out. Each is safe twice and late."""

from __future__ import annotations

from celery import shared_task
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from games import checkpoints, commands, settlement
from games.models import Deal, Seat, Table

SOON = 10
"""Seconds after which a ring of the sweep's that no worker has heard is void: the next sweeps have rung again."""


@shared_task(expires=SOON)
def play_bots(deal_id: int) -> None:
    """Make the bots' moves that are due in a deal."""
    commands.play_bots(deal_id=deal_id, clock=timezone.now)


@shared_task(expires=SOON)
def finish_deal(deal_id: int) -> None:
    """Settle a deal that is over, and prepare the next one at its table."""
    settlement.settle(deal_id=deal_id, now=timezone.now())
    table_id = Deal.objects.values_list("table_id", flat=True).get(pk=deal_id)
    commands.prepare_deal(table_id=table_id, now=timezone.now())


@shared_task(expires=SOON)
def time_out(deal_id: int) -> None:
    """Play for those whose time has run out, or deal the cards where the time to get ready is over.

    After a time in which the service was away nobody is late before the sweep has given that time back.
    """
    now = timezone.now()
    if not commands.is_behind(now=now):
        commands.start_deal(deal_id=deal_id, now=now)
        commands.time_out(deal_id=deal_id, now=now)


@shared_task
def sweep() -> None:
    """Ring again for all that is due and that the broker may have lost, and for every deadline that has passed.

    Before that, time in which no sweep ran is given back to those whom the deals wait for.
    """
    now = timezone.now()
    commands.keep_time(now=now)
    for deal_id in Deal.objects.filter(deadline__lte=now).values_list("pk", flat=True):
        time_out.delay(deal_id)
    for deal_id in Deal.objects.filter(bot_due__lte=now).values_list("pk", flat=True):
        play_bots.delay(deal_id)
    for deal_id in Deal.objects.filter(owed_version__gt=F("settled_version")).values_list(
        "pk", flat=True
    ):
        finish_deal.delay(deal_id)
    running = Deal.objects.filter(table=OuterRef("pk"), ended_at__isnull=True)
    here = Seat.objects.filter(table=OuterRef("pk"))
    # A table that waits for people needs nothing, and a forgotten one may wait for months.
    full = Q(filler__gt="") | ~Exists(here.filter(player__isnull=True, bot=""))
    played = Q(admission=Table.Admission.FIXED) | Exists(here.filter(player__isnull=False))
    idle = Table.objects.filter(full, played, ~Exists(running), closed_at__isnull=True)
    for table_id in idle.values_list("pk", flat=True):
        commands.prepare_deal(table_id=table_id, now=now)


@shared_task
def daily_checkpoint() -> None:
    """Make the day's checkpoint of the log, unless it is made; say so where the day before's no longer holds."""
    checkpoints.make_daily(now=timezone.now())
